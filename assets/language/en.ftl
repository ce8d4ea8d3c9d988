# What the workbench says, in English: the one that is whole, which the others are compared with.
# CONTRIBUTING.md says how a message is added. Keys and names stay as they are typed.

## Start: the first minutes, the start screen, the demo
start-title = Start
start-head = Welcome to agentichat. No model connected; nothing was sent.
start-looked-at = Checked
start-looking = looking for a model…
start-looked-again = rechecked: { $said }
start-found = this session uses { $model } from { $provider }
start-none-of = { $provider } is saved, but none of its models work: { $why }
start-has-model = this session uses { $model } from { $provider }; { "{" }model_picker{ "}" } changes it
start-key = paste an API key
start-key-what = kept in a file only you can read, or the keyring
start-local = use a local server
start-local-what = run `ollama serve`, then press r
start-set-up = set up a provider
start-set-up-what = step by step: address, key, test, default model
start-demo = try the demo
start-demo-what = a scripted agent, no model needed
start-whose-key = Whose key is it?
start-which-provider = Which provider?
start-key-there = has a key
start-key-not-there = no key yet
start-any-server = { $key }; also for your own server with its API (vLLM, LM Studio …)
start-terminal = terminal: { $colours }, keys { $keys }, clipboard by OSC 52, theme { $theme }
start-colours-24 = 24-bit colours
start-colours-256 = 256 colours
start-colours-16 = 16 colours
start-colours-none = no colours
start-keys = 1-{ $last }, { $run } choose  r check again  { $close } { $leave }
start-more-rows = { $count ->
    [one] … { $hidden } more row: /doctor
   *[other] … { $hidden } more rows: /doctor
 }
start-letters = Or just start typing; /start comes back here, /keys test tries keys.
start-letters-key = Type or paste the key here; it stays hidden.
start-key-held = the key: { $letters ->
    [one] { $letters } letter
   *[other] { $letters } letters
 }, hidden; Enter uses the marked provider
start-key-within = The paste contains a key, so none of it went into the draft. Paste the key alone.
start-no-model = No model connected: { $why }. /start sets one up
app-unsent =
    Unsent draft in "{ $name }": Ctrl+X b opens it; in line mode, `/session list`.
app-interrupted =
    A run in "{ $name }" was interrupted. `/session list` opens it: its changes are there to review.
onboarding-welcome =
    { "*" }*Welcome to agentichat.** No model connected; nothing was sent.

    Checked:

    { "" }
onboarding-next =
    { "" }
    Next:

    - **/demo** plays a recorded run, without a model.
    - Start a local model: `ollama serve`, then `ollama pull qwen2.5-coder:7b`, then **/start** to check again.
    - **/settings** sets up another provider or your own server: address, key, test. Or use flags: `--provider openai --base-url URL --model NAME`.
    - **/start** offers these by number; `agentichat doctor` in a shell tells more.
    { "" }
demo-address = the demo
demo-task = Greetings must end with an exclamation mark: change greet.sh, delete the line that nothing uses, and run test.sh.
demo-welcome =
    { "*" }*This is the demo**: a scripted agent, the real program, a temporary git repository. Nothing of yours is touched and no model is asked.

    The task is in the editor. The line above it says what to press next.
demo-welcome-in-lines = This is the demo: a scripted agent, the real program, a temporary git repository. Nothing of yours is touched and no model is asked. Send the task; then "/review" lists the proposed changes, "take 1.1" accepts one, "refuse 1.1" rejects one. Answer questions by number or word; "?" explains. /quit leaves.
demo-agent-look = I read the script and its checks first.
demo-agent-edit = Nothing uses `old_style`, so I delete it. The greeting gets its exclamation mark.
demo-agent-test = Now the checks.
demo-agent-mend = A blank slipped in before the mark. I take it out and check again.
demo-agent-clean = All checks pass. For a clean start I would now throw away everything that is not committed.
demo-agent-end-cleaned = You allowed `git reset --hard`, and it ran: on disk, `greet.sh` is as it was committed. The review still has my changes.
demo-agent-end-kept = `git reset --hard` did not run, so nothing is lost. The checks passed with my changes to `greet.sh`.
demo-agent-end-unchanged = You refused the change of the greeting, so I ran no checks.
demo-agent-end-edit-failed = The greeting could not be changed, for the reason above, so I ran no checks.
demo-agent-end-untested = The checks did not run, so I do not know whether `greet.sh` is right.
demo-agent-end-failing = The checks still fail; their output says why. `greet.sh` may not be as I left it: the review shows it.
demo-agent-end-not-mended = The blank before the mark is still there, because the change that removes it was not made. So the checks still fail.
told-demo-is-script = a scripted agent
coach-send = 1 of 6  Enter sends the task below.
coach-review = 2 of 6  F7 shows the changes that the agent proposes; F7 again comes back.
coach-run = 3 of 6  F2, then y: applies the changes and runs the checks.
coach-run-proposed = 3 of 6  F2, then y: runs the checks on the proposed text. The disk stays as it is.
coach-run-again = 4 of 6  The checks failed, and the agent corrected greet.sh. F2, then y runs them again.
coach-run-unmended = 4 of 6  The checks failed, and nothing was corrected. F2, then y runs them again.
coach-refuse = 5 of 6  This command would throw work away. F2, then n refuses it.
coach-refuse-early = 5 of 6  The checks passed at once, so step 4 is left out. This command would throw work away. F2, then n refuses it.
coach-apply = 6 of 6  Nothing is on the disk yet. F7, then A and y apply the changes.
coach-apply-in-review = 6 of 6  Nothing is on the disk yet. A and y apply the changes.
coach-roll-back = 6 of 6  Ctrl+X z, Enter, then y takes back what the agent changed; your own lines stay.
coach-roll-back-early = 6 of 6  The run ended early, so a step is left out. Ctrl+X z, Enter, then y takes back what the agent changed.
coach-end = That was the demo. Ctrl+X Ctrl+C leaves it.
coach-short-send = 1 of 6  Enter sends the task.
coach-short-review = 2 of 6  F7 shows the changes.
coach-short-run = 3 of 6  F2, then y runs the checks.
coach-short-run-again = 4 of 6  F2, then y runs them again.
coach-short-refuse = 5 of 6  F2, then n refuses it.
coach-short-apply = 6 of 6  F7, A, y apply the changes.
coach-short-apply-in-review = 6 of 6  A and y apply the changes.
coach-short-roll-back = 6 of 6  Ctrl+X z, Enter, y: take back
coach-short-end = The end. Ctrl+X Ctrl+C leaves.
onboarding-set = API key found ({ $keys })
onboarding-not-set = No API key found ({ $keys })
onboarding-key-file = { $provider } (in the file)
onboarding-key-keyring = { $provider } (in the keyring)
demo-removed = Removed the demo's folder: { $folder }
demo-not-removed = Cannot remove the demo's folder { $folder } ({ $cause }). Remove it yourself, or a later demo does in a day.
told-demo-over = the demo is over
told-demo-over-next = /quit leaves it; start agentichat in your repository to work with a model, /start sets one up
told-none-usable = No model connected: { $why }. **/start** sets one up.
start-config-fault = A file with an error is ignored. Fix it and start again.
access-suggestion = **A screen reader?** `{ $variable }` is set. `agentichat --plain` prints lines instead of drawing a screen, and asks by numbers. `interface: plain` in your config.yaml makes it the default; `interface: screen` keeps this screen.
told-answer-holds = your answer holds until you quit: { $why }
told-demo-folder = cannot make the demo's folder { $path }: { $why }; set TMPDIR to a folder with room
told-demo-git = the demo needs git: `git { $word }` failed: { $why }; install git and try again
told-flag-rule = the rule '{ $rule }' is wrong: { $why }
told-folder-not-utf-eight = cannot work in { $path }: its path is not UTF-8, so its sessions cannot be saved; rename the folder (� marks the bytes that are not UTF-8), or name another one with --cwd
told-git-not-installed = git is not installed
told-no-working-folder = cannot work in { $path }: { $why }; name an existing folder with --cwd
told-not-kept-as-draft = your unsent input cannot be saved as a draft ({ $why }); lost: { $counted }
told-path-not-utf-eight = its path is not UTF-8

## Screen: status line, headings, hints, mouse, copies, notifications
facts-up-brings-back = . Up restores your message
facts-step = step { $number }, { $model }
facts-trying-again = { $error }; retrying ({ $attempt } of { $of })
status-checkpoint = checkpoint #{ $number }
status-to-review = { $open } to review
status-review = { $open } of { $all } to review
status-review-short = { $open } open
status-attached-to = attached to { $owner }
status-attached = attached
status-in-memory = in memory only
status-memory = { $number } to remember
status-memory-short = { $number } mem
status-waiting = waiting
status-waiting-short = wait
status-no-model = no model: Ctrl+X m
status-context = ctx { $about }{ $percent } %
status-usage = { $about }{ $input } in { $about }{ $output } out { $cost }
status-passthrough-ends = { $key } off
status-ended = { " " }ended
status-error = { " " }error
chrome-more = { " " }more
chrome-asks = { $name } asks
chrome-answers = { " " }{ $keys } answers{ " " }
chrome-waits = a question waits
chrome-opening = { " " }opening session…
chrome-stopped = { " " }the engine has stopped
chrome-stops = stops
chrome-after-step = send after this step
chrome-after-run = queue for the end
chrome-zoomed = zoomed{ " " }
chrome-send = send
chrome-proposes-instruction = proposes a line for AGENTS.md
chrome-newline = newline
chrome-read-only = read only
chrome-draft = draft
step-retrying = retrying in { $time }
step-reading = reading the prompt
step-answering = answering
step-rate = { $rate }/s
chrome-working-for = working { $time }
chrome-working = working
chrome-no-answer = no answer for { $time }
chrome-silent-model = No reply from { $model } for { $minutes } min; it may still be reading the prompt.
chrome-silent-answer = No more from { $model } for { $minutes } min.
chrome-silent-keys = { $stop } twice forces a stop, { $wait } waits
chrome-queued = { $count } queued, Up edits
chrome-queued-behind = { $count } queued
frozen-with-draft = same settings, with your draft; this tab stays
frozen-without-draft = same settings; this tab stays
frozen-new-session = { " " }New session ]
frozen-gone = the session stopped
frozen-why = Session ended with error: { $why }
view-too-small = too small
view-needs = needs { $least_width }x{ $least_height }, is { $width }x{ $height }
view-sessions-go-on = sessions go on; Ctrl+C stops
view-engine-stopped = the engine has stopped and saves nothing more: Ctrl+C quits and prints your draft
stopped-log = the engine has stopped; see the log
stopped-typed = Your unsaved draft:
overlay-found = { $found } of { $total }   { $keys }
overlay-take = choose
overlay-move = move
overlay-close = close
overlay-not-used = Not used
overlay-yours = { $text } (yours)
overlay-terminal = Terminal
overlay-help = Help
overlay-keys-here = Keys here: { $here }     keys reported: { $reported }
overlay-help-empty-draft = help, with an empty draft
overlay-help-vim = vim's keys in the draft
overlay-help-typing = typing, as in readline
overlay-help-closes = ? Esc closes
overlay-scroll-long = { $place }   Up Down PageUp PageDown g G scroll   { $closes }
overlay-scroll = { $place }   j k Space g G scroll   { $closes }
overlay-text-closes = Esc closes
overlay-interrupted = INTERRUPTED
overlay-proceed = Enter proceed
sure-title = SURE?
sure-keys = y yes   n no
overlay-then = then:
overlay-more-keys = { $page }/{ $pages }  PageDown: { $more } more
silent-problem = Problem
silent-screen-works = the screen works, and other sessions go on
silent-keys = 1-{ $last } choose  Enter go  Esc waits
silent-title = The engine does not respond
silent-since = { "   " }for { $time }; your message waits
silent-last = last
silent-said = said
silent-draft-kept = draft kept
silent-checkpoint = checkpoint #{ $number } on disk
silent-queued = { $count } queued
silent-safe = safe
silent-wait = wait
silent-wait-what = another { $seconds } s
silent-stop = stop this turn
silent-stop-what = keeps what came
silent-kill = force stop
silent-kill-what = ends its processes now
silent-report = save report
silent-report-what = a file in the temporary folder (keys removed)
silent-leave = quit
silent-leave-what = all is saved; --continue resumes
indexed-files = index { $percent } %
indexed-vectors = vectors { $percent } %
indexed-vectors-rest = vectors { $percent } % rest
indexed-vectors-wait = vectors wait: /index
indexed-vectors-stopped = vectors stopped: /index
choose-palette = Command palette
choose-palette-empty = no match
palette-page = Settings: { $page }
palette-file = file
palette-count = { $found } of { $total }  > commands  @ files  # sessions  : settings
palette-run = choose
palette-argument = argument
jump-title = Jump to a message
jump-none = No message of yours is shown yet, so there is nothing to jump to.
choose-mode = Mode
choose-mode-empty = no such mode
choose-model = Model
session-unnamed = new session
choose-effort = Reasoning effort
choose-effort-keys = Left/Right effort
choose-effort-reading = reading which efforts { $model } has…
choose-effort-unknown = not known which efforts { $model } has; its server refuses the others
choose-column-size = size
choose-column-window = window
choose-column-price = $/M in / out
choose-column-tools = tools
choose-column-pictures = pictures
choose-column-reasoning = reasoning
choose-yes = yes
choose-no = no
choose-free = free
choose-tools-text = as text
choose-reasons-always = always
effort-meaning = { $effort ->
    [auto] the model's own default
    [off] no reasoning: the quickest answers
    [minimal] hardly any reasoning
    [low] short reasoning, for small changes
    [medium] a balance of time and depth
    [high] long reasoning, for hard problems
    [xhigh] longer than high, if the model can
   *[max] as long as the model can
 }
choose-as-told = as of { $told }; { $asking }
choose-not-usable = { $name } cannot be used: { $reason }
choose-no-models = no provider offers a model; see `agentichat doctor`
choose-in-history = your text is in the history
dialogs-nothing-logged = this session has not changed this file: nothing to roll back
frozen-input-off = input is off: the session ended with an error; r sends the message again, { "{" }send{ "}" } makes a new session
gone-deleted = the session { $name } was deleted
gone-not-open = the session { $name } is no longer open here
ladder-draft-cleared = draft cleared; Up restores it
ladder-again-to-leave = press Ctrl+C again to quit; everything is saved
ladder-again-to-leave-proposed = press Ctrl+C again to quit; { $hunks } to review, kept
ladder-proposed-wait = { $hunks } to review, kept; { "{" }quit{ "}" } again quits
ladder-again-to-leave-demo = press Ctrl+C again to quit; the demo's folder goes too
ladder-run-goes-on = a run is going on; { "{" }quit{ "}" } again stops it and quits
ladder-all-stopped = everything stopped, passthrough off
keys-stay = keys unchanged: { $text }
keys-read-again = your keymap was reloaded
keys-more-faults = { $first } ({ $faults } more: /keys)
panes-nothing-waits = no question is waiting
panes-stray-answer = took the lone "{ $letter }" out of the draft; press it here to answer
panes-nothing-to-zoom = only one pane is shown: nothing to zoom
parts-no-other-file = no other changed file that way
parts-edit-sends = Enter replaces the old message, Esc keeps it; files do not change
parts-message-stays = the message is unchanged; Up restores your edit
choose-asking = asking the providers for their models…
ladder-cancelling = cancelling; Ctrl+C again force stops it
ladder-killing = force stopping
ladder-again-stops = { "{" }leave_editor{ "}" } again stops the run
overlay-interrupted-text = The program ended while these sessions worked. A call may have finished or not; none runs again by itself.
run-report-in = report saved in { $path }
run-report-failed = cannot write the report: { $error }; set TMPDIR to a folder with room
run-theme-not-kept = theme not saved: { $why }
run-theme-not-kept-error = theme not saved: { $error }; try again
project-versus-now = { $base } vs now
project-versus-proposed = { $base } vs proposed
external-outside = { $path } is outside the workspace and is not opened
mouse-is-the-terminals = the terminal selects and copies with the mouse now; { "{" }mouse_off{ "}" } gives the mouse back
mouse-is-the-screens = the mouse works here again; Shift+drag selects in the terminal
mouse-answers-nothing = clicks do not answer; { "{" }focus_confirm_bar{ "}" } goes to the question
select-no-text = no text to select here: select in chat, diff or review
select-mode = select mode: move, start, copy; the terminal has the mouse meanwhile
select-in-draft = selecting from here: move the cursor; { "{" }interrupt{ "}" } copies, { "{" }leave_editor{ "}" } ends it
select-other-key = select mode does not use this key; the row below lists its keys
select-empty-line = nothing to copy on this line
select-no-file = select lines of a file, in the diff or the review
attention-asks-about = a question waits: { $tool }
attention-asks = a question waits
attention-done = run done
attention-done-in-chat = run done; the result is in the conversation
attention-failed = run failed
copying-terminals-own = { "   " }Shift+drag: terminal selection
copying-not-whole = the copy lacks part of the selection: scroll through it first, or select less
copying-copied = copied { $letters } characters
copying-copied-lines = copied { $lines }, { $letters } characters
copying-nowhere = not copied: the text is too long for the terminal's clipboard; install wl-clipboard or xclip, or copy less
copying-went-to = { $said } to { $ways }{ $more }
ladder-question-waits = a question waits; { "{" }quit{ "}" } again quits, the next start asks it again
paste-cut = paste cut at 8 MiB: save the text as a file and name it with @
keyname-enter = Enter
keyname-space = Space
keyname-backspace = Backspace

## Hints: what a key does, in a word or two
hint-proceed = proceed
hint-go = go
hint-next = next
hint-previous = previous
hint-wait = wait
hint-new-session = new session
hint-panes = panes
hint-review = review
hint-sessions = sessions
hint-palette = palette
hint-down = down
hint-up = up
hint-close = close
hint-open = open
hint-diff = diff
hint-mention = mention
hint-changed-only = changed only
hint-filter = filter
hint-next-pane = next pane
hint-editor = editor
hint-all-keys = all keys
hint-expand = expand
hint-copy = copy
hint-search = search
hint-next-hunk = next hunk
hint-next-file = next file
hint-wrap = wrap
hint-whole-lines = whole lines
hint-pin = pin
hint-hunk = hunk
hint-file = file
hint-toggle = toggle
hint-accept-next = accept+next
hint-reject-next = reject+next
hint-apply = apply
hint-apply-all = apply all
hint-back = back
hint-discard = discard
hint-normal-mode = normal mode
hint-undo = undo
hint-clear = clear
hint-lines = lines
hint-split = split
hint-edit = edit
hint-comment = comment
hint-fold = unfold
hint-send-comments = send
hint-tab = all uncommitted
hint-tab-to-session = agent's changes
hint-all = all
hint-layout = layout
hint-preview = preview
hint-compare = compare
hint-roll-back = roll back
hint-roll-back-now = roll back and write now
hint-earlier-run = earlier run
hint-later-run = later run
hint-name = name
hint-add = add
hint-complete = complete
hint-start-or-complete = start / complete
hint-stop = stop
hint-read = read
hint-tell = tell
hint-take-back = take back
hint-description = description
hint-waits-for = waits for
hint-priority-up = priority up
hint-priority-down = down
hint-rename = rename
hint-end = end
hint-new = new
hint-look-for-something-else = new search
hint-external = $EDITOR
hint-save = save
hint-switch = switch
hint-workspaces = workspaces
hint-settings = settings
hint-archive = archive
hint-delete = delete
hint-difference = difference
hint-next-step = next step
hint-leave = leave
hint-start = start
hint-word = word
hint-line-start = line start
hint-line-end = line end
hint-approve = approve
hint-reject = reject
hint-all-of-it = all of it
hint-explain = explain
hint-question-before = question before
hint-with-network = with the network
hint-never = never
hint-later = later
hint-take = choose
hint-answer = answer
hint-zoom = zoom
hint-unzoom = unzoom
hint-passthrough = passthrough
hint-mode = mode
hint-leader = leader
hint-off = off
hint-turn-on = turn on
hint-leave-off = leave it off
hint-did-not-come = nothing came
hint-stops-all = stops all
hint-move = move
hint-keep = keep
hint-refuse = refuse
hint-whole = whole item
hint-which = which
hint-forget = forget
hint-new-line = new line
hint-scroll = scroll
hint-run = run
hint-skip = skip
hint-yes = yes
hint-no = no
hint-unbound = { $action } (no key)
hint-no-session = no session yet; { "{" }new_session{ "}" } starts one
hint-undo-all = undo all: { $key }
hint-help = help (empty draft)

## Words of several parts: counts, sizes, states
status-word = { $status ->
    [awaiting_review] awaiting review
   *[other] { $status }
 }
count-call = { $count ->
    [one] { $number } call
   *[other] { $number } calls
 }
count-change = { $count ->
    [one] { $number } change
   *[other] { $number } changes
 }
count-changed-file = { $count ->
    [one] { $number } changed file
   *[other] { $number } changed files
 }
count-command = { $count ->
    [one] { $number } command
   *[other] { $number } commands
 }
count-comment = { $count ->
    [one] { $number } comment
   *[other] { $number } comments
 }
count-conflict = { $count ->
    [one] { $number } conflict
   *[other] { $number } conflicts
 }
count-fault = { $count ->
    [one] { $number } fault
   *[other] { $number } faults
 }
count-file = { $count ->
    [one] { $number } file
   *[other] { $number } files
 }
count-hit = { $count ->
    [one] { $number } hit
   *[other] { $number } hits
 }
count-hunk = { $count ->
    [one] { $number } hunk
   *[other] { $number } hunks
 }
count-task = { $count ->
    [one] { $number } task
   *[other] { $number } tasks
}
count-line = { $count ->
    [one] { $number } line
   *[other] { $number } lines
 }
count-message = { $count ->
    [one] { $number } message
   *[other] { $number } messages
 }
count-model = { $count ->
    [one] { $number } model
   *[other] { $number } models
 }
count-more-file = { $count ->
    [one] { $number } more file
   *[other] { $number } more files
 }
count-other-decision = { $count ->
    [one] { $number } other decision
   *[other] { $number } other decisions
 }
count-proposed-change = { $count ->
    [one] { $number } proposed change
   *[other] { $number } proposed changes
 }
count-place = { $count ->
    [one] { $number } place
   *[other] { $number } places
 }
count-token = { $count ->
    [one] { $number } token
   *[other] { $number } tokens
 }
count-word = { $count ->
    [one] { $number } word
   *[other] { $number } words
 }
count-write = { $count ->
    [one] { $number } write
   *[other] { $number } writes
 }
size-kilobytes = { $size } KB
size-megabytes = { $size } MB
size-seconds = { $seconds } s
size-gigabytes = { $size } GB
size-kibibytes = { $size } KiB
size-mebibytes = { $size } MiB
size-gibibytes = { $size } GiB
count-day = { $count ->
    [one] { $number } day
   *[other] { $number } days
 }
count-list = { $count ->
    [one] { $number } list
   *[other] { $number } lists
 }
count-count = { $count ->
    [one] { $number } count
   *[other] { $number } counts
 }
count-old-message = { $count ->
    [one] { $number } old message
   *[other] { $number } old messages
 }
count-old-result = { $count ->
    [one] { $number } old result
   *[other] { $number } old results
 }
count-part = { $count ->
    [one] { $number } part
   *[other] { $number } parts
 }
count-order = { $count ->
    [one] { $number } order
   *[other] { $number } orders
 }
count-second = { $count ->
    [one] { $number } second
   *[other] { $number } seconds
 }
count-option = { $count ->
    [one] { $number } option
   *[other] { $number } options
 }
count-byte = { $count ->
    [one] { $number } byte
   *[other] { $number } bytes
 }
count-tool-call = { $count ->
    [one] { $number } tool call
   *[other] { $number } tool calls
 }
count-item = { $count ->
    [one] { $number } item
   *[other] { $number } items
 }
count-tool = { $count ->
    [one] { $number } tool
   *[other] { $number } tools
 }
count-picture = { $count ->
    [one] { $number } picture
   *[other] { $number } pictures
 }
count-verdict = { $count ->
    [one] { $number } verdict
   *[other] { $number } verdicts
 }
count-checkpoint = { $count ->
    [one] { $number } checkpoint
   *[other] { $number } checkpoints
 }
count-entry = { $count ->
    [one] { $number } entry
   *[other] { $number } entries
 }
count-choice = { $count ->
    [one] { $number } choice
   *[other] { $number } choices
 }
count-row = { $count ->
    [one] { $number } row
   *[other] { $number } rows
 }

## Editor: the draft, completion, pictures, texts edited outside
popup-file-ends = the file ends here
popup-to-the-end = to the end
composer-paste = [paste { $made }: { $lines }]
composer-history-search = history search:{ " " }
composer-history-keys = { "   " }Ctrl+R older  Ctrl+S newer  Enter use  Esc back
vim-help-head = vim: normal mode, before the keys above
vim-insert = type: at the cursor, at either end of the line, on a new line
vim-select = select letters or lines; the last selection again
vim-move = letter, line, word
vim-move-far = line, text, paragraph, bracket
vim-find = to a letter of the line, and again
vim-operate = delete, change, copy: then a motion or object; twice for the line
vim-shift = indent, small or capital letters: the same way
vim-objects = after an operator: word, quotes, brackets, paragraph
vim-short = cut and change at the cursor; Y copies the line
vim-replace = replace a letter, swap its case, join lines
vim-put = insert the cut text; registers
vim-clipboard = copy to the clipboard, insert from it
vim-undo = undo, redo
vim-repeat = repeat the last change
vim-send = send, as Enter does
vim-quit = quit, asks in a run
vim-search = search the messages sent
vim-scroll = scroll the conversation
vim-unknown = No command :{ $name }. :w sends, :q quits.
vim-on = Vim keys are on until you quit: Esc for normal mode. To keep them, set editor.keys in /settings theme.
vim-off = Vim keys are off until you quit. To keep it so, set editor.keys in /settings theme.
vim-typed-command = { $command } was typed in insert mode and not sent: press Esc first, then type it.
vim-hint-type = type
editor-reading-picture = [reading picture { $number } …]
editor-reading-clipboard = [reading the clipboard { $number } …]
editor-picture-pending = still reading the paste; press Enter when it is done
editor-tokens = { $tokens } tokens
editor-changed-here = changed in this session
editor-mentioned = mentioned
editor-new-to-git = new to git
editor-in-git = { $letter } in git
note-reading = reading it…
note-kept = saved
note-not-kept = not saved yet
note-title = Note  of this workspace
note-keys = { "  " }Esc close  Ctrl+S save now
external-cannot-start = cannot start `{ $program }`: { $cause }; set EDITOR to an installed editor
external-cannot-hand-over = cannot give the text to the editor: { $why }; free some space in the temporary folder
external-open-quote = unclosed quote in `{ $editor }`; close it in VISUAL or EDITOR
external-failed = the editor ended with an error; your text is in { $path }
external-cannot-read-back = cannot read back { $path } from the editor: { $why }; the file stays there: save it as UTF-8 text
editor-key-pasted = the paste contains an API key. It is in no history, but sending it shows it to the model: /settings stores it unseen
told-range-form = { $word } is not a line range, such as 10-40
told-range-order = { $word } is not a line range: put the first line first, as { $rest }
told-range-one = { $word } is not a line range: lines start at 1

## Chat: messages, calls and their results on the screen
chat-call-sides = before vs after the call
chat-call-no-file = this call changed no file
chat-not-found = not found
chat-below-more = { " " }↓ more{ " " }
chat-below-new = { " " }↓ { $count } new{ " " }
chat-beginning = New session. Describe a task and press Enter, for example:
beginning-short = New session. Describe a task and press Enter.
beginning-folder = folder
beginning-model = model
beginning-reads = reads
beginning-no-model = No model connected: /start sets one up
beginning-no-instructions = no AGENTS.md yet: /init writes one
beginning-keys = / commands   @ files   ? all keys
beginning-start-project = Start a small web server with a health check and a test
beginning-start-page = Make a one-page site about a topic of mine
beginning-start-plan = Help me plan a new project, step by step
beginning-fix-tests = Run the tests and fix what fails
beginning-explain-code = Explain how this project is built, with the main files
beginning-add-test = Find a function without a test and add one
beginning-review-changes = Review my uncommitted changes
beginning-explain-files = Explain what is in this folder
beginning-find-outdated = Find what is outdated or wrong in the texts
beginning-write-summary = Write a README that sums it up
chat-you = you
chat-told-agent = sent your decisions to the agent
chat-preview-below = +{ $lines } · Space
chat-preview-above = … { $lines } above · Space
chat-lookups-read = { $count ->
    [one] read 1 file
   *[other] read { $count } files
}
chat-lookups-searched = { $count ->
    [one] searched 1 pattern
   *[other] searched { $count } patterns
}
chat-lookups-listed = { $count ->
    [one] listed 1 folder
   *[other] listed { $count } folders
}
chat-exit = exit { $code }
chat-allowed-by-you = allowed by you { $time }
chat-always-by-you = always allowed by you { $time }
chat-decided-by-you = { $answer }, by you { $time }
chat-space-open = Space open
chat-state-wait = WAIT
chat-state-run = running
chat-state-lost = LOST
chat-state-ok = ok
chat-size-proposed = { $size } proposed
chat-size-some-proposed = { $size }, { $hunks } proposed
chat-hunks-of = { $count } of { $all }
chat-you-rejected = you rejected it
chat-you-rejected-why = you: { $reason }
chat-fate-some-applied = { $count } of { $all } applied
chat-fate-some-edited = { $count } of { $all } edited by you
chat-fate-some-refused = { $count } of { $all } rejected
chat-fate-some-taken-back = { $count } of { $all } undone
chat-fate-on-disk = on the disk until you apply
chat-fate-of-command = { $summary }; its changes: { $fate }
chat-state-no = rejected
chat-state-stop = stopped
chat-state-fail = FAIL
chat-tool-read = read
chat-tool-write = write
chat-tool-edit = edit
chat-tool-delete = delete
chat-tool-list = list
chat-tool-grep = grep
chat-tool-search = search
chat-tool-shell = shell
chat-tool-ask = ask
chat-tool-task = task
chat-tool-plan = plan
chat-tool-memory = memory
chat-title = Chat
chat-title-turn = Chat  turn { $turn }
chat-asked = asked{ $gap }{ $tool }: { $question }
chat-answered = { $answer }, by { $by }  { $time }
chat-label-note = note{ "  " }
chat-label-warn = WARN{ "  " }
chat-label-error = ERROR{ " " }
chat-retry = { $attempt } of { $of } after { $seconds } s: { $why }
chat-label-retry = retry{ " " }
chat-wait-proposed = { $count ->
    [one] 1 proposed change to review: F7
   *[other] { $count } proposed changes to review: F7
}
chat-wait-applied = { $count ->
    [one] 1 applied change to review: F7
   *[other] { $count } applied changes to review: F7
}
chat-wait-some = { $count } proposed and { $applied } applied changes to review: F7
chat-way-send-again = send again
chat-way-enter-key = enter a key
chat-label-after-step = delivered after this step:
chat-label-after-run = queued for the end:
chat-space-close = Space close
chat-thinking = thinking … { $words }
chat-end-done = done
chat-nothing-changed = nothing changed
chat-end-stopped = stopped
chat-end-failed = FAILED
chat-end-interrupted = INTERRUPTED
chat-end-unknown = the program ended during { $calls }; outcome unknown
chat-hunks-accepted = { $count ->
    [one] { $count } accepted
   *[other] { $count } accepted
 }
chat-hunks-refused = { $count ->
    [one] { $count } rejected
   *[other] { $count } rejected
 }
chat-hunks-taken-back = { $count ->
    [one] { $count } rolled back
   *[other] { $count } rolled back
 }
chat-hunks-open = { $count ->
    [one] { $count } undecided again
   *[other] { $count } undecided again
 }
chat-hunks-edited = { $count } edited by you
chat-calls-refused = { $count } rejected
chat-calls-failed = { $count } failed
chat-refused-unasked = { $count } denied by rule
chat-answer-yes = yes
chat-answer-always = yes, always
chat-answer-edited = yes, edited
chat-answer-some = yes, { $what }
chat-answer-no = no
chat-answer-no-why = no: { $why }
chat-answer-chose = chose { $what }
chat-answer-on-disk = yes, without applying
chat-answer-network = yes, with the network
chat-answer-never = no, and never in this session
chat-answer-skipped = skipped
chat-answer-back = back
chat-by-key = key
chat-by-rule = rule
chat-by-mode = mode
chat-by-time-out = time-out
chat-by-cancelling = cancelling
chat-by-nobody = nobody there
chat-allowed-by = allowed by
chat-ran-in = ran in
chat-command-cancelled = Cancelled. All its processes are stopped.
chat-detail-more = ⋯ { $count } more rows: d shows the diff
chat-nothing-more = no details
chat-arguments-raw = arguments, not JSON
chat-arguments = arguments
chat-lines-hidden = ⋯ { $lines } not shown
chat-interrupted-here = interrupted here
chat-told-verdicts = Sent to the agent: { $what }
told-interrupted = This session was interrupted: its process ended during a run. Everything before is here; nothing was run again.

told-interrupted-calls = This session was interrupted: its process ended during a run. The outcome of { $counted } is unknown; nothing was run again. Check the files before you go on.

