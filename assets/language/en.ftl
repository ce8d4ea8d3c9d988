# What the workbench says, in English: the one that is whole, which the others are compared with.
# CONTRIBUTING.md says how a message is added. Keys and names stay as they are typed.

## Start: the first minutes, the start screen, the demo
start-title = START
start-head = Welcome to agentichat. No model can be used yet, and nothing was sent.
start-looked-at = looked at
start-looking = looking for a model…
start-looked-again = looked again: { $said }
start-found = this session begins with { $model } of { $provider }
start-none-of = { $provider } is saved, but no model of it can be used: { $why }
start-has-model = this session has { $model } of { $provider }; { "{" }model_picker{ "}" } chooses another one
start-key = paste an API key
start-key-what = kept in a file only you can read, or the keyring
start-local = use a local server
start-local-what = start it; Enter or r looks again
start-set-up = set up a provider
start-set-up-what = step by step: address, key, test, default model
start-demo = look around first
start-demo-what = the demo: a recorded run, in its own repository
start-whose-key = Whose key is it?
start-which-provider = Which provider?
start-key-there = has a key
start-key-not-there = no key yet
start-terminal = terminal: { $colours }, keys { $keys }, clipboard by OSC 52, theme { $theme }
start-colours-24 = 24-bit colours
start-colours-256 = 256 colours
start-colours-16 = 16 colours
start-colours-none = no colours
start-keys = 1-{ $last } mark, then { $run }  r look again  { $close } { $leave }
start-more-rows = { $count ->
    [one] … { $hidden } more row, which the conversation has too
   *[other] … { $hidden } more rows, which the conversation has too
 }
start-letters = Letters go into the draft; /start comes back here, /keys test tries keys.
start-letters-key = What is typed or pasted here is taken as the key, and not shown.
start-key-held = the key: { $letters ->
    [one] { $letters } letter
   *[other] { $letters } letters
 }, not shown; Enter goes on with the marked provider
start-key-within = There is a key in what was pasted, so none of it went into the draft. Paste the key alone.
app-unsent =
    A message that was begun is kept in the session "{ $name }": `/session list` has it, and `agentichat --continue` begins with the last session.
app-interrupted =
    A run in the session "{ $name }" was interrupted when the program ended. What it had changed waits there for review: `/session list` has it, and `agentichat --continue` begins with the last session.
onboarding-welcome =
    { "*" }*Welcome to agentichat.** No model can be used yet, and nothing was sent.

    What was looked for:

    { "" }
onboarding-next =
    { "" }
    What you can do:

    - **/demo** shows everything on a recorded example, without a model.
    - Start a local model: `ollama serve`, then `ollama pull qwen2.5-coder:7b`, then **/start** here, which looks for it again.
    - **/settings** sets up another provider or a server of your own: address, key, and a test of them. Flags do so too: `--provider openai --base-url URL --model NAME`.
    - **/start** offers these ways by numbers; `agentichat doctor` in a shell tells more.
    { "" }
onboarding-on-screen = **No model can be used yet**, and nothing was sent: { $why }. **/start** shows what was looked at and the ways to a model; **/demo** shows everything without one.
demo-review =
    { "*" }*This is the demo**: a recorded run, played through the real program in a temporary git repository. Nothing of yours is touched and no model is asked.

    The message below asks (in French) for a `validate_email` function, its documentation and a commit. Press **Enter** to send it; then its two changes wait in the review: **F7** shows them, **a** accepts one, **r** rejects it, **q** leaves. Its commands are asked about in the bar that comes up: **F2** takes you there, **y** is yes, **n** is no, **x** explains. **?** on the empty editor shows the keys, **Ctrl+X Ctrl+C** leaves. What the agent says is recorded: at its end it says that all is done, whatever you answered.
demo-confirm =
    { "*" }*This is the demo**: a recorded run, played through the real program in a temporary git repository. Nothing of yours is touched and no model is asked.

    The message below asks (in French) for a `validate_email` function, its documentation and a commit. Press **Enter** to send it; then decide about each write and command in the bar that comes up: **F2** takes you there, **y** is yes, **n** is no, **x** explains. **?** on the empty editor shows the keys, **Ctrl+X Ctrl+C** leaves. What the agent says is recorded: at its end it says that all is done, whatever you answered.
onboarding-keys = keys: { $keys }
onboarding-set = set
onboarding-not-set = not set
onboarding-key-file = { $provider } (kept in the file)
onboarding-key-keyring = { $provider } (kept in the keyring)
demo-review-in-lines = This is the demo: a recorded run, played through the real program in a temporary git repository. Nothing of yours is touched and no model is asked. A message that asks (in French) for a validate_email function, its documentation and a commit can be sent; its two changes wait in the review then: /review lists them, "take 1.1" accepts one, "refuse 1.1" rejects it, "apply" brings what is decided to the disk. Its commands are asked about: answer with a number or its word, and with ? for more. What the agent says is recorded: at its end it says that all is done, whatever you answered. /quit leaves.
demo-confirm-in-lines = This is the demo: a recorded run, played through the real program in a temporary git repository. Nothing of yours is touched and no model is asked. A message that asks (in French) for a validate_email function, its documentation and a commit can be sent; each write and command is asked about: answer with a number or its word, and with ? for more. What the agent says is recorded: at its end it says that all is done, whatever you answered. /quit leaves.
demo-removed = The demo's folder was removed with all in it: { $folder }
demo-not-removed = The demo's folder { $folder } could not be removed ({ $cause }). Remove it yourself, or a later demo does in a day.
told-demo-over = the demo is over: what was recorded of it has been played
told-demo-over-next = /quit leaves it; start agentichat in a repository of yours to work with a model there, /start shows the ways to one
told-none-usable = No model can be used: { $why }. **/model** chooses one, **/settings** sets up a provider, `agentichat doctor` in a shell tells more.
start-config-fault = A file with a fault is left out whole. Mend it and start again.
access-suggestion = **A screen reader?** `{ $variable }` is set. `agentichat --plain` prints lines instead of drawing a screen, and asks by numbers. `interface: plain` in your config.yaml always does so; `interface: screen` says that this screen is meant.
told-answer-holds = your answer holds until the program ends: { $why }
told-demo-folder = the demo's folder { $path } cannot be made: { $why }; set TMPDIR to a folder with room
told-demo-git = the demo needs git: `git { $word }` failed: { $why }; install git and try again
told-flag-rule = the rule '{ $rule }' is wrong: { $why }
told-folder-not-utf-eight = cannot work in { $path }: its path is not UTF-8, so no session of it can be kept; rename the folder (the bytes that are not UTF-8 are shown as �), or name another one with --cwd
told-git-not-installed = git is not installed
told-no-working-folder = cannot work in { $path }: { $why }; name a folder that exists with --cwd
told-not-kept-as-draft = what you gave and no terminal took cannot be kept as a draft ({ $why }); lost: { $counted }
told-path-not-utf-eight = its path is not UTF-8

## Screen: status line, headings, hints, mouse, copies, notifications
facts-up-brings-back = . Up brings what you sent back
facts-step = step { $number }, { $model }
facts-trying-again = { $error }; trying again ({ $attempt } of { $of })
status-agent = agent { $name }
status-checkpoint = checkpoint #{ $number }
status-checkpoint-short = cp{ $number }
status-review = review { $open } of { $all }
status-review-short = rev { $open }/{ $all }
status-attached-to = attached to { $owner }
status-attached = attached
status-in-memory = kept in memory only
status-waiting = waiting
status-waiting-short = wait
status-keys = keys { $keys }
status-no-model = no model: Ctrl+X m
status-context = ctx { $about }{ $used }/{ $limit } { $percent }%
status-usage = { $about }{ $input } in { $about }{ $output } out { $cost }
status-passthrough-key = { $key } auto
status-passthrough-ends = { $key } off
status-session = session
status-ended = { " " }ended
status-error = { " " }error
chrome-more = { " " }more
chrome-asks = { $name } asks
chrome-answers = { " " }{ $keys } answers{ " " }
chrome-waits = a question waits
chrome-opening = { " " }opening the session…
chrome-stopped = { " " }the engine has stopped
chrome-stops = stops
chrome-zoomed = zoomed{ " " }
chrome-send = send
chrome-newline = newline
chrome-read-only = read only
chrome-draft = draft
chrome-waiting-for = waiting for the model { $time }
chrome-working-for = working { $time }
chrome-working = working
chrome-no-answer = no answer for { $time }
chrome-queued = { $count } queued, Up takes back
chrome-queued-behind = { $count } queued
frozen-with-draft = same settings, with your draft; this tab stays
frozen-without-draft = same settings; this tab stays
frozen-new-session = { " " }New session ]
frozen-gone = what answered is gone
frozen-why = Session ended with error: { $why }
view-too-small = too small
view-needs = needs { $least_width }x{ $least_height }, is { $width }x{ $height }
view-sessions-go-on = sessions go on; Ctrl+C stops
view-engine-stopped = the engine has stopped and keeps nothing more: Ctrl+C leaves, and prints what is typed here
stopped-log = the engine has stopped; the log says why
stopped-typed = What was typed and is kept nowhere else:
overlay-found = { $found } of { $total }   { $keys }
overlay-take = choose
overlay-move = move
overlay-close = close
overlay-not-used = NOT USED
overlay-yours = { $text } (yours)
overlay-terminal = TERMINAL
overlay-help = HELP
overlay-keys-here = KEYS here: { $here }     keys reported: { $reported }
overlay-help-empty-draft = help, while the draft is empty
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
overlay-more-keys = page { $page } of { $pages }, { $more } more: PageDown, PageUp
silent-problem = PROBLEM
silent-screen-works = the screen works, and the other sessions go on
silent-keys = 1-{ $last } choose  Enter go  Esc waits
silent-asked = the model was asked
silent-message-waits = your message waits
silent-title = SESSION { $number } IS NOT RESPONDING
silent-since = { "   " }no event for { $time }, { $was }
silent-last = last
silent-said = said
silent-draft-kept = draft kept
silent-checkpoint = checkpoint #{ $number } on disk
silent-queued = { $count } queued
silent-safe = safe
silent-wait = wait
silent-wait-what = give it another { $seconds } s
silent-stop = stop this turn
silent-stop-what = what came is kept
silent-kill = kill the tree
silent-kill-what = its processes end at once
silent-report = save report
silent-report-what = a file in the temporary folder (keys removed)
silent-leave = leave
silent-leave-what = all is saved; --continue goes on with it
indexed-files = index { $percent } %
indexed-vectors = vectors { $percent } %
indexed-vectors-rest = vectors { $percent } % rest
indexed-vectors-wait = vectors wait: /index
indexed-vectors-stopped = vectors stopped: /index
choose-palette = COMMAND PALETTE
choose-palette-empty = nothing fits; Backspace widens it
palette-page = Settings: { $page }
palette-file = file
palette-count = { $found } of { $total }  > commands  @ files  # sessions  : settings
palette-run = choose
palette-argument = argument
choose-mode = MODE
choose-mode-empty = no such mode
choose-model = MODEL
choose-as-told = as they told { $told }; { $asking }
choose-no-models = no provider offers a model; see `agentichat doctor`
choose-in-history = what was typed is in the history
dialogs-nothing-logged = nothing is logged of this file in this session, so there is nothing to roll back
frozen-input-off = input is off, the session ended with an error; { "{" }send{ "}" } makes a new one
gone-deleted = the session { $name } was deleted
gone-not-open = the session { $name } is not open here any more
ladder-draft-cleared = draft cleared; Up brings it back
ladder-again-to-leave = again to leave; everything is saved
ladder-again-to-leave-proposed = again to leave; { $hunks } wait for your review and stay
ladder-proposed-wait = { $hunks } wait for your review and stay; { "{" }quit{ "}" } again leaves
ladder-again-to-leave-demo = again to leave; the demo's folder goes with all in it
ladder-run-goes-on = a run is going on; { "{" }quit{ "}" } again leaves and ends it
ladder-all-stopped = everything is stopped, passthrough is off
keys-stay = the keys stay as they were: { $text }
keys-read-again = your keymap was read again
keys-more-faults = { $first } ({ $faults } more: /keys)
panes-nothing-waits = nothing waits for an answer
panes-nothing-to-zoom = one pane is shown alone already: there is nothing to zoom
parts-no-other-file = there is no other changed file that way
parts-edit-sends = Enter sends it in the place of the old one, Esc leaves that as it is; files stay as they are
parts-message-stays = the message stays as it is; Up brings the edited text back
choose-asking = asking the providers for their models…
ladder-cancelling = cancelling; Ctrl+C again kills its processes
ladder-killing = killing its processes
overlay-interrupted-text = The program ended while these sessions were running. Calls that had begun have no known outcome; they are not run again by themselves.
run-report-in = the report is in { $path }
run-report-failed = the report cannot be written: { $error }; set TMPDIR to a folder with room
run-theme-not-kept = the theme is not kept: { $why }
run-theme-not-kept-error = the theme is not kept: { $error }; try again
project-versus-now = { $base } vs now
external-outside = { $path } lies outside of the workspace, so it is not opened
mouse-is-the-terminals = the mouse is the terminal's: it selects and copies as elsewhere; { "{" }mouse_off{ "}" } takes it back
mouse-is-the-screens = the mouse is the screen's again; Shift+drag is the terminal's selection
mouse-answers-nothing = a click answers nothing: { "{" }focus_confirm_bar{ "}" } gives the question the keys
select-no-text = there is no text to select here: chat, diff and review have some
select-mode = select mode: move, start, copy; the mouse is the terminal's meanwhile
select-in-draft = selecting from here: move the cursor; { "{" }interrupt{ "}" } copies, { "{" }leave_editor{ "}" } ends it
select-other-key = select mode has no use for this key; the row below names those that it has
select-empty-line = there is nothing on this line to copy
select-no-file = these are no lines of a file: diff and review have some
attention-asks-about = a question waits: { $tool }
attention-asks = a question waits
attention-done = the run is done
attention-done-in-chat = the run is done; what came of it stands in the conversation
attention-failed = the run failed
copying-terminals-own = { "   " }Shift+drag: terminal selection
copying-not-whole = a part of what is selected was not loaded and is missing in the copy: go through it first, or take less
copying-copied = copied { $letters } characters
copying-copied-lines = copied { $lines }, { $letters } characters
copying-nowhere = not copied: the text is too long for the terminal's clipboard, and no program takes it; install wl-clipboard or xclip, or copy a smaller part
copying-went-to = { $said } to { $ways }{ $more }
ladder-question-waits = a question waits; { "{" }quit{ "}" } again leaves, and it is asked again at the next start
paste-cut = the paste was longer than 8 MiB, and its end is missing: put the text into a file and name it with @

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
hint-back = back
hint-undo = undo
hint-clear = clear
hint-lines = lines
hint-split = split
hint-edit = edit
hint-comment = comment
hint-all = all
hint-layout = layout
hint-preview = preview
hint-compare = compare
hint-roll-back = roll back
hint-name = name
hint-new = new
hint-look-for-something-else = look for something else
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
hint-did-not-come = did not come
hint-stops-all = stops all
hint-move = move
hint-keep = keep
hint-new-line = new line
hint-scroll = scroll
hint-run = run
hint-skip = skip
hint-yes = yes
hint-no = no
hint-unbound = { $action } (bound to no key)
hint-no-session = there is no session yet; { "{" }new_session{ "}" } makes one
hint-undo-all = undo all: { $key }
hint-help = { " " }help (empty draft)

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
popup-file-ends = the file ends there
popup-to-the-end = to the end
composer-paste = [paste { $made }: { $lines }]
composer-history-search = history search:{ " " }
composer-history-keys = { "   " }Ctrl+R older  Ctrl+S newer  Enter take  Esc back
editor-reading-picture = [reading picture { $number } …]
editor-reading-clipboard = [reading the clipboard { $number } …]
editor-picture-pending = what was pasted is still being read; Enter sends when it is there
editor-tokens = { $tokens } tokens
editor-changed-here = changed in this session
editor-mentioned = mentioned
editor-new-to-git = new to git
editor-in-git = { $letter } in git
note-reading = reading it…
note-kept = kept
note-not-kept = not kept yet
note-title = NOTE  of this workspace
note-keys = { "  " }Esc leaves it  Ctrl+S keeps it now
external-cannot-start = `{ $program }` cannot be started: { $cause }; set EDITOR to an editor that is installed
external-cannot-hand-over = the text cannot be handed to the editor: { $why }; free some space in the temporary folder
external-open-quote = a quote is not closed in `{ $editor }`; close it in VISUAL or EDITOR
external-failed = the editor ended with an error; what it left is in { $path }
external-cannot-read-back = what the editor left in { $path } cannot be read: { $why }; it stays there, to be saved as UTF-8 text
editor-key-pasted = there is a key in what was pasted: /settings keeps one unseen. No draft and no history keeps it; sent, the model reads it
told-range-form = { $word } is no range of lines, such as 10-40
told-range-order = { $word } is no range of lines: the first comes first, as in { $rest }
told-range-one = { $word } is no range of lines: they count from 1

## Chat: messages, calls and their results on the screen
chat-call-sides = before vs after the call
chat-call-no-file = this call changed no file
chat-not-found = not found
chat-below-more = { " " }↓ more{ " " }
chat-below-new = { " " }↓ { $count } new{ " " }
chat-beginning =
    Nothing was said yet.

    Say below what you want done; Enter sends it.
    @ names a file, / begins a command, ! runs one in the shell, ? on the empty line shows the keys.
chat-you = you
chat-told-agent = told the agent what became of its changes
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
chat-state-run = RUN
chat-state-lost = LOST
chat-state-proposed = prop.
chat-state-ok = ok
chat-state-part = part
chat-state-undone = BACK
chat-size-proposed = { $size } proposed, not applied yet
chat-size-some-proposed = { $size }, of it proposed and not applied yet: { $hunks }
chat-hunks-of = { $count } of { $all }
chat-you-rejected = you rejected it
chat-you-rejected-why = you: { $reason }
chat-fate-applied = applied
chat-fate-some-applied = { $count } of { $all } applied
chat-fate-refused = rejected
chat-fate-some-edited = { $count } of { $all } edited by you
chat-fate-some-refused = { $count } of { $all } rejected
chat-fate-taken-back = rolled back
chat-fate-some-taken-back = { $count } of { $all } rolled back
chat-fate-on-disk = on the disk until you apply
chat-fate-of-command = { $summary }; its changes: { $fate }
chat-state-no = NO
chat-state-stop = STOP
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
chat-title = CHAT
chat-title-turn = CHAT  turn { $turn }
chat-asked = asked{ $gap }{ $tool }: { $question }
chat-answered = { $answer }, by { $by }  { $time }
chat-label-note = note{ "  " }
chat-label-warn = WARN{ "  " }
chat-label-error = ERROR{ " " }
chat-retry = { $attempt } of { $of } in { $seconds } s: { $why }
chat-label-retry = RETRY{ " " }
chat-wait-for-review = { $count ->
    [one] { $hunks } waits for review: F7
   *[other] { $hunks } wait for review: F7
 }
chat-label-queued = queued
chat-space-close = Space close
chat-thinking = thinking … { $words }
chat-end-done = done
chat-no-call = no tool called, nothing changed
chat-nothing-changed = nothing changed
chat-end-stopped = stopped
chat-end-failed = FAILED
chat-end-interrupted = INTERRUPTED
chat-end-unknown = the program ended during { $calls }; nobody knows what came of it
chat-hunks-accepted = { $count ->
    [one] { $hunks } accepted
   *[other] { $hunks } accepted
 }
chat-hunks-refused = { $count ->
    [one] { $hunks } rejected
   *[other] { $hunks } rejected
 }
chat-hunks-taken-back = { $count ->
    [one] { $hunks } rolled back
   *[other] { $hunks } rolled back
 }
chat-hunks-open = { $count ->
    [one] { $hunks } undecided again
   *[other] { $hunks } undecided again
 }
chat-calls-refused = { $count ->
    [one] { $count } call rejected
   *[other] { $count } calls rejected
 }
chat-calls-failed = { $count ->
    [one] { $count } call failed
   *[other] { $count } calls failed
 }
chat-refused-unasked = { $count } refused unasked
chat-answer-yes = yes
chat-answer-always = yes, always
chat-answer-edited = yes, edited
chat-answer-some = yes, { $what }
chat-answer-no = no
chat-answer-no-why = no: { $why }
chat-answer-chose = chose { $what }
chat-answer-on-disk = yes, on the disk as it is
chat-answer-skipped = skipped
chat-answer-back = back
chat-by-key = key
chat-by-rule = rule
chat-by-mode = mode
chat-by-time-out = time-out
chat-by-cancelling = cancelling
chat-by-nobody = nobody there
chat-allowed-by = allowed by
chat-detail-more = ⋯ { $count } more rows: d shows the diff
chat-nothing-more = nothing more
chat-arguments-raw = arguments, not JSON
chat-arguments = arguments
chat-lines-hidden = ⋯ { $lines } not shown
chat-interrupted-here = interrupted here
chat-told-verdicts = told the agent: { $what }
told-interrupted = This session was interrupted: its process ended during a run. Everything up to then is here; nothing was run again.
told-interrupted-calls = This session was interrupted: its process ended during a run. What came of { $counted } is unknown; nothing was run again. Look at the files before you go on.

