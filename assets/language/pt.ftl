
## tui/bar/answer
bar-wrong-word = isto não é “{ $word }”: nada foi aprovado
bar-nothing-to-run = não resta nada para executar
bar-nothing-typed = nada foi digitado

## tui/bar/auto
bar-auto-nothing = nada foi executado sem pergunta
bar-auto-ran = { $all } sem pergunta: { $writes }, { $commands }
bar-auto-since = { " " }desde { $since }
bar-auto-short = AUTO  { $counts }
bar-auto-on = AUTO  passthrough ativo{ $since }
bar-auto-held = { "  " }{ $count } com pergunta mesmo assim: { $what }

## tui/bar/decide
bar-wants-answer = esta pergunta espera uma resposta: Enter responde, S salta
bar-nothing-chosen = nada foi escolhido: Space escolhe, N recusa tudo
bar-focus-then-yes = F2 primeiro, depois Y
bar-wants-answer-or-skip = esta pergunta espera uma resposta: S salta
bar-no-skip = não se pode saltar: N recusa, Esc adia
bar-always-not-for-asked = sempre não é oferecido para o que é sempre perguntado
bar-always-not-here = sempre não é oferecido aqui
bar-always-not-for-edited = sempre não é oferecido para o que foi editado
bar-always-not-all-shown = o texto não foi mostrado por inteiro: D mostra, depois A
bar-nothing-to-edit = não há nada para editar aqui

## tui/bar/input
bar-focus-then-enter = F2 primeiro, depois Enter

## tui/bar/queue
bar-edit-not-taken = a proposta mudou: a edição não foi usada

## tui/bar/rows
bar-more-rows = { "   " }… mais { $hidden } linhas: j/k rola, d mostra tudo

## tui/bar/typing
bar-no-paste = digite a palavra: colar não conta

## tui/bar/validate
bar-answer-empty = nada foi digitado: digite uma resposta
bar-answer-number = não é um número: digite algarismos, como 12 ou -3.5
bar-answer-path = sem caminho: digite um dentro do espaço de trabalho
bar-answer-outside = fora do espaço de trabalho: digite um caminho relativo à raiz
bar-answer-pattern = não corresponde ao padrão { $pattern }

## tui/bar/rows/body
bar-staged-first = sim grava-os primeiro, continuam sem decisão
bar-staged-without = sim executa sem eles
bar-staged = { $hunks } em { $files } à espera, fora do disco ({ $paths }): { $then }
bar-proposal-other = a proposta agora é outra
bar-changed-meanwhile = { " " }{ $path } mudou entretanto: { $why }
bar-proposal-now = { " " }Proposta atual: { $size }, { $hunks }. Nada foi aplicado.
bar-new-file = arquivo novo
bar-is-deleted = é apagado
bar-as-edited = { "   " }como foi editado
bar-typed-by-you = digitado aqui
bar-asked-by = pedido por { $who }
bar-place = { " " }pasta { $cwd }{ $gap }sandbox { $sandbox }{ $gap }{ $by }
bar-why-risk = { " " }porque o risco é { $risk ->
     [high] alto
     [medium] médio
    *[other] baixo
    }:
bar-always-asked = { " " }na lista que todos os modos perguntam
bar-help-leave = { " " }y sim, uma vez   n não   c não, com motivo   Esc depois   Ctrl+C cancela a execução
bar-help-answer = { " " }Enter responde   s salta   Esc depois   Ctrl+C cancela a execução
bar-help-reach = { " " }a alcance do sim   d, r ver tudo   e editar antes   x porquê do risco
bar-help-buttons = { " " }Tab botão seguinte   Enter aciona-o, após F2   j k rola, 1-9 escolhe
bar-help-marks = { " " }Space marca, ou segura o relógio   [ ] outros pedidos   ? fecha isto
bar-why-not = { " " }por que não >{ " " }
bar-type-word = { " " }digite “{ $word }” para aprovar >{ " " }

## tui/bar/rows/diff
bar-diff-below-one = { "      " }+1 linha: d
bar-diff-below = { "      " }+{ $below } linhas: d
bar-diff-above = { "      " }{ $above } linhas acima: k
bar-diff-both = { "      " }{ $above } linhas acima, +{ $below }: j k d
bar-y-writes-saved = { " " }y grava as { $lines } gravadas na edição, não a proposta; e edita de novo

## tui/bar/rows/footer
bar-armed = { "         " }(ativo em { $seconds },{ $tenths } s)
bar-waits-answer = { " " }espera enquanto se digita.  F2 responde:  Enter responder  s saltar
bar-waits-always = { "  " }a sempre
bar-details-diff-long = diff inteiro
bar-details-diff = diff
bar-details-text-long = texto inteiro
bar-details-text = tudo
bar-waits-keys = { " " }F2 responde:  y aprovar  n recusar  d { $details }{ $always }
bar-waits-long = { " " }espera enquanto se digita. { $keys }
bar-choose-keys = j/k ou 1-{ $last } escolher
bar-enter-take = Enter aceitar
bar-button-no = n recusar
bar-esc-back = Esc voltar
bar-timer-stands = { " " }o relógio está parado. Space continua.
bar-timer-then = { " " }depois: não, e a execução continua. Qualquer tecla pausa.
bar-empty-skips = vazio = saltar
bar-readline = { "   " }teclas readline ativas
bar-enter-answer = Enter responder
bar-esc-later = Esc depois
bar-tab-skip = Tab S saltar
bar-enter-reject = Enter recusar com este motivo
bar-new-line = Ctrl+J nova linha
bar-enter-approve = Enter aprovar
bar-no-paste-tail = { "   " }colar não conta
bar-enter-run = Enter executar isto
bar-passthrough-on = PASSTHROUGH ativo? só { $session }
bar-passthrough-stay = n ficar em { $mode }
bar-passthrough-turn-on = y ativar
bar-passthrough-steps = { "   " }cada etapa = ponto de retorno
bar-passthrough-reach = { " " }auto: leituras, edições e comandos em { $root }, risco baixo ou médio
bar-passthrough-asks = { "      " }pergunta sempre: risco alto, fora do espaço de trabalho, git push, apagar recursivo
bar-passthrough-first = primeira vez
bar-passthrough-off = { " " }desativar: F9, ou F12 que para tudo