## Questions: the confirmation bar and what it asks
bar-wrong-word = not "{ $word }": nothing was approved
bar-nothing-to-run = nothing left to run
bar-nothing-typed = nothing typed
bar-auto-nothing = nothing ran unasked yet
bar-auto-ran = { $all } ran unasked: { $writes }, { $commands }
bar-auto-since = { " " }since { $since }
bar-auto-short = AUTO  { $counts }
bar-auto-on = AUTO  passthrough on{ $since }
bar-auto-held = { "  " }{ $count } still asked: { $what }
bar-wants-answer = this question needs an answer: Enter gives it, s skips
bar-nothing-chosen = nothing chosen: Space chooses, n rejects all
bar-focus-then-yes = press F2, then y
bar-wants-answer-or-skip = this question needs an answer: s skips it
bar-no-skip = this cannot be skipped: n rejects, Esc defers it
bar-always-not-for-asked = no "always" here: every mode asks for this
bar-always-not-here = no "always" here
bar-network-not-here = the network is not offered here
bar-never-not-here = no "never" here
bar-network-not-high = high risk: run it without the network first, then you are asked
bar-network-as-shown = with the network only as shown: without your edit, and with the changes applied
bar-always-not-for-edited = no "always" for what you edited
bar-always-not-all-shown = part of the text was not shown: press d, then a
bar-nothing-to-edit = nothing to edit here
bar-focus-then-enter = press F2, then Enter
bar-too-early = that key came too early: press it again
bar-was-covered = the question was covered: read it, then press the key again
bar-edit-not-taken = the proposal changed: edit not used
bar-more-rows = { "   " }… { $hidden } more rows: j/k, or d for all
bar-left-out = { "   " }… { $hidden } more rows: d to the end, then y
bar-not-all-seen = rows are hidden: press d and read to the end, then y counts
bar-bytes-left-out = { $bytes } hidden
exact-blank-lines = { $lines } blank lines
exact-blanks = { $blanks } blanks
bar-no-paste = type the word: pasting does not count
bar-answer-empty = nothing typed: type an answer
bar-answer-number = not a number: type digits, such as 12 or -3.5
bar-answer-path = no path: type one inside the workspace
bar-answer-outside = outside the workspace: type a path relative to its root
bar-answer-pattern = does not fit the pattern { $pattern }
bar-proposed-first = { $hunks ->
    [one] y applies it and runs the command. You can still reject it later.
   *[other] y applies them and runs the command. You can still reject them later.
 }
bar-proposed-unwritten = Cannot apply them, so the command did not run: { $why }. F7 opens the review; Space runs without applying.
bar-proposed-without = y runs the command and applies nothing.
bar-proposed = Not on disk yet: { $changes } in { $files } ({ $paths }).
bar-proposal-other = new proposal
bar-changed-meanwhile = { " " }{ $path } changed: { $why }
bar-proposal-now = { " " }Proposal now: { $size }, { $hunks }. Nothing was applied.
bar-new-file = new file
bar-is-deleted = is deleted
bar-as-edited = { "   " }as you edited it
bar-typed-by-you = typed by you
bar-asked-by = asked by { $who }
bar-place = { " " }cwd { $cwd }{ $gap }{ $sandbox }{ $gap }{ $by }
# Where a command runs.
sandbox-place = { $world }, { $network }
sandbox-off = sandbox off
status-sandbox = sandbox { $word }
sandbox-disk = sandbox on the disk
sandbox-read-only = sandbox that only reads
sandbox-proposed = sandbox with the proposals
sandbox-network-off = no network
sandbox-network-on = network on
sandbox-network-hosts = network: { $places } only
sandbox-network-offered = no network; on request { $places }
bar-why-risk = { " " }why risk is { $risk }:
bar-why-part = { $part }: { $why }
asked-by-mode = No rule covers it, and this mode asks before commands that may change something.
asked-for-risk = Every mode asks for high risk, each time.
bar-help-leave = { " " }y { $yes }   n reject   c reject, with a reason   Esc later   Ctrl+C cancels the run
bar-help-answer = { " " }Enter answers   s skips   Esc later   Ctrl+C cancels the run
bar-help-reach = { " " }a allow for longer   d, r all of it   e edit first   x why the risk
bar-help-buttons = { " " }Tab next button   Enter presses it, after F2   j k scroll, 1-9 choose
bar-help-space = marks, or holds the timer
bar-help-marks = { " " }Space { $space }   ? closes this
bar-help-marks-others = { " " }Space { $space }   [ ] other questions   ? closes this
bar-why-not = { " " }why not >{ " " }
bar-diff-below-one = { "      " }+1 line: d
bar-diff-below = { "      " }+{ $below } lines: d
bar-diff-above = { "      " }{ $above } lines above: k
bar-diff-both = { "      " }{ $above } lines above, +{ $below }: j k d
bar-y-writes-saved = { " " }y writes your { $lines }, not the proposal; e edits them again
bar-armed = { "         " }(ready in { $seconds } s)
bar-armed-short = { " " }in { $seconds } s
bar-waits-answer = { " " }F2, then  Enter answer  s skip
bar-waits-always = { "  " }a always
bar-details-diff-long = full diff
bar-details-diff = diff
bar-details-text-long = full text
bar-details-text = full
bar-waits-keys = { " " }F2, then:  y { $yes }  n reject  d { $details }{ $always }
bar-waits-typing = { " " }paused while you type: F2 to answer
bar-waits-for-you = { " " }waits for your answer.
bar-yes-word = type "{ $word }" to approve
bar-yes = approve
bar-after-focus = F2, then { $enter }
bar-choose-keys = j/k or 1-{ $last } highlight
bar-enter-take = Enter choose
bar-button-no = n reject
bar-esc-back = Esc back
bar-timer-stands = { " " }timer paused. Space resumes.
bar-timer-then = { " " }then: no, and the run goes on. Any key pauses.
bar-empty-skips = empty = skip
bar-readline = { "   " }readline keys work here
bar-enter-answer = Enter answer
bar-esc-later = Esc later
bar-tab-skip = Tab s skip
bar-enter-reject = Enter reject with this reason
bar-new-line = Ctrl+J new line
bar-enter-approve = Enter approve
bar-no-paste-tail = { "   " }pasting does not count
bar-enter-run = Enter run this
bar-passthrough-on = PASSTHROUGH on? { $session } only
bar-passthrough-stay = n stay in { $mode }
bar-passthrough-turn-on = y turn on
bar-passthrough-steps = { "   " }each step = checkpoint
bar-passthrough-reach = { " " }auto: reads, edits and commands in { $root }, risk low or medium
bar-passthrough-asks = { "       " }always asks: risk high, outside workspace, git push, recursive delete
bar-passthrough-first = first time
bar-passthrough-off = { " " }off again: F9, or F12 which stops all
bar-place-of = { " " }{ $place } of { $count }
bar-title-write = CONFIRM{ $of }  write
bar-title-shell = CONFIRM{ $of }  shell
bar-title-delete = CONFIRM{ $of }  delete { $files }
bar-title-idle = QUESTION{ $of }  idle { $time }
bar-title-yes-no = QUESTION{ $of }  yes or no
bar-title-text = QUESTION{ $of }  text
bar-title-step = , step { $number } of { $of }
bar-title-one = QUESTION{ $of }  choose one
bar-title-several = QUESTION{ $of }  choose several
bar-title-changed = { "  " }CHANGED since asked
bar-timer-left-stands = timer paused at { $left }
bar-timer-left = rejects in { $left }
bar-risk-high = RISK HIGH
bar-by = by { $who }
bar-risk-medium = risk medium
bar-risk-low = risk low
bar-delete-checkpoint = { " " }a safety checkpoint comes first            { $chosen } of { $total } chosen, { $size }
bar-file-unit = file{ " " }
bar-files-unit = files
bar-other-answer = other: type an answer
bar-how-far = { " " }Allow for how long?
bar-bytes = { $bytes } bytes
bar-details-preview = preview
bar-details-all = all of it
bar-button-skip = s skip
bar-button-back = b back
bar-button-full-diff = d full diff
bar-button-yes = y approve
bar-button-marks = Space marks
bar-button-timer-on = Space resume timer
bar-button-timer-off = Space pause timer
bar-button-no-now = n reject now
bar-button-later-stops = Esc later: timer stops
bar-button-yes-once = y approve once
bar-no-always-long = { "      " }no "always": high risk
bar-no-always = { "  " }no always
bar-button-always-long = a always...
bar-button-always = a always…
bar-tail-long = { "   " }Esc later
bar-tail-others = { "   " }Esc later  [ ] other questions
bar-tail = { " " }Esc later
bar-button-diff = d diff
bar-button-edit = e edit
bar-button-comment-long = c reject+comment
bar-button-comment = c comment
bar-button-apply-run-long = y apply, then run
bar-button-apply-run = y apply+run
bar-button-run-disk-long = y run without applying
bar-button-run-disk = y run only
bar-switch-on = apply first: yes
bar-switch-off = apply first: no
bar-button-switch = Space { $switch }
bar-button-edit-command = e edit command
bar-button-explain = x explain
bar-button-network = w network
bar-button-network-long = w yes, with the network
bar-button-never = v never
bar-button-never-long = v never in this session
bar-button-full-text = d full text
bar-button-full = d full
bar-button-toggle = Space toggle
bar-button-preview = d preview
bar-button-move = j/k move
unasked-delete-files = delete { $count } files
proposal-sides = before vs proposed
whole-proposed = proposed, not on the disk: { $path }
whole-place = runs in { $cwd }, { $sandbox }
whole-touches = touches { $path }
whole-more-files = { "    " }… { $counted } more
whole-delete = { $path }  { $files } files  { $note }
whole-risk = risk { $risk }
whole-too-long = (too long to show the rest)
whole-yes-applies = yes applies this first:
whole-this-session = this session
whole-proposal-changed = the proposal has changed; e edits the new one
whole-nothing-edited = no change in the editor: the proposal stays
told-git-not = NOT in git
summary-write = write { $path } +{ $added } -{ $removed }
summary-deletes = delete { $number } paths
summary-delete = delete { $path }

## Files: the tree, the diff pane, search results
compared-comparing = { $sides }: comparing…
compared-nothing = { $sides }: no difference
compared-file-of = file { $number } of { $count }
compared-left-out = left out: { $path }: { $why }
tree-all-again = showing all files
tree-no-other = no other
tree-filter-foot = { " " }{ $words }   Esc shows all files
tree-changed-foot = { " " }only { $count }   a shows all files
tree-legend-proposed = p   not on disk yet
tree-filtered = Files  { $words }
tree-only = Files  changed { $count } only
tree-files = Files
tree-changed = Files        changed { $count }
tree-looking = looking…
tree-and-changed = , changed
tree-fitting = { $shown } of { $total }{ $only }
tree-row-looking = { " " }looking…
tree-no-changed-fits = { " " }no changed match
tree-none-fits = { " " }no match
tree-nothing-changed = { " " }nothing changed
tree-none = { " " }no files
tree-loading = { " " }loading …
diff-pinned = The diff pane stays open; {"{"}toggle_diff{"}"} hides it.
diff-hidden = The diff pane is hidden; {"{"}toggle_diff{"}"} opens it.
diff-with-changes = The diff pane opens with changes.
diff-line-of = { "   " }line { $line } of { $total }
diff-file = File  { $path }{ $facts }
diff-proposal = current vs proposed
diff-title = Diff
diff-hunk-of = hunk { $hunk } of { $all }
diff-title-of = Diff  { $path }   { $facts }
diff-none = Changes appear here.
diff-without-space = without white space
diff-white-space-ignored = white space differences are not shown
diff-one-column = two columns need a wider pane and a difference
finder-type-text = type a search text; Esc cancels
finder-not-pinned = not pinned: pins read the disk, and this is only proposed; F7 applies it
finder-pinned-already = pinned already; /exclude removes it
finder-title = Search
finder-searching = searching…
finder-nothing = no match in the files
finder-first-places = first { $count } places
finder-best-first = , best first
finder-best-first-meaning = , best first, by words and meaning
finder-by-path = , sorted by path
finder-again = , searching again…
finder-yet = { " " }yet
finder-partial = { $yet }: index { $percent } % built ({ $done } of { $total } files), there may be more
finder-partial-unknown = { $yet }: index still building, there may be more
finder-as-written = { " " }(exact text: no index to rank them)
finder-index-failed = ; the index stopped: { $why }
finder-something-else = ; / new search
finder-proposed = { "  " }proposed
finder-pinned = { "  " }pinned
finder-line = { "  " }line { $line } of { $total }
finder-reading = reading the file…
widget-new-file = new file
widget-deleted = deleted
widget-fold-one = { " " }⋯ 1 line unchanged
widget-fold = { " " }⋯ { $count } lines unchanged
widget-more-one = { " " }⋯ 1 line more
widget-more = { " " }⋯ { $count } lines more
widget-no-more = { " " }⋯ end of changes
widget-none = { " " }no differences

## Review: hunks, decisions, applying, comments
overlay-place = { $first }-{ $last } of { $all }
review-answered = answered
review-title = Review
review-last-one = this is the last one
review-first-one = this is the first one
review-all-decided = all decided: w shows what it will write
review-all-marked = all marked: y gives the answer
review-no-fold = no fold below the cursor
review-white-space-ignored = white space differences are not shown; marks are unchanged
review-white-space-counts = white space counts again
review-one-column = only one column here; = changes the layout
review-only-column = only this column is shown
review-conflict-keys = m mine  t agent  b both  o base  e edit
review-result-of = Result of hunk { $number }
review-result-sign = { $sign } = line by { $who }
review-result-more = … { $above ->
    [0] { "" }
    [one] 1 line above
   *[other] { $above } lines above
}{ $between }{ $below ->
    [0] { "" }
    [one] 1 more line
   *[other] { $below } more lines
}   j k go there
review-result-if = Result if you accept hunk { $number }
review-hunk-number = hunk { $number }
review-about = { $head }: { $about }
review-hunk-goes-on = , { $count ->
    [one] 1 more line below
   *[other] { $count } more lines below
 }
review-hunk-goes-on-short = { " " }(+{ $count })
review-marks-not-applied = w applies your decisions
review-marks-applied = all decisions are applied
review-answer-not-given = y gives the answer and writes it; Esc goes back
review-yours-stay = your changes stay: [u]
review-foot-files-more = { " " }files: …{ " " }
review-foot-files = { " " }files:{ " " }
review-nothing-differs = { " " }no differences in this file
review-looking = { " " }reading the changes…
review-nothing-to-review = { " " }nothing to review: the agent's changes appear here; T shows all uncommitted changes
review-nothing-of-file = { " " }no change to this file is logged; { "}" } and { "{" } go to changed files
review-unchanged = ⋯ { $lines } unchanged
review-unchanged-open = { $words }   z open
review-told = sent
review-not-told = not sent yet
review-column-current = Current
review-column-base = Base
review-column-proposed = Proposed
review-head-of-question = { " " }Review of the question
review-proposed-by = proposed by{ " " }
review-conflicts-block = { " " }conflicts block w
review-whole-not-logged = { "   " }whole; not logged yet
review-being-written = { "   " }being written…
review-refining = { "   " }refining…
review-not-applied = { "   " }not applied: w
review-file-place = file { $number } of { $all }{ "   " }
review-file-place-short = { $number }/{ $all } files
review-one-file = 1 file
review-hunk-place = hunk { $number } of { $all }
review-hidden-back = , without { $numbers } (undone)
review-hidden-under = , without { $numbers } (under later ones)
review-lines-chosen = { $lines } chosen
review-lines-standing = a accept  r reject  c comment  y copy  v done
review-unified = { " " }Current+proposed unified
review-unified-base = , base #{ $number }
review-unified-keys = { $hunk }   = layout
review-on-disk-now = on disk now (you)
review-title-tree = Uncommitted
review-to-tree = all uncommitted changes
review-to-session = the agent's changes
review-column-changed = Changed
review-git-on-disk = already on the disk: nothing to decide. c comments, C sends the comments to the agent
review-git-committed = already committed: nothing to decide. c comments, C sends the comments to the agent
review-git-no-result = nothing is applied here, so there is no result to show
review-git-clean = { " " }no uncommitted changes
review-binary = binary file, sha256 { $hash }…
review-title-since = Since { $branch }
review-git-no-commits = { " " }no changes since { $branch }; T shows all uncommitted changes
review-git-head = HEAD
review-git-merge-base = merge base with { $branch }
review-git-hunk = { $added } added, { $removed } removed
review-git-comment = c comments for the agent
review-git-send = { $comments } not sent: C sends to the agent
review-git-disk-differs = { "   " }the disk differs
review-git-unified = { " " }unified, base { $base }
review-checkpoint-at = checkpoint #{ $number } { $time }
review-before-it = before it
review-sheet-looking = reading { $files }…  Esc cancels
review-accept-all-files = Accept all files
review-sheet-edit = Edit
review-sheet-fetching = reading the text…  Esc cancels
review-sheet-comment = Comment for the agent
review-sheet-comment-keys = Enter keep   Ctrl+J new line   Esc back
review-sheet-edit-proposed = Edit this change
review-sheet-edit-keys = Ctrl+S or Alt+Enter keep   Esc back   nothing is applied
review-sheet-edit-deletion = This hunk only deletes. Type what should stand there, or leave it empty.
review-sheet-edit-here = Edit these lines
review-sheet-ways = Enter go   j/k move   Esc back
full-comparing = comparing…
apply-title = Apply
apply-question = Apply { $changes } in { $files }?
apply-question-on-disk = Accept { $changes } in { $files }? They are on disk already.
apply-question-files = Apply the changes of { $files }?
apply-nothing = Nothing to apply: the disk fits your decisions.
apply-skipped = { $path } stays as it is: { $why }
apply-edited = { $path } also has changes of yours on disk: they stay.
apply-oversized = { $path }: { $lines } in one change, accepted whole.
apply-rejected = { $path }: { $changes } rejected, and not applied.
apply-undecided = { $changes } still undecided: kept, and not applied now.
apply-one-to-tell = 1 decision or comment goes to the agent with the next message.
apply-to-tell = { $count } decisions and comments go to the agent with the next message.
apply-reading = reading what to apply…
apply-reading-again = something changed; reading it again…
apply-changed = This has changed since you opened it. Read it again.
apply-keys = y apply   d difference   j/k scroll   Esc back, nothing is applied
apply-back = Esc back
apply-sides = disk now vs applied
apply-y-not-enter = press y to apply, not Enter
change-proposed = proposed
change-open = open
change-accepted = accepted
change-applied = applied
change-rejected = rejected
change-rolled-back = undone
change-conflict = conflict
change-yours = yours
change-partial = partial
change-until-applied = { $state }, on disk until you apply
change-not-decided = { $state }, not decided
review-left = decisions in { $files } are not applied yet: /apply applies them
review-list-head = { " " }Files
review-list-changed = changed { $count }{ " " }
review-search-first = press / first
review-edit-in-bar = Esc, then e in the bar edits it
review-no-hunk = no hunk on the screen: n goes to the next
review-edit-unchanged = no change in the editor: the hunk stays
review-comment-in-bar = Esc, then c in the bar rejects with a comment
review-nothing-to-pin = no lines to pin here
review-is-yours = this change is yours and stays: it is not proposed
review-accept-title = Accept
review-accept-builds = This hunk builds on { $others }, still undecided.
review-accept-both = both: accept the { $others } too
review-leave-it = leave it
review-reject-title = Reject
review-reject-builds = Later changes build on this hunk: { $others }.
review-reject-with = reject it with the { $count } that build on it
review-reject-alone = only this one: the others get [!] until settled
review-question-whole = answer a question by whole hunks; nothing is split
review-no-conflict = no conflict in this hunk
review-nothing-to-undo = nothing to undo
review-undone = undone: { $label }
review-done-again = redone: { $label }
review-edited-accepted = edited and accepted: w applies it, u undoes both
review-edited-open = edited, undecided: a accepts it
review-undo-title = Undo
review-undo-rollback = The last action is a rollback: { $label }
review-undo-writes = Undo restores the files as they were before it.
review-undo-leave = leave it
review-undo-way = undo the rollback
review-nothing-left = Nothing left to accept.
review-accept-all = accept { $hunks } in { $files }; nothing is applied yet
review-nothing-to-decide = nothing left to decide here
review-accept-file = accept all { $hunks } of this file
review-accept-file-title = Accept all in this file
review-leave-split = leave it: s splits a hunk
review-conflicts-left = { $conflicts } left: m t b o e settles one
review-not-written-yet = not written yet: y gives the answer as marked
review-file-lines = { $path }: { $lines } lines
review-over-limits = { $hunks } over the limit, each accepted whole:
review-conflicts-left-out = { $conflicts } left out: settle them one by one.
review-nothing-to-search = nothing to search yet
review-not-in-file = not in this file: { $text }
review-from-top = from the top
review-from-bottom = from the bottom
review-search-keys = Enter search  Esc cancel
review-more-than = more than{ " " }
review-search-looking = /{ $text }   search…
review-search-match = /{ $text }   match { $number } of { $more }{ $all }
review-search-ends = n next  N previous  Esc ends the search
review-nothing-said = nothing typed
review-text-kept = your text is kept: the same key opens it again
review-comment-unchanged = comment unchanged
review-comment-removed = comment removed; u restores it
review-hunk-unchanged = no change: the hunk stays
review-not-here-yet = the proposal is still loading
review-high-risk = high risk: press Esc, then type the word in the bar
review-answer-counts = { $taken } accepted, { $refused } rejected, { $open } not marked.
review-answer-title = Answer
review-answer-go-on = go on marking
review-answer-take-rest = accept the unmarked too
review-answer-refuse-rest = reject the unmarked
review-answer-given = answer given
review-cursor-in-no-hunk = no hunk at the cursor: n goes to the next
review-lines-keys = j and k select lines; a, r and c act on them, v ends it
review-lines-end = the hunk and the selection end here
review-lines-whole = answer a question by whole hunks: a and r mark this one
review-lines-together = these lines cannot be split from the rest; s splits the hunk
review-lines-split = the hunk was split, but not at these lines; decide on its parts
review-maker-you = you
review-maker-command = a command
review-maker-session = session { $name }
review-maker-unclear = unclear: changed while a command ran
review-about-oversized = too large for one hunk: s splits it
review-about-edited = edited by you
review-about-builds-on = builds on { $count }
review-about-carries = { $count } build on it
review-no-newline = { " " }<no newline>
review-cell-yours-now = yours (now on disk)
review-cell-base = base
review-cell-agent = agent
review-cell-yours = yours
review-cell-rejected = rejected
review-still-written = still being written: decide when it is complete
widget-cut = { " " }⋯ cut here: the diff is too long to show
scope-hunk = of 1 hunk
scope-hunks = of { $word } hunks
scope-agent = of all that { $who } did
scope-call = of one call
scope-run = of one run
scope-session = of the session
scope-file = of { $path }
scope-checkpoint = to #{ $name }
told-checkpoint-name = a checkpoint name has 1 to 80 letters
told-changed-besides = { $files } changed while the agent's program worked, without a call for them: { $rest }. /review shows them
told-changed-after-run = { $files } changed after the run while the agent's program still worked: { $rest }. The state before: checkpoint #{ $number }
told-process-ended-command = The process ended during a command (call { $word }). { $files } changed since it began; their state before is checkpoint #{ $number }.
told-no-such-hunk = that hunk no longer exists (split meanwhile?); look again
told-comment-words = a comment needs text, 8 KiB at most
told-comment-place = those lines are not under review
told-comment-gone = no such comment, or the agent has it already
told-comments-none = there are no comments to send; comment on a hunk first
told-repo-no-git = git is not installed: install it to review the working tree or a branch
told-repo-no-repository = this folder is in no git repository: only the changes of the session can be reviewed
told-repo-foreign = { $why }: git is not asked
told-repo-no-commit = the repository has no commit yet that a branch could be compared with: review the working tree
told-repo-no-branch = there is no branch { $branch }: `git branch -a` lists them
told-repo-no-branch-near = there is no branch { $branch }: did you mean { $near }?
told-repo-unrelated = { $branch } and HEAD have no commit in common
told-repo-no-answer = git gave no answer: `git status` may say why
told-repo-blocked = blocked by { $pattern }, not shown
told-repo-too-large = { $number } bytes, too large to show
told-repo-decided = these changes are on the disk or in a commit already: comment on them instead
told-repo-gone = this file has no changes any more
told-repo-binary = binary, { $before } → { $after } bytes
told-repo-by-head = HEAD
told-repo-by-disk = working tree
told-repo-submodule = submodule
told-repo-link = symbolic link
told-repo-untracked = new, not in git
told-repo-list = { $first }, { $more }
told-nothing-to-undo = nothing to undo in the review
told-nothing-to-redo = nothing to redo in the review
told-rollback-waits = a rollback must wait for the run to end; stop it first (Ctrl+C or /stop)
told-hard-word = a hard rollback undoes your work too: type { $word } to confirm
told-all-told = nothing new to send to the agent
told-told-at-end = the agent gets it after this step
told-review-at-work = the review is busy; try again in a moment
told-review-too-fast = decisions and changes came in too fast; try again
told-call-runs = an agent's call is running; apply when it has ended, or stop it (Ctrl+C)
told-nothing-to-write = nothing to apply: the disk matches your decisions
told-accepted-on-disk = accepted: { $counted }, on disk already
told-not-written = { $path } is not applied: { $why }
told-nothing-to-take-back = nothing to roll back
told-written = applied: { $counted } +{ $added } -{ $removed }
told-written-for-command = applied for the command: { $counted } +{ $added } -{ $removed }
told-rolled-back = rolled back and written: { $counted } +{ $added } -{ $removed }; /rollback undo undoes it
told-taken-back-written = undone and written: { $counted } +{ $added } -{ $removed }
told-done-again-written = redone and written: { $counted } +{ $added } -{ $removed }
told-nothing-written = nothing was written: { $why }
told-left-as-they-are = not applied, left as they are: { $whys }
told-staged-not-written = the proposed changes could not be applied, so the command was not run: { $why }
told-save-finished = The program ended while it applied changes. Finished now: { $counted }.
told-save-command-finished = The program ended while it applied changes for a command. Finished now: { $counted }; the command did not run.
told-rollback-finished = The program ended during a rollback. Finished now: { $counted }; /rollback undo undoes it.
told-undo-finished = The program ended while it undid a rollback. Finished now: { $counted }.
told-save-undone = The program ended while it applied changes to { $counted }. Undone now: { $why }.
told-rollback-undone = The program ended during a rollback of { $counted }. Undone now: { $why }.
told-changed-nothing = none of this run's changes is left: nothing to roll back
told-nothing-after = no agent or command changed a file after this checkpoint: choose an earlier one, or reset the files, which also undoes your own work; /rollback undo undoes a rollback
told-nothing-belongs = no change is left that belongs to this: nothing to roll back
told-nothing-chosen = nothing chosen to roll back
told-shown-otherwise = files or decisions have changed since the summary; look again
told-previewed-otherwise = files or decisions have changed since the preview; look again
told-conflict-waits = a conflict in it waits to be settled in the review
told-conflicts-wait = settle { $word } conflicts in the review first
told-is-there-already = `{ $path }` exists already; move that file away first
told-becomes-removed = will be removed
told-becomes-stays = stays
told-becomes-there = comes back
told-becomes-back = { $counted } back
told-becomes-proposed = { $why }, only proposed
told-becomes-some-proposed = { $why }, { $word } only proposed
told-becomes-edited = { $why }, { $word } edited by you
told-becomes-lost = { $why }, { $word } of yours lost
told-becomes-kept = { $why }, { $word } of yours kept
told-becomes-conflict = { $why }, 1 conflict
told-becomes-conflicts = { $why }, { $word } conflicts
told-by-you = you
told-by-command = a command
told-by-either = you or a command
told-by-session = session { $word }
told-conflict-deleted = { $why } deleted the file
told-conflict-builds-on = it builds on a rejected change by { $why }
told-conflict-built-on = a later change by { $why } builds on it
told-conflict-twin = { $why } wrote the same lines there: both would double them
told-conflict-line = { $why } changed the same line
told-conflict-place = { $why } inserted lines at the same place
told-settle-first = to settle first: { $why }
told-you-changed-lines = you changed lines of this hunk
told-agent-changed-lines = { $word } changed these lines
told-file-created = created
told-file-deleted = deleted
told-file-renamed = renamed from { $path }
told-file-is-made = is made
told-file-is-deleted = is deleted
told-file-moves = moves to { $path }
told-file-mode = mode { $word } to { $number }
told-review-no-text = not text; accept or reject it as a whole
told-review-not-changed = this session has not changed that file
told-review-edit-late = `{ $path }` changed while you edited it; your text was not used: edit it again
told-review-odds = this hunk conflicts with another: accept it and settle the conflict, then edit it
told-review-nul = the text has a NUL character; only text can be written
told-review-on-rejected = this hunk builds on a rejected one; accept that first, then edit this
told-review-content-gone = the content of `{ $path }` is gone from the store
told-review-base-gone = cannot review `{ $path }`: its text before the first change is no longer stored; the file is unchanged
told-review-damaged = cannot review `{ $path }`: its stored history is damaged; the file is unchanged
told-review-not-back = cannot roll back `{ $path }`: { $why }
told-review-new-gone = the new content of `{ $path }` is gone from the store
told-review-summary-late = `{ $path }` { $why } meanwhile; look at the summary again
told-review-late-gone = is gone
told-review-late-there = is there
told-review-late-changed = was changed
told-review-left-written = { $why }; `{ $path }` was written and stays as it is: { $why_left }
told-review-question-over = this question was answered meanwhile, or proposes no change; check the files
told-review-hunk-gone = that hunk no longer exists; look again
told-review-settled = this hunk has no conflict now
told-review-as-it-was = text unchanged; nothing to do
told-review-file-deleted = no text to edit: the file was deleted later; reject the deletion first
told-review-edit-rejected = this hunk is rejected; accept it first, then edit it
told-review-parts-unlike = cannot join the parts: one is decided or applied, another is not
told-review-parts-built = cannot join the parts: other changes build on one of them alone
told-review-parts-gone = cannot join the parts: they no longer exist
told-review-log-before = change { $word } does not fit the stored text, so only the present text of the file can be used
told-review-log-after = change { $word } does not give the stored text, so only the present text of the file can be used
told-review-log-base = its history does not give its saved text
told-review-merge-binary = cannot merge { $path }: it is binary; take one of the versions whole
told-review-merge-large = cannot merge { $path }: it has 2 GiB or more; take one of the versions whole
told-review-split-line = a hunk of one line cannot be split; edit it instead
told-review-split-deletion = the deletion of a file is one decision; reject it and delete lines instead
told-review-split-lines = the hunk does not have these lines; choose from its lines
told-review-split-nothing = these lines are the whole hunk; choose fewer
told-review-split-amended = cannot split: you edited this hunk; edit it again instead
told-review-split-built = cannot split: other changes lie between this hunk's lines; edit it instead
told-checkpoint-dropped = checkpoint #{ $number } is incomplete: parts were dropped to stay within checkpoints.max_mb; roll back hunks or files one by one, or choose a later one
told-checkpoint-none = this session has no checkpoint { $word }; see the list with /checkpoints or `agentichat checkpoints`
told-hard-what = hard rollback works only for a run, the session or a checkpoint
told-no-rollback = no rollback to undo
author-you = you
author-shell = shell
author-unclear = unclear
told-files-and-more = { $files } and { $number } more
told-hunks-by-rollback = /rollback rolls hunks back
told-left-file = { $path } ({ $why })
told-review-was-at-work = the review was busy; ask for the command again
told-rollback-partly = The program ended during a rollback of { $counted }. Finished now, except for files that changed since: { $why }.
told-save-command-partly = The program ended while it applied changes to { $counted } for a command. Finished now, except for files that changed since: { $why }.
told-save-command-undone = The program ended while it applied changes to { $counted } for a command. Undone now: { $why }.
told-save-partly = The program ended while it applied changes to { $counted }. Finished now, except for files that changed since: { $why }.
told-undo-partly = The program ended while it undid a rollback of { $counted }. Finished now, except for files that changed since: { $why }.
told-undo-undone = The program ended while it undid a rollback of { $counted }. Undone now: { $why }.
author-list = { $author }, { $others }
told-review-left-with = `{ $path }` { $why }