## Questions: the confirmation bar and what it asks
bar-wrong-word = that is not "{ $word }": nothing was approved
bar-nothing-to-run = nothing is left to run
bar-nothing-typed = nothing is typed
bar-auto-nothing = nothing ran unasked yet
bar-auto-ran = { $all } ran unasked: { $writes }, { $commands }
bar-auto-since = { " " }since { $since }
bar-auto-short = AUTO  { $counts }
bar-auto-on = AUTO  passthrough on{ $since }
bar-auto-held = { "  " }{ $count } asked all the same: { $what }
bar-wants-answer = this question wants an answer: Enter gives it, S skips it
bar-nothing-chosen = nothing is chosen: Space chooses, N rejects all
bar-focus-then-yes = F2 first, then Y
bar-wants-answer-or-skip = this question wants an answer: S skips it
bar-no-skip = this cannot be skipped: N rejects, Esc puts it off
bar-always-not-for-asked = always is not offered for what is always asked
bar-always-not-here = always is not offered here
bar-always-not-for-edited = always is not offered for what you edited
bar-always-not-all-shown = not all of the text was shown: D shows it, then A
bar-nothing-to-edit = there is nothing to edit here
bar-focus-then-enter = F2 first, then Enter
bar-too-early = that key came before it could count: press it again
bar-edit-not-taken = the proposal changed: the edit was not used
bar-more-rows = { "   " }… { $hidden } more rows: j/k scroll, d shows all
bar-left-out = { "   " }… { $hidden } rows left out: d shows all, to its end; then y
bar-not-all-seen = rows are left out: d shows all of it; y counts when you have seen its end
bar-bytes-left-out = { $bytes } left out
exact-blank-lines = { $lines } blank lines
exact-blanks = { $blanks } blanks
bar-no-paste = type the word: a paste does not count
bar-answer-empty = nothing is typed: type an answer
bar-answer-number = not a number: type digits, such as 12 or -3.5
bar-answer-path = no path: type one inside the workspace
bar-answer-outside = outside the workspace: type a path relative to its root
bar-answer-pattern = does not fit the pattern { $pattern }
bar-proposed-first = y applies that, then runs the command; what is undecided still waits for review.
bar-proposed-unwritten = That could not be applied, so the command was not run: { $why }. F7 shows the review; Space leaves the disk as it is.
bar-proposed-without = y runs the command on the disk as it is; nothing is applied first.
bar-proposed = Proposed, not on the disk yet: { $hunks } in { $files } ({ $paths }).
bar-proposal-other = the proposal is another one now
bar-changed-meanwhile = { " " }{ $path } changed meanwhile: { $why }
bar-proposal-now = { " " }Proposal now: { $size }, { $hunks }. Nothing was applied.
bar-new-file = new file
bar-is-deleted = is deleted
bar-as-edited = { "   " }as you edited it
bar-typed-by-you = typed by you
bar-asked-by = asked by { $who }
bar-place = { " " }cwd { $cwd }{ $gap }sandbox { $sandbox }{ $gap }{ $by }
bar-why-risk = { " " }why the risk is { $risk }:
bar-why-part = { $part }: { $why }
asked-by-mode = No rule allows or forbids it, and the mode asks before each command that is not known to only read.
asked-for-risk = High risk is asked about in every mode, each time.
bar-always-asked = { " " }on the list that every mode asks for
bar-help-leave = { " " }y yes, once   n no   c no, with a reason   Esc later   Ctrl+C cancels the run
bar-help-answer = { " " }Enter answers   s skips   Esc later   Ctrl+C cancels the run
bar-help-reach = { " " }a how far yes reaches   d, r all of it   e edit first   x why the risk
bar-help-buttons = { " " }Tab next button   Enter presses it, after F2   j k scroll, 1-9 choose
bar-help-space = marks, or holds the timer
bar-help-marks = { " " }Space { $space }   ? closes this
bar-help-marks-others = { " " }Space { $space }   [ ] other questions   ? closes this
bar-why-not = { " " }why not >{ " " }
bar-type-word = { " " }type "{ $word }" to approve >{ " " }
bar-diff-below-one = { "      " }+1 line: d
bar-diff-below = { "      " }+{ $below } lines: d
bar-diff-above = { "      " }{ $above } lines above: k
bar-diff-both = { "      " }{ $above } lines above, +{ $below }: j k d
bar-y-writes-saved = { " " }y writes the { $lines } that you saved, not the proposal; e edits them again
bar-armed = { "         " }(armed in { $seconds } s)
bar-armed-short = { " " }in { $seconds } s
bar-waits-answer = { " " }F2, then  Enter answer  s skip
bar-waits-always = { "  " }a always
bar-details-diff-long = full diff
bar-details-diff = diff
bar-details-text-long = full text
bar-details-text = full
bar-waits-keys = { " " }F2, then  y approve  n reject  d { $details }{ $always }
bar-waits-typing = { " " }waits while you type.
bar-waits-for-you = { " " }waits for your answer.
bar-after-focus = F2, then { $enter }
bar-choose-keys = j/k or 1-{ $last } highlight
bar-enter-take = Enter choose
bar-button-no = n reject
bar-esc-back = Esc back
bar-timer-stands = { " " }the timer stands. Space lets it go on.
bar-timer-then = { " " }then: no, and the run goes on. Any key pauses.
bar-empty-skips = empty = skip
bar-readline = { "   " }readline keys work here
bar-enter-answer = Enter answer
bar-esc-later = Esc later
bar-tab-skip = Tab S skip
bar-enter-reject = Enter reject with this reason
bar-new-line = Ctrl+J new line
bar-enter-approve = Enter approve
bar-no-paste-tail = { "   " }a paste does not count
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
bar-timer-left-stands = timer stands at { $left }
bar-timer-left = rejects in { $left }
bar-risk-high = RISK HIGH
bar-by = by { $who }
bar-risk-medium = risk medium
bar-risk-low = risk low
bar-delete-checkpoint = { " " }a safety checkpoint is made first          { $chosen } of { $total } chosen, { $size }
bar-file-unit = file{ " " }
bar-files-unit = files
bar-other-answer = other: type an answer
bar-how-far = { " " }How far shall this yes reach?
bar-bytes = { $bytes } bytes
bar-details-preview = preview
bar-details-all = all of it
bar-button-skip = S skip
bar-button-back = B back
bar-button-full-diff = d full diff
bar-button-yes = y approve
bar-button-marks = Space marks
bar-button-timer-on = Space timer goes on
bar-button-timer-off = Space pause timer
bar-button-type = y type "{ $word }"
bar-button-no-now = n reject now
bar-button-later-stops = Esc later: timer stops
bar-button-type-approve = y type "{ $word }" to approve
bar-button-type-once = y type "{ $word }" to approve once
bar-button-yes-once = y approve once
bar-no-always-long = { "      " }always: not offered for high risk
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
bar-button-run-disk-long = y run on the disk as it is
bar-button-run-disk = y only run
bar-switch-on = apply first: on
bar-switch-off = apply first: off
bar-button-switch = Space { $switch }
bar-button-edit-command = e edit command
bar-button-explain = x explain
bar-button-full-text = d full text
bar-button-full = d full
bar-button-toggle = Space toggle
bar-button-preview = d preview
bar-button-move = j/k move
unasked-delete = delete { $path }
unasked-delete-files = delete { $count } files
proposal-sides = before vs proposed
whole-proposed = proposed, not on the disk: { $path }
whole-place = runs in { $cwd }, sandbox { $sandbox }
whole-touches = touches { $path }
whole-more-files = { "    " }… { $counted } more
whole-delete = { $path }  { $files } files  { $note }
whole-risk = risk { $risk }
whole-too-long = (the rest is too long to be shown)
whole-yes-applies = what yes applies first:
whole-this-session = this session
whole-proposal-changed = the proposal changed meanwhile; e edits it as it is now
whole-nothing-edited = nothing was changed in the editor: the proposal stands as it was
told-git-not = NOT in git
summary-write = write { $path } +{ $added } -{ $removed }
summary-deletes = delete { $number } paths
summary-delete = delete { $path }

## Files: the tree, the diff pane, search results
compared-comparing = { $sides }: comparing…
compared-nothing = { $sides }: nothing differs
compared-file-of = file { $number } of { $count }
compared-left-out = left out: { $path }: { $why }
tree-all-again = all files are shown again
tree-no-other = there is no other
tree-filter-foot = { " " }{ $words }   Esc shows all files
tree-changed-foot = { " " }only { $count }   a shows all files
tree-legend-pending = { " " }[ ] pending [~] part
tree-legend-accept = { " " }[+] accept  [-] reject
tree-legend-conflict = { " " }[!] conflict [u] yours
tree-legend-proposed = { " " }p   not on the disk yet
tree-filtered = FILES  { $words }
tree-only = FILES  changed { $count } only
tree-files = FILES
tree-changed = FILES        changed { $count }
tree-looking = looking…
tree-and-changed = , changed
tree-fitting = { $shown } of { $total }{ $only }
tree-row-looking = { " " }looking…
tree-no-changed-fits = { " " }no changed file fits
tree-none-fits = { " " }no file fits
tree-nothing-changed = { " " }nothing changed
tree-none = { " " }no files
tree-loading = { " " }loading …
diff-line-of = { "   " }line { $line } of { $total }
diff-file = FILE  { $path }{ $facts }
diff-proposal = current vs proposed
diff-title = DIFF
diff-hunk-of = hunk { $hunk } of { $all }
diff-title-of = DIFF  { $path }   { $facts }
diff-none = No file is chosen.
diff-without-space = without white space
diff-white-space-ignored = lines that differ in white space only are drawn as the same
diff-one-column = two columns need a wider pane with a difference
finder-type-text = type what is looked for; Esc leaves it as it was
finder-not-pinned = not pinned: what is proposed is not on the disk yet, where what is pinned is read; F7 applies it
finder-pinned-already = pinned already; /exclude takes it out again
finder-title = SEARCH
finder-searching = searching…
finder-nothing = nothing found in the files
finder-first-places = the first { $count } places
finder-best-first = , the best first
finder-best-first-meaning = , the best first, by words and meaning
finder-by-path = , in order of path
finder-again = , searching again…
finder-yet = { " " }yet
finder-partial = { $yet }: the index is { $percent } % built ({ $done } of { $total } files), there may be more
finder-partial-unknown = { $yet }: the index is still being built, there may be more
finder-as-written = { " " }(as written: there is no index to rank them)
finder-index-failed = ; the index cannot go on: { $why }
finder-something-else = ; / looks for something else
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
widget-no-more = { " " }⋯ no more changes
widget-none = { " " }no differences

## Review: hunks, decisions, applying, comments
overlay-place = { $first }-{ $last } of { $all }
review-answered = the question is answered
review-title = REVIEW
review-last-one = this is the last one
review-first-one = this is the first one
review-all-decided = everything is decided: w shows what would be applied
review-all-marked = everything is marked: y gives the answer
review-no-fold = no fold is on the screen below the cursor
review-white-space-ignored = lines that differ in white space only are drawn as the same; marks are not touched
review-white-space-counts = white space counts again
review-one-column = there is one column here; = changes the layout
review-only-column = this is the only column that is shown
review-conflict-keys = m mine  t agent  b both  o base  e edit
review-result-of = RESULT of hunk { $number }
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
review-result-if = RESULT if you accept hunk { $number }
review-hunk-number = hunk { $number }
review-about = { $head }: { $about }
review-hunk-goes-on = , { $count ->
    [one] 1 more line below
   *[other] { $count } more lines below
 }
review-hunk-goes-on-short = { " " }(+{ $count })
review-marks-not-applied = marks are not applied until w
review-marks-applied = all that is marked is applied
review-answer-not-given = nothing is written until y gives the answer; Esc goes back
review-yours-stay = your own changes stay: [u]
review-foot-files-more = { " " }files: …{ " " }
review-foot-files = { " " }files:{ " " }
review-nothing-differs = { " " }nothing differs in this file
review-looking = { " " }looking at what changed…
review-nothing-to-review = { " " }nothing is there to review: what the agent changes will be shown here
review-nothing-of-file = { " " }nothing is logged of this file; { "}" } and { "{" } walk the files that changed
review-unchanged = ⋯ { $lines } unchanged
review-unchanged-open = { $words }   z open
review-told = told
review-not-told = not told yet
review-column-current = CURRENT
review-column-base = BASE
review-column-proposed = PROPOSED
review-head = { " " }REVIEW
review-head-of-question = { " " }REVIEW of what is asked about
review-proposed-by = proposed by{ " " }
review-conflicts-block = { " " }conflicts block w
review-whole-not-logged = { "   " }whole; not logged yet
review-being-written = { "   " }being written…
review-refining = { "   " }refining…
review-not-applied = { "   " }not applied: w
review-proposed = { "   " }proposed
review-file-place = file { $number } of { $all }{ "   " }
review-file-place-short = { $number }/{ $all } files
review-one-file = 1 file
review-hunk-place = hunk { $number } of { $all }
review-hidden-back = , without { $numbers } (taken back)
review-hidden-under = , without { $numbers } (under later ones)
review-lines-chosen = { $lines } chosen
review-lines-standing = a accept  r reject  c comment  y copy  v done
review-unified = { " " }CURRENT+PROPOSED unified
review-unified-base = , base #{ $number }
review-unified-keys = { $hunk }   = layout
review-on-disk-now = on disk now (you)
review-checkpoint-at = checkpoint #{ $number } { $time }
review-before-it = before it
review-sheet-apply = WHAT WILL BE APPLIED
review-sheet-looking = looking at { $files }…  Esc leaves it
review-accept-all-files = ACCEPT ALL FILES
review-sheet-edit = EDIT
review-sheet-fetching = fetching the text…  Esc leaves it
review-sheet-gathering = looking at what would be applied…  Esc leaves it
review-sheet-changed = it has changed meanwhile; looking again…
review-sheet-nothing = nothing is to be applied   Esc back
review-sheet-keys = y apply these changes   d difference   j/k scroll   Esc back, nothing is applied
review-sheet-diff-keys = y apply these changes   d the list again   j/k scroll   Esc back, nothing is applied
review-sheet-comparing = looking at the difference…
review-sheet-comment = COMMENT for the agent
review-sheet-comment-keys = Enter keeps it   Ctrl+J another line   Esc leaves it
review-sheet-edit-proposed = EDIT what is proposed
review-sheet-edit-keys = Ctrl+S or Alt+Enter takes it   Esc leaves it   nothing is applied
review-sheet-edit-here = EDIT what shall stand here
review-sheet-as-decided = The disk is as decided: nothing is to be applied.
review-sheet-skipped = skipped: { $path }: { $why }
review-sheet-all-decided = Everything is decided.
review-sheet-one-undecided = 1 hunk stays undecided; it is kept, and not applied by this.
review-sheet-undecided = { $count } hunks stay undecided; they are kept, and not applied by this.
review-sheet-all-told = The agent knows of all your decisions and comments.
review-sheet-one-to-tell = 1 decision or comment goes to the agent with its next step or your next message.
review-sheet-to-tell = { $count } decisions and comments go to the agent with its next step or your next message.
review-sheet-ways = Enter takes   j/k move   Esc back
review-list-head = { " " }FILES
review-list-changed = changed { $count }{ " " }
review-legend-pending = pending
review-legend-part = part
review-legend-accept = accept
review-legend-reject = reject
review-legend-conflict = conflict
review-legend-yours = yours
review-search-first = / first: it asks what to look for
review-leave-hunks = { $hunks } not decided.
review-leave-hunks-files = { $hunks } not decided, { $files } not applied yet.
review-leave-kept = Everything is kept, also when the program ends.
review-leave-title = LEAVE THE REVIEW
review-leave-way = leave; everything is kept
review-leave-apply = apply: shows what would be written
review-leave-stay = stay
review-edit-in-bar = Esc, then e in the bar edits what is proposed
review-no-hunk = no hunk is on the screen: n goes to the next
review-edit-unchanged = nothing was changed in the editor: the hunk stands as it was
review-comment-in-bar = Esc, then c in the bar rejects with a comment
review-nothing-to-pin = there are no lines here that could be pinned
review-is-yours = this change is yours: it stays, and is no part of what is proposed
review-accept-title = ACCEPT
review-accept-builds = This hunk builds on { $others } that nobody has decided about.
review-accept-both = both: accept the { $others } too
review-leave-it = leave it as it is
review-reject-title = REJECT
review-reject-builds = Later changes stand on this hunk: { $others }.
review-reject-with = reject it with the { $count } that build on it
review-reject-alone = only this one: the others get [!] until they are settled
review-question-whole = a question is answered by whole hunks; nothing is split
review-no-conflict = this hunk has no conflict
review-nothing-to-undo = there is nothing to undo
review-undone = undone: { $label }
review-done-again = done again: { $label }
review-edited-accepted = edited, and accepted by that: w applies it, u takes both back
review-edited-open = edited, and not decided yet: a accepts it
review-undo-title = UNDO
review-undo-rollback = The last thing that was done is a rollback: { $label }
review-undo-writes = Taking it back writes the files as they were before it.
review-undo-leave = leave it
review-undo-way = undo the rollback
review-nothing-left = Nothing is left to accept.
review-accept-all = accept { $hunks } in { $files }; nothing is applied yet
review-nothing-to-decide = nothing is left to decide here
review-accept-file = accept all { $hunks } of this file
review-accept-file-title = ACCEPT ALL IN THIS FILE
review-leave-split = leave it as it is: s splits a hunk
review-conflicts-left = { $conflicts } left: m t b o e settles one
review-not-written-yet = nothing is written yet: y gives the answer, as it is marked
review-file-lines = { $path }: { $lines } lines
review-over-limits = { $hunks } over the limits, accepted as one each:
review-conflicts-left-out = { $conflicts } left out: settle those one by one.
review-nothing-to-search = there is nothing to search yet
review-not-in-file = not in this file: { $text }
review-from-top = from the top again
review-from-bottom = from the bottom again
review-search-keys = Enter looks for it  Esc leaves
review-more-than = more than{ " " }
review-search-looking = /{ $text }   looking…
review-search-match = /{ $text }   match { $number } of { $more }{ $all }
review-search-ends = n next  N previous  Esc ends the search
review-nothing-said = nothing was said
review-text-kept = what was typed is kept: the same key opens it again
review-comment-unchanged = the comment is as it was
review-comment-removed = the comment is removed; u brings it back
review-hunk-unchanged = nothing was changed: the hunk stands as it was
review-w-not-enter = w shows what would be applied; Enter does not
review-y-not-enter = y applies these changes; Enter does not
review-nothing-to-apply = there is nothing to apply
review-not-here-yet = what is proposed is not here yet
review-high-risk = the risk is high: Esc, then the bar asks for its word
review-answer-counts = { $taken } accepted, { $refused } rejected, { $open } not marked.
review-answer-title = ANSWER
review-answer-go-on = go on marking
review-answer-take-rest = accept what is not marked too
review-answer-refuse-rest = reject what is not marked
review-answer-given = the answer is given
review-cursor-in-no-hunk = the cursor is in no hunk: n goes to the next
review-lines-keys = j and k select lines; a, r and c are about them, v ends it
review-lines-end = the hunk ends here, and so does what is selected
review-lines-whole = a question is answered by whole hunks: a and r mark this one
review-lines-together = these lines cannot be told apart from the rest; s splits the hunk
review-lines-split = the hunk was split, but not at these lines; decide about its parts
review-maker-you = you
review-maker-command = a command
review-maker-session = session { $name }
review-maker-unclear = unclear: it changed while a command ran
review-state-rolled-back = rolled back
review-state-rejected-disk = rejected, still on the disk until w
review-state-rejected = rejected
review-state-accepted-disk = accepted, on the disk
review-state-accepted = accepted, w applies it
review-state-pending-disk = not decided, on the disk
review-state-pending = not decided, not on the disk
review-about-oversized = over the limits of a hunk: s splits it
review-about-edited = edited by you
review-about-builds-on = builds on { $count }
review-about-carries = { $count } build on it
review-no-newline = { " " }<no newline>
review-cell-yours-now = yours (now on disk)
review-cell-base = base
review-cell-agent = agent
review-cell-yours = yours
review-cell-rejected = rejected
review-still-written = it is still being written: decide when it is whole
widget-cut = { " " }⋯ cut here: the diff is too long to show whole
scope-hunk = of 1 hunk
scope-hunks = of { $word } hunks
scope-agent = of all that { $who } did
scope-call = of one call
scope-run = of one run
scope-session = of the session
scope-file = of { $path }
scope-checkpoint = to #{ $name }
told-checkpoint-name = a checkpoint's name has 1 to 80 letters
told-changed-besides = { $files } changed while the agent's program worked, by no call that names them: { $rest }. /review shows them
told-changed-after-run = { $files } changed after the run while the agent's program still worked: { $rest }. What was before is checkpoint #{ $number }
told-process-ended-command = The process ended while a command ran (call { $word }). { $files } changed since it began; what was before is checkpoint #{ $number }.
told-no-such-hunk = there is no such hunk any more (it was split meanwhile?); look again
told-comment-words = a comment has words, and 8 KiB at most
told-comment-place = what the comment is about is not under review
told-comment-gone = there is no such comment, or the agent was told it
told-nothing-to-undo = nothing was done in the review that can be undone
told-nothing-to-redo = nothing was undone in the review
told-rollback-waits = a rollback waits for the end of the run; stop it first (Ctrl+C or /stop)
told-hard-word = a hard rollback takes your own work too: type { $word } to say so
told-all-told = there is nothing that the agent was not told
told-told-at-end = the agent is told at the end of its step
told-review-at-work = the review is at work; try again in a moment
told-review-too-fast = decisions and changes came in faster than they could be worked on; try again
told-call-runs = a call of the agent is running; apply when it has ended, or stop it (Ctrl+C)
told-nothing-to-write = there is nothing to apply: the disk is as it was decided
told-not-written = { $path } is not applied: { $why }
told-nothing-to-take-back = there is nothing to roll back
told-written = applied: { $counted } +{ $added } -{ $removed }
told-written-for-command = applied for the command: { $counted } +{ $added } -{ $removed }
told-rolled-back = rolled back and written: { $counted } +{ $added } -{ $removed }; /rollback undo undoes it
told-taken-back-written = undone and written: { $counted } +{ $added } -{ $removed }
told-done-again-written = done again and written: { $counted } +{ $added } -{ $removed }
told-nothing-written = nothing was written: { $why }
told-left-as-they-are = not applied, left as they are: { $whys }
told-staged-not-written = the proposed changes could not be applied for this command, so it was not run: { $why }
told-save-finished = Applying changes was cut off when its process ended, and was finished: { $counted }.
told-save-command-finished = Applying changes for a command was cut off when its process ended, and was finished: { $counted }; the command was not run.
told-rollback-finished = A rollback that was cut off when its process ended was finished: { $counted }; undo it with /rollback undo.
told-undo-finished = The undoing of a rollback that was cut off when its process ended was finished: { $counted }.
told-save-undone = Applying changes to { $counted } was cut off when its process ended, and undone: { $why }.
told-rollback-undone = A rollback of { $counted } was cut off when its process ended, and undone: { $why }.
told-changed-nothing = nothing that this run changed is still there, so there is nothing to roll back
told-nothing-after = nothing that an agent or a command did came onto the disk after this checkpoint: choose an earlier one, or `everything (hard)`, which takes back what you did since too; a rollback itself is undone with /rollback undo
told-nothing-belongs = nothing that is still there belongs to this, so there is nothing to roll back
told-nothing-chosen = nothing is chosen to be rolled back
told-shown-otherwise = files or decisions are not as the summary showed; look at it again
told-previewed-otherwise = files or decisions are not as they were shown; look at the preview again
told-conflict-waits = a conflict in it waits to be settled in the review
told-conflicts-wait = { $word } conflicts in it wait to be settled in the review
told-is-there-already = `{ $path }` is there already; move that file away first
told-becomes-removed = will be removed
told-becomes-stays = stays as it is
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
told-conflict-deleted = the file was deleted by { $why }
told-conflict-builds-on = it builds on a rejected change by { $why }
told-conflict-built-on = a later change by { $why } builds on it
told-conflict-twin = the same lines were written there by { $why }: both would double them
told-conflict-line = the same line was changed by { $why }
told-conflict-place = lines were inserted at the same place by { $why }
told-settle-first = to settle first: { $why }
told-you-changed-lines = you changed lines that this hunk wrote
told-file-created = created
told-file-deleted = deleted
told-file-renamed = renamed from { $path }
told-file-is-made = is made
told-file-is-deleted = is deleted
told-file-moves = moves to { $path }
told-file-mode = mode { $word } to { $number }
told-review-no-text = this is no text; accept it or reject it as a whole
told-review-not-changed = this session has not changed that file
told-review-edit-late = `{ $path }` was changed while you edited it; your text was not taken: edit it again
told-review-odds = accepted, this hunk is at odds with another; accept and settle it, then edit it
told-review-nul = the text holds a NUL character; only text can be written
told-review-on-rejected = this hunk builds on a rejected one; accept that first, then edit this
told-review-content-gone = the content of `{ $path }` that is wanted is gone from the store
told-review-base-gone = the content before the first change of `{ $path }` is gone from the store, so its changes cannot be replayed; what is on the disk stays as it is
told-review-damaged = the history of `{ $path }` is damaged, so it cannot be reviewed; what is on the disk stays as it is
told-review-not-back = `{ $path }` cannot be taken back: { $why }
told-review-new-gone = the new content of `{ $path }` is gone from the store
told-review-summary-late = `{ $path }` { $why } meanwhile; look at the summary again
told-review-late-gone = is gone
told-review-late-there = is there
told-review-late-changed = was changed
told-review-left-written = { $why }; `{ $path }` had been written and is left as it is: { $why_left }
told-review-question-over = this question was answered meanwhile, or proposes no change; look at the files
told-review-hunk-gone = there is no such hunk any more; look again
told-review-settled = this hunk has no conflict any more
told-review-as-it-was = the text is as it was; nothing to change
told-review-file-deleted = there is no text to edit: the file was deleted after it; reject the deletion first
told-review-edit-rejected = this hunk is rejected; accept it first, then edit it
told-review-parts-unlike = one part of that hunk is on the disk or decided and another is not: they stay apart
told-review-parts-built = other changes were made with one part of that hunk alone: they stay apart
told-review-parts-gone = the parts of that hunk are not there any more, so they stay apart
told-review-log-before = change { $word } was made on a text that the log does not give; the file's history cannot be used, its present text can
told-review-log-after = change { $word } does not give the text that it promises; the file's history cannot be used, its present text can
told-review-log-base = its history does not give back what was kept of it
told-review-merge-binary = cannot merge { $path }: it is binary; take one of the versions whole
told-review-merge-large = cannot merge { $path }: it has 2 GiB or more; take one of the versions whole
told-review-split-line = a hunk of one line cannot be split; edit it instead
told-review-split-deletion = the deletion of a file is one decision; reject it and delete lines instead
told-review-split-lines = the hunk does not have these lines; choose among those that it shows
told-review-split-nothing = nothing would be left beside these lines; choose fewer or more of them
told-review-split-amended = you edited this hunk's text, so it stays one, even if you undid that; edit it instead
told-review-split-built = other changes were made between this hunk's lines, so it stays one; edit it instead
told-checkpoint-dropped = checkpoint #{ $number } is not whole any more: contents of it were dropped to keep within checkpoints.max_mb; take back hunks or files by themselves, or choose a later one
told-checkpoint-none = this session has no checkpoint { $word }; see the list with /checkpoints or `agentichat checkpoints`
told-hard-what = only a run, the session or a checkpoint can be rolled back hard
told-no-rollback = there is no rollback that could be taken back
author-you = you
author-shell = shell
author-unclear = unclear
told-files-and-more = { $files } and { $number } more
told-hunks-by-rollback = hunks are taken back by a rollback, see /rollback
told-left-file = { $path } ({ $why })
told-review-was-at-work = the review was at work; ask for the command again
told-rollback-partly = A rollback of { $counted } that was cut off when its process ended was finished but for files that are neither as they were nor as they were to be: { $why }.
told-save-command-partly = Applying changes to { $counted } for a command was cut off when its process ended. It was finished but for files that are neither as they were nor as they were to be: { $why }.
told-save-command-undone = Applying changes to { $counted } for a command was cut off when its process ended, and undone: { $why }.
told-save-partly = Applying changes to { $counted } was cut off when its process ended. It was finished but for files that are neither as they were nor as they were to be: { $why }.
told-undo-partly = The undoing of a rollback of { $counted } that was cut off when its process ended was finished but for files that are neither as they were nor as they were to be: { $why }.
told-undo-undone = The undoing of a rollback of { $counted } was cut off when its process ended, and undone: { $why }.
author-list = { $author }, { $others }
told-review-left-with = `{ $path }` { $why }