## tui/bar/rows/header
bar-place-of = { " " }{ $place } de { $count }
bar-title-write = CONFIRMAR{ $of }  escrita
bar-title-shell = CONFIRMAR{ $of }  comando
bar-title-delete = CONFIRMAR{ $of }  apagar { $files }
bar-title-idle = PERGUNTA{ $of }  parado { $time }
bar-title-yes-no = PERGUNTA{ $of }  sim ou não
bar-title-text = PERGUNTA{ $of }  texto
bar-title-one = PERGUNTA{ $of }  uma escolha
bar-title-several = PERGUNTA{ $of }  várias escolhas
bar-title-changed = { "  " }MUDOU
bar-timer-left-stands = relógio parado em { $left }
bar-timer-left = recusa em { $left }
bar-re-armed = rearmado
bar-risk-high = RISCO ALTO
bar-by = por { $who }
bar-risk-medium = risco médio
bar-risk-low = risco baixo

## tui/bar/rows/lists
bar-delete-checkpoint = { " " }um ponto de retorno é criado antes          { $chosen } de { $total }, { $size }
bar-file-unit = arq.{ " " }
bar-files-unit = arqs.
bar-other-answer = outra: digitar uma resposta
bar-how-far = { " " }Até onde vale este sim?
bar-bytes = { $bytes } bytes

## tui/bar/buttons
bar-details-preview = prévia
bar-details-all = ver tudo
bar-button-skip = S saltar
bar-button-full-diff = d diff inteiro
bar-button-yes = y sim
bar-button-marks = Space marca
bar-button-timer-on = Space continuar
bar-button-timer-off = Space pausar
bar-button-type = y digitar “{ $word }”
bar-button-no-now = n recusar já
bar-button-later-stops = Esc depois: para o relógio
bar-button-type-approve = y digitar “{ $word }” para aprovar
bar-button-type-once = y digitar “{ $word }” para aprovar uma vez
bar-button-yes-once = y aprovar uma vez
bar-no-always-long = { "      " }sempre: nunca para risco alto
bar-no-always = { "  " }sem sempre
bar-button-always-long = a sempre...
bar-button-always = a sempre…
bar-tail-long = { "   " }Esc depois  [ ] fila
bar-tail = { " " }Esc depois
bar-button-diff = d diff
bar-button-edit = e editar
bar-button-comment-long = c recusar+motivo
bar-button-comment = c motivo
bar-button-write-run-long = y gravar o que espera, depois executar
bar-button-write-run = y gravar+exec.
bar-button-disk-long = Space executar no disco como está
bar-button-disk = Space disco
bar-button-run-disk-long = y executar no disco como está
bar-button-run-disk = y no disco
bar-button-write-first-long = Space gravar antes o que espera
bar-button-write-first = Space gravar
bar-button-edit-command = e editar o comando
bar-button-explain = x porquê
bar-button-full-text = d texto inteiro
bar-button-full = d tudo
bar-button-toggle = Space alternar
bar-button-preview = d prévia
bar-button-move = j/k mover

## tui/facts
facts-up-brings-back = . Up traz de volta o que foi enviado
facts-step = etapa { $number }, { $model }
facts-trying-again = { $error }; nova tentativa ({ $attempt } de { $of })

## tui/status
status-agent = agente { $name }
status-checkpoint = ponto #{ $number }
status-checkpoint-short = pr{ $number }
status-review = revisão { $open } de { $all }
status-review-short = rev { $open }/{ $all }
status-attached-to = ligado a { $owner }
status-attached = ligado
status-waiting = à espera
status-waiting-short = esp.
status-keys = teclas { $keys }
status-no-model = sem modelo: Ctrl+X m
status-context = ctx { $about }{ $used }/{ $limit } { $percent }%
status-usage = { $about }{ $input } entrada { $about }{ $output } saída { $cost }
status-session = sessão
status-ended = { " " }terminada
status-error = { " " }erro

## tui/view/chrome
chrome-more = { " " }outras
chrome-asks = { $name } pergunta
chrome-answers = { " " }{ $keys } responde{ " " }
chrome-opening = { " " }abertura da sessão…
chrome-stopped = { " " }o motor parou
chrome-stops = para
chrome-send = enviar
chrome-newline = nova linha
chrome-read-only = só leitura
chrome-draft = rascunho
chrome-working-for = em trabalho { $time }
chrome-working = em trabalho
chrome-no-answer = sem resposta há { $time }
chrome-queued = { $count } na fila, Up retoma

## tui/view/frozen
frozen-with-draft = mesmas configurações, com o rascunho; esta aba fica
frozen-without-draft = mesmas configurações; esta aba fica
frozen-new-session = { " " }Nova sessão ]
frozen-gone = quem respondia desapareceu
frozen-why = Sessão terminada com um erro: { $why }

## tui/view/mod
view-too-small = pequeno demais
view-needs = precisa de { $least_width }x{ $least_height }, tem { $width }x{ $height }
view-sessions-go-on = as sessões continuam; Ctrl+C para
view-engine-stopped = o motor parou; nada do que foi digitado se perdeu: inicie de novo com agentichat --continue