## Rollback and checkpoints
rollback-runs = refused: the session runs. n closes this, then Ctrl+C stops it
rollback-wrong-word = not { $hard_word }: nothing was rolled back
rollback-enter-first = press Enter first: it shows the preview
rollback-changed-meanwhile = files have changed; look again
rollback-rolling-back = rolling back…
rollback-still-looking = still reading the changes
rollback-title = Roll back
rollback-sides = now vs rolled back
rollback-to-settle = { $conflicts } to settle first: Space on one
rollback-edits-conflicts = e edits the row of a conflict, in the review
rollback-edit-here = e edits these lines; q asks again what to roll back
rollback-title-looking = Roll back   reading the changes…
rollback-step-1 = step 1 of 2
rollback-lead-scope = scope{ "  " }
rollback-scoped = only the agent's changes, keep mine
rollback-scoped-short = agent's changes only, keep mine
rollback-hard = reset the files, lose mine
rollback-hard-short = reset the files, lose mine
rollback-lead-how = how{ "    " }
rollback-nothing-there = nothing to roll back
rollback-not-applied = { "  " }not applied yet: { $path }: this applies its decisions too
rollback-left-alone = { "  " }[ ] { $path }  { $why }: left alone
rollback-in-index = { "  " }{ $path }: staged in git; git restore --staged takes it out
rollback-may-be-yours = { $mark } change { $number } may be yours: it came while a command ran
rollback-conflict = { $mine } keep mine { $base } checkpoint { $both } both
rollback-conflict-why = line { $line }: { $why }
rollback-safety = safety checkpoint #{ $number } comes first: F8, top entry, undoes it
rollback-hard-discards = you lose { $hunks } of YOURS: type  { $hard_word }  on the next step
rollback-session-runs = the session runs: nothing is rolled back before it ends (Ctrl+C)
rollback-step-2 = step 2 of 2
rollback-yours-none = No change of yours in these files.
rollback-yours-one = 1 hunk of yours stays.
rollback-yours = { $hunks } of yours stay.
rollback-lost-none = None of your changes are lost.
rollback-lost-one = You lose 1 hunk. Checkpoint #{ $number } keeps it.
rollback-lost = You lose { $hunks }. Checkpoint #{ $number } keeps them.
rollback-edits-go = You lose YOUR edits of { $hunks } of the agent. Checkpoint #{ $number } has them.
rollback-word-keys = Enter roll back, once the word is typed   Esc back
rollback-title-of = Roll back { $what }
rollback-type-word = type { $hard_word } to roll everything back:{ " " }
rollback-scope-hunk = this hunk
rollback-scope-hunks = these { $hunks }
rollback-scope-file = this file: all changes by agents and commands
rollback-scope-call = this call
rollback-scope-earlier-run = the last run that changed something
rollback-scope-run = this run
rollback-scope-agent = all that agent { $agent } changed this session
rollback-scope-session = all that agents and commands did this session
rollback-scope-checkpoint = all that agents and commands did since then
timeline-name-empty = a name needs a letter; nothing named
timeline-none-chosen = no checkpoint chosen
timeline-none-yet = no checkpoint yet
timeline-versus = #{ $number } vs #{ $other }
timeline-versus-now = #{ $number } vs now
timeline-versus-undone = now vs rollback undone
timeline-title = Checkpoints
timeline-no-rollback = no rollback to undo
timeline-looking = reading the checkpoints…
timeline-none = no checkpoint yet: a run makes one before its first change
timeline-none-fits = no match
timeline-undo-sure = Undo the rollback and write the files?
timeline-ask-filter = filter by file, agent or words:{ " " }
timeline-ask-name = name:{ " " }
timeline-ask-new = name for a checkpoint now:{ " " }
tasks-title = Tasks
tasks-title-of = Tasks  { $words }
tasks-none = No tasks yet. The agent makes them for work of several steps; you add one here.
tasks-none-chosen = No task is chosen.
agents-none-chosen = No agent is chosen
agents-title = Agents
agents-title-of = Agents · { $words }
agents-progress = { $number } at work, { $total } ended
agents-calls =
    { $count ->
        [one] { $count } call
       *[other] { $count } calls
    }
agents-tokens = { $tokens } tokens
agents-head-task = the task
agents-head-agent = the agent
agents-is-over = { $name } has ended
agents-ask-message = Tell it: 
agents-stop-again = Press the key again to stop { $name }
agents-conversation = Agent { $name }
agents-reading = Reading…
agents-key = agents
agents-at-work-count =
    { $count ->
        [one] { $count } agent at work
       *[other] { $count } agents at work
    }
tasks-delete-again = Press x again to delete task { $number }.
tasks-ask-new = new task
tasks-ask-name = name
tasks-ask-description = description
tasks-ask-after = waits for
tasks-ask-agent = agent
tasks-created = created { $time }
tasks-started = started { $time }
tasks-completed = completed { $time }
task-status = { $status ->
    [in_progress] in progress
    [completed] done
    [blocked] blocked
   *[other] pending
}
task-waits-for = waits for { $numbers }
task-progress = { $number } of { $total } done
task-none = no tasks
task-for = for { $agent }
task-facts = { $status }, priority { $priority }
task-after = after { $names }
task-took = took { $time }
plan-now = now
plan-next = next
plan-key = tasks
timeline-dropped = { " " }(bytes dropped: over the cap)
timeline-time = time{ " " }
timeline-time-long = time{ "       " }
timeline-head = { "      " }#  { $time }  by         files        what
timeline-head-kind = { $row }  kind
timeline-undo = { "   " }undo  { $label }
timeline-kind-auto = auto
timeline-kind-user = user
timeline-kind-shell = shell
timeline-kind-named = named
timeline-kind-safety = safety
title-before = before: { $title }
title-rollback = rollback { $scope }
title-hard-rollback = hard rollback { $scope }
title-accepted-one = accepted 1 hunk
title-accepted = accepted { $word } hunks
title-rejected-one = rejected 1 hunk
title-rejected = rejected { $word } hunks
title-taken-back-one = undid a decision on 1 hunk
title-taken-back = undid the decision on { $word } hunks
title-before-after-run = before changes that came after a run
title-before-cut-off = before a command that was cut off
title-before-redo = before redoing a rollback
title-before-undo = before undoing a rollback
title-before-saving-one = before applying changes to 1 file
title-before-saving = before applying changes to { $word } files
title-edited = edited { $path }
title-settled = settled by an edit
title-split = split a hunk
title-comment-made = comment made
title-comment-changed = comment changed
title-comment-removed = comment removed
title-kept-mine = kept mine
title-took-both = took both
title-took-agent = took the agent's
title-took-base = took the base

## Figures: tokens, costs, times
run-status = { $status }
figures-title = Figures  { $name }
figures-none = no answer yet: tokens, cost and time of each run appear here
figures-looking = reading the runs…
figures-context-unknown = context  not measured yet
figures-context-of = { " " }{ $about }{ $percent }%  { $used } of { $limit }
figures-context = context
figures-at-most = { " " }at most { $most }
figures-tokens-in = tokens in
figures-tokens-out = tokens out
figures-cost = cost { $paid }{ $more }
figures-in-all = { " " }in all
figures-cost-unknown = cost  unknown: no price is set for these models (/models)
figures-cost-nothing = cost  nothing
figures-run = run { $number } of { $all }  { $time }  { $status }  { $long }
figures-more-below = { $more } more below
figures-you = you

## Settings: providers, models, keys, look, policy
settings-line-no-key = that looks like a key, and would be visible here; enter it on its own row
settings-paste-by-terminal = paste with the terminal: Ctrl+Shift+V, Shift+Insert or its menu
settings-question-first = q closes the settings, then answer the question
settings-no-question = no question
settings-undone = last change undone
settings-nothing-to-undo = nothing to undo
settings-saving-wait = saving; try again in a moment
settings-test-given-up = test cancelled
settings-fetch-stopped = stopped fetching { $model }; its part is kept
settings-unsaved-hint = { $changes } not saved yet: Ctrl+S
settings-first-offered = first offered
settings-default-model-title = Default model
settings-none-fits = no match
settings-more-below = { $more } more below
settings-model-detail = { $why }window { $window }  { $price }
settings-on-server-size = on the server  { $size }
settings-on-the-server = on the server
settings-as-told = as of { $when };{ " " }
settings-asking-models = { $told }asking for its models…
settings-cannot-ask = { $told }it cannot list its models: { $why }
settings-unknown = unknown
settings-price-free-here = free on this machine
settings-price-unknown = price unknown
settings-price = $ { $input } in, { $output } out
settings-new-model = new { $number }
settings-title = Settings
settings-saving = saving…
settings-unsaved = { $count } unsaved
settings-run-question = the run asks a question: q closes the settings, F2 answers
settings-reading = reading the settings…
settings-remove-key = Remove the key of { $name } from keyring and file? Saving removes it.
settings-remove-key-keys = y remove   any other key keeps it
settings-remove-model = Remove { $named }? Saving removes it.
settings-leave-unsaved = { $changes } not saved.
settings-leave-fetching = Leaving stops fetching { $model }; the downloaded part is kept.
settings-leave-keys = d leave   any other key stays
settings-leave-keys-unsaved = s save and leave   d leave without saving   any other key stays
settings-address-words = The server's address. Enter goes on with this one.
settings-has-key = It has a key: { $from }. Enter goes on with it.
settings-key-in-variable = Its key is in { $variable }, which goes before one that you enter here: unset it to use another. Enter goes on with it.
settings-key-behind-variable = { $variable } in the environment goes before this key: unset it to use the key.
settings-needs-no-key = It needs no key: press Enter. Type one only if your server wants it.
settings-copy-key = Copy a key from your { $provider } account page and paste it. Enter alone goes on: your own server may need none.
settings-no-model-kept = None of its models is saved: sessions begin with the first offered. Enter goes on; a on the models page saves one.
settings-key-entered-file = yours, in a file only you can read
settings-key-entered-keyring = yours, in the keyring
settings-stays = unchanged
settings-summary-keys = Enter add to your changes  Ctrl+S save  Esc back
settings-fact-address = address
settings-fact-key = key
settings-fact-default-model = model
settings-asking-ten = asking, 10 s at most…
settings-test-keys = Enter go on  t test again  Esc back to the key
settings-set-up = Set up { $provider }
settings-step-of = { "   " }{ $number } of { $all }: { $word }
settings-key-of = key of { $provider } (hidden):{ " " }
settings-letters = { " " }{ $letters } letters
settings-kept-in = kept in{ " " }
settings-tab-changes = { "   " }Tab changes it
settings-key-keys = Enter accept  Ctrl+U clear  Esc discard
settings-default-model-of = default model of { $provider }:{ " " }
settings-chooser-keys = type to filter  Up Down choose  Enter accept  Esc cancel
settings-form-place = { "   " }{ $number } of { $count }
settings-that-is-all = { "  " }no more
settings-form-keys = Enter next  Shift+Tab back  Ctrl+S accept and save  Esc discard
settings-address-of = address of { $provider }:{ " " }
settings-temperature-of = temperature of { $model }:{ " " }
settings-filter-by-name = filter by name:{ " " }
settings-model-to-fetch = model for { $provider } to fetch:{ " " }
settings-address-keys = as { $example }; empty is the default.  Enter accept  Esc cancel
settings-temperature-keys = a number from 0 to 2.  Enter accept  Esc cancel
settings-config-keys = { $wanted }.  Enter accept  Esc cancel
settings-filter-keys = Enter keep  Esc show all
settings-fetch-keys = as qwen2.5-coder:7b.  Enter fetch  Esc cancel
settings-name-a-model = name a model; Esc cancels
settings-address-must-be = the address must be { $allowed }
settings-temperature-must-be = the temperature must be a number from { $least } to { $most }
settings-config-must-be = { $key } must be { $wanted }
settings-no-keyring = no keyring here: { $why }
settings-key-too-long = not a key: it is longer than 4096 bytes
settings-no-key-is = not a key: { $why }; enter it again, or Esc cancels
settings-place-file = your own file (mode 0600)
settings-place-keyring = the keyring, until a restart
settings-form-edit = Edit a model
settings-form-new = Your own model
settings-esc-again = Esc again discards your input
settings-must-be = { $field } must be { $allowed }, not { $found }
settings-sees-yes-no = sees: type yes, no or nothing
settings-must-be-tokens = { $label } must be a whole number of tokens, as 32768
settings-dollars-or-empty = dollars per million tokens, or empty
settings-label-provider = provider
settings-label-api-name = api name
settings-label-name = name
settings-label-window = window
settings-label-output = max output
settings-label-temperature = temperature
settings-label-in = $ in
settings-label-out = $ out
settings-label-cached = $ cached
settings-label-sees = sees
settings-help-provider = Left and Right choose
settings-help-api-name = its name at the provider, as gpt-5-mini; unique there
settings-help-name = your name for it, 1 to 64 letters; empty takes the api name
settings-help-window = tokens it holds, 1,024 to 2,000,000
settings-help-output = most tokens of an answer, 256 to 128,000
settings-help-temperature = 0 to 2
settings-help-in = dollars per million prompt tokens; empty is unknown
settings-help-out = dollars per million answer tokens; empty is unknown
settings-help-cached = dollars per million cached tokens; empty costs as the rest
settings-help-vision = yes or no: can it see pictures? Empty asks its server
settings-help-summary = Enter adds it to your changes; Ctrl+S saves it too
settings-no-answer = no answer from the engine
settings-not-fetched = { $model } was not fetched: { $why }
settings-nothing-kept = nothing can be saved: { $why }
settings-is-there = { $model } is ready
settings-built-in-stays = built in, it stays; Enter changes its temperature
settings-found-on-server = it is on its server, not saved here; Enter saves it
settings-being-fetched = fetching { $model }; Ctrl+C stops it
settings-none-fetches = no enabled provider fetches models
settings-all-providers = all providers
settings-with-filter = , with "{ $filter }"
settings-asking-servers = { "   " }asking the servers…
settings-models-head = { $of }{ $filter }: { $models }{ $servers }
settings-fetching = fetching { $model }  { $progress }  Ctrl+C stops it
settings-not-on-off = switch its provider on or off, not the model
settings-key-temperature = temperature
settings-key-keep = save
settings-key-edit = edit
settings-key-add = add
settings-key-remove = remove
settings-key-filter = filter
settings-key-provider = provider
settings-key-fetch = fetch
settings-key-probe = probe
settings-models-none-fits = no match; / changes the filter, f the provider
settings-provider-not-asked = { $provider } cannot list its models: { $error }
settings-origin-built-in = built in
settings-origin-yours = yours
settings-origin-new = new
settings-state-not-there = not there
settings-state-vectors = vectors
settings-state-on-server = on server
settings-limits = window { $window }, answers to { $output } tokens, temperature { $temperature }
settings-from-cache = , { $one } from the cache
settings-price-million = { $price }{ $cached }, per million tokens
settings-fact-limits = limits
settings-fact-price = price
settings-fact-probe = tools
settings-provider-is = { $provider } is { $why }
settings-makes-vectors = it makes vectors for the index and cannot chat
settings-can-be-used = it works as it is; Enter saves your own figures for it
settings-not-here = not changed here: set `{ $key }` in { $file }, then start again
settings-key-type-value = type it
settings-fact-can-be = values
settings-fact-said-by = set by
settings-fact-change-in = change it in
settings-key-where-set = where set
settings-today-of = { " " }of { $most }
settings-today-usd = { $usd } of { $most }
settings-today-unknown = { " " }and { $tokens } of unknown price
settings-today = today, all workspaces: { $tokens }{ $most }, { $money }{ $unknown }
settings-on = on{ " " }
settings-off = off
settings-own-program = its own program
settings-new-key = new key, for the { $place }
settings-key-goes = saving removes key
settings-key-env = key from env { $variable }
settings-key-keyring = key in the keyring
settings-key-file = key in a file
settings-key-not-used = key not used
settings-key-not-needed = needs no key
settings-key-none = no key
settings-word-file = file
settings-word-keyring = keyring
settings-not-tested = not tested
settings-testing = testing…
settings-test-ok = ok  { $latency }
settings-test-failed = FAILED { $error }
settings-box-yes = [x] yes
settings-box-no = [ ] no
settings-may-be-used = enabled
settings-its-own = its own
settings-key-kept = saved: { $from }
settings-key-none-needed = none needed
settings-key-none-variable = none ({ $variable } is not set)
settings-says-over = { $from } sets this and overrides the value here
settings-variable-over = { $variable } is set and overrides the value here
settings-offers = works, and offers { $model }
settings-offers-not = works, but does not offer its default model
settings-fact-test = test
settings-asking-gives-up = asking, 10 s at most; Ctrl+C cancels
settings-its-own-address = its own address
settings-program-key = the program has its own key; none to remove here
settings-key-unsaved = that key is not saved yet: u undoes it
settings-key-outside = that key comes from { $variable }: unset the variable outside
settings-no-key-to-remove = no key to remove
settings-space-switches = Space switches it on or off
settings-key-close = close
settings-key-open = open
settings-key-on-off = on/off
settings-key-test = test
settings-key-set-up = set up
settings-key-choose = choose
settings-key-next-value = next value
settings-not-saved-yet = not saved yet
settings-as-it-is = unchanged
settings-look-over = { $from } sets this and overrides your config.yaml
settings-look-at-start = applies from the next start
settings-look-tried = Not saved yet: leaving without saving restores the old value.
settings-fact-kept-in = saved in
settings-sample-warning = a warning
settings-sample-error = an error
settings-pick-keys = Up Down preview  Enter accept  Esc cancel
settings-pick-unseen-keys = Up Down choose  Enter accept  Esc cancel
settings-key-bind = bind a key
settings-key-unbind = unbind
settings-key-give-back = restore
settings-keys-head = { $count } of { $all }{ $filter }, { $own } yours: { $file }
settings-keys-more = and { $faults } more
settings-keys-none-fits = no match
settings-keys-vim = vim's keys in the draft: /vim until you quit; to keep them, editor.keys: vim on the page Theme
settings-keys-unbound = (none)
settings-keys-yours = yours
settings-fact-action = action
settings-fact-came = came with
settings-fact-else = else
settings-keys-rare = one of these needs a terminal with a key protocol; /keys shows yours
settings-keys-five = a sequence has at most five keys
settings-keys-needs-protocol = { $key } needs a terminal with a key protocol; this one has { $protocol }
settings-keys-hides = { $key } replaces { $what } in { $place }
settings-keys-press = { $what } ({ $place }):
settings-keys-hint = press the key, more for a sequence; Enter save  Backspace remove one  Esc cancel
settings-keys-stay = saved, but not used while the file has errors: fix the lines above
settings-nothing-to-save = nothing to save
settings-saved = saved { $changes }
settings-somebody-changed = nothing saved: { $what } changed meanwhile. Kept over the new values: { $left }. Check them, then Ctrl+S
settings-not-saved-error = nothing saved: { $what }: { $name }: { $error }
settings-not-saved-why = nothing saved: { $why }
settings-default-one = the default
settings-key-page = page
settings-pages-keys = Tab next page
settings-key-help = help
settings-page = { $page ->
    [keys] key map
   *[other] { $page }
 }
settings-step-done = done
settings-lead-env = key from{ " " }
settings-lead-keyring = key in the{ " " }
settings-lead-file = key in a{ " " }
probe-found = { $named } { $found }
probe-begun = Sending three short requests to { $model }; the result appears here. Ctrl+C cancels.
probe-under-way = { $model } is being probed; one at a time.
probe-given-up = Probe of { $model } cancelled.
probe-failed = { $model } was not probed: { $why }
told-model-unknown = no model { $model }; `agentichat models list` shows them
told-model-several = several providers have a model { $model }; name it as provider/model
told-model-there = { $word } already has a model { $model }; `agentichat models edit` changes it, or choose another api name
told-model-no-default = { $word } has no chat model { $model } to be its default; choose one of `agentichat models list --provider { $server }`, or add it with `agentichat models add`
told-model-builtin-changed = { $model } is built in: only its temperature can change; `agentichat models add` saves your own beside it
origin-file = file { $path }
origin-keyring = keyring
told-model-builtin-removed = { $model } is built in and cannot be removed; `agentichat models add` saves your own beside it
told-must-be = { $name } must be { $wanted }, not { $found }
told-save-refused = { $word }: { $why }
told-save-stale = changed by someone else meanwhile: { $places }
wanted-between = a number from { $min } to { $max }
wanted-found-letters = { $number } letters
wanted-letters = 1 to { $number } letters without control characters
wanted-within-window = at most the context window of { $number } tokens

## Sessions: lists, settings, forks, exports and imports
session-none-to-copy = no session to copy settings from
session-workspace = the workspace
sessions-shown-already = already shown; choose another to show beside it
sessions-no-room = no room for another session; { "{" }close_split{ "}" } closes one
splits-none = no session to split
splits-no-room = no room for another session; { "{" }close_split{ "}" } closes one, { "{" }next_session{ "}" } shows the next
splits-one-shown = only one session is shown; { "{" }split_right{ "}" } adds one beside it, { "{" }split_below{ "}" } below
splits-works = { $name } runs; again cancels its run and closes its tab
splits-only-one = only this session is open; { "{" }quit{ "}" } quits
splits-kept = { $name } is kept: { $key } shows it again
list-none-chosen = no session chosen; f and / change the list
list-not-open = not open; Enter opens it, or e edits its settings
list-no-tab = not open here: no tab to close
list-settings-unknown = its settings are not known yet
list-copied-command = of another workspace; copied: { $command }
list-shown-only = of another workspace, only listed here; { $command }
list-name-empty = a name needs a letter; name unchanged
list-delete-working = { $name } is running. ! stops it and deletes it for good, with its { $messages }; Esc keeps it
list-delete-undecided = { $name } has undecided or unapplied changes. ! deletes it for good, with them; Esc keeps it
list-delete = delete { $name } for good, with its { $messages }? Files stay as they are. y deletes, Esc keeps it
list-other-workspace = in another workspace: { $command }
list-error = error: { $error }
list-made = made { $at }
list-ran = ran { $time } in all
list-process = process { $pid }
list-inside = in { $folder }
list-with-prompt = with an extra prompt
list-open-in = open in { $place }
list-no-model-yet = { $provider }, no model yet
list-question-waits = 1 question waits
list-questions-wait = { $waits } questions wait
list-tokens = { $tokens } tokens
list-context = ctx { $percent }%
list-which-present = all but archived
list-which-active = active
list-which-completed = completed
list-which-archived = archived
list-which-all = all
list-everywhere = { " " }of all workspaces
list-title = Sessions  { $which }{ $scope }{ $count }
list-this-workspace = { "  " }this workspace
list-looking = reading the sessions…
list-none-fits = no match; f and / change the list
list-search-foot = search: { $search }   / change   Enter switch   Esc back
list-ask-search = search:{ " " }
list-ask-name = name:{ " " }
list-head-state = state
list-head-place = open in
list-head-mode = mode
list-head-model = model
list-head-messages = msgs
list-head-tokens = tokens
list-head-cost = cost
list-head-context = ctx
list-head-waits = asks
list-head-changed = changed
list-head-name = name
list-place-tab = tab { $number }
list-place-tab-other = tab { $number }+other
list-place-other-terminal = other terminal
list-place-background = background
list-place-other-process = other process
list-asks = asks { $count }
form-keys = Enter next  Shift+Tab back  Ctrl+S save  Esc discard
form-title-settings = Session settings
form-title-new = New session
form-checking = checking…
form-works = running: change settings when it ends (Ctrl+C stops it)
form-agent = agent { $agent }  in { $folder }
form-name = name
form-folder = folder
form-provider = provider
form-model = model
form-mode = mode
form-prompt = prompt
form-help-name = 1 to 64 letters
form-help-folder = where commands start, relative to the workspace root; empty is the root
form-help-provider = as in `/providers`; Ctrl+N and Ctrl+P list the known ones
form-help-model = its name there; Ctrl+N and Ctrl+P list the known ones
form-help-mode = Left and Right choose who decides
form-help-prompt = added to the model's instructions; Ctrl+O opens it in $EDITOR; may be empty
form-none-known = none known; type it
form-changed = session settings changed
form-works-later = it is running: change its settings when the run ends, or stop it with Ctrl+C
form-unchanged = nothing changed
form-name-length = a name has 1 to 64 letters
form-needs-provider = enter a provider
told-open-already = already open
told-session-exists = a session with this id exists
told-no-session = no such session; open it first
told-no-session-id = no session with this id
told-imported = imported { $counted }
told-imported-changes = imported { $counted }; `/session changes` shows the decisions about its { $counted_changes }
told-is-deleted = the session is being deleted
told-in-archive = the session is archived: `/session unarchive` restores it
told-ended-with-error = the session ended with an error: start a new one (`/session new`) or fork it (`/session fork`)
told-archived-already = already archived
told-not-archived = not archived
told-deleted-soon = the session is deleted when its run ends
told-delete-question = a question is waiting there: open it first, or force it (`/session delete --force`)
told-delete-running = the session is running: /stop it first, or force it (`/session delete --force`)
told-delete-open-one = 1 change is undecided or unapplied: /review shows it; or force it (`/session delete --force`) and lose it
told-delete-open = { $word } changes are undecided or unapplied: /review shows them; or force it (`/session delete --force`) and lose them
told-messages-written = { $counted } written to { $path }
told-no-earlier = no earlier session in this workspace; this is a new one
told-open-elsewhere = the last session is open in another terminal (process { $word }); this is a new one
told-session-not-open = session not open
told-engine-stopped = the session's engine has stopped; start agentichat again with --continue
told-engine-busy = the session's engine is busy; try again in a moment
told-import-at = { $path }: { $rest }, line { $number }, column { $word }: { $why }; nothing was imported
told-import-line = { $path }: line { $number }, column { $word }: { $why }; nothing was imported
told-document-missing = `{ $word }` is missing
told-document-hash = expected a SHA-256 in hex digits
told-document-time = expected a time, as { $rest }
told-document-id = expected an id, as { $rest }
told-document-least = expected at least { $number }
told-document-most = expected at most { $number }
told-document-many = at most { $number } are read
told-document-letters = it is longer than { $number } letters
told-document-empty = it is empty
told-document-one-of = expected one of { $models }
told-document-wanted = expected { $rest }
told-document-no-field = no such field here
told-document-not-in = { $word } is not in the document
told-document-twice = the id { $word } is given twice
told-document-bytes = these bytes do not match the hash
told-document-no-picture = not a picture
told-document-base64 = not Base64
told-document-json = not JSON: { $rest }
told-document-later = version { $word } is from a later build of agentichat; this one reads up to { $number }
told-export-taken = every file name is taken; name one
told-import-large = { $path } is larger than { $number } MiB, the most that is imported
told-import-no-text = { $path } is not text in UTF-8
told-export-there = { $path } exists already and was not overwritten; name another file
told-path-not-read = cannot read { $path }: { $why }
told-path-not-written = cannot write { $path }: { $why }
told-messages-pending-one = { $counted } written to { $path }; { $counted_changes } under review is in it for reading alone
told-messages-pending = { $counted } written to { $path }; { $counted_changes } under review are in it for reading alone
told-no-such-message = no such message: the session has { $counted }, counted from 1
told-fork-open-calls = calls of message { $word } have no result yet; fork at message { $number } or earlier
told-not-named-here = { $path } cannot be named here: it is not UTF-8
told-changes-before = **Before the import**
told-changes-before-what = A record from the workspace of the export: read only, nothing is written or rolled back here.
told-changes-here = **Here**
told-changes-none = No changes in this session.
told-changes-head = | when | file | by | lines | decided |
told-changes-checkpoint = - checkpoint #{ $number } of { $rest }: { $title }, { $counted }
told-changes-comment = - you on { $path }: { $rest }
told-no-session-here = no session { $word } in this workspace; see `agentichat --resume`
told-no-session-id-form = '{ $word }' is not a session id; `agentichat --resume` without an id lists them
told-session-not-stored = their session was not saved yet
told-session-not-taken-over = a session was not taken over: { $why }
told-session-not-opened = the session cannot be opened: { $why }
told-imported-without = { $why }; for safety, not imported: { $why_left }
told-none-deleted = delete none of these files
told-only-deleted = delete only these, each with a call of its own: { $places }
told-import-mode = its mode: it is in review mode here
told-import-no-rules = rules that allow something

## Keymap: keys and files of keys
keymap-bar-fixed = the confirmation bar's keys are fixed, so that no key decides by surprise; remove this row
keymap-fixed = `{ $key }` { $what } everywhere, and cannot be bound to anything else
keymap-debris = `{ $sequence }` can come from a broken terminal sequence, and { $action } changes what runs or is written; choose another key
keymap-stray = Esc and Tab never decide, and { $action } does; choose another key
keymap-one-leader = a leader is one key in global, such as Ctrl+Space
keymap-typed = `{ $first }` types text in text fields, so it cannot be bound in { $place }; add Ctrl or Alt, or the leader
keymap-taken = `{ $first }` is { $action } in text fields, and { $place } would block it; choose another key
keymap-not-there = the screen of { $action } does not exist yet: nothing can be bound to it
keymap-nothing-there = { $action } does nothing in { $place }; it works in: { $places }
keymap-twice = `{ $key }` is bound twice in { $place }
keymap-bound-already = `{ $sequence }` is already bound to { $name } in { $place }, in line { $first }; remove one
keymap-begins = `{ $sequence }` and `{ $other }` of line { $first } clash in { $place }: one begins the other
keymap-no-action = no action `{ $name }`{ $meant }
keymap-near = did you mean `{ $near }`?
keymap-write-keys = write it as Ctrl+X, Alt+B, F9, Space, u, or as a sequence of up to five: g g
keymap-edit-broken = your keymap is not valid TOML: fix the lines above first
keymap-edit-by-hand = your keymap's form does not allow this change here: edit the file by hand
keymap-cannot-be-bound = this key cannot be written in a keymap
keymap-swallows = { $first } answers or leaves nearly everywhere and would stop working; begin with a function key, or with Ctrl or Alt
keymap-is-bound = { $keys } is bound in { $place }: { $what }. Space on that row unbinds it first
keymap-taken-by-own = its keys do this now: { $what }. Space on that row restores them
keymap-no-key = no key `{ $key }`; { $way }
keymap-too-large = over 1 MiB: too large for a key table; none of it is used
keymap-no-toml = not TOML: { $why }; the row is ignored
keymap-no-context = no context `{ $name }`{ $meant }
keymap-row-form = a row is written { "{" } keys = ["F5"], action = "help" { "}" }
keymap-is-wanted = `{ $name }` is { $wanted }
keymap-list-of-keys = a list of keys: ["F5", "g g"]
keymap-danger = 0, 1 or 2
keymap-a-text = a text
keymap-true-or-false = true or false
keymap-no-field = a row has no `{ $other }`{ $meant }
keymap-row-needs = a row needs keys and action: { "{" } keys = ["F5"], action = "help" { "}" }
keymap-did-you-mean = ; did you mean `{ $near }`?
keymap-keys-json = ; `agentichat keys --json` lists them
keymap-there-are = ; there are: { $names }
keymap-stops = stops
keymap-leads = leads to the question
keymap-no-list = `{ $name }` is no list; write { $name } = [ { "{" } keys = ["F5"], action = "help" { "}" } ]
key-test-title = Keys of this terminal
key-test-head = Some terminals keep these two keys, or send others for them. Press each once: nothing else happens.
key-test-press = Press { $key } now. If nothing changes here, press Space.
key-test-over = Done; help (?) says it again. Enter or Esc closes.
told-keymap-unread = cannot read the keymap: { $why }; the config's `keymap` names it
keymap-fault = { $path }:{ $line }: { $why }
keymap-fault-file = { $path }: { $why }

## Themes and the terminal
theme-used-instead = { $problem }; using { $name }
theme-kept = theme { $theme } with the palette { $palette } is saved in { $file }
theme-none = no theme `{ $name }`; did you mean { $near }? There are auto, { $all }
theme-none-near = no theme `{ $name }`. There are auto, { $all }
terminal-keys-kitty = keys use the kitty protocol
terminal-keys-xterm = keys use xterm's modifyOtherKeys, where passed on
terminal-keys-legacy = keys use the traditional encoding
terminal-shift-enter-came = Shift+Enter works: seen
terminal-shift-enter = Shift+Enter works
terminal-shift-enter-unknown = Shift+Enter: unknown; { "{" }newline{ "}" } is a new line everywhere
terminal-shift-enter-no = Shift+Enter looks like Enter; { "{" }newline{ "}" } is a new line everywhere
terminal-shift-enter-tried = Shift+Enter did not arrive when tried; { "{" }newline{ "}" } is a new line everywhere
terminal-instead = { "{" }toggle_passthrough{ "}" } does the same
terminal-ctrl-tab-came = Ctrl+Tab works: seen
terminal-ctrl-tab-no = Ctrl+Tab looks like Tab; { $instead }
terminal-ctrl-tab-tried = Ctrl+Tab did not arrive when tried; { $instead }
terminal-ctrl-tab-tabs = Ctrl+Tab switches the terminal's own tabs; { $instead }
terminal-ctrl-tab = Ctrl+Tab works, unless the terminal takes it
terminal-ctrl-tab-unknown = Ctrl+Tab: unknown; { $instead }
terminal-try = /keys test tries both keys here
terminal-zellij = zellij takes Ctrl+G P N T S O H B Q: its preset "unlock-first" (zellij setup, Ctrl+O c) leaves them to the editor
terminal-screen = GNU screen passes neither Shift+Enter nor Ctrl+Tab on; tmux 3.2 and zellij do
terminal-wezterm = WezTerm: config.enable_kitty_keyboard = true in wezterm.lua lets Shift+Enter through
terminal-wezterm-alt-enter = Alt+Enter is WezTerm's full screen; { "{" }newline{ "}" } is a new line
terminal-windows-alt-enter = Alt+Enter is the terminal's full screen, Alt+Left and Alt+Right its panes; { "{" }newline{ "}" } is a new line, Ctrl+Left and Ctrl+Right move by words
terminal-ghostty-ctrl-enter = Ctrl+Enter is Ghostty's full screen; { "{" }newline{ "}" } is a new line
terminal-tmux-old = tmux { $version } cannot pass Shift+Enter and Ctrl+Tab on; 3.2 and later can
terminal-tmux-lines = tmux passes Shift+Enter and Ctrl+Tab on with these lines in ~/.tmux.conf: set -s extended-keys on; set -as terminal-features 'xterm*:extkeys'
terminal-frames = each frame is shown at once (synchronized output)
terminal-frames-no = the terminal has no synchronized output: only cells that changed are written
terminal-clusters = emoji of several characters are counted as one (mode 2027)
terminal-clusters-no = terminals count emoji of several characters differently: text beside one is redrawn with it
terminal-wide-signs = if lines and arrows take two columns each, "glyphs: ascii" in the config draws them with letters
theme-did-you-mean = { $why }; did you mean { $nearest }?
theme-base-in-quotes = expected a theme name in quotes
theme-table-wanted = expected a table; write [{ $section }] on a line of its own
theme-no-such-key = no such key in a theme
theme-no-base = no theme `{ $base }` to inherit from
theme-no-role = no role `{ $name }`
theme-no-colour = `{ $written }` is no colour; write it as "#16181d"
theme-number-wanted = expected a number from 0 to 255
theme-more-faults = { " " }({ $faults } more)
theme-base-used = { $path }:{ $line }: { $first }{ $more }; using the theme { $base }
theme-inherits-itself = it inherits from itself; remove `inherits` from one of the files
theme-no-style = `{ $other }` is neither { $numbers ->
    [yes] 0 to 15 nor default
   *[no] default
 }, bold, dim, italic, underline or reverse