## Rollback and checkpoints
rollback-runs = refused: the session runs. n leaves this, and Ctrl+C then stops it
rollback-wrong-word = that is not { $hard_word }: nothing was rolled back
rollback-enter-first = Enter first: it shows what would be done
rollback-changed-meanwhile = something changed meanwhile; look again
rollback-rolling-back = rolling back…
rollback-still-looking = still looking at what would come back
rollback-title = ROLL BACK
rollback-sides = now vs rolled back
rollback-to-settle = { $conflicts } to settle first: Space on one
rollback-nothing-chosen = nothing is chosen to be rolled back
rollback-edits-conflicts = e is for the row of a conflict: its lines are edited in the review
rollback-edit-here = e edits these lines; after q you are asked again what is rolled back
rollback-title-looking = ROLL BACK   looking at what would come back…
rollback-step-1 = step 1 of 2
rollback-lead-scope = scope{ "  " }
rollback-scoped = hunk by hunk (scoped): what does not build on it stays, your edits too
rollback-scoped-short = hunk by hunk (scoped): your edits stay
rollback-hard = everything (hard): every file as it was, your later edits go too
rollback-hard-short = everything (hard): your edits go too
rollback-lead-how = how{ "    " }
rollback-nothing-there = nothing is there to roll back
rollback-not-applied = { "  " }not applied yet: { $path }: its decisions are applied with it
rollback-left-alone = { "  " }[ ] { $path }  { $why }: left alone
rollback-in-index = { "  " }{ $path }: staged in git (git add); git's index is not changed. git restore --staged takes it out
rollback-may-be-yours = { $mark } change { $number } that may be yours: it came while a command ran
rollback-conflict = { $mine } keep mine { $base } checkpoint { $both } both
rollback-conflict-why = line { $line }: { $why }
rollback-safety = safety checkpoint #{ $number } is made first: undo with F8, top entry
rollback-hard-discards = hard mode discards { $hunks } of YOURS: type  { $hard_word }  on the next step
rollback-session-runs = the session runs: nothing is rolled back before it ends (Ctrl+C)
rollback-key-toggle = Space toggle
rollback-key-edit = e edit
rollback-key-difference = d difference
rollback-key-next = Enter next step
rollback-key-leave = n leave
rollback-step-2 = step 2 of 2
rollback-yours-none = Nothing of yours is in these files.
rollback-yours-one = 1 hunk of yours stays.
rollback-yours = { $hunks } of yours stay.
rollback-lost-none = Nothing of yours goes with it.
rollback-lost-one = 1 hunk of YOURS goes too. It is in checkpoint #{ $number }.
rollback-lost = { $hunks } of YOURS go too. They are in checkpoint #{ $number }.
rollback-edits-go = YOUR edits of { $hunks } of the agent go too. They are in checkpoint #{ $number }.
rollback-decide-keys = y roll back and write it now   d difference   n back
rollback-word-keys = Enter rolls back when the word is there   Esc back
rollback-title-of = ROLL BACK { $what }
rollback-type-word = type { $hard_word } to roll everything back:{ " " }
rollback-scope-hunk = this hunk
rollback-scope-hunks = these { $hunks }
rollback-scope-file = this file: all that agents and commands did to it
rollback-scope-call = this call
rollback-scope-earlier-run = the last run that changed something; none after it did
rollback-scope-run = this run
rollback-scope-agent = all that agent { $agent } did in this session
rollback-scope-session = all that agents and commands did in this session
rollback-scope-checkpoint = all that agents and commands did since the checkpoint
timeline-name-empty = a name needs a letter; nothing was named
timeline-none-chosen = no checkpoint is chosen
timeline-none-yet = there is no checkpoint yet
timeline-versus = #{ $number } vs #{ $other }
timeline-versus-now = #{ $number } vs now
timeline-versus-undone = now vs rollback undone
timeline-title = CHECKPOINTS
timeline-no-rollback = there is no rollback that could be undone
timeline-looking = looking at the checkpoints…
timeline-none = no checkpoint yet: one is made before a run's first change
timeline-none-fits = none fits; Backspace in the filter widens it
timeline-keys = d diff to now   Space compare   b roll back   t name   n new   f filter
timeline-keys-on-undo = d what undoing it would change   n new   f filter
timeline-undo-asks = Enter asks whether the rollback is undone  Esc back
timeline-undo-keys = y undoes the rollback and writes the files   d difference   Esc no
timeline-typing-keys = Enter takes it   Esc leaves it
timeline-list-keys = Enter preview (what came next)  Esc back
timeline-list-keys-filter = Enter preview (what came next)  Esc back  f changes the filter
timeline-ask-filter = filter by file, agent or words:{ " " }
timeline-ask-name = name:{ " " }
timeline-ask-new = name of a checkpoint of now:{ " " }
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
title-taken-back-one = decision taken back on 1 hunk
title-taken-back = decision taken back on { $word } hunks
title-before-after-run = before changes that came after a run
title-before-cut-off = before a command that was cut off
title-before-redo = before a rollback is done again
title-before-undo = before a rollback is undone
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
figures-keys = p earlier run  n later run  j/k scroll  q back
figures-title = FIGURES  { $name }
figures-none = no answer of a model yet: tokens, cost and the time line of each run come here
figures-looking = looking at the runs…
figures-context-unknown = context  not measured yet
figures-context-of = { " " }{ $about }{ $percent }%  { $used } of { $limit }
figures-context = context
figures-at-most = { " " }at most { $most }
figures-tokens-in = tokens in
figures-tokens-out = tokens out
figures-cost = cost { $paid }{ $more }
figures-in-all = { " " }in all
figures-cost-unknown = cost  unknown: no price is kept for these models (/models)
figures-cost-nothing = cost  nothing
figures-run = run { $number } of { $all }  { $time }  { $status }  { $long }
figures-more-below = { $more } more below
figures-you = you

## Settings: providers, models, keys, look, policy
settings-line-no-key = that looks like a key, and would be read here; a key is entered on its own line
settings-paste-by-terminal = paste with the terminal: Ctrl+Shift+V, Shift+Insert or its menu
settings-question-first = q leaves the settings, then the question can be answered
settings-no-question = no question waits
settings-undone = the last change is taken back
settings-nothing-to-undo = there is no change to take back
settings-saving-wait = it is being saved; in a moment
settings-test-given-up = the test was given up
settings-fetch-stopped = { $model } is not fetched on; what has come is kept
settings-unsaved-hint = { $changes } not saved yet: Ctrl+S
settings-first-offered = the first that it offers
settings-default-model-title = DEFAULT MODEL
settings-none-fits = none fits; Backspace widens it
settings-more-below = { $more } more below
settings-model-detail = { $why }window { $window }  { $price }
settings-on-server-size = on the server  { $size }
settings-on-the-server = on the server
settings-as-told = as it told { $when };{ " " }
settings-asking-models = { $told }asking it for its models…
settings-cannot-ask = { $told }it could not be asked what it offers: { $why }
settings-unknown = unknown
settings-price-free-here = free on this machine
settings-price-unknown = price unknown
settings-price = $ { $input } in, { $output } out
settings-new-model = new { $number }
settings-title = SETTINGS
settings-saving = saving…
settings-unsaved = { $count } unsaved
settings-run-question = a question of the run waits: q leaves the settings, F2 answers it
settings-reading = reading what is set…
settings-remove-key = Remove the key of { $name }? It goes when you save; from keyring and file.
settings-remove-key-keys = y removes it   any other key leaves it
settings-remove-model = Remove { $named }? It goes when you save.
settings-leave-unsaved = { $changes } not saved.
settings-leave-fetching = Leaving stops the fetching of { $model }; what has come is kept.
settings-leave-keys = d leaves   any other key stays
settings-leave-keys-unsaved = s saves and leaves   d leaves without saving   any other key stays
settings-address-words = Where its server is. Enter goes on with what stands here; empty is the default.
settings-has-key = It has a key: { $from }. Enter goes on with that one.
settings-needs-no-key = It needs no key: Enter goes on. Enter one only where your server asks for it.
settings-copy-key = Copy a key from the account page of { $provider } and paste it. Enter without one goes on: a server of your own may want none.
settings-no-model-kept = No model of it is kept, so its sessions begin with the first that it offers. Enter goes on; on the page of models a keeps one.
settings-key-entered-file = the one that you entered, in a file that only you can read
settings-key-entered-keyring = the one that you entered, in the keyring
settings-stays = stays as it is
settings-summary-keys = Enter takes it into your changes  Ctrl+S saves it  Shift+Tab back  Esc leaves it
settings-fact-address = address
settings-fact-key = key
settings-fact-default-model = model
settings-asking-ten = asking it, 10 s at most…
settings-test-keys = Enter goes on  t tests again  Shift+Tab back to the key  Esc leaves it
settings-set-up = SET UP { $provider }
settings-step-of = { "   " }{ $number } of { $all }: { $word }
settings-key-of = key of { $provider } (not shown):{ " " }
settings-letters = { " " }{ $letters } letters
settings-kept-in = kept in{ " " }
settings-tab-changes = { "   " }Tab changes that
settings-key-keys = Enter takes it  Ctrl+U empties it  Esc leaves it
settings-default-model-of = default model of { $provider }:{ " " }
settings-chooser-keys = type to filter  Up Down choose  Enter takes it  Esc leaves it
settings-form-place = { "   " }{ $number } of { $count }
settings-that-is-all = { "  " }that is all
settings-form-keys = Enter next  Shift+Tab back  Ctrl+S takes and saves it  Esc leaves it
settings-address-of = address of { $provider }:{ " " }
settings-temperature-of = temperature of { $model }:{ " " }
settings-filter-by-name = filter by name:{ " " }
settings-model-to-fetch = model that { $provider } fetches:{ " " }
settings-address-keys = as { $example }; empty is the default.  Enter takes it  Esc leaves it
settings-temperature-keys = a number from 0 to 2.  Enter takes it  Esc leaves it
settings-config-keys = { $wanted }.  Enter takes it  Esc leaves it
settings-filter-keys = Enter keeps it  Esc shows all
settings-fetch-keys = as qwen2.5-coder:7b.  Enter fetches it  Esc leaves it
settings-name-a-model = name a model; Esc leaves it
settings-address-must-be = the address must be { $allowed }
settings-temperature-must-be = the temperature must be a number from { $least } to { $most }
settings-config-must-be = { $key } must be { $wanted }
settings-no-keyring = the keyring cannot be used here: { $why }
settings-key-too-long = that is no key: it is longer than 4096 bytes
settings-no-key-is = that is no key: { $why }; enter it again, or Esc leaves it
settings-place-file = a file of yours (mode 0600)
settings-place-keyring = the keyring, until a restart
settings-form-edit = EDIT A MODEL
settings-form-new = A MODEL OF YOUR OWN
settings-esc-again = Esc again leaves it; what was entered is gone then
settings-must-be = { $field } must be { $allowed }, not { $found }
settings-sees-yes-no = sees: it is yes, no or empty
settings-must-be-tokens = { $label } must be a whole number of tokens, as 32768
settings-dollars-or-empty = dollars for a million tokens, or empty
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
settings-help-api-name = its name at its provider, as gpt-5-mini; unique there
settings-help-name = what you call it, 1 to 64 letters; empty takes the api name
settings-help-window = tokens that it holds, 1,024 to 2,000,000
settings-help-output = tokens of an answer at most, 256 to 128,000
settings-help-temperature = 0 to 2
settings-help-in = dollars for a million tokens of the prompt; empty is unknown
settings-help-out = dollars for a million tokens of the answer; empty is unknown
settings-help-cached = dollars for a million tokens from the cache; empty costs as the rest
settings-help-vision = yes or no: whether it sees pictures; empty asks its server
settings-help-summary = Enter takes it into your changes; Ctrl+S saves it too
settings-no-answer = the engine gave no answer
settings-not-fetched = { $model } was not fetched: { $why }
settings-nothing-kept = nothing can be kept: { $why }
settings-is-there = { $model } is there
settings-built-in-stays = it is built in and stays; Enter changes its temperature
settings-found-on-server = it is on its server and not kept here; Enter keeps it
settings-being-fetched = { $model } is being fetched; Ctrl+C stops that
settings-none-fetches = no provider that is switched on fetches models
settings-all-providers = all providers
settings-with-filter = , with "{ $filter }"
settings-asking-servers = { "   " }asking the servers…
settings-models-head = { $of }{ $filter }: { $models }{ $servers }
settings-fetching = fetching { $model }  { $progress }  Ctrl+C stops it
settings-not-on-off = a model is neither on nor off; its provider is
settings-key-temperature = temperature
settings-key-keep = keep
settings-key-edit = edit
settings-key-add = add
settings-key-remove = remove
settings-key-filter = filter
settings-key-provider = provider
settings-key-fetch = fetch
settings-key-probe = probe
settings-models-none-fits = none fits; / changes the filter, f the provider
settings-provider-not-asked = { $provider } cannot be asked what it has: { $error }
settings-origin-built-in = built in
settings-origin-yours = yours
settings-origin-new = new
settings-state-not-there = not there
settings-state-vectors = vectors
settings-state-on-server = on server
settings-limits = window { $window }, answers to { $output } tokens, temperature { $temperature }
settings-from-cache = , { $one } from the cache
settings-price-million = { $price }{ $cached }, for a million tokens
settings-fact-limits = limits
settings-fact-price = price
settings-fact-probe = tools
settings-provider-is = { $provider } is { $why }
settings-makes-vectors = it makes vectors for the index, and cannot be talked to
settings-can-be-used = it can be used as it is; Enter keeps figures of your own for it
settings-not-here = not changed here: set `{ $key }` in { $file }, then start again
settings-key-type-value = type it
settings-fact-can-be = can be
settings-fact-said-by = said by
settings-fact-change-in = change it in
settings-key-where-set = where it is set
settings-today-of = { " " }of { $most }
settings-today-usd = { $usd } of { $most }
settings-today-unknown = { " " }and { $tokens } of unknown price
settings-today = today, all workspaces: { $tokens }{ $most }, { $money }{ $unknown }
settings-on = on{ " " }
settings-off = off
settings-own-program = a program of its own
settings-new-key = new key, for the { $place }
settings-key-goes = key goes when saved
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
settings-may-be-used = may be used
settings-its-own = its own
settings-key-kept = kept: { $from }
settings-key-none-needed = none; it needs none
settings-key-none-variable = none ({ $variable } is not set)
settings-says-over = { $from } says this, and stands over what is kept here
settings-variable-over = { $variable } is set, and stands over what is kept here
settings-offers = it answers, and offers { $model }
settings-offers-not = it answers, but does not offer its default model
settings-fact-test = test
settings-asking-gives-up = asking it, 10 s at most; Ctrl+C gives up
settings-its-own-address = its own address
settings-program-key = it is a program with a key of its own; there is none to remove
settings-key-unsaved = that key is not saved yet: u takes it back
settings-key-outside = that key is in the variable { $variable }, which is set outside: unset it there
settings-no-key-to-remove = there is no key to remove
settings-space-switches = Space switches it on or off
settings-key-close = close
settings-key-open = open
settings-key-on-off = on/off
settings-key-test = test
settings-key-set-up = set up
settings-key-choose = choose
settings-key-next-value = next value
settings-not-saved-yet = not saved yet
settings-as-it-is = as it is
settings-look-over = { $from } says this, and stands over your config.yaml
settings-look-at-start = holds from the next start on
settings-look-tried = It is only tried: leaving without saving brings back what was there before.
settings-fact-kept-in = kept in
settings-sample-warning = a warning
settings-sample-error = an error
settings-pick-keys = Up Down show it at once  Enter takes it  Esc leaves it as it was
settings-pick-unseen-keys = Up Down choose  Enter takes it  Esc leaves it as it was
settings-key-bind = bind a key
settings-key-unbind = unbind
settings-key-give-back = give back
settings-keys-head = { $count } of { $all }{ $filter }, { $own } yours: { $file }
settings-keys-more = and { $faults } more
settings-keys-none-fits = no key fits
settings-keys-unbound = (none)
settings-keys-yours = yours
settings-fact-action = action
settings-fact-came = came with
settings-fact-else = else
settings-keys-rare = one of these comes only from terminals with a key protocol; /keys tells of this one
settings-keys-five = a sequence has five keys at most
settings-keys-needs-protocol = { $key } comes only from terminals with a key protocol; the keys of this one are { $protocol }
settings-keys-hides = { $key } is { $what } in { $place }, and is not there any more
settings-keys-press = { $what } ({ $place }):
settings-keys-hint = press the key, more for a sequence; Enter keeps it  Backspace takes one back  Esc leaves it
settings-keys-stay = saved; the keys stay as they are while the file has faults: mend the lines that are named above
settings-nothing-to-save = there is nothing to save
settings-saved = saved { $changes }
settings-somebody-changed = nothing saved: somebody else changed { $what } meanwhile. What is shown was read again, with your { $left } over it; look, then Ctrl+S again
settings-not-saved-error = nothing saved: { $what }: { $name }: { $error }
settings-not-saved-why = nothing saved: { $why }
settings-default-one = the default one
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
probe-begun = Three short requests go to { $model }; what comes of them is told here. Ctrl+C gives it up.
probe-under-way = { $model } is being probed; one at a time.
probe-given-up = The probe of { $model } was given up.
probe-failed = { $model } was not probed: { $why }
told-model-unknown = there is no model { $model }; `agentichat models list` shows what there is
told-model-several = several providers have a model { $model }; name it as provider/model
told-model-there = { $word } has a model { $model } already; `agentichat models edit` changes it, or choose another api name
told-model-no-default = { $word } has no model { $model } to chat with that could be its default; choose one of `agentichat models list --provider { $server }`, or add it with `agentichat models add`
told-model-builtin-changed = { $model } is built in and cannot be changed but for its temperature; `agentichat models add` keeps one of your own beside it
origin-file = file { $path }
origin-keyring = keyring
told-model-builtin-removed = { $model } is built in and cannot be removed; `agentichat models add` keeps one of your own beside it
told-must-be = { $name } must be { $wanted }, not { $found }
told-save-refused = { $word }: { $why }
told-save-stale = changed by someone else since it was read: { $places }
wanted-between = a number from { $min } to { $max }
wanted-found-letters = { $number } letters
wanted-letters = 1 to { $number } letters without control characters
wanted-within-window = at most the context window of { $number } tokens