## tui/view/overlay
overlay-found = { $found } de { $total }   { $keys }
overlay-take = escolher
overlay-move = mover
overlay-close = fechar
overlay-not-used = NÃO USADO
overlay-yours = { $text } (sua)
overlay-terminal = TERMINAL
overlay-help = AJUDA
overlay-keys-here = TECLAS aqui: { $here }     teclas transmitidas: { $reported }
overlay-place = { $first }-{ $last } de { $all }
overlay-help-closes = ? Esc fecha
overlay-scroll-long = { $place }   Up Down PageUp PageDown g G rola   { $closes }
overlay-scroll = { $place }   j k Space g G rola   { $closes }
overlay-text-closes = Esc fecha
overlay-interrupted = INTERROMPIDO
overlay-proceed = Enter continuar
overlay-then = depois:

## tui/view/silent
silent-problem = PROBLEMA
silent-screen-works = a tela funciona, e as outras sessões continuam
silent-keys = 1-{ $last } escolher  Enter ir  Esc esperar
silent-asked = o modelo foi consultado
silent-message-waits = a mensagem espera
silent-title = A SESSÃO { $number } NÃO RESPONDE
silent-since = { "   " }nenhum evento há { $time }, { $was }
silent-last = último
silent-said = disse
silent-draft-kept = rascunho mantido
silent-checkpoint = ponto de retorno #{ $number } no disco
silent-queued = { $count } na fila
silent-safe = seguro
silent-wait = esperar
silent-wait-what = dar mais { $seconds } s
silent-stop = parar este turno
silent-stop-what = o que chegou fica
silent-kill = matar a árvore
silent-kill-what = os processos terminam já
silent-report = gravar relato
silent-report-what = um arquivo na pasta temporária (chaves retiradas)
silent-leave = sair
silent-leave-what = tudo está gravado; --continue retoma

## tui/popup/lines
popup-file-ends = o arquivo acaba ali
popup-to-the-end = até ao fim

## tui/unasked
unasked-delete = apagar { $path }
unasked-delete-files = apagar { $count } arquivos

## tui/indexed
indexed-files = índice { $percent } %
indexed-vectors = vetores { $percent } %
indexed-vectors-rest = vetores { $percent } % em pausa
indexed-vectors-wait = vetores à espera: /index
indexed-vectors-stopped = vetores parados: /index

## tui/compared
compared-comparing = { $sides }: comparação…
compared-nothing = { $sides }: nenhuma diferença
compared-title = { $title }   arquivo { $number } de { $count }   Esc voltar  { "}" }/{ "{" } arquivo  n/p trecho
compared-left-out = deixado de fora: { $path }: { $why }

## tui/composer/chips
composer-paste = [colagem { $made }: { $lines }]

## tui/composer/draw
composer-history-search = procura no histórico:{ " " }
composer-history-keys = { "   " }Ctrl+R anterior  Ctrl+S seguinte  Enter usar  Esc voltar

## tui/update/choose
choose-palette = PALETA DE COMANDOS
choose-palette-empty = nada corresponde; Backspace alarga
choose-mode = MODO
choose-mode-empty = não há tal modo
choose-model = MODELO
choose-as-told = como disseram em { $told }; { $asking }
choose-no-models = nenhum fornecedor oferece um modelo; ver `agentichat doctor`
choose-in-history = o que foi digitado está no histórico

## tui/update/dialogs
dialogs-nothing-logged = nada deste arquivo está registado nesta sessão, não há o que desfazer

## tui/update/frozen
frozen-input-off = a entrada está fechada, a sessão terminou com um erro; { "{" }send{ "}" } cria outra

## tui/update/gone
gone-deleted = a sessão { $name } foi apagada
gone-not-open = a sessão { $name } já não está aberta aqui

## tui/update/include
include-pinned = { $path }:{ $start_line }-{ $end_line } fixado
include-already = já incluído; /exclude retira-o
include-one = { $path } incluído: é enviado com cada mensagem
include-several = { $count } arquivos incluídos: são enviados com cada mensagem

## tui/update/ladder
ladder-draft-cleared = rascunho limpo; Up traz de volta
ladder-again-to-leave = outra vez para sair; tudo está gravado
ladder-run-goes-on = há uma execução em curso; { "{" }quit{ "}" } outra vez sai e termina-a
ladder-all-stopped = tudo está parado, passthrough está desligado

## tui/update/mod
keys-stay = as teclas ficam como estavam: { $text }
keys-read-anew = a tabela de teclas foi lida de novo
keys-more-faults = { $first } (mais { $faults }: /keys)

## tui/update/panes
panes-nothing-waits = nada espera uma resposta

## tui/update/parts
parts-no-other-file = não há outro arquivo mudado desse lado
parts-edit-sends = Enter envia no lugar do antigo, Esc deixa-o como está; os arquivos não mudam
parts-message-stays = a mensagem fica como está; Up traz de volta o texto editado
parts-too-long-to-copy = longo demais para a área de transferência do terminal; copie uma parte menor
parts-copied = { $letters } caracteres copiados (OSC 52)

## tui/update/proposal
proposal-sides = antes / proposto

## tui/update/review
review-answered = a pergunta está respondida

## tui/update/session
session-none-to-copy = não há sessão cujas configurações uma nova possa usar
session-numbered = sessão { $number }
session-workspace = o espaço de trabalho

## tui/update/sessions
sessions-shown-already = já está à vista; escolha outra para pôr ao lado
sessions-no-room = não há lugar aqui para outra sessão; { "{" }close_split{ "}" } fecha uma

## tui/update/slash
slash-line-own-commands = .agentichat/commands: { $problem }
slash-line-no-such-session = não há sessão `{ $name }`; { $key } mostra a lista

## tui/update/splits
splits-none = não há sessão cuja janela possa ser dividida
splits-no-room = não há lugar aqui para outra sessão; { "{" }close_split{ "}" } fecha uma, { "{" }next_session{ "}" } mostra a seguinte no lugar
splits-one-shown = uma sessão à vista; { "{" }split_right{ "}" } mostra outra ao lado, { "{" }split_below{ "}" } por baixo
splits-works = { $name } trabalha; outra vez cancela a execução e retira a aba
splits-only-one = é a única sessão aberta; { "{" }quit{ "}" } sai
splits-kept = { $name } fica guardada: { $key } mostra-a de novo