told-no-theme = not a theme: over { $bytes } bytes
told-theme-unread = { $path }: { $why }; choose another theme or fix the file
theme-at-key = { $key }: { $why }
theme-at-line = line { $line }: { $why }
theme-invalid = theme `{ $name }`: { $why }
theme-unknown = no theme `{ $name }`; there are: { $all }
told-keyboard-unread = cannot read the keyboard: { $why }; start agentichat in a terminal, or use `agentichat run`
told-terminal-dumb = the terminal says it is `dumb` (TERM), so no screen can be drawn; use `agentichat run "…"` or `agentichat --plain`, or correct TERM
told-terminal-none = standard { $word } is not a terminal: nowhere to draw; use `agentichat run "…"` instead
told-terminal-unusable = cannot use the terminal: { $why }; use `agentichat run "…"` instead

## Slash commands
slash-line-own-commands = .agentichat/commands: { $problem }
slash-line-only-the-last = Only the last message can be edited: /resend without a number, or with 1.
slash-line-chip = To remove a picture, delete its chip.
slash-line-no-answer = The agent has given no such answer yet.
slash-line-no-such-session = no session `{ $name }`; { $key } lists them
slash-line-many-sessions = several sessions are called `{ $name }`: choose one here
command-say-cache = say status, clean or clean all, or nothing
command-one-provider = one provider is enough
command-one-model = one model is enough
command-review-one = one branch is enough: `/review main`
command-no-model-to-probe = this session has no model; name one
command-key-here = a key typed here would stay in the history: use /settings, or `agentichat providers key set <name>` in a shell
command-say-provider = name an action and a provider
command-no-page = no such page
command-cost-saved =
    { $saved } of them came from the cache.

    { "" }
command-cost =
    { "*" }*This session** { $about }{ $input } tokens in, { $about }{ $output } out, { $cached } of them from the server's cache: { $cost }

    { $kept }
command-cost-nothing = no requests yet
command-cost-unknown = cost unknown: no price is set for the model (`/settings models`)
command-cost-partly = { $cost } and { $tokens } of unknown price
command-budget-session = session
command-budget-day = day
command-answer = { $answer ->
    [on-disk] on disk
   *[other] { $answer }
 } by { $by }
command-answer-open = open
command-question-row = { $when }{ "  " }{ $summary }{ "  " }{ $answer }
command-change-made = { $path } made
command-change-deleted = { $path } deleted
command-change-bits = { $path } bits { $from } to { $to }
command-change-renamed = { $path } from { $from }
command-change-row = | { $when } | { $file } | { $author } | +{ $added } -{ $removed } | { $decided } |
command-change-and = { $decision }, { $others }
command-change-decided = { $count } { $state ->
    [rolled-back] rolled back
   *[other] { $state }
 }{ $apart }
command-change-apart = { " " }(not on the disk)
command-no-files = No files are included. `/include <path>` adds one.
command-included-list =
    { "*" }*Included**

    { $rows }
command-one-file = name one file; put quotes around a path with blanks
command-included-already = { $place } is already included; see /files
command-included = Included `{ $place }`
command-no-file-named = no file named
command-not-included = { $wanted } is not included; see /files
command-excluded = Excluded { $places }: sent no longer.
command-note-included-already = the note is already included; `/note exclude` removes it
command-note-included = Included the note: each message carries its current text.
command-note-not-included = the note is not included; `/note include` adds it
command-note-excluded = Excluded the note: sent no longer.
command-say-note = say `show`, `include` or `exclude`, or nothing to type it
command-not-found-out = No result: { $reason }
command-wrong-answer = The answer does not fit the question; please report this.
command-runs-unasked =
    { "" }

    { "*" }*Runs without a question**, by the settings of the agent's own program; its writes are still found and logged

    { $text }
command-unasked-rule = - `{ $rule }` in { $file }
command-no-note = The workspace has no note yet; `/note` types one.
command-note =
    { "*" }*Note**

    { $text }
command-no-questions = No questions in this session.
command-sent-first =
    Sent to the model first:

    { $text }
command-no-git = no git
command-whoami =
    - workspace: { $root }
    - branch: { $branch }
command-included-lines = { " " }({ $lines } in the file): sent with each message. `/exclude` ends that.
command-no-workspace = No workspace yet.
command-workspaces-head =
    | workspace | found by | last opened |
    |---|---|---|
    { "" }
command-workspaces-open =
    { "" }
    `agentichat --cwd <folder>` opens one.
command-in-memory = in memory only
command-workspace =
    { $facts }- sessions: { $sessions }, `/session list` lists them
    - kept in: { $kept }
    { "" }
command-yes = yes
command-no = no
command-workspace-by = its folder { $mark }
command-workspace-by-itself = it is the working folder
command-workspace-facts =
    { "*" }*Workspace** { $root }

    - found by: { $found }
    - config trusted: { $trusted }
    - writable: { $writable }
    - git: { $git }
    { "" }
command-program-missing =
    - { $name } is missing: { $link }
    { "" }
command-git-facts = { $branch }, { $ahead } ahead, { $behind } behind, { $changed } changed
command-own =
    `{ $usage }`

    { $help }

    From `.agentichat/commands/{ $name }.md`; it sends:

    > { $body }
command-list-head =
    | command | what it does |
    |---|---|
    { "" }
command-list-own =
    | `{ $usage }` | { $help } (this workspace's) |
    { "" }
command-list-foot =
    { "" }
    `…` stands for more words: `/help session` shows those of `/session`. `?` on the empty editor shows the keys.
command-list-foot-in-lines =
    { "" }
    `/keys` lists the keys of the line. `…` stands for more words: `/help session` shows those of `/session`.
command-list-pages =
    { "" }

    Pages of the manual, with `/help` before them: { $pages }.
command-keys-in-lines = List the keys of the line and their effects.
command-start-in-lines = Check for a model again; if there is none, say what was checked, and offer ways to set one up by numbers.
command-settings-in-lines = Set providers, keys and models by numbers; hear the permissions and budgets.
command-note-in-lines = Edit the workspace's note; include it, and it is sent with each message.
command-theme-in-lines = Does nothing here: lines have no colours.
command-find-in-lines = Find a text in this conversation and in the last file read out.
command-copy-in-lines = Print the agent's last answer as it was written, or an earlier one; number 1 is the last one.
command-one-folder = name one folder; put quotes around a path with blanks
command-say-picture = name the picture's file, or `none`
command-say-which-message = say which message by its number: 1 is the last one
command-say-which-answer = say which answer by its number: 1 is the last one
command-no-arguments = it takes no arguments
command-say-again = say how many, `thinking`, or `call` and its number
command-also =
    { "" }

    Also { $aliases }.
command-nothing-behind-save = nothing follows save
command-palettes = the palette is standard or cvd
command-one-theme = one theme is enough
command-say-rollback = say `undo`, or nothing to choose
command-run-goes-on = a run is going on: /stop it, then clear the conversation
command-nothing-to-search = nothing to search for
command-say-index = say status, allow or refuse, or nothing
command-no-list = no list `{ $other }`
command-quotes = a path with blanks needs quotes
command-file-missing = name a file
command-message-number = name a message by its number or its id
command-one-message = name one message, by its number or its id
command-no-prompt = This session has no extra system prompt. `/session prompt <text>` sets one.
command-prompt =
    { "*" }*Extra system prompt**

    { $text }
command-say-set = name a setting
command-value-missing = give a value
command-no-mode = no mode `{ $mode }`
command-effort = Effort: { $effort }. `/effort LEVEL` sets it: auto, off, minimal, low, medium, high, xhigh, max; the model says which it has.
command-no-effort = there is no effort { $word }: use auto, off, minimal, low, medium, high, xhigh or max
command-one-value = give one value; put quotes around one with blanks
command-no-setting = no setting `{ $other }`
command-cwd = Commands of this session start in { $folder }. `/cwd <folder>` changes that, `/cwd .` is the workspace root.
command-this-deleted = this deletes the current session; only --force can follow
command-one-name = one name is enough
command-no-provider-named = name a provider
command-too-many = too many: name a provider and a model
command-say-agent-mode = name one mode; /route shows the current one
command-no-agent-mode = no agent mode { $word }
command-mode-is = the mode is { $now }; name another
command-no-mode-of = no mode { $word }; there are { $words }
command-on-off-missing = say on or off
command-rule-number-missing = give the rule's number, see /confirm status
command-nothing-to-confirm = nothing to confirm
command-plan-writes-nothing = plan mode writes nothing, so there is nothing to confirm: /mode review first
command-revoked = Revoked the rule `{ $rule }`.
command-no-rules = no rules to revoke
command-no-rule = no rule { $number }; /confirm status lists 1 to { $last }
command-text-refused = refused
command-text-proposed = proposed for review
command-asked-for = ask first
command-command-in-box = run in the sandbox, unless the risk is high
command-text-applied = applied
command-command-refused = refused, unless read-only
command-command-run = run, unless the risk is high
command-until = , until your next message
command-mode-status =
    { "*" }*Mode** { $mode }

    - text: { $text }{ $text_until }
    - cmd: { $command }{ $command_until }

    { "" }
command-rules-none = No rules.
command-rules-head =
    { "*" }*Rules**

    { "" }
command-rule-deny = deny
command-rule-ask = ask
command-rule-allow = allow
command-scope-flag = command line
command-scope-session = this session
command-scope-workspace = workspace
command-scope-user = user
command-rules-foot =
    { "" }
    `/confirm revoke <number>` removes one.
command-usage = { $wrong }. Usage: /{ $name } { $arguments }
command-name-missing = give a new name
command-no-session-command = no /session { $other }
command-no-workspace-command = no /workspace { $other }
command-not-measured = not measured yet
command-not-chosen = not chosen yet
command-none = none
command-provider =
    - provider: { $provider }/{ $model }
    { "" }
command-cache-unusable = **Cache** cannot be used: { $problem }
command-cache-off = **Cache** off: `cache.enabled` is off. It serves exact repeats at `temperature: 0`
command-cache-on = **Cache** on: it serves exact repeats at `temperature: 0`
command-cache-answers = answers
command-cache-answers-facts = { $answers }, { $size } of { $most }, { $days } at most
command-cache-row = - { $name }: { $facts }
command-cache-requests = requests
command-cache-requests-facts = { $hits } answered from it, { $misses } not; { $saved } not asked for
command-cache-models = lists of models
command-cache-counts = counts of tokens
command-cache-vectors = vectors of the index
command-cache-disk = on the disk
command-cache-disk-facts = { $size } in { $place }
command-lists-of-models = { $lists } of models
command-counts-of-tokens = { $counts } of tokens
command-models-head =
    | model | window | answer | price |   |
    |---|---:|---:|---|---|
    { "" }
command-models-servers =
    On the servers, not saved:

    { "" }
command-models-probed =
    { "" }
    Probed:

    { "" }
command-probe = { $calls ->
        [native] calls tools natively
        [text] writes its calls as text
       *[none] calls no tool
    }{ $twice ->
        [yes] , two at once
        [no] , one at a time
       *[unknown] { "" }
    }{ $again ->
        [yes] ; repeats a call after its result
        [no] ; answers from a result
       *[unknown] { "" }
    }
command-probe-open = { $words } (incomplete: { $why })
command-probed = **{ $name }** { $found }. That took { $seconds } s.
command-models-foot =
    { "" }
    Prices are per million tokens. `agentichat models add` saves your own, `/model` chooses.
command-doctor =
    - agentichat { $version }
    - model of this session: { $model }
    { "" }
command-doctor-foot =
    { "" }
    `agentichat doctor` in a shell also checks settings files, keys, folders, programs and the terminal.
command-providers-foot =
    { "" }
    `/provider test <name>` tests one; `agentichat providers key set <name>` in a shell saves a key.
command-switched-off = { " " }switched off
command-key-set = set, from { $from }
command-key-not-used = not used: { $problem }
command-key-none = none (`{ $variable }` is not set)
command-key-not-needed = none needed
command-provider-facts =
    - **{ $provider }**{ $state }
    { "  " }- at { $url } ({ $url_from })
    { "  " }- default: { $model } ({ $model_from })
    { "  " }- key: { $key }
    { "" }
command-test-failed = **{ $name }** does not work: { $error }
command-test-model = , model { $model }
command-test-ok = **{ $name }** works, { $latency } ms{ $model }
command-today = **Today**, all workspaces:
command-today-nothing =
    { " " }nothing yet
    { "" }
command-today-head =
    { "" }

    | model | answers | tokens in | out | cost |
    |---|---:|---:|---:|---|
    { "" }
command-costs-unknown =
    { "" }
    Cost is unknown for models without a price; budgets do not count it.
    { "" }
command-no-budget =
    { "" }
    No budget is set (`budgets.*` in the config).
command-budgets =
    { "" }
    Budgets: { $what }.
command-context-unknown =
    { "*" }*Context** ~{ $total } tokens; the model's window is not known yet

    { "" }
command-context =
    { "*" }*Context** ~{ $total } of { $limit } tokens, { $percent } %

    `[{ $gauge }]`

    { "" }
command-context-in-words =
    { "*" }*Context** ~{ $total } of { $limit } tokens, { $percent } %

    { "" }
command-context-part = { $name }: ~{ $tokens } tokens
command-context-part-of = { $name }: ~{ $tokens } tokens, { $percent } % of the window
command-context-head =
    |   | part | tokens | of the window |
    |---|---|---:|---:|
    { "" }
command-context-free = free
command-context-counted =
    { "" }
    Its provider counts { $tokens } for the next request; the parts are estimates.
    { "" }
command-context-files = included files
command-context-too-many = { $old } too many: the next request summarises them
command-context-shortened = { $results } shortened
command-context-room = To make room: { $what }.{ " " }
command-context-kept = About { $kept } free tokens are reserved for the answer.{ " " }
command-context-foot = `/compact` summarises the older part, `/exclude <path>` removes a file, `/clear` empties the conversation.
command-index = **Index** { $words }
command-index-no-vectors = no vectors: `index.embedding_model` names no model, or not started
command-index-both =
    { "*" }*Index** { $words }

    - { $vectors }
command-index-off = none: `index.enabled` is off, or nothing can be saved here
command-index-waiting = not started
command-index-looking = listing the files
command-index-building = { $done } of { $files } read and searchable
command-index-ready = knows { $files }
command-index-elsewhere = is built by another process ({ $pid })
command-index-failed = stopped: { $reason }
command-vectors = vectors by { $model }: { $done } of { $parts }
command-vectors-pending = { $made }, files not listed yet
command-vectors-working = { $made }, in progress
command-vectors-paused = { $made }, paused while the agent works
command-vectors-full = { $made }, the limit of `index.embedding_chunks`
command-vectors-waiting = { $made }, retried later: { $reason }
command-vectors-withheld = { $made }; paused: { $reason }
command-vectors-stopped = { $made }; stopped: { $reason }
command-workspace-of =
    { "*" }*Workspace** { $root }

    { "" }
command-sessions-unreadable =
    Its sessions cannot be read: { $why }

    { "" }
command-session-row = { $status }, { $model }, { $messages }, { $tokens }, cost { $cost }
command-session-row-times = made { $made }, changed { $changed }, worked { $time }{ $process }, id `{ $id }`
command-session-row-process = , open in process { $pid }
command-sessions-none = No such sessions.
command-sessions-foot = `/session load <name or id>` opens one of this workspace.
command-no-hits = No message in this workspace's sessions has all of these words.
command-hits-head =
    | session | message | who | what |
    |---|---:|---|---|
    { "" }
command-who-you = you
command-who-agent = agent
command-who-result = result
command-who-workbench = workbench
command-hit =
    | { $name } `{ $session }` | { $number }, line { $line } | { $who } | { $snippet } |
    { "" }
command-hits-foot =
    { "" }
    `/session load <id>` opens one; `/session fork <message>` goes on from a message.
command-confirm-set = { $which ->
    [text] Writes
    [cmd] Commands
   *[all] Writes and commands
 } { $on ->
    [on] ask first.
   *[off] no longer ask, unless the risk is high.
 } `/confirm status` shows all.
command-window = { $estimated ->
    [yes] about { $used }
   *[no] { $used }
 } of { $limit } tokens
command-session =
    { "*" }*Session** { $name }

    - id: `{ $id }`
    - works in: `{ $folder }`
    - model: { $provider }/{ $model }
    - status: { $status }
    - mode: { $mode }
    - messages: { $messages }
    - tokens: { $input } in, { $output } out, cost { $cost }
    - working time: { $time }
    - process: { $process }
    - context: { $window }
    - last error: { $error }
command-sure-delete = Delete the session { $name } for good, with { $messages }? Its changes in files stay.
command-sure-delete-force = Delete the session { $name } for good, with { $messages }, even if it runs or waits for you? Its changes in files stay.
command-sure-clean = Forget this conversation ({ $messages }), the included files and this workspace's caches? This cannot be undone.
command-cleaned = The session is as new: no messages, { $count ->
    [one] { $count } included file
   *[other] { $count } included files
 } left out, the workspace's cache emptied. Files on the disk, mode and rules are as they were.
command-no-slash = a command begins with /
command-no-name-behind = no command after the /: type /help for the list
command-open-quote = the quote { $quote } is not closed: add another { $quote } at the end
command-unknown = unknown command /{ $name }; did you mean /{ $nearest }?
command-elsewhere = unknown command /{ $name }; here it is /{ $here }
command-elsewhere-row = same as /{ $name }
command-unknown-none = unknown command /{ $name }; see /help
told-command-file = { $path }: { $why }
told-command-file-empty = it has no text to send
told-command-file-long = it has more than { $number } KiB
told-command-file-name = a name has up to { $number } letters, digits, - and _; rename the file
told-command-file-no-utf-eight = it is not UTF-8
told-command-file-plain = not a regular file; links are not followed
told-commands-link = the folder is a link, and links are not followed
told-commands-many = { $word } files are left out: { $number } commands at most

## Line mode: lines, drafts, browsing, searching
plain-editor-opened = Opened the text in your editor.
plain-text-as-it-is = The text as it is:
plain-text-how = Type the whole new text, line by line. A line with a dot alone ends it; "/cancel" alone keeps the old text.
plain-editor-has-it = Your editor has the text; end it first.
plain-text-stays = Unchanged.
plain-note-kept = Note saved.
plain-question-is-another = The question has changed; your edit was not used.
plain-nothing-left = Nothing left; nothing was done.
plain-own-word-how = Type the word "{ $word }" to do it, or a number or word of the list.
plain-own-how = Type a number or its word; "back" cancels.
plain-own-left = Left; nothing was done.
plain-own-no-choice = Not a choice. Type a number from 1 to { $count }, or "back" to cancel.
plain-no-name = without a name
plain-name = "{ $name }"
plain-no-model = no model yet
plain-begin = agentichat, line mode. Type a message and press Enter; /help lists the commands, /keys the keys.
plain-engine-stopped = Error: the engine has stopped; see the log.
plain-lead-text = Text:{ " " }
plain-lead-answer = Answer:{ " " }
plain-lead-review = Review:{ " " }
plain-lead-rollback = Rollback:{ " " }
plain-lead-checkpoints = Checkpoints:{ " " }
plain-lead-you = You:{ " " }
plain-answer-not-taken = Error: the engine is busy and did not take the answer; answer again.
plain-not-taken = Error: the engine is busy; try again in a moment.
plain-paste-answers-nothing = Pasting answers nothing, and it was not sent. Type the answer.
plain-begun-before = You began that line before the question came, so it does not answer it.
plain-in-review = You are in the review. "list" lists, "?" helps, "back" leaves.
plain-in-rollback = Choose what to roll back. "?" helps, "back" leaves.
plain-in-checkpoints = You are at the checkpoints. "?" helps, "back" leaves.
plain-session-opening = Opening the session.
plain-question-put-off = A question waits: /answer asks it again.
plain-agent-works-stop = The agent works. Ctrl+C or /stop stops it.
plain-nothing-runs-review = Idle. Changes wait for review: /review. Type a message, or /help.
plain-nothing-runs = Idle. Type a message, or /help.
plain-no-session-to-send = No session is open yet; your line was not sent. Send it again in a moment.
plain-stopping = Stopping the run; Ctrl+C again force stops it.
plain-killing = Force stopping.
plain-line-cleared = Line cleared; Up restores it.
plain-begun-dropped = Input dropped; Up restores it.
plain-again-leaves = Ctrl+C again quits; everything is saved.
plain-back = Back to the conversation.
plain-and = { " " }and{ " " }
plain-leave-sure = quit, and end the run of session { $sessions }?
plain-leave-yes = quit and end it
plain-leave-no = stay
plain-leave-stays = Staying.
plain-input-ended = The input has ended; the text is unchanged.
plain-line-too-long = Line { $number } was not used: it is over { $most } kilobytes. Put it into a file and name that, as @notes.txt.
plain-line-no-text = Line { $number } was not used: it is not UTF-8 text. Convert it with "iconv".
plain-line-binary = Line { $number } was not used: it is not text. Input after it is ignored.
plain-cannot-write = cannot write the output: { $error }
plain-summary-file = - { $path }: { $added } added, { $removed } removed
plain-summary-untold = Decisions and comments not sent to the agent yet: { $count }; "tell" sends them.
plain-no-editor = no editor is set; set EDITOR to an installed one
plain-no-terminal = no terminal for an editor
plain-reads = The model also reads: { $files }
plain-model-holds = window of { $tokens }
plain-model-efforts = efforts { $efforts }
plain-workspace = Workspace: { $root }
plain-attached = Attached to the agentichat of process { $process }: you hear its events here.
plain-provider-problem = { $provider }: { $problem }
plain-not-found-out = No result: { $reason }
plain-draft-sure = an unsent message exists. Send it?
plain-draft-send = send it now
plain-draft-forget = drop it
plain-draft-keep = keep it for later
plain-draft-kept = Kept for later.
plain-draft-back = Saved as the draft: /resend sends it, also after a restart.
plain-draft-waits = You have an unsent message: /resend sends it.
plain-draft-forgotten = Dropped.
plain-no-such-session = No session "{ $name }"; /session load lists them.
plain-no-sessions = No saved sessions.
plain-which-session = which session?
plain-session-row = { $status }, { $messages }, changed { $at }{ $here ->
    [yes] , this one
   *[no] { "" }
 }
plain-no-models = No provider offers a model; see "agentichat doctor".
plain-which-model = which model?
plain-not-found = "{ $wanted }" not found.
plain-found = { $places }{ $more ->
    [yes] { " " }or more
   *[no] { "" }
 } for "{ $wanted }", { $by ->
    [words] best first
    [meaning] by words and meaning, best first
   *[text] exact text, sorted by path
 }. Which one?
plain-found-proposed = { $text }, proposed
plain-figures-run = Run "{ $asked }": { $status }.
plain-figures-not-ended = not ended
plain-figures-answer = - answer { $number } of { $model }: { $time }
plain-figures-answer-tokens = - answer { $number } of { $model }: { $time }, { $input } tokens in, { $output } out, { $cost }
plain-figures-spent = - tools { $tools }, waiting for you { $user }
plain-resend-not-while-running = A run is going on: messages stay until it ends. /stop ends it.
plain-resend-none = You have sent no message here yet.
plain-resend-no-such = You have no message { $number }; there are { $count }, and 1 is the last.
plain-resend-which = which of your messages to send again? Last first.
plain-resend-row = sent { $at }, with { $after } after it
plain-resend-gone = That message is no longer here.
plain-resend-sure = send this again: { $text }
plain-resend-takes-back = It and { $after } after it leave this conversation. Files stay as they are; /rollback rolls changes back.
plain-resend-forks = It is not the last one, so this conversation stays, with { $after } after it: it is sent in a copy of the conversation before it. Files stay as they are.
plain-resend-send = send it as it is
plain-resend-edit = edit it first, then send
plain-message-not-written = Empty: nothing was sent.
plain-message-sure = send this message?
plain-message-no = do not send; Up restores it
plain-message-edit = write on in your editor
plain-message-kept = Not sent; Up restores it.
plain-text-from-nothing = Type the text, line by line. A line with a dot alone ends it; "/cancel" alone cancels.
plain-line-now = Now: { $value }.
plain-line-how = Type it on one line; Enter alone keeps the old one.
plain-folder-root = the root of the workspace, { $entries }: which?
plain-folder = folder { $name }, { $entries }: which?
plain-folder-more = Only the first { $count } are listed: /files with part of a path finds others.
plain-folder-up = the folder above
plain-fitting = { $files } for "{ $pattern }", best first: which?
plain-file-mentioned = named lately
plain-git-new = new to git
plain-git-deleted = deleted in git
plain-git-renamed = renamed in git
plain-git-changed = changed in git
plain-file-which = { $path }: do what?
plain-file-read = read it out
plain-file-include = send it with each message
plain-file-diff = hear its changes
plain-file-edit = open it in your editor
plain-file-opened = Opened the file in your editor.
plain-file-closed = Back from your editor.
plain-file-since = Different in { $path } since { $base }:
plain-read-of = { $path } from line { $line } of { $total }:
plain-read-more-sure = { $left } of { $path } left: go on?
plain-read-more = read on
plain-found-you = You
plain-found-agent = Agent
plain-found-note = Note
plain-found-here = { $places } for "{ $wanted }": which one?
plain-not-found-here = "{ $wanted }" is not in this conversation; /search searches the workspace.
plain-not-found-in = "{ $wanted }" is neither in this conversation nor in { $path }; /search searches the workspace.
plain-complete = { $choices }:
plain-complete-more = and { $more } more
plain-attached-picture = Picture { $name }, { $width } by { $height }, { $kilobytes } KB, goes with your next message; "/attach none" removes it.
plain-attach-none = Your next message has no picture.
plain-attach-nothing = No picture was attached.
plain-attach-too-many = A message has at most { $count } pictures.
plain-keys =
    Enter sends the line. A backslash at the end continues on the next line.
    Up and Down: earlier lines, also of earlier sessions. Left, Right, Home, End: in the line.
    Backspace and Delete: a letter. Ctrl+W: a word. Ctrl+U: all before the cursor. Ctrl+K: all after it.
    Ctrl+C: stops the run; twice force stops it. On an idle line twice: quits. Ctrl+D on an empty line: quits.
    Tab: completes a command, a file after @, a word; it lists the choices. Ctrl+X Ctrl+E: the line in $EDITOR.
    Ctrl+Z: to the shell; fg comes back. Enter on an empty line: says the question, or what is going on.
    A line that begins with / is a command, see /help. One that begins with ! runs in the shell, under the same rules.
    @path in a message names a file, @path:10-40 lines of it.
    Answer a question by a number or its word on a line of its own, begun after the question came.
plain-no-session = No session is open yet; try again in a moment.
plain-sure-no = do nothing
plain-nothing-done = Nothing was done.
plain-not-done = Not done: { $why }
plain-asking-models = Asking the providers for their models.
plain-no-colours = No colours here. On the screen /theme chooses one, or "theme" in your config.yaml.
plain-no-vim = Vim keys are for the screen; lines have the keys of readline.
plain-settings-none = none
plain-settings-name = Name: { $name }
plain-settings-folder = Folder: { $folder }
plain-settings-model = Model: { $model }
plain-settings-mode = Mode: { $mode }
plain-settings-prompt = Extra prompt: { $prompt }
plain-settings-how = "/session set name|folder|provider|model|mode|prompt VALUE" changes one.
plain-again-thinking = Last thinking:
plain-again-arguments = Arguments: { $arguments }
plain-again-result = Result: { $summary }
plain-again-no-result = No result yet.
plain-again-no-call = No call { $number }; this session has { $count }.
plain-again-none = None yet.
plain-copy = Nothing is put on the clipboard here; the answer as it was written:
plain-session-is-this = You are in that session.
plain-read-from = { $path } from line { $line }:
told-input-ended = the input has ended: nobody is there to ask

## Line mode: what happens, read out
plain-messages-missed = Note: { $messages } came while this terminal lagged; /again { $new } reads them.
plain-session = Session { $name }, mode { $mode }, { $model }.
plain-session-so-far = It has { $messages }; the latest:
plain-session-archived = It is archived and read-only; /session unarchive restores it.
plain-session-to-review = Changes to review: /review.
plain-session-running = A run is going on.
plain-interrupted = this session was interrupted during a run: its program ended. Its work was stopped; a call without a result has an unknown outcome.
plain-interrupted-proceed = go on with the session
plain-interrupted-proceeds = The session goes on: type a message.
plain-refused = Refused: { $reason }
plain-session-deleted = Session { $name } is deleted.
plain-session-closed = Session { $name } is closed.
plain-elsewhere-asks = Elsewhere: session { $name } asks something. "/session load { $id }" goes there.
plain-elsewhere-done = Elsewhere: session { $name } is done.
plain-elsewhere-failed = Elsewhere: session { $name } failed: { $error }
plain-elsewhere-given-up = Elsewhere: the question of session { $name } is rejected, as no more input will come.
plain-withdrawn = The last message and the replies to it were removed.
plain-message-waits = Your message waits for the agent's step to end; /unqueue removes it.
plain-message-waits-for-end = The message waits for the end of the run; /unqueue removes it.
plain-message-delivered = The agent has your message.
plain-message-not-sent = Your message was not sent: { $text }
plain-model-looked-for = Looking for a model; your message waits for it.
plain-agent-works = The agent works.
plain-run-stopped = Stopped.
plain-run-failed = Error: { $error }.
plain-run-failed-hint = Error: { $error }. Next: { $hint }.
plain-agent = Agent: { $text }
plain-you = You: { $text }
plain-with-pictures = With { $pictures }.
plain-note = Note: { $text }
plain-warning = Warning: { $text }
plain-error = Error: { $text }
plain-tool = Tool { $number }: { $tool }{ $gap }{ $arguments }
plain-tool-unnumbered = Tool: { $tool }
plain-tool-runs = { $call } runs.
plain-tool-waits = { $call } waits for your answer.
plain-tool-done = { $call }: { $summary }
plain-tool-proposed = { $call }: { $summary }, only proposed: /review, then "take" and "apply"
plain-tool-failed = { $call }: FAILED: { $summary }
plain-output-more = { $lines } more: /again call reads all.
plain-whole-output = The whole output is in { $path }.
plain-ran-in = ran in: { $place }
plain-answered = Answer: { $what }{ $by ->
    [rule] , by a rule
    [mode] , by the mode
    [timeout] , time is up
    [cancel] , run stopped
    [nobody] , nobody there
   *[key] { "" }
 }. It was: { $summary }
plain-done = Done in { $time }.
plain-done-calls = Done in { $time }, { $calls }.
plain-done-calls-nothing = Done in { $time }, { $calls }. Nothing changed.
plain-done-changed = Changed { $path }: { $added } added, { $removed } removed.
plain-done-proposed = Proposed for { $path }, not applied yet: { $added } added, { $removed } removed.
plain-done-part = Changed { $path }, partly applied: { $added } added, { $removed } removed.
plain-done-refused = { $count ->
    [one] { $hunks } of this run was rejected, not counted.
   *[other] { $hunks } of this run were rejected, not counted.
 }
plain-done-unapplied = { $count ->
    [one] { $hunks } to review
   *[other] { $hunks } to review
 }, not on disk yet: /review, then "take all" and "apply" writes.
plain-your-turn = Your turn.
plain-session-archived-now = Session archived.
plain-session-called = The session is now "{ $name }".
plain-model-is = The model is now { $model }.
plain-model-stays = The model is { $model } already.
plain-folder-is = Commands now start in { $folder }.
plain-extra-prompt-is-another = The session's extra prompt has changed.
plain-mode-is = The mode is now { $mode }.
plain-policy-changed = Rules have changed: /confirm status shows them.
plain-rule-made = Rule added: { $pattern }.
plain-rule-gone = Rule removed.
plain-retry = Attempt { $attempt } of { $of } in { $time }: { $error }
plain-run-interrupted = The run was interrupted.
plain-run-interrupted-calls = The run was interrupted; the outcome of { $calls } is unknown.
plain-time-stands = Timer paused; the question waits.
plain-time-runs = Timer resumed.
plain-cleared = The conversation is empty.
plain-imported = Imported "{ $name }" with { $messages }.
plain-agent-mode-is = The agent mode is now { $mode }.
plain-compacted = The older { $messages } were summarised for the model, from about { $before } tokens to { $after }. /compact undo restores them.
plain-not-compacted = Not summarised: { $reason }
plain-summary-gone = Summary removed.
plain-checkpoint-made = Checkpoint { $number }: { $label }
plain-checkpoint-called = The checkpoint is now "{ $name }".
plain-review-done = Review: { $label }
plain-undone = Undone: { $label }
plain-redone = Redone: { $label }
plain-hunk-split = The hunk is now { $hunks }; "list" numbers them.
plain-comment-kept = Comment on { $path } saved; "tell" or your next message sends it.
plain-git-comment-kept = Comment on { $path } saved; "tell" sends it, with the others.
plain-comments-sent = Sent to the agent: { $comments }.
plain-comment-gone = Comment removed.
plain-review-told = Sent to the agent: { $verdicts }, { $comments }.
plain-rollback-started = Rollback: { $title }
plain-rollback-done = Rolled back on the disk. "/rollback undo" undoes it.
plain-rollback-failed = Error: nothing was rolled back: { $reason }
plain-left-alone = - { $path }: { $why }
plain-row = { $first }: { $rest }
plain-program-gone = its program is gone
plain-frozen = It is read-only: /resend sends the last message again and starts the program for it; "/session new" starts another session with the same settings.

## Line mode: questions and answers
plain-high-only-word = High risk: only the word "{ $word }" allows it, and then all of it. "no" with words after it tells the agent which files may go.
plain-high-type-word = High risk, so nothing is allowed yet: type the word "{ $word }" to allow it, or "no".
plain-no-choice = Not a choice, and not sent. Type a number from 1 to { $last }, or one of: { $words }. "later" defers the question, so that you can send a message.
plain-scopes-how = Type a number from 1 to { $last }, "back" or "no".
plain-hunks-how = Type "only" and the numbers of the hunks to accept, as "only 1,3"; "back" or "no".
plain-other-how = Type your answer after "other".
plain-only-one = Choose only one.
plain-no-option = { $why } "other" with words gives your own answer; "skip" gives none.
plain-answered-otherwise = Answer this question otherwise.
plain-nothing-to-choose = Nothing to choose.
plain-no-such-number = "{ $typed }" is not a number from 1 to { $count }.
plain-question-waits-there = A question waits: { $title }
plain-question-waits-how = "back" or /answer comes to it.
plain-put-off = Deferred: the run waits, and your lines go to the agent. /answer asks again.
plain-no-question-waits = No question waits.
plain-way-yes-high = allow it; high risk, so type the word "{ $word }" instead
plain-way-yes-apply = apply the proposed changes, then run it, once
plain-way-yes-once = yes, once
plain-way-yes = allow it, once
plain-way-disk = run it, apply nothing
plain-way-network = run it once with the network
plain-way-never = reject, and do not ask for the network again in this session
plain-way-no = reject; "no" with words tells the agent why
plain-way-always = allow for longer: the choices come first
plain-way-hunks = accept only some hunks
plain-way-edit = edit it first; your edit is used
plain-way-show = hear it all again
plain-way-why = hear the reasons for the risk
plain-way-later = defer the question; /answer brings it back
plain-way = { $number }. { $word }: { $meaning }
plain-question = Question{ $changed }: { $title }
plain-question-of = Question { $place } of { $of }{ $changed }: { $title }
plain-question-changed = { "," } CHANGED since asked, nothing was done
plain-question-time = Time: no answer counts as no after { $seconds }. "hold" stops that, "go on" resumes.
plain-title-write = may { $path } be { $change ->
    [modified] changed
    [created] created
   *[deleted] deleted
 }? It adds { $added } and removes { $removed }; { $by }.
plain-title-command = may this command run? { $by }
plain-title-delete = may { $files } be deleted? { $by }
plain-title-confirm = { $question } Yes or no; { $by }.
plain-risk = Risk: { $risk ->
    [low] low
    [medium] medium
   *[high] HIGH
 }.
plain-risk-why = Risk: { $risk ->
    [low] low
    [medium] medium
   *[high] HIGH
 }: { $why }.
plain-input-how = Type the answer on its own line. "skip" gives none, "later" defers it, "?" explains.
plain-offer-send = Send this to the agent?
plain-step = Step { $number } of { $of }.
plain-step-given = The answer so far: { $what }
plain-step-back = "back" goes to the question before.
plain-select-several-how = Type numbers, as 1,3. There are { $options }. "other" with words gives your own answer, "skip" gives none, "later" defers it, "?" explains.
plain-select-one-how = Type a number. There are { $options }. "other" with words gives your own answer, "skip" gives none, "later" defers it, "?" explains.
plain-only-files = "only 1,3" allows those files and no others.
plain-ways-high-how = Type the word "{ $word }" to allow it, or a number or word of the list. Only the word allows it.
plain-ways-how = Type a number or its word. "?" explains.
plain-again-input = Type the answer, or "skip"; "show" reads all of it.
plain-again-select = Type a number, or "skip"; "show" reads all of it.
plain-again-high = Answer with the word "{ $word }", or "no"; "show" reads all of it.
plain-again-yes-no = Answer with "yes" or "no"; "show" reads all of it.
plain-question-still-waits = The question still waits: { $title }
plain-help-begun-before = A line begun before the question came is a message, never an answer. Slash commands, as /mode and /stop, still work.
plain-help-equals = Put = before an answer that is one of these words, as "= skip".
plain-why = The risk is { $risk }, because:
plain-why-part = - { $reason }: { $part }
plain-why-always-asked = Every mode asks for it.
plain-how-far = Allow for how long?
plain-for-good = { $grants }, for good
plain-how-far-how = Type a number, "back" to the choices, or "no" to reject.
plain-high-write = write
plain-high-run = run
plain-high-delete = delete { $count }
plain-command = Command: { $line }
plain-command-lines = Command, { $lines }:
plain-command-place = Folder: { $folder }; { $sandbox }.
plain-root = the root of the workspace
plain-command-unapplied = Cannot apply them, so the command did not run: { $why }. /review shows them; answer 3 runs it and applies nothing.
plain-touches = Touches: { $file }
plain-not-covered = Not covered: { $why }
plain-delete-file = File { $number }: { $file }
plain-must-not-be-empty = It must not be empty.
plain-must-be-number = It must be a number.
plain-must-be-path = It must be a path inside the workspace.
plain-must-fit = It must fit the pattern { $pattern }.
plain-diff-part = Part { $place } of { $of }, from line { $line }:
plain-diff-more = { $lines } more: "show" reads all of it.
plain-diff-too-long = The difference is too long to show.

## Line mode: review
plain-review-help =
    list: the files and hunks with their numbers. show 1.2, show 1: its changes.
    take 1.2, take 1, take all: accept. refuse 1.2: reject. open 1.2: undo the decision.
    comment 1.2 WORDS, or comment 1:10-12 WORDS on lines: for the agent. comments, uncomment 1. tell: sends them now.
    edit 1.2: change a hunk's proposal. edit 1: change the file yourself. split 1.2: split a hunk.
    settle 1.2 mine|agent|both|base|edit: a conflict. result 1.2: the text that applying gives there.
    apply: write your decisions to the disk; asks first. undo, redo: the last action here.
    rollback 1.2, rollback 1: roll it back on the disk. since open|run|session|tree: what to list; tree: the working tree. disk: check the disk.
    back: to the conversation.
plain-no-review-word = "{ $typed }" is not a review command, and was not sent. "?" lists them, "back" goes to the conversation.
plain-no-review-word-near = "{ $typed }" is not a review command, and was not sent. Did you mean "{ $near }"? "?" lists them, "back" goes to the conversation.
plain-no-run = No run yet.
plain-since-how = Say "since open", "since run", "since session", or "since tree" for the working tree.
plain-review-left = Left the review.
plain-nothing-listed = Nothing is listed. "list" lists the changes.
plain-which-how = Say which: a file as 1, a hunk as 1.2, or all.
plain-no-such-file = No file { $typed }; "list" gives the numbers.
plain-no-such-hunk = No hunk { $typed }; "list" gives the numbers.
plain-one-hunk-how = Name one hunk, as 1.2.
plain-hunk-gone = No such hunk; "list" gives the numbers.
plain-rows-of-hunk = { $hunk }, { $path }:
plain-rows-of-file = { $path }:
plain-comment-how = Name a hunk and words: comment 1.2 WORDS, or comment 1:10-12 WORDS.
plain-uncomment-how = "comments" says the numbers; then uncomment 1.
plain-settle-hunk-how = Say how: settle 1.2 mine, agent, both, base or edit.
plain-no-conflict = No conflict in this hunk.
plain-change-is-yours = This change is yours and stays: it is not proposed.
plain-too-large = Left out, as too large to accept with others: { $numbers }. Accept each by its number ("take"), or split it.
plain-nothing-to-decide = Nothing left to decide there.
plain-one-not-listed = one that is not listed
plain-builds-on = it builds on { $others }, still undecided: { $numbers }. Accept them too?
plain-builds-on-both = accept all of them
plain-stand-on-it = { $count ->
    [one] { $others } builds on it: { $numbers }. Reject it too?
   *[other] { $others } build on it: { $numbers }. Reject them too?
 }
plain-stand-on-it-with = reject it with those that build on it
plain-stand-on-it-only = reject only this; the others conflict until settled
plain-left-as-it-is = Unchanged.
plain-nothing-to-apply = Nothing to apply: all is on the disk.
plain-apply-yes = apply it: the files are written
plain-apply-no = leave the disk as it is
plain-nothing-written = Nothing was written.
plain-undo-sure = the last action is a rollback: { $label }. Undo restores the files as they were before it. Do it?
plain-undo-no = leave it
plain-undo-no-rollback = No rollback to undo: the last review action is another one. "undo" in /review undoes that.
plain-result = With { $name } as decided, or accepted if undecided, applying gives this from line { $line }:
plain-no-comments = No comments.
plain-comment = { $number }. { $path }: { $text }
plain-comment-told = { $number }. { $path }: { $text } (sent)
plain-review-nothing = Review: no changes. "back" goes to the conversation.
plain-review-files = Review: { $files }.
plain-file-not-applied = , not applied
plain-review-file = { $number }. { $path }: { $added } added, { $removed } removed{ $change }{ $dirty }, by { $by }
plain-review-how = Say "show 1.1", "take 1.1", "refuse 1.1", "apply", or "?" for all words; "back" leaves.
plain-git-how = Say "show 1.1", "comment 1.1 WORDS", "tell" to send the comments, or "?" for all words; "back" leaves.
plain-git-tree = Changes of the working tree: { $files }.
plain-git-branch = Changes since { $branch }: { $files }.
plain-git-hunk = { $number }: { $added } added, { $removed } removed
plain-git-disk-differs = { "" }, the disk differs
plain-git-decides-nothing = These changes are on the disk or in a commit already: nothing is decided here. "comment 1.1 WORDS", then "tell".
plain-git-no-lines = Those lines are not in the file as it is changed.
plain-hunks = { $hunks }:
plain-hunks-choose = Say "only 1,3" to accept those and reject the others; "back" to the choices, or "no".
plain-hunk = { $number } { $state }: { $what }
plain-hunk-size = { $added } added, { $removed } removed
plain-hunk-conflict = CONFLICT: { $why }
plain-hunk-too-large = too large to accept with others
plain-hunk-amended = changed by you
plain-hunk-builds-on = builds on { $hunks } undecided
plain-hunk-why = { $hunk }. Why: { $why }
plain-unchanged = ... { $lines } unchanged
plain-no-such-run = No such run; there are { $count }, "runs" lists them.
plain-no-such-call = Name a call by its number, from 1 to { $count }; "calls" lists those that changed files.
plain-nothing-changed-yet = No changes in this session yet.
plain-run-changed-nothing = changed nothing
plain-run-row = Run { $number }, "{ $asked }": { $what }
plain-call-row = { $call }: { $what }
plain-run-stands = of it stand { $files }, { $added } lines added, { $removed } removed
plain-hunks-gone = { $hunks }, { $refused } rejected, { $back } rolled back
plain-runs-how = Say "run 2" to choose one.
plain-calls-how = Say "call 3" to choose one.
plain-undo-diff = Undoing the last rollback would change this on the disk:
plain-undo-show = hear first what it would change on the disk

## Line mode: rollback and checkpoints
plain-rollback-help =
    run: the last run; run 2: another one. runs: lists them. call 3: one call; calls: lists them.
    session: all that agents and commands did in this session. agent: the agent's changes.
    checkpoint 3: all since that checkpoint. In the review, "rollback 1.2" names hunks and "rollback 1" a file.
    scoped: only those changes, your later work stays. hard: every file goes back whole, your later work too.
    without 2: leaves a file out; with 2: includes it again. settle 2 mine|agent|both|base: a file's conflicts.
    unclear 2: includes changes that may be yours. diff: the changes on the disk.
    go: asks, and does it. back: to the conversation; nothing is done.
plain-rollback-not-while-running = A run is going on: roll back when it ends. /stop ends it.
plain-rollback-diff = This would change on the disk:
plain-no-word-here = "{ $typed }" is not a command here, and was not sent. "?" lists them, "back" goes to the conversation.
plain-rollback-wait = Wait for the end of the preview.
plain-settle-file-how = Say how: settle 2 mine, agent, both or base.
plain-rollback = Preview: { $title }.
plain-rollback-hard = Preview, HARD, your own later work too: { $title }.
plain-rollback-how = Nothing is done yet. "go" asks and does it, "hard" or "scoped" says how, "?" lists the words, "back" leaves.
plain-rollback-all-left-out = All files are left out: nothing to roll back. "with 1" includes the first again.
plain-rollback-settle-first = Settle { $conflicts } first: settle 1 mine, agent, both or base.
plain-rollback-not-done = Nothing was rolled back.
plain-rollback-sure = roll this back: { $title }?
plain-rollback-no = change nothing
plain-rollback-yes = roll it back
plain-rollback-type-word = type the word instead
plain-rollback-word-missing = Nothing was done: "go" asks again, then type the word.
plain-rollback-file = { $number }. { $path }: { $becomes }, { $added } added, { $removed } removed
plain-rollback-conflict = CONFLICT in { $number }, line { $line }: { $why }; { $choice ->
    [mine] settled: mine
    [agent] settled: the agent's
    [both] settled: both
    [base] settled: as before
    [edited] settled: edited
   *[open] not settled
 }
plain-rollback-unclear = { $count ->
    [one] { $hunks } of { $number } may be yours and stays; "unclear { $number }" includes it.
   *[other] { $hunks } of { $number } may be yours and stay; "unclear { $number }" includes them.
 }
plain-rollback-unapplied = { $path } has unapplied decisions.
plain-rollback-left-alone = { $path } is left alone: { $why }
plain-rollback-safety = Checkpoint { $number } comes first, so that you can undo it.
plain-hard-word = HARD
plain-checkpoints-help =
    list: the latest checkpoints. more: older ones too.
    compare 3: the changes since then. compare 3 5: the difference between the two.
    name WORDS: makes a checkpoint with that name. rename 3 WORDS: renames one.
    undo: undoes the last rollback, asks first. diff: its changes.
    rollback 3: rolls back to it. back: to the conversation.
plain-compare-how = Name checkpoints by their numbers: compare 3 5.
plain-rename-how = Say which and the name: rename 3 WORDS.
plain-checkpoint-how = Name a checkpoint by its number; /checkpoints lists them.
plain-no-difference = No difference.
plain-compared-file = { $path }: { $added } added, { $removed } removed
plain-not-compared = { $path } cannot be compared: { $why }
plain-wrong-answer = Error: the answer does not fit the question; please report this.
plain-no-checkpoints = No checkpoints yet. "name WORDS" makes one, "back" leaves.
plain-checkpoints = { $checkpoints }, the latest first:
plain-checkpoints-how = Say "compare 3", "rollback 3", "name WORDS", "more", or "?"; "back" leaves.
plain-no-checkpoint = No checkpoint { $number }; /checkpoints lists them.
plain-changed-since = Changed since checkpoint { $number }:
plain-between = Between checkpoints { $number } and { $other }:
plain-before-run = before a run
plain-before-edit = before your edit
plain-before-command = before a command
plain-named-by-you = named by you
plain-before-rollback = before a rollback
plain-checkpoint = Checkpoint { $number }: { $label }, { $kind }, { $at }, { $files }, { $added } added and { $removed } removed after it
plain-checkpoint-dropped = incomplete: contents were dropped
plain-checkpoint-session = of session "{ $name }"

## Line mode: settings, providers and models
plain-set-which = which settings?
plain-set-providers = providers and keys
plain-set-models = models
plain-set-policy = permissions and budgets
plain-set-looks = look and behaviour
plain-set-which-provider = which provider?
plain-set-on = on
plain-set-off = off
plain-set-key-from = key: { $from }
plain-set-key-none = no key
plain-set-key-none-needed = needs no key
plain-start-has-model = This session has { $model } already. /model chooses another one, /settings sets providers.
plain-start-looking = Looking for a model.
plain-start-none = No model connected. Checked:
plain-start-which = set up a model how?
plain-start-key = type a provider's API key, unseen
plain-start-again-word = again
plain-start-again = check again, once a local server runs
plain-start-set-up-word = provider
plain-start-set-up = set one up: address, key, test, default model
plain-start-demo-word = demo
plain-start-demo = play a recorded run first
plain-start-whose-key = whose key is it?
plain-start-key-there = has a key
plain-start-key-missing = no key yet, { $variable } is not set
plain-set-default = default model { $model }
plain-set-default-none = no default model
plain-set-provider = provider { $name } ({ $facts }): what?
plain-set-test = test whether it works
plain-set-enable = switch it on
plain-set-disable = switch it off
plain-set-address-way = set its address
plain-set-address = Type the address of { $name }, as { $example }; "default" removes yours.
plain-set-default-model = choose its default model
plain-set-which-first = default model of { $provider }?
plain-set-key = enter a key; it stays hidden
plain-set-key-remove = remove the saved key
plain-set-key-remove-sure = remove the saved key of { $name }?
plain-set-yes = do it
plain-set-fetch = fetch a model
plain-set-use = use it in this session
plain-set-saved = Saved.
plain-set-which-look = which setting? Colours and signs apply to the full screen.
plain-set-look = { $key } is { $value } ({ $doc }): new value?
plain-set-look-over = { $over } overrides it: a change here is saved, and has no effect until that is gone.
plain-set-no-keys = The keys of the line are fixed; /keys lists them.
plain-set-which-policy = which setting? Changes apply from the next start.
plain-set-config-typed = { $question } It can be { $wanted }.
plain-set-value-from = { $value }, from { $from }
plain-set-policy-how = In this session: /mode sets who decides, /confirm what asks, /agent-mode who answers.
plain-key-pipe = No key from a pipe here: "agentichat providers key set { $name }" in a shell reads one.
plain-key-no-provider = No such provider; there are: { $names }.
plain-key-takes-none = { $name } takes no key.
plain-key-where = where to save the key of { $name }?
plain-key-keyring = keyring
plain-key-keyring-meaning = the system's keyring
plain-key-file = file
plain-key-file-meaning = a file only you can read; it stays until removed
plain-key-type = Type or paste the key of { $name } and press Enter. It stays hidden and out of the history. Enter alone cancels.
plain-key-left = No key was entered; nothing changed.
plain-key-fault = Not a key: { $why }. Nothing changed.
plain-set-which-model = which model?
plain-model-add = save another one
plain-model-fetch = { $provider } fetches one
plain-model-row = holds { $window } tokens, answers with { $output } at most
plain-model-window = context window
plain-model-output = longest answer
plain-model-temperature = temperature
plain-model-price-in = price per million tokens in, in dollars
plain-model-price-out = price per million tokens out, in dollars
plain-model-price-kept = price per million cached tokens, in dollars
plain-model-vision = sees pictures
plain-model-yes = yes
plain-model-no = no
plain-model-unknown = not known
plain-model-which-value = model { $model }: change what?
plain-model-remove = remove it
plain-model-remove-sure = remove { $model }?
plain-model-type = Type the { $field } of { $model }.
plain-model-type-vision = Does { $model } see pictures? Type yes or no.
plain-model-no-number = "{ $typed }" does not fit. Type a number, such as 32000.
plain-model-add-which = which provider?
plain-model-add-name = Type the model's name, as { $provider } has it.
plain-model-add-window = Type how many tokens it holds, such as 128000.
plain-model-add-output = Type the most tokens of an answer, such as 8192.
plain-model-fetch-name = Type the name of the model for { $provider } to fetch.
plain-fetching = Fetching { $model }; Ctrl+C stops it.
plain-fetching-part = { $model }: { $percent } % received.
plain-fetched = { $model } is ready; /model chooses it.
plain-fetch-stopped = Stopped fetching.

## Runs without a screen
headless-attempt = attempt { $attempt } of { $of }: { $why }
headless-hint = hint: { $hint }
headless-cancelled = cancelled
headless-done = done
headless-failed = failed
headless-end = { $how }  { $calls } · { $input } tokens in · { $output } out · { $time }
headless-proposed = { "  " }proposed, not applied
headless-part-proposed = { "  " }not all of it applied
headless-rejected = { $hunks } rejected in the review, not counted
headless-warning = warning: { $text }
told-not-done = not done: { $why }

## Command line: help, doctor, keys
left-proposed = { $hunks } to review: { $command } opens them
left-go-on = { $command } reopens your last session
workbench-other-provider = { $usual } has no model to use: this session uses { $model } from { $provider }, which you have set up. **/model** changes it.
workbench-config-fault =
    { "" }

    { "*" }*Your configuration has an error**, told above.
origin-locale = the locale
cli-help-pages = Pages of the manual, as `agentichat help review`: { $pages }.
cli-help-options = `{ $command }` lists the options.
cli-help-unknown = no topic { $topic }; `agentichat help` lists them
cli-usage = Usage:
cli-commands = Commands:
cli-arguments = Arguments:
cli-options = Options:
cli-default = { "[" }default: { $value }]
cli-values = { "[" }possible values: { $values }]
cli-values-head = Possible values:
cli-value = - { $value }: { $meaning }
cli-examples = Examples:
cli-example-key = # asks for the key without showing it
cli-unknown-argument = unknown argument '{ $argument }'
cli-similar-argument = { "  " }did you mean { $near }
cli-unknown-command = unknown command '{ $command }'
cli-similar-command = { "  " }did you mean { $near }
cli-similar-value = { "  " }did you mean { $near }
cli-wrong-value = '{ $value }' is no value of '{ $argument }'
cli-value-missing = '{ $argument }' needs a value
cli-missing = missing: { $arguments }
cli-missing-command = missing: a command
cli-options-before-command = the options go behind the command: agentichat { $command } { $options }
cli-conflict = '{ $argument }' and '{ $other }' do not go together
cli-more = '--help' says more.
cli-keys-not-used = not used: { $fault }
cli-keys-else = (else { $ways })
cli-keys-or = or
cli-keys-yours = (yours)
cli-keys-rare = `{ $key }` ({ $action }) needs a terminal with a key protocol: see agentichat doctor
cli-keys-checked = { $file }: { $rows } of yours, { $faults }
client-no-answer = the workbench stopped before it answered
client-unexpected-answer = the workbench gave a wrong answer; please report it
cli-checkpoint-form = `{ $word }` is no checkpoint; give its number, as 3 or '#3', or its id
cli-file-unchanged = this session has not changed `{ $path }`; see `agentichat review`
cli-hunk-ambiguous = { $word } ends the ids of several hunks; write more of it
cli-hunk-oversized = a hunk of { $path } is too large to accept unseen; name it with --accept { $word }
cli-no-checkpoint = no checkpoint #{ $number }; see `agentichat checkpoints`
cli-no-hunk = no hunk { $word }; see `agentichat review`
cli-rollback-of-what = name a checkpoint, as `agentichat rollback 3`, or hunks with --hunks; see `agentichat checkpoints`
cli-no-session = no session `{ $word }` in this workspace; see `agentichat session list all`
cli-no-session-yet = no session in this workspace yet; start one with `agentichat`
cli-session-ambiguous = `{ $word }` fits several sessions; name one by its id, see `agentichat session list all`
cli-session-held = { $held }. There, F7 opens the review, F8 the checkpoints and /rollback rolls back; after you quit it, this command works. Name another session with --session, see `agentichat session list`
doctor-ok = ok
doctor-warn = warn
doctor-fail = fail
doctor-terminal = terminal
doctor-reader = screen reader
doctor-language = language
doctor-keys = keys
doctor-keymap = keymap
doctor-workspace = workspace
doctor-trust = trust
doctor-config = config
doctor-state = state
doctor-data = data
doctor-settings = settings
doctor-log = log
doctor-keyring = keyring
doctor-sandbox = sandbox
doctor-sandbox-rung = { $rung ->
    [proposed] proposed: namespaces, Landlock, seccomp, and a view of the workspace for each command
    [namespaces] namespaces: Landlock and seccomp too, no view of the workspace for each command
    [landlock] landlock: Landlock and seccomp, no namespaces
   *[other] none on this machine
 }