## Sessions: lists, settings, forks, exports and imports
session-none-to-copy = there is no session whose settings a new one could take
session-numbered = session { $number }
session-workspace = the workspace
sessions-shown-already = it is shown already; choose another one to lie beside it
sessions-no-room = no room for another session here; { "{" }close_split{ "}" } closes one
splits-none = there is no session whose window could be split
splits-no-room = no room for another session here; { "{" }close_split{ "}" } closes one, { "{" }next_session{ "}" } shows the next in its place
splits-one-shown = one session is shown; { "{" }split_right{ "}" } shows another one beside it, { "{" }split_below{ "}" } below it
splits-works = { $name } works; again cancels its run and takes its tab away
splits-only-one = it is the only session that is open; { "{" }quit{ "}" } leaves
splits-kept = { $name } is kept: { $key } shows it again
list-none-chosen = no session is chosen; f and / change which are shown
list-not-open = it is not open; Enter opens it, or e sets its name and more
list-no-tab = it is not open here, so there is no tab to take away
list-settings-unknown = its settings are not known yet
list-copied-command = it is of another workspace; copied: { $command }
list-shown-only = it is of another workspace, whose sessions are only shown here; { $command }
list-name-empty = a name needs a letter; it keeps the one it has
list-delete-working = { $name } works. ! ends what runs in it and deletes it for good, with its { $messages }; Esc keeps it
list-delete-undecided = { $name } has changes that are not decided or not applied. ! deletes it for good, they are lost; Esc keeps it
list-delete = delete { $name } for good, with its { $messages }? Files stay as they are. y deletes it, Esc keeps it
list-other-workspace = of another workspace: { $command }
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
list-title = SESSIONS  { $which }{ $scope }{ $count }
list-this-workspace = { "  " }this workspace
list-looking = looking at the sessions…
list-none-fits = no session fits; f and / change which are shown
list-search-foot = search: { $search }   / changes it   Enter switch   Esc back
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
form-keys = Enter next  Shift+Tab back  Ctrl+S takes all  Esc leaves it
form-title-settings = SETTINGS OF THE SESSION
form-title-new = A NEW SESSION
form-checking = checking it…
form-works = it works: nothing can be set before its run is over (Ctrl+C stops it)
form-agent = agent { $agent }  in { $folder }
form-name = name
form-folder = folder
form-provider = provider
form-model = model
form-mode = mode
form-prompt = prompt
form-help-name = 1 to 64 letters
form-help-folder = where commands begin, relative to the workspace's root; empty is the root
form-help-provider = as `/providers` names it; Ctrl+N and Ctrl+P go through those known
form-help-model = its name there; Ctrl+N and Ctrl+P go through those known
form-help-mode = Left and Right choose who decides
form-help-prompt = what the model is told beside its instructions; Ctrl+O opens it in $EDITOR; may be empty
form-none-known = none is known; it can be typed
form-changed = the session's settings are changed
form-works-later = it works: its settings can be changed when its run is over, or after Ctrl+C stopped it
form-unchanged = nothing was changed
form-name-length = a name has 1 to 64 letters
form-needs-provider = a provider is needed
list-keys-long = Enter switch  s split  c create  C create with  r rename  e settings  a archive  d delete  x end  f filter  w all workspaces  / search  Esc back
list-keys = Enter switch  e settings  a archive  d delete  f filter  w all  ? keys
list-keys-short = Enter go  e set  a archive  d delete  f filter  w all
told-open-already = it is open already
told-session-exists = there is a session with this id
told-no-session = there is no such session; open it first
told-no-session-id = there is no session with this id
told-imported = imported { $counted }
told-imported-changes = imported { $counted }; `/session changes` shows what was decided about { $counted_changes } there
told-is-deleted = the session is being deleted
told-in-archive = the session is in the archive: `/session unarchive` takes it back
told-ended-with-error = the session ended with an error, and what answered in it is gone: a new session (`/session new`) or a fork (`/session fork`) goes on
told-archived-already = it is in the archive already
told-not-archived = it is not in the archive
told-deleted-soon = the session is deleted as soon as what runs in it has ended
told-delete-question = a question waits for its answer there: open it first, or force it (`/session delete --force`)
told-delete-running = something runs in the session: end it with /stop first, or force it (`/session delete --force`)
told-delete-open-one = 1 change of the session is not decided or not applied: /review shows it; or force it (`/session delete --force`), and it is lost
told-delete-open = { $word } changes of the session are not decided or not applied: /review shows them; or force it (`/session delete --force`), and they are lost
told-messages-written = { $counted } written to { $path }
told-no-earlier = there is no earlier session in this workspace; this is a new one
told-open-elsewhere = the last session is open in another terminal (process { $word }); this is a new one
told-session-not-open = the session is not open
told-engine-stopped = the session's engine has stopped; start agentichat again with --continue
told-engine-busy = the session's engine is busy; try again in a moment
told-import-at = { $path }: { $rest }, line { $number }, column { $word }: { $why }; nothing was imported
told-import-line = { $path }: line { $number }, column { $word }: { $why }; nothing was imported
told-document-missing = `{ $word }` is missing
told-document-hash = a SHA-256 in hex digits is wanted here
told-document-time = a time is wanted here, as { $rest }
told-document-id = an id is wanted here, as { $rest }
told-document-least = at least { $number } is wanted here
told-document-most = at most { $number } is wanted here
told-document-many = at most { $number } are read
told-document-letters = it is longer than { $number } letters
told-document-empty = it is empty
told-document-one-of = one of { $models } is wanted here
told-document-wanted = { $rest } is wanted here
told-document-no-field = there is no such field here
told-document-not-in = { $word } is not in the document
told-document-twice = the id { $word } is given twice
told-document-bytes = these are not the bytes of the hash
told-document-no-picture = this is no picture
told-document-base64 = this is not Base64
told-document-json = this is not JSON: { $rest }
told-document-later = version { $word } is from a later build of agentichat; this one reads up to { $number }
told-export-taken = every name for the file is taken; name one
told-import-large = { $path } is larger than { $number } MiB, the most that is imported
told-import-no-text = { $path } is not text in UTF-8
told-export-there = { $path } is there already and was not written over; name another file
told-path-not-read = { $path } cannot be read: { $why }
told-path-not-written = { $path } cannot be written: { $why }
told-messages-pending-one = { $counted } written to { $path }; { $counted_changes } under review is in it for reading alone
told-messages-pending = { $counted } written to { $path }; { $counted_changes } under review are in it for reading alone
told-no-such-message = there is no such message: the session has { $counted }, counted from 1
told-fork-open-calls = calls of message { $word } have no result yet; message { $number } is the last that can be forked at
told-not-named-here = { $path } cannot be named here: it is not UTF-8
told-changes-before = **Before the import**
told-changes-before-what = A record of the workspace that the session was exported from: it can be read, and nothing of it is written or taken back here.
told-changes-here = **Here**
told-changes-none = Nothing was changed in this session.
told-changes-head = | when | file | by | lines | decided |
told-changes-checkpoint = - checkpoint #{ $number } of { $rest }: { $title }, { $counted }
told-changes-comment = - you on { $path }: { $rest }
told-no-session-here = there is no session { $word } in this workspace; see `agentichat --resume`
told-no-session-id-form = '{ $word }' is not a session id; `agentichat --resume` without an id lists what there is
told-session-not-stored = their session was not stored yet
told-session-not-taken-over = a session was not taken over: { $why }
told-session-not-opened = the session cannot be opened: { $why }
told-imported-without = { $why }; not taken over, since nobody here said so: { $why_left }
told-none-deleted = delete none of these files
told-only-deleted = delete only these, each with a call of its own: { $places }
told-import-mode = its mode: it is in review mode here
told-import-no-rules = rules that allow something

## Keymap: keys and files of keys
keymap-bar-fixed = the keys of the confirmation bar are fixed, so that no key decides by surprise; take the row out
keymap-fixed = `{ $key }` { $what } wherever the keys are, and cannot be bound to anything else
keymap-debris = `{ $sequence }` can come from a broken sequence of the terminal, and { $action } changes what runs or is written; choose another key
keymap-stray = Esc and Tab never decide, and { $action } does; choose another key
keymap-one-leader = a leader is one key in global, such as Ctrl+Space
keymap-typed = `{ $first }` is typed in text fields, so it cannot be bound in { $place }; put Ctrl or Alt to it, or the leader before it
keymap-taken = `{ $first }` is { $action } in text fields, and { $place } would take it from there; choose another key
keymap-not-there = the screen of { $action } is not there yet, so nothing can be bound to it
keymap-nothing-there = { $action } does nothing in { $place }; it works in: { $places }
keymap-twice = `{ $key }` is bound twice in { $place }
keymap-bound-already = `{ $sequence }` is bound to { $name } in { $place } already, in line { $first }; take one out
keymap-begins = `{ $sequence }` and `{ $other }` of line { $first } cannot both be in { $place }: one begins the other
keymap-no-action = there is no action `{ $name }`{ $meant }
keymap-near = did you mean `{ $near }`?
keymap-write-keys = write it as Ctrl+X, Alt+B, F9, Space, u, or as a sequence of up to five: g g
keymap-edit-broken = your keymap is no TOML as it is: mend what is named above first
keymap-edit-by-hand = the form of your keymap does not allow this change here: make it by hand in the file
keymap-cannot-be-bound = this key cannot be written in a keymap
keymap-swallows = { $first } answers or leaves nearly everywhere, and would do nothing any more; begin with a function key, or with Ctrl or Alt
keymap-is-bound = { $keys } is bound in { $place }: { $what }. Space on that row unbinds it first
keymap-taken-by-own = its keys do something else now: { $what }. Space on that row gives them back
keymap-no-key = `{ $key }` is no key; { $way }
keymap-too-large = this is over 1 MiB, which no key table is; nothing of it is used
keymap-no-toml = this is no TOML: { $why }; the row is left out
keymap-no-context = there is no context `{ $name }`{ $meant }
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
keymap-leads = leads to what is asked
keymap-no-list = `{ $name }` is no list of rows; write { $name } = [ { "{" } keys = ["F5"], action = "help" { "}" } ]
key-test-title = KEYS OF THIS TERMINAL
key-test-head = Some terminals keep these two keys for themselves, or send others for them. Press each once: nothing else happens.
key-test-press = Press { $key } now. If nothing changes here, press Space.
key-test-over = That is all of it; help (?) says it again. Enter or Esc closes.
told-keymap-unread = the keymap cannot be read: { $why }; the configuration's `keymap` names it
keymap-fault = { $path }:{ $line }: { $why }
keymap-fault-file = { $path }: { $why }

## Themes and the terminal
theme-used-instead = { $problem }; { $name } is used instead
theme-terminal-is = { " " }(the terminal is { $terminal })
theme-shown =
    { "*" }*Theme** `{ $name }`, palette `{ $palette }`: drawn with `{ $shown }`{ $now }

    There are { $all }. `auto`, `dark` and `light` have the colours of the palette, `standard` or `cvd`.

    `/theme <name>` and `/theme palette <name>` change it here at once, `/theme save` keeps it.
theme-kept = theme { $theme } with the palette { $palette } is kept in { $file }
theme-none = there is no theme `{ $name }`; did you mean { $near }? There are auto, { $all }
theme-none-near = there is no theme `{ $name }`. There are auto, { $all }
terminal-keys-kitty = keys are told by the kitty protocol
terminal-keys-xterm = keys are told by xterm's modifyOtherKeys, where they are passed on
terminal-keys-legacy = keys are told as terminals always did
terminal-shift-enter-came = Shift+Enter works: it came
terminal-shift-enter = Shift+Enter works
terminal-shift-enter-unknown = Shift+Enter: not known; { "{" }newline{ "}" } is a new line everywhere
terminal-shift-enter-no = Shift+Enter cannot be told from Enter; { "{" }newline{ "}" } is a new line everywhere
terminal-shift-enter-tried = Shift+Enter did not come when it was tried; { "{" }newline{ "}" } is a new line everywhere
terminal-instead = { "{" }toggle_passthrough{ "}" } does the same
terminal-ctrl-tab-came = Ctrl+Tab works: it came
terminal-ctrl-tab-no = Ctrl+Tab cannot be told from Tab; { $instead }
terminal-ctrl-tab-tried = Ctrl+Tab did not come when it was tried; { $instead }
terminal-ctrl-tab-tabs = Ctrl+Tab changes tabs of the terminal itself, as it comes; { $instead }
terminal-ctrl-tab = Ctrl+Tab works, unless the terminal keeps it for itself
terminal-ctrl-tab-unknown = Ctrl+Tab: not known; { $instead }
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
terminal-clusters-no = each terminal counts emoji of several characters in its own way: what stands beside one is written again with it
terminal-wide-signs = where lines and arrows take two columns each, "glyphs: ascii" in the configuration draws them with letters
theme-did-you-mean = { $why }; did you mean { $nearest }?
theme-base-in-quotes = expected the name of a theme in quotes
theme-table-wanted = expected a table; write [{ $section }] on a line of its own
theme-no-such-key = a theme has no such key
theme-no-base = there is no theme `{ $base }` to inherit from
theme-no-role = `{ $name }` is no role
theme-no-colour = `{ $written }` is no colour; write it as "#16181d"
theme-number-wanted = expected a number from 0 to 255
theme-more-faults = { " " }({ $faults } more)
theme-base-used = { $path }:{ $line }: { $first }{ $more }; the theme { $base } is used instead
theme-inherits-itself = it inherits from itself; take `inherits` out of one of the files
theme-no-style = `{ $other }` is neither { $numbers ->
    [yes] 0 to 15 nor default
   *[no] default
 }, bold, dim, italic, underline or reverse
told-no-theme = it is over { $bytes } bytes, so it is no theme
told-theme-unread = { $path }: { $why }; choose another theme or mend the file
theme-at-key = { $key }: { $why }
theme-at-line = line { $line }: { $why }
theme-invalid = theme `{ $name }`: { $why }
theme-unknown = there is no theme `{ $name }`; there are: { $all }
told-keyboard-unread = the keyboard cannot be read: { $why }; start agentichat in a terminal, or use `agentichat run`
told-terminal-dumb = the terminal says that it is `dumb` (TERM), so the screen cannot be drawn; use `agentichat run "…"` or `agentichat --plain`, or set TERM to what it is
told-terminal-none = standard { $word } is not a terminal, so there is nowhere to draw; use `agentichat run "…"` instead
told-terminal-unusable = the terminal cannot be used: { $why }; use `agentichat run "…"` instead

## Slash commands
slash-line-own-commands = .agentichat/commands: { $problem }
slash-line-only-the-last = Here the last message alone is edited: /resend without a number, or with 1.
slash-line-chip = A picture is taken out of the message by deleting its chip.
slash-line-no-such-session = there is no session `{ $name }`; { $key } lists them
slash-line-many-sessions = more than one session is called `{ $name }`: choose it here
command-say-cache = say status, clean or clean all, or nothing
command-one-provider = one provider is enough
command-one-model = one model is enough
command-no-model-to-probe = this session has no model; name one
command-key-here = a key typed here would be kept in the history: /settings asks for it without showing it, in a shell `agentichat providers key set <name>`
command-say-provider = say what is to be done and with which provider
command-no-page = there is no such page
command-cost-saved =
    { $saved } of them were answered before and not asked for.

    { "" }
command-cost =
    { "*" }*This session** { $about }{ $input } tokens in, { $about }{ $output } out, { $cached } of them from the server's cache: { $cost }

    { $kept }
command-cost-nothing = nothing was asked yet
command-cost-unknown = what they cost is not known, for no price is kept for the model (`/settings models`)
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
command-included-already = { $place } is included already; /files lists what is
command-included = Included `{ $place }`
command-no-file-named = no file was named
command-not-included = { $wanted } is not included; /files lists what is
command-excluded = Excluded { $places }: sent no longer.
command-note-included-already = the note is included already; `/note exclude` takes it out
command-note-included = Included the note: it is sent with each message, as it is then.
command-note-not-included = the note is not included; `/note include` sends it along
command-note-excluded = Excluded the note: sent no longer.
command-say-note = say `show`, `include` or `exclude`, or nothing to type it
command-not-found-out = That could not be found out: { $reason }
command-wrong-answer = The answer does not belong to the question; please report this.
command-runs-unasked =
    { "" }

    { "*" }*Runs without a question**, by the settings of the agent's own program; what it writes so is found and logged all the same

    { $text }
command-unasked-rule = - `{ $rule }` in { $file }
command-no-note = The workspace has no note yet; `/note` types one.
command-note =
    { "*" }*Note**

    { $text }
command-no-questions = No questions were put in this session.
command-sent-first =
    What the model is sent first:

    { $text }
command-no-git = no git
command-whoami =
    - workspace: { $root }
    - branch: { $branch }
command-included-lines = { " " }({ $lines } in the file): sent with each message. `/exclude` ends that.
command-no-workspace = No workspace is known yet.
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
    `/help session` tells what its `…` stands for. `?` on the empty editor shows the keys.
command-list-foot-in-lines =
    { "" }
    `/keys` tells the keys of the line, `/help session` what its `…` stands for.
command-list-pages =
    { "" }

    Pages of the manual, with `/help` before them: { $pages }.
command-keys-in-lines = Tell the keys of the line, and what they do.
command-start-in-lines = Look for a model again; where there is none, tell what was looked at, and offer the ways to one by numbers.
command-settings-in-lines = Set providers, keys and models by numbered choices; hear how permissions and budgets are set.
command-note-in-lines = Edit the workspace's note; include it, and it is sent with each message.
command-theme-in-lines = Does nothing here: lines have no colours.
command-find-in-lines = Look for a text in this conversation and in the file that was read out last.
command-one-folder = name one folder; put quotes around a path with blanks
command-say-picture = name the picture's file, or `none`
command-say-which-message = say which message by its number: 1 is the last one
command-say-again = say how many, `thinking`, or `call` and its number
command-also =
    { "" }

    Also { $aliases }.
command-nothing-behind-save = nothing goes behind save
command-palettes = the palette is standard or cvd
command-one-theme = one theme is enough
command-say-rollback = say `undo`, or nothing to choose what goes
command-run-goes-on = a run is going on: /stop ends it, then the conversation can be emptied
command-nothing-to-search = nothing to search for
command-say-index = say status, allow or refuse, or nothing
command-no-list = there is no list `{ $other }`
command-quotes = a path with blanks needs quotes
command-file-missing = the file is missing
command-message-number = a message is named by its number or its id
command-one-message = name one message, by its number or its id
command-no-prompt = This session has no extra system prompt. `/session prompt <text>` sets one.
command-prompt =
    { "*" }*Extra system prompt**

    { $text }
command-say-set = say what is to be set
command-value-missing = the value is missing
command-no-mode = there is no mode `{ $mode }`
command-one-value = one value is wanted; one with blanks needs quotes
command-no-setting = there is no setting `{ $other }`
command-cwd = Commands of this session begin in { $folder }. `/cwd <folder>` changes that, `/cwd .` is the workspace's root.
command-this-deleted = it is this session that is deleted; only --force can follow
command-one-name = one name is enough
command-no-provider-named = no provider was named
command-too-many = that is more than a provider and a model
command-say-agent-mode = name one mode; /route shows the present one
command-no-agent-mode = there is no agent mode { $word }
command-mode-is = the mode is { $now }; name another
command-no-mode-of = there is no mode { $word }; there are { $words }
command-on-off-missing = on or off is missing
command-rule-number-missing = the number of the rule is missing, see /confirm status
command-nothing-to-confirm = that is nothing to confirm
command-plan-writes-nothing = in plan mode nothing is written, so there is nothing to confirm: /mode review first
command-revoked = The rule `{ $rule }` is revoked.
command-no-rules = there are no rules to revoke
command-no-rule = there is no rule { $number }; /confirm status lists 1 to { $last }
command-text-refused = refused
command-text-proposed = proposed for review
command-asked-for = asked for
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
    `/confirm revoke <number>` takes one away.
command-usage = { $wrong }. Usage: /{ $name } { $arguments }
command-name-missing = the new name is missing
command-no-session-command = there is no /session { $other }
command-no-workspace-command = there is no /workspace { $other }
command-not-measured = not measured yet
command-not-chosen = not chosen yet
command-none = none
command-no-name = (no name)
command-provider =
    - provider: { $provider }/{ $model }
    { "" }
command-cache-unusable = **Cache** cannot be used: { $problem }
command-cache-off = **Cache** answers are not kept: `cache.enabled` is off. It serves exact repeats at `temperature: 0`
command-cache-on = **Cache** answers are kept, and given again where exactly the same is asked at `temperature: 0`
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
    On the servers, and not kept:

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
command-probe-open = { $words } (not all was found out: { $why })
command-probed = **{ $name }** { $found }. That took { $seconds } s.
command-models-foot =
    { "" }
    Prices are for a million tokens. `agentichat models add` keeps one of your own, `/model` chooses.
command-providers-foot =
    { "" }
    `/provider test <name>` asks one; `agentichat providers key set <name>` in a shell keeps a key.
command-switched-off = { " " }switched off
command-key-set = set, from { $from }
command-key-not-used = not used: { $problem }
command-key-none = none (`{ $variable }` is not set)
command-key-not-needed = none needed
command-provider-facts =
    - **{ $provider }**{ $state }
    { "  " }- at { $url } ({ $url_from })
    { "  " }- begins with { $model } ({ $model_from })
    { "  " }- key: { $key }
    { "" }
command-test-failed = **{ $name }** does not answer as it should: { $error }
command-test-model = , model { $model }
command-test-ok = **{ $name }** answers, { $latency } ms{ $model }
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
    Costs are unknown where no price is kept for a model; they count as no money in a budget.
    { "" }
command-no-budget =
    { "" }
    No budget is set (`budgets.*` in the config).
command-budgets =
    { "" }
    Budgets: { $what }.