## tui/overlay
mode-plan = nada é gravado, só comandos de baixo risco são executados
mode-review = as escritas esperam F7, os comandos são perguntados
mode-confirm = cada escrita e cada comando é perguntado
mode-accept-edits = as escritas são aplicadas, os comandos são perguntados
mode-passthrough = tudo é executado menos o risco alto e o que é sempre perguntado

## tui/parts/bar
whole-staged = à espera, fora do disco: { $path }
whole-place = executa em { $cwd }, sandbox { $sandbox }
whole-touches = toca em { $path }
whole-delete = { $path }  { $files } arquivos  { $note }
whole-risk = risco { $risk ->
     [high] alto
     [medium] médio
    *[other] baixo
    }
whole-too-long = (o resto é longo demais para mostrar)
whole-this-session = esta sessão
whole-proposal-changed = a proposta mudou entretanto; e edita-a como está agora
whole-nothing-edited = nada mudou no editor: a proposta fica como estava

## tui/parts/chat
chat-call-sides = antes / depois da chamada
chat-call-no-file = esta chamada não mudou nenhum arquivo
chat-not-found = não encontrado

## tui/parts/editor
editor-reading-picture = [leitura da imagem { $number } …]
editor-picture-pending = uma imagem ainda está em leitura; Enter envia quando chegar
editor-tokens = { $tokens } tokens
editor-changed-here = mudado nesta sessão
editor-mentioned = mencionado
editor-new-to-git = novo para o git
editor-in-git = { $letter } no git

## tui/parts/review
review-title = REVISÃO

## tui/parts/tree
tree-all-again = todos os arquivos estão de novo à vista
tree-no-other = não há outro
tree-filter-foot = { " " }{ $words }   Esc mostra todos os arquivos
tree-changed-foot = { " " }só { $count }   a mostra todos os arquivos

## tui/hints
hint-proceed = continuar
hint-go = ir
hint-next = seguinte
hint-previous = anterior
hint-wait = esperar
hint-new-session = nova sessão
hint-panes = painéis
hint-review = revisão
hint-sessions = sessões
hint-palette = paleta
hint-down = baixo
hint-up = cima
hint-close = fechar
hint-open = abrir
hint-diff = diff
hint-mention = mencionar
hint-changed-only = só mudados
hint-filter = filtrar
hint-next-pane = próximo painel
hint-editor = editor
hint-all-keys = teclas
hint-expand = abrir
hint-copy = copiar
hint-search = procurar
hint-next-hunk = próximo trecho
hint-next-file = próximo arquivo
hint-wrap = quebrar
hint-pin = fixar
hint-hunk = trecho
hint-file = arquivo
hint-toggle = alternar
hint-accept-next = aceitar+seg.
hint-reject-next = recusar+seg.
hint-apply = aplicar
hint-back = voltar
hint-undo = desfazer
hint-clear = limpar
hint-lines = linhas
hint-split = dividir
hint-edit = editar
hint-comment = comentar
hint-all = tudo
hint-layout = disposição
hint-preview = prévia
hint-compare = comparar
hint-roll-back = reverter
hint-name = nomear
hint-new = novo
hint-look-for-something-else = outra procura
hint-external = $EDITOR
hint-test = testar
hint-save = gravar
hint-next-page = próxima página
hint-switch = ir
hint-workspaces = espaços
hint-settings = configurar
hint-archive = arquivar
hint-delete = apagar
hint-difference = diferença
hint-next-step = próximo passo
hint-leave = sair
hint-approve = aprovar
hint-reject = recusar
hint-all-of-it = ver tudo
hint-explain = explicar
hint-later = depois
hint-take = escolher
hint-answer = responder
hint-zoom = zoom
hint-passthrough = passthrough
hint-mode = modo
hint-leader = prefixo
hint-off = desliga
hint-stops-all = para tudo
hint-unbound = { $action } (sem tecla)
hint-no-session = ainda não há sessão; { "{" }new_session{ "}" } cria uma
hint-undo-all = desfazer tudo: { $key }
hint-help = { " " }num rascunho vazio: ajuda

## words of the protocol
status-word = { $status ->
    [idle] parada
    [running] em curso
    [waiting] espera
    [awaiting_review] a rever
    [error] erro
    [interrupted] interrompida
    [archived] arquivada
   *[other] { $status }
 }
list-status = { status-word }
run-status = { $status ->
    [queued] na fila
    [running] em curso
    [waiting] espera
    [awaiting_review] a rever
    [completed] concluída
    [failed] falhou
    [cancelled] cancelada
    [interrupted] interrompida
   *[other] { $status }
 }

## choose, ladder, overlay
choose-asking = consulta dos modelos aos fornecedores…
ladder-cancelling = cancelamento; Ctrl+C outra vez mata os processos
ladder-killing = os processos são mortos
overlay-interrupted-text = O programa terminou enquanto estas sessões trabalhavam. Não se sabe como acabaram as chamadas iniciadas; não são repetidas por si.

## counted things: `$count` decides, `$number` is how it is written
count-call = { $count ->
    [one] { $number } chamada
   *[other] { $number } chamadas
 }
count-change = { $count ->
    [one] { $number } mudança
   *[other] { $number } mudanças
 }
count-changed-file = { $count ->
    [one] { $number } arquivo mudado
   *[other] { $number } arquivos mudados
 }
count-command = { $count ->
    [one] { $number } comando
   *[other] { $number } comandos
 }
count-comment = { $count ->
    [one] { $number } comentário
   *[other] { $number } comentários
 }
count-conflict = { $count ->
    [one] { $number } conflito
   *[other] { $number } conflitos
 }
count-fault = { $count ->
    [one] { $number } falha
   *[other] { $number } falhas
 }
count-file = { $count ->
    [one] { $number } arquivo
   *[other] { $number } arquivos
 }