doctor-programs = programs
doctor-programs-rungs = hooks run at the level { $hooks }, the claude program at { $claude }
doctor-claude-own-sandbox = Claude Code's settings ask for its own sandbox (`sandbox.enabled`), which cannot be made inside this one: turn it off there, or set `sandbox_for_claude: false`
doctor-boundary = boundary
doctor-stopped = { $stopped } of { $all } forbidden attempts were stopped
doctor-attempt-stopped = stopped: { $what }
doctor-attempt-open = NOT STOPPED: { $what }
doctor-attempt-not-promised = not stopped at this level: { $what }
doctor-notice = notice
doctor-version = { $version } on { $platform }
doctor-no-term = TERM is not set
doctor-inside = inside { $name }
doctor-ssh = over ssh
doctor-no-color = NO_COLOR is set
doctor-not-terminal = not a terminal
doctor-not-utf8 = the locale is not UTF-8
doctor-set-term = set TERM to your terminal, as xterm-256color, or use agentichat --plain, which needs none
doctor-reader-set = { $variable } is set: one may be in use
doctor-reader-plain = agentichat --plain prints lines instead of drawing a screen, and asks by numbers
doctor-language-from = { $code } ({ $from })
doctor-keymap-rows = { $file } ({ $rows } of yours)
doctor-keymap-check = agentichat keys --check checks it again; the other rows work
doctor-has-folder = has a { $folder } folder
doctor-is-git = a git repository
doctor-is-folder = the working folder
doctor-found = { $root } ({ $found })
doctor-read-only = { $root } ({ $found }), read-only
doctor-mend-folder = changes cannot be saved here; check the folder's permissions
doctor-untrusted = its config is not trusted and asks for nothing special
doctor-ignored = not trusted yet; ignored: { $keys }
doctor-read-it = read its config file; the workbench asks whether you trust it
doctor-trusted = its config is trusted
doctor-broken = its config has errors; not used
doctor-no-file = { $file } (missing; using defaults)
doctor-line = line { $line }: { $fault }
doctor-left-out = a file with an error is ignored: fix it, then check again
doctor-problem = { $path }: { $problem }
doctor-mend-home = fix the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME) to a writable folder
doctor-missing = missing; { $link }
doctor-no-models = no models
doctor-key-set = key set from { $from }
doctor-no-key = no key ({ $variable } is not set)
doctor-model = model
doctor-not-probed = { $named } was not probed; `agentichat models probe { $named }` tests its tool calls
doctor-calls-nothing = it answers in words alone; choose another model, `agentichat models list` shows them
doctor-ready = Ready.
doctor-not-ready = No model connected. Do one of these:
doctor-do-ollama = ollama serve, then ollama pull a model  https://ollama.com/download
doctor-do-key = agentichat providers key set openai (or OPENAI_API_KEY), then --provider openai
doctor-do-others = the same for anthropic (ANTHROPIC_API_KEY) or mistral (MISTRAL_API_KEY)
doctor-version-unknown = version unknown
told-engine-has-stopped = the engine has stopped; see the log
told-instruction-empty = the instruction is empty
told-instruction-long = the instruction is longer than 1 MiB
told-instruction-not-text = the instruction on standard input is not UTF-8 text
told-key-not-used = the key of { $word } is not used: { $why }
told-left-out-whole = A file with an error is ignored until you fix it.
told-no-instruction = no instruction: give one, as in agentichat run "…", or send it to standard input
told-no-terminal = the workbench needs a terminal; or use agentichat run "…", or agentichat --plain
told-run-broke = the run crashed; see the log
told-settings-not-kept = model and provider settings are not saved: { $why }
wanted-price = dollars per million tokens, or unknown

## Runs: messages, calls, limits and budgets, answers of the model
told-run-goes-on = a run is going on; stop it first (Ctrl+C or /stop)
told-model-next = the waiting run continues with { $before }; then { $model } answers
told-question-there = a question is waiting there; open it first
told-effort-no-reasoning = { $model } does not reason, so it has no effort
told-effort-fixed = the effort of { $model } cannot be set: the model decides itself
told-effort-unknown = { $model } has no effort { $word }: choose auto, { $efforts }
told-effort-carried = effort { $before } is now { $word }: that is what { $model } has
told-effort-refused = { $place } refused the effort { $word } of { $model }: { $reason }
told-effort-auto = /effort auto leaves the effort to the model
told-no-model = no model: /start sets one up, /demo plays a recorded run
told-name-length = a name has 1 to 64 letters
told-message-empty = the message is empty
told-only-last = only the last message can be edited and sent again
told-none-waits = no message is waiting
told-command-empty = the command is empty
told-typed-instruction-empty = there is no text after the #
told-no-rule = no such rule; /confirm status lists them
told-not-included = not included; see /files
told-note-long = a note has at most 256 KiB; put the rest into a file
told-not-interrupted = the session was not interrupted
told-nothing-runs = nothing is running
told-user-cancelled = the user cancelled the run
told-answered-before = this question is already answered
told-answered-or-over = this question is already answered, or its run has ended
told-shown-changed = it has changed since you saw it; look again and answer
told-answer-misfit = this answer does not fit the question
told-no-hunk-of = { $word } is no hunk of this change; look again and answer
told-stopped-after = stopped after { $word } tool calls, { $why }
told-go-on-unanswered = nobody allowed it in time to go on
told-as-you-said = as you said
told-send-another = send another message to go on
told-refused-reason = { $why }. Reason: { $reason }. Take the reason into account; do not repeat the call
told-refused-explain = { $why }. Explain what the call was for, or propose another way; do not repeat the call
told-user-refused = the user refused this call
told-counts-as-no = nobody answered in time, which counts as no
told-call-in-a-row = you made this call three times in a row with the same arguments, and { $why }
told-call-in-turn = you made this call in turn with another call, three times, and { $why }
told-call-in-a-row-not-run = you made this call three times in a row with the same arguments, so agentichat did not run it again. Its earlier result still holds: use it, do something else, or say what is missing
told-call-in-turn-not-run = you made this call in turn with another call, three times, so agentichat did not run it again. Its earlier result still holds: use it, do something else, or say what is missing
told-needs-a-yes = this call needs the user's permission and nobody is here to ask; { $why }
told-not-run = not run: { $why }
told-ended-unanswered = the process ended before this was answered
told-unknown-outcome = outcome unknown: agentichat ended while this call was open. Look at the present state before you make the call again
told-allowed-answer = your answer
told-allowed-rule = a rule
told-allowed-mode = the mode
told-allowed-time-out = the time-out
told-allowed-cancel = the cancel
told-allowed-and-joins = { $why }; it builds on proposed changes, so it joins them
told-budget-session = the session's budget is { $limit }: { $why }. The call was not made
told-budget-day = today's budget is { $limit }: { $why }. The call was not made
told-budget-session-near = the session's budget is nearly used: { $why }
told-budget-day-near = today's budget is nearly used: { $why }
told-budget-used = { $word } are used
told-budget-used-asks = { $word } are used, and this call would take about { $number }
told-budget-spent-asks = { $word } is spent, and this call would take at least { $number }
told-budget-of-tokens = { $word } of { $limit } tokens
told-budget-of-money = { $word } of { $dollars }
told-budget-raise-session = raise { $word } in the config (or with --set) and restart, or start a new session with /session new; /cost shows the spending
told-budget-raise-day = raise { $word } in the config (or with --set) and restart, or continue tomorrow; /cost shows the spending
told-unpriced = no price is set for { $word }, so money budgets do not count it; `agentichat models add` or `edit` sets it
told-no-end-of-calls = the run has made { $word } tool calls without finishing
told-answer-too-long = the answer was cut: it is over { $mebibytes } MiB
told-answer-is-kept = its beginning is kept; ask for less at once, or choose another model with /model
told-raise-calls = raise { $key } in the config, or split the task
told-repeats-calls = the model repeats the same tool calls
told-say-wanted = say what is wanted in other words, or choose another model
told-misfit-calls = the model called tools with wrong arguments in { $word } answers in a row
told-conflict-calls = the model wrote to files that had changed in { $word } answers in a row
told-misfit-once = the model called tools with wrong arguments
told-conflict-once = the model wrote to files that had changed
told-ignored-followed = A possible call of { $word } was not run: other text follows it. Ask again if you want it.
told-ignored-quoted = A possible call of { $word } was not run: it quotes the model's input. Ask again if you want it.
told-ignored-template = A possible call of { $word } was not run: its arguments are placeholders. Ask again if you want it.
told-ignored-spoken = A possible call of { $word } was not run: the words before only describe it. Ask again if you want it.
told-ignored-native = A possible call of { $word } was not run: it is text, and this model is not known to call so (see text_calls in the config). Ask again if you want it.
told-ignored-cut = A possible call of { $word } was not run: the answer was cut after it. Ask again if you want it.
told-answer-empty = Empty answer. Asking the model once more.
told-answer-thoughts = The answer had only thinking. Asking the model once more.
told-answer-all-thoughts = The model's thinking filled its answer. Asking it once more.
told-run-refused = the server refused to answer
told-answer-empty-again = the model's answer was empty, twice in a row
told-answer-thoughts-again = the model's answer had only thinking, twice in a row
told-answer-all-thoughts-again = the model's thinking filled its answer, twice in a row
told-send-again-or-model = send it again, or choose another model with /model
told-say-otherwise = rephrase it, or choose another model
told-asked-again = the program ended while a question waited: here it is again; nothing ran meanwhile
told-extra-prompt = an extra system prompt has at most 64 KiB
told-picture-back = your message with the picture is back in the draft; later messages stay, and go with your next one
told-hint-overflow = compact the conversation with /compact, empty it with /clear, remove files with /exclude, or choose a model with a larger window with /model
told-hint-model = choose another model with /model; /models lists them
told-hint-doctor = check the server with `agentichat doctor`, then send again
told-prompt-cut = the server read only { $word } of about { $estimate } prompt tokens: the conversation was cut to its window of { $limit }. Raise the provider's context_length or /clear
told-prompt-cut-unseen = the server read only { $word } of about { $estimate } prompt tokens: its window seems to be { $limit }, and the rest was cut. Enlarge it (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), set the provider's context_length to its real size, or /compact
told-answer-cut = the answer was cut at the token limit of the model or its window. Say "go on", or ask for less at once
told-answer-refused = the provider refused to answer. Rephrase it, or choose another model with /model
told-answer-broke = the answer broke off
told-note-not-kept = note not saved: { $why }
told-no-folder = no folder `{ $path }` in the workspace
told-binary = { $path } is a binary file of { $bytes } bytes, not text
told-not-there = { $path } no longer exists
told-ask-run = Run { $word }?
told-ask-go-on = The run has made { $word } tool calls. Go on for as many as { $number } more?
told-ask-in-a-row = The agent calls { $word } with the same arguments for the third time in a row. Let it?
told-ask-in-turn = The agent goes back and forth between two calls, now { $word } again. Let it?
told-changed-again = the file kept changing while agentichat planned this call; read the file, then try again
told-asked-before-the-end = it was asked about before the workbench ended
told-as-you-edited = this is the command as you edited it
told-proposes-nothing = this prompt proposes no text, or it was answered meanwhile
told-search-empty = nothing to search for; type a word
told-search-newer = a newer search replaced this one
told-no-workspaces = no list of workspaces is kept here
told-no-index = no index here: `index.enabled` is off
told-no-rule-file = no config file to save the rule in; it holds for this session
told-no-data-folder = no data folder to save this in; see `agentichat doctor`
told-call-lost = the tool failed while it ran; its effects are unknown, so look at the present state
told-call-plan-gone = agentichat lost the plan of this call, so the call did not run; make it again
told-state-not-kept = agentichat could not keep the file's present state, so it did not change the file: { $why }
told-path-look-broke = checking the path failed; answer again
told-base-checkpoint = checkpoint #{ $number }
told-allow-to-run = allow it with --allow '{ $word }', or with another --mode
told-allowed-nobody = nobody
told-allowed-unasked = nobody was there to answer
told-budget-spent = { $word } is spent
told-budget-tokens = { $number } tokens
told-left-out-and = { $rest }, { $why }
told-no-question = the question is empty
told-run-to-be-asked = run it in the workbench to be asked
told-and-also = { $why }; { $why_next }
told-changes-not-kept = { $number } file changes could not be saved and are not covered
told-note-contested = it keeps changing elsewhere; save it again
told-note-no-text = not text
told-of-path = { $path }: { $why }
told-offers-no-model = { $word } offers no model