command-context-unknown =
    { "*" }*Context** ~{ $total } tokens; how many the model holds is not known yet

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
    Its provider counts { $tokens } for the next request as it is; the parts are estimates.
    { "" }
command-context-files = included files
command-context-too-many = { $old } too many: the next request has them summarised
command-context-shortened = { $results } shortened
command-context-room = To make room: { $what }.{ " " }
command-context-kept = About { $kept } of the free tokens are kept for the answer.{ " " }
command-context-foot = `/compact` summarises the older part, `/exclude <path>` takes a file away, `/clear` empties the conversation.
command-index = **Index** { $words }
command-index-no-vectors = no vectors: `index.embedding_model` names no model, or they have not begun
command-index-both =
    { "*" }*Index** { $words }

    - { $vectors }
command-index-off = there is none: `index.enabled` is off, or nothing can be kept here
command-index-waiting = has not begun
command-index-looking = looks at which files there are
command-index-building = { $done } of { $files } read; what is read can be found
command-index-ready = knows { $files }
command-index-elsewhere = is built by another process ({ $pid })
command-index-failed = cannot go on: { $reason }
command-vectors = vectors by { $model }: { $done } of { $parts }
command-vectors-pending = { $made }, which files there are is not known yet
command-vectors-working = { $made }, more are made
command-vectors-paused = { $made }, they rest while the agent works
command-vectors-full = { $made }, as many as `index.embedding_chunks` allows
command-vectors-waiting = { $made }, tried again later: { $reason }
command-vectors-withheld = { $made }; none are made: { $reason }
command-vectors-stopped = { $made }; no more are made: { $reason }
command-workspace-of =
    { "*" }*Workspace** { $root }

    { "" }
command-sessions-unreadable =
    Its sessions cannot be read: { $why }

    { "" }
command-session-row = { $status }, { $model }, { $messages }, { $tokens }, cost { $cost }
command-session-row-times = made { $made }, changed { $changed }, worked { $time }{ $process }, id `{ $id }`
command-session-row-process = , open in process { $pid }
command-sessions-none = There are no such sessions.
command-sessions-foot = `/session load <name or id>` opens one of this workspace.
command-no-hits = No message of any session of this workspace has all of these words.
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
    [text] Writes are
    [cmd] Commands are
   *[all] Writes and commands are
 } { $on ->
    [on] asked for.
   *[off] not asked for any more, unless the risk is high.
 } `/confirm status` shows the whole state.
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
command-sure-delete = Delete the session { $name } for good, with { $messages }? What it changed in files stays.
command-sure-delete-force = Delete the session { $name } for good, with { $messages }, whatever runs in it or waits for you? What it changed in files stays.
command-sure-clean = Forget this conversation ({ $messages }), the included files and the caches of this workspace? It cannot be taken back.
command-cleaned = The session is as new: no messages, { $count ->
    [one] { $count } included file
   *[other] { $count } included files
 } left out, the workspace's cache emptied. Files on the disk, mode and rules are as they were.
command-no-slash = a command begins with /
command-no-name-behind = no command behind the /: type /help for the list
command-open-quote = the quote { $quote } is not closed: add another { $quote } at the end
command-unknown = there is no command /{ $name }; the nearest is /{ $nearest }. It was not sent to the model
command-elsewhere = there is no command /{ $name }; here it is /{ $here }. It was not sent to the model
command-elsewhere-row = /{ $name } of other tools
command-unknown-none = there is no command /{ $name }; /help lists them. It was not sent to the model
told-command-file = { $path }: { $why }
told-command-file-empty = it has no text that could be sent
told-command-file-long = it has more than { $number } KiB
told-command-file-name = a name has up to { $number } letters, digits, - and _; rename the file
told-command-file-no-utf-eight = it is not UTF-8
told-command-file-plain = it is no plain file; links are not followed
told-commands-link = the folder is a link, and links are not followed
told-commands-many = { $word } files are left out: { $number } commands at most

## Line mode: lines, drafts, browsing, searching
plain-editor-opened = Your editor is opened with the text.
plain-text-as-it-is = The text as it is:
plain-text-how = Type the whole new text, line by line. A line with a dot alone ends it; "/cancel" alone leaves it as it is.
plain-editor-has-it = Your editor has the text; end it first.
plain-text-stays = It stays as it is.
plain-note-kept = The note is kept.
plain-question-is-another = The question is another one now; what you edited was not used.
plain-nothing-left = Nothing is left; nothing was done.
plain-own-word-how = Type the word "{ $word }" to do it, or a number or word of the list.
plain-own-how = Type a number or its word; "back" leaves the question.
plain-own-left = Left; nothing was done.
plain-own-no-choice = That is none of the choices. Type a number from 1 to { $count }, or "back" to leave the question.
plain-no-name = without a name
plain-name = "{ $name }"
plain-no-model = no model yet
plain-begin = agentichat, line mode. Type a message and press Enter; /help lists the commands, /keys the keys.
plain-engine-stopped = Error: the engine has stopped; the log says why.
plain-not-kept = What was typed and is kept nowhere else:
plain-lead-text = Text:{ " " }
plain-lead-answer = Answer:{ " " }
plain-lead-review = Review:{ " " }
plain-lead-rollback = Rollback:{ " " }
plain-lead-checkpoints = Checkpoints:{ " " }
plain-lead-you = You:{ " " }
plain-answer-not-taken = Error: the engine is busy and did not take the answer; answer again.
plain-not-taken = Error: the engine is busy and did not take that; say it again in a moment.
plain-paste-answers-nothing = A pasted text answers nothing, and it was not sent. Type the answer.
plain-begun-before = That line was begun before the question was here, so it is no answer to it.
plain-in-review = You are in the review. "list" lists, "?" helps, "back" leaves.
plain-in-rollback = You choose what is rolled back. "?" helps, "back" leaves.
plain-in-checkpoints = You are at the checkpoints. "?" helps, "back" leaves.
plain-session-opening = The session is being opened.
plain-question-put-off = A question waits: /answer asks it again.
plain-agent-works-stop = The agent works. Ctrl+C or /stop stops it.
plain-nothing-runs-review = Nothing runs. Changes wait in the review: /review. Type a message, or /help.
plain-nothing-runs = Nothing runs. Type a message, or /help.
plain-no-session-to-send = No session is open yet; your line was not sent. Wait a moment and send it again.
plain-stopping = Stopping the run; Ctrl+C again kills its processes.
plain-killing = Killing its processes.
plain-line-cleared = Line cleared; Up brings it back.
plain-begun-dropped = What was begun is dropped; Up brings it back.
plain-again-leaves = Ctrl+C again leaves; everything is saved.
plain-back = Back to the conversation.
plain-and = { " " }and{ " " }
plain-leave-sure = leave, and end the run of session { $sessions }?
plain-leave-yes = leave and end it
plain-leave-no = stay
plain-leave-stays = You stay.
plain-input-ended = The input has ended; the text stays as it is.
plain-line-too-long = Line { $number } was not taken: it is longer than { $most } kilobytes. Put it into a file and name that, as @notes.txt.
plain-line-no-text = Line { $number } was not taken: it is no text in UTF-8. "iconv" makes it one.
plain-line-binary = Line { $number } was not taken: it is no text at all. Nothing behind it is read.
plain-cannot-write = what is said here cannot be written: { $error }
plain-summary-file = - { $path }: { $added } added, { $removed } removed
plain-summary-skipped = - skipped: { $path }: { $why }
plain-summary-undecided = { $count ->
    [one] { $hunks } stays undecided and is not applied.
   *[other] { $hunks } stay undecided and are not applied.
 }
plain-summary-untold = Verdicts and comments that the agent was not told yet: { $count }; "tell" in the review does so.
plain-no-editor = no editor is named; set EDITOR to one that is installed
plain-no-terminal = there is no terminal for an editor
plain-workspace = Workspace: { $root }
plain-attached = Attached to the agentichat of process { $process }: what happens there is heard here.
plain-provider-problem = { $provider }: { $problem }
plain-not-found-out = That could not be found out: { $reason }
plain-draft-sure = a message was begun and not sent. Send it?
plain-draft-send = send it now
plain-draft-forget = drop it
plain-draft-keep = leave it for later
plain-draft-kept = It is kept for later.
plain-draft-back = It is kept as the draft: /resend sends it, also after a restart.
plain-draft-waits = A message of yours that was not sent is kept: /resend sends it.
plain-draft-forgotten = It is dropped.
plain-no-such-session = There is no session "{ $name }"; /session load lists them.
plain-no-sessions = There are no sessions that are kept.
plain-which-session = which session shall be shown?
plain-session-row = { $status }, { $messages }, changed { $at }{ $here ->
    [yes] , this one
   *[no] { "" }
 }
plain-no-models = No provider offers a model; see "agentichat doctor".
plain-which-model = which model shall answer?
plain-not-found = "{ $wanted }" was not found.
plain-found = { $places }{ $more ->
    [yes] { " " }or more
   *[no] { "" }
 } for "{ $wanted }", { $by ->
    [words] the best first
    [meaning] by words and by meaning, the best first
   *[text] as it was written, in order of path
 }. Which shall be read?
plain-found-proposed = { $text }, proposed
plain-figures-run = Run "{ $asked }": { $status }.
plain-figures-not-ended = not ended
plain-figures-answer = - answer { $number } of { $model }: { $time }
plain-figures-answer-tokens = - answer { $number } of { $model }: { $time }, { $input } tokens in, { $output } out, { $cost }
plain-figures-spent = - tools { $tools }, waiting for you { $user }
plain-resend-not-while-running = A run is going on: no message can be taken back before it ends. /stop ends it.
plain-resend-none = There is no message of yours here yet.
plain-resend-no-such = There is no message { $number } of yours; there are { $count }, and 1 is the last one.
plain-resend-which = which message of yours is sent again? The last one first.
plain-resend-row = sent { $at }, with { $after } after it
plain-resend-gone = That message is not here any more.
plain-resend-sure = send this again: { $text }
plain-resend-takes-back = It and { $after } after it are taken back from this conversation. Files stay as they are; /rollback rolls changes back.
plain-resend-forks = It is not the last one, so nothing is taken back here, with { $after } after it: a copy of the conversation before it is made, and it is sent there. Files stay as they are.
plain-resend-send = send it as it is
plain-resend-no = leave everything as it is
plain-resend-edit = change it first; what you changed is sent
plain-message-not-written = Nothing was written, so nothing is sent.
plain-message-sure = send this message?
plain-message-no = do not send it; Up brings it back
plain-message-edit = write on in your editor
plain-message-kept = Not sent; Up brings it back.
plain-text-from-nothing = Type the text, line by line. A line with a dot alone ends it; "/cancel" alone leaves it.
plain-line-now = It is { $value } now.
plain-line-how = Type it on one line; Enter alone leaves it as it is.
plain-folder-root = the root of the workspace, { $entries }: which?
plain-folder = folder { $name }, { $entries }: which?
plain-folder-more = Only the first { $count } are listed: /files and a part of the path finds others.
plain-folder-up = the folder above
plain-fitting = { $files } for "{ $pattern }", the best first: which?
plain-file-of-session = changed in this session
plain-file-mentioned = named lately
plain-git-new = new for git
plain-git-deleted = deleted for git
plain-git-renamed = renamed for git
plain-git-changed = changed for git
plain-file-which = { $path }: what shall be done with it?
plain-file-read = read it out
plain-file-include = send it with each message
plain-file-diff = hear what is different in it
plain-file-edit = open it in your editor
plain-file-opened = Your editor is opened with the file.
plain-file-closed = Back from your editor.
plain-file-since = Different in { $path } since { $base }:
plain-read-of = { $path } from line { $line } of { $total }:
plain-read-more-sure = { $left } of { $path } are left: go on?
plain-read-more = read on
plain-found-you = You
plain-found-agent = Agent
plain-found-note = Note
plain-found-here = { $places } for "{ $wanted }": which shall be read?
plain-not-found-here = "{ $wanted }" is not in this conversation; /search looks through the workspace's files.
plain-not-found-in = "{ $wanted }" is neither in this conversation nor in { $path }; /search looks through the workspace's files.
plain-complete = { $choices }:
plain-complete-more = and { $more } more
plain-attached-picture = Picture { $name }, { $width } by { $height }, { $kilobytes } KB, goes with your next message; "/attach none" takes it away.
plain-attach-none = No picture goes with your next message.
plain-attach-nothing = No picture was attached.
plain-attach-too-many = A message has at most { $count } pictures.
plain-keys =
    Enter sends the line. A line that ends with a backslash goes on in the next one.
    Up and Down: lines that were sent before, also in earlier sessions. Left, Right, Home, End: in the line.
    Backspace and Delete: a letter. Ctrl+W: a word. Ctrl+U: all before the cursor. Ctrl+K: all behind it.
    Ctrl+C: stops the run; twice kills its processes. On an idle line twice: leaves. Ctrl+D on an empty line: leaves.
    Tab: completes a command, a file behind @, a word of the place; what fits is listed. Ctrl+X Ctrl+E: the line in $EDITOR.
    Ctrl+Z: to the shell; fg comes back. Enter on an empty line: says what is asked, or what goes on.
    A line with / in front is a command, see /help. One with ! in front is run by the shell, under the same rules.
    @path in a message names a file, @path:10-40 lines of it.
    A question is answered by a number or its word on a line of its own, begun when the question was there.
plain-no-session = No session is open yet; say that again in a moment.
plain-sure-no = nothing is done
plain-nothing-done = Nothing was done.
plain-not-done = Not done: { $why }
plain-asking-models = The providers are asked for their models.
plain-no-colours = There are no colours here. In the workbench /theme chooses, or "theme" in your config.yaml.
plain-settings-none = none
plain-settings-name = Name: { $name }
plain-settings-folder = Folder: { $folder }
plain-settings-model = Model: { $model }
plain-settings-mode = Mode: { $mode }
plain-settings-prompt = Extra prompt: { $prompt }
plain-settings-how = "/session set name|folder|provider|model|mode|prompt VALUE" changes one of them.
plain-again-thinking = Thinking of the last answer that has some:
plain-again-arguments = Arguments: { $arguments }
plain-again-result = Result: { $summary }
plain-again-no-result = It has no result yet.
plain-again-no-call = There is no call { $number }; there are { $count } in this session.
plain-again-none = There is none yet.
plain-session-is-this = That session is the one you are in.
plain-read-from = { $path } from line { $line }:
told-input-ended = the input has ended: nobody is there to ask

## Line mode: what happens, read out
plain-messages-missed = Note: { $messages } came while this terminal was behind; /again { $new } says them.
plain-session = Session { $name }, mode { $mode }, { $model }.
plain-session-so-far = It has { $messages }; the end of it:
plain-session-archived = It is in the archive and can only be read; /session unarchive brings it back.
plain-session-to-review = Changes wait in the review: /review.
plain-session-running = A run is going on.
plain-interrupted = this session was interrupted in the middle of a run: its program ended. What was under way was stopped, and a call without a result has an outcome that nobody knows.
plain-interrupted-proceed = go on with the session
plain-interrupted-proceeds = The session goes on: type a message.
plain-refused = Refused: { $reason }
plain-session-deleted = Session { $name } is deleted.
plain-session-closed = Session { $name } is closed.
plain-elsewhere-asks = Elsewhere: session { $name } asks something. "/session load { $id }" goes there.
plain-elsewhere-done = Elsewhere: session { $name } is done.
plain-elsewhere-failed = Elsewhere: session { $name } failed: { $error }
plain-elsewhere-given-up = Elsewhere: the question of session { $name } is refused, for no more lines will come.
plain-withdrawn = The last message and what followed it were taken back.
plain-message-waits = Your message waits until the agent's step ends; /unqueue takes it back.
plain-message-delivered = The agent has your message now.
plain-message-not-sent = Your message was not sent: { $text }
plain-model-looked-for = It is being looked for a model; your message waits until that is known.
plain-agent-works = The agent works.
plain-run-stopped = Stopped.
plain-run-failed = Error: { $error }.
plain-run-failed-hint = Error: { $error }. What to do: { $hint }.
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
plain-tool-proposed = { $call }: { $summary }, only proposed: /review, then "take" and "apply" bring it to the disk
plain-tool-failed = { $call }: FAILED: { $summary }
plain-output-more = { $lines } more: /again call reads all of it.
plain-whole-output = The whole output is in { $path }.
plain-answered-yes = yes
plain-answered-always = yes, and further
plain-answered-edited = yes, as you edited it
plain-answered-part = yes, to { $part }
plain-answered-no = no
plain-none = none
plain-answered-back = back
plain-answered = Answer: { $what }{ $by ->
    [rule] , by a rule
    [mode] , by the mode
    [timeout] , because time was up
    [cancel] , because the run was stopped
    [nobody] , because nobody was there to ask
   *[key] { "" }
 }. It was: { $summary }
plain-done = Done in { $time }.
plain-done-calls = Done in { $time }, { $calls }.
plain-done-calls-nothing = Done in { $time }, { $calls }. Nothing was changed.
plain-done-changed = Changed { $path }: { $added } added, { $removed } removed.
plain-done-calls-refused = { $count } rejected
plain-done-calls-failed = { $count } failed
plain-done-proposed = Proposed for { $path }, not applied yet: { $added } added, { $removed } removed.
plain-done-part = Changed { $path }, not all of it applied yet: { $added } added, { $removed } removed.
plain-done-refused = { $count ->
    [one] { $hunks } of this run was rejected and is not counted.
   *[other] { $hunks } of this run were rejected and are not counted.
 }
plain-done-unapplied = { $count ->
    [one] { $hunks } waits
   *[other] { $hunks } wait
 } in the review and not on the disk: /review, then "take all" and "apply" bring them there.
plain-your-turn = Your turn.
plain-session-archived-now = The session is in the archive now.
plain-session-called = The session is called "{ $name }" now.
plain-model-is = The model is { $model } now.
plain-model-stays = The model is { $model } already.
plain-folder-is = Commands begin in { $folder } now.
plain-extra-prompt-is-another = The session's extra prompt is another one now.
plain-mode-is = The mode is { $mode } now.
plain-policy-changed = Who decides has changed: /confirm status says how.
plain-rule-made = A rule was made: { $pattern }.
plain-rule-gone = A rule was taken away.
plain-retry = Attempt { $attempt } of { $of } comes in { $time }: { $error }
plain-run-interrupted = The run was interrupted.
plain-run-interrupted-calls = The run was interrupted; what came of { $calls } is not known.
plain-time-stands = The time stands; without an answer the question waits.
plain-time-runs = The time runs again.
plain-cleared = The conversation is empty now.
plain-imported = Imported "{ $name }" with { $messages }.
plain-agent-mode-is = The agent mode is { $mode } now.
plain-compacted = The older { $messages } were summarised for the model, from about { $before } tokens to { $after }. /compact undo takes it back.
plain-not-compacted = Not summarised: { $reason }
plain-summary-gone = The summary was taken back.
plain-checkpoint-made = Checkpoint { $number }: { $label }
plain-checkpoint-called = The checkpoint is called "{ $name }" now.
plain-review-done = Review: { $label }
plain-undone = Undone: { $label }
plain-redone = Done again: { $label }
plain-hunk-split = The hunk is { $hunks } now; "list" numbers them.
plain-comment-kept = Comment on { $path } kept; "tell" or your next message tells the agent.
plain-comment-gone = The comment was taken back.
plain-review-told = The agent was told { $verdicts } and { $comments }.
plain-rollback-started = Taking back: { $title }
plain-rollback-done = Rolled back; the disk is as it was. "/rollback undo" turns that round.
plain-rollback-failed = Error: nothing was rolled back: { $reason }
plain-left-alone = - { $path }: { $why }
plain-row = { $first }: { $rest }
plain-program-gone = its program is gone
plain-frozen = It can be read and named, and nothing can be sent. "/session new" begins another one with the same settings.

## Line mode: questions and answers
plain-high-only-word = The risk is high: only the word "{ $word }" allows it, and then all of it. "no" with words behind it tells the agent which files may go.
plain-high-type-word = The risk is high, so nothing is allowed yet: type the word "{ $word }" to allow it, or "no".
plain-no-choice = That is none of the choices, and it was not sent. Type a number from 1 to { $last }, or one of: { $words }. "later" puts the question off, so that you can send a message.
plain-scopes-how = Type a number from 1 to { $last }, "back" or "no".
plain-hunks-how = Type "only" and the numbers of the hunks that are accepted, as "only 1,3"; "back" or "no".
plain-other-how = Type your answer behind "other".
plain-only-one = Only one can be chosen.
plain-no-option = { $why } "other" and words behind it give an answer of your own; "skip" gives none.
plain-answered-otherwise = This question is answered otherwise.
plain-nothing-to-choose = There is nothing to choose.
plain-no-such-number = "{ $typed }" is none of the numbers from 1 to { $count }.
plain-answer-empty = Nothing is typed: type an answer.
plain-answer-number = That is no number: type digits, such as 12 or -3.5.
plain-answer-path = Type a path inside the workspace, relative to its root.
plain-answer-pattern = That does not fit the pattern { $pattern }.
plain-question-waits-there = A question waits: { $title }
plain-question-waits-how = "back" or /answer comes to it.
plain-put-off = Put off: the run waits, and what you type goes to the agent. /answer asks again.
plain-no-question-waits = No question waits.
plain-way-yes-high = allow it; the risk is high, so type the word "{ $word }" instead
plain-way-yes-apply = apply what is not on the disk yet, then run it, once
plain-way-yes-once = yes, once
plain-way-yes = allow it, once
plain-way-disk = run it on the disk as it is, without that
plain-way-no = reject; "no" and words behind it tell the agent why
plain-way-always = allow more than this: the ways are listed first
plain-way-hunks = accept only some hunks of it
plain-way-edit = change it first; what you changed is what is done
plain-way-show = hear all of it again
plain-way-why = hear why the risk is what it is
plain-way-later = put the question off; /answer brings it back
plain-way = { $number }. { $word }: { $meaning }
plain-question = Question{ $changed }: { $title }
plain-question-of = Question { $place } of { $of }{ $changed }: { $title }
plain-question-changed = { "," } CHANGED since it was asked before, nothing was done
plain-question-time = Time: without an answer it counts as no after { $seconds }. "hold" stops that, "go on" lets it run.
plain-by-you = you typed it
plain-by = asked by { $who }
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
plain-input-how = Type the answer on a line of its own. "skip" gives none, "later" puts it off, "?" explains.
plain-step = Step { $number } of { $of }.
plain-step-given = Your answer was: { $what }
plain-step-back = "back" goes to the question before.
plain-select-several-how = Type numbers, as 1,3. There are { $options }. "other" and words behind it give an answer of your own, "skip" gives none, "later" puts it off, "?" explains.
plain-select-one-how = Type a number. There are { $options }. "other" and words behind it give an answer of your own, "skip" gives none, "later" puts it off, "?" explains.
plain-only-files = "only 1,3" allows those files and no others.
plain-ways-high-how = Type the word "{ $word }" to allow it, or a number or word of the list. Nothing else allows it.
plain-ways-how = Type a number or its word. "?" explains.
plain-again-input = Type the answer, or "skip"; "show" reads all of it.
plain-again-select = Type a number, or "skip"; "show" reads all of it.
plain-again-high = Answer with the word "{ $word }", or "no"; "show" reads all of it.
plain-again-yes-no = Answer with "yes" or "no"; "show" reads all of it.
plain-question-still-waits = The question still waits: { $title }
plain-help-begun-before = A line that you had begun before the question was here is a message, never an answer. /mode, /stop and every other command that begins with a slash works meanwhile.
plain-help-equals = An answer that is one of these words begins with =, as "= skip".
plain-why = The risk is { $risk }, because:
plain-why-part = - { $reason }: { $part }
plain-why-always-asked = It is on the list that every mode asks for.
plain-how-far = How far shall yes reach?
plain-for-good = { $grants }, for good
plain-how-far-how = Type a number, "back" to the choices before, or "no" to reject.
plain-high-write = write
plain-high-run = run
plain-high-delete = delete { $count }
plain-command = Command: { $line }
plain-command-lines = Command, { $lines }:
plain-command-place = Folder: { $folder }. Sandbox: { $sandbox }.
plain-root = the root of the workspace
plain-command-unapplied = That could not be applied, so the command was not run: { $why }. /review shows it; answer with 3 to leave the disk as it is.
plain-command-proposed = Proposed, not on the disk yet: { $hunks } in { $files } ({ $paths }).
plain-touches = Touches: { $file }
plain-not-covered = Not covered: { $why }
plain-delete-file = File { $number }: { $file }
plain-must-not-be-empty = It must not be empty.
plain-must-be-number = It must be a number.
plain-must-be-path = It must be a path inside the workspace.
plain-must-fit = It must fit the pattern { $pattern }.
plain-diff-part = Part { $place } of { $of }, from line { $line }:
plain-diff-more = { $lines } more: "show" reads all of it.
plain-diff-too-long = The difference is too long to be shown whole.