count-hunk = { $count ->
    [one] { $number } trecho
   *[other] { $number } trechos
 }
count-line = { $count ->
    [one] { $number } linha
   *[other] { $number } linhas
 }
count-message = { $count ->
    [one] { $number } mensagem
   *[other] { $number } mensagens
 }
count-model = { $count ->
    [one] { $number } modelo
   *[other] { $number } modelos
 }
count-more-file = { $count ->
    [one] { $number } arquivo a mais
   *[other] { $number } arquivos a mais
 }
count-other-verdict = { $count ->
    [one] { $number } outro veredicto
   *[other] { $number } outros veredictos
 }
count-place = { $count ->
    [one] { $number } lugar
   *[other] { $number } lugares
 }
count-token = { $count ->
    [one] { $number } token
   *[other] { $number } tokens
 }
count-word = { $count ->
    [one] { $number } palavra
   *[other] { $number } palavras
 }
count-write = { $count ->
    [one] { $number } escrita
   *[other] { $number } escritas
 }

## tui/pane/tree/rows
tree-legend-pending = { " " }[ ] decidir [~] parte
tree-legend-accept = { " " }[+] aceito [-] recusado
tree-legend-conflict = { " " }[!] conflito [u] seu
tree-legend-staged = { " " }s   fora do disco
tree-filtered = ARQUIVOS  { $words }
tree-only = ARQUIVOS  só { $count } mudados
tree-files = ARQUIVOS
tree-changed = ARQUIVOS     mudados { $count }
tree-looking = procura…
tree-and-changed = , mudados
tree-fitting = { $shown } de { $total }{ $only }
tree-row-looking = { " " }procura…
tree-no-changed-fits = { " " }nenhum arquivo mudado corresponde
tree-none-fits = { " " }nenhum arquivo corresponde
tree-nothing-changed = { " " }nada mudou
tree-none = { " " }sem arquivos
tree-loading = { " " }leitura …

## tui/pane/review/moves
review-last-one = este é o último
review-first-one = este é o primeiro
review-all-decided = tudo está decidido: w mostra o que seria gravado
review-all-marked = tudo está marcado: y dá a resposta
review-no-fold = não há dobra na tela abaixo do cursor
review-white-space-ignored = linhas que só diferem em espaços são desenhadas iguais; as marcas não mudam
review-white-space-counts = os espaços voltam a contar
review-one-column = há uma só coluna aqui; = muda a disposição
review-only-column = esta é a única coluna à vista

## tui/pane/review/draw/foot
review-conflict-keys = m meu  t agente  b ambos  o base  e editar
review-result-of = RESULTADO do trecho { $number }
review-hunk-number = trecho { $number }
review-marks-not-written = as marcas não são gravadas antes de w
review-answer-not-given = nada é gravado antes de y dar a resposta; Esc volta
review-yours-stay = as suas mudanças ficam: [u]
review-foot-files-more = { " " }arquivos: …{ " " }
review-foot-files = { " " }arquivos:{ " " }

## tui/pane/review/draw/body
review-nothing-differs = { " " }nada difere neste arquivo
review-looking = { " " }exame do que mudou…
review-nothing-to-review = { " " }nada para rever: o que o agente mudar aparece aqui
review-nothing-of-file = { " " }nada registado deste arquivo; { "}" } e { "{" } percorrem os arquivos mudados
review-unchanged = ⋯ { $lines } sem mudança
review-unchanged-open = { $words }   z abre
review-told = dito
review-not-told = ainda não dito
review-column-current = ATUAL
review-column-base = BASE
review-column-proposed = PROPOSTO

## tui/pane/review/draw/header
review-head = { " " }REVISÃO
review-head-of-question = { " " }REVISÃO do que é perguntado
review-proposed-by = proposto por{ " " }
review-conflicts-block = { " " }os conflitos bloqueiam w
review-whole-not-logged = { "   " }inteiro; ainda não registado
review-being-written = { "   " }em escrita…
review-refining = { "   " }a refinar…
review-not-written = { "   " }não gravado: w
review-staged = { "   " }à espera
review-file-place = arquivo { $number } de { $all }{ "   " }
review-file-place-short = { $number }/{ $all } arquivos
review-one-file = 1 arquivo
review-hunk-place = trecho { $number } de { $all }
review-unified = { " " }ATUAL+PROPOSTO unificados
review-unified-base = , base #{ $number }
review-unified-keys = { $hunk }   = disposição
review-on-disk-now = no disco agora (você)
review-checkpoint-at = ponto de retorno #{ $number } { $time }
review-before-it = antes

## tui/pane/review/draw/sheets
review-sheet-write = O QUE SERÁ GRAVADO
review-sheet-looking = exame: { $files }…  Esc deixa
review-accept-all-files = ACEITAR TODOS OS ARQUIVOS
review-sheet-edit = EDITAR
review-sheet-fetching = leitura do texto…  Esc deixa
review-sheet-gathering = exame do que seria gravado…  Esc deixa
review-sheet-changed = mudou entretanto; novo exame…
review-sheet-nothing = nada para gravar   Esc voltar
review-sheet-keys = y gravar estes arquivos agora   j/k rolar   Esc voltar, nada é gravado
review-sheet-comment = COMENTÁRIO para o agente
review-sheet-comment-keys = Enter guarda   Ctrl+J outra linha   Esc abandona
review-sheet-edit-proposed = EDITAR o que é proposto
review-sheet-edit-keys = Ctrl+S ou Alt+Enter aceita   Esc abandona   nada é gravado
review-sheet-edit-here = EDITAR o que deve ficar aqui
review-sheet-as-decided = O disco está como decidido: nada para gravar.
review-sheet-skipped = saltado: { $path }: { $why }
review-sheet-all-decided = Tudo está decidido.
review-sheet-one-undecided = 1 trecho fica por decidir; é mantido, e isto não o grava.
review-sheet-undecided = { $count } trechos ficam por decidir; são mantidos, e isto não os grava.
review-sheet-all-told = O agente conhece todos os veredictos e comentários.
review-sheet-one-to-tell = 1 veredicto ou comentário será dito ao agente com a próxima mensagem.
review-sheet-to-tell = { $count } veredictos e comentários serão ditos ao agente com a próxima mensagem.
review-sheet-ways = Enter escolhe   j/k mover   Esc voltar

