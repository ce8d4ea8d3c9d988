-- When a waiting message reaches the agent: after the step, or after the run.
ALTER TABLE queued_messages ADD COLUMN deliver TEXT NOT NULL DEFAULT 'after_step';