## Line mode: review
plain-review-help =
    list: the files and hunks with their numbers. show 1.2, show 1: what it changes.
    take 1.2, take 1, take all: accept. refuse 1.2: reject. open 1.2: take the decision back.
    comment 1.2 WORDS, or comment 1:10-12 WORDS on lines: the agent is told. comments, uncomment 1. tell: tells it now.
    edit 1.2: change what a hunk proposes. edit 1: change the file yourself. split 1.2: take a hunk apart.
    settle 1.2 mine|agent|both|base|edit: a conflict. result 1.2: what applying would give there.
    apply: bring what is decided to the disk; it is asked first. undo, redo: the last thing done here.
    rollback 1.2, rollback 1: roll it back on the disk. since open|run|session: what is listed. disk: look at the disk.
    back: to the conversation.
plain-no-review-word = "{ $typed }" is no word of the review, and it was not sent. "?" lists the words, "back" goes to the conversation.
plain-no-review-word-near = "{ $typed }" is no word of the review, and it was not sent. Did you mean "{ $near }"? "?" lists the words, "back" goes to the conversation.
plain-no-run = There was no run yet.
plain-since-how = Say "since open", "since run" or "since session".
plain-review-left = The review was left.
plain-nothing-listed = Nothing is listed. "list" lists what is under review.
plain-which-how = Say which: a file as 1, a hunk as 1.2, or all.
plain-no-such-file = There is no file { $typed }; "list" says the numbers.
plain-no-such-hunk = There is no hunk { $typed }; "list" says the numbers.
plain-one-hunk-how = Name one hunk, as 1.2.
plain-hunk-gone = There is no such hunk; "list" says the numbers.
plain-rows-of-hunk = { $hunk }, { $path }:
plain-rows-of-file = { $path }:
plain-comment-how = Say which and the words: comment 1.2 WORDS, or comment 1:10-12 WORDS.
plain-uncomment-how = "comments" says the numbers; then uncomment 1.
plain-settle-hunk-how = Say how: settle 1.2 mine, agent, both, base or edit.
plain-no-conflict = This hunk has no conflict.
plain-change-is-yours = This change is yours: it stays, and is no part of what is proposed.
plain-too-large = Left out, for they are too large to be accepted among others: { $numbers }. Accept each by its number ("take"), or split it.
plain-nothing-to-decide = Nothing is left to decide there.
plain-one-not-listed = one that is not listed
plain-builds-on = it builds on { $others } that nobody has decided about: { $numbers }. Accept them too?
plain-builds-on-both = accept all of them
plain-stand-on-it = { $count ->
    [one] { $others } stands on it: { $numbers }. Reject it too?
   *[other] { $others } stand on it: { $numbers }. Reject them too?
 }
plain-stand-on-it-with = reject it with those that build on it
plain-stand-on-it-only = reject only this; the others have a conflict until they are settled
plain-leave-as-it-is = leave it as it is
plain-left-as-it-is = Left as it is.
plain-nothing-to-apply = Nothing is decided that is not on the disk.
plain-apply-sure = apply this?
plain-apply-yes = apply it: the files are written
plain-apply-no = leave the disk as it is
plain-nothing-written = Nothing was written.
plain-undo-sure = the last thing that was done is a rollback: { $label }. Taking it back writes the files as they were before it. Do it?
plain-undo-yes = undo the rollback
plain-undo-no = leave it
plain-undo-no-rollback = There is no rollback to undo: the last thing that was done in the review is none. "undo" in /review takes that back.
plain-result = With { $name } as decided, or accepted if nobody has decided, applying gives this from line { $line }:
plain-no-comments = There are no comments.
plain-comment = { $number }. { $path }: { $text }
plain-comment-told = { $number }. { $path }: { $text } (told)
plain-review-nothing = Review: nothing is under review. "back" goes to the conversation.
plain-review-files = Review: { $files }.
plain-file-not-applied = , not applied
plain-review-file = { $number }. { $path }: { $added } added, { $removed } removed{ $change }{ $dirty }, by { $by }
plain-review-how = Say "show 1.1", "take 1.1", "refuse 1.1", "apply", or "?" for all words; "back" leaves.
plain-hunks = { $hunks }:
plain-hunks-choose = Say "only 1,3" to accept those and reject the others; "back" to the choices, or "no".
plain-hunk = { $number } { $state ->
    [yours] yours
    [waits] waits
    [taken] accepted
    [refused] rejected
   *[back] rolled back
 }: { $what }
plain-hunk-size = { $added } added, { $removed } removed
plain-hunk-written = on the disk
plain-hunk-conflict = CONFLICT: { $why }
plain-hunk-too-large = too large to be accepted among others
plain-hunk-amended = changed by you
plain-hunk-builds-on = builds on { $hunks } undecided
plain-hunk-why = { $hunk }. Why: { $why }
plain-unchanged = ... { $lines } unchanged
plain-no-such-run = There is no such run; there are { $count }, "runs" lists them.
plain-no-such-call = Name a call by its number, as it was told, from 1 to { $count }; "calls" lists those that changed files.
plain-nothing-changed-yet = Nothing was changed in this session yet.
plain-run-changed-nothing = changed nothing
plain-run-row = Run { $number }, "{ $asked }": { $what }
plain-call-row = { $call }: { $what }
plain-run-stands = of it stand { $files }, { $added } lines added, { $removed } removed
plain-hunks-gone = { $hunks }, { $refused } rejected, { $back } rolled back
plain-runs-how = Say "run 2" to choose one.
plain-calls-how = Say "call 3" to choose one.
plain-undo-diff = Undoing the last rollback would change this on the disk:
plain-undo-show = hear first what that would change on the disk

## Line mode: rollback and checkpoints
plain-rollback-help =
    run: what the last run did; run 2: another one. runs: lists them. call 3: what one call did; calls: lists them.
    session: all that agents and commands did in this session. agent: what the agent did.
    checkpoint 3: all since that checkpoint. In the review, "rollback 1.2" names hunks and "rollback 1" a file.
    scoped: only those changes, your later work stays. hard: every file goes back whole, your later work too.
    without 2: leaves a file as it is; with 2: takes it in again. settle 2 mine|agent|both|base: the conflicts of a file.
    unclear 2: takes the changes too that may be yours. diff: what would change on the disk.
    go: asks, and does it. back: to the conversation; nothing is done.
plain-rollback-not-while-running = A run is going on: nothing can be rolled back before it ends. /stop ends it.
plain-rollback-diff = This would change on the disk:
plain-no-word-here = "{ $typed }" is no word here, and it was not sent. "?" lists the words, "back" goes to the conversation.
plain-rollback-wait = Wait until it was read out what would be done.
plain-settle-file-how = Say how: settle 2 mine, agent, both or base.
plain-rollback = This would be done: { $title }.
plain-rollback-hard = This would be done, HARD, your own later work too: { $title }.
plain-rollback-how = Nothing is done yet. "go" asks and does it, "hard" or "scoped" says how, "?" lists the words, "back" leaves.
plain-rollback-nothing = There is nothing to roll back.
plain-rollback-all-left-out = Every file is left out, so nothing is left to take back. "with 1" takes the first one in again.
plain-rollback-settle-first = { $conflicts } must be settled first: settle 1 mine, agent, both or base.
plain-rollback-not-done = Nothing was rolled back.
plain-rollback-sure = roll this back: { $title }?
plain-rollback-no = leave everything as it is
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
    [one] { $hunks } of { $number } may be yours and stays; "unclear { $number }" takes it too.
   *[other] { $hunks } of { $number } may be yours and stay; "unclear { $number }" takes them too.
 }
plain-rollback-unapplied = { $path } holds decisions that are not applied.
plain-rollback-in-index = { $path } is staged in git and stays so: its index is not changed. "git restore --staged" takes it out.
plain-rollback-left-alone = { $path } is left alone: { $why }
plain-rollback-takes-yours = It takes { $hunks } of your own.
plain-rollback-safety = Checkpoint { $number } is made first, so that it can be turned round.
plain-hard-word = HARD
plain-checkpoints-help =
    list: the latest checkpoints. more: older ones too.
    compare 3: what has changed since then. compare 3 5: what is different between the two.
    name WORDS: makes a checkpoint with that name. rename 3 WORDS: gives one another name.
    undo: takes the last rollback back, asked first. diff: what that would change.
    rollback 3: chooses what is rolled back to it. back: to the conversation.
plain-compare-how = Name checkpoints by their numbers: compare 3 5.
plain-rename-how = Say which and the name: rename 3 WORDS.
plain-checkpoint-how = Name a checkpoint by its number; /checkpoints lists them.
plain-no-difference = There is no difference.
plain-compared-file = { $path }: { $added } added, { $removed } removed
plain-not-compared = { $path } cannot be compared: { $why }
plain-wrong-answer = Error: the answer does not belong to the question; please report this.
plain-no-checkpoints = There are no checkpoints yet. "name WORDS" makes one, "back" leaves.
plain-checkpoints = { $checkpoints }, the latest first:
plain-checkpoints-how = Say "compare 3", "rollback 3", "name WORDS", "more", or "?"; "back" leaves.
plain-no-checkpoint = There is no checkpoint { $number }; /checkpoints lists them.
plain-changed-since = Changed since checkpoint { $number }:
plain-between = Between checkpoints { $number } and { $other }:
plain-before-run = before a run
plain-before-edit = before an edit of yours
plain-before-command = before a command
plain-named-by-you = named by you
plain-before-rollback = before a rollback
plain-checkpoint = Checkpoint { $number }: { $label }, { $kind }, { $at }, { $files }, { $added } added and { $removed } removed after it
plain-checkpoint-dropped = not whole: contents were dropped
plain-checkpoint-session = of session "{ $name }"

## Line mode: settings, providers and models
plain-set-which = settings: which?
plain-set-providers = providers and keys
plain-set-models = models
plain-set-policy = permissions and budgets
plain-set-looks = look and manner of the program
plain-set-which-provider = which provider?
plain-set-on = on
plain-set-off = off
plain-set-key-from = key: { $from }
plain-set-key-none = no key
plain-set-key-none-needed = needs no key
plain-start-has-model = This session has { $model } already. /model chooses another one, /settings sets providers.
plain-start-looking = Looking for a model.
plain-start-none = No model can be used yet. This was looked at:
plain-start-which = which way to a model?
plain-start-key = type a provider's API key, unseen
plain-start-again-word = again
plain-start-again = look again, when a local server was started
plain-start-set-up-word = provider
plain-start-set-up = set one up: address, key, test, default model
plain-start-demo-word = demo
plain-start-demo = hear everything on a recorded example first
plain-start-whose-key = whose key is it?
plain-start-key-there = has a key
plain-start-key-missing = no key yet, { $variable } is not set
plain-set-default = default model { $model }
plain-set-default-none = no default model
plain-set-provider = provider { $name } ({ $facts }): what?
plain-set-test = ask whether it answers
plain-set-enable = switch it on
plain-set-disable = switch it off
plain-set-address-way = set its address
plain-set-address = Type the address of { $name }, as { $example }; "default" takes yours away.
plain-set-default-model = choose its default model
plain-set-which-first = which model of { $provider } is the first?
plain-set-key = enter a key; it is not shown
plain-set-key-remove = remove the key that is kept
plain-set-key-remove-sure = remove the key of { $name } that is kept?
plain-set-yes = do it
plain-set-fetch = have it fetch a model
plain-set-use = use it in this session
plain-set-saved = Saved.
plain-set-which-look = which setting? Colours and signs are those of the full screen.
plain-set-look = { $key } is { $value } ({ $doc }): what shall it be?
plain-set-look-over = It is said by { $over }, so a change here is kept and has no effect until that is gone.
plain-set-no-keys = The keys of the line are fixed; /keys tells them.
plain-set-which-policy = which setting? What is changed here holds from the next start on.
plain-set-config-typed = { $question } It can be { $wanted }.
plain-set-value-from = { $value }, from { $from }
plain-set-policy-how = In this session: /mode says who decides, /confirm what is asked, /agent-mode who answers.
plain-key-pipe = A key is not taken from a pipe here: "agentichat providers key set { $name }" in a shell reads one.
plain-key-no-provider = There is no such provider; there are: { $names }.
plain-key-takes-none = { $name } takes no key.
plain-key-where = where shall the key of { $name } be kept?
plain-key-keyring = keyring
plain-key-keyring-meaning = the system's keyring
plain-key-file = file
plain-key-file-meaning = a file that only you can read; it stays until it is removed
plain-key-type = Type or paste the key of { $name } and press Enter. It is not shown, and not kept in the history. Enter alone leaves it.
plain-key-left = No key was entered; nothing is changed.
plain-key-fault = That can be no key: { $why }. Nothing is changed.
plain-set-which-model = which model?
plain-model-add = keep another one
plain-model-fetch = { $provider } fetches one
plain-model-row = holds { $window } tokens, answers with { $output } at most
plain-model-window = context window
plain-model-output = longest answer
plain-model-temperature = temperature
plain-model-price-in = price of a million tokens in, in dollars
plain-model-price-out = price of a million tokens out, in dollars
plain-model-price-kept = price of a million tokens that the server had kept, in dollars
plain-model-vision = sees pictures
plain-model-yes = yes
plain-model-no = no
plain-model-unknown = not known
plain-model-which-value = model { $model }: what shall be changed?
plain-model-remove = keep it no longer
plain-model-remove-sure = keep { $model } no longer?
plain-model-type = Type the { $field } of { $model }.
plain-model-type-vision = Does { $model } see pictures? Type yes or no.
plain-model-no-number = "{ $typed }" is not what was asked for. A number, such as 32000.
plain-model-add-which = of which provider?
plain-model-add-name = Type the model's name, as { $provider } has it.
plain-model-add-window = Type how many tokens it holds, such as 128000.
plain-model-add-output = Type how many tokens its answers have at most, such as 8192.
plain-model-fetch-name = Type the name of the model that { $provider } shall fetch.
plain-fetching = Fetching { $model }; Ctrl+C stops it.
plain-fetching-part = { $model }: { $percent } % is there.
plain-fetched = { $model } is there; /model chooses it.
plain-fetch-stopped = The fetching was stopped.

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
left-proposed = { $hunks } wait for your review: { $command } brings them back
workbench-other-provider = { $usual } has no model to use, so this session begins with { $model } of { $provider }, which you have set up. **/model** chooses another.
workbench-config-fault =
    { "" }

    { "*" }*Your configuration has a fault**: it is told above. Where that is not on the screen, Esc, then g goes there.
workbench-config-fault-in-lines =
    { "" }

    { "*" }*Your configuration has a fault**: it is told above this.
origin-locale = the locale
cli-help-pages = Pages of the manual, as `agentichat help review`: { $pages }.
cli-help-options = `{ $command }` lists the options.
cli-help-unknown = there is no topic { $topic }; `agentichat help` lists them
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
cli-unknown-argument = there is no argument '{ $argument }'
cli-similar-argument = { "  " }one that is like it: { $near }
cli-unknown-command = there is no command '{ $command }'
cli-similar-command = { "  " }one that is like it: { $near }
cli-similar-value = { "  " }one that is like it: { $near }
cli-wrong-value = '{ $value }' is no value of '{ $argument }'
cli-value-missing = '{ $argument }' needs a value
cli-missing = missing: { $arguments }
cli-missing-command = a command is missing
cli-conflict = '{ $argument }' and '{ $other }' do not go together
cli-more = '--help' says more.
cli-keys-not-used = not used: { $fault }
cli-keys-else = (else { $ways })
cli-keys-or = or
cli-keys-yours = (yours)
cli-keys-rare = `{ $key }` ({ $action }) comes only from terminals with a key protocol: agentichat doctor tells of this one
cli-keys-checked = { $file }: { $rows } of yours, { $faults }
client-no-answer = the workbench stopped before it answered
client-unexpected-answer = the workbench gave an answer that does not fit; please report it
cli-checkpoint-form = `{ $word }` is no checkpoint; name it by its number, as 3 or '#3', or by its id
cli-file-unchanged = this session has not changed `{ $path }`; see `agentichat review`
cli-hunk-ambiguous = { $word } is the end of more than one hunk's id; write more of it
cli-hunk-oversized = a hunk of { $path } is too large to be taken unseen; take it by name with --accept { $word }
cli-no-checkpoint = there is no checkpoint #{ $number }; see `agentichat checkpoints`
cli-no-hunk = there is no hunk { $word }; see `agentichat review`
cli-rollback-of-what = name a checkpoint, as `agentichat rollback 3`, or hunks with --hunks; see `agentichat checkpoints`
cli-no-session = there is no session `{ $word }` in this workspace; see `agentichat session list all`
cli-no-session-yet = there is no session in this workspace yet; start one with `agentichat`
cli-session-ambiguous = `{ $word }` fits more than one session; name it by its id, see `agentichat session list all`
cli-session-held = { $held }. In a workbench F7 is its review, F8 its checkpoints and /rollback takes changes back; once it is left, this command works. Another session is named with --session, see `agentichat session list`
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
doctor-notice = notice
doctor-version = { $version } on { $platform }
doctor-no-term = TERM is not set
doctor-inside = inside { $name }
doctor-ssh = over ssh
doctor-no-color = NO_COLOR is set
doctor-not-terminal = not a terminal
doctor-not-utf8 = the locale is not UTF-8
doctor-set-term = set TERM to what your terminal is, for example xterm-256color, or use agentichat --plain, which needs nothing of it
doctor-reader-set = { $variable } is set: one may be in use
doctor-reader-plain = agentichat --plain prints lines instead of drawing a screen, and asks by numbers
doctor-language-from = { $code } ({ $from })
doctor-keymap-rows = { $file } ({ $rows } of yours)
doctor-keymap-check = agentichat keys --check looks at it again; the other rows are used
doctor-has-folder = has a { $folder } folder
doctor-is-git = a git repository
doctor-is-folder = the working folder
doctor-found = { $root } ({ $found })
doctor-read-only = { $root } ({ $found }), read-only
doctor-mend-folder = changes cannot be written here; check the folder's permissions
doctor-untrusted = its config is not trusted and asks for nothing special
doctor-ignored = not trusted yet; ignored: { $keys }
doctor-read-it = read its config file; the workbench asks whether you trust it
doctor-trusted = its config is trusted
doctor-broken = its config is wrong and not used
doctor-no-file = { $file } (not there; defaults are used)
doctor-line = line { $line }: { $fault }
doctor-left-out = what has a fault is left out whole: mend it, then look again
doctor-problem = { $path }: { $problem }
doctor-mend-home = mend the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME) to a folder that can be written
doctor-missing = missing; { $link }
doctor-no-models = no models
doctor-key-set = key set from { $from }
doctor-no-key = no key ({ $variable } is not set)
doctor-model = model
doctor-not-probed = { $named } was not probed; `agentichat models probe { $named }` tells whether it calls tools
doctor-calls-nothing = it will answer in words alone; choose another model, `agentichat models list` shows them
doctor-ready = Ready.
doctor-not-ready = No provider can be used. Do one of these:
doctor-do-ollama = ollama serve, then ollama pull a model  https://ollama.com/download
doctor-do-key = agentichat providers key set openai (or OPENAI_API_KEY), then --provider openai
doctor-do-others = the same for anthropic (ANTHROPIC_API_KEY) or mistral (MISTRAL_API_KEY)
told-engine-has-stopped = the engine has stopped; the log says why
told-instruction-empty = the instruction is empty
told-instruction-long = the instruction is longer than 1 MiB
told-instruction-not-text = the instruction on standard input is not UTF-8 text
told-key-not-used = the key of { $word } is not used: { $why }
told-left-out-whole = A file with a fault is left out whole until it is mended.
told-no-instruction = there is no instruction: give one, as in agentichat run "…", or send it to standard input
told-no-terminal = the workbench needs a terminal; without one use agentichat run "…", or agentichat --plain
told-run-broke = the run broke; the log says where
told-settings-not-kept = settings of models and providers are not kept: { $why }
wanted-price = dollars for a million tokens, or unknown