## tui/pane/review/draw/files
review-list-head = { " " }ARQUIVOS
review-list-changed = { $count } mudados{ " " }
review-legend-pending = por decidir
review-legend-part = parte
review-legend-accept = aceitar
review-legend-reject = recusar
review-legend-conflict = conflito
review-legend-yours = seu

## tui/pane/review/act
review-search-first = / primeiro: pergunta o que procurar
review-leave-hunks = { $hunks } sem decisão.
review-leave-hunks-files = { $hunks } sem decisão, { $files } ainda por gravar.
review-leave-kept = Tudo é mantido, mesmo quando o programa termina.
review-leave-title = SAIR DA REVISÃO
review-leave-way = sair; tudo é mantido
review-leave-save = gravar: mostra o que seria gravado
review-leave-stay = ficar
review-edit-in-bar = Esc, depois e na barra edita o que é proposto
review-no-hunk = nenhum trecho na tela: n vai para o próximo
review-edit-unchanged = nada mudou no editor: o trecho fica como estava
review-comment-in-bar = Esc, depois c na barra recusa com um comentário
review-nothing-to-pin = não há aqui linhas que possam ser fixadas

## tui/pane/review/decide
review-is-yours = esta mudança é sua: fica, e não faz parte do que é proposto
review-accept-title = ACEITAR
review-accept-builds = Este trecho assenta em { $others } sem decisão.
review-accept-both = ambos: aceitar também { $others }
review-leave-it = deixar como está
review-reject-title = RECUSAR
review-reject-builds = Mudanças posteriores assentam neste trecho: { $others }.
review-reject-with = recusá-lo com os { $count } que assentam nele
review-reject-alone = só este: os outros ficam com [!] até serem resolvidos
review-question-whole = responde-se a uma pergunta com trechos inteiros; nada é dividido
review-no-conflict = este trecho não tem conflito
review-nothing-to-undo = não há nada para desfazer
review-undo-title = DESFAZER
review-undo-rollback = A última ação é uma reversão: { $label }
review-undo-writes = Desfazê-la grava os arquivos como estavam antes.
review-undo-leave = deixar
review-undo-way = desfazer a reversão
review-nothing-left = Não resta nada para aceitar.
review-accept-all = aceitar { $hunks } em { $files }; nada é gravado ainda
review-nothing-to-decide = não resta nada para decidir aqui
review-accept-file = aceitar tudo neste arquivo: { $hunks }
review-accept-file-title = ACEITAR TUDO NESTE ARQUIVO
review-leave-split = deixar como está: s divide um trecho
review-conflicts-left = { $conflicts } por resolver: m t b o e resolve um
review-not-written-yet = nada é gravado ainda: y dá a resposta, como está marcada
review-file-lines = { $path }: { $lines } linhas
review-over-limits = { $hunks } acima dos limites, cada um tomado inteiro:
review-conflicts-left-out = { $conflicts } de fora: resolva-os um a um.

## tui/pane/review/search
review-nothing-to-search = ainda não há nada para procurar
review-not-in-file = não está neste arquivo: { $text }
review-from-top = de novo desde o início
review-from-bottom = de novo desde o fim
review-search-keys = Enter procura  Esc sai
review-more-than = mais de{ " " }
review-search-looking = /{ $text }   procura…
review-search-match = /{ $text }   { $number } de { $more }{ $all }
review-search-ends = n seguinte  N anterior  Esc termina a procura

## tui/pane/review/keys
review-nothing-said = nada foi dito
review-hunk-unchanged = nada mudou: o trecho fica como estava
review-w-not-enter = w mostra o que seria gravado; Enter não
review-nothing-to-write = não há nada para gravar
review-not-here-yet = o que é proposto ainda não chegou
review-high-risk = o risco é alto: Esc, depois a barra pede a palavra
review-answer-counts = { $taken } aceitos, { $refused } recusados, { $open } sem marca.
review-answer-title = RESPONDER
review-answer-go-on = continuar a marcar
review-answer-take-rest = aceitar também o que não está marcado
review-answer-refuse-rest = recusar o que não está marcado
review-answer-given = a resposta está dada

## tui/pane/review/lines
review-cursor-in-no-hunk = o cursor não está em nenhum trecho: n vai para o próximo
review-lines-keys = j e k escolhem linhas; a, r e c são sobre elas, v termina
review-lines-whole = responde-se a uma pergunta com trechos inteiros; v retira a seleção
review-lines-together = estas linhas não se separam do resto; s divide o trecho
review-lines-split = o trecho foi dividido, mas não nestas linhas; decida sobre as partes

## tui/pane/review/words
review-maker-you = você
review-maker-command = um comando
review-maker-session = sessão { $name }
review-maker-unclear = incerto: mudou enquanto corria um comando
review-state-rolled-back = revertido
review-state-rejected-disk = recusado, ainda no disco até w
review-state-rejected = recusado
review-state-accepted-disk = aceito, no disco
review-state-accepted = aceito, gravado com w
review-state-pending-disk = por decidir, no disco
review-state-pending = por decidir, fora do disco
review-about-oversized = acima dos limites de um trecho: s divide-o
review-about-edited = editado por você
review-about-builds-on = assenta em { $count }
review-about-carries = { $count } assentam nele
review-no-newline = { " " }<sem quebra>
review-cell-yours-now = seu (no disco)
review-cell-base = base
review-cell-agent = agente
review-cell-yours = seu
review-cell-rejected = recusado