## Context: the window, summaries, included and pinned files
include-pinned = pinned { $path }:{ $start_line }-{ $end_line }
include-already = already included; /exclude removes it
include-one = included { $path }: each message carries it
include-several = included { $count } files: each message carries them
told-nothing-to-compact = nothing to compact yet
told-is-summarised = the conversation fills the model's window: summarising its older part
told-not-compacted = Not compacted: { $why }
told-only-own-left = Nothing to compact: only your own messages are left.
told-nothing-compacted = this conversation is not compacted
told-compaction-back = Compaction undone: the model gets the whole conversation again. If that does not fit, it is compacted again.
told-tasks-told = Told the agent about { $counted } still open.
told-tasks-none-open = Told the agent that no task is open.
told-tasks-left = Still in progress: { $rest }
told-tasks-none-given = name at least one task
told-tasks-many = there are { $word } open tasks, and a session has at most { $number }; complete or delete some first
told-task-unknown = there is no task { $word }; list the tasks to see their numbers
told-task-ambiguous = several tasks have the name { $word }: { $rest }; give the number
told-task-long = the { $name } of a task has at most { $number } characters
told-task-name-line = the name of a task is one line that is not empty
told-task-name-taken = task { $word } is open and has this name; change that one instead
told-task-priority = a priority is a number from 1 (critical) to 5 (minimal)
told-task-waits = task { $word } cannot be worked on before these are completed: { $rest }
told-task-is-needed = task { $word } cannot be reopened while these are in progress: { $rest }
told-task-cycle = tasks cannot wait for each other: { $rest }
told-task-blocked-follows = whether a task is blocked follows from its dependencies; change those
told-compaction-back-one = Compaction undone; 1 earlier compaction still holds.
told-compaction-back-more = Compaction undone; { $word } earlier compactions still hold.
told-compacted = **Compacted:** the model now gets a summary by { $model } in place of { $counted }: about { $before } → { $after } tokens, { $saved } saved. You still see every message; `/compact undo` undoes this.{ $rest }
told-no-own-summary = the provider keeps and compacts the conversation itself
told-nothing-to-sum = only your own messages are left
told-summary-cut = the summary was cut off at the model's limit
told-summary-long = the model's summary is too long
told-summary-broke = the summary broke off
told-summary-none = the model wrote no summary
told-summary-no-gain = the model's summary is no shorter
told-not-attached = @{ $path } was not attached: { $why }
told-cannot-see = nothing was sent: { $model } cannot see pictures
told-choose-seeing = remove the picture, or choose a model that sees pictures with /model
told-choose-seeing-of = remove the picture, or choose a model that sees pictures with /model: { $models }
told-pins-most = a message pins at most { $word } ranges, the others were not
told-pinned = pinned { $places }: sent with each message until /exclude
told-not-pinned = @{ $places } was not pinned: { $why }
told-not-pinned-empty = @{ $places } was not pinned: the file is empty
told-not-pinned-lines = @{ $places } was not pinned: the file ends at line { $number }
told-pinned-beyond = @{ $places } goes beyond the end of the file, line { $number }
told-oldest-left-out = the conversation exceeds the model's window of { $word } tokens: { $number } of the oldest answers were not sent
part-system = system prompt
part-map = map of the workspace
part-own = your instructions
part-tools = tools
part-server-tools = tools of MCP servers
part-talk = conversation
part-pictures = pictures
part-results = tool results
part-recorded = as recorded
told-would-leave = it would go to { $place } without your permission