## Runs: messages, calls, limits and budgets, answers of the model
told-run-goes-on = a run is going on; stop it first (Ctrl+C or /stop)
told-model-next = the run that waited goes on with { $before }; { $model } answers after it
told-question-there = a question waits for its answer there; open it first
told-no-model = no model is chosen: /start shows the ways to one, /demo shows a run without one
told-name-length = a name has 1 to 64 letters
told-message-empty = the message is empty
told-only-last = only the last message can be edited and sent again
told-none-waits = no message is waiting
told-command-empty = the command is empty
told-no-rule = there is no such rule; /confirm status lists them
told-not-included = it is not included; /files lists what is
told-note-long = a note has at most 256 KiB; put the rest into a file
told-not-interrupted = the session was not interrupted
told-nothing-runs = nothing is running
told-user-cancelled = the user cancelled the run
told-answered-before = this question was answered before
told-answered-or-over = this question was answered before, or its run has ended
told-shown-changed = what was shown has changed since; look at it and answer again
told-answer-misfit = this answer does not fit the question
told-no-hunk-of = { $word } is no hunk of this change; look at it and answer again
told-stopped-after = stopped after { $word } tool calls, { $why }
told-go-on-unanswered = nobody answered in time whether it may go on
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
told-budget-session = the budget of this session is { $limit }: { $why }. The call was not made
told-budget-day = the budget of today is { $limit }: { $why }. The call was not made
told-budget-session-near = the budget of this session is nearly used: { $why }
told-budget-day-near = the budget of today is nearly used: { $why }
told-budget-used = { $word } are used
told-budget-used-asks = { $word } are used, and this call would take about { $number }
told-budget-spent-asks = { $word } is spent, and this call would take at least { $number }
told-budget-of-tokens = { $word } of { $limit } tokens
told-budget-of-money = { $word } of { $dollars }
told-budget-raise-session = raise { $word } in the config (or with --set) and start again, or begin a new session with /session new; /cost shows what was spent
told-budget-raise-day = raise { $word } in the config (or with --set) and start again, or go on tomorrow; /cost shows what was spent
told-unpriced = the price of { $word } is not known, so no budget of money counts it; `agentichat models add` or `edit` sets the price
told-no-end-of-calls = the run has made { $word } tool calls without coming to an end
told-answer-too-long = the answer was ended: it is over { $mebibytes } MiB
told-answer-is-kept = what came of it is kept; ask for less at once, or choose another model with /model
told-raise-calls = raise { $key } in the config, or split the task
told-repeats-calls = the model repeats the same tool calls
told-say-wanted = say what is wanted in other words, or choose another model
told-misfit-calls = in { $word } answers in a row the model made calls that do not fit the tools' schema
told-conflict-calls = in { $word } answers in a row the model made writes to files that had changed
told-misfit-once = the model made calls that do not fit the tools' schema
told-conflict-once = the model made writes to files that had changed
told-ignored-followed = What looks like a call of { $word } was not run: other text follows it. Ask again if it is wanted.
told-ignored-quoted = What looks like a call of { $word } was not run: it is quoted from what the model was given. Ask again if it is wanted.
told-ignored-template = What looks like a call of { $word } was not run: its arguments are placeholders. Ask again if it is wanted.
told-ignored-spoken = What looks like a call of { $word } was not run: the words before it only speak of it. Ask again if it is wanted.
told-ignored-native = What looks like a call of { $word } was not run: it is text, and this model is not known to call so (see text_calls in the config). Ask again if it is wanted.
told-ignored-cut = What looks like a call of { $word } was not run: the answer was cut behind it. Ask again if it is wanted.
told-answer-empty = The answer was empty. The model is asked once more.
told-answer-thoughts = The answer had thoughts and nothing else. The model is asked once more.
told-answer-all-thoughts = The model's thoughts took all the room of its answer. It is asked once more.
told-run-refused = the server refused to answer
told-answer-empty-again = the model's answer was empty, twice in a row
told-answer-thoughts-again = the model's answer had thoughts and nothing else, twice in a row
told-answer-all-thoughts-again = the model's thoughts took all the room of its answer, twice in a row
told-send-again-or-model = send it again, or choose another model with /model
told-say-otherwise = say it in other words, or choose another model
told-asked-again = the workbench ended while a question waited for its answer: it is asked again, and nothing was run meanwhile
told-extra-prompt = an extra system prompt has at most 64 KiB
told-picture-back = the message with the picture was given back to you; what was said after it stays, and goes out with your next message
told-hint-overflow = compact the conversation with /compact, empty it with /clear, remove files with /exclude, or choose a model with a larger window with /model
told-hint-model = choose another model with /model; /models lists what is there
told-hint-doctor = see whether the server runs with `agentichat doctor`, then send again
told-prompt-cut = the server read only { $word } of about { $estimate } prompt tokens: the conversation was cut to its window of { $limit }. Raise the provider's context_length or /clear
told-prompt-cut-unseen = the server read only { $word } of about { $estimate } prompt tokens: its window seems to be { $limit }, and what did not fit was cut. Give it a larger one (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), set the provider's context_length to what it has, or /compact
told-answer-cut = the answer was cut: it reached the limit of tokens of the model or of its window. Say "go on", or ask for less at once
told-answer-refused = the provider refused to answer. Say it otherwise, or choose another model with /model
told-answer-broke = the answer broke off before its end
told-note-not-kept = the note is not kept: { $why }
told-no-folder = there is no folder `{ $path }` in the workspace
told-binary = { $path } is a binary file of { $bytes } bytes: it cannot be shown as text
told-not-there = { $path } is not there any more
told-ask-run = Run { $word }?
told-ask-go-on = The run has made { $word } tool calls. Go on for as many as { $number } more?
told-ask-in-a-row = The agent calls { $word } with the same arguments for the third time in a row. Let it?
told-ask-in-turn = The agent goes back and forth between two calls, now { $word } again. Let it?
told-changed-again = the file kept changing while agentichat planned this call; read the file, then try again
told-asked-before-the-end = it was asked about before the workbench ended
told-as-you-edited = this is the command as you edited it
told-proposes-nothing = this prompt proposes no text, or it was answered meanwhile
told-search-empty = there is nothing to search for; type a word
told-search-newer = a newer search took the place of this one
told-no-workspaces = no list of workspaces is kept here
told-no-index = there is no index here: `index.enabled` is off
told-no-rule-file = there is no config file to keep the rule in; it holds for this session
told-no-data-folder = there is no data folder to keep this in; see `agentichat doctor`
told-call-lost = the tool failed while it ran; its effects are unknown, so look at the present state
told-call-plan-gone = agentichat lost the plan of this call, so the call did not run; make it again
told-state-not-kept = agentichat could not keep the file's present state, so it did not change the file: { $why }
told-path-look-broke = looking at the path broke; answer it again
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
told-changes-not-kept = { $number } changes of files could not be kept and are not covered
told-note-contested = others change it all the time; save it again
told-note-no-text = it is no text
told-of-path = { $path }: { $why }
told-offers-no-model = { $word } offers no model

## Context: the window, summaries, included and pinned files
include-pinned = pinned { $path }:{ $start_line }-{ $end_line }
include-already = included already; /exclude takes it out again
include-one = included { $path }: it is sent with each message
include-several = included { $count } files: they are sent with each message
told-nothing-to-compact = there is nothing to compact yet
told-is-summarised = the conversation fills the model's window: its older part is being summarised
told-not-compacted = The conversation was not compacted and is as it was: { $why }
told-nothing-compacted = nothing in this conversation is compacted
told-compaction-back = The compaction was taken back: the model is told the whole conversation again. Where that does not fit, it is compacted again.
told-compaction-back-one = The compaction was taken back; 1 compaction before it still holds.
told-compaction-back-more = The compaction was taken back; { $word } compactions before it still hold.
told-compacted = **Compacted:** a summary of { $model } stands for { $counted } in what the model is told: about { $before } → { $after } tokens, { $saved } saved. All of it stays stored and shown; `/compact undo` takes this back.{ $rest }
told-no-own-summary = the provider keeps the conversation itself, and compacts it itself
told-nothing-to-sum = nothing is left that a summary could stand for: your own messages and what the model has not answered yet are sent whole
told-summary-cut = the model's summary was cut off at its limit
told-summary-long = the model's summary is too long to be one
told-summary-broke = the summary broke off before its end
told-summary-none = the model wrote no summary
told-summary-no-gain = the model's summary is as long as what it would stand for
told-not-attached = @{ $path } was not attached: { $why }
told-cannot-see = nothing was sent: { $model } cannot see pictures
told-choose-seeing = take the picture out of the message, or choose a model that can see with /model
told-choose-seeing-of = take the picture out of the message, or choose a model that can see with /model: { $models }
told-pins-most = a message pins { $word } ranges at most, the others were not
told-pinned = pinned { $places }: sent with each message until /exclude
told-not-pinned = @{ $places } was not pinned: { $why }
told-not-pinned-empty = @{ $places } was not pinned: the file has no such lines, it is empty
told-not-pinned-lines = @{ $places } was not pinned: the file has no such lines, it ends at line { $number }
told-pinned-beyond = @{ $places } goes beyond the end of the file, line { $number }
told-oldest-left-out = the conversation is longer than the model's window of { $word } tokens: of the oldest answers { $number } were not sent
part-system = system prompt
part-map = map of the workspace
part-own = your instructions
part-tools = tools
part-talk = conversation
part-pictures = pictures
part-results = tool results
part-recorded = as recorded
told-would-leave = it would leave this machine for { $place } without your leave