## tui/pane/review/stream
review-still-written = ainda está em escrita: decida quando estiver inteiro

## tui/pane/chat/view
chat-below-more = { " " }↓ mais{ " " }
chat-below-new = { " " }↓ { $count } novos{ " " }
chat-beginning =
    Ainda nada foi dito.

    Diga abaixo o que quer fazer; Enter envia.
    @ nomeia um arquivo, / começa um comando, ! executa um no shell, ? na linha vazia mostra as teclas.

## tui/pane/chat/build
chat-you = você
chat-told-agent = o agente soube o que foi feito das suas mudanças

## tui/pane/chat/call
chat-folded = { $lead }+ { $lines } linhas dobradas
chat-space-open = Space abre
chat-state-wait = ESPERA
chat-state-run = CORRE
chat-state-lost = PERDEU
chat-state-stage = pronto
chat-state-ok = ok
chat-state-no = NÃO
chat-state-stop = PAROU
chat-state-fail = FALHA
chat-tool-read = ler
chat-tool-write = gravar
chat-tool-edit = editar
chat-tool-delete = apagar
chat-tool-list = lista
chat-tool-grep = grep
chat-tool-search = procurar
chat-tool-shell = shell
chat-tool-ask = perguntar
chat-tool-task = tarefa

## tui/pane/chat/mod
chat-title = CHAT
chat-title-turn = CHAT  turno { $turn }

## tui/pane/chat/lines
chat-asked = perguntado{ $gap }{ $tool }: { $question }
chat-answered = { $answer }, por { $by }  { $time }
chat-label-note = nota{ "  " }
chat-label-warn = AVISO{ " " }
chat-label-error = ERRO{ "  " }
chat-retry = { $attempt } de { $of } em { $seconds } s: { $why }
chat-label-retry = NOVA{ "  " }
chat-wait-for-review = { $count ->
    [one] { $hunks } espera a revisão: F7
   *[other] { $hunks } esperam a revisão: F7
 }
chat-label-queued = na fila
chat-space-close = Space fecha
chat-thinking = reflexão … { $words }
chat-end-done = concluído
chat-end-stopped = parado
chat-end-failed = FALHOU
chat-end-interrupted = INTERROMPIDO
chat-end-unknown = o programa terminou durante { $calls }; ninguém sabe o resultado
chat-refused-unasked = { $count } recusados sem pergunta
chat-answer-yes = sim
chat-answer-always = sim, sempre
chat-answer-edited = sim, editado
chat-answer-some = sim, { $what }
chat-answer-no = não
chat-answer-no-why = não: { $why }
chat-answer-chose = escolha: { $what }
chat-answer-on-disk = sim, no disco como está
chat-answer-skipped = saltado
chat-by-key = tecla
chat-by-rule = regra
chat-by-mode = modo
chat-by-time-out = tempo esgotado
chat-by-cancelling = cancelamento
chat-by-nobody = ninguém

## tui/pane/chat/detail
chat-allowed-by = permitido por
chat-detail-more = ⋯ mais { $count } linhas: d mostra o diff
chat-nothing-more = nada mais
chat-arguments-raw = argumentos, não JSON
chat-arguments = argumentos
chat-lines-hidden = ⋯ { $lines } fora da vista

## tui/pane/chat/cell
chat-interrupted-here = interrompido aqui

## tui/pane/chat/hunks
chat-refused = { $refused } recusados
chat-told-verdicts = dito ao agente: { $what }

## tui/pane/note
note-reading = leitura…
note-kept = guardada
note-not-kept = ainda não guardada
note-title = NOTA  deste espaço de trabalho
note-keys = { "  " }Esc sai dela  Ctrl+S guarda agora

## tui/pane/diff/text
diff-line-of = { "   " }linha { $line } de { $total }
diff-file = ARQUIVO  { $path }{ $facts }

## tui/pane/diff/mod
diff-proposal = atual / proposto
diff-title = DIFF
diff-hunk-of = trecho { $hunk } de { $all }
diff-title-of = DIFF  { $path }   { $facts }
diff-none = Nenhum arquivo escolhido.

## tui/rollback/act
rollback-runs = recusado enquanto a sessão trabalha; Ctrl+C para-a, depois de novo
rollback-wrong-word = isto não é { $hard_word }: nada foi revertido
rollback-enter-first = Enter primeiro: mostra o que seria feito
rollback-changed-meanwhile = algo mudou entretanto; veja de novo
rollback-rolling-back = reversão…
rollback-still-looking = exame em curso do que voltaria
rollback-title = REVERTER
rollback-sides = agora / depois da reversão
rollback-to-settle = { $conflicts } por resolver antes: Space num deles
rollback-nothing-chosen = nada foi escolhido para reverter