## Policy: modes, rules, who decides
mode-now = { $mode }: { $what }
mode-plan = nothing is written, only low-risk commands run
mode-review = writes wait for review (F7), commands ask
mode-auto = writes wait for review, commands run in the sandbox
mode-confirm = each write and each command asks
mode-accept-edits = writes are applied, commands ask
mode-passthrough = everything runs except high risk and always asked
reach-write = every write until your next message
reach-command = everything except high risk, until your next message
reach-session = { $name } in this session
reach-workspace = { $name } in this workspace
reach-user = { $name } for this user, in every workspace
reach-network = the network, for this command and the later ones of this session
reach-network-of = the network to { $places }, for the commands of this session
told-rule-kept = saved the rule { $rule } in { $path }
told-rule-refuses = { $why }; until you fix it every call is refused
told-rule-asks = { $why }; until you fix it every call asks
told-rule-allows = { $why }; until you fix it it allows nothing
told-rule-no-tool = no tool `{ $word }`, so the rule has no effect
told-rule-unclosed = unclosed bracket after { $word }; for example { $model }(docs/**)
told-rule-no-name = no tool before the bracket in { $rule }; for example shell_exec(git status*)
told-rule-nothing = empty brackets after { $word }; remove them for every use of the tool, or write { $model }(*)
told-rule-letter = the tool's name { $title } has { $word }; names are letters, digits, _ - . and *, for example write_file(docs/**)
told-rule-no-glob = { $rule } is not a path pattern: { $why }; for example docs/** or src/*.rs
told-rule-not-kept = the rule holds for this session only: { $why }
told-answer-not-empty = the answer must not be empty
told-answer-number = the answer must be a number
told-field-required = the server requires this field; to decline, go back to the first step
told-field-letters = the answer must have { $range } letters
told-field-format = the answer must be of the form { $word }
told-field-integer = the answer must be a whole number
told-field-range = the number must be { $range }
told-field-option = the answer must be one of the options
told-field-options = { $range } of the options must be chosen
told-answer-path = the answer must be a path
told-answer-inside = the answer must be a path inside the workspace
told-answer-pattern = the answer must fit the pattern as a whole
told-rule-no-file = this rule is in no file
told-rule-by-hand = { $why }; add this under rules.allow by hand: - { $rule }
told-rule-form = { $rule } is not a rule; write it as tool(pattern), on one line
told-rule-link-leaves = { $path } is a link that leaves the workspace; put a file in its place
told-allowed-harmless = it changes nothing
told-allowed-tasks = it changes only the tasks
told-allowed-typed = you typed it; it waits in the review
told-allowed-in-mode = { $word } mode
told-allowed-with-network = { $why }, with the network
told-allowed-with-hosts = { $why }, with the network to { $places }
told-allowed-low = low risk
told-allowed-own-program = the agent's own program, which did not ask
told-allowed-until-next = yes to all until the next message
told-asked-always = asked in every mode
told-asked-high = { $word } mode asks for high risk too
told-asked-not-boxed = auto mode asks about what runs outside the sandbox
told-asked-no-box = auto mode asks, because this command has no full sandbox
told-asked-no-box-why = auto mode asks, because this command has no full sandbox: { $why }
told-asked-network = auto mode asks, because this command has the network
told-auto-config = Mode auto needs the sandbox, and the settings say `sandbox: { $word }`. Set `sandbox: auto`, then start again.
told-auto-machine = Mode auto needs a sandbox with namespaces, which this machine does not make: { $why }. `agentichat doctor` tries it.
told-auto-not-run = Mode auto was asked for, and the run did nothing in another one. { $why }
told-auto-left = Mode review instead of auto. { $why }
told-ask-network = The sandbox has no network, and `{ $word }` failed. Run it again with the network?
told-ask-network-of = `{ $word }` failed in the sandbox without the network. Run it again with the network, but only to { $places }?
told-run-again = run again with the network
told-run-on-disk = run on the disk
told-network-refused = the user does not grant the network
told-network-refused-why = the user does not grant the network: { $why }
told-network-unanswered = the user did not say whether the command may have the network
risk-network = the command reaches every host, and can send what it reads
risk-network-of = the command reaches { $places }, and can send there what it reads
risk-too-much-to-review = in the proposed world it changed { $files }, too many or too large to review one by one: on the disk they are applied as one whole
told-sandbox-off = The sandbox is off: { $place } says so. `/settings` offers `sandbox: auto`, in which the agent's commands, hooks and the claude program run without your keys, and write the workspace alone.
told-sandbox-weaker = The sandbox is weaker than asked for: { $word } instead of { $name }, because { $why }.
told-asked-own-writes = this agent's program writes by itself, so nothing can be proposed
told-asked-rule = the rule { $rule } asks for it
told-pattern-broken = not a regular expression: { $why }
told-pattern-long = a pattern has at most { $number } letters
told-plan-no-confirm = plan mode writes nothing and runs only low-risk commands: nothing to confirm; leave it first, for example with /mode review
told-refused-mode = The switch for this kind of call is on deny in { $name } mode, so agentichat refused { $word }. Tell the user what you would do. The user can change the switch with /mode or /confirm.
told-refused-plan-mode = The session is in plan mode, which allows no writes and only low-risk commands, so agentichat refused { $word }. Finish the plan and tell the user what you would do. The user can leave plan mode with /mode.
told-refused-rule = The deny rule { $rule } forbids this call of { $word }. Do not try it another way. Go on without it, or tell the user why you need it: the user can revoke the rule.
told-rule-empty = the rule is empty; write a tool and perhaps a pattern, for example shell_exec(git status*)
told-rule-long = the rule is { $bytes } bytes long, at most { $limit } are read; use a wildcard, for example shell_exec(cargo test*)
told-rule-of-flag = { $rule } [flag]
told-rule-of-session = { $rule } [session]
told-rule-of-user = { $rule } [user]
told-rule-of-workspace = { $rule } [workspace]
told-rules-and = { $why }, { $why_next }
told-tool-unknown = There is no tool named { $word }. Use one of the tools that you have.

## Risk: reasons why a command is asked about
risk-only-reads = only reads
risk-only-looks = only looks
risk-only-asks = only asks
risk-server-tool = a tool of an MCP server, whose program is not part of this one
risk-server-destroys = the MCP server says that this tool destroys
risk-only-tasks = only changes the list of tasks
risk-only-remembers = only adds to the memory; the user can take it back
risk-it-did-not-ask = it did not ask
risk-is-not-carried-out = is not carried out
risk-ends-plan-mode-each = ends plan mode; each change is asked about as always
risk-a-tool-of-the = a tool of the agent's own program
risk-a-question-of-the = a question of the agent
risk-question-of-server = a question of the MCP server { $server }, which gets your answer
risk-server-wants-secret = { $server } seems to ask for a secret: servers must not ask for passwords, keys or card numbers here
risk-the-run-may-be = the run may be going in circles
risk-content-leaves-this-machine = content leaves this machine
risk-changes-a-file-in = changes a file in the workspace
risk-deletes-a-file-whose = deletes a file, whose text is kept
risk-deletes-a-file-that = deletes a file that is no text
risk-content-from-outside-the = content from outside the workspace came into this run
risk-git-works-in-a = git works in { $name }, a repository of its own, and runs what its settings name
risk-git-does-not-say = git does not say what its settings are here
risk-the-repository-says-that = the repository { $place } says that its files lie elsewhere ({ $name })
risk-this-repository-says-that = this repository says that its files lie elsewhere ({ $name })
risk-the-repository-names-a = the repository { $place } names a program that git may run ({ $name })
risk-this-repository-names-a = this repository names a program that git may run ({ $name })
risk-has-characters-between-words = has odd characters between words
risk-has-a-bracket-where = has a bracket where a word belongs
risk-has-too-many-commands = has too many commands to check
risk-has-too-many-parts = has too many parts to check
risk-runs-git-in-too = runs git in too many folders to check
risk-runs-which-may-be = runs { $name }, which may be any program
risk-name-calls-itself-without-end = { $name } calls itself without end (a fork bomb)
risk-names-which-may-hold = names { $name }, which may hold secrets
risk-what-runs-is-known = { $name } chooses what to run only at run time
risk-what-runs-is-known-only = what it runs is known only at run time
risk-looks-like-a-recursive = looks like a recursive delete
risk-name-changes-the-machine = { $name } changes the machine
risk-name-deletes-for-good = { $name } deletes for good
risk-name-drops-a-database = { $name } drops a database
risk-name-changes-what-is-installed = { $name } changes what is installed on the machine
risk-name-changes-what-others-see = { $name } changes what others see or use
risk-name-may-fetch-or-install = { $name } may fetch or install from the network
risk-name-builds-or-tests-it = { $name } builds or tests: it runs code of the workspace
risk-name-is-not-known-to = { $name } is not known to only read
risk-ends-every-process-that = ends every process that it can
risk-ends-a-process = ends a process
risk-ends-processes-by-name = ends processes by name
risk-name-runs-what-comes-from = { $name } runs what comes from the network
risk-name-runs-what-comes-through = { $name } runs what comes through a pipe, unread
risk-name-runs-what-nobody-has = { $name } runs code nobody has read
risk-runs-what-nobody-has = runs code nobody has read
risk-name-drops-or-overwrites-data = { $name } drops or overwrites data
risk-name-works-on-a-database = { $name } works on a database
risk-name-runs-code-that-deletes = { $name } runs code that deletes or overwrites
risk-name-runs-code-that-is = { $name } runs code we cannot inspect
risk-name-runs-a-program-of = { $name } runs a program of the workspace
risk-perl-i-writes-files = perl -i writes files
risk-name-can-send-data-out = { $name } can send data out of the machine
risk-name-reaches-the-network = { $name } reaches the network
risk-asks-for-its-state = asks { $name } for its state
risk-name-with-folders-of-this = { $name } with folders of this machine or its rights
risk-name-runs-or-builds-a = { $name } runs or builds a container
risk-pushes-to-another-repository = pushes to another repository
risk-pushes-to-another-repository-git-fetch-before-it-shows-what-is-new-there = pushes to another repository; git fetch before it shows what is new there
risk-sends-mail = sends mail
risk-git-clean-deletes-files = git clean deletes files that git does not keep
risk-git-restore-throws-changes = git restore throws changes away
risk-rewrites-history = rewrites history
risk-drops-objects-that-could = drops objects that could bring work back
risk-runs = runs { $word }
risk-starts = starts { $word }
risk-sets-for-this-run = sets { $name } for this run of git
risk-name-makes-git-run-a = { $name } makes git run a program
risk-git-clean-as-a = git clean as a dry run
risk-git-in-a-repository = git { $name } in a repository outside the workspace
risk-git-reset-throws-changes = git reset throws changes away
risk-git-checkout-of-files = git checkout of files throws changes away
risk-git-switch-throws-changes = git switch throws changes away
risk-git-overwrites-files = git { $name } overwrites files
risk-git-rm-r-deletes = git rm -r deletes folders
risk-git-rm-takes-files = git rm takes files away
risk-git-can-drop-history = git { $name } can drop history
risk-git-gc-drops-objects = git gc drops objects that could bring work back
risk-git-stash-drops-kept = git stash drops kept work
risk-git-commit-amend-rewrites = git commit --amend rewrites the last commit
risk-git-branch-drops-or = git branch drops or moves a branch
risk-git-tag-drops-or = git tag drops or moves a tag
risk-git-worktree-remove-deletes = git worktree remove deletes a folder
risk-git-submodule-deinit-deletes = git submodule deinit deletes a folder
risk-git-submodule-foreach-runs = git submodule foreach runs a command
risk-git-bisect-run-runs = git bisect run runs a command
risk-git-may-reach-the = git { $name } may reach the network
risk-git-is-not-known = git { $name } is not known to only read
risk-git-writes-to-repository = git { $name } writes to the repository
risk-changes-git-settings-outside = changes git's settings outside the workspace
risk-changes-the-repository-settings = changes the repository's settings
risk-changes-a-setting-that = changes a setting that can make git run programs
risk-name-can-run-a-command = { $name } can run a command
risk-git-rm-takes-its = git rm takes its paths from a file
risk-reads-which-is-on = reads { $name }, which is on the block list
risk-has-control-characters = has control characters
risk-name-is-used-in-a = { $name } is used in a way that may change things
risk-awk-writes-outside-the = awk writes outside the workspace
risk-sed-i-changes-files = sed -i changes files
risk-a-sed-script-that = a sed script that may write or run something
risk-a-sed-script-that-writes = a sed script that writes a file or runs a command
risk-reads-outside-the-workspace = reads outside the workspace: { $name }
risk-is-too-long-to-be-read = is too long to read whole
risk-has-a-sign = has { $sign }, which a shell may expand into more
risk-has-an-operator-without = has an operator without a command
risk-has-no-command-at-its-end = has no command at its end
risk-has-a-cd = has a cd to an unknown folder
risk-runs-not-known = runs { $name }, which is not known to only read
risk-runs-with-not-known = runs { $name } with { $option }, which is not known to only read
risk-runs-in-a-way = runs { $name } in a way that may do more than read
risk-has-a-pattern-without = has a pattern without a folder in front, which may become an option
risk-name-runs-a-script-that-may = { $name } runs a script that may write or run something
risk-name-with-options-that-may-write = { $name } with options that may write something
risk-shows-the-settings-of-git = shows git's settings, which may hold secrets
risk-whole-machine = runs in a workspace that is the whole machine
risk-reads-no-plain-file = reads { $name }, which is not a plain file
risk-git-does-not-say-which-files = git does not say which files it would show
risk-shows-which-is-on = shows { $name }, which is on the block list
risk-has-a-pattern-that-may-match = has a pattern that may match too many files
risk-runs-from-the-workspace = runs { $name } from the workspace: { $found }
risk-may-run-from-the-workspace = may run { $name } from the workspace: PATH has a folder that is not absolute
risk-runs-what-a-file-chooses = runs the program that { $found } chooses
risk-searches-what-cannot-be-looked-at = searches a folder that cannot be checked first
risk-would-search = would search { $name }, which is on the block list
risk-sets-which-may-change = sets { $name }, which may change what programs do
risk-declares-something-in-a = declares something in a way that is not plain
risk-a-test-that-evaluates = a test that evaluates what variables hold
risk-a-test-with-a = a test with a redirection in it
risk-defines-a-function = defines a function, { $name }
risk-an-expansion-that-may = an expansion that may evaluate or set something
risk-arithmetic-that-evaluates-what = arithmetic that evaluates what variables hold
risk-a-redirection-without-a = a redirection without a target
risk-a-redirection-of-a = redirects an unknown descriptor
risk-place-the-network = { $what } the network, { $name }
risk-place = { $what } { $name }
risk-place-a-stream = { $what } a stream, { $name }
risk-place-which-may = { $what } { $name }, which may lie outside the workspace
risk-place-where-git = { $what } { $name }, where git or agentichat keep their own
risk-place-outside-the = { $what } { $name }, outside the workspace
risk-is-nested-too-deeply = is nested too deeply to check
risk-has-too-much-in = has too much in it to check
risk-is-too-long-or = is too long or complex to check
risk-has-a-part-that = has a part that cannot be parsed
risk-has-a-line-that = has a line that begins with a backslash
risk-has-a-construct-that = has a construct we do not understand
risk-has-an-expansion-that = has an expansion that the parser did not see
risk-has-backslashes-between-backticks = has backslashes between backticks
risk-has-words-behind-a = has words behind a redirection
risk-a-here-document-with = a here-document with expansions
risk-env-takes-away-variables = env removes variables that keep programs from running others
risk-env-has-options-that = env has options that are not known here
risk-name-has-options-that-are = { $name } has options that are not known here
risk-name-acts-on-another-machine = { $name } acts on another machine
risk-runs-a-file-in = runs a file in this shell
risk-find-with-options-that = find with options that are not known here
risk-find-delete-deletes-all = find -delete deletes all it finds
risk-find-deletes-or-moves = find deletes or moves all it finds
risk-find-writes-to-a = find writes to a file
risk-find-takes-its-places = find takes its places from a file
risk-find-has-a-part = find has a part that is known only when it runs
risk-fd-runs-a-command = fd runs a command on all it finds
risk-fd-has-a-part = fd has a part that may run a command
risk-name-runs-with-other-rights = { $name } runs with other rights
risk-name-runs-a-package-and = { $name } runs a package and may fetch it from the network
risk-runs-a-command-through = runs a command through { $name }
risk-time-writes-to-a = time writes to a file
risk-xargs-takes-its-arguments = xargs takes its arguments from a file
risk-name-reads-a-text-otherwise = { $name } parses text differently from bash
risk-name-runs-a-file-first = { $name } runs a file first
risk-runs-the-script = runs the script { $name }
risk-name-runs-a-text = { $name } runs a text
risk-name-runs-a-text-that = { $name } runs text that is known only at run time
risk-name-keeps-a-command-for = { $name } keeps a command for later
risk-mktemp-writes-outside-the = mktemp writes outside the workspace
risk-name-unpacks-files = { $name } unpacks files
risk-name-writes-files = { $name } writes files
risk-name-r-deletes-whole-folders = { $name } -r deletes whole folders
risk-deletes-the-workspace-itself = deletes the workspace itself
risk-deletes-files = deletes files
risk-deletes-what-the-pattern = deletes what the pattern { $name } matches
risk-deletes-which-is-known = deletes { $name }, which is known only when it runs
risk-deletes-the-folder = deletes the folder { $name }
risk-deletes-more-than-count = deletes more than { $count } files at once
risk-name-copies-to-or-from = { $name } copies to or from another machine
risk-rsync-deletes-files-or = rsync deletes files or runs a program
risk-makes-a-link = makes a link
risk-name-changes-rights = { $name } changes rights
risk-name-r-changes-the-rights = { $name } -R changes the rights of whole folders
risk-name-changes-rights-widely = { $name } changes rights widely
risk-dd-copies-raw-data = dd copies raw data
risk-dd-with-a-part = dd with a part that is known only when it runs
risk-tar-packs-or-unpacks = tar packs or unpacks files
risk-tar-runs-a-program = tar runs a program or deletes files
risk-tar-p-writes-wherever = tar -P writes wherever the archive says
risk-deed-writes-to = writes to
risk-deed-deletes = deletes
risk-deed-deletes-the-empty-folder = deletes the empty folder
risk-deed-moves = moves
risk-deed-links = links
risk-deed-changes = changes
risk-deed-changes-the-rights-of = changes the rights of
risk-deed-overwrites = overwrites
risk-deed-works-in = works in
risk-deed-find-writes-to = find writes to
risk-git-cannot-be-read = `.git` of this folder cannot be read: { $why }
risk-git-leads-elsewhere = `.git` of this folder leads to another repository ({ $place })
risk-git-names-no-folder = it names no folder
risk-git-part-leads-out = `{ $name }` of this repository leads out of it
risk-runs-git-in-a-repository = runs git in a repository that names programs of its own
risk-the-repository-makes-git-read = the repository { $place } makes git read a file outside of it ({ $name })
risk-this-repository-makes-git-read = this repository makes git read a file outside of it ({ $name })

## Tools: arguments, results and faults of calls
gave-counted = { $path }  { $counted }
gave-range = { $path }  lines { $range } of { $all }
gave-linked = { $rest }; its other names (hard links) keep the old text
gave-deleted = { $path }  deleted
gave-entries = { $path }  { $number } entries
gave-hits = { $path }  { $counted_hits } in { $counted }
gave-hits-more = { $path }  { $counted_hits }+ in { $counted }
gave-index = { $path }  { $counted } (index { $number } %)
gave-answer = answer: { $rest }
gave-task-created = created { $word }
gave-tasks-created = { $counted } created
gave-task-started = started { $word }
gave-task-completed = completed { $word }
gave-task-pending = pending again: { $word }
gave-task-blocked = blocked: { $word }
gave-remembered = remembered, /memory forget { $word } takes it back: { $rest }
gave-remembered-already = { $word } has this already: { $rest }
gave-remembered-inbox = waits in your inbox, since text from outside was read: /memory keep { $word } or refuse: { $rest }
gave-remembered-refused = you refused this before, { $word }: { $rest }
gave-task-changed = changed { $word }
gave-task-unchanged = nothing to change
gave-task-deleted = deleted { $word }
gave-task-shown = task { $word }
gave-tasks-listed = { $number } of { $total } done
gave-agents-listed = agents listed
gave-agents-done = { $number } of { $counted } done
gave-agent-stopped = { $word } is stopped
agent-activity = { $word } { $rest }
agent-state-running = running
agent-state-waiting = waits for you
agent-state-completed = done
agent-state-failed = failed
agent-state-stopped = stopped
agent-state-interrupted = interrupted
agents-too-many = At most { $number } agents work at the same time; { $at_work } are at work. Wait for a report, or stop one.
agents-over = The agent { $word } has ended.
command-no-agent = No agent “{ $word }” was started in this session; /agents running lists them.
agents-not-started = There is no agent “{ $word }” in this session. The operation list names them.
agents-none-started = No agent was started in this session. The agent starts them with spawn_agent, delegate_task and parallel_tasks: ask it to share a task out.
agents-not-of-session = This session has no such agent.
agents-at-work = An agent works in this session. It can be read, told something and stopped; the rest is possible once it has ended.
agents-tool-withheld = This agent may not call { $word }. Report what you could not do.
agents-ended-without = The agent { $word } did not finish: { $why }
agents-none-finished = None of the agents finished; the details say why.
agents-one-to = A call starts 1 to { $number } agents.
agents-no-prompt = The agent needs a prompt with the whole task: it knows nothing else.
agents-long-prompt = The prompt of an agent has at most { $number } KiB. Name files instead of copying them.
agents-name-length = The name of an agent has 1 to { $number } characters.
agents-name-missing = Name the agent.
agents-not-itself = An agent cannot delegate to itself.
agents-no-profiles = No agent “{ $word }” is defined, and no other. spawn_agent starts a temporary one.
agents-no-profile = No agent “{ $word }” is defined; these are: { $rest }.
agents-no-program = { $word } is a program with an agent of its own, which cannot work for another. Give the agent another provider.
ask-start-agent = Start the agent { $word }? { $rest }
ask-start-agent-model = Start the agent { $word } with { $name }? { $rest }
ask-start-agents = Start { $number } agents at the same time? { $whys }
risk-starts-agents = agents spend tokens; each of their calls is judged as the session’s own
risk-only-agents = it only looks after agents
gave-profiles = { $counted } defined
gave-exit = exit { $word }, { $counted }
gave-with-network = { $what }, with the network
gave-with-hosts = { $what }, with the network to { $places }
gave-killed = killed by signal { $word }, { $counted }
gave-late = ended after { $word } s, { $counted }
gave-cancelled = cancelled, { $counted }
gave-lines = { $counted }
gave-tools = { $counted } found
gave-unknown = outcome unknown
gave-recorded = as it was recorded
told-not-taken-back = what the agent's program changes of these cannot be taken back: { $why }
told-changed-not-covered = changed, and { $why }
told-git-some-not = { $word } of { $number } files NOT in git
told-file-not-there = not there
told-file-outside = outside the workspace
gave-proposed = { $rest } · { $files } proposed
gave-not-kept = { $rest } · { $why }{ $more ->
    [0] { "" }
   *[other] { " " }(and { $more } more)
}
gave-changed = { $rest }, changed { $counted_files }
gave-changed-lost = { $rest }, changed { $counted_files }: { $why }
gave-ended = ended, { $counted }
gave-error = { $word } { $why }
gave-not-as-allowed = { $rest }  (not exactly as allowed)
gave-written = { $path }  +{ $added } -{ $removed }
told-agent-failed = the agent's program reports a failure and no reason
told-agent-only = only the agent's own program can do this
told-agent-staged = `{ $path }` has proposed changes that the user has not decided, so your program cannot write it; go on with another file
told-agent-text-not-found = `{ $path }` must have the text to replace exactly once; read the file again
told-all-of = { $whys }
told-answer-for-write = an answer was given where a write was to be allowed
told-argument-fault = { $word }: `{ $name }` { $why }; correct it and call again
told-arguments-misfit = the arguments of { $word } do not fit its schema: { $why }
told-arguments-no-object = the arguments of { $word } are not a JSON object; send one that fits the schema
told-ask-plan = Carry out this plan?{ $rest }
told-ask-use = Let it use { $word }?{ $rest }
told-ask-server-tool = Let it use the tool { $word } of the MCP server { $server }, with these arguments?
    { $rest }
told-ask-server-asks = The MCP server { $server } asks:
    { $why }
    Yes tells it that you agree.
told-ask-form = The MCP server { $server } asks you to fill in a form:
    { $why }
    Its fields: { $fields }. Those with a star are required. Fill it in?
told-ask-form-secret = The MCP server { $server } asks you to fill in a form:
    { $why }
    Its fields: { $fields }. Those with a star are required. Fill it in?
    It seems to ask for a secret. Do not give a server a password, a key or a card number here.
told-ask-visit = The MCP server { $server } asks you to visit a page of { $host }:
    { $address }
    { $why }
    Open it yourself if you trust it: the program does not. Yes tells the server that you agree.
told-server-arguments = give the arguments of the tool as an object
told-server-failed = the MCP server { $server } gave no result: { $why }
told-builds-on-staged = the change to `{ $path }` builds on proposed changes that the user has not decided, so agentichat did not apply it; go on with another file, or let the user decide first
told-cancelled-before = the run was cancelled before the call began; the tool did nothing
told-clash-changed = has changed since you read it, so the tool wrote nothing; look at `present`, then write again
told-clash-changed-lines = has changed in the lines of edits[{ $number }] since you read it, so the tool wrote nothing; look at `present`, then edit again
told-clash-lines = has other lines than `edits[{ $number }].expected_hash` says, so the tool wrote nothing; look at `present`, then edit again
told-clash-not-deleted = has changed since you read it, so the tool deleted nothing; look at `present`, then decide again
told-command-bad = `command` is empty or contains a NUL character
told-command-cancelled = the command was cancelled, and everything that it started has ended; do not run it again unless the user asks
told-command-failed = the command failed ({ $why }); read its output, correct the cause, then run it again
told-command-late = the command reached its limit of { $number } s, so agentichat ended it with everything that it started; its output so far is in the details; set a larger timeout_s, or run less
told-command-misallowed = a command is allowed as it is, or with another text in its place
told-conflict-often = { $why }; this was conflict { $number } on this file: stop, and ask with clarify_user
told-edit-before-start = is before start_line
told-edit-beyond = is beyond the end: the file has { $number } lines
told-edit-delete-text = must be empty for delete
told-edit-fault = `{ $name }` { $why }
told-edit-insert-nothing = is empty: there is nothing to insert
told-edits-empty = `edits` is empty; name at least one edit
told-edits-overlap = edits[{ $word }] and edits[{ $number }] overlap; join them into one edit
told-environment-large = the environment has { $number } bytes, more than the system passes to a command; ask the user to start agentichat with a smaller one
told-environment-large-by = the environment has { $number } bytes, more than the system passes to a command (the largest variable is { $name } with { $bytes } bytes); ask the user to start agentichat with a smaller one
told-every-part-refused = the user refused every part of the change to `{ $path }`, so the tool wrote nothing; explain what you wanted, or ask with clarify_user
told-field-empty = `{ $name }` is empty
told-file-clash = `{ $path }` { $why }
told-file-exists = `{ $path }` exists already; read it with read_file, then overwrite or edit it
told-file-unread = `{ $path }` exists and you have not read it; read it first with read_file
told-glob-unreadable = `glob` is not a valid pattern: { $why }; write it like `*.rs` or `src/**/*.rs`
told-index-unreadable = the index cannot be read: { $why }
told-is-missing = is missing
told-is-no-argument = is not an argument; the arguments are { $rest }
told-lines-beyond = `start_line` { $word } is beyond the end: `{ $path }` has { $number } lines
told-lines-reversed = `end_line` { $word } is before `start_line` { $number }
told-new-text-large = the new text of `{ $path }` is over 10 MiB; write it with a command instead
told-new-text-nul = the new text of `{ $path }` contains a NUL character; the tool writes only text
told-no-index-here = there is no index here
told-no-more-processes = the system starts no more processes now: { $why }; end some, then try again
told-no-shell = agentichat can start neither `bash` nor `sh` here: { $why }; ask the user to check that `bash` is installed
told-no-tool = there is no tool `{ $word }`; the tools are { $rest }
told-not-installed-ask = `{ $name }` is not installed; do without it, or ask the user to install it
told-not-installed-link = `{ $name }` is not installed; the user can get it from { $address }
told-nothing-to-do = the call does not change `{ $path }`, so there is nothing to do
told-nothing-to-stage = { $word } changes no file, so there is nothing to propose
told-old-text-empty = `old_text` is empty; name the text to replace, or use edit_file to insert
told-old-text-near = `old_text` is not in `{ $path }`; the nearest lines are { $word } to { $number }: copy them exactly as `nearest` shows them
told-old-text-nowhere = `old_text` is not in `{ $path }`, and no lines there are like it; read the file again
told-old-text-often = `old_text` is in `{ $path }` { $number } times (lines { $rest }); add lines around it until it occurs once, or set replace_all
told-query-empty = `query` is empty; write a question or words
told-query-no-regex = `query` is not a regular expression: { $why }
told-query-nothing = `query` is empty; name the text to find
told-question-kind-alone = only kind { $word } takes `{ $name }`
told-question-kind-missing = `kind` is missing; use confirm, input or select
told-question-many = `steps` has { $word } questions; ask at most { $number }
told-question-no-answer = the question was allowed without an answer
told-question-options = `{ $name }` must name at least two choices
told-question-pattern = `{ $name }`: { $why }
told-question-pattern-alone = only validation pattern takes `{ $name }`
told-question-pattern-missing = `{ $name }` is missing: validation pattern needs one
told-search-otherwise = { $why }; use search_text and read_file
told-shell-not-started = the shell cannot be started: { $why }
told-something-not-installed = the command needs a program that is not installed; the output says which
told-status-ended = ended
told-status-exit = exit { $number }
told-status-killed = killed by signal { $number }
told-status-unknown = nobody knows how: { $why }
told-tool-broke = the tool failed by a fault of its own; try another way, and tell the user
told-uncovered-file = { $counted } { $why } is not covered: { $places }
told-uncovered-files = { $counted } { $why } are not covered: { $places }
told-uncovered-hidden = that were ignored before, whose earlier state is not known
told-uncovered-large = over 10 MiB
told-uncovered-many = beyond those that are logged for one command
told-uncovered-more = { $places } and { $number } more
told-uncovered-much = beyond 200 MiB in all
told-uncovered-no-copy = that could not be copied
told-uncovered-no-utf-eight = whose names are not UTF-8 (� stands for what is not)
told-uncovered-off = that git could not give back, with checkpoints off,
told-uncovered-unreadable = that cannot be read
told-value-must-be = must be { $wanted }
told-value-must-be-described = must be { $wanted } ({ $rest })
told-value-must-be-least = must be at least { $number }
told-value-must-be-one-of = must be one of { $rest }
wanted-integer = a whole number
wanted-object = an object
wanted-plain-text = text

## Files of the workspace: reading, writing, paths, git
told-write-finished = The program ended while it wrote `{ $path }`; the write is finished now
told-write-undone = The program ended while it wrote `{ $path }`; the file has its old text again
told-write-left = The program ended while it wrote `{ $path }`, and the file is another one now, so it stays as it is; its old and its new text are in { $place }
told-no-checkpoint = there is no checkpoint { $word }
told-git-clean = in git, clean
told-git-changed = in git, changed
told-os-refused = Connection refused (os error { $word })
told-path-outside = `{ $path }` { $why }; name a path inside the workspace, relative to its root and with `/`
told-path-unusual = `{ $path }` { $why }, and the file tools take no such name; rename it with shell_exec (`mv`), which needs the user's permission, or leave it
told-path-absolute = is an absolute path outside the workspace
told-path-leaves = leaves the workspace
told-path-links = goes through too many links
told-path-name-long = has a name of more than 255 bytes
told-path-name-end = has a name that ends in a dot or a blank
told-path-nul = contains a NUL character
told-path-unseen = contains characters that are invisible or look like others
told-path-link-leaves = is a link that leaves the workspace
told-path-long = is longer than a path can be
told-path-no-name = is not a name that the file system accepts
told-path-no-file = names no file
told-path-backslash = contains a `\`
told-path-home = begins at a home folder
told-path-blocked = `{ $path }` is on the block list (`{ $rule }`), so no tool reads or writes it; work without it, or ask the user for what you need from it
told-file-none = there is no file `{ $path }`; look for it with list_files
told-file-none-near = there is no file `{ $path }`; did you mean { $places }?
told-file-large = `{ $path }` has { $bytes } bytes; the tools read and write at most { $limit }; look at a part of it with shell_exec (`head`, `sed -n`)
told-file-is = `{ $path }` is { $why }; { $why_next }
told-is-folder = a folder, not a file
told-is-special = not a regular file
told-is-no-text = not UTF-8 text
told-is-link = a symbolic link
told-is-pipe = a pipe
told-is-socket = a socket
told-is-device = a device
told-next-look-in = see what is in it with list_files
told-next-leave = leave it as it is, or look at it with shell_exec (`file`, `xxd`)
told-next-never-opened = agentichat does not open it; name a regular file
told-next-in-folder = name a file in it; change a folder with shell_exec
told-next-behind-link = name the file that the link leads to, or remove the link with shell_exec
told-file-meanwhile = `{ $path }` { $why }, so the tool wrote nothing; read the file again with read_file, then make the change again
told-meanwhile-there = has appeared in the meantime
told-meanwhile-gone = has disappeared in the meantime
told-meanwhile-changed = has changed in the meantime
told-meanwhile-other = is not what was expected
told-meanwhile-absent = was to be absent already
told-file-busy = `{ $path }` is being written by another program; try again when that is done
told-file-cannot = cannot { $why } `{ $path }`: { $why_system }; { $why_next }
told-doing-look = look at
told-doing-read = read
told-doing-open = open
told-doing-read-link = read the link
told-doing-make-folder = make a folder for
told-doing-write = write
told-doing-delete = delete
told-next-permissions = the user must change its permissions (`chmod u+w` on the file and its folder)
told-next-mount = it is a mount point, or another program uses it: write it, but do not delete or replace it
told-next-elsewhere = the file system is mounted read-only; write elsewhere in the workspace
told-next-room = the disk is full, and the file is unchanged; free some space, then try again
told-next-size = the system does not take files of that size
told-next-part = a part of the path is a file, not a folder
told-next-folder = it is a folder: use list_files
told-next-empty = the folder is not empty; delete what is in it first
told-next-disk = the file is unchanged; try again, or ask the user to look at the disk
told-workspace-not-opened = cannot open the workspace `{ $path }`: { $why }; start in a folder that exists and can be read
told-os-denied = Permission denied (os error { $word })
told-os-absent = No such file or directory (os error { $word })
told-os-full = No space left on device (os error { $word })
told-os-read-only = Read-only file system (os error { $word })
told-os-exists = File exists (os error { $word })
told-os-folder = Is a directory (os error { $word })
told-os-no-folder = Not a directory (os error { $word })
told-clipboard-no-program = the clipboard cannot be read: install wl-clipboard (Wayland) or xclip (X11), or drop the picture's file on the editor
told-clipboard-picture = the picture on the clipboard has more than the { $bytes } bytes that are read; copy a smaller part of it, or attach a smaller copy as a file
told-clipboard-text = the text on the clipboard has more than the { $bytes } bytes that are read; copy a part of it, or name its file behind @
told-clipboard-empty = there is neither a picture nor a text on the clipboard of the machine that agentichat runs on
told-picture-kind = { $path } is no picture; PNG, JPEG, GIF and WebP can be attached
told-picture-bytes = { $path } has { $bytes } bytes, more than the { $limit } that are read; attach a smaller copy
told-picture-pixels = { $path } has { $word }×{ $number } pixels, more than the { $limit } that are decoded; attach a smaller copy
told-picture-broken = { $path } is broken or of a kind that is not known: { $rest }
told-is-no-file = { $path } is no file
told-it-not-kept = cannot save it: { $why }
told-block-bad = cannot read a block list pattern, `{ $word }`: { $why }; fix it in the config
told-doing-finish-write = finish the write of
told-doing-keep-journal = keep the journal for the write of
told-file-append-only = append-only (`chattr +a`)
told-file-frozen = cannot write `{ $path }`: it is { $why }; ask the user to remove that with `chattr`, or leave the file as it is
told-file-half-written = `{ $path }` is half written: { $why }; agentichat keeps the old and the new text, and restores one of them at its next start
told-file-immutable = immutable (`chattr +i`)
told-file-no-journal = agentichat can write `{ $path }` only in place, and has no folder to keep the old text in; let the user change it
told-file-none-backslash = there is no file `{ $path }`; separate folders with `/`: a `\` is a part of a name
told-picture-no-frame = it has no frame
told-picture-no-pixels = it has no pixels
told-picture-not-encoded = it cannot be encoded: { $why }
told-picture-too-large = it is too large

## Providers: requests, answers, faults, keys, recordings
origin-default = default
told-probe-own-tools = { $word } runs its tools itself: nothing to probe
told-probe-other = probe a model of another provider; `agentichat models list` shows them
told-probe-slow = the model gave no whole answer within { $number } s
told-probe-longer = try again once the server has loaded it, or wait longer with `agentichat models probe --timeout SECONDS`
told-probe-cut = the model's answer was cut at { $number } tokens, too early to tell whether it calls tools
told-probe-talks = it talks on, or reasons at length; try again, or try another model
told-probe-not-kept = the result could not be saved: { $why }
told-too-many-requests = { $place }: rate limited ({ $word })
told-overloaded = { $place } is overloaded or down ({ $word })
told-loading-model = { $place } is loading the model ({ $word })
told-hint-loading = retrying for two minutes; stop the run to end that
told-failed-inside = { $place }: server error ({ $word })
told-key-refused = { $place } rejected the API key ({ $word })
told-too-long = the conversation is too long for the model
told-request-refused = { $place } refused the request ({ $word })
told-has-no-model = { $place } has no model { $word }
told-no-model-to-chat = { $word } works, but has no chat model
told-fetch-one = fetch one, for example with `ollama pull { $word }`
told-get-it = get it with `ollama pull { $word }`
told-choose-listed = choose one listed by /model
told-choose-of = choose one of: { $models }
told-no-provider = no provider { $word }
told-provider-off = the provider { $word } is switched off
told-wait-seconds = wait { $word } s and try again
told-wait-a-moment = wait a moment and try again
told-look-at-log = try again; if it stays, check the server's log
told-shorten = shorten the conversation with /compact, or choose a model that holds more
told-no-credit = no credit left; add some or choose another provider
told-check-address = check the provider's base URL
told-moved-address = set the base URL to the redirect's address
told-no-answer = { $place } did not answer in time
told-no-answer-within = { $place } did not answer within { $word } s
told-sent-nothing = { $place } sent nothing for { $word } s
told-fell-silent = { $place } fell silent in mid-answer for { $word } s; what came is kept
told-allow-more-time = see whether the server is busy, or allow more time: { $word }
told-busy-then-again = see whether the server is busy, then try again
told-again-or-busy = try again, or see whether the server is busy
told-try-again = try again
told-not-made = cannot make the request to { $place }: { $why }
told-check-address-key = check the base URL, and the key for wrong characters
told-not-running = { $place } is not running
told-not-reached = cannot reach { $place }: { $why }
told-no-encryption = cannot reach { $place }: that server does not encrypt ({ $why })
told-no-certificate = cannot reach { $place }: certificate not accepted ({ $why })
told-was-lost = lost { $place }: { $why }
told-connection-lost = lost the connection to { $place }: { $why }
told-use-http = use http:// in the base URL if that is the right server, or correct its port
told-own-certificate = check the address; add your own authority's certificate to the system's store (or SSL_CERT_FILE)
told-long-answer = its answer is longer than 16 MiB
told-answer-type = its answer is of the type { $word }
told-refused-every-form = it refused the request in every form that was tried
told-endless-answer = its answer did not end within { $word } bytes
told-long-line = it sent a line over 64 KiB
told-no-http = cannot set up the HTTP client: { $rest }
told-check-proxies = check the proxy settings in the environment (HTTPS_PROXY, NO_PROXY)
told-write-address = write it as http://host:port or https://host/path
told-no-url = the address { $word } is not a URL: { $rest }
told-no-http-server = the address { $word } is not an HTTP server's
told-os-no-name = failed to lookup address information: { $rest }
told-start-ollama = start it with `ollama serve`
told-no-protocol = { $place } sent an unexpected reply: { $why }
told-check-server = check that the base URL is such a server's, not a proxy's or a web site's
told-web-page = it answered with a web page (text/html)
told-answer-compressed = its answer is compressed ({ $word }), unasked
told-hint-compressed = turn off compression in the proxy or gateway of the server
told-reply-not-json = the reply of { $server } is not valid JSON: { $rest }
told-check-the-base-url = check the base URL
told-cut-answer = the answer of { $server } was cut: the connection ended early
told-kept-go-on = its beginning is kept; send again to go on
told-kept-try-again = its beginning is kept; try again
told-foreign-answer = the reply of { $server } is not valid: { $why }
told-check-proxy = check the base URL, and that no proxy changes the answers
told-key-odd = the key has characters no key has
told-key-copied = check the key: probably not copied whole, or with a line break
told-no-key-asked = no key is set, so nothing was asked
told-not-installed = not installed
told-set-anthropic-key = set ANTHROPIC_API_KEY (from your account at console.anthropic.com)
told-set-mistral-key = set MISTRAL_API_KEY (from your account at console.mistral.ai)
told-set-openai-key = set OPENAI_API_KEY, or the address of a local server with OPENAI_BASE_URL
told-claude-log-in = log in by running `claude` in a terminal, or set ANTHROPIC_API_KEY
told-no-program = no program { $word }
told-install-claude = install it with `npm install -g @anthropic-ai/claude-code`, or set its path in providers.claude-cli.program
told-new-goes-on = start a new session, or fork this one to pass on its messages
told-no-chat-model = { $rest }: running, but it has no chat model
told-no-answer-in = { $word }: it did not answer within { $number } s
told-in-time = it did not answer in time
told-provider-unknown = no provider { $word }; the providers are: { $models }
told-gives-no-model = { $word } offers no model, so nothing changed: { $whys }
told-use-names-one = `/use { $word } { $model }` names one anyway
told-known-models = known models: { $models }
told-keyring-unusable = cannot use the keyring: { $why }; store the key in a file with --in file
told-key-none = not a key: { $why }; copy it again from your provider's page
told-key-blanks = it has blanks or characters no key has
told-key-long = it is longer than 4096 bytes
told-key-open = others can read { $path } (mode { $word }), so its key is not used; `chmod 600 { $places }`, and replace the key if someone may have seen it
told-key-no-file = { $path } is no regular file, so no key is read; remove it
address-provider-at = { $word } at { $address }
address-server-at = { $word } at { $address }
origin-the-flag = the flag { $word }
origin-the-variable = the variable { $word }
told-default-unseen = cannot check whether { $word } offers { $model } ({ $why }); it is used anyway
told-default-unusable = { $word } is { $why }; fix that to use { $model }
told-done-holds = { $why } { $why_next }
told-done-note = { $why } Note: { $why_next }.
told-file-left-out = { $why }; the file is ignored until you fix it
told-from-next-request = Applies from the next request.
told-is-recorded = { $word } is being recorded, so this holds from the next start
told-model-changed = changed { $model }
told-model-gone = removed { $model }
told-model-kept = saved { $model }, id { $word }
told-no-database = no database
told-nothing-can-be-kept = nothing can be saved: { $why }
told-partly-from-next-start = On or off applies now, the rest from the next start.
told-provider-address = its address is { $address }
told-provider-begins-with = its sessions begin with { $model }
told-provider-enable = `/provider enable { $word }` switches it on, in a shell `agentichat providers enable { $word }`
told-provider-is-set = { $word }: { $whys }.
told-provider-no-default = it has no default model
told-provider-off-now = it is switched off
told-provider-on-now = it is enabled
told-provider-usual-address = its address is the default
told-providers-not-asked = cannot ask the providers
told-setting-can-be = { $key } can be one of { $words }
told-setting-must-be = { $key } must be { $wanted }
told-setting-not-here = { $key } is not set here
told-silent-within = it did not answer within { $number } s
told-stands-over = but { $place } overrides { $word }
told-test-silent = no answer within { $number } s; check that it runs and is not busy
wanted-what-was-given = what was given
told-key-empty = it is empty
told-key-file-read = cannot read the key file { $path }: { $why }
told-key-file-removed = cannot remove the key file { $path }: { $why }
told-key-file-written = cannot write the key file { $path }: { $why }
told-no-provider-name = { $word } is no name of a provider
told-why-next = { $why }; { $why_next }
origin-settings = settings
told-an-error = an error
told-answered-page = it answered with a web page
told-asks-otherwise = step { $number } of the agent { $word } asks something else than the recording:{ $rest }
told-at-line = line { $number }: { $why }
told-check-base-url = check the provider's base URL
told-check-connection = check your connection and the provider's base URL
told-check-key = check the key, and that it belongs to this base URL
told-check-ollama-address = check OLLAMA_HOST or the provider's base URL
told-check-ollama-machine = check the connection of the machine that Ollama runs on
told-check-running = check that the server runs, and the provider's base URL
told-choose-with-model = choose another model with /model
told-claude-ended = the claude program has ended: { $why }
told-claude-forgot = claude has lost this conversation; its messages were sent again
told-claude-not-running = the claude program has stopped
told-claude-refused = claude refused: { $why }
told-claude-retries = claude retries ({ $number } of { $limit }): { $why }
told-claude-says = claude: { $why }
told-claude-silent = no word from claude for { $number } s; it may still be working. Ctrl+C or /stop stops it
told-clear-or-less = empty the conversation with /clear, or say less
told-counted-message = by count_tokens, as a message
told-counted-reading = as the model read it
told-counted-tokenizer = by the server's tokenizer
told-counts-none = { $word } counts no tokens
told-cut-server-answer = the server's answer was cut: the connection ended early
told-document-no-message = a document that is no message: { $rest }
told-ended-saying = { $why }; { $rest }
told-server-reply-not-json = the server's reply is not valid JSON: { $rest }
told-fetched-by-ollama = models are fetched by Ollama: name it with --provider ollama
told-fetches-none = the provider { $word } fetches no models
told-foreign-server-answer = the server's reply is not valid: { $why }
told-from-cache = answered from the cache: the same request was sent at { $time }, so nothing was sent or paid. To ask again, edit your message and resend it; see /cache
told-gave-no-reason = it gave no reason
told-had-to-kill = it had to be killed
told-header-missing = the header is missing; a recording begins with { $word }
told-header-no-json = the header is not JSON: { $rest }
told-header-wrong = the header is wrong: { $rest }
told-is-no-json = it is not JSON: { $rest }
told-is-no-own-line = it is nothing that a program does beside its answers: { $rest }
told-is-no-step = it is not a step: { $rest }
told-is-recording = a recording of { $word } with { $number } steps
told-kept-ollama-log = its beginning is kept; see Ollama's log (`journalctl -u ollama`)
told-kept-pull = partial data is kept; pull again to go on
told-kinds = the kinds are: { $models }
told-look-at-balance = check your Anthropic balance, or choose another provider
told-look-at-program = check that providers.claude-cli.program is the claude program
told-make-room = make room, or remove a model with `ollama rm`
told-model-cannot = the model { $model } cannot do that: { $rest }
told-model-unreachable = Ollama cannot reach where { $model } lies: { $rest }
told-more-than-line = a line of more than 16 MiB
told-name-embedder = name one that has in `index.embedding_provider`, such as ollama
told-name-new-file = name a file that is not there yet, in a folder that is
told-name-recording = name a file that was written by --record
told-names-no-recording = the provider { $word } names no recording
told-no-count-read = it does not say what it read
told-no-embeddings = the provider { $word } has no embeddings
told-no-first-choice = an answer without a first choice
told-no-model-list = its list of models is none
told-no-model-name = { $model } is no name of a model
told-no-model-there = no model { $model } to fetch
told-no-models-of = the list of models of { $address } is none
told-no-own-count = { $word } has no count of its own
told-no-port = the port { $word } of the Ollama address is not one
told-no-reason = no reason
told-no-recording = this is no recording: the header has no { $word }
told-no-request-recorded = step { $number } of the agent { $word } was recorded without its request
told-no-room = no space for { $model } in Ollama's model folder
told-no-token-count = its count of tokens is none
told-no-version = it has no version
told-no-version-within = { $word } did not say its version within { $number } s
told-not-fetched = Ollama could not fetch { $model }: { $rest }
told-not-ollama = the server at { $address } is not Ollama: { $why }
told-not-started = cannot start { $word }: { $why }
told-ollama-broke-off = Ollama broke off in mid-answer: { $rest }
told-ollama-library = https://ollama.com/library lists them, with their tags
told-ollama-log = try again; see Ollama's log (`journalctl -u ollama`)
told-over-counted = the text has { $number } tokens or more, too many to count
told-over-line = a line over 16 MiB
told-parts-after-end = part { $number } ends the answer, but there are { $word } after it
told-parts-and-delays = it has { $word } parts and { $number } delays
told-play-leniently = play it leniently, or record it again
told-points-to = it points to { $word }
told-probed-models = { $word }, { $counted }
told-question-back = claude took the question back
told-record-again = record it again with --record
told-record-if-meant = record it again if the change is meant
told-recorded-cancel = the recorded answer was cancelled here
told-recorded-dropped = the recorded answer was dropped here and asked for again
told-recording-closed = the recording is closed
told-recording-ends = the recording ends here: step { $number } was asked for, and it has { $word }
told-recording-no-agent = the recording ends here: it has no agent { $word }
told-recording-no-more = the recording has nothing more of this call
told-recording-over = the recording, or the demo, is over; /start sets up a model to go on from here
told-recording-unplayed = cannot play the recording { $path }: { $why }
told-recording-unread = cannot read the recording { $path }: { $why }
told-recording-unwritten = cannot write the recording { $path }: { $why }
told-recording-version = it is of version { $word }, this build reads version { $number }
told-says-no-version = { $word } does not say its version
told-send-or-provider = send it again, or choose another provider
told-sent-over-line = it sent a line of more than 16 MiB
told-server-broke-off = the server broke off in mid-answer: { $rest }
told-set-anthropic-or = set ANTHROPIC_API_KEY, or enter the key in /settings
told-set-recording = set its base_url to the file of a recording
told-step-twice = step { $number } of the agent { $word } is there twice
told-steps-from-one = steps count from 1
told-takes-none = it takes no more messages
told-tools-in-prompt = tools are described in the prompt instead
told-turn-failed = it says only that the turn failed
told-turns-used = it has used all its turns
told-unknown-kind = the provider { $word } is of an unknown kind, { $rest }
told-vector-no-direction = it gave a vector without a direction
told-vector-no-list = it gave a vector that is no list of 1 to { $limit } numbers
told-vector-no-number = it gave a vector with something in it that is no number
told-vectors-count = it gave { $word } vectors for { $number } texts
told-vectors-more = it gave more than { $number } vectors for { $number } texts
told-vectors-unlike = it gave vectors of { $number } and of { $other } numbers
told-wait-then-send = wait a while, then send it again
told-was-told-to = it was told to
told-with-request = { $why } (request { $word })
told-with-words = { $why }: { $reason }
told-write-model = write it as qwen2.5-coder:7b, or hf.co/owner/repository:tag
told-write-port = write OLLAMA_HOST as host:port, with a port from 0 to 65535

## Models: which one answers, what may leave this machine
told-no-remote = no remote model: set remote_provider and remote_model
told-no-fallback = allow_fallback is false, which keeps everything on this machine
told-route-own = Route: { $model }, the session's own model: { $why } (agent_mode { $word })
told-route-remote = Route: { $model }, the remote model: { $why } (agent_mode { $word })
told-route-as-mode = as the mode says
told-route-no-edit = { $counted } without a usable edit
told-route-schema = { $counted } did not fit the tools' schema
told-route-edits-one = 1 edit did not apply or failed its checks
told-route-edits = { $word } edits did not apply or failed their checks
told-route-overflow = the conversation does not fit into the local model's window
told-route-slow = the step took longer than { $word } ms
told-nothing-sent = nothing was sent: { $why }
told-send-unanswered = nobody answered in time whether content may go to { $place }
told-send-not-asked = { $place } is not on this machine, and nobody has allowed this workspace's content to go there
told-send-refused = you refused to send this workspace's content to { $place }
told-send-never = { $place } is not on this machine, and allow_fallback is false, which keeps everything here
told-use-local = choose a provider on this machine with /use, or set allow_fallback to true
told-trust-send = `agentichat trust --send { $word }` allows it for this workspace; or choose a provider on this machine
told-content-goes = content of this workspace may now go to { $place }; `agentichat trust --revoke` undoes that
told-content-stays = no content of this workspace goes to { $place }; `agentichat trust --send { $word }` changes that
told-ask-send = Send this workspace's content to { $place }? The model is told the conversation and what its tools read. Your answer is kept for this workspace and this address.
told-route-next = **Route** agent_mode { $word }: the next run uses `{ $model }`, { $why }.
told-route-last = Last choice: { $why }.
told-route-place-own = - own: `{ $model }`, { $why }
told-route-place-remote = - remote: `{ $model }`, { $why }
told-route-remote-none = - remote: none is set (`remote_provider`, `remote_model`)
told-route-stays = - fallback: none, each run stays with its model
told-route-leaves = - fallback to the remote model: { $whys }
told-leaves-budget = a budget of tool calls without usable edits
told-leaves-edits = { $number } edits that do not apply
told-leaves-one-edit = 1 edit that does not apply
told-leaves-schema = { $number } calls that do not fit the schema
told-leaves-one-call = 1 call that does not fit the schema
told-leaves-overflow = a conversation that does not fit
told-leaves-slow = a step over { $number } ms
told-target-here = on this machine
told-target-elsewhere = elsewhere ({ $address }); { $why }
told-target-allowed = you allowed this workspace's content to go there
told-target-asked = you are asked before anything goes there
told-target-refused = you refused to send anything there
told-target-never = allow_fallback is false: nothing goes there
told-asking-for-model = asking { $word } for a model; try again when it has answered
told-choosing-stopped = stopped: the model is unchanged

## Index, embeddings and the cache of answers
embedder-question =
    { "*" }*Send files of this workspace to another machine?** The config names an embedding model there, for searches by meaning. This would leave this machine: { $what }. Nothing was sent.

    `/index allow` sends it, `/index refuse` does not. Your answer is saved for this workspace and address.
told-what-leaves = the text of this workspace's files, as git shows them (without ignored and blocked ones, with secrets masked), and the questions of searches by meaning, to { $place }, for the model { $model }
told-goes-out = now sending: { $why }
told-answers-not-kept = answers are not saved: { $why }
told-cache-emptied = emptied the cache of this workspace: { $why }
told-cache-none = this workspace has no cache: nothing was saved
told-cache-secret = cannot save its secret in { $path }: { $why }
told-cache-went = removed { $counted_answers }, { $counted_vectors }, { $lists } and { $counts }: { $size } on the disk
told-caches-emptied = { $counted } emptied: { $why }
told-caches-none = no cache to empty
told-caches-not-emptied = { $why }; not emptied: { $whys }
told-index-local = { $place } is on this machine: nothing is sent, nothing to allow
told-index-no-file = no file of this workspace goes to { $place }; `/index allow` changes that
told-index-refused = you refused to send this workspace's files to { $place }; `/index allow` in the workbench or `agentichat index allow` changes that
told-index-unasked = { $place } is not on this machine, and nobody has allowed sending this workspace's files there; allow it with `/index allow` in the workbench or `agentichat index allow`, or name a local provider in `index.embedding_provider`
told-nothing-kept-here = nothing can be saved for this workspace
told-workspaces-unknown = cannot list the workspaces: { $why }
told-cache-damaged = the cache of this workspace was damaged ({ $rest }) and starts empty: { $path }
told-index-damaged = The index of this workspace was damaged; rebuilding it.
told-index-damaged-why = The index of this workspace was damaged ({ $rest }); rebuilding it.
told-index-no-thread = cannot start its thread: { $why }
told-index-other-version = The index of this workspace is of another version; rebuilding it.
told-index-page = a page of trigrams cannot be read
told-left-binary = binary
told-left-large = too large
told-left-late-binary = binary after a text
told-left-unreadable = unreadable
told-left-wide = in UTF-16
told-no-embedding-model = no embedding model; name one in `index.embedding_model`, such as all-minilm after `ollama pull all-minilm`
told-no-question-vector = the model gave no vector of the question
told-no-vectors-here = no vectors are made here: `index.embedding_model` names no model
told-question-vector-late = the model { $model } gave no vector of the question within { $number } s; try again, it may be loading
told-vectors-local = the model runs on this machine: nothing is sent
told-cache-empty = the cache was empty

## Configuration: files, values, trust
app-strange-database =
    The sessions in { $file } may not be yours: their permissions were dropped. They are in review mode, without allow rules.
trust-keys = The config of this workspace wants to set **{ $keys }**.
trust-commands = It has its own commands: **{ $commands }**.
trust-question = { $wants } The workspace is not trusted, so this is ignored. If it is yours, or you have read it: `agentichat trust`, then restart.
wanted-text = a text
wanted-optional = a text, or nothing
wanted-one-of = one of { $words }
wanted-whole = a whole number from { $min } to { $max }
wanted-whole-or-off = a whole number from { $min } to { $max }, or off
wanted-whole-or-auto = a whole number from { $min } to { $max }, or auto
wanted-number = a number from { $min } to { $max }, or off
wanted-switch = true or false
wanted-texts = a list of texts
wanted-short = a text of at most 1000 bytes
wanted-one-line = a text of one line
wanted-address = an address like { $address }
wanted-bare-address = an address like { $address }, without user and password
wanted-time = a time like 10m, 1h, 0 or -1
wanted-variable = the name of an environment variable
wanted-keys = keys and values
wanted-group = a group of keys
wanted-empty = an empty text
wanted-single = a single value
wanted-list = a list
wanted-nothing = nothing
origin-none = (none)
origin-not-set = (not set)
origin-environment = environment { $word }
origin-flag = flag { $word }
origin-user = user { $path }
origin-workspace = workspace { $path }
told-trusts-nothing = { $why }; no workspace is trusted
told-trust-newer = its format { $word } is newer than this version; no workspace is trusted
told-log-filter = not understood ({ $why }); use error, warn, info, debug or trace
told-no-log = no log: cannot write { $path } ({ $why }); set AGENTICHAT_DATA_DIR to another folder
told-no-such-key = no such key (agentichat config keys lists them)
told-expected-found = expected { $wanted }, found { $found }
told-expected-used = expected { $wanted }, found { $found }; using { $word }
told-key-line-already = this key is already in line { $number }
told-keys-not-in-files = no keys or passwords in a config file; set the environment variable named by the provider's api_key_env
told-link-leaves = it is a link that leaves the workspace, so it is not read
told-no-key-for-it = no key belongs to it, so it has no effect
told-file-over = the file is over { $bytes } bytes
told-over-bytes = it is over { $bytes } bytes
told-one-document = expected one document
told-too-many-values = the file has too many values
told-no-tags = tags (!name) are not used in a config
told-too-deep = the values are nested too deeply
told-never-began = a collection ends that never began
told-plain-name = a key must be a plain name
told-no-anchors = anchors (&name) and aliases (*name) are not used in a config
told-not-yaml = not YAML: { $reason }
told-cannot-read = cannot be read: { $why }
told-not-a-file = not a file; move it away or make it one
told-not-utf-eight = not UTF-8 (byte { $number })
told-keyring-kernel = the Linux kernel's keyring of your user, kept until the machine restarts
told-keyring-none = none in this build
told-not-written-there = cannot be written ({ $path }: { $why }); nothing is kept there
told-not-made-there = cannot be made: { $path } is a file
told-not-kept = Nothing can be saved: { $files } cannot be written.
told-did-you-mean = { $why }; did you mean { $word }?
told-block-unread = cannot read a block list pattern, `{ $word }`: { $why }; fix it in the config; until then it blocks only that exact name
told-file-others = { $path } was changed by someone else meanwhile
told-file-who = cannot write { $path }: { $why }; check its permissions
told-file-folder-room = cannot write { $path } ({ $why }); check the folder's permissions and free space
problem-variable = environment variable { $name }
home-not-kept = { "*" }*Nothing can be saved**: { $folders } cannot be written. Settings, keys, themes, trust and model costs last until you quit. Fix the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME) to a writable folder, and restart.
told-at = { $place }: { $why }
told-edit-allow-no-list = rules.allow is not a list of texts
told-edit-is-group = it is a group of keys
told-edit-list-form = the list is not written one item a line
told-edit-no-group = it is not a group of keys
told-edit-no-keys = the file holds no keys
told-edit-no-place = no place for the rule was found
told-edit-no-word = its value is not a word in its line
told-edit-one-line = it is written in one line
told-edit-rules-no-group = rules is not a group of keys
told-edit-rules-one-line = rules is written in one line
told-edit-unsafe = the file's form does not allow a safe edit
told-glob-deep = its braces are nested more than { $number } deep
told-glob-long = it has more than { $bytes } bytes
told-keyring-no-text = it holds no text
told-keyring-not-built = this build has none
told-mend-first = { $why }; fix the file first
told-more-bytes = it has more than { $bytes } bytes
told-no-home = no home folder; set HOME, or AGENTICHAT_CONFIG_DIR and AGENTICHAT_DATA_DIR
told-no-parent = the path has no folder
told-no-utf-eight = it is not UTF-8
told-not-as-written = it is not what was written
told-not-regular = it is not a regular file
told-set-by-hand = { $why }; set it by hand: { $setting }
told-trust-encode = cannot encode the list of trusted workspaces: { $rest }
told-trust-written-newer = { $path } was written by a newer version (format { $found }); use that version
told-variable-empty = { $word } is empty; give it a folder or unset it
told-variable-relative = { $word } cannot be made an absolute path: { $why }

## Store: the database, locks, several terminals
terminals-attached = attached to the terminal of process { $pid }, which owns this workspace: both show and steer the same sessions
terminals-unconfirmed = process { $pid } ended before it confirmed { $orders }: check the result, and repeat if needed
terminals-owner-gone = process { $before } ended: process { $now } owns the workspace now
terminals-gone-why = process { $pid } ended: { $why }
terminals-attached-to = attached to process { $pid }
terminals-owner-silent = the terminal that owns this workspace does not answer; your actions wait for it. Resume it (fg), or end it: then this one takes over
terminals-not-served = this terminal's start options (rules, settings or addresses) differ from process { $pid }, which owns the workspace: it has its own session
terminals-takes-none = process { $pid } owns this workspace and takes no other terminals: this one has its own session
terminals-no-longer-holds = **The start options of process { $before } (--allow, --deny, --set, --base-url) no longer hold**: process { $after } started without them. Quit and restart with them if you need them
told-cannot-save = cannot save: { $why }. Work continues once it can
told-cannot-save-ever = saving has failed for good: { $why }. The session ends here
told-saves-again = saving works again
told-folder-read-only = this folder is read-only: the agent can look, not change
told-kept-elsewhere = this folder is read-only; the session is saved in { $path }
told-kept-in-memory = this folder and your data folder are read-only: the session stays in memory and is lost when you quit
told-store-unwritable = cannot write { $path } ({ $why }); make it writable, or go on with the state saved elsewhere
told-store-linked = { $path } is a symbolic link and is not followed; put a real folder in its place
told-store-newer = { $path } is from a newer agentichat (version { $found }, this build knows { $number }); update agentichat, or move the file away to start empty
told-store-full = the disk is full and nothing was saved; free some space, then try again
told-store-busy = the database is in use by another process; try again in a moment
told-store-damaged = the database is damaged ({ $rest }); start agentichat again, it moves the file aside
told-store-text-damaged = the stored text { $word } is damaged and cannot be a base any more
told-store-value = a stored value is unreadable ({ $rest }); it may come from another version
told-store-stopped = the store has stopped; start agentichat again with --continue
told-store-io = the store could not read or write { $path }: { $why }
told-store-older = { $path } was written by an earlier version; open that workspace once
told-store-failed = the database failed: { $rest }; see the log
told-session-held = the session is open in another process (pid { $number }, since { $rest }); go there, or end it
told-lock-unusable = cannot use { $path } as a lock: { $why }
told-owner-silent = the terminal that owns this workspace (process { $number }) does not answer; your actions wait for it. Resume it (fg), or end it: then this one takes over
told-owner-again = the terminal that owns this workspace answers again
told-owner-gone = lost the terminal that owned this workspace (process { $number }); your actions wait for the next owner
told-owner-key = keys stay in their terminal, and this one is attached to another: enter keys in the terminal that owns the workspace, or with `agentichat providers key`
told-owner-clipboard = the terminal that owns the workspace reads the clipboard: paste there, or with this terminal's own key; save a picture and drop its file here
told-owner-many = too many requests; try again in a moment
told-attach-nobody = no terminal takes others here
told-attach-other = another program serves this workspace's socket ({ $why }); end it, or use your own sessions with --set sessions.second_terminal=own
told-attach-silent = the terminal that owns this workspace does not answer: resume it (fg) or end it, or use your own sessions with --set sessions.second_terminal=own
told-attach-stranger = another user ({ $number }) serves this workspace's socket, so it is not used
told-changed-meanwhile = changed meanwhile: { $files }
told-connection-broke = the connection broke: { $why }
told-connection-closed = the connection was closed
told-connection-junk = received data not from agentichat
told-frame-large = a message of { $bytes } bytes is over the limit of { $limit }
told-frame-no-json = it cannot be written as JSON: { $rest }
told-lock-no-file = it is no file
told-no-socket = cannot make a socket for other terminals: { $why }
told-owner-is-gone = the terminal that owns the workspace is gone
told-owner-no-answer = only the owning terminal can give that answer: { $why }; ask there
told-owner-not-told = cannot reach the terminal that owns the workspace: { $why }
told-owner-unknown = the terminal that owns the workspace does not know it: { $rest }
told-owner-version = process { $number } owns this workspace with agentichat { $word } (protocol { $before }), and this is agentichat { $name } (protocol { $after }): leave the other one and start it again, or have sessions of your own with --set sessions.second_terminal=own
told-socket-folder = others can write to { $path }
told-socket-long = every path to it is too long
told-socket-mode = its mode is { $word }
told-socket-none = it is no socket
told-socket-not-ours = { $path } is not a socket of yours alone ({ $why }), so it is not used; remove it
told-socket-of-user = it belongs to user { $number }
told-socket-other-workspace = it is the socket of another workspace
told-store-database-unwritable = cannot write the database ({ $why }); make it writable, or go on with the state saved elsewhere
told-store-fixed-settings = the settings of its sessions cannot be changed
told-store-moved-aside = { $path } was damaged ({ $rest }); moved it to { $places } and started a fresh one
told-store-not-regular = not a regular file; move it away
told-store-renumber = another process has logged events up to { $number }; number again and commit again
told-store-unnumbered = an event to save has no number; this is a bug, please report it

## Faults of the program itself
told-broke-answering = answering failed; see the log
told-broke-counting = counting failed; see the log
told-broke-planning = agentichat failed to plan this call; the log says why
told-broke-session = loading the session failed; see the log
told-broke-export = the export failed; see the log
told-broke-import = the import failed; see the log
told-broke-picture = adding the picture failed; see the log
told-broke-looking = checking it failed; see the log
told-broke-folder = reading the folder failed; see the log
told-broke-files = listing the files failed; see the log
told-broke-rule = saving the rule failed; it holds for this session
told-broke-answer-unsent = saving your answer failed; nothing is sent
told-broke-answer-again = saving your answer failed; answer again
told-broke-cache = emptying the cache failed
told-broke-recalling = reloading the files read failed; see the log

## The box of commands (sandbox)

told-world-no-content = the content of { $path } is gone
told-world-lost = The changes of the command could not be read, so none is proposed: { $why }
told-world-whole = The command changed { $files }, too many or too large to review one by one. None is proposed; the disk is as it was.
told-world-too-large = What the command left in ignored folders is { $size }, more than is kept; the next build starts without it.
told-world-link = { $path } is a link; links are not proposed
told-world-name = { $path } has a name that is not UTF-8, and is not proposed
told-world-unread = { $path } could not be read, and is not proposed: { $why }
told-world-large-file = { $path } is over 10 MiB, and is not proposed
told-world-meanwhile = { $path } changed on the disk while the command ran; what the command did to it is not proposed
hooks-no-box = there was no sandbox for it ({ $why }). `agentichat doctor` tries it; `sandbox_for_hooks: false` runs hooks without one
told-claude-weaker = The claude program runs in a weaker sandbox than it should: { $word } instead of { $name }. { $why }
told-box-refused = The sandbox could not be made, so the command did not run: { $why }. `agentichat doctor` tries it; `sandbox: off` in config.yaml runs commands without one.
told-box-no-folder = its private folder { $path } cannot be made: { $why }
told-box-other-now = the machine no longer makes the sandbox that was shown
told-command-denied = The command failed ({ $why }). The sandbox: { $rest }. { $hint }
box-refused = the sandbox could not be set up ({ $step }): { $why }
box-refused-path = the sandbox could not be set up ({ $step }, { $path }): { $why }
box-refused-plain = the sandbox could not be set up ({ $step })
box-no-upper-folder = there is no folder for what commands change
box-no-namespaces = the system does not let this user make namespaces
box-no-mounts = the system gives the namespaces of this user no rights; on Ubuntu the setting kernel.apparmor_restrict_unprivileged_userns does
box-no-overlay = the system has no overlay for users
box-no-overlay-here = an overlay cannot lie over this folder: something is mounted below it, or its file system takes none
box-no-landlock = the kernel has no Landlock, or one older than version 3 (Linux 6.2)
steering-taken-out = { $path } steers other programs, so it was moved to { $place }
steering-put-back = { $path } steers other programs, so what the command did to it was undone ({ $files })
steering-put-back-aside = { $path } steers other programs, so what the command did to it was undone ({ $files }); what was there lies in { $place }
steering-still-there = { $path } steers other programs, and what the command did to it could not be undone: { $why }
steering-too-large = { $path } is too large to be kept beforehand
steering-no-objects = the objects of the repository are gone
denied-network = the box has no network
denied-network-proxy = the box reaches only { $places }, and only over its HTTP proxy
denied-hosts = the box refused { $places }; it reaches only { $others }
denied-network-hint = the user can grant it (without a user: `run --allow-network`); or use what is there already
denied-outside = { $path } lies outside of what the command may write
denied-outside-hint = write inside the workspace, or to $TMPDIR
denied-hidden = { $path } is hidden from commands
denied-hidden-hint = do without it: keys and tokens stay outside the box
denied-git = { $path } is read-only for this command
denied-git-hint = run a git command that changes the repository on its own, so that it can be approved
denied-steering = { $path } steers other programs, and is read-only for commands
denied-steering-hint = change it with an edit, which the user reviews
denied-pinned = { $path } holds a repository or settings of other programs, so the folder stays where it is
denied-pinned-hint = change what is in it, or let the user move or delete it with !
denied-rename = a folder cannot be renamed in one step in the box
denied-rename-hint = use mv, then git add
denied-file-size = a file grew over { $size }, the limit of the box
denied-memory = the command perhaps needed more than { $size }, the limit of memory of the box
denied-processes = the command perhaps needed more than { $most } processes, the limit of the box
denied-limit-hint = let the command do less at once
denied-32-bit = the command called the kernel in a way that the box does not know
denied-32-bit-hint = 32-bit programs do not run in the box; use a 64-bit one
upper-withheld = { $path } was not taken over: it steers other programs
upper-device = { $path } was not taken over: it is a device
upper-socket = { $path } was not taken over: it is a socket
upper-pipe = { $path } was not taken over: it is a pipe
upper-privileged = { $path } was not taken over: it would run with the rights of its owner or group
upper-hard-link = { $path } was not taken over: it is a link to a file outside
upper-unreadable = what the command changed cannot be read ({ $path }): { $why }
upper-too-many = the command changed more files than can be looked at
attempt-write-outside = write a file outside the workspace
attempt-write-link = write through a link that leads out
attempt-hard-link = link a file from outside into the workspace
attempt-read-secret = read a key
attempt-git-settings = change the settings of the repository
attempt-tcp = connect to a server of this machine
attempt-udp = send to a server of this machine
attempt-socket = connect to a service by its socket
attempt-abstract-socket = connect to an abstract socket
attempt-signal = reach a process outside
attempt-namespace = make a namespace with rights of its own
attempt-outlive = leave a process behind

## Hooks: programs of the user's that are told of the work
hooks-wanted-events = expected a group of events, each with a list of hooks
hooks-event-not-here = hooks of { $name } are not run here
hooks-no-event-but = there is no event { $name }; did you mean { $word }?
hooks-no-event = there is no event { $name }; the events are { $words }
hooks-wanted-groups = expected a list of groups, each with matcher and hooks
hooks-wanted-matcher = the matcher must be a text
hooks-broken-matcher = the matcher is no regular expression: { $reason }
hooks-wanted-list = expected a list under hooks
hooks-type-not-here = hooks of the type { $word } are not run here; write type: command
hooks-wanted-type = the type must be the text command
hooks-wanted-command = the hook needs a command
hooks-too-many = a file can have { $number } hooks, with commands of up to 32 KiB
hooks-wanted-timeout = the timeout must be a number over 0, at most { $number } seconds
hooks-file-not-json = this is not JSON: { $reason }
hooks-at = { $place }: { $why }
hooks-failed-status = it ended with status { $number }
hooks-failed-saying = it ended with status { $number }: { $reason }
hooks-failed-killed = a signal ended it
hooks-failed-time = it took too long and was ended
hooks-failed-output = it wrote more than { $bytes } bytes and was ended
hooks-failed-start = it could not be started: { $why }
hooks-failed-json = its answer is not JSON: { $reason }
hooks-failed-event = its answer is about { $name }, which was not asked
hooks-failed-word = its answer has the unknown decision { $word }
hooks-told-failed = The hook { $name } gave no answer: { $why }
hooks-told-message = The hook { $name } says: { $text }
hooks-not-translated = The hook { $name } wants another { $word }, which this tool does not have
hooks-contradict = two hooks want different arguments
hooks-state-trusted = trusted
hooks-state-new = new: not trusted
hooks-state-changed = changed since it was trusted
hooks-objected = A hook objects: { $reason }
hooks-no-reason = it gives no reason
hooks-added-start = A hook added context at the start of the session.
hooks-added-prompt = A hook added context to the message.
hooks-prompt-refused = A hook refused the message: { $reason }
hooks-prompt-back = it is back in the editor; /hooks lists the hooks
hooks-held = A hook keeps the agent at work: { $reason }
hooks-held-once = A hook objects to the end once more, and the run ends all the same: { $reason }
hooks-stopped-run = A hook ended the run: { $reason }
hooks-refused-call = a hook of the user refused this call: { $reason }; do it in another way or ask the user
hooks-ask = a hook asks for your decision: { $reason }
hooks-not-for-program = a hook wants other arguments, which this call cannot get
hooks-told-new = The hook { $name } is not trusted and does not run; /hooks shows it, /hooks trust lets it run.
hooks-told-changed = The hook { $name } changed since you trusted it and does not run; /hooks shows what changed.
hooks-changed-ask = the hook { $name } changed since it was trusted and could not be asked
hooks-unreadable = hooks could not be examined
hooks-none = no hooks are defined
hooks-no-such = there is no hook { $name }; /hooks lists them
hooks-test-untrusted = the hook { $name } is not trusted as it is now; trust it first
hooks-trusted-now = Trusted: { $names }
hooks-all-trusted = Every hook is trusted already.
hooks-not-stored = the trust could not be stored: { $why }
hooks-meaning-proceed = goes on as without hooks
hooks-meaning-ask = asks the user: { $reason }
hooks-meaning-deny = objects: { $reason }
hooks-meaning-stop = ends the run: { $reason }
hooks-meaning-updated = sets the arguments to { $text }
hooks-meaning-context = tells the model: { $text }
command-say-hooks = say list, test and a name, or trust with or without names, or nothing
command-say-mcp = say list, or test, trust, offer, withdraw, start or stop and the name of a server, or nothing
command-say-tasks = say list, show, start, done, pending or delete and a task, add and a name, or name, describe, priority, after or agent, a task and a value
command-say-memory = say list, inbox, kept or refused, search and words, add and a text, keep, refuse or forget and an item, undo, drop, recall on or off, or nothing
command-say-task-priority = say a number from 1 (critical) to 5 (minimal)
command-no-task = there is no task { $word }; /tasks lists them
mcp-unset-variable = the variable { $name } is not set
mcp-fault-no-json = not valid JSON: { $why }
mcp-fault-no-servers = no map `mcpServers`
mcp-fault-name = { $name } cannot be a server’s name: use 1 to 32 letters, digits, - and _, no __ and no _ at its end
mcp-fault-no-launch = server { $server }: give either a command or a url
mcp-fault-transport = server { $server }: the transport { $kind } is not supported; use stdio or http
mcp-fault-value = server { $server }: { $key } has a value of the wrong kind
mcp-fault-too-many = only the first { $most } servers count
mcp-not-started = the server did not start: { $why }
mcp-no-greeting = the server does not speak MCP: { $why }
mcp-ended = the server’s program ended ({ $why }); it said: { $said }
mcp-other-versions = the server speaks other versions of MCP: { $versions }
mcp-start-timed-out = the server did not answer within { $seconds } s
mcp-call-refused = the server refused: { $why }
mcp-call-closed = the server has ended
mcp-call-silent = the server said nothing for { $seconds } s
mcp-call-too-long = the server took longer than { $seconds } s
mcp-call-cancelled = the call was cancelled
mcp-call-flooded = the server sent too many notifications and was cut off
mcp-call-unexpected = the server’s answer is none to this call
mcp-no-address = not an address of a server: { $why }
mcp-address-refused = this address is no place of an MCP server
mcp-needs-token = the server wants a sign-in or a token: agentichat mcp login NAME
mcp-call-needs-scope = the service wants a sign-in that may do more: agentichat mcp login NAME --scope "{ $word }"
mcp-sign-in-page = Sign in to { $server } on this page:
    { $address }
mcp-sign-in-how = y and Enter opens it in your browser. If the browser cannot come back to this machine, paste the address at which it ended.
mcp-signed-in = signed in to { $server }
mcp-sign-in-done = You are signed in. Close this page.
mcp-sign-in-timed-out = nobody signed in within five minutes
mcp-sign-in-none = { $server } wants no sign-in
mcp-sign-in-failed = sign-in failed: { $why }
mcp-call-not-online = the server is not online: { $why }
mcp-phase-off = off
mcp-phase-starting = starting
mcp-phase-online = online
mcp-phase-waiting = failed, starts again soon
mcp-phase-failed = failed
mcp-file-problem = { $path }: { $why }
mcp-file-leaves = the file leads out of the workspace and is not read
mcp-no-program = there is no program { $word }; install it, or name its path
mcp-defined-twice = the MCP server { $server } is left out, since { $place } defines one of this name
mcp-not-defined = no file defines an MCP server { $server }; { $path } is yours
mcp-already-defined = { $path } already defines an MCP server { $server }; remove it first
mcp-not-stored = your answer was not stored: { $why }
mcp-none-here = no MCP servers can be used here
mcp-none = No MCP servers are defined. agentichat mcp add NAME -- COMMAND defines one for you; a workspace defines its own in .mcp.json.
mcp-deferred = The offered tools cost ~{ $tokens } tokens, over mcp_offer_tokens: { $most }. The model finds those of the last servers by find_tool.
mcp-trust-new = not trusted, does not start
mcp-trust-changed = changed since it was trusted, does not start
mcp-hint-trust = /mcp trust { $server } trusts this definition and starts it
mcp-hint-offer = /mcp offer { $server } offers all of them to the model as they are now
mcp-calls = { $counted }, { $mean } ms each, { $failed } failed
mcp-tools = { $all }, ~{ $price } tokens a request; { $offered } offered to the model, ~{ $tokens }
mcp-removed = the definition of the MCP server { $server } is removed from { $place }
mcp-added = the MCP server { $server } is defined in { $place }
mcp-no-pair = { $word } is no pair; write NAME=VALUE for a variable, NAME: VALUE for a header
mcp-no-secret = no secret { $name } was stored
mcp-secret-removed = the secret { $name } is removed
mcp-secret-kept = the secret { $name } is stored: { $place }
mcp-no-such-server = there is no MCP server { $server }; /mcp lists them
mcp-no-such-prompt = { $server } has no prompt { $word }
mcp-prompt-needs = the prompt needs { $word }
mcp-no-such-tool = the MCP server { $server } has no tool { $word }
mcp-untrusted = this workspace defines the MCP server { $server }, which does not start until you trust it: /mcp shows it, /mcp trust { $server } starts it
mcp-definition-changed = this workspace changed the definition of the MCP server { $server } since you trusted it, so it does not start: /mcp shows the change, /mcp trust { $server } accepts it
mcp-tools-wait = the MCP server { $server } has { $counted }, none offered to the model: /mcp shows them, /mcp offer { $server } offers them
mcp-tools-changed = the MCP server { $server } changed { $counted } since you agreed, and they are withheld: /mcp shows the change, /mcp offer { $server } accepts it
mcp-withdrawn = the model is offered no tools of the MCP server { $server } any more
mcp-online = the MCP server { $server } is online
mcp-stopped = the MCP server { $server } is stopped until one of its tools is called
mcp-trusted-now = the MCP server { $server } is online with { $counted }: /mcp shows them, /mcp offer { $server } offers them to the model
mcp-offered-now = the model is offered { $counted } of the MCP server { $server }, for about { $tokens } tokens a request

memory-unknown = no item of the memory has the id { $word }; `agentichat memory list` shows them
memory-ambiguous = several items of the memory have an id that ends in { $word }; write more of it
memory-repeats = item { $word } has this text already
memory-empty = an item of the memory needs a text
memory-too-long = the text has { $number } characters; an item of the memory has at most { $most }
memory-too-many-tags = { $number } tags are too many; an item of the memory has at most { $most }
memory-long-tag = a tag has at most { $most } characters
memory-shared-away = the shared memory does not answer: { $why }; your own memory works, and what is to be sent waits
memory-shared-refused = the shared memory refused: { $why }; what is to be sent waits
memory-shared-broken = the shared memory gave an answer that cannot be used: { $why }
memory-shared-silent = no answer within { $seconds } s
memory-shared-slow = the shared memory was too slow; these are the items of this machine
memory-shared-back = the shared memory answers again, and has what waited
memory-no-postgres = this build cannot use Postgres; build it with --features postgres
memory-no-tools = the MCP server { $server } is used in a session only
memory-address-unknown = memory.url must be qdrant+https://host:6333, postgres://user@host/database, or mcp:server
memory-address-secret = memory.url must not hold a key or a password; put it into the environment variable that memory.key_env names
memory-address-open = memory.url sends items in the clear to another machine; use qdrant+https://
memory-address-postgres = memory.url needs a user and a database: postgres://user@host/database
memory-consent = { $count } { $count ->
        [one] item of the memory leaves
       *[other] items of the memory leave
    } this machine for { $address }, and so does what you and the agent keep from now on: text, tags, and the name { $project } of this workspace. Secrets are masked. Preferences stay here.
memory-consent-vectors = { $count } { $count ->
        [one] item of the memory leaves
       *[other] items of the memory leave
    } this machine for { $address }, and so does what you and the agent keep from now on: text, tags, vectors made from the text, and the name { $project } of this workspace; and the vector of what you search for. Secrets are masked. Preferences stay here.
memory-no-pgvector = the extension pgvector is not in the database and cannot be made: { $why }
memory-off = the memory is switched off: set memory.enabled to true
memory-kept = kept item { $word }: it may be recalled
memory-refused = refused item { $word }
memory-deleted = deleted item { $word }; `agentichat memory restore { $word }` brings it back
memory-restored = restored item { $word }
memory-nothing = nothing is remembered here
memory-more = there are more: --limit
memory-words-alone = searched by words alone: no vector of the question was made
memory-without-vector = { $count ->
        [one] { $count } item has no vector yet; words alone find it
       *[other] { $count } items have no vector yet; words alone find them
    }
memory-added = remembered as item { $word }
memory-there-already = item { $word } has this text already
memory-no-url = no shared memory: memory.url is not set
memory-share-refused = nothing more leaves for { $address }; what was sent stays there
memory-exchanged = sent { $sent }, received { $received } into the inbox
memory-share-unasked = You have not been asked yet: `agentichat memory share --dry-run` shows what would leave, --allow allows it.
memory-share-given = You have allowed this.
memory-share-not-given = You have refused this; nothing leaves.
memory-stays-here = nothing leaves this machine while allow_fallback is false, so { $address } is not asked
agents-fault-id = { $name } cannot be an agent’s id: use 1 to { $most } lower-case letters, digits, - and _, with a letter or a digit first
agents-fault-no-name = name is empty; give a name
agents-fault-name = name has { $length } characters; use one line of 1 to { $most }
agents-fault-description = description has { $length } characters; shorten it to { $most }
agents-fault-word = { $key } is no name of one: it has no blanks and up to 128 characters
agents-fault-temperature = temperature must be a number from 0 to 2
agents-fault-max-tokens = max_tokens must be a whole number from 256 to 128000
agents-fault-no-prompt = there is no prompt; write it below the front matter
agents-fault-long-prompt = the prompt has { $length } characters; shorten it to { $most }
agents-fault-many-names = { $key } has more than { $most } names; leave some out
agents-fault-tool = { $key }: there is no tool { $name }; `agentichat agents check` lists the tools
agents-fault-tool-near = { $key }: there is no tool { $name }; { $nearest } is one
agents-fault-server = mcp_servers: { $name } cannot be the name of a server; `agentichat mcp` lists them
agents-file = { $path }: { $why }
agents-file-line = { $path }:{ $line }: { $why }
agents-file-key = { $key }: { $why }
agents-file-no-end = the front matter has no end; close it with a line of ---
agents-file-no-keys = the front matter has no keys; write key: value, one a line
agents-fault-key = there is no key { $name }; the keys are { $rest }
agents-fault-key-near = there is no key { $name }; { $nearest } is one
agents-fault-no-text = { $key } has no single value; write one, or leave the line out
agents-fault-no-list = { $key } is no list of names; write [a, b], [] for none, or leave the line out for all
agents-fault-lifecycle = lifecycle must be permanent or temporary
agents-fault-lifecycle-fixed = the lifecycle cannot be changed; make another agent
agents-fault-created = created must be a time such as 2026-11-28T15:04:05Z
agents-note-tool = the tool { $name } has no counterpart here and is left out
agents-note-model = the model { $model } is not known here; the session’s answers
agents-note-servers = an MCP server that is defined in the agent’s file is not used; define it for the workspace
agents-note-pattern = the pattern { $name } is not read; the agent gets no tool of an MCP server
agents-note-unused = not used here: { $rest }
agents-note-value = { $key } has a value of the wrong kind and is not used
agents-note-cut = only the first { $most } characters of the description are used
agents-folder-leaves = the folder leads out of the workspace and is not read
agents-folder-many = only the first { $most } files count
agents-untrusted = { $counted } of this workspace: not read until you trust it, by `agentichat trust`
agents-untrusted-write = this workspace is not trusted, so its agents are not read: `agentichat trust` first, or make the agent for yourself
agents-unknown = there is no agent { $name }; `agentichat agents` lists them
agents-known = { $path } is there already; edit it, or take another name
agents-read-only = the agent { $name } is another program’s, in { $path }, and is not changed here; change that file, or make one of this name, which then counts
agents-changed = { $path } was changed by another program meanwhile and is left as it is
agents-not-written = not written: { $rest }
count-agent = { $count ->
        [one] { $number } agent
       *[other] { $number } agents
    }
skills-fault-name = { $name } cannot be a skill’s name: use 1 to { $most } lower-case letters, digits, - and _
skills-fault-no-text = there are no instructions; write them below the front matter
skills-note-no-description = there is no description; the model sees the first line of the text
skills-unknown = there is no skill { $name }; the skills are { $rest }
skills-unknown-none = there is no skill { $name }, nor any other
skills-path = { $path } is no file of the skill that may be read; give a path within its folder
skills-untrusted = { $counted } of this workspace: not read until you trust it, by `agentichat trust`
count-skill = { $count ->
        [one] { $number } skill
       *[other] { $number } skills
    }
gave-skill = skill { $name }, ~{ $tokens } tokens
trust-agents = It has **{ $counted }** of its own.
trust-skills = It has **{ $counted }** of its own.
agents-none = No agents are defined. `agentichat agents add NAME` defines one for you, with --workspace for the workspace; those of Claude Code and opencode are read too.
agents-shadowed = { $source }, not used: { $place } counts
agents-temporary = { $source }, temporary
agents-of-session = of this session
agents-of-workspace = of the workspace
agents-of-user = yours
agents-of-claude = for Claude Code
agents-of-opencode = for opencode
agents-session-model = the session’s model
agents-all-tools = all tools
agents-all-servers = all
agents-no-names = none
agents-line-model = Model: { $text }
agents-line-temperature = Temperature: { $text }
agents-line-max-tokens = Tokens of an answer: at most { $text }
agents-line-tools = Tools: { $text }
agents-line-denied = Not these tools: { $text }
agents-line-servers = MCP servers: { $text }
agents-line-file = File: { $text }
agents-written = the agent { $name } is in { $path }
agents-removed = the agent { $name } is removed: { $path } is deleted
agents-none-temporary = there is no temporary agent
agents-unchanged = nothing was changed
agents-no-editor = no editor is set: set EDITOR, or give the change as an option
agents-edit-kept = { $why }. Your text is kept in { $path }
agents-no-prompt-given = no prompt was given; nothing is written
agents-input = standard input cannot be read: { $why }
agents-checked = Checked { $counted }.
agents-tools-are = The tools: { $rest }
skills-none = No skills are defined. A skill is a folder with a SKILL.md in .agentichat/skills or .claude/skills of the workspace, in skills beside your configuration, or in ~/.claude/skills.
skills-offer = Their names and descriptions cost ~{ $tokens } tokens a request; the figure beside each is what its text costs when the model takes it.
skills-named = offered by name only
skills-withheld = not offered
skills-shadowed = not used: another one of this name counts
command-say-agents = say list, show and an agent’s name, running, or read, tell or stop and an agent
command-say-skills = say list, or show and a skill, or nothing
count-server = { $count ->
        [one] { $number } server
       *[other] { $number } servers
    }
settings-agents-add = `agentichat agents add NAME` defines an agent; restart after `agentichat trust`
settings-agents-none = no agents are defined
settings-agents-edit = `agentichat agents edit { $name }` opens its file in $EDITOR
settings-agents-other = another program’s file: change { $path } with that program
settings-agents-shadowed = not used
settings-agents-counts = not used: { $place } has the same id and counts
settings-key-edit-file = edit
settings-fact-tools = tools
settings-fact-file = file
plain-set-agents = agents
memory-by-user = by you
memory-by-agent = by the agent
memory-by-agent-outside = by the agent, after it read text from outside
memory-by-tool = by a tool or a colleague
memory-counts-here = in this workspace
memory-counts-everywhere = in every workspace
memory-title = Memory: { $state }
memory-title-waiting = { $counted } in the inbox
memory-show-inbox = inbox
memory-show-kept = kept
memory-show-refused = refused
memory-show-all = all
memory-none-waits = Nothing waits for you. f shows the others.
memory-none-chosen = No item is chosen.
memory-forget-again = Press the same key again to forget { $word }.
memory-ask-new = What to remember:{ " " }
memory-ask-search = Search:{ " " }
memory-used = recalled { $time }
memory-kind-user-pref = preference
memory-kind-context = context
memory-kind-knowledge = knowledge
memory-kind-decision = decision
memory-list-more = there are more: /memory search finds them
memory-list-waiting = { $counted } in the inbox: /memory inbox, then /memory keep or /memory refuse
memory-recall-slow = the memory does not answer in time, so runs begin without a recall; the log has more
memory-recall-broken = nothing is recalled: { $why }
memory-forgotten = forgot item { $word }; /memory undo brings it back
memory-taken-back = item { $word } is not remembered any more
memory-nothing-undone = this session has changed nothing in the memory that can be taken back
memory-state-again = item { $word } is { $state } again
memory-state-inbox = in the inbox
memory-state-kept = kept
memory-state-refused = refused
memory-row-recalled = Recalled { $number }: { $rest }  ·  /memory drop
memory-row-recall-off = Runs of this session begin without a recall from the memory; /memory recall on turns it on.
memory-row-recall-on = Runs of this session begin with a recall from the memory.
memory-no-recall = nothing that was recalled is in this conversation
memory-dropped = Dropped what was recalled: it is not in later requests, and not recalled again in this session.
