# O que a bancada diz, em português do Brasil: arquivo, tela, mouse, senha, você; gerúndio; baixar, pular, provedor.
# CONTRIBUTING.md diz como acrescentar uma mensagem.
# trecho = hunk, ponto de retorno = checkpoint, execução = run, painel = pane, proposto = proposed, aplicar = apply, gravar = save,
# configurações = settings.

## Início: os primeiros minutos, a tela inicial, a demonstração
start-title = Início
start-head = Boas-vindas ao agentichat. Nenhum modelo conectado; nada foi enviado.
start-looked-at = Verificado
start-looking = à procura de um modelo…
start-looked-again = verificado: { $said }
start-found = esta sessão usa { $model } de { $provider }
start-none-of = { $provider } está gravado, mas nenhum dos seus modelos funciona: { $why }
start-has-model = esta sessão usa { $model } de { $provider }; { "{" }model_picker{ "}" } troca
start-key = colar uma chave de API
start-key-what = num arquivo que só você lê, ou no chaveiro
start-local = usar um servidor local
start-local-what = rode `ollama serve`, depois tecle r
start-set-up = configurar um provedor
start-set-up-what = passo a passo: endereço, chave, modelo
start-demo = testar a demo
start-demo-what = um agente que segue um roteiro, sem modelo
start-whose-key = De quem é a chave?
start-which-provider = Qual provedor?
start-key-there = tem chave
start-key-not-there = ainda sem chave
start-any-server = { $key }; também para o seu servidor com a API dele (vLLM, LM Studio …)
start-terminal = terminal: { $colours }, teclas { $keys }, área de transferência por OSC 52, tema { $theme }
start-colours-24 = cores de 24 bits
start-colours-256 = 256 cores
start-colours-16 = 16 cores
start-colours-none = sem cores
start-keys = 1-{ $last }, { $run } escolher  r verificar  { $close } { $leave }
start-more-rows = { $count ->
    [one] … mais { $hidden } linha: /doctor
   *[other] … mais { $hidden } linhas: /doctor
 }
start-letters = Ou comece a digitar; /start volta aqui, /keys test testa as teclas.
start-letters-key = Digite ou cole a chave aqui; ela fica oculta.
start-key-held = a chave: { $letters ->
    [one] { $letters } letra
   *[other] { $letters } letras
 }, oculta; Enter usa o provedor marcado
start-key-within = O texto colado contém uma chave: nada foi para o rascunho. Cole só a chave.
start-no-model = Nenhum modelo conectado: { $why }. /start configura um
app-unsent =
    Rascunho não enviado em "{ $name }": Ctrl+X b o abre; no modo de linhas, `/session list`.
app-interrupted =
    Uma execução em "{ $name }" foi interrompida. `/session list` a abre: as mudanças estão lá para revisar.
onboarding-welcome =
    { "*" }*Boas-vindas ao agentichat.** Nenhum modelo conectado; nada foi enviado.

    Verificado:

    { "" }
onboarding-next =
    { "" }
    A seguir:

    - **/demo** mostra uma execução gravada, sem modelo.
    - Iniciar um modelo local: `ollama serve`, depois `ollama pull qwen2.5-coder:7b`, depois **/start** para verificar de novo.
    - **/settings** configura outro provedor ou o seu servidor: endereço, chave, teste. Ou por opções: `--provider openai --base-url URL --model NAME`.
    - **/start** oferece isso por número; `agentichat doctor` num shell diz mais.
    { "" }
demo-address = a demonstração
demo-task = As saudações devem terminar com um ponto de exclamação: altere greet.sh, apague a linha que nada usa e execute test.sh.
demo-welcome =
    { "*" }*Esta é a demonstração**: um agente que segue um roteiro, o programa de verdade, um repositório git temporário. Nada seu é tocado e nenhum modelo é consultado.

    A tarefa está no editor. A linha acima dele diz que tecla vem a seguir.
demo-welcome-in-lines = Esta é a demonstração: um agente que segue um roteiro, o programa de verdade, um repositório git temporário. Nada seu é tocado e nenhum modelo é consultado. Envie a tarefa; depois "/review" lista as mudanças propostas, "take 1.1" aceita uma, "refuse 1.1" rejeita uma. Responda às perguntas por número ou palavra; "?" explica. /quit sai.
demo-agent-look = Primeiro leio o script e as suas verificações.
demo-agent-edit = Nada usa `old_style`, então o apago. A saudação recebe o ponto de exclamação.
demo-agent-test = Agora as verificações.
demo-agent-mend = Um espaço entrou antes do ponto. Eu o tiro e verifico de novo.
demo-agent-clean = Tudo passa. Para recomeçar limpo, eu jogaria fora agora tudo que não foi confirmado no git.
demo-agent-end-cleaned = Você permitiu `git reset --hard`, e ele foi executado: no disco, `greet.sh` está como foi confirmado. A revisão ainda tem as minhas mudanças.
demo-agent-end-kept = `git reset --hard` não foi executado, então nada se perdeu. As verificações passaram com as minhas mudanças em `greet.sh`.
demo-agent-end-unchanged = Você recusou a mudança da saudação, então não verifiquei nada.
demo-agent-end-edit-failed = A saudação não pôde ser mudada, pela razão acima, então não verifiquei nada.
demo-agent-end-untested = As verificações não foram executadas, então não sei se `greet.sh` está certo.
demo-agent-end-failing = As verificações ainda falham; a saída diz por quê. `greet.sh` talvez não esteja como o deixei: a revisão o mostra.
demo-agent-end-not-mended = O espaço antes do ponto continua lá, porque a mudança que o tira não foi feita. Por isso as verificações ainda falham.
told-demo-is-script = um agente que segue um roteiro
coach-send = 1 de 6  Enter envia a tarefa abaixo.
coach-review = 2 de 6  F7 mostra as mudanças que o agente propõe; F7 de novo volta.
coach-run = 3 de 6  F2, depois y: aplica as mudanças e executa as verificações.
coach-run-proposed = 3 de 6  F2, depois y: verifica o texto proposto. O disco fica como está.
coach-run-again = 4 de 6  As verificações falharam, e o agente corrigiu greet.sh. F2, depois y as executa de novo.
coach-run-unmended = 4 de 6  As verificações falharam, e nada foi corrigido. F2, depois y as executa de novo.
coach-refuse = 5 de 6  Este comando jogaria trabalho fora. F2, depois n o recusa.
coach-refuse-early = 5 de 6  As verificações passaram de primeira, então a etapa 4 é omitida. Este comando jogaria trabalho fora. F2, depois n o recusa.
coach-apply = 6 de 6  Nada está no disco ainda. F7, depois A e y aplicam as mudanças.
coach-apply-in-review = 6 de 6  Nada está no disco ainda. A e y aplicam as mudanças.
coach-roll-back = 6 de 6  Ctrl+X z, Enter, depois y desfaz o que o agente mudou; as suas linhas ficam.
coach-roll-back-early = 6 de 6  A execução terminou antes, então uma etapa é omitida. Ctrl+X z, Enter, depois y desfaz o que o agente mudou.
coach-end = Essa foi a demonstração. Ctrl+X Ctrl+C sai dela.
coach-short-send = 1 de 6  Enter envia a tarefa.
coach-short-review = 2 de 6  F7 mostra as mudanças.
coach-short-run = 3 de 6  F2, depois y: verificar
coach-short-run-again = 4 de 6  F2, depois y: de novo
coach-short-refuse = 5 de 6  F2, depois n: recusar
coach-short-apply = 6 de 6  F7, A, y: aplicar
coach-short-apply-in-review = 6 de 6  A, y: aplicar
coach-short-roll-back = 6 de 6  Ctrl+X z, Enter, y: desfazer
coach-short-end = Fim. Ctrl+X Ctrl+C sai.
onboarding-set = Chave de API encontrada ({ $keys })
onboarding-not-set = Nenhuma chave de API ({ $keys })
onboarding-key-file = { $provider } (no arquivo)
onboarding-key-keyring = { $provider } (no chaveiro)
demo-removed = Pasta da demo removida: { $folder }
demo-not-removed = A pasta da demo, { $folder }, não pôde ser removida ({ $cause }). Remova-a, ou outra demo o fará daqui a um dia.
told-demo-over = a demonstração acabou
told-demo-over-next = /quit sai dela; inicie o agentichat no seu repositório para trabalhar com um modelo, /start configura um
told-none-usable = Nenhum modelo conectado: { $why }. **/start** configura um.
start-config-fault = Um arquivo com erro é ignorado. Corrija e reinicie.
access-suggestion = **Um leitor de tela?** `{ $variable }` está definida. `agentichat --plain` escreve linhas em vez de desenhar uma tela, e pergunta por números. `interface: plain` no seu config.yaml torna isso o padrão, `interface: screen` mantém esta tela.
told-answer-holds = sua resposta vale até você sair: { $why }
told-demo-folder = não é possível criar a pasta da demonstração { $path }: { $why }; defina TMPDIR para uma pasta com espaço
told-demo-git = a demonstração precisa do git: `git { $word }` falhou: { $why }; instale o git e tente de novo
told-flag-rule = a regra '{ $rule }' está errada: { $why }
told-folder-not-utf-eight = não é possível trabalhar em { $path }: o caminho não é UTF-8, então as sessões não podem ser gravadas; renomeie a pasta (� marca os bytes que não são UTF-8), ou indique outra com --cwd
told-git-not-installed = o git não está instalado
told-no-working-folder = não é possível trabalhar em { $path }: { $why }; indique uma pasta existente com --cwd
told-not-kept-as-draft = o que você não enviou não pode ser guardado como rascunho ({ $why }); perdido: { $counted }
told-path-not-utf-eight = o caminho dele não é UTF-8

## Tela: linha de estado, títulos, teclas, mouse, cópias, notificações
facts-up-brings-back = . Up traz de volta a mensagem
facts-step = etapa { $number }, { $model }
facts-trying-again = { $error }; nova tentativa ({ $attempt } de { $of })
status-checkpoint = ponto #{ $number }
status-to-review = { $open } por revisar
status-review = { $open } de { $all } por revisar
status-review-short = { $open } por ver
status-attached-to = conectado a { $owner }
status-attached = conectado
status-in-memory = só na memória
status-memory = { $number } para lembrar
status-memory-short = { $number } mem
status-waiting = à espera
status-waiting-short = esp.
status-no-model = sem modelo: Ctrl+X m
status-context = ctx { $about }{ $percent } %
status-usage = { $about }{ $input } entrada { $about }{ $output } saída { $cost }
status-passthrough-ends = { $key } desliga
status-ended = { " " }terminada
status-error = { " " }erro
chrome-more = { " " }outras
chrome-asks = { $name } pergunta
chrome-answers = { " " }{ $keys } responde{ " " }
chrome-waits = uma pergunta espera
chrome-opening = { " " }abertura da sessão…
chrome-stopped = { " " }o motor parou
chrome-stops = para
chrome-after-step = enviar após a etapa
chrome-after-run = deixar para o fim
chrome-zoomed = ampliado{ " " }
chrome-send = enviar
chrome-proposes-instruction = propõe uma linha para AGENTS.md
chrome-newline = nova linha
chrome-read-only = só leitura
chrome-draft = rascunho
step-retrying = nova tentativa em { $time }
step-reading = leitura do pedido
step-answering = resposta
step-rate = { $rate }/s
chrome-working-for = em trabalho { $time }
chrome-working = em trabalho
chrome-no-answer = sem resposta há { $time }
chrome-silent-model = Sem resposta de { $model } há { $minutes } min; talvez ainda leia o pedido.
chrome-silent-answer = Nada mais de { $model } há { $minutes } min.
chrome-silent-keys = { $stop } duas vezes força a parada, { $wait } espera
chrome-queued = { $count } na fila, Up retoma
chrome-queued-behind = { $count } na fila
frozen-with-draft = mesmas configurações, com o rascunho; esta aba fica
frozen-without-draft = mesmas configurações; esta aba fica
frozen-new-session = { " " }Nova sessão ]
frozen-gone = a sessão parou
frozen-why = Sessão terminada com um erro: { $why }
view-too-small = pequeno demais
view-needs = precisa de { $least_width }x{ $least_height }, tem { $width }x{ $height }
view-sessions-go-on = as sessões continuam; Ctrl+C para
view-engine-stopped = o motor parou e não grava mais nada: Ctrl+C sai e mostra o seu rascunho
stopped-log = o motor parou; veja o registro
stopped-typed = O seu rascunho, que não foi gravado:
overlay-found = { $found } de { $total }   { $keys }
overlay-take = escolher
overlay-move = mover
overlay-close = fechar
overlay-not-used = Não usado
overlay-yours = { $text } (sua)
overlay-terminal = Terminal
overlay-help = Ajuda
overlay-keys-here = Teclas aqui: { $here }     teclas transmitidas: { $reported ->
    [basic] básicas
   *[other] { $reported }
 }
overlay-help-empty-draft = ajuda, com o rascunho vazio
overlay-help-vim = teclas do vim no rascunho
overlay-help-typing = escrever, como no readline
overlay-help-closes = ? Esc fecha
overlay-scroll-long = { $place }   Up Down PageUp PageDown g G rola   { $closes }
overlay-scroll = { $place }   j k Espaço g G rola   { $closes }
overlay-text-closes = Esc fecha
overlay-interrupted = INTERROMPIDO
overlay-proceed = Enter continuar
sure-title = TEM CERTEZA?
sure-keys = y sim   n não
overlay-then = depois:
overlay-more-keys = { $page }/{ $pages }  PageDown: mais { $more }
silent-problem = Problema
silent-screen-works = a tela funciona, e as outras sessões continuam
silent-keys = 1-{ $last } escolher  Enter ir  Esc esperar
silent-title = O motor não responde
silent-since = { "   " }há { $time }; a sua mensagem espera
silent-last = último
silent-said = disse
silent-draft-kept = rascunho mantido
silent-checkpoint = ponto de retorno #{ $number } no disco
silent-queued = { $count } na fila
silent-safe = seguro
silent-wait = esperar
silent-wait-what = mais { $seconds } s
silent-stop = parar este turno
silent-stop-what = o que chegou fica
silent-kill = forçar a parada
silent-kill-what = termina já os processos
silent-report = gravar relato
silent-report-what = um arquivo na pasta temporária (chaves retiradas)
silent-leave = sair
silent-leave-what = tudo está gravado; --continue retoma
indexed-files = índice { $percent } %
indexed-vectors = vetores { $percent } %
indexed-vectors-rest = vetores { $percent } % em pausa
indexed-vectors-wait = vetores à espera: /index
indexed-vectors-stopped = vetores parados: /index
choose-palette = Paleta de comandos
choose-palette-empty = nada encontrado
palette-page = Configurações: { $page }
palette-file = arquivo
palette-count = { $found } de { $total }  > comandos  @ arquivos  # sessões  : configurações
palette-run = escolher
palette-argument = argumento
jump-title = Ir para uma mensagem
jump-none = Ainda não há mensagem sua: não há para onde ir.
choose-mode = Modo
choose-mode-empty = não há tal modo
choose-model = Modelo
session-unnamed = nova sessão
choose-effort = Esforço de raciocínio
choose-effort-keys = Left/Right esforço
choose-effort-reading = lendo os esforços de { $model }…
choose-effort-unknown = não se sabe que esforços { $model } tem; o servidor recusa os outros
choose-column-size = tamanho
choose-column-window = janela
choose-column-price = US$/M entrada / saída
choose-column-tools = ferramentas
choose-column-pictures = imagens
choose-column-reasoning = raciocínio
choose-yes = sim
choose-no = não
choose-free = grátis
choose-tools-text = em texto
choose-reasons-always = sempre
effort-meaning = { $effort ->
    [auto] o padrão do modelo
    [off] sem raciocínio: as respostas mais rápidas
    [minimal] quase sem raciocínio
    [low] raciocínio curto, para pequenas alterações
    [medium] um equilíbrio entre tempo e profundidade
    [high] raciocínio longo, para problemas difíceis
    [xhigh] mais longo que high, se o modelo puder
   *[max] tão longo quanto o modelo puder
 }
choose-as-told = como disseram em { $told }; { $asking }
choose-not-usable = { $name } não pode ser usado: { $reason }
choose-no-models = nenhum provedor oferece um modelo; ver `agentichat doctor`
choose-in-history = o seu texto está no histórico
dialogs-nothing-logged = esta sessão não mudou este arquivo: nada para reverter
frozen-input-off = a entrada está fechada: a sessão terminou com um erro; r envia a mensagem de novo, { "{" }send{ "}" } começa outra sessão
gone-deleted = a sessão { $name } foi apagada
gone-not-open = a sessão { $name } já não está aberta aqui
ladder-draft-cleared = rascunho limpo; Up traz de volta
ladder-again-to-leave = Ctrl+C de novo para sair; tudo está gravado
ladder-again-to-leave-proposed = Ctrl+C de novo para sair; { $hunks } por revisar, mantidos
ladder-proposed-wait = { $hunks } por revisar, mantidos; { "{" }quit{ "}" } de novo sai
ladder-again-to-leave-demo = Ctrl+C de novo para sair; a pasta da demo é apagada
ladder-run-goes-on = há uma execução em curso; { "{" }quit{ "}" } de novo a para e sai
ladder-all-stopped = tudo parado, passthrough desligado
keys-stay = teclas sem mudança: { $text }
keys-read-again = a tabela de teclas foi recarregada
keys-more-faults = { $first } (mais { $faults }: /keys)
panes-nothing-waits = nenhuma pergunta espera
panes-stray-answer = “{ $letter }” saiu do rascunho; pressione aqui para responder
panes-nothing-to-zoom = só um painel é mostrado: nada para ampliar
parts-no-other-file = não há outro arquivo mudado desse lado
parts-edit-sends = Enter substitui a mensagem antiga, Esc a mantém; os arquivos não mudam
parts-message-stays = a mensagem fica como está; Up traz de volta o texto editado
choose-asking = consulta dos modelos aos provedores…
ladder-cancelling = cancelando; Ctrl+C de novo força a parada
ladder-killing = parada forçada
ladder-again-stops = { "{" }leave_editor{ "}" } de novo para a execução
overlay-interrupted-text = O programa terminou enquanto estas sessões trabalhavam. Uma chamada pode ter terminado ou não; nenhuma se repete sozinha.
run-report-in = relato gravado em { $path }
run-report-failed = não é possível gravar o relato: { $error }; dê a TMPDIR uma pasta com espaço
run-theme-not-kept = tema não gravado: { $why }
run-theme-not-kept-error = tema não gravado: { $error }; tente de novo
project-versus-now = { $base } / agora
project-versus-proposed = { $base } e proposto
external-outside = { $path } está fora do espaço de trabalho e não é aberto
mouse-is-the-terminals = o terminal seleciona e copia com o mouse agora; { "{" }mouse_off{ "}" } devolve o mouse
mouse-is-the-screens = o mouse volta a agir aqui; Shift+drag seleciona no terminal
mouse-answers-nothing = cliques não respondem; { "{" }focus_confirm_bar{ "}" } leva à pergunta
select-no-text = não há texto para selecionar aqui: selecione no chat, no diff ou na revisão
select-mode = modo de seleção: mover, começar, copiar; enquanto isso o mouse é do terminal
select-in-draft = a seleção começa aqui: mova o cursor; { "{" }interrupt{ "}" } copia, { "{" }leave_editor{ "}" } termina
select-other-key = o modo de seleção não usa esta tecla; a linha de baixo mostra as dele
select-empty-line = nada para copiar nesta linha
select-no-file = selecione linhas de um arquivo, no diff ou na revisão
attention-asks-about = uma pergunta espera: { $tool }
attention-asks = uma pergunta espera
attention-done = execução terminada
attention-done-in-chat = execução terminada; o resultado está na conversa
attention-failed = a execução falhou
copying-terminals-own = { "   " }Shift+drag: seleção do terminal
copying-not-whole = falta uma parte da seleção na cópia: percorra-a primeiro, ou selecione menos
copying-copied = { $letters } caracteres copiados
copying-copied-lines = { $lines }, { $letters } caracteres copiados
copying-nowhere = não copiado: o texto é longo demais para a área de transferência do terminal; instale wl-clipboard ou xclip, ou copie menos
copying-went-to = { $said } para { $ways }{ $more }
ladder-question-waits = uma pergunta espera; { "{" }quit{ "}" } de novo sai, o próximo início a repete
paste-cut = colagem cortada em 8 MiB: ponha o texto num arquivo e o nomeie com @
keyname-enter = Enter
keyname-space = Espaço
keyname-backspace = Backspace

## Dicas: o que faz uma tecla, em uma ou duas palavras
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
hint-whole-lines = linhas inteiras
hint-pin = fixar
hint-hunk = trecho
hint-file = arquivo
hint-toggle = alternar
hint-accept-next = aceitar+seg.
hint-reject-next = recusar+seg.
hint-apply = aplicar
hint-apply-all = aplicar tudo
hint-back = voltar
hint-discard = descartar
hint-normal-mode = modo normal
hint-undo = desfazer
hint-clear = limpar
hint-lines = linhas
hint-split = dividir
hint-edit = editar
hint-comment = comentar
hint-fold = abrir
hint-send-comments = enviar
hint-tab = não confirmadas
hint-tab-to-session = do agente
hint-all = tudo
hint-layout = disposição
hint-preview = prévia
hint-compare = comparar
hint-roll-back = reverter
hint-roll-back-now = reverter e gravar já
hint-earlier-run = execução anterior
hint-later-run = execução seguinte
hint-name = nomear
hint-add = acrescentar
hint-complete = concluir
hint-start-or-complete = começar / concluir
hint-stop = parar
hint-read = ler
hint-tell = dizer
hint-take-back = desfazer
hint-description = descrição
hint-waits-for = espera
hint-priority-up = mais prioridade
hint-priority-down = menos
hint-rename = renomear
hint-end = encerrar
hint-new = novo
hint-look-for-something-else = outra busca
hint-external = $EDITOR
hint-save = gravar
hint-switch = ir
hint-workspaces = espaços
hint-settings = configurar
hint-archive = arquivar
hint-delete = apagar
hint-difference = diferença
hint-next-step = próximo passo
hint-leave = sair
hint-start = início
hint-word = palavra
hint-line-start = início da linha
hint-line-end = fim da linha
hint-approve = aprovar
hint-reject = recusar
hint-all-of-it = ver tudo
hint-explain = explicar
hint-question-before = pergunta anterior
hint-with-network = com a rede
hint-never = nunca
hint-later = depois
hint-take = escolher
hint-answer = responder
hint-zoom = zoom
hint-unzoom = todos os painéis
hint-passthrough = passthrough
hint-mode = modo
hint-leader = prefixo
hint-off = desliga
hint-turn-on = ativar
hint-leave-off = deixar desligado
hint-did-not-come = não chegou
hint-stops-all = para tudo
hint-move = mover
hint-keep = guardar
hint-refuse = recusar
hint-whole = item inteiro
hint-which = quais
hint-forget = esquecer
hint-new-line = nova linha
hint-scroll = rolar
hint-run = executar
hint-skip = pular
hint-yes = sim
hint-no = não
hint-unbound = { $action } (sem tecla)
hint-no-session = ainda não há sessão; { "{" }new_session{ "}" } começa uma
hint-undo-all = desfazer tudo: { $key }
hint-help = ajuda (rascunho vazio)

## Palavras de várias partes: contagens, tamanhos, estados
status-word = { $status ->
    [idle] parada
    [running] em curso
    [waiting] espera
    [awaiting_review] a revisar
    [error] erro
    [interrupted] interrompida
    [archived] arquivada
   *[other] { $status }
 }
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
count-hit = { $count ->
    [one] { $number } resultado
   *[other] { $number } resultados
 }
count-hunk = { $count ->
    [one] { $number } trecho
   *[other] { $number } trechos
 }
count-task = { $count ->
    [one] { $number } tarefa
   *[other] { $number } tarefas
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
count-other-decision = { $count ->
    [one] { $number } outra decisão
   *[other] { $number } outras decisões
 }
count-proposed-change = { $count ->
    [one] { $number } mudança proposta
   *[other] { $number } mudanças propostas
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
size-kilobytes = { $size } KB
size-megabytes = { $size } MB
size-seconds = { $seconds } s
size-gigabytes = { $size } GB
size-kibibytes = { $size } KiB
size-mebibytes = { $size } MiB
size-gibibytes = { $size } GiB
count-day = { $count ->
    [one] { $number } dia
   *[other] { $number } dias
 }
count-list = { $count ->
    [one] { $number } lista
   *[other] { $number } listas
 }
count-count = { $count ->
    [one] { $number } contagem
   *[other] { $number } contagens
 }
count-old-message = { $count ->
    [one] { $number } mensagem antiga
   *[other] { $number } mensagens antigas
 }
count-old-result = { $count ->
    [one] { $number } resultado antigo
   *[other] { $number } resultados antigos
 }
count-part = { $count ->
    [one] { $number } parte
   *[other] { $number } partes
 }
count-order = { $count ->
    [one] { $number } ordem
   *[other] { $number } ordens
 }
count-second = { $count ->
    [one] { $number } segundo
   *[other] { $number } segundos
 }
count-option = { $count ->
    [one] { $number } opção
   *[other] { $number } opções
 }
count-byte = { $count ->
    [one] { $number } byte
   *[other] { $number } bytes
 }
count-tool-call = { $count ->
    [one] { $number } chamada de ferramenta
   *[other] { $number } chamadas de ferramentas
 }
count-item = { $count ->
    [one] { $number } item
   *[other] { $number } itens
 }
count-tool = { $count ->
    [one] { $number } ferramenta
   *[other] { $number } ferramentas
 }
count-picture = { $count ->
    [one] { $number } imagem
   *[other] { $number } imagens
 }
count-verdict = { $count ->
    [one] { $number } decisão
   *[other] { $number } decisões
 }
count-checkpoint = { $count ->
    [one] { $number } ponto de retorno
   *[other] { $number } pontos de retorno
 }
count-entry = { $count ->
    [one] { $number } entrada
   *[other] { $number } entradas
 }
count-choice = { $count ->
    [one] { $number } escolha
   *[other] { $number } escolhas
 }
count-row = { $count ->
    [one] { $number } linha
   *[other] { $number } linhas
 }

## Editor: o rascunho, o preenchimento, imagens, o editor externo
popup-file-ends = fim do arquivo
popup-to-the-end = até o fim
composer-paste = [colagem { $made }: { $lines }]
composer-history-search = busca no histórico:{ " " }
composer-history-keys = { "   " }Ctrl+R mais antigo  Ctrl+S mais novo  Enter usar  Esc voltar
vim-help-head = vim: modo normal, antes das teclas acima
vim-insert = digitar: no cursor, numa ponta da linha, em uma nova linha
vim-select = selecionar letras ou linhas; a última seleção de novo
vim-move = letra, linha, palavra
vim-move-far = linha, texto, parágrafo, parêntese
vim-find = até uma letra da linha, e de novo
vim-operate = apagar, mudar, copiar: depois um movimento ou objeto; duas vezes para a linha
vim-shift = recuar, minúsculas, maiúsculas: do mesmo modo
vim-objects = depois de um operador: palavra, aspas, parênteses, parágrafo
vim-short = cortar e mudar no cursor; Y copia a linha
vim-replace = substituir uma letra, trocar maiúscula e minúscula, juntar linhas
vim-put = inserir o texto cortado; registros
vim-clipboard = copiar para a área de transferência, inserir dela
vim-undo = desfazer, refazer
vim-repeat = repetir a última mudança
vim-send = enviar, como Enter
vim-quit = sair; pergunta se algo está em execução
vim-search = buscar nas mensagens enviadas
vim-scroll = rolar a conversa
vim-unknown = Não há o comando :{ $name }. :w envia, :q sai.
vim-on = Teclas do vim ligadas até você sair: Esc passa ao modo normal. Para mantê-las, defina editor.keys em /settings theme.
vim-off = Teclas do vim desligadas até você sair. Para manter assim, defina editor.keys em /settings theme.
vim-typed-command = { $command } foi digitado no modo de inserção e não foi enviado: primeiro Esc, depois digite-o.
vim-hint-type = digitar
editor-reading-picture = [leitura da imagem { $number } …]
editor-reading-clipboard = [leitura da área de transferência { $number } …]
editor-picture-pending = lendo o que foi colado; depois Enter envia
editor-tokens = { $tokens } tokens
editor-changed-here = mudado nesta sessão
editor-mentioned = mencionado
editor-new-to-git = novo para o git
editor-in-git = { $letter } no git
note-reading = leitura…
note-kept = gravada
note-not-kept = ainda não gravada
note-title = Nota  deste espaço de trabalho
note-keys = { "  " }Esc fechar  Ctrl+S gravar
external-cannot-start = não é possível iniciar `{ $program }`: { $cause }; defina EDITOR com um editor instalado
external-cannot-hand-over = não é possível entregar o texto ao editor: { $why }; libere espaço na pasta temporária
external-open-quote = aspas não fechadas em `{ $editor }`; feche-as em VISUAL ou EDITOR
external-failed = o editor terminou com um erro; o seu texto está em { $path }
external-cannot-read-back = não é possível ler { $path } depois do editor: { $why }; o arquivo fica lá: grave-o como texto UTF-8
editor-key-pasted = o texto colado contém uma chave de API. Nenhum histórico a guarda, mas enviá-la a mostra ao modelo: /settings a guarda oculta
told-range-form = { $word } não é um intervalo de linhas, como 10-40
told-range-order = { $word } não é um intervalo de linhas: a primeira antes, como { $rest }
told-range-one = { $word } não é um intervalo de linhas: elas começam em 1

## Chat: mensagens, chamadas e os seus resultados na tela
chat-call-sides = antes / depois da chamada
chat-call-no-file = esta chamada não mudou nenhum arquivo
chat-not-found = não encontrado
chat-below-more = { " " }↓ mais{ " " }
chat-below-new = { " " }↓ { $count } novos{ " " }
chat-beginning = Nova sessão. Descreva a tarefa e tecle Enter, por exemplo:
beginning-short = Nova sessão. Descreva a tarefa e tecle Enter.
beginning-folder = pasta
beginning-model = modelo
beginning-reads = lê
beginning-no-model = Nenhum modelo conectado: /start configura um
beginning-no-instructions = ainda sem AGENTS.md: /init escreve um
beginning-keys = / comandos   @ arquivos   ? todas as teclas
beginning-start-project = Crie um pequeno servidor web com verificação de saúde e um teste
beginning-start-page = Faça um site de uma página sobre um tema meu
beginning-start-plan = Ajude-me a planejar um novo projeto, passo a passo
beginning-fix-tests = Execute os testes e corrija o que falhar
beginning-explain-code = Explique como este projeto é construído, com os arquivos principais
beginning-add-test = Encontre uma função sem teste e adicione um
beginning-review-changes = Revise minhas alterações não confirmadas
beginning-explain-files = Explique o que há nesta pasta
beginning-find-outdated = Encontre o que está desatualizado ou errado nos textos
beginning-write-summary = Escreva um README que resuma tudo
chat-you = você
chat-told-agent = suas decisões foram enviadas ao agente
chat-preview-below = +{ $lines } · Espaço
chat-preview-above = … { $lines } acima · Espaço
chat-lookups-read = { $count ->
    [one] 1 arquivo lido
   *[other] { $count } arquivos lidos
}
chat-lookups-searched = { $count ->
    [one] 1 padrão buscado
   *[other] { $count } padrões buscados
}
chat-lookups-listed = { $count ->
    [one] 1 pasta listada
   *[other] { $count } pastas listadas
}
chat-exit = código { $code }
chat-allowed-by-you = permitido por você { $time }
chat-always-by-you = sempre permitido por você { $time }
chat-decided-by-you = { $answer }, por você { $time }
chat-space-open = Espaço abre
chat-state-wait = espera
chat-state-run = executa
chat-state-lost = PERDIDO
chat-state-ok = ok
chat-size-proposed = { $size } proposto
chat-size-some-proposed = { $size }, dos quais { $hunks } proposto
chat-hunks-of = { $count } de { $all }
chat-you-rejected = você a recusou
chat-you-rejected-why = você: { $reason }
chat-fate-some-applied = { $count } de { $all }: aplicado
chat-fate-some-edited = { $count } de { $all }: editado por você
chat-fate-some-refused = { $count } de { $all }: recusado
chat-fate-some-taken-back = { $count } de { $all }: desfeito
chat-fate-on-disk = no disco até aplicar
chat-fate-of-command = { $summary }; suas mudanças: { $fate }
chat-state-no = recusado
chat-state-stop = parado
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
chat-tool-plan = plano
chat-tool-memory = memória
chat-title = Chat
chat-title-turn = Chat  turno { $turn }
chat-asked = perguntado{ $gap }{ $tool }: { $question }
chat-answered = { $answer }, por { $by }  { $time }
chat-label-note = nota{ "  " }
chat-label-warn = AVISO{ " " }
chat-label-error = ERRO{ "  " }
chat-retry = { $attempt } de { $of } após { $seconds } s: { $why }
chat-label-retry = nova{ "  " }
chat-wait-proposed = { $count ->
    [one] 1 mudança proposta por revisar: F7
   *[other] { $count } mudanças propostas por revisar: F7
}
chat-wait-applied = { $count ->
    [one] 1 mudança aplicada por revisar: F7
   *[other] { $count } mudanças aplicadas por revisar: F7
}
chat-wait-some = mudanças por revisar: { $count } propostas, { $applied } aplicadas: F7
chat-way-send-again = enviar de novo
chat-way-enter-key = introduzir uma chave
chat-label-after-step = entregue após esta etapa:
chat-label-after-run = na fila para o fim:
chat-space-close = Espaço fecha
chat-thinking = reflexão … { $words }
chat-end-done = concluído
chat-nothing-changed = nada mudou
chat-end-stopped = parado
chat-end-failed = FALHOU
chat-end-interrupted = INTERROMPIDO
chat-end-unknown = o programa terminou durante { $calls }; resultado desconhecido
chat-hunks-accepted = { $count ->
    [one] { $count } aceita
   *[other] { $count } aceitas
 }
chat-hunks-refused = { $count ->
    [one] { $count } recusada
   *[other] { $count } recusadas
 }
chat-hunks-taken-back = { $count ->
    [one] { $count } revertida
   *[other] { $count } revertidas
 }
chat-hunks-open = { $count ->
    [one] { $count } de novo por decidir
   *[other] { $count } de novo por decidir
 }
chat-hunks-edited = { $count ->
    [one] { $count } editado por você
   *[other] { $count } editados por você
 }
chat-calls-refused = { $count ->
    [one] { $count } recusada
   *[other] { $count } recusadas
 }
chat-calls-failed = { $count ->
    [one] { $count } falhou
   *[other] { $count } falharam
 }
chat-refused-unasked = { $count } recusados sem pergunta
chat-answer-yes = sim
chat-answer-always = sim, sempre
chat-answer-edited = sim, editado
chat-answer-some = sim, { $what }
chat-answer-no = não
chat-answer-no-why = não: { $why }
chat-answer-chose = escolha: { $what }
chat-answer-on-disk = sim, sem aplicar
chat-answer-network = sim, com a rede
chat-answer-never = não, e nunca nesta sessão
chat-answer-skipped = pulado
chat-answer-back = voltar
chat-by-key = tecla
chat-by-rule = regra
chat-by-mode = modo
chat-by-time-out = tempo esgotado
chat-by-cancelling = cancelamento
chat-by-nobody = ninguém
chat-allowed-by = permitido por
chat-ran-in = executado em
chat-command-cancelled = Cancelado. Todos os processos estão parados.
chat-detail-more = ⋯ mais { $count } linhas: d mostra o diff
chat-nothing-more = sem detalhes
chat-arguments-raw = argumentos, não JSON
chat-arguments = argumentos
chat-lines-hidden = ⋯ { $lines } fora da vista
chat-interrupted-here = interrompido aqui
chat-told-verdicts = Enviado ao agente: { $what }
told-interrupted = Esta sessão foi interrompida: o programa terminou durante uma execução. Tudo o que veio antes está aqui; nada foi repetido.

told-interrupted-calls = Esta sessão foi interrompida: o programa terminou durante uma execução. O resultado de { $counted } é desconhecido; nada foi repetido. Verifique os arquivos antes de continuar.

## Perguntas: a barra de confirmação e o que ela pergunta
bar-wrong-word = não é “{ $word }”: nada foi aprovado
bar-nothing-to-run = nada mais para executar
bar-nothing-typed = nada foi digitado
bar-auto-nothing = nada foi executado sem pergunta
bar-auto-ran = { $all } sem pergunta: { $writes }, { $commands }
bar-auto-since = { " " }desde { $since }
bar-auto-short = AUTO  { $counts }
bar-auto-on = AUTO  passthrough ativo{ $since }
bar-auto-held = { "  " }{ $count } com pergunta mesmo assim: { $what }
bar-wants-answer = esta pergunta quer uma resposta: Enter responde, s pula
bar-nothing-chosen = nada foi escolhido: Espaço escolhe, n recusa tudo
bar-focus-then-yes = tecle F2, depois y
bar-wants-answer-or-skip = esta pergunta quer uma resposta: s pula
bar-no-skip = não se pode pular: n recusa, Esc adia
bar-always-not-for-asked = sem “sempre” aqui: todos os modos perguntam isto
bar-always-not-here = sem “sempre” aqui
bar-network-not-here = a rede não é oferecida aqui
bar-never-not-here = sem “nunca” aqui
bar-network-not-high = risco alto: execute sem a rede primeiro, depois vem a pergunta
bar-network-as-shown = com a rede só como mostrado: sem a sua edição, com as mudanças aplicadas
bar-always-not-for-edited = sem “sempre” para o que foi editado
bar-always-not-all-shown = uma parte do texto não foi mostrada: tecle d, depois a
bar-nothing-to-edit = nada para editar aqui
bar-focus-then-enter = tecle F2, depois Enter
bar-too-early = a tecla veio cedo demais: tecle de novo
bar-was-covered = a pergunta estava coberta: leia e tecle de novo
bar-edit-not-taken = a proposta mudou: edição não usada
bar-more-rows = { "   " }… mais { $hidden } linhas: j/k, ou d
bar-left-out = { "   " }… mais { $hidden } linhas: d até o fim, depois y
bar-not-all-seen = há linhas ocultas: tecle d e leia até o fim, depois y vale
bar-bytes-left-out = { $bytes } ocultos
exact-blank-lines = { $lines } linhas em branco
exact-blanks = { $blanks } espaços
bar-no-paste = digite a palavra: colar não conta
bar-answer-empty = nada digitado: digite uma resposta
bar-answer-number = não é um número: digite algarismos, como 12 ou -3.5
bar-answer-path = sem caminho: digite um dentro do espaço de trabalho
bar-answer-outside = fora do espaço de trabalho: digite um caminho relativo à raiz
bar-answer-pattern = não corresponde ao padrão { $pattern }
bar-proposed-first = { $hunks ->
    [one] y a aplica e executa o comando. Você ainda pode recusá-la depois.
   *[other] y as aplica e executa o comando. Você ainda pode recusá-las depois.
 }
bar-proposed-unwritten = Não foi possível aplicá-las, por isso o comando não foi executado: { $why }. F7 abre a revisão; Espaço executa sem aplicar.
bar-proposed-without = y executa o comando e não aplica nada.
bar-proposed = Ainda fora do disco: { $changes } em { $files } ({ $paths }).
bar-proposal-other = nova proposta
bar-changed-meanwhile = { " " }{ $path } mudou: { $why }
bar-proposal-now = { " " }Proposta atual: { $size }, { $hunks }. Nada foi aplicado.
bar-new-file = arquivo novo
bar-is-deleted = é apagado
bar-as-edited = { "   " }como foi editado
bar-typed-by-you = digitado aqui
bar-asked-by = pedido por { $who }
bar-place = { " " }pasta { $cwd }{ $gap }{ $sandbox }{ $gap }{ $by }
# Where a command runs.
sandbox-place = { $world }, { $network }
sandbox-off = sem sandbox
status-sandbox = sandbox { $word }
sandbox-disk = sandbox no disco
sandbox-read-only = sandbox só de leitura
sandbox-proposed = sandbox com as propostas
sandbox-network-off = sem rede
sandbox-network-on = com rede
sandbox-network-hosts = rede: só { $places }
sandbox-network-offered = sem rede; a pedido { $places }
bar-why-risk = { " " }porque o risco é { $risk ->
     [high] alto
     [medium] médio
    *[other] baixo
    }:
bar-why-part = { $part }: { $why }
asked-by-mode = Nenhuma regra o prevê, e este modo pergunta antes de um comando que possa mudar algo.
asked-for-risk = Todos os modos perguntam um risco alto, sempre.
bar-help-leave = { " " }y { $yes }   n recusar   c recusar, com motivo   Esc depois   Ctrl+C cancela a execução
bar-help-answer = { " " }Enter responde   s pula   Esc depois   Ctrl+C cancela a execução
bar-help-reach = { " " }a duração do sim   d, r ver tudo   e editar antes   x porquê do risco
bar-help-buttons = { " " }Tab botão seguinte   Enter o aciona, após F2   j k rola, 1-9 escolhe
bar-help-space = marca, ou pausa o relógio
bar-help-marks = { " " }Espaço { $space }   ? fecha isto
bar-help-marks-others = { " " }Espaço { $space }   [ ] outras perguntas   ? fecha isto
bar-why-not = { " " }por que não >{ " " }
bar-diff-below-one = { "      " }+1 linha: d
bar-diff-below = { "      " }+{ $below } linhas: d
bar-diff-above = { "      " }{ $above } linhas acima: k
bar-diff-both = { "      " }{ $above } linhas acima, +{ $below }: j k d
bar-y-writes-saved = { " " }y grava as suas { $lines }, não a proposta; e edita de novo
bar-armed = { "         " }(pronto em { $seconds } s)
bar-armed-short = { " " }em { $seconds } s
bar-waits-answer = { " " }F2, depois  Enter responder  s pular
bar-waits-always = { "  " }a sempre
bar-details-diff-long = diff inteiro
bar-details-diff = diff
bar-details-text-long = texto inteiro
bar-details-text = tudo
bar-waits-keys = { " " }F2, depois:  y { $yes }  n recusar  d { $details }{ $always }
bar-waits-typing = { " " }em pausa enquanto você digita: F2 para responder
bar-waits-for-you = { " " }espera a sua resposta.
bar-yes-word = digitar “{ $word }” para aprovar
bar-yes = aprovar
bar-after-focus = F2, depois { $enter }
bar-choose-keys = j/k ou 1-{ $last } escolher
bar-enter-take = Enter escolher
bar-button-no = n recusar
bar-esc-back = Esc voltar
bar-timer-stands = { " " }relógio pausado. Espaço continua.
bar-timer-then = { " " }depois: não, e a execução continua. Qualquer tecla pausa.
bar-empty-skips = vazio = pular
bar-readline = { "   " }teclas readline ativas
bar-enter-answer = Enter responder
bar-esc-later = Esc depois
bar-tab-skip = Tab s pular
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
bar-passthrough-asks = { "       " }pergunta sempre: risco alto, fora do espaço de trabalho, git push, apagar recursivo
bar-passthrough-first = primeira vez
bar-passthrough-off = { " " }desativar: F9, ou F12 que para tudo
bar-place-of = { " " }{ $place } de { $count }
bar-title-write = CONFIRMAR{ $of }  escrita
bar-title-shell = CONFIRMAR{ $of }  comando
bar-title-delete = CONFIRMAR{ $of }  apagar { $files }
bar-title-idle = PERGUNTA{ $of }  parado { $time }
bar-title-yes-no = PERGUNTA{ $of }  sim ou não
bar-title-text = PERGUNTA{ $of }  texto
bar-title-step = , passo { $number } de { $of }
bar-title-one = PERGUNTA{ $of }  uma escolha
bar-title-several = PERGUNTA{ $of }  várias escolhas
bar-title-changed = { "  " }MUDOU desde então
bar-timer-left-stands = relógio pausado em { $left }
bar-timer-left = recusa em { $left }
bar-risk-high = RISCO ALTO
bar-by = por { $who }
bar-risk-medium = risco médio
bar-risk-low = risco baixo
bar-delete-checkpoint = { " " }um ponto de retorno é criado antes          { $chosen } de { $total }, { $size }
bar-file-unit = arq.{ " " }
bar-files-unit = arqs.
bar-other-answer = outra: digitar uma resposta
bar-how-far = { " " }Permitir por quanto tempo?
bar-bytes = { $bytes } bytes
bar-details-preview = prévia
bar-details-all = ver tudo
bar-button-skip = s pular
bar-button-back = b voltar
bar-button-full-diff = d diff inteiro
bar-button-yes = y aprovar
bar-button-marks = Espaço marca
bar-button-timer-on = Espaço continuar
bar-button-timer-off = Espaço pausar
bar-button-no-now = n recusar já
bar-button-later-stops = Esc depois: pausa o relógio
bar-button-yes-once = y aprovar uma vez
bar-no-always-long = { "      " }sem “sempre”: risco alto
bar-no-always = { "  " }sem sempre
bar-button-always-long = a sempre...
bar-button-always = a sempre…
bar-tail-long = { "   " }Esc depois
bar-tail-others = { "   " }Esc depois  [ ] outras perguntas
bar-tail = { " " }Esc depois
bar-button-diff = d diff
bar-button-edit = e editar
bar-button-comment-long = c recusar+motivo
bar-button-comment = c motivo
bar-button-apply-run-long = y aplicar, depois executar
bar-button-apply-run = y aplicar+exec.
bar-button-run-disk-long = y executar sem aplicar
bar-button-run-disk = y exec. sem aplicar
bar-switch-on = aplicar antes: sim
bar-switch-off = aplicar antes: não
bar-button-switch = Espaço { $switch }
bar-button-edit-command = e editar o comando
bar-button-explain = x porquê
bar-button-network = w rede
bar-button-network-long = w sim, com a rede
bar-button-never = v nunca
bar-button-never-long = v nunca nesta sessão
bar-button-full-text = d texto inteiro
bar-button-full = d tudo
bar-button-toggle = Espaço alternar
bar-button-preview = d prévia
bar-button-move = j/k mover
unasked-delete-files = apagar { $count } arquivos
proposal-sides = antes / proposto
whole-proposed = proposto, fora do disco: { $path }
whole-place = executa em { $cwd }, { $sandbox }
whole-touches = toca em { $path }
whole-more-files = { "    " }… mais { $counted }
whole-delete = { $path }  { $files } arquivos  { $note }
whole-risk = risco { $risk ->
     [high] alto
     [medium] médio
    *[other] baixo
    }
whole-too-long = (resto longo demais para mostrar)
whole-yes-applies = o sim aplica antes:
whole-this-session = esta sessão
whole-proposal-changed = a proposta mudou; e edita a nova
whole-nothing-edited = nenhuma mudança no editor: a proposta fica
told-git-not = FORA do git
summary-write = gravar { $path } +{ $added } -{ $removed }
summary-deletes = apagar { $number } caminhos
summary-delete = apagar { $path }

## Arquivos: a árvore, o painel de diferenças, os resultados
compared-comparing = { $sides }: comparação…
compared-nothing = { $sides }: nenhuma diferença
compared-file-of = arquivo { $number } de { $count }
compared-left-out = deixado de fora: { $path }: { $why }
tree-all-again = todos os arquivos à vista
tree-no-other = nenhum outro
tree-filter-foot = { " " }{ $words }   Esc mostra todos os arquivos
tree-changed-foot = { " " }só { $count }   a mostra todos os arquivos
tree-legend-proposed = p   fora do disco
tree-filtered = Arquivos  { $words }
tree-only = Arquivos  só { $count } mudados
tree-files = Arquivos
tree-changed = Arquivos     mudados { $count }
tree-looking = busca…
tree-and-changed = , mudados
tree-fitting = { $shown } de { $total }{ $only }
tree-row-looking = { " " }busca…
tree-no-changed-fits = { " " }nenhum arquivo mudado corresponde
tree-none-fits = { " " }nada encontrado
tree-nothing-changed = { " " }nada mudou
tree-none = { " " }sem arquivos
tree-loading = { " " }leitura …
diff-pinned = O painel de diferenças fica aberto; {"{"}toggle_diff{"}"} o oculta.
diff-hidden = O painel de diferenças está oculto; {"{"}toggle_diff{"}"} o abre.
diff-with-changes = O painel de diferenças abre com as mudanças.
diff-line-of = { "   " }linha { $line } de { $total }
diff-file = Arquivo  { $path }{ $facts }
diff-proposal = atual / proposto
diff-title = Diff
diff-hunk-of = trecho { $hunk } de { $all }
diff-title-of = Diff  { $path }   { $facts }
diff-none = As mudanças aparecem aqui.
diff-without-space = sem espaços em branco
diff-white-space-ignored = diferenças de espaços em branco não são mostradas
diff-one-column = duas colunas precisam de um painel mais largo e de uma diferença
finder-type-text = digite o que procurar; Esc cancela
finder-not-pinned = não fixado: o fixado é lido no disco, e isto só está proposto; F7 aplica
finder-pinned-already = já fixado; /exclude retira
finder-title = Busca
finder-searching = busca…
finder-nothing = nada encontrado nos arquivos
finder-first-places = os primeiros { $count } lugares
finder-best-first = , os melhores primeiro
finder-best-first-meaning = , os melhores primeiro, por palavras e sentido
finder-by-path = , por caminho
finder-again = , nova busca…
finder-yet = { " " }por enquanto
finder-partial = { $yet }: índice { $percent } % feito ({ $done } de { $total } arquivos), pode haver mais
finder-partial-unknown = { $yet }: índice em construção, pode haver mais
finder-as-written = { " " }(ao pé da letra: sem índice para ordená-los)
finder-index-failed = ; o índice parou: { $why }
finder-something-else = ; / outra busca
finder-proposed = { "  " }proposto
finder-pinned = { "  " }fixado
finder-line = { "  " }linha { $line } de { $total }
finder-reading = leitura do arquivo…
widget-new-file = arquivo novo
widget-deleted = apagado
widget-fold-one = { " " }⋯ 1 linha sem mudança
widget-fold = { " " }⋯ { $count } linhas sem mudança
widget-more-one = { " " }⋯ mais 1 linha
widget-more = { " " }⋯ mais { $count } linhas
widget-no-more = { " " }⋯ fim das mudanças
widget-none = { " " }sem diferenças

## Revisão: trechos, decisões, aplicação, comentários
overlay-place = { $first }-{ $last } de { $all }
review-answered = respondida
review-title = Revisão
review-last-one = este é o último
review-first-one = este é o primeiro
review-all-decided = tudo decidido: w mostra o que será gravado
review-all-marked = tudo marcado: y dá a resposta
review-no-fold = não há dobra abaixo do cursor
review-white-space-ignored = diferenças de espaços não são mostradas; as marcas não mudam
review-white-space-counts = os espaços voltam a contar
review-one-column = uma só coluna aqui; = muda a disposição
review-only-column = única coluna à vista
review-conflict-keys = m meu  t agente  b ambos  o base  e editar
review-result-of = Resultado do trecho { $number }
review-result-sign = { $sign } = linha de { $who }
review-result-more = … { $above ->
    [0] { "" }
    [one] { $above } linha antes
   *[other] { $above } linhas antes
}{ $between }{ $below ->
    [0] { "" }
    [one] mais { $below } linha
   *[other] mais { $below } linhas
}   j k vão até lá
review-result-if = Resultado se você aceitar o trecho { $number }
review-hunk-number = trecho { $number }
review-about = { $head }: { $about }
review-hunk-goes-on = , { $count ->
    [one] mais 1 linha abaixo
   *[other] mais { $count } linhas abaixo
 }
review-hunk-goes-on-short = { " " }(+{ $count })
review-marks-not-applied = w aplica as suas decisões
review-marks-applied = todas as decisões estão aplicadas
review-answer-not-given = y dá a resposta e a grava; Esc volta
review-yours-stay = as suas mudanças ficam: [u]
review-foot-files-more = { " " }arquivos: …{ " " }
review-foot-files = { " " }arquivos:{ " " }
review-nothing-differs = { " " }nenhuma diferença neste arquivo
review-looking = { " " }lendo as mudanças…
review-nothing-to-review = { " " }nada para revisar: as mudanças do agente aparecem aqui; T mostra tudo o que não foi confirmado
review-nothing-of-file = { " " }nenhuma mudança anotada deste arquivo; { "}" } e { "{" } vão aos arquivos mudados
review-unchanged = ⋯ { $lines } sem mudança
review-unchanged-open = { $words }   z abre
review-told = enviado
review-not-told = ainda não enviado
review-column-current = Atual
review-column-base = Base
review-column-proposed = Proposto
review-head-of-question = { " " }Revisão da pergunta
review-proposed-by = proposto por{ " " }
review-conflicts-block = { " " }conflitos: w parado
review-whole-not-logged = { "   " }inteiro; ainda não anotado
review-being-written = { "   " }em escrita…
review-refining = { "   " }refinamento…
review-not-applied = { "   " }não aplicado: w
review-file-place = arquivo { $number } de { $all }{ "   " }
review-file-place-short = { $number }/{ $all } arquivos
review-one-file = 1 arquivo
review-hunk-place = trecho { $number } de { $all }
review-hidden-back = , sem { $numbers } (revertido)
review-hidden-under = , sem { $numbers } (sob mais recentes)
review-lines-chosen = seleção: { $lines }
review-lines-standing = a aceitar  r recusar  c comentar  y copiar  v acabar
review-unified = { " " }Atual+proposto unificados
review-unified-base = , base #{ $number }
review-unified-keys = { $hunk }   = disposição
review-on-disk-now = no disco agora (você)
review-title-tree = Não confirmadas
review-to-tree = tudo o que não foi confirmado
review-to-session = as mudanças do agente
review-column-changed = Mudado
review-git-on-disk = já está no disco: nada a decidir. c comenta, C envia os comentários ao agente
review-git-committed = já está num commit: nada a decidir. c comenta, C envia os comentários ao agente
review-git-no-result = nada é aplicado aqui, então não há resultado para mostrar
review-git-clean = { " " }nenhuma mudança não confirmada
review-binary = arquivo binário, sha256 { $hash }…
review-title-since = Desde { $branch }
review-git-no-commits = { " " }nenhuma mudança desde { $branch }; T mostra tudo o que não foi confirmado
review-git-head = HEAD
review-git-merge-base = base comum com { $branch }
review-git-hunk = { $added } a mais, { $removed } a menos
review-git-comment = c comenta para o agente
review-git-send = { $comments } não enviados: C envia ao agente
review-git-disk-differs = { "   " }o disco difere
review-git-unified = { " " }unificado, base { $base }
review-checkpoint-at = ponto de retorno #{ $number } { $time }
review-before-it = antes
review-sheet-looking = lendo { $files }…  Esc cancela
review-accept-all-files = Aceitar todos os arquivos
review-sheet-edit = Editar
review-sheet-fetching = lendo o texto…  Esc cancela
review-sheet-comment = Comentário para o agente
review-sheet-comment-keys = Enter guardar   Ctrl+J outra linha   Esc voltar
review-sheet-edit-proposed = Editar esta mudança
review-sheet-edit-keys = Ctrl+S ou Alt+Enter guardar   Esc voltar   nada é aplicado
review-sheet-edit-deletion = Este bloco só exclui. Digite o que deve ficar ali, ou deixe vazio.
review-sheet-edit-here = Editar estas linhas
review-sheet-ways = Enter escolher   j/k mover   Esc voltar
full-comparing = comparando…
apply-title = Aplicar
apply-question = Aplicar { $changes } em { $files }?
apply-question-on-disk = Aceitar { $changes } em { $files }? Já está no disco.
apply-question-files = Aplicar as mudanças de { $files }?
apply-nothing = Nada para aplicar: o disco segue as suas decisões.
apply-skipped = { $path } fica como está: { $why }
apply-edited = { $path } também tem mudanças suas no disco: elas ficam.
apply-oversized = { $path }: { $lines } em uma só mudança, aceita inteira.
apply-rejected = { $path }: recusa de { $changes }, sem aplicar.
apply-undecided = Ainda por decidir: { $changes }, mantido e sem aplicar agora.
apply-one-to-tell = 1 decisão ou comentário vai ao agente com a próxima mensagem.
apply-to-tell = { $count } decisões e comentários vão ao agente com a próxima mensagem.
apply-reading = lendo o que aplicar…
apply-reading-again = algo mudou; lendo de novo…
apply-changed = Isto mudou desde que você abriu. Leia de novo.
apply-keys = y aplicar   d diferença   j/k rolar   Esc voltar, nada é aplicado
apply-back = Esc voltar
apply-sides = disco agora e aplicado
apply-y-not-enter = y aplica; Enter não
change-proposed = proposto
change-open = aberto
change-accepted = aceito
change-applied = aplicado
change-rejected = recusado
change-rolled-back = desfeito
change-conflict = conflito
change-yours = seu
change-partial = parcial
change-until-applied = { $state }, no disco até você aplicar
change-not-decided = { $state }, por decidir
review-left = as decisões em { $files } ainda não foram aplicadas: /apply as aplica
review-list-head = { " " }Arquivos
review-list-changed = { $count } mudados{ " " }
review-search-first = tecle / primeiro
review-edit-in-bar = Esc, depois e na barra edita
review-no-hunk = nenhum trecho na tela: n vai para o próximo
review-edit-unchanged = nenhuma mudança no editor: o trecho fica
review-comment-in-bar = Esc, depois c na barra recusa com um comentário
review-nothing-to-pin = não há linhas para fixar aqui
review-is-yours = esta mudança é sua e fica: não é proposta
review-accept-title = Aceitar
review-accept-builds = Este trecho assenta em { $others }, ainda por decidir.
review-accept-both = ambos: aceitar também { $others }
review-leave-it = deixar
review-reject-title = Recusar
review-reject-builds = Mudanças posteriores assentam neste trecho: { $others }.
review-reject-with = recusá-lo com os { $count } que assentam nele
review-reject-alone = só este: os outros ficam com [!] até resolver
review-question-whole = responda a uma pergunta com trechos inteiros; nada é dividido
review-no-conflict = nenhum conflito neste trecho
review-nothing-to-undo = nada para desfazer
review-undone = desfeito: { $label }
review-done-again = refeito: { $label }
review-edited-accepted = editado e aceito: w o aplica, u desfaz as duas coisas
review-edited-open = editado, por decidir: a o aceita
review-undo-title = Desfazer
review-undo-rollback = A última ação é uma reversão: { $label }
review-undo-writes = Desfazê-la restaura os arquivos de antes.
review-undo-leave = deixar
review-undo-way = desfazer a reversão
review-nothing-left = Nada mais para aceitar.
review-accept-all = aceitar { $hunks } em { $files }; nada é aplicado ainda
review-nothing-to-decide = nada mais para decidir aqui
review-accept-file = aceitar tudo neste arquivo: { $hunks }
review-accept-file-title = Aceitar tudo neste arquivo
review-leave-split = deixar: s divide um trecho
review-conflicts-left = { $conflicts } por resolver: m t b o e resolve um
review-not-written-yet = ainda não gravado: y dá a resposta, como está marcada
review-file-lines = { $path }: { $lines } linhas
review-over-limits = { $hunks } grandes demais, cada um aceito inteiro:
review-conflicts-left-out = { $conflicts } de fora: resolva-os um a um.
review-nothing-to-search = ainda não há o que procurar
review-not-in-file = não está neste arquivo: { $text }
review-from-top = desde o início
review-from-bottom = desde o fim
review-search-keys = Enter procurar  Esc cancelar
review-more-than = mais de{ " " }
review-search-looking = /{ $text }   busca…
review-search-match = /{ $text }   { $number } de { $more }{ $all }
review-search-ends = n seguinte  N anterior  Esc termina a busca
review-nothing-said = nada foi digitado
review-text-kept = o seu texto fica guardado: a mesma tecla o reabre
review-comment-unchanged = comentário sem mudança
review-comment-removed = comentário retirado; u o repõe
review-hunk-unchanged = nenhuma mudança: o trecho fica
review-not-here-yet = a proposta ainda está chegando
review-high-risk = risco alto: tecle Esc, depois digite a palavra na barra
review-answer-counts = { $taken } aceitos, { $refused } recusados, { $open } sem marca.
review-answer-title = Responder
review-answer-go-on = continuar a marcar
review-answer-take-rest = aceitar também o resto
review-answer-refuse-rest = recusar o resto
review-answer-given = resposta dada
review-cursor-in-no-hunk = nenhum trecho no cursor: n vai para o próximo
review-lines-keys = j e k escolhem linhas; a, r e c agem nelas, v termina
review-lines-end = o trecho e a seleção terminam aqui
review-lines-whole = responda a uma pergunta com trechos inteiros: a e r marcam este
review-lines-together = estas linhas não se separam do resto; s divide o trecho
review-lines-split = o trecho foi dividido, mas não nestas linhas; decida sobre as partes
review-maker-you = você
review-maker-command = um comando
review-maker-session = sessão { $name }
review-maker-unclear = incerto: mudou durante um comando
review-about-oversized = grande demais para um trecho: s o divide
review-about-edited = editado por você
review-about-builds-on = assenta em { $count }
review-about-carries = { $count } assentam nele
review-no-newline = { " " }<sem quebra>
review-cell-yours-now = seu (no disco)
review-cell-base = base
review-cell-agent = agente
review-cell-yours = seu
review-cell-rejected = recusado
review-still-written = ainda em escrita: decida quando estiver completo
widget-cut = { " " }⋯ cortado aqui: o diff é longo demais para mostrar
scope-hunk = de 1 trecho
scope-hunks = de { $word } trechos
scope-agent = de tudo o que { $who } fez
scope-call = de uma chamada
scope-run = de uma execução
scope-session = da sessão
scope-file = de { $path }
scope-checkpoint = a #{ $name }
told-checkpoint-name = o nome de um ponto de retorno tem 1 a 80 letras
told-changed-besides = Mudados enquanto o programa do agente trabalhava, sem chamada: { $files } ({ $rest }). /review os mostra
told-changed-after-run = Mudados depois da execução, quando o programa do agente ainda trabalhava: { $files } ({ $rest }). O estado anterior é o ponto de retorno #{ $number }
told-process-ended-command = O programa terminou durante um comando (chamada { $word }). Mudados desde o início: { $files }; o estado anterior é o ponto de retorno #{ $number }.
told-no-such-hunk = esse trecho já não existe (dividido nesse meio-tempo?); veja de novo
told-comment-words = um comentário precisa de texto, 8 KiB no máximo
told-comment-place = essas linhas não estão em revisão
told-comment-gone = esse comentário não existe, ou o agente já o recebeu
told-comments-none = não há comentários para enviar; comente primeiro um trecho
told-repo-no-git = o git não está instalado: instale-o para revisar a árvore de trabalho ou um ramo
told-repo-no-repository = esta pasta não está em nenhum repositório git: só as mudanças da sessão podem ser revisadas
told-repo-foreign = { $why }: o git não é consultado
told-repo-no-commit = o repositório ainda não tem commit com que comparar um ramo: revise a árvore de trabalho
told-repo-no-branch = não há ramo { $branch }: `git branch -a` os lista
told-repo-no-branch-near = não há ramo { $branch }: você quis dizer { $near }?
told-repo-unrelated = { $branch } e HEAD não têm nenhum commit em comum
told-repo-no-answer = o git não respondeu: `git status` talvez diga por quê
told-repo-blocked = bloqueado por { $pattern }, não mostrado
told-repo-too-large = { $number } bytes, grande demais para mostrar
told-repo-decided = estas mudanças já estão no disco ou num commit: comente em vez de decidir
told-repo-gone = este arquivo não tem mais mudanças
told-repo-binary = binário, { $before } → { $after } bytes
told-repo-by-head = HEAD
told-repo-by-disk = árvore de trabalho
told-repo-submodule = submódulo
told-repo-link = link simbólico
told-repo-untracked = novo, fora do git
told-repo-list = { $first }, { $more }
told-nothing-to-undo = nada para desfazer na revisão
told-nothing-to-redo = nada para refazer na revisão
told-rollback-waits = uma reversão deve esperar o fim da execução; pare-a primeiro (Ctrl+C ou /stop)
told-hard-word = uma reversão forçada desfaz também o seu trabalho: digite { $word } para confirmar
told-all-told = nada de novo para enviar ao agente
told-told-at-end = o agente o recebe depois desta etapa
told-review-at-work = a revisão está ocupada; tente de novo daqui a pouco
told-review-too-fast = decisões e mudanças vieram rápido demais; tente de novo
told-call-runs = uma chamada do agente está em curso; aplique quando terminar, ou pare-a (Ctrl+C)
told-nothing-to-write = nada para aplicar: o disco segue as suas decisões
told-accepted-on-disk = aceito: { $counted }, já no disco
told-not-written = { $path } não é aplicado: { $why }
told-nothing-to-take-back = nada para reverter
told-written = aplicado: { $counted } +{ $added } -{ $removed }
told-written-for-command = aplicado para o comando: { $counted } +{ $added } -{ $removed }
told-rolled-back = revertido e gravado: { $counted } +{ $added } -{ $removed }; /rollback undo desfaz
told-taken-back-written = desfeito e gravado: { $counted } +{ $added } -{ $removed }
told-done-again-written = refeito e gravado: { $counted } +{ $added } -{ $removed }
told-nothing-written = nada foi gravado: { $why }
told-left-as-they-are = não aplicados, deixados como estão: { $whys }
told-staged-not-written = as mudanças propostas não puderam ser aplicadas, por isso o comando não foi executado: { $why }
told-save-finished = O programa terminou enquanto aplicava mudanças. Concluído agora: { $counted }.
told-save-command-finished = O programa terminou enquanto aplicava mudanças para um comando. Concluído agora: { $counted }; o comando não foi executado.
told-rollback-finished = O programa terminou durante uma reversão. Concluído agora: { $counted }; /rollback undo a desfaz.
told-undo-finished = O programa terminou enquanto desfazia uma reversão. Concluído agora: { $counted }.
told-save-undone = O programa terminou enquanto aplicava mudanças a { $counted }. Desfeito agora: { $why }.
told-rollback-undone = O programa terminou durante uma reversão de { $counted }. Desfeito agora: { $why }.
told-changed-nothing = nenhuma mudança desta execução resta: nada para reverter
told-nothing-after = nenhum agente ou comando mudou um arquivo depois deste ponto de retorno: escolha um anterior, ou restaure os arquivos, o que desfaz também o seu trabalho; /rollback undo desfaz uma reversão
told-nothing-belongs = nenhuma mudança disto resta: nada para reverter
told-nothing-chosen = nada escolhido para reverter
told-shown-otherwise = arquivos ou decisões mudaram desde o resumo; veja de novo
told-previewed-otherwise = arquivos ou decisões mudaram desde a prévia; veja de novo
told-conflict-waits = um conflito espera ser resolvido na revisão
told-conflicts-wait = resolva antes { $word } conflitos na revisão
told-is-there-already = `{ $path }` já existe; mova antes esse arquivo
told-becomes-removed = será removido
told-becomes-stays = fica
told-becomes-there = volta
told-becomes-back = { $counted } para trás
told-becomes-proposed = { $why }, só proposto
told-becomes-some-proposed = { $why }, { $word } só propostos
told-becomes-edited = { $why }, { $word } editados por você
told-becomes-lost = { $why }, { $word } seus perdidos
told-becomes-kept = { $why }, { $word } seus mantidos
told-becomes-conflict = { $why }, 1 conflito
told-becomes-conflicts = { $why }, { $word } conflitos
told-by-you = você
told-by-command = um comando
told-by-either = você ou um comando
told-by-session = sessão { $word }
told-conflict-deleted = o arquivo foi apagado por { $why }
told-conflict-builds-on = apoia-se numa mudança recusada, feita por { $why }
told-conflict-built-on = uma mudança posterior, feita por { $why }, se apoia nela
told-conflict-twin = as mesmas linhas foram escritas lá por { $why }: os dois as duplicariam
told-conflict-line = a mesma linha foi mudada por { $why }
told-conflict-place = linhas foram inseridas no mesmo lugar por { $why }
told-settle-first = a resolver primeiro: { $why }
told-you-changed-lines = você mudou linhas deste trecho
told-agent-changed-lines = { $word } alterou estas linhas
told-file-created = criado
told-file-deleted = apagado
told-file-renamed = renomeado de { $path }
told-file-is-made = é criado
told-file-is-deleted = é apagado
told-file-moves = passa para { $path }
told-file-mode = permissões { $word }, agora { $number }
told-review-no-text = não é texto; aceite ou recuse por inteiro
told-review-not-changed = esta sessão não mudou esse arquivo
told-review-edit-late = `{ $path }` mudou enquanto você o editava; o seu texto não foi usado: edite de novo
told-review-odds = este trecho conflita com outro: aceite-o e resolva o conflito, depois edite-o
told-review-nul = o texto contém um caractere NUL; só texto pode ser gravado
told-review-on-rejected = este trecho se apoia em um recusado; aceite aquele antes, depois edite este
told-review-content-gone = o conteúdo de `{ $path }` desapareceu do armazenamento
told-review-base-gone = não é possível revisar `{ $path }`: o texto anterior à primeira mudança já não está guardado; o arquivo não muda
told-review-damaged = não é possível revisar `{ $path }`: o histórico está danificado; o arquivo não muda
told-review-not-back = não é possível reverter `{ $path }`: { $why }
told-review-new-gone = o conteúdo novo de `{ $path }` não está mais no armazenamento
told-review-summary-late = `{ $path }` { $why } nesse meio-tempo; olhe o resumo de novo
told-review-late-gone = desapareceu
told-review-late-there = apareceu
told-review-late-changed = foi mudado
told-review-left-written = { $why }; `{ $path }` foi gravado e fica como está: { $why_left }
told-review-question-over = esta pergunta foi respondida nesse meio-tempo, ou não propõe mudança; verifique os arquivos
told-review-hunk-gone = esse trecho já não existe; veja de novo
told-review-settled = este trecho já não tem conflito
told-review-as-it-was = texto sem mudança; nada a fazer
told-review-file-deleted = nenhum texto para editar: o arquivo foi apagado depois; recuse antes a exclusão
told-review-edit-rejected = este trecho está recusado; aceite antes, depois edite
told-review-parts-unlike = não é possível juntar as partes: uma está decidida ou aplicada, outra não
told-review-parts-built = não é possível juntar as partes: outras mudanças assentam em uma só
told-review-parts-gone = não é possível juntar as partes: elas já não existem
told-review-log-before = a mudança { $word } não corresponde ao texto guardado: só o texto atual do arquivo serve
told-review-log-after = a mudança { $word } não dá o texto guardado: só o texto atual do arquivo serve
told-review-log-base = o histórico não devolve o texto gravado
told-review-merge-binary = não se pode juntar { $path }: é binário; fique com uma das versões inteira
told-review-merge-large = não se pode juntar { $path }: tem 2 GiB ou mais; fique com uma das versões inteira
told-review-split-line = um trecho de uma linha não se divide; edite-o
told-review-split-deletion = apagar um arquivo é uma só decisão; recuse e apague linhas
told-review-split-lines = o trecho não tem estas linhas; escolha entre as dele
told-review-split-nothing = estas linhas são o trecho inteiro; escolha menos
told-review-split-amended = não é possível dividir: você editou este trecho; edite-o de novo
told-review-split-built = não é possível dividir: há outras mudanças entre as linhas deste trecho; edite-o
told-checkpoint-dropped = o ponto de retorno #{ $number } está incompleto: partes foram retiradas para caber em checkpoints.max_mb; reverta trechos ou arquivos um a um, ou escolha um mais recente
told-checkpoint-none = esta sessão não tem ponto de retorno { $word }; /checkpoints ou `agentichat checkpoints` dá a lista
told-hard-what = a reversão forçada só vale para uma execução, a sessão ou um ponto de retorno
told-no-rollback = nenhuma reversão para desfazer
author-you = você
author-shell = shell
author-unclear = incerto
told-files-and-more = { $files } e mais { $number }
told-hunks-by-rollback = /rollback reverte trechos
told-left-file = { $path } ({ $why })
told-review-was-at-work = a revisão estava ocupada; peça o comando de novo
told-rollback-partly = O programa terminou durante uma reversão de { $counted }. Concluído agora, exceto arquivos mudados desde então: { $why }.
told-save-command-partly = O programa terminou enquanto aplicava mudanças a { $counted } para um comando. Concluído agora, exceto arquivos mudados desde então: { $why }.
told-save-command-undone = O programa terminou enquanto aplicava mudanças a { $counted } para um comando. Desfeito agora: { $why }.
told-save-partly = O programa terminou enquanto aplicava mudanças a { $counted }. Concluído agora, exceto arquivos mudados desde então: { $why }.
told-undo-partly = O programa terminou enquanto desfazia uma reversão de { $counted }. Concluído agora, exceto arquivos mudados desde então: { $why }.
told-undo-undone = O programa terminou enquanto desfazia uma reversão de { $counted }. Desfeito agora: { $why }.
author-list = { $author }, { $others }
told-review-left-with = `{ $path }` { $why }

## Reversões e pontos de retorno
rollback-runs = recusado: a sessão trabalha. n fecha isto, depois Ctrl+C a para
rollback-wrong-word = não é { $hard_word }: nada foi revertido
rollback-enter-first = tecle Enter primeiro: mostra a prévia
rollback-changed-meanwhile = arquivos mudaram; veja de novo
rollback-rolling-back = reversão…
rollback-still-looking = ainda lendo as mudanças
rollback-title = Reverter
rollback-sides = agora / depois da reversão
rollback-to-settle = { $conflicts } por resolver antes: Espaço num deles
rollback-edits-conflicts = e edita a linha de um conflito, na revisão
rollback-edit-here = e edita estas linhas; q pergunta de novo o que reverter
rollback-title-looking = Reverter   lendo as mudanças…
rollback-step-1 = passo 1 de 2
rollback-lead-scope = âmbito{ " " }
rollback-scoped = só as mudanças do agente, manter as minhas
rollback-scoped-short = só as do agente, manter as minhas
rollback-hard = restaurar os arquivos, perder as minhas
rollback-hard-short = restaurar os arquivos, perder as minhas
rollback-lead-how = modo{ "   " }
rollback-nothing-there = nada para reverter
rollback-not-applied = { "  " }ainda não aplicado: { $path }: isto aplica também as decisões
rollback-left-alone = { "  " }[ ] { $path }  { $why }: fica como está
rollback-in-index = { "  " }{ $path }: no índice do git; git restore --staged o retira
rollback-may-be-yours = { $mark } a mudança { $number } talvez seja sua: veio durante um comando
rollback-conflict = { $mine } manter o meu { $base } ponto de retorno { $both } ambos
rollback-conflict-why = linha { $line }: { $why }
rollback-safety = ponto de retorno #{ $number } antes: F8, primeira entrada, desfaz isto
rollback-hard-discards = você perde { $hunks } SEUS: digite  { $hard_word }  no passo seguinte
rollback-session-runs = a sessão trabalha: nada é revertido antes do fim (Ctrl+C)
rollback-step-2 = passo 2 de 2
rollback-yours-none = Nenhuma mudança sua nestes arquivos.
rollback-yours-one = 1 trecho seu fica.
rollback-yours = { $hunks } seus ficam.
rollback-lost-none = Nenhuma mudança sua se perde.
rollback-lost-one = Você perde 1 trecho. O ponto de retorno #{ $number } o guarda.
rollback-lost = Você perde { $hunks }. O ponto de retorno #{ $number } os guarda.
rollback-edits-go = Você perde as SUAS edições de { $hunks } do agente. O ponto de retorno #{ $number } as guarda.
rollback-word-keys = Enter reverter, com a palavra digitada   Esc voltar
rollback-title-of = Reverter { $what }
rollback-type-word = digite { $hard_word } para reverter tudo:{ " " }
rollback-scope-hunk = este trecho
rollback-scope-hunks = isto: { $hunks }
rollback-scope-file = este arquivo: tudo o que agentes e comandos mudaram
rollback-scope-call = esta chamada
rollback-scope-earlier-run = a última execução que mudou algo
rollback-scope-run = esta execução
rollback-scope-agent = tudo o que o agente { $agent } mudou nesta sessão
rollback-scope-session = tudo o que agentes e comandos mudaram nesta sessão
rollback-scope-checkpoint = tudo o que agentes e comandos mudaram desde então
timeline-name-empty = um nome precisa de uma letra; nada foi nomeado
timeline-none-chosen = nenhum ponto de retorno escolhido
timeline-none-yet = ainda não há ponto de retorno
timeline-versus = #{ $number } / #{ $other }
timeline-versus-now = #{ $number } / agora
timeline-versus-undone = agora / reversão desfeita
timeline-title = Pontos de retorno
timeline-no-rollback = nenhuma reversão para desfazer
timeline-looking = lendo os pontos de retorno…
timeline-none = ainda não há ponto de retorno: uma execução cria um antes da primeira mudança
timeline-none-fits = nada encontrado
timeline-undo-sure = Desfazer a reversão e gravar os arquivos?
timeline-ask-filter = filtrar por arquivo, agente ou palavras:{ " " }
timeline-ask-name = nome:{ " " }
timeline-ask-new = nome de um ponto de retorno agora:{ " " }
tasks-title = Tarefas
tasks-title-of = Tarefas  { $words }
tasks-none = Ainda não há tarefas. O agente as cria para um trabalho de várias etapas; você pode acrescentar uma aqui.
tasks-none-chosen = Nenhuma tarefa está escolhida.
agents-none-chosen = Nenhum agente está escolhido
agents-title = Agentes
agents-title-of = Agentes · { $words }
agents-progress = { $number } trabalhando, { $total } terminados
agents-calls =
    { $count ->
        [one] { $count } chamada
       *[other] { $count } chamadas
    }
agents-tokens = { $tokens } tokens
agents-head-task = a tarefa
agents-head-agent = o agente
agents-is-over = { $name } terminou
agents-ask-message = Dizer: 
agents-stop-again = Pressione a tecla de novo para parar { $name }
agents-conversation = Agente { $name }
agents-reading = Lendo…
agents-key = agentes
agents-at-work-count =
    { $count ->
        [one] { $count } agente trabalhando
       *[other] { $count } agentes trabalhando
    }
tasks-delete-again = Aperte x de novo para apagar a tarefa { $number }.
tasks-ask-new = nova tarefa
tasks-ask-name = nome
tasks-ask-description = descrição
tasks-ask-after = espera
tasks-ask-agent = agente
tasks-created = criada { $time }
tasks-started = começada { $time }
tasks-completed = concluída { $time }
task-status = { $status ->
    [in_progress] em andamento
    [completed] concluída
    [blocked] bloqueada
   *[other] pendente
}
task-waits-for = espera { $numbers }
task-progress = { $number } de { $total }
task-none = nenhuma tarefa
task-for = para { $agent }
task-facts = { $status }, prioridade { $priority }
task-after = depois de { $names }
task-took = levou { $time }
plan-now = agora
plan-next = depois
plan-key = tarefas
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
title-before = antes de: { $title }
title-rollback = reversão { $scope }
title-hard-rollback = reversão forçada { $scope }
title-accepted-one = 1 trecho aceito
title-accepted = { $word } trechos aceitos
title-rejected-one = 1 trecho recusado
title-rejected = { $word } trechos recusados
title-taken-back-one = decisão desfeita em 1 trecho
title-taken-back = decisão desfeita em { $word } trechos
title-before-after-run = antes de mudanças vindas depois de uma execução
title-before-cut-off = antes de um comando interrompido
title-before-redo = antes de refazer uma reversão
title-before-undo = antes de desfazer uma reversão
title-before-saving-one = antes de aplicar mudanças em 1 arquivo
title-before-saving = antes de aplicar mudanças em { $word } arquivos
title-edited = { $path } editado
title-settled = resolvido por uma edição
title-split = trecho dividido
title-comment-made = comentário feito
title-comment-changed = comentário mudado
title-comment-removed = comentário retirado
title-kept-mine = mantido o meu
title-took-both = tomados os dois
title-took-agent = tomado o do agente
title-took-base = tomada a base

## Números: tokens, custos, tempos
run-status = { $status ->
    [queued] na fila
    [running] em curso
    [waiting] espera
    [awaiting_review] a revisar
    [completed] concluída
    [failed] falhou
    [cancelled] cancelada
    [interrupted] interrompida
   *[other] { $status }
 }
figures-title = Números  { $name }
figures-none = ainda sem resposta: tokens, custo e tempo de cada execução aparecem aqui
figures-looking = lendo as execuções…
figures-context-unknown = contexto ainda não medido
figures-context-of = { " " }{ $about }{ $percent }%  { $used } de { $limit }
figures-context = contexto
figures-at-most = { " " }no máx. { $most }
figures-tokens-in = tokens entrada
figures-tokens-out = tokens saída
figures-cost = custo { $paid }{ $more }
figures-in-all = { " " }no total
figures-cost-unknown = custo  desconhecido: sem preço para estes modelos (/models)
figures-cost-nothing = custo  nada
figures-run = execução { $number } de { $all }  { $time }  { $status }  { $long }
figures-more-below = mais { $more } abaixo
figures-you = você

## Configurações: provedores, modelos, teclas, aparência, regras
settings-line-no-key = isso parece uma chave e ficaria visível aqui; digite-a na linha própria
settings-paste-by-terminal = cole com o terminal: Ctrl+Shift+V, Shift+Insert ou o menu dele
settings-question-first = q fecha as configurações, depois responda à pergunta
settings-no-question = nenhuma pergunta
settings-undone = última mudança desfeita
settings-nothing-to-undo = nada para desfazer
settings-saving-wait = gravando; tente de novo daqui a pouco
settings-test-given-up = teste cancelado
settings-fetch-stopped = { $model }: download parado, a parte fica
settings-unsaved-hint = { $changes } por gravar: Ctrl+S
settings-first-offered = primeiro oferecido
settings-default-model-title = Modelo padrão
settings-none-fits = nada encontrado
settings-more-below = mais { $more } abaixo
settings-model-detail = { $why }janela { $window }  { $price }
settings-on-server-size = no servidor  { $size }
settings-on-the-server = no servidor
settings-as-told = como disse em { $when };{ " " }
settings-asking-models = { $told }consultando os modelos…
settings-cannot-ask = { $told }não consegue listar os modelos: { $why }
settings-unknown = desconhecido
settings-price-free-here = grátis nesta máquina
settings-price-unknown = preço desconhecido
settings-price = $ { $input } entrada, { $output } saída
settings-new-model = novo { $number }
settings-title = Configurações
settings-saving = gravação…
settings-unsaved = { $count } por gravar
settings-run-question = a execução faz uma pergunta: q fecha as configurações, F2 responde
settings-reading = lendo as configurações…
settings-remove-key = Remover a chave de { $name } do chaveiro e do arquivo? Gravar a remove.
settings-remove-key-keys = y remover   qualquer outra tecla a mantém
settings-remove-model = Remover { $named }? Gravar o remove.
settings-leave-unsaved = { $changes } por gravar.
settings-leave-fetching = Sair para o download de { $model }; a parte baixada fica.
settings-leave-keys = d sair   qualquer outra tecla fica
settings-leave-keys-unsaved = s gravar e sair   d sair sem gravar   qualquer outra tecla fica
settings-address-words = O endereço do servidor. Enter segue com este.
settings-has-key = Tem uma chave: { $from }. Enter segue com ela.
settings-key-in-variable = A chave está em { $variable }, que vale antes de uma digitada aqui: remova a variável para usar outra. Enter segue com ela.
settings-key-behind-variable = { $variable } no ambiente vale antes desta chave: remova a variável para usar a chave.
settings-needs-no-key = Não precisa de chave: tecle Enter. Digite uma só se o seu servidor quiser.
settings-copy-key = Copie uma chave da página da conta { $provider } e cole. Só Enter segue: o seu próprio servidor talvez não precise.
settings-no-model-kept = Nenhum modelo dele está gravado: as sessões começam com o primeiro oferecido. Enter segue; a na página dos modelos grava um.
settings-key-entered-file = a sua, num arquivo que só você lê
settings-key-entered-keyring = a sua, no chaveiro
settings-stays = sem mudança
settings-summary-keys = Enter juntar às mudanças  Ctrl+S gravar  Esc voltar
settings-fact-address = endereço
settings-fact-key = chave
settings-fact-default-model = modelo
settings-asking-ten = consultando, 10 s no máximo…
settings-test-keys = Enter seguir  t testar de novo  Esc voltar à chave
settings-set-up = Configurar { $provider }
settings-step-of = { "   " }{ $number } de { $all }: { $word }
settings-key-of = chave de { $provider } (oculta):{ " " }
settings-letters = { " " }{ $letters } letras
settings-kept-in = guardada em{ " " }
settings-tab-changes = { "   " }Tab muda
settings-key-keys = Enter aceitar  Ctrl+U limpar  Esc descartar
settings-default-model-of = modelo padrão de { $provider }:{ " " }
settings-chooser-keys = digite para filtrar  Up Down escolher  Enter aceitar  Esc cancelar
settings-form-place = { "   " }{ $number } de { $count }
settings-that-is-all = { "  " }é tudo
settings-form-keys = Enter seguinte  Shift+Tab voltar  Ctrl+S aceitar e gravar  Esc descartar
settings-address-of = endereço de { $provider }:{ " " }
settings-temperature-of = temperatura de { $model }:{ " " }
settings-filter-by-name = filtrar por nome:{ " " }
settings-model-to-fetch = modelo para { $provider } baixar:{ " " }
settings-address-keys = como { $example }; vazio é o padrão.  Enter aceitar  Esc cancelar
settings-temperature-keys = um número de 0 a 2.  Enter aceitar  Esc cancelar
settings-config-keys = { $wanted }.  Enter aceitar  Esc cancelar
settings-filter-keys = Enter manter  Esc mostrar tudo
settings-fetch-keys = como qwen2.5-coder:7b.  Enter baixar  Esc cancelar
settings-name-a-model = nomeie um modelo; Esc cancela
settings-address-must-be = o endereço deve ser { $allowed }
settings-temperature-must-be = a temperatura deve ser um número de { $least } a { $most }
settings-config-must-be = { $key } deve ser { $wanted }
settings-no-keyring = não há chaveiro aqui: { $why }
settings-key-too-long = não é uma chave: tem mais de 4096 bytes
settings-no-key-is = não é uma chave: { $why }; digite de novo, ou Esc cancela
settings-place-file = um arquivo seu (modo 0600)
settings-place-keyring = o chaveiro, até reiniciar
settings-form-edit = Editar um modelo
settings-form-new = Seu modelo
settings-esc-again = Esc de novo descarta o que foi digitado
settings-must-be = { $field } deve ser { $allowed }, não { $found }
settings-sees-yes-no = vê: digite sim, não ou nada
settings-must-be-tokens = { $label } deve ser um número inteiro de tokens, como 32768
settings-dollars-or-empty = dólares por milhão de tokens, ou vazio
settings-label-provider = provedor
settings-label-api-name = nome na API
settings-label-name = nome
settings-label-window = janela
settings-label-output = saída máx.
settings-label-temperature = temperatura
settings-label-in = $ entrada
settings-label-out = $ saída
settings-label-cached = $ cache
settings-label-sees = vê
settings-help-provider = Left e Right escolhem
settings-help-api-name = o nome no provedor, como gpt-5-mini; único lá
settings-help-name = o seu nome para ele, 1 a 64 letras; vazio usa o nome da API
settings-help-window = tokens que ele contém, 1.024 a 2.000.000
settings-help-output = tokens de uma resposta no máximo, 256 a 128.000
settings-help-temperature = 0 a 2
settings-help-in = dólares por milhão de tokens do prompt; vazio é desconhecido
settings-help-out = dólares por milhão de tokens da resposta; vazio é desconhecido
settings-help-cached = dólares por milhão de tokens do cache; vazio custa como o resto
settings-help-vision = sim ou não: vê imagens? Vazio consulta o servidor
settings-help-summary = Enter junta às suas mudanças; Ctrl+S também grava
settings-no-answer = sem resposta do motor
settings-not-fetched = { $model } não foi baixado: { $why }
settings-nothing-kept = nada pode ser gravado: { $why }
settings-is-there = { $model } está pronto
settings-built-in-stays = integrado, fica; Enter muda a temperatura
settings-found-on-server = está no servidor, não gravado aqui; Enter o grava
settings-being-fetched = baixando { $model }; Ctrl+C para
settings-none-fetches = nenhum provedor ativo baixa modelos
settings-all-providers = todos os provedores
settings-with-filter = , com “{ $filter }”
settings-asking-servers = { "   " }consulta dos servidores…
settings-models-head = { $of }{ $filter }: { $models }{ $servers }
settings-fetching = download de { $model }  { $progress }  Ctrl+C para
settings-not-on-off = ative ou desative o provedor, não o modelo
settings-key-temperature = temperatura
settings-key-keep = gravar
settings-key-edit = editar
settings-key-add = adicionar
settings-key-remove = retirar
settings-key-filter = filtrar
settings-key-provider = provedor
settings-key-fetch = baixar
settings-key-probe = sondar
settings-models-none-fits = nada encontrado; / muda o filtro, f o provedor
settings-provider-not-asked = { $provider } não consegue listar os modelos: { $error }
settings-origin-built-in = integrado
settings-origin-yours = seu
settings-origin-new = novo
settings-state-not-there = ausente
settings-state-vectors = vetores
settings-state-on-server = servidor
settings-limits = janela { $window }, respostas até { $output } tokens, temperatura { $temperature }
settings-from-cache = , { $one } do cache
settings-price-million = { $price }{ $cached }, por milhão de tokens
settings-fact-limits = limites
settings-fact-price = preço
settings-fact-probe = ferramentas
settings-provider-is = { $provider } está { $why }
settings-makes-vectors = faz vetores para o índice e não conversa
settings-can-be-used = funciona como está; Enter grava os seus próprios números
settings-not-here = não se muda aqui: ponha `{ $key }` em { $file } e inicie de novo
settings-key-type-value = digitar
settings-fact-can-be = valores
settings-fact-said-by = vem de
settings-fact-change-in = mudar em
settings-key-where-set = onde se define
settings-today-of = { " " }de { $most }
settings-today-usd = { $usd } de { $most }
settings-today-unknown = { " " }e { $tokens } de preço desconhecido
settings-today = hoje, todos os espaços de trabalho: { $tokens }{ $most }, { $money }{ $unknown }
settings-on = sim
settings-off = não
settings-own-program = programa próprio
settings-new-key = chave nova, para: { $place }
settings-key-goes = gravar remove a chave
settings-key-env = chave de env { $variable }
settings-key-keyring = chave no chaveiro
settings-key-file = chave num arquivo
settings-key-not-used = chave não usada
settings-key-not-needed = não precisa de chave
settings-key-none = sem chave
settings-word-file = arquivo
settings-word-keyring = chaveiro
settings-not-tested = não testado
settings-testing = teste…
settings-test-ok = ok  { $latency }
settings-test-failed = FALHA { $error }
settings-box-yes = [x] sim
settings-box-no = [ ] não
settings-may-be-used = ativo
settings-its-own = o seu
settings-key-kept = gravada: { $from }
settings-key-none-needed = não precisa
settings-key-none-variable = nenhuma ({ $variable } não está definida)
settings-says-over = { $from } define isto e prevalece sobre o valor daqui
settings-variable-over = { $variable } está definida e prevalece sobre o valor daqui
settings-offers = funciona, e oferece { $model }
settings-offers-not = funciona, mas não oferece o modelo padrão
settings-fact-test = teste
settings-asking-gives-up = consultando, 10 s no máximo; Ctrl+C cancela
settings-its-own-address = o seu endereço
settings-program-key = o programa tem a própria chave; nenhuma para remover aqui
settings-key-unsaved = essa chave ainda não está gravada: u a desfaz
settings-key-outside = essa chave vem de { $variable }: remova a variável lá fora
settings-no-key-to-remove = nenhuma chave para remover
settings-space-switches = Espaço liga ou desliga
settings-key-close = fechar
settings-key-open = abrir
settings-key-on-off = ativar/não
settings-key-test = testar
settings-key-set-up = configurar
settings-key-choose = escolher
settings-key-next-value = próximo valor
settings-not-saved-yet = por gravar
settings-as-it-is = sem mudança
settings-look-over = { $from } define isto e prevalece sobre o seu config.yaml
settings-look-at-start = vale no próximo início
settings-look-tried = Ainda não gravado: sair sem gravar restaura o valor antigo.
settings-fact-kept-in = gravado em
settings-sample-warning = um aviso
settings-sample-error = um erro
settings-pick-keys = Up Down prévia  Enter aceitar  Esc cancelar
settings-pick-unseen-keys = Up Down escolher  Enter aceitar  Esc cancelar
settings-key-bind = associar
settings-key-unbind = desligar
settings-key-give-back = restaurar
settings-keys-head = { $count } de { $all }{ $filter }, { $own } suas: { $file }
settings-keys-more = e mais { $faults }
settings-keys-none-fits = nada encontrado
settings-keys-vim = teclas do vim no rascunho: /vim até sair; para mantê-las, editor.keys: vim na página Tema
settings-keys-unbound = (nenhuma)
settings-keys-yours = sua
settings-fact-action = ação
settings-fact-came = original
settings-fact-else = senão
settings-keys-rare = uma destas quer um terminal com protocolo de teclas; /keys mostra o seu
settings-keys-five = uma sequência tem no máximo cinco teclas
settings-keys-needs-protocol = { $key } quer um terminal com protocolo de teclas; este tem { $protocol }
settings-keys-hides = { $key } substitui { $what } em { $place }
settings-keys-press = { $what } ({ $place }):
settings-keys-hint = tecle a tecla, mais para uma sequência; Enter gravar  Backspace tirar uma  Esc cancelar
settings-keys-stay = gravado, mas sem uso enquanto o arquivo tiver erros: corrija as linhas acima
settings-nothing-to-save = nada para gravar
settings-saved = { $changes }: gravado
settings-somebody-changed = nada gravado: { $what } mudou nesse meio-tempo. Mantido por cima dos novos valores: { $left }. Confira, depois Ctrl+S
settings-not-saved-error = nada foi gravado: { $what }: { $name }: { $error }
settings-not-saved-why = nada foi gravado: { $why }
settings-default-one = o padrão
settings-key-page = página
settings-pages-keys = Tab próxima página
settings-key-help = ajuda
settings-page = { $page ->
    [providers] provedores
    [models] modelos
    [agents] agentes
    [keys] teclado
    [theme] tema
    [policy] regras
   *[other] { $page }
 }
settings-step-done = fim
settings-lead-env = chave de{ " " }
settings-lead-keyring = chave no{ " " }
settings-lead-file = chave num{ " " }
probe-found = { $named } { $found }
probe-begun = Enviando três pedidos curtos a { $model }; o resultado aparece aqui. Ctrl+C cancela.
probe-under-way = { $model } está em sondagem; uma de cada vez.
probe-given-up = Sondagem de { $model } cancelada.
probe-failed = { $model } não foi sondado: { $why }
told-model-unknown = não há modelo { $model }; `agentichat models list` os mostra
told-model-several = mais de um provedor tem um modelo { $model }; indique-o como provedor/modelo
told-model-there = { $word } já tem um modelo { $model }; `agentichat models edit` o muda, ou escolha outro nome de API
told-model-no-default = { $word } não tem um modelo de conversa { $model } para ser o padrão; escolha um de `agentichat models list --provider { $server }`, ou adicione com `agentichat models add`
told-model-builtin-changed = { $model } é integrado: só a temperatura pode mudar; `agentichat models add` grava o seu ao lado
origin-file = arquivo { $path }
origin-keyring = chaveiro
told-model-builtin-removed = { $model } é integrado e não pode ser removido; `agentichat models add` grava o seu ao lado
told-must-be = { $name } deve ser { $wanted }, não { $found }
told-save-refused = { $word }: { $why }
told-save-stale = mudado por outra pessoa nesse meio-tempo: { $places }
wanted-between = um número de { $min } a { $max }
wanted-found-letters = { $number } letras
wanted-letters = de 1 a { $number } letras sem caracteres de controle
wanted-within-window = no máximo a janela de contexto de { $number } tokens

## Sessões: listas, configurações, cópias, exportações e importações
session-none-to-copy = nenhuma sessão de onde copiar as configurações
session-workspace = o espaço de trabalho
sessions-shown-already = já à vista; escolha outra para ficar ao lado
sessions-no-room = sem espaço para outra sessão; { "{" }close_split{ "}" } fecha uma
splits-none = nenhuma sessão para dividir
splits-no-room = sem espaço para outra sessão; { "{" }close_split{ "}" } fecha uma, { "{" }next_session{ "}" } mostra a seguinte
splits-one-shown = só uma sessão à vista; { "{" }split_right{ "}" } junta outra ao lado, { "{" }split_below{ "}" } abaixo
splits-works = { $name } trabalha; de novo cancela a execução e fecha a aba
splits-only-one = só esta sessão está aberta; { "{" }quit{ "}" } sai
splits-kept = { $name } está gravada: { $key } a mostra de novo
list-none-chosen = nenhuma sessão escolhida; f e / mudam a lista
list-not-open = não está aberta; Enter a abre, ou e edita as configurações
list-no-tab = não está aberta aqui: nenhuma aba para fechar
list-settings-unknown = as configurações ainda não foram lidas
list-copied-command = de outro espaço de trabalho; copiado: { $command }
list-shown-only = de outro espaço de trabalho, só listada aqui; { $command }
list-name-empty = um nome precisa de uma letra; nome sem mudança
list-delete-working = { $name } trabalha. ! a para e a apaga de vez, com as suas { $messages }; Esc a mantém
list-delete-undecided = { $name } tem mudanças por decidir ou aplicar. ! a apaga de vez, com elas; Esc a mantém
list-delete = apagar { $name } de vez, com as suas { $messages }? Os arquivos não mudam. y apaga, Esc mantém
list-other-workspace = em outro espaço de trabalho: { $command }
list-error = erro: { $error }
list-made = criada { $at }
list-ran = { $time } de trabalho no total
list-process = processo { $pid }
list-inside = em { $folder }
list-with-prompt = com instruções extra
list-open-in = aberta: { $place }
list-no-model-yet = { $provider }, ainda sem modelo
list-question-waits = 1 pergunta espera
list-questions-wait = { $waits } perguntas esperam
list-tokens = { $tokens } tokens
list-context = ctx { $percent }%
list-which-present = todas menos arquivadas
list-which-active = ativas
list-which-completed = concluídas
list-which-archived = arquivadas
list-which-all = todas
list-everywhere = { " " }de todos os espaços de trabalho
list-title = Sessões  { $which }{ $scope }{ $count }
list-this-workspace = { "  " }este espaço de trabalho
list-looking = lendo as sessões…
list-none-fits = nada encontrado; f e / mudam a lista
list-search-foot = busca: { $search }   / mudar   Enter ir   Esc voltar
list-ask-search = busca:{ " " }
list-ask-name = nome:{ " " }
list-head-state = estado
list-head-place = aberta
list-head-mode = modo
list-head-model = modelo
list-head-messages = msgs
list-head-tokens = tokens
list-head-cost = custo
list-head-context = ctx
list-head-waits = pede
list-head-changed = mudada
list-head-name = nome
list-place-tab = aba { $number }
list-place-tab-other = aba { $number }+outra
list-place-other-terminal = outro terminal
list-place-background = segundo plano
list-place-other-process = outro processo
list-asks = pede { $count }
form-keys = Enter seguinte  Shift+Tab voltar  Ctrl+S gravar  Esc descartar
form-title-settings = Configurações da sessão
form-title-new = Nova sessão
form-checking = verificando…
form-works = em execução: mude as configurações no fim (Ctrl+C para)
form-agent = agente { $agent }  em { $folder }
form-name = nome
form-folder = pasta
form-provider = provedor
form-model = modelo
form-mode = modo
form-prompt = instruções
form-help-name = 1 a 64 letras
form-help-folder = onde os comandos começam, relativo à raiz do espaço; vazio é a raiz
form-help-provider = como em `/providers`; Ctrl+N e Ctrl+P percorrem os conhecidos
form-help-model = o nome lá; Ctrl+N e Ctrl+P percorrem os conhecidos
form-help-mode = Left e Right escolhem quem decide
form-help-prompt = juntado às instruções do modelo; Ctrl+O o abre no $EDITOR; pode ser vazio
form-none-known = nenhum conhecido; digite
form-changed = configurações da sessão mudadas
form-works-later = em execução: mude as configurações no fim, ou pare com Ctrl+C
form-unchanged = nada mudou
form-name-length = um nome tem de 1 a 64 letras
form-needs-provider = indique um provedor
told-open-already = já está aberta
told-session-exists = já existe uma sessão com este id
told-no-session = não há tal sessão; abra-a primeiro
told-no-session-id = nenhuma sessão com este id
told-imported = importado: { $counted }
told-imported-changes = importado: { $counted }; `/session changes` mostra as decisões sobre { $counted_changes }
told-is-deleted = a sessão está sendo apagada
told-in-archive = a sessão está arquivada: `/session unarchive` a restaura
told-ended-with-error = a sessão terminou com um erro: comece outra (`/session new`) ou copie-a (`/session fork`)
told-archived-already = já está arquivada
told-not-archived = não está arquivada
told-deleted-soon = a sessão é apagada quando a execução terminar
told-delete-question = uma pergunta espera lá: abra-a primeiro, ou force (`/session delete --force`)
told-delete-running = a sessão trabalha: /stop primeiro, ou force (`/session delete --force`)
told-delete-open-one = 1 mudança está por decidir ou aplicar: /review a mostra; ou force (`/session delete --force`) e perca-a
told-delete-open = { $word } mudanças estão por decidir ou aplicar: /review as mostra; ou force (`/session delete --force`) e perca-as
told-messages-written = { $counted } em { $path }
told-no-earlier = nenhuma sessão anterior neste espaço de trabalho; esta é nova
told-open-elsewhere = a última sessão está aberta em outro terminal (processo { $word }); esta é nova
told-session-not-open = sessão não está aberta
told-engine-stopped = o motor da sessão parou; inicie o agentichat de novo com --continue
told-engine-busy = o motor da sessão está ocupado; tente de novo daqui a pouco
told-import-at = { $path }: { $rest }, linha { $number }, coluna { $word }: { $why }; nada foi importado
told-import-line = { $path }: linha { $number }, coluna { $word }: { $why }; nada foi importado
told-document-missing = falta `{ $word }`
told-document-hash = esperado: um SHA-256 em hexadecimal
told-document-time = esperado: uma data, como { $rest }
told-document-id = esperado: um id, como { $rest }
told-document-least = esperado: pelo menos { $number }
told-document-most = esperado: no máximo { $number }
told-document-many = no máximo { $number } são lidos
told-document-letters = passa de { $number } letras
told-document-empty = está vazio
told-document-one-of = esperado: um de { $models }
told-document-wanted = esperado: { $rest }
told-document-no-field = não há tal campo aqui
told-document-not-in = { $word } não está no documento
told-document-twice = o id { $word } é dado duas vezes
told-document-bytes = estes bytes não correspondem ao hash
told-document-no-picture = não é uma imagem
told-document-base64 = não é Base64
told-document-json = não é JSON: { $rest }
told-document-later = a versão { $word } é de um agentichat mais novo; este lê até { $number }
told-export-taken = todos os nomes de arquivo estão ocupados; indique um
told-import-large = { $path } passa de { $number } MiB, o máximo que é importado
told-import-no-text = { $path } não é texto em UTF-8
told-export-there = { $path } já existe e não foi substituído; indique outro arquivo
told-path-not-read = não é possível ler { $path }: { $why }
told-path-not-written = não é possível gravar { $path }: { $why }
told-messages-pending-one = { $counted } em { $path }; { $counted_changes } em revisão está lá só para leitura
told-messages-pending = { $counted } em { $path }; { $counted_changes } em revisão estão lá só para leitura
told-no-such-message = não há tal mensagem: a sessão tem { $counted }, contadas a partir de 1
told-fork-open-calls = chamadas da mensagem { $word } ainda não têm resultado; copie na mensagem { $number } ou antes
told-not-named-here = { $path } não pode ser indicado aqui: não é UTF-8
told-changes-before = **Antes da importação**
told-changes-before-what = Um registro do espaço de trabalho de origem: só leitura, nada é gravado nem revertido aqui.
told-changes-here = **Aqui**
told-changes-none = Nenhuma mudança nesta sessão.
told-changes-head = | quando | arquivo | por | linhas | decidido |
told-changes-checkpoint = - ponto de retorno #{ $number } de { $rest }: { $title }, { $counted }
told-changes-comment = - você em { $path }: { $rest }
told-no-session-here = não há sessão { $word } neste espaço de trabalho; veja `agentichat --resume`
told-no-session-id-form = '{ $word }' não é um id de sessão; `agentichat --resume` sem id as lista
told-session-not-stored = a sessão ainda não estava gravada
told-session-not-taken-over = uma sessão não foi assumida: { $why }
told-session-not-opened = a sessão não pode ser aberta: { $why }
told-imported-without = { $why }; por segurança, não importado: { $why_left }
told-none-deleted = nenhum destes arquivos pode ser apagado
told-only-deleted = só estes podem ser apagados, cada um com uma chamada própria: { $places }
told-import-mode = o seu modo: aqui ela está no modo review
told-import-no-rules = regras que permitem algo

## Teclas e tabelas de teclas
keymap-bar-fixed = as teclas da barra de confirmação são fixas, para nenhuma decidir de surpresa; remova esta linha
keymap-fixed = `{ $key }` { $what } em toda parte, e não pode ser ligada a mais nada
keymap-debris = `{ $sequence }` pode vir de uma sequência quebrada do terminal, e { $action } muda o que executa ou grava; escolha outra tecla
keymap-stray = Esc e Tab nunca decidem, e { $action } decide; escolha outra tecla
keymap-one-leader = um prefixo é uma só tecla em global, como Ctrl+Space
keymap-typed = `{ $first }` é digitada em campos de texto e não pode ser ligada em { $place }; junte Ctrl ou Alt, ou o prefixo
keymap-taken = `{ $first }` é { $action } em campos de texto, e { $place } a bloquearia; escolha outra tecla
keymap-not-there = a tela de { $action } ainda não existe: nada pode ser ligado a ela
keymap-nothing-there = { $action } não faz nada em { $place }; funciona em: { $places }
keymap-twice = `{ $key }` está associada duas vezes em { $place }
keymap-bound-already = `{ $sequence }` já está ligada a { $name } em { $place }, na linha { $first }; remova uma
keymap-begins = `{ $sequence }` e `{ $other }` da linha { $first } colidem em { $place }: uma começa a outra
keymap-no-action = não há ação `{ $name }`{ $meant }
keymap-near = seria `{ $near }`?
keymap-write-keys = escreva como Ctrl+X, Alt+B, F9, Space, u, ou como sequência de até cinco: g g
keymap-edit-broken = a sua tabela de teclas não é TOML válido: corrija antes as linhas acima
keymap-edit-by-hand = a forma da sua tabela de teclas não permite esta mudança aqui: edite o arquivo à mão
keymap-cannot-be-bound = esta tecla não pode ser escrita num mapa de teclas
keymap-swallows = { $first } responde ou sai em quase toda parte e deixaria de funcionar; comece com uma tecla de função, ou com Ctrl ou Alt
keymap-is-bound = { $keys } está associada em { $place }: { $what }. Espaço nessa linha a desliga antes
keymap-taken-by-own = as teclas fazem isto agora: { $what }. Espaço nessa linha as restaura
keymap-no-key = não há tecla `{ $key }`; { $way }
keymap-too-large = mais de 1 MiB: grande demais para uma tabela de teclas; nada dela é usado
keymap-no-toml = não é TOML: { $why }; a linha é ignorada
keymap-no-context = não há contexto `{ $name }`{ $meant }
keymap-row-form = uma linha se escreve { "{" } keys = ["F5"], action = "help" { "}" }
keymap-is-wanted = `{ $name }` é { $wanted }
keymap-list-of-keys = uma lista de teclas: ["F5", "g g"]
keymap-danger = 0, 1 ou 2
keymap-a-text = um texto
keymap-true-or-false = true ou false
keymap-no-field = uma linha não tem `{ $other }`{ $meant }
keymap-row-needs = uma linha precisa de keys e action: { "{" } keys = ["F5"], action = "help" { "}" }
keymap-did-you-mean = ; seria `{ $near }`?
keymap-keys-json = ; `agentichat keys --json` as mostra
keymap-there-are = ; há: { $names }
keymap-stops = para
keymap-leads = leva à pergunta
keymap-no-list = `{ $name }` não é uma lista de linhas; escreva { $name } = [ { "{" } keys = ["F5"], action = "help" { "}" } ]
key-test-title = Teclas deste terminal
key-test-head = Alguns terminais ficam com estas duas teclas, ou enviam outras. Tecle cada uma uma vez: nada mais acontece.
key-test-press = Aperte { $key } agora. Se nada mudar aqui, aperte Espaço.
key-test-over = Pronto; a ajuda (?) o repete. Enter ou Esc fecha.
told-keymap-unread = não é possível ler a tabela de teclas: { $why }; a chave `keymap` da configuração a indica
keymap-fault = { $path }:{ $line }: { $why }
keymap-fault-file = { $path }: { $why }

## Temas e terminal
theme-used-instead = { $problem }; { $name } é usado no lugar
theme-kept = tema { $theme } com a paleta { $palette } gravado em { $file }
theme-none = não há tema `{ $name }`; você quis dizer { $near }? Há auto, { $all }
theme-none-near = não há tema `{ $name }`. Há auto, { $all }
terminal-keys-kitty = teclas pelo protocolo kitty
terminal-keys-xterm = teclas por modifyOtherKeys do xterm, onde passa
terminal-keys-legacy = teclas pela codificação tradicional
terminal-shift-enter-came = Shift+Enter funciona: chegou
terminal-shift-enter = Shift+Enter funciona
terminal-shift-enter-unknown = Shift+Enter: desconhecido; { "{" }newline{ "}" } é uma nova linha em toda parte
terminal-shift-enter-no = Shift+Enter parece Enter; { "{" }newline{ "}" } é uma nova linha em toda parte
terminal-shift-enter-tried = Shift+Enter não chegou no teste; { "{" }newline{ "}" } é uma nova linha em toda parte
terminal-instead = { "{" }toggle_passthrough{ "}" } faz o mesmo
terminal-ctrl-tab-came = Ctrl+Tab funciona: chegou
terminal-ctrl-tab-no = Ctrl+Tab parece Tab; { $instead }
terminal-ctrl-tab-tried = Ctrl+Tab não chegou no teste; { $instead }
terminal-ctrl-tab-tabs = Ctrl+Tab troca as abas do terminal; { $instead }
terminal-ctrl-tab = Ctrl+Tab funciona, a menos que o terminal a tome
terminal-ctrl-tab-unknown = Ctrl+Tab: desconhecido; { $instead }
terminal-try = /keys test tenta as duas teclas aqui
terminal-zellij = zellij toma Ctrl+G P N T S O H B Q: o perfil "unlock-first" (zellij setup, Ctrl+O c) deixa-os ao editor
terminal-screen = GNU screen não transmite Shift+Enter nem Ctrl+Tab; tmux 3.2 e zellij sim
terminal-wezterm = WezTerm: config.enable_kitty_keyboard = true em wezterm.lua deixa passar Shift+Enter
terminal-wezterm-alt-enter = Alt+Enter é a tela cheia do WezTerm; { "{" }newline{ "}" } é nova linha
terminal-windows-alt-enter = Alt+Enter é a tela cheia do terminal, Alt+Left e Alt+Right os painéis; { "{" }newline{ "}" } é nova linha, Ctrl+Left e Ctrl+Right andam por palavras
terminal-ghostty-ctrl-enter = Ctrl+Enter é a tela cheia do Ghostty; { "{" }newline{ "}" } é nova linha
terminal-tmux-old = tmux { $version } não pode transmitir Shift+Enter e Ctrl+Tab; 3.2 e seguintes podem
terminal-tmux-lines = tmux transmite Shift+Enter e Ctrl+Tab com estas linhas em ~/.tmux.conf: set -s extended-keys on; set -as terminal-features 'xterm*:extkeys'
terminal-frames = cada imagem é mostrada de uma vez (saída sincronizada)
terminal-frames-no = o terminal não tem saída sincronizada: só as células que mudaram são escritas
terminal-clusters = um emoji de vários caracteres conta como um só (modo 2027)
terminal-clusters-no = cada terminal conta emojis de vários caracteres a seu modo: o texto ao lado é redesenhado junto
terminal-wide-signs = se linhas e setas ocupam duas colunas, "glyphs: ascii" na configuração as desenha com letras
theme-did-you-mean = { $why }; seria { $nearest }?
theme-base-in-quotes = esperado: o nome de um tema entre aspas
theme-table-wanted = espera-se uma tabela; escreva [{ $section }] numa linha própria
theme-no-such-key = não há tal chave em um tema
theme-no-base = não há tema `{ $base }` de onde herdar
theme-no-role = não há papel `{ $name }`
theme-no-colour = `{ $written }` não é uma cor; escreva como "#16181d"
theme-number-wanted = espera-se um número de 0 a 255
theme-more-faults = { " " }(mais { $faults })
theme-base-used = { $path }:{ $line }: { $first }{ $more }; o tema { $base } é usado no lugar
theme-inherits-itself = herda de si mesmo; remova `inherits` de um dos arquivos
theme-no-style = `{ $other }` não é { $numbers ->
    [yes] 0 a 15 nem default
   *[no] default
 }, bold, dim, italic, underline ou reverse
told-no-theme = não é um tema: mais de { $bytes } bytes
told-theme-unread = { $path }: { $why }; escolha outro tema ou corrija o arquivo
theme-at-key = { $key }: { $why }
theme-at-line = linha { $line }: { $why }
theme-invalid = tema `{ $name }`: { $why }
theme-unknown = não há tema `{ $name }`; há: { $all }
told-keyboard-unread = não é possível ler o teclado: { $why }; inicie o agentichat em um terminal, ou use `agentichat run`
told-terminal-dumb = o terminal se diz `dumb` (TERM), nenhuma tela pode ser desenhada; use `agentichat run "…"` ou `agentichat --plain`, ou corrija TERM
told-terminal-none = o fluxo padrão { $word } não é um terminal, por isso não há onde desenhar; use `agentichat run "…"` no lugar
told-terminal-unusable = o terminal não pode ser usado: { $why }; use `agentichat run "…"` no lugar

## Comandos com barra
slash-line-own-commands = .agentichat/commands: { $problem }
slash-line-only-the-last = Só a última mensagem pode ser editada aqui: /resend sem número, ou com 1.
slash-line-chip = Para tirar uma imagem, apague a sua marca.
slash-line-no-answer = O agente ainda não deu essa resposta.
slash-line-no-such-session = não há sessão `{ $name }`; { $key } as lista
slash-line-many-sessions = várias sessões se chamam `{ $name }`: escolha uma aqui
command-say-cache = diga status, clean ou clean all, ou nada
command-one-provider = um provedor basta
command-one-model = um modelo basta
command-review-one = um ramo basta: `/review main`
command-no-model-to-probe = esta sessão não tem modelo; nomeie um
command-key-here = uma chave digitada aqui ficaria no histórico: use /settings, ou `agentichat providers key set <nome>` num shell
command-say-provider = diga o que fazer e com qual provedor
command-no-page = não há tal página
command-cost-saved =
    { $saved } delas vieram do cache.

    { "" }
command-cost =
    { "*" }*Esta sessão** { $about }{ $input } tokens de entrada, { $about }{ $output } de saída, { $cached } deles do cache do servidor: { $cost }

    { $kept }
command-cost-nothing = nenhum pedido ainda
command-cost-unknown = custo desconhecido: sem preço para o modelo (`/settings models`)
command-cost-partly = { $cost } e { $tokens } de preço desconhecido
command-budget-session = sessão
command-budget-day = dia
command-answer = { $answer ->
    [yes] sim
    [always] sim, sempre
    [edited] sim, editado
    [hunks] sim, trechos
    [files] sim, arquivos
    [no] não
    [text] um texto
    [selected] uma escolha
    [on-disk] sim, no disco como está
    [skipped] pulado
   *[other] { $answer }
 }, por { $by ->
    [key] tecla
    [rule] regra
    [mode] modo
    [timeout] tempo esgotado
    [cancel] cancelamento
    [nobody] ninguém
   *[other] { $by }
 }
command-answer-open = sem resposta
command-question-row = { $when }{ "  " }{ $summary }{ "  " }{ $answer }
command-change-made = { $path } criado
command-change-deleted = { $path } apagado
command-change-bits = { $path } permissões { $from }, agora { $to }
command-change-renamed = { $path }, antes { $from }
command-change-row = | { $when } | { $file } | { $author } | +{ $added } -{ $removed } | { $decided } |
command-change-and = { $decision }, { $others }
command-change-decided = { $count } { $state ->
    [pending] por decidir
    [accepted] { $count ->
        [one] aceito
       *[other] aceitos
     }
    [rejected] { $count ->
        [one] recusado
       *[other] recusados
     }
   *[rolled-back] { $count ->
        [one] revertido
       *[other] revertidos
     }
 }{ $apart }
command-change-apart = { " " }(fora do disco)
command-no-files = Nenhum arquivo incluído. `/include <caminho>` acrescenta um.
command-included-list =
    { "*" }*Incluídos**

    { $rows }
command-one-file = nomeie um arquivo; ponha aspas num caminho com espaços
command-included-already = { $place } já está incluído; veja /files
command-included = `{ $place }` incluído
command-no-file-named = nenhum arquivo indicado
command-not-included = { $wanted } não está incluído; veja /files
command-excluded = { $places }: já não é enviado.
command-note-included-already = a nota já está incluída; `/note exclude` a retira
command-note-included = Nota incluída: cada mensagem leva o texto atual.
command-note-not-included = a nota não está incluída; `/note include` a junta
command-note-excluded = A nota já não está incluída nem é enviada.
command-say-note = diga `show`, `include` ou `exclude`, ou nada para a escrever
command-not-found-out = Sem resultado: { $reason }
command-wrong-answer = A resposta não corresponde à pergunta; por favor, relate isto.
command-runs-unasked =
    { "" }

    { "*" }*Executa sem pergunta**, segundo as configurações do programa do agente; o que ele grava é encontrado e anotado mesmo assim

    { $text }
command-unasked-rule = - `{ $rule }` em { $file }
command-no-note = O espaço de trabalho ainda não tem nota; `/note` escreve uma.
command-note =
    { "*" }*Nota**

    { $text }
command-no-questions = Nenhuma pergunta nesta sessão.
command-sent-first =
    Enviado primeiro ao modelo:

    { $text }
command-no-git = sem git
command-whoami =
    - espaço de trabalho: { $root }
    - ramo: { $branch }
command-included-lines = { " " }({ $lines } no arquivo): enviado com cada mensagem. `/exclude` termina isso.
command-no-workspace = Ainda não há espaço de trabalho.
command-workspaces-head =
    | espaço de trabalho | encontrado por | aberto por último |
    |---|---|---|
    { "" }
command-workspaces-open =
    { "" }
    `agentichat --cwd <pasta>` abre um.
command-in-memory = só em memória
command-workspace =
    { $facts }- sessões: { $sessions }, `/session list` mostra a lista
    - guardado em: { $kept }
    { "" }
command-yes = sim
command-no = não
command-workspace-by = a pasta { $mark } dela
command-workspace-by-itself = é a pasta de trabalho
command-workspace-facts =
    { "*" }*Espaço de trabalho** { $root }

    - encontrado por: { $found }
    - configuração de confiança: { $trusted }
    - gravável: { $writable }
    - git: { $git }
    { "" }
command-program-missing =
    - { $name } falta: { $link }
    { "" }
command-git-facts = { $branch }, { $ahead } à frente, { $behind } atrás, { $changed } mudados
command-own =
    `{ $usage }`

    { $help }

    De `.agentichat/commands/{ $name }.md`; envia:

    > { $body }
command-list-head =
    | comando | o que faz |
    |---|---|
    { "" }
command-list-own =
    | `{ $usage }` | { $help } (deste espaço) |
    { "" }
command-list-foot =
    { "" }
    `…` está no lugar de outras palavras: `/help session` mostra as de `/session`. `?` no editor vazio mostra as teclas.
command-list-foot-in-lines =
    { "" }
    `/keys` diz as teclas da linha. `…` está no lugar de outras palavras: `/help session` mostra as de `/session`.
command-list-pages =
    { "" }

    Páginas do manual (em inglês), depois de `/help`: { $pages }.
command-keys-in-lines = Listar as teclas da linha e os seus efeitos.
command-start-in-lines = Verificar de novo se há um modelo; se não houver, dizer o que foi verificado, e oferecer por números como configurar um.
command-settings-in-lines = Definir provedores, chaves e modelos por números; ouvir permissões e orçamentos.
command-note-in-lines = Edita a nota do espaço de trabalho; incluída, segue com cada mensagem.
command-theme-in-lines = Não faz nada aqui: as linhas não têm cores.
command-find-in-lines = Procurar um texto nesta conversa e no último arquivo lido.
command-copy-in-lines = Imprime a última resposta do agente como ele a escreveu, ou uma anterior; o número 1 é a última.
command-one-folder = indique uma só pasta; ponha entre aspas um caminho com espaços
command-say-picture = indique o arquivo da imagem, ou `none`
command-say-which-message = diga qual mensagem pelo número: 1 é a última
command-say-which-answer = diga qual resposta pelo número: 1 é a última
command-no-arguments = não recebe argumentos
command-say-again = diga quantas, `thinking`, ou `call` e o número
command-also =
    { "" }

    Também { $aliases }.
command-nothing-behind-save = nada vai atrás de save
command-palettes = a paleta é standard ou cvd
command-one-theme = um tema basta
command-say-rollback = diga `undo`, ou nada para escolher
command-run-goes-on = há uma execução em curso: /stop, depois esvazie a conversa
command-nothing-to-search = nada para procurar
command-say-index = diga status, allow ou refuse, ou nada
command-no-list = não há lista `{ $other }`
command-quotes = um caminho com espaços precisa de aspas
command-file-missing = indique um arquivo
command-message-number = indique a mensagem por número ou id
command-one-message = nomeie uma mensagem, pelo número ou pelo id
command-no-prompt = Esta sessão não tem instruções extra. `/session prompt <texto>` define-as.
command-prompt =
    { "*" }*Instruções extra**

    { $text }
command-say-set = indique uma configuração
command-value-missing = indique um valor
command-no-mode = não há modo `{ $mode }`
command-effort = Esforço: { $effort }. `/effort NÍVEL` o define: auto, off, minimal, low, medium, high, xhigh, max; o modelo diz quais tem.
command-no-effort = não há esforço { $word }: use auto, off, minimal, low, medium, high, xhigh ou max
command-one-value = indique um valor; aspas se tiver espaços
command-no-setting = não há configuração `{ $other }`
command-cwd = Os comandos desta sessão começam em { $folder }. `/cwd <pasta>` muda isso, `/cwd .` é a raiz do espaço.
command-this-deleted = isto apaga a sessão atual; só --force pode seguir
command-one-name = um nome basta
command-no-provider-named = indique um provedor
command-too-many = demais: indique um provedor e um modelo
command-say-agent-mode = indique um modo; /route mostra o atual
command-no-agent-mode = não há modo de agente { $word }
command-mode-is = o modo é { $now }; nomeie outro
command-no-mode-of = não há modo { $word }; há { $words }
command-on-off-missing = diga on ou off
command-rule-number-missing = indique o número da regra, veja /confirm status
command-nothing-to-confirm = nada para confirmar
command-plan-writes-nothing = o modo plan não grava nada, então não há o que confirmar: antes /mode review
command-revoked = Regra `{ $rule }` revogada.
command-no-rules = nenhuma regra para revogar
command-no-rule = não há regra { $number }; /confirm status lista 1 a { $last }
command-text-refused = recusado
command-text-proposed = proposto na revisão
command-asked-for = perguntar
command-command-in-box = executado no sandbox, exceto risco alto
command-text-applied = aplicado
command-command-refused = recusado, exceto só de leitura
command-command-run = executado, exceto risco alto
command-until = , até a sua próxima mensagem
command-mode-status =
    { "*" }*Modo** { $mode }

    - text: { $text }{ $text_until }
    - cmd: { $command }{ $command_until }

    { "" }
command-rules-none = Sem regras.
command-rules-head =
    { "*" }*Regras**

    { "" }
command-rule-deny = recusar
command-rule-ask = perguntar
command-rule-allow = permitir
command-scope-flag = linha de comando
command-scope-session = esta sessão
command-scope-workspace = espaço de trabalho
command-scope-user = pessoal
command-rules-foot =
    { "" }
    `/confirm revoke <número>` remove uma.
command-usage = { $wrong }. Uso: /{ $name } { $arguments }
command-name-missing = indique um novo nome
command-no-session-command = não há /session { $other }
command-no-workspace-command = não há /workspace { $other }
command-not-measured = ainda não medido
command-not-chosen = ainda não escolhido
command-none = nenhum
command-provider =
    - provedor: { $provider }/{ $model }
    { "" }
command-cache-unusable = **Cache** não pode ser usado: { $problem }
command-cache-off = **Cache** desligado: `cache.enabled` está off. Serve repetições exatas com `temperature: 0`
command-cache-on = **Cache** ligado: serve repetições exatas com `temperature: 0`
command-cache-answers = respostas
command-cache-answers-facts = { $answers }, { $size } de { $most }, { $days } no máximo
command-cache-row = - { $name }: { $facts }
command-cache-requests = pedidos
command-cache-requests-facts = { $hits } respondidos por ele, { $misses } não; { $saved } não pedidos
command-cache-models = listas de modelos
command-cache-counts = contagens de tokens
command-cache-vectors = vetores do índice
command-cache-disk = no disco
command-cache-disk-facts = { $size } em { $place }
command-lists-of-models = { $lists } de modelos
command-counts-of-tokens = { $counts } de tokens
command-models-head =
    | modelo | janela | resposta | preço |   |
    |---|---:|---:|---|---|
    { "" }
command-models-servers =
    Nos servidores, não gravados:

    { "" }
command-models-probed =
    { "" }
    Sondados:

    { "" }
command-probe = { $calls ->
        [native] chama ferramentas nativamente
        [text] escreve as chamadas como texto
       *[none] não chama ferramenta nenhuma
    }{ $twice ->
        [yes] , duas de uma vez
        [no] , uma de cada vez
       *[unknown] { "" }
    }{ $again ->
        [yes] ; repete uma chamada depois do resultado
        [no] ; responde a partir de um resultado
       *[unknown] { "" }
    }
command-probe-open = { $words } (incompleto: { $why })
command-probed = **{ $name }** { $found }. Isso levou { $seconds } s.
command-models-foot =
    { "" }
    Preços por milhão de tokens. `agentichat models add` grava o seu, `/model` escolhe.
command-doctor =
    - agentichat { $version }
    - modelo desta sessão: { $model }
    { "" }
command-doctor-foot =
    { "" }
    `agentichat doctor` num shell também verifica os arquivos de configuração, as chaves, as pastas, os programas e o terminal.
command-providers-foot =
    { "" }
    `/provider test <nome>` testa um; `agentichat providers key set <nome>` num shell grava uma chave.
command-switched-off = { " " }desligado
command-key-set = definida, de { $from }
command-key-not-used = não usada: { $problem }
command-key-none = nenhuma (`{ $variable }` não está definida)
command-key-not-needed = não é precisa
command-provider-facts =
    - **{ $provider }**{ $state }
    { "  " }- em { $url } ({ $url_from })
    { "  " }- padrão: { $model } ({ $model_from })
    { "  " }- chave: { $key }
    { "" }
command-test-failed = **{ $name }** não funciona: { $error }
command-test-model = , modelo { $model }
command-test-ok = **{ $name }** funciona, { $latency } ms{ $model }
command-today = **Hoje**, todos os espaços de trabalho:
command-today-nothing =
    { " " }nada ainda
    { "" }
command-today-head =
    { "" }

    | modelo | respostas | tokens entrada | saída | custo |
    |---|---:|---:|---:|---:|
    { "" }
command-costs-unknown =
    { "" }
    O custo é desconhecido para modelos sem preço; os orçamentos não o contam.
    { "" }
command-no-budget =
    { "" }
    Nenhum orçamento definido (`budgets.*` na configuração).
command-budgets =
    { "" }
    Orçamentos: { $what }.
command-context-unknown =
    { "*" }*Contexto** ~{ $total } tokens; a janela do modelo ainda não é conhecida

    { "" }
command-context =
    { "*" }*Contexto** ~{ $total } de { $limit } tokens, { $percent } %

    `[{ $gauge }]`

    { "" }
command-context-in-words =
    { "*" }*Contexto** ~{ $total } de { $limit } tokens, { $percent } %

    { "" }
command-context-part = { $name }: ~{ $tokens } tokens
command-context-part-of = { $name }: ~{ $tokens } tokens, { $percent } % da janela
command-context-head =
    |   | parte | tokens | da janela |
    |---|---|---:|---:|
    { "" }
command-context-free = livre
command-context-counted =
    { "" }
    O provedor conta { $tokens } para o próximo pedido; as partes são estimativas.
    { "" }
command-context-files = arquivos incluídos
command-context-too-many = { $old } a mais: o próximo pedido os resume
command-context-shortened = { $results }: encurtados
command-context-room = Para ganhar espaço: { $what }.{ " " }
command-context-kept = Cerca de { $kept } tokens livres são reservados para a resposta.{ " " }
command-context-foot = `/compact` resume a parte antiga, `/exclude <caminho>` tira um arquivo, `/clear` esvazia a conversa.
command-index = **Índice** { $words }
command-index-no-vectors = sem vetores: `index.embedding_model` não indica um modelo, ou ainda não começaram
command-index-both =
    { "*" }*Índice** { $words }

    - { $vectors }
command-index-off = nenhum: `index.enabled` está off, ou nada pode ser gravado aqui
command-index-waiting = não começado
command-index-looking = lista os arquivos
command-index-building = { $done } de { $files } lidos e encontráveis
command-index-ready = conhece { $files }
command-index-elsewhere = é feito por outro processo ({ $pid })
command-index-failed = parado: { $reason }
command-vectors = vetores por { $model }: { $done } de { $parts }
command-vectors-pending = { $made }, arquivos ainda não listados
command-vectors-working = { $made }, em andamento
command-vectors-paused = { $made }, em pausa enquanto o agente trabalha
command-vectors-full = { $made }, o limite de `index.embedding_chunks`
command-vectors-waiting = { $made }, nova tentativa depois: { $reason }
command-vectors-withheld = { $made }; em pausa: { $reason }
command-vectors-stopped = { $made }; parados: { $reason }
command-workspace-of =
    { "*" }*Espaço de trabalho** { $root }

    { "" }
command-sessions-unreadable =
    As sessões dele não podem ser lidas: { $why }

    { "" }
command-session-row = { $status }, { $model }, { $messages }, { $tokens }, custo { $cost }
command-session-row-times = criada { $made }, mudada { $changed }, trabalhou { $time }{ $process }, id `{ $id }`
command-session-row-process = , aberta no processo { $pid }
command-sessions-none = Nenhuma sessão assim.
command-sessions-foot = `/session load <nome ou id>` abre uma deste espaço de trabalho.
command-no-hits = Nenhuma mensagem das sessões deste espaço de trabalho tem todas estas palavras.
command-hits-head =
    | sessão | mensagem | quem | o quê |
    |---|---:|---|---|
    { "" }
command-who-you = você
command-who-agent = agente
command-who-result = resultado
command-who-workbench = bancada
command-hit =
    | { $name } `{ $session }` | { $number }, linha { $line } | { $who } | { $snippet } |
    { "" }
command-hits-foot =
    { "" }
    `/session load <id>` abre uma; `/session fork <mensagem>` segue a partir de uma mensagem.
command-confirm-set = { $which ->
    [text] As escritas
    [cmd] Os comandos
   *[all] Escritas e comandos
 } { $on ->
    [on] perguntam antes.
   *[off] não perguntam mais, exceto com risco alto.
 } `/confirm status` mostra tudo.
command-window = { $estimated ->
    [yes] cerca de { $used }
   *[no] { $used }
 } de { $limit } tokens
command-session =
    { "*" }*Sessão** { $name }

    - id: `{ $id }`
    - trabalha em: `{ $folder }`
    - modelo: { $provider }/{ $model }
    - estado: { $status }
    - modo: { $mode }
    - mensagens: { $messages }
    - tokens: { $input } de entrada, { $output } de saída, custo { $cost }
    - tempo de trabalho: { $time }
    - processo: { $process }
    - contexto: { $window }
    - último erro: { $error }
command-sure-delete = Apagar a sessão { $name } de vez, com { $messages }? As mudanças nos arquivos ficam.
command-sure-delete-force = Apagar a sessão { $name } de vez, com { $messages }, mesmo se ela trabalha ou espera? As mudanças nos arquivos ficam.
command-sure-clean = Esquecer esta conversa ({ $messages }), os arquivos incluídos e os caches deste espaço? Não há volta.
command-cleaned = A sessão está como nova: sem mensagens, { $count ->
    [one] { $count } arquivo incluído retirado
   *[other] { $count } arquivos incluídos retirados
 }, o cache do espaço de trabalho vazio. Os arquivos no disco, o modo e as regras estão como estavam.
command-no-slash = um comando começa com /
command-no-name-behind = nenhum comando depois de /: digite /help para a lista
command-open-quote = a aspa { $quote } não está fechada: ponha outra { $quote } no fim
command-unknown = comando desconhecido /{ $name }; você quis dizer /{ $nearest }?
command-elsewhere = comando desconhecido /{ $name }; aqui é /{ $here }
command-elsewhere-row = como /{ $name }
command-unknown-none = comando desconhecido /{ $name }; veja /help
told-command-file = { $path }: { $why }
told-command-file-empty = não tem texto para enviar
told-command-file-long = tem mais de { $number } KiB
told-command-file-name = um nome tem até { $number } letras, dígitos, - e _; renomeie o arquivo
told-command-file-no-utf-eight = não é UTF-8
told-command-file-plain = não é um arquivo regular; links não são seguidos
told-commands-link = a pasta é um link, e links não são seguidos
told-commands-many = { $word } arquivos ficam de fora: no máximo { $number } comandos

## Modo de linhas: linhas, rascunhos, navegação, busca
plain-editor-opened = Texto aberto no seu editor.
plain-text-as-it-is = O texto como está:
plain-text-how = Digite todo o novo texto, linha por linha. Uma linha só com um ponto o termina; “/cancel” sozinho mantém o antigo.
plain-editor-has-it = O seu editor tem o texto; feche-o antes.
plain-text-stays = Sem mudança.
plain-note-kept = Nota gravada.
plain-question-is-another = A pergunta mudou; a sua edição não foi usada.
plain-nothing-left = Nada restou; nada foi feito.
plain-own-word-how = Digite a palavra “{ $word }” para o fazer, ou um número ou uma palavra da lista.
plain-own-how = Digite um número ou a sua palavra; “voltar” cancela.
plain-own-left = Cancelado; nada foi feito.
plain-own-no-choice = Não é uma opção. Digite um número de 1 a { $count }, ou “voltar” para cancelar.
plain-no-name = sem nome
plain-name = “{ $name }”
plain-no-model = ainda sem modelo
plain-begin = agentichat, modo de linhas. Digite uma mensagem e aperte Enter; /help lista os comandos, /keys as teclas.
plain-engine-stopped = Erro: o motor parou; veja o registro.
plain-lead-text = Texto:{ " " }
plain-lead-answer = Resposta:{ " " }
plain-lead-review = Revisão:{ " " }
plain-lead-rollback = Reversão:{ " " }
plain-lead-checkpoints = Pontos de retorno:{ " " }
plain-lead-you = Você:{ " " }
plain-answer-not-taken = Erro: o motor está ocupado e não recebeu a resposta; responda outra vez.
plain-not-taken = Erro: o motor está ocupado; tente de novo daqui a pouco.
plain-paste-answers-nothing = Colar não responde a nada, e não foi enviado. Digite a resposta.
plain-begun-before = Essa linha começou antes da pergunta, então não a responde.
plain-in-review = Está na revisão. “lista” lista, “?” ajuda, “voltar” sai.
plain-in-rollback = Você escolhe o que reverter. “?” ajuda, “voltar” sai.
plain-in-checkpoints = Está nos pontos de retorno. “?” ajuda, “voltar” sai.
plain-session-opening = Abertura da sessão.
plain-question-put-off = Uma pergunta espera: /answer volta a fazê-la.
plain-agent-works-stop = O agente trabalha. Ctrl+C ou /stop para.
plain-nothing-runs-review = Parado. Mudanças esperam a revisão: /review. Digite uma mensagem, ou /help.
plain-nothing-runs = Parado. Digite uma mensagem, ou /help.
plain-no-session-to-send = Ainda não há sessão aberta; a sua linha não foi enviada. Envie de novo daqui a pouco.
plain-stopping = Parando a execução; Ctrl+C de novo força a parada.
plain-killing = Parada forçada.
plain-line-cleared = Linha limpa; Up a traz de volta.
plain-begun-dropped = Entrada descartada; Up a traz de volta.
plain-again-leaves = Ctrl+C de novo sai; tudo está gravado.
plain-back = De volta à conversa.
plain-and = { " " }e{ " " }
plain-leave-sure = sair, e terminar a execução da sessão { $sessions }?
plain-leave-yes = sair e terminá-la
plain-leave-no = ficar
plain-leave-stays = Você fica.
plain-input-ended = A entrada terminou; o texto fica como está.
plain-line-too-long = A linha { $number } não foi usada: passa de { $most } kilobytes. Ponha-a num arquivo e o nomeie, como @notes.txt.
plain-line-no-text = A linha { $number } não foi usada: não é texto UTF-8. Converta-a com “iconv”.
plain-line-binary = A linha { $number } não foi usada: não é texto. O resto é ignorado.
plain-cannot-write = não é possível escrever a saída: { $error }
plain-summary-file = - { $path }: { $added } a mais, { $removed } a menos
plain-summary-untold = Decisões e comentários ainda não enviados ao agente: { $count }; “dizer” os envia.
plain-no-editor = nenhum editor definido; defina EDITOR com um instalado
plain-no-terminal = sem terminal para um editor
plain-reads = O modelo também lê: { $files }
plain-model-holds = janela de { $tokens }
plain-model-efforts = esforços { $efforts }
plain-workspace = Espaço de trabalho: { $root }
plain-attached = Conectado ao agentichat do processo { $process }: os eventos dele se ouvem aqui.
plain-provider-problem = { $provider }: { $problem }
plain-not-found-out = Sem resultado: { $reason }
plain-draft-sure = há uma mensagem não enviada. Enviar?
plain-draft-send = enviar agora
plain-draft-forget = abandonar
plain-draft-keep = deixar para depois
plain-draft-kept = Fica para depois.
plain-draft-back = Guardada como rascunho: /resend a envia, mesmo depois de reiniciar.
plain-draft-waits = Você tem uma mensagem não enviada: /resend a envia.
plain-draft-forgotten = Descartada.
plain-no-such-session = Não há sessão "{ $name }"; /session load as lista.
plain-no-sessions = Nenhuma sessão gravada.
plain-which-session = qual sessão?
plain-session-row = { $status }, { $messages }, mudada { $at }{ $here ->
    [yes] , esta
   *[no] { "" }
 }
plain-no-models = Nenhum provedor oferece um modelo; veja “agentichat doctor”.
plain-which-model = qual modelo?
plain-not-found = “{ $wanted }” não encontrado.
plain-found = { $places }{ $more ->
    [yes] { " " }ou mais
   *[no] { "" }
 } para “{ $wanted }”, { $by ->
    [words] o melhor primeiro
    [meaning] por palavras e por sentido, o melhor primeiro
   *[text] como foi escrito, por ordem de caminho
 }. Qual ler?
plain-found-proposed = { $text }, proposto
plain-figures-run = Execução “{ $asked }”: { $status }.
plain-figures-not-ended = não terminada
plain-figures-answer = - resposta { $number } de { $model }: { $time }
plain-figures-answer-tokens = - resposta { $number } de { $model }: { $time }, { $input } tokens de entrada, { $output } de saída, { $cost }
plain-figures-spent = - ferramentas { $tools }, à sua espera { $user }
plain-resend-not-while-running = Há uma execução em curso: as mensagens ficam até o fim. /stop a termina.
plain-resend-none = Você ainda não enviou mensagens aqui.
plain-resend-no-such = Você não tem a mensagem { $number }; há { $count }, e 1 é a última.
plain-resend-which = qual das suas mensagens reenviar? A última primeiro.
plain-resend-row = enviada { $at }, seguida de { $after }
plain-resend-gone = Essa mensagem já não está aqui.
plain-resend-sure = enviar isto de novo: { $text }
plain-resend-takes-back = Ela e { $after } depois dela saem desta conversa. Os arquivos não mudam; /rollback reverte mudanças.
plain-resend-forks = Não é a última, então esta conversa fica, com { $after } depois dela: ela é enviada em uma cópia da conversa anterior. Os arquivos não mudam.
plain-resend-send = enviá-la como está
plain-resend-edit = editar antes, depois enviar
plain-message-not-written = Vazia: nada foi enviado.
plain-message-sure = enviar esta mensagem?
plain-message-no = não enviar; Up a traz de volta
plain-message-edit = continuar no seu editor
plain-message-kept = Não enviada; Up a traz de volta.
plain-text-from-nothing = Digite o texto, linha por linha. Uma linha só com um ponto o termina; “/cancel” sozinho cancela.
plain-line-now = Atual: { $value }.
plain-line-how = Digite em uma linha; só Enter mantém o antigo.
plain-folder-root = a raiz do espaço de trabalho, { $entries }: qual?
plain-folder = pasta { $name }, { $entries }: qual?
plain-folder-more = Só os primeiros { $count } são listados: /files com parte do caminho acha outros.
plain-folder-up = a pasta acima
plain-fitting = { $files } para “{ $pattern }”, os melhores primeiro: qual?
plain-file-mentioned = indicado há pouco
plain-git-new = novo para o git
plain-git-deleted = apagado para o git
plain-git-renamed = renomeado para o git
plain-git-changed = mudado para o git
plain-file-which = { $path }: fazer o quê?
plain-file-read = lê-lo
plain-file-include = enviá-lo com cada mensagem
plain-file-diff = ouvir as mudanças
plain-file-edit = abri-lo no seu editor
plain-file-opened = Arquivo aberto no seu editor.
plain-file-closed = De volta do seu editor.
plain-file-since = Diferente em { $path } desde { $base }:
plain-read-of = { $path } a partir da linha { $line } de { $total }:
plain-read-more-sure = { $left } de { $path } restam: continuar?
plain-read-more = continuar a ler
plain-found-you = Você
plain-found-agent = Agente
plain-found-note = Nota
plain-found-here = { $places } para “{ $wanted }”: qual?
plain-not-found-here = “{ $wanted }” não está nesta conversa; /search procura no espaço de trabalho.
plain-not-found-in = “{ $wanted }” não está nesta conversa nem em { $path }; /search procura no espaço de trabalho.
plain-complete = { $choices }:
plain-complete-more = e mais { $more }
plain-attached-picture = Imagem { $name }, { $width } por { $height }, { $kilobytes } KB, vai com a próxima mensagem; “/attach none” a tira.
plain-attach-none = A sua próxima mensagem não tem imagem.
plain-attach-nothing = Nenhuma imagem estava anexada.
plain-attach-too-many = Uma mensagem tem no máximo { $count } imagens.
plain-keys =
    Enter envia a linha. Uma barra invertida no fim continua na linha seguinte.
    Up e Down: linhas anteriores, também de outras sessões. Left, Right, Home, End: na linha.
    Backspace e Delete: uma letra. Ctrl+W: uma palavra. Ctrl+U: tudo antes do cursor. Ctrl+K: tudo depois.
    Ctrl+C: para a execução; duas vezes força a parada. Duas vezes em uma linha parada: sai. Ctrl+D em uma linha vazia: sai.
    Tab: completa um comando, um arquivo depois de @, uma palavra; lista as opções. Ctrl+X Ctrl+E: a linha no $EDITOR.
    Ctrl+Z: ao shell; fg volta. Enter em uma linha vazia: diz a pergunta, ou o que se passa.
    Uma linha que começa com / é um comando, veja /help. Uma que começa com ! é executada no shell, pelas mesmas regras.
    @caminho em uma mensagem nomeia um arquivo, @caminho:10-40 linhas dele.
    Responda a uma pergunta com um número ou a sua palavra em uma linha própria, começada depois da pergunta.
plain-no-session = Ainda não há sessão aberta; tente de novo daqui a pouco.
plain-sure-no = não fazer nada
plain-nothing-done = Nada foi feito.
plain-not-done = Não feito: { $why }
plain-asking-models = Consultando os modelos dos provedores.
plain-no-colours = Não há cores aqui. Na tela /theme escolhe, ou “theme” no seu config.yaml.
plain-no-vim = As teclas do vim são da tela; as linhas têm as do readline.
plain-settings-none = nenhum
plain-settings-name = Nome: { $name }
plain-settings-folder = Pasta: { $folder }
plain-settings-model = Modelo: { $model }
plain-settings-mode = Modo: { $mode }
plain-settings-prompt = Prompt adicional: { $prompt }
plain-settings-how = “/session set name|folder|provider|model|mode|prompt VALOR” muda um.
plain-again-thinking = Última reflexão:
plain-again-arguments = Argumentos: { $arguments }
plain-again-result = Resultado: { $summary }
plain-again-no-result = Ainda sem resultado.
plain-again-no-call = Não há chamada { $number }; esta sessão tem { $count }.
plain-again-none = Ainda não há.
plain-copy = Aqui nada vai para a área de transferência; a resposta como foi escrita:
plain-session-is-this = Você está nessa sessão.
plain-read-from = { $path } a partir da linha { $line }:
told-input-ended = a entrada terminou: não há ninguém a quem perguntar

## Modo de linhas: o que acontece, lido em voz alta
plain-messages-missed = Nota: { $messages } chegaram durante o atraso deste terminal; /again { $new } as lê.
plain-session = Sessão { $name }, modo { $mode }, { $model }.
plain-session-so-far = Tem { $messages }; as últimas:
plain-session-archived = Está arquivada, só para leitura; /session unarchive a restaura.
plain-session-to-review = Mudanças por revisar: /review.
plain-session-running = Uma execução está em curso.
plain-interrupted = esta sessão foi interrompida durante uma execução: o programa terminou. O trabalho parou; uma chamada sem resultado tem um fim desconhecido.
plain-interrupted-proceed = continuar a sessão
plain-interrupted-proceeds = A sessão continua: digite uma mensagem.
plain-refused = Recusado: { $reason }
plain-session-deleted = A sessão { $name } foi apagada.
plain-session-closed = A sessão { $name } foi fechada.
plain-elsewhere-asks = Em outro lugar: a sessão { $name } pergunta algo. “/session load { $id }” leva lá.
plain-elsewhere-done = Em outro lugar: a sessão { $name } terminou.
plain-elsewhere-failed = Em outro lugar: a sessão { $name } falhou: { $error }
plain-elsewhere-given-up = Em outro lugar: a pergunta da sessão { $name } é recusada, pois não virá mais entrada.
plain-withdrawn = A última mensagem e as respostas foram retiradas.
plain-message-waits = A sua mensagem espera o fim da etapa do agente; /unqueue a retira.
plain-message-waits-for-end = A mensagem espera o fim da execução; /unqueue a retira.
plain-message-delivered = O agente tem a sua mensagem.
plain-message-not-sent = A sua mensagem não foi enviada: { $text }
plain-model-looked-for = À procura de um modelo; a sua mensagem espera por ele.
plain-agent-works = O agente trabalha.
plain-run-stopped = Parado.
plain-run-failed = Erro: { $error }.
plain-run-failed-hint = Erro: { $error }. A seguir: { $hint }.
plain-agent = Agente: { $text }
plain-you = Você: { $text }
plain-with-pictures = Com { $pictures }.
plain-note = Nota: { $text }
plain-warning = Aviso: { $text }
plain-error = Erro: { $text }
plain-tool = Ferramenta { $number }: { $tool }{ $gap }{ $arguments }
plain-tool-unnumbered = Ferramenta: { $tool }
plain-tool-runs = { $call } está em curso.
plain-tool-waits = { $call } espera a sua resposta.
plain-tool-done = { $call }: { $summary }
plain-tool-proposed = { $call }: { $summary }, só proposto: /review, depois “aceitar” e “aplicar”
plain-tool-failed = { $call }: FALHOU: { $summary }
plain-output-more = mais { $lines }: /again call lê tudo.
plain-whole-output = A saída inteira está em { $path }.
plain-ran-in = executado em: { $place }
plain-answered = Resposta: { $what }{ $by ->
    [rule] , por uma regra
    [mode] , pelo modo
    [timeout] , tempo esgotado
    [cancel] , execução parada
    [nobody] , ninguém
   *[key] { "" }
 }. Era: { $summary }
plain-done = Feito em { $time }.
plain-done-calls = Feito em { $time }, { $calls }.
plain-done-calls-nothing = Concluído em { $time }, { $calls }. Nada mudou.
plain-done-changed = Mudado { $path }: { $added } a mais, { $removed } a menos.
plain-done-proposed = Proposto para { $path }, ainda não aplicado: { $added } a mais, { $removed } a menos.
plain-done-part = { $path } mudado, aplicado em parte: { $added } acrescentadas, { $removed } retiradas.
plain-done-refused = { $count ->
    [one] { $hunks } desta execução foi recusado, não contado.
   *[other] { $hunks } desta execução foram recusados, não contados.
 }
plain-done-unapplied = { $count ->
    [one] { $hunks } por revisar
   *[other] { $hunks } por revisar
 }, ainda fora do disco: /review, depois “aceitar tudo” e “aplicar” grava.
plain-your-turn = É a sua vez.
plain-session-archived-now = Sessão arquivada.
plain-session-called = A sessão se chama "{ $name }".
plain-model-is = O modelo agora é { $model }.
plain-model-stays = O modelo já é { $model }.
plain-folder-is = Os comandos agora começam em { $folder }.
plain-extra-prompt-is-another = O prompt extra da sessão mudou.
plain-mode-is = O modo agora é { $mode }.
plain-policy-changed = As regras mudaram: /confirm status as mostra.
plain-rule-made = Regra adicionada: { $pattern }.
plain-rule-gone = Regra removida.
plain-retry = Tentativa { $attempt } de { $of } em { $time }: { $error }
plain-run-interrupted = A execução foi interrompida.
plain-run-interrupted-calls = A execução foi interrompida; o resultado de { $calls } é desconhecido.
plain-time-stands = Relógio pausado; a pergunta espera.
plain-time-runs = Relógio retomado.
plain-cleared = A conversa está vazia.
plain-imported = “{ $name }” importada com { $messages }.
plain-agent-mode-is = O modo de agente agora é { $mode }.
plain-compacted = As { $messages } antigas foram resumidas para o modelo, de cerca de { $before } tokens para { $after }. /compact undo as restaura.
plain-not-compacted = Não resumido: { $reason }
plain-summary-gone = Resumo retirado.
plain-checkpoint-made = Ponto de retorno { $number }: { $label }
plain-checkpoint-called = O ponto de retorno se chama "{ $name }".
plain-review-done = Revisão: { $label }
plain-undone = Desfeito: { $label }
plain-redone = Refeito: { $label }
plain-hunk-split = O trecho agora são { $hunks }; “lista” os numera.
plain-comment-kept = Comentário em { $path } guardado; “dizer” ou a próxima mensagem o envia.
plain-git-comment-kept = Comentário em { $path } guardado; “dizer” o envia, com os outros.
plain-comments-sent = Enviado ao agente: { $comments }.
plain-comment-gone = Comentário retirado.
plain-review-told = Enviado ao agente: { $verdicts }, { $comments }.
plain-rollback-started = Reversão: { $title }
plain-rollback-done = Revertido no disco. “/rollback undo” desfaz.
plain-rollback-failed = Erro: nada foi revertido: { $reason }
plain-left-alone = - { $path }: { $why }
plain-row = { $first }: { $rest }
plain-program-gone = o seu programa já não existe
plain-frozen = Ela é só de leitura: /resend envia a última mensagem de novo e inicia o programa para isso; “/session new” começa outra com as mesmas configurações.

## Modo de linhas: perguntas e respostas
plain-high-only-word = Risco alto: só a palavra “{ $word }” o permite, e então tudo. “não” seguido de palavras diz ao agente que arquivos podem sair.
plain-high-type-word = Risco alto, então nada está permitido: digite a palavra “{ $word }” para permitir, ou “não”.
plain-no-choice = Não é uma opção, e não foi enviado. Digite um número de 1 a { $last }, ou um de: { $words }. “depois” adia a pergunta, para que você possa enviar uma mensagem.
plain-scopes-how = Digite um número de 1 a { $last }, “voltar” ou “não”.
plain-hunks-how = Digite “só” e os números dos trechos a aceitar, como “só 1,3”; “voltar” ou “não”.
plain-other-how = Digite a sua resposta depois de “outra”.
plain-only-one = Escolha só um.
plain-no-option = { $why } “outra” com palavras dá a sua própria resposta; “pular” não dá nenhuma.
plain-answered-otherwise = Responda a esta pergunta de outro modo.
plain-nothing-to-choose = Nada para escolher.
plain-no-such-number = “{ $typed }” não é um número de 1 a { $count }.
plain-question-waits-there = Uma pergunta espera: { $title }
plain-question-waits-how = “voltar” ou /answer leva a ela.
plain-put-off = Adiado: a execução espera, e as suas linhas vão ao agente. /answer pergunta de novo.
plain-no-question-waits = Nenhuma pergunta espera.
plain-way-yes-high = permitir; risco alto, então digite a palavra “{ $word }”
plain-way-yes-apply = aplicar as mudanças propostas, depois executar, uma vez
plain-way-yes-once = sim, uma vez
plain-way-yes = permitir, uma vez
plain-way-disk = executar, sem aplicar nada
plain-way-network = executar uma vez com a rede
plain-way-never = recusar, e não perguntar mais pela rede nesta sessão
plain-way-no = recusar; “não” com palavras diz ao agente por quê
plain-way-always = permitir por mais tempo: as opções antes
plain-way-hunks = aceitar só alguns trechos
plain-way-edit = editar antes; a sua versão é usada
plain-way-show = ouvir tudo de novo
plain-way-why = ouvir os motivos do risco
plain-way-later = adiar a pergunta; /answer a traz de volta
plain-way = { $number }. { $word }: { $meaning }
plain-question = Pergunta{ $changed }: { $title }
plain-question-of = Pergunta { $place } de { $of }{ $changed }: { $title }
plain-question-changed = { "," } MUDOU desde então, nada foi feito
plain-question-time = Tempo: sem resposta, vale não depois de { $seconds }. “esperar” para isso, “continuar” retoma.
plain-title-write = { $change ->
    [modified] mudar
    [created] criar
   *[deleted] apagar
 } { $path }? Acrescenta { $added } e retira { $removed }; { $by }.
plain-title-command = executar este comando? { $by }
plain-title-delete = apagar { $files }? { $by }
plain-title-confirm = { $question } Sim ou não; { $by }.
plain-risk = Risco: { $risk ->
    [low] baixo
    [medium] médio
   *[high] ALTO
 }.
plain-risk-why = Risco: { $risk ->
    [low] baixo
    [medium] médio
   *[high] ALTO
 }: { $why }.
plain-input-how = Digite a resposta em linha própria. “pular” não dá nenhuma, “depois” adia, “?” explica.
plain-offer-send = Enviar isto ao agente?
plain-step = Passo { $number } de { $of }.
plain-step-given = A resposta até agora: { $what }
plain-step-back = “voltar” vai à pergunta anterior.
plain-select-several-how = Digite números, como 1,3. Há { $options }. “outra” com palavras dá a sua própria resposta, “pular” não dá nenhuma, “depois” adia, “?” explica.
plain-select-one-how = Digite um número. Há { $options }. “outra” com palavras dá a sua própria resposta, “pular” não dá nenhuma, “depois” adia, “?” explica.
plain-only-files = “só 1,3” permite esses arquivos e mais nenhum.
plain-ways-high-how = Digite a palavra “{ $word }” para permitir, ou um número ou palavra da lista. Só a palavra permite.
plain-ways-how = Digite um número ou a sua palavra. “?” explica.
plain-again-input = Digite a resposta, ou “pular”; “mostrar” lê tudo.
plain-again-select = Digite um número, ou “pular”; “mostrar” lê tudo.
plain-again-high = Responda com a palavra “{ $word }”, ou “não”; “mostrar” lê tudo.
plain-again-yes-no = Responda com “sim” ou “não”; “mostrar” lê tudo.
plain-question-still-waits = A pergunta ainda espera: { $title }
plain-help-begun-before = Uma linha começada antes da pergunta é uma mensagem, nunca uma resposta. Comandos com barra, como /mode e /stop, continuam valendo.
plain-help-equals = Ponha = antes de uma resposta que é uma destas palavras, como “= pular”.
plain-why = O risco é { $risk ->
    [low] baixo
    [medium] médio
   *[high] alto
 }, porque:
plain-why-part = - { $reason }: { $part }
plain-why-always-asked = Todos os modos o perguntam.
plain-how-far = Permitir por quanto tempo?
plain-for-good = { $grants }, de vez
plain-how-far-how = Digite um número, “voltar” às opções, ou “não” para recusar.
plain-high-write = escrever
plain-high-run = executar
plain-high-delete = apagar { $count }
plain-command = Comando: { $line }
plain-command-lines = Comando, { $lines }:
plain-command-place = Pasta: { $folder }; { $sandbox }.
plain-root = a raiz do espaço de trabalho
plain-command-unapplied = Não foi possível aplicá-las, por isso o comando não foi executado: { $why }. /review as mostra; a resposta 3 o executa sem aplicar nada.
plain-touches = Toca: { $file }
plain-not-covered = Não coberto: { $why }
plain-delete-file = Arquivo { $number }: { $file }
plain-must-not-be-empty = Não pode ser vazio.
plain-must-be-number = Deve ser um número.
plain-must-be-path = Deve ser um caminho dentro do espaço de trabalho.
plain-must-fit = Deve corresponder ao padrão { $pattern }.
plain-diff-part = Parte { $place } de { $of }, a partir da linha { $line }:
plain-diff-more = mais { $lines }: “mostrar” lê tudo.
plain-diff-too-long = A diferença é longa demais para mostrar.

## Modo de linhas: revisão
plain-review-help =
    lista: os arquivos e trechos com os seus números. mostrar 1.2, mostrar 1: o que muda.
    aceitar 1.2, aceitar 1, aceitar tudo: aceitar. recusar 1.2: recusar. reabrir 1.2: voltar atrás na decisão.
    comentar 1.2 TEXTO, ou comentar 1:10-12 TEXTO sobre linhas: é dito ao agente. comentários, descomentar 1. dizer: diz agora.
    editar 1.2: mudar o que um trecho propõe. editar 1: mudar você mesmo o arquivo. dividir 1.2: dividir um trecho.
    resolver 1.2 meu|agente|ambos|base|editar: um conflito. resultado 1.2: o que aplicar daria ali.
    aplicar: levar ao disco o que está decidido; é perguntado antes. desfazer, refazer: a última coisa feita aqui.
    reverter 1.2, reverter 1: retirar do disco. desde aberto|execução|sessão|árvore: o que é listado; árvore: a árvore de trabalho. disco: olhar para o disco.
    voltar: para a conversa. As palavras inglesas também são entendidas.
plain-no-review-word = “{ $typed }” não é um comando da revisão, e não foi enviado. “?” os lista, “voltar” vai à conversa.
plain-no-review-word-near = “{ $typed }” não é um comando da revisão, e não foi enviado. Você quis dizer “{ $near }”? “?” os lista, “voltar” vai à conversa.
plain-no-run = Ainda não houve execução.
plain-since-how = Diga “desde aberto”, “desde execução”, “desde sessão”, ou “desde árvore” para a árvore de trabalho.
plain-review-left = Revisão encerrada.
plain-nothing-listed = Nada está listado. “lista” mostra as mudanças.
plain-which-how = Diga qual: um arquivo como 1, um trecho como 1.2, ou tudo.
plain-no-such-file = Não há arquivo { $typed }; “lista” dá os números.
plain-no-such-hunk = Não há trecho { $typed }; “lista” dá os números.
plain-one-hunk-how = Indique um trecho, como 1.2.
plain-hunk-gone = Esse trecho não existe; “lista” dá os números.
plain-rows-of-hunk = { $hunk }, { $path }:
plain-rows-of-file = { $path }:
plain-comment-how = Diga sobre o quê, e o texto: comentar 1.2 TEXTO, ou comentar 1:10-12 TEXTO.
plain-uncomment-how = “comentários” diz os números; depois descomentar 1.
plain-settle-hunk-how = Diga como: resolver 1.2 meu, agente, ambos, base ou editar.
plain-no-conflict = Nenhum conflito neste trecho.
plain-change-is-yours = Esta mudança é sua e fica: não é proposta.
plain-too-large = De fora, grandes demais para aceitar com outros: { $numbers }. Aceite cada um pelo número (“aceitar”), ou divida-o.
plain-nothing-to-decide = Nada mais para decidir aí.
plain-one-not-listed = um que não está listado
plain-builds-on = ele assenta em { $others }, ainda por decidir: { $numbers }. Aceitá-los também?
plain-builds-on-both = aceitar tudo
plain-stand-on-it = { $count ->
    [one] { $others } se apoia nele: { $numbers }. Recusar também?
   *[other] { $others } se apoiam nele: { $numbers }. Recusar também?
 }
plain-stand-on-it-with = recusar com os que se apoiam nele
plain-stand-on-it-only = recusar só este; os outros ficam em conflito até resolver
plain-left-as-it-is = Sem mudança.
plain-nothing-to-apply = Nada para aplicar: tudo está no disco.
plain-apply-yes = aplicar: os arquivos são gravados
plain-apply-no = deixar o disco como está
plain-nothing-written = Nada foi gravado.
plain-undo-sure = a última ação é uma reversão: { $label }. Desfazê-la restaura os arquivos de antes. Fazer isso?
plain-undo-no = deixá-la
plain-undo-no-rollback = Nenhuma reversão para desfazer: a última ação da revisão é outra. “desfazer” em /review a desfaz.
plain-result = Com { $name } como decidido, ou aceito se por decidir, aplicar dá isto a partir da linha { $line }:
plain-no-comments = Nenhum comentário.
plain-comment = { $number }. { $path }: { $text }
plain-comment-told = { $number }. { $path }: { $text } (enviado)
plain-review-nothing = Revisão: nenhuma mudança. “voltar” vai à conversa.
plain-review-files = Revisão: { $files }.
plain-file-not-applied = , não aplicado
plain-review-file = { $number }. { $path }: { $added } a mais, { $removed } a menos{ $change }{ $dirty }, por { $by }
plain-review-how = Diga “mostrar 1.1”, “aceitar 1.1”, “recusar 1.1”, “aplicar”, ou “?” para todas as palavras; “voltar” sai.
plain-git-how = Diga “mostrar 1.1”, “comentar 1.1 TEXTO”, “dizer” para enviar os comentários, ou “?” para todas as palavras; “voltar” sai.
plain-git-tree = Mudanças da árvore de trabalho: { $files }.
plain-git-branch = Mudanças desde { $branch }: { $files }.
plain-git-hunk = { $number }: { $added } a mais, { $removed } a menos
plain-git-disk-differs = { "" }, o disco difere
plain-git-decides-nothing = Estas mudanças já estão no disco ou num commit: nada é decidido aqui. “comentar 1.1 TEXTO”, depois “dizer”.
plain-git-no-lines = Essas linhas não estão no arquivo como foi mudado.
plain-hunks = { $hunks }:
plain-hunks-choose = Diga “só 1,3” para aceitar esses e recusar os outros; “voltar” para as escolhas, ou “não”.
plain-hunk = { $number } { $state }: { $what }
plain-hunk-size = { $added } a mais, { $removed } a menos
plain-hunk-conflict = CONFLITO: { $why }
plain-hunk-too-large = grande demais para aceitar com outros
plain-hunk-amended = mudado por você
plain-hunk-builds-on = apoia-se em { $hunks } sem decisão
plain-hunk-why = { $hunk }. Por quê: { $why }
plain-unchanged = ... { $lines } sem mudança
plain-no-such-run = Não há tal execução; há { $count }, “execuções” as lista.
plain-no-such-call = Indique uma chamada pelo número, de 1 a { $count }; “chamadas” lista as que mudaram arquivos.
plain-nothing-changed-yet = Ainda não há mudanças nesta sessão.
plain-run-changed-nothing = nada mudou
plain-run-row = Execução { $number }, “{ $asked }”: { $what }
plain-call-row = { $call }: { $what }
plain-run-stands = disso ficam { $files }, { $added } linhas a mais, { $removed } a menos
plain-hunks-gone = { $hunks }: { $refused } em recusa, { $back } em reversão
plain-runs-how = Diga “execução 2” para escolher uma.
plain-calls-how = Diga “chamada 3” para escolher uma.
plain-undo-diff = Desfazer a última reversão mudaria isto no disco:
plain-undo-show = ouvir antes o que isso mudaria no disco

## Modo de linhas: reversões e pontos de retorno
plain-rollback-help =
    execução: o que a última execução fez; execução 2: outra. execuções: lista-as. chamada 3: o que uma chamada fez; chamadas: lista-as.
    sessão: tudo o que agentes e comandos fizeram nesta sessão. agente: o que o agente fez.
    ponto 3: tudo desde esse ponto de retorno. Na revisão, “reverter 1.2” indica trechos e “reverter 1” um arquivo.
    limitado: só essas mudanças, o seu trabalho posterior fica. total: cada arquivo volta inteiro, o seu trabalho posterior também.
    sem 2: deixa um arquivo como está; com 2: volta a incluí-lo. resolver 2 meu|agente|ambos|base: os conflitos de um arquivo.
    incerto 2: leva também as mudanças que talvez sejam suas. diferença: o que mudaria no disco.
    fazer: pergunta, e faz. voltar: para a conversa; nada é feito.
plain-rollback-not-while-running = Há uma execução em curso: reverta quando terminar. /stop a termina.
plain-rollback-diff = Isto mudaria no disco:
plain-no-word-here = “{ $typed }” não é um comando aqui, e não foi enviado. “?” os lista, “voltar” vai à conversa.
plain-rollback-wait = Espere o fim da prévia.
plain-settle-file-how = Diga como: resolver 2 meu, agente, ambos ou base.
plain-rollback = Prévia: { $title }.
plain-rollback-hard = Prévia, TOTAL, o seu trabalho posterior também: { $title }.
plain-rollback-how = Nada está feito ainda. “fazer” pergunta e faz, “total” ou “limitado” diz como, “?” lista as palavras, “voltar” sai.
plain-rollback-all-left-out = Todos os arquivos estão de fora: nada para reverter. “com 1” inclui o primeiro de novo.
plain-rollback-settle-first = Resolva antes { $conflicts }: resolver 1 meu, agente, ambos ou base.
plain-rollback-not-done = Nada foi revertido.
plain-rollback-sure = reverter isto: { $title }?
plain-rollback-no = não mudar nada
plain-rollback-yes = reverter
plain-rollback-type-word = digite a palavra em vez disso
plain-rollback-word-missing = Nada foi feito: “fazer” volta a perguntar, então digite a palavra.
plain-rollback-file = { $number }. { $path }: { $becomes }, { $added } a mais, { $removed } a menos
plain-rollback-conflict = CONFLITO em { $number }, linha { $line }: { $why }; { $choice ->
    [mine] resolvido: o seu
    [agent] resolvido: o do agente
    [both] resolvido: os dois
    [base] resolvido: como antes
    [edited] resolvido: editado
   *[open] por resolver
 }
plain-rollback-unclear = { $count ->
    [one] { $hunks } de { $number } talvez seja seu e fica; “incerto { $number }” o leva também.
   *[other] { $hunks } de { $number } talvez sejam seus e ficam; “incerto { $number }” os leva também.
 }
plain-rollback-unapplied = { $path } tem decisões por aplicar.
plain-rollback-left-alone = { $path } fica como está: { $why }
plain-rollback-safety = O ponto de retorno { $number } é criado antes, para poder desfazer.
plain-hard-word = TOTAL
plain-checkpoints-help =
    lista: os últimos pontos de retorno. mais: também os mais antigos.
    comparar 3: o que mudou desde então. comparar 3 5: o que é diferente entre os dois.
    nomear TEXTO: cria um ponto de retorno com esse nome. renomear 3 TEXTO: dá outro nome a um.
    desfazer: desfaz a última reversão, depois de perguntar. diferença: o que isso mudaria.
    reverter 3: escolher o que é revertido até ele. voltar: para a conversa.
plain-compare-how = Indique pontos de retorno pelos seus números: comparar 3 5.
plain-rename-how = Diga qual, e o nome: renomear 3 TEXTO.
plain-checkpoint-how = Indique um ponto de retorno pelo número; /checkpoints os lista.
plain-no-difference = Nenhuma diferença.
plain-compared-file = { $path }: { $added } a mais, { $removed } a menos
plain-not-compared = { $path } não pode ser comparado: { $why }
plain-wrong-answer = Erro: a resposta não corresponde à pergunta; por favor, relate isto.
plain-no-checkpoints = Ainda não há pontos de retorno. “nomear TEXTO” cria um, “voltar” sai.
plain-checkpoints = { $checkpoints }, o último primeiro:
plain-checkpoints-how = Diga “comparar 3”, “reverter 3”, “nomear TEXTO”, “mais”, ou “?”; “voltar” sai.
plain-no-checkpoint = Não há ponto de retorno { $number }; /checkpoints os lista.
plain-changed-since = Mudado desde o ponto de retorno { $number }:
plain-between = Entre os pontos de retorno { $number } e { $other }:
plain-before-run = antes de uma execução
plain-before-edit = antes da sua edição
plain-before-command = antes de um comando
plain-named-by-you = com nome dado por você
plain-before-rollback = antes de uma reversão
plain-checkpoint = Ponto de retorno { $number }: { $label }, { $kind }, { $at }, { $files }, { $added } a mais e { $removed } a menos depois
plain-checkpoint-dropped = incompleto: conteúdos foram retirados
plain-checkpoint-session = da sessão “{ $name }”

## Modo de linhas: configurações, provedores e modelos
plain-set-which = quais configurações?
plain-set-providers = provedores e chaves
plain-set-models = modelos
plain-set-policy = permissões e orçamentos
plain-set-looks = aparência e comportamento
plain-set-which-provider = qual provedor?
plain-set-on = ligado
plain-set-off = desligado
plain-set-key-from = chave: { $from }
plain-set-key-none = sem chave
plain-set-key-none-needed = não precisa de chave
plain-start-has-model = Esta sessão já tem { $model }. /model escolhe outro, /settings configura provedores.
plain-start-looking = Um modelo é procurado.
plain-start-none = Nenhum modelo conectado. Verificado:
plain-start-which = como configurar um modelo?
plain-start-key = digitar a chave de API de um provedor, sem que se veja
plain-start-again-word = outra vez
plain-start-again = verificar de novo, com um servidor local iniciado
plain-start-set-up-word = provedor
plain-start-set-up = configurar um: endereço, chave, teste, modelo padrão
plain-start-demo-word = demo
plain-start-demo = ouvir antes uma execução gravada
plain-start-whose-key = de quem é a chave?
plain-start-key-there = tem uma chave
plain-start-key-missing = ainda sem chave, { $variable } não está definida
plain-set-default = modelo padrão { $model }
plain-set-default-none = sem modelo padrão
plain-set-provider = provedor { $name } ({ $facts }): fazer o quê?
plain-set-test = testar se funciona
plain-set-enable = ligá-lo
plain-set-disable = desligá-lo
plain-set-address-way = definir o endereço
plain-set-address = Digite o endereço de { $name }, como { $example }; “default” retira o seu.
plain-set-default-model = escolher o modelo padrão
plain-set-which-first = modelo padrão de { $provider }?
plain-set-key = digitar uma chave; fica oculta
plain-set-key-remove = remover a chave gravada
plain-set-key-remove-sure = remover a chave gravada de { $name }?
plain-set-yes = fazê-lo
plain-set-fetch = baixar um modelo
plain-set-use = usá-lo nesta sessão
plain-set-saved = Gravado.
plain-set-which-look = qual configuração? Cores e sinais valem para a tela cheia.
plain-set-look = { $key } é { $value } ({ $doc }): novo valor?
plain-set-look-over = { $over } prevalece: uma mudança aqui é gravada, sem efeito até isso sair.
plain-set-no-keys = As teclas da linha são fixas; /keys as lista.
plain-set-which-policy = qual configuração? As mudanças valem no próximo início.
plain-set-config-typed = { $question } Pode ser { $wanted }.
plain-set-value-from = { $value }, de { $from }
plain-set-policy-how = Nesta sessão: /mode define quem decide, /confirm o que pergunta, /agent-mode quem responde.
plain-key-pipe = Nenhuma chave por um pipe aqui: “agentichat providers key set { $name }” num shell lê uma.
plain-key-no-provider = Não há tal provedor; há: { $names }.
plain-key-takes-none = { $name } não toma chave.
plain-key-where = onde gravar a chave de { $name }?
plain-key-keyring = chaveiro
plain-key-keyring-meaning = o do sistema
plain-key-file = arquivo
plain-key-file-meaning = um arquivo que só você lê; fica até ser removido
plain-key-type = Digite ou cole a chave de { $name } e tecle Enter. Ela fica oculta e fora do histórico. Só Enter cancela.
plain-key-left = Nenhuma chave digitada; nada mudou.
plain-key-fault = Não é uma chave: { $why }. Nada mudou.
plain-set-which-model = qual modelo?
plain-model-add = gravar outro
plain-model-fetch = { $provider } baixa um
plain-model-row = comporta { $window } tokens, responde com { $output } no máximo
plain-model-window = janela de contexto
plain-model-output = resposta mais longa
plain-model-temperature = temperatura
plain-model-price-in = preço por milhão de tokens de entrada, em dólares
plain-model-price-out = preço por milhão de tokens de saída, em dólares
plain-model-price-kept = preço por milhão de tokens do cache, em dólares
plain-model-vision = vê imagens
plain-model-yes = sim
plain-model-no = não
plain-model-unknown = não se sabe
plain-model-which-value = modelo { $model }: mudar o quê?
plain-model-remove = remover
plain-model-remove-sure = remover { $model }?
plain-model-type = Digite isto de { $model }: { $field }.
plain-model-type-vision = { $model } vê imagens? Digite sim ou não.
plain-model-no-number = “{ $typed }” não serve. Digite um número, como 32000.
plain-model-add-which = qual provedor?
plain-model-add-name = Digite o nome do modelo, como { $provider } o tem.
plain-model-add-window = Digite quantos tokens comporta, como 128000.
plain-model-add-output = Digite o máximo de tokens de uma resposta, como 8192.
plain-model-fetch-name = Digite o nome do modelo para { $provider } baixar.
plain-fetching = Baixando { $model }; Ctrl+C para.
plain-fetching-part = { $model }: { $percent } % recebidos.
plain-fetched = { $model } está pronto; /model o escolhe.
plain-fetch-stopped = Download parado.

## Execuções sem tela
headless-attempt = tentativa { $attempt } de { $of }: { $why }
headless-hint = dica: { $hint }
headless-cancelled = cancelado
headless-done = pronto
headless-failed = falhou
headless-end = { $how }  { $calls } · { $input } tokens de entrada · { $output } de saída · { $time }
headless-proposed = { "  " }proposto, não aplicado
headless-part-proposed = { "  " }não aplicado por inteiro
headless-rejected = recusado na revisão, não contado: { $hunks }
headless-warning = aviso: { $text }
told-not-done = não feito: { $why }

## Linha de comando: ajuda, doctor, teclas
left-proposed = { $hunks } por revisar: { $command } os abre
left-go-on = { $command } reabre sua última sessão
workbench-other-provider = { $usual } não tem modelo para usar: esta sessão usa { $model } de { $provider }, que você configurou. **/model** troca.
workbench-config-fault =
    { "" }

    { "*" }*A sua configuração tem um erro**, dito acima.
origin-locale = a localidade
cli-help-pages = Páginas do manual (em inglês), como `agentichat help review`: { $pages }.
cli-help-options = `{ $command }` lista as opções.
cli-help-unknown = não há tópico { $topic }; `agentichat help` os lista
cli-usage = Uso:
cli-commands = Comandos:
cli-arguments = Argumentos:
cli-options = Opções:
cli-default = { "[" }padrão: { $value }]
cli-values = { "[" }valores possíveis: { $values }]
cli-values-head = Valores possíveis:
cli-value = - { $value }: { $meaning }
cli-examples = Exemplos:
cli-example-key = # pede a chave sem a mostrar
cli-unknown-argument = argumento desconhecido “{ $argument }”
cli-similar-argument = { "  " }você quis dizer { $near }
cli-unknown-command = comando desconhecido “{ $command }”
cli-similar-command = { "  " }você quis dizer { $near }
cli-similar-value = { "  " }você quis dizer { $near }
cli-wrong-value = “{ $value }” não é um valor de “{ $argument }”
cli-value-missing = “{ $argument }” pede um valor
cli-missing = falta: { $arguments }
cli-missing-command = falta: um comando
cli-options-before-command = as opções vão depois do comando: agentichat { $command } { $options }
cli-conflict = “{ $argument }” e “{ $other }” não vão juntos
cli-more = “--help” diz mais.
cli-keys-not-used = não usado: { $fault }
cli-keys-else = (senão { $ways })
cli-keys-or = ou
cli-keys-yours = (sua)
cli-keys-rare = `{ $key }` ({ $action }) quer um terminal com protocolo de teclas: veja agentichat doctor
cli-keys-checked = { $file }: { $rows } suas, { $faults }
client-no-answer = a bancada parou antes de responder
client-unexpected-answer = a bancada deu uma resposta errada; por favor, relate
cli-checkpoint-form = `{ $word }` não é um ponto de retorno; dê o número, como 3 ou '#3', ou o id
cli-file-unchanged = esta sessão não mudou `{ $path }`; veja `agentichat review`
cli-hunk-ambiguous = { $word } termina vários ids de trechos; escreva mais
cli-hunk-oversized = um trecho de { $path } é grande demais para aceitar sem ver; indique-o com --accept { $word }
cli-no-checkpoint = não há ponto de retorno #{ $number }; veja `agentichat checkpoints`
cli-no-hunk = não há trecho { $word }; veja `agentichat review`
cli-rollback-of-what = dê um ponto de retorno, como `agentichat rollback 3`, ou trechos com --hunks; veja `agentichat checkpoints`
cli-no-session = não há sessão `{ $word }` neste espaço de trabalho; veja `agentichat session list all`
cli-no-session-yet = ainda não há sessão neste espaço de trabalho; comece uma com `agentichat`
cli-session-ambiguous = `{ $word }` serve a várias sessões; indique uma pelo id, veja `agentichat session list all`
cli-session-held = { $held }. Lá, F7 abre a revisão, F8 os pontos de retorno e /rollback reverte; depois de sair, este comando funciona. Indique outra sessão com --session, veja `agentichat session list`
doctor-ok = ok
doctor-warn = aviso
doctor-fail = falha
doctor-terminal = terminal
doctor-reader = leitor de tela
doctor-language = idioma
doctor-keys = teclas
doctor-keymap = mapa
doctor-workspace = espaço
doctor-trust = confiança
doctor-config = config
doctor-state = estado
doctor-data = dados
doctor-settings = ajustes
doctor-log = registro
doctor-keyring = chaveiro
doctor-sandbox = sandbox
doctor-sandbox-rung = { $rung ->
    [proposed] proposed: namespaces, Landlock, seccomp, e uma visão do espaço de trabalho para cada comando
    [namespaces] namespaces: com Landlock e seccomp, sem visão do espaço de trabalho para cada comando
    [landlock] landlock: Landlock e seccomp, sem namespaces
   *[other] nenhum nesta máquina
 }
doctor-programs = programas
doctor-programs-rungs = os hooks no nível { $hooks }, o programa claude no nível { $claude }
doctor-claude-own-sandbox = os ajustes do Claude Code pedem um sandbox próprio (`sandbox.enabled`), que não pode ser feito dentro deste: desligue-o lá, ou ponha `sandbox_for_claude: false`
doctor-boundary = fronteira
doctor-stopped = { $stopped } de { $all } tentativas proibidas foram impedidas
doctor-attempt-stopped = impedido: { $what }
doctor-attempt-open = NÃO IMPEDIDO: { $what }
doctor-attempt-not-promised = não impedido neste nível: { $what }
doctor-notice = nota
doctor-version = { $version } em { $platform }
doctor-no-term = TERM não está definida
doctor-inside = dentro de { $name }
doctor-ssh = por ssh
doctor-no-color = NO_COLOR está definida
doctor-not-terminal = não é um terminal
doctor-not-utf8 = a localidade não é UTF-8
doctor-set-term = defina TERM com o seu terminal, como xterm-256color, ou use agentichat --plain, que não precisa
doctor-reader-set = { $variable } está definida: pode haver um em uso
doctor-reader-plain = agentichat --plain escreve linhas em vez de desenhar uma tela, e pergunta por números
doctor-language-from = { $code } ({ $from })
doctor-keymap-rows = { $file } ({ $rows } suas)
doctor-keymap-check = agentichat keys --check a verifica de novo; as outras linhas funcionam
doctor-has-folder = tem uma pasta { $folder }
doctor-is-git = um repositório git
doctor-is-folder = a pasta atual
doctor-found = { $root } ({ $found })
doctor-read-only = { $root } ({ $found }), só de leitura
doctor-mend-folder = mudanças não podem ser gravadas aqui; verifique as permissões da pasta
doctor-untrusted = a sua configuração não tem confiança e nada pede de especial
doctor-ignored = ainda sem confiança; ignorado: { $keys }
doctor-read-it = leia o seu arquivo de configuração; o programa pergunta se confia nele
doctor-trusted = a sua configuração tem confiança
doctor-broken = a configuração tem erros; não usada
doctor-no-file = { $file } (ausente; valores padrão)
doctor-line = linha { $line }: { $fault }
doctor-left-out = um arquivo com erro é ignorado: corrija, depois verifique de novo
doctor-problem = { $path }: { $problem }
doctor-mend-home = corrija as permissões, ou defina HOME (ou XDG_CONFIG_HOME e XDG_DATA_HOME) com uma pasta gravável
doctor-missing = falta; { $link }
doctor-no-models = nenhum modelo
doctor-key-set = chave definida por { $from }
doctor-no-key = nenhuma chave ({ $variable } não está definida)
doctor-model = modelo
doctor-not-probed = { $named } não foi sondado; `agentichat models probe { $named }` testa as chamadas de ferramentas
doctor-calls-nothing = ele responde só com palavras; escolha outro, `agentichat models list` os mostra
doctor-ready = Pronto.
doctor-not-ready = Nenhum modelo conectado. Faça um destes:
doctor-do-ollama = ollama serve, depois baixar um modelo com ollama pull  https://ollama.com/download
doctor-do-key = agentichat providers key set openai (ou OPENAI_API_KEY), depois --provider openai
doctor-do-others = o mesmo para anthropic (ANTHROPIC_API_KEY) ou mistral (MISTRAL_API_KEY)
doctor-version-unknown = versão desconhecida
told-engine-has-stopped = o motor parou; veja o registro
told-instruction-empty = a instrução está vazia
told-instruction-long = a instrução passa de 1 MiB
told-instruction-not-text = a instrução na entrada padrão não é texto em UTF-8
told-key-not-used = a chave de { $word } não é usada: { $why }
told-left-out-whole = Um arquivo com erro é ignorado até você corrigi-lo.
told-no-instruction = sem instrução: dê uma, como agentichat run "…", ou envie pela entrada padrão
told-no-terminal = a bancada precisa de um terminal; ou use agentichat run "…", ou agentichat --plain
told-run-broke = a execução travou; veja o registro
told-settings-not-kept = as configurações de modelos e provedores não são gravadas: { $why }
wanted-price = dólares por milhão de tokens, ou desconhecido

## Execuções: mensagens, chamadas, limites e orçamentos, respostas do modelo
told-run-goes-on = uma execução está em curso; pare-a primeiro (Ctrl+C ou /stop)
told-model-next = a execução em espera continua com { $before }; depois { $model } responde
told-question-there = uma pergunta espera lá; abra-a primeiro
told-effort-no-reasoning = { $model } não raciocina, por isso não tem esforço
told-effort-fixed = o esforço de { $model } não pode ser definido: o próprio modelo decide
told-effort-unknown = { $model } não tem esforço { $word }: escolha auto, { $efforts }
told-effort-carried = o esforço { $before } agora é { $word }: é o que { $model } tem
told-effort-refused = { $place } recusou o esforço { $word } de { $model }: { $reason }
told-effort-auto = /effort auto deixa o esforço com o modelo
told-no-model = sem modelo: /start configura um, /demo mostra uma execução gravada
told-name-length = um nome tem de 1 a 64 letras
told-message-empty = a mensagem está vazia
told-only-last = só a última mensagem pode ser editada e enviada de novo
told-none-waits = nenhuma mensagem espera
told-command-empty = o comando está vazio
told-typed-instruction-empty = não há texto depois do #
told-no-rule = não há tal regra; /confirm status as lista
told-not-included = não incluído; veja /files
told-note-long = uma nota tem no máximo 256 KiB; ponha o resto num arquivo
told-not-interrupted = a sessão não foi interrompida
told-nothing-runs = nada está em curso
told-user-cancelled = você parou a execução
told-answered-before = esta pergunta já foi respondida
told-answered-or-over = esta pergunta já foi respondida, ou a execução terminou
told-shown-changed = mudou desde que você viu; veja de novo e responda
told-answer-misfit = esta resposta não serve para a pergunta
told-no-hunk-of = { $word } não é um trecho desta mudança; veja de novo e responda
told-stopped-after = parado depois de { $word } chamadas de ferramentas, { $why }
told-go-on-unanswered = ninguém o autorizou a tempo a continuar
told-as-you-said = como você disse
told-send-another = envie outra mensagem para continuar
told-refused-reason = { $why }. Razão: { $reason }. O agente deve levá-la em conta, sem repetir a chamada
told-refused-explain = { $why }. O agente deve dizer para que servia ou propor outra coisa, sem a repetir
told-user-refused = você recusou esta chamada
told-counts-as-no = ninguém respondeu a tempo, o que conta como não
told-call-in-a-row = esta chamada foi feita três vezes seguidas com os mesmos argumentos, e { $why }
told-call-in-turn = esta chamada alternou três vezes com outra, e { $why }
told-call-in-a-row-not-run = esta chamada foi feita três vezes seguidas com os mesmos argumentos e não foi refeita. O resultado anterior ainda vale
told-call-in-turn-not-run = esta chamada alternou três vezes com outra e não foi refeita. O resultado anterior ainda vale
told-needs-a-yes = é preciso um sim e não há ninguém a quem perguntar; { $why }
told-not-run = não executado: { $why }
told-ended-unanswered = o programa terminou antes da resposta
told-unknown-outcome = resultado desconhecido: a bancada terminou durante esta chamada. Veja o estado atual antes de repetir
told-allowed-answer = sua resposta
told-allowed-rule = uma regra
told-allowed-mode = o modo
told-allowed-time-out = o tempo esgotado
told-allowed-cancel = o cancelamento
told-allowed-and-joins = { $why }; se apoia em mudanças propostas e se junta a elas
told-budget-session = o orçamento da sessão é { $limit }: { $why }. A chamada não foi feita
told-budget-day = o orçamento de hoje é { $limit }: { $why }. A chamada não foi feita
told-budget-session-near = o orçamento da sessão está quase usado: { $why }
told-budget-day-near = o orçamento de hoje está quase usado: { $why }
told-budget-used = { $word } estão usados
told-budget-used-asks = { $word } estão usados, e esta chamada levaria cerca de { $number }
told-budget-spent-asks = { $word } estão gastos, e esta chamada levaria pelo menos { $number }
told-budget-of-tokens = { $word } de { $limit } tokens
told-budget-of-money = { $word } de { $dollars }
told-budget-raise-session = aumente { $word } na configuração (ou com --set) e reinicie, ou comece outra sessão com /session new; /cost mostra o gasto
told-budget-raise-day = aumente { $word } na configuração (ou com --set) e reinicie, ou continue amanhã; /cost mostra o gasto
told-unpriced = sem preço para { $word }, então os orçamentos de dinheiro não o contam; `agentichat models add` ou `edit` o define
told-no-end-of-calls = a execução fez { $word } chamadas de ferramentas sem chegar ao fim
told-answer-too-long = a resposta foi cortada: passa de { $mebibytes } MiB
told-answer-is-kept = o começo fica; peça menos de uma vez, ou escolha outro modelo com /model
told-raise-calls = aumente { $key } na config, ou divida a tarefa
told-repeats-calls = o modelo repete as mesmas chamadas de ferramentas
told-say-wanted = diga de outro modo o que quer, ou escolha outro modelo
told-misfit-calls = o modelo chamou ferramentas com argumentos errados em { $word } respostas seguidas
told-conflict-calls = o modelo escreveu em arquivos que tinham mudado em { $word } respostas seguidas
told-misfit-once = o modelo chamou ferramentas com argumentos errados
told-conflict-once = o modelo escreveu em arquivos que tinham mudado
told-ignored-followed = Uma possível chamada de { $word } não foi executada: outro texto a segue. Peça de novo se quiser.
told-ignored-quoted = Uma possível chamada de { $word } não foi executada: cita a entrada do modelo. Peça de novo se quiser.
told-ignored-template = Uma possível chamada de { $word } não foi executada: os argumentos são exemplos. Peça de novo se quiser.
told-ignored-spoken = Uma possível chamada de { $word } não foi executada: as palavras antes só a descrevem. Peça de novo se quiser.
told-ignored-native = Uma possível chamada de { $word } não foi executada: é texto, e não se sabe se este modelo chama assim (veja text_calls na configuração). Peça de novo se quiser.
told-ignored-cut = Uma possível chamada de { $word } não foi executada: a resposta foi cortada depois. Peça de novo se quiser.
told-answer-empty = Resposta vazia. O modelo é consultado mais uma vez.
told-answer-thoughts = A resposta só tinha reflexão. O modelo é consultado mais uma vez.
told-answer-all-thoughts = A reflexão do modelo encheu a resposta. Ele é consultado mais uma vez.
told-run-refused = o servidor recusou responder
told-answer-empty-again = a resposta do modelo estava vazia, duas vezes seguidas
told-answer-thoughts-again = a resposta do modelo só tinha reflexão, duas vezes seguidas
told-answer-all-thoughts-again = a reflexão do modelo encheu a resposta, duas vezes seguidas
told-send-again-or-model = envie de novo, ou escolha outro modelo com /model
told-say-otherwise = diga de outro modo, ou escolha outro modelo
told-asked-again = o programa terminou enquanto uma pergunta esperava: aqui está ela de novo; nada foi executado nesse meio-tempo
told-extra-prompt = um acréscimo ao prompt de sistema tem no máximo 64 KiB
told-picture-back = a sua mensagem com a imagem voltou ao rascunho; as posteriores ficam, e vão com a próxima
told-hint-overflow = compacte a conversa com /compact, esvazie-a com /clear, tire arquivos com /exclude, ou escolha com /model um modelo de janela maior
told-hint-model = escolha outro modelo com /model; /models os lista
told-hint-doctor = verifique o servidor com `agentichat doctor`, depois reenvie
told-prompt-cut = o servidor leu apenas { $word } de cerca de { $estimate } tokens: a conversa foi cortada à janela de { $limit }. Aumente context_length do provedor, ou /clear
told-prompt-cut-unseen = o servidor leu só { $word } de cerca de { $estimate } tokens do prompt: a janela parece ser de { $limit }, e o resto foi cortado. Aumente-a (Ollama: num_ctx, ou OLLAMA_CONTEXT_LENGTH), defina context_length do provedor com o tamanho real, ou /compact
told-answer-cut = a resposta foi cortada no limite de tokens do modelo ou da janela. Diga “continue”, ou peça menos de uma vez
told-answer-refused = o provedor recusou responder. Diga de outro modo, ou escolha outro modelo com /model
told-answer-broke = a resposta foi interrompida
told-note-not-kept = nota não gravada: { $why }
told-no-folder = não há pasta `{ $path }` no espaço de trabalho
told-binary = { $path } é um arquivo binário de { $bytes } bytes, não texto
told-not-there = { $path } não existe mais
told-ask-run = Executar { $word }?
told-ask-go-on = A execução fez { $word } chamadas de ferramentas. Continuar por mais { $number } no máximo?
told-ask-in-a-row = O agente chama { $word } com os mesmos argumentos pela terceira vez seguida. Deixar?
told-ask-in-turn = O agente vai e vem entre duas chamadas, agora { $word } de novo. Deixar?
told-changed-again = o arquivo mudou várias vezes durante a preparação; leia-o e tente de novo
told-asked-before-the-end = já tinha sido perguntado antes de o programa acabar
told-as-you-edited = é o comando como você o editou
told-proposes-nothing = esta pergunta não propõe texto, ou já foi respondida nesse meio-tempo
told-search-empty = nada para procurar; digite uma palavra
told-search-newer = uma busca mais nova substituiu esta
told-no-workspaces = nenhuma lista de espaços de trabalho é guardada aqui
told-no-index = não há índice aqui: `index.enabled` está off
told-no-rule-file = não há arquivo de configuração para a regra; vale para esta sessão
told-no-data-folder = não há pasta de dados para gravar isto; veja `agentichat doctor`
told-call-lost = a ferramenta falhou durante a execução; não se sabe o que já tinha feito
told-call-plan-gone = o plano desta chamada sumiu, por isso ela não foi executada; peça de novo
told-state-not-kept = o estado atual do arquivo não pôde ser guardado, por isso ele não é mudado: { $why }
told-path-look-broke = a verificação do caminho falhou; responda de novo
told-base-checkpoint = ponto de retorno #{ $number }
told-allow-to-run = permita com --allow '{ $word }', ou com outro --mode
told-allowed-nobody = ninguém
told-allowed-unasked = não havia ninguém para responder
told-budget-spent = { $word } estão gastos
told-budget-tokens = { $number } tokens
told-left-out-and = { $rest }, { $why }
told-no-question = a pergunta está vazia
told-run-to-be-asked = execute na interface para que a pergunta seja feita
told-and-also = { $why }; { $why_next }
told-changes-not-kept = { $number } mudanças de arquivos não puderam ser gravadas e não estão cobertas
told-note-contested = ela muda sem parar em outro lugar; grave de novo
told-note-no-text = não é texto
told-of-path = { $path }: { $why }
told-offers-no-model = { $word } não oferece nenhum modelo

## Contexto: a janela, os resumos, os arquivos incluídos e fixados
include-pinned = { $path }:{ $start_line }-{ $end_line } fixado
include-already = já incluído; /exclude o retira
include-one = { $path } incluído: cada mensagem o leva
include-several = { $count } arquivos incluídos: cada mensagem os leva
told-nothing-to-compact = ainda não há o que compactar
told-is-summarised = a conversa enche a janela do modelo: resumindo a parte antiga
told-not-compacted = Não compactado: { $why }
told-only-own-left = Nada para compactar: só restam as suas mensagens.
told-nothing-compacted = esta conversa não está compactada
told-compaction-back = Compactação desfeita: o modelo recebe de novo a conversa inteira. Se não couber, é compactada de novo.
told-tasks-told = O agente foi informado: { $counted } por fazer.
told-tasks-none-open = O agente foi informado de que não resta nenhuma tarefa.
told-tasks-left = Deixado em andamento: { $rest }
told-tasks-none-given = indique ao menos uma tarefa
told-tasks-many = há { $word } tarefas abertas, e uma sessão tem no máximo { $number }; conclua ou apague algumas antes
told-task-unknown = não há tarefa { $word }; a lista de tarefas dá os números
told-task-ambiguous = várias tarefas têm o nome { $word }: { $rest }; dê o número
told-task-long = o campo { $name } de uma tarefa tem no máximo { $number } caracteres
told-task-name-line = o nome de uma tarefa é uma linha que não está vazia
told-task-name-taken = a tarefa { $word } está aberta e tem este nome; mude essa
told-task-priority = uma prioridade é um número de 1 (crítica) a 5 (mínima)
told-task-waits = não se pode trabalhar na tarefa { $word } antes de concluir estas: { $rest }
told-task-is-needed = não se pode reabrir a tarefa { $word } enquanto estas estão em andamento: { $rest }
told-task-cycle = tarefas não podem esperar umas pelas outras: { $rest }
told-task-blocked-follows = se uma tarefa está bloqueada depende de suas dependências; mude estas
told-compaction-back-one = Compactação desfeita; 1 compactação anterior ainda vale.
told-compaction-back-more = Compactação desfeita; { $word } compactações anteriores ainda valem.
told-compacted = **Compactado:** o modelo recebe agora um resumo de { $model } no lugar de { $counted }: cerca de { $before } → { $after } tokens, { $saved } a menos. Você ainda vê cada mensagem; `/compact undo` desfaz.{ $rest }
told-no-own-summary = o provedor guarda e compacta ele mesmo a conversa
told-nothing-to-sum = só restam as suas mensagens
told-summary-cut = o resumo foi cortado no limite do modelo
told-summary-long = o resumo do modelo é longo demais
told-summary-broke = o resumo foi interrompido
told-summary-none = o modelo não escreveu resumo
told-summary-no-gain = o resumo do modelo não é mais curto
told-not-attached = @{ $path } não foi anexado: { $why }
told-cannot-see = nada foi enviado: { $model } não vê imagens
told-choose-seeing = tire a imagem, ou escolha com /model um modelo que vê imagens
told-choose-seeing-of = tire a imagem, ou escolha com /model um modelo que vê imagens: { $models }
told-pins-most = uma mensagem fixa no máximo { $word } intervalos, os outros não
told-pinned = { $places } fixados: cada mensagem os leva até /exclude
told-not-pinned = @{ $places } não foi fixado: { $why }
told-not-pinned-empty = @{ $places } não foi fixado: o arquivo está vazio
told-not-pinned-lines = @{ $places } não foi fixado: o arquivo termina na linha { $number }
told-pinned-beyond = @{ $places } passa do fim do arquivo, linha { $number }
told-oldest-left-out = a conversa passa da janela do modelo de { $word } tokens: { $number } das respostas mais antigas não foram enviadas
part-system = prompt de sistema
part-map = mapa do espaço de trabalho
part-own = suas instruções
part-tools = ferramentas
part-server-tools = ferramentas de servidores MCP
part-talk = conversa
part-pictures = imagens
part-results = resultados de ferramentas
part-recorded = como foi gravado
told-would-leave = isso iria para { $place } sem a sua permissão

## Regras: modos, quem decide
mode-now = { $mode }: { $what }
mode-plan = nada é gravado, só comandos de baixo risco são executados
mode-review = escritas por revisar (F7), comandos perguntam
mode-auto = escritas por revisar, comandos executados no sandbox
mode-confirm = cada escrita e cada comando pergunta
mode-accept-edits = escritas aplicadas, comandos perguntam
mode-passthrough = tudo executa exceto risco alto e sempre perguntado
reach-write = cada escrita, até a sua próxima mensagem
reach-command = tudo exceto risco alto, até a sua próxima mensagem
reach-session = { $name } nesta sessão
reach-workspace = { $name } neste espaço de trabalho
reach-user = { $name } para este usuário, em cada espaço de trabalho
reach-network = a rede, para este comando e os seguintes da sessão
reach-network-of = a rede até { $places }, para os comandos da sessão
told-rule-kept = regra { $rule } gravada em { $path }
told-rule-refuses = { $why }; até você corrigir, toda chamada é recusada
told-rule-asks = { $why }; até você corrigir, toda chamada pergunta
told-rule-allows = { $why }; até você corrigir, ela não permite nada
told-rule-no-tool = não há ferramenta `{ $word }`, então a regra não tem efeito
told-rule-unclosed = parêntese não fechado depois de { $word }; por exemplo { $model }(docs/**)
told-rule-no-name = nenhuma ferramenta antes do parêntese em { $rule }; por exemplo shell_exec(git status*)
told-rule-nothing = parênteses vazios depois de { $word }; tire-os para todo uso da ferramenta, ou escreva { $model }(*)
told-rule-letter = o nome de ferramenta { $title } tem { $word }; nomes têm letras, dígitos, _ - . e *, por exemplo write_file(docs/**)
told-rule-no-glob = { $rule } não é um padrão de caminho: { $why }; por exemplo docs/** ou src/*.rs
told-rule-not-kept = a regra vale só para esta sessão: { $why }
told-answer-not-empty = a resposta não pode ser vazia
told-answer-number = a resposta deve ser um número
told-field-required = o servidor exige este campo; para recusar, volte ao primeiro passo
told-field-letters = a resposta deve ter { $range } letras
told-field-format = a resposta deve ter a forma { $word }
told-field-integer = a resposta deve ser um número inteiro
told-field-range = o número deve ser { $range }
told-field-option = a resposta deve ser uma das opções
told-field-options = é preciso escolher { $range } das opções
told-answer-path = a resposta deve ser um caminho
told-answer-inside = a resposta deve ser um caminho dentro do espaço de trabalho
told-answer-pattern = a resposta deve corresponder ao padrão por inteiro
told-rule-no-file = esta regra não está em arquivo
told-rule-by-hand = { $why }; adicione isto à mão em rules.allow: - { $rule }
told-rule-form = { $rule } não é uma regra; escreva-a como ferramenta(padrão), em uma só linha
told-rule-link-leaves = { $path } é um link que sai do espaço de trabalho; ponha um arquivo no lugar
told-allowed-harmless = não muda nada
told-allowed-tasks = só muda as tarefas
told-allowed-typed = você digitou; espera na revisão
told-allowed-in-mode = modo { $word }
told-allowed-with-network = { $why }, com a rede
told-allowed-with-hosts = { $why }, com a rede até { $places }
told-allowed-low = risco baixo
told-allowed-own-program = o próprio programa do agente, que não perguntou
told-allowed-until-next = sim a tudo até a próxima mensagem
told-asked-always = todos os modos perguntam isto
told-asked-high = o modo { $word } também pergunta um risco alto
told-asked-not-boxed = o modo auto pergunta o que é executado fora do sandbox
told-asked-no-box = o modo auto pergunta, porque este comando não tem um sandbox completo
told-asked-no-box-why = o modo auto pergunta, porque este comando não tem um sandbox completo: { $why }
told-asked-network = o modo auto pergunta, porque este comando tem a rede
told-auto-config = O modo auto precisa do sandbox, e as configurações dizem `sandbox: { $word }`. Defina `sandbox: auto` e inicie de novo.
told-auto-machine = O modo auto precisa de um sandbox com namespaces, que esta máquina não faz: { $why }. `agentichat doctor` o testa.
told-auto-not-run = O modo auto foi pedido, e nada foi feito em outro. { $why }
told-auto-left = Modo review em vez de auto. { $why }
told-ask-network = O sandbox não tem rede, e `{ $word }` falhou. Executar de novo com a rede?
told-ask-network-of = `{ $word }` falhou no sandbox sem a rede. Executar de novo com a rede, mas só até { $places }?
told-run-again = executado de novo com a rede
told-run-on-disk = executado no disco
told-network-refused = o usuário não concede a rede
told-network-refused-why = o usuário não concede a rede: { $why }
told-network-unanswered = o usuário não disse se o comando pode ter a rede
risk-network = o comando alcança todos os hosts, e pode enviar o que lê
risk-network-of = o comando alcança { $places }, e pode enviar para lá o que lê
risk-too-much-to-review = no mundo proposto ele mudou { $files }, demasiados ou grandes demais para rever um a um: no disco são aplicados de uma só vez
told-sandbox-off = O sandbox está desligado: { $place } diz isso. `/settings` oferece `sandbox: auto`, em que os comandos do agente, os hooks e o programa claude rodam sem as suas chaves e gravam só o espaço de trabalho.
told-sandbox-weaker = O sandbox é mais fraco do que o pedido: { $word } em vez de { $name }, porque { $why }.
told-asked-own-writes = o programa deste agente grava por si, então nada pode ser proposto
told-asked-rule = a regra { $rule } pede isso
told-pattern-broken = não é uma expressão regular: { $why }
told-pattern-long = um padrão tem no máximo { $number } letras
told-plan-no-confirm = o modo plan não grava nada e só executa comandos de risco baixo: nada para confirmar; saia dele antes, por exemplo com /mode review
told-refused-mode = O interruptor deste tipo de chamada está em deny no modo { $name }, por isso { $word } foi recusado. O agente deve dizer a você o que faria; /mode ou /confirm muda isso.
told-refused-plan-mode = A sessão está no modo plan: nada é gravado e só comandos de baixo risco se executam, por isso { $word } foi recusado. O agente deve terminar o plano e dizer a você o que faria; /mode sai do modo plan.
told-refused-rule = A regra de recusa { $rule } proíbe esta chamada de { $word }. O agente não deve tentar de outro modo, mas continuar sem ela, ou dizer a você por que é precisa, para que possa revogar a regra.
told-rule-empty = a regra está vazia; escreva uma ferramenta e talvez um padrão, por exemplo shell_exec(git status*)
told-rule-long = a regra tem { $bytes } bytes, no máximo { $limit } são lidos; use um curinga, por exemplo shell_exec(cargo test*)
told-rule-of-flag = { $rule } [linha de comando]
told-rule-of-session = { $rule } [esta sessão]
told-rule-of-user = { $rule } [pessoal]
told-rule-of-workspace = { $rule } [espaço de trabalho]
told-rules-and = { $why }, { $why_next }
told-tool-unknown = Não há ferramenta chamada { $word }. O agente deve usar uma das ferramentas que recebeu.

## Risco: por que um comando é perguntado
risk-only-reads = só lê
risk-only-looks = só olha
risk-only-asks = só pergunta
risk-server-tool = uma ferramenta de um servidor MCP, cujo programa não faz parte deste
risk-server-destroys = o servidor MCP diz que esta ferramenta destrói
risk-only-tasks = só muda a lista de tarefas
risk-only-remembers = só acrescenta à memória; o usuário pode desfazer
risk-it-did-not-ask = não perguntou
risk-is-not-carried-out = não é executado
risk-ends-plan-mode-each = termina o modo plan; cada mudança é perguntada como sempre
risk-a-tool-of-the = uma ferramenta do próprio programa do agente
risk-a-question-of-the = uma pergunta do agente
risk-question-of-server = uma pergunta do servidor MCP { $server }, que recebe a sua resposta
risk-server-wants-secret = { $server } parece pedir um segredo: aqui um servidor não deve pedir senhas, chaves nem números de cartão
risk-the-run-may-be = a execução talvez esteja andando em círculos
risk-content-leaves-this-machine = conteúdo sai desta máquina
risk-changes-a-file-in = muda um arquivo no espaço de trabalho
risk-deletes-a-file-whose = apaga um arquivo, cujo texto é guardado
risk-deletes-a-file-that = apaga um arquivo que não é texto
risk-content-from-outside-the = conteúdo de fora do espaço de trabalho entrou nesta execução
risk-git-works-in-a = git trabalha em { $name }, um repositório à parte, e executa o que as suas configurações indicam
risk-git-does-not-say = git não diz quais são as suas configurações aqui
risk-the-repository-says-that = o repositório { $place } diz que os seus arquivos estão em outro lugar ({ $name })
risk-this-repository-says-that = este repositório diz que os seus arquivos estão em outro lugar ({ $name })
risk-the-repository-names-a = o repositório { $place } indica um programa que git pode executar ({ $name })
risk-this-repository-names-a = este repositório indica um programa que git pode executar ({ $name })
risk-has-characters-between-words = tem caracteres estranhos entre as palavras
risk-has-a-bracket-where = tem um parêntese no lugar de uma palavra
risk-has-too-many-commands = tem comandos demais para verificar
risk-has-too-many-parts = tem partes demais para verificar
risk-runs-git-in-too = executa git em pastas demais para verificar
risk-runs-which-may-be = executa { $name }, que pode ser qualquer programa
risk-name-calls-itself-without-end = { $name } se chama sem fim (uma fork bomb)
risk-names-which-may-hold = indica { $name }, que pode conter segredos
risk-what-runs-is-known = { $name } só escolhe o que executa na hora
risk-what-runs-is-known-only = o que executa só se sabe na hora
risk-looks-like-a-recursive = parece apagar recursivamente
risk-name-changes-the-machine = { $name } muda a máquina
risk-name-deletes-for-good = { $name } apaga de vez
risk-name-drops-a-database = { $name } apaga um banco de dados
risk-name-changes-what-is-installed = { $name } muda o que está instalado na máquina
risk-name-changes-what-others-see = { $name } muda o que outros veem ou usam
risk-name-may-fetch-or-install = { $name } pode baixar ou instalar da rede
risk-name-builds-or-tests-it = { $name } compila ou testa: executa código do espaço de trabalho
risk-name-is-not-known-to = não se sabe se { $name } só lê
risk-ends-every-process-that = termina todos os processos que puder
risk-ends-a-process = termina um processo
risk-ends-processes-by-name = termina processos pelo nome
risk-name-runs-what-comes-from = { $name } executa o que vem da rede
risk-name-runs-what-comes-through = { $name } executa o que vem por um pipe, sem leitura
risk-name-runs-what-nobody-has = { $name } executa código que ninguém leu
risk-runs-what-nobody-has = executa código que ninguém leu
risk-name-drops-or-overwrites-data = { $name } apaga ou sobrescreve dados
risk-name-works-on-a-database = { $name } trabalha em um banco de dados
risk-name-runs-code-that-deletes = { $name } executa código que apaga ou sobrescreve
risk-name-runs-code-that-is = { $name } executa código impossível de examinar
risk-name-runs-a-program-of = { $name } executa um programa do espaço de trabalho
risk-perl-i-writes-files = perl -i grava arquivos
risk-name-can-send-data-out = { $name } pode enviar dados para fora da máquina
risk-name-reaches-the-network = { $name } vai à rede
risk-asks-for-its-state = pergunta a { $name } pelo seu estado
risk-name-with-folders-of-this = { $name } com pastas desta máquina ou os seus direitos
risk-name-runs-or-builds-a = { $name } executa ou constrói um contêiner
risk-pushes-to-another-repository = envia para outro repositório
risk-pushes-to-another-repository-git-fetch-before-it-shows-what-is-new-there = envia para outro repositório; um git fetch antes mostra o que há de novo lá
risk-sends-mail = envia e-mail
risk-git-clean-deletes-files = git clean apaga arquivos que git não guarda
risk-git-restore-throws-changes = git restore descarta mudanças
risk-rewrites-history = reescreve o histórico
risk-drops-objects-that-could = apaga objetos que poderiam trazer trabalho de volta
risk-runs = executa { $word }
risk-starts = inicia { $word }
risk-sets-for-this-run = define { $name } para esta execução de git
risk-name-makes-git-run-a = { $name } faz git executar um programa
risk-git-clean-as-a = git clean em simulação
risk-git-in-a-repository = git { $name } num repositório fora do espaço de trabalho
risk-git-reset-throws-changes = git reset descarta mudanças
risk-git-checkout-of-files = git checkout de arquivos descarta mudanças
risk-git-switch-throws-changes = git switch descarta mudanças
risk-git-overwrites-files = git { $name } sobrescreve arquivos
risk-git-rm-r-deletes = git rm -r apaga pastas
risk-git-rm-takes-files = git rm retira arquivos
risk-git-can-drop-history = git { $name } pode apagar histórico
risk-git-gc-drops-objects = git gc apaga objetos que poderiam trazer trabalho de volta
risk-git-stash-drops-kept = git stash descarta trabalho guardado
risk-git-commit-amend-rewrites = git commit --amend reescreve o último commit
risk-git-branch-drops-or = git branch apaga ou move um ramo
risk-git-tag-drops-or = git tag apaga ou move uma etiqueta
risk-git-worktree-remove-deletes = git worktree remove apaga uma pasta
risk-git-submodule-deinit-deletes = git submodule deinit apaga uma pasta
risk-git-submodule-foreach-runs = git submodule foreach executa um comando
risk-git-bisect-run-runs = git bisect run executa um comando
risk-git-may-reach-the = git { $name } pode ir à rede
risk-git-is-not-known = não se sabe se git { $name } só lê
risk-git-writes-to-repository = git { $name } grava no repositório
risk-changes-git-settings-outside = muda as configurações de git fora do espaço de trabalho
risk-changes-the-repository-settings = muda as configurações do repositório
risk-changes-a-setting-that = muda uma configuração que pode fazer git executar programas
risk-name-can-run-a-command = { $name } pode executar um comando
risk-git-rm-takes-its = git rm tira os caminhos de um arquivo
risk-reads-which-is-on = lê { $name }, que está na lista de bloqueio
risk-has-control-characters = tem caracteres de controle
risk-name-is-used-in-a = { $name } é usado de um modo que pode mudar coisas
risk-awk-writes-outside-the = awk grava fora do espaço de trabalho
risk-sed-i-changes-files = sed -i muda arquivos
risk-a-sed-script-that = um script sed que pode gravar ou executar algo
risk-a-sed-script-that-writes = um script sed que grava um arquivo ou executa um comando
risk-reads-outside-the-workspace = lê fora do espaço de trabalho: { $name }
risk-is-too-long-to-be-read = é longo demais para ler inteiro
risk-has-a-sign = contém { $sign }, que um shell pode expandir em algo mais
risk-has-an-operator-without = tem um operador sem comando
risk-has-no-command-at-its-end = não termina com um comando
risk-has-a-cd = tem um cd para uma pasta desconhecida
risk-runs-not-known = executa { $name }, que não se sabe se só lê
risk-runs-with-not-known = executa { $name } com { $option }, que não se sabe se só lê
risk-runs-in-a-way = executa { $name } de um modo que pode fazer mais do que ler
risk-has-a-pattern-without = tem um padrão sem pasta na frente, que pode virar uma opção
risk-name-runs-a-script-that-may = { $name } executa um script que pode escrever ou iniciar algo
risk-name-with-options-that-may-write = { $name } com opções que podem escrever algo
risk-shows-the-settings-of-git = mostra as configurações do git, que podem conter segredos
risk-whole-machine = é executado em um espaço de trabalho que é a máquina inteira
risk-reads-no-plain-file = lê { $name }, que não é um arquivo comum
risk-git-does-not-say-which-files = o git não diz quais arquivos mostraria
risk-shows-which-is-on = mostra { $name }, que está na lista de bloqueio
risk-has-a-pattern-that-may-match = tem um padrão que pode abranger arquivos demais
risk-runs-from-the-workspace = executa { $name } a partir do espaço de trabalho: { $found }
risk-may-run-from-the-workspace = pode executar { $name } a partir do espaço de trabalho: PATH tem uma pasta que não é absoluta
risk-runs-what-a-file-chooses = executa o programa que { $found } escolhe
risk-searches-what-cannot-be-looked-at = procura em uma pasta que não se pode verificar antes
risk-would-search = procuraria em { $name }, que está na lista de bloqueio
risk-sets-which-may-change = define { $name }, o que pode mudar o que programas fazem
risk-declares-something-in-a = declara algo de um modo que não é simples
risk-a-test-that-evaluates = um teste que avalia o que variáveis contêm
risk-a-test-with-a = um teste com um redirecionamento dentro
risk-defines-a-function = define uma função, { $name }
risk-an-expansion-that-may = uma expansão que pode avaliar ou definir algo
risk-arithmetic-that-evaluates-what = aritmética que avalia o que variáveis contêm
risk-a-redirection-without-a = um redirecionamento sem destino
risk-a-redirection-of-a = redireciona um descritor desconhecido
risk-place-the-network = { $what } a rede, { $name }
risk-place = { $what } { $name }
risk-place-a-stream = { $what } um fluxo, { $name }
risk-place-which-may = { $what } { $name }, que talvez esteja fora do espaço de trabalho
risk-place-where-git = { $what } { $name }, onde git ou agentichat guardam o que é deles
risk-place-outside-the = { $what } { $name }, fora do espaço de trabalho
risk-is-nested-too-deeply = é aninhado demais para verificar
risk-has-too-much-in = contém demais para verificar
risk-is-too-long-or = é longo ou complexo demais para verificar
risk-has-a-part-that = tem uma parte que não pode ser analisada
risk-has-a-line-that = tem uma linha que começa por uma barra invertida
risk-has-a-construct-that = tem uma construção que não entendemos
risk-has-an-expansion-that = tem uma expansão que a análise não viu
risk-has-backslashes-between-backticks = tem barras invertidas entre acentos graves
risk-has-words-behind-a = tem palavras depois de um redirecionamento
risk-a-here-document-with = um here-document com expansões
risk-env-takes-away-variables = env retira variáveis que impedem programas de executar outros
risk-env-has-options-that = env tem opções que não são conhecidas aqui
risk-name-has-options-that-are = { $name } tem opções que não são conhecidas aqui
risk-name-acts-on-another-machine = { $name } age em outra máquina
risk-runs-a-file-in = executa um arquivo neste shell
risk-find-with-options-that = find com opções que não são conhecidas aqui
risk-find-delete-deletes-all = find -delete apaga tudo o que encontra
risk-find-deletes-or-moves = find apaga ou move tudo o que encontra
risk-find-writes-to-a = find grava num arquivo
risk-find-takes-its-places = find tira os lugares de um arquivo
risk-find-has-a-part = find tem uma parte que só se sabe na execução
risk-fd-runs-a-command = fd executa um comando em tudo o que encontra
risk-fd-has-a-part = fd tem uma parte que pode executar um comando
risk-name-runs-with-other-rights = { $name } executa com outros direitos
risk-name-runs-a-package-and = { $name } executa um pacote e pode baixá-lo da rede
risk-runs-a-command-through = executa um comando através de { $name }
risk-time-writes-to-a = time grava num arquivo
risk-xargs-takes-its-arguments = xargs tira os argumentos de um arquivo
risk-name-reads-a-text-otherwise = { $name } lê um texto de modo diferente de bash
risk-name-runs-a-file-first = { $name } executa primeiro um arquivo
risk-runs-the-script = executa o script { $name }
risk-name-runs-a-text = { $name } executa um texto
risk-name-runs-a-text-that = { $name } executa um texto que só se sabe na hora
risk-name-keeps-a-command-for = { $name } guarda um comando para depois
risk-mktemp-writes-outside-the = mktemp grava fora do espaço de trabalho
risk-name-unpacks-files = { $name } descompacta arquivos
risk-name-writes-files = { $name } grava arquivos
risk-name-r-deletes-whole-folders = { $name } -r apaga pastas inteiras
risk-deletes-the-workspace-itself = apaga o próprio espaço de trabalho
risk-deletes-files = apaga arquivos
risk-deletes-what-the-pattern = apaga o que o padrão { $name } designa
risk-deletes-which-is-known = apaga { $name }, que só se sabe na execução
risk-deletes-the-folder = apaga a pasta { $name }
risk-deletes-more-than-count = apaga mais de { $count } arquivos de uma vez
risk-name-copies-to-or-from = { $name } copia para ou de outra máquina
risk-rsync-deletes-files-or = rsync apaga arquivos ou executa um programa
risk-makes-a-link = cria um link
risk-name-changes-rights = { $name } muda direitos
risk-name-r-changes-the-rights = { $name } -R muda os direitos de pastas inteiras
risk-name-changes-rights-widely = { $name } muda direitos largamente
risk-dd-copies-raw-data = dd copia dados brutos
risk-dd-with-a-part = dd com uma parte que só se sabe na execução
risk-tar-packs-or-unpacks = tar empacota ou desempacota arquivos
risk-tar-runs-a-program = tar executa um programa ou apaga arquivos
risk-tar-p-writes-wherever = tar -P grava onde o pacote disser
risk-deed-writes-to = grava em
risk-deed-deletes = apaga
risk-deed-deletes-the-empty-folder = apaga a pasta vazia
risk-deed-moves = move
risk-deed-links = liga
risk-deed-changes = muda
risk-deed-changes-the-rights-of = muda os direitos de
risk-deed-overwrites = sobrescreve
risk-deed-works-in = trabalha em
risk-deed-find-writes-to = find grava em
risk-git-cannot-be-read = `.git` desta pasta não pode ser lido: { $why }
risk-git-leads-elsewhere = `.git` desta pasta leva a outro repositório ({ $place })
risk-git-names-no-folder = não nomeia nenhuma pasta
risk-git-part-leads-out = `{ $name }` deste repositório leva para fora dele
risk-runs-git-in-a-repository = executa o git em um repositório que nomeia programas próprios
risk-the-repository-makes-git-read = o repositório { $place } faz o git ler um arquivo fora dele ({ $name })
risk-this-repository-makes-git-read = este repositório faz o git ler um arquivo fora dele ({ $name })

## Ferramentas: argumentos, resultados e erros das chamadas
gave-counted = { $path }  { $counted }
gave-range = { $path }  linhas { $range } de { $all }
gave-linked = { $rest }; seus outros nomes (links físicos) mantêm o texto anterior
gave-deleted = { $path }  apagado
gave-entries = { $path }  { $number } entradas
gave-hits = { $path }  { $counted_hits } em { $counted }
gave-hits-more = { $path }  mais de { $counted_hits } em { $counted }
gave-index = { $path }  { $counted } (índice a { $number } %)
gave-answer = resposta: { $rest }
gave-task-created = criada: { $word }
gave-tasks-created = { $counted } criadas
gave-task-started = começada: { $word }
gave-task-completed = concluída: { $word }
gave-task-pending = de novo pendente: { $word }
gave-task-blocked = bloqueada: { $word }
gave-remembered = lembrado, /memory forget { $word } desfaz: { $rest }
gave-remembered-already = { $word } já tem isto: { $rest }
gave-remembered-inbox = espera na sua caixa de entrada, pois foi lido texto de fora: /memory keep { $word } ou refuse: { $rest }
gave-remembered-refused = você já recusou isto, { $word }: { $rest }
gave-task-changed = mudada: { $word }
gave-task-unchanged = nada a mudar
gave-task-deleted = apagada: { $word }
gave-task-shown = tarefa { $word }
gave-tasks-listed = { $number } de { $total } concluídas
gave-agents-listed = agentes listados
gave-agents-done = { $number } de { $counted } terminaram
gave-agent-stopped = { $word } foi parado
agent-activity = { $word } { $rest }
agent-state-running = em andamento
agent-state-waiting = espera por você
agent-state-completed = terminado
agent-state-failed = falhou
agent-state-stopped = parado
agent-state-interrupted = interrompido
agents-too-many = No máximo { $number } agentes trabalham ao mesmo tempo; { $at_work } estão trabalhando. Espere um relatório, ou pare um.
agents-over = O agente { $word } terminou.
command-no-agent = Nenhum agente “{ $word }” foi iniciado nesta sessão; /agents running os lista.
agents-not-started = Não há agente “{ $word }” nesta sessão. A operação list os nomeia.
agents-none-started = Nenhum agente foi iniciado nesta sessão. O agente os inicia com spawn_agent, delegate_task e parallel_tasks: peça que ele divida uma tarefa.
agents-not-of-session = Esta sessão não tem tal agente.
agents-at-work = Um agente trabalha nesta sessão. Pode-se lê-la, dizer-lhe algo e pará-lo; o resto é possível quando ele terminar.
agents-tool-withheld = Este agente não pode chamar { $word }. Relate o que não pôde fazer.
agents-ended-without = O agente { $word } não terminou: { $why }
agents-none-finished = Nenhum dos agentes terminou; os detalhes dizem por quê.
agents-one-to = Uma chamada inicia de 1 a { $number } agentes.
agents-no-prompt = O agente precisa de um prompt com a tarefa inteira: ele não sabe mais nada.
agents-long-prompt = O prompt de um agente tem no máximo { $number } KiB. Nomeie arquivos em vez de copiá-los.
agents-name-length = O nome de um agente tem de 1 a { $number } caracteres.
agents-name-missing = Nomeie o agente.
agents-not-itself = Um agente não pode delegar a si mesmo.
agents-no-profiles = Nenhum agente “{ $word }” está definido, nem outro. spawn_agent inicia um temporário.
agents-no-profile = Nenhum agente “{ $word }” está definido; estes estão: { $rest }.
agents-no-program = { $word } é um programa com um agente próprio, que não pode trabalhar para outro. Dê ao agente outro provedor.
ask-start-agent = Iniciar o agente { $word }? { $rest }
ask-start-agent-model = Iniciar o agente { $word } com { $name }? { $rest }
ask-start-agents = Iniciar { $number } agentes ao mesmo tempo? { $whys }
risk-starts-agents = agentes gastam tokens; cada chamada deles é julgada como as da sessão
risk-only-agents = só cuida de agentes
gave-profiles = { $counted } definidos
gave-exit = saída { $word }, { $counted }
gave-with-network = { $what }, com a rede
gave-with-hosts = { $what }, com a rede até { $places }
gave-killed = morto pelo sinal { $word }, { $counted }
gave-late = terminado após { $word } s, { $counted }
gave-cancelled = cancelado, { $counted }
gave-lines = { $counted }
gave-tools = { $counted } encontrada(s)
gave-unknown = resultado desconhecido
gave-recorded = como foi gravado
told-not-taken-back = o que o programa do agente mudar aqui não poderá ser desfeito: { $why }
told-changed-not-covered = mudados, e { $why }
told-git-some-not = { $word } de { $number } arquivos FORA do git
told-file-not-there = não existe
told-file-outside = fora do espaço de trabalho
gave-proposed = { $rest } · { $files } em proposta
gave-not-kept = { $rest } · { $why }{ $more ->
    [0] { "" }
   *[other] { " " }(e mais { $more })
}
gave-changed = { $rest }, mudou { $counted_files }
gave-changed-lost = { $rest }, mudou { $counted_files }: { $why }
gave-ended = terminado, { $counted }
gave-error = { $word } { $why }
gave-not-as-allowed = { $rest }  (não exatamente como permitido)
gave-written = { $path }  +{ $added } -{ $removed }
told-agent-failed = o programa do agente diz que falhou, mas não por quê
told-agent-only = só o próprio programa do agente pode fazer isso
told-agent-staged = `{ $path }` tem alterações propostas que você não decidiu, por isso o programa do agente não pode gravá-lo; siga com outro arquivo
told-agent-text-not-found = o texto a substituir não está em `{ $path }`, ou está mais de uma vez; leia-o de novo
told-all-of = { $whys }
told-answer-for-write = foi dada uma resposta onde uma gravação devia ser permitida
told-argument-fault = { $word }: `{ $name }` { $why }; corrija e chame de novo
told-arguments-misfit = os argumentos de { $word } não servem: { $why }
told-arguments-no-object = os argumentos de { $word } não são um objeto JSON; envie um que siga o esquema
told-ask-plan = Executar este plano?{ $rest }
told-ask-use = Deixar que use { $word }?{ $rest }
told-ask-server-tool = Deixar que use a ferramenta { $word } do servidor MCP { $server }, com estes argumentos?
    { $rest }
told-ask-server-asks = O servidor MCP { $server } pergunta:
    { $why }
    Sim diz a ele que você concorda.
told-ask-form = O servidor MCP { $server } pede que você preencha um formulário:
    { $why }
    Os campos: { $fields }. Os que têm um asterisco são obrigatórios. Preencher?
told-ask-form-secret = O servidor MCP { $server } pede que você preencha um formulário:
    { $why }
    Os campos: { $fields }. Os que têm um asterisco são obrigatórios. Preencher?
    Ele parece pedir um segredo. Não dê aqui a um servidor senhas, chaves nem números de cartão.
told-ask-visit = O servidor MCP { $server } pede que você visite uma página de { $host }:
    { $address }
    { $why }
    Abra você mesmo se confia nela: o programa não abre. Sim diz ao servidor que você concorda.
told-server-arguments = dê os argumentos da ferramenta como um objeto
told-server-failed = o servidor MCP { $server } não deu resultado: { $why }
told-builds-on-staged = a alteração de `{ $path }` se apoia em alterações propostas que você não decidiu, por isso o agentichat não a aplicou; siga com outro arquivo, ou deixe que sejam decididas antes
told-cancelled-before = a execução foi cancelada antes do início da chamada; nada foi feito
told-clash-changed = foi alterado depois da leitura; nada foi gravado: veja `present` e grave de novo
told-clash-changed-lines = foi alterado nas linhas de edits[{ $number }] depois da leitura; nada foi gravado: veja `present` e edite de novo
told-clash-lines = tem outras linhas que as de `edits[{ $number }].expected_hash`; nada foi gravado: veja `present` e edite de novo
told-clash-not-deleted = foi alterado depois da leitura; nada foi apagado: veja `present` e decida de novo
told-command-bad = `command` está vazio ou contém um caractere NUL
told-command-cancelled = o comando foi cancelado e encerrado com tudo o que iniciou; não o execute de novo sem que o peçam
told-command-failed = o comando falhou ({ $why }); leia a saída, corrija a causa e execute-o de novo
told-command-late = o comando foi encerrado após { $number } s com tudo o que iniciou; a saída até então está nos detalhes: dê-lhe um timeout_s maior, ou menos a fazer
told-command-misallowed = um comando é permitido como está, ou com outro texto no lugar
told-conflict-often = { $why }; foi o conflito { $number } neste arquivo: pare e pergunte com clarify_user
told-edit-before-start = está antes de start_line
told-edit-beyond = está além do fim: há { $number } linhas
told-edit-delete-text = deve estar vazio para delete
told-edit-fault = `{ $name }` { $why }
told-edit-insert-nothing = está vazio: não há nada a inserir
told-edits-empty = `edits` está vazio; indique ao menos uma edição
told-edits-overlap = edits[{ $word }] e edits[{ $number }] se sobrepõem; faça deles uma só edição
told-environment-large = o ambiente é maior que o que o sistema passa a um comando ({ $number } bytes); é preciso iniciar o agentichat com um menor
told-environment-large-by = o ambiente é maior que o que o sistema passa a um comando ({ $number } bytes; a maior variável é { $name } com { $bytes } bytes); é preciso iniciar o agentichat com um menor
told-every-part-refused = cada parte da alteração de `{ $path }` foi recusada; nada foi gravado: explique o que queria, ou pergunte com clarify_user
told-field-empty = `{ $name }` está vazio
told-file-clash = `{ $path }` { $why }
told-file-exists = `{ $path }` já existe; leia-o com read_file e então o sobrescreva ou edite
told-file-unread = `{ $path }` existe e não foi lido: leia-o antes com read_file e então grave
told-glob-unreadable = `glob` não pode ser lido: { $why }; escreva-o como `*.rs` ou `src/**/*.rs`
told-index-unreadable = o índice não pode ser lido: { $why }
told-is-missing = falta
told-is-no-argument = não é um argumento; há { $rest }
told-lines-beyond = `start_line` { $word } está além do fim: `{ $path }` tem { $number } linhas
told-lines-reversed = `end_line` { $word } está antes de `start_line` { $number }
told-new-text-large = o novo texto de `{ $path }` passa de 10 MiB; grave-o por um comando
told-new-text-nul = o novo texto de `{ $path }` contém um caractere NUL; só texto pode ser gravado
told-no-index-here = não há índice aqui
told-no-more-processes = o sistema não inicia mais processos agora: { $why }; encerre alguns e tente de novo
told-no-shell = nem `bash` nem `sh` podem ser iniciados aqui: { $why }; veja se o `bash` está instalado
told-no-tool = não há ferramenta `{ $word }`; há { $rest }
told-not-installed-ask = `{ $name }` não está instalado; siga sem ele, ou peça que seja instalado
told-not-installed-link = `{ $name }` não está instalado; encontra-se em { $address }
told-nothing-to-do = a chamada deixa `{ $path }` como está: nada a fazer
told-nothing-to-stage = { $word } não altera nenhum arquivo, então não há nada a propor
told-old-text-empty = `old_text` está vazio; indique o texto a substituir, ou insira com edit_file
told-old-text-near = `old_text` não está em `{ $path }`; as linhas mais próximas são { $word } a { $number }: copie-as exatamente como `nearest` as mostra
told-old-text-nowhere = `old_text` não está em `{ $path }`, nem nada parecido; leia o arquivo de novo
told-old-text-often = `old_text` está em `{ $path }` { $number } vezes (linhas { $rest }); tome mais linhas em volta para que esteja uma só vez, ou use replace_all
told-query-empty = `query` está vazio; pergunte algo
told-query-no-regex = `query` não é uma expressão regular: { $why }
told-query-nothing = `query` está vazio; indique o texto a procurar
told-question-kind-alone = `{ $name }` só vai com kind { $word }
told-question-kind-missing = falta `kind`: confirm, input ou select
told-question-many = `steps` tem { $word } perguntas; podem ser feitas no máximo { $number }
told-question-no-answer = a pergunta foi permitida sem resposta
told-question-options = `{ $name }` deve indicar ao menos duas coisas a escolher
told-question-pattern = `{ $name }`: { $why }
told-question-pattern-alone = `{ $name }` só vai com validation pattern
told-question-pattern-missing = falta `{ $name }`: validation pattern precisa de um
told-search-otherwise = { $why }; use search_text e read_file
told-shell-not-started = o shell não pode ser iniciado: { $why }
told-something-not-installed = um programa que o comando pede não está instalado; a saída diz qual
told-status-ended = terminado
told-status-exit = saída { $number }
told-status-killed = morto pelo sinal { $number }
told-status-unknown = ninguém sabe como: { $why }
told-tool-broke = a ferramenta parou por um defeito dela; tente de outro modo e relate o caso
told-uncovered-file = { $counted } { $why } não está coberto: { $places }
told-uncovered-files = { $counted } { $why } não estão cobertos: { $places }
told-uncovered-hidden = que antes eram ignorados, cujo estado anterior não se conhece
told-uncovered-large = acima de 10 MiB
told-uncovered-many = além dos que se registram para um comando
told-uncovered-more = { $places } e mais { $number }
told-uncovered-much = além de 200 MiB ao todo
told-uncovered-no-copy = que não se pôde copiar
told-uncovered-no-utf-eight = cujo nome não é UTF-8 (� está no lugar do que não é)
told-uncovered-off = que o git não poderia devolver, com os pontos de controle desligados,
told-uncovered-unreadable = que não se pode ler
told-value-must-be = deve ser { $wanted }
told-value-must-be-described = deve ser { $wanted } ({ $rest })
told-value-must-be-least = deve ser ao menos { $number }
told-value-must-be-one-of = deve ser um de { $rest }
wanted-integer = um número inteiro
wanted-object = um objeto
wanted-plain-text = texto

## Arquivos do espaço de trabalho: leitura, escrita, caminhos, git
told-write-finished = O programa terminou enquanto gravava `{ $path }`; a gravação está concluída agora
told-write-undone = O programa terminou enquanto gravava `{ $path }`; o arquivo voltou ao texto anterior
told-write-left = O programa terminou enquanto gravava `{ $path }`, e agora é outro arquivo: ele fica como está; o texto anterior e o novo estão em { $place }
told-no-checkpoint = não há ponto de retorno { $word }
told-git-clean = no git, sem mudanças
told-git-changed = no git, mudado
told-os-refused = conexão recusada (erro { $word } do sistema)
told-path-outside = `{ $path }` { $why }; indique um caminho dentro do espaço de trabalho, relativo à raiz e com `/`
told-path-unusual = `{ $path }` { $why }, e as ferramentas de arquivos não aceitam esse nome; peça que seja renomeado por shell_exec (`mv`), o que é perguntado ao usuário, ou deixe-o
told-path-absolute = é um caminho absoluto fora do espaço de trabalho
told-path-leaves = sai do espaço de trabalho
told-path-links = passa por links demais
told-path-name-long = tem um nome de mais de 255 bytes
told-path-name-end = tem um nome que termina em ponto ou espaço
told-path-nul = contém um caractere NUL
told-path-unseen = contém caracteres invisíveis ou parecidos com outros
told-path-link-leaves = é um link que sai do espaço de trabalho
told-path-long = é mais longo do que um caminho pode ser
told-path-no-name = não é um nome que o sistema de arquivos aceite
told-path-no-file = não indica nenhum arquivo
told-path-backslash = contém um `\`
told-path-home = começa em uma pasta pessoal
told-path-blocked = `{ $path }` está na lista de bloqueio (`{ $rule }`): não pode ser lido nem gravado
told-file-none = não há arquivo `{ $path }`; /files e parte do nome o procuram
told-file-none-near = não há arquivo `{ $path }`; seria { $places }?
told-file-large = `{ $path }` tem { $bytes } bytes, mais do que os { $limit } que são lidos ou gravados inteiros
told-file-is = `{ $path }` é { $why }; { $why_next }
told-is-folder = uma pasta, não um arquivo
told-is-special = outra coisa que um arquivo comum
told-is-no-text = outra coisa que texto em UTF-8
told-is-link = um link simbólico
told-is-pipe = um pipe
told-is-socket = um socket
told-is-device = um dispositivo
told-next-look-in = /tree mostra o que contém
told-next-leave = deixe-o como está, ou olhe com `file` ou `xxd` em um shell
told-next-never-opened = nunca é aberto; indique um arquivo comum
told-next-in-folder = indique um arquivo dentro dela
told-next-behind-link = indique o arquivo a que ele leva, ou retire o link
told-file-meanwhile = `{ $path }` { $why }; nada foi gravado: olhe de novo, depois refaça a mudança
told-meanwhile-there = apareceu nesse meio-tempo
told-meanwhile-gone = desapareceu nesse meio-tempo
told-meanwhile-changed = foi mudado nesse meio-tempo
told-meanwhile-other = não é o que se esperava
told-meanwhile-absent = já devia estar ausente
told-file-busy = outro programa está gravando `{ $path }`; tente de novo quando terminar
told-file-cannot = não foi possível { $why } `{ $path }`: { $why_system }; { $why_next }
told-doing-look = olhar
told-doing-read = ler
told-doing-open = abrir
told-doing-read-link = ler o link
told-doing-make-folder = criar uma pasta para
told-doing-write = gravar
told-doing-delete = apagar
told-next-permissions = é preciso mudar as permissões (`chmod u+w` no arquivo e na pasta)
told-next-mount = é um ponto de montagem, ou outro programa o usa: pode ser gravado, não removido nem substituído
told-next-elsewhere = o sistema de arquivos é só de leitura; grave em outro lugar do espaço de trabalho
told-next-room = o disco está cheio; o arquivo está como antes: libere espaço e tente de novo
told-next-size = o sistema não aceita arquivos desse tamanho
told-next-part = uma parte do caminho é um arquivo, não uma pasta
told-next-folder = é uma pasta
told-next-empty = a pasta não está vazia; apague antes o que ela contém
told-next-disk = o arquivo está como antes; tente de novo, ou examine o disco
told-workspace-not-opened = não foi possível abrir o espaço de trabalho `{ $path }`: { $why }; inicie em uma pasta que exista e possa ser lida
told-os-denied = permissão negada (erro { $word } do sistema)
told-os-absent = arquivo ou pasta inexistente (erro { $word } do sistema)
told-os-full = sem espaço no disco (erro { $word } do sistema)
told-os-read-only = sistema de arquivos só de leitura (erro { $word } do sistema)
told-os-exists = o arquivo já existe (erro { $word } do sistema)
told-os-folder = é uma pasta (erro { $word } do sistema)
told-os-no-folder = não é uma pasta (erro { $word } do sistema)
told-clipboard-no-program = a área de transferência não pode ser lida: instale wl-clipboard (Wayland) ou xclip (X11), ou solte o arquivo da imagem sobre o editor
told-clipboard-picture = a imagem da área de transferência passa dos { $bytes } bytes que são lidos; copie uma parte menor, ou anexe uma cópia menor como arquivo
told-clipboard-text = o texto da área de transferência passa dos { $bytes } bytes que são lidos; copie uma parte, ou indique o arquivo depois de @
told-clipboard-empty = não há imagem nem texto na área de transferência da máquina em que o agentichat é executado
told-picture-kind = { $path } não é uma imagem; PNG, JPEG, GIF e WebP podem ser anexados
told-picture-bytes = { $path } tem { $bytes } bytes, mais do que os { $limit } que são lidos; anexe uma cópia menor
told-picture-pixels = { $path } tem { $word }×{ $number } pixels, mais do que os { $limit } que são decodificados; anexe uma cópia menor
told-picture-broken = { $path } está danificado ou é de um tipo desconhecido: { $rest }
told-is-no-file = { $path } não é um arquivo
told-it-not-kept = não é possível guardar: { $why }
told-block-bad = padrão ilegível na lista de bloqueio, `{ $word }`: { $why }; corrija na configuração
told-doing-finish-write = terminar a gravação de
told-doing-keep-journal = manter o diário da gravação de
told-file-append-only = só de acréscimo (`chattr +a`)
told-file-frozen = não foi possível gravar `{ $path }`: é { $why }; é preciso retirar isso (`chattr`), ou deixá-lo como está
told-file-half-written = `{ $path }` está gravado pela metade: { $why }; os dois textos foram guardados, e o próximo início do agentichat o leva a um deles
told-file-immutable = imutável (`chattr +i`)
told-file-no-journal = `{ $path }` só pode ser gravado no lugar, e não há pasta onde guardar o texto anterior enquanto isso; deixe que o alterem à mão
told-file-none-backslash = não há arquivo `{ $path }`; as pastas se separam por `/`; um `\` é um caractere de um nome
told-picture-no-frame = não tem quadro
told-picture-no-pixels = não tem pixels
told-picture-not-encoded = não pode ser regravada: { $why }
told-picture-too-large = é grande demais

## Provedores: pedidos, respostas, falhas, chaves, gravações
origin-default = padrão
told-probe-own-tools = { $word } executa ele mesmo as ferramentas: nada para sondar
told-probe-other = sonde um modelo de outro provedor; `agentichat models list` mostra-os
told-probe-slow = o modelo não deu uma resposta inteira em { $number } s
told-probe-longer = tente de novo quando o servidor o carregar, ou dê mais tempo com `agentichat models probe --timeout SECONDS`
told-probe-cut = a resposta do modelo foi cortada em { $number } tokens, cedo demais para saber se chama ferramentas
told-probe-talks = ele fala sem parar, ou raciocina longamente; tente de novo, ou tente outro modelo
told-probe-not-kept = o resultado não pôde ser gravado: { $why }
told-too-many-requests = { $place }: pedidos demais ({ $word })
told-overloaded = { $place } está sobrecarregado ou fora do ar ({ $word })
told-loading-model = { $place } está carregando o modelo ({ $word })
told-hint-loading = novas tentativas por dois minutos; pare a execução para terminar
told-failed-inside = { $place }: erro do servidor ({ $word })
told-key-refused = { $place } recusou a chave de API ({ $word })
told-too-long = a conversa é longa demais para o modelo
told-request-refused = { $place } recusou o pedido ({ $word })
told-has-no-model = { $place } não tem o modelo { $word }
told-no-model-to-chat = { $word } funciona, mas não tem modelo de conversa
told-fetch-one = baixe um, por exemplo com `ollama pull { $word }`
told-get-it = baixe-o com `ollama pull { $word }`
told-choose-listed = escolha um que /model lista
told-choose-of = escolha um de: { $models }
told-no-provider = não há provedor { $word }
told-provider-off = o provedor { $word } está desativado
told-wait-seconds = espere { $word } s e tente de novo
told-wait-a-moment = espere um momento e tente de novo
told-look-at-log = tente de novo; se continuar, veja o registro do servidor
told-shorten = encurte a conversa com /compact, ou escolha um modelo de janela maior
told-no-credit = sem crédito; acrescente ou escolha outro provedor
told-check-address = verifique a URL base do provedor
told-moved-address = defina a URL base com o endereço do redirecionamento
told-no-answer = { $place } não respondeu a tempo
told-no-answer-within = { $place } não respondeu em { $word } s
told-sent-nothing = { $place } não enviou nada durante { $word } s
told-fell-silent = { $place } silenciou no meio da resposta por { $word } s; o começo da resposta fica
told-allow-more-time = veja se o servidor está ocupado, ou dê mais tempo: { $word }
told-busy-then-again = veja se o servidor está ocupado, depois tente de novo
told-again-or-busy = tente de novo, ou veja se o servidor está ocupado
told-try-again = tente de novo
told-not-made = não é possível fazer o pedido a { $place }: { $why }
told-check-address-key = verifique a URL base, e a chave por caracteres errados
told-not-running = { $place } não está em execução
told-not-reached = não é possível alcançar { $place }: { $why }
told-no-encryption = não é possível alcançar { $place }: esse servidor não criptografa ({ $why })
told-no-certificate = não é possível alcançar { $place }: certificado não aceito ({ $why })
told-was-lost = { $place } se perdeu: { $why }
told-connection-lost = conexão com { $place } perdida: { $why }
told-use-http = use http:// na URL base se for o servidor certo, ou corrija a porta
told-own-certificate = verifique o endereço; junte o certificado da sua autoridade aos do sistema (ou SSL_CERT_FILE)
told-long-answer = a resposta passa de 16 MiB
told-answer-type = a resposta é do tipo { $word }
told-refused-every-form = recusou o pedido em todas as formas tentadas
told-endless-answer = a resposta não terminou em { $word } bytes
told-long-line = enviou uma linha de mais de 64 KiB
told-no-http = não é possível preparar o cliente HTTP: { $rest }
told-check-proxies = verifique as configurações de proxy no ambiente (HTTPS_PROXY, NO_PROXY)
told-write-address = escreva-o como http://host:port ou https://host/path
told-no-url = o endereço { $word } não é um URL: { $rest }
told-no-http-server = o endereço { $word } não é de um servidor HTTP
told-os-no-name = este nome não tem endereço ({ $rest })
told-start-ollama = inicie-o com `ollama serve`
told-no-protocol = { $place } enviou uma resposta inesperada: { $why }
told-check-server = verifique que a URL base é de um servidor assim, não de um proxy ou site
told-web-page = respondeu com uma página web (text/html)
told-answer-compressed = a resposta veio comprimida ({ $word }) sem pedido
told-hint-compressed = desative a compressão no proxy ou gateway do servidor
told-reply-not-json = a resposta de { $server } não é JSON válido: { $rest }
told-check-the-base-url = verifique a URL base
told-cut-answer = a resposta de { $server } foi cortada: a conexão terminou cedo
told-kept-go-on = o começo fica; envie de novo para continuar
told-kept-try-again = o começo fica; tente de novo
told-foreign-answer = a resposta de { $server } não é válida: { $why }
told-check-proxy = verifique a URL base, e que nenhum proxy muda as respostas
told-key-odd = a chave tem caracteres que nenhuma chave tem
told-key-copied = verifique a chave: provavelmente copiada em parte, ou com quebra de linha
told-no-key-asked = nenhuma chave está definida, por isso nada foi perguntado
told-not-installed = não instalado
told-set-anthropic-key = defina ANTHROPIC_API_KEY (da sua conta em console.anthropic.com)
told-set-mistral-key = defina MISTRAL_API_KEY (da sua conta em console.mistral.ai)
told-set-openai-key = defina OPENAI_API_KEY, ou o endereço de um servidor local com OPENAI_BASE_URL
told-claude-log-in = identifique-se com `claude` num terminal, ou defina ANTHROPIC_API_KEY
told-no-program = não há programa { $word }
told-install-claude = instale com `npm install -g @anthropic-ai/claude-code`, ou defina o caminho em providers.claude-cli.program
told-new-goes-on = comece outra sessão, ou copie esta para passar as mensagens
told-no-chat-model = { $rest }: em execução, mas sem modelo de conversa
told-no-answer-in = { $word }: não respondeu em { $number } s
told-in-time = não respondeu a tempo
told-provider-unknown = não há provedor { $word }; os provedores são: { $models }
told-gives-no-model = { $word } não oferece modelo, então nada mudou: { $whys }
told-use-names-one = `/use { $word } { $model }` indica um mesmo assim
told-known-models = modelos conhecidos: { $models }
told-keyring-unusable = não é possível usar o chaveiro: { $why }; guarde a chave num arquivo com --in file
told-key-none = não é uma chave: { $why }; copie de novo da página do provedor
told-key-blanks = tem espaços ou caracteres que nenhuma chave tem
told-key-long = passa de 4096 bytes
told-key-open = outros podem ler { $path } (modo { $word }), então a chave não é usada; `chmod 600 { $places }`, e troque a chave se alguém pode tê-la visto
told-key-no-file = { $path } não é um arquivo regular, então a chave não é lida; remova-o
address-provider-at = { $word } em { $address }
address-server-at = { $word } ({ $address })
origin-the-flag = a opção { $word }
origin-the-variable = a variável { $word }
told-default-unseen = não é possível verificar se { $word } oferece { $model } ({ $why }); é usado mesmo assim
told-default-unusable = { $word } está { $why }; corrija isso para usar { $model }
told-done-holds = { $why } { $why_next }
told-done-note = { $why } Observação: { $why_next }.
told-file-left-out = { $why }; o arquivo é ignorado até você corrigi-lo
told-from-next-request = Vale a partir do próximo pedido.
told-is-recorded = { $word } está sendo gravado, então isto vale no próximo início
told-model-changed = { $model } mudado
told-model-gone = { $model } removido
told-model-kept = { $model } gravado, id { $word }
told-no-database = sem banco de dados
told-nothing-can-be-kept = nada pode ser gravado: { $why }
told-partly-from-next-start = A ativação vale já, o resto no próximo início.
told-provider-address = o endereço dele é { $address }
told-provider-begins-with = as sessões dele começam com { $model }
told-provider-enable = `/provider enable { $word }` o ativa, em um shell `agentichat providers enable { $word }`
told-provider-is-set = { $word }: { $whys }.
told-provider-no-default = ele não tem modelo padrão
told-provider-off-now = ele está desativado
told-provider-on-now = está ativo
told-provider-usual-address = o endereço dele é o padrão
told-providers-not-asked = não é possível consultar os provedores
told-setting-can-be = { $key } pode ser um de { $words }
told-setting-must-be = { $key } deve ser { $wanted }
told-setting-not-here = { $key } não é definido aqui
told-silent-within = ele não respondeu em { $number } s
told-stands-over = mas { $place } prevalece em { $word }
told-test-silent = sem resposta em { $number } s; verifique se roda e não está ocupado
wanted-what-was-given = o que foi informado
told-key-empty = está vazia
told-key-file-read = não é possível ler o arquivo de chave { $path }: { $why }
told-key-file-removed = não é possível remover o arquivo de chave { $path }: { $why }
told-key-file-written = não é possível gravar o arquivo de chave { $path }: { $why }
told-no-provider-name = { $word } não é nome de provedor
told-why-next = { $why }; { $why_next }
origin-settings = configurações
told-an-error = um erro
told-answered-page = respondeu com uma página web
told-asks-otherwise = o passo { $number } do agente { $word } pergunta algo diferente da gravação:{ $rest }
told-at-line = linha { $number }: { $why }
told-check-base-url = verifique a URL base do provedor
told-check-connection = verifique a sua conexão e a URL base do provedor
told-check-key = verifique a chave, e que ela é desta URL base
told-check-ollama-address = verifique OLLAMA_HOST ou a URL base do provedor
told-check-ollama-machine = verifique a conexão da máquina em que o Ollama roda
told-check-running = verifique se o servidor roda, e a URL base do provedor
told-choose-with-model = escolha outro modelo com /model
told-claude-ended = o programa claude terminou: { $why }
told-claude-forgot = claude perdeu esta conversa; as mensagens foram reenviadas
told-claude-not-running = o programa claude parou
told-claude-refused = claude recusou: { $why }
told-claude-retries = claude tenta de novo ({ $number } de { $limit }): { $why }
told-claude-says = claude: { $why }
told-claude-silent = nada de claude há { $number } s; talvez ainda trabalhe. Ctrl+C ou /stop o para
told-clear-or-less = esvazie a conversa com /clear, ou diga menos
told-counted-message = por count_tokens, como mensagem
told-counted-reading = como o modelo o leu
told-counted-tokenizer = pelo tokenizador do servidor
told-counts-none = { $word } não conta tokens
told-cut-server-answer = a resposta do servidor foi cortada: a conexão terminou cedo
told-document-no-message = um documento que não é uma mensagem: { $rest }
told-ended-saying = { $why }; { $rest }
told-server-reply-not-json = a resposta do servidor não é JSON válido: { $rest }
told-fetched-by-ollama = quem baixa modelos é o Ollama: nomeie-o com --provider ollama
told-fetches-none = o provedor { $word } não baixa modelos
told-foreign-server-answer = a resposta do servidor não é válida: { $why }
told-from-cache = resposta do cache: o mesmo pedido foi feito às { $time }, então nada é enviado nem pago. Para perguntar de novo, edite a mensagem e reenvie; veja /cache
told-gave-no-reason = sem dizer a razão
told-had-to-kill = foi preciso matá-lo
told-header-missing = falta o cabeçalho; uma gravação começa com { $word }
told-header-no-json = o cabeçalho não é JSON: { $rest }
told-header-wrong = o cabeçalho está errado: { $rest }
told-is-no-json = não é JSON: { $rest }
told-is-no-own-line = não é nada que um programa faça além das suas respostas: { $rest }
told-is-no-step = não é um passo: { $rest }
told-is-recording = uma gravação de { $word } com { $number } passos
told-kept-ollama-log = o começo fica; veja o registro do Ollama (`journalctl -u ollama`)
told-kept-pull = a parte baixada fica; baixe de novo para continuar
told-kinds = os tipos são: { $models }
told-look-at-balance = verifique o seu saldo Anthropic, ou escolha outro provedor
told-look-at-program = verifique se providers.claude-cli.program é o programa claude
told-make-room = libere espaço, ou remova um modelo com `ollama rm`
told-model-cannot = o modelo { $model } não consegue fazer isso: { $rest }
told-model-unreachable = o Ollama não alcança a origem de { $model }: { $rest }
told-more-than-line = uma linha com mais de 16 MiB
told-name-embedder = nomeie um que tenha em `index.embedding_provider`, como ollama
told-name-new-file = nomeie um arquivo que ainda não existe, numa pasta que existe
told-name-recording = nomeie um arquivo escrito por --record
told-names-no-recording = o provedor { $word } não nomeia uma gravação
told-no-count-read = não diz o que leu
told-no-embeddings = o provedor { $word } não tem embeddings
told-no-first-choice = uma resposta sem a primeira opção
told-no-model-list = a lista de modelos não é uma lista
told-no-model-name = { $model } não é nome de um modelo
told-no-model-there = não há modelo { $model } para baixar
told-no-models-of = a lista de modelos de { $address } não é uma lista
told-no-own-count = { $word } não tem contagem própria
told-no-port = a porta { $word } do endereço do Ollama não é uma porta
told-no-reason = sem razão
told-no-recording = isto não é uma gravação: o cabeçalho não tem { $word }
told-no-request-recorded = o passo { $number } do agente { $word } foi gravado sem o seu pedido
told-no-room = sem espaço para { $model } na pasta de modelos do Ollama
told-no-token-count = a contagem de tokens não é um número
told-no-version = não tem versão
told-no-version-within = { $word } não disse a sua versão em { $number } s
told-not-fetched = o Ollama não conseguiu baixar { $model }: { $rest }
told-not-ollama = o servidor em { $address } não é o Ollama: { $why }
told-not-started = não é possível iniciar { $word }: { $why }
told-ollama-broke-off = o Ollama parou no meio da resposta: { $rest }
told-ollama-library = https://ollama.com/library lista todos, com as suas tags
told-ollama-log = tente de novo; veja o registro do Ollama (`journalctl -u ollama`)
told-over-counted = o texto tem { $number } tokens ou mais, demais para contar
told-over-line = uma linha com mais de 16 MiB
told-parts-after-end = a parte { $number } termina a resposta, mas há { $word } depois dela
told-parts-and-delays = tem { $word } partes e { $number } intervalos
told-play-leniently = reproduza sem comparar, ou grave de novo
told-points-to = aponta para { $word }
told-probed-models = { $word }, { $counted }
told-question-back = o claude retirou a pergunta
told-record-again = grave de novo com --record
told-record-if-meant = grave de novo se a mudança é intencional
told-recorded-cancel = a resposta gravada foi cancelada aqui
told-recorded-dropped = a resposta gravada foi abandonada aqui e pedida de novo
told-recording-closed = a gravação está fechada
told-recording-ends = a gravação termina aqui: foi pedido o passo { $number }, e ela tem { $word }
told-recording-no-agent = a gravação termina aqui: não tem o agente { $word }
told-recording-no-more = a gravação não tem mais nada desta chamada
told-recording-over = a gravação, ou a demonstração, acabou; /start configura um modelo para seguir daqui
told-recording-unplayed = não é possível reproduzir a gravação { $path }: { $why }
told-recording-unread = não é possível ler a gravação { $path }: { $why }
told-recording-unwritten = não é possível gravar a gravação { $path }: { $why }
told-recording-version = é da versão { $word }, este programa lê a versão { $number }
told-says-no-version = { $word } não diz a sua versão
told-send-or-provider = envie de novo, ou escolha outro provedor
told-sent-over-line = enviou uma linha com mais de 16 MiB
told-server-broke-off = o servidor parou no meio da resposta: { $rest }
told-set-anthropic-or = defina ANTHROPIC_API_KEY, ou digite a chave em /settings
told-set-recording = defina o base_url dele com o arquivo de uma gravação
told-step-twice = o passo { $number } do agente { $word } aparece duas vezes
told-steps-from-one = os passos contam a partir de 1
told-takes-none = não aceita mais mensagens
told-tools-in-prompt = as ferramentas são descritas no prompt em vez disso
told-turn-failed = diz só que o turno falhou
told-turns-used = usou todos os turnos
told-unknown-kind = o provedor { $word } é de um tipo desconhecido, { $rest }
told-vector-no-direction = deu um vetor sem direção
told-vector-no-list = deu um vetor que não é uma lista de 1 a { $limit } números
told-vector-no-number = deu um vetor com algo que não é um número
told-vectors-count = deu { $word } vetores para { $number } textos
told-vectors-more = deu mais de { $number } vetores para { $number } textos
told-vectors-unlike = deu vetores de { $number } e de { $other } números
told-wait-then-send = espere um pouco, depois reenvie
told-was-told-to = foi mandado terminar
told-with-request = { $why } (pedido { $word })
told-with-words = { $why }: { $reason }
told-write-model = escreva como qwen2.5-coder:7b, ou hf.co/owner/repository:tag
told-write-port = escreva OLLAMA_HOST como host:port, com uma porta de 0 a 65535

## Modelos: qual responde, o que pode sair desta máquina
told-no-remote = sem modelo remoto: defina remote_provider e remote_model
told-no-fallback = allow_fallback é false, o que mantém tudo nesta máquina
told-route-own = Rota: { $model }, o modelo da sessão: { $why } (agent_mode { $word })
told-route-remote = Rota: { $model }, o modelo remoto: { $why } (agent_mode { $word })
told-route-as-mode = como diz o modo
told-route-no-edit = { $counted } sem edição utilizável
told-route-schema = { $counted } fora do esquema das ferramentas
told-route-edits-one = 1 edição não pôde ser aplicada ou falhou nas verificações
told-route-edits = { $word } edições não puderam ser aplicadas ou falharam nas verificações
told-route-overflow = a conversa não cabe na janela do modelo local
told-route-slow = a etapa levou mais de { $word } ms
told-nothing-sent = nada foi enviado: { $why }
told-send-unanswered = ninguém respondeu a tempo se o conteúdo pode ir para { $place }
told-send-not-asked = { $place } não está nesta máquina, e ninguém permitiu que o conteúdo deste espaço de trabalho lá vá
told-send-refused = você recusou enviar o conteúdo deste espaço de trabalho para { $place }
told-send-never = { $place } não está nesta máquina, e allow_fallback é false, o que mantém tudo aqui
told-use-local = escolha com /use um provedor nesta máquina, ou ponha allow_fallback em true
told-trust-send = `agentichat trust --send { $word }` o permite para este espaço de trabalho; ou escolha um provedor nesta máquina
told-content-goes = o conteúdo deste espaço pode agora ir a { $place }; `agentichat trust --revoke` desfaz isso
told-content-stays = nenhum conteúdo deste espaço de trabalho vai para { $place }; `agentichat trust --send { $word }` muda isso
told-ask-send = Enviar o conteúdo deste espaço de trabalho para { $place }? O modelo recebe a conversa e o que as suas ferramentas leem. A sua resposta fica guardada para este espaço de trabalho e este endereço.
told-route-next = **Rota** agent_mode { $word }: a próxima execução usa `{ $model }`, { $why }.
told-route-last = Última escolha: { $why }.
told-route-place-own = - o seu: `{ $model }`, { $why }
told-route-place-remote = - o remoto: `{ $model }`, { $why }
told-route-remote-none = - o remoto: nenhum está definido (`remote_provider`, `remote_model`)
told-route-stays = - troca: nenhuma, cada execução fica com o seu modelo
told-route-leaves = - troca para o modelo remoto: { $whys }
told-leaves-budget = um orçamento de chamadas de ferramentas sem edição utilizável
told-leaves-edits = { $number } edições que não se aplicam
told-leaves-one-edit = 1 edição que não se aplica
told-leaves-schema = { $number } chamadas fora do esquema
told-leaves-one-call = 1 chamada fora do esquema
told-leaves-overflow = uma conversa que não cabe na janela
told-leaves-slow = uma etapa de mais de { $number } ms
told-target-here = nesta máquina
told-target-elsewhere = em outro lugar ({ $address }); { $why }
told-target-allowed = você permitiu que o conteúdo deste espaço de trabalho vá para lá
told-target-asked = você é perguntado antes que algo vá para lá
told-target-refused = você recusou enviar qualquer coisa para lá
told-target-never = allow_fallback é false: nada vai para lá
told-asking-for-model = pedindo um modelo a { $word }; tente de novo quando responder
told-choosing-stopped = parado: o modelo fica como está

## Índice, vetores e cache de respostas
embedder-question =
    { "*" }*Enviar arquivos deste espaço a outra máquina?** A configuração indica lá um modelo de vetores, para buscas por sentido. Isto sairia desta máquina: { $what }. Nada foi enviado.

    `/index allow` envia, `/index refuse` não. A sua resposta fica gravada para este espaço e endereço.
told-what-leaves = o texto dos arquivos deste espaço de trabalho, como o git os mostra (sem os ignorados e os bloqueados, com os segredos ocultos), e as perguntas das buscas por sentido, para { $place }, para o modelo { $model }
told-goes-out = enviando a partir de agora: { $why }
told-answers-not-kept = as respostas não são guardadas: { $why }
told-cache-emptied = cache deste espaço esvaziado: { $why }
told-cache-none = este espaço não tem cache: nada estava gravado
told-cache-secret = não é possível gravar o segredo em { $path }: { $why }
told-cache-went = removidos: { $counted_answers }, { $counted_vectors }, { $lists } e { $counts }, { $size } no disco
told-caches-emptied = esvaziado: { $counted }; { $why }
told-caches-none = nenhum cache para esvaziar
told-caches-not-emptied = { $why }; não esvaziado: { $whys }
told-index-local = { $place } está nesta máquina: nada é enviado, nada para permitir
told-index-no-file = nenhum arquivo deste espaço de trabalho vai para { $place }; `/index allow` muda isso
told-index-refused = você recusou enviar os arquivos deste espaço de trabalho para { $place }; `/index allow` no programa ou `agentichat index allow` muda isso
told-index-unasked = { $place } não está nesta máquina, e ninguém permitiu enviar para lá os arquivos deste espaço; permita com `/index allow` na bancada ou `agentichat index allow`, ou indique um provedor local em `index.embedding_provider`
told-nothing-kept-here = nada pode ser guardado para este espaço de trabalho
told-workspaces-unknown = não é possível listar os espaços de trabalho: { $why }
told-cache-damaged = o cache deste espaço estava danificado ({ $rest }) e recomeça vazio: { $path }
told-index-damaged = O índice deste espaço estava danificado; reconstruindo.
told-index-damaged-why = O índice deste espaço estava danificado ({ $rest }); reconstruindo.
told-index-no-thread = não é possível iniciar a thread: { $why }
told-index-other-version = O índice deste espaço é de outra versão; reconstruindo.
told-index-page = uma página de trigramas não pode ser lida
told-left-binary = binários
told-left-large = grandes demais
told-left-late-binary = binários depois de um texto
told-left-unreadable = ilegíveis
told-left-wide = em UTF-16
told-no-embedding-model = sem modelo de vetores; indique um em `index.embedding_model`, como all-minilm depois de `ollama pull all-minilm`
told-no-question-vector = o modelo não deu vetor da pergunta
told-no-vectors-here = nenhum vetor é calculado aqui: `index.embedding_model` não indica nenhum modelo
told-question-vector-late = o modelo { $model } não deu vetor da pergunta em { $number } s; tente de novo, ele pode estar carregando
told-vectors-local = o modelo roda nesta máquina: nada é enviado
told-cache-empty = o cache estava vazio

## Configuração: arquivos, valores, confiança
app-strange-database =
    As sessões em { $file } talvez não sejam suas: as permissões foram retiradas. Estão no modo review, sem regras que permitem.
trust-keys = A configuração deste espaço de trabalho quer definir **{ $keys }**.
trust-commands = Ele tem comandos próprios: **{ $commands }**.
trust-question = { $wants } O espaço de trabalho não é de confiança, então isto é ignorado. Se é seu, ou você o leu: `agentichat trust`, depois reinicie.
wanted-text = um texto
wanted-optional = um texto, ou nada
wanted-one-of = um de { $words }
wanted-whole = um número inteiro de { $min } a { $max }
wanted-whole-or-off = um número inteiro de { $min } a { $max }, ou off
wanted-whole-or-auto = um número inteiro de { $min } a { $max }, ou auto
wanted-number = um número de { $min } a { $max }, ou off
wanted-switch = true ou false
wanted-texts = uma lista de textos
wanted-short = um texto de 1000 bytes no máximo
wanted-one-line = um texto de uma só linha
wanted-address = um endereço como { $address }
wanted-bare-address = um endereço como { $address }, sem usuário nem senha
wanted-time = um tempo como 10m, 1h, 0 ou -1
wanted-variable = o nome de uma variável de ambiente
wanted-keys = chaves e valores
wanted-group = um grupo de chaves
wanted-empty = um texto vazio
wanted-single = um só valor
wanted-list = uma lista
wanted-nothing = nada
origin-none = (nenhum)
origin-not-set = (não definido)
origin-environment = ambiente { $word }
origin-flag = opção { $word }
origin-user = usuário { $path }
origin-workspace = espaço de trabalho { $path }
told-trusts-nothing = { $why }; nenhum espaço de trabalho é confiável
told-trust-newer = o formato { $word } é mais novo que esta versão; nenhum espaço de trabalho é de confiança
told-log-filter = não entendido ({ $why }); use error, warn, info, debug ou trace
told-no-log = sem registro: não é possível gravar { $path } ({ $why }); defina AGENTICHAT_DATA_DIR com outra pasta
told-no-such-key = não há tal chave (agentichat config keys as lista)
told-expected-found = esperado { $wanted }, encontrado { $found }
told-expected-used = esperado: { $wanted }, encontrado: { $found }; usando { $word }
told-key-line-already = esta chave já está na linha { $number }
told-keys-not-in-files = sem chaves ou senhas em um arquivo de configuração; defina a variável que api_key_env do provedor indica
told-link-leaves = é um link que sai do espaço de trabalho, por isso não é lido
told-no-key-for-it = nenhuma chave lhe corresponde, então não tem efeito
told-file-over = o arquivo passa de { $bytes } bytes
told-over-bytes = passa de { $bytes } bytes
told-one-document = esperado: um só documento
told-too-many-values = o arquivo tem valores a mais
told-no-tags = etiquetas (!nome) não são usadas numa configuração
told-too-deep = os valores estão aninhados demais
told-never-began = termina uma coleção que nunca começou
told-plain-name = uma chave deve ser um nome simples
told-no-anchors = âncoras (&nome) e sinônimos (*nome) não são usados numa configuração
told-not-yaml = não é YAML: { $reason }
told-cannot-read = não pode ser lido: { $why }
told-not-a-file = não é um arquivo; mova-o ou faça dele um
told-not-utf-eight = não é UTF-8 (byte { $number })
told-keyring-kernel = o chaveiro do núcleo Linux do seu usuário, guardado até a máquina reiniciar
told-keyring-none = nenhum nesta versão
told-not-written-there = não pode ser gravado ({ $path }: { $why }); nada é guardado lá
told-not-made-there = não pode ser criado: { $path } é um arquivo
told-not-kept = Nada pode ser gravado: { $files } não aceita escrita.
told-did-you-mean = { $why }; quis dizer { $word }?
told-block-unread = padrão ilegível na lista de bloqueio, `{ $word }`: { $why }; corrija na configuração; até lá só bloqueia esse nome exato
told-file-others = { $path } foi mudado por outra pessoa nesse meio-tempo
told-file-who = não é possível gravar { $path }: { $why }; verifique as permissões
told-file-folder-room = não é possível gravar { $path } ({ $why }); verifique as permissões da pasta e o espaço livre
problem-variable = variável de ambiente { $name }
home-not-kept = { "*" }*Nada pode ser gravado**: { $folders } não aceita escrita. Configurações, chaves, temas, confiança e custos dos modelos duram até você sair. Corrija as permissões, ou defina HOME (ou XDG_CONFIG_HOME e XDG_DATA_HOME) com uma pasta gravável, e reinicie.
told-at = { $place }: { $why }
told-edit-allow-no-list = rules.allow não é uma lista de textos
told-edit-is-group = é um grupo de chaves
told-edit-list-form = a lista não tem um item por linha
told-edit-no-group = não é um grupo de chaves
told-edit-no-keys = o arquivo não contém chaves
told-edit-no-place = o lugar da regra não foi encontrado
told-edit-no-word = o seu valor não é uma palavra na sua linha
told-edit-one-line = está escrito em uma só linha
told-edit-rules-no-group = rules não é um grupo de chaves
told-edit-rules-one-line = rules está escrito em uma só linha
told-edit-unsafe = a forma do arquivo não permite uma edição segura
told-glob-deep = as suas chaves estão aninhadas em mais de { $number } níveis
told-glob-long = tem mais de { $bytes } bytes
told-keyring-no-text = não contém texto
told-keyring-not-built = esta versão não tem nenhum
told-mend-first = { $why }; corrija antes o arquivo
told-more-bytes = tem mais de { $bytes } bytes
told-no-home = sem pasta pessoal; defina HOME, ou AGENTICHAT_CONFIG_DIR e AGENTICHAT_DATA_DIR
told-no-parent = o caminho não tem pasta
told-no-utf-eight = não é UTF-8
told-not-as-written = não é o que foi gravado
told-not-regular = não é um arquivo comum
told-set-by-hand = { $why }; defina à mão: { $setting }
told-trust-encode = não é possível codificar a lista de espaços de confiança: { $rest }
told-trust-written-newer = { $path } foi escrito por uma versão mais nova (formato { $found }); use essa versão
told-variable-empty = { $word } está vazia; dê-lhe uma pasta ou remova-a
told-variable-relative = { $word } não pode virar um caminho absoluto: { $why }

## Armazenamento: o banco de dados, bloqueios, vários terminais
terminals-attached = conectado ao terminal do processo { $pid }, a quem pertence este espaço de trabalho: ambos mostram e dirigem as mesmas sessões
terminals-unconfirmed = o processo { $pid } terminou antes de confirmar { $orders }: verifique o resultado, e repita se preciso
terminals-owner-gone = o processo { $before } terminou: { $now } agora possui o espaço
terminals-gone-why = o processo { $pid } terminou: { $why }
terminals-attached-to = conectado ao processo { $pid }
terminals-owner-silent = o terminal que possui este espaço não responde; as suas ações esperam por ele. Retome-o (fg), ou termine-o: então este assume
terminals-not-served = as opções deste terminal (regras, configurações ou endereços) diferem das do processo { $pid }, que possui o espaço: ele tem a própria sessão
terminals-takes-none = o processo { $pid } possui este espaço e não aceita outros terminais: este tem a própria sessão
terminals-no-longer-holds = **As opções do processo { $before } (--allow, --deny, --set, --base-url) não valem mais**: o processo { $after } iniciou sem elas. Saia e reinicie com elas se precisar
told-cannot-save = não é possível gravar: { $why }. O trabalho segue quando for
told-cannot-save-ever = a gravação falhou de vez: { $why }. A sessão termina aqui
told-saves-again = a gravação volta a funcionar
told-folder-read-only = esta pasta é só de leitura: o agente pode olhar, não mudar
told-kept-elsewhere = esta pasta é só de leitura; a sessão é gravada em { $path }
told-kept-in-memory = esta pasta e a sua pasta de dados são só de leitura: a sessão fica na memória e se perde quando você sai
told-store-unwritable = não é possível gravar { $path } ({ $why }); torne-o gravável, ou continue com o estado gravado em outro lugar
told-store-linked = { $path } é um link simbólico e não é seguido; ponha uma pasta de verdade no lugar
told-store-newer = { $path } vem de um agentichat mais novo (versão { $found }, este conhece { $number }); atualize o agentichat, ou mova o arquivo para começar vazio
told-store-full = o disco está cheio e nada foi gravado; libere espaço e tente de novo
told-store-busy = o banco de dados está em uso por outro processo; tente de novo daqui a pouco
told-store-damaged = o banco de dados está danificado ({ $rest }); inicie o agentichat de novo, ele põe o arquivo de lado
told-store-text-damaged = o texto gravado { $word } está danificado e não pode mais servir de base
told-store-value = um valor gravado é ilegível ({ $rest }); talvez venha de outra versão
told-store-stopped = o armazenamento parou; inicie o agentichat de novo com --continue
told-store-io = o armazenamento não pôde ler ou gravar { $path }: { $why }
told-store-older = { $path } foi gravado por uma versão anterior; abra esse espaço de trabalho uma vez
told-store-failed = o banco de dados falhou: { $rest }; veja o registro
told-session-held = a sessão está aberta em outro processo (pid { $number }, desde { $rest }); vá até lá, ou termine-o
told-lock-unusable = não é possível usar { $path } como trava: { $why }
told-owner-silent = o terminal que possui este espaço (processo { $number }) não responde; as suas ações esperam por ele. Retome-o (fg), ou termine-o: então este assume
told-owner-again = o terminal a quem pertence este espaço de trabalho responde de novo
told-owner-gone = o terminal que possuía este espaço (processo { $number }) se perdeu; as suas ações esperam o próximo
told-owner-key = as chaves ficam no seu terminal, e este está conectado a outro: digite-as no terminal que possui o espaço, ou com `agentichat providers key`
told-owner-clipboard = o terminal que possui o espaço lê a área de transferência: cole lá, ou com a tecla deste terminal; grave uma imagem e solte o arquivo aqui
told-owner-many = pedidos demais; tente de novo daqui a pouco
told-attach-nobody = nenhum terminal aceita outros aqui
told-attach-other = outro programa serve o socket deste espaço ({ $why }); termine-o, ou use sessões suas com --set sessions.second_terminal=own
told-attach-silent = o terminal que possui este espaço não responde: retome-o (fg) ou termine-o, ou use sessões suas com --set sessions.second_terminal=own
told-attach-stranger = outro usuário ({ $number }) serve o socket deste espaço, então ele não é usado
told-changed-meanwhile = mudou nesse meio-tempo: { $files }
told-connection-broke = a conexão caiu: { $why }
told-connection-closed = a conexão foi fechada
told-connection-junk = dados recebidos não são do agentichat
told-frame-large = uma mensagem de { $bytes } bytes passa do limite de { $limit }
told-frame-no-json = não pode ser escrito como JSON: { $rest }
told-lock-no-file = não é um arquivo
told-no-socket = não é possível criar um socket para outros terminais: { $why }
told-owner-is-gone = o terminal dono do espaço de trabalho não está mais lá
told-owner-no-answer = só o terminal dono pode dar essa resposta: { $why }; pergunte lá
told-owner-not-told = não é possível alcançar o terminal que possui o espaço: { $why }
told-owner-unknown = o terminal dono do espaço de trabalho não o conhece: { $rest }
told-owner-version = este espaço de trabalho é do processo { $number }, com agentichat { $word } (protocolo { $before }), e este é agentichat { $name } (protocolo { $after }): saia do outro e inicie-o de novo, ou tenha sessões próprias com --set sessions.second_terminal=own
told-socket-folder = outros podem escrever em { $path }
told-socket-long = todos os caminhos até ele são longos demais
told-socket-mode = o seu modo é { $word }
told-socket-none = não é um socket
told-socket-not-ours = { $path } não é um socket só seu ({ $why }), então não é usado; remova-o
told-socket-of-user = pertence ao usuário { $number }
told-socket-other-workspace = é o socket de outro espaço de trabalho
told-store-database-unwritable = não é possível gravar o banco de dados ({ $why }); torne-o gravável, ou continue com o estado gravado em outro lugar
told-store-fixed-settings = as configurações das suas sessões não podem ser alteradas
told-store-moved-aside = { $path } estava danificado ({ $rest }); movido para { $places }, um novo foi começado
told-store-not-regular = não é um arquivo regular; mova-o
told-store-renumber = outro processo registrou eventos até { $number }; renumere e grave de novo
told-store-unnumbered = um evento a gravar não tem número; isto é um defeito, por favor relate

## Falhas do próprio programa
told-broke-answering = a resposta falhou; veja o registro
told-broke-counting = a contagem falhou; veja o registro
told-broke-planning = preparar esta chamada falhou; está no registro
told-broke-session = carregar a sessão falhou; veja o registro
told-broke-export = a exportação falhou; veja o registro
told-broke-import = a importação falhou; veja o registro
told-broke-picture = a inclusão da imagem falhou; veja o registro
told-broke-looking = a verificação falhou; veja o registro
told-broke-folder = a leitura da pasta falhou; veja o registro
told-broke-files = a listagem dos arquivos falhou; veja o registro
told-broke-rule = a gravação da regra falhou; vale para esta sessão
told-broke-answer-unsent = a gravação da sua resposta falhou; nada é enviado
told-broke-answer-again = a gravação da sua resposta falhou; responda de novo
told-broke-cache = o esvaziamento do cache falhou
told-broke-recalling = reler os arquivos falhou; veja o registro

## Teclas: o inglês é o `text` de assets/keymap.toml
key-first-of-two-keys-wait-to-see-the-second = primeira de duas teclas; espere para ver a segunda
key-cancel-or-quit = cancelar ou sair
key-suspend = suspender
key-redraw = redesenhar
key-close-dialog = fechar o diálogo
key-go-to-the-question = ir para a pergunta
key-draft = rascunho
key-changes = mudanças
key-agent = agente
key-sessions = sessões
key-panes = painéis
key-program = programa
key-zoom-pane = ampliar o painel
key-review-mode = revisão
key-checkpoints = pontos de retorno
key-passthrough-on-off = passthrough sim/não
key-stop-everything-passthrough-off = parar tudo, passthrough não
key-command-palette = paleta de comandos
key-edit-draft-in-editor = editar em $EDITOR
key-undo-edit = desfazer
key-quit-asks-in-a-run = sair, pergunta
key-send-draft = enviar o rascunho
key-file-picker = escolher arquivo
key-next-pane = próximo painel
key-previous-pane = painel anterior
key-split-below = dividir por baixo
key-split-right = dividir à direita
key-close-split = fechar a divisão
key-focus-left = ir para a esquerda
key-focus-right = ir para a direita
key-focus-up = ir para cima
key-focus-down = ir para baixo
key-taller = mais alto
key-shorter = mais baixo
key-narrower = mais estreito
key-wider = mais largo
key-cycle-layout = mudar a disposição
key-session-switcher = lista de sessões
key-new-session = nova sessão
key-end-session-asks-first = terminar a sessão, pergunta antes
key-previous-session = sessão anterior
key-next-session = próxima sessão
key-tree-on-off = árvore sim/não
key-diff-pane-on-off = painel diff sim/não
key-focus-chat = ir para o chat
key-jump-to-a-message = ir para uma mensagem
key-focus-editor = ir para o editor
key-roll-changes-back = reverter mudanças
key-reasoning-effort = esforço de raciocínio
key-model-picker = escolha do modelo
key-agent-mode-picker = agente / modo
key-memory = memória
key-settings = configurações
key-paste-the-clipboard-s-text-or-picture = colar o texto ou a imagem da área de transferência
key-select-mode-mouse-off = modo de seleção (sem mouse)
key-help = ajuda
key-redo-edit = refazer
key-end-session-asks = terminar a sessão
key-paste = colar
key-select-mode = selecionar
key-mouse-off-on = mouse não/sim
key-stop-all-passthrough-off = parar tudo
key-send-or-queue-in-a-run = enviar, ou pôr na fila durante uma execução
key-newline = nova linha
key-complete-or-queue-for-the-end = completar, ou pôr na fila para o fim
key-cycle-mode-plan-review-auto-confirm-accept-edits = próximo modo plan > review > auto > confirm > accept-edits
key-line-start = início da linha
key-line-end = fim da linha
key-letter-left = letra à esquerda
key-letter-right = letra à direita
key-word-left = palavra à esquerda
key-word-right = palavra à direita
key-line-above-or-older-history = linha de cima, ou histórico anterior
key-line-below-or-newer-history = linha de baixo, ou histórico seguinte
key-history-search-back = procurar atrás no histórico
key-history-search-forward = procurar à frente no histórico
key-delete-letter = apagar a letra
key-delete-back = apagar atrás
key-cut-the-word-before = cortar a palavra atrás
key-cut-the-word-before-letters-only = cortar a palavra atrás (alfanum.)
key-cut-the-word = cortar a palavra
key-cut-to-the-end = cortar até o fim
key-cut-to-the-beginning = cortar até o início
key-paste-the-cut-text = colar o texto cortado
key-paste-an-earlier-cut = colar um corte anterior
key-swap-letters = trocar as letras
key-swap-words = trocar as palavras
key-word-in-capitals = palavra em maiúsculas
key-word-in-small-letters = palavra em minúsculas
key-capitalise-word = maiúscula na palavra
key-undo = desfazer
key-last-mention = última menção
key-history-start = início do histórico
key-history-end = fim do histórico
key-send-and-load-next-history = enviar e carregar o seguinte
key-insert-next-key-literally = inserir a tecla tal como é
key-scroll-chat-up = rolar o chat para cima
key-scroll-chat-down = rolar o chat para baixo
key-leave-editor-twice-stop-run = sair do editor; duas vezes: parar
key-select-the-letter-before = selecionar a letra anterior
key-select-the-letter-after = selecionar a letra seguinte
key-select-to-the-line-above = selecionar até a linha de cima
key-select-to-the-line-below = selecionar até a linha de baixo
key-select-to-the-line-start = selecionar até o início da linha
key-select-to-the-line-end = selecionar até o fim da linha
key-redo = refazer
key-previous-item = item anterior
key-next-item = próximo item
key-insert-item = inserir o item
key-insert-item-or-run-a-whole-command = inserir, ou executar um comando inteiro
key-close-popup = fechar a lista
key-line-down = linha abaixo
key-line-up = linha acima
key-page-down = página abaixo
key-page-up = página acima
key-top = topo
key-bottom-follow = fim (seguir)
key-search = procurar
key-next-match = próximo resultado
key-previous-match = resultado anterior
key-focus-tree = ir para a árvore
key-focus-diff = ir para o diff
key-to-the-tasks = para as tarefas
key-tasks = tarefas
key-sub-agents = subagentes
key-read-its-conversation = ler a conversa dele
key-tell-it-something = dizer algo a ele
key-stop-it-pressed-twice = pará-lo, pressionando duas vezes
key-take-all-of-its-changes-back = desfazer todas as mudanças dele
key-search-the-memory = procurar na memória
key-which-inbox-kept-refused-all = quais: caixa de entrada, mantidos, recusados, todos
key-add-an-item = acrescentar um item
key-take-the-last-change-back = desfazer a última mudança
key-forget-the-item-pressed-twice = esquecer o item, carregada duas vezes
key-show-the-whole-item-or-the-list = mostrar o item inteiro, ou a lista
key-refuse-the-item = recusar o item
key-keep-the-item = manter o item
key-start-the-task-complete-one-in-progress = começar a tarefa; concluir a que está em andamento
key-start-the-task-or-put-it-back = começar a tarefa, ou devolvê-la
key-complete-the-task-or-reopen-it = concluir a tarefa, ou reabri-la
key-add-a-task = acrescentar uma tarefa
key-edit-the-name = editar o nome
key-edit-the-description = editar a descrição
key-edit-which-tasks-it-waits-for = editar as tarefas que ela espera
key-assign-it-to-an-agent = atribuí-la a um agente
key-raise-the-priority = aumentar a prioridade
key-lower-the-priority = baixar a prioridade
key-delete-the-task-pressed-twice = apagar a tarefa, apertando duas vezes
key-open-checkpoints = abrir os pontos de retorno
key-help-for-this-pane = ajuda deste painel
key-back = voltar
key-copy-item = copiar o item
key-copy-block-path = copiar o bloco / caminho
key-fold-unfold = dobrar / desdobrar
key-fold-unfold-all = dobrar / desdobrar tudo
key-open = abrir
key-expand = desdobrar
key-collapse = dobrar
key-mark = marcar
key-all-changed-only = todos / só mudados
key-hidden-files = arquivos ocultos
key-mention-in-draft = mencionar no rascunho
key-include-file-in-context = incluir o arquivo
key-filter-all-files = filtrar todos os arquivos
key-diff-file = diff do arquivo
key-review-file = revisão do arquivo
key-open-in-editor = abrir em $EDITOR
key-roll-the-file-s-changes-back = reverter as mudanças do arquivo
key-open-fold-the-last-output = desdobrar / dobrar a última saída
key-send-again-after-an-error = reenviar depois de um erro
key-expand-collapse = desdobrar / dobrar
key-show-edit-in-diff = mostrar a edição no diff
key-edit-and-resend-your-last-message = editar e reenviar a sua última mensagem
key-next-hunk-or-search-match = próximo trecho ou resultado
key-previous-hunk = trecho anterior
key-open-link-file = abrir o link / arquivo
key-thinking-on-off = reflexão sim/não
key-follow-on-off = seguir sim/não
key-roll-back-to-here = voltar até aqui
key-stop-this-tool-asks-first = parar esta ferramenta, pergunta antes
key-open-review-here = abrir a revisão aqui
key-wrap = quebrar as linhas
key-ignore-whitespace = ignorar os espaços
key-scroll-left = rolar à esquerda
key-scroll-right = rolar à direita
key-next-file = próximo arquivo
key-previous-file = arquivo anterior
key-pin-selection-to-context = fixar a seleção
key-previous-search-match = resultado anterior
key-toggle-accept-reject = alternar aceitar / recusar
key-accept-go-to-next = aceitar, ir para o próximo
key-reject-go-to-next = recusar, ir para o próximo
key-clear-mark = limpar a marca
key-select-lines = escolher linhas
key-split-hunk = dividir o trecho
key-edit-proposed-text = editar o texto proposto
key-edit-in-editor = editar em $EDITOR
key-comment-to-agent = comentário ao agente
key-send-the-comments-to-the-agent = enviar os comentários ao agente
key-agent-s-changes-all-uncommitted = mudanças do agente / tudo não confirmado
key-conflict-take-mine-current = conflito: tomar o meu (atual)
key-conflict-take-agent-proposed = conflito: tomar o agente (proposto)
key-conflict-take-both = conflito: tomar ambos
key-conflict-take-base = conflito: tomar a base
key-undo-mark = desfazer a marca
key-redo-mark = refazer a marca
key-accept-all-in-file = aceitar tudo no arquivo
key-reject-all-in-file = recusar tudo no arquivo
key-accept-all-files-asks-first = aceitar todos os arquivos, pergunta antes
key-apply-what-is-accepted-asks-first = aplicar o que foi aceito, pergunta antes
key-accept-and-apply-all-asks-once = aceitar e aplicar tudo, uma só pergunta
key-result-on-off-at-the-cursor = resultado sim/não, no cursor
key-whole-long-lines-on-off = linhas longas inteiras sim/não
key-cycle-layout-3-2-1-column = disposição 3>2>1 colunas
key-show-hide-the-column-current = mostrar / esconder a coluna Atual
key-show-hide-the-column-base = mostrar / esconder a coluna Base
key-show-hide-the-column-proposed = mostrar / esconder a coluna Proposto
key-apply-marks-as-w = aplicar as marcas (como w)
key-preview-diff = prévia do diff
key-mark-for-compare = marcar para comparar
key-diff-marked-against-now = diff dos marcados / com agora
key-name-checkpoint = nomear o ponto de retorno
key-make-a-named-checkpoint-now = criar um ponto com nome agora
key-filter-by-file-agent = filtrar por arquivo / agente
key-next-compared-file = próximo arquivo comparado
key-previous-compared-file = arquivo comparado anterior
key-open-the-file-there = abrir o arquivo nesse lugar
key-pin-these-lines = fixar estas linhas
key-new-search = outra busca
key-switch = ir
key-create = criar
key-rename = renomear
key-open-in-split = abrir ao lado
key-create-with-own-settings = criar com configurações próprias
key-session-settings = configurações da sessão
key-archive-unarchive = arquivar / trazer de volta
key-delete-for-good-asks-first = apagar de vez, pergunta antes
key-which-all-but-archive-active-completed-archived-all = quais: menos arquivadas, ativas, concluídas, arquivadas, todas
key-this-workspace-all-workspaces = este espaço / todos os espaços de trabalho
key-open-edit-value = abrir / editar o valor
key-toggle-unbind-key = alternar / desligar a tecla
key-test-connection = testar a conexão
key-add-a-model-set-up-a-provider = adicionar um modelo / configurar um provedor
key-remove-key-or-model-asks-first = retirar chave ou modelo, pergunta antes
key-models-of-the-next-provider = modelos do próximo provedor
key-fetch-a-model = baixar um modelo
key-probe-a-model-s-tool-calls = sondar as chamadas de um modelo
key-filter-models-keys = filtrar modelos / teclas
key-undo-change = desfazer a mudança
key-save-all-changes = gravar todas as mudanças
key-next-page = próxima página
key-previous-page = página anterior
key-approve-once = aprovar uma vez
key-reject = recusar
key-always-scope-list-then-enter = sempre... (âmbitos, depois Enter)
key-open-review-full-text = abrir a revisão / texto inteiro
key-edit-before-approving = editar antes de aprovar
key-reject-with-comment = recusar com comentário
key-explain-risk = explicar o risco
key-approve-once-with-the-network = aprovar uma vez com a rede
key-reject-and-do-not-ask-again-in-this-session = recusar, e não perguntar de novo nesta sessão
key-skip-the-question = pular a pergunta
key-the-question-before = a pergunta anterior
key-next-button = próximo botão
key-previous-button = botão anterior
key-press-focused-button = acionar o botão
key-toggle-item-pause-timer = marcar / pausar o relógio
key-scroll-next-option = rolar / próxima opção
key-scroll-previous-option = rolar / opção anterior
key-highlight-option = realçar uma opção
key-previous-question = pergunta anterior
key-next-question = próxima pergunta
key-defer-back-to-editor = adiar, voltar ao editor
key-help-for-this-prompt = ajuda desta pergunta
key-next-field = próximo campo
key-edit-in-the-review = editar na revisão
key-previous-field = campo anterior
key-toggle-scope-file = alternar âmbito / arquivo
key-next-step = próximo passo
key-roll-back-now = reverter agora
key-previous-result = resultado anterior
key-next-result = próximo resultado
key-run = executar
key-complete-argument = completar o argumento
key-close = fechar
key-leave-select-mode = sair do modo de seleção
key-copy-selection = copiar a seleção
key-start-selection = começar a seleção
key-bottom = fim
key-next-word = palavra seguinte
key-select-whole-lines = selecionar linhas inteiras
key-word-before = palavra anterior

## Contextos das teclas: o inglês está em src/tui/keymap
context-global = em todo lugar
context-leader = segunda tecla
context-editor = editor de texto
context-popup = completar
context-pane = painel
context-tree = arquivos
context-chat = conversa
context-diff = diferença
context-review = revisão
context-checkpoints = pontos de retorno
context-results = resultados
context-sessions = lista de sessões
context-tasks = tarefas
context-agents = subagentes
context-memory = memória
context-settings = configurações
context-bar = confirmação
context-rollback = reversão
context-picker = paleta e listas
context-select = seleção
where-global = Em todo lugar.
where-leader = Depois de Ctrl+X.
where-editor = Num campo de texto.
where-popup = Com o completar aberto sobre o editor.
where-pane = Em qualquer painel.
where-tree = Na árvore de arquivos.
where-chat = Na conversa.
where-diff = No painel da diferença.
where-review = Na revisão.
where-checkpoints = Na lista de pontos de retorno.
where-results = Nos resultados de uma busca.
where-sessions = Na lista de sessões.
where-agents = Na lista dos subagentes.
where-tasks = Na lista de tarefas.
where-memory = Na memória.
where-settings = Nas configurações.
where-bar = Na barra de confirmação.
where-rollback = No diálogo da reversão.
where-picker = Na paleta e nas listas.
where-select = No modo de seleção.

## Ajuda dos comandos com barra: o inglês está em src/client/slash/registry.rs
slash-help = Listar os comandos, explicar um deles ou mostrar uma página do manual.
slash-keys = Mostra cada tecla e o que faz; test tenta as que nem todos os terminais enviam.
slash-quit = Sai, com tudo gravado.
slash-demo = Experimenta tudo num exemplo gravado, num repositório temporário.
slash-start = Procura um modelo e configura um: uma chave, um servidor local, um provedor, a demonstração.
slash-clear = Esvazia a conversa; os arquivos incluídos ficam.
slash-unqueue = Retira a última mensagem que espera pelo agente.
slash-new = Começa uma nova sessão com as definições desta.
slash-init = Faz o agente escrever AGENTS.md, que diz aos agentes como trabalhar aqui; você o revisa como qualquer mudança.
slash-stop = Cancela o que está em curso.
slash-review = Percorre o que mudou, trecho a trecho; com um ramo, o que HEAD mudou desde ele.
slash-apply = Aplicar cada mudança proposta que não foi recusada, depois de uma só pergunta.
slash-checkpoints = Lista os estados que se podem comparar e aos quais voltar.
slash-rollback = Reverte mudanças, depois de uma prévia; ou desfaz a última reversão.
slash-search = Procura no texto dos arquivos do espaço de trabalho.
slash-copy = Copia a última resposta do agente, ou uma anterior; o número 1 é a última.
slash-vim = Passa às teclas do vim no rascunho, ou volta: /help keys. /settings theme guarda a escolha.
slash-prompts = Lista todas as perguntas desta sessão e as respostas.
slash-model = Escolhe o modelo, ou mostra a lista de onde escolher.
slash-effort = Define quanto o modelo raciocina antes de responder; auto deixa com o modelo.
slash-resume = Retoma outra sessão: escolha-a, ou diga o nome.
slash-models = Lista os modelos guardados e os que os provedores oferecem; sonda se um chama ferramentas (três pedidos curtos).
slash-providers = Mostra como os provedores estão definidos, onde isso foi dito, e se há chave.
slash-provider = Testa, liga ou desliga um provedor; define chave, endereço ou modelo.
slash-settings = Define provedores, chaves e modelos numa tela própria; o que lá muda é gravado em conjunto.
slash-note = Escreve a nota do espaço de trabalho ao lado do chat; incluída, vai com cada mensagem.
slash-theme = Escolhe o tema, ou desenha logo com o indicado; save guarda-o na sua configuração.
slash-figures = Mostra tokens e custo resposta a resposta, e em que cada execução passou o tempo.
slash-cost = Mostra o que custaram esta sessão e o dia de hoje, por modelo, e os orçamentos.
slash-use = Usa outro provedor, com o modelo padrão ou o que for nomeado.
slash-doctor = Mostra que provedores respondem, e o que executar para um relatório completo.
slash-route = Mostra que modelo responde e porquê, e o que pode sair desta máquina.
slash-agent-mode = Define quem responde, até o programa terminar: o seu modelo, o remoto, ou um depois do outro.
slash-mode = Muda quem decide: plan, review, auto, confirm, accept-edits ou passthrough.
slash-confirm = Pergunta antes de escritas ou comandos, ou não; mostra o estado; revoga uma regra.
slash-files = Lista os arquivos incluídos, ou os do espaço de trabalho cujo caminho serve.
slash-include = Envia um arquivo, ou algumas das suas linhas, com cada mensagem.
slash-exclude = Deixa de o enviar.
slash-context = Mostra o que ocupa quanto da janela do modelo: uma barra, e os tokens de cada parte.
slash-compact = Faz resumir a conversa para o modelo, ou desfaz o último resumo; nada se perde.
slash-index = Mostra até onde vai o índice; diz se arquivos podem ir a um provedor de vetores em outro lugar.
slash-cache = Mostra o que está guardado de respostas e vetores, tamanhos e usos; esvazia-o aqui ou em todo lugar.
slash-session = Mostra, grava, encontra e carrega sessões; bifurca esta, define-a, arquiva-a ou apaga-a.
slash-tasks = Mostra as tarefas desta sessão; acrescenta, começa, conclui, muda ou apaga uma.
slash-memory = Mostra o que é lembrado além da sessão; acrescenta, mantém, recusa ou esquece; retira o que foi lembrado.
slash-cwd = Mostra ou muda a pasta do espaço de trabalho onde os comandos começam; `.` é a raiz.
slash-export = Grava esta sessão num arquivo novo: JSON que se pode importar, ou Markdown se terminar em .md.
slash-import = Faz uma sessão de uma exportada; um arquivo com falha é recusado inteiro.
slash-workspace = Mostra o que se sabe do espaço de trabalho, ou lista os desta máquina.
slash-resend = Retira uma mensagem sua com o que a seguiu e a envia de novo; o número 1 é a última.
slash-edit = Escreve a mensagem em $EDITOR.
slash-find = Procura um texto nesta conversa.
slash-tree = Percorre as pastas e os arquivos do espaço de trabalho.
slash-attach = Anexa uma imagem à próxima mensagem, de qualquer lugar desta máquina.
slash-again = Repetir as últimas mensagens, o último raciocínio, ou uma chamada de ferramenta com o que deu.
slash-answer = Ir às perguntas que esperam uma resposta.

## Palavras digitadas no modo de linhas, de src/plain/words.rs: a primeira é mostrada, as outras são entendidas
word-add = adicionar
word-address = endereço
word-agent = agente
word-all = tudo
word-always = sempre
word-apply = aplicar, gravar, salvar
word-back = voltar
word-base = base
word-both = ambos
word-call = chamada
word-calls = chamadas
word-cancel = cancelar
word-change = mudar
word-checkpoint = ponto
word-comment = comentar
word-comments = comentários
word-compare = comparar
word-diff = diferença
word-disable = desativar
word-disk = disco
word-network = rede
word-never = nunca
word-done = pronto
word-edit = editar
word-enable = ativar
word-fetch = baixar, descarregar
word-forget = esquecer
word-go = fazer
word-go-on = continuar
word-hard = total
word-help = ajuda
word-hold = esperar
word-hunks = trechos
word-include = incluir
word-keep = guardar
word-key = chave
word-later = depois
word-list = lista, listar
word-mine = meu
word-model = modelo
word-more = mais
word-name = nomear
word-no = não, n
word-only = só, apenas, somente
word-open = reabrir, aberto
word-other = outra, outro
word-proceed = prosseguir
word-read = ler
word-redo = refazer
word-refuse = recusar
word-remove = remover
word-rename = renomear
word-result = resultado
word-rollback = reverter
word-run = execução
word-runs = execuções
word-scoped = limitado
word-send = enviar
word-session = sessão
word-settle = resolver
word-show = mostrar
word-since = desde
word-skip = pular, saltar
word-split = dividir
word-take = aceitar
word-tell = dizer
word-test = testar
word-tree = árvore
word-unclear = incerto
word-uncomment = descomentar
word-undo = desfazer
word-up = subir
word-use = usar
word-why = motivo
word-with = com
word-without = sem
word-yes = sim, s

## Ajuda das chaves de configuração: o inglês está em assets/config.yaml
config-effort = O esforço de raciocínio com que começam os modelos que sabidamente raciocinam; auto deixa com o modelo.
config-provider = O provedor que responde: ollama, openai, anthropic, mistral, claude-cli, ou outro que venha incluído.
config-model = O modelo; se faltar, o primeiro que o provedor oferece.
config-agent-mode = Quem responde: local é o modelo da sessão, remote o remoto, hybrid_auto começa com o primeiro e continua com o segundo quando não avança.
config-remote-provider = O provedor do modelo remoto.
config-remote-model = O nome que o modelo remoto lá tem.
config-allow-fallback = Se algo pode ir para um provedor que não está nesta máquina. Com false tudo fica aqui, digam o que disserem as outras configurações.
config-hybrid-max-local-attempts = Quantas vezes as chamadas podem falhar o esquema das ferramentas, ou as edições falhar, antes de hybrid_auto continuar com o modelo remoto.
config-hybrid-remote-on-schema-fail = Continuar com o modelo remoto quando as chamadas falham o esquema tantas vezes.
config-hybrid-remote-on-context-overflow = Continuar com o modelo remoto quando a conversa não cabe, antes de a compactar.
config-hybrid-remote-on-timeout-ms = Milissegundos após os quais uma etapa passa ao modelo remoto, ou off.
config-mode = O modo em que uma sessão começa.
config-agent-name = O nome do agente, mostrado no chat e nas confirmações.
config-agent-extra-prompt = Instruções suas, no fim de cada prompt de sistema.
config-providers-ollama-base-url = Onde o servidor Ollama escuta.
config-providers-ollama-context-length = Tokens que um modelo do Ollama comporta; auto usa o número do modelo, dentro do razoável.
config-providers-ollama-keep-alive = Quanto tempo o Ollama mantém o modelo carregado após uma resposta: 10m, 1h, 0 ou -1 (sempre).
config-providers-openai-base-url = Endereço base da OpenAI ou de algo que fale as suas Chat Completions.
config-providers-openai-api-key-env = Nome da variável de ambiente que contém a chave; a própria chave nunca vai num arquivo.
config-providers-openai-context-length = Tokens que comporta o modelo neste endereço; auto supõe o que o provedor sabe.
config-providers-claude-cli-program = O programa claude (Claude Code): um nome a procurar, ou um caminho.
config-providers-anthropic-base-url = Endereço base da Anthropic ou de um gateway que fale as suas Messages.
config-providers-anthropic-api-key-env = Nome da variável de ambiente que contém a chave; a própria chave nunca vai num arquivo.
config-providers-anthropic-context-length = Tokens que comporta o modelo neste endereço; auto supõe o que o provedor sabe.
config-providers-mistral-base-url = Endereço base da Mistral ou de um gateway que fale como ela.
config-providers-mistral-api-key-env = Nome da variável de ambiente que contém a chave; a própria chave nunca vai num arquivo.
config-providers-mistral-context-length = Tokens que comporta o modelo neste endereço; auto supõe o que o provedor sabe.
config-text-calls = Modelos que escrevem as suas chamadas no texto da resposta embora lhes sejam oferecidas ferramentas, cada um pelo início do nome. Uma chamada que termina uma resposta deles é executada.
config-temperature = Temperatura de amostragem; se faltar, a do servidor.
config-budgets-session-tokens = Tokens que uma sessão pode levar, enviados e recebidos. A chamada que passaria do limite não é feita.
config-budgets-session-usd = Dólares que uma sessão pode custar, na medida em que os preços são conhecidos; sem limite se faltar.
config-budgets-day-tokens = Tokens que todos os espaços de trabalho juntos podem levar num dia, enviados e recebidos.
config-budgets-day-usd = Dólares que todos os espaços de trabalho juntos podem custar num dia, na medida em que os preços são conhecidos; sem limite se faltar.
config-max-tool-calls-per-job = Chamadas de ferramentas que uma execução sem tela pode fazer; off: tantas quanto max_tool_calls_workbench.
config-max-tool-calls-workbench = Chamadas de ferramentas na bancada após as quais você é perguntado se deve continuar.
config-max-search-results-default = Resultados de busca quando o agente não indica limite; nunca mais que max_search_results_cap.
config-max-search-results-cap = Resultados de busca no máximo, seja qual for o limite do agente.
config-max-search-snippet-lines = Linhas de um resultado de busca no máximo.
config-max-read-bytes-default = Bytes que uma leitura dá quando o agente não indica limite.
config-max-read-lines-default = Linhas que uma leitura dá no máximo.
config-max-schema-retries = Quantas vezes uma chamada com argumentos inválidos volta ao modelo.
config-max-hunk-lines = Linhas de um trecho no máximo; uma mudança maior é dividida.
config-max-hunk-bytes = Bytes de um trecho no máximo.
config-checkpoints-enabled = Guardar o que os arquivos continham antes de mudarem, para se poder voltar atrás.
config-checkpoints-max-mb = MiB de conteúdos antigos guardados para um espaço de trabalho; acima disso, os mais antigos saem.
config-command-timeout-s = Segundos após os quais um comando é terminado.
config-command-output-bytes = Bytes da saída de um comando guardados para o modelo: o início e o fim.
config-prompt-timeout-s = Segundos até que uma pergunta aberta responda não por si, ou off.
config-stream-idle-timeout-s = Segundos sem uma palavra no meio de uma resposta após os quais é dada por quebrada.
config-first-byte-timeout-s = Segundos de espera pela primeira palavra de uma resposta; um modelo pode antes carregar e ler.
config-block = Arquivos que o agente não pode ver nem escrever, além dos já incluídos, como globs.
config-index-enabled = Manter um índice dos arquivos do espaço de trabalho, para buscas por palavras e buscas exatas rápidas.
config-index-max-file-bytes = Bytes de um arquivo acima dos quais o texto fica fora do índice.
config-index-embedding-model = O modelo que faz vetores dos arquivos, para buscas por sentido, como all-minilm; se faltar, nenhum.
config-index-embedding-provider = O provedor que o tem. Se não estiver nesta máquina, você é perguntado uma vez por espaço de trabalho antes de algo lá ir.
config-index-embedding-chunks = Partes de arquivos que recebem vetor no máximo, primeiro as dos arquivos recentes.
config-index-embedding-cache-mb = MiB de vetores guardados junto do índice, para nenhum ser refeito; acima disso saem os há mais tempo sem uso.
config-cache-enabled = Guardar respostas inteiras dos modelos, e dá-las de novo quando se pede exatamente o mesmo. Só com temperatura 0: defina-a também.
config-cache-max-mb = MiB de respostas guardados para um espaço de trabalho; acima disso saem as há mais tempo sem uso.
config-cache-max-days = Dias após os quais uma resposta já não é dada de novo.
config-memory-enabled = Guardar na memória, além de uma sessão, o que você e o agente retêm.
config-memory-url = O armazém que uma equipe compartilha: qdrant+https://host:6333, postgres://usuario@host/banco ou mcp:servidor; sem ele, tudo fica aqui. Você é perguntado antes que algo saia.
config-memory-key-env = Nome da variável de ambiente que contém a chave ou a senha desse armazém.
config-rules-allow = Chamadas que se executam sem pergunta, como shell_exec(cargo test*).
config-rules-ask = Chamadas que perguntam em todos os modos.
config-rules-deny = Chamadas recusadas sem pergunta.
config-sandbox = O sandbox dos comandos do agente, no Linux: auto é o mais forte que a máquina oferece e o modo usa, as outras palavras são o mais forte permitido. off roda os comandos como você.
config-sandbox-for-user = Rodar no sandbox também os comandos que você digita depois de !.
config-sandbox-for-hooks = Rodar os hooks no sandbox: com a rede, sem as suas chaves, e gravando só no espaço de trabalho e nas pastas do Claude e do Gemini.
config-sandbox-for-claude = Rodar o programa claude e tudo o que ele inicia no sandbox: com a rede, só com a chave dele, e gravando só no espaço de trabalho e na própria pasta.
config-sandbox-for-servers = Executar os programas dos servidores MCP na sandbox: com a rede, sem as suas chaves, e gravando só nos caches dos gerenciadores de pacotes.
config-mcp-offer-tokens = Tokens de ferramentas de servidores MCP que cada pedido descreve; o modelo encontra as ferramentas dos outros servidores por uma busca.
config-sandbox-limits-memory-mb = MiB de memória de um processo de um comando no sandbox; 0 é sem limite.
config-sandbox-limits-processes = Processos e threads de um comando no sandbox; 0 é sem limite.
config-sandbox-limits-file-mb = MiB de um arquivo que um comando escreve no sandbox; 0 é sem limite.
config-theme = As cores: auto é escuro ou claro como o terminal. Ou o nome de um arquivo seu na pasta themes ao lado do seu config.yaml, ou o seu caminho.
config-palette = As cores de auto, dark e light: standard é verde contra vermelho, cvd azul contra laranja.
config-glyphs = Os sinais de molduras e marcas: ascii onde os traços ocupam duas colunas ou faltam na fonte.
config-mouse = O mouse: full clica, rola e seleciona para copiar; off deixa-o ao terminal. Shift e arrastar seleciona como o terminal, nos dois casos.
config-notifications = Dizer por uma notificação da área de trabalho, onde o terminal puder, que uma pergunta espera ou que uma execução terminou enquanto a janela não tem o foco.
config-chat-diffs = As alterações do agente, na conversa: open mostra cada uma abaixo da sua linha, folded só a linha.
config-motion = Se algo se move por si: off fica parado, e os tempos mudam quando outra coisa muda. A variável NO_MOTION também o desliga.
config-editor-keys = As teclas do rascunho: readline, ou vim com os modos normal, visual e de inserção.
config-interface = O que se abre: screen é a bancada, plain escreve linhas e pergunta por números, como --plain.
config-language = O idioma da tela: auto é o do locale, se for inglês, francês ou português.
config-keymap = Um arquivo com teclas suas, procurado a partir desta pasta; keymap.toml se faltar.
config-bell = Tocar a campainha do terminal quando uma pergunta espera.
config-sessions-second-terminal = O que faz um segundo terminal num espaço de trabalho: attach mostra as sessões do primeiro, own tem as suas.
config-prompts-agents-md = Enviar ao modelo o AGENTS.md do espaço de trabalho.
config-prompts-claude-md = Enviar ao modelo o CLAUDE.md do espaço de trabalho.
config-prompts-map-tokens = Tokens do prompt de sistema para um mapa do espaço de trabalho: o que os arquivos definem, o mais próximo da tarefa primeiro. Off é nenhum; um quarto da janela do modelo no máximo.

## Ajuda da linha de comando: o inglês está em src/cli
argument-show-the-help-of-a-command-or-a-page = Mostra a ajuda de um comando, ou uma página do manual
argument-command-with-its-subcommands-or-a-page-default-list = Comando com os seus subcomandos, ou página (padrão: lista ambos)
argument-a-terminal-workbench-in-which-an-ai-agent-works = Uma bancada no terminal em que um agente de IA trabalha num código e uma pessoa fica no comando de cada mudança
argument-reopen-the-last-session-of-this-workspace = Reabre a última sessão deste espaço de trabalho
argument-reopen-a-session-by-its-id-without-an-id = Reabre uma sessão pelo identificador; sem ele, deixa escolher uma
argument-try-everything-on-a-recorded-example-in-a-temporary = Experimenta tudo num exemplo gravado, num repositório temporário; dispensa modelo
argument-print-lines-and-numbered-questions-instead-of-drawing-a = Mostra linhas e perguntas numeradas em vez de desenhar uma tela, para leitores de tela, braille e pipes
argument-provider-ollama-openai-anthropic-mistral-claude-cli-or-replay = Provedor: ollama, openai, anthropic, mistral, claude-cli ou replay
argument-base-url-of-the-provider-for-replay-the-file = URL base do provedor; para replay, o arquivo de uma gravação
argument-model-name = Nome do modelo
argument-reasoning-effort-of-the-model-auto-leaves-it-to = Esforço de raciocínio do modelo; auto deixa com o modelo
argument-approval-mode-for-writes-and-commands = Modo de aprovação de escritas e comandos
argument-let-commands-use-the-network = Permite que os comandos usem a rede
argument-allow-matching-calls-without-asking-e-g-shell-exec = Permite sem perguntar as chamadas correspondentes, por exemplo “shell_exec(cargo test*)”; pode ser repetido
argument-deny-matching-calls-repeatable = Recusa as chamadas correspondentes; pode ser repetido
argument-record-the-run-to-a-new-file-with-secrets = Grava a execução num arquivo novo, sem os segredos; reproduza-a com --provider replay
argument-working-folder-default-the-current-folder = Pasta de trabalho (padrão: a pasta atual)
argument-set-a-configuration-key-e-g-theme-light-repeatable = Define uma chave de configuração, por exemplo theme=light; pode ser repetido
argument-run-one-instruction-without-a-screen = Executa uma instrução sem tela
argument-show-each-setting-and-where-it-comes-from = Mostra cada configuração e de onde vem
argument-report-what-works-what-is-missing-and-what-to = Relata o que funciona, o que falta e o que fazer a seguir
argument-trust-this-workspace-s-config-or-revoke-the-trust = Confia na configuração deste espaço de trabalho, ou revoga a confiança
argument-show-pending-changes-accept-or-reject-them-and-apply = Mostra as mudanças pendentes, aceita ou recusa cada uma, e aplica
argument-list-the-checkpoints-of-this-workspace-latest-first = Lista os pontos de retorno deste espaço de trabalho, o mais recente primeiro
argument-show-a-file-changed-by-the-session-in-three = Mostra um arquivo mudado pela sessão em três colunas: no disco, num ponto de retorno e como proposto
argument-roll-back-changes-without-yes-only-show-a-preview = Reverte mudanças; sem --yes, mostra só uma prévia
argument-show-build-or-search-the-index-of-the-workspace = Mostra, constrói ou consulta o índice dos arquivos do espaço de trabalho
argument-show-or-empty-the-cache-of-answers-and-vectors = Mostra ou esvazia o cache de respostas e vetores
argument-list-the-keys-of-the-workbench-and-what-they = Lista as teclas do programa e o que fazem
argument-list-show-search-export-import-rename-fork-archive-and = Lista, mostra, procura, exporta, importa, renomeia, bifurca, arquiva e apaga sessões
argument-list-show-add-change-and-complete-the-tasks-of = Lista, mostra, acrescenta, muda e conclui as tarefas de uma sessão
argument-session-id-the-end-of-it-or-session-name = Id da sessão, o fim dele, ou nome da sessão (padrão: a última sessão)
argument-list-the-tasks-of-a-session-open-ones-first = Lista as tarefas de uma sessão, primeiro as abertas, por prioridade
argument-only-tasks-with-this-status = Só tarefas com este estado
argument-show-a-task-with-its-description = Mostra uma tarefa com sua descrição
argument-number-or-name-of-a-task = Número ou nome de uma tarefa
argument-add-a-task = Acrescenta uma tarefa
argument-name-of-the-new-task-in-one-line = Nome da nova tarefa, numa linha
argument-change-a-task-its-name-description-priority-agent-dependencies = Muda uma tarefa: nome, descrição, prioridade, agente, dependências ou estado
argument-new-name-of-the-task = Novo nome da tarefa
argument-new-status-whether-a-task-is-blocked-follows-from = Novo estado; se uma tarefa está bloqueada depende de suas dependências
argument-complete-a-task = Conclui uma tarefa
argument-delete-a-task-tasks-that-depend-on-it-no = Apaga uma tarefa; as que dependem dela não a esperam mais
argument-description-of-the-task = Descrição da tarefa
argument-priority-from-1-critical-to-5-minimal = Prioridade, de 1 (crítica) a 5 (mínima)
argument-agent-that-the-task-is-for-empty-for-none = Agente a quem a tarefa cabe; vazio para nenhum
argument-task-that-must-be-completed-first-repeatable-empty-for = Tarefa a concluir antes; repetível. Vazio para nenhuma
argument-list-add-edit-remove-probe-and-download-models = Lista, adiciona, edita, remove, sonda e baixa modelos
argument-configure-providers-store-their-keys-and-test-them = Configura provedores, guarda as suas chaves e testa cada um
argument-show-or-verify-the-recording-of-a-run = Mostra ou verifica a gravação de uma execução
argument-print-the-completion-script-for-a-shell = Mostra o script de completação de uma shell
argument-shell-that-reads-the-script = Shell que lê o script
argument-write-the-man-pages-of-the-program-and-its = Escreve as páginas de manual do programa e dos seus comandos numa pasta
argument-output-folder-created-if-missing = Pasta de saída; criada se não existir
argument-run-filters-for-scripts-and-bug-reports = Executa filtros para scripts e relatos de erros
argument-print-help = Mostra a ajuda
argument-print-help-see-more-with-help = Mostra a ajuda (mais detalhes com --help)
argument-print-help-see-a-summary-with-h = Mostra a ajuda (um resumo com “-h”)
argument-print-version = Mostra a versão
argument-print-json = Mostra JSON
argument-show-the-state-of-the-index = Mostra o estado do índice
argument-bring-the-index-up-to-date = Atualiza o índice
argument-discard-the-index-and-build-it-again = Descarta o índice e o constrói de novo
argument-allow-sending-the-text-of-this-workspace-s-files = Permite enviar o texto dos arquivos deste espaço de trabalho ao provedor de vetores da configuração, se estiver em outra máquina
argument-refuse-sending-the-text-of-this-workspace-s-files = Recusa enviar o texto dos arquivos deste espaço de trabalho ao provedor de vetores
argument-print-the-places-that-match-a-query-best = Mostra os lugares que melhor correspondem a uma consulta
argument-question-or-words-and-names = Pergunta, ou palavras e nomes
argument-only-files-whose-path-matches-e-g-rs = Só arquivos cujo caminho corresponde, por exemplo “*.rs”
argument-maximum-number-of-results = Número máximo de resultados
argument-maximum-number-of-checkpoints = Número máximo de pontos de retorno
argument-instruction-default-read-from-standard-input = Instrução (padrão: lida da entrada padrão)
argument-print-each-event-as-a-line-of-json = Mostra cada evento numa linha de JSON
argument-session-id-to-continue = Identificador da sessão a continuar
argument-information-to-show = Informação a mostrar
argument-each-value-and-where-it-comes-from = Cada valor e de onde vem
argument-every-key-with-its-meaning = Cada chave com o seu sentido
argument-files-and-folders = Arquivos e pastas
argument-read-shell-commands-one-json-string-per-line-print = Lê comandos de shell, uma string JSON por linha; mostra o risco de cada um numa linha de JSON
argument-read-texts-one-json-string-per-line-print-the = Lê textos, uma string JSON por linha; mostra as colunas e os grafemas de cada um, como a tela os conta, numa linha de JSON
argument-print-for-each-path-whether-the-tools-may-use = Mostra para cada caminho se as ferramentas podem usá-lo, numa linha de JSON
argument-workspace-root = Raiz do espaço de trabalho
argument-check-writing-instead-of-reading = Verifica a escrita em vez da leitura
argument-paths-to-check = Caminhos a verificar
argument-print-each-file-that-the-agent-and-the-index = Mostra cada arquivo que o agente e o índice podem ver, numa linha de JSON
argument-decode-a-recorded-response-body-print-its-parts-as = Decodifica um corpo de resposta gravado; mostra as suas partes em linhas de JSON
argument-provider-whose-wire-format-it-is-anthropic-mistral-ollama = Provedor cujo formato é usado: anthropic, mistral, ollama ou openai
argument-bytes-to-feed-at-a-time-the-result-does = Bytes a fornecer de cada vez; o resultado não depende disso
argument-input-file-for-standard-input = Arquivo de entrada; - para a entrada padrão
argument-show-what-the-terminal-sends-for-each-key-and = Mostra o que o terminal envia para cada tecla e a que ela está associada; Ctrl+D para terminar
argument-merge-two-versions-of-a-file-like-git-merge = Junta duas versões de um arquivo como git merge-file -p --diff3; o código de saída é o número de conflitos, no máximo 127, ou 255 para um erro
argument-print-a-line-of-json = Mostra uma linha de JSON
argument-base-version-from-which-both-were-made = Versão base, de que ambas vieram
argument-our-version = Nossa versão
argument-their-version = Versão deles
argument-show-the-hunks-that-the-change-log-would-have = Mostra os trechos que o registro de mudanças teria entre dois arquivos
argument-print-each-hunk-as-a-line-of-json = Mostra cada trecho numa linha de JSON
argument-print-each-checkpoint-as-a-line-of-json = Mostra cada ponto de retorno numa linha de JSON
argument-old-file = Arquivo antigo
argument-new-file = Arquivo novo
argument-provider-that-counts-too-the-text-is-sent-to = Provedor que também conta; o texto é enviado a ele
argument-model-to-count-for-default-the-provider-s-default = Modelo para o qual contar (padrão: o do provedor)
argument-estimate-the-tokens-of-a-text-marked-with-with = Estima os tokens de um texto, marcados com ~; com --provider, mostra também a contagem do provedor
argument-print-a-text-of-a-file-from-its-exported = Mostra um texto de um arquivo a partir do seu registro de mudanças exportado
argument-text-to-print = Texto a mostrar
argument-change-log-version-1-base-text-or-null-entries = Registro de mudanças: { "{" }"version": 1, "base": TEXTO ou null, "entries": [...]{ "}" }
argument-content-that-applying-would-write = Conteúdo que aplicar gravaria
argument-content-that-the-agent-reads = Conteúdo que o agente lê
argument-content-before-the-first-change = Conteúdo antes da primeira mudança
argument-content-on-disk-according-to-the-log = Conteúdo no disco segundo o registro
argument-nothing-is-written = Nada é escrito
argument-writes-are-proposed-for-review-commands-run-in-the = As escritas são propostas na revisão; os comandos rodam no sandbox
argument-writes-are-proposed-for-review-commands-need-approval = As escritas são propostas na revisão; os comandos pedem aprovação
argument-every-write-and-command-needs-approval = Cada escrita e cada comando pede aprovação
argument-writes-are-applied-commands-need-approval = As escritas são feitas; os comandos pedem aprovação
argument-everything-runs-without-approval-except-what-is-high-risk = Tudo é executado sem aprovação, menos o que é de alto risco
argument-list-sessions-with-their-state-messages-tokens-cost-and = Lista sessões com o seu estado, mensagens, tokens, custo e idade
argument-sessions-to-list-default-all-but-archived-ones = Sessões a listar (padrão: todas menos as arquivadas)
argument-list-the-sessions-of-every-workspace-known-on-this = Lista as sessões de cada espaço de trabalho conhecido nesta máquina
argument-print-the-conversation-of-a-session-with-numbered-messages = Mostra a conversa de uma sessão, com as mensagens numeradas
argument-session-id-the-end-of-it-at-least-6 = Identificador da sessão, o fim dele (pelo menos 6 caracteres) ou nome da sessão
argument-model-id-name-at-its-provider-or-provider-name = Identificador do modelo, nome no provedor, ou provedor/nome
argument-provider-name = Nome do provedor
argument-print-the-events-of-a-session-one-per-line = Mostra os eventos de uma sessão, um por linha, o mais antigo primeiro; em JSON cada um tem o seu número, `cursor`
argument-only-events-after-the-one-with-this-number = Só os eventos depois do que tem este número
argument-keep-printing-new-events-as-long-as-a-process = Continua mostrando os novos eventos enquanto um processo tiver a sessão aberta
argument-search-all-sessions-for-messages-that-contain-all-words = Procura em todas as sessões as mensagens que contêm todas as palavras; código de saída 1 se não houver
argument-words-or-their-beginnings = Palavras, ou os seus inícios
argument-export-a-session-to-a-new-file-markdown-if = Exporta uma sessão para um arquivo novo: Markdown se o nome terminar em .md, senão JSON que se pode importar
argument-output-file-default-named-after-the-session-in-the = Arquivo de saída (padrão: com o nome da sessão, na raiz do espaço de trabalho)
argument-import-an-exported-session-a-file-with-an-error = Importa uma sessão exportada; um arquivo com falha é recusado inteiro, com o lugar da falha
argument-file-to-import = Arquivo a importar
argument-rename-a-session = Renomeia uma sessão
argument-new-name = Novo nome
argument-change-the-given-settings-of-a-session-refused-while = Muda as configurações dadas de uma sessão; recusado enquanto ela trabalha
argument-folder-where-its-commands-start-inside-the-workspace = Pasta onde os seus comandos começam, dentro do espaço de trabalho
argument-new-provider = Novo provedor
argument-new-reasoning-effort-auto-leaves-it-to-the-model = Novo esforço de raciocínio; auto deixa com o modelo
argument-new-model = Novo modelo
argument-new-mode = Novo modo
argument-new-extra-system-prompt-empty-for-none = Nova instrução de sistema extra; vazia para nenhuma
argument-fork-a-conversation-into-a-new-session-changes-under = Bifurca uma conversa numa nova sessão; as mudanças em revisão ficam com a original
argument-number-of-the-last-message-to-copy-as-counted = Número da última mensagem a copiar, como contada por `show` (padrão: todas as mensagens)
argument-archive-a-session-or-restore-it = Arquiva uma sessão, ou a restaura
argument-restore-the-session-from-the-archive = Restaura a sessão arquivada
argument-delete-a-session-and-everything-stored-about-it-files = Apaga uma sessão e tudo o que dela está guardado; os arquivos ficam como estão
argument-delete-it-even-if-changes-are-not-decided-or = Apaga mesmo que mudanças não estejam decididas ou aplicadas
argument-working-or-waiting-for-you = Trabalhando, ou à sua espera
argument-neither-working-nor-waiting = Nem trabalhando, nem à espera
argument-archived = Arquivadas
argument-all-sessions = Todas as sessões
argument-session-id-default-the-last-session = Identificador da sessão (padrão: a última)
argument-accept-a-hunk-by-its-id-or-the-end = Aceita um trecho, pelo identificador ou pelo fim dele; pode ser repetido
argument-reject-a-hunk-by-its-id-or-the-end = Recusa um trecho, pelo identificador ou pelo fim dele; pode ser repetido
argument-accept-every-pending-hunk = Aceita cada trecho pendente
argument-review-what-head-changed-since-it-left-this-branch = Revisa o que HEAD mudou desde este ramo; num terminal, abre na bancada
argument-review-the-changes-of-the-working-tree-on-a = Revisa as mudanças da árvore de trabalho; num terminal, abre na bancada
argument-apply-what-is-decided = Aplica o que está decidido
argument-print-the-bundle-of-diffs-as-json = Mostra o conjunto das diferenças em JSON
argument-checkpoint-number-or-id = Número ou identificador do ponto de retorno
argument-file-relative-to-the-workspace-root = Arquivo, relativo à raiz do espaço de trabalho
argument-print-each-row-as-a-line-of-json = Mostra cada linha em uma linha de JSON
argument-checkpoint-to-return-to-by-its-number-or-id = Ponto de retorno ao qual voltar, pelo número ou identificador
argument-roll-back-only-these-hunks-ids-or-their-ends = Reverte só estes trechos: identificadores ou os seus fins, separados por vírgulas
argument-roll-back-everything-including-your-own-later-work-requires = Reverte tudo, inclusive o seu próprio trabalho posterior; exige --word HARD
argument-confirmation-word-of-a-hard-rollback = Palavra de confirmação de uma reversão total
argument-carry-out-the-rollback = Executa a reversão
argument-redo-what-undo-undid = Refaz o que --undo desfez
argument-undo-the-last-operation-of-the-review-e-g = Desfaz a última operação da revisão, por exemplo uma reversão
argument-print-the-preview-as-json = Mostra a prévia em JSON
argument-list-the-models-of-the-catalogue-and-those-that = Lista os modelos do catálogo e os que os provedores oferecem
argument-only-models-of-this-provider = Só modelos deste provedor
argument-only-models-of-the-catalogue-asks-no-provider = Só modelos do catálogo; não consulta nenhum provedor
argument-show-a-model = Mostra um modelo
argument-have-a-provider-download-a-model-showing-the-progress = Faz um provedor baixar um modelo, mostrando o progresso
argument-probe-whether-a-model-calls-tools-two-at-once = Sonda se um modelo chama ferramentas, duas de uma vez, e se repete uma chamada depois do resultado. Envia-lhe três pedidos curtos, que custam tokens; não executa ferramenta nenhuma. O resultado é guardado e mostrado; código de saída 1 se o modelo não puder ser consultado
argument-provider-of-the-model-default-taken-from-the-model = Provedor do modelo (padrão: pelo nome do modelo)
argument-time-limit-of-each-request = Tempo máximo de cada pedido
argument-add-a-model-of-your-own = Adiciona um modelo seu
argument-provider-of-the-model = Provedor do modelo
argument-name-at-the-provider-unique-there = Nome no provedor; único lá
argument-display-name-1-to-64-characters-default-the-name = Nome exibido, 1 a 64 caracteres (padrão: o nome no provedor)
argument-context-window-in-tokens-1024-to-2000000 = Janela de contexto em tokens, 1024 a 2000000
argument-maximum-tokens-of-an-answer-256-to-128000 = Máximo de tokens de uma resposta, 256 a 128000
argument-sampling-temperature-0-to-2 = Temperatura, 0 a 2
argument-whether-the-model-sees-pictures-default-what-its-server = Se o modelo vê imagens (padrão: o que disser o servidor)
argument-edit-a-model-of-a-built-in-one-only = Edita um modelo; de um embutido, só a temperatura
argument-name-at-the-provider = Nome no provedor
argument-display-name = Nome exibido
argument-context-window-in-tokens = Janela de contexto em tokens
argument-maximum-tokens-of-an-answer = Máximo de tokens de uma resposta
argument-sampling-temperature = Temperatura
argument-whether-the-model-sees-pictures = Se o modelo vê imagens
argument-remove-a-model-of-your-own-built-in-ones = Remove um modelo seu; os embutidos ficam
argument-price-in-dollars-per-million-prompt-tokens-or-unknown = Preço em dólares por milhão de tokens do pedido, ou unknown
argument-price-in-dollars-per-million-answer-tokens-or-unknown = Preço em dólares por milhão de tokens da resposta, ou unknown
argument-price-in-dollars-per-million-prompt-tokens-from-the = Preço em dólares por milhão de tokens do pedido vindos do cache do servidor, ou unknown
argument-list-the-providers-with-their-settings-and-where-each = Lista os provedores com as suas configurações e de onde vem cada uma; não consulta nenhum
argument-show-a-provider = Mostra um provedor
argument-set-a-provider-s-base-url-or-default-model = Define a URL base ou o modelo padrão de um provedor; configuração, ambiente e opções têm precedência
argument-base-url-default-removes-yours = URL base; “default” retira a sua
argument-model-that-its-sessions-start-with-one-of-the = Modelo com que as suas sessões começam: um do catálogo, pelo identificador ou pelo nome lá, ou um que o servidor oferece; “none” retira o seu
argument-enable-a-provider = Ativa um provedor
argument-disable-a-provider = Desativa um provedor
argument-check-that-a-provider-answers-within-10-s-status = Verifica se um provedor responde em 10 s; código de saída 1 se nenhum responder
argument-provider-name-default-every-enabled-provider = Nome do provedor (padrão: cada provedor ativado)
argument-store-remove-or-check-a-provider-s-key-the = Guarda, remove ou verifica a chave de um provedor; a chave nunca é mostrada
argument-store-a-key-asked-for-without-showing-it-or = Guarda uma chave, pedida sem mostrá-la, ou lida da entrada padrão se não for um terminal
argument-place-to-store-the-key = Lugar onde guardar a chave
argument-remove-a-key-from-the-file-and-the-keyring = Remove uma chave do arquivo e do chaveiro
argument-show-whether-there-is-a-key-and-where-it = Mostra se há uma chave e onde está guardada
argument-provider-name-default-all-providers = Nome do provedor (padrão: todos os provedores)
argument-file-that-only-you-can-read = Arquivo que só você pode ler
argument-system-keyring-on-linux-the-kernel-s-which-forgets = Chaveiro do sistema; no Linux o do núcleo, que esquece a chave quando a máquina reinicia
argument-show-what-the-cache-holds-its-size-and-how = Mostra o que o cache contém, o tamanho e quantas vezes foi usado
argument-empty-the-cache-answers-index-vectors-model-lists-and = Esvazia o cache: respostas, vetores do índice, listas de modelos e contagens de tokens
argument-empty-the-caches-of-all-workspaces-known-on-this = Esvazia os caches de todos os espaços de trabalho conhecidos nesta máquina
argument-show-the-steps-of-a-recording-with-their-models = Mostra os passos de uma gravação com os seus modelos, chamadas e tamanhos
argument-check-that-a-recording-is-well-formed-complete-and = Verifica que uma gravação está bem formada, completa e sem segredos, e que o motor, com as mesmas entradas e respostas, faz os mesmos pedidos; se não, código de saída 1 e a linha
argument-file-written-by-record = Arquivo escrito por --record
argument-only-check-your-own-keymap-for-errors-status-2 = Verifica só a sua própria tabela de teclas; código de saída 2 se houver falhas
argument-folder-whose-configuration-names-the-keymap-default-the-current = Pasta cuja configuração nomeia a tabela de teclas (padrão: a pasta atual)
argument-revoke-the-trust-and-the-permission-to-send-content = Revoga a confiança, e a permissão de enviar conteúdo a provedores em outras máquinas
argument-allow-sending-this-workspace-s-content-to-this-provider = Permite enviar o conteúdo deste espaço de trabalho a este provedor, em outra máquina
argument-model-name-e-g-qwen2-5-coder-7b = Nome do modelo, por exemplo qwen2.5-coder:7b
argument-provider-that-downloads-it-default-the-provider-of-the = Provedor que o baixa (padrão: o da configuração)

## O sandbox dos comandos

told-world-no-content = o conteúdo de { $path } já não existe
told-world-lost = As mudanças do comando não puderam ser lidas, por isso nenhuma é proposta: { $why }
told-world-whole = O comando mudou { $files }, demasiados ou grandes demais para rever um a um. Nenhum é proposto; o disco está como estava.
told-world-too-large = O que o comando deixou em pastas ignoradas são { $size }, mais do que se guarda; a próxima compilação começa sem isso.
told-world-link = { $path } é uma ligação; ligações não são propostas
told-world-name = o nome de { $path } não está em UTF-8, por isso não é proposto
told-world-unread = { $path } não pôde ser lido, por isso não é proposto: { $why }
told-world-large-file = { $path } passa de 10 MiB, por isso não é proposto
told-world-meanwhile = { $path } mudou no disco enquanto o comando rodava; o que o comando fez com ele não é proposto
hooks-no-box = não havia sandbox para ele ({ $why }). `agentichat doctor` o testa; `sandbox_for_hooks: false` roda os hooks sem ele
told-claude-weaker = O programa claude roda em um sandbox mais fraco do que deveria: { $word } em vez de { $name }. { $why }
told-box-refused = O sandbox não pôde ser preparado, por isso o comando não rodou: { $why }. `agentichat doctor` experimenta-o; `sandbox: off` em config.yaml roda os comandos sem ele.
told-box-no-folder = a pasta privada { $path } não pode ser criada: { $why }
told-box-other-now = a máquina já não faz o sandbox que foi mostrado
told-command-denied = O comando falhou ({ $why }). O sandbox: { $rest }. { $hint }
box-refused = não foi possível preparar o sandbox ({ $step }): { $why }
box-refused-path = não foi possível preparar o sandbox ({ $step }, { $path }): { $why }
box-refused-plain = não foi possível preparar o sandbox ({ $step })
box-no-upper-folder = não há pasta para o que os comandos alteram
box-no-namespaces = o sistema não permite que este usuário crie namespaces
box-no-mounts = o sistema não dá direitos aos namespaces deste usuário; no Ubuntu, é a configuração kernel.apparmor_restrict_unprivileged_userns
box-no-overlay = o sistema não tem overlay para usuários
box-no-overlay-here = um overlay não pode cobrir esta pasta: há algo montado nela, ou o sistema de arquivos não aceita
box-no-landlock = o kernel não tem Landlock, ou tem uma versão anterior à 3 (Linux 6.2)
steering-taken-out = { $path } controla outros programas, por isso foi movido para { $place }
steering-put-back = { $path } controla outros programas, por isso o que o comando fez nele foi desfeito ({ $files })
steering-put-back-aside = { $path } controla outros programas, por isso o que o comando fez nele foi desfeito ({ $files }); o que estava lá ficou em { $place }
steering-still-there = { $path } controla outros programas, e o que o comando fez nele não pôde ser desfeito: { $why }
steering-too-large = { $path } é grande demais para ser guardado antes
steering-no-objects = os objetos do repositório sumiram
denied-network = o sandbox não tem rede
denied-network-proxy = o sandbox só alcança { $places }, e só pelo seu proxy HTTP
denied-hosts = o sandbox recusou { $places }; ele só alcança { $others }
denied-network-hint = o usuário pode concedê-la (sem usuário: `run --allow-network`); ou use o que já está disponível
denied-outside = { $path } está fora do que o comando pode escrever
denied-outside-hint = escreva dentro do espaço de trabalho, ou em $TMPDIR
denied-hidden = { $path } está oculto para os comandos
denied-hidden-hint = faça sem ele: chaves e tokens ficam fora do sandbox
denied-git = { $path } é somente leitura para este comando
denied-git-hint = execute separadamente o comando git que muda o repositório, para que ele possa ser aprovado
denied-steering = { $path } controla outros programas, e é somente leitura para comandos
denied-steering-hint = altere-o com uma edição, que o usuário revisa
denied-pinned = { $path } contém um repositório ou ajustes de outros programas, por isso a pasta fica onde está
denied-pinned-hint = altere o que há nela, ou deixe o usuário movê-la ou apagá-la com !
denied-rename = uma pasta não pode ser renomeada de uma vez no sandbox
denied-rename-hint = use mv, depois git add
denied-file-size = um arquivo passou de { $size }, o limite do sandbox
denied-memory = o comando talvez tenha precisado de mais de { $size }, o limite de memória do sandbox
denied-processes = o comando talvez tenha precisado de mais de { $most } processos, o limite do sandbox
denied-limit-hint = faça o comando fazer menos de cada vez
denied-32-bit = o comando chamou o kernel de um modo que o sandbox não conhece
denied-32-bit-hint = programas de 32 bits não rodam no sandbox; use um de 64 bits
upper-withheld = { $path } não foi aproveitado: ele controla outros programas
upper-device = { $path } não foi aproveitado: é um dispositivo
upper-socket = { $path } não foi aproveitado: é um socket
upper-pipe = { $path } não foi aproveitado: é um pipe
upper-privileged = { $path } não foi aproveitado: seria executado com os direitos do dono ou do grupo
upper-hard-link = { $path } não foi aproveitado: é um link para um arquivo de fora
upper-unreadable = não é possível ler o que o comando alterou ({ $path }): { $why }
upper-too-many = o comando alterou mais arquivos do que é possível examinar
attempt-write-outside = escrever um arquivo fora do espaço de trabalho
attempt-write-link = escrever por um link que leva para fora
attempt-hard-link = ligar um arquivo de fora ao espaço de trabalho
attempt-read-secret = ler uma chave
attempt-git-settings = mudar as configurações do repositório
attempt-tcp = conectar-se a um servidor desta máquina
attempt-udp = enviar a um servidor desta máquina
attempt-socket = conectar-se a um serviço pelo socket
attempt-abstract-socket = conectar-se a um socket abstrato
attempt-signal = alcançar um processo de fora
attempt-namespace = criar um namespace com direitos próprios
attempt-outlive = deixar um processo para trás

## Hooks: programas do usuário que acompanham o trabalho
hooks-wanted-events = esperado um grupo de eventos, cada um com uma lista de hooks
hooks-event-not-here = hooks de { $name } não são executados aqui
hooks-no-event-but = não há evento { $name }; seria { $word }?
hooks-no-event = não há evento { $name }; os eventos são { $words }
hooks-wanted-groups = esperada uma lista de grupos, cada um com matcher e hooks
hooks-wanted-matcher = o matcher deve ser um texto
hooks-broken-matcher = o matcher não é uma expressão regular: { $reason }
hooks-wanted-list = esperada uma lista em hooks
hooks-type-not-here = hooks do tipo { $word } não são executados aqui; escreva type: command
hooks-wanted-type = o tipo deve ser o texto command
hooks-wanted-command = falta um comando ao hook
hooks-too-many = um arquivo pode ter { $number } hooks, com comandos de até 32 KiB
hooks-wanted-timeout = o limite de tempo deve ser um número acima de 0, no máximo { $number } segundos
hooks-file-not-json = isto não é JSON: { $reason }
hooks-at = { $place }: { $why }
hooks-failed-status = terminou com o código { $number }
hooks-failed-saying = terminou com o código { $number }: { $reason }
hooks-failed-killed = um sinal o encerrou
hooks-failed-time = demorou demais e foi encerrado
hooks-failed-output = escreveu mais de { $bytes } bytes e foi encerrado
hooks-failed-start = não pôde ser iniciado: { $why }
hooks-failed-json = sua resposta não é JSON: { $reason }
hooks-failed-event = sua resposta é sobre { $name }, que não foi perguntado
hooks-failed-word = sua resposta tem a decisão desconhecida { $word }
hooks-told-failed = O hook { $name } não respondeu: { $why }
hooks-told-message = O hook { $name } diz: { $text }
hooks-not-translated = O hook { $name } pede outro { $word }, que esta ferramenta não tem
hooks-contradict = dois hooks pedem argumentos diferentes
hooks-state-trusted = confiável
hooks-state-new = novo: não confiável
hooks-state-changed = alterado desde que foi aprovado
hooks-objected = Um hook se opõe: { $reason }
hooks-no-reason = sem dar um motivo
hooks-added-start = Um hook acrescentou contexto no início da sessão.
hooks-added-prompt = Um hook acrescentou contexto à mensagem.
hooks-prompt-refused = Um hook recusou a mensagem: { $reason }
hooks-prompt-back = ela está de volta no editor; /hooks lista os hooks
hooks-held = Um hook mantém o agente trabalhando: { $reason }
hooks-held-once = Um hook se opõe de novo ao fim, e a execução termina mesmo assim: { $reason }
hooks-stopped-run = Um hook encerrou a execução: { $reason }
hooks-refused-call = um hook do usuário recusou esta chamada: { $reason }; faça de outro modo ou pergunte ao usuário
hooks-ask = um hook pede sua decisão: { $reason }
hooks-not-for-program = um hook pede outros argumentos, que esta chamada não pode receber
hooks-told-new = O hook { $name } não é confiável e não é executado; /hooks o mostra, /hooks trust o permite.
hooks-told-changed = O hook { $name } mudou desde que você o aprovou e não é executado; /hooks mostra o que mudou.
hooks-changed-ask = o hook { $name } mudou desde que foi aprovado e não pôde ser consultado
hooks-unreadable = os hooks não puderam ser examinados
hooks-none = nenhum hook está definido
hooks-no-such = não há hook { $name }; /hooks os lista
hooks-test-untrusted = o hook { $name } não é confiável como está; aprove-o primeiro
hooks-trusted-now = Aprovados: { $names }
hooks-all-trusted = Todos os hooks já são confiáveis.
hooks-not-stored = a aprovação não pôde ser gravada: { $why }
hooks-meaning-proceed = segue como sem hooks
hooks-meaning-ask = pergunta ao usuário: { $reason }
hooks-meaning-deny = opõe-se: { $reason }
hooks-meaning-stop = encerra a execução: { $reason }
hooks-meaning-updated = troca os argumentos por { $text }
hooks-meaning-context = diz ao modelo: { $text }
command-say-hooks = diga list, test e um nome, ou trust com ou sem nomes, ou nada
command-say-mcp = diga list, ou test, trust, offer, withdraw, start ou stop e o nome de um servidor, ou nada
command-say-tasks = diga list, show, start, done, pending ou delete e uma tarefa, add e um nome, ou name, describe, priority, after ou agent, uma tarefa e um valor
command-say-memory = diga list, inbox, kept ou refused, search e palavras, add e um texto, keep, refuse ou forget e um item, undo, drop, recall on ou off, ou nada
command-say-task-priority = diga um número de 1 (crítica) a 5 (mínima)
command-no-task = não há tarefa { $word }; /tasks as lista
slash-hooks = Mostra os hooks e o que mudou neles; testa um; permite-os como estão agora.
slash-mcp = Mostra os servidores MCP e o preço das suas ferramentas; confia neles e os inicia; oferece as ferramentas ao modelo.
argument-define-list-and-try-mcp-servers-and-choose-which = Definir, listar e testar servidores MCP, e escolher as ferramentas oferecidas aos modelos
argument-list-the-mcp-servers-their-tools-with-their-price = Listar os servidores MCP, as suas ferramentas com o preço em tokens, e se são oferecidas aos modelos
argument-start-a-server-and-list-its-tools = Iniciar um servidor e listar as suas ferramentas
argument-name-of-the-server = Nome do servidor
argument-define-a-server-a-program-or-the-address-of = Definir um servidor: um programa, ou o endereço de um serviço; depois iniciá-lo e listar as suas ferramentas
argument-the-program-with-its-arguments-after-or-the-address = O programa com os seus argumentos, depois de --, ou o endereço de um serviço
argument-a-variable-of-the-program-name-value-a-value = Uma variável do programa, NOME=VALOR; um valor env:NOME ou secret:NOME é procurado no início
argument-a-header-of-the-service-name-value = Um cabeçalho do serviço, NOME: VALOR
argument-define-it-in-the-workspace-in-mcp-json-which = Defini-lo no espaço de trabalho, em .mcp.json, que outros agentes também leem
argument-offer-all-its-tools-to-models = Oferecer todas as suas ferramentas aos modelos
argument-remove-the-definition-of-a-server = Remover a definição de um servidor
argument-trust-a-server-that-the-workspace-defines-as-it = Confiar em um servidor que o espaço de trabalho define, como está, e iniciá-lo
argument-offer-tools-of-a-server-to-models-as-they = Oferecer ferramentas de um servidor aos modelos, como estão
argument-names-of-tools-default-all = Nomes de ferramentas (padrão: todas)
argument-offer-no-tool-of-a-server-to-models-any = Não oferecer mais nenhuma ferramenta de um servidor aos modelos
argument-sign-in-at-a-service-or-store-a-secret = Entrar em um serviço, ou gravar um segredo que uma definição nomeia como secret:NOME
argument-ask-for-a-token-instead-of-signing-in = Pedir um token em vez de entrar
argument-scope-to-ask-for-besides-those-that-the-service = Escopo a pedir além dos que o serviço quer
argument-client-id-that-the-operator-of-the-service-gave = Id de cliente que o operador do serviço deu
argument-address-of-a-client-id-metadata-document = Endereço de um documento de metadados de cliente
argument-name-of-the-server-or-of-the-secret = Nome do servidor, ou do segredo
argument-remove-what-a-sign-in-gave-or-a-stored = Remover o que uma entrada deu, ou um token ou segredo gravado
argument-connect-to-an-mcp-server-as-sessions-do-and = Conectar-se a um servidor MCP como as sessões e chamar todas as suas ferramentas, como cliente da suíte de conformidade
argument-address-of-the-server = Endereço do servidor
argument-list-test-and-trust-hooks-programs-that-are-told = Listar, testar e aprovar hooks: programas que acompanham o trabalho do agente e podem se opor
argument-list-the-hooks-the-files-that-define-them-and = Listar os hooks, os arquivos que os definem, e se podem ser executados
argument-run-a-trusted-hook-on-a-made-up-occasion = Executar um hook confiável com um evento inventado e mostrar sua resposta
argument-name-of-the-hook-as-the-list-shows-it = Nome do hook, como a lista o mostra
argument-trust-hooks-as-they-are-now-after-showing-what = Aprovar os hooks como estão agora, depois de mostrar o que executam
argument-names-of-hooks-as-the-list-shows-them-default = Nomes de hooks, como a lista os mostra (padrão: todos)
mcp-unset-variable = a variável { $name } não está definida
mcp-fault-no-json = JSON inválido: { $why }
mcp-fault-no-servers = sem mapa `mcpServers`
mcp-fault-name = { $name } não pode ser nome de um servidor: 1 a 32 letras, dígitos, - e _, sem __ nem _ no fim
mcp-fault-no-launch = servidor { $server }: dê um comando ou um url, não os dois
mcp-fault-transport = servidor { $server }: o transporte { $kind } não é suportado; use stdio ou http
mcp-fault-value = servidor { $server }: { $key } tem um valor do tipo errado
mcp-fault-too-many = só os primeiros { $most } servidores contam
mcp-not-started = o servidor não iniciou: { $why }
mcp-no-greeting = o servidor não fala MCP: { $why }
mcp-ended = o programa do servidor terminou ({ $why }); ele disse: { $said }
mcp-other-versions = o servidor fala outras versões de MCP: { $versions }
mcp-start-timed-out = o servidor não respondeu em { $seconds } s
mcp-call-refused = o servidor recusou: { $why }
mcp-call-closed = o servidor terminou
mcp-call-silent = o servidor não disse nada por { $seconds } s
mcp-call-too-long = o servidor levou mais de { $seconds } s
mcp-call-cancelled = a chamada foi cancelada
mcp-call-flooded = o servidor enviou notificações demais e foi cortado
mcp-call-unexpected = a resposta do servidor não é desta chamada
mcp-no-address = não é um endereço de servidor: { $why }
mcp-address-refused = nenhum servidor MCP fica neste endereço
mcp-needs-token = o servidor quer uma entrada ou um token: agentichat mcp login NOME
mcp-call-needs-scope = o serviço quer uma entrada que permita mais: agentichat mcp login NOME --scope "{ $word }"
mcp-sign-in-page = Entre em { $server } nesta página:
    { $address }
mcp-sign-in-how = y e Enter a abre no seu navegador. Se o navegador não conseguir voltar a esta máquina, cole o endereço em que ele parou.
mcp-signed-in = você entrou em { $server }
mcp-sign-in-done = Você entrou. Feche esta página.
mcp-sign-in-timed-out = ninguém entrou em cinco minutos
mcp-sign-in-none = { $server } não quer entrada
mcp-sign-in-failed = a entrada no serviço falhou: { $why }
mcp-call-not-online = o servidor não está disponível: { $why }
mcp-phase-off = desligado
mcp-phase-starting = iniciando
mcp-phase-online = no ar
mcp-phase-waiting = falhou, reinicia em breve
mcp-phase-failed = falhou
mcp-file-problem = { $path }: { $why }
mcp-file-leaves = o arquivo leva para fora do espaço de trabalho e não é lido
mcp-no-program = não há programa { $word }; instale-o, ou dê o caminho
mcp-defined-twice = o servidor MCP { $server } fica de fora, pois { $place } define um com esse nome
mcp-not-defined = nenhum arquivo define um servidor MCP { $server }; { $path } é o seu
mcp-already-defined = { $path } já define um servidor MCP { $server }; remova-o antes
mcp-not-stored = a sua resposta não foi gravada: { $why }
mcp-none-here = nenhum servidor MCP pode ser usado aqui
mcp-none = Nenhum servidor MCP está definido. agentichat mcp add NOME -- COMANDO define um para você; um espaço de trabalho define os seus em .mcp.json.
mcp-deferred = As ferramentas oferecidas custam ~{ $tokens } tokens, acima de mcp_offer_tokens: { $most }. O modelo encontra as dos últimos servidores com find_tool.
mcp-trust-new = sem confiança, não inicia
mcp-trust-changed = mudou desde a confiança, não inicia
mcp-hint-trust = /mcp trust { $server } confia nesta definição e o inicia
mcp-hint-offer = /mcp offer { $server } oferece todas ao modelo como estão
mcp-calls = { $counted }, { $mean } ms cada, { $failed } com falha
mcp-tools = { $all }, ~{ $price } tokens por pedido; { $offered } oferecidas ao modelo, ~{ $tokens }
mcp-removed = a definição do servidor MCP { $server } foi removida de { $place }
mcp-added = o servidor MCP { $server } está definido em { $place }
mcp-no-pair = { $word } não é um par; escreva NOME=VALOR para uma variável, NOME: VALOR para um cabeçalho
mcp-no-secret = nenhum segredo { $name } estava gravado
mcp-secret-removed = o segredo { $name } foi removido
mcp-secret-kept = o segredo { $name } está gravado: { $place }
mcp-no-such-server = não há servidor MCP { $server }; /mcp os lista
mcp-no-such-prompt = { $server } não tem o prompt { $word }
mcp-prompt-needs = o prompt precisa de { $word }
mcp-no-such-tool = o servidor MCP { $server } não tem a ferramenta { $word }
mcp-untrusted = este espaço de trabalho define o servidor MCP { $server }, que não inicia sem a sua confiança: /mcp o mostra, /mcp trust { $server } o inicia
mcp-definition-changed = este espaço de trabalho mudou a definição do servidor MCP { $server } desde que você confiou nele, por isso ele não inicia: /mcp mostra a mudança, /mcp trust { $server } a aceita
mcp-tools-wait = o servidor MCP { $server } tem { $counted }, nada oferecido ao modelo: /mcp mostra, /mcp offer { $server } oferece
mcp-tools-changed = o servidor MCP { $server } mudou { $counted } desde o seu acordo, e isso fica retido: /mcp mostra a mudança, /mcp offer { $server } a aceita
mcp-withdrawn = o modelo não recebe mais ferramentas do servidor MCP { $server }
mcp-online = o servidor MCP { $server } está no ar
mcp-stopped = o servidor MCP { $server } está parado até que uma de suas ferramentas seja chamada
mcp-trusted-now = o servidor MCP { $server } está no ar com { $counted }: /mcp mostra, /mcp offer { $server } oferece ao modelo
mcp-offered-now = o modelo recebe { $counted } do servidor MCP { $server }, por cerca de { $tokens } tokens por pedido

memory-unknown = nenhum item da memória tem o identificador { $word }; `agentichat memory list` os mostra
memory-ambiguous = vários itens da memória têm um identificador que termina em { $word }; escreva mais dele
memory-repeats = o item { $word } já tem esse texto
memory-empty = um item da memória precisa de um texto
memory-too-long = o texto tem { $number } caracteres; um item da memória tem no máximo { $most }
memory-too-many-tags = { $number } etiquetas são demais; um item da memória tem no máximo { $most }
memory-long-tag = uma etiqueta tem no máximo { $most } caracteres
memory-shared-away = a memória compartilhada não responde: { $why }; a sua própria memória funciona, e o que deve ser enviado espera
memory-shared-refused = a memória compartilhada recusou: { $why }; o que deve ser enviado espera
memory-shared-broken = a memória compartilhada deu uma resposta inutilizável: { $why }
memory-shared-silent = nenhuma resposta em { $seconds } s
memory-shared-slow = a memória compartilhada foi lenta demais; estes são os itens desta máquina
memory-shared-back = a memória compartilhada responde de novo, e tem o que esperava
memory-no-postgres = esta versão não usa Postgres; compile com --features postgres
memory-no-tools = o servidor MCP { $server } só é usado em uma sessão
memory-address-unknown = memory.url deve ser qdrant+https://host:6333, postgres://usuario@host/banco ou mcp:servidor
memory-address-secret = memory.url não deve conter chave nem senha; ponha-a na variável de ambiente que memory.key_env nomeia
memory-address-open = memory.url enviaria itens às claras a outra máquina; use qdrant+https://
memory-address-postgres = memory.url precisa de um usuário e de um banco: postgres://usuario@host/banco
memory-consent = { $count } { $count ->
        [one] item da memória sai
       *[other] itens da memória saem
    } desta máquina para { $address }, como tudo o que você e o agente guardarem daqui em diante: o texto, as etiquetas e o nome { $project } deste espaço de trabalho. Segredos são mascarados. As preferências ficam aqui.
memory-consent-vectors = { $count } { $count ->
        [one] item da memória sai
       *[other] itens da memória saem
    } desta máquina para { $address }, como tudo o que você e o agente guardarem daqui em diante: o texto, as etiquetas, vetores feitos do texto e o nome { $project } deste espaço de trabalho; e o vetor do que você busca. Segredos são mascarados. As preferências ficam aqui.
memory-no-pgvector = a extensão pgvector não está no banco e não pode ser criada: { $why }
memory-off = a memória está desligada: ponha memory.enabled em true
memory-kept = item { $word } mantido: ele pode ser lembrado
memory-refused = item { $word } recusado
memory-deleted = item { $word } excluído; `agentichat memory restore { $word }` o traz de volta
memory-restored = item { $word } restaurado
memory-nothing = nada é lembrado aqui
memory-more = há mais: --limit
memory-words-alone = busca só por palavras: nenhum vetor da pergunta foi feito
memory-without-vector = { $count ->
        [one] { $count } item ainda não tem vetor; só palavras o encontram
       *[other] { $count } itens ainda não têm vetor; só palavras os encontram
    }
memory-added = lembrado como item { $word }
memory-there-already = o item { $word } já tem esse texto
memory-no-url = sem memória compartilhada: memory.url não está definido
memory-share-refused = nada mais sai para { $address }; o que foi enviado fica lá
memory-exchanged = enviados: { $sent }; recebidos na caixa de entrada: { $received }
memory-share-unasked = Você ainda não foi perguntado: `agentichat memory share --dry-run` mostra o que sairia, --allow permite.
memory-share-given = Você permitiu isso.
memory-share-not-given = Você recusou isso; nada sai.
argument-list-what-is-remembered-latest-first = Listar o que é lembrado, o mais recente primeiro
argument-maximum-number-of-items = Número máximo de itens
argument-search-what-is-remembered-status-1-if-nothing-is = Buscar no que é lembrado; código 1 se nada for encontrado
argument-words-or-a-question-in-words = Palavras, ou uma pergunta em palavras
argument-maximum-number-of-items-found = Número máximo de itens encontrados
argument-remember-a-text = Lembrar um texto
argument-text-to-remember-for-standard-input = Texto a lembrar; - para a entrada padrão
argument-kind-of-the-item = Tipo do item
argument-tag-of-the-item-repeatable = Etiqueta do item; repetível
argument-let-the-item-count-in-every-workspace-as-preferences = Fazer o item valer em todos os espaços de trabalho, como as suas preferências
argument-show-an-item-whole = Mostrar um item inteiro
argument-item-id-or-the-end-of-it-at-least = Identificador do item, ou o fim dele (pelo menos 4 caracteres)
argument-keep-an-item-of-the-inbox-so-that-it = Manter um item da caixa de entrada, para que possa ser lembrado
argument-item-ids-or-the-ends-of-them = Identificadores de itens, ou os fins deles
argument-refuse-an-item-it-is-not-recalled-and-does = Recusar um item: ele não é lembrado e não volta
argument-delete-an-item-it-can-be-restored-for-30 = Excluir um item; ele pode ser restaurado por 30 dias
argument-restore-a-deleted-item = Restaurar um item excluído
argument-print-all-items-as-lines-of-json = Imprimir todos os itens como linhas de JSON
argument-exchange-items-with-the-shared-store-of-memory-url = Trocar itens uma vez com o armazém compartilhado de memory.url, se você permitiu
argument-show-where-items-would-go-what-would-leave-and = Mostrar aonde iriam os itens, o que sairia e os 20 primeiros; não enviar nada
argument-allow-what-dry-run-shows-and-exchange = Permitir o que --dry-run mostra, e trocar
argument-refuse-it-from-now-on-what-was-sent-stays = Recusar daqui em diante; o que foi enviado fica lá
argument-only-items-of-this-kind = Somente itens deste tipo
argument-only-items-in-this-state = Somente itens neste estado
argument-only-items-with-this-tag = Somente itens com esta etiqueta
argument-also-items-of-other-workspaces = Também itens de outros espaços de trabalho
argument-how-you-like-things-done = Como você gosta que as coisas sejam feitas
argument-circumstances-of-the-work = Circunstâncias do trabalho
argument-a-fact-about-the-workspace = Um fato sobre o espaço de trabalho
argument-a-choice-that-was-made = Uma escolha que foi feita
argument-waits-for-your-decision = Espera a sua decisão
argument-may-be-recalled = Pode ser lembrado
argument-you-refused-it = Você o recusou
argument-show-search-and-change-what-is-remembered-and-share = Mostrar, buscar e mudar o que é lembrado, e compartilhá-lo com uma equipe
memory-stays-here = nada sai desta máquina enquanto allow_fallback for false, então { $address } não é consultado
agents-fault-id = { $name } não pode ser o identificador de um agente: 1 a { $most } letras minúsculas, dígitos, - e _, com uma letra ou um dígito primeiro
agents-fault-no-name = name está vazio; dê um nome
agents-fault-name = name tem { $length } caracteres; use uma linha de 1 a { $most }
agents-fault-description = description tem { $length } caracteres; encurte para { $most }
agents-fault-word = { $key } não nomeia nenhum: sem espaços e até 128 caracteres
agents-fault-temperature = temperature deve ser um número de 0 a 2
agents-fault-max-tokens = max_tokens deve ser um número inteiro de 256 a 128000
agents-fault-no-prompt = não há prompt; escreva-o abaixo do cabeçalho
agents-fault-long-prompt = o prompt tem { $length } caracteres; encurte para { $most }
agents-fault-many-names = { $key } tem mais de { $most } nomes; tire alguns
agents-fault-tool = { $key }: não há ferramenta { $name }; `agentichat agents check` lista as ferramentas
agents-fault-tool-near = { $key }: não há ferramenta { $name }; { $nearest } é uma
agents-fault-server = mcp_servers: { $name } não pode nomear um servidor; `agentichat mcp` os lista
agents-file = { $path }: { $why }
agents-file-line = { $path }:{ $line }: { $why }
agents-file-key = { $key }: { $why }
agents-file-no-end = o cabeçalho não tem fim; feche-o com uma linha de ---
agents-file-no-keys = o cabeçalho não tem chaves; escreva chave: valor, uma por linha
agents-fault-key = não há chave { $name }; as chaves são { $rest }
agents-fault-key-near = não há chave { $name }; { $nearest } é uma
agents-fault-no-text = { $key } não tem um valor único; escreva um, ou tire a linha
agents-fault-no-list = { $key } não é uma lista de nomes; escreva [a, b], [] para nenhum, ou tire a linha para todos
agents-fault-lifecycle = lifecycle deve ser permanent ou temporary
agents-fault-lifecycle-fixed = a duração não pode mudar; faça outro agente
agents-fault-created = created deve ser uma data como 2026-11-28T15:04:05Z
agents-note-tool = a ferramenta { $name } não tem equivalente aqui e fica de fora
agents-note-model = o modelo { $model } não é conhecido aqui; responde o da sessão
agents-note-servers = um servidor MCP definido no arquivo do agente não é usado; defina-o para o espaço de trabalho
agents-note-pattern = o padrão { $name } não é lido; o agente não recebe ferramenta de servidor MCP
agents-note-unused = não usado aqui: { $rest }
agents-note-value = { $key } tem um valor do tipo errado e não é usado
agents-note-cut = só os primeiros { $most } caracteres da descrição são usados
agents-folder-leaves = a pasta leva para fora do espaço de trabalho e não é lida
agents-folder-many = só os primeiros { $most } arquivos contam
agents-untrusted = { $counted } deste espaço de trabalho: não lidos até você confiar nele, com `agentichat trust`
agents-untrusted-write = este espaço de trabalho não tem sua confiança, então seus agentes não são lidos: primeiro `agentichat trust`, ou faça o agente para você
agents-unknown = não há agente { $name }; `agentichat agents` os lista
agents-known = { $path } já existe; edite-o, ou use outro nome
agents-read-only = o agente { $name } é de outro programa, em { $path }, e não é mudado aqui; mude esse arquivo, ou faça um com esse nome, que então conta
agents-changed = { $path } foi mudado por outro programa enquanto isso e fica como está
agents-not-written = não gravado: { $rest }
count-agent = { $count ->
        [one] { $number } agente
       *[other] { $number } agentes
    }
skills-fault-name = { $name } não pode nomear uma habilidade: use 1 a { $most } letras minúsculas, dígitos, - e _
skills-fault-no-text = não há instruções; escreva-as abaixo do cabeçalho
skills-note-no-description = não há description; o modelo vê a primeira linha do texto
skills-unknown = não há habilidade { $name }; as habilidades são { $rest }
skills-unknown-none = não há habilidade { $name }, nem outra
skills-path = { $path } não é um arquivo da habilidade que pode ser lido; dê um caminho dentro da pasta dela
skills-untrusted = { $counted } deste espaço de trabalho: não lidas até você confiar nele, com `agentichat trust`
count-skill = { $count ->
        [one] { $number } habilidade
       *[other] { $number } habilidades
    }
gave-skill = habilidade { $name }, ~{ $tokens } tokens
trust-agents = Ele tem **{ $counted }** próprios.
trust-skills = Ele tem **{ $counted }** próprias.
agents-none = Nenhum agente está definido. `agentichat agents add NOME` define um para você, com --workspace para o espaço de trabalho; os do Claude Code e do opencode também são lidos.
agents-shadowed = { $source }, não usado: vale { $place }
agents-temporary = { $source }, temporário
agents-of-session = desta sessão
agents-of-workspace = do espaço de trabalho
agents-of-user = seu
agents-of-claude = para o Claude Code
agents-of-opencode = para o opencode
agents-session-model = o modelo da sessão
agents-all-tools = todas as ferramentas
agents-all-servers = todos
agents-no-names = nenhum
agents-line-model = Modelo: { $text }
agents-line-temperature = Temperatura: { $text }
agents-line-max-tokens = Tokens de uma resposta: no máximo { $text }
agents-line-tools = Ferramentas: { $text }
agents-line-denied = Não estas ferramentas: { $text }
agents-line-servers = Servidores MCP: { $text }
agents-line-file = Arquivo: { $text }
agents-written = o agente { $name } está em { $path }
agents-removed = o agente { $name } foi removido: { $path } foi apagado
agents-none-temporary = não há agente temporário
agents-unchanged = nada foi mudado
agents-no-editor = nenhum editor está definido: defina EDITOR, ou dê a mudança como opção
agents-edit-kept = { $why }. Seu texto está guardado em { $path }
agents-no-prompt-given = nenhum prompt foi dado; nada foi gravado
agents-input = a entrada padrão não pode ser lida: { $why }
agents-checked = Verificados: { $counted }.
agents-tools-are = As ferramentas: { $rest }
skills-none = Nenhuma habilidade está definida. Uma habilidade é uma pasta com um SKILL.md em .agentichat/skills ou .claude/skills do espaço de trabalho, em skills ao lado da sua configuração, ou em ~/.claude/skills.
skills-offer = Seus nomes e descrições custam ~{ $tokens } tokens por requisição; o número ao lado de cada uma é o que seu texto custa quando o modelo a usa.
skills-named = oferecida só pelo nome
skills-withheld = não oferecida
skills-shadowed = não usada: vale outra com esse nome
command-say-agents = diga list, show e o nome de um agente, running, ou read, tell ou stop e um agente
command-say-skills = diga list, ou show e uma habilidade, ou nada
count-server = { $count ->
        [one] { $number } servidor
       *[other] { $number } servidores
    }
slash-agents = Mostrar os agentes que o agente pode iniciar; e os que iniciou: ler um, dizer-lhe algo ou pará-lo.
slash-skills = Mostrar as habilidades que o modelo pode usar, seu preço em tokens e suas instruções.
argument-list-show-define-and-check-the-agents-that-the = Listar, mostrar, definir e verificar os agentes que o agente pode iniciar
argument-list-show-and-check-skills-instructions-for-a-kind = Listar, mostrar e verificar habilidades: instruções para um tipo de trabalho
argument-list-the-agents-that-the-agent-may-start-with = Listar os agentes que o agente pode iniciar, com seus modelos, ferramentas e arquivos
argument-show-an-agent-with-its-prompt = Mostrar um agente com seu prompt
argument-id-or-name-of-an-agent = Identificador ou nome de um agente
argument-define-an-agent-without-prompt-the-prompt-is-written = Definir um agente. Sem --prompt, o prompt é escrito no $EDITOR ou lido da entrada padrão
argument-name-of-the-new-agent-its-id-is-made = Nome do novo agente; seu identificador é feito dele
argument-define-it-in-the-workspace-in-agentichat-agents = Defini-lo no espaço de trabalho, em .agentichat/agents
argument-mark-it-as-temporary-for-agentichat-agents-remove-temporary = Marcá-lo como temporário, para `agentichat agents remove --temporary`
argument-change-an-agent-without-an-option-open-its-file = Mudar um agente; sem opção, abrir seu arquivo no $EDITOR
argument-new-name-of-the-agent-its-id-stays = Novo nome do agente; seu identificador fica
argument-delete-the-file-of-an-agent = Apagar o arquivo de um agente
argument-delete-all-temporary-agents-of-the-user-and-of = Apagar todos os agentes temporários do usuário e do espaço de trabalho
argument-check-the-files-of-all-agents-status-2-if = Verificar os arquivos de todos os agentes; status 2 se um tem defeito
argument-task-of-the-agent-as-the-agent-that-starts = Tarefa do agente, como a lê o agente que o inicia
argument-provider-empty-for-the-session-s = Provedor; vazio para o da sessão
argument-model-empty-for-the-session-s = Modelo; vazio para o da sessão
argument-maximum-number-of-tokens-of-an-answer-256-to = Número máximo de tokens de uma resposta, 256 a 128000
argument-tools-that-it-may-have-separated-by-commas-all = Ferramentas que ele pode ter, separadas por vírgulas; all para as do agente que o inicia, none para nenhuma
argument-tools-that-it-must-not-have-separated-by-commas = Ferramentas que ele não deve ter, separadas por vírgulas; vazio para nenhuma
argument-mcp-servers-whose-tools-it-may-have-separated-by = Servidores MCP cujas ferramentas ele pode ter, separados por vírgulas; all ou none
argument-prompt-reads-it-from-standard-input = Prompt; - o lê da entrada padrão
argument-list-the-skills-that-models-are-offered-with-their = Listar as habilidades oferecidas aos modelos, com seu preço em tokens
argument-show-a-skill-with-its-instructions-and-the-files = Mostrar uma habilidade com suas instruções e os arquivos ao lado
argument-name-of-the-skill = Nome da habilidade
argument-check-the-files-of-all-skills-status-2-if = Verificar os arquivos de todas as habilidades; status 2 se uma tem defeito
settings-agents-add = `agentichat agents add NOME` define um agente; reinicie depois de `agentichat trust`
settings-agents-none = nenhum agente está definido
settings-agents-edit = `agentichat agents edit { $name }` abre seu arquivo no $EDITOR
settings-agents-other = arquivo de outro programa: mude { $path } com ele
settings-agents-shadowed = não usado
settings-agents-counts = não usado: { $place } tem o mesmo identificador e vale
settings-key-edit-file = editar
settings-fact-tools = ferramentas
settings-fact-file = arquivo
plain-set-agents = agentes
memory-by-user = por você
memory-by-agent = pelo agente
memory-by-agent-outside = pelo agente, depois de ler texto de fora
memory-by-tool = por uma ferramenta ou um colega
memory-counts-here = neste espaço de trabalho
memory-counts-everywhere = em todos os espaços de trabalho
memory-title = Memória: { $state }
memory-title-waiting = { $counted } na caixa de entrada
memory-show-inbox = caixa de entrada
memory-show-kept = mantidos
memory-show-refused = recusados
memory-show-all = todos
memory-none-waits = Nada espera por você. f mostra os outros.
memory-none-chosen = Nenhum item está escolhido.
memory-forget-again = A mesma tecla outra vez esquece { $word }.
memory-ask-new = O que lembrar:{ " " }
memory-ask-search = Procurar:{ " " }
memory-used = lembrado { $time }
memory-kind-user-pref = preferência
memory-kind-context = contexto
memory-kind-knowledge = saber
memory-kind-decision = decisão
memory-list-more = há mais: /memory search os encontra
memory-list-waiting = { $counted } na caixa de entrada: /memory inbox, depois /memory keep ou /memory refuse
memory-recall-slow = a memória não responde a tempo; as execuções começam sem lembrar nada; o registro diz mais
memory-recall-broken = nada é lembrado: { $why }
memory-forgotten = item { $word } esquecido; /memory undo o traz de volta
memory-taken-back = o item { $word } já não é lembrado
memory-nothing-undone = esta sessão não mudou nada na memória que se possa desfazer
memory-state-again = item { $word } de novo { $state }
memory-state-inbox = na caixa de entrada
memory-state-kept = mantido
memory-state-refused = recusado
memory-row-recalled = Lembrados { $number }: { $rest }  ·  /memory drop
memory-row-recall-off = As execuções desta sessão começam sem lembrar nada da memória; /memory recall on volta a ligar.
memory-row-recall-on = As execuções desta sessão começam com o que a memória lembra.
memory-no-recall = nada do que foi lembrado está nesta conversa
memory-dropped = O que foi lembrado foi retirado: não vai em pedidos seguintes nem é lembrado de novo nesta sessão.