## tui/rollback/draw
rollback-title-looking = REVERTER   exame do que voltaria…
rollback-step-1 = passo 1 de 2
rollback-lead-scope = âmbito{ " " }
rollback-scoped = trecho a trecho (scoped): o que não depende disso fica, as suas edições também
rollback-hard = tudo (hard): cada arquivo como estava, as suas edições posteriores também vão
rollback-lead-how = modo{ "   " }
rollback-nothing-there = não há nada para reverter
rollback-not-written = { "  " }ainda não gravado: { $path }: as decisões são gravadas com isto
rollback-left-alone = { "  " }[ ] { $path }  { $why }: fica como está
rollback-may-be-yours = { $mark } mudança { $number } que pode ser sua: veio enquanto corria um comando
rollback-conflict = { $mine } manter o meu { $base } ponto de retorno { $both } ambos, linha { $line }: { $why }   d editar na revisão
rollback-safety = o ponto de segurança #{ $number } é criado antes: desfazer com F8, primeira entrada
rollback-hard-discards = o modo hard descarta { $hunks } SEUS: digite  { $hard_word }  no passo seguinte
rollback-session-runs = a sessão trabalha: nada é revertido antes de ela acabar (Ctrl+C)
rollback-choose-keys = Space alternar  d diferença  Enter próximo passo  n sair
rollback-step-2 = passo 2 de 2
rollback-yours-none = Nada seu está nestes arquivos.
rollback-yours-one = 1 trecho seu fica.
rollback-yours = { $hunks } seus ficam.
rollback-lost-none = Nada seu vai com isto.
rollback-lost-one = 1 trecho SEU vai também. Está no ponto de retorno #{ $number }.
rollback-lost = { $hunks } SEUS vão também. Estão no ponto de retorno #{ $number }.
rollback-decide-keys = y reverter e gravar agora   d diferença   n voltar
rollback-word-keys = Enter reverte quando a palavra lá estiver   Esc voltar
rollback-title-of = REVERTER { $what }
rollback-type-word = digite { $hard_word } para reverter tudo:{ " " }
rollback-scope-hunk = este trecho
rollback-scope-hunks = isto: { $hunks }
rollback-scope-file = este arquivo: tudo o que agentes e comandos lhe fizeram
rollback-scope-call = esta chamada
rollback-scope-run = esta execução
rollback-scope-agent = tudo o que o agente { $agent } fez nesta sessão
rollback-scope-session = tudo o que agentes e comandos fizeram nesta sessão
rollback-scope-checkpoint = tudo o que agentes e comandos fizeram desde o ponto de retorno

## tui/finder/act
finder-type-text = digite o que procura; Esc deixa como estava
finder-not-pinned = não fixado: o que está à espera ainda não está no disco, onde o fixado é lido; F7 grava
finder-pinned-already = já fixado; /exclude retira

## tui/finder/draw
finder-title = PROCURA
finder-searching = procura…
finder-nothing = nada encontrado
finder-first-places = os primeiros { $count } lugares
finder-best-first = , os melhores primeiro
finder-best-first-meaning = , os melhores primeiro, por palavras e sentido
finder-by-path = , por ordem de caminho
finder-again = , nova procura…
finder-yet = { " " }por enquanto
finder-partial = { $yet }: o índice está { $percent } % feito ({ $done } de { $total } arquivos), pode haver mais
finder-partial-unknown = { $yet }: o índice ainda está em construção, pode haver mais
finder-as-written = { " " }(à letra: não há índice para os ordenar)
finder-index-failed = ; o índice não pode continuar: { $why }
finder-something-else = ; / procura outra coisa
finder-staged = { "  " }à espera
finder-pinned = { "  " }fixado
finder-line = { "  " }linha { $line } de { $total }
finder-reading = leitura do arquivo…

## tui/timeline/act
timeline-name-empty = um nome precisa de uma letra; nada foi nomeado
timeline-none-chosen = nenhum ponto de retorno escolhido
timeline-none-yet = ainda não há ponto de retorno
timeline-versus = #{ $number } / #{ $other }
timeline-versus-now = #{ $number } / agora
timeline-title = PONTOS DE RETORNO

## tui/timeline/mod
timeline-no-rollback = não há reversão que possa ser desfeita

## tui/timeline/draw
timeline-looking = exame dos pontos de retorno…
timeline-none = nenhum ponto ainda: um é criado antes da primeira mudança de uma execução
timeline-none-fits = nenhum corresponde; Backspace no filtro alarga
timeline-keys = d diff com agora   Space comparar   b reverter   t nomear   n novo   f filtrar
timeline-undo-keys = y desfaz a reversão e grava os arquivos   qualquer outra tecla deixa
timeline-list-keys = Enter prévia  Esc voltar
timeline-list-keys-filter = Enter prévia  Esc voltar  f muda o filtro
timeline-ask-filter = filtrar por arquivo, agente ou palavras:{ " " }
timeline-ask-name = nome:{ " " }
timeline-ask-new = nome de um ponto de retorno de agora:{ " " }
timeline-dropped = { " " }(conteúdo descartado: acima do limite)
timeline-time = hora{ " " }
timeline-time-long = hora{ "       " }
timeline-head = { "      " }#  { $time }  por        arquivos     o quê
timeline-head-kind = { $row }  tipo
timeline-undo = { "   " }desfazer  { $label }
timeline-kind-auto = auto
timeline-kind-user = você
timeline-kind-shell = shell
timeline-kind-named = nome
timeline-kind-safety = segur.

## tui/figures/draw
figures-keys = p execução anterior  n seguinte  j/k rolar  q voltar
figures-title = NÚMEROS  { $name }
figures-none = nenhuma resposta de modelo ainda: tokens, custo e cronologia de cada execução aparecem aqui
figures-looking = exame das execuções…
figures-context-unknown = contexto ainda não medido
figures-context-of = { " " }{ $about }{ $percent }%  { $used } de { $limit }
figures-context = contexto
figures-at-most = { " " }no máx. { $most }
figures-tokens-in = tokens entrada
figures-tokens-out = tokens saída
figures-cost = custo ${ $paid }{ $more }
figures-in-all = { " " }no total
figures-cost-unknown = custo  desconhecido: não há preço destes modelos (/models)
figures-cost-nothing = custo  nada
figures-run = execução { $number } de { $all }  { $time }  { $status }  { $long }
figures-more-below = mais { $more } abaixo

## tui/figures/lanes
figures-you = você

## tui/widget/diff/mod
widget-new-file = arquivo novo
widget-deleted = apagado

## tui/widget/diff/rows
widget-fold-one = { " " }⋯ 1 linha sem mudança
widget-fold = { " " }⋯ { $count } linhas sem mudança
widget-more-one = { " " }⋯ mais 1 linha
widget-more = { " " }⋯ mais { $count } linhas
widget-no-more = { " " }⋯ sem mais mudanças
widget-cut = { " " }⋯ cortado aqui: o diff é longo demais para mostrar inteiro
widget-none = { " " }sem diferenças
