# Ce que dit l’atelier, en français. CONTRIBUTING.md dit comment ajouter un message.
# bloc = hunk, point de reprise = checkpoint, exécution = run, volet = pane, proposé = proposed, appliquer = apply, réglages = settings.
# Une espace insécable (U+00A0) précède : ; ? ! et se trouve dans « ».

## Début : les premières minutes, l’écran de départ, la démo
start-title = Départ
start-head = Bienvenue dans agentichat. Aucun modèle connecté ; rien n’a été envoyé.
start-looked-at = Vérifié
start-looking = recherche d’un modèle…
start-looked-again = vérifié : { $said }
start-found = cette session utilise { $model } de { $provider }
start-none-of = { $provider } est enregistré, mais aucun de ses modèles ne marche : { $why }
start-has-model = cette session utilise { $model } de { $provider } ; { "{" }model_picker{ "}" } en change
start-key = coller une clé d’API
start-key-what = gardée dans un fichier ou le trousseau
start-local = utiliser un serveur local
start-local-what = lancer `ollama serve`, puis touche r
start-set-up = configurer un fournisseur
start-set-up-what = pas à pas : adresse, clé, test, modèle
start-demo = essayer la démo
start-demo-what = un agent qui suit un script, sans modèle
start-whose-key = De qui est la clé ?
start-which-provider = Quel fournisseur ?
start-key-there = a une clé
start-key-not-there = pas encore de clé
start-any-server = { $key } ; aussi pour votre serveur avec son API (vLLM, LM Studio …)
start-terminal = terminal : { $colours }, touches { $keys }, presse-papiers par OSC 52, thème { $theme }
start-colours-24 = couleurs 24 bits
start-colours-256 = 256 couleurs
start-colours-16 = 16 couleurs
start-colours-none = sans couleurs
start-keys = 1-{ $last }, { $run } choisir  r vérifier  { $close } { $leave }
start-more-rows = { $count ->
    [one] … { $hidden } ligne de plus : /doctor
   *[other] … { $hidden } lignes de plus : /doctor
 }
start-letters = Ou tapez votre message ; /start revient, /keys test essaie les touches.
start-letters-key = Tapez ou collez la clé ici ; elle reste cachée.
start-key-held = la clé : { $letters ->
    [one] { $letters } lettre
   *[other] { $letters } lettres
 }, cachée ; Entrée prend le fournisseur marqué
start-key-within = Le collage contient une clé : rien n’est allé au brouillon. Collez la clé seule.
start-no-model = Aucun modèle connecté : { $why }. /start en configure un
app-unsent =
    Brouillon non envoyé dans « { $name } » : Ctrl+X b l’ouvre ; en mode ligne, `/session list`.
app-interrupted =
    Une exécution de « { $name } » a été interrompue. `/session list` l’ouvre : ses changements y sont à revoir.
onboarding-welcome =
    { "*" }*Bienvenue dans agentichat.** Aucun modèle connecté ; rien n’a été envoyé.

    Vérifié :

    { "" }
onboarding-next =
    { "" }
    Ensuite :

    - **/demo** joue une exécution enregistrée, sans modèle.
    - Démarrer un modèle local : `ollama serve`, puis `ollama pull qwen2.5-coder:7b`, puis **/start** pour vérifier de nouveau.
    - **/settings** configure un autre fournisseur ou votre serveur : adresse, clé, test. Ou par options : `--provider openai --base-url URL --model NAME`.
    - **/start** propose ces choix par numéro ; `agentichat doctor` dans un shell en dit plus.
    { "" }
demo-address = la démo
demo-task = Les salutations doivent finir par un point d’exclamation : modifie greet.sh, supprime la ligne qui ne sert à rien et lance test.sh.
demo-welcome =
    { "*" }*Ceci est la démo** : un agent qui suit un script, le vrai programme, un dépôt git temporaire. Vos fichiers ne sont pas touchés et aucun modèle n’est interrogé.

    La tâche est dans l’éditeur. La ligne au-dessus dit sur quelle touche appuyer ensuite.
demo-welcome-in-lines = Ceci est la démo : un agent qui suit un script, le vrai programme, un dépôt git temporaire. Vos fichiers ne sont pas touchés et aucun modèle n’est interrogé. Envoyez la tâche ; ensuite « /review » liste les changements proposés, « take 1.1 » en accepte un, « refuse 1.1 » en rejette un. Répondez aux questions par numéro ou par mot ; « ? » explique. /quit quitte.
demo-agent-look = Je lis d’abord le script et ses vérifications.
demo-agent-edit = Rien n’utilise `old_style`, je le supprime. La salutation reçoit son point d’exclamation.
demo-agent-test = Maintenant les vérifications.
demo-agent-mend = Une espace s’est glissée avant le point. Je l’enlève et je vérifie à nouveau.
demo-agent-clean = Tout passe. Pour repartir de zéro, je jetterais maintenant tout ce qui n’est pas validé dans git.
demo-agent-end-cleaned = Vous avez autorisé `git reset --hard`, et il s’est exécuté : sur le disque, `greet.sh` est tel qu’il était validé. La revue a encore mes changements.
demo-agent-end-kept = `git reset --hard` ne s’est pas exécuté, rien n’est donc perdu. Les vérifications ont réussi avec mes changements de `greet.sh`.
demo-agent-end-unchanged = Vous avez refusé le changement de la salutation, je n’ai donc rien vérifié.
demo-agent-end-edit-failed = La salutation n’a pas pu être changée, pour la raison ci-dessus, je n’ai donc rien vérifié.
demo-agent-end-untested = Les vérifications n’ont pas tourné, je ne sais donc pas si `greet.sh` est correct.
demo-agent-end-failing = Les vérifications échouent encore ; leur sortie dit pourquoi. `greet.sh` n’est peut-être pas tel que je l’ai laissé : la revue le montre.
demo-agent-end-not-mended = L’espace avant le point est toujours là, car le changement qui l’enlève n’a pas été fait. Les vérifications échouent donc encore.
told-demo-is-script = un agent qui suit un script
coach-send = 1 sur 6  Entrée envoie la tâche ci-dessous.
coach-review = 2 sur 6  F7 montre les changements que l’agent propose ; F7 encore revient.
coach-run = 3 sur 6  F2, puis y : applique les changements et lance les vérifications.
coach-run-proposed = 3 sur 6  F2, puis y : vérifie le texte proposé. Le disque reste tel quel.
coach-run-again = 4 sur 6  Les vérifications ont échoué et l’agent a corrigé greet.sh. F2, puis y les relance.
coach-run-unmended = 4 sur 6  Les vérifications ont échoué et rien n’a été corrigé. F2, puis y les relance.
coach-refuse = 5 sur 6  Cette commande jetterait du travail. F2, puis n la refuse.
coach-refuse-early = 5 sur 6  Les vérifications ont réussi du premier coup : l’étape 4 est omise. Cette commande jetterait du travail. F2, puis n la refuse.
coach-apply = 6 sur 6  Rien n’est encore sur le disque. F7, puis A et y appliquent les changements.
coach-apply-in-review = 6 sur 6  Rien n’est encore sur le disque. A et y appliquent les changements.
coach-roll-back = 6 sur 6  Ctrl+X z, Entrée, puis y annule ce que l’agent a changé ; vos lignes restent.
coach-roll-back-early = 6 sur 6  L’exécution a fini plus tôt : une étape est omise. Ctrl+X z, Entrée, puis y annule ce que l’agent a changé.
coach-end = C’était la démo. Ctrl+X Ctrl+C la quitte.
coach-short-send = 1 sur 6  Entrée envoie la tâche.
coach-short-review = 2 sur 6  F7 montre les changements.
coach-short-run = 3 sur 6  F2, puis y : vérifier
coach-short-run-again = 4 sur 6  F2, puis y : relancer
coach-short-refuse = 5 sur 6  F2, puis n : refuser
coach-short-apply = 6 sur 6  F7, A, y : appliquer
coach-short-apply-in-review = 6 sur 6  A, y : appliquer
coach-short-roll-back = 6 sur 6  Ctrl+X z, Entrée, y : annuler
coach-short-end = Fin. Ctrl+X Ctrl+C quitte la démo.
onboarding-set = Clé d’API trouvée ({ $keys })
onboarding-not-set = Aucune clé d’API ({ $keys })
onboarding-key-file = { $provider } (dans le fichier)
onboarding-key-keyring = { $provider } (dans le trousseau)
demo-removed = Dossier de la démo supprimé : { $folder }
demo-not-removed = Le dossier de la démo, { $folder }, n’a pas pu être supprimé ({ $cause }). Supprimez-le, sinon une démo le fera dans un jour.
told-demo-over = la démo est terminée
told-demo-over-next = /quit la quitte ; démarrez agentichat dans votre dépôt pour travailler avec un modèle, /start en configure un
told-none-usable = Aucun modèle connecté : { $why }. **/start** en installe un.
start-config-fault = Un fichier avec une erreur est ignoré. Corrigez-le et redémarrez.
access-suggestion = **Un lecteur d’écran ?** `{ $variable }` est définie. `agentichat --plain` écrit des lignes au lieu de dessiner un écran, et demande par numéros. `interface: plain` dans votre config.yaml en fait le défaut, `interface: screen` garde cet écran.
told-answer-holds = votre réponse vaut jusqu’à la fin : { $why }
told-demo-folder = impossible de créer le dossier de la démo { $path } : { $why } ; régler TMPDIR sur un dossier qui a de la place
told-demo-git = la démo a besoin de git : `git { $word }` a échoué : { $why } ; installer git et réessayer
told-flag-rule = la règle '{ $rule }' est fausse : { $why }
told-folder-not-utf-eight = impossible de travailler dans { $path } : son chemin n’est pas en UTF-8, ses sessions ne peuvent donc pas être enregistrées ; renommez le dossier (� marque les octets qui ne sont pas en UTF-8), ou nommez-en un autre avec --cwd
told-git-not-installed = git n’est pas installé
told-no-working-folder = impossible de travailler dans { $path } : { $why } ; nommez un dossier existant avec --cwd
told-not-kept-as-draft = votre saisie non envoyée ne peut pas être gardée comme brouillon ({ $why }) ; perdu : { $counted }
told-path-not-utf-eight = son chemin n’est pas en UTF-8

## Écran : ligne d’état, titres, touches, souris, copies, notifications
facts-up-brings-back = . Up ramène votre message
facts-step = étape { $number }, { $model }
facts-trying-again = { $error } ; nouvel essai ({ $attempt } sur { $of })
status-checkpoint = point #{ $number }
status-to-review = { $open } à revoir
status-review = { $open } sur { $all } à revoir
status-review-short = { $open } à voir
status-attached-to = attaché à { $owner }
status-attached = attaché
status-in-memory = en mémoire seulement
status-memory = { $number } à retenir
status-memory-short = { $number } mém
status-waiting = en attente
status-waiting-short = att.
status-no-model = aucun modèle : Ctrl+X m
status-context = ctx { $about }{ $percent } %
status-usage = { $about }{ $input } entrée { $about }{ $output } sortie { $cost }
status-passthrough-ends = { $key } arrête
status-ended = { " " }terminée
status-error = { " " }erreur
chrome-more = { " " }autres
chrome-asks = { $name } demande
chrome-answers = { " " }{ $keys } répond{ " " }
chrome-waits = une question attend
chrome-opening = { " " }ouverture de la session…
chrome-stopped = { " " }le moteur s’est arrêté
chrome-stops = arrête
chrome-after-step = envoyer après l’étape
chrome-after-run = garder pour la fin
chrome-zoomed = agrandi{ " " }
chrome-send = envoyer
chrome-proposes-instruction = propose une ligne pour AGENTS.md
chrome-newline = nouvelle ligne
chrome-read-only = lecture seule
chrome-draft = brouillon
step-retrying = nouvel essai dans { $time }
step-reading = lecture de la demande
step-answering = réponse
step-rate = { $rate }/s
chrome-working-for = au travail { $time }
chrome-working = au travail
chrome-no-answer = sans réponse depuis { $time }
chrome-silent-model = Pas de réponse de { $model } depuis { $minutes } min ; il lit peut-être encore la demande.
chrome-silent-answer = Plus rien de { $model } depuis { $minutes } min.
chrome-silent-keys = { $stop } deux fois force l’arrêt, { $wait } attend
chrome-queued = { $count } en file, Up reprend
chrome-queued-behind = { $count } en file
frozen-with-draft = mêmes réglages, avec votre brouillon ; cet onglet reste
frozen-without-draft = mêmes réglages ; cet onglet reste
frozen-new-session = { " " }Nouvelle session ]
frozen-gone = la session s’est arrêtée
frozen-why = Session terminée par une erreur : { $why }
view-too-small = trop petit
view-needs = il faut { $least_width }x{ $least_height }, c’est { $width }x{ $height }
view-sessions-go-on = les sessions continuent ; Ctrl+C arrête
view-engine-stopped = le moteur s’est arrêté et n’enregistre plus rien : Ctrl+C quitte et affiche votre brouillon
stopped-log = le moteur s’est arrêté ; voir le journal
stopped-typed = Votre brouillon, enregistré nulle part :
overlay-found = { $found } sur { $total }   { $keys }
overlay-take = choisir
overlay-move = bouger
overlay-close = fermer
overlay-not-used = Non utilisé
overlay-yours = { $text } (à vous)
overlay-terminal = Terminal
overlay-help = Aide
overlay-keys-here = Touches ici : { $here }     touches transmises : { $reported ->
    [basic] de base
   *[other] { $reported }
 }
overlay-help-empty-draft = aide, si le brouillon est vide
overlay-help-vim = touches de vim dans le brouillon
overlay-help-typing = saisie, comme dans readline
overlay-help-closes = ? Esc ferme
overlay-scroll-long = { $place }   Up Down PageUp PageDown g G défile   { $closes }
overlay-scroll = { $place }   j k Espace g G défile   { $closes }
overlay-text-closes = Esc ferme
overlay-interrupted = INTERROMPU
overlay-proceed = Entrée continuer
sure-title = VRAIMENT ?
sure-keys = y oui   n non
overlay-then = puis :
overlay-more-keys = { $page }/{ $pages }  PageDown : encore { $more }
silent-problem = Problème
silent-screen-works = l’écran fonctionne, les autres sessions continuent
silent-keys = 1-{ $last } choisir  Entrée aller  Esc attendre
silent-title = Le moteur ne répond pas
silent-since = { "   " }depuis { $time } ; votre message attend
silent-last = dernier
silent-said = dit
silent-draft-kept = brouillon gardé
silent-checkpoint = point de reprise #{ $number } sur le disque
silent-queued = { $count } en file
silent-safe = sauf
silent-wait = attendre
silent-wait-what = encore { $seconds } s
silent-stop = arrêter ce tour
silent-stop-what = garde la réponse partielle
silent-kill = forcer l’arrêt
silent-kill-what = finit ses processus aussitôt
silent-report = enreg. rapport
silent-report-what = un fichier dans le dossier temporaire (clés retirées)
silent-leave = quitter
silent-leave-what = tout est gardé ; --continue reprend
indexed-files = index { $percent } %
indexed-vectors = vecteurs { $percent } %
indexed-vectors-rest = vecteurs { $percent } % en pause
indexed-vectors-wait = vecteurs en attente : /index
indexed-vectors-stopped = vecteurs arrêtés : /index
choose-palette = Palette de commandes
choose-palette-empty = aucun résultat
palette-page = Réglages : { $page }
palette-file = fichier
palette-count = { $found } sur { $total }  > commandes  @ fichiers  # sessions  : réglages
palette-run = choisir
palette-argument = argument
jump-title = Aller à un message
jump-none = Aucun message de vous n’est encore affiché : il n’y a nulle part où aller.
choose-mode = Mode
choose-mode-empty = aucun mode de ce nom
choose-model = Modèle
session-unnamed = nouvelle session
choose-effort = Effort de raisonnement
choose-effort-keys = Left/Right effort
choose-effort-reading = lecture des efforts de { $model }…
choose-effort-unknown = les efforts de { $model } ne sont pas connus ; son serveur refuse les autres
choose-column-size = taille
choose-column-window = fenêtre
choose-column-price = $/M entrée / sortie
choose-column-tools = outils
choose-column-pictures = images
choose-column-reasoning = raisonnement
choose-yes = oui
choose-no = non
choose-free = gratuit
choose-tools-text = en texte
choose-reasons-always = toujours
effort-meaning = { $effort ->
    [auto] la valeur par défaut du modèle
    [off] sans raisonner : les réponses les plus rapides
    [minimal] presque sans raisonner
    [low] raisonnement court, pour de petits changements
    [medium] un équilibre entre temps et profondeur
    [high] raisonnement long, pour les problèmes difficiles
    [xhigh] plus long que high, si le modèle le peut
   *[max] aussi long que le modèle le peut
 }
choose-as-told = selon leur réponse du { $told } ; { $asking }
choose-not-usable = { $name } n’est pas utilisable : { $reason }
choose-no-models = aucun fournisseur ne propose de modèle ; voir `agentichat doctor`
choose-in-history = votre texte est dans l’historique
dialogs-nothing-logged = cette session n’a pas changé ce fichier : rien à ramener en arrière
frozen-input-off = la saisie est fermée : la session s’est terminée par une erreur ; r renvoie le message, { "{" }send{ "}" } commence une autre session
gone-deleted = la session { $name } a été supprimée
gone-not-open = la session { $name } n’est plus ouverte ici
ladder-draft-cleared = brouillon vidé ; Up le ramène
ladder-again-to-leave = Ctrl+C encore une fois pour quitter ; tout est enregistré
ladder-again-to-leave-proposed = Ctrl+C encore une fois pour quitter ; { $hunks } à revoir, gardés
ladder-proposed-wait = { $hunks } à revoir, gardés ; { "{" }quit{ "}" } encore une fois quitte
ladder-again-to-leave-demo = Ctrl+C encore une fois pour quitter ; le dossier de la démo est supprimé
ladder-run-goes-on = une exécution est en cours ; { "{" }quit{ "}" } encore une fois l’arrête et quitte
ladder-all-stopped = tout est arrêté, passthrough désactivé
keys-stay = touches inchangées : { $text }
keys-read-again = votre table de touches a été relue
keys-more-faults = { $first } ({ $faults } de plus : /keys)
panes-nothing-waits = aucune question n’attend
panes-stray-answer = « { $letter } » est retiré du brouillon ; pressez la touche ici pour répondre
panes-nothing-to-zoom = un seul volet est montré : rien à agrandir
parts-no-other-file = aucun autre fichier changé de ce côté
parts-edit-sends = Entrée remplace l’ancien message, Esc le garde ; les fichiers ne changent pas
parts-message-stays = le message est inchangé ; Up ramène le texte modifié
choose-asking = les fournisseurs sont interrogés sur leurs modèles…
ladder-cancelling = annulation ; Ctrl+C encore une fois force l’arrêt
ladder-killing = arrêt forcé
ladder-again-stops = { "{" }leave_editor{ "}" } encore une fois arrête l’exécution
overlay-interrupted-text = Le programme s’est arrêté pendant que ces sessions travaillaient. Un appel a pu finir ou non ; aucun n’est relancé tout seul.
run-report-in = rapport enregistré dans { $path }
run-report-failed = impossible d’écrire le rapport : { $error } ; donner à TMPDIR un dossier avec de la place
run-theme-not-kept = thème non enregistré : { $why }
run-theme-not-kept-error = thème non enregistré : { $error } ; réessayer
project-versus-now = { $base } / maintenant
project-versus-proposed = { $base } et proposé
external-outside = { $path } est hors de l’espace de travail et n’est pas ouvert
mouse-is-the-terminals = le terminal sélectionne et copie à la souris ; { "{" }mouse_off{ "}" } rend la souris
mouse-is-the-screens = la souris agit de nouveau ici ; Shift+drag sélectionne dans le terminal
mouse-answers-nothing = un clic ne répond pas ; { "{" }focus_confirm_bar{ "}" } mène à la question
select-no-text = aucun texte à sélectionner ici : sélectionner dans le chat, le diff ou la revue
select-mode = mode sélection : se déplacer, commencer, copier ; la souris est au terminal entre-temps
select-in-draft = la sélection part d’ici : déplacez le curseur ; { "{" }interrupt{ "}" } copie, { "{" }leave_editor{ "}" } y met fin
select-other-key = le mode sélection ne se sert pas de cette touche ; la ligne du bas montre les siennes
select-empty-line = rien à copier sur cette ligne
select-no-file = sélectionnez des lignes d’un fichier, dans le diff ou la revue
attention-asks-about = une question attend : { $tool }
attention-asks = une question attend
attention-done = exécution terminée
attention-done-in-chat = exécution terminée ; le résultat est dans la conversation
attention-failed = exécution échouée
copying-terminals-own = { "   " }Shift+drag : sélection du terminal
copying-not-whole = il manque une partie de la sélection : parcourez-la d’abord, ou sélectionnez moins
copying-copied = { $letters } caractères copiés
copying-copied-lines = { $lines }, { $letters } caractères copiés
copying-nowhere = pas copié : le texte est trop long pour le presse-papiers du terminal ; installer wl-clipboard ou xclip, ou copier moins
copying-went-to = { $said } vers { $ways }{ $more }
ladder-question-waits = une question attend ; { "{" }quit{ "}" } encore une fois quitte, le prochain démarrage la repose
paste-cut = collage coupé à 8 Mio : mettez le texte dans un fichier et nommez-le avec @
keyname-enter = Entrée
keyname-space = Espace
keyname-backspace = Retour arrière

## Aides : ce que fait une touche, en un mot ou deux
hint-proceed = continuer
hint-go = aller
hint-next = suivant
hint-previous = précédent
hint-wait = attendre
hint-new-session = nouvelle session
hint-panes = volets
hint-review = revue
hint-sessions = sessions
hint-palette = palette
hint-down = bas
hint-up = haut
hint-close = fermer
hint-open = ouvrir
hint-diff = diff
hint-mention = mentionner
hint-changed-only = changés seuls
hint-filter = filtrer
hint-next-pane = volet suivant
hint-editor = éditeur
hint-all-keys = touches
hint-expand = déplier
hint-copy = copier
hint-search = chercher
hint-next-hunk = bloc suivant
hint-next-file = fichier suivant
hint-wrap = replier
hint-whole-lines = lignes entières
hint-pin = épingler
hint-hunk = bloc
hint-file = fichier
hint-toggle = basculer
hint-accept-next = accepter+suiv.
hint-reject-next = refuser+suiv.
hint-apply = appliquer
hint-apply-all = tout appliquer
hint-back = retour
hint-discard = abandonner
hint-normal-mode = mode normal
hint-undo = défaire
hint-clear = effacer
hint-lines = lignes
hint-split = diviser
hint-edit = éditer
hint-comment = commenter
hint-fold = déplier
hint-send-comments = envoyer
hint-tab = non validé
hint-tab-to-session = de l’agent
hint-all = tout
hint-layout = disposition
hint-preview = aperçu
hint-compare = comparer
hint-roll-back = revenir
hint-roll-back-now = ramener en arrière et écrire
hint-earlier-run = exécution d’avant
hint-later-run = exécution d’après
hint-name = nommer
hint-add = ajouter
hint-complete = terminer
hint-start-or-complete = commencer / terminer
hint-stop = arrêter
hint-read = lire
hint-tell = dire
hint-take-back = reprendre
hint-description = description
hint-waits-for = attend
hint-priority-up = plus prioritaire
hint-priority-down = moins
hint-rename = renommer
hint-end = finir
hint-new = nouveau
hint-look-for-something-else = autre recherche
hint-external = $EDITOR
hint-save = enregistrer
hint-switch = aller
hint-workspaces = espaces
hint-settings = réglages
hint-archive = archiver
hint-delete = supprimer
hint-difference = différence
hint-next-step = étape suivante
hint-leave = quitter
hint-start = début
hint-word = mot
hint-line-start = début de ligne
hint-line-end = fin de ligne
hint-approve = approuver
hint-reject = refuser
hint-all-of-it = tout voir
hint-explain = expliquer
hint-question-before = question précédente
hint-with-network = avec le réseau
hint-never = jamais
hint-later = plus tard
hint-take = choisir
hint-answer = répondre
hint-zoom = zoom
hint-unzoom = tous les volets
hint-passthrough = passthrough
hint-mode = mode
hint-leader = préfixe
hint-off = arrête
hint-turn-on = activer
hint-leave-off = laisser inactif
hint-did-not-come = pas arrivée
hint-stops-all = arrête tout
hint-move = aller
hint-keep = garder
hint-refuse = refuser
hint-whole = en entier
hint-which = lesquels
hint-forget = oublier
hint-new-line = nouvelle ligne
hint-scroll = défiler
hint-run = exécuter
hint-skip = passer
hint-yes = oui
hint-no = non
hint-unbound = { $action } (sans touche)
hint-no-session = pas encore de session ; { "{" }new_session{ "}" } en commence une
hint-undo-all = tout défaire : { $key }
hint-help = aide (brouillon vide)

## Mots de plusieurs parties : nombres, tailles, états
status-word = { $status ->
    [idle] au repos
    [running] en cours
    [waiting] attend
    [awaiting_review] à revoir
    [error] erreur
    [interrupted] interrompue
    [archived] archivée
   *[other] { $status }
 }
count-call = { $count ->
    [one] { $number } appel
   *[other] { $number } appels
 }
count-change = { $count ->
    [one] { $number } changement
   *[other] { $number } changements
 }
count-changed-file = { $count ->
    [one] { $number } fichier changé
   *[other] { $number } fichiers changés
 }
count-command = { $count ->
    [one] { $number } commande
   *[other] { $number } commandes
 }
count-comment = { $count ->
    [one] { $number } commentaire
   *[other] { $number } commentaires
 }
count-conflict = { $count ->
    [one] { $number } conflit
   *[other] { $number } conflits
 }
count-fault = { $count ->
    [one] { $number } faute
   *[other] { $number } fautes
 }
count-file = { $count ->
    [one] { $number } fichier
   *[other] { $number } fichiers
 }
count-hit = { $count ->
    [one] { $number } résultat
   *[other] { $number } résultats
 }
count-hunk = { $count ->
    [one] { $number } bloc
   *[other] { $number } blocs
 }
count-task = { $count ->
    [one] { $number } tâche
   *[other] { $number } tâches
}
count-line = { $count ->
    [one] { $number } ligne
   *[other] { $number } lignes
 }
count-message = { $count ->
    [one] { $number } message
   *[other] { $number } messages
 }
count-model = { $count ->
    [one] { $number } modèle
   *[other] { $number } modèles
 }
count-more-file = { $count ->
    [one] { $number } fichier de plus
   *[other] { $number } fichiers de plus
 }
count-other-decision = { $count ->
    [one] { $number } autre décision
   *[other] { $number } autres décisions
 }
count-proposed-change = { $count ->
    [one] { $number } changement proposé
   *[other] { $number } changements proposés
 }
count-place = { $count ->
    [one] { $number } endroit
   *[other] { $number } endroits
 }
count-token = { $count ->
    [one] { $number } token
   *[other] { $number } tokens
 }
count-word = { $count ->
    [one] { $number } mot
   *[other] { $number } mots
 }
count-write = { $count ->
    [one] { $number } écriture
   *[other] { $number } écritures
 }
size-kilobytes = { $size } Ko
size-megabytes = { $size } Mo
size-seconds = { $seconds } s
size-gigabytes = { $size } Go
size-kibibytes = { $size } Kio
size-mebibytes = { $size } Mio
size-gibibytes = { $size } Gio
count-day = { $count ->
    [one] { $number } jour
   *[other] { $number } jours
 }
count-list = { $count ->
    [one] { $number } liste
   *[other] { $number } listes
 }
count-count = { $count ->
    [one] { $number } compte
   *[other] { $number } comptes
 }
count-old-message = { $count ->
    [one] { $number } ancien message
   *[other] { $number } anciens messages
 }
count-old-result = { $count ->
    [one] { $number } ancien résultat
   *[other] { $number } anciens résultats
 }
count-part = { $count ->
    [one] { $number } partie
   *[other] { $number } parties
 }
count-order = { $count ->
    [one] { $number } ordre
   *[other] { $number } ordres
 }
count-second = { $count ->
    [one] { $number } seconde
   *[other] { $number } secondes
 }
count-option = { $count ->
    [one] { $number } option
   *[other] { $number } options
 }
count-byte = { $count ->
    [one] { $number } octet
   *[other] { $number } octets
 }
count-tool-call = { $count ->
    [one] { $number } appel d’outil
   *[other] { $number } appels d’outils
 }
count-item = { $count ->
    [one] { $number } élément
   *[other] { $number } éléments
 }
count-tool = { $count ->
    [one] { $number } outil
   *[other] { $number } outils
 }
count-picture = { $count ->
    [one] { $number } image
   *[other] { $number } images
 }
count-verdict = { $count ->
    [one] { $number } décision
   *[other] { $number } décisions
 }
count-checkpoint = { $count ->
    [one] { $number } point de reprise
   *[other] { $number } points de reprise
 }
count-entry = { $count ->
    [one] { $number } entrée
   *[other] { $number } entrées
 }
count-choice = { $count ->
    [one] { $number } choix
   *[other] { $number } choix
 }
count-row = { $count ->
    [one] { $number } ligne
   *[other] { $number } lignes
 }

## Éditeur : le brouillon, la complétion, les images, l’éditeur externe
popup-file-ends = fin du fichier
popup-to-the-end = jusqu’à la fin
composer-paste = [collage { $made } : { $lines }]
composer-history-search = recherche dans l’historique :{ " " }
composer-history-keys = { "   " }Ctrl+R plus ancien  Ctrl+S plus récent  Entrée prendre  Esc retour
vim-help-head = vim : mode normal, avant les touches ci-dessus
vim-insert = saisir : au curseur, à un bout de la ligne, sur une nouvelle ligne
vim-select = sélectionner lettres ou lignes ; reprendre la sélection
vim-move = lettre, ligne, mot
vim-move-far = ligne, texte, paragraphe, parenthèse
vim-find = jusqu’à une lettre de la ligne, et encore
vim-operate = supprimer, changer, copier : puis un mouvement ou un objet ; deux fois pour la ligne
vim-shift = indenter, minuscules, capitales : de même
vim-objects = après un opérateur : mot, guillemets, parenthèses, paragraphe
vim-short = couper et changer au curseur ; Y copie la ligne
vim-replace = remplacer une lettre, inverser sa casse, joindre des lignes
vim-put = insérer le texte coupé ; registres
vim-clipboard = copier dans le presse-papiers, insérer son texte
vim-undo = annuler, refaire
vim-repeat = répéter le dernier changement
vim-send = envoyer, comme Entrée
vim-quit = quitter, après confirmation si un travail est en cours
vim-search = chercher dans les messages envoyés
vim-scroll = faire défiler la conversation
vim-unknown = Commande inconnue : { $name }. « :w » envoie, « :q » quitte.
vim-on = Touches de vim actives jusqu’à la sortie : Esc passe en mode normal. Pour les garder, réglez editor.keys dans /settings theme.
vim-off = Touches de vim inactives jusqu’à la sortie. Pour le garder ainsi, réglez editor.keys dans /settings theme.
vim-typed-command = { $command } a été tapé en mode insertion et n’est pas envoyé : d’abord Esc, puis tapez-le.
vim-hint-type = saisir
editor-reading-picture = [lecture de l’image { $number } …]
editor-reading-clipboard = [lecture du presse-papiers { $number } …]
editor-picture-pending = collage en cours de lecture ; puis Entrée envoie
editor-tokens = { $tokens } tokens
editor-changed-here = changé dans cette session
editor-mentioned = mentionné
editor-new-to-git = nouveau pour git
editor-in-git = { $letter } dans git
note-reading = lecture…
note-kept = enregistrée
note-not-kept = pas encore enregistrée
note-title = Note  de cet espace de travail
note-keys = { "  " }Esc fermer  Ctrl+S enregistrer
external-cannot-start = impossible de démarrer `{ $program }` : { $cause } ; mettre dans EDITOR un éditeur installé
external-cannot-hand-over = impossible de donner le texte à l’éditeur : { $why } ; libérer de la place dans le dossier temporaire
external-open-quote = guillemet non fermé dans `{ $editor }` ; le fermer dans VISUAL ou EDITOR
external-failed = l’éditeur s’est terminé par une erreur ; votre texte est dans { $path }
external-cannot-read-back = impossible de relire { $path } après l’éditeur : { $why } ; le fichier reste là : l’enregistrer en texte UTF-8
editor-key-pasted = le collage contient une clé d’API. Aucun historique ne la garde, mais l’envoyer la montre au modèle : /settings la garde cachée
told-range-form = { $word } n’est pas une plage de lignes, comme 10-40
told-range-order = { $word } n’est pas une plage de lignes : la première d’abord, comme { $rest }
told-range-one = { $word } n’est pas une plage de lignes : elles commencent à 1

## Chat : messages, appels et leurs résultats à l’écran
chat-call-sides = avant / après l’appel
chat-call-no-file = cet appel n’a changé aucun fichier
chat-not-found = introuvable
chat-below-more = { " " }↓ suite{ " " }
chat-below-new = { " " }↓ { $count } nouveaux{ " " }
chat-beginning = Nouvelle session. Décrivez la tâche, puis Entrée, par exemple :
beginning-short = Nouvelle session. Décrivez la tâche, puis Entrée.
beginning-folder = dossier
beginning-model = modèle
beginning-reads = lit
beginning-no-model = Aucun modèle connecté : /start en configure un
beginning-no-instructions = pas encore d’AGENTS.md : /init en écrit un
beginning-keys = / commandes   @ fichiers   ? toutes les touches
beginning-start-project = Créer un petit serveur web avec un contrôle de santé et un test
beginning-start-page = Faire un site d’une page sur un sujet à moi
beginning-start-plan = Aide-moi à planifier un nouveau projet, étape par étape
beginning-fix-tests = Lancer les tests et corriger ce qui échoue
beginning-explain-code = Expliquer comment ce projet est construit, avec les fichiers principaux
beginning-add-test = Trouver une fonction sans test et en ajouter un
beginning-review-changes = Relire mes changements non validés
beginning-explain-files = Expliquer ce que contient ce dossier
beginning-find-outdated = Trouver ce qui est périmé ou faux dans les textes
beginning-write-summary = Écrire un README qui résume tout
chat-you = vous
chat-told-agent = vos décisions ont été envoyées à l’agent
chat-preview-below = +{ $lines } · Espace
chat-preview-above = … { $lines } au-dessus · Espace
chat-lookups-read = { $count ->
    [one] 1 fichier lu
   *[other] { $count } fichiers lus
}
chat-lookups-searched = { $count ->
    [one] 1 motif cherché
   *[other] { $count } motifs cherchés
}
chat-lookups-listed = { $count ->
    [one] 1 dossier listé
   *[other] { $count } dossiers listés
}
chat-exit = code { $code }
chat-allowed-by-you = autorisé par vous { $time }
chat-always-by-you = toujours autorisé par vous { $time }
chat-decided-by-you = { $answer }, par vous { $time }
chat-space-open = Espace ouvre
chat-state-wait = attend
chat-state-run = en cours
chat-state-lost = PERDU
chat-state-ok = ok
chat-size-proposed = { $size } proposé
chat-size-some-proposed = { $size }, dont { $hunks } proposé
chat-hunks-of = { $count } sur { $all }
chat-you-rejected = vous l’avez refusé
chat-you-rejected-why = vous : { $reason }
chat-fate-some-applied = { $count } sur { $all } : appliqué
chat-fate-some-edited = { $count } sur { $all } : modifié par vous
chat-fate-some-refused = { $count } sur { $all } : refusé
chat-fate-some-taken-back = { $count } sur { $all } : annulé
chat-fate-on-disk = sur le disque jusqu’à ce que vous appliquiez
chat-fate-of-command = { $summary } ; ses changements : { $fate }
chat-state-no = refusé
chat-state-stop = arrêté
chat-state-fail = ÉCHEC
chat-tool-read = lire
chat-tool-write = écrire
chat-tool-edit = modifier
chat-tool-delete = suppr.
chat-tool-list = liste
chat-tool-grep = grep
chat-tool-search = chercher
chat-tool-shell = shell
chat-tool-ask = demander
chat-tool-task = tâche
chat-tool-plan = plan
chat-tool-memory = mémoire
chat-title = Chat
chat-title-turn = Chat  tour { $turn }
chat-asked = demandé{ $gap }{ $tool } : { $question }
chat-answered = { $answer }, par { $by }  { $time }
chat-label-note = note{ "  " }
chat-label-warn = AVIS{ "  " }
chat-label-error = ERREUR{ " " }
chat-retry = { $attempt } sur { $of } après { $seconds } s : { $why }
chat-label-retry = essai{ " " }
chat-wait-proposed = { $count ->
    [one] 1 changement proposé à revoir : F7
   *[other] { $count } changements proposés à revoir : F7
}
chat-wait-applied = { $count ->
    [one] 1 changement appliqué à revoir : F7
   *[other] { $count } changements appliqués à revoir : F7
}
chat-wait-some = changements à revoir : { $count } proposés, { $applied } appliqués : F7
chat-way-send-again = renvoyer
chat-way-enter-key = saisir une clé
chat-label-after-step = remis après cette étape :
chat-label-after-run = en file pour la fin :
chat-space-close = Espace ferme
chat-thinking = réflexion … { $words }
chat-end-done = terminé
chat-nothing-changed = rien de changé
chat-end-stopped = arrêté
chat-end-failed = ÉCHOUÉ
chat-end-interrupted = INTERROMPU
chat-end-unknown = le programme s’est arrêté pendant { $calls } ; issue inconnue
chat-hunks-accepted = { $count ->
    [one] { $count } accepté
   *[other] { $count } acceptés
 }
chat-hunks-refused = { $count ->
    [one] { $count } refusé
   *[other] { $count } refusés
 }
chat-hunks-taken-back = { $count ->
    [one] { $count } ramené en arrière
   *[other] { $count } ramenés en arrière
 }
chat-hunks-open = { $count ->
    [one] { $count } de nouveau à décider
   *[other] { $count } de nouveau à décider
 }
chat-hunks-edited = { $count ->
    [one] { $count } modifié par vous
   *[other] { $count } modifiés par vous
 }
chat-calls-refused = { $count ->
    [one] { $count } refusé
   *[other] { $count } refusés
 }
chat-calls-failed = { $count ->
    [one] { $count } échoué
   *[other] { $count } échoués
 }
chat-refused-unasked = { $count } refusés sans question
chat-answer-yes = oui
chat-answer-always = oui, toujours
chat-answer-edited = oui, modifié
chat-answer-some = oui, { $what }
chat-answer-no = non
chat-answer-no-why = non : { $why }
chat-answer-chose = choix : { $what }
chat-answer-on-disk = oui, sans appliquer
chat-answer-network = oui, avec le réseau
chat-answer-never = non, et jamais dans cette session
chat-answer-skipped = passé
chat-answer-back = retour
chat-by-key = touche
chat-by-rule = règle
chat-by-mode = mode
chat-by-time-out = délai dépassé
chat-by-cancelling = annulation
chat-by-nobody = personne
chat-allowed-by = permis par
chat-ran-in = exécutée dans
chat-command-cancelled = Annulée. Tous ses processus sont arrêtés.
chat-detail-more = ⋯ { $count } lignes de plus : d montre le diff
chat-nothing-more = aucun détail
chat-arguments-raw = arguments, pas du JSON
chat-arguments = arguments
chat-lines-hidden = ⋯ { $lines } non montrées
chat-interrupted-here = interrompu ici
chat-told-verdicts = Envoyé à l’agent : { $what }
told-interrupted = Cette session a été interrompue : son programme s’est arrêté pendant une exécution. Tout ce qui précède est là ; rien n’a été relancé.

told-interrupted-calls = Cette session a été interrompue : son programme s’est arrêté pendant une exécution. L’issue de { $counted } est inconnue ; rien n’a été relancé. Vérifiez les fichiers avant de continuer.

## Questions : la barre de confirmation et ce qu’elle demande
bar-wrong-word = pas « { $word } » : rien n’a été approuvé
bar-nothing-to-run = plus rien à exécuter
bar-nothing-typed = rien n’est saisi
bar-auto-nothing = rien n’a été exécuté sans question
bar-auto-ran = { $all } sans question : { $writes }, { $commands }
bar-auto-since = { " " }depuis { $since }
bar-auto-short = AUTO  { $counts }
bar-auto-on = AUTO  passthrough actif{ $since }
bar-auto-held = { "  " }{ $count } avec question quand même : { $what }
bar-wants-answer = cette question veut une réponse : Entrée la donne, s passe
bar-nothing-chosen = rien n’est choisi : Espace choisit, n refuse tout
bar-focus-then-yes = F2, puis y
bar-wants-answer-or-skip = cette question veut une réponse : s passe
bar-no-skip = impossible de passer : n refuse, Esc remet à plus tard
bar-always-not-for-asked = pas de « toujours » ici : chaque mode le demande
bar-always-not-here = pas de « toujours » ici
bar-network-not-here = le réseau n’est pas proposé ici
bar-never-not-here = pas de « jamais » ici
bar-network-not-high = risque élevé : exécutez-la d’abord sans réseau, puis la question vient
bar-network-as-shown = avec le réseau seulement telle que montrée : sans votre modification, changements appliqués
bar-always-not-for-edited = pas de « toujours » pour ce que vous avez modifié
bar-always-not-all-shown = une partie du texte n’a pas été montrée : d, puis a
bar-nothing-to-edit = rien à modifier ici
bar-focus-then-enter = F2, puis Entrée
bar-too-early = touche trop tôt : la presser de nouveau
bar-was-covered = la question était cachée : la lire, puis presser de nouveau la touche
bar-edit-not-taken = la proposition a changé : votre modification n’a pas servi
bar-more-rows = { "   " }… { $hidden } lignes de plus : j/k, ou d
bar-left-out = { "   " }… { $hidden } lignes cachées : d en entier, puis y
bar-not-all-seen = des lignes sont cachées : d, lire jusqu’au bout, puis y compte
bar-bytes-left-out = { $bytes } cachés
exact-blank-lines = { $lines } lignes vides
exact-blanks = { $blanks } blancs
bar-no-paste = saisir le mot : un collage ne compte pas
bar-answer-empty = rien n’est saisi : donner une réponse
bar-answer-number = pas un nombre : saisir des chiffres, comme 12 ou -3.5
bar-answer-path = pas de chemin : en saisir un dans l’espace de travail
bar-answer-outside = hors de l’espace de travail : saisir un chemin relatif à sa racine
bar-answer-pattern = ne correspond pas au motif { $pattern }
bar-proposed-first = { $hunks ->
    [one] y l’applique et exécute la commande. Vous pouvez encore le refuser après.
   *[other] y les applique et exécute la commande. Vous pouvez encore les refuser après.
 }
bar-proposed-unwritten = Impossible de les appliquer, la commande n’a donc pas été exécutée : { $why }. F7 ouvre la revue ; Espace exécute sans appliquer.
bar-proposed-without = y exécute la commande et n’applique rien.
bar-proposed = Pas encore sur le disque : { $changes } dans { $files } ({ $paths }).
bar-proposal-other = nouvelle proposition
bar-changed-meanwhile = { " " }{ $path } a changé : { $why }
bar-proposal-now = { " " }Proposition actuelle : { $size }, { $hunks }. Rien n’a été appliqué.
bar-new-file = nouveau fichier
bar-is-deleted = est supprimé
bar-as-edited = { "   " }tel que vous l’avez modifié
bar-typed-by-you = saisi par vous
bar-asked-by = demandé par { $who }
bar-place = { " " }dossier { $cwd }{ $gap }{ $sandbox }{ $gap }{ $by }
# Where a command runs.
sandbox-place = { $world }, { $network }
sandbox-off = sans bac à sable
status-sandbox = bac à sable { $word }
sandbox-disk = bac à sable sur le disque
sandbox-read-only = bac à sable en lecture seule
sandbox-proposed = bac à sable avec les propositions
sandbox-network-off = sans réseau
sandbox-network-on = avec le réseau
sandbox-network-hosts = réseau : seulement { $places }
sandbox-network-offered = sans réseau ; sur demande { $places }
bar-why-risk = { " " }pourquoi le risque est { $risk ->
     [high] élevé
     [medium] moyen
    *[other] faible
    } :
bar-why-part = { $part } : { $why }
asked-by-mode = Aucune règle ne le prévoit, et ce mode demande avant une commande qui peut changer quelque chose.
asked-for-risk = Chaque mode demande un risque élevé, chaque fois.
bar-help-leave = { " " }y { $yes }   n refuser   c refuser, avec raison   Esc plus tard   Ctrl+C annule l’exécution
bar-help-answer = { " " }Entrée répond   s passe   Esc plus tard   Ctrl+C annule l’exécution
bar-help-reach = { " " }a durée du oui   d, r tout voir   e modifier d’abord   x pourquoi le risque
bar-help-buttons = { " " }Tab bouton suivant   Entrée l’active, après F2   j k défile, 1-9 choisit
bar-help-space = coche, ou suspend le minuteur
bar-help-marks = { " " }Espace { $space }   ? ferme ceci
bar-help-marks-others = { " " }Espace { $space }   [ ] autres questions   ? ferme ceci
bar-why-not = { " " }pourquoi non >{ " " }
bar-diff-below-one = { "      " }+1 ligne : d
bar-diff-below = { "      " }+{ $below } lignes : d
bar-diff-above = { "      " }{ $above } lignes au-dessus : k
bar-diff-both = { "      " }{ $above } lignes au-dessus, +{ $below } : j k d
bar-y-writes-saved = { " " }y écrit vos { $lines }, pas la proposition ; e les modifie encore
bar-armed = { "         " }(prêt dans { $seconds } s)
bar-armed-short = { " " }dans { $seconds } s
bar-waits-answer = { " " }F2, puis  Entrée répondre  s passer
bar-waits-always = { "  " }a toujours
bar-details-diff-long = diff entier
bar-details-diff = diff
bar-details-text-long = texte entier
bar-details-text = tout
bar-waits-keys = { " " }F2, puis :  y { $yes }  n refuser  d { $details }{ $always }
bar-waits-typing = { " " }en pause pendant la saisie : F2 pour répondre
bar-waits-for-you = { " " }attend votre réponse.
bar-yes-word = saisir « { $word } » pour approuver
bar-yes = approuver
bar-after-focus = F2, puis { $enter }
bar-choose-keys = j/k ou 1-{ $last } choisir
bar-enter-take = Entrée choisir
bar-button-no = n refuser
bar-esc-back = Esc retour
bar-timer-stands = { " " }minuteur suspendu. Espace le relance.
bar-timer-then = { " " }ensuite : non, et l’exécution continue. Toute touche suspend.
bar-empty-skips = vide = passer
bar-readline = { "   " }touches readline actives
bar-enter-answer = Entrée répondre
bar-esc-later = Esc plus tard
bar-tab-skip = Tab s passer
bar-enter-reject = Entrée refuser avec cette raison
bar-new-line = Ctrl+J nouvelle ligne
bar-enter-approve = Entrée approuver
bar-no-paste-tail = { "   " }un collage ne compte pas
bar-enter-run = Entrée exécuter ceci
bar-passthrough-on = PASSTHROUGH actif ? { $session } seulement
bar-passthrough-stay = n rester en { $mode }
bar-passthrough-turn-on = y activer
bar-passthrough-steps = { "   " }chaque étape = point de reprise
bar-passthrough-reach = { " " }auto : lectures, modifications et commandes dans { $root }, risque faible ou moyen
bar-passthrough-asks = { "        " }demande toujours : risque élevé, hors de l’espace de travail, git push, suppression récursive
bar-passthrough-first = première fois
bar-passthrough-off = { " " }désactiver : F9, ou F12 qui arrête tout
bar-place-of = { " " }{ $place } sur { $count }
bar-title-write = CONFIRMER{ $of }  écriture
bar-title-shell = CONFIRMER{ $of }  commande
bar-title-delete = CONFIRMER{ $of }  supprimer { $files }
bar-title-idle = QUESTION{ $of }  inactif { $time }
bar-title-yes-no = QUESTION{ $of }  oui ou non
bar-title-text = QUESTION{ $of }  texte
bar-title-step = , étape { $number } sur { $of }
bar-title-one = QUESTION{ $of }  un choix
bar-title-several = QUESTION{ $of }  plusieurs choix
bar-title-changed = { "  " }A CHANGÉ depuis
bar-timer-left-stands = minuteur suspendu à { $left }
bar-timer-left = refus dans { $left }
bar-risk-high = RISQUE ÉLEVÉ
bar-by = par { $who }
bar-risk-medium = risque moyen
bar-risk-low = risque faible
bar-delete-checkpoint = { " " }un point de reprise est créé d’abord        { $chosen } sur { $total }, { $size }
bar-file-unit = fich.
bar-files-unit = fich.
bar-other-answer = autre : saisir une réponse
bar-how-far = { " " }Permettre pour combien de temps ?
bar-bytes = { $bytes } octets
bar-details-preview = aperçu
bar-details-all = tout voir
bar-button-skip = s passer
bar-button-back = b retour
bar-button-full-diff = d diff entier
bar-button-yes = y approuver
bar-button-marks = Espace coche
bar-button-timer-on = Espace relancer
bar-button-timer-off = Espace suspendre
bar-button-no-now = n refuser
bar-button-later-stops = Esc plus tard : suspend le minuteur
bar-button-yes-once = y approuver une fois
bar-no-always-long = { "      " }pas de « toujours » : risque élevé
bar-no-always = { "  " }sans toujours
bar-button-always-long = a toujours...
bar-button-always = a toujours
bar-tail-long = { "   " }Esc plus tard
bar-tail-others = { "   " }Esc plus tard  [ ] autres questions
bar-tail = { " " }Esc après
bar-button-diff = d diff
bar-button-edit = e éditer
bar-button-comment-long = c refuser+raison
bar-button-comment = c raison
bar-button-apply-run-long = y appliquer et exécuter
bar-button-apply-run = y appl.+exéc.
bar-button-run-disk-long = y exécuter sans appliquer
bar-button-run-disk = y exéc. sans appl.
bar-switch-on = appliquer d’abord : oui
bar-switch-off = appliquer d’abord : non
bar-button-switch = Espace { $switch }
bar-button-edit-command = e éditer la commande
bar-button-explain = x risque
bar-button-network = w réseau
bar-button-network-long = w oui, avec le réseau
bar-button-never = v jamais
bar-button-never-long = v jamais dans cette session
bar-button-full-text = d texte entier
bar-button-full = d tout
bar-button-toggle = Espace basculer
bar-button-preview = d aperçu
bar-button-move = j/k aller
unasked-delete-files = supprimer { $count } fichiers
proposal-sides = avant / proposé
whole-proposed = proposé, pas sur le disque : { $path }
whole-place = s’exécute dans { $cwd }, { $sandbox }
whole-touches = touche { $path }
whole-more-files = { "    " }… { $counted } de plus
whole-delete = { $path }  { $files } fichiers  { $note }
whole-risk = risque { $risk ->
     [high] élevé
     [medium] moyen
    *[other] faible
    }
whole-too-long = (reste trop long à montrer)
whole-yes-applies = le oui applique d’abord :
whole-this-session = cette session
whole-proposal-changed = la proposition a changé ; e modifie la nouvelle
whole-nothing-edited = aucun changement dans l’éditeur : la proposition reste
told-git-not = PAS dans git
summary-write = écrire { $path } +{ $added } -{ $removed }
summary-deletes = supprimer { $number } chemins
summary-delete = supprimer { $path }

## Fichiers : l’arborescence, le volet des différences, les résultats
compared-comparing = { $sides } : comparaison…
compared-nothing = { $sides } : aucune différence
compared-file-of = fichier { $number } sur { $count }
compared-left-out = laissé de côté : { $path } : { $why }
tree-all-again = tous les fichiers affichés
tree-no-other = aucun autre
tree-filter-foot = { " " }{ $words }   Esc montre tous les fichiers
tree-changed-foot = { " " }seulement { $count }   a montre tous les fichiers
tree-legend-proposed = p   pas sur le disque
tree-filtered = Fichiers  { $words }
tree-only = Fichiers  { $count } changés seulement
tree-files = Fichiers
tree-changed = Fichiers     changés { $count }
tree-looking = recherche…
tree-and-changed = , changés
tree-fitting = { $shown } sur { $total }{ $only }
tree-row-looking = { " " }recherche…
tree-no-changed-fits = { " " }aucun fichier changé ne correspond
tree-none-fits = { " " }aucun résultat
tree-nothing-changed = { " " }rien n’a changé
tree-none = { " " }aucun fichier
tree-loading = { " " }lecture …
diff-pinned = Le panneau des différences reste ouvert ; {"{"}toggle_diff{"}"} le masque.
diff-hidden = Le panneau des différences est masqué ; {"{"}toggle_diff{"}"} l’ouvre.
diff-with-changes = Le panneau des différences s’ouvre avec les changements.
diff-line-of = { "   " }ligne { $line } sur { $total }
diff-file = Fichier  { $path }{ $facts }
diff-proposal = actuel / proposé
diff-title = Diff
diff-hunk-of = bloc { $hunk } sur { $all }
diff-title-of = Diff  { $path }   { $facts }
diff-none = Les changements s’affichent ici.
diff-without-space = sans les blancs
diff-white-space-ignored = les différences de blancs ne sont pas montrées
diff-one-column = deux colonnes demandent un volet plus large et une différence
finder-type-text = saisir un texte à chercher ; Esc annule
finder-not-pinned = pas épinglé : l’épinglé se lit sur le disque, et ceci n’est que proposé ; F7 l’applique
finder-pinned-already = déjà épinglé ; /exclude le retire
finder-title = Recherche
finder-searching = recherche…
finder-nothing = aucun résultat dans les fichiers
finder-first-places = les { $count } premiers endroits
finder-best-first = , les meilleurs d’abord
finder-best-first-meaning = , les meilleurs d’abord, par mots et sens
finder-by-path = , triés par chemin
finder-again = , nouvelle recherche…
finder-yet = { " " }pour l’instant
finder-partial = { $yet } : index construit à { $percent } % ({ $done } fichiers sur { $total }), il peut y en avoir d’autres
finder-partial-unknown = { $yet } : index en construction, il peut y en avoir d’autres
finder-as-written = { " " }(à la lettre : pas d’index pour les classer)
finder-index-failed =  ; l’index s’est arrêté : { $why }
finder-something-else =  ; / autre recherche
finder-proposed = { "  " }proposé
finder-pinned = { "  " }épinglé
finder-line = { "  " }ligne { $line } sur { $total }
finder-reading = lecture du fichier…
widget-new-file = nouveau fichier
widget-deleted = supprimé
widget-fold-one = { " " }⋯ 1 ligne sans changement
widget-fold = { " " }⋯ { $count } lignes sans changement
widget-more-one = { " " }⋯ 1 ligne de plus
widget-more = { " " }⋯ { $count } lignes de plus
widget-no-more = { " " }⋯ fin des changements
widget-none = { " " }aucune différence

## Revue : blocs, décisions, application, commentaires
overlay-place = { $first }-{ $last } sur { $all }
review-answered = question répondue
review-title = Revue
review-last-one = c’est le dernier
review-first-one = c’est le premier
review-all-decided = tout est décidé : w montre ce qui sera écrit
review-all-marked = tout est marqué : y donne la réponse
review-no-fold = aucun repli sous le curseur
review-white-space-ignored = les différences de blancs ne sont pas montrées ; les marques ne changent pas
review-white-space-counts = les blancs comptent de nouveau
review-one-column = une seule colonne ici ; = change la disposition
review-only-column = seule colonne affichée
review-conflict-keys = m mien  t agent  b les deux  o base  e éditer
review-result-of = Résultat du bloc { $number }
review-result-sign = { $sign } = ligne de { $who }
review-result-more = … { $above ->
    [0] { "" }
    [one] { $above } ligne avant
   *[other] { $above } lignes avant
}{ $between }{ $below ->
    [0] { "" }
    [one] { $below } ligne de plus
   *[other] { $below } lignes de plus
}   j k y mènent
review-result-if = Résultat si vous acceptez le bloc { $number }
review-hunk-number = bloc { $number }
review-about = { $head } : { $about }
review-hunk-goes-on = , { $count ->
    [one] encore 1 ligne dessous
   *[other] encore { $count } lignes dessous
 }
review-hunk-goes-on-short = { " " }(+{ $count })
review-marks-not-applied = w applique vos décisions
review-marks-applied = toutes les décisions sont appliquées
review-answer-not-given = y donne la réponse et l’écrit ; Esc revient
review-yours-stay = vos changements restent : [u]
review-foot-files-more = { " " }fichiers : …{ " " }
review-foot-files = { " " }fichiers :{ " " }
review-nothing-differs = { " " }aucune différence dans ce fichier
review-looking = { " " }lecture des changements…
review-nothing-to-review = { " " }rien à revoir : les changements de l’agent s’affichent ici ; T montre tout ce qui n’est pas validé
review-nothing-of-file = { " " }aucun changement noté de ce fichier ; { "}" } et { "{" } vont aux fichiers changés
review-unchanged = ⋯ { $lines } sans changement
review-unchanged-open = { $words }   z ouvre
review-told = envoyé
review-not-told = pas encore envoyé
review-column-current = Actuel
review-column-base = Base
review-column-proposed = Proposé
review-head-of-question = { " " }Revue de la question
review-proposed-by = proposé par{ " " }
review-conflicts-block = { " " }conflits : w bloqué
review-whole-not-logged = { "   " }entier ; pas encore noté
review-being-written = { "   " }en cours d’écriture…
review-refining = { "   " }affinage…
review-not-applied = { "   " }pas appliqué : w
review-file-place = fichier { $number } sur { $all }{ "   " }
review-file-place-short = { $number }/{ $all } fichiers
review-one-file = 1 fichier
review-hunk-place = bloc { $number } sur { $all }
review-hidden-back = , sans { $numbers } (ramené en arrière)
review-hidden-under = , sans { $numbers } (sous de plus récents)
review-lines-chosen = sélection : { $lines }
review-lines-standing = a accepter  r refuser  c commenter  y copier  v finir
review-unified = { " " }Actuel+proposé unifiés
review-unified-base = , base #{ $number }
review-unified-keys = { $hunk }   = disposition
review-on-disk-now = sur le disque (vous)
review-title-tree = Non validé
review-to-tree = tout ce qui n’est pas validé
review-to-session = les changements de l’agent
review-column-changed = Changé
review-git-on-disk = déjà sur le disque : rien à décider. c commente, C envoie les commentaires à l’agent
review-git-committed = déjà dans un commit : rien à décider. c commente, C envoie les commentaires à l’agent
review-git-no-result = rien n’est appliqué ici, donc aucun résultat à montrer
review-git-clean = { " " }aucun changement non validé
review-binary = fichier binaire, sha256 { $hash }…
review-title-since = Depuis { $branch }
review-git-no-commits = { " " }aucun changement depuis { $branch } ; T montre tout ce qui n’est pas validé
review-git-head = HEAD
review-git-merge-base = base commune avec { $branch }
review-git-hunk = { $added } en plus, { $removed } en moins
review-git-comment = c commente pour l’agent
review-git-send = { $comments } pas encore envoyés : C envoie à l’agent
review-git-disk-differs = { "   " }le disque diffère
review-git-unified = { " " }unifié, base { $base }
review-checkpoint-at = point de reprise #{ $number } { $time }
review-before-it = avant
review-sheet-looking = lecture : { $files }…  Esc annule
review-accept-all-files = Accepter tous les fichiers
review-sheet-edit = Éditer
review-sheet-fetching = lecture du texte…  Esc annule
review-sheet-comment = Commentaire pour l’agent
review-sheet-comment-keys = Entrée garder   Ctrl+J autre ligne   Esc retour
review-sheet-edit-proposed = Éditer ce changement
review-sheet-edit-keys = Ctrl+S ou Alt+Enter garder   Esc retour   rien n’est appliqué
review-sheet-edit-deletion = Ce bloc ne fait que supprimer. Saisissez ce qui doit s’y trouver, ou laissez vide.
review-sheet-edit-here = Éditer ces lignes
review-sheet-ways = Entrée choisir   j/k bouger   Esc retour
full-comparing = comparaison…
apply-title = Appliquer
apply-question = Appliquer { $changes } dans { $files } ?
apply-question-on-disk = Accepter { $changes } dans { $files } ? C’est déjà sur le disque.
apply-question-files = Appliquer les changements : { $files } ?
apply-nothing = Rien à appliquer : le disque suit vos décisions.
apply-skipped = { $path } reste tel quel : { $why }
apply-edited = { $path } contient aussi vos changements, déjà sur le disque : ils restent.
apply-oversized = { $path } : { $lines } en un seul changement, accepté en entier.
apply-rejected = { $path } : refus de { $changes }, rien n’en est appliqué.
apply-undecided = Encore à décider : { $changes }, à garder sans appliquer maintenant.
apply-one-to-tell = 1 décision ou commentaire part à l’agent avec le prochain message.
apply-to-tell = { $count } décisions et commentaires partent à l’agent avec le prochain message.
apply-reading = lecture de ce qu’il faut appliquer…
apply-reading-again = il y a du nouveau ; nouvelle lecture…
apply-changed = Ceci a changé depuis l’ouverture. Relisez.
apply-keys = y appliquer   d différence   j/k défiler   Esc retour, rien n’est appliqué
apply-back = Esc retour
apply-sides = disque actuel et appliqué
apply-y-not-enter = y applique ; Entrée non
change-proposed = proposé
change-open = ouvert
change-accepted = accepté
change-applied = appliqué
change-rejected = refusé
change-rolled-back = annulé
change-conflict = conflit
change-yours = vôtre
change-partial = partiel
change-until-applied = { $state }, sur le disque jusqu’à ce que vous appliquiez
change-not-decided = { $state }, à décider
review-left = les décisions dans { $files } ne sont pas encore appliquées : /apply les applique
review-list-head = { " " }Fichiers
review-list-changed = { $count } changés{ " " }
review-search-first = presser / d’abord
review-edit-in-bar = Esc, puis e dans la barre l’édite
review-no-hunk = aucun bloc à l’écran : n va au suivant
review-edit-unchanged = aucun changement dans l’éditeur : le bloc reste
review-comment-in-bar = Esc, puis c dans la barre refuse avec un commentaire
review-nothing-to-pin = aucune ligne à épingler ici
review-is-yours = ce changement est le vôtre et reste : il n’est pas proposé
review-accept-title = Accepter
review-accept-builds = Ce bloc s’appuie sur { $others }, à décider encore.
review-accept-both = ensemble : accepter aussi { $others }
review-leave-it = le laisser
review-reject-title = Refuser
review-reject-builds = Des changements ultérieurs s’appuient sur ce bloc : { $others }.
review-reject-with = le refuser avec les { $count } qui s’y appuient
review-reject-alone = lui seul : les autres reçoivent [!] jusqu’au règlement
review-question-whole = une question se répond par blocs entiers ; rien n’est divisé
review-no-conflict = aucun conflit dans ce bloc
review-nothing-to-undo = rien à défaire
review-undone = défait : { $label }
review-done-again = refait : { $label }
review-edited-accepted = modifié et accepté : w l’applique, u annule les deux
review-edited-open = modifié, à décider : a l’accepte
review-undo-title = Défaire
review-undo-rollback = La dernière action est un retour en arrière : { $label }
review-undo-writes = Le défaire rétablit les fichiers d’avant.
review-undo-leave = le laisser
review-undo-way = défaire le retour en arrière
review-nothing-left = Plus rien à accepter.
review-accept-all = accepter { $hunks } dans { $files } ; rien n’est encore appliqué
review-nothing-to-decide = plus rien à décider ici
review-accept-file = accepter tout dans ce fichier : { $hunks }
review-accept-file-title = Accepter tout dans ce fichier
review-leave-split = le laisser : s divise un bloc
review-conflicts-left = { $conflicts } à régler : m t b o e en règle un
review-not-written-yet = pas encore écrit : y donne la réponse, telle que marquée
review-file-lines = { $path } : { $lines } lignes
review-over-limits = { $hunks } trop grands, chacun accepté entier :
review-conflicts-left-out = { $conflicts } laissés de côté : les régler un par un.
review-nothing-to-search = rien à chercher encore
review-not-in-file = pas dans ce fichier : { $text }
review-from-top = depuis le début
review-from-bottom = depuis la fin
review-search-keys = Entrée chercher  Esc annuler
review-more-than = plus de{ " " }
review-search-looking = /{ $text }   recherche…
review-search-match = /{ $text }   { $number } sur { $more }{ $all }
review-search-ends = n suivant  N précédent  Esc termine la recherche
review-nothing-said = rien n’est saisi
review-text-kept = votre texte est gardé : la même touche le rouvre
review-comment-unchanged = commentaire inchangé
review-comment-removed = commentaire retiré ; u le remet
review-hunk-unchanged = aucun changement : le bloc reste
review-not-here-yet = la proposition arrive encore
review-high-risk = risque élevé : Esc, puis saisir le mot dans la barre
review-answer-counts = { $taken } acceptés, { $refused } refusés, { $open } sans marque.
review-answer-title = Répondre
review-answer-go-on = continuer à marquer
review-answer-take-rest = accepter aussi le reste
review-answer-refuse-rest = refuser le reste
review-answer-given = réponse donnée
review-cursor-in-no-hunk = aucun bloc sous le curseur : n va au suivant
review-lines-keys = j et k choisissent des lignes ; a, r et c agissent sur elles, v termine
review-lines-end = le bloc et la sélection finissent ici
review-lines-whole = une question se répond par blocs entiers : a et r marquent celui-ci
review-lines-together = ces lignes ne se séparent pas du reste ; s divise le bloc
review-lines-split = le bloc a été divisé, mais pas à ces lignes ; décider de ses parties
review-maker-you = vous
review-maker-command = une commande
review-maker-session = session { $name }
review-maker-unclear = incertain : changé pendant une commande
review-about-oversized = trop grand pour un bloc : s le divise
review-about-edited = modifié par vous
review-about-builds-on = s’appuie sur { $count }
review-about-carries = { $count } s’y appuient
review-no-newline = { " " }<sans retour>
review-cell-yours-now = vôtre (sur le disque)
review-cell-base = base
review-cell-agent = agent
review-cell-yours = vôtre
review-cell-rejected = refusé
review-still-written = en cours d’écriture : décider quand c’est complet
widget-cut = { " " }⋯ coupé ici : le diff est trop long à montrer
scope-hunk = de 1 bloc
scope-hunks = de { $word } blocs
scope-agent = de tout ce que { $who } a fait
scope-call = d’un appel
scope-run = d’une exécution
scope-session = de la session
scope-file = de { $path }
scope-checkpoint = à #{ $name }
told-checkpoint-name = un nom de point de reprise a 1 à 80 lettres
told-changed-besides = Changés pendant que le programme de l’agent travaillait, sans appel : { $files } ({ $rest }). /review les montre
told-changed-after-run = Changés après l’exécution, alors que le programme de l’agent travaillait encore : { $files } ({ $rest }). L’état d’avant est le point de reprise #{ $number }
told-process-ended-command = Le programme s’est arrêté pendant une commande (appel { $word }). Changés depuis son début : { $files } ; l’état d’avant est le point de reprise #{ $number }.
told-no-such-hunk = ce bloc n’existe plus (divisé entre-temps ?) ; regarder de nouveau
told-comment-words = un commentaire veut du texte, 8 Kio au plus
told-comment-place = ces lignes ne sont pas en revue
told-comment-gone = ce commentaire n’existe pas, ou l’agent l’a déjà
told-comments-none = il n’y a pas de commentaire à envoyer ; commentez d’abord un bloc
told-repo-no-git = git n’est pas installé : installez-le pour revoir l’arbre de travail ou une branche
told-repo-no-repository = ce dossier n’est dans aucun dépôt git : seuls les changements de la session peuvent être revus
told-repo-foreign = { $why } : git n’est pas interrogé
told-repo-no-commit = le dépôt n’a pas encore de commit auquel comparer une branche : revoyez l’arbre de travail
told-repo-no-branch = il n’y a pas de branche { $branch } : `git branch -a` les énumère
told-repo-no-branch-near = il n’y a pas de branche { $branch } : vouliez-vous dire { $near } ?
told-repo-unrelated = { $branch } et HEAD n’ont aucun commit en commun
told-repo-no-answer = git n’a pas répondu : `git status` dit peut-être pourquoi
told-repo-blocked = bloqué par { $pattern }, non montré
told-repo-too-large = { $number } octets, trop pour être montré
told-repo-decided = ces changements sont déjà sur le disque ou dans un commit : commentez-les plutôt
told-repo-gone = ce fichier n’a plus de changements
told-repo-binary = binaire, { $before } → { $after } octets
told-repo-by-head = HEAD
told-repo-by-disk = arbre de travail
told-repo-submodule = sous-module
told-repo-link = lien symbolique
told-repo-untracked = nouveau, pas dans git
told-repo-list = { $first }, { $more }
told-nothing-to-undo = rien à défaire dans la revue
told-nothing-to-redo = rien à refaire dans la revue
told-rollback-waits = un retour doit attendre la fin de l’exécution ; l’arrêter d’abord (Ctrl+C ou /stop)
told-hard-word = un retour forcé défait aussi votre travail : taper { $word } pour confirmer
told-all-told = rien de nouveau à envoyer à l’agent
told-told-at-end = l’agent le reçoit après cette étape
told-review-at-work = la revue est occupée ; réessayer dans un instant
told-review-too-fast = décisions et changements sont arrivés trop vite ; réessayer
told-call-runs = un appel de l’agent est en cours ; appliquer quand il est fini, ou l’arrêter (Ctrl+C)
told-nothing-to-write = rien à appliquer : le disque suit vos décisions
told-accepted-on-disk = accepté : { $counted }, déjà sur le disque
told-not-written = { $path } n’est pas appliqué : { $why }
told-nothing-to-take-back = rien à ramener en arrière
told-written = appliqué : { $counted } +{ $added } -{ $removed }
told-written-for-command = appliqué pour la commande : { $counted } +{ $added } -{ $removed }
told-rolled-back = revenu en arrière et écrit : { $counted } +{ $added } -{ $removed } ; /rollback undo le défait
told-taken-back-written = défait et écrit : { $counted } +{ $added } -{ $removed }
told-done-again-written = refait et écrit : { $counted } +{ $added } -{ $removed }
told-nothing-written = rien n’a été écrit : { $why }
told-left-as-they-are = non appliqués, laissés tels quels : { $whys }
told-staged-not-written = les changements proposés n’ont pas pu être appliqués, la commande n’a donc pas été exécutée : { $why }
told-save-finished = Le programme s’est arrêté pendant qu’il appliquait des changements. Fini maintenant : { $counted }.
told-save-command-finished = Le programme s’est arrêté pendant qu’il appliquait des changements pour une commande. Fini maintenant : { $counted } ; la commande n’a pas été exécutée.
told-rollback-finished = Le programme s’est arrêté pendant un retour. Fini maintenant : { $counted } ; /rollback undo le défait.
told-undo-finished = Le programme s’est arrêté pendant qu’il défaisait un retour. Fini maintenant : { $counted }.
told-save-undone = Le programme s’est arrêté pendant qu’il appliquait des changements à { $counted }. Défait maintenant : { $why }.
told-rollback-undone = Le programme s’est arrêté pendant un retour de { $counted }. Défait maintenant : { $why }.
told-changed-nothing = aucun changement de cette exécution ne reste : rien à ramener en arrière
told-nothing-after = aucun agent ni commande n’a changé de fichier après ce point de reprise : choisissez-en un plus ancien, ou remettez les fichiers à zéro, ce qui défait aussi votre travail ; /rollback undo défait un retour
told-nothing-belongs = aucun changement n’en reste : rien à ramener en arrière
told-nothing-chosen = rien de choisi à ramener en arrière
told-shown-otherwise = fichiers ou décisions ont changé depuis le résumé ; regarder de nouveau
told-previewed-otherwise = fichiers ou décisions ont changé depuis l’aperçu ; regarder de nouveau
told-conflict-waits = un conflit y attend d’être réglé dans la revue
told-conflicts-wait = régler d’abord { $word } conflits dans la revue
told-is-there-already = `{ $path }` existe déjà ; déplacer d’abord ce fichier
told-becomes-removed = sera supprimé
told-becomes-stays = reste
told-becomes-there = revient
told-becomes-back = { $counted } en arrière
told-becomes-proposed = { $why }, seulement proposé
told-becomes-some-proposed = { $why }, { $word } seulement proposés
told-becomes-edited = { $why }, { $word } modifiés par vous
told-becomes-lost = { $why }, { $word } à vous perdus
told-becomes-kept = { $why }, { $word } à vous gardés
told-becomes-conflict = { $why }, 1 conflit
told-becomes-conflicts = { $why }, { $word } conflits
told-by-you = vous
told-by-command = une commande
told-by-either = vous ou une commande
told-by-session = la session { $word }
told-conflict-deleted = le fichier a été supprimé par { $why }
told-conflict-builds-on = il s’appuie sur un changement refusé, fait par { $why }
told-conflict-built-on = un changement plus récent, fait par { $why }, s’appuie dessus
told-conflict-twin = les mêmes lignes ont été écrites là par { $why } : les deux les doubleraient
told-conflict-line = la même ligne a été changée par { $why }
told-conflict-place = des lignes ont été insérées au même endroit par { $why }
told-settle-first = à régler d’abord : { $why }
told-you-changed-lines = vous avez changé des lignes de ce bloc
told-agent-changed-lines = { $word } a modifié ces lignes
told-file-created = créé
told-file-deleted = supprimé
told-file-renamed = renommé, avant { $path }
told-file-is-made = est créé
told-file-is-deleted = est supprimé
told-file-moves = est déplacé vers { $path }
told-file-mode = droits { $word }, désormais { $number }
told-review-no-text = pas du texte ; l’accepter ou le refuser en entier
told-review-not-changed = cette session n’a pas changé ce fichier
told-review-edit-late = `{ $path }` a changé pendant que vous l’éditiez ; votre texte n’a pas servi : l’éditer de nouveau
told-review-odds = ce bloc contredit un autre : acceptez-le, réglez le conflit, puis éditez-le
told-review-nul = le texte contient un caractère NUL ; seul du texte peut être écrit
told-review-on-rejected = ce bloc s’appuie sur un bloc refusé ; accepter d’abord celui-là, puis éditer celui-ci
told-review-content-gone = le contenu de `{ $path }` a disparu du stockage
told-review-base-gone = impossible de revoir `{ $path }` : son texte d’avant le premier changement n’est plus gardé ; le fichier ne change pas
told-review-damaged = impossible de revoir `{ $path }` : son historique est abîmé ; le fichier ne change pas
told-review-not-back = impossible de ramener en arrière `{ $path }` : { $why }
told-review-new-gone = le nouveau contenu de `{ $path }` n’est plus dans le stockage
told-review-summary-late = `{ $path }` { $why } entre-temps ; regarder le résumé de nouveau
told-review-late-gone = a disparu
told-review-late-there = est apparu
told-review-late-changed = a été changé
told-review-left-written = { $why } ; `{ $path }` a été écrit et reste tel quel : { $why_left }
told-review-question-over = cette question a eu sa réponse entre-temps, ou ne propose aucun changement ; vérifier les fichiers
told-review-hunk-gone = ce bloc n’existe plus ; regarder de nouveau
told-review-settled = ce bloc n’a plus de conflit
told-review-as-it-was = texte inchangé ; rien à faire
told-review-file-deleted = aucun texte à éditer : le fichier a été supprimé après ; refuser d’abord la suppression
told-review-edit-rejected = ce bloc est refusé ; l’accepter d’abord, puis l’éditer
told-review-parts-unlike = impossible de réunir les parties : l’une est décidée ou appliquée, une autre non
told-review-parts-built = impossible de réunir les parties : d’autres changements s’appuient sur une seule
told-review-parts-gone = impossible de réunir les parties : elles n’existent plus
told-review-log-before = le changement { $word } ne va pas avec le texte gardé : seul le texte actuel du fichier est utilisable
told-review-log-after = le changement { $word } ne donne pas le texte gardé : seul le texte actuel du fichier est utilisable
told-review-log-base = son historique ne redonne pas le texte enregistré
told-review-merge-binary = fusion de { $path } impossible : il est binaire ; prendre l’une des versions entière
told-review-merge-large = fusion de { $path } impossible : il fait 2 Gio ou plus ; prendre l’une des versions entière
told-review-split-line = un bloc d’une ligne ne se divise pas ; l’éditer plutôt
told-review-split-deletion = la suppression d’un fichier est une seule décision ; la refuser et supprimer des lignes plutôt
told-review-split-lines = le bloc n’a pas ces lignes ; choisir parmi les siennes
told-review-split-nothing = ces lignes sont tout le bloc ; choisissez-en moins
told-review-split-amended = impossible de diviser : vous avez édité ce bloc ; éditez-le encore
told-review-split-built = impossible de diviser : d’autres changements sont entre les lignes de ce bloc ; éditez-le
told-checkpoint-dropped = le point de reprise #{ $number } est incomplet : des contenus ont été retirés pour rester dans checkpoints.max_mb ; ramener en arrière des blocs ou fichiers un à un, ou en choisir un plus récent
told-checkpoint-none = cette session n’a pas de point de reprise { $word } ; /checkpoints ou `agentichat checkpoints` en donne la liste
told-hard-what = un retour forcé ne vaut que pour une exécution, la session ou un point de reprise
told-no-rollback = aucun retour à défaire
author-you = vous
author-shell = shell
author-unclear = incertain
told-files-and-more = { $files } et { $number } de plus
told-hunks-by-rollback = /rollback ramène des blocs en arrière
told-left-file = { $path } ({ $why })
told-review-was-at-work = la revue était occupée ; redemander la commande
told-rollback-partly = Le programme s’est arrêté pendant un retour de { $counted }. Fini maintenant, sauf pour des fichiers changés depuis : { $why }.
told-save-command-partly = Le programme s’est arrêté pendant qu’il appliquait des changements à { $counted } pour une commande. Fini maintenant, sauf pour des fichiers changés depuis : { $why }.
told-save-command-undone = Le programme s’est arrêté pendant qu’il appliquait des changements à { $counted } pour une commande. Défait maintenant : { $why }.
told-save-partly = Le programme s’est arrêté pendant qu’il appliquait des changements à { $counted }. Fini maintenant, sauf pour des fichiers changés depuis : { $why }.
told-undo-partly = Le programme s’est arrêté pendant qu’il défaisait un retour de { $counted }. Fini maintenant, sauf pour des fichiers changés depuis : { $why }.
told-undo-undone = Le programme s’est arrêté pendant qu’il défaisait un retour de { $counted }. Défait maintenant : { $why }.
author-list = { $author }, { $others }
told-review-left-with = `{ $path }` { $why }

## Retours en arrière et points de reprise
rollback-runs = refusé : la session travaille. n ferme ceci, puis Ctrl+C l’arrête
rollback-wrong-word = pas { $hard_word } : rien n’a été ramené en arrière
rollback-enter-first = d’abord Entrée : elle montre l’aperçu
rollback-changed-meanwhile = des fichiers ont changé ; regarder de nouveau
rollback-rolling-back = retour en arrière…
rollback-still-looking = lecture des changements en cours
rollback-title = Revenir en arrière
rollback-sides = maintenant / après le retour
rollback-to-settle = { $conflicts } à régler d’abord : Espace sur un
rollback-edits-conflicts = e édite la ligne d’un conflit, dans la revue
rollback-edit-here = e édite ces lignes ; q redemande quoi ramener en arrière
rollback-title-looking = Retour   lecture des changements…
rollback-step-1 = étape 1 sur 2
rollback-lead-scope = portée{ " " }
rollback-scoped = seulement les changements de l’agent, garder les miens
rollback-scoped-short = ceux de l’agent, garder les miens
rollback-hard = rétablir les fichiers, perdre les miens
rollback-hard-short = rétablir les fichiers, perdre les miens
rollback-lead-how = façon{ "  " }
rollback-nothing-there = rien à ramener en arrière
rollback-not-applied = { "  " }pas encore appliqué : { $path } : ceci applique aussi ses décisions
rollback-left-alone = { "  " }[ ] { $path }  { $why } : laissé tel quel
rollback-in-index = { "  " }{ $path } : dans l’index de git ; git restore --staged l’en retire
rollback-may-be-yours = { $mark } le changement { $number } est peut-être le vôtre : venu pendant une commande
rollback-conflict = { $mine } garder le mien { $base } point de reprise { $both } les deux
rollback-conflict-why = ligne { $line } : { $why }
rollback-safety = point de reprise #{ $number } d’abord : F8, première entrée, défait ceci
rollback-hard-discards = vous perdez { $hunks } À VOUS : taper  { $hard_word }  à l’étape suivante
rollback-session-runs = la session travaille : aucun retour avant sa fin (Ctrl+C)
rollback-step-2 = étape 2 sur 2
rollback-yours-none = Aucun de vos changements dans ces fichiers.
rollback-yours-one = 1 bloc de vous reste.
rollback-yours = { $hunks } de vous restent.
rollback-lost-none = Aucun de vos changements n’est perdu.
rollback-lost-one = Vous perdez 1 bloc. Le point de reprise #{ $number } le garde.
rollback-lost = Vous perdez { $hunks }. Le point de reprise #{ $number } les garde.
rollback-edits-go = Vous perdez VOS modifications de { $hunks } de l’agent. Le point de reprise #{ $number } les garde.
rollback-word-keys = Entrée ramener en arrière, le mot saisi   Esc retour
rollback-title-of = Retour { $what }
rollback-type-word = taper { $hard_word } pour tout ramener en arrière :{ " " }
rollback-scope-hunk = ce bloc
rollback-scope-hunks = ceci : { $hunks }
rollback-scope-file = ce fichier : tout ce qu’agents et commandes ont changé
rollback-scope-call = cet appel
rollback-scope-earlier-run = la dernière exécution qui a changé quelque chose
rollback-scope-run = cette exécution
rollback-scope-agent = tout ce que l’agent { $agent } a changé dans cette session
rollback-scope-session = tout ce qu’agents et commandes ont changé dans cette session
rollback-scope-checkpoint = tout ce qu’agents et commandes ont changé depuis
timeline-name-empty = un nom veut une lettre ; rien n’a été nommé
timeline-none-chosen = aucun point de reprise choisi
timeline-none-yet = pas encore de point de reprise
timeline-versus = #{ $number } / #{ $other }
timeline-versus-now = #{ $number } / maintenant
timeline-versus-undone = maintenant / retour défait
timeline-title = Points de reprise
timeline-no-rollback = aucun retour à défaire
timeline-looking = lecture des points de reprise…
timeline-none = pas encore de point de reprise : une exécution en crée un avant son premier changement
timeline-none-fits = aucun résultat
timeline-undo-sure = Défaire le retour et écrire les fichiers ?
timeline-ask-filter = filtrer par fichier, agent ou mots :{ " " }
timeline-ask-name = nom :{ " " }
timeline-ask-new = nom d’un point de reprise maintenant :{ " " }
tasks-title = Tâches
tasks-title-of = Tâches  { $words }
tasks-none = Pas encore de tâches. L’agent en crée pour un travail en plusieurs étapes ; vous pouvez en ajouter ici.
tasks-none-chosen = Aucune tâche n’est choisie.
agents-none-chosen = Aucun agent n’est choisi
agents-title = Agents
agents-title-of = Agents · { $words }
agents-progress = { $number } au travail, { $total } terminés
agents-calls =
    { $count ->
        [one] { $count } appel
       *[other] { $count } appels
    }
agents-tokens = { $tokens } jetons
agents-head-task = la tâche
agents-head-agent = l’agent
agents-is-over = { $name } a terminé
agents-ask-message = Lui dire : 
agents-stop-again = Appuyez encore sur la touche pour arrêter { $name }
agents-conversation = Agent { $name }
agents-reading = Lecture…
agents-key = agents
agents-at-work-count =
    { $count ->
        [one] { $count } agent au travail
       *[other] { $count } agents au travail
    }
tasks-delete-again = Appuyer encore sur x pour supprimer la tâche { $number }.
tasks-ask-new = nouvelle tâche
tasks-ask-name = nom
tasks-ask-description = description
tasks-ask-after = attend
tasks-ask-agent = agent
tasks-created = créée { $time }
tasks-started = commencée { $time }
tasks-completed = terminée { $time }
task-status = { $status ->
    [in_progress] en cours
    [completed] terminée
    [blocked] bloquée
   *[other] en attente
}
task-waits-for = attend { $numbers }
task-progress = { $number } sur { $total }
task-none = aucune tâche
task-for = pour { $agent }
task-facts = { $status }, priorité { $priority }
task-after = après { $names }
task-took = a pris { $time }
plan-now = en cours
plan-next = puis
plan-key = tâches
timeline-dropped = { " " }(contenu abandonné : au-delà de la limite)
timeline-time = heure
timeline-time-long = heure{ "      " }
timeline-head = { "      " }#  { $time }  par        fichiers     quoi
timeline-head-kind = { $row }  type
timeline-undo = { "   " }défaire  { $label }
timeline-kind-auto = auto
timeline-kind-user = vous
timeline-kind-shell = shell
timeline-kind-named = nommé
timeline-kind-safety = sûreté
title-before = avant : { $title }
title-rollback = retour { $scope }
title-hard-rollback = retour forcé { $scope }
title-accepted-one = 1 bloc accepté
title-accepted = { $word } blocs acceptés
title-rejected-one = 1 bloc refusé
title-rejected = { $word } blocs refusés
title-taken-back-one = décision annulée sur 1 bloc
title-taken-back = décision annulée sur { $word } blocs
title-before-after-run = avant des changements venus après une exécution
title-before-cut-off = avant une commande interrompue
title-before-redo = avant de refaire un retour
title-before-undo = avant de défaire un retour
title-before-saving-one = avant d’appliquer des changements à 1 fichier
title-before-saving = avant d’appliquer des changements à { $word } fichiers
title-edited = { $path } modifié
title-settled = réglé par une modification
title-split = bloc divisé
title-comment-made = commentaire ajouté
title-comment-changed = commentaire modifié
title-comment-removed = commentaire retiré
title-kept-mine = gardé le mien
title-took-both = pris les deux
title-took-agent = pris celui de l’agent
title-took-base = pris la base

## Chiffres : tokens, coûts, temps
run-status = { $status ->
    [queued] en file
    [running] en cours
    [waiting] attend
    [awaiting_review] à revoir
    [completed] terminée
    [failed] échouée
    [cancelled] annulée
    [interrupted] interrompue
   *[other] { $status }
 }
figures-title = Chiffres  { $name }
figures-none = pas encore de réponse : tokens, coût et temps de chaque exécution s’affichent ici
figures-looking = lecture des exécutions…
figures-context-unknown = contexte pas encore mesuré
figures-context-of = { " " }{ $about }{ $percent }%  { $used } sur { $limit }
figures-context = contexte
figures-at-most = { " " }max. { $most }
figures-tokens-in = tokens entrée
figures-tokens-out = tokens sortie
figures-cost = coût { $paid }{ $more }
figures-in-all = { " " }en tout
figures-cost-unknown = coût  inconnu : aucun prix pour ces modèles (/models)
figures-cost-nothing = coût  rien
figures-run = exécution { $number } sur { $all }  { $time }  { $status }  { $long }
figures-more-below = { $more } plus bas
figures-you = vous

## Réglages : fournisseurs, modèles, touches, apparence, règles
settings-line-no-key = cela ressemble à une clé et serait visible ici ; la saisir sur sa propre ligne
settings-paste-by-terminal = coller avec le terminal : Ctrl+Shift+V, Shift+Insert ou son menu
settings-question-first = q ferme les réglages, puis répondre à la question
settings-no-question = aucune question
settings-undone = dernier changement défait
settings-nothing-to-undo = rien à défaire
settings-saving-wait = enregistrement ; réessayer dans un instant
settings-test-given-up = test annulé
settings-fetch-stopped = { $model } : téléchargement arrêté, partie gardée
settings-unsaved-hint = { $changes } à enregistrer : Ctrl+S
settings-first-offered = premier proposé
settings-default-model-title = Modèle par défaut
settings-none-fits = aucun résultat
settings-more-below = { $more } plus bas
settings-model-detail = { $why }fenêtre { $window }  { $price }
settings-on-server-size = sur le serveur  { $size }
settings-on-the-server = sur le serveur
settings-as-told = selon sa réponse du { $when } ;{ " " }
settings-asking-models = { $told }demande de ses modèles…
settings-cannot-ask = { $told }il ne peut pas lister ses modèles : { $why }
settings-unknown = inconnu
settings-price-free-here = gratuit sur cette machine
settings-price-unknown = prix inconnu
settings-price = $ { $input } entrée, { $output } sortie
settings-new-model = nouveau { $number }
settings-title = Réglages
settings-saving = enregistrement…
settings-unsaved = { $count } à enregistrer
settings-run-question = l’exécution pose une question : q ferme les réglages, F2 répond
settings-reading = lecture des réglages…
settings-remove-key = Retirer la clé de { $name } du trousseau et du fichier ? L’enregistrement la retire.
settings-remove-key-keys = y retirer   toute autre touche la garde
settings-remove-model = Retirer { $named } ? L’enregistrement le retire.
settings-leave-unsaved = { $changes } à enregistrer.
settings-leave-fetching = Quitter arrête le téléchargement de { $model } ; la partie reçue est gardée.
settings-leave-keys = d quitter   toute autre touche reste
settings-leave-keys-unsaved = s enregistrer et quitter   d quitter sans enregistrer   toute autre touche reste
settings-address-words = L’adresse du serveur. Entrée continue avec celle-ci.
settings-has-key = Il a une clé : { $from }. Entrée continue avec elle.
settings-key-in-variable = Sa clé est dans { $variable }, qui passe avant celle entrée ici : retirez cette variable pour en utiliser une autre. Entrée continue avec elle.
settings-key-behind-variable = { $variable } dans l’environnement passe avant cette clé : retirez cette variable pour utiliser la clé.
settings-needs-no-key = Aucune clé n’est nécessaire : Entrée. En saisir une seulement si votre serveur la veut.
settings-copy-key = Copier une clé de la page du compte { $provider } et la coller. Entrée seule continue : votre propre serveur n’en veut peut-être pas.
settings-no-model-kept = Aucun de ses modèles n’est enregistré : les sessions commencent avec le premier proposé. Entrée continue ; a sur la page des modèles en enregistre un.
settings-key-entered-file = la vôtre, dans un fichier que vous seul lisez
settings-key-entered-keyring = la vôtre, dans le trousseau
settings-stays = inchangé
settings-summary-keys = Entrée ajouter à vos changements  Ctrl+S enregistrer  Esc retour
settings-fact-address = adresse
settings-fact-key = clé
settings-fact-default-model = modèle
settings-asking-ten = demande, 10 s au plus…
settings-test-keys = Entrée continuer  t tester encore  Esc retour à la clé
settings-set-up = Configurer { $provider }
settings-step-of = { "   " }{ $number } sur { $all } : { $word }
settings-key-of = clé de { $provider } (cachée) :{ " " }
settings-letters = { " " }{ $letters } lettres
settings-kept-in = gardée dans{ " " }
settings-tab-changes = { "   " }Tab change
settings-key-keys = Entrée accepter  Ctrl+U vider  Esc abandonner
settings-default-model-of = modèle par défaut de { $provider } :{ " " }
settings-chooser-keys = saisir pour filtrer  Up Down choisir  Entrée accepter  Esc annuler
settings-form-place = { "   " }{ $number } sur { $count }
settings-that-is-all = { "  " }c’est tout
settings-form-keys = Entrée suivant  Shift+Tab retour  Ctrl+S accepter et enregistrer  Esc abandonner
settings-address-of = adresse de { $provider } :{ " " }
settings-temperature-of = température de { $model } :{ " " }
settings-filter-by-name = filtrer par nom :{ " " }
settings-model-to-fetch = modèle que { $provider } télécharge :{ " " }
settings-address-keys = comme { $example } ; vide est celle par défaut.  Entrée accepter  Esc annuler
settings-temperature-keys = un nombre de 0 à 2.  Entrée accepter  Esc annuler
settings-config-keys = { $wanted }.  Entrée accepter  Esc annuler
settings-filter-keys = Entrée garder  Esc tout montrer
settings-fetch-keys = comme qwen2.5-coder:7b.  Entrée télécharger  Esc annuler
settings-name-a-model = nommer un modèle ; Esc annule
settings-address-must-be = l’adresse doit être { $allowed }
settings-temperature-must-be = la température doit être un nombre de { $least } à { $most }
settings-config-must-be = { $key } doit être { $wanted }
settings-no-keyring = pas de trousseau ici : { $why }
settings-key-too-long = pas une clé : elle dépasse 4096 octets
settings-no-key-is = pas une clé : { $why } ; la saisir de nouveau, ou Esc annule
settings-place-file = un fichier à vous (mode 0600)
settings-place-keyring = le trousseau, jusqu’au redémarrage
settings-form-edit = Modifier un modèle
settings-form-new = Votre modèle
settings-esc-again = Esc encore une fois abandonne la saisie
settings-must-be = { $field } doit être { $allowed }, pas { $found }
settings-sees-yes-no = voit : saisir oui, non ou rien
settings-must-be-tokens = { $label } doit être un nombre entier de tokens, comme 32768
settings-dollars-or-empty = dollars par million de tokens, ou vide
settings-label-provider = fournisseur
settings-label-api-name = nom d’API
settings-label-name = nom
settings-label-window = fenêtre
settings-label-output = sortie max
settings-label-temperature = température
settings-label-in = $ entrée
settings-label-out = $ sortie
settings-label-cached = $ cache
settings-label-sees = voit
settings-help-provider = Left et Right choisissent
settings-help-api-name = son nom chez le fournisseur, comme gpt-5-mini ; unique là
settings-help-name = votre nom pour lui, 1 à 64 lettres ; vide prend le nom d’API
settings-help-window = tokens qu’il contient, 1 024 à 2 000 000
settings-help-output = tokens d’une réponse au plus, 256 à 128 000
settings-help-temperature = 0 à 2
settings-help-in = dollars par million de tokens du prompt ; vide est inconnu
settings-help-out = dollars par million de tokens de réponse ; vide est inconnu
settings-help-cached = dollars par million de tokens du cache ; vide coûte comme le reste
settings-help-vision = oui ou non : voit-il les images ? Vide interroge son serveur
settings-help-summary = Entrée l’ajoute à vos changements ; Ctrl+S enregistre aussi
settings-no-answer = pas de réponse du moteur
settings-not-fetched = { $model } n’a pas été téléchargé : { $why }
settings-nothing-kept = rien ne peut être enregistré : { $why }
settings-is-there = { $model } est prêt
settings-built-in-stays = intégré, il reste ; Entrée change sa température
settings-found-on-server = il est sur son serveur, pas enregistré ici ; Entrée l’enregistre
settings-being-fetched = téléchargement de { $model } ; Ctrl+C l’arrête
settings-none-fetches = aucun fournisseur activé ne télécharge de modèles
settings-all-providers = tous les fournisseurs
settings-with-filter = , avec « { $filter } »
settings-asking-servers = { "   " }les serveurs sont interrogés…
settings-models-head = { $of }{ $filter } : { $models }{ $servers }
settings-fetching = téléchargement de { $model }  { $progress }  Ctrl+C l’arrête
settings-not-on-off = c’est son fournisseur qui s’active, pas le modèle
settings-key-temperature = température
settings-key-keep = enregistrer
settings-key-edit = modifier
settings-key-add = ajouter
settings-key-remove = retirer
settings-key-filter = filtrer
settings-key-provider = fournisseur
settings-key-fetch = télécharger
settings-key-probe = sonder
settings-models-none-fits = aucun résultat ; / change le filtre, f le fournisseur
settings-provider-not-asked = { $provider } ne peut pas lister ses modèles : { $error }
settings-origin-built-in = intégré
settings-origin-yours = à vous
settings-origin-new = nouveau
settings-state-not-there = absent
settings-state-vectors = vecteurs
settings-state-on-server = serveur
settings-limits = fenêtre { $window }, réponses jusqu’à { $output } tokens, température { $temperature }
settings-from-cache = , { $one } du cache
settings-price-million = { $price }{ $cached }, par million de tokens
settings-fact-limits = limites
settings-fact-price = prix
settings-fact-probe = outils
settings-provider-is = { $provider } est { $why }
settings-makes-vectors = il fait des vecteurs pour l’index et ne converse pas
settings-can-be-used = il marche tel quel ; Entrée enregistre vos propres chiffres
settings-not-here = pas modifié ici : régler `{ $key }` dans { $file }, puis relancer
settings-key-type-value = saisir
settings-fact-can-be = valeurs
settings-fact-said-by = vient de
settings-fact-change-in = changer dans
settings-key-where-set = où c’est réglé
settings-today-of = { " " }sur { $most }
settings-today-usd = { $usd } sur { $most }
settings-today-unknown = { " " }et { $tokens } de prix inconnu
settings-today = aujourd’hui, tous les espaces de travail : { $tokens }{ $most }, { $money }{ $unknown }
settings-on = oui
settings-off = non
settings-own-program = son propre programme
settings-new-key = nouvelle clé, pour : { $place }
settings-key-goes = clé retirée à l’enregistrement
settings-key-env = clé de env { $variable }
settings-key-keyring = clé du trousseau
settings-key-file = clé d’un fichier
settings-key-not-used = clé non utilisée
settings-key-not-needed = sans clé requise
settings-key-none = aucune clé
settings-word-file = fichier
settings-word-keyring = trousseau
settings-not-tested = non testé
settings-testing = test…
settings-test-ok = ok  { $latency }
settings-test-failed = ÉCHEC { $error }
settings-box-yes = [x] oui
settings-box-no = [ ] non
settings-may-be-used = activé
settings-its-own = la sienne
settings-key-kept = enregistrée : { $from }
settings-key-none-needed = aucune nécessaire
settings-key-none-variable = aucune ({ $variable } n’est pas définie)
settings-says-over = { $from } règle ceci et prime sur la valeur d’ici
settings-variable-over = { $variable } est définie et prime sur la valeur d’ici
settings-offers = marche, et propose { $model }
settings-offers-not = marche, mais ne propose pas son modèle par défaut
settings-fact-test = test
settings-asking-gives-up = demande, 10 s au plus ; Ctrl+C annule
settings-its-own-address = sa propre adresse
settings-program-key = le programme a sa propre clé ; aucune à retirer ici
settings-key-unsaved = cette clé n’est pas encore enregistrée : u l’annule
settings-key-outside = cette clé vient de { $variable } : supprimer la variable dehors
settings-no-key-to-remove = aucune clé à retirer
settings-space-switches = Espace l’active ou le désactive
settings-key-close = fermer
settings-key-open = ouvrir
settings-key-on-off = activer/non
settings-key-test = tester
settings-key-set-up = configurer
settings-key-choose = choisir
settings-key-next-value = valeur suivante
settings-not-saved-yet = à enregistrer
settings-as-it-is = inchangé
settings-look-over = { $from } règle ceci et prime sur votre config.yaml
settings-look-at-start = vaut au prochain démarrage
settings-look-tried = Pas encore enregistré : quitter sans enregistrer rend l’ancienne valeur.
settings-fact-kept-in = enregistré dans
settings-sample-warning = un avertissement
settings-sample-error = une erreur
settings-pick-keys = Up Down aperçu  Entrée accepter  Esc annuler
settings-pick-unseen-keys = Up Down choisir  Entrée accepter  Esc annuler
settings-key-bind = affecter
settings-key-unbind = délier
settings-key-give-back = rétablir
settings-keys-head = { $count } sur { $all }{ $filter }, { $own } à vous : { $file }
settings-keys-more = et { $faults } de plus
settings-keys-none-fits = aucun résultat
settings-keys-vim = touches de vim dans le brouillon : /vim jusqu’à la fermeture ; pour les garder, editor.keys: vim à la page Thème
settings-keys-unbound = (aucune)
settings-keys-yours = à vous
settings-fact-action = action
settings-fact-came = d’origine
settings-fact-else = sinon
settings-keys-rare = l’une d’elles veut un terminal avec un protocole de touches ; /keys montre le vôtre
settings-keys-five = une séquence a cinq touches au plus
settings-keys-needs-protocol = { $key } veut un terminal avec un protocole de touches ; celui-ci a { $protocol }
settings-keys-hides = { $key } remplace { $what } dans { $place }
settings-keys-press = { $what } ({ $place }) :
settings-keys-hint = presser la touche, plusieurs pour une séquence ; Entrée enregistrer  Retour arrière en retirer une  Esc annuler
settings-keys-stay = enregistré, mais inutilisé tant que le fichier a des erreurs : corriger les lignes ci-dessus
settings-nothing-to-save = rien à enregistrer
settings-saved = { $changes } : c’est enregistré
settings-somebody-changed = rien d’enregistré : { $what } a changé entre-temps. Gardé par-dessus les nouvelles valeurs : { $left }. Vérifiez, puis Ctrl+S
settings-not-saved-error = rien n’est enregistré : { $what } : { $name } : { $error }
settings-not-saved-why = rien n’est enregistré : { $why }
settings-default-one = la valeur par défaut
settings-key-page = page
settings-pages-keys = Tab page suivante
settings-key-help = aide
settings-page = { $page ->
    [providers] fournisseurs
    [models] modèles
    [agents] agents
    [keys] clavier
    [theme] thème
    [policy] règles
   *[other] { $page }
 }
settings-step-done = fin
settings-lead-env = clé de{ " " }
settings-lead-keyring = clé du{ " " }
settings-lead-file = clé d’un{ " " }
probe-found = { $named } { $found }
probe-begun = Envoi de trois courtes demandes à { $model } ; le résultat s’affiche ici. Ctrl+C annule.
probe-under-way = { $model } est en cours de sondage ; un seul à la fois.
probe-given-up = Sondage de { $model } annulé.
probe-failed = { $model } n’a pas été sondé : { $why }
told-model-unknown = pas de modèle { $model } ; `agentichat models list` les montre
told-model-several = plusieurs fournisseurs ont un modèle { $model } ; le nommer fournisseur/modèle
told-model-there = { $word } a déjà un modèle { $model } ; `agentichat models edit` le change, ou choisir un autre nom d’API
told-model-no-default = { $word } n’a pas de modèle { $model } qui converse et soit celui par défaut ; en choisir un dans `agentichat models list --provider { $server }`, ou l’ajouter avec `agentichat models add`
told-model-builtin-changed = { $model } est intégré : seule sa température peut changer ; `agentichat models add` enregistre le vôtre à côté
origin-file = fichier { $path }
origin-keyring = trousseau
told-model-builtin-removed = { $model } est intégré et ne peut être retiré ; `agentichat models add` enregistre le vôtre à côté
told-must-be = { $name } doit être { $wanted }, pas { $found }
told-save-refused = { $word } : { $why }
told-save-stale = changé par quelqu’un d’autre entre-temps : { $places }
wanted-between = un nombre de { $min } à { $max }
wanted-found-letters = { $number } lettres
wanted-letters = de 1 à { $number } lettres sans caractères de contrôle
wanted-within-window = au plus la fenêtre de contexte de { $number } tokens

## Sessions : listes, réglages, copies, exports et imports
session-none-to-copy = aucune session dont copier les réglages
session-workspace = l’espace de travail
sessions-shown-already = déjà affichée ; en choisir une autre à côté
sessions-no-room = pas de place pour une autre session ; { "{" }close_split{ "}" } en ferme une
splits-none = aucune session à diviser
splits-no-room = pas de place pour une autre session ; { "{" }close_split{ "}" } en ferme une, { "{" }next_session{ "}" } montre la suivante
splits-one-shown = une seule session affichée ; { "{" }split_right{ "}" } en ajoute une à côté, { "{" }split_below{ "}" } en dessous
splits-works = { $name } travaille ; encore une fois annule son exécution et ferme son onglet
splits-only-one = seule session ouverte ; { "{" }quit{ "}" } quitte
splits-kept = { $name } est gardée : { $key } la montre de nouveau
list-none-chosen = aucune session choisie ; f et / changent la liste
list-not-open = pas ouverte ; Entrée l’ouvre, ou e édite ses réglages
list-no-tab = pas ouverte ici : aucun onglet à fermer
list-settings-unknown = ses réglages ne sont pas encore lus
list-copied-command = d’un autre espace de travail ; copié : { $command }
list-shown-only = d’un autre espace de travail, seulement listée ici ; { $command }
list-name-empty = un nom veut une lettre ; nom inchangé
list-delete-working = { $name } travaille. ! l’arrête et la supprime pour de bon, avec ses { $messages } ; Esc la garde
list-delete-undecided = { $name } a des changements à décider ou à appliquer. ! la supprime pour de bon, avec eux ; Esc la garde
list-delete = supprimer { $name } pour de bon, avec ses { $messages } ? Les fichiers ne changent pas. y supprime, Esc garde
list-other-workspace = dans un autre espace de travail : { $command }
list-error = erreur : { $error }
list-made = créée { $at }
list-ran = { $time } de travail en tout
list-process = processus { $pid }
list-inside = dans { $folder }
list-with-prompt = avec une consigne en plus
list-open-in = ouverte : { $place }
list-no-model-yet = { $provider }, pas encore de modèle
list-question-waits = 1 question attend
list-questions-wait = { $waits } questions attendent
list-tokens = { $tokens } tokens
list-context = ctx { $percent }%
list-which-present = toutes sauf archivées
list-which-active = actives
list-which-completed = terminées
list-which-archived = archivées
list-which-all = toutes
list-everywhere = { " " }de tous les espaces de travail
list-title = Sessions  { $which }{ $scope }{ $count }
list-this-workspace = { "  " }cet espace de travail
list-looking = lecture des sessions…
list-none-fits = aucun résultat ; f et / changent la liste
list-search-foot = recherche : { $search }   / changer   Entrée aller   Esc retour
list-ask-search = recherche :{ " " }
list-ask-name = nom :{ " " }
list-head-state = état
list-head-place = ouverte
list-head-mode = mode
list-head-model = modèle
list-head-messages = msgs
list-head-tokens = tokens
list-head-cost = coût
list-head-context = ctx
list-head-waits = dem.
list-head-changed = changée
list-head-name = nom
list-place-tab = onglet { $number }
list-place-tab-other = onglet { $number }+autre
list-place-other-terminal = autre terminal
list-place-background = arrière-plan
list-place-other-process = autre processus
list-asks = demande { $count }
form-keys = Entrée suivant  Shift+Tab retour  Ctrl+S enregistrer  Esc abandonner
form-title-settings = Réglages de la session
form-title-new = Nouvelle session
form-checking = vérification…
form-works = au travail : régler après sa fin (Ctrl+C l’arrête)
form-agent = agent { $agent }  dans { $folder }
form-name = nom
form-folder = dossier
form-provider = fournisseur
form-model = modèle
form-mode = mode
form-prompt = consigne
form-help-name = 1 à 64 lettres
form-help-folder = où commencent les commandes, relatif à la racine de l’espace ; vide est la racine
form-help-provider = comme dans `/providers` ; Ctrl+N et Ctrl+P parcourent les connus
form-help-model = son nom là ; Ctrl+N et Ctrl+P parcourent les connus
form-help-mode = Left et Right choisissent qui décide
form-help-prompt = ajouté aux instructions du modèle ; Ctrl+O l’ouvre dans $EDITOR ; peut être vide
form-none-known = aucun connu ; le saisir
form-changed = réglages de la session changés
form-works-later = au travail : régler à la fin de l’exécution, ou l’arrêter avec Ctrl+C
form-unchanged = rien n’a changé
form-name-length = un nom a de 1 à 64 lettres
form-needs-provider = donner un fournisseur
told-open-already = déjà ouverte
told-session-exists = une session avec cet identifiant existe
told-no-session = aucune session de ce nom ; l’ouvrir d’abord
told-no-session-id = aucune session avec cet identifiant
told-imported = importé : { $counted }
told-imported-changes = { $counted } importés ; `/session changes` montre les décisions sur ses { $counted_changes }
told-is-deleted = la session est en cours de suppression
told-in-archive = la session est archivée : `/session unarchive` la rétablit
told-ended-with-error = la session s’est terminée par une erreur : en commencer une autre (`/session new`) ou la copier (`/session fork`)
told-archived-already = déjà archivée
told-not-archived = pas archivée
told-deleted-soon = la session sera supprimée à la fin de son exécution
told-delete-question = une question y attend : l’ouvrir d’abord, ou forcer (`/session delete --force`)
told-delete-running = la session travaille : /stop d’abord, ou forcer (`/session delete --force`)
told-delete-open-one = 1 changement est à décider ou à appliquer : /review le montre ; ou forcer (`/session delete --force`) et le perdre
told-delete-open = { $word } changements sont à décider ou à appliquer : /review les montre ; ou forcer (`/session delete --force`) et les perdre
told-messages-written = écrit dans { $path } : { $counted }
told-no-earlier = aucune session antérieure dans cet espace de travail ; celle-ci est nouvelle
told-open-elsewhere = la dernière session est ouverte dans un autre terminal (processus { $word }) ; celle-ci est nouvelle
told-session-not-open = session pas ouverte
told-engine-stopped = le moteur de la session s’est arrêté ; relancer agentichat avec --continue
told-engine-busy = le moteur de la session est occupé ; réessayer dans un instant
told-import-at = { $path } : { $rest }, ligne { $number }, colonne { $word } : { $why } ; rien n’a été importé
told-import-line = { $path } : ligne { $number }, colonne { $word } : { $why } ; rien n’a été importé
told-document-missing = `{ $word }` manque
told-document-hash = attendu : un SHA-256 en hexadécimal
told-document-time = attendu : une date, comme { $rest }
told-document-id = attendu : un identifiant, comme { $rest }
told-document-least = attendu : { $number } au moins
told-document-most = attendu : { $number } au plus
told-document-many = au plus { $number } sont lus
told-document-letters = cela dépasse { $number } lettres
told-document-empty = c’est vide
told-document-one-of = attendu : l’un de { $models }
told-document-wanted = attendu : { $rest }
told-document-no-field = aucun champ de ce nom ici
told-document-not-in = { $word } n’est pas dans le document
told-document-twice = l’id { $word } est donné deux fois
told-document-bytes = ces octets ne vont pas avec l’empreinte
told-document-no-picture = pas une image
told-document-base64 = pas du Base64
told-document-json = pas du JSON : { $rest }
told-document-later = la version { $word } vient d’un agentichat plus récent ; celui-ci lit jusqu’à { $number }
told-export-taken = tous les noms de fichier sont pris ; en donner un
told-import-large = { $path } dépasse { $number } Mio, le plus qui soit importé
told-import-no-text = { $path } n’est pas du texte en UTF-8
told-export-there = { $path } existe déjà et n’a pas été remplacé ; donner un autre fichier
told-path-not-read = impossible de lire { $path } : { $why }
told-path-not-written = impossible d’écrire { $path } : { $why }
told-messages-pending-one = écrit dans { $path } : { $counted } ; { $counted_changes } en revue s’y lit seulement
told-messages-pending = écrit dans { $path } : { $counted } ; { $counted_changes } en revue s’y lisent seulement
told-no-such-message = aucun message de ce numéro : la session a { $counted }, comptés depuis 1
told-fork-open-calls = des appels du message { $word } n’ont pas encore de résultat ; copier au message { $number } ou avant
told-not-named-here = { $path } ne peut pas être nommé ici : ce n’est pas de l’UTF-8
told-changes-before = **Avant l’import**
told-changes-before-what = Un relevé de l’espace de travail d’origine : en lecture seule, rien n’est écrit ni ramené en arrière ici.
told-changes-here = **Ici**
told-changes-none = Aucun changement dans cette session.
told-changes-head = | quand | fichier | par | lignes | décidé |
told-changes-checkpoint = - point de reprise #{ $number } du { $rest } : { $title }, { $counted }
told-changes-comment = - vous sur { $path } : { $rest }
told-no-session-here = pas de session { $word } dans cet espace de travail ; voir `agentichat --resume`
told-no-session-id-form = '{ $word }' n’est pas un identifiant de session ; `agentichat --resume` sans identifiant les énumère
told-session-not-stored = leur session n’était pas encore enregistrée
told-session-not-taken-over = une session n’a pas été reprise : { $why }
told-session-not-opened = la session ne peut pas être ouverte : { $why }
told-imported-without = { $why } ; par sécurité, pas importé : { $why_left }
told-none-deleted = aucun de ces fichiers ne peut être supprimé
told-only-deleted = seuls ceux-ci peuvent être supprimés, chacun par un appel à part : { $places }
told-import-mode = son mode : elle est ici en mode review
told-import-no-rules = des règles qui autorisent quelque chose

## Touches et tables de touches
keymap-bar-fixed = les touches de la barre de question sont fixes, pour qu’aucune ne décide par surprise ; retirer cette ligne
keymap-fixed = `{ $key }` { $what } partout, et ne peut être liée à rien d’autre
keymap-debris = `{ $sequence }` peut venir d’une séquence brisée du terminal, et { $action } change ce qui s’exécute ou s’écrit ; choisir une autre touche
keymap-stray = Esc et Tab ne décident jamais, et { $action } le fait ; choisir une autre touche
keymap-one-leader = un préfixe est une seule touche dans global, comme Ctrl+Space
keymap-typed = `{ $first }` se saisit dans les champs de texte et ne peut être liée dans { $place } ; ajouter Ctrl ou Alt, ou le préfixe
keymap-taken = `{ $first }` est { $action } dans les champs de texte, et { $place } la bloquerait ; choisir une autre touche
keymap-not-there = l’écran de { $action } n’existe pas encore : rien ne peut y être lié
keymap-nothing-there = { $action } ne fait rien dans { $place } ; elle marche dans : { $places }
keymap-twice = `{ $key }` est liée deux fois dans { $place }
keymap-bound-already = `{ $sequence }` est déjà liée à { $name } dans { $place }, à la ligne { $first } ; en retirer une
keymap-begins = `{ $sequence }` et `{ $other }` de la ligne { $first } s’excluent dans { $place } : l’une commence l’autre
keymap-no-action = pas d’action `{ $name }`{ $meant }
keymap-near = est-ce `{ $near }` ?
keymap-write-keys = l’écrire comme Ctrl+X, Alt+B, F9, Space, u, ou comme une séquence d’au plus cinq : g g
keymap-edit-broken = votre table de touches n’est pas du TOML valide : corriger d’abord les lignes ci-dessus
keymap-edit-by-hand = la forme de votre table de touches ne permet pas ce changement ici : éditer le fichier à la main
keymap-cannot-be-bound = cette touche ne peut pas s’écrire dans une table de touches
keymap-swallows = { $first } répond ou quitte presque partout et ne marcherait plus ; commencer par une touche de fonction, ou par Ctrl ou Alt
keymap-is-bound = { $keys } est liée dans { $place } : { $what }. Espace sur cette ligne la délie d’abord
keymap-taken-by-own = ses touches font maintenant ceci : { $what }. Espace sur cette ligne les rétablit
keymap-no-key = pas de touche `{ $key }` ; { $way }
keymap-too-large = plus de 1 Mio : trop pour une table de touches ; rien n’en est utilisé
keymap-no-toml = pas du TOML : { $why } ; la ligne est ignorée
keymap-no-context = pas de contexte `{ $name }`{ $meant }
keymap-row-form = une ligne s’écrit { "{" } keys = ["F5"], action = "help" { "}" }
keymap-is-wanted = `{ $name }` est { $wanted }
keymap-list-of-keys = une liste de touches : ["F5", "g g"]
keymap-danger = 0, 1 ou 2
keymap-a-text = un texte
keymap-true-or-false = true ou false
keymap-no-field = une ligne n’a pas de `{ $other }`{ $meant }
keymap-row-needs = une ligne demande keys et action : { "{" } keys = ["F5"], action = "help" { "}" }
keymap-did-you-mean =  ; est-ce `{ $near }` ?
keymap-keys-json =  ; `agentichat keys --json` en donne la liste
keymap-there-are =  ; il y a : { $names }
keymap-stops = arrête
keymap-leads = mène à la question
keymap-no-list = `{ $name }` n’est pas une liste de lignes ; écrire { $name } = [ { "{" } keys = ["F5"], action = "help" { "}" } ]
key-test-title = Touches de ce terminal
key-test-head = Certains terminaux gardent ces deux touches, ou en envoient d’autres. Presser chacune une fois : rien d’autre ne se passe.
key-test-press = Presser { $key } maintenant. Si rien ne change ici, presser Espace.
key-test-over = Fini ; l’aide (?) le redit. Entrée ou Esc ferme.
told-keymap-unread = impossible de lire la table de touches : { $why } ; la clé `keymap` de la configuration la nomme
keymap-fault = { $path }:{ $line }: { $why }
keymap-fault-file = { $path }: { $why }

## Thèmes et terminal
theme-used-instead = { $problem } ; { $name } sert à la place
theme-kept = thème { $theme } avec la palette { $palette } enregistré dans { $file }
theme-none = pas de thème `{ $name }` ; vouliez-vous { $near } ? Il y a auto, { $all }
theme-none-near = pas de thème `{ $name }`. Il y a auto, { $all }
terminal-keys-kitty = touches par le protocole kitty
terminal-keys-xterm = touches par modifyOtherKeys de xterm, là où il passe
terminal-keys-legacy = touches par le codage traditionnel
terminal-shift-enter-came = Shift+Enter marche : reçue
terminal-shift-enter = Shift+Enter fonctionne
terminal-shift-enter-unknown = Shift+Enter : inconnu ; { "{" }newline{ "}" } est une nouvelle ligne partout
terminal-shift-enter-no = Shift+Enter est comme Enter ; { "{" }newline{ "}" } est une nouvelle ligne partout
terminal-shift-enter-tried = Shift+Enter n’est pas arrivée à l’essai ; { "{" }newline{ "}" } est une nouvelle ligne partout
terminal-instead = { "{" }toggle_passthrough{ "}" } fait la même chose
terminal-ctrl-tab-came = Ctrl+Tab marche : reçue
terminal-ctrl-tab-no = Ctrl+Tab est comme Tab ; { $instead }
terminal-ctrl-tab-tried = Ctrl+Tab n’est pas arrivée à l’essai ; { $instead }
terminal-ctrl-tab-tabs = Ctrl+Tab change les onglets du terminal ; { $instead }
terminal-ctrl-tab = Ctrl+Tab marche, sauf si le terminal la prend
terminal-ctrl-tab-unknown = Ctrl+Tab : inconnu ; { $instead }
terminal-try = /keys test essaie les deux touches ici
terminal-zellij = zellij prend Ctrl+G P N T S O H B Q : son préréglage "unlock-first" (zellij setup, Ctrl+O c) les laisse à l’éditeur
terminal-screen = GNU screen ne transmet ni Shift+Enter ni Ctrl+Tab ; tmux 3.2 et zellij oui
terminal-wezterm = WezTerm : config.enable_kitty_keyboard = true dans wezterm.lua laisse passer Shift+Enter
terminal-wezterm-alt-enter = Alt+Enter est le plein écran de WezTerm ; { "{" }newline{ "}" } est une nouvelle ligne
terminal-windows-alt-enter = Alt+Enter est le plein écran du terminal, Alt+Left et Alt+Right ses volets ; { "{" }newline{ "}" } est une nouvelle ligne, Ctrl+Left et Ctrl+Right vont par mots
terminal-ghostty-ctrl-enter = Ctrl+Enter est le plein écran de Ghostty ; { "{" }newline{ "}" } est une nouvelle ligne
terminal-tmux-old = tmux { $version } ne peut pas transmettre Shift+Enter et Ctrl+Tab ; 3.2 et suivants le peuvent
terminal-tmux-lines = tmux transmet Shift+Enter et Ctrl+Tab avec ces lignes dans ~/.tmux.conf : set -s extended-keys on; set -as terminal-features 'xterm*:extkeys'
terminal-frames = chaque image est affichée d’un coup (sortie synchronisée)
terminal-frames-no = le terminal n’a pas de sortie synchronisée : seules les cellules changées sont écrites
terminal-clusters = un emoji de plusieurs caractères compte pour un seul (mode 2027)
terminal-clusters-no = chaque terminal compte à sa façon les émojis de plusieurs caractères : le texte à côté est redessiné avec
terminal-wide-signs = si lignes et flèches prennent deux colonnes, "glyphs: ascii" dans la configuration les dessine avec des lettres
theme-did-you-mean = { $why } ; est-ce { $nearest } ?
theme-base-in-quotes = attendu : le nom d’un thème entre guillemets
theme-table-wanted = une table est attendue ; écrire [{ $section }] sur une ligne à part
theme-no-such-key = aucune clé de ce nom dans un thème
theme-no-base = pas de thème `{ $base }` dont hériter
theme-no-role = pas de rôle `{ $name }`
theme-no-colour = `{ $written }` n’est pas une couleur ; l’écrire comme "#16181d"
theme-number-wanted = un nombre de 0 à 255 est attendu
theme-more-faults = { " " }({ $faults } de plus)
theme-base-used = { $path }:{ $line } : { $first }{ $more } ; le thème { $base } sert à la place
theme-inherits-itself = il hérite de lui-même ; retirer `inherits` d’un des fichiers
theme-no-style = `{ $other }` n’est ni { $numbers ->
    [yes] 0 à 15 ni default
   *[no] default
 }, bold, dim, italic, underline ou reverse
told-no-theme = pas un thème : plus de { $bytes } octets
told-theme-unread = { $path } : { $why } ; choisir un autre thème ou corriger le fichier
theme-at-key = { $key }: { $why }
theme-at-line = ligne { $line } : { $why }
theme-invalid = thème `{ $name }` : { $why }
theme-unknown = pas de thème `{ $name }` ; il y a : { $all }
told-keyboard-unread = impossible de lire le clavier : { $why } ; démarrer agentichat dans un terminal, ou utiliser `agentichat run`
told-terminal-dumb = le terminal se dit `dumb` (TERM), aucun écran ne peut être dessiné ; utiliser `agentichat run "…"` ou `agentichat --plain`, ou corriger TERM
told-terminal-none = le flux standard { $word } n’est pas un terminal, il n’y a donc pas où dessiner ; utiliser `agentichat run "…"` à la place
told-terminal-unusable = le terminal ne peut pas être utilisé : { $why } ; utiliser `agentichat run "…"` à la place

## Commandes slash
slash-line-own-commands = .agentichat/commands : { $problem }
slash-line-only-the-last = Seul le dernier message s’édite ici : /resend sans numéro, ou avec 1.
slash-line-chip = Pour retirer une image, effacer sa marque.
slash-line-no-answer = L’agent n’a pas encore donné cette réponse.
slash-line-no-such-session = pas de session `{ $name }` ; { $key } les énumère
slash-line-many-sessions = plusieurs sessions s’appellent `{ $name }` : en choisir une ici
command-say-cache = dire status, clean ou clean all, ou rien
command-one-provider = un seul fournisseur suffit
command-one-model = un seul modèle suffit
command-review-one = une branche suffit : `/review main`
command-no-model-to-probe = cette session n’a pas de modèle ; en nommer un
command-key-here = une clé tapée ici resterait dans l’historique : utiliser /settings, ou `agentichat providers key set <nom>` dans un shell
command-say-provider = dire quoi faire et avec quel fournisseur
command-no-page = aucune page de ce nom
command-cost-saved =
    { $saved } d’entre elles viennent du cache.

    { "" }
command-cost =
    { "*" }*Cette session** { $about }{ $input } tokens en entrée, { $about }{ $output } en sortie, dont { $cached } du cache du serveur : { $cost }

    { $kept }
command-cost-nothing = aucune demande encore
command-cost-unknown = coût inconnu : aucun prix pour ce modèle (`/settings models`)
command-cost-partly = { $cost } et { $tokens } de prix inconnu
command-budget-session = session
command-budget-day = jour
command-answer = { $answer ->
    [yes] oui
    [always] oui, toujours
    [edited] oui, modifié
    [hunks] oui, des blocs
    [files] oui, des fichiers
    [no] non
    [text] un texte
    [selected] un choix
    [on-disk] oui, sur le disque tel quel
    [skipped] passé
   *[other] { $answer }
 }, par { $by ->
    [key] touche
    [rule] règle
    [mode] mode
    [timeout] délai dépassé
    [cancel] annulation
    [nobody] personne
   *[other] { $by }
 }
command-answer-open = sans réponse
command-question-row = { $when }{ "  " }{ $summary }{ "  " }{ $answer }
command-change-made = { $path } créé
command-change-deleted = { $path } supprimé
command-change-bits = { $path } droits { $from }, désormais { $to }
command-change-renamed = { $path }, avant { $from }
command-change-row = | { $when } | { $file } | { $author } | +{ $added } -{ $removed } | { $decided } |
command-change-and = { $decision }, { $others }
command-change-decided = { $count } { $state ->
    [pending] à décider
    [accepted] { $count ->
        [one] accepté
       *[other] acceptés
     }
    [rejected] { $count ->
        [one] refusé
       *[other] refusés
     }
   *[rolled-back] { $count ->
        [one] ramené en arrière
       *[other] ramenés en arrière
     }
 }{ $apart }
command-change-apart = { " " }(pas sur le disque)
command-no-files = Aucun fichier n’est inclus. `/include <chemin>` en ajoute un.
command-included-list =
    { "*" }*Inclus**

    { $rows }
command-one-file = nommer un fichier ; mettre entre guillemets un chemin avec des espaces
command-included-already = { $place } est déjà inclus ; voir /files
command-included = `{ $place }` inclus
command-no-file-named = aucun fichier nommé
command-not-included = { $wanted } n’est pas inclus ; voir /files
command-excluded = { $places } : n’est plus envoyé.
command-note-included-already = la note est déjà incluse ; `/note exclude` la retire
command-note-included = Note incluse : chaque message emporte son texte actuel.
command-note-not-included = la note n’est pas incluse ; `/note include` l’ajoute
command-note-excluded = La note n’est plus incluse ni envoyée.
command-say-note = dire `show`, `include` ou `exclude`, ou rien pour l’écrire
command-not-found-out = Pas de résultat : { $reason }
command-wrong-answer = La réponse ne va pas avec la question ; merci de le signaler.
command-runs-unasked =
    { "" }

    { "*" }*S’exécute sans question**, selon les réglages du programme de l’agent ; ce qu’il écrit est quand même trouvé et noté

    { $text }
command-unasked-rule = - `{ $rule }` dans { $file }
command-no-note = L’espace de travail n’a pas encore de note ; `/note` en écrit une.
command-note =
    { "*" }*Note**

    { $text }
command-no-questions = Aucune question dans cette session.
command-sent-first =
    Envoyé d’abord au modèle :

    { $text }
command-no-git = pas de git
command-whoami =
    - espace de travail : { $root }
    - branche : { $branch }
command-included-lines = { " " }({ $lines } dans le fichier) : envoyé avec chaque message. `/exclude` y met fin.
command-no-workspace = Pas encore d’espace de travail.
command-workspaces-head =
    | espace de travail | trouvé par | ouvert en dernier |
    |---|---|---|
    { "" }
command-workspaces-open =
    { "" }
    `agentichat --cwd <dossier>` en ouvre un.
command-in-memory = en mémoire seulement
command-workspace =
    { $facts }- sessions : { $sessions }, `/session list` en donne la liste
    - gardé dans : { $kept }
    { "" }
command-yes = oui
command-no = non
command-workspace-by = son dossier { $mark }
command-workspace-by-itself = c’est le dossier de travail
command-workspace-facts =
    { "*" }*Espace de travail** { $root }

    - trouvé par : { $found }
    - configuration fiable : { $trusted }
    - modifiable : { $writable }
    - git : { $git }
    { "" }
command-program-missing =
    - { $name } manque : { $link }
    { "" }
command-git-facts = { $branch }, { $ahead } en avance, { $behind } en retard, { $changed } changés
command-own =
    `{ $usage }`

    { $help }

    De `.agentichat/commands/{ $name }.md` ; elle envoie :

    > { $body }
command-list-head =
    | commande | ce qu’elle fait |
    |---|---|
    { "" }
command-list-own =
    | `{ $usage }` | { $help } (de cet espace) |
    { "" }
command-list-foot =
    { "" }
    `…` tient la place d’autres mots : `/help session` montre ceux de `/session`. `?` dans l’éditeur vide montre les touches.
command-list-foot-in-lines =
    { "" }
    `/keys` dit les touches de la ligne. `…` tient la place d’autres mots : `/help session` montre ceux de `/session`.
command-list-pages =
    { "" }

    Pages du manuel (en anglais), après `/help` : { $pages }.
command-keys-in-lines = Donner les touches de la ligne et leurs effets.
command-start-in-lines = Vérifier de nouveau s’il y a un modèle ; sinon dire ce qui a été vérifié, et proposer par numéros comment en configurer un.
command-settings-in-lines = Régler fournisseurs, clés et modèles par numéros ; entendre permissions et budgets.
command-note-in-lines = Modifier la note de l’espace de travail ; incluse, elle part avec chaque message.
command-theme-in-lines = Ne fait rien ici : les lignes n’ont pas de couleurs.
command-find-in-lines = Chercher un texte dans cette conversation et dans le dernier fichier lu.
command-copy-in-lines = Afficher la dernière réponse de l’agent telle qu’il l’a écrite, ou une plus ancienne ; le numéro 1 est la dernière.
command-one-folder = nommer un seul dossier ; mettre entre guillemets un chemin avec des espaces
command-say-picture = nommer le fichier de l’image, ou `none`
command-say-which-message = dire quel message par son numéro : 1 est le dernier
command-say-which-answer = dire quelle réponse par son numéro : 1 est la dernière
command-no-arguments = elle ne prend pas d’argument
command-say-again = dire combien, `thinking`, ou `call` et son numéro
command-also =
    { "" }

    Aussi { $aliases }.
command-nothing-behind-save = rien ne va derrière save
command-palettes = la palette est standard ou cvd
command-one-theme = un seul thème suffit
command-say-rollback = dire `undo`, ou rien pour choisir
command-run-goes-on = une exécution est en cours : /stop, puis vider la conversation
command-nothing-to-search = rien à chercher
command-say-index = dire status, allow ou refuse, ou rien
command-no-list = pas de liste `{ $other }`
command-quotes = un chemin avec des espaces demande des guillemets
command-file-missing = nommer un fichier
command-message-number = nommer un message par son numéro ou son identifiant
command-one-message = nommer un message, par son numéro ou son id
command-no-prompt = Cette session n’a pas de consigne en plus. `/session prompt <texte>` en met une.
command-prompt =
    { "*" }*Consigne en plus**

    { $text }
command-say-set = nommer un réglage
command-value-missing = donner une valeur
command-no-mode = pas de mode `{ $mode }`
command-effort = Effort : { $effort }. `/effort NIVEAU` le règle : auto, off, minimal, low, medium, high, xhigh, max ; le modèle dit ceux qu’il a.
command-no-effort = il n’y a pas d’effort { $word } : utiliser auto, off, minimal, low, medium, high, xhigh ou max
command-one-value = donner une valeur ; guillemets autour d’une avec des blancs
command-no-setting = pas de réglage `{ $other }`
command-cwd = Les commandes de cette session commencent dans { $folder }. `/cwd <dossier>` le change, `/cwd .` est la racine de l’espace.
command-this-deleted = ceci supprime la session actuelle ; seul --force peut suivre
command-one-name = un seul nom suffit
command-no-provider-named = nommer un fournisseur
command-too-many = trop : nommer un fournisseur et un modèle
command-say-agent-mode = nommer un mode ; /route montre l’actuel
command-no-agent-mode = pas de mode d’agent { $word }
command-mode-is = le mode est { $now } ; en nommer un autre
command-no-mode-of = pas de mode { $word } ; il y a { $words }
command-on-off-missing = dire on ou off
command-rule-number-missing = donner le numéro de la règle, voir /confirm status
command-nothing-to-confirm = rien à confirmer
command-plan-writes-nothing = le mode plan n’écrit rien, il n’y a donc rien à confirmer : d’abord /mode review
command-revoked = Règle `{ $rule }` révoquée.
command-no-rules = aucune règle à révoquer
command-no-rule = pas de règle { $number } ; /confirm status énumère 1 à { $last }
command-text-refused = refusé
command-text-proposed = proposé en revue
command-asked-for = demander
command-command-in-box = exécuté dans le bac à sable, sauf risque élevé
command-text-applied = appliqué
command-command-refused = refusé, sauf en lecture seule
command-command-run = exécuté, sauf risque élevé
command-until = , jusqu’à votre prochain message
command-mode-status =
    { "*" }*Mode** { $mode }

    - text : { $text }{ $text_until }
    - cmd : { $command }{ $command_until }

    { "" }
command-rules-none = Aucune règle.
command-rules-head =
    { "*" }*Règles**

    { "" }
command-rule-deny = refuser
command-rule-ask = demander
command-rule-allow = permettre
command-scope-flag = ligne de commande
command-scope-session = cette session
command-scope-workspace = espace de travail
command-scope-user = vous
command-rules-foot =
    { "" }
    `/confirm revoke <numéro>` en retire une.
command-usage = { $wrong }. Usage : /{ $name } { $arguments }
command-name-missing = donner un nouveau nom
command-no-session-command = pas de /session { $other }
command-no-workspace-command = pas de /workspace { $other }
command-not-measured = pas encore mesuré
command-not-chosen = pas encore choisi
command-none = aucun
command-provider =
    - fournisseur : { $provider }/{ $model }
    { "" }
command-cache-unusable = **Cache** ne peut pas servir : { $problem }
command-cache-off = **Cache** inactif : `cache.enabled` est off. Il sert les répétitions exactes à `temperature: 0`
command-cache-on = **Cache** actif : il sert les répétitions exactes à `temperature: 0`
command-cache-answers = réponses
command-cache-answers-facts = { $answers }, { $size } sur { $most }, { $days } au plus
command-cache-row = - { $name } : { $facts }
command-cache-requests = demandes
command-cache-requests-facts = { $hits } servies par lui, { $misses } non ; { $saved } non demandés
command-cache-models = listes de modèles
command-cache-counts = comptes de tokens
command-cache-vectors = vecteurs de l’index
command-cache-disk = sur le disque
command-cache-disk-facts = { $size } dans { $place }
command-lists-of-models = { $lists } de modèles
command-counts-of-tokens = { $counts } de tokens
command-models-head =
    | modèle | fenêtre | réponse | prix |   |
    |---|---:|---:|---|---|
    { "" }
command-models-servers =
    Sur les serveurs, pas enregistrés :

    { "" }
command-models-probed =
    { "" }
    Sondés :

    { "" }
command-probe = { $calls ->
        [native] appelle les outils nativement
        [text] écrit ses appels en texte
       *[none] n’appelle aucun outil
    }{ $twice ->
        [yes] , deux à la fois
        [no] , un à la fois
       *[unknown] { "" }
    }{ $again ->
        [yes] { " ;" } répète un appel après son résultat
        [no] { " ;" } répond d’après un résultat
       *[unknown] { "" }
    }
command-probe-open = { $words } (incomplet : { $why })
command-probed = **{ $name }** { $found }. Cela a pris { $seconds } s.
command-models-foot =
    { "" }
    Prix par million de tokens. `agentichat models add` enregistre le vôtre, `/model` choisit.
command-doctor =
    - agentichat { $version }
    - modèle de cette session : { $model }
    { "" }
command-doctor-foot =
    { "" }
    `agentichat doctor` dans un shell vérifie aussi les fichiers de réglages, les clés, les dossiers, les programmes et le terminal.
command-providers-foot =
    { "" }
    `/provider test <nom>` en teste un ; `agentichat providers key set <nom>` dans un shell enregistre une clé.
command-switched-off = { " " }désactivé
command-key-set = mise, de { $from }
command-key-not-used = non utilisée : { $problem }
command-key-none = aucune (`{ $variable }` n’est pas définie)
command-key-not-needed = pas nécessaire
command-provider-facts =
    - **{ $provider }**{ $state }
    { "  " }- à { $url } ({ $url_from })
    { "  " }- par défaut : { $model } ({ $model_from })
    { "  " }- clé : { $key }
    { "" }
command-test-failed = **{ $name }** ne marche pas : { $error }
command-test-model = , modèle { $model }
command-test-ok = **{ $name }** marche, { $latency } ms{ $model }
command-today = **Aujourd’hui**, tous les espaces de travail :
command-today-nothing =
    { " " }rien encore
    { "" }
command-today-head =
    { "" }

    | modèle | réponses | tokens entrée | sortie | coût |
    |---|---:|---:|---:|---:|
    { "" }
command-costs-unknown =
    { "" }
    Le coût est inconnu pour un modèle sans prix ; les budgets ne le comptent pas.
    { "" }
command-no-budget =
    { "" }
    Aucun budget n’est mis (`budgets.*` dans la configuration).
command-budgets =
    { "" }
    Budgets : { $what }.
command-context-unknown =
    { "*" }*Contexte** ~{ $total } tokens ; la fenêtre du modèle n’est pas encore connue

    { "" }
command-context =
    { "*" }*Contexte** ~{ $total } tokens sur { $limit }, { $percent } %

    `[{ $gauge }]`

    { "" }
command-context-in-words =
    { "*" }*Contexte** ~{ $total } tokens sur { $limit }, { $percent } %

    { "" }
command-context-part = { $name } : ~{ $tokens } tokens
command-context-part-of = { $name } : ~{ $tokens } tokens, { $percent } % de la fenêtre
command-context-head =
    |   | part | tokens | de la fenêtre |
    |---|---|---:|---:|
    { "" }
command-context-free = libre
command-context-counted =
    { "" }
    Son fournisseur compte { $tokens } pour la prochaine demande ; les parts sont estimées.
    { "" }
command-context-files = fichiers inclus
command-context-too-many = { $old } de trop : la prochaine demande les résume
command-context-shortened = { $results } : en abrégé
command-context-room = Pour faire de la place : { $what }.{ " " }
command-context-kept = Environ { $kept } tokens libres sont réservés à la réponse.{ " " }
command-context-foot = `/compact` résume la partie ancienne, `/exclude <chemin>` retire un fichier, `/clear` vide la conversation.
command-index = **Index** { $words }
command-index-no-vectors = pas de vecteurs : `index.embedding_model` ne nomme aucun modèle, ou ils n’ont pas commencé
command-index-both =
    { "*" }*Index** { $words }

    - { $vectors }
command-index-off = aucun : `index.enabled` est off, ou rien ne peut être enregistré ici
command-index-waiting = pas commencé
command-index-looking = liste les fichiers
command-index-building = { $done } sur { $files } lus et trouvables
command-index-ready = connaît { $files }
command-index-elsewhere = est construit par un autre processus ({ $pid })
command-index-failed = arrêté : { $reason }
command-vectors = vecteurs par { $model } : { $done } sur { $parts }
command-vectors-pending = { $made }, fichiers pas encore listés
command-vectors-working = { $made }, en cours
command-vectors-paused = { $made }, en pause pendant que l’agent travaille
command-vectors-full = { $made }, la limite de `index.embedding_chunks`
command-vectors-waiting = { $made }, réessayé plus tard : { $reason }
command-vectors-withheld = { $made } ; en pause : { $reason }
command-vectors-stopped = { $made } ; arrêtés : { $reason }
command-workspace-of =
    { "*" }*Espace de travail** { $root }

    { "" }
command-sessions-unreadable =
    Ses sessions ne peuvent pas être lues : { $why }

    { "" }
command-session-row = { $status }, { $model }, { $messages }, { $tokens }, coût { $cost }
command-session-row-times = créée { $made }, changée { $changed }, a travaillé { $time }{ $process }, id `{ $id }`
command-session-row-process = , ouverte dans le processus { $pid }
command-sessions-none = Aucune session de ce genre.
command-sessions-foot = `/session load <nom ou id>` en ouvre une de cet espace de travail.
command-no-hits = Aucun message des sessions de cet espace de travail n’a tous ces mots.
command-hits-head =
    | session | message | qui | quoi |
    |---|---:|---|---|
    { "" }
command-who-you = vous
command-who-agent = agent
command-who-result = résultat
command-who-workbench = atelier
command-hit =
    | { $name } `{ $session }` | { $number }, ligne { $line } | { $who } | { $snippet } |
    { "" }
command-hits-foot =
    { "" }
    `/session load <id>` en ouvre une ; `/session fork <message>` repart d’un message.
command-confirm-set = { $which ->
    [text] Les écritures
    [cmd] Les commandes
   *[all] Écritures et commandes
 } { $on ->
    [on] sont demandées.
   *[off] ne sont plus demandées, sauf à risque élevé.
 } `/confirm status` montre tout.
command-window = { $estimated ->
    [yes] environ { $used }
   *[no] { $used }
 } tokens sur { $limit }
command-session =
    { "*" }*Session** { $name }

    - id : `{ $id }`
    - travaille dans : `{ $folder }`
    - modèle : { $provider }/{ $model }
    - état : { $status }
    - mode : { $mode }
    - messages : { $messages }
    - tokens : { $input } en entrée, { $output } en sortie, coût { $cost }
    - temps de travail : { $time }
    - processus : { $process }
    - contexte : { $window }
    - dernière erreur : { $error }
command-sure-delete = Supprimer la session { $name } pour de bon, avec { $messages } ? Ses changements dans les fichiers restent.
command-sure-delete-force = Supprimer la session { $name } pour de bon, avec { $messages }, même si elle travaille ou vous attend ? Ses changements dans les fichiers restent.
command-sure-clean = Oublier cette conversation ({ $messages }), les fichiers inclus et les caches de cet espace ? Rien ne l’annule.
command-cleaned = La session est comme neuve : aucun message, { $count ->
    [one] { $count } fichier inclus retiré
   *[other] { $count } fichiers inclus retirés
 }, le cache de l’espace de travail vidé. Les fichiers du disque, le mode et les règles sont inchangés.
command-no-slash = une commande commence par /
command-no-name-behind = pas de commande après le / : taper /help pour la liste
command-open-quote = le guillemet { $quote } n’est pas fermé : en ajouter un autre { $quote } à la fin
command-unknown = commande inconnue /{ $name } ; vouliez-vous dire /{ $nearest } ?
command-elsewhere = commande inconnue /{ $name } ; ici c’est /{ $here }
command-elsewhere-row = comme /{ $name }
command-unknown-none = commande inconnue /{ $name } ; voir /help
told-command-file = { $path } : { $why }
told-command-file-empty = il n’a pas de texte à envoyer
told-command-file-long = il a plus de { $number } Kio
told-command-file-name = un nom a jusqu’à { $number } lettres, chiffres, - et _ ; renommer le fichier
told-command-file-no-utf-eight = il n’est pas en UTF-8
told-command-file-plain = pas un fichier ordinaire ; les liens ne sont pas suivis
told-commands-link = le dossier est un lien, et les liens ne sont pas suivis
told-commands-many = { $word } fichiers sont laissés de côté : { $number } commandes au plus

## Mode ligne : lignes, brouillons, parcours, recherche
plain-editor-opened = Texte ouvert dans votre éditeur.
plain-text-as-it-is = Le texte tel qu’il est :
plain-text-how = Taper tout le nouveau texte, ligne par ligne. Une ligne avec un point seul le termine ; « /cancel » seul garde l’ancien.
plain-editor-has-it = Votre éditeur a le texte ; le fermer d’abord.
plain-text-stays = Inchangé.
plain-note-kept = Note enregistrée.
plain-question-is-another = La question a changé ; votre modification n’a pas servi.
plain-nothing-left = Plus rien ; rien n’a été fait.
plain-own-word-how = Taper le mot « { $word } » pour le faire, ou un numéro ou un mot de la liste.
plain-own-how = Taper un numéro ou son mot ; « retour » annule.
plain-own-left = Annulé ; rien n’a été fait.
plain-own-no-choice = Pas un choix. Taper un numéro de 1 à { $count }, ou « retour » pour annuler.
plain-no-name = sans nom
plain-name = « { $name } »
plain-no-model = pas encore de modèle
plain-begin = agentichat, mode ligne. Taper un message et appuyer sur Entrée ; /help donne les commandes, /keys les touches.
plain-engine-stopped = Erreur : le moteur s’est arrêté ; voir le journal.
plain-lead-text = Texte :{ " " }
plain-lead-answer = Réponse :{ " " }
plain-lead-review = Revue :{ " " }
plain-lead-rollback = Retour en arrière :{ " " }
plain-lead-checkpoints = Points de reprise :{ " " }
plain-lead-you = Vous :{ " " }
plain-answer-not-taken = Erreur : le moteur est occupé et n’a pas pris la réponse ; répondre encore.
plain-not-taken = Erreur : le moteur est occupé ; réessayer dans un instant.
plain-paste-answers-nothing = Un collage ne répond à rien, et il n’a pas été envoyé. Taper la réponse.
plain-begun-before = Cette ligne a été commencée avant la question, elle n’y répond donc pas.
plain-in-review = Vous êtes dans la revue. « liste » énumère, « ? » aide, « retour » quitte.
plain-in-rollback = Choisir ce qu’il faut ramener en arrière. « ? » aide, « retour » quitte.
plain-in-checkpoints = Vous êtes aux points de reprise. « ? » aide, « retour » quitte.
plain-session-opening = Ouverture de la session.
plain-question-put-off = Une question attend : /answer la repose.
plain-agent-works-stop = L’agent travaille. Ctrl+C ou /stop l’arrête.
plain-nothing-runs-review = Au repos. Des changements attendent la revue : /review. Taper un message, ou /help.
plain-nothing-runs = Au repos. Taper un message, ou /help.
plain-no-session-to-send = Aucune session n’est encore ouverte ; votre ligne n’a pas été envoyée. La renvoyer dans un instant.
plain-stopping = Arrêt de l’exécution ; Ctrl+C encore une fois force l’arrêt.
plain-killing = Arrêt forcé.
plain-line-cleared = Ligne vidée ; Up la ramène.
plain-begun-dropped = Saisie abandonnée ; Up la ramène.
plain-again-leaves = Ctrl+C encore une fois quitte ; tout est enregistré.
plain-back = Retour à la conversation.
plain-and = { " " }et{ " " }
plain-leave-sure = quitter, et finir l’exécution de la session { $sessions } ?
plain-leave-yes = quitter et la finir
plain-leave-no = rester
plain-leave-stays = Vous restez.
plain-input-ended = L’entrée est finie ; le texte est inchangé.
plain-line-too-long = La ligne { $number } n’a pas été prise : elle dépasse { $most } kilo-octets. La mettre dans un fichier et le nommer, comme @notes.txt.
plain-line-no-text = La ligne { $number } n’a pas été prise : ce n’est pas du texte UTF-8. La convertir avec « iconv ».
plain-line-binary = La ligne { $number } n’a pas été prise : ce n’est pas du texte. La suite est ignorée.
plain-cannot-write = impossible d’écrire la sortie : { $error }
plain-summary-file = - { $path } : { $added } en plus, { $removed } en moins
plain-summary-untold = Décisions et commentaires pas encore envoyés à l’agent : { $count } ; « dire » les envoie.
plain-no-editor = aucun éditeur n’est réglé ; mettre dans EDITOR un éditeur installé
plain-no-terminal = pas de terminal pour un éditeur
plain-reads = Le modèle lit aussi : { $files }
plain-model-holds = fenêtre de { $tokens }
plain-model-efforts = efforts { $efforts }
plain-workspace = Espace de travail : { $root }
plain-attached = Attaché à l’agentichat du processus { $process } : ses événements s’entendent ici.
plain-provider-problem = { $provider } : { $problem }
plain-not-found-out = Pas de résultat : { $reason }
plain-draft-sure = un message n’a pas été envoyé. L’envoyer ?
plain-draft-send = l’envoyer maintenant
plain-draft-forget = l’abandonner
plain-draft-keep = le garder pour plus tard
plain-draft-kept = Gardé pour plus tard.
plain-draft-back = Gardé comme brouillon : /resend l’envoie, même après un redémarrage.
plain-draft-waits = Vous avez un message non envoyé : /resend l’envoie.
plain-draft-forgotten = Abandonné.
plain-no-such-session = Pas de session « { $name } » ; /session load les énumère.
plain-no-sessions = Aucune session enregistrée.
plain-which-session = quelle session ?
plain-session-row = { $status }, { $messages }, changée { $at }{ $here ->
    [yes] , celle-ci
   *[no] { "" }
 }
plain-no-models = Aucun fournisseur ne propose de modèle ; voir « agentichat doctor ».
plain-which-model = quel modèle ?
plain-not-found = « { $wanted } » introuvable.
plain-found = { $places }{ $more ->
    [yes] { " " }ou plus
   *[no] { "" }
 } pour « { $wanted } », { $by ->
    [words] le meilleur d’abord
    [meaning] par mots et par sens, le meilleur d’abord
   *[text] tel qu’écrit, par ordre de chemin
 }. Lequel lire ?
plain-found-proposed = { $text }, proposé
plain-figures-run = Exécution « { $asked } » : { $status }.
plain-figures-not-ended = pas finie
plain-figures-answer = - réponse { $number } de { $model } : { $time }
plain-figures-answer-tokens = - réponse { $number } de { $model } : { $time }, { $input } tokens en entrée, { $output } en sortie, { $cost }
plain-figures-spent = - outils { $tools }, attente de vous { $user }
plain-resend-not-while-running = Une exécution est en cours : les messages restent jusqu’à sa fin. /stop la finit.
plain-resend-none = Vous n’avez encore envoyé aucun message ici.
plain-resend-no-such = Vous n’avez pas de message { $number } ; il y en a { $count }, et 1 est le dernier.
plain-resend-which = lequel de vos messages renvoyer ? Le dernier d’abord.
plain-resend-row = envoyé { $at }, suivi de { $after }
plain-resend-gone = Ce message n’est plus ici.
plain-resend-sure = envoyer ceci à nouveau : { $text }
plain-resend-takes-back = Lui et { $after } après lui quittent cette conversation. Les fichiers ne changent pas ; /rollback ramène des changements en arrière.
plain-resend-forks = Ce n’est pas le dernier, cette conversation reste donc, avec { $after } après lui : il est envoyé dans une copie de la conversation d’avant. Les fichiers ne changent pas.
plain-resend-send = l’envoyer tel quel
plain-resend-edit = l’éditer d’abord, puis l’envoyer
plain-message-not-written = Vide : rien n’a été envoyé.
plain-message-sure = envoyer ce message ?
plain-message-no = ne pas l’envoyer ; Up le ramène
plain-message-edit = continuer dans votre éditeur
plain-message-kept = Pas envoyé ; Up le ramène.
plain-text-from-nothing = Taper le texte, ligne par ligne. Une ligne avec un point seul le termine ; « /cancel » seul annule.
plain-line-now = Actuel : { $value }.
plain-line-how = Le taper sur une ligne ; Entrée seule garde l’ancien.
plain-folder-root = la racine de l’espace de travail, { $entries } : lequel ?
plain-folder = dossier { $name }, { $entries } : lequel ?
plain-folder-more = Seuls les { $count } premiers sont listés : /files avec une partie du chemin en trouve d’autres.
plain-folder-up = le dossier au-dessus
plain-fitting = { $files } pour « { $pattern } », les meilleurs d’abord : lequel ?
plain-file-mentioned = nommé récemment
plain-git-new = nouveau pour git
plain-git-deleted = supprimé pour git
plain-git-renamed = renommé pour git
plain-git-changed = changé pour git
plain-file-which = { $path } : que faire ?
plain-file-read = le lire
plain-file-include = l’envoyer avec chaque message
plain-file-diff = entendre ses changements
plain-file-edit = l’ouvrir dans votre éditeur
plain-file-opened = Fichier ouvert dans votre éditeur.
plain-file-closed = De retour de votre éditeur.
plain-file-since = Ce qui diffère dans { $path } depuis { $base } :
plain-read-of = { $path } à partir de la ligne { $line } sur { $total } :
plain-read-more-sure = { $left } de { $path } restent : continuer ?
plain-read-more = lire la suite
plain-found-you = Vous
plain-found-agent = Agent
plain-found-note = Note
plain-found-here = { $places } pour « { $wanted } » : lequel ?
plain-not-found-here = « { $wanted } » n’est pas dans cette conversation ; /search cherche dans l’espace de travail.
plain-not-found-in = « { $wanted } » n’est ni dans cette conversation ni dans { $path } ; /search cherche dans l’espace de travail.
plain-complete = { $choices } :
plain-complete-more = et { $more } de plus
plain-attached-picture = Image { $name }, { $width } sur { $height }, { $kilobytes } Ko, part avec le prochain message ; « /attach none » la retire.
plain-attach-none = Votre prochain message n’a pas d’image.
plain-attach-nothing = Aucune image n’était jointe.
plain-attach-too-many = Un message a { $count } images au plus.
plain-keys =
    Entrée envoie la ligne. Une barre oblique inverse à la fin continue sur la ligne suivante.
    Up et Down : lignes d’avant, aussi d’anciennes sessions. Left, Right, Home, End : dans la ligne.
    Retour arrière et Delete : une lettre. Ctrl+W : un mot. Ctrl+U : tout avant le curseur. Ctrl+K : tout après.
    Ctrl+C : arrête l’exécution ; deux fois force l’arrêt. Deux fois sur une ligne au repos : quitte. Ctrl+D sur une ligne vide : quitte.
    Tab : complète une commande, un fichier après @, un mot ; elle liste les choix. Ctrl+X Ctrl+E : la ligne dans $EDITOR.
    Ctrl+Z : au shell ; fg revient. Entrée sur une ligne vide : dit la question, ou ce qui se passe.
    Une ligne qui commence par / est une commande, voir /help. Une qui commence par ! s’exécute dans le shell, selon les mêmes règles.
    @chemin dans un message nomme un fichier, @chemin:10-40 des lignes.
    Répondre à une question par un numéro ou son mot sur une ligne à part, commencée après la question.
plain-no-session = Aucune session n’est encore ouverte ; réessayer dans un instant.
plain-sure-no = ne rien faire
plain-nothing-done = Rien n’a été fait.
plain-not-done = Pas fait : { $why }
plain-asking-models = Demande de leurs modèles aux fournisseurs.
plain-no-colours = Pas de couleurs ici. À l’écran /theme choisit, ou « theme » dans votre config.yaml.
plain-no-vim = Les touches de vim sont pour l’écran ; les lignes ont celles de readline.
plain-settings-none = aucun
plain-settings-name = Nom : { $name }
plain-settings-folder = Dossier : { $folder }
plain-settings-model = Modèle : { $model }
plain-settings-mode = Mode : { $mode }
plain-settings-prompt = Consigne en plus : { $prompt }
plain-settings-how = « /session set name|folder|provider|model|mode|prompt VALEUR » en change un.
plain-again-thinking = Dernière réflexion :
plain-again-arguments = Arguments : { $arguments }
plain-again-result = Résultat : { $summary }
plain-again-no-result = Pas encore de résultat.
plain-again-no-call = Pas d’appel { $number } ; cette session en a { $count }.
plain-again-none = Pas encore.
plain-copy = Rien ne va dans le presse-papiers ici ; la réponse telle qu’elle a été écrite :
plain-session-is-this = Vous êtes dans cette session.
plain-read-from = { $path } à partir de la ligne { $line } :
told-input-ended = l’entrée est finie : il n’y a personne à qui demander

## Mode ligne : ce qui se passe, lu à voix haute
plain-messages-missed = Note : { $messages } arrivés pendant le retard de ce terminal ; /again { $new } les lit.
plain-session = Session { $name }, mode { $mode }, { $model }.
plain-session-so-far = Elle a { $messages } ; les derniers :
plain-session-archived = Elle est archivée, en lecture seule ; /session unarchive la rétablit.
plain-session-to-review = Changements à revoir : /review.
plain-session-running = Une exécution est en cours.
plain-interrupted = cette session a été interrompue pendant une exécution : son programme s’est arrêté. Son travail est arrêté ; l’issue d’un appel sans résultat est inconnue.
plain-interrupted-proceed = continuer la session
plain-interrupted-proceeds = La session continue : taper un message.
plain-refused = Refusé : { $reason }
plain-session-deleted = La session { $name } est supprimée.
plain-session-closed = La session { $name } est fermée.
plain-elsewhere-asks = Ailleurs : la session { $name } demande quelque chose. « /session load { $id } » y mène.
plain-elsewhere-done = Ailleurs : la session { $name } a fini.
plain-elsewhere-failed = Ailleurs : la session { $name } a échoué : { $error }
plain-elsewhere-given-up = Ailleurs : la question de la session { $name } est refusée, car aucune entrée ne viendra plus.
plain-withdrawn = Le dernier message et ses réponses ont été retirés.
plain-message-waits = Votre message attend la fin de l’étape de l’agent ; /unqueue le retire.
plain-message-waits-for-end = Le message attend la fin de l’exécution ; /unqueue le retire.
plain-message-delivered = L’agent a votre message.
plain-message-not-sent = Votre message n’a pas été envoyé : { $text }
plain-model-looked-for = Recherche d’un modèle ; votre message l’attend.
plain-agent-works = L’agent travaille.
plain-run-stopped = Arrêté.
plain-run-failed = Erreur : { $error }.
plain-run-failed-hint = Erreur : { $error }. Ensuite : { $hint }.
plain-agent = Agent : { $text }
plain-you = Vous : { $text }
plain-with-pictures = Avec { $pictures }.
plain-note = Note : { $text }
plain-warning = Attention : { $text }
plain-error = Erreur : { $text }
plain-tool = Outil { $number } : { $tool }{ $gap }{ $arguments }
plain-tool-unnumbered = Outil : { $tool }
plain-tool-runs = { $call } est en cours.
plain-tool-waits = { $call } attend votre réponse.
plain-tool-done = { $call } : { $summary }
plain-tool-proposed = { $call } : { $summary }, seulement proposé : /review, puis « prendre » et « appliquer »
plain-tool-failed = { $call } : ÉCHEC : { $summary }
plain-output-more = { $lines } de plus : /again call lit tout.
plain-whole-output = Toute la sortie est dans { $path }.
plain-ran-in = exécutée dans : { $place }
plain-answered = Réponse : { $what }{ $by ->
    [rule] , par une règle
    [mode] , par le mode
    [timeout] , délai dépassé
    [cancel] , exécution arrêtée
    [nobody] , personne
   *[key] { "" }
 }. C’était : { $summary }
plain-done = Terminé en { $time }.
plain-done-calls = Terminé en { $time }, { $calls }.
plain-done-calls-nothing = Terminé en { $time }, { $calls }. Rien n’a changé.
plain-done-changed = Modifié { $path } : { $added } en plus, { $removed } en moins.
plain-done-proposed = Proposé pour { $path }, pas encore appliqué : { $added } en plus, { $removed } en moins.
plain-done-part = { $path } changé, appliqué en partie : { $added } ajoutées, { $removed } retirées.
plain-done-refused = { $count ->
    [one] { $hunks } de cette exécution a été refusé, pas compté.
   *[other] { $hunks } de cette exécution ont été refusés, pas comptés.
 }
plain-done-unapplied = { $count ->
    [one] { $hunks } à revoir
   *[other] { $hunks } à revoir
 }, pas encore sur le disque : /review, puis « prendre tout » et « appliquer » écrit.
plain-your-turn = À vous.
plain-session-archived-now = Session archivée.
plain-session-called = La session s’appelle « { $name } ».
plain-model-is = Le modèle est maintenant { $model }.
plain-model-stays = Le modèle est déjà { $model }.
plain-folder-is = Les commandes commencent maintenant dans { $folder }.
plain-extra-prompt-is-another = Le prompt supplémentaire de la session a changé.
plain-mode-is = Le mode est maintenant { $mode }.
plain-policy-changed = Les règles ont changé : /confirm status les montre.
plain-rule-made = Règle ajoutée : { $pattern }.
plain-rule-gone = Règle retirée.
plain-retry = Essai { $attempt } sur { $of } dans { $time } : { $error }
plain-run-interrupted = L’exécution a été interrompue.
plain-run-interrupted-calls = L’exécution a été interrompue ; l’issue de { $calls } est inconnue.
plain-time-stands = Minuteur suspendu ; la question attend.
plain-time-runs = Minuteur relancé.
plain-cleared = La conversation est vide.
plain-imported = « { $name } » est importée avec { $messages }.
plain-agent-mode-is = Le mode d’agent est maintenant { $mode }.
plain-compacted = Les { $messages } anciens ont été résumés pour le modèle, d’environ { $before } tokens à { $after }. /compact undo les rétablit.
plain-not-compacted = Pas résumé : { $reason }
plain-summary-gone = Résumé retiré.
plain-checkpoint-made = Point de reprise { $number } : { $label }
plain-checkpoint-called = Le point de reprise s’appelle « { $name } ».
plain-review-done = Revue : { $label }
plain-undone = Défait : { $label }
plain-redone = Refait : { $label }
plain-hunk-split = Le bloc est maintenant { $hunks } ; « liste » les numérote.
plain-comment-kept = Commentaire sur { $path } gardé ; « dire » ou le prochain message l’envoie.
plain-git-comment-kept = Commentaire sur { $path } gardé ; « dire » l’envoie, avec les autres.
plain-comments-sent = Envoyé à l’agent : { $comments }.
plain-comment-gone = Commentaire retiré.
plain-review-told = Envoyé à l’agent : { $verdicts }, { $comments }.
plain-rollback-started = Retour en arrière : { $title }
plain-rollback-done = Ramené en arrière sur le disque. « /rollback undo » le défait.
plain-rollback-failed = Erreur : rien n’a été ramené en arrière : { $reason }
plain-left-alone = - { $path } : { $why }
plain-row = { $first } : { $rest }
plain-program-gone = son programme n’est plus là
plain-frozen = Elle est en lecture seule : /resend renvoie le dernier message et relance le programme pour cela ; « /session new » en commence une autre avec les mêmes réglages.

## Mode ligne : questions et réponses
plain-high-only-word = Risque élevé : seul le mot « { $word } » le permet, et alors en entier. « non » suivi de mots dit à l’agent quels fichiers peuvent partir.
plain-high-type-word = Risque élevé, rien n’est donc encore permis : taper le mot « { $word } » pour le permettre, ou « non ».
plain-no-choice = Pas un choix, et pas envoyé. Taper un numéro de 1 à { $last }, ou l’un de : { $words }. « plus tard » remet la question, pour que vous puissiez envoyer un message.
plain-scopes-how = Taper un numéro de 1 à { $last }, « retour » ou « non ».
plain-hunks-how = Taper « seulement » et les numéros des blocs à accepter, comme « seulement 1,3 » ; « retour » ou « non ».
plain-other-how = Taper votre réponse après « autre ».
plain-only-one = N’en choisir qu’un.
plain-no-option = { $why } « autre » suivi de mots donne votre propre réponse ; « passer » n’en donne pas.
plain-answered-otherwise = Répondre autrement à cette question.
plain-nothing-to-choose = Rien à choisir.
plain-no-such-number = « { $typed } » n’est pas un numéro de 1 à { $count }.
plain-question-waits-there = Une question attend : { $title }
plain-question-waits-how = « retour » ou /answer y mène.
plain-put-off = Remis : l’exécution attend, et vos lignes vont à l’agent. /answer redemande.
plain-no-question-waits = Aucune question n’attend.
plain-way-yes-high = le permettre ; risque élevé, taper donc le mot « { $word } »
plain-way-yes-apply = appliquer les changements proposés, puis exécuter, une fois
plain-way-yes-once = oui, une fois
plain-way-yes = autoriser, une fois
plain-way-disk = l’exécuter, ne rien appliquer
plain-way-network = l’exécuter une fois avec le réseau
plain-way-never = refuser, et ne plus demander le réseau dans cette session
plain-way-no = refuser ; « non » suivi de mots dit pourquoi à l’agent
plain-way-always = permettre plus longtemps : les choix d’abord
plain-way-hunks = n’accepter que certains blocs
plain-way-edit = l’éditer d’abord ; votre version sert
plain-way-show = tout réentendre
plain-way-why = entendre les raisons du risque
plain-way-later = remettre la question ; /answer la ramène
plain-way = { $number }. { $word } : { $meaning }
plain-question = Question{ $changed } : { $title }
plain-question-of = Question { $place } sur { $of }{ $changed } : { $title }
plain-question-changed = { "," } CHANGÉE depuis, rien n’a été fait
plain-question-time = Temps : sans réponse, ce sera non après { $seconds }. « attendre » l’arrête, « continuer » reprend.
plain-title-write = { $change ->
    [modified] modifier
    [created] créer
   *[deleted] supprimer
 } { $path } ? Cela ajoute { $added } et retire { $removed } ; { $by }.
plain-title-command = exécuter cette commande ? { $by }
plain-title-delete = supprimer { $files } ? { $by }
plain-title-confirm = { $question } Oui ou non ; { $by }.
plain-risk = Risque : { $risk ->
    [low] faible
    [medium] moyen
   *[high] ÉLEVÉ
 }.
plain-risk-why = Risque : { $risk ->
    [low] faible
    [medium] moyen
   *[high] ÉLEVÉ
 } : { $why }.
plain-input-how = Taper la réponse sur sa propre ligne. « passer » n’en donne pas, « plus tard » remet, « ? » explique.
plain-offer-send = Envoyer cela à l’agent ?
plain-step = Étape { $number } sur { $of }.
plain-step-given = La réponse jusqu’ici : { $what }
plain-step-back = « retour » va à la question d’avant.
plain-select-several-how = Taper des numéros, comme 1,3. Il y a { $options }. « autre » suivi de mots donne votre propre réponse, « passer » n’en donne pas, « plus tard » remet, « ? » explique.
plain-select-one-how = Taper un numéro. Il y a { $options }. « autre » suivi de mots donne votre propre réponse, « passer » n’en donne pas, « plus tard » remet, « ? » explique.
plain-only-files = « seulement 1,3 » autorise ces fichiers et aucun autre.
plain-ways-high-how = Taper le mot « { $word } » pour le permettre, ou un numéro ou mot de la liste. Seul le mot le permet.
plain-ways-how = Taper un numéro ou son mot. « ? » explique.
plain-again-input = Taper la réponse, ou « passer » ; « montrer » lit tout.
plain-again-select = Taper un numéro, ou « passer » ; « montrer » lit tout.
plain-again-high = Répondre par le mot « { $word } », ou « non » ; « montrer » lit tout.
plain-again-yes-no = Répondre par « oui » ou « non » ; « montrer » lit tout.
plain-question-still-waits = La question attend toujours : { $title }
plain-help-begun-before = Une ligne commencée avant la question est un message, jamais une réponse. Les commandes slash, comme /mode et /stop, marchent toujours.
plain-help-equals = Mettre = devant une réponse qui est l’un de ces mots, comme « = passer ».
plain-why = Le risque est { $risk ->
    [low] faible
    [medium] moyen
   *[high] élevé
 }, parce que :
plain-why-part = - { $reason } : { $part }
plain-why-always-asked = Chaque mode le demande.
plain-how-far = Permettre pour combien de temps ?
plain-for-good = { $grants }, pour de bon
plain-how-far-how = Taper un numéro, « retour » aux choix, ou « non » pour refuser.
plain-high-write = écrire
plain-high-run = exécuter
plain-high-delete = supprimer { $count }
plain-command = Commande : { $line }
plain-command-lines = Commande, { $lines } :
plain-command-place = Dossier : { $folder } ; { $sandbox }.
plain-root = la racine de l’espace de travail
plain-command-unapplied = Impossible de les appliquer, la commande n’a donc pas été exécutée : { $why }. /review les montre ; la réponse 3 l’exécute sans rien appliquer.
plain-touches = Touche : { $file }
plain-not-covered = Non couvert : { $why }
plain-delete-file = Fichier { $number } : { $file }
plain-must-not-be-empty = Cela ne doit pas être vide.
plain-must-be-number = Ce doit être un nombre.
plain-must-be-path = Ce doit être un chemin dans l’espace de travail.
plain-must-fit = Cela doit correspondre au motif { $pattern }.
plain-diff-part = Partie { $place } sur { $of }, à partir de la ligne { $line } :
plain-diff-more = encore { $lines } : « montrer » lit tout.
plain-diff-too-long = La différence est trop longue à montrer.

## Mode ligne : revue
plain-review-help =
    liste : les fichiers et les blocs avec leurs numéros. montrer 1.2, montrer 1 : ce que cela change.
    prendre 1.2, prendre 1, prendre tout : accepter. refuser 1.2 : refuser. rouvrir 1.2 : revenir sur la décision.
    commenter 1.2 TEXTE, ou commenter 1:10-12 TEXTE sur des lignes : c’est dit à l’agent. commentaires, décommenter 1. dire : le lui dit maintenant.
    modifier 1.2 : changer ce qu’un bloc propose. modifier 1 : changer soi-même le fichier. diviser 1.2 : diviser un bloc.
    régler 1.2 mien|agent|deux|base|modifier : un conflit. résultat 1.2 : ce qu’appliquer y donnerait.
    appliquer : amener sur le disque ce qui est décidé ; c’est demandé d’abord. défaire, refaire : la dernière chose faite ici.
    revenir 1.2, revenir 1 : le ramener en arrière sur le disque. depuis ouvert|exécution|session|arbre : ce qui est énuméré ; arbre : l’arbre de travail. disque : regarder le disque.
    retour : à la conversation. Les mots anglais sont compris aussi.
plain-no-review-word = « { $typed } » n’est pas une commande de la revue, et n’a pas été envoyé. « ? » les énumère, « retour » va à la conversation.
plain-no-review-word-near = « { $typed } » n’est pas une commande de la revue, et n’a pas été envoyé. Vouliez-vous « { $near } » ? « ? » les énumère, « retour » va à la conversation.
plain-no-run = Pas encore d’exécution.
plain-since-how = Dire « depuis ouvert », « depuis exécution », « depuis session », ou « depuis arbre » pour l’arbre de travail.
plain-review-left = Revue quittée.
plain-nothing-listed = Rien n’est listé. « liste » donne les changements.
plain-which-how = Dire quoi : un fichier comme 1, un bloc comme 1.2, ou tout.
plain-no-such-file = Pas de fichier { $typed } ; « liste » donne les numéros.
plain-no-such-hunk = Pas de bloc { $typed } ; « liste » donne les numéros.
plain-one-hunk-how = Nommer un bloc, comme 1.2.
plain-hunk-gone = Ce bloc n’existe pas ; « liste » donne les numéros.
plain-rows-of-hunk = { $hunk }, { $path } :
plain-rows-of-file = { $path } :
plain-comment-how = Dire sur quoi, et le texte : commenter 1.2 TEXTE, ou commenter 1:10-12 TEXTE.
plain-uncomment-how = « commentaires » dit les numéros ; puis décommenter 1.
plain-settle-hunk-how = Dire comment : régler 1.2 mien, agent, deux, base ou modifier.
plain-no-conflict = Aucun conflit dans ce bloc.
plain-change-is-yours = Ce changement est le vôtre et reste : il n’est pas proposé.
plain-too-large = Laissés de côté, trop grands pour être acceptés avec d’autres : { $numbers }. Accepter chacun par son numéro (« prendre »), ou le diviser.
plain-nothing-to-decide = Plus rien à décider là.
plain-one-not-listed = un qui n’est pas énuméré
plain-builds-on = il s’appuie sur { $others }, à décider encore : { $numbers }. Les accepter aussi ?
plain-builds-on-both = accepter le tout
plain-stand-on-it = { $count ->
    [one] { $others } s’appuie dessus : { $numbers }. Le refuser aussi ?
   *[other] { $others } s’appuient dessus : { $numbers }. Les refuser aussi ?
 }
plain-stand-on-it-with = le refuser avec ceux qui s’appuient dessus
plain-stand-on-it-only = ne refuser que celui-ci ; les autres sont en conflit jusqu’au règlement
plain-left-as-it-is = Inchangé.
plain-nothing-to-apply = Rien à appliquer : tout est sur le disque.
plain-apply-yes = appliquer : les fichiers sont écrits
plain-apply-no = laisser le disque tel quel
plain-nothing-written = Rien n’a été écrit.
plain-undo-sure = la dernière action est un retour en arrière : { $label }. Le défaire rétablit les fichiers d’avant. Le faire ?
plain-undo-no = le laisser
plain-undo-no-rollback = Aucun retour à défaire : la dernière action de la revue est une autre. « défaire » dans /review la défait.
plain-result = Avec { $name } comme décidé, ou accepté s’il est à décider, appliquer donne ceci dès la ligne { $line } :
plain-no-comments = Aucun commentaire.
plain-comment = { $number }. { $path } : { $text }
plain-comment-told = { $number }. { $path } : { $text } (envoyé)
plain-review-nothing = Revue : aucun changement. « retour » va à la conversation.
plain-review-files = Revue : { $files }.
plain-file-not-applied = , pas appliqué
plain-review-file = { $number }. { $path } : { $added } en plus, { $removed } en moins{ $change }{ $dirty }, par { $by }
plain-review-how = Dire « montrer 1.1 », « prendre 1.1 », « refuser 1.1 », « appliquer », ou « ? » pour tous les mots ; « retour » quitte.
plain-git-how = Dire « montrer 1.1 », « commenter 1.1 TEXTE », « dire » pour envoyer les commentaires, ou « ? » pour tous les mots ; « retour » quitte.
plain-git-tree = Changements de l’arbre de travail : { $files }.
plain-git-branch = Changements depuis { $branch } : { $files }.
plain-git-hunk = { $number } : { $added } en plus, { $removed } en moins
plain-git-disk-differs = { "" }, le disque diffère
plain-git-decides-nothing = Ces changements sont déjà sur le disque ou dans un commit : rien n’est décidé ici. « commenter 1.1 TEXTE », puis « dire ».
plain-git-no-lines = Ces lignes ne sont pas dans le fichier tel qu’il est changé.
plain-hunks = { $hunks } :
plain-hunks-choose = Dire « seulement 1,3 » pour accepter ceux-là et refuser les autres ; « retour » vers les choix, ou « non ».
plain-hunk = { $number } { $state } : { $what }
plain-hunk-size = { $added } en plus, { $removed } en moins
plain-hunk-conflict = CONFLIT : { $why }
plain-hunk-too-large = trop grand pour être accepté avec d’autres
plain-hunk-amended = modifié par vous
plain-hunk-builds-on = s’appuie sur { $hunks } sans décision
plain-hunk-why = { $hunk }. Pourquoi : { $why }
plain-unchanged = ... { $lines } sans changement
plain-no-such-run = Pas d’exécution de ce numéro ; il y en a { $count }, « exécutions » les énumère.
plain-no-such-call = Nommer un appel par son numéro, de 1 à { $count } ; « appels » énumère ceux qui ont changé des fichiers.
plain-nothing-changed-yet = Pas encore de changement dans cette session.
plain-run-changed-nothing = n’a rien changé
plain-run-row = Exécution { $number }, « { $asked } » : { $what }
plain-call-row = { $call } : { $what }
plain-run-stands = il en reste { $files }, { $added } lignes en plus, { $removed } en moins
plain-hunks-gone = { $hunks } : { $refused } en refus, { $back } en retour
plain-runs-how = Dire « exécution 2 » pour en choisir une.
plain-calls-how = Dire « appel 3 » pour en choisir un.
plain-undo-diff = Annuler le dernier retour changerait ceci sur le disque :
plain-undo-show = entendre d’abord ce que cela changerait sur le disque

## Mode ligne : retours en arrière et points de reprise
plain-rollback-help =
    exécution : ce que la dernière exécution a fait ; exécution 2 : une autre. exécutions : les énumère. appel 3 : ce qu’un appel a fait ; appels : les énumère.
    session : tout ce que les agents et les commandes ont fait dans cette session. agent : ce que l’agent a fait.
    point 3 : tout depuis ce point de reprise. Dans la revue, « revenir 1.2 » nomme des blocs et « revenir 1 » un fichier.
    limité : seulement ces changements, votre travail ultérieur reste. total : chaque fichier revient en entier, votre travail ultérieur aussi.
    sans 2 : laisse un fichier tel quel ; avec 2 : le remet dans la liste. régler 2 mien|agent|deux|base : les conflits d’un fichier.
    incertain 2 : prend aussi les changements qui sont peut-être à vous. différence : ce qui changerait sur le disque.
    faire : demande, et le fait. retour : à la conversation ; rien n’est fait.
plain-rollback-not-while-running = Une exécution est en cours : retour possible à sa fin. /stop la finit.
plain-rollback-diff = Ceci changerait sur le disque :
plain-no-word-here = « { $typed } » n’est pas une commande ici, et n’a pas été envoyé. « ? » les énumère, « retour » va à la conversation.
plain-rollback-wait = Attendre la fin de l’aperçu.
plain-settle-file-how = Dire comment : régler 2 mien, agent, deux ou base.
plain-rollback = Aperçu : { $title }.
plain-rollback-hard = Aperçu, TOTAL, votre travail d’après aussi : { $title }.
plain-rollback-how = Rien n’est encore fait. « faire » demande et le fait, « total » ou « limité » dit comment, « ? » donne les mots, « retour » quitte.
plain-rollback-all-left-out = Tous les fichiers sont laissés de côté : rien à ramener en arrière. « avec 1 » reprend le premier.
plain-rollback-settle-first = Régler d’abord { $conflicts } : régler 1 mien, agent, deux ou base.
plain-rollback-not-done = Rien n’a été ramené en arrière.
plain-rollback-sure = ramener ceci en arrière : { $title } ?
plain-rollback-no = ne rien changer
plain-rollback-yes = le ramener en arrière
plain-rollback-type-word = taper le mot à la place
plain-rollback-word-missing = Rien n’a été fait : « faire » redemande, taper alors le mot.
plain-rollback-file = { $number }. { $path } : { $becomes }, { $added } en plus, { $removed } en moins
plain-rollback-conflict = CONFLIT dans { $number }, ligne { $line } : { $why } ; { $choice ->
    [mine] réglé : le vôtre
    [agent] réglé : celui de l’agent
    [both] réglé : les deux
    [base] réglé : comme avant
    [edited] réglé : édité
   *[open] pas réglé
 }
plain-rollback-unclear = { $count ->
    [one] { $hunks } de { $number } est peut-être à vous et reste ; « incertain { $number } » le prend aussi.
   *[other] { $hunks } de { $number } sont peut-être à vous et restent ; « incertain { $number } » les prend aussi.
 }
plain-rollback-unapplied = { $path } a des décisions à appliquer.
plain-rollback-left-alone = { $path } est laissé tel quel : { $why }
plain-rollback-safety = Le point de reprise { $number } est créé d’abord, pour pouvoir le défaire.
plain-hard-word = TOTAL
plain-checkpoints-help =
    liste : les derniers points de reprise. plus : les plus anciens aussi.
    comparer 3 : ce qui a changé depuis. comparer 3 5 : ce qui diffère entre les deux.
    nommer TEXTE : crée un point de reprise de ce nom. renommer 3 TEXTE : en renomme un.
    défaire : annule le dernier retour, après une question. différence : ce que cela changerait.
    revenir 3 : choisir ce qui y est ramené en arrière. retour : à la conversation.
plain-compare-how = Nommer les points de reprise par leurs numéros : comparer 3 5.
plain-rename-how = Dire lequel, et le nom : renommer 3 TEXTE.
plain-checkpoint-how = Nommer un point de reprise par son numéro ; /checkpoints les énumère.
plain-no-difference = Aucune différence.
plain-compared-file = { $path } : { $added } en plus, { $removed } en moins
plain-not-compared = { $path } ne peut être comparé : { $why }
plain-wrong-answer = Erreur : la réponse ne va pas avec la question ; merci de le signaler.
plain-no-checkpoints = Pas encore de point de reprise. « nommer TEXTE » en crée un, « retour » quitte.
plain-checkpoints = { $checkpoints }, le dernier d’abord :
plain-checkpoints-how = Dire « comparer 3 », « revenir 3 », « nommer TEXTE », « plus », ou « ? » ; « retour » quitte.
plain-no-checkpoint = Pas de point de reprise { $number } ; /checkpoints les énumère.
plain-changed-since = Changé depuis le point de reprise { $number } :
plain-between = Entre les points de reprise { $number } et { $other } :
plain-before-run = avant une exécution
plain-before-edit = avant votre modification
plain-before-command = avant une commande
plain-named-by-you = nommé par vous
plain-before-rollback = avant un retour en arrière
plain-checkpoint = Point de reprise { $number } : { $label }, { $kind }, { $at }, { $files }, { $added } en plus et { $removed } en moins après
plain-checkpoint-dropped = incomplet : des contenus ont été retirés
plain-checkpoint-session = de la session « { $name } »

## Mode ligne : réglages, fournisseurs et modèles
plain-set-which = quels réglages ?
plain-set-providers = fournisseurs et clés
plain-set-models = modèles
plain-set-policy = permissions et budgets
plain-set-looks = apparence et manières
plain-set-which-provider = quel fournisseur ?
plain-set-on = activé
plain-set-off = désactivé
plain-set-key-from = clé : { $from }
plain-set-key-none = pas de clé
plain-set-key-none-needed = sans besoin de clé
plain-start-has-model = Cette session a déjà { $model }. /model en choisit un autre, /settings règle les fournisseurs.
plain-start-looking = Un modèle est cherché.
plain-start-none = Aucun modèle connecté. Vérifié :
plain-start-which = comment configurer un modèle ?
plain-start-key = taper la clé d’API d’un fournisseur, sans qu’elle se voie
plain-start-again-word = encore
plain-start-again = vérifier de nouveau, un serveur local démarré
plain-start-set-up-word = fournisseur
plain-start-set-up = en configurer un : adresse, clé, test, modèle par défaut
plain-start-demo-word = démo
plain-start-demo = jouer d’abord une exécution enregistrée
plain-start-whose-key = à qui est la clé ?
plain-start-key-there = a une clé
plain-start-key-missing = pas encore de clé, { $variable } n’est pas définie
plain-set-default = modèle par défaut { $model }
plain-set-default-none = pas de modèle par défaut
plain-set-provider = fournisseur { $name } ({ $facts }) : que faire ?
plain-set-test = tester s’il marche
plain-set-enable = l’activer
plain-set-disable = le désactiver
plain-set-address-way = régler son adresse
plain-set-address = Taper l’adresse de { $name }, comme { $example } ; « default » retire la vôtre.
plain-set-default-model = choisir son modèle par défaut
plain-set-which-first = modèle par défaut de { $provider } ?
plain-set-key = entrer une clé ; elle reste cachée
plain-set-key-remove = retirer la clé enregistrée
plain-set-key-remove-sure = retirer la clé enregistrée de { $name } ?
plain-set-yes = le faire
plain-set-fetch = télécharger un modèle
plain-set-use = l’utiliser dans cette session
plain-set-saved = Enregistré.
plain-set-which-look = quel réglage ? Couleurs et signes valent pour l’écran complet.
plain-set-look = { $key } vaut { $value } ({ $doc }) : nouvelle valeur ?
plain-set-look-over = { $over } prime : un changement ici est enregistré, sans effet jusqu’à ce que cela disparaisse.
plain-set-no-keys = Les touches de la ligne sont fixes ; /keys les donne.
plain-set-which-policy = quel réglage ? Les changements valent au prochain démarrage.
plain-set-config-typed = { $question } Cela peut être { $wanted }.
plain-set-value-from = { $value }, de { $from }
plain-set-policy-how = Dans cette session : /mode règle qui décide, /confirm ce qui demande, /agent-mode qui répond.
plain-key-pipe = Pas de clé par un tube ici : « agentichat providers key set { $name } » dans un shell en lit une.
plain-key-no-provider = Pas de fournisseur de ce nom ; il y a : { $names }.
plain-key-takes-none = { $name } ne prend pas de clé.
plain-key-where = où enregistrer la clé de { $name } ?
plain-key-keyring = trousseau
plain-key-keyring-meaning = celui du système
plain-key-file = fichier
plain-key-file-meaning = un fichier que vous seul lisez ; il reste jusqu’à son retrait
plain-key-type = Taper ou coller la clé de { $name } et presser Entrée. Elle reste cachée et hors de l’historique. Entrée seule annule.
plain-key-left = Aucune clé saisie ; rien n’a changé.
plain-key-fault = Pas une clé : { $why }. Rien n’a changé.
plain-set-which-model = quel modèle ?
plain-model-add = en enregistrer un autre
plain-model-fetch = { $provider } en télécharge un
plain-model-row = contient { $window } tokens, répond en { $output } au plus
plain-model-window = fenêtre de contexte
plain-model-output = réponse la plus longue
plain-model-temperature = température
plain-model-price-in = prix par million de tokens en entrée, en dollars
plain-model-price-out = prix par million de tokens en sortie, en dollars
plain-model-price-kept = prix par million de tokens du cache, en dollars
plain-model-vision = voit les images
plain-model-yes = oui
plain-model-no = non
plain-model-unknown = pas connu
plain-model-which-value = modèle { $model } : que changer ?
plain-model-remove = le retirer
plain-model-remove-sure = retirer { $model } ?
plain-model-type = Taper ceci de { $model } : { $field }.
plain-model-type-vision = { $model } voit-il les images ? Taper oui ou non.
plain-model-no-number = « { $typed } » ne convient pas. Taper un nombre, comme 32000.
plain-model-add-which = quel fournisseur ?
plain-model-add-name = Taper le nom du modèle, tel que { $provider } l’a.
plain-model-add-window = Taper combien de tokens il contient, comme 128000.
plain-model-add-output = Taper le maximum de tokens d’une réponse, comme 8192.
plain-model-fetch-name = Taper le nom du modèle que { $provider } télécharge.
plain-fetching = Téléchargement de { $model } ; Ctrl+C l’arrête.
plain-fetching-part = { $model } : { $percent } % reçus.
plain-fetched = { $model } est prêt ; /model le choisit.
plain-fetch-stopped = Téléchargement arrêté.

## Exécutions sans écran
headless-attempt = essai { $attempt } sur { $of } : { $why }
headless-hint = conseil : { $hint }
headless-cancelled = annulé
headless-done = terminé
headless-failed = échoué
headless-end = { $how }  { $calls } · { $input } tokens entrés · { $output } sortis · { $time }
headless-proposed = { "  " }proposé, non appliqué
headless-part-proposed = { "  " }pas appliqué en entier
headless-rejected = refusé dans la revue, non compté : { $hunks }
headless-warning = avertissement : { $text }
told-not-done = pas fait : { $why }

## Ligne de commande : aide, doctor, touches
left-proposed = { $hunks } à revoir : { $command } les ouvre
left-go-on = { $command } rouvre votre dernière session
workbench-other-provider = { $usual } n’a pas de modèle utilisable : cette session utilise { $model } de { $provider }, que vous avez configuré. **/model** en change.
workbench-config-fault =
    { "" }

    { "*" }*Votre configuration a une erreur**, dite ci-dessus.
origin-locale = les paramètres régionaux
cli-help-pages = Pages du manuel (en anglais), comme `agentichat help review` : { $pages }.
cli-help-options = `{ $command }` donne la liste des options.
cli-help-unknown = pas de sujet { $topic } ; `agentichat help` les énumère
cli-usage = Utilisation :
cli-commands = Commandes :
cli-arguments = Arguments :
cli-options = Options :
cli-default = { "[" }par défaut : { $value }]
cli-values = { "[" }valeurs possibles : { $values }]
cli-values-head = Valeurs possibles :
cli-value = - { $value } : { $meaning }
cli-examples = Exemples :
cli-example-key = # demande la clé sans la montrer
cli-unknown-argument = argument inconnu « { $argument } »
cli-similar-argument = { "  " }vouliez-vous { $near }
cli-unknown-command = commande inconnue « { $command } »
cli-similar-command = { "  " }vouliez-vous { $near }
cli-similar-value = { "  " }vouliez-vous { $near }
cli-wrong-value = « { $value } » n’est pas une valeur de « { $argument } »
cli-value-missing = « { $argument } » demande une valeur
cli-missing = il manque : { $arguments }
cli-missing-command = il manque : une commande
cli-options-before-command = les options vont après la commande : agentichat { $command } { $options }
cli-conflict = « { $argument } » et « { $other } » ne vont pas ensemble
cli-more = « --help » en dit plus.
cli-keys-not-used = non utilisé : { $fault }
cli-keys-else = (sinon { $ways })
cli-keys-or = ou
cli-keys-yours = (à vous)
cli-keys-rare = `{ $key }` ({ $action }) veut un terminal avec un protocole de touches : voir agentichat doctor
cli-keys-checked = { $file } : { $rows } à vous, { $faults }
client-no-answer = l’atelier s’est arrêté avant de répondre
client-unexpected-answer = l’atelier a donné une réponse fausse ; merci de le signaler
cli-checkpoint-form = `{ $word }` n’est pas un point de reprise ; donner son numéro, comme 3 ou '#3', ou son identifiant
cli-file-unchanged = cette session n’a pas changé `{ $path }` ; voir `agentichat review`
cli-hunk-ambiguous = { $word } termine plusieurs identifiants de blocs ; en écrire plus
cli-hunk-oversized = un bloc de { $path } est trop grand pour être accepté sans le voir ; le nommer avec --accept { $word }
cli-no-checkpoint = pas de point de reprise #{ $number } ; voir `agentichat checkpoints`
cli-no-hunk = pas de bloc { $word } ; voir `agentichat review`
cli-rollback-of-what = nommer un point de reprise, comme `agentichat rollback 3`, ou des blocs avec --hunks ; voir `agentichat checkpoints`
cli-no-session = pas de session `{ $word }` dans cet espace de travail ; voir `agentichat session list all`
cli-no-session-yet = pas encore de session dans cet espace de travail ; en commencer une avec `agentichat`
cli-session-ambiguous = `{ $word }` convient à plusieurs sessions ; en nommer une par son identifiant, voir `agentichat session list all`
cli-session-held = { $held }. Là, F7 ouvre la revue, F8 les points de reprise et /rollback revient en arrière ; une fois quitté, cette commande marche. Nommer une autre session avec --session, voir `agentichat session list`
doctor-ok = ok
doctor-warn = avis
doctor-fail = échec
doctor-terminal = terminal
doctor-reader = lecteur d’écran
doctor-language = langue
doctor-keys = touches
doctor-keymap = table
doctor-workspace = espace
doctor-trust = confiance
doctor-config = config
doctor-state = état
doctor-data = données
doctor-settings = réglages
doctor-log = journal
doctor-keyring = trousseau
doctor-sandbox = bac à sable
doctor-sandbox-rung = { $rung ->
    [proposed] proposed : espaces de noms, Landlock, seccomp, et une vue de l’espace de travail par commande
    [namespaces] namespaces : avec Landlock et seccomp, sans vue de l’espace de travail par commande
    [landlock] landlock : Landlock et seccomp, sans espaces de noms
   *[other] aucun sur cette machine
 }
doctor-programs = programmes
doctor-programs-rungs = les hooks au niveau { $hooks }, le programme claude au niveau { $claude }
doctor-claude-own-sandbox = les réglages de Claude Code demandent son propre bac à sable (`sandbox.enabled`), qui ne peut pas être fait dans celui-ci : désactivez-le là, ou mettez `sandbox_for_claude: false`
doctor-boundary = frontière
doctor-stopped = { $stopped } tentatives interdites sur { $all } ont été arrêtées
doctor-attempt-stopped = arrêté : { $what }
doctor-attempt-open = PAS ARRÊTÉ : { $what }
doctor-attempt-not-promised = pas arrêté à ce niveau : { $what }
doctor-notice = remarque
doctor-version = { $version } sur { $platform }
doctor-no-term = TERM n’est pas définie
doctor-inside = dans { $name }
doctor-ssh = par ssh
doctor-no-color = NO_COLOR est définie
doctor-not-terminal = pas un terminal
doctor-not-utf8 = les paramètres régionaux ne sont pas en UTF-8
doctor-set-term = mettre dans TERM votre terminal, comme xterm-256color, ou utiliser agentichat --plain, qui n’en veut pas
doctor-reader-set = { $variable } est définie : il y en a peut-être un
doctor-reader-plain = agentichat --plain écrit des lignes au lieu de dessiner un écran, et demande par numéros
doctor-language-from = { $code } ({ $from })
doctor-keymap-rows = { $file } ({ $rows } à vous)
doctor-keymap-check = agentichat keys --check la vérifie de nouveau ; les autres lignes marchent
doctor-has-folder = a un dossier { $folder }
doctor-is-git = un dépôt git
doctor-is-folder = le dossier courant
doctor-found = { $root } ({ $found })
doctor-read-only = { $root } ({ $found }), en lecture seule
doctor-mend-folder = rien ne peut être enregistré ici ; vérifier les droits du dossier
doctor-untrusted = sa configuration n’a pas votre confiance et ne demande rien de particulier
doctor-ignored = pas encore de confiance ; ignoré : { $keys }
doctor-read-it = lire son fichier de configuration ; le programme demande si vous lui faites confiance
doctor-trusted = sa configuration a votre confiance
doctor-broken = sa configuration a des erreurs ; inutilisée
doctor-no-file = { $file } (absent ; valeurs par défaut)
doctor-line = ligne { $line } : { $fault }
doctor-left-out = un fichier avec une erreur est ignoré : le corriger, puis revérifier
doctor-problem = { $path } : { $problem }
doctor-mend-home = corriger les droits, ou mettre dans HOME (ou XDG_CONFIG_HOME et XDG_DATA_HOME) un dossier où l’on peut écrire
doctor-missing = absent ; { $link }
doctor-no-models = aucun modèle
doctor-key-set = clé définie par { $from }
doctor-no-key = aucune clé ({ $variable } n’est pas définie)
doctor-model = modèle
doctor-not-probed = { $named } n’a pas été sondé ; `agentichat models probe { $named }` teste ses appels d’outils
doctor-calls-nothing = il répond seulement par des mots ; en choisir un autre, `agentichat models list` les montre
doctor-ready = Prêt.
doctor-not-ready = Aucun modèle connecté. Faire l’un de ceci :
doctor-do-ollama = ollama serve, puis télécharger un modèle avec ollama pull  https://ollama.com/download
doctor-do-key = agentichat providers key set openai (ou OPENAI_API_KEY), puis --provider openai
doctor-do-others = de même pour anthropic (ANTHROPIC_API_KEY) ou mistral (MISTRAL_API_KEY)
doctor-version-unknown = version inconnue
told-engine-has-stopped = le moteur s’est arrêté ; voir le journal
told-instruction-empty = l’instruction est vide
told-instruction-long = l’instruction dépasse 1 Mio
told-instruction-not-text = l’instruction sur l’entrée standard n’est pas du texte en UTF-8
told-key-not-used = la clé de { $word } n’est pas utilisée : { $why }
told-left-out-whole = Un fichier avec une erreur est ignoré jusqu’à sa correction.
told-no-instruction = pas d’instruction : en donner une, comme agentichat run "…", ou l’envoyer sur l’entrée standard
told-no-terminal = l’atelier veut un terminal ; sinon agentichat run "…", ou agentichat --plain
told-run-broke = l’exécution a planté ; voir le journal
told-settings-not-kept = les réglages de modèles et fournisseurs ne sont pas enregistrés : { $why }
wanted-price = dollars par million de tokens, ou inconnu

## Exécutions : messages, appels, limites et budgets, réponses du modèle
told-run-goes-on = une exécution est en cours ; l’arrêter d’abord (Ctrl+C ou /stop)
told-model-next = l’exécution en attente continue avec { $before } ; ensuite { $model } répond
told-question-there = une question y attend ; l’ouvrir d’abord
told-effort-no-reasoning = { $model } ne raisonne pas et n’a donc pas d’effort
told-effort-fixed = l’effort de { $model } ne se règle pas : le modèle décide lui-même
told-effort-unknown = { $model } n’a pas d’effort { $word } : choisir auto, { $efforts }
told-effort-carried = l’effort { $before } devient { $word } : c’est ce que { $model } propose
told-effort-refused = { $place } a refusé l’effort { $word } de { $model } : { $reason }
told-effort-auto = /effort auto laisse l’effort au modèle
told-no-model = aucun modèle : /start en configure un, /demo joue une exécution enregistrée
told-name-length = un nom a de 1 à 64 lettres
told-message-empty = le message est vide
told-only-last = seul le dernier message peut être modifié et renvoyé
told-none-waits = aucun message n’attend
told-command-empty = la commande est vide
told-typed-instruction-empty = il n’y a pas de texte après le #
told-no-rule = pas de règle de ce numéro ; /confirm status les énumère
told-not-included = pas inclus ; voir /files
told-note-long = une note a 256 Kio au plus ; mettre le reste dans un fichier
told-not-interrupted = la session n’a pas été interrompue
told-nothing-runs = rien n’est en cours
told-user-cancelled = vous avez arrêté l’exécution
told-answered-before = cette question a déjà sa réponse
told-answered-or-over = cette question a déjà sa réponse, ou son exécution est finie
told-shown-changed = cela a changé depuis que vous l’avez vu ; regarder de nouveau et répondre
told-answer-misfit = cette réponse ne va pas avec la question
told-no-hunk-of = { $word } n’est pas un bloc de ce changement ; regarder de nouveau et répondre
told-stopped-after = arrêté après { $word } appels d’outils, { $why }
told-go-on-unanswered = personne ne l’a autorisé à temps à continuer
told-as-you-said = comme vous l’avez dit
told-send-another = envoyer un autre message pour continuer
told-refused-reason = { $why }. Raison : { $reason }. L’agent doit en tenir compte, sans répéter l’appel
told-refused-explain = { $why }. L’agent doit dire à quoi il servait ou proposer autre chose, sans le répéter
told-user-refused = vous avez refusé cet appel
told-counts-as-no = personne n’a répondu à temps, ce qui compte comme non
told-call-in-a-row = cet appel a été fait trois fois de suite avec les mêmes arguments, et { $why }
told-call-in-turn = cet appel a alterné trois fois avec un autre, et { $why }
told-call-in-a-row-not-run = cet appel a été fait trois fois de suite avec les mêmes arguments et n’a pas été refait. Son résultat d’avant vaut encore
told-call-in-turn-not-run = cet appel a alterné trois fois avec un autre et n’a pas été refait. Son résultat d’avant vaut encore
told-needs-a-yes = il faut un oui et il n’y a personne à qui demander ; { $why }
told-not-run = non exécuté : { $why }
told-ended-unanswered = le programme s’est arrêté avant la réponse
told-unknown-outcome = issue inconnue : l’atelier s’est arrêté pendant cet appel. Regarder l’état présent avant de recommencer
told-allowed-answer = votre réponse
told-allowed-rule = une règle
told-allowed-mode = le mode
told-allowed-time-out = le délai dépassé
told-allowed-cancel = l’annulation
told-allowed-and-joins = { $why } ; il repose sur des changements proposés et les rejoint
told-budget-session = le budget de la session est { $limit } : { $why }. L’appel n’a pas été fait
told-budget-day = le budget du jour est { $limit } : { $why }. L’appel n’a pas été fait
told-budget-session-near = le budget de la session est presque épuisé : { $why }
told-budget-day-near = le budget du jour est presque épuisé : { $why }
told-budget-used = { $word } sont utilisés
told-budget-used-asks = { $word } sont utilisés, et cet appel en prendrait environ { $number }
told-budget-spent-asks = { $word } sont dépensés, et cet appel en prendrait au moins { $number }
told-budget-of-tokens = { $word } sur { $limit } tokens
told-budget-of-money = { $word } sur { $dollars }
told-budget-raise-session = augmenter { $word } dans la configuration (ou avec --set) et redémarrer, ou commencer une session avec /session new ; /cost montre la dépense
told-budget-raise-day = augmenter { $word } dans la configuration (ou avec --set) et redémarrer, ou continuer demain ; /cost montre la dépense
told-unpriced = aucun prix pour { $word }, les budgets d’argent ne le comptent donc pas ; `agentichat models add` ou `edit` le règle
told-no-end-of-calls = l’exécution a fait { $word } appels d’outils sans en finir
told-answer-too-long = la réponse a été coupée : elle dépasse { $mebibytes } Mio
told-answer-is-kept = son début est gardé ; demander moins à la fois, ou choisir un autre modèle avec /model
told-raise-calls = augmenter { $key } dans la config, ou diviser la tâche
told-repeats-calls = le modèle répète les mêmes appels d’outils
told-say-wanted = dire autrement ce qui est voulu, ou choisir un autre modèle
told-misfit-calls = le modèle a appelé des outils avec de mauvais arguments dans { $word } réponses de suite
told-conflict-calls = le modèle a écrit dans des fichiers qui avaient changé dans { $word } réponses de suite
told-misfit-once = le modèle a appelé des outils avec de mauvais arguments
told-conflict-once = le modèle a écrit dans des fichiers qui avaient changé
told-ignored-followed = Un possible appel de { $word } n’a pas été exécuté : un autre texte le suit. Redemander si vous le voulez.
told-ignored-quoted = Un possible appel de { $word } n’a pas été exécuté : il cite ce que le modèle a reçu. Redemander si vous le voulez.
told-ignored-template = Un possible appel de { $word } n’a pas été exécuté : ses arguments sont des exemples. Redemander si vous le voulez.
told-ignored-spoken = Un possible appel de { $word } n’a pas été exécuté : les mots d’avant le décrivent seulement. Redemander si vous le voulez.
told-ignored-native = Un possible appel de { $word } n’a pas été exécuté : c’est du texte, et rien ne dit que ce modèle appelle ainsi (voir text_calls dans la configuration). Redemander si vous le voulez.
told-ignored-cut = Un possible appel de { $word } n’a pas été exécuté : la réponse est coupée après. Redemander si vous le voulez.
told-answer-empty = Réponse vide. Le modèle est interrogé encore une fois.
told-answer-thoughts = La réponse n’avait que de la réflexion. Le modèle est redemandé une fois.
told-answer-all-thoughts = La réflexion du modèle a rempli sa réponse. Il est redemandé une fois.
told-run-refused = le serveur a refusé de répondre
told-answer-empty-again = la réponse du modèle était vide, deux fois de suite
told-answer-thoughts-again = la réponse du modèle n’avait que de la réflexion, deux fois de suite
told-answer-all-thoughts-again = la réflexion du modèle a rempli sa réponse, deux fois de suite
told-send-again-or-model = renvoyer le message, ou choisir un autre modèle avec /model
told-say-otherwise = le dire autrement, ou choisir un autre modèle
told-asked-again = le programme s’est arrêté alors qu’une question attendait : la revoici ; rien n’a été exécuté entre-temps
told-extra-prompt = un ajout au prompt système a 64 Kio au plus
told-picture-back = votre message avec l’image est de retour dans le brouillon ; les messages d’après restent, et partent avec le prochain
told-hint-overflow = compacter la conversation avec /compact, la vider avec /clear, retirer des fichiers avec /exclude, ou choisir avec /model un modèle à plus grande fenêtre
told-hint-model = choisir un autre modèle avec /model ; /models les énumère
told-hint-doctor = vérifier le serveur avec `agentichat doctor`, puis renvoyer
told-prompt-cut = le serveur n’a lu que { $word } tokens sur environ { $estimate } : la conversation a été coupée à sa fenêtre de { $limit }. Augmenter context_length du fournisseur, ou /clear
told-prompt-cut-unseen = le serveur n’a lu que { $word } sur environ { $estimate } tokens du prompt : sa fenêtre semble être de { $limit }, et le reste a été coupé. L’agrandir (Ollama : num_ctx, ou OLLAMA_CONTEXT_LENGTH), mettre sa vraie taille dans context_length du fournisseur, ou /compact
told-answer-cut = la réponse a été coupée à la limite de tokens du modèle ou de sa fenêtre. Dire « continue », ou demander moins à la fois
told-answer-refused = le fournisseur a refusé de répondre. Le dire autrement, ou choisir un autre modèle avec /model
told-answer-broke = la réponse s’est interrompue
told-note-not-kept = note pas enregistrée : { $why }
told-no-folder = pas de dossier `{ $path }` dans l’espace de travail
told-binary = { $path } est un fichier binaire de { $bytes } octets, pas du texte
told-not-there = { $path } n’existe plus
told-ask-run = Exécuter { $word } ?
told-ask-go-on = L’exécution a fait { $word } appels d’outils. Continuer pour { $number } de plus au maximum ?
told-ask-in-a-row = L’agent appelle { $word } avec les mêmes arguments pour la troisième fois de suite. Le laisser faire ?
told-ask-in-turn = L’agent va et vient entre deux appels, maintenant encore { $word }. Le laisser faire ?
told-changed-again = le fichier a changé plusieurs fois pendant la préparation ; le lire et réessayer
told-asked-before-the-end = la question avait été posée avant la fin du programme
told-as-you-edited = c’est la commande telle que vous l’avez modifiée
told-proposes-nothing = cette question ne propose pas de texte, ou elle a eu sa réponse entre-temps
told-search-empty = rien à chercher ; taper un mot
told-search-newer = une recherche plus récente a remplacé celle-ci
told-no-workspaces = aucune liste d’espaces de travail n’est gardée ici
told-no-index = pas d’index ici : `index.enabled` est off
told-no-rule-file = pas de fichier de configuration pour la règle ; elle vaut pour cette session
told-no-data-folder = pas de dossier de données pour l’enregistrer ; voir `agentichat doctor`
told-call-lost = l’outil a échoué en pleine exécution ; ce qu’il avait fait jusque-là n’est pas connu
told-call-plan-gone = le plan de cet appel a disparu, il n’a donc pas été exécuté ; le redemander
told-state-not-kept = l’état présent du fichier n’a pas pu être gardé, il n’est donc pas changé : { $why }
told-path-look-broke = la vérification du chemin a échoué ; répondre de nouveau
told-base-checkpoint = point de reprise #{ $number }
told-allow-to-run = l’autoriser avec --allow '{ $word }', ou avec un autre --mode
told-allowed-nobody = personne
told-allowed-unasked = il n’y avait personne pour répondre
told-budget-spent = { $word } sont dépensés
told-budget-tokens = { $number } tokens
told-left-out-and = { $rest }, { $why }
told-no-question = la question est vide
told-run-to-be-asked = l’exécuter dans l’interface pour que la question soit posée
told-and-also = { $why } ; { $why_next }
told-changes-not-kept = { $number } changements de fichiers n’ont pas pu être enregistrés et ne sont pas couverts
told-note-contested = elle change sans cesse ailleurs ; l’enregistrer de nouveau
told-note-no-text = pas du texte
told-of-path = { $path } : { $why }
told-offers-no-model = { $word } ne propose aucun modèle

## Contexte : la fenêtre, les résumés, les fichiers inclus et épinglés
include-pinned = { $path }:{ $start_line }-{ $end_line } épinglé
include-already = déjà inclus ; /exclude le retire
include-one = { $path } inclus : chaque message l’emporte
include-several = { $count } fichiers inclus : chaque message les emporte
told-nothing-to-compact = rien à compacter encore
told-is-summarised = la conversation remplit la fenêtre du modèle : résumé de sa partie ancienne
told-not-compacted = Pas compacté : { $why }
told-only-own-left = Rien à compacter : il ne reste que vos messages.
told-nothing-compacted = cette conversation n’est pas compactée
told-compaction-back = Compaction défaite : le modèle reçoit de nouveau toute la conversation. Si elle ne tient pas, elle est compactée de nouveau.
told-tasks-told = L’agent est informé : { $counted } à faire.
told-tasks-none-open = L’agent est informé qu’aucune tâche ne reste.
told-tasks-left = Laissé en cours : { $rest }
told-tasks-none-given = nommer au moins une tâche
told-tasks-many = { $word } tâches sont ouvertes, et une session en a { $number } au plus ; en terminer ou en supprimer d’abord
told-task-unknown = il n’y a pas de tâche { $word } ; la liste des tâches donne leurs numéros
told-task-ambiguous = plusieurs tâches portent le nom { $word } : { $rest } ; donner le numéro
told-task-long = le champ { $name } d’une tâche a { $number } caractères au plus
told-task-name-line = le nom d’une tâche est une ligne qui n’est pas vide
told-task-name-taken = la tâche { $word } est ouverte et porte ce nom ; changer plutôt celle-là
told-task-priority = une priorité est un nombre de 1 (critique) à 5 (minimale)
told-task-waits = on ne peut pas travailler à la tâche { $word } avant que celles-ci soient terminées : { $rest }
told-task-is-needed = on ne peut pas rouvrir la tâche { $word } tant que celles-ci sont en cours : { $rest }
told-task-cycle = des tâches ne peuvent pas s’attendre l’une l’autre : { $rest }
told-task-blocked-follows = qu’une tâche soit bloquée résulte de ses dépendances ; changer celles-ci
told-compaction-back-one = Compaction défaite ; 1 compaction antérieure vaut encore.
told-compaction-back-more = Compaction défaite ; { $word } compactions antérieures valent encore.
told-compacted = **Compacté :** le modèle reçoit un résumé de { $model } à la place de { $counted } : environ { $before } → { $after } tokens, { $saved } de moins. Vous voyez toujours chaque message ; `/compact undo` l’annule.{ $rest }
told-no-own-summary = le fournisseur garde et compacte lui-même la conversation
told-nothing-to-sum = il ne reste que vos messages
told-summary-cut = le résumé a été coupé à la limite du modèle
told-summary-long = le résumé du modèle est trop long
told-summary-broke = le résumé s’est interrompu
told-summary-none = le modèle n’a pas écrit de résumé
told-summary-no-gain = le résumé du modèle n’est pas plus court
told-not-attached = @{ $path } n’a pas été joint : { $why }
told-cannot-see = rien n’a été envoyé : { $model } ne voit pas les images
told-choose-seeing = retirer l’image, ou choisir avec /model un modèle qui voit les images
told-choose-seeing-of = retirer l’image, ou choisir avec /model un modèle qui voit les images : { $models }
told-pins-most = un message épingle au plus { $word } plages ; les autres ont été laissées
told-pinned = { $places } épinglés : chaque message les emporte jusqu’à /exclude
told-not-pinned = @{ $places } n’a pas été épinglé : { $why }
told-not-pinned-empty = @{ $places } n’a pas été épinglé : le fichier est vide
told-not-pinned-lines = @{ $places } n’a pas été épinglé : le fichier finit à la ligne { $number }
told-pinned-beyond = @{ $places } dépasse la fin du fichier, ligne { $number }
told-oldest-left-out = la conversation dépasse la fenêtre du modèle de { $word } tokens : { $number } des plus anciennes réponses n’ont pas été envoyées
part-system = prompt système
part-map = carte de l’espace de travail
part-own = vos consignes
part-tools = outils
part-server-tools = outils de serveurs MCP
part-talk = conversation
part-pictures = images
part-results = résultats d’outils
part-recorded = tel qu’enregistré
told-would-leave = cela irait à { $place } sans votre accord

## Règles : modes, qui décide
mode-now = { $mode } : { $what }
mode-plan = rien n’est écrit, seules les commandes à faible risque s’exécutent
mode-review = écritures à revoir (F7), commandes demandées
mode-auto = écritures à revoir, commandes exécutées dans le bac à sable
mode-confirm = chaque écriture et chaque commande demande
mode-accept-edits = écritures appliquées, commandes demandées
mode-passthrough = tout s’exécute sauf risque élevé et toujours demandé
reach-write = chaque écriture, jusqu’à votre prochain message
reach-command = tout sauf un risque élevé, jusqu’à votre prochain message
reach-session = { $name } dans cette session
reach-workspace = { $name } dans cet espace de travail
reach-user = { $name } pour cet utilisateur, dans chaque espace de travail
reach-network = le réseau, pour cette commande et les suivantes de la session
reach-network-of = le réseau vers { $places }, pour les commandes de la session
told-rule-kept = règle { $rule } enregistrée dans { $path }
told-rule-refuses = { $why } ; jusqu’à correction tout appel est refusé
told-rule-asks = { $why } ; jusqu’à correction tout appel est demandé
told-rule-allows = { $why } ; jusqu’à correction elle ne permet rien
told-rule-no-tool = pas d’outil `{ $word }`, la règle est donc sans effet
told-rule-unclosed = parenthèse non fermée après { $word } ; par exemple { $model }(docs/**)
told-rule-no-name = pas d’outil avant la parenthèse dans { $rule } ; par exemple shell_exec(git status*)
told-rule-nothing = parenthèses vides après { $word } ; les retirer pour tout usage de l’outil, ou écrire { $model }(*)
told-rule-letter = le nom d’outil { $title } contient { $word } ; les noms ont des lettres, des chiffres, _ - . et *, par exemple write_file(docs/**)
told-rule-no-glob = { $rule } n’est pas un motif de chemin : { $why } ; par exemple docs/** ou src/*.rs
told-rule-not-kept = la règle ne vaut que pour cette session : { $why }
told-answer-not-empty = la réponse ne doit pas être vide
told-answer-number = la réponse doit être un nombre
told-field-required = le serveur exige ce champ ; pour décliner, revenir à la première étape
told-field-letters = la réponse doit avoir { $range } lettres
told-field-format = la réponse doit avoir la forme { $word }
told-field-integer = la réponse doit être un nombre entier
told-field-range = le nombre doit être { $range }
told-field-option = la réponse doit être une des options
told-field-options = il faut choisir { $range } des options
told-answer-path = la réponse doit être un chemin
told-answer-inside = la réponse doit être un chemin dans l’espace de travail
told-answer-pattern = la réponse doit correspondre au motif en entier
told-rule-no-file = cette règle n’est dans aucun fichier
told-rule-by-hand = { $why } ; ajouter ceci à la main sous rules.allow : - { $rule }
told-rule-form = { $rule } n’est pas une règle ; l’écrire sous la forme outil(motif), sur une seule ligne
told-rule-link-leaves = { $path } est un lien qui sort de l’espace de travail ; mettre un fichier à sa place
told-allowed-harmless = il ne change rien
told-allowed-tasks = ne change que les tâches
told-allowed-typed = vous l’avez saisi ; il attend dans la revue
told-allowed-in-mode = mode { $word }
told-allowed-with-network = { $why }, avec le réseau
told-allowed-with-hosts = { $why }, avec le réseau vers { $places }
told-allowed-low = risque faible
told-allowed-own-program = le programme de l’agent lui-même, qui n’a pas demandé
told-allowed-until-next = oui à tout jusqu’au prochain message
told-asked-always = chaque mode le demande
told-asked-high = le mode { $word } demande aussi un risque élevé
told-asked-not-boxed = le mode auto demande ce qui s’exécute hors du bac à sable
told-asked-no-box = le mode auto demande, car cette commande n’a pas de bac à sable complet
told-asked-no-box-why = le mode auto demande, car cette commande n’a pas de bac à sable complet : { $why }
told-asked-network = le mode auto demande, car cette commande a le réseau
told-auto-config = Le mode auto a besoin du bac à sable, et les réglages disent `sandbox: { $word }`. Mettez `sandbox: auto`, puis redémarrez.
told-auto-machine = Le mode auto a besoin d’un bac à sable avec des espaces de noms, que cette machine ne fait pas : { $why }. `agentichat doctor` l’essaie.
told-auto-not-run = Le mode auto était demandé, et rien n’a été fait dans un autre. { $why }
told-auto-left = Mode review au lieu d’auto. { $why }
told-ask-network = Le bac à sable n’a pas de réseau, et `{ $word }` a échoué. L’exécuter à nouveau avec le réseau ?
told-ask-network-of = `{ $word }` a échoué dans le bac à sable sans le réseau. L’exécuter à nouveau avec le réseau, mais seulement vers { $places } ?
told-run-again = exécutée à nouveau avec le réseau
told-run-on-disk = exécutée sur le disque
told-network-refused = l’utilisateur n’accorde pas le réseau
told-network-refused-why = l’utilisateur n’accorde pas le réseau : { $why }
told-network-unanswered = l’utilisateur n’a pas dit si la commande peut avoir le réseau
risk-network = la commande atteint tous les hôtes, et peut envoyer ce qu’elle lit
risk-network-of = la commande atteint { $places }, et peut y envoyer ce qu’elle lit
risk-too-much-to-review = dans le monde proposé elle a changé { $files }, trop nombreux ou trop gros pour les relire un par un : sur le disque ils sont appliqués d’un seul bloc
told-sandbox-off = Le bac à sable est désactivé : { $place } le dit. `/settings` offre `sandbox: auto`, où les commandes de l’agent, les hooks et le programme claude s’exécutent sans vos clés et n’écrivent que l’espace de travail.
told-sandbox-weaker = Le bac à sable est plus faible que demandé : { $word } au lieu de { $name }, car { $why }.
told-asked-own-writes = le programme de cet agent écrit lui-même, rien ne peut donc être proposé
told-asked-rule = la règle { $rule } le demande
told-pattern-broken = pas une expression régulière : { $why }
told-pattern-long = un motif a au plus { $number } lettres
told-plan-no-confirm = le mode plan n’écrit rien et n’exécute que des commandes à risque faible : rien à confirmer ; le quitter d’abord, par exemple avec /mode review
told-refused-mode = L’interrupteur de ce type d’appel est sur deny en mode { $name }, { $word } a donc été refusé. L’agent doit vous dire ce qu’il ferait ; /mode ou /confirm le change.
told-refused-plan-mode = La session est en mode plan : rien n’est écrit et seules les commandes à faible risque s’exécutent, { $word } a donc été refusé. L’agent doit finir le plan et vous dire ce qu’il ferait ; /mode quitte le mode plan.
told-refused-rule = La règle de refus { $rule } interdit cet appel de { $word }. L’agent ne doit pas essayer autrement, mais continuer sans, ou vous dire pourquoi il le faut, pour que vous puissiez révoquer la règle.
told-rule-empty = la règle est vide ; écrire un outil et peut-être un motif, par exemple shell_exec(git status*)
told-rule-long = la règle fait { $bytes } octets, { $limit } au plus sont lus ; utiliser un joker, par exemple shell_exec(cargo test*)
told-rule-of-flag = { $rule } [ligne de commande]
told-rule-of-session = { $rule } [cette session]
told-rule-of-user = { $rule } [vous]
told-rule-of-workspace = { $rule } [espace de travail]
told-rules-and = { $why }, { $why_next }
told-tool-unknown = Il n’y a pas d’outil nommé { $word }. L’agent doit utiliser un des outils qu’il a reçus.

## Risque : pourquoi une commande est demandée
risk-only-reads = ne fait que lire
risk-only-looks = ne fait que regarder
risk-only-asks = ne fait que demander
risk-server-tool = un outil d’un serveur MCP, dont le programme ne fait pas partie de celui-ci
risk-server-destroys = le serveur MCP dit que cet outil détruit
risk-only-tasks = ne change que la liste des tâches
risk-only-remembers = ajoute seulement à la mémoire ; l’utilisateur peut l’annuler
risk-it-did-not-ask = n’a pas demandé
risk-is-not-carried-out = n’est pas exécuté
risk-ends-plan-mode-each = met fin au mode plan ; chaque changement est demandé comme toujours
risk-a-tool-of-the = un outil du programme de l’agent lui-même
risk-a-question-of-the = une question de l’agent
risk-question-of-server = une question du serveur MCP { $server }, qui reçoit votre réponse
risk-server-wants-secret = { $server } semble demander un secret : ici, un serveur ne doit demander ni mot de passe, ni clé, ni numéro de carte
risk-the-run-may-be = l’exécution tourne peut-être en rond
risk-content-leaves-this-machine = du contenu quitte cette machine
risk-changes-a-file-in = change un fichier dans l’espace de travail
risk-deletes-a-file-whose = supprime un fichier, dont le texte est gardé
risk-deletes-a-file-that = supprime un fichier qui n’est pas du texte
risk-content-from-outside-the = du contenu d’en dehors de l’espace de travail est entré dans cette exécution
risk-git-works-in-a = git travaille dans { $name }, un dépôt à part, et exécute ce que ses réglages nomment
risk-git-does-not-say = git ne dit pas quels sont ses réglages ici
risk-the-repository-says-that = le dépôt { $place } dit que ses fichiers sont ailleurs ({ $name })
risk-this-repository-says-that = ce dépôt dit que ses fichiers sont ailleurs ({ $name })
risk-the-repository-names-a = le dépôt { $place } nomme un programme que git peut exécuter ({ $name })
risk-this-repository-names-a = ce dépôt nomme un programme que git peut exécuter ({ $name })
risk-has-characters-between-words = a des caractères étranges entre les mots
risk-has-a-bracket-where = a une parenthèse à la place d’un mot
risk-has-too-many-commands = a trop de commandes à vérifier
risk-has-too-many-parts = a trop de parties à vérifier
risk-runs-git-in-too = exécute git dans trop de dossiers à vérifier
risk-runs-which-may-be = exécute { $name }, qui peut être n’importe quel programme
risk-name-calls-itself-without-end = { $name } s’appelle sans fin (une fork bomb)
risk-names-which-may-hold = nomme { $name }, qui peut contenir des secrets
risk-what-runs-is-known = { $name } ne choisit ce qu’il exécute qu’au dernier moment
risk-what-runs-is-known-only = ce qu’elle exécute n’est connu qu’au dernier moment
risk-looks-like-a-recursive = ressemble à une suppression récursive
risk-name-changes-the-machine = { $name } change la machine
risk-name-deletes-for-good = { $name } supprime pour de bon
risk-name-drops-a-database = { $name } supprime une base de données
risk-name-changes-what-is-installed = { $name } change ce qui est installé sur la machine
risk-name-changes-what-others-see = { $name } change ce que d’autres voient ou utilisent
risk-name-may-fetch-or-install = { $name } peut télécharger ou installer depuis le réseau
risk-name-builds-or-tests-it = { $name } compile ou teste : du code de l’espace de travail est exécuté
risk-name-is-not-known-to = on ne sait pas si { $name } ne fait que lire
risk-ends-every-process-that = met fin à chaque processus possible
risk-ends-a-process = met fin à un processus
risk-ends-processes-by-name = met fin à des processus par leur nom
risk-name-runs-what-comes-from = { $name } exécute ce qui vient du réseau
risk-name-runs-what-comes-through = { $name } exécute ce qui vient par un tube, sans lecture
risk-name-runs-what-nobody-has = { $name } exécute du code que personne n’a lu
risk-runs-what-nobody-has = exécute du code que personne n’a lu
risk-name-drops-or-overwrites-data = { $name } supprime ou écrase des données
risk-name-works-on-a-database = { $name } travaille sur une base de données
risk-name-runs-code-that-deletes = { $name } exécute du code qui supprime ou écrase
risk-name-runs-code-that-is = { $name } exécute du code impossible à examiner
risk-name-runs-a-program-of = { $name } exécute un programme de l’espace de travail
risk-perl-i-writes-files = perl -i écrit des fichiers
risk-name-can-send-data-out = { $name } peut envoyer des données hors de la machine
risk-name-reaches-the-network = { $name } va sur le réseau
risk-asks-for-its-state = demande à { $name } son état
risk-name-with-folders-of-this = { $name } avec des dossiers de cette machine ou ses droits
risk-name-runs-or-builds-a = { $name } exécute ou construit un conteneur
risk-pushes-to-another-repository = pousse vers un autre dépôt
risk-pushes-to-another-repository-git-fetch-before-it-shows-what-is-new-there = pousse vers un autre dépôt ; un git fetch avant montre ce qui y est nouveau
risk-sends-mail = envoie du courrier
risk-git-clean-deletes-files = git clean supprime des fichiers que git ne garde pas
risk-git-restore-throws-changes = git restore jette des changements
risk-rewrites-history = réécrit l’historique
risk-drops-objects-that-could = supprime des objets qui pourraient ramener du travail
risk-runs = exécute { $word }
risk-starts = démarre { $word }
risk-sets-for-this-run = règle { $name } pour cette exécution de git
risk-name-makes-git-run-a = { $name } fait exécuter un programme à git
risk-git-clean-as-a = git clean à blanc
risk-git-in-a-repository = git { $name } dans un dépôt en dehors de l’espace de travail
risk-git-reset-throws-changes = git reset jette des changements
risk-git-checkout-of-files = git checkout de fichiers jette des changements
risk-git-switch-throws-changes = git switch jette des changements
risk-git-overwrites-files = git { $name } écrase des fichiers
risk-git-rm-r-deletes = git rm -r supprime des dossiers
risk-git-rm-takes-files = git rm retire des fichiers
risk-git-can-drop-history = git { $name } peut supprimer de l’historique
risk-git-gc-drops-objects = git gc supprime des objets qui pourraient ramener du travail
risk-git-stash-drops-kept = git stash jette du travail gardé
risk-git-commit-amend-rewrites = git commit --amend réécrit le dernier commit
risk-git-branch-drops-or = git branch supprime ou déplace une branche
risk-git-tag-drops-or = git tag supprime ou déplace une étiquette
risk-git-worktree-remove-deletes = git worktree remove supprime un dossier
risk-git-submodule-deinit-deletes = git submodule deinit supprime un dossier
risk-git-submodule-foreach-runs = git submodule foreach exécute une commande
risk-git-bisect-run-runs = git bisect run exécute une commande
risk-git-may-reach-the = git { $name } peut aller sur le réseau
risk-git-is-not-known = on ne sait pas si git { $name } ne fait que lire
risk-git-writes-to-repository = git { $name } écrit dans le dépôt
risk-changes-git-settings-outside = change les réglages de git en dehors de l’espace de travail
risk-changes-the-repository-settings = change les réglages du dépôt
risk-changes-a-setting-that = change un réglage qui peut faire exécuter des programmes à git
risk-name-can-run-a-command = { $name } peut exécuter une commande
risk-git-rm-takes-its = git rm prend ses chemins dans un fichier
risk-reads-which-is-on = lit { $name }, qui est sur la liste de blocage
risk-has-control-characters = a des caractères de contrôle
risk-name-is-used-in-a = { $name } est utilisé d’une façon qui peut changer des choses
risk-awk-writes-outside-the = awk écrit en dehors de l’espace de travail
risk-sed-i-changes-files = sed -i change des fichiers
risk-a-sed-script-that = un script sed qui peut écrire ou exécuter quelque chose
risk-a-sed-script-that-writes = un script sed qui écrit un fichier ou exécute une commande
risk-reads-outside-the-workspace = lit en dehors de l’espace de travail : { $name }
risk-is-too-long-to-be-read = est trop long à lire en entier
risk-has-a-sign = contient { $sign }, qu’un shell peut développer en autre chose
risk-has-an-operator-without = contient un opérateur sans commande
risk-has-no-command-at-its-end = ne se termine pas par une commande
risk-has-a-cd = contient un cd vers un dossier inconnu
risk-runs-not-known = exécute { $name }, dont on ne sait pas s’il ne fait que lire
risk-runs-with-not-known = exécute { $name } avec { $option }, dont on ne sait pas si cela ne fait que lire
risk-runs-in-a-way = exécute { $name } d’une façon qui peut faire plus que lire
risk-has-a-pattern-without = contient un motif sans dossier devant, qui peut devenir une option
risk-name-runs-a-script-that-may = { $name } exécute un script qui peut écrire ou lancer quelque chose
risk-name-with-options-that-may-write = { $name } avec des options qui peuvent écrire quelque chose
risk-shows-the-settings-of-git = montre les réglages de git, qui peuvent contenir des secrets
risk-whole-machine = s’exécute dans un espace de travail qui est toute la machine
risk-reads-no-plain-file = lit { $name }, qui n’est pas un fichier ordinaire
risk-git-does-not-say-which-files = git ne dit pas quels fichiers il montrerait
risk-shows-which-is-on = montre { $name }, qui est sur la liste de blocage
risk-has-a-pattern-that-may-match = contient un motif qui peut désigner trop de fichiers
risk-runs-from-the-workspace = exécute { $name } depuis l’espace de travail : { $found }
risk-may-run-from-the-workspace = peut exécuter { $name } depuis l’espace de travail : PATH contient un dossier qui n’est pas absolu
risk-runs-what-a-file-chooses = exécute le programme que choisit { $found }
risk-searches-what-cannot-be-looked-at = cherche dans un dossier impossible à vérifier d’abord
risk-would-search = chercherait dans { $name }, qui est sur la liste de blocage
risk-sets-which-may-change = règle { $name }, ce qui peut changer ce que font des programmes
risk-declares-something-in-a = déclare quelque chose d’une façon qui n’est pas simple
risk-a-test-that-evaluates = un test qui évalue ce que contiennent des variables
risk-a-test-with-a = un test avec une redirection dedans
risk-defines-a-function = définit une fonction, { $name }
risk-an-expansion-that-may = une expansion qui peut évaluer ou régler quelque chose
risk-arithmetic-that-evaluates-what = de l’arithmétique qui évalue ce que contiennent des variables
risk-a-redirection-without-a = une redirection sans cible
risk-a-redirection-of-a = redirige un descripteur inconnu
risk-place-the-network = { $what } le réseau, { $name }
risk-place = { $what } { $name }
risk-place-a-stream = { $what } un flux, { $name }
risk-place-which-may = { $what } { $name }, qui est peut-être en dehors de l’espace de travail
risk-place-where-git = { $what } { $name }, où git ou agentichat gardent ce qui est à eux
risk-place-outside-the = { $what } { $name }, en dehors de l’espace de travail
risk-is-nested-too-deeply = est trop imbriqué à vérifier
risk-has-too-much-in = contient trop à vérifier
risk-is-too-long-or = est trop long ou complexe à vérifier
risk-has-a-part-that = a une partie qui ne peut être analysée
risk-has-a-line-that = a une ligne qui commence par une barre oblique inverse
risk-has-a-construct-that = a une construction que rien ne comprend
risk-has-an-expansion-that = a une expansion que l’analyse n’a pas vue
risk-has-backslashes-between-backticks = a des barres obliques inverses entre accents graves
risk-has-words-behind-a = a des mots après une redirection
risk-a-here-document-with = un here-document avec des expansions
risk-env-takes-away-variables = env retire des variables qui empêchent des programmes d’en lancer d’autres
risk-env-has-options-that = env a des options qui ne sont pas connues ici
risk-name-has-options-that-are = { $name } a des options qui ne sont pas connues ici
risk-name-acts-on-another-machine = { $name } agit sur une autre machine
risk-runs-a-file-in = exécute un fichier dans ce shell
risk-find-with-options-that = find avec des options qui ne sont pas connues ici
risk-find-delete-deletes-all = find -delete supprime tout ce qu’il trouve
risk-find-deletes-or-moves = find supprime ou déplace tout ce qu’il trouve
risk-find-writes-to-a = find écrit dans un fichier
risk-find-takes-its-places = find prend ses emplacements dans un fichier
risk-find-has-a-part = find a une partie qui n’est connue qu’à l’exécution
risk-fd-runs-a-command = fd exécute une commande sur tout ce qu’il trouve
risk-fd-has-a-part = fd a une partie qui peut exécuter une commande
risk-name-runs-with-other-rights = { $name } s’exécute avec d’autres droits
risk-name-runs-a-package-and = { $name } exécute un paquet et peut le télécharger du réseau
risk-runs-a-command-through = exécute une commande par { $name }
risk-time-writes-to-a = time écrit dans un fichier
risk-xargs-takes-its-arguments = xargs prend ses arguments dans un fichier
risk-name-reads-a-text-otherwise = { $name } analyse un texte autrement que bash
risk-name-runs-a-file-first = { $name } exécute d’abord un fichier
risk-runs-the-script = exécute le script { $name }
risk-name-runs-a-text = { $name } exécute un texte
risk-name-runs-a-text-that = { $name } exécute un texte connu au dernier moment seulement
risk-name-keeps-a-command-for = { $name } garde une commande pour plus tard
risk-mktemp-writes-outside-the = mktemp écrit en dehors de l’espace de travail
risk-name-unpacks-files = { $name } décompresse des fichiers
risk-name-writes-files = { $name } écrit des fichiers
risk-name-r-deletes-whole-folders = { $name } -r supprime des dossiers entiers
risk-deletes-the-workspace-itself = supprime l’espace de travail lui-même
risk-deletes-files = supprime des fichiers
risk-deletes-what-the-pattern = supprime ce que désigne le motif { $name }
risk-deletes-which-is-known = supprime { $name }, qui n’est connu qu’à l’exécution
risk-deletes-the-folder = supprime le dossier { $name }
risk-deletes-more-than-count = supprime plus de { $count } fichiers à la fois
risk-name-copies-to-or-from = { $name } copie vers ou depuis une autre machine
risk-rsync-deletes-files-or = rsync supprime des fichiers ou exécute un programme
risk-makes-a-link = crée un lien
risk-name-changes-rights = { $name } change des droits
risk-name-r-changes-the-rights = { $name } -R change les droits de dossiers entiers
risk-name-changes-rights-widely = { $name } change des droits largement
risk-dd-copies-raw-data = dd copie des données brutes
risk-dd-with-a-part = dd avec une partie qui n’est connue qu’à l’exécution
risk-tar-packs-or-unpacks = tar empaquette ou dépaquette des fichiers
risk-tar-runs-a-program = tar exécute un programme ou supprime des fichiers
risk-tar-p-writes-wherever = tar -P écrit là où l’archive le dit
risk-deed-writes-to = écrit dans
risk-deed-deletes = supprime
risk-deed-deletes-the-empty-folder = supprime le dossier vide
risk-deed-moves = déplace
risk-deed-links = lie
risk-deed-changes = change
risk-deed-changes-the-rights-of = change les droits de
risk-deed-overwrites = écrase
risk-deed-works-in = travaille dans
risk-deed-find-writes-to = find écrit dans
risk-git-cannot-be-read = `.git` de ce dossier ne peut pas être lu : { $why }
risk-git-leads-elsewhere = `.git` de ce dossier mène à un autre dépôt ({ $place })
risk-git-names-no-folder = il ne nomme aucun dossier
risk-git-part-leads-out = `{ $name }` de ce dépôt mène hors de lui
risk-runs-git-in-a-repository = lance git dans un dépôt qui nomme des programmes à lui
risk-the-repository-makes-git-read = le dépôt { $place } fait lire à git un fichier hors de lui ({ $name })
risk-this-repository-makes-git-read = ce dépôt fait lire à git un fichier hors de lui ({ $name })

## Outils : arguments, résultats et fautes des appels
gave-counted = { $path }  { $counted }
gave-range = { $path }  lignes { $range } sur { $all }
gave-linked = { $rest } ; ses autres noms (liens physiques) gardent l’ancien texte
gave-deleted = { $path }  supprimé
gave-entries = { $path }  { $number } entrées
gave-hits = { $path }  { $counted_hits } dans { $counted }
gave-hits-more = { $path }  plus de { $counted_hits } dans { $counted }
gave-index = { $path }  { $counted } (index à { $number } %)
gave-answer = réponse : { $rest }
gave-task-created = créée : { $word }
gave-tasks-created = { $counted } créées
gave-task-started = commencée : { $word }
gave-task-completed = terminée : { $word }
gave-task-pending = de nouveau en attente : { $word }
gave-task-blocked = bloquée : { $word }
gave-remembered = retenu, /memory forget { $word } l’annule : { $rest }
gave-remembered-already = { $word } contient déjà cela : { $rest }
gave-remembered-inbox = attend dans votre boîte, car un texte extérieur a été lu : /memory keep { $word } ou refuse : { $rest }
gave-remembered-refused = vous l’avez déjà refusé, { $word } : { $rest }
gave-task-changed = changée : { $word }
gave-task-unchanged = rien à changer
gave-task-deleted = supprimée : { $word }
gave-task-shown = tâche { $word }
gave-tasks-listed = { $number } sur { $total } terminées
gave-agents-listed = agents listés
gave-agents-done = { $number } sur { $counted } ont terminé
gave-agent-stopped = { $word } est arrêté
agent-activity = { $word } { $rest }
agent-state-running = en cours
agent-state-waiting = vous attend
agent-state-completed = terminé
agent-state-failed = échoué
agent-state-stopped = arrêté
agent-state-interrupted = interrompu
agents-too-many = Au plus { $number } agents travaillent en même temps ; { $at_work } sont au travail. Attendez un rapport, ou arrêtez-en un.
agents-over = L’agent { $word } a terminé.
command-no-agent = Aucun agent « { $word } » n’a été démarré dans cette session ; /agents running les liste.
agents-not-started = Il n’y a pas d’agent « { $word } » dans cette session. L’opération list les nomme.
agents-none-started = Aucun agent n’a été démarré dans cette session. L’agent les démarre avec spawn_agent, delegate_task et parallel_tasks : demandez-lui de répartir une tâche.
agents-not-of-session = Cette session n’a pas un tel agent.
agents-at-work = Un agent travaille dans cette session. On peut la lire, lui dire quelque chose et l’arrêter ; le reste sera possible quand il aura terminé.
agents-tool-withheld = Cet agent n’a pas le droit d’appeler { $word }. Rapportez ce que vous n’avez pas pu faire.
agents-ended-without = L’agent { $word } n’a pas terminé : { $why }
agents-none-finished = Aucun des agents n’a terminé ; les détails disent pourquoi.
agents-one-to = Un appel démarre de 1 à { $number } agents.
agents-no-prompt = L’agent a besoin d’une invite avec toute la tâche : il ne sait rien d’autre.
agents-long-prompt = L’invite d’un agent a au plus { $number } Kio. Nommez les fichiers au lieu de les copier.
agents-name-length = Le nom d’un agent a de 1 à { $number } caractères.
agents-name-missing = Nommez l’agent.
agents-not-itself = Un agent ne peut pas déléguer à lui-même.
agents-no-profiles = Aucun agent « { $word } » n’est défini, ni aucun autre. spawn_agent en démarre un temporaire.
agents-no-profile = Aucun agent « { $word } » n’est défini ; voici ceux qui le sont : { $rest }.
agents-no-program = { $word } est un programme avec son propre agent, qui ne peut pas travailler pour un autre. Donnez à l’agent un autre fournisseur.
ask-start-agent = Démarrer l’agent { $word } ? { $rest }
ask-start-agent-model = Démarrer l’agent { $word } avec { $name } ? { $rest }
ask-start-agents = Démarrer { $number } agents en même temps ? { $whys }
risk-starts-agents = les agents dépensent des jetons ; chacun de leurs appels est jugé comme ceux de la session
risk-only-agents = il ne s’occupe que d’agents
gave-profiles = { $counted } définis
gave-exit = fin { $word }, { $counted }
gave-with-network = { $what }, avec le réseau
gave-with-hosts = { $what }, avec le réseau vers { $places }
gave-killed = tué par le signal { $word }, { $counted }
gave-late = arrêté après { $word } s, { $counted }
gave-cancelled = annulé, { $counted }
gave-lines = { $counted }
gave-tools = { $counted } trouvé(s)
gave-unknown = issue inconnue
gave-recorded = comme enregistré
told-not-taken-back = ce que le programme de l’agent change ici ne pourra pas être annulé : { $why }
told-changed-not-covered = changés, et { $why }
told-git-some-not = { $word } fichiers sur { $number } PAS dans git
told-file-not-there = absent
told-file-outside = hors de l’espace de travail
gave-proposed = { $rest } · { $files } en proposition
gave-not-kept = { $rest } · { $why }{ $more ->
    [0] { "" }
   *[other] { " " }(et { $more } de plus)
}
gave-changed = { $rest }, changé { $counted_files }
gave-changed-lost = { $rest }, changé { $counted_files } : { $why }
gave-ended = terminé, { $counted }
gave-error = { $word } { $why }
gave-not-as-allowed = { $rest }  (pas exactement comme permis)
gave-written = { $path }  +{ $added } -{ $removed }
told-agent-failed = le programme de l’agent dit qu’il a échoué, sans dire pourquoi
told-agent-only = seul le programme de l’agent peut le faire
told-agent-staged = `{ $path }` a des changements proposés que vous n’avez pas décidés, le programme de l’agent ne peut donc pas l’écrire ; continuer avec un autre fichier
told-agent-text-not-found = le texte à remplacer n’est pas dans `{ $path }`, ou y est plusieurs fois ; le relire
told-all-of = { $whys }
told-answer-for-write = une réponse a été donnée là où une écriture devait être permise
told-argument-fault = { $word } : `{ $name }` { $why } ; corriger, puis rappeler
told-arguments-misfit = les arguments de { $word } ne conviennent pas : { $why }
told-arguments-no-object = les arguments de { $word } ne sont pas un objet JSON ; en envoyer un qui suit le schéma
told-ask-plan = Exécuter ce plan ?{ $rest }
told-ask-use = Le laisser utiliser { $word } ?{ $rest }
told-ask-server-tool = Le laisser utiliser l’outil { $word } du serveur MCP { $server }, avec ces arguments ?
    { $rest }
told-ask-server-asks = Le serveur MCP { $server } demande :
    { $why }
    Oui lui dit que vous êtes d’accord.
told-ask-form = Le serveur MCP { $server } vous demande de remplir un formulaire :
    { $why }
    Ses champs : { $fields }. Ceux avec une étoile sont obligatoires. Le remplir ?
told-ask-form-secret = Le serveur MCP { $server } vous demande de remplir un formulaire :
    { $why }
    Ses champs : { $fields }. Ceux avec une étoile sont obligatoires. Le remplir ?
    Il semble demander un secret. Ne donnez ici à un serveur ni mot de passe, ni clé, ni numéro de carte.
told-ask-visit = Le serveur MCP { $server } vous demande de visiter une page de { $host } :
    { $address }
    { $why }
    Ouvrez-la vous-même si vous lui faites confiance : le programme ne le fait pas. Oui dit au serveur que vous êtes d’accord.
told-server-arguments = donner les arguments de l’outil sous forme d’objet
told-server-failed = le serveur MCP { $server } n’a donné aucun résultat : { $why }
told-builds-on-staged = le changement de `{ $path }` repose sur des changements proposés que vous n’avez pas décidés, agentichat ne l’a donc pas appliqué ; continuer avec un autre fichier, ou les faire décider d’abord
told-cancelled-before = l’exécution a été annulée avant le début de l’appel ; rien n’a été fait
told-clash-changed = a été changé depuis la lecture ; rien n’a été écrit : regarder `present`, puis écrire à nouveau
told-clash-changed-lines = a été changé dans les lignes de edits[{ $number }] depuis la lecture ; rien n’a été écrit : regarder `present`, puis modifier à nouveau
told-clash-lines = a d’autres lignes que ne le dit `edits[{ $number }].expected_hash` ; rien n’a été écrit : regarder `present`, puis modifier à nouveau
told-clash-not-deleted = a été changé depuis la lecture ; rien n’a été supprimé : regarder `present`, puis décider à nouveau
told-command-bad = `command` est vide ou contient un caractère NUL
told-command-cancelled = la commande a été annulée et arrêtée avec tout ce qu’elle avait lancé ; ne la relancer que sur demande
told-command-failed = la commande a échoué ({ $why }) ; lire sa sortie, corriger la cause, puis la relancer
told-command-late = la commande a été arrêtée après { $number } s avec tout ce qu’elle avait lancé ; sa sortie jusque-là est dans les détails : lui donner un timeout_s plus grand, ou moins à faire
told-command-misallowed = une commande est permise telle quelle, ou avec un autre texte à sa place
told-conflict-often = { $why } ; c’était le conflit { $number } sur ce fichier : s’arrêter, et demander par clarify_user
told-edit-before-start = est avant start_line
told-edit-beyond = est au-delà de la fin : il y a { $number } lignes
told-edit-delete-text = doit être vide pour delete
told-edit-fault = `{ $name }` { $why }
told-edit-insert-nothing = est vide : il n’y a rien à insérer
told-edits-empty = `edits` est vide ; nommer au moins une modification
told-edits-overlap = edits[{ $word }] et edits[{ $number }] se chevauchent ; en faire une seule modification
told-environment-large = l’environnement est plus grand que ce que le système passe à une commande ({ $number } octets) ; il faut lancer agentichat avec un plus petit
told-environment-large-by = l’environnement est plus grand que ce que le système passe à une commande ({ $number } octets ; la plus grande variable est { $name } avec { $bytes } octets) ; il faut lancer agentichat avec un plus petit
told-every-part-refused = chaque partie du changement de `{ $path }` a été refusée ; rien n’a été écrit : expliquer ce qui était voulu, ou demander par clarify_user
told-field-empty = `{ $name }` est vide
told-file-clash = `{ $path }` { $why }
told-file-exists = `{ $path }` existe déjà ; le lire par read_file, puis l’écraser ou le modifier
told-file-unread = `{ $path }` existe et n’a pas été lu : le lire d’abord par read_file, puis écrire
told-glob-unreadable = `glob` ne peut pas être lu : { $why } ; l’écrire comme `*.rs` ou `src/**/*.rs`
told-index-unreadable = l’index ne peut pas être lu : { $why }
told-is-missing = manque
told-is-no-argument = n’est pas un argument ; il y a { $rest }
told-lines-beyond = `start_line` { $word } est au-delà de la fin : `{ $path }` a { $number } lignes
told-lines-reversed = `end_line` { $word } est avant `start_line` { $number }
told-new-text-large = le nouveau texte de `{ $path }` dépasse 10 Mio ; l’écrire plutôt par une commande
told-new-text-nul = le nouveau texte de `{ $path }` contient un caractère NUL ; seul du texte peut être écrit
told-no-index-here = il n’y a pas d’index ici
told-no-more-processes = le système ne lance plus de processus à présent : { $why } ; en terminer, puis réessayer
told-no-shell = ni `bash` ni `sh` ne peuvent être lancés ici : { $why } ; vérifier que `bash` est installé
told-no-tool = il n’y a pas d’outil `{ $word }` ; il y a { $rest }
told-not-installed-ask = `{ $name }` n’est pas installé ; s’en passer, ou demander de l’installer
told-not-installed-link = `{ $name }` n’est pas installé ; on le trouve à { $address }
told-nothing-to-do = l’appel laisse `{ $path }` tel quel : rien à faire
told-nothing-to-stage = { $word } ne change aucun fichier, il n’y a donc rien à proposer
told-old-text-empty = `old_text` est vide ; nommer le texte à remplacer, ou insérer par edit_file
told-old-text-near = `old_text` n’est pas dans `{ $path }` ; les lignes les plus proches sont { $word } à { $number } : les copier exactement comme `nearest` les montre
told-old-text-nowhere = `old_text` n’est pas dans `{ $path }`, ni rien qui y ressemble ; relire le fichier
told-old-text-often = `old_text` est { $number } fois dans `{ $path }` (lignes { $rest }) ; prendre plus de lignes autour pour qu’il n’y soit qu’une fois, ou mettre replace_all
told-query-empty = `query` est vide ; poser une question
told-query-no-regex = `query` n’est pas une expression régulière : { $why }
told-query-nothing = `query` est vide ; nommer le texte à chercher
told-question-kind-alone = `{ $name }` ne va qu’avec kind { $word }
told-question-kind-missing = `kind` manque : confirm, input ou select
told-question-many = `steps` a { $word } questions ; { $number } au plus peuvent être posées
told-question-no-answer = la question a été permise sans réponse
told-question-options = `{ $name }` doit nommer au moins deux choses entre lesquelles choisir
told-question-pattern = `{ $name }` : { $why }
told-question-pattern-alone = `{ $name }` ne va qu’avec validation pattern
told-question-pattern-missing = `{ $name }` manque : validation pattern en demande un
told-search-otherwise = { $why } ; utiliser search_text et read_file
told-shell-not-started = le shell ne peut pas être lancé : { $why }
told-something-not-installed = un programme que demande la commande n’est pas installé ; sa sortie dit lequel
told-status-ended = terminé
told-status-exit = fin { $number }
told-status-killed = tué par le signal { $number }
told-status-unknown = nul ne sait comment : { $why }
told-tool-broke = l’outil s’est interrompu par sa propre faute ; essayer autrement, et le signaler
told-uncovered-file = { $counted } { $why } n’est pas couvert : { $places }
told-uncovered-files = { $counted } { $why } ne sont pas couverts : { $places }
told-uncovered-hidden = qui étaient ignorés avant, dont l’état d’alors n’est pas connu
told-uncovered-large = de plus de 10 Mio
told-uncovered-many = au-delà de ceux notés pour une commande
told-uncovered-more = { $places } et { $number } de plus
told-uncovered-much = au-delà de 200 Mio en tout
told-uncovered-no-copy = qu’on n’a pas pu copier
told-uncovered-no-utf-eight = au nom qui n’est pas en UTF-8 (� remplace ce qui ne l’est pas)
told-uncovered-off = que git ne pourrait pas rendre, sans points de contrôle,
told-uncovered-unreadable = qu’on ne peut pas lire
told-value-must-be = doit être { $wanted }
told-value-must-be-described = doit être { $wanted } ({ $rest })
told-value-must-be-least = doit être au moins { $number }
told-value-must-be-one-of = doit être l’un de { $rest }
wanted-integer = un nombre entier
wanted-object = un objet
wanted-plain-text = du texte

## Fichiers de l’espace de travail : lecture, écriture, chemins, git
told-write-finished = Le programme s’est arrêté pendant qu’il écrivait `{ $path }` ; l’écriture est finie maintenant
told-write-undone = Le programme s’est arrêté pendant qu’il écrivait `{ $path }` ; le fichier a retrouvé son ancien texte
told-write-left = Le programme s’est arrêté pendant qu’il écrivait `{ $path }`, et c’est un autre fichier maintenant : il reste tel quel ; l’ancien texte et le nouveau sont dans { $place }
told-no-checkpoint = il n’y a pas de point de reprise { $word }
told-git-clean = dans git, inchangé
told-git-changed = dans git, changé
told-os-refused = connexion refusée (erreur { $word } du système)
told-path-outside = `{ $path }` { $why } ; nommer un chemin dans l’espace de travail, relatif à sa racine et avec `/`
told-path-unusual = `{ $path }` { $why }, et les outils de fichiers n’acceptent pas un tel nom ; le faire renommer par shell_exec (`mv`), ce qui est demandé à l’utilisateur, ou le laisser
told-path-absolute = est un chemin absolu hors de l’espace de travail
told-path-leaves = sort de l’espace de travail
told-path-links = passe par trop de liens
told-path-name-long = a un nom de plus de 255 octets
told-path-name-end = a un nom qui finit par un point ou un espace
told-path-nul = contient un caractère NUL
told-path-unseen = contient des caractères invisibles ou semblables à d’autres
told-path-link-leaves = est un lien qui sort de l’espace de travail
told-path-long = est plus long qu’un chemin ne peut l’être
told-path-no-name = n’est pas un nom que prend le système de fichiers
told-path-no-file = ne nomme aucun fichier
told-path-backslash = contient un `\`
told-path-home = commence à un dossier personnel
told-path-blocked = `{ $path }` est sur la liste de blocage (`{ $rule }`) : il ne peut être ni lu ni écrit
told-file-none = il n’y a pas de fichier `{ $path }` ; /files et une part de son nom le cherchent
told-file-none-near = il n’y a pas de fichier `{ $path }` ; était-ce { $places } ?
told-file-large = `{ $path }` a { $bytes } octets, plus que les { $limit } qui sont lus ou écrits en entier
told-file-is = `{ $path }` est { $why } ; { $why_next }
told-is-folder = un dossier, pas un fichier
told-is-special = autre chose qu’un fichier ordinaire
told-is-no-text = autre chose que du texte en UTF-8
told-is-link = un lien symbolique
told-is-pipe = un tube
told-is-socket = une socket
told-is-device = un périphérique
told-next-look-in = /tree montre ce qu’il contient
told-next-leave = le laisser tel quel, ou le regarder avec `file` ou `xxd` dans un shell
told-next-never-opened = il n’est jamais ouvert ; nommer un fichier ordinaire
told-next-in-folder = nommer un fichier qu’il contient
told-next-behind-link = nommer le fichier où il mène, ou retirer le lien
told-file-meanwhile = `{ $path }` { $why } ; rien n’a été écrit : le regarder de nouveau, puis refaire le changement
told-meanwhile-there = est apparu entre-temps
told-meanwhile-gone = a disparu entre-temps
told-meanwhile-changed = a été changé entre-temps
told-meanwhile-other = n’est pas ce qui était attendu
told-meanwhile-absent = devait déjà être absent
told-file-busy = un autre programme est en train d’écrire `{ $path }` ; réessayer quand c’est fini
told-file-cannot = impossible de { $why } `{ $path }` : { $why_system } ; { $why_next }
told-doing-look = regarder
told-doing-read = lire
told-doing-open = ouvrir
told-doing-read-link = lire le lien
told-doing-make-folder = créer un dossier pour
told-doing-write = écrire
told-doing-delete = supprimer
told-next-permissions = il faut changer ses permissions (`chmod u+w` sur le fichier et son dossier)
told-next-mount = c’est un point de montage, ou un autre programme l’utilise : il peut être écrit, pas enlevé ni remplacé
told-next-elsewhere = le système de fichiers est en lecture seule ; écrire ailleurs dans l’espace de travail
told-next-room = le disque est plein ; le fichier est comme avant : libérer de la place, puis réessayer
told-next-size = le système ne prend pas de fichiers de cette taille
told-next-part = une partie du chemin est un fichier, pas un dossier
told-next-folder = c’est un dossier
told-next-empty = le dossier n’est pas vide ; supprimer d’abord ce qu’il contient
told-next-disk = le fichier est comme avant ; réessayer, ou examiner le disque
told-workspace-not-opened = impossible d’ouvrir l’espace de travail `{ $path }` : { $why } ; démarrer dans un dossier qui existe et peut être lu
told-os-denied = permission refusée (erreur { $word } du système)
told-os-absent = fichier ou dossier absent (erreur { $word } du système)
told-os-full = plus de place sur le disque (erreur { $word } du système)
told-os-read-only = système de fichiers en lecture seule (erreur { $word } du système)
told-os-exists = le fichier existe déjà (erreur { $word } du système)
told-os-folder = c’est un dossier (erreur { $word } du système)
told-os-no-folder = ce n’est pas un dossier (erreur { $word } du système)
told-clipboard-no-program = le presse-papiers ne peut pas être lu : installer wl-clipboard (Wayland) ou xclip (X11), ou déposer le fichier de l’image sur l’éditeur
told-clipboard-picture = l’image du presse-papiers dépasse les { $bytes } octets qui sont lus ; en copier une plus petite partie, ou joindre une copie plus petite comme fichier
told-clipboard-text = le texte du presse-papiers dépasse les { $bytes } octets qui sont lus ; en copier une partie, ou nommer son fichier derrière @
told-clipboard-empty = il n’y a ni image ni texte dans le presse-papiers de la machine où tourne agentichat
told-picture-kind = { $path } n’est pas une image ; PNG, JPEG, GIF et WebP peuvent être joints
told-picture-bytes = { $path } a { $bytes } octets, plus que les { $limit } qui sont lus ; joindre une copie plus petite
told-picture-pixels = { $path } a { $word }×{ $number } pixels, plus que les { $limit } qui sont décodés ; joindre une copie plus petite
told-picture-broken = { $path } est abîmé ou d’un genre inconnu : { $rest }
told-is-no-file = { $path } n’est pas un fichier
told-it-not-kept = impossible de l’enregistrer : { $why }
told-block-bad = motif illisible dans la liste de blocage, `{ $word }` : { $why } ; le corriger dans la configuration
told-doing-finish-write = finir l’écriture de
told-doing-keep-journal = tenir le journal de l’écriture de
told-file-append-only = en ajout seul (`chattr +a`)
told-file-frozen = impossible d’écrire `{ $path }` : il est { $why } ; il faut lever cela (`chattr`), ou le laisser tel quel
told-file-half-written = `{ $path }` est à moitié écrit : { $why } ; ses deux textes sont gardés, et le prochain lancement d’agentichat l’amène à l’un d’eux
told-file-immutable = immuable (`chattr +i`)
told-file-no-journal = `{ $path }` ne peut être écrit que sur place, et il n’y a pas de dossier où garder l’ancien texte entre-temps ; le faire changer à la main
told-file-none-backslash = il n’y a pas de fichier `{ $path }` ; les dossiers sont séparés par `/` ; un `\` est un caractère d’un nom
told-picture-no-frame = elle n’a pas d’image
told-picture-no-pixels = elle n’a pas de pixels
told-picture-not-encoded = elle ne peut pas être réécrite : { $why }
told-picture-too-large = elle est trop grande

## Fournisseurs : demandes, réponses, fautes, clés, enregistrements
origin-default = par défaut
told-probe-own-tools = { $word } exécute ses outils lui-même : rien à sonder
told-probe-other = sonder un modèle d’un autre fournisseur ; `agentichat models list` les montre
told-probe-slow = le modèle n’a pas donné de réponse entière en { $number } s
told-probe-longer = réessayer quand le serveur l’a chargé, ou laisser plus de temps avec `agentichat models probe --timeout SECONDS`
told-probe-cut = la réponse du modèle a été coupée à { $number } tokens, trop tôt pour savoir s’il appelle des outils
told-probe-talks = il parle sans fin, ou raisonne longuement ; réessayer, ou essayer un autre modèle
told-probe-not-kept = le résultat n’a pas pu être enregistré : { $why }
told-too-many-requests = { $place } : trop de demandes ({ $word })
told-overloaded = { $place } est surchargé ou en panne ({ $word })
told-loading-model = { $place } charge le modèle ({ $word })
told-hint-loading = nouveaux essais pendant deux minutes ; arrêter l’exécution y met fin
told-failed-inside = { $place } : erreur du serveur ({ $word })
told-key-refused = { $place } a refusé la clé d’API ({ $word })
told-too-long = la conversation est trop longue pour le modèle
told-request-refused = { $place } a refusé la requête ({ $word })
told-has-no-model = { $place } n’a pas de modèle { $word }
told-no-model-to-chat = { $word } marche, mais n’a pas de modèle qui converse
told-fetch-one = en télécharger un, par exemple avec `ollama pull { $word }`
told-get-it = le télécharger avec `ollama pull { $word }`
told-choose-listed = en choisir un que /model énumère
told-choose-of = choisir parmi : { $models }
told-no-provider = pas de fournisseur { $word }
told-provider-off = le fournisseur { $word } est désactivé
told-wait-seconds = attendre { $word } s et réessayer
told-wait-a-moment = attendre un instant et réessayer
told-look-at-log = réessayer ; si cela reste, voir le journal du serveur
told-shorten = raccourcir la conversation avec /compact, ou choisir un modèle qui contient plus
told-no-credit = plus de crédit ; en ajouter ou choisir un autre fournisseur
told-check-address = vérifier l’URL de base du fournisseur
told-moved-address = mettre dans l’URL de base l’adresse de la redirection
told-no-answer = { $place } n’a pas répondu à temps
told-no-answer-within = { $place } n’a pas répondu en { $word } s
told-sent-nothing = { $place } n’a rien envoyé pendant { $word } s
told-fell-silent = { $place } s’est tu en pleine réponse pendant { $word } s ; le début de la réponse est gardé
told-allow-more-time = voir si le serveur est occupé, ou laisser plus de temps : { $word }
told-busy-then-again = voir si le serveur est occupé, puis réessayer
told-again-or-busy = réessayer, ou voir si le serveur est occupé
told-try-again = réessayer
told-not-made = impossible de faire la demande à { $place } : { $why }
told-check-address-key = vérifier l’URL de base, et la clé pour des caractères faux
told-not-running = { $place } n’est pas démarré
told-not-reached = impossible de joindre { $place } : { $why }
told-no-encryption = impossible de joindre { $place } : ce serveur ne chiffre pas ({ $why })
told-no-certificate = impossible de joindre { $place } : certificat refusé ({ $why })
told-was-lost = { $place } a été perdu : { $why }
told-connection-lost = connexion à { $place } perdue : { $why }
told-use-http = mettre http:// dans l’URL de base si c’est le bon serveur, ou corriger son port
told-own-certificate = vérifier l’adresse ; ajouter le certificat de votre autorité à ceux du système (ou SSL_CERT_FILE)
told-long-answer = sa réponse dépasse 16 Mio
told-answer-type = sa réponse est du type { $word }
told-refused-every-form = il a refusé la requête sous toutes les formes essayées
told-endless-answer = sa réponse n’a pas fini en { $word } octets
told-long-line = il a envoyé une ligne de plus de 64 Kio
told-no-http = impossible de préparer le client HTTP : { $rest }
told-check-proxies = vérifier les réglages de proxy dans l’environnement (HTTPS_PROXY, NO_PROXY)
told-write-address = l’écrire comme http://host:port ou https://host/path
told-no-url = l’adresse { $word } n’est pas une URL : { $rest }
told-no-http-server = l’adresse { $word } n’est pas celle d’un serveur HTTP
told-os-no-name = ce nom n’a pas d’adresse ({ $rest })
told-start-ollama = le démarrer avec `ollama serve`
told-no-protocol = { $place } a envoyé une réponse inattendue : { $why }
told-check-server = vérifier que l’URL de base est celle d’un tel serveur, pas d’un mandataire ou d’un site web
told-web-page = il a répondu par une page web (text/html)
told-answer-compressed = sa réponse est compressée ({ $word }) sans demande
told-hint-compressed = désactiver la compression dans le mandataire ou la passerelle du serveur
told-reply-not-json = la réponse de { $server } n’est pas du JSON valide : { $rest }
told-check-the-base-url = vérifier l’URL de base
told-cut-answer = la réponse de { $server } a été coupée : la connexion a fini trop tôt
told-kept-go-on = son début est gardé ; renvoyer pour continuer
told-kept-try-again = son début est gardé ; réessayer
told-foreign-answer = la réponse de { $server } n’est pas valide : { $why }
told-check-proxy = vérifier l’URL de base, et qu’aucun mandataire ne change les réponses
told-key-odd = la clé a des caractères qu’aucune clé n’a
told-key-copied = vérifier la clé : sans doute copiée en partie, ou avec un retour à la ligne
told-no-key-asked = aucune clé n’est définie, donc rien n’a été demandé
told-not-installed = pas installé
told-set-anthropic-key = définir ANTHROPIC_API_KEY (de votre compte sur console.anthropic.com)
told-set-mistral-key = définir MISTRAL_API_KEY (de votre compte sur console.mistral.ai)
told-set-openai-key = définir OPENAI_API_KEY, ou l’adresse d’un serveur local avec OPENAI_BASE_URL
told-claude-log-in = s’identifier en lançant `claude` dans un terminal, ou définir ANTHROPIC_API_KEY
told-no-program = pas de programme { $word }
told-install-claude = l’installer avec `npm install -g @anthropic-ai/claude-code`, ou mettre son chemin dans providers.claude-cli.program
told-new-goes-on = commencer une session, ou copier celle-ci pour transmettre ses messages
told-no-chat-model = { $rest } : il tourne, mais n’a pas de modèle qui converse
told-no-answer-in = { $word } : pas de réponse en { $number } s
told-in-time = il n’a pas répondu à temps
told-provider-unknown = pas de fournisseur { $word } ; les fournisseurs sont : { $models }
told-gives-no-model = { $word } n’offre aucun modèle, rien n’a donc changé : { $whys }
told-use-names-one = `/use { $word } { $model }` en nomme un quand même
told-known-models = modèles connus : { $models }
told-keyring-unusable = trousseau inutilisable : { $why } ; garder la clé dans un fichier avec --in file
told-key-none = pas une clé : { $why } ; la copier de nouveau depuis la page du fournisseur
told-key-blanks = elle a des blancs ou des caractères qu’aucune clé n’a
told-key-long = elle dépasse 4096 octets
told-key-open = d’autres peuvent lire { $path } (mode { $word }), sa clé n’est donc pas utilisée ; `chmod 600 { $places }`, et remplacer la clé si quelqu’un a pu la voir
told-key-no-file = { $path } n’est pas un fichier ordinaire, sa clé n’est donc pas lue ; le retirer
address-provider-at = { $word } à { $address }
address-server-at = { $word } ({ $address })
origin-the-flag = l’option { $word }
origin-the-variable = la variable { $word }
told-default-unseen = impossible de vérifier si { $word } propose { $model } ({ $why }) ; il sert quand même
told-default-unusable = { $word } est { $why } ; le corriger pour utiliser { $model }
told-done-holds = { $why } { $why_next }
told-done-note = { $why } Remarque : { $why_next }.
told-file-left-out = { $why } ; le fichier est ignoré jusqu’à sa correction
told-from-next-request = Vaut dès la prochaine demande.
told-is-recorded = { $word } est en cours d’enregistrement, ceci vaut donc au prochain démarrage
told-model-changed = { $model } changé
told-model-gone = { $model } retiré
told-model-kept = { $model } enregistré, identifiant { $word }
told-no-database = pas de base de données
told-nothing-can-be-kept = rien ne peut être enregistré : { $why }
told-partly-from-next-start = L’activation vaut maintenant, le reste au prochain démarrage.
told-provider-address = son adresse est { $address }
told-provider-begins-with = ses sessions commencent avec { $model }
told-provider-enable = `/provider enable { $word }` l’active, dans un shell `agentichat providers enable { $word }`
told-provider-is-set = { $word } : { $whys }.
told-provider-no-default = il n’a pas de modèle par défaut
told-provider-off-now = il est désactivé
told-provider-on-now = il est activé
told-provider-usual-address = son adresse est celle par défaut
told-providers-not-asked = impossible d’interroger les fournisseurs
told-setting-can-be = { $key } peut être l’un de { $words }
told-setting-must-be = { $key } doit être { $wanted }
told-setting-not-here = { $key } ne se règle pas ici
told-silent-within = il n’a pas répondu en { $number } s
told-stands-over = mais { $place } prime pour { $word }
told-test-silent = pas de réponse en { $number } s ; vérifier qu’il tourne et n’est pas occupé
wanted-what-was-given = ce qui a été donné
told-key-empty = elle est vide
told-key-file-read = impossible de lire le fichier de clé { $path } : { $why }
told-key-file-removed = impossible de retirer le fichier de clé { $path } : { $why }
told-key-file-written = impossible d’écrire le fichier de clé { $path } : { $why }
told-no-provider-name = { $word } n’est pas un nom de fournisseur
told-why-next = { $why } ; { $why_next }
origin-settings = réglages
told-an-error = une erreur
told-answered-page = il a répondu par une page web
told-asks-otherwise = l’étape { $number } de l’agent { $word } demande autre chose que l’enregistrement :{ $rest }
told-at-line = ligne { $number } : { $why }
told-check-base-url = vérifier l’URL de base du fournisseur
told-check-connection = vérifier votre connexion et l’URL de base du fournisseur
told-check-key = vérifier la clé, et qu’elle est celle de cette URL de base
told-check-ollama-address = vérifier OLLAMA_HOST ou l’URL de base du fournisseur
told-check-ollama-machine = vérifier la connexion de la machine où tourne Ollama
told-check-running = vérifier que le serveur tourne, et l’URL de base du fournisseur
told-choose-with-model = choisir un autre modèle avec /model
told-claude-ended = le programme claude s’est terminé : { $why }
told-claude-forgot = claude a perdu cette conversation ; ses messages ont été renvoyés
told-claude-not-running = le programme claude s’est arrêté
told-claude-refused = claude a refusé : { $why }
told-claude-retries = claude réessaie ({ $number } sur { $limit }) : { $why }
told-claude-says = claude : { $why }
told-claude-silent = rien de claude depuis { $number } s ; il travaille peut-être encore. Ctrl+C ou /stop l’arrête
told-clear-or-less = vider la conversation avec /clear, ou en dire moins
told-counted-message = par count_tokens, comme message
told-counted-reading = tel que le modèle l’a lu
told-counted-tokenizer = par le tokenizer du serveur
told-counts-none = { $word } ne compte pas les tokens
told-cut-server-answer = la réponse du serveur a été coupée : la connexion a fini trop tôt
told-document-no-message = un document qui n’est pas un message : { $rest }
told-ended-saying = { $why } ; { $rest }
told-server-reply-not-json = la réponse du serveur n’est pas du JSON valide : { $rest }
told-fetched-by-ollama = c’est Ollama qui télécharge les modèles : le nommer avec --provider ollama
told-fetches-none = le fournisseur { $word } ne télécharge pas de modèles
told-foreign-server-answer = la réponse du serveur n’est pas valide : { $why }
told-from-cache = réponse du cache : la même demande a été faite à { $time }, rien n’est donc envoyé ni payé. Pour redemander, éditer le message et le renvoyer ; voir /cache
told-gave-no-reason = sans raison donnée
told-had-to-kill = il a fallu le tuer
told-header-missing = l’en-tête manque ; un enregistrement commence par { $word }
told-header-no-json = l’en-tête n’est pas du JSON : { $rest }
told-header-wrong = l’en-tête est faux : { $rest }
told-is-no-json = ce n’est pas du JSON : { $rest }
told-is-no-own-line = ce n’est rien de ce qu’un programme fait en dehors de ses réponses : { $rest }
told-is-no-step = ce n’est pas une étape : { $rest }
told-is-recording = un enregistrement de { $word } avec { $number } étapes
told-kept-ollama-log = son début est gardé ; voir le journal d’Ollama (`journalctl -u ollama`)
told-kept-pull = la partie reçue est gardée ; relancer pour continuer
told-kinds = les types sont : { $models }
told-look-at-balance = vérifier votre solde Anthropic, ou choisir un autre fournisseur
told-look-at-program = vérifier que providers.claude-cli.program est le programme claude
told-make-room = faire de la place, ou supprimer un modèle avec `ollama rm`
told-model-cannot = le modèle { $model } ne sait pas le faire : { $rest }
told-model-unreachable = Ollama ne peut pas joindre la source de { $model } : { $rest }
told-more-than-line = une ligne de plus de 16 Mio
told-name-embedder = en nommer un qui en a dans `index.embedding_provider`, comme ollama
told-name-new-file = nommer un fichier qui n’existe pas encore, dans un dossier qui existe
told-name-recording = nommer un fichier écrit par --record
told-names-no-recording = le fournisseur { $word } ne nomme pas d’enregistrement
told-no-count-read = il ne dit pas ce qu’il a lu
told-no-embeddings = le fournisseur { $word } n’a pas d’embeddings
told-no-first-choice = une réponse sans premier choix
told-no-model-list = sa liste de modèles n’en est pas une
told-no-model-name = { $model } n’est pas un nom de modèle
told-no-model-there = pas de modèle { $model } à télécharger
told-no-models-of = la liste des modèles de { $address } n’en est pas une
told-no-own-count = { $word } n’a pas de compte à lui
told-no-port = le port { $word } de l’adresse d’Ollama n’en est pas un
told-no-reason = sans raison
told-no-recording = ce n’est pas un enregistrement : l’en-tête n’a pas de { $word }
told-no-request-recorded = l’étape { $number } de l’agent { $word } a été enregistrée sans sa requête
told-no-room = pas de place pour { $model } dans le dossier des modèles d’Ollama
told-no-token-count = son compte de tokens n’en est pas un
told-no-version = il n’a pas de version
told-no-version-within = { $word } n’a pas dit sa version en { $number } s
told-not-fetched = Ollama n’a pas pu télécharger { $model } : { $rest }
told-not-ollama = le serveur à { $address } n’est pas Ollama : { $why }
told-not-started = impossible de démarrer { $word } : { $why }
told-ollama-broke-off = Ollama s’est interrompu en pleine réponse : { $rest }
told-ollama-library = https://ollama.com/library les énumère, avec leurs tags
told-ollama-log = réessayer ; voir le journal d’Ollama (`journalctl -u ollama`)
told-over-counted = le texte a { $number } tokens ou plus, trop pour être compté
told-over-line = une ligne de plus de 16 Mio
told-parts-after-end = la partie { $number } termine la réponse, mais il y en a { $word } après elle
told-parts-and-delays = elle a { $word } parties et { $number } délais
told-play-leniently = le jouer sans comparer, ou l’enregistrer à nouveau
told-points-to = il renvoie à { $word }
told-probed-models = { $word }, { $counted }
told-question-back = claude a retiré la question
told-record-again = l’enregistrer à nouveau avec --record
told-record-if-meant = l’enregistrer à nouveau si le changement est voulu
told-recorded-cancel = la réponse enregistrée a été annulée ici
told-recorded-dropped = la réponse enregistrée a été abandonnée ici et redemandée
told-recording-closed = l’enregistrement est fermé
told-recording-ends = l’enregistrement finit ici : l’étape { $number } a été demandée, et il en a { $word }
told-recording-no-agent = l’enregistrement finit ici : il n’a pas d’agent { $word }
told-recording-no-more = l’enregistrement n’a plus rien de cet appel
told-recording-over = l’enregistrement, ou la démo, est fini ; /start configure un modèle pour continuer d’ici
told-recording-unplayed = impossible de jouer l’enregistrement { $path } : { $why }
told-recording-unread = impossible de lire l’enregistrement { $path } : { $why }
told-recording-unwritten = impossible d’écrire l’enregistrement { $path } : { $why }
told-recording-version = il est de la version { $word }, ce programme lit la version { $number }
told-says-no-version = { $word } ne dit pas sa version
told-send-or-provider = renvoyer, ou choisir un autre fournisseur
told-sent-over-line = il a envoyé une ligne de plus de 16 Mio
told-server-broke-off = le serveur s’est interrompu en pleine réponse : { $rest }
told-set-anthropic-or = définir ANTHROPIC_API_KEY, ou donner la clé dans /settings
told-set-recording = donner à son base_url le fichier d’un enregistrement
told-step-twice = l’étape { $number } de l’agent { $word } y est deux fois
told-steps-from-one = les étapes se comptent à partir de 1
told-takes-none = il ne prend plus de messages
told-tools-in-prompt = les outils sont décrits dans le prompt à la place
told-turn-failed = il dit seulement que le tour a échoué
told-turns-used = il a pris tous ses tours
told-unknown-kind = le fournisseur { $word } est d’un type inconnu, { $rest }
told-vector-no-direction = il a donné un vecteur sans direction
told-vector-no-list = il a donné un vecteur qui n’est pas une liste de 1 à { $limit } nombres
told-vector-no-number = il a donné un vecteur qui contient autre chose que des nombres
told-vectors-count = il a donné { $word } vecteurs pour { $number } textes
told-vectors-more = il a donné plus de { $number } vecteurs pour { $number } textes
told-vectors-unlike = il a donné des vecteurs de { $number } et de { $other } nombres
told-wait-then-send = attendre un peu, puis renvoyer
told-was-told-to = on le lui a demandé
told-with-request = { $why } (requête { $word })
told-with-words = { $why } : { $reason }
told-write-model = l’écrire comme qwen2.5-coder:7b, ou hf.co/owner/repository:tag
told-write-port = écrire OLLAMA_HOST comme host:port, avec un port de 0 à 65535

## Modèles : lequel répond, ce qui peut quitter cette machine
told-no-remote = pas de modèle distant : régler remote_provider et remote_model
told-no-fallback = allow_fallback est false, ce qui garde tout sur cette machine
told-route-own = Route : { $model }, le modèle de la session : { $why } (agent_mode { $word })
told-route-remote = Route : { $model }, le modèle distant : { $why } (agent_mode { $word })
told-route-as-mode = comme le dit le mode
told-route-no-edit = { $counted } sans modification utilisable
told-route-schema = { $counted } hors du schéma des outils
told-route-edits-one = 1 modification n’a pas pu s’appliquer ou a échoué aux contrôles
told-route-edits = { $word } modifications n’ont pas pu s’appliquer ou ont échoué aux contrôles
told-route-overflow = la conversation ne tient pas dans la fenêtre du modèle local
told-route-slow = l’étape a pris plus de { $word } ms
told-nothing-sent = rien n’a été envoyé : { $why }
told-send-unanswered = personne n’a répondu à temps si du contenu peut aller à { $place }
told-send-not-asked = { $place } n’est pas sur cette machine, et personne n’a permis que le contenu de cet espace de travail y aille
told-send-refused = vous avez refusé d’envoyer le contenu de cet espace de travail à { $place }
told-send-never = { $place } n’est pas sur cette machine, et allow_fallback est false, ce qui garde tout ici
told-use-local = choisir avec /use un fournisseur sur cette machine, ou mettre allow_fallback à true
told-trust-send = `agentichat trust --send { $word }` le permet pour cet espace de travail ; ou choisir un fournisseur sur cette machine
told-content-goes = le contenu de cet espace peut maintenant aller à { $place } ; `agentichat trust --revoke` l’annule
told-content-stays = aucun contenu de cet espace de travail ne va à { $place } ; `agentichat trust --send { $word }` le change
told-ask-send = Envoyer le contenu de cet espace de travail à { $place } ? Le modèle reçoit la conversation et ce que lisent ses outils. Votre réponse est gardée pour cet espace de travail et cette adresse.
told-route-next = **Route** agent_mode { $word } : la prochaine exécution prend `{ $model }`, { $why }.
told-route-last = Dernier choix : { $why }.
told-route-place-own = - le vôtre : `{ $model }`, { $why }
told-route-place-remote = - à distance : `{ $model }`, { $why }
told-route-remote-none = - à distance : aucun n’est défini (`remote_provider`, `remote_model`)
told-route-stays = - repli : aucun, chaque exécution reste avec son modèle
told-route-leaves = - repli sur le modèle à distance : { $whys }
told-leaves-budget = un budget d’appels d’outils sans modification utilisable
told-leaves-edits = { $number } modifications qui ne s’appliquent pas
told-leaves-one-edit = 1 modification qui ne s’applique pas
told-leaves-schema = { $number } appels hors du schéma
told-leaves-one-call = 1 appel hors du schéma
told-leaves-overflow = une conversation qui ne tient pas dans la fenêtre
told-leaves-slow = une étape de plus de { $number } ms
told-target-here = sur cette machine
told-target-elsewhere = ailleurs ({ $address }) ; { $why }
told-target-allowed = vous avez permis que le contenu de cet espace de travail y aille
told-target-asked = on vous demande avant que rien n’y aille
told-target-refused = vous avez refusé d’y envoyer quoi que ce soit
told-target-never = allow_fallback est false : rien n’y va
told-asking-for-model = demande d’un modèle à { $word } ; réessayer quand il a répondu
told-choosing-stopped = arrêté : le modèle est inchangé

## Index, vecteurs et cache de réponses
embedder-question =
    { "*" }*Envoyer des fichiers de cet espace à une autre machine ?** La configuration y nomme un modèle de vecteurs, pour les recherches par sens. Ceci quitterait cette machine : { $what }. Rien n’a été envoyé.

    `/index allow` l’envoie, `/index refuse` non. Votre réponse est enregistrée pour cet espace et cette adresse.
told-what-leaves = le texte des fichiers de cet espace de travail, tels que git les montre (sans les ignorés et les bloqués, les secrets masqués), et les questions des recherches par le sens, vers { $place }, pour le modèle { $model }
told-goes-out = envoi dès maintenant : { $why }
told-answers-not-kept = les réponses ne sont pas gardées : { $why }
told-cache-emptied = cache de cet espace vidé : { $why }
told-cache-none = cet espace n’a pas de cache : rien n’était enregistré
told-cache-secret = impossible d’enregistrer son secret dans { $path } : { $why }
told-cache-went = partis : { $counted_answers }, { $counted_vectors }, { $lists } et { $counts }, { $size } sur le disque
told-caches-emptied = vidé : { $counted } ; { $why }
told-caches-none = aucun cache à vider
told-caches-not-emptied = { $why } ; non vidé : { $whys }
told-index-local = { $place } est sur cette machine : rien n’est envoyé, rien à permettre
told-index-no-file = aucun fichier de cet espace de travail ne va à { $place } ; `/index allow` change cela
told-index-refused = vous avez refusé d’envoyer les fichiers de cet espace de travail à { $place } ; `/index allow` dans le programme ou `agentichat index allow` change cela
told-index-unasked = { $place } n’est pas sur cette machine, et personne n’a permis d’y envoyer les fichiers de cet espace ; le permettre avec `/index allow` dans l’atelier ou `agentichat index allow`, ou nommer un fournisseur local dans `index.embedding_provider`
told-nothing-kept-here = rien ne peut être gardé pour cet espace de travail
told-workspaces-unknown = impossible d’énumérer les espaces de travail : { $why }
told-cache-damaged = le cache de cet espace était abîmé ({ $rest }) et repart vide : { $path }
told-index-damaged = L’index de cet espace était abîmé ; reconstruction.
told-index-damaged-why = L’index de cet espace était abîmé ({ $rest }) ; reconstruction.
told-index-no-thread = impossible de démarrer son thread : { $why }
told-index-other-version = L’index de cet espace est d’une autre version ; reconstruction.
told-index-page = une page de trigrammes ne peut pas être lue
told-left-binary = binaires
told-left-large = trop grands
told-left-late-binary = binaires après un texte
told-left-unreadable = illisibles
told-left-wide = en UTF-16
told-no-embedding-model = pas de modèle de vecteurs ; en nommer un dans `index.embedding_model`, comme all-minilm après `ollama pull all-minilm`
told-no-question-vector = le modèle n’a pas donné de vecteur de la question
told-no-vectors-here = aucun vecteur n’est calculé ici : `index.embedding_model` ne nomme aucun modèle
told-question-vector-late = le modèle { $model } n’a pas donné de vecteur de la question en { $number } s ; réessayer, il est peut-être en cours de chargement
told-vectors-local = le modèle tourne sur cette machine : rien n’est envoyé
told-cache-empty = le cache était vide

## Configuration : fichiers, valeurs, confiance
app-strange-database =
    Les sessions de { $file } ne sont peut-être pas les vôtres : leurs permissions ont été retirées. Elles sont en mode review, sans règles qui permettent.
trust-keys = La configuration de cet espace de travail veut régler **{ $keys }**.
trust-commands = Il a ses propres commandes : **{ $commands }**.
trust-question = { $wants } L’espace de travail n’est pas de confiance, ceci est donc ignoré. S’il est à vous, ou si vous l’avez lu : `agentichat trust`, puis redémarrer.
wanted-text = un texte
wanted-optional = un texte, ou rien
wanted-one-of = l’un de { $words }
wanted-whole = un nombre entier de { $min } à { $max }
wanted-whole-or-off = un nombre entier de { $min } à { $max }, ou off
wanted-whole-or-auto = un nombre entier de { $min } à { $max }, ou auto
wanted-number = un nombre de { $min } à { $max }, ou off
wanted-switch = true ou false
wanted-texts = une liste de textes
wanted-short = un texte de 1000 octets au plus
wanted-one-line = un texte d’une seule ligne
wanted-address = une adresse comme { $address }
wanted-bare-address = une adresse comme { $address }, sans utilisateur ni mot de passe
wanted-time = une durée comme 10m, 1h, 0 ou -1
wanted-variable = le nom d’une variable d’environnement
wanted-keys = des clés et des valeurs
wanted-group = un groupe de clés
wanted-empty = un texte vide
wanted-single = une seule valeur
wanted-list = une liste
wanted-nothing = rien
origin-none = (aucun)
origin-not-set = (non défini)
origin-environment = environnement { $word }
origin-flag = option { $word }
origin-user = utilisateur { $path }
origin-workspace = espace de travail { $path }
told-trusts-nothing = { $why } ; aucun espace de travail n’est approuvé
told-trust-newer = son format { $word } est plus récent que cette version ; aucun espace de travail n’est de confiance
told-log-filter = pas compris ({ $why }) ; utiliser error, warn, info, debug ou trace
told-no-log = pas de journal : impossible d’écrire { $path } ({ $why }) ; mettre dans AGENTICHAT_DATA_DIR un autre dossier
told-no-such-key = pas de clé de ce nom (agentichat config keys les énumère)
told-expected-found = attendu { $wanted }, trouvé { $found }
told-expected-used = attendu : { $wanted }, trouvé : { $found } ; { $word } sert
told-key-line-already = cette clé est déjà à la ligne { $number }
told-keys-not-in-files = pas de clés ni de mots de passe dans un fichier de configuration ; définir la variable que nomme api_key_env du fournisseur
told-link-leaves = c’est un lien qui sort de l’espace de travail, il n’est donc pas lu
told-no-key-for-it = aucune clé ne lui correspond, il est donc sans effet
told-file-over = le fichier dépasse { $bytes } octets
told-over-bytes = cela dépasse { $bytes } octets
told-one-document = attendu : un seul document
told-too-many-values = le fichier a trop de valeurs
told-no-tags = les étiquettes (!nom) ne servent pas dans une configuration
told-too-deep = les valeurs sont trop imbriquées
told-never-began = une collection se termine qui n’a pas commencé
told-plain-name = une clé doit être un simple nom
told-no-anchors = les ancres (&nom) et les alias (*nom) ne servent pas dans une configuration
told-not-yaml = pas du YAML : { $reason }
told-cannot-read = illisible : { $why }
told-not-a-file = pas un fichier ; le déplacer ou en faire un
told-not-utf-eight = pas en UTF-8 (octet { $number })
told-keyring-kernel = le trousseau du noyau Linux pour votre utilisateur, gardé jusqu’au redémarrage de la machine
told-keyring-none = aucun dans cette version
told-not-written-there = ne peut pas être écrit ({ $path } : { $why }) ; rien n’y est gardé
told-not-made-there = ne peut pas être créé : { $path } est un fichier
told-not-kept = Rien ne peut être enregistré : { $files } ne peut être écrit.
told-did-you-mean = { $why } ; était-ce { $word } ?
told-block-unread = motif illisible dans la liste de blocage, `{ $word }` : { $why } ; le corriger dans la configuration ; d’ici là il ne bloque que ce nom exact
told-file-others = { $path } a été changé par quelqu’un d’autre entre-temps
told-file-who = impossible d’écrire { $path } : { $why } ; vérifier ses droits
told-file-folder-room = impossible d’écrire { $path } ({ $why }) ; vérifier les droits du dossier et la place libre
problem-variable = variable d’environnement { $name }
home-not-kept = { "*" }*Rien ne peut être enregistré** : { $folders } ne peut être écrit. Réglages, clés, thèmes, confiance et coûts des modèles durent jusqu’à la fin. Corriger les droits, ou mettre dans HOME (ou XDG_CONFIG_HOME et XDG_DATA_HOME) un dossier où l’on peut écrire, et redémarrer.
told-at = { $place } : { $why }
told-edit-allow-no-list = rules.allow n’est pas une liste de textes
told-edit-is-group = c’est un groupe de clés
told-edit-list-form = la liste n’a pas un élément par ligne
told-edit-no-group = ce n’est pas un groupe de clés
told-edit-no-keys = le fichier ne contient pas de clés
told-edit-no-place = la place de la règle est introuvable
told-edit-no-word = sa valeur n’est pas un mot sur sa ligne
told-edit-one-line = c’est écrit sur une seule ligne
told-edit-rules-no-group = rules n’est pas un groupe de clés
told-edit-rules-one-line = rules est écrit sur une seule ligne
told-edit-unsafe = la forme du fichier ne permet pas de modification sûre
told-glob-deep = ses accolades sont imbriquées sur plus de { $number } niveaux
told-glob-long = il a plus de { $bytes } octets
told-keyring-no-text = il ne contient pas de texte
told-keyring-not-built = cette version n’en a pas
told-mend-first = { $why } ; corriger d’abord le fichier
told-more-bytes = il a plus de { $bytes } octets
told-no-home = pas de dossier personnel ; définir HOME, ou AGENTICHAT_CONFIG_DIR et AGENTICHAT_DATA_DIR
told-no-parent = le chemin n’a pas de dossier
told-no-utf-eight = ce n’est pas de l’UTF-8
told-not-as-written = ce n’est pas ce qui a été écrit
told-not-regular = ce n’est pas un fichier ordinaire
told-set-by-hand = { $why } ; l’écrire à la main : { $setting }
told-trust-encode = impossible d’encoder la liste des espaces de confiance : { $rest }
told-trust-written-newer = { $path } vient d’une version plus récente (format { $found }) ; utiliser celle-là
told-variable-empty = { $word } est vide ; lui donner un dossier ou la supprimer
told-variable-relative = { $word } ne peut pas devenir un chemin absolu : { $why }

## Stockage : la base de données, verrous, plusieurs terminaux
terminals-attached = attaché au terminal du processus { $pid }, à qui est cet espace de travail : les deux montrent et dirigent les mêmes sessions
terminals-unconfirmed = le processus { $pid } s’est arrêté avant de confirmer { $orders } : vérifier le résultat, et répéter au besoin
terminals-owner-gone = le processus { $before } s’est arrêté : { $now } possède maintenant l’espace
terminals-gone-why = le processus { $pid } s’est arrêté : { $why }
terminals-attached-to = attaché au processus { $pid }
terminals-owner-silent = le terminal qui possède cet espace ne répond pas ; vos actions l’attendent. Le reprendre (fg), ou le finir : celui-ci prend alors la suite
terminals-not-served = les options de ce terminal (règles, réglages ou adresses) diffèrent de celles du processus { $pid }, qui possède l’espace de travail : il a sa propre session
terminals-takes-none = le processus { $pid } possède cet espace et ne prend pas d’autres terminaux : celui-ci a sa propre session
terminals-no-longer-holds = **Les options du processus { $before } (--allow, --deny, --set, --base-url) ne valent plus** : le processus { $after } a démarré sans elles. Quitter et redémarrer avec elles au besoin
told-cannot-save = impossible d’enregistrer : { $why }. Le travail reprend dès que possible
told-cannot-save-ever = l’enregistrement a échoué pour de bon : { $why }. La session finit ici
told-saves-again = l’enregistrement fonctionne de nouveau
told-folder-read-only = ce dossier est en lecture seule : l’agent peut regarder, pas changer
told-kept-elsewhere = ce dossier est en lecture seule ; la session est enregistrée dans { $path }
told-kept-in-memory = ce dossier et votre dossier de données sont en lecture seule : la session reste en mémoire et se perd quand vous quittez
told-store-unwritable = impossible d’écrire { $path } ({ $why }) ; le rendre modifiable, ou continuer avec l’état enregistré ailleurs
told-store-linked = { $path } est un lien symbolique et n’est pas suivi ; mettre un vrai dossier à sa place
told-store-newer = { $path } vient d’un agentichat plus récent (version { $found }, celui-ci connaît { $number }) ; mettre agentichat à jour, ou déplacer le fichier pour repartir à vide
told-store-full = le disque est plein et rien n’a été enregistré ; libérer de la place, puis réessayer
told-store-busy = la base de données est prise par un autre processus ; réessayer dans un instant
told-store-damaged = la base de données est abîmée ({ $rest }) ; relancer agentichat, qui met le fichier de côté
told-store-text-damaged = le texte enregistré { $word } est abîmé et ne peut plus servir de base
told-store-value = une valeur enregistrée est illisible ({ $rest }) ; elle vient peut-être d’une autre version
told-store-stopped = le stockage s’est arrêté ; relancer agentichat avec --continue
told-store-io = le stockage n’a pas pu lire ou écrire { $path } : { $why }
told-store-older = { $path } vient d’une version plus ancienne ; ouvrir cet espace de travail une fois
told-store-failed = la base de données a échoué : { $rest } ; voir le journal
told-session-held = la session est ouverte dans un autre processus (pid { $number }, depuis { $rest }) ; y aller, ou l’arrêter
told-lock-unusable = impossible d’utiliser { $path } comme verrou : { $why }
told-owner-silent = le terminal qui possède cet espace (processus { $number }) ne répond pas ; vos actions l’attendent. Le reprendre (fg), ou le finir : celui-ci prend alors la suite
told-owner-again = le terminal à qui est cet espace de travail répond de nouveau
told-owner-gone = le terminal qui possédait cet espace (processus { $number }) est perdu ; vos actions attendent le prochain
told-owner-key = les clés restent dans leur terminal, et celui-ci est attaché à un autre : les saisir dans le terminal qui possède l’espace, ou avec `agentichat providers key`
told-owner-clipboard = c’est le terminal qui possède l’espace qui lit le presse-papiers : coller là, ou avec la touche de ce terminal ; enregistrer une image et déposer son fichier ici
told-owner-many = trop de demandes ; réessayer dans un instant
told-attach-nobody = aucun terminal n’en accepte d’autres ici
told-attach-other = un autre programme sert le socket de cet espace ({ $why }) ; le finir, ou avoir vos sessions avec --set sessions.second_terminal=own
told-attach-silent = le terminal qui possède cet espace ne répond pas : le reprendre (fg) ou le finir, ou avoir vos sessions avec --set sessions.second_terminal=own
told-attach-stranger = un autre utilisateur ({ $number }) sert le socket de cet espace, il n’est donc pas utilisé
told-changed-meanwhile = changé entre-temps : { $files }
told-connection-broke = la connexion s’est rompue : { $why }
told-connection-closed = la connexion a été fermée
told-connection-junk = données reçues, pas d’agentichat
told-frame-large = un message de { $bytes } octets dépasse la limite de { $limit }
told-frame-no-json = cela ne peut pas s’écrire en JSON : { $rest }
told-lock-no-file = ce n’est pas un fichier
told-no-socket = impossible de créer un socket pour d’autres terminaux : { $why }
told-owner-is-gone = le terminal à qui est l’espace de travail n’est plus là
told-owner-no-answer = seul le terminal propriétaire peut donner cette réponse : { $why } ; demander là
told-owner-not-told = impossible de joindre le terminal qui possède l’espace : { $why }
told-owner-unknown = le terminal à qui est l’espace de travail ne le connaît pas : { $rest }
told-owner-version = cet espace de travail est au processus { $number }, avec agentichat { $word } (protocole { $before }), et celui-ci est agentichat { $name } (protocole { $after }) : quitter l’autre et le relancer, ou avoir ses propres sessions avec --set sessions.second_terminal=own
told-socket-folder = d’autres peuvent écrire dans { $path }
told-socket-long = tous les chemins vers lui sont trop longs
told-socket-mode = son mode est { $word }
told-socket-none = ce n’est pas un socket
told-socket-not-ours = { $path } n’est pas un socket à vous seul ({ $why }), il n’est donc pas utilisé ; le retirer
told-socket-of-user = il est à l’utilisateur { $number }
told-socket-other-workspace = c’est le socket d’un autre espace de travail
told-store-database-unwritable = impossible d’écrire la base de données ({ $why }) ; la rendre modifiable, ou continuer avec l’état enregistré ailleurs
told-store-fixed-settings = les réglages de ses sessions ne peuvent pas être changés
told-store-moved-aside = { $path } était abîmé ({ $rest }) ; déplacé vers { $places }, un nouveau a été commencé
told-store-not-regular = pas un fichier ordinaire ; le déplacer
told-store-renumber = un autre processus a noté des événements jusqu’à { $number } ; renuméroter et enregistrer de nouveau
told-store-unnumbered = un événement à enregistrer n’a pas de numéro ; c’est un défaut, merci de le signaler

## Fautes du programme lui-même
told-broke-answering = la réponse a échoué ; voir le journal
told-broke-counting = le comptage a échoué ; voir le journal
told-broke-planning = préparer cet appel a échoué ; c’est dans le journal
told-broke-session = le chargement de la session a échoué ; voir le journal
told-broke-export = l’export a échoué ; voir le journal
told-broke-import = l’import a échoué ; voir le journal
told-broke-picture = l’ajout de l’image a échoué ; voir le journal
told-broke-looking = la vérification a échoué ; voir le journal
told-broke-folder = la lecture du dossier a échoué ; voir le journal
told-broke-files = l’énumération des fichiers a échoué ; voir le journal
told-broke-rule = règle non enregistrée ; elle vaut pour cette session
told-broke-answer-unsent = votre réponse n’a pas été enregistrée ; rien n’est envoyé
told-broke-answer-again = votre réponse n’a pas été enregistrée ; répondre de nouveau
told-broke-cache = le vidage du cache a échoué
told-broke-recalling = la relecture des fichiers a échoué ; voir le journal

## Touches : l’anglais est le `text` de assets/keymap.toml
key-first-of-two-keys-wait-to-see-the-second = première de deux touches ; attendez pour voir la seconde
key-cancel-or-quit = annuler ou quitter
key-suspend = suspendre
key-redraw = redessiner
key-close-dialog = fermer le dialogue
key-go-to-the-question = aller à la question
key-draft = brouillon
key-changes = changements
key-agent = agent
key-sessions = sessions
key-panes = volets
key-program = programme
key-zoom-pane = agrandir le volet
key-review-mode = revue
key-checkpoints = points de reprise
key-passthrough-on-off = passthrough oui/non
key-stop-everything-passthrough-off = tout arrêter, passthrough non
key-command-palette = palette de commandes
key-edit-draft-in-editor = éditer dans $EDITOR
key-undo-edit = défaire
key-quit-asks-in-a-run = quitter, demande
key-send-draft = envoyer le brouillon
key-file-picker = choisir un fichier
key-next-pane = volet suivant
key-previous-pane = volet précédent
key-split-below = diviser en dessous
key-split-right = diviser à droite
key-close-split = fermer la division
key-focus-left = aller à gauche
key-focus-right = aller à droite
key-focus-up = aller en haut
key-focus-down = aller en bas
key-taller = plus haut
key-shorter = moins haut
key-narrower = plus étroit
key-wider = plus large
key-cycle-layout = changer la disposition
key-session-switcher = liste des sessions
key-new-session = nouvelle session
key-end-session-asks-first = finir la session, demande d’abord
key-previous-session = session précédente
key-next-session = session suivante
key-tree-on-off = arbre oui/non
key-diff-pane-on-off = volet diff oui/non
key-focus-chat = aller au chat
key-jump-to-a-message = aller à un message
key-focus-editor = aller à l’éditeur
key-roll-changes-back = revenir en arrière
key-reasoning-effort = effort de raisonnement
key-model-picker = choix du modèle
key-agent-mode-picker = agent / mode
key-memory = mémoire
key-settings = réglages
key-paste-the-clipboard-s-text-or-picture = coller le texte ou l’image du presse-papiers
key-select-mode-mouse-off = mode sélection (sans souris)
key-help = aide
key-redo-edit = refaire
key-end-session-asks = finir la session
key-paste = coller
key-select-mode = sélectionner
key-mouse-off-on = souris non/oui
key-stop-all-passthrough-off = tout arrêter
key-send-or-queue-in-a-run = envoyer, ou mettre en file pendant une exécution
key-newline = nouvelle ligne
key-complete-or-queue-for-the-end = compléter, ou mettre en file pour la fin
key-cycle-mode-plan-review-auto-confirm-accept-edits = mode suivant plan > review > auto > confirm > accept-edits
key-line-start = début de ligne
key-line-end = fin de ligne
key-letter-left = lettre à gauche
key-letter-right = lettre à droite
key-word-left = mot à gauche
key-word-right = mot à droite
key-line-above-or-older-history = ligne du dessus, ou historique avant
key-line-below-or-newer-history = ligne du dessous, ou historique après
key-history-search-back = chercher avant dans l’historique
key-history-search-forward = chercher après dans l’historique
key-delete-letter = effacer la lettre
key-delete-back = supprimer avant
key-cut-the-word-before = couper le mot d’avant
key-cut-the-word-before-letters-only = couper le mot d’avant (alphanum.)
key-cut-the-word = couper le mot
key-cut-to-the-end = couper jusqu’à la fin
key-cut-to-the-beginning = couper jusqu’au début
key-paste-the-cut-text = coller le texte coupé
key-paste-an-earlier-cut = coller une coupe d’avant
key-swap-letters = échanger les lettres
key-swap-words = échanger les mots
key-word-in-capitals = mot en majuscules
key-word-in-small-letters = mot en minuscules
key-capitalise-word = majuscule au mot
key-undo = défaire
key-last-mention = dernière mention
key-history-start = début de l’historique
key-history-end = fin de l’historique
key-send-and-load-next-history = envoyer et charger le suivant
key-insert-next-key-literally = insérer la touche telle quelle
key-scroll-chat-up = faire défiler le chat vers le haut
key-scroll-chat-down = faire défiler le chat vers le bas
key-leave-editor-twice-stop-run = quitter l’éditeur ; deux fois : arrêter
key-select-the-letter-before = sélectionner la lettre avant
key-select-the-letter-after = sélectionner la lettre après
key-select-to-the-line-above = sélectionner jusqu’à la ligne du dessus
key-select-to-the-line-below = sélectionner jusqu’à la ligne du dessous
key-select-to-the-line-start = sélectionner jusqu’au début de la ligne
key-select-to-the-line-end = sélectionner jusqu’à la fin de la ligne
key-redo = refaire
key-previous-item = élément précédent
key-next-item = élément suivant
key-insert-item = insérer l’élément
key-insert-item-or-run-a-whole-command = insérer, ou lancer une commande entière
key-close-popup = fermer la complétion
key-line-down = ligne en bas
key-line-up = ligne en haut
key-page-down = page en bas
key-page-up = page en haut
key-top = tout en haut
key-bottom-follow = tout en bas (suivre)
key-search = chercher
key-next-match = résultat suivant
key-previous-match = résultat précédent
key-focus-tree = aller à l’arbre
key-focus-diff = aller au diff
key-to-the-tasks = aux tâches
key-tasks = tâches
key-sub-agents = sous-agents
key-read-its-conversation = lire sa conversation
key-tell-it-something = lui dire quelque chose
key-stop-it-pressed-twice = l’arrêter, en appuyant deux fois
key-take-all-of-its-changes-back = reprendre tous ses changements
key-search-the-memory = chercher dans la mémoire
key-which-inbox-kept-refused-all = lesquels : boîte, gardés, refusés, tous
key-add-an-item = ajouter un élément
key-take-the-last-change-back = annuler le dernier changement
key-forget-the-item-pressed-twice = oublier l’élément, pressée deux fois
key-show-the-whole-item-or-the-list = montrer l’élément entier, ou la liste
key-refuse-the-item = refuser l’élément
key-keep-the-item = garder l’élément
key-start-the-task-complete-one-in-progress = commencer la tâche ; terminer celle en cours
key-start-the-task-or-put-it-back = commencer la tâche, ou la remettre en attente
key-complete-the-task-or-reopen-it = terminer la tâche, ou la rouvrir
key-add-a-task = ajouter une tâche
key-edit-the-name = modifier le nom
key-edit-the-description = modifier la description
key-edit-which-tasks-it-waits-for = modifier les tâches qu’elle attend
key-assign-it-to-an-agent = la confier à un agent
key-raise-the-priority = augmenter la priorité
key-lower-the-priority = baisser la priorité
key-delete-the-task-pressed-twice = supprimer la tâche, en appuyant deux fois
key-open-checkpoints = ouvrir les points de reprise
key-help-for-this-pane = aide de ce volet
key-back = retour
key-copy-item = copier l’élément
key-copy-block-path = copier le bloc / chemin
key-fold-unfold = plier / déplier
key-fold-unfold-all = tout plier / déplier
key-open = ouvrir
key-expand = déplier
key-collapse = plier
key-mark = cocher
key-all-changed-only = tous / changés seuls
key-hidden-files = fichiers cachés
key-mention-in-draft = mentionner dans le brouillon
key-include-file-in-context = inclure le fichier
key-filter-all-files = filtrer tous les fichiers
key-diff-file = diff du fichier
key-review-file = revue du fichier
key-open-in-editor = ouvrir dans $EDITOR
key-roll-the-file-s-changes-back = revenir en arrière pour ce fichier
key-open-fold-the-last-output = déplier / plier la dernière sortie
key-send-again-after-an-error = renvoyer après une erreur
key-expand-collapse = déplier / plier
key-show-edit-in-diff = montrer la modification dans le diff
key-edit-and-resend-your-last-message = modifier et renvoyer votre dernier message
key-next-hunk-or-search-match = bloc ou résultat suivant
key-previous-hunk = bloc précédent
key-open-link-file = ouvrir le lien / fichier
key-thinking-on-off = réflexion oui/non
key-follow-on-off = suivre oui/non
key-roll-back-to-here = revenir jusqu’ici
key-stop-this-tool-asks-first = arrêter cet outil, demande d’abord
key-open-review-here = ouvrir la revue ici
key-wrap = replier les lignes
key-ignore-whitespace = ignorer les blancs
key-scroll-left = défiler à gauche
key-scroll-right = défiler à droite
key-next-file = fichier suivant
key-previous-file = fichier précédent
key-pin-selection-to-context = épingler la sélection
key-previous-search-match = résultat précédent
key-toggle-accept-reject = accepter / refuser tour à tour
key-accept-go-to-next = accepter, aller au suivant
key-reject-go-to-next = refuser, aller au suivant
key-clear-mark = effacer la marque
key-select-lines = choisir des lignes
key-split-hunk = diviser le bloc
key-edit-proposed-text = éditer le texte proposé
key-edit-in-editor = éditer dans $EDITOR
key-comment-to-agent = commentaire à l’agent
key-send-the-comments-to-the-agent = envoyer les commentaires à l’agent
key-agent-s-changes-all-uncommitted = changements de l’agent / tout ce qui n’est pas validé
key-conflict-take-mine-current = conflit : prendre le mien (actuel)
key-conflict-take-agent-proposed = conflit : prendre l’agent (proposé)
key-conflict-take-both = conflit : prendre les deux
key-conflict-take-base = conflit : prendre la base
key-undo-mark = défaire la marque
key-redo-mark = refaire la marque
key-accept-all-in-file = accepter tout le fichier
key-reject-all-in-file = refuser tout le fichier
key-accept-all-files-asks-first = accepter tous les fichiers, demande d’abord
key-apply-what-is-accepted-asks-first = appliquer ce qui est accepté, demande d’abord
key-accept-and-apply-all-asks-once = tout accepter et appliquer, une seule question
key-result-on-off-at-the-cursor = résultat oui/non, au curseur
key-whole-long-lines-on-off = longues lignes entières oui/non
key-cycle-layout-3-2-1-column = disposition 3>2>1 colonnes
key-show-hide-the-column-current = montrer / cacher la colonne Actuel
key-show-hide-the-column-base = montrer / cacher la colonne Base
key-show-hide-the-column-proposed = montrer / cacher la colonne Proposé
key-apply-marks-as-w = appliquer les marques (comme w)
key-preview-diff = aperçu du diff
key-mark-for-compare = cocher pour comparer
key-diff-marked-against-now = diff des cochés / avec maintenant
key-name-checkpoint = nommer le point de reprise
key-make-a-named-checkpoint-now = créer un point nommé maintenant
key-filter-by-file-agent = filtrer par fichier / agent
key-next-compared-file = fichier comparé suivant
key-previous-compared-file = fichier comparé précédent
key-open-the-file-there = ouvrir le fichier à cet endroit
key-pin-these-lines = épingler ces lignes
key-new-search = autre recherche
key-switch = aller
key-create = créer
key-rename = renommer
key-open-in-split = ouvrir côte à côte
key-create-with-own-settings = créer avec ses réglages
key-session-settings = réglages de la session
key-archive-unarchive = archiver / reprendre
key-delete-for-good-asks-first = supprimer pour de bon, demande d’abord
key-which-all-but-archive-active-completed-archived-all = lesquelles : sauf archives, actives, terminées, archivées, toutes
key-this-workspace-all-workspaces = cet espace / tous les espaces de travail
key-open-edit-value = ouvrir / éditer la valeur
key-toggle-unbind-key = basculer / délier la touche
key-test-connection = tester la connexion
key-add-a-model-set-up-a-provider = ajouter un modèle / configurer un fournisseur
key-remove-key-or-model-asks-first = retirer clé ou modèle, demande d’abord
key-models-of-the-next-provider = modèles du fournisseur suivant
key-fetch-a-model = télécharger un modèle
key-probe-a-model-s-tool-calls = sonder les appels d’outils d’un modèle
key-filter-models-keys = filtrer modèles / touches
key-undo-change = défaire le changement
key-save-all-changes = enregistrer tous les changements
key-next-page = page suivante
key-previous-page = page précédente
key-approve-once = approuver une fois
key-reject = refuser
key-always-scope-list-then-enter = toujours... (portées, puis Entrée)
key-open-review-full-text = ouvrir la revue / texte entier
key-edit-before-approving = éditer avant d’approuver
key-reject-with-comment = refuser avec commentaire
key-explain-risk = expliquer le risque
key-approve-once-with-the-network = approuver une fois avec le réseau
key-reject-and-do-not-ask-again-in-this-session = refuser, et ne plus demander dans cette session
key-skip-the-question = passer la question
key-the-question-before = la question précédente
key-next-button = bouton suivant
key-previous-button = bouton précédent
key-press-focused-button = appuyer sur le bouton
key-toggle-item-pause-timer = cocher / suspendre le minuteur
key-scroll-next-option = défiler / choix suivant
key-scroll-previous-option = défiler / choix précédent
key-highlight-option = désigner un choix
key-previous-question = question précédente
key-next-question = question suivante
key-defer-back-to-editor = remettre, retour à l’éditeur
key-help-for-this-prompt = aide de cette question
key-next-field = champ suivant
key-edit-in-the-review = éditer dans la revue
key-previous-field = champ précédent
key-toggle-scope-file = basculer portée / fichier
key-next-step = étape suivante
key-roll-back-now = revenir en arrière maintenant
key-previous-result = résultat précédent
key-next-result = résultat suivant
key-run = lancer
key-complete-argument = compléter l’argument
key-close = fermer
key-leave-select-mode = quitter le mode sélection
key-copy-selection = copier la sélection
key-start-selection = commencer la sélection
key-bottom = tout en bas
key-next-word = mot suivant
key-select-whole-lines = sélectionner des lignes entières
key-word-before = mot précédent

## Contextes des touches : l’anglais est dans src/tui/keymap
context-global = partout
context-leader = seconde touche
context-editor = éditeur
context-popup = complétion
context-pane = volet
context-tree = fichiers
context-chat = conversation
context-diff = différence
context-review = revue
context-checkpoints = points de reprise
context-results = résultats
context-sessions = liste de sessions
context-tasks = tâches
context-agents = sous-agents
context-memory = mémoire
context-settings = réglages
context-bar = confirmation
context-rollback = retour en arrière
context-picker = palette et listes
context-select = sélection
where-global = Partout.
where-leader = Après Ctrl+X.
where-editor = Dans un champ de texte.
where-popup = Quand la complétion est ouverte sur l’éditeur.
where-pane = Dans tout volet.
where-tree = Dans l’arbre des fichiers.
where-chat = Dans la conversation.
where-diff = Dans le volet de la différence.
where-review = Dans la revue.
where-checkpoints = Dans la liste des points de reprise.
where-results = Dans les résultats d’une recherche.
where-sessions = Dans la liste des sessions.
where-agents = Dans la liste des sous-agents.
where-tasks = Dans la liste des tâches.
where-memory = Dans la mémoire.
where-settings = Dans les réglages.
where-bar = Dans la barre de confirmation.
where-rollback = Dans le dialogue du retour en arrière.
where-picker = Dans la palette et les listes.
where-select = En mode sélection.

## Aide des commandes slash : l’anglais est dans src/client/slash/registry.rs
slash-help = Lister les commandes, expliquer l’une d’elles ou montrer une page du manuel.
slash-keys = Montrer chaque touche et ce qu’elle fait ; test essaie celles que tous les terminaux n’envoient pas.
slash-quit = Quitter, tout est enregistré.
slash-demo = Tout essayer sur un exemple enregistré, dans un dépôt temporaire.
slash-start = Chercher un modèle, et en installer un : une clé, un serveur local, un fournisseur, la démo.
slash-clear = Vider la conversation ; les fichiers inclus restent.
slash-unqueue = Reprendre le dernier message qui attend l’agent.
slash-new = Commencer une session avec les réglages de celle-ci.
slash-init = Faire écrire AGENTS.md par l’agent, qui dit aux agents comment travailler ici ; vous le relisez comme tout changement.
slash-stop = Annuler ce qui court.
slash-review = Parcourir ce qui a changé, bloc par bloc ; avec une branche, ce que HEAD a changé depuis elle.
slash-apply = Appliquer chaque changement proposé qui n’est pas refusé, après une seule question.
slash-checkpoints = Donner la liste des états à comparer ou à retrouver.
slash-rollback = Revenir en arrière sur des changements, après un aperçu ; ou défaire le dernier retour en arrière.
slash-search = Chercher dans le texte des fichiers de l’espace de travail.
slash-copy = Copier la dernière réponse de l’agent, ou une plus ancienne ; le numéro 1 est la dernière.
slash-vim = Passer aux touches de vim pour le brouillon, ou revenir : /help keys. /settings theme le garde.
slash-prompts = Donner la liste des questions de cette session et de leurs réponses.
slash-model = Choisir le modèle, ou montrer la liste où choisir.
slash-effort = Régler combien le modèle raisonne avant de répondre ; auto le laisse au modèle.
slash-resume = Reprendre une autre session : la choisir, ou la nommer.
slash-models = Donner la liste des modèles gardés et de ceux que proposent les fournisseurs ; sonder si l’un appelle des outils (trois courtes requêtes).
slash-providers = Montrer comment les fournisseurs sont réglés, où cela a été dit, et s’il y a une clé.
slash-provider = Tester ou commuter un fournisseur ; régler sa clé, son adresse ou son modèle.
slash-settings = Régler fournisseurs, clés et modèles dans un écran à part ; ce qui y change est enregistré ensemble.
slash-note = Écrire la note de l’espace de travail à côté du chat ; incluse, elle part avec chaque message.
slash-theme = Choisir le thème, ou dessiner aussitôt avec celui nommé ; save le garde dans votre configuration.
slash-figures = Montrer tokens et coût réponse par réponse, et à quoi chaque exécution a passé son temps.
slash-cost = Montrer ce qu’ont coûté cette session et aujourd’hui, par modèle, et les budgets.
slash-use = Utiliser un autre fournisseur, avec son modèle par défaut ou celui nommé.
slash-doctor = Montrer quels fournisseurs répondent, et ce qu’il faut lancer pour un rapport complet.
slash-route = Montrer quel modèle répond et pourquoi, et ce qui peut quitter cette machine.
slash-agent-mode = Régler qui répond, jusqu’à la fin du programme : votre modèle, le distant, ou l’un après l’autre.
slash-mode = Changer qui décide : plan, review, auto, confirm, accept-edits ou passthrough.
slash-confirm = Demander avant les écritures ou les commandes, ou non ; montrer l’état ; révoquer une règle.
slash-files = Donner la liste des fichiers inclus, ou des fichiers de l’espace de travail dont le chemin convient.
slash-include = Envoyer un fichier, ou certaines de ses lignes, avec chaque message.
slash-exclude = Ne plus l’envoyer.
slash-context = Montrer ce qui prend combien de la fenêtre du modèle : une jauge, et les tokens de chaque part.
slash-compact = Faire résumer la conversation pour le modèle, ou reprendre le dernier résumé ; rien ne se perd.
slash-index = Montrer où en est l’index ; dire si des fichiers peuvent aller à un fournisseur de vecteurs ailleurs.
slash-cache = Montrer ce qui est gardé de réponses et de vecteurs, tailles et usages ; le vider ici ou partout.
slash-session = Montrer, enregistrer, trouver et charger des sessions ; bifurquer celle-ci, la régler, la ranger ou la supprimer.
slash-tasks = Montrer les tâches de cette session ; en ajouter, commencer, terminer, changer ou supprimer une.
slash-memory = Montrer ce qui est retenu au-delà de la session ; l’ajouter, le garder, le refuser ou l’oublier ; retirer un rappel.
slash-cwd = Montrer ou changer le dossier de l’espace de travail où commencent les commandes ; `.` est sa racine.
slash-export = Écrire cette session dans un nouveau fichier : JSON qu’on peut importer, ou Markdown s’il finit par .md.
slash-import = Faire une session d’une session exportée ; un fichier fautif est refusé en entier.
slash-workspace = Montrer ce qui est su de l’espace de travail, ou la liste de ceux de cette machine.
slash-resend = Reprendre un de vos messages avec ce qui l’a suivi, et l’envoyer à nouveau ; le numéro 1 est le dernier.
slash-edit = Écrire le message dans $EDITOR.
slash-find = Chercher un texte dans cette conversation.
slash-tree = Parcourir les dossiers et fichiers de l’espace de travail.
slash-attach = Joindre une image au prochain message, d’où qu’elle soit sur cette machine.
slash-again = Redire les derniers messages, la dernière réflexion, ou un appel d’outil avec ce qu’il a donné.
slash-answer = Aller aux questions qui attendent une réponse.

## Mots tapés en mode ligne, de src/plain/words.rs : le premier est affiché, les autres sont compris
word-add = ajouter
word-address = adresse
word-agent = agent
word-all = tout
word-always = toujours
word-apply = appliquer, enregistrer, écrire
word-back = retour
word-base = base
word-both = deux
word-call = appel
word-calls = appels
word-cancel = annuler
word-change = changer
word-checkpoint = point
word-comment = commenter
word-comments = commentaires
word-compare = comparer
word-diff = différence
word-disable = désactiver
word-disk = disque
word-network = réseau
word-never = jamais
word-done = fini
word-edit = modifier
word-enable = activer
word-fetch = télécharger
word-forget = oublier
word-go = faire
word-go-on = continuer
word-hard = total
word-help = aide
word-hold = attendre
word-hunks = blocs
word-include = inclure
word-keep = garder
word-key = clé
word-later = plus tard
word-list = liste, énumérer
word-mine = mien
word-model = modèle
word-more = plus
word-name = nommer
word-no = non, n
word-only = seulement
word-open = rouvrir, ouvert
word-other = autre
word-proceed = poursuivre
word-read = lire
word-redo = refaire
word-refuse = refuser
word-remove = enlever
word-rename = renommer
word-result = résultat
word-rollback = revenir, reprendre, reprise
word-run = exécution
word-runs = exécutions
word-scoped = limité
word-send = envoyer
word-session = session
word-settle = régler
word-show = montrer
word-since = depuis
word-skip = passer
word-split = diviser
word-take = prendre, accepter
word-tell = dire
word-test = essayer, tester
word-tree = arbre
word-unclear = incertain
word-uncomment = décommenter
word-undo = défaire
word-up = monter
word-use = utiliser
word-why = pourquoi
word-with = avec
word-without = sans
word-yes = oui, o

## Aide des clés de configuration : l’anglais est dans assets/config.yaml
config-effort = L’effort de raisonnement avec lequel commencent les modèles connus pour raisonner ; auto le laisse au modèle.
config-provider = Le fournisseur qui répond : ollama, openai, anthropic, mistral, claude-cli, ou un autre qui est intégré.
config-model = Le modèle ; sans lui, le premier que le fournisseur propose.
config-agent-mode = Qui répond : local est le modèle de la session, remote celui à distance, hybrid_auto commence avec le premier et continue avec le second quand il n’avance pas.
config-remote-provider = Le fournisseur du modèle à distance.
config-remote-model = Le nom qu’y a le modèle à distance.
config-allow-fallback = Si quelque chose peut aller à un fournisseur qui n’est pas sur cette machine. Avec false tout reste ici, quoi que disent les autres réglages.
config-hybrid-max-local-attempts = Combien de fois les appels peuvent manquer le schéma des outils, ou les modifications échouer, avant que hybrid_auto continue avec le modèle à distance.
config-hybrid-remote-on-schema-fail = Continuer avec le modèle à distance quand les appels manquent le schéma aussi souvent.
config-hybrid-remote-on-context-overflow = Continuer avec le modèle à distance quand la conversation ne tient pas, avant de la compacter.
config-hybrid-remote-on-timeout-ms = Millisecondes après lesquelles une étape passe au modèle à distance, ou off.
config-mode = Le mode dans lequel une session commence.
config-agent-name = Le nom de l’agent, montré dans le chat et les confirmations.
config-agent-extra-prompt = Vos consignes, à la fin de chaque prompt système.
config-providers-ollama-base-url = Où le serveur Ollama écoute.
config-providers-ollama-context-length = Tokens qu’un modèle d’Ollama contient ; auto prend le chiffre du modèle, dans des limites sensées.
config-providers-ollama-keep-alive = Combien de temps Ollama garde le modèle chargé après une réponse : 10m, 1h, 0 ou -1 (toujours).
config-providers-openai-base-url = Adresse de base d’OpenAI ou de ce qui parle ses Chat Completions.
config-providers-openai-api-key-env = Nom de la variable d’environnement qui contient la clé ; la clé elle-même ne va jamais dans un fichier.
config-providers-openai-context-length = Tokens que contient le modèle à cette adresse ; auto suppose ce que le fournisseur sait.
config-providers-claude-cli-program = Le programme claude (Claude Code) : un nom à chercher, ou un chemin.
config-providers-anthropic-base-url = Adresse de base d’Anthropic ou d’une passerelle qui parle ses Messages.
config-providers-anthropic-api-key-env = Nom de la variable d’environnement qui contient la clé ; la clé elle-même ne va jamais dans un fichier.
config-providers-anthropic-context-length = Tokens que contient le modèle à cette adresse ; auto suppose ce que le fournisseur sait.
config-providers-mistral-base-url = Adresse de base de Mistral ou d’une passerelle qui parle comme lui.
config-providers-mistral-api-key-env = Nom de la variable d’environnement qui contient la clé ; la clé elle-même ne va jamais dans un fichier.
config-providers-mistral-context-length = Tokens que contient le modèle à cette adresse ; auto suppose ce que le fournisseur sait.
config-text-calls = Modèles qui écrivent leurs appels dans le texte d’une réponse alors que des outils leur sont offerts, chacun par le début de son nom. Un appel qui termine une de leurs réponses est exécuté.
config-temperature = Température d’échantillonnage ; sans elle, celle du serveur.
config-budgets-session-tokens = Tokens qu’une session peut prendre, envoyés et reçus. L’appel qui dépasserait n’est pas fait.
config-budgets-session-usd = Dollars qu’une session peut coûter, pour autant que les prix soient connus ; sans limite s’il manque.
config-budgets-day-tokens = Tokens que tous les espaces de travail ensemble peuvent prendre en un jour, envoyés et reçus.
config-budgets-day-usd = Dollars que tous les espaces de travail ensemble peuvent coûter en un jour, pour autant que les prix soient connus ; sans limite s’il manque.
config-max-tool-calls-per-job = Appels d’outils qu’une exécution sans écran peut faire ; off : autant que max_tool_calls_workbench.
config-max-tool-calls-workbench = Appels d’outils dans l’atelier après lesquels on vous demande s’il faut continuer.
config-max-search-results-default = Résultats de recherche quand l’agent ne nomme pas de limite ; jamais plus que max_search_results_cap.
config-max-search-results-cap = Résultats de recherche au plus, quelle que soit la limite de l’agent.
config-max-search-snippet-lines = Lignes d’un résultat de recherche au plus.
config-max-read-bytes-default = Octets que donne une lecture quand l’agent ne nomme pas de limite.
config-max-read-lines-default = Lignes qu’une lecture donne au plus.
config-max-schema-retries = Combien de fois un appel aux arguments invalides retourne au modèle.
config-max-hunk-lines = Lignes d’un bloc au plus ; un changement plus grand est divisé.
config-max-hunk-bytes = Octets d’un bloc au plus.
config-checkpoints-enabled = Garder ce que contenaient les fichiers avant d’être changés, pour pouvoir y revenir.
config-checkpoints-max-mb = Mio d’anciens contenus gardés pour un espace de travail ; au-delà, les plus anciens partent.
config-command-timeout-s = Secondes après lesquelles une commande est arrêtée.
config-command-output-bytes = Octets de la sortie d’une commande gardés pour le modèle : le début et la fin.
config-prompt-timeout-s = Secondes avant qu’une question ouverte réponde non d’elle-même, ou off.
config-stream-idle-timeout-s = Secondes sans un mot au milieu d’une réponse après lesquelles elle est tenue pour rompue.
config-first-byte-timeout-s = Secondes d’attente du premier mot d’une réponse ; un modèle peut d’abord charger et lire.
config-block = Fichiers que l’agent ne peut ni voir ni écrire, en plus de ceux qui sont intégrés, en globs.
config-index-enabled = Tenir un index des fichiers de l’espace de travail, pour chercher par mots et vite à l’exact.
config-index-max-file-bytes = Octets d’un fichier au-delà desquels son texte n’entre pas dans l’index.
config-index-embedding-model = Le modèle qui fait des vecteurs des fichiers, pour chercher par le sens, comme all-minilm ; sans lui, aucun.
config-index-embedding-provider = Le fournisseur qui l’a. S’il n’est pas sur cette machine, on vous demande une fois par espace de travail avant que rien n’y aille.
config-index-embedding-chunks = Parties de fichiers qui ont un vecteur au plus, d’abord celles des fichiers récents.
config-index-embedding-cache-mb = Mio de vecteurs gardés à côté de l’index, pour n’en refaire aucun ; au-delà, ceux qui ont le moins servi partent.
config-cache-enabled = Garder des réponses entières des modèles, et les redonner quand exactement la même chose est demandée. Seulement à température 0 : la définir aussi.
config-cache-max-mb = Mio de réponses gardés pour un espace de travail ; au-delà, celles qui ont le moins servi partent.
config-cache-max-days = Jours après lesquels une réponse n’est plus redonnée.
config-memory-enabled = Garder en mémoire, au-delà d’une session, ce que vous et l’agent retenez.
config-memory-url = Le magasin qu’une équipe partage : qdrant+https://hote:6333, postgres://utilisateur@hote/base ou mcp:serveur ; sans lui, tout reste ici. On vous demande avant que rien ne parte.
config-memory-key-env = Nom de la variable d’environnement qui contient la clé ou le mot de passe de ce magasin.
config-rules-allow = Appels qui s’exécutent sans question, comme shell_exec(cargo test*).
config-rules-ask = Appels qui demandent dans tous les modes.
config-rules-deny = Appels refusés sans question.
config-sandbox = Le bac à sable des commandes de l’agent, sous Linux : auto est le plus fort que la machine offre et que le mode emploie, les autres mots sont le plus fort permis. off exécute les commandes comme vous le faites.
config-sandbox-for-user = Exécuter aussi dans le bac à sable les commandes que vous tapez avec un point d’exclamation.
config-sandbox-for-hooks = Exécuter les hooks dans le bac à sable : avec le réseau, sans vos clés, et en n’écrivant que dans l’espace de travail et dans les dossiers de Claude et de Gemini.
config-sandbox-for-claude = Exécuter le programme claude et tout ce qu’il lance dans le bac à sable : avec le réseau, avec sa seule clé, et en n’écrivant que dans l’espace de travail et dans son propre dossier.
config-sandbox-for-servers = Exécuter les programmes des serveurs MCP dans le bac à sable : avec le réseau, sans vos clés, et n’écrivant que dans les caches des gestionnaires de paquets.
config-mcp-offer-tokens = Tokens d’outils de serveurs MCP que chaque requête décrit ; le modèle trouve les outils des autres serveurs par une recherche.
config-sandbox-limits-memory-mb = Mio de mémoire d’un processus d’une commande dans le bac à sable ; 0 est sans limite.
config-sandbox-limits-processes = Processus et fils d’une commande dans le bac à sable ; 0 est sans limite.
config-sandbox-limits-file-mb = Mio d’un fichier qu’une commande écrit dans le bac à sable ; 0 est sans limite.
config-theme = Les couleurs : auto est sombre ou clair comme le terminal. Ou le nom d’un fichier à vous dans le dossier themes à côté de votre config.yaml, ou son chemin.
config-palette = Les couleurs d’auto, dark et light : standard est vert contre rouge, cvd bleu contre orange.
config-glyphs = Les signes des cadres et des marques : ascii là où les traits prennent deux colonnes ou manquent à la police.
config-mouse = La souris : full clique, fait défiler et sélectionne pour copier ; off la laisse au terminal. Shift et glisser sélectionne comme le terminal, dans les deux cas.
config-notifications = Dire par une notification du bureau, là où le terminal le peut, qu’une question attend ou qu’une exécution est finie pendant que sa fenêtre n’a pas le focus.
config-chat-diffs = Les modifications de l’agent, dans la conversation : open montre chacune sous sa ligne, folded la ligne seule.
config-motion = Si quelque chose bouge de soi-même : off ne bouge pas, et les durées changent quand autre chose change. La variable NO_MOTION l’arrête aussi.
config-editor-keys = Les touches du brouillon : readline, ou vim avec ses modes normal, visuel et insertion.
config-interface = Ce qui s’ouvre : screen est l’atelier, plain écrit des lignes et demande par numéros, comme --plain.
config-language = La langue de l’écran : auto est celle de la locale, si c’est l’anglais, le français ou le portugais.
config-keymap = Un fichier de touches à vous, cherché à partir de ce dossier ; keymap.toml s’il manque.
config-bell = Sonner la cloche du terminal quand une question attend.
config-sessions-second-terminal = Ce que fait un deuxième terminal sur un espace de travail : attach montre les sessions du premier, own a les siennes.
config-prompts-agents-md = Envoyer au modèle le AGENTS.md de l’espace de travail.
config-prompts-claude-md = Envoyer au modèle le CLAUDE.md de l’espace de travail.
config-prompts-map-tokens = Tokens du prompt système pour une carte de l’espace de travail : ce que ses fichiers définissent, le plus proche de la tâche d’abord. Off : aucune ; un quart de la fenêtre du modèle au plus.

## Aide de la ligne de commande : l’anglais est dans src/cli
argument-show-the-help-of-a-command-or-a-page = Montrer l’aide d’une commande, ou une page du manuel
argument-command-with-its-subcommands-or-a-page-default-list = Commande avec ses sous-commandes, ou page (par défaut : liste des deux)
argument-a-terminal-workbench-in-which-an-ai-agent-works = Un atelier dans le terminal où un agent d’IA travaille sur une base de code et l’utilisateur garde la main sur chaque changement
argument-reopen-the-last-session-of-this-workspace = Rouvrir la dernière session de cet espace de travail
argument-reopen-a-session-by-its-id-without-an-id = Rouvrir une session par son identifiant ; sans identifiant, en choisir une
argument-try-everything-on-a-recorded-example-in-a-temporary = Tout essayer sur un exemple enregistré, dans un dépôt temporaire ; sans modèle
argument-print-lines-and-numbered-questions-instead-of-drawing-a = Afficher des lignes et des questions numérotées au lieu de dessiner un écran, pour lecteurs d’écran, braille et tubes
argument-provider-ollama-openai-anthropic-mistral-claude-cli-or-replay = Fournisseur : ollama, openai, anthropic, mistral, claude-cli ou replay
argument-base-url-of-the-provider-for-replay-the-file = URL de base du fournisseur ; pour replay, le fichier d’un enregistrement
argument-model-name = Nom du modèle
argument-reasoning-effort-of-the-model-auto-leaves-it-to = Effort de raisonnement du modèle ; auto le laisse au modèle
argument-approval-mode-for-writes-and-commands = Mode d’approbation des écritures et des commandes
argument-let-commands-use-the-network = Laisser les commandes utiliser le réseau
argument-allow-matching-calls-without-asking-e-g-shell-exec = Autoriser sans demander les appels correspondants, par exemple « shell_exec(cargo test*) » ; répétable
argument-deny-matching-calls-repeatable = Refuser les appels correspondants ; répétable
argument-record-the-run-to-a-new-file-with-secrets = Enregistrer l’exécution dans un nouveau fichier, sans les secrets ; la rejouer avec --provider replay
argument-working-folder-default-the-current-folder = Dossier de travail (par défaut : le dossier courant)
argument-set-a-configuration-key-e-g-theme-light-repeatable = Régler une clé de configuration, par exemple theme=light ; répétable
argument-run-one-instruction-without-a-screen = Exécuter une instruction sans écran
argument-show-each-setting-and-where-it-comes-from = Montrer chaque réglage et d’où il vient
argument-report-what-works-what-is-missing-and-what-to = Signaler ce qui fonctionne, ce qui manque et que faire ensuite
argument-trust-this-workspace-s-config-or-revoke-the-trust = Faire confiance à la configuration de cet espace de travail, ou révoquer cette confiance
argument-show-pending-changes-accept-or-reject-them-and-apply = Montrer les changements en attente, les accepter ou les refuser, et les appliquer
argument-list-the-checkpoints-of-this-workspace-latest-first = Énumérer les points de reprise de cet espace de travail, le plus récent d’abord
argument-show-a-file-changed-by-the-session-in-three = Montrer un fichier changé par la session en trois colonnes : sur le disque, à un point de reprise et tel que proposé
argument-roll-back-changes-without-yes-only-show-a-preview = Ramener des changements en arrière ; sans --yes, montrer seulement un aperçu
argument-show-build-or-search-the-index-of-the-workspace = Montrer, construire ou interroger l’index des fichiers de l’espace de travail
argument-show-or-empty-the-cache-of-answers-and-vectors = Montrer ou vider le cache de réponses et de vecteurs
argument-list-the-keys-of-the-workbench-and-what-they = Énumérer les touches du programme et ce qu’elles font
argument-list-show-search-export-import-rename-fork-archive-and = Énumérer, montrer, chercher, exporter, importer, renommer, bifurquer, archiver et supprimer des sessions
argument-list-show-add-change-and-complete-the-tasks-of = Énumérer, montrer, ajouter, changer et terminer les tâches d’une session
argument-session-id-the-end-of-it-or-session-name = Identifiant de la session, sa fin, ou nom de la session (par défaut : la dernière session)
argument-list-the-tasks-of-a-session-open-ones-first = Énumérer les tâches d’une session, d’abord celles qui sont ouvertes, par priorité
argument-only-tasks-with-this-status = Seulement les tâches dans cet état
argument-show-a-task-with-its-description = Montrer une tâche avec sa description
argument-number-or-name-of-a-task = Numéro ou nom d’une tâche
argument-add-a-task = Ajouter une tâche
argument-name-of-the-new-task-in-one-line = Nom de la nouvelle tâche, sur une ligne
argument-change-a-task-its-name-description-priority-agent-dependencies = Changer une tâche : son nom, sa description, sa priorité, son agent, ses dépendances ou son état
argument-new-name-of-the-task = Nouveau nom de la tâche
argument-new-status-whether-a-task-is-blocked-follows-from = Nouvel état ; qu’une tâche soit bloquée résulte de ses dépendances
argument-complete-a-task = Terminer une tâche
argument-delete-a-task-tasks-that-depend-on-it-no = Supprimer une tâche ; celles qui en dépendent ne l’attendent plus
argument-description-of-the-task = Description de la tâche
argument-priority-from-1-critical-to-5-minimal = Priorité, de 1 (critique) à 5 (minimale)
argument-agent-that-the-task-is-for-empty-for-none = Agent à qui la tâche est confiée ; vide pour aucun
argument-task-that-must-be-completed-first-repeatable-empty-for = Tâche à terminer d’abord ; répétable. Vide pour aucune
argument-list-add-edit-remove-probe-and-download-models = Énumérer, ajouter, modifier, retirer, sonder et télécharger des modèles
argument-configure-providers-store-their-keys-and-test-them = Configurer les fournisseurs, enregistrer leurs clés et les tester
argument-show-or-verify-the-recording-of-a-run = Montrer ou vérifier l’enregistrement d’une exécution
argument-print-the-completion-script-for-a-shell = Afficher le script de complétion d’un shell
argument-shell-that-reads-the-script = Shell qui lit le script
argument-write-the-man-pages-of-the-program-and-its = Écrire les pages de manuel du programme et de ses commandes dans un dossier
argument-output-folder-created-if-missing = Dossier de sortie ; créé s’il n’existe pas
argument-run-filters-for-scripts-and-bug-reports = Lancer des filtres pour scripts et rapports d’erreur
argument-print-help = Afficher l’aide
argument-print-help-see-more-with-help = Afficher l’aide (plus de détails avec --help)
argument-print-help-see-a-summary-with-h = Afficher l’aide (un résumé avec « -h »)
argument-print-version = Afficher la version
argument-print-json = Afficher du JSON
argument-show-the-state-of-the-index = Montrer l’état de l’index
argument-bring-the-index-up-to-date = Mettre l’index à jour
argument-discard-the-index-and-build-it-again = Jeter l’index et le reconstruire
argument-allow-sending-the-text-of-this-workspace-s-files = Autoriser l’envoi du texte des fichiers de cet espace de travail au fournisseur de vecteurs de la configuration, s’il est sur une autre machine
argument-refuse-sending-the-text-of-this-workspace-s-files = Refuser l’envoi du texte des fichiers de cet espace de travail au fournisseur de vecteurs
argument-print-the-places-that-match-a-query-best = Afficher les endroits qui répondent le mieux à une requête
argument-question-or-words-and-names = Question, ou mots et noms
argument-only-files-whose-path-matches-e-g-rs = Seulement les fichiers dont le chemin correspond, par exemple « *.rs »
argument-maximum-number-of-results = Nombre maximal de résultats
argument-maximum-number-of-checkpoints = Nombre maximal de points de reprise
argument-instruction-default-read-from-standard-input = Instruction (par défaut : lue sur l’entrée standard)
argument-print-each-event-as-a-line-of-json = Afficher chaque événement en une ligne de JSON
argument-session-id-to-continue = Identifiant de la session à continuer
argument-information-to-show = Informations à montrer
argument-each-value-and-where-it-comes-from = Chaque valeur et d’où elle vient
argument-every-key-with-its-meaning = Chaque clé avec son sens
argument-files-and-folders = Fichiers et dossiers
argument-read-shell-commands-one-json-string-per-line-print = Lire des commandes shell, une chaîne JSON par ligne ; afficher le risque de chacune en une ligne de JSON
argument-read-texts-one-json-string-per-line-print-the = Lire des textes, une chaîne JSON par ligne ; afficher les colonnes et les graphèmes de chacun, comme l’écran les compte, en une ligne de JSON
argument-print-for-each-path-whether-the-tools-may-use = Afficher pour chaque chemin si les outils peuvent l’utiliser, en une ligne de JSON
argument-workspace-root = Racine de l’espace de travail
argument-check-writing-instead-of-reading = Vérifier l’écriture au lieu de la lecture
argument-paths-to-check = Chemins à vérifier
argument-print-each-file-that-the-agent-and-the-index = Afficher chaque fichier que l’agent et l’index peuvent voir, en une ligne de JSON
argument-decode-a-recorded-response-body-print-its-parts-as = Décoder un corps de réponse enregistré ; afficher ses parties en lignes de JSON
argument-provider-whose-wire-format-it-is-anthropic-mistral-ollama = Fournisseur dont c’est le format : anthropic, mistral, ollama ou openai
argument-bytes-to-feed-at-a-time-the-result-does = Octets à donner à la fois ; le résultat n’en dépend pas
argument-input-file-for-standard-input = Fichier d’entrée ; - pour l’entrée standard
argument-show-what-the-terminal-sends-for-each-key-and = Montrer ce que le terminal envoie pour chaque touche et à quoi elle est liée ; Ctrl+D pour finir
argument-merge-two-versions-of-a-file-like-git-merge = Fusionner deux versions d’un fichier comme git merge-file -p --diff3 ; le code de sortie est le nombre de conflits, au plus 127, ou 255 pour une erreur
argument-print-a-line-of-json = Afficher une ligne de JSON
argument-base-version-from-which-both-were-made = Version de base, dont les deux sont issues
argument-our-version = Notre version
argument-their-version = Leur version
argument-show-the-hunks-that-the-change-log-would-have = Montrer les blocs que le journal des changements aurait entre deux fichiers
argument-print-each-hunk-as-a-line-of-json = Afficher chaque bloc en une ligne de JSON
argument-print-each-checkpoint-as-a-line-of-json = Afficher chaque point de reprise en une ligne de JSON
argument-old-file = Ancien fichier
argument-new-file = Nouveau fichier
argument-provider-that-counts-too-the-text-is-sent-to = Fournisseur qui compte aussi ; le texte lui est envoyé
argument-model-to-count-for-default-the-provider-s-default = Modèle pour lequel compter (par défaut : celui du fournisseur)
argument-estimate-the-tokens-of-a-text-marked-with-with = Estimer les tokens d’un texte, marqués d’un ~ ; avec --provider, afficher aussi le compte du fournisseur
argument-print-a-text-of-a-file-from-its-exported = Afficher un texte d’un fichier depuis son journal de changements exporté
argument-text-to-print = Texte à afficher
argument-change-log-version-1-base-text-or-null-entries = Journal des changements : { "{" }"version": 1, "base": TEXTE ou null, "entries": [...]{ "}" }
argument-content-that-applying-would-write = Contenu qu’appliquer écrirait
argument-content-that-the-agent-reads = Contenu que l’agent lit
argument-content-before-the-first-change = Contenu avant le premier changement
argument-content-on-disk-according-to-the-log = Contenu sur le disque selon le journal
argument-nothing-is-written = Rien n’est écrit
argument-writes-are-proposed-for-review-commands-run-in-the = Les écritures sont proposées en revue ; les commandes s’exécutent dans le bac à sable
argument-writes-are-proposed-for-review-commands-need-approval = Les écritures sont proposées en revue ; les commandes demandent une approbation
argument-every-write-and-command-needs-approval = Chaque écriture et chaque commande demande une approbation
argument-writes-are-applied-commands-need-approval = Les écritures sont faites ; les commandes demandent une approbation
argument-everything-runs-without-approval-except-what-is-high-risk = Tout s’exécute sans approbation, sauf ce qui est à haut risque
argument-list-sessions-with-their-state-messages-tokens-cost-and = Énumérer les sessions avec leur état, messages, tokens, coût et âge
argument-sessions-to-list-default-all-but-archived-ones = Sessions à énumérer (par défaut : toutes sauf les archivées)
argument-list-the-sessions-of-every-workspace-known-on-this = Énumérer les sessions de chaque espace de travail connu sur cette machine
argument-print-the-conversation-of-a-session-with-numbered-messages = Afficher la conversation d’une session, ses messages numérotés
argument-session-id-the-end-of-it-at-least-6 = Identifiant de la session, sa fin (au moins 6 caractères) ou nom de la session
argument-model-id-name-at-its-provider-or-provider-name = Identifiant du modèle, nom chez son fournisseur, ou fournisseur/nom
argument-provider-name = Nom du fournisseur
argument-print-the-events-of-a-session-one-per-line = Afficher les événements d’une session, un par ligne, le plus ancien d’abord ; en JSON chacun a son numéro, `cursor`
argument-only-events-after-the-one-with-this-number = Seulement les événements après celui de ce numéro
argument-keep-printing-new-events-as-long-as-a-process = Continuer à afficher les nouveaux événements tant qu’un processus a la session ouverte
argument-search-all-sessions-for-messages-that-contain-all-words = Chercher dans toutes les sessions les messages qui contiennent tous les mots ; code de sortie 1 s’il n’y en a pas
argument-words-or-their-beginnings = Mots, ou leurs débuts
argument-export-a-session-to-a-new-file-markdown-if = Exporter une session dans un nouveau fichier : Markdown si le nom finit par .md, sinon JSON qu’on peut importer
argument-output-file-default-named-after-the-session-in-the = Fichier de sortie (par défaut : au nom de la session, à la racine de l’espace de travail)
argument-import-an-exported-session-a-file-with-an-error = Importer une session exportée ; un fichier fautif est refusé en entier, avec l’endroit de la faute
argument-file-to-import = Fichier à importer
argument-rename-a-session = Renommer une session
argument-new-name = Nouveau nom
argument-change-the-given-settings-of-a-session-refused-while = Changer les réglages donnés d’une session ; refusé pendant qu’elle travaille
argument-folder-where-its-commands-start-inside-the-workspace = Dossier où commencent ses commandes, dans l’espace de travail
argument-new-provider = Nouveau fournisseur
argument-new-reasoning-effort-auto-leaves-it-to-the-model = Nouvel effort de raisonnement ; auto le laisse au modèle
argument-new-model = Nouveau modèle
argument-new-mode = Nouveau mode
argument-new-extra-system-prompt-empty-for-none = Nouvelle consigne système supplémentaire ; vide pour aucune
argument-fork-a-conversation-into-a-new-session-changes-under = Bifurquer une conversation en une nouvelle session ; les changements en revue restent avec l’originale
argument-number-of-the-last-message-to-copy-as-counted = Numéro du dernier message à copier, tel que compté par `show` (par défaut : tous les messages)
argument-archive-a-session-or-restore-it = Archiver une session, ou la restaurer
argument-restore-the-session-from-the-archive = Restaurer la session archivée
argument-delete-a-session-and-everything-stored-about-it-files = Supprimer une session et tout ce qui en est enregistré ; les fichiers restent tels quels
argument-delete-it-even-if-changes-are-not-decided-or = La supprimer même si des changements ne sont pas décidés ou pas appliqués
argument-working-or-waiting-for-you = Au travail, ou en attente de vous
argument-neither-working-nor-waiting = Ni au travail, ni en attente
argument-archived = Archivées
argument-all-sessions = Toutes les sessions
argument-session-id-default-the-last-session = Identifiant de la session (par défaut : la dernière)
argument-accept-a-hunk-by-its-id-or-the-end = Accepter un bloc, par son identifiant ou la fin de celui-ci ; répétable
argument-reject-a-hunk-by-its-id-or-the-end = Refuser un bloc, par son identifiant ou la fin de celui-ci ; répétable
argument-accept-every-pending-hunk = Accepter chaque bloc en attente
argument-review-what-head-changed-since-it-left-this-branch = Revoir ce que HEAD a changé depuis cette branche ; dans un terminal, l’ouvrir dans le plan de travail
argument-review-the-changes-of-the-working-tree-on-a = Revoir les changements de l’arbre de travail ; dans un terminal, les ouvrir dans le plan de travail
argument-apply-what-is-decided = Appliquer ce qui est décidé
argument-print-the-bundle-of-diffs-as-json = Afficher l’ensemble des différences en JSON
argument-checkpoint-number-or-id = Numéro ou identifiant du point de reprise
argument-file-relative-to-the-workspace-root = Fichier, relatif à la racine de l’espace de travail
argument-print-each-row-as-a-line-of-json = Afficher chaque rangée en une ligne de JSON
argument-checkpoint-to-return-to-by-its-number-or-id = Point de reprise auquel revenir, par son numéro ou identifiant
argument-roll-back-only-these-hunks-ids-or-their-ends = Ne ramener que ces blocs en arrière : identifiants ou leurs fins, séparés par des virgules
argument-roll-back-everything-including-your-own-later-work-requires = Tout ramener en arrière, y compris votre propre travail plus récent ; exige --word HARD
argument-confirmation-word-of-a-hard-rollback = Mot de confirmation d’un retour total
argument-carry-out-the-rollback = Effectuer le retour
argument-redo-what-undo-undid = Refaire ce que --undo a défait
argument-undo-the-last-operation-of-the-review-e-g = Défaire la dernière opération de la revue, par exemple un retour
argument-print-the-preview-as-json = Afficher l’aperçu en JSON
argument-list-the-models-of-the-catalogue-and-those-that = Énumérer les modèles du catalogue et ceux que proposent les fournisseurs
argument-only-models-of-this-provider = Seulement les modèles de ce fournisseur
argument-only-models-of-the-catalogue-asks-no-provider = Seulement les modèles du catalogue ; n’interroge aucun fournisseur
argument-show-a-model = Montrer un modèle
argument-have-a-provider-download-a-model-showing-the-progress = Faire télécharger un modèle par un fournisseur, en montrant la progression
argument-probe-whether-a-model-calls-tools-two-at-once = Sonder si un modèle appelle des outils, deux à la fois, et s’il répète un appel après son résultat. Lui envoie trois courtes requêtes, qui coûtent des tokens ; ne lance aucun outil. Le résultat est enregistré et montré ; code de sortie 1 si le modèle ne peut pas être interrogé
argument-provider-of-the-model-default-taken-from-the-model = Fournisseur du modèle (par défaut : d’après le nom du modèle)
argument-time-limit-of-each-request = Durée maximale de chaque requête
argument-add-a-model-of-your-own = Ajouter un modèle à vous
argument-provider-of-the-model = Fournisseur du modèle
argument-name-at-the-provider-unique-there = Nom chez le fournisseur ; unique là
argument-display-name-1-to-64-characters-default-the-name = Nom affiché, 1 à 64 caractères (par défaut : le nom chez le fournisseur)
argument-context-window-in-tokens-1024-to-2000000 = Fenêtre de contexte en tokens, 1024 à 2000000
argument-maximum-tokens-of-an-answer-256-to-128000 = Tokens d’une réponse au plus, 256 à 128000
argument-sampling-temperature-0-to-2 = Température, 0 à 2
argument-whether-the-model-sees-pictures-default-what-its-server = Si le modèle voit les images (par défaut : ce qu’en dit son serveur)
argument-edit-a-model-of-a-built-in-one-only = Modifier un modèle ; d’un modèle intégré, seulement la température
argument-name-at-the-provider = Nom chez le fournisseur
argument-display-name = Nom affiché
argument-context-window-in-tokens = Fenêtre de contexte en tokens
argument-maximum-tokens-of-an-answer = Tokens d’une réponse au plus
argument-sampling-temperature = Température
argument-whether-the-model-sees-pictures = Si le modèle voit les images
argument-remove-a-model-of-your-own-built-in-ones = Retirer un modèle à vous ; les modèles intégrés restent
argument-price-in-dollars-per-million-prompt-tokens-or-unknown = Prix en dollars par million de tokens de la demande, ou unknown
argument-price-in-dollars-per-million-answer-tokens-or-unknown = Prix en dollars par million de tokens de la réponse, ou unknown
argument-price-in-dollars-per-million-prompt-tokens-from-the = Prix en dollars par million de tokens de la demande venus du cache du serveur, ou unknown
argument-list-the-providers-with-their-settings-and-where-each = Énumérer les fournisseurs avec leurs réglages et d’où vient chacun ; n’en interroge aucun
argument-show-a-provider = Montrer un fournisseur
argument-set-a-provider-s-base-url-or-default-model = Régler l’URL de base ou le modèle par défaut d’un fournisseur ; configuration, environnement et options ont priorité
argument-base-url-default-removes-yours = URL de base ; « default » retire la vôtre
argument-model-that-its-sessions-start-with-one-of-the = Modèle avec lequel ses sessions commencent : un du catalogue, par son identifiant ou son nom là, ou un que son serveur propose ; « none » retire le vôtre
argument-enable-a-provider = Activer un fournisseur
argument-disable-a-provider = Désactiver un fournisseur
argument-check-that-a-provider-answers-within-10-s-status = Vérifier qu’un fournisseur répond en 10 s ; code de sortie 1 si aucun ne répond
argument-provider-name-default-every-enabled-provider = Nom du fournisseur (par défaut : chaque fournisseur activé)
argument-store-remove-or-check-a-provider-s-key-the = Enregistrer, retirer ou vérifier la clé d’un fournisseur ; la clé n’est jamais montrée
argument-store-a-key-asked-for-without-showing-it-or = Enregistrer une clé, demandée sans la montrer, ou lue sur l’entrée standard si ce n’est pas un terminal
argument-place-to-store-the-key = Endroit où enregistrer la clé
argument-remove-a-key-from-the-file-and-the-keyring = Retirer une clé du fichier et du trousseau
argument-show-whether-there-is-a-key-and-where-it = Montrer s’il y a une clé et où elle est enregistrée
argument-provider-name-default-all-providers = Nom du fournisseur (par défaut : tous les fournisseurs)
argument-file-that-only-you-can-read = Fichier que vous seul pouvez lire
argument-system-keyring-on-linux-the-kernel-s-which-forgets = Trousseau du système ; sous Linux celui du noyau, qui oublie la clé quand la machine redémarre
argument-show-what-the-cache-holds-its-size-and-how = Montrer ce que contient le cache, sa taille et combien de fois il a servi
argument-empty-the-cache-answers-index-vectors-model-lists-and = Vider le cache : réponses, vecteurs de l’index, listes de modèles et comptes de tokens
argument-empty-the-caches-of-all-workspaces-known-on-this = Vider les caches de tous les espaces de travail connus sur cette machine
argument-show-the-steps-of-a-recording-with-their-models = Montrer les étapes d’un enregistrement avec leurs modèles, appels et tailles
argument-check-that-a-recording-is-well-formed-complete-and = Vérifier qu’un enregistrement est bien formé, complet et sans secrets, et que le moteur, avec les mêmes entrées et réponses, fait les mêmes requêtes ; sinon, code de sortie 1 et la ligne
argument-file-written-by-record = Fichier écrit par --record
argument-only-check-your-own-keymap-for-errors-status-2 = Vérifier seulement votre propre table de touches ; code de sortie 2 s’il y a des fautes
argument-folder-whose-configuration-names-the-keymap-default-the-current = Dossier dont la configuration nomme la table de touches (par défaut : le dossier courant)
argument-revoke-the-trust-and-the-permission-to-send-content = Révoquer la confiance, et la permission d’envoyer du contenu à des fournisseurs sur d’autres machines
argument-allow-sending-this-workspace-s-content-to-this-provider = Autoriser l’envoi du contenu de cet espace de travail à ce fournisseur, sur une autre machine
argument-model-name-e-g-qwen2-5-coder-7b = Nom du modèle, par exemple qwen2.5-coder:7b
argument-provider-that-downloads-it-default-the-provider-of-the = Fournisseur qui le télécharge (par défaut : celui de la configuration)

## Le bac à sable des commandes

told-world-no-content = le contenu de { $path } n’existe plus
told-world-lost = Les changements de la commande n’ont pas pu être lus, aucun n’est donc proposé : { $why }
told-world-whole = La commande a changé { $files }, trop nombreux ou trop gros pour les relire un par un. Aucun n’est proposé ; le disque est inchangé.
told-world-too-large = Ce que la commande a laissé dans les dossiers ignorés pèse { $size }, plus que ce qui est gardé ; la prochaine construction commence sans.
told-world-link = { $path } est un lien ; les liens ne sont pas proposés
told-world-name = le nom de { $path } n’est pas en UTF-8, il n’est pas proposé
told-world-unread = { $path } n’a pas pu être lu, il n’est pas proposé : { $why }
told-world-large-file = { $path } dépasse 10 Mio, il n’est pas proposé
told-world-meanwhile = { $path } a changé sur le disque pendant la commande ; ce qu’elle en a fait n’est pas proposé
hooks-no-box = il n’y avait pas de bac à sable pour lui ({ $why }). `agentichat doctor` l’essaie ; `sandbox_for_hooks: false` exécute les hooks sans lui
told-claude-weaker = Le programme claude s’exécute dans un bac à sable plus faible que prévu : { $word } au lieu de { $name }. { $why }
told-box-refused = Le bac à sable n’a pas pu être préparé, la commande n’a donc pas été exécutée : { $why }. `agentichat doctor` l’essaie ; `sandbox: off` dans config.yaml exécute les commandes sans lui.
told-box-no-folder = son dossier privé { $path } ne peut pas être créé : { $why }
told-box-other-now = la machine ne fait plus le bac à sable qui était affiché
told-command-denied = La commande a échoué ({ $why }). Le bac à sable : { $rest }. { $hint }
box-refused = le bac à sable n’a pas pu être préparé ({ $step }) : { $why }
box-refused-path = le bac à sable n’a pas pu être préparé ({ $step }, { $path }) : { $why }
box-refused-plain = le bac à sable n’a pas pu être préparé ({ $step })
box-no-upper-folder = il n’y a pas de dossier pour ce que changent les commandes
box-no-namespaces = le système ne permet pas à cet utilisateur de créer des espaces de noms
box-no-mounts = le système ne donne aucun droit aux espaces de noms de cet utilisateur ; sous Ubuntu, c’est le réglage kernel.apparmor_restrict_unprivileged_userns
box-no-overlay = le système n’a pas d’overlay pour les utilisateurs
box-no-overlay-here = un overlay ne peut pas recouvrir ce dossier : quelque chose y est monté, ou son système de fichiers n’en accepte pas
box-no-landlock = le noyau n’a pas Landlock, ou une version antérieure à 3 (Linux 6.2)
steering-taken-out = { $path } pilote d’autres programmes, il a donc été déplacé vers { $place }
steering-put-back = { $path } pilote d’autres programmes, ce que la commande y a fait a donc été annulé ({ $files })
steering-put-back-aside = { $path } pilote d’autres programmes, ce que la commande y a fait a donc été annulé ({ $files }) ; ce qui s’y trouvait est dans { $place }
steering-still-there = { $path } pilote d’autres programmes, et ce que la commande y a fait n’a pas pu être annulé : { $why }
steering-too-large = { $path } est trop grand pour être gardé d’avance
steering-no-objects = les objets du dépôt ont disparu
denied-network = le bac à sable n’a pas de réseau
denied-network-proxy = le bac à sable n’atteint que { $places }, et seulement par son proxy HTTP
denied-hosts = le bac à sable a refusé { $places } ; il n’atteint que { $others }
denied-network-hint = l’utilisateur peut l’accorder (sans utilisateur : `run --allow-network`) ; ou utiliser ce qui est déjà là
denied-outside = { $path } est hors de ce que la commande peut écrire
denied-outside-hint = écrire dans l’espace de travail, ou dans $TMPDIR
denied-hidden = { $path } est caché aux commandes
denied-hidden-hint = s’en passer : les clés et les jetons restent hors du bac à sable
denied-git = { $path } est en lecture seule pour cette commande
denied-git-hint = lancer seule la commande git qui change le dépôt, pour qu’elle puisse être approuvée
denied-steering = { $path } pilote d’autres programmes, et est en lecture seule pour les commandes
denied-steering-hint = le changer par une modification, que l’utilisateur revoit
denied-pinned = { $path } contient un dépôt ou des réglages d’autres programmes, le dossier reste donc à sa place
denied-pinned-hint = changer ce qu’il contient, ou laisser l’utilisateur le déplacer ou le supprimer avec !
denied-rename = un dossier ne peut pas être renommé en une étape dans le bac à sable
denied-rename-hint = utiliser mv, puis git add
denied-file-size = un fichier a dépassé { $size }, la limite du bac à sable
denied-memory = la commande a peut-être eu besoin de plus de { $size }, la limite de mémoire du bac à sable
denied-processes = la commande a peut-être eu besoin de plus de { $most } processus, la limite du bac à sable
denied-limit-hint = faire faire moins à la fois à la commande
denied-32-bit = la commande a appelé le noyau d’une façon que le bac à sable ne connaît pas
denied-32-bit-hint = les programmes 32 bits ne tournent pas dans le bac à sable ; en utiliser un de 64 bits
upper-withheld = { $path } n’a pas été repris : il pilote d’autres programmes
upper-device = { $path } n’a pas été repris : c’est un périphérique
upper-socket = { $path } n’a pas été repris : c’est un socket
upper-pipe = { $path } n’a pas été repris : c’est un tube
upper-privileged = { $path } n’a pas été repris : il s’exécuterait avec les droits de son propriétaire ou de son groupe
upper-hard-link = { $path } n’a pas été repris : c’est un lien vers un fichier extérieur
upper-unreadable = ce que la commande a changé est illisible ({ $path }) : { $why }
upper-too-many = la commande a changé plus de fichiers qu’on ne peut en examiner
attempt-write-outside = écrire un fichier hors de l’espace de travail
attempt-write-link = écrire par un lien qui mène dehors
attempt-hard-link = lier un fichier de l’extérieur dans l’espace de travail
attempt-read-secret = lire une clé
attempt-git-settings = changer les réglages du dépôt
attempt-tcp = se connecter à un serveur de cette machine
attempt-udp = envoyer à un serveur de cette machine
attempt-socket = se connecter à un service par son socket
attempt-abstract-socket = se connecter à un socket abstrait
attempt-signal = atteindre un processus extérieur
attempt-namespace = créer un espace de noms avec ses propres droits
attempt-outlive = laisser un processus derrière soi

## Hooks : programmes de l’utilisateur qui suivent le travail
hooks-wanted-events = attendu : un groupe d’événements, chacun avec une liste de hooks
hooks-event-not-here = les hooks de { $name } ne sont pas lancés ici
hooks-no-event-but = il n’y a pas d’événement { $name } ; était-ce { $word } ?
hooks-no-event = il n’y a pas d’événement { $name } ; les événements sont { $words }
hooks-wanted-groups = attendu : une liste de groupes, chacun avec matcher et hooks
hooks-wanted-matcher = le matcher doit être un texte
hooks-broken-matcher = le matcher n’est pas une expression régulière : { $reason }
hooks-wanted-list = attendu : une liste sous hooks
hooks-type-not-here = les hooks du type { $word } ne sont pas lancés ici ; écrire type: command
hooks-wanted-type = le type doit être le texte command
hooks-wanted-command = il manque une commande au hook
hooks-too-many = un fichier peut avoir { $number } hooks, avec des commandes d’au plus 32 Kio
hooks-wanted-timeout = le délai doit être un nombre supérieur à 0, au plus { $number } secondes
hooks-file-not-json = ce n’est pas du JSON : { $reason }
hooks-at = { $place } : { $why }
hooks-failed-status = il a fini avec le code { $number }
hooks-failed-saying = il a fini avec le code { $number } : { $reason }
hooks-failed-killed = un signal l’a terminé
hooks-failed-time = il a pris trop de temps et a été arrêté
hooks-failed-output = il a écrit plus de { $bytes } octets et a été arrêté
hooks-failed-start = impossible de le lancer : { $why }
hooks-failed-json = sa réponse n’est pas du JSON : { $reason }
hooks-failed-event = sa réponse porte sur { $name }, qui n’était pas demandé
hooks-failed-word = sa réponse contient la décision inconnue { $word }
hooks-told-failed = Le hook { $name } n’a pas répondu : { $why }
hooks-told-message = Le hook { $name } dit : { $text }
hooks-not-translated = Le hook { $name } demande un autre { $word }, que cet outil n’a pas
hooks-contradict = deux hooks demandent des arguments différents
hooks-state-trusted = approuvé
hooks-state-new = nouveau : pas approuvé
hooks-state-changed = modifié depuis l’approbation
hooks-objected = Un hook s’oppose : { $reason }
hooks-no-reason = sans raison donnée
hooks-added-start = Un hook a ajouté du contexte au début de la session.
hooks-added-prompt = Un hook a ajouté du contexte au message.
hooks-prompt-refused = Un hook a refusé le message : { $reason }
hooks-prompt-back = il est de nouveau dans l’éditeur ; /hooks montre les hooks
hooks-held = Un hook fait continuer l’agent : { $reason }
hooks-held-once = Un hook s’oppose encore à la fin, et l’exécution se termine quand même : { $reason }
hooks-stopped-run = Un hook a arrêté l’exécution : { $reason }
hooks-refused-call = un hook de l’utilisateur a refusé cet appel : { $reason } ; faire autrement ou demander à l’utilisateur
hooks-ask = un hook demande votre décision : { $reason }
hooks-not-for-program = un hook demande d’autres arguments, que cet appel ne peut pas recevoir
hooks-told-new = Le hook { $name } n’est pas approuvé et n’est pas lancé ; /hooks le montre, /hooks trust l’autorise.
hooks-told-changed = Le hook { $name } a changé depuis votre approbation et n’est pas lancé ; /hooks montre les changements.
hooks-changed-ask = le hook { $name } a changé depuis son approbation et n’a pas pu être consulté
hooks-unreadable = les hooks n’ont pas pu être examinés
hooks-none = aucun hook n’est défini
hooks-no-such = il n’y a pas de hook { $name } ; /hooks les montre
hooks-test-untrusted = le hook { $name } n’est pas approuvé tel qu’il est ; l’approuver d’abord
hooks-trusted-now = Approuvés : { $names }
hooks-all-trusted = Tous les hooks sont déjà approuvés.
hooks-not-stored = l’approbation n’a pas pu être enregistrée : { $why }
hooks-meaning-proceed = continue comme sans hooks
hooks-meaning-ask = demande à l’utilisateur : { $reason }
hooks-meaning-deny = s’oppose : { $reason }
hooks-meaning-stop = arrête l’exécution : { $reason }
hooks-meaning-updated = remplace les arguments par { $text }
hooks-meaning-context = dit au modèle : { $text }
command-say-hooks = dire list, test et un nom, ou trust avec ou sans noms, ou rien
command-say-mcp = dire list, ou test, trust, offer, withdraw, start ou stop et le nom d’un serveur, ou rien
command-say-tasks = dire list, show, start, done, pending ou delete et une tâche, add et un nom, ou name, describe, priority, after ou agent, une tâche et une valeur
command-say-memory = dire list, inbox, kept ou refused, search et des mots, add et un texte, keep, refuse ou forget et un élément, undo, drop, recall on ou off, ou rien
command-say-task-priority = dire un nombre de 1 (critique) à 5 (minimale)
command-no-task = il n’y a pas de tâche { $word } ; /tasks les énumère
slash-hooks = Montrer les hooks et ce qui y a changé ; en essayer un ; les autoriser tels qu’ils sont.
slash-mcp = Montrer les serveurs MCP et le prix de leurs outils ; leur faire confiance et les démarrer ; offrir leurs outils au modèle.
argument-define-list-and-try-mcp-servers-and-choose-which = Définir, lister et essayer des serveurs MCP, et choisir les outils offerts aux modèles
argument-list-the-mcp-servers-their-tools-with-their-price = Lister les serveurs MCP, leurs outils avec leur prix en tokens, et s’ils sont offerts aux modèles
argument-start-a-server-and-list-its-tools = Démarrer un serveur et lister ses outils
argument-name-of-the-server = Nom du serveur
argument-define-a-server-a-program-or-the-address-of = Définir un serveur : un programme, ou l’adresse d’un service ; puis le démarrer et lister ses outils
argument-the-program-with-its-arguments-after-or-the-address = Le programme avec ses arguments, après --, ou l’adresse d’un service
argument-a-variable-of-the-program-name-value-a-value = Une variable du programme, NOM=VALEUR ; une valeur env:NOM ou secret:NOM est cherchée au démarrage
argument-a-header-of-the-service-name-value = Un en-tête du service, NOM: VALEUR
argument-define-it-in-the-workspace-in-mcp-json-which = Le définir dans l’espace de travail, dans .mcp.json, que d’autres agents lisent aussi
argument-offer-all-its-tools-to-models = Offrir tous ses outils aux modèles
argument-remove-the-definition-of-a-server = Retirer la définition d’un serveur
argument-trust-a-server-that-the-workspace-defines-as-it = Faire confiance à un serveur que l’espace de travail définit, tel qu’il est, et le démarrer
argument-offer-tools-of-a-server-to-models-as-they = Offrir des outils d’un serveur aux modèles, tels qu’ils sont
argument-names-of-tools-default-all = Noms d’outils (par défaut : tous)
argument-offer-no-tool-of-a-server-to-models-any = N’offrir plus aucun outil d’un serveur aux modèles
argument-sign-in-at-a-service-or-store-a-secret = Se connecter à un service, ou enregistrer un secret qu’une définition nomme secret:NOM
argument-ask-for-a-token-instead-of-signing-in = Demander un jeton au lieu de se connecter
argument-scope-to-ask-for-besides-those-that-the-service = Portée à demander en plus de celles que le service veut
argument-client-id-that-the-operator-of-the-service-gave = Identifiant de client que l’exploitant du service a donné
argument-address-of-a-client-id-metadata-document = Adresse d’un document de métadonnées de client
argument-name-of-the-server-or-of-the-secret = Nom du serveur, ou du secret
argument-remove-what-a-sign-in-gave-or-a-stored = Retirer ce qu’une connexion a donné, ou un jeton ou un secret enregistré
argument-connect-to-an-mcp-server-as-sessions-do-and = Se connecter à un serveur MCP comme les sessions et appeler tous ses outils, en client de la suite de conformité
argument-address-of-the-server = Adresse du serveur
argument-list-test-and-trust-hooks-programs-that-are-told = Lister, essayer et approuver les hooks : programmes qui suivent le travail de l’agent et peuvent s’y opposer
argument-list-the-hooks-the-files-that-define-them-and = Lister les hooks, les fichiers qui les définissent, et s’ils peuvent être lancés
argument-run-a-trusted-hook-on-a-made-up-occasion = Lancer un hook approuvé sur un événement inventé et montrer sa réponse
argument-name-of-the-hook-as-the-list-shows-it = Nom du hook, comme le montre la liste
argument-trust-hooks-as-they-are-now-after-showing-what = Approuver les hooks tels qu’ils sont, après avoir montré ce qu’ils lancent
argument-names-of-hooks-as-the-list-shows-them-default = Noms de hooks, comme les montre la liste (par défaut : tous)
mcp-unset-variable = la variable { $name } n’est pas définie
mcp-fault-no-json = JSON non valide : { $why }
mcp-fault-no-servers = pas de table `mcpServers`
mcp-fault-name = { $name } ne peut pas nommer un serveur : 1 à 32 lettres, chiffres, - et _, sans __ ni _ à la fin
mcp-fault-no-launch = serveur { $server } : donner une commande ou une url, pas les deux
mcp-fault-transport = serveur { $server } : le transport { $kind } n’est pas pris en charge ; utiliser stdio ou http
mcp-fault-value = serveur { $server } : { $key } a une valeur du mauvais type
mcp-fault-too-many = seuls les { $most } premiers serveurs comptent
mcp-not-started = le serveur n’a pas démarré : { $why }
mcp-no-greeting = le serveur ne parle pas MCP : { $why }
mcp-ended = le programme du serveur s’est terminé ({ $why }) ; il a dit : { $said }
mcp-other-versions = le serveur parle d’autres versions de MCP : { $versions }
mcp-start-timed-out = le serveur n’a pas répondu en { $seconds } s
mcp-call-refused = le serveur a refusé : { $why }
mcp-call-closed = le serveur s’est arrêté
mcp-call-silent = le serveur n’a rien dit pendant { $seconds } s
mcp-call-too-long = le serveur a mis plus de { $seconds } s
mcp-call-cancelled = l’appel a été annulé
mcp-call-flooded = le serveur a envoyé trop de notifications et a été coupé
mcp-call-unexpected = la réponse du serveur ne correspond pas à l’appel
mcp-no-address = pas une adresse de serveur : { $why }
mcp-address-refused = aucun serveur MCP ne se trouve à cette adresse
mcp-needs-token = le serveur demande une connexion ou un jeton : agentichat mcp login NOM
mcp-call-needs-scope = le service demande une connexion qui permette davantage : agentichat mcp login NOM --scope "{ $word }"
mcp-sign-in-page = Connectez-vous à { $server } sur cette page :
    { $address }
mcp-sign-in-how = y et Entrée l’ouvre dans votre navigateur. Si le navigateur ne peut pas revenir à cette machine, collez l’adresse à laquelle il a fini.
mcp-signed-in = connecté à { $server }
mcp-sign-in-done = Vous êtes connecté. Fermez cette page.
mcp-sign-in-timed-out = personne ne s’est connecté en cinq minutes
mcp-sign-in-none = { $server } ne demande pas de connexion
mcp-sign-in-failed = la connexion au service a échoué : { $why }
mcp-call-not-online = le serveur n’est pas en ligne : { $why }
mcp-phase-off = arrêté
mcp-phase-starting = démarre
mcp-phase-online = en ligne
mcp-phase-waiting = en échec, redémarre bientôt
mcp-phase-failed = en échec
mcp-file-problem = { $path } : { $why }
mcp-file-leaves = le fichier mène hors de l’espace de travail et n’est pas lu
mcp-no-program = le programme { $word } est introuvable ; l’installer, ou donner son chemin
mcp-defined-twice = le serveur MCP { $server } est laissé de côté, car { $place } en définit un de ce nom
mcp-not-defined = aucun fichier ne définit de serveur MCP { $server } ; { $path } est le vôtre
mcp-already-defined = { $path } définit déjà un serveur MCP { $server } ; le retirer d’abord
mcp-not-stored = votre réponse n’a pas été enregistrée : { $why }
mcp-none-here = aucun serveur MCP n’est utilisable ici
mcp-none = Aucun serveur MCP n’est défini. agentichat mcp add NOM -- COMMANDE en définit un pour vous ; un espace de travail définit les siens dans .mcp.json.
mcp-deferred = Les outils offerts coûtent ~{ $tokens } tokens, plus que mcp_offer_tokens : { $most }. Le modèle trouve ceux des derniers serveurs par find_tool.
mcp-trust-new = sans votre confiance, ne démarre pas
mcp-trust-changed = changé depuis votre accord, ne démarre pas
mcp-hint-trust = /mcp trust { $server } fait confiance à cette définition et le démarre
mcp-hint-offer = /mcp offer { $server } les offre toutes au modèle telles quelles
mcp-calls = { $counted }, { $mean } ms chacun, { $failed } en échec
mcp-tools = { $all }, ~{ $price } tokens par requête ; { $offered } offerts au modèle, ~{ $tokens }
mcp-removed = la définition du serveur MCP { $server } est retirée de { $place }
mcp-added = le serveur MCP { $server } est défini dans { $place }
mcp-no-pair = { $word } n’est pas une paire ; écrire NOM=VALEUR pour une variable, NOM: VALEUR pour un en-tête
mcp-no-secret = aucun secret { $name } n’était enregistré
mcp-secret-removed = le secret { $name } est retiré
mcp-secret-kept = le secret { $name } est enregistré : { $place }
mcp-no-such-server = aucun serveur MCP { $server } ; /mcp les affiche
mcp-no-such-prompt = { $server } n’a pas d’invite { $word }
mcp-prompt-needs = l’invite a besoin de { $word }
mcp-no-such-tool = le serveur MCP { $server } n’a pas d’outil { $word }
mcp-untrusted = cet espace de travail définit le serveur MCP { $server }, qui ne démarre pas sans votre confiance : /mcp le montre, /mcp trust { $server } le démarre
mcp-definition-changed = cet espace de travail a changé la définition du serveur MCP { $server } depuis votre accord, il ne démarre donc pas : /mcp montre le changement, /mcp trust { $server } l’accepte
mcp-tools-wait = le serveur MCP { $server } a { $counted }, rien n’est offert au modèle : /mcp les montre, /mcp offer { $server } les offre
mcp-tools-changed = le serveur MCP { $server } a changé { $counted } depuis votre accord, ce qui est retenu : /mcp montre le changement, /mcp offer { $server } l’accepte
mcp-withdrawn = le modèle ne se voit plus offrir d’outils du serveur MCP { $server }
mcp-online = le serveur MCP { $server } est en ligne
mcp-stopped = le serveur MCP { $server } est arrêté jusqu’au prochain appel d’un de ses outils
mcp-trusted-now = le serveur MCP { $server } est en ligne avec { $counted } : /mcp les montre, /mcp offer { $server } les offre au modèle
mcp-offered-now = le modèle se voit offrir { $counted } du serveur MCP { $server }, pour environ { $tokens } tokens par requête

memory-unknown = aucun élément de la mémoire n’a l’identifiant { $word } ; `agentichat memory list` les montre
memory-ambiguous = plusieurs éléments de la mémoire ont un identifiant qui finit par { $word } ; en écrire plus
memory-repeats = l’élément { $word } a déjà ce texte
memory-empty = il faut un texte à un élément de la mémoire
memory-too-long = le texte a { $number } caractères ; un élément de la mémoire en a { $most } au plus
memory-too-many-tags = { $number } étiquettes, c’est trop ; un élément de la mémoire en a { $most } au plus
memory-long-tag = une étiquette a { $most } caractères au plus
memory-shared-away = la mémoire partagée ne répond pas : { $why } ; votre propre mémoire fonctionne, et ce qui doit partir attend
memory-shared-refused = la mémoire partagée a refusé : { $why } ; ce qui doit partir attend
memory-shared-broken = la mémoire partagée a donné une réponse inutilisable : { $why }
memory-shared-silent = aucune réponse en { $seconds } s
memory-shared-slow = la mémoire partagée était trop lente ; voici les éléments de cette machine
memory-shared-back = la mémoire partagée répond de nouveau, et a ce qui attendait
memory-no-postgres = cette version ne sait pas utiliser Postgres ; la compiler avec --features postgres
memory-no-tools = le serveur MCP { $server } ne sert que dans une session
memory-address-unknown = memory.url doit être qdrant+https://hote:6333, postgres://utilisateur@hote/base ou mcp:serveur
memory-address-secret = memory.url ne doit contenir ni clé ni mot de passe ; les mettre dans la variable d’environnement que nomme memory.key_env
memory-address-open = memory.url enverrait des éléments en clair à une autre machine ; utiliser qdrant+https://
memory-address-postgres = memory.url a besoin d’un utilisateur et d’une base : postgres://utilisateur@hote/base
memory-consent = { $count } { $count ->
        [one] élément de la mémoire quitte
       *[other] éléments de la mémoire quittent
    } cette machine pour { $address }, comme tout ce que vous et l’agent garderez désormais : le texte, les étiquettes et le nom { $project } de cet espace de travail. Les secrets sont masqués. Les préférences restent ici.
memory-consent-vectors = { $count } { $count ->
        [one] élément de la mémoire quitte
       *[other] éléments de la mémoire quittent
    } cette machine pour { $address }, comme tout ce que vous et l’agent garderez désormais : le texte, les étiquettes, des vecteurs faits du texte et le nom { $project } de cet espace de travail ; et le vecteur de ce que vous cherchez. Les secrets sont masqués. Les préférences restent ici.
memory-no-pgvector = l’extension pgvector n’est pas dans la base et ne peut y être créée : { $why }
memory-off = la mémoire est désactivée : mettre memory.enabled à true
memory-kept = élément { $word } gardé : il peut être rappelé
memory-refused = élément { $word } refusé
memory-deleted = élément { $word } supprimé ; `agentichat memory restore { $word }` le rétablit
memory-restored = élément { $word } rétabli
memory-nothing = rien n’est en mémoire ici
memory-more = il y en a d’autres : --limit
memory-words-alone = recherche par mots seulement : aucun vecteur de la question n’a été fait
memory-without-vector = { $count ->
        [one] { $count } élément n’a pas encore de vecteur ; seuls des mots le trouvent
       *[other] { $count } éléments n’ont pas encore de vecteur ; seuls des mots les trouvent
    }
memory-added = en mémoire : élément { $word }
memory-there-already = l’élément { $word } a déjà ce texte
memory-no-url = pas de mémoire partagée : memory.url n’est pas défini
memory-share-refused = plus rien ne part vers { $address } ; ce qui a été envoyé y reste
memory-exchanged = envoyés : { $sent } ; reçus dans la boîte de réception : { $received }
memory-share-unasked = On ne vous a pas encore demandé : `agentichat memory share --dry-run` montre ce qui partirait, --allow l’autorise.
memory-share-given = Vous l’avez autorisé.
memory-share-not-given = Vous l’avez refusé ; rien ne part.
argument-list-what-is-remembered-latest-first = Énumérer ce qui est en mémoire, le plus récent d’abord
argument-maximum-number-of-items = Nombre d’éléments au plus
argument-search-what-is-remembered-status-1-if-nothing-is = Chercher dans la mémoire ; code 1 si rien n’est trouvé
argument-words-or-a-question-in-words = Des mots, ou une question en mots
argument-maximum-number-of-items-found = Nombre d’éléments trouvés au plus
argument-remember-a-text = Mettre un texte en mémoire
argument-text-to-remember-for-standard-input = Texte à mettre en mémoire ; - pour l’entrée standard
argument-kind-of-the-item = Genre de l’élément
argument-tag-of-the-item-repeatable = Étiquette de l’élément ; répétable
argument-let-the-item-count-in-every-workspace-as-preferences = Faire valoir l’élément dans tous les espaces de travail, comme vos préférences
argument-show-an-item-whole = Montrer un élément en entier
argument-item-id-or-the-end-of-it-at-least = Identifiant de l’élément, ou sa fin (au moins 4 caractères)
argument-keep-an-item-of-the-inbox-so-that-it = Garder un élément de la boîte de réception, pour qu’il puisse être rappelé
argument-item-ids-or-the-ends-of-them = Identifiants d’éléments, ou leurs fins
argument-refuse-an-item-it-is-not-recalled-and-does = Refuser un élément : il n’est pas rappelé et ne revient pas
argument-delete-an-item-it-can-be-restored-for-30 = Supprimer un élément ; il peut être rétabli pendant 30 jours
argument-restore-a-deleted-item = Rétablir un élément supprimé
argument-print-all-items-as-lines-of-json = Afficher tous les éléments en lignes de JSON
argument-exchange-items-with-the-shared-store-of-memory-url = Échanger une fois des éléments avec le magasin partagé de memory.url, si vous l’avez autorisé
argument-show-where-items-would-go-what-would-leave-and = Montrer où iraient les éléments, ce qui partirait et les 20 premiers ; ne rien envoyer
argument-allow-what-dry-run-shows-and-exchange = Autoriser ce que montre --dry-run, et échanger
argument-refuse-it-from-now-on-what-was-sent-stays = Le refuser désormais ; ce qui a été envoyé reste là-bas
argument-only-items-of-this-kind = Seulement les éléments de ce genre
argument-only-items-in-this-state = Seulement les éléments dans cet état
argument-only-items-with-this-tag = Seulement les éléments avec cette étiquette
argument-also-items-of-other-workspaces = Aussi les éléments d’autres espaces de travail
argument-how-you-like-things-done = Comment vous aimez que les choses soient faites
argument-circumstances-of-the-work = Circonstances du travail
argument-a-fact-about-the-workspace = Un fait sur l’espace de travail
argument-a-choice-that-was-made = Un choix qui a été fait
argument-waits-for-your-decision = Attend votre décision
argument-may-be-recalled = Peut être rappelé
argument-you-refused-it = Vous l’avez refusé
argument-show-search-and-change-what-is-remembered-and-share = Montrer, chercher et changer ce qui est en mémoire, et le partager avec une équipe
memory-stays-here = rien ne quitte cette machine tant que allow_fallback est false, donc { $address } n’est pas interrogé
agents-fault-id = { $name } ne peut pas être l’identifiant d’un agent : 1 à { $most } minuscules, chiffres, - et _, une lettre ou un chiffre d’abord
agents-fault-no-name = name est vide ; donner un nom
agents-fault-name = name a { $length } caractères ; une ligne de 1 à { $most }
agents-fault-description = description a { $length } caractères ; la raccourcir à { $most }
agents-fault-word = { $key } n’en nomme pas : pas d’espaces et 128 caractères au plus
agents-fault-temperature = temperature doit être un nombre de 0 à 2
agents-fault-max-tokens = max_tokens doit être un nombre entier de 256 à 128000
agents-fault-no-prompt = pas de prompt ; l’écrire sous l’en-tête
agents-fault-long-prompt = le prompt a { $length } caractères ; le raccourcir à { $most }
agents-fault-many-names = { $key } a plus de { $most } noms ; en retirer
agents-fault-tool = { $key } : pas d’outil { $name } ; `agentichat agents check` liste les outils
agents-fault-tool-near = { $key } : pas d’outil { $name } ; { $nearest } en est un
agents-fault-server = mcp_servers : { $name } ne peut pas nommer un serveur ; `agentichat mcp` les liste
agents-file = { $path } : { $why }
agents-file-line = { $path }:{ $line } : { $why }
agents-file-key = { $key } : { $why }
agents-file-no-end = l’en-tête n’a pas de fin ; le fermer par une ligne de ---
agents-file-no-keys = l’en-tête n’a pas de clés ; écrire clé: valeur, une par ligne
agents-fault-key = pas de clé { $name } ; les clés sont { $rest }
agents-fault-key-near = pas de clé { $name } ; { $nearest } en est une
agents-fault-no-text = { $key } n’a pas une seule valeur ; en écrire une, ou retirer la ligne
agents-fault-no-list = { $key } n’est pas une liste de noms ; écrire [a, b], [] pour aucun, ou retirer la ligne pour tous
agents-fault-lifecycle = lifecycle doit être permanent ou temporary
agents-fault-lifecycle-fixed = la durée de vie ne peut pas changer ; faire un autre agent
agents-fault-created = created doit être une date comme 2026-11-28T15:04:05Z
agents-note-tool = l’outil { $name } n’a pas d’équivalent ici et est omis
agents-note-model = le modèle { $model } n’est pas connu ici ; celui de la session répond
agents-note-servers = un serveur MCP défini dans le fichier de l’agent n’est pas utilisé ; le définir pour l’espace de travail
agents-note-pattern = le motif { $name } n’est pas lu ; l’agent n’a aucun outil de serveur MCP
agents-note-unused = non utilisé ici : { $rest }
agents-note-value = { $key } a une valeur du mauvais type et n’est pas utilisé
agents-note-cut = seuls les { $most } premiers caractères de la description sont utilisés
agents-folder-leaves = le dossier mène hors de l’espace de travail et n’est pas lu
agents-folder-many = seuls les { $most } premiers fichiers comptent
agents-untrusted = { $counted } de cet espace de travail : pas lus tant que vous ne lui faites pas confiance, par `agentichat trust`
agents-untrusted-write = cet espace de travail n’a pas votre confiance, donc ses agents ne sont pas lus : d’abord `agentichat trust`, ou faire l’agent pour vous
agents-unknown = pas d’agent { $name } ; `agentichat agents` les liste
agents-known = { $path } existe déjà ; le modifier, ou prendre un autre nom
agents-read-only = l’agent { $name } est celui d’un autre programme, dans { $path }, et n’est pas modifié ici ; modifier ce fichier, ou en faire un de ce nom, qui comptera alors
agents-changed = { $path } a été modifié par un autre programme entre-temps et reste tel quel
agents-not-written = pas écrit : { $rest }
count-agent = { $count ->
        [one] { $number } agent
       *[other] { $number } agents
    }
skills-fault-name = { $name } ne peut pas nommer une compétence : 1 à { $most } minuscules, chiffres, - et _
skills-fault-no-text = pas d’instructions ; les écrire sous l’en-tête
skills-note-no-description = pas de description ; le modèle voit la première ligne du texte
skills-unknown = pas de compétence { $name } ; les compétences sont { $rest }
skills-unknown-none = pas de compétence { $name }, ni aucune autre
skills-path = { $path } n’est pas un fichier de la compétence qui peut être lu ; donner un chemin dans son dossier
skills-untrusted = { $counted } de cet espace de travail : pas lues tant que vous ne lui faites pas confiance, par `agentichat trust`
count-skill = { $count ->
        [one] { $number } compétence
       *[other] { $number } compétences
    }
gave-skill = compétence { $name }, ~{ $tokens } tokens
trust-agents = Il a **{ $counted }** à lui.
trust-skills = Il a **{ $counted }** à lui.
agents-none = Aucun agent n’est défini. `agentichat agents add NOM` en définit un pour vous, avec --workspace pour l’espace de travail ; ceux de Claude Code et d’opencode sont lus aussi.
agents-shadowed = { $source }, non utilisé : { $place } compte
agents-temporary = { $source }, temporaire
agents-of-session = de cette session
agents-of-workspace = de l’espace de travail
agents-of-user = à vous
agents-of-claude = pour Claude Code
agents-of-opencode = pour opencode
agents-session-model = le modèle de la session
agents-all-tools = tous les outils
agents-all-servers = tous
agents-no-names = aucun
agents-line-model = Modèle : { $text }
agents-line-temperature = Température : { $text }
agents-line-max-tokens = Tokens d’une réponse : au plus { $text }
agents-line-tools = Outils : { $text }
agents-line-denied = Pas ces outils : { $text }
agents-line-servers = Serveurs MCP : { $text }
agents-line-file = Fichier : { $text }
agents-written = l’agent { $name } est dans { $path }
agents-removed = l’agent { $name } est retiré : { $path } est supprimé
agents-none-temporary = il n’y a pas d’agent temporaire
agents-unchanged = rien n’a été modifié
agents-no-editor = aucun éditeur n’est défini : définir EDITOR, ou donner le changement en option
agents-edit-kept = { $why }. Votre texte est gardé dans { $path }
agents-no-prompt-given = aucun prompt n’a été donné ; rien n’est écrit
agents-input = l’entrée standard ne peut pas être lue : { $why }
agents-checked = { $counted } vérifiés.
agents-tools-are = Les outils : { $rest }
skills-none = Aucune compétence n’est définie. Une compétence est un dossier avec un SKILL.md dans .agentichat/skills ou .claude/skills de l’espace de travail, dans skills à côté de votre configuration, ou dans ~/.claude/skills.
skills-offer = Leurs noms et descriptions coûtent ~{ $tokens } tokens par requête ; le chiffre à côté de chacune est ce que coûte son texte quand le modèle la prend.
skills-named = offerte par son nom seul
skills-withheld = pas offerte
skills-shadowed = non utilisée : une autre de ce nom compte
command-say-agents = dire list, show et le nom d’un agent, running, ou read, tell ou stop et un agent
command-say-skills = dire list, ou show et une compétence, ou rien
count-server = { $count ->
        [one] { $number } serveur
       *[other] { $number } serveurs
    }
slash-agents = Montrer les agents que l’agent peut démarrer ; et ceux qu’il a démarrés : en lire un, lui parler ou l’arrêter.
slash-skills = Montrer les compétences que le modèle peut prendre, leur prix en tokens et leurs instructions.
argument-list-show-define-and-check-the-agents-that-the = Lister, montrer, définir et vérifier les agents que l’agent peut lancer
argument-list-show-and-check-skills-instructions-for-a-kind = Lister, montrer et vérifier les compétences : instructions pour un genre de travail
argument-list-the-agents-that-the-agent-may-start-with = Lister les agents que l’agent peut lancer, avec leurs modèles, outils et fichiers
argument-show-an-agent-with-its-prompt = Montrer un agent avec son prompt
argument-id-or-name-of-an-agent = Identifiant ou nom d’un agent
argument-define-an-agent-without-prompt-the-prompt-is-written = Définir un agent. Sans --prompt, le prompt est écrit dans $EDITOR ou lu sur l’entrée standard
argument-name-of-the-new-agent-its-id-is-made = Nom du nouvel agent ; son identifiant en est fait
argument-define-it-in-the-workspace-in-agentichat-agents = Le définir dans l’espace de travail, dans .agentichat/agents
argument-mark-it-as-temporary-for-agentichat-agents-remove-temporary = Le marquer temporaire, pour `agentichat agents remove --temporary`
argument-change-an-agent-without-an-option-open-its-file = Modifier un agent ; sans option, ouvrir son fichier dans $EDITOR
argument-new-name-of-the-agent-its-id-stays = Nouveau nom de l’agent ; son identifiant reste
argument-delete-the-file-of-an-agent = Supprimer le fichier d’un agent
argument-delete-all-temporary-agents-of-the-user-and-of = Supprimer tous les agents temporaires de l’utilisateur et de l’espace de travail
argument-check-the-files-of-all-agents-status-2-if = Vérifier les fichiers de tous les agents ; statut 2 si l’un a un défaut
argument-task-of-the-agent-as-the-agent-that-starts = Tâche de l’agent, comme la lit celui qui le lance
argument-provider-empty-for-the-session-s = Fournisseur ; vide pour celui de la session
argument-model-empty-for-the-session-s = Modèle ; vide pour celui de la session
argument-maximum-number-of-tokens-of-an-answer-256-to = Nombre maximal de tokens d’une réponse, 256 à 128000
argument-tools-that-it-may-have-separated-by-commas-all = Outils qu’il peut avoir, séparés par des virgules ; all pour ceux de l’agent qui le lance, none pour aucun
argument-tools-that-it-must-not-have-separated-by-commas = Outils qu’il ne doit pas avoir, séparés par des virgules ; vide pour aucun
argument-mcp-servers-whose-tools-it-may-have-separated-by = Serveurs MCP dont il peut avoir les outils, séparés par des virgules ; all ou none
argument-prompt-reads-it-from-standard-input = Prompt ; - le lit sur l’entrée standard
argument-list-the-skills-that-models-are-offered-with-their = Lister les compétences offertes aux modèles, avec leur prix en tokens
argument-show-a-skill-with-its-instructions-and-the-files = Montrer une compétence avec ses instructions et les fichiers à côté
argument-name-of-the-skill = Nom de la compétence
argument-check-the-files-of-all-skills-status-2-if = Vérifier les fichiers de toutes les compétences ; statut 2 si l’une a un défaut
settings-agents-add = `agentichat agents add NOM` définit un agent ; redémarrer après `agentichat trust`
settings-agents-none = aucun agent n’est défini
settings-agents-edit = `agentichat agents edit { $name }` ouvre son fichier dans $EDITOR
settings-agents-other = le fichier d’un autre programme : modifier { $path } avec celui-ci
settings-agents-shadowed = non utilisé
settings-agents-counts = non utilisé : { $place } a le même identifiant et compte
settings-key-edit-file = éditer
settings-fact-tools = outils
settings-fact-file = fichier
plain-set-agents = agents
memory-by-user = par vous
memory-by-agent = par l’agent
memory-by-agent-outside = par l’agent, après la lecture d’un texte extérieur
memory-by-tool = par un outil ou un collègue
memory-counts-here = dans cet espace de travail
memory-counts-everywhere = dans tous les espaces de travail
memory-title = Mémoire : { $state }
memory-title-waiting = { $counted } dans la boîte
memory-show-inbox = boîte
memory-show-kept = gardés
memory-show-refused = refusés
memory-show-all = tous
memory-none-waits = Rien ne vous attend. f montre les autres.
memory-none-chosen = Aucun élément n’est choisi.
memory-forget-again = La même touche encore une fois oublie { $word }.
memory-ask-new = À retenir :{ " " }
memory-ask-search = Chercher :{ " " }
memory-used = rappelé { $time }
memory-kind-user-pref = préférence
memory-kind-context = contexte
memory-kind-knowledge = savoir
memory-kind-decision = décision
memory-list-more = il y en a d’autres : /memory search les trouve
memory-list-waiting = { $counted } dans la boîte : /memory inbox, puis /memory keep ou /memory refuse
memory-recall-slow = la mémoire ne répond pas à temps : les exécutions commencent sans rappel ; le journal en dit plus
memory-recall-broken = rien n’est rappelé : { $why }
memory-forgotten = élément { $word } oublié ; /memory undo le rétablit
memory-taken-back = l’élément { $word } n’est plus retenu
memory-nothing-undone = cette session n’a rien changé dans la mémoire qui puisse être annulé
memory-state-again = élément { $word } à nouveau { $state }
memory-state-inbox = dans la boîte
memory-state-kept = gardé
memory-state-refused = refusé
memory-row-recalled = Rappelé { $number } : { $rest }  ·  /memory drop
memory-row-recall-off = Les exécutions de cette session commencent sans rappel de la mémoire ; /memory recall on le rétablit.
memory-row-recall-on = Les exécutions de cette session commencent par un rappel de la mémoire.
memory-no-recall = rien de rappelé ne se trouve dans cette conversation
memory-dropped = Le rappel est retiré : il ne sera plus dans les requêtes, ni rappelé dans cette session.