## Policy: modes, rules, who decides
mode-plan = nothing is written, only low-risk commands run
mode-review = writes are proposed for F7, commands are asked for
mode-confirm = each write and each command is asked for
mode-accept-edits = writes are applied, commands are asked for
mode-passthrough = everything runs but what is high risk or always asked
reach-write = every write until your next message
reach-command = every command and tool call of low or medium risk until your next message
reach-session = { $name } in this session
reach-workspace = { $name } in this workspace
reach-user = { $name } for this user, in every workspace
told-rule-kept = the rule { $rule } is kept in { $path }
told-rule-refuses = { $why }; until that is mended every call is refused
told-rule-asks = { $why }; until that is mended every call is asked about
told-rule-allows = { $why }; until that is mended it allows nothing
told-rule-no-tool = there is no tool `{ $word }`, so the rule is about nothing
told-rule-unclosed = the bracket after { $word } is not closed at the end; for example { $model }(docs/**)
told-rule-no-name = no tool before the bracket in { $rule }; for example shell_exec(git status*)
told-rule-nothing = nothing between the brackets after { $word }; leave them out for every use of the tool, or write { $model }(*)
told-rule-letter = the tool's name { $title } has { $word }; names are letters, digits, _ - . and *, for example write_file(docs/**)
told-rule-no-glob = { $rule } is not a path pattern: { $why }; for example docs/** or src/*.rs
told-rule-not-kept = the rule holds for this session only: { $why }
told-answer-not-empty = the answer must not be empty
told-answer-number = the answer must be a number
told-answer-path = the answer must be a path
told-answer-inside = the answer must be a path inside the workspace
told-answer-pattern = the answer must fit the pattern as a whole
told-rule-no-file = this rule is not kept in a file
told-rule-by-hand = { $why }; add this under rules.allow by hand: - { $rule }
told-rule-form = { $rule } is not a rule; write it as tool(pattern), on one line
told-rule-link-leaves = { $path } is a link that leaves the workspace; put a file in its place
told-allowed-harmless = it changes nothing
told-allowed-in-mode = { $word } mode
told-allowed-low = low risk
told-allowed-own-program = the agent's own program, which did not ask
told-allowed-until-next = yes to all until the next message
told-asked-always = asked in every mode
told-asked-high = high risk is asked for in { $word } mode too
told-asked-own-writes = this agent's program writes by itself, so nothing can be proposed
told-asked-rule = the rule { $rule } asks for it
told-pattern-broken = it is no regular expression: { $why }
told-pattern-long = a pattern has at most { $number } letters
told-plan-no-confirm = plan mode writes nothing and runs only low-risk commands, so there is nothing to confirm; leave it first, for example with /mode review
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
risk-it-did-not-ask = it did not ask
risk-is-not-carried-out = is not carried out
risk-ends-plan-mode-each = ends plan mode; each change is asked about as always
risk-a-tool-of-the = a tool of the agent's own program
risk-a-question-of-the = a question of the agent
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
risk-has-characters-between-words = has characters between words that are not blanks
risk-has-a-bracket-where = has a bracket where a word belongs
risk-has-too-many-commands = has too many commands to look at each
risk-has-too-many-parts = has too many parts to look at each
risk-runs-git-in-too = runs git in too many folders to look at each
risk-runs-which-may-be = runs { $name }, which may be any program
risk-name-calls-itself-without-end = { $name } calls itself without end (a fork bomb)
risk-names-which-may-hold = names { $name }, which may hold secrets
risk-what-runs-is-known = what { $name } runs is known only then
risk-what-runs-is-known-only = what runs is known only then
risk-looks-like-a-recursive = looks like a recursive delete
risk-name-changes-the-machine = { $name } changes the machine
risk-name-deletes-for-good = { $name } deletes for good
risk-name-drops-a-database = { $name } drops a database
risk-name-changes-what-is-installed = { $name } changes what is installed on the machine
risk-name-changes-what-others-see = { $name } changes what others see or use
risk-name-may-fetch-or-install = { $name } may fetch or install from the network
risk-name-builds-or-tests-it = { $name } builds or tests: it runs code of the workspace
risk-name-is-not-known-to = { $name } is not known to only read
risk-ends-every-process-that = ends every process that it may
risk-ends-a-process = ends a process
risk-ends-processes-by-name = ends processes by name
risk-name-runs-what-comes-from = { $name } runs what comes from the network
risk-name-runs-what-comes-through = { $name } runs what comes through a pipe, unread
risk-name-runs-what-nobody-has = { $name } runs what nobody has read
risk-runs-what-nobody-has = runs what nobody has read
risk-name-drops-or-overwrites-data = { $name } drops or overwrites data
risk-name-works-on-a-database = { $name } works on a database
risk-name-runs-code-that-deletes = { $name } runs code that deletes or overwrites
risk-name-runs-code-that-is = { $name } runs code that is not read here
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
risk-is-too-long-to-be-read = is too long to be read whole
risk-has-a-sign = has { $sign }, by which a shell may do more than the words say
risk-has-an-operator-without = has an operator without a command
risk-has-no-command-at-its-end = has no command at its end
risk-has-a-cd = has a cd whose folder cannot be told
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
risk-searches-what-cannot-be-looked-at = searches a folder that cannot be looked at first
risk-would-search = would search { $name }, which is on the block list
risk-sets-which-may-change = sets { $name }, which may change what programs do
risk-declares-something-in-a = declares something in a way that is not plain
risk-a-test-that-evaluates = a test that evaluates what variables hold
risk-a-test-with-a = a test with a redirection in it
risk-defines-a-function = defines a function, { $name }
risk-an-expansion-that-may = an expansion that may evaluate or set something
risk-arithmetic-that-evaluates-what = arithmetic that evaluates what variables hold
risk-a-redirection-without-a = a redirection without a target
risk-a-redirection-of-a = a redirection of a descriptor that cannot be told
risk-place-the-network = { $what } the network, { $name }
risk-place = { $what } { $name }
risk-place-a-stream = { $what } a stream, { $name }
risk-place-which-may = { $what } { $name }, which may lie outside the workspace
risk-place-where-git = { $what } { $name }, where git or agentichat keep their own
risk-place-outside-the = { $what } { $name }, outside the workspace
risk-is-nested-too-deeply = is nested too deeply to look into
risk-has-too-much-in = has too much in it to look at all
risk-is-too-long-or = is too long or too complex to look into
risk-has-a-part-that = has a part that cannot be parsed
risk-has-a-line-that = has a line that begins with a backslash
risk-has-a-construct-that = has a construct that is not understood
risk-has-an-expansion-that = has an expansion that the parser did not see
risk-has-backslashes-between-backticks = has backslashes between backticks
risk-has-words-behind-a = has words behind a redirection
risk-a-here-document-with = a here-document with expansions
risk-env-takes-away-variables = env takes away variables by which programs run nothing else
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
risk-name-reads-a-text-otherwise = { $name } reads a text otherwise than bash
risk-name-runs-a-file-first = { $name } runs a file first
risk-runs-the-script = runs the script { $name }
risk-name-runs-a-text = { $name } runs a text
risk-name-runs-a-text-that = { $name } runs a text that is known only then
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
gave-exit = exit { $word }, { $counted }
gave-killed = killed by signal { $word }, { $counted }
gave-late = ended after { $word } s, { $counted }
gave-cancelled = cancelled, { $counted }
gave-lines = { $counted }
gave-unknown = outcome unknown
gave-recorded = as it was recorded
told-not-taken-back = what the agent's program changes of these cannot be taken back: { $why }
told-changed-not-covered = changed, and { $why }
told-git-some-not = { $word } of { $number } files NOT in git
told-file-not-there = not there
told-file-outside = outside the workspace
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
told-write-finished = `{ $path }` was being written when its process ended: the write was finished
told-write-undone = `{ $path }` was being written when its process ended: it has its old text again
told-write-left = `{ $path }` was being written when its process ended, and is another one now: it is left as it is, the old text and the new one are in { $place }
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
told-it-not-kept = it cannot be kept: { $why }
told-block-bad = the block list has a pattern that cannot be read, `{ $word }`: { $why }; mend it in the config
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
told-probe-own-tools = { $word } carries out its tools itself, so there is nothing to probe
told-probe-other = probe a model of another provider; `agentichat models list` shows them
told-probe-slow = the model gave no whole answer within { $number } s
told-probe-longer = try again once the server has loaded it, or give it longer with `agentichat models probe --timeout SECONDS`
told-probe-cut = the model's answer was cut at { $number } tokens, before it could be told whether it calls tools
told-probe-talks = it talks on, or reasons at length; try again, or try another model
told-probe-not-kept = what was found could not be kept: { $why }
told-too-many-requests = { $place } says that there are too many requests ({ $word })
told-overloaded = { $place } is overloaded or away ({ $word })
told-loading-model = { $place } is loading the model ({ $word })
told-hint-loading = it is asked again for two minutes; stopping the run ends that at once
told-failed-inside = { $place } failed inside ({ $word })
told-key-refused = { $place } did not accept the key ({ $word })
told-too-long = the conversation is too long for the model
told-request-refused = { $place } refused the request ({ $word })
told-has-no-model = { $place } has no model { $word }
told-no-model-to-chat = { $word } answers, but it has no model to chat with
told-fetch-one = fetch one, for example with `ollama pull { $word }`
told-get-it = get it with `ollama pull { $word }`
told-choose-listed = choose one of those that /model lists
told-choose-of = choose one of: { $models }
told-no-provider = there is no provider { $word }
told-provider-off = the provider { $word } is switched off
told-wait-seconds = wait { $word } s and try again
told-wait-a-moment = wait a moment and try again
told-look-at-log = try again; if it stays, look at the server's log
told-shorten = shorten the conversation with /compact, or choose a model that holds more
told-no-credit = the account has no credit left; add some or choose another provider
told-check-address = check the base URL of the provider
told-moved-address = set the base URL to the address that it points to
told-no-answer = { $place } did not answer in time
told-no-answer-within = { $place } did not answer within { $word } s
told-sent-nothing = { $place } sent nothing for { $word } s
told-fell-silent = { $place } fell silent in mid-answer for { $word } s; what had come is kept
told-allow-more-time = look whether the server is busy, or allow more time: { $word }
told-busy-then-again = look whether the server is busy, then try again
told-again-or-busy = try again, or look whether the server is busy
told-try-again = try again
told-not-made = the request to { $place } cannot be made: { $why }
told-check-address-key = check the base URL, and that the key has no characters that do not belong
told-not-reached = { $place } cannot be reached: { $why }
told-no-encryption = { $place } cannot be reached: what answers there does not encrypt ({ $why })
told-no-certificate = { $place } cannot be reached: its certificate is not accepted ({ $why })
told-was-lost = { $place } was lost: { $why }
told-connection-lost = the connection to { $place } was lost: { $why }
told-use-http = write the base URL with http:// if that is the right server, or correct its port
told-own-certificate = check the address; a certificate of your own authority belongs into the system's store (or SSL_CERT_FILE)
told-long-answer = its answer is longer than 16 MiB
told-answer-type = its answer is of the type { $word }
told-refused-every-form = it refused the request in every form that was tried
told-endless-answer = its answer came to no end within { $word } bytes
told-long-line = it sent a line over 64 KiB
told-line-not-json = it sent a line that is not JSON: { $rest }
told-no-http = the HTTP client cannot be set up: { $rest }
told-check-proxies = check the proxy settings in the environment (HTTPS_PROXY, NO_PROXY)
told-write-address = write it as http://host:port or https://host/path
told-no-url = the address { $word } is not a URL: { $rest }
told-no-http-server = the address { $word } is not one of an HTTP server
told-os-no-name = failed to lookup address information: { $rest }
told-start-ollama = start it with `ollama serve`
told-no-protocol = { $place } does not speak the protocol: { $why }
told-check-server = check that the base URL leads to such a server and not to a proxy or a web site
told-web-page = it answered with a web page (text/html)
told-answer-compressed = its answer is compressed ({ $word }), which was not asked for
told-hint-compressed = switch off compression in the proxy or gateway in front of the server
told-not-json = its answer is not JSON ({ $reason }): { $rest }
told-cut-answer = the answer of { $server } was cut: the connection ended before the answer did
told-kept-go-on = what had come is kept; send again to go on
told-kept-try-again = what had come is kept; try again
told-foreign-answer = { $server } sent something that is not its protocol: { $why }
told-check-proxy = check that the base URL leads to such a server, and no proxy changes its answers
told-key-odd = the key has characters that no key has
told-key-copied = check the key: it was probably not copied as a whole, or with a line break
told-no-key-asked = no key is set, so nothing was asked
told-not-installed = not installed
told-set-anthropic-key = set ANTHROPIC_API_KEY (the key of an account at console.anthropic.com)
told-set-mistral-key = set MISTRAL_API_KEY (the key of an account at console.mistral.ai)
told-set-openai-key = set OPENAI_API_KEY, or the address of a local server with OPENAI_BASE_URL
told-claude-log-in = log in by running `claude` in a terminal, or set ANTHROPIC_API_KEY
told-no-program = there is no program { $word }
told-install-claude = install it with `npm install -g @anthropic-ai/claude-code`, or say where it is with providers.claude-cli.program
told-new-goes-on = a new session goes on; a fork of this one is told what was said
told-no-chat-model = { $rest }: it runs, but has no model to chat with
told-no-answer-in = { $word }: it did not answer within { $number } s
told-in-time = it did not answer in time
told-provider-unknown = there is no provider { $word }; the providers are: { $models }
told-gives-no-model = { $word } gives no model, so nothing was changed: { $whys }
told-use-names-one = `/use { $word } { $model }` names one all the same
told-known-models = models that are known: { $models }
told-keyring-unusable = the keyring cannot be used: { $why }; keep the key in a file with --in file
told-key-none = that is no key: { $why }; copy it again from your provider's page
told-key-blanks = it has blanks or characters that no key has
told-key-long = it is longer than 4096 bytes
told-key-open = { $path } can be read by others (mode { $word }), so the key in it is not used; `chmod 600 { $places }`, and have the key changed if someone may have seen it
told-key-no-file = { $path } is no plain file, so no key is read from it; remove it
address-provider-at = the provider { $word } at { $address }
address-server-at = { $word } at { $address }
origin-the-flag = the flag { $word }
origin-the-variable = the variable { $word }
told-default-unseen = whether { $word } offers { $model } could not be looked at ({ $why }); it is taken as it is
told-default-unusable = { $word } is { $why }; { $model } can be used once that is mended
told-done-holds = { $why } { $why_next }
told-done-note = { $why } Note: { $why_next }.
told-file-left-out = { $why }; the file is left out until that is mended
told-from-next-request = This holds from the next request.
told-is-recorded = { $word } is being recorded, so this holds from the next start
told-model-changed = { $model } is changed
told-model-gone = { $model } is gone
told-model-kept = { $model } is kept, id { $word }
told-no-database = there is no database
told-nothing-can-be-kept = nothing can be kept: { $why }
told-partly-from-next-start = Whether it may be used holds at once, the rest from the next start.
told-provider-address = its address is { $address }
told-provider-begins-with = its sessions begin with { $model }
told-provider-enable = `/provider enable { $word }` switches it on, in a shell `agentichat providers enable { $word }`
told-provider-is-set = { $word }: { $whys }.
told-provider-no-default = it has no default model
told-provider-off-now = it is switched off
told-provider-on-now = it may be used
told-provider-usual-address = its address is the default
told-providers-not-asked = the providers could not be asked
told-setting-can-be = { $key } can be one of { $words }
told-setting-must-be = { $key } must be { $wanted }
told-setting-not-here = { $key } is not set here
told-silent-within = it did not answer within { $number } s
told-stands-over = but { $place } says otherwise of { $word }, and stands over it
told-test-silent = it did not answer within { $number } s; look whether it runs and is not busy
wanted-what-was-given = what was given
told-key-empty = it is empty
told-key-file-read = the key file { $path } cannot be read: { $why }
told-key-file-removed = the key file { $path } cannot be removed: { $why }
told-key-file-written = the key file { $path } cannot be written: { $why }
told-no-provider-name = { $word } is no name of a provider
told-why-next = { $why }; { $why_next }
origin-settings = settings
told-an-error = an error
told-answered-page = it answered with a web page
told-asks-otherwise = step { $number } of the agent { $word } asks something else than the recording:{ $rest }
told-at-line = line { $number }: { $why }
told-check-base-url = check the provider's base URL
told-check-connection = check your connection, and the provider's base URL
told-check-key = check the key, and that it belongs to this base URL
told-check-ollama-address = check OLLAMA_HOST or the provider's base URL
told-check-ollama-machine = check the connection of the machine that Ollama runs on
told-check-running = check that the server runs there, and the provider's base URL
told-choose-with-model = choose another model with /model
told-claude-ended = the claude program has ended: { $why }
told-claude-forgot = claude no longer has this conversation; it was told what was said
told-claude-not-running = the claude program does not run any more
told-claude-refused = claude did not do as told: { $why }
told-claude-retries = claude tries again ({ $number } of { $limit }): { $why }
told-claude-says = claude: { $why }
told-claude-silent = claude has said nothing for { $number } s; it may still be at work. Ctrl+C or /stop stops it
told-clear-or-less = empty the conversation with /clear, or say less
told-counted-message = by count_tokens, as a message
told-counted-reading = as the model read it
told-counted-tokenizer = by the server's tokenizer
told-counts-none = { $word } counts no tokens
told-cut-server-answer = the answer of the server was cut: the connection ended before the answer did
told-document-no-message = a document that is no message: { $rest }
told-ended-saying = { $why }; { $rest }
told-event-no-object = an event that is not a JSON object: { $rest }
told-fetched-by-ollama = models are fetched by Ollama: name it with --provider ollama
told-fetches-none = the provider { $word } fetches no models
told-foreign-server-answer = the server sent something that is not its protocol: { $why }
told-from-cache = answered from the cache: the same was asked at { $time }, so nothing was sent and nothing is paid. To ask again, edit your message and send it again; /cache shows what is kept
told-gave-no-reason = it gave no reason
told-had-to-kill = it had to be killed
told-header-missing = the header is missing; a recording begins with { $word }
told-header-no-json = the header is not JSON: { $rest }
told-header-wrong = the header is wrong: { $rest }
told-is-no-json = it is not JSON: { $rest }
told-is-no-own-line = it is nothing that a program does beside its answers: { $rest }
told-is-no-step = it is not a step: { $rest }
told-is-recording = a recording of { $word } with { $number } steps
told-kept-ollama-log = what had come is kept; Ollama's log says more (`journalctl -u ollama`)
told-kept-pull = what has come is kept; pull again to go on
told-kinds = the kinds are: { $models }
told-line-no-object = a line that is not a JSON object: { $rest }
told-look-at-balance = look at your balance with Anthropic, or choose another provider
told-look-at-program = look whether providers.claude-cli.program is the claude program
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
told-no-model-there = there is no model { $model } to fetch
told-no-models-of = the list of models of { $address } is none
told-no-own-count = { $word } has no count of its own
told-no-port = the port { $word } of the Ollama address is not one
told-no-reason = no reason
told-no-recording = this is no recording: the header has no { $word }
told-no-request-recorded = step { $number } of the agent { $word } was recorded without its request
told-no-room = there is no room for { $model } where Ollama keeps its models
told-no-token-count = its count of tokens is none
told-no-version = it has no version
told-no-version-within = { $word } did not say its version within { $number } s
told-not-fetched = Ollama could not fetch { $model }: { $rest }
told-not-ollama = what answers at { $address } is not Ollama: { $why }
told-not-started = { $word } cannot be started: { $why }
told-ollama-broke-off = Ollama broke off in mid-answer: { $rest }
told-ollama-library = https://ollama.com/library lists them, with their tags
told-ollama-log = try again; Ollama's log says more (`journalctl -u ollama`)
told-over-counted = the text has { $number } tokens or more, which is over what is counted
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
told-recording-over = the recording, or the demo, is over; /start shows the ways to a model that goes on from here
told-recording-unplayed = the recording { $path } cannot be played: { $why }
told-recording-unread = the recording { $path } cannot be read: { $why }
told-recording-unwritten = the recording { $path } cannot be written: { $why }
told-recording-version = it is of version { $word }, this build reads version { $number }
told-says-no-version = { $word } does not say its version
told-send-or-provider = send it again, or choose another provider
told-sent-over-line = it sent a line of more than 16 MiB
told-server-broke-off = the server broke off in mid-answer: { $rest }
told-set-anthropic-or = set ANTHROPIC_API_KEY, or the provider's key in the settings
told-set-recording = set its base_url to the file of a recording
told-step-twice = step { $number } of the agent { $word } is there twice
told-steps-from-one = steps count from 1
told-takes-none = it takes no more messages
told-tools-in-prompt = tools are described in the prompt instead
told-turn-failed = it says no more than that the turn failed
told-turns-used = it has taken as many turns as it may
told-unknown-kind = the provider { $word } is of an unknown kind, { $rest }
told-vector-no-direction = it gave a vector without a direction
told-vector-no-list = it gave a vector that is no list of 1 to { $limit } numbers
told-vector-no-number = it gave a vector with something in it that is no number
told-vectors-count = it gave { $word } vectors for { $number } texts
told-vectors-more = it gave more than { $number } vectors for { $number } texts
told-vectors-unlike = it gave vectors of { $number } and of { $other } numbers
told-wait-then-send = wait for a while, then send it again
told-was-told-to = it was told to
told-with-request = { $why } (request { $word })
told-with-words = { $why }: { $reason }
told-write-model = write it as qwen2.5-coder:7b, or hf.co/owner/repository:tag
told-write-port = write OLLAMA_HOST as host:port, with a port from 0 to 65535

## Models: which one answers, what may leave this machine
told-no-remote = no remote model is set: set remote_provider and remote_model
told-no-fallback = allow_fallback is false, which keeps everything on this machine
told-route-own = Route: { $model }, the session's own model: { $why } (agent_mode { $word })
told-route-remote = Route: { $model }, the remote model: { $why } (agent_mode { $word })
told-route-as-mode = as the mode says
told-route-no-edit = { $counted } brought no usable edit
told-route-schema = { $counted } did not fit the tools' schema
told-route-edits-one = 1 edit did not apply or failed their checks
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
told-content-goes = content of this workspace may go to { $place } from now on; `agentichat trust --revoke` takes that back
told-content-stays = no content of this workspace goes to { $place }; `agentichat trust --send { $word }` changes that
told-ask-send = Send this workspace's content to { $place }? The model is told the conversation and what its tools read. Your answer is kept for this workspace and this address.
told-route-next = **Route** agent_mode { $word }: the next run begins with `{ $model }`, { $why }.
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
told-asking-for-model = { $word } is being asked for a model; try again when it has answered
told-choosing-stopped = stopped: the model stays as it was

## Index, embeddings and the cache of answers
embedder-question =
    { "*" }*May files of this workspace be sent to another machine?** The config names an embedding model there, for searches by meaning. This would leave this machine: { $what }. Nothing was sent.

    `/index allow` sends it, `/index refuse` does not. Your answer is kept for this workspace and this address.
told-what-leaves = the text of this workspace's files, as git shows them (without ignored and blocked ones, with secrets masked), and the questions of searches by meaning, to { $place }, for the model { $model }
told-goes-out = this goes out from now on: { $why }
told-answers-not-kept = answers are not kept: { $why }
told-cache-emptied = the cache of this workspace is empty: { $why }
told-cache-none = there is no cache in this workspace: nothing was kept
told-cache-secret = its secret cannot be kept in { $path }: { $why }
told-cache-went = { $counted_answers }, { $counted_vectors }, { $lists } and { $counts } went, { $size } on the disk
told-caches-emptied = { $counted } emptied: { $why }
told-caches-none = there was no cache to empty
told-caches-not-emptied = { $why }; not emptied: { $whys }
told-index-local = { $place } is on this machine: nothing is sent anywhere, so there is nothing to allow
told-index-no-file = no file of this workspace goes to { $place }; `/index allow` changes that
told-index-refused = you refused to send this workspace's files to { $place }; `/index allow` in the workbench or `agentichat index allow` changes that
told-index-unasked = { $place } is not on this machine, and nobody has allowed this workspace's files to go there; allow it with `/index allow` in the workbench or `agentichat index allow`, or name a provider that runs here in `index.embedding_provider`
told-nothing-kept-here = nothing can be kept for this workspace
told-workspaces-unknown = which workspaces there are is not known: { $why }
told-cache-damaged = the cache of this workspace was damaged ({ $rest }) and begins empty: { $path }
told-index-damaged = The index of this workspace was damaged; it is built again.
told-index-damaged-why = The index of this workspace was damaged ({ $rest }); it is built again.
told-index-no-thread = its thread could not be started: { $why }
told-index-other-version = The index of this workspace was made by another version; it is built again.
told-index-page = a page of trigrams cannot be read
told-left-binary = binary
told-left-large = too large
told-left-late-binary = binary after a text
told-left-unreadable = unreadable
told-left-wide = in UTF-16
told-no-embedding-model = there is no embedding model; name one in `index.embedding_model`, such as all-minilm after `ollama pull all-minilm`
told-no-question-vector = the model gave no vector of the question
told-no-vectors-here = no vectors are made here: `index.embedding_model` names no model
told-question-vector-late = the model { $model } gave no vector of the question within { $number } s; try again, it may be loading
told-vectors-local = the model runs on this machine: nothing is sent anywhere
told-cache-empty = there was nothing in the cache

## Configuration: files, values, trust
app-strange-database =
    The sessions kept in { $file } were not made by you here, or that is not known: what they would do unasked was dropped. They are in review mode, without rules that allow something.
trust-keys = The config of this workspace wants to set **{ $keys }**.
trust-commands = It has commands of its own: **{ $commands }**.
trust-question = { $wants } The workspace is not trusted, so that is left out. If it is yours, or you have read it: `agentichat trust`, then start again.
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
told-trust-newer = it has the format { $word }, which this version does not know; no workspace is trusted
told-log-filter = it is not understood ({ $why }); use error, warn, info, debug or trace
told-no-log = there is no log: { $path } cannot be written ({ $why }); set AGENTICHAT_DATA_DIR to another folder
told-no-such-key = there is no such key (agentichat config keys lists them)
told-expected-found = expected { $wanted }, found { $found }
told-expected-used = expected { $wanted }, found { $found }; { $word } is used
told-key-line-already = this key stands in line { $number } already
told-keys-not-in-files = keys and passwords do not go in a config file; set the environment variable that the provider's api_key_env names
told-link-leaves = it is a link that leaves the workspace, so it is not read
told-no-key-for-it = there is no key for it, so it does nothing
told-file-over = the file is over { $bytes } bytes
told-over-bytes = it is over { $bytes } bytes
told-one-document = only one document is expected
told-too-many-values = the file has too many values
told-no-tags = tags (!name) are not used in a config
told-too-deep = the values are nested too deeply
told-never-began = a collection ends that never began
told-plain-name = a key must be a plain name
told-no-anchors = anchors (&name) and aliases (*name) are not used in a config
told-not-yaml = this is not YAML: { $reason }
told-cannot-read = it cannot be read: { $why }
told-not-a-file = it is not a file; move it away or make it one
told-not-utf-eight = it is not UTF-8 (byte { $number })
told-keyring-kernel = the Linux kernel's keyring of your user, kept until the machine restarts
told-keyring-none = none in this build
told-not-written-there = cannot be written ({ $path }: { $why }); nothing is kept there
told-not-made-there = cannot be made: { $path } is a file
told-not-kept = Nothing of yours can be kept: { $files } cannot be written.
told-did-you-mean = { $why }; did you mean { $word }?
told-block-unread = the block list has a pattern that cannot be read, `{ $word }`: { $why }; mend it in the config; until then it blocks what is called exactly that
told-file-others = { $path } was changed by someone else since it was read
told-file-who = { $path } cannot be written: { $why }; look at who may write there
told-file-folder-room = { $path } cannot be written ({ $why }); check the folder's permissions and free space
problem-variable = environment variable { $name }
home-not-kept = { "*" }*Nothing of yours can be kept**: { $folders } cannot be written. Settings, keys, themes, what you trust and what models cost last until you leave. Mend the permissions, or set HOME (or XDG_CONFIG_HOME and XDG_DATA_HOME) to a folder that can be written, and start again.
told-at = { $place }: { $why }
told-edit-allow-no-list = rules.allow is not a list of texts
told-edit-is-group = it is a group of keys
told-edit-list-form = the list is not written one item a line
told-edit-no-group = it is not a group of keys
told-edit-no-keys = the file holds no keys
told-edit-no-place = the place for the rule is not found
told-edit-no-word = its value is not a word in its line
told-edit-one-line = it is written in one line
told-edit-rules-no-group = rules is not a group of keys
told-edit-rules-one-line = rules is written in one line
told-edit-unsafe = the file's form does not allow a safe edit
told-glob-deep = its braces are nested more than { $number } deep
told-glob-long = it has more than { $bytes } bytes
told-keyring-no-text = it holds no text
told-keyring-not-built = this build has none
told-mend-first = { $why }; mend the file first
told-more-bytes = it has more than { $bytes } bytes
told-no-home = the home folder is not known; set HOME, or AGENTICHAT_CONFIG_DIR and AGENTICHAT_DATA_DIR
told-no-parent = the path has no folder
told-no-utf-eight = it is not UTF-8
told-not-as-written = it is not what was written
told-not-regular = it is not a regular file
told-set-by-hand = { $why }; set it by hand: { $setting }
told-trust-encode = the list of trusted workspaces cannot be encoded: { $rest }
told-trust-written-newer = { $path } was written by a newer version (format { $found }); use that version
told-variable-empty = { $word } is empty; give it a folder or unset it
told-variable-relative = { $word } cannot be made an absolute path: { $why }

## Store: the database, locks, several terminals
terminals-attached = attached to the terminal of process { $pid }, which owns this workspace: both show and steer the same sessions
terminals-unconfirmed = process { $pid } was gone before it confirmed { $orders }: look whether it was done, and do it again if not
terminals-owner-gone = process { $before } is gone: process { $now } owns the workspace now
terminals-gone-why = process { $pid } is gone: { $why }
terminals-attached-to = attached to process { $pid }
terminals-owner-silent = the terminal that owns this workspace now does not answer; what you do here waits for it. Go on with it (fg), or end it: then this one takes over
terminals-not-served = this was started with rules, settings or addresses that process { $pid }, which owns the workspace, does not have: this terminal has a session of its own
terminals-takes-none = process { $pid } owns this workspace and takes no other terminals, so this one has a session of its own
terminals-no-longer-holds = **Rules, settings or addresses that process { $before } was started with (--allow, --deny, --set, --base-url) hold no longer**: process { $after } was not started with them. Leave it and start it with them where they are needed
told-cannot-save = nothing can be saved: { $why }. Work goes on when it can be
told-cannot-save-ever = nothing can be saved any more: { $why }. The session ends here
told-saves-again = saving works again
told-folder-read-only = nothing can be written in this folder: the agent can look, not change
told-kept-elsewhere = this folder cannot be written; the session is kept in { $path }
told-kept-in-memory = neither this folder nor your data folder can be written: the session is kept in memory only and is gone when you leave
told-store-unwritable = { $path } cannot be written ({ $why }); make it writable, or go on with the state kept elsewhere
told-store-linked = { $path } is a symbolic link and is not followed; put a real folder in its place
told-store-newer = { $path } was made by a newer agentichat (version { $found }, this build knows { $number }); update agentichat, or move the file away to begin with an empty one
told-store-full = the disk is full and nothing was saved; free some space, then try again
told-store-busy = the database is in use by another process; try again in a moment
told-store-damaged = the database is damaged ({ $rest }); start agentichat again, it moves the file aside
told-store-text-damaged = the stored text { $word } is damaged; it cannot be used as a base any more
told-store-value = a stored value cannot be understood ({ $rest }); it may come from another version
told-store-stopped = the store has stopped; start agentichat again with --continue
told-store-io = the store could not read or write { $path }: { $why }
told-store-older = { $path } was written by an earlier version; open that workspace once
told-store-failed = the database failed: { $rest }; the log file has more
told-session-held = the session is open in another process (pid { $number }, since { $rest }); go there, or end it
told-lock-unusable = { $path } cannot be used as a lock: { $why }
told-owner-silent = the terminal that owns this workspace (process { $number }) does not answer; what you do here waits for it. Go on with it (fg), or end it: then this one takes over
told-owner-again = the terminal that owns this workspace answers again
told-owner-gone = the connection to the terminal that owned this workspace (process { $number }) is gone; what you do here waits for who owns it next
told-owner-key = a key does not leave this terminal, which is attached to another one: enter keys in the terminal that owns the workspace, or with `agentichat providers key`
told-owner-clipboard = the clipboard is read by the terminal that owns the workspace, which may be another one's: paste there, or with this terminal's own key; save a picture and drop its file here
told-owner-many = too many questions are under way; ask again in a moment
told-attach-nobody = no terminal takes others here
told-attach-other = what serves the socket of this workspace is not agentichat ({ $why }); end it, or have sessions of your own with --set sessions.second_terminal=own
told-attach-silent = the terminal that owns this workspace does not answer: go on with it (fg) or end it, or have sessions of your own with --set sessions.second_terminal=own
told-attach-stranger = the socket of this workspace is served by another user ({ $number }), so nothing is said over it
told-changed-meanwhile = changed meanwhile: { $files }
told-connection-broke = the connection broke: { $why }
told-connection-closed = the connection was closed
told-connection-junk = what came is not what agentichat says
told-frame-large = a message of { $bytes } bytes is over the limit of { $limit }
told-frame-no-json = it cannot be written as JSON: { $rest }
told-lock-no-file = it is no file
told-no-socket = no socket can be made for other terminals: { $why }
told-owner-is-gone = the terminal that owns the workspace is gone
told-owner-no-answer = the answer cannot be given to another terminal: { $why }; ask in the one that owns the workspace
told-owner-not-told = it cannot be told to the terminal that owns the workspace: { $why }
told-owner-unknown = the terminal that owns the workspace does not know it: { $rest }
told-owner-version = process { $number } owns this workspace with agentichat { $word } (protocol { $before }), and this is agentichat { $name } (protocol { $after }): leave the other one and start it again, or have sessions of your own with --set sessions.second_terminal=own
told-socket-folder = others can write to { $path }
told-socket-long = every path to it is too long
told-socket-mode = its mode is { $word }
told-socket-none = it is no socket
told-socket-not-ours = { $path } is not a socket of yours alone ({ $why }), so nothing is said over it; remove it
told-socket-of-user = it belongs to user { $number }
told-socket-other-workspace = it is the socket of another workspace
told-store-database-unwritable = the database cannot be written ({ $why }); make it writable, or go on with the state kept elsewhere
told-store-fixed-settings = the settings of its sessions cannot be changed
told-store-moved-aside = { $path } was damaged ({ $rest }); it was moved to { $places } and a fresh one was begun
told-store-not-regular = it is not a regular file; move it away
told-store-renumber = another process has logged events up to { $number }; number again and commit again
told-store-unnumbered = an event that is to be kept has no number; this is a bug, please report it

## Faults of the program itself
told-broke-answering = answering this broke; it is in the log
told-broke-counting = counting this broke; it is in the log
told-broke-planning = agentichat failed to plan this call; the log says why
told-broke-session = taking the session broke; it is in the log
told-broke-export = the export broke; it is in the log
told-broke-import = the import broke; it is in the log
told-broke-picture = taking the picture in broke; it is in the log
told-broke-looking = looking at it broke; it is in the log
told-broke-folder = looking at the folder broke; it is in the log
told-broke-files = listing the files broke; it is in the log
told-broke-rule = keeping the rule broke; it holds for this session
told-broke-answer-unsent = keeping your answer broke; nothing is sent
told-broke-answer-again = keeping your answer broke; you are asked again
told-broke-cache = emptying the cache broke
told-broke-recalling = looking at what was read broke; it is in the log
