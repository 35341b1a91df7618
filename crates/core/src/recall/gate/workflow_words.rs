//! Words of the workflow itself: prompts made of these ask for work, not for the past.
//!
//! They stand beside the stop words, folded as terms are; a word that several languages share
//! stands in the first of them. Words that say what went wrong or what was decided are left out:
//! with one subject they make a question ("why did the migration fail").

/// English.
const ENGLISH: &str = "\
    10 able abort above absolutely actually add adding additional adjust afaik affirmative \
    afterward afterwards against agree agreed ah ahead ahed ahold ahoy aight ain almost alone \
    along already alright alrite alternative alternatives although always amazing amend analyze \
    answer answers anymore anyone anything anyway anywhere apparently applied applies apply \
    appreciated approach approaches approved aren around asap ask asked asking atm attempt \
    automatically away awesome awesum awful awsome aye back bad basically beautiful begin being \
    believe below best better between big bigger bit boss both branch branches brb break_ brief \
    briefly brilliant bring bro bruh btw bug bugs build building builds built bullet bullets bump \
    bunch bye cancel cannot cant care careful carefully carry catch certainly champ chance change \
    changed changelog changes changing check checked checking checkout checks cheers cherry chill \
    chinese choice choices choose clarify clean cleaned cleanest cleaning cleanup clear clearer \
    clearly clever close closed closer closes code codebase combine comit command commands \
    comments commit commits committed committing compile compiled compiles complain complains \
    complete completed completely complex complicated concerned concise confirm confirmed \
    conflict conflicts confused confusing consider considering cont contineu contineue continue \
    continues continuing contiune contniue cool copy correct corrected correction corrections \
    couldn couple course crap create creating curious current currently dammit damn dang darn day \
    debug debugging decent decide decides deeper definately definetly definitely delete deleting \
    deploy deployed deploying deploys describe description detail detailed details didnt diff \
    different differently diffs dig directly directory docs doesnt dokie dont double down draft \
    drafted drafts dude dunno during each easier easiest easy edit edited editing edits eh eight \
    either elaborate end english enough entire entirely error errors especially evening ever \
    every everyone everything everywhere exact exactly example examples excellent exclude execute \
    expand explain explained explaining explains explanation extra failed_ fam fantastic far fast \
    feel ffs fifth file files final finalise finalize finalized finally find fine finish finished \
    finishes finishing first firstly five fix fixed fixes fixing fixup folder folders folks \
    follow followed following force forget forgot forgotten format formats formatted formatter \
    formatting forward found four fourth french full fully function functions funny fyi gave geez \
    generally generate genius german gg gimme git give given gives gj go god goes going gone \
    gonna good goodbye gosh gotcha gotta great green guess guys guyz hadn haha half halt hang \
    hang_ happen happened happening happens happy harder hasn hate hated haven heading heck hell \
    hello help helped helps hey heya hi hiya hm hmm hmmm hold holy hooray hope hopefully horrible \
    howdy however hows huh hurry idea ideas idk ignore ill immediately imo implement \
    implementation implementing important impressive improve improvement improvements include \
    included including incorrect indeed inspect install installed installing installs instead \
    interesting investigate isnt issue issues italian item items itself ive japanese join keep \
    keeps kick kidding killed kind kinda kindly kk know known knows korean kudos lad language \
    last later latest launch least leave leaves left legit lemme less lets lgtm liked likes line \
    lines lint linter linting list listed lists literally little lmao lmfao locally loks lol long \
    longer look looking looks lost lot lots love lovely main makes manage manually markdown \
    master mate matter matters maybe mean means meant meanwhile mention mentioned merge merged \
    merges merging mess message messed messy method methods mhm mhmm mind mine minute minutes \
    missed mistake mistakes mmkay modification modifications modified modify moly moment morning \
    move moved moving mr multiple mustn myself nah nailed nay nearly neat necessary need needed \
    needn needs neither never nevermind new newer next nice nicely nicest night nine none nope \
    nothing np nvm obvious obviously odd ofc oh ok okay okey oki okie okk okya old older omg onto \
    oops oopsie oopsy open opened opens opinion optimize option options order ordered otherwise \
    ought ours outline output overcomplicated paragraph part parts pass passed passes passing \
    paste pause peasy peeps pelase pending perfect perhaps phew phrase piece pieces plan plans \
    pleas pls plz point points polish portuguese possible pr prefer pretty prev previous print \
    probably problem problems proceed progress project proper properly props prs psuh publish \
    pull pulled pulls push pushed pushes pushing put puts question questions quick quickly quit \
    quite ran rather read reading readme reads ready really rebase rebased rebasing rebuild recap \
    recommend recommendation recommendations red redid redo redone refactor refactored \
    refactoring relax remainder remaining remember remove removing rename renaming repeat replace \
    reply repo rerun reruns resolve respond response restart result results resume retest revert \
    reverted reverting reverts review reviewed reviewer reviewing reviews revisit rewrite \
    rewritten right rn rock rocked rocks roger roll rollback rolled run running runs rush russian \
    said save saved saves saving saw say saying says screwed sec second secs see seem seemed \
    seems seen sense sentence sentences separate separately serious seriously seven sgtm shall \
    shan sheesh ship shipit short shorten shorter shortest shouldn show shown shows sign signed \
    silly similar simple simpler simplest simplified simplify simply since single six sixth skip \
    skips slightly slowly small smaller smart solution somehow someone something somewhere sonds \
    soon sorry sort sorta sorted sound sounds spanish speak spec split spot squash squashed \
    staged start started starting starts stash status stay step steps stick stop stopped strange \
    stuff stupid suggest suggested suggestion suggestions suite summarise summarize summarized \
    summarizing summary sup super sure sweet take takes taking talk task tasks tbh teh tell ten \
    terrible terse test tested testing tests thank thanks thankyou thansk thats theirs theyre \
    thing things think thinking thinks third thnaks thoroughly though thought thoughts three thx \
    tidy till time times tldr tnx today todos together tomorrow tone took totally touch touched \
    touching tracked translate tried tries trust try trying ttyl turn tweak tweaks twice two ty \
    typecheck typo typos tysm ugh ught ugly uh uhhuh under understand understood undo undone \
    unfortunately uninstall unit unnecessary unstaged until untracked unused update updated \
    updates updating upgrade upon useful useless usually validate verbose verified verify \
    verifying via wait waiting walk wanna want wanted wants warning warnings wasnt watch way ways \
    wdym wdyt weird welcome well went weren wfm whatever whats whenever wheres wherever whew \
    whichever whole whoops whose wip wish within without wonderful wondering wont woo woot word \
    wording words work worked working works worries worry worse worst wouldn wow wrap wrapped \
    write writing written wrong wrote wtf yah yay ye yea yeah yep yepp yes yess yessir yet yikes \
    yippee yo yolo youre yours yourself youve ys yse yup yw";

/// Spanish.
const SPANISH: &str = "\
    abajo abras abrazo abre abrelo abrir aca acaba acabado acabar acabas aclara actual actualiza \
    actualizado actualizalo actualizar actualmente acuerdas acuerdo adelante ademas adios \
    agradezco agrega agregalo agregar agregues aguanta aguarda ahi ahora ahorita ajusta ajustar \
    aleman algo algun alguna alguno alli alta alto ambas ambos anadas anade anadelo anadir anda \
    andale anos anterior antes antigua antiguo aplica aplicalo aplicar aprobado apruebo apunta \
    aquel aquella aquello aqui archivo archivos arranca arrancar arregla arreglado arreglalo \
    arreglalos arreglar arreglaste arriba asegura asegurate asi atras aun aunque avancemos avanza \
    avisa avisame aviso avisos ayuda ayudame ayudar bah barbaro basta bastante bien boludo borra \
    borrador borralo borrar borres breve brevemente buen buena buenas buenisimo bueno buenos \
    busca buscar cada calma cambia cambiado cambialo cambiar cambiaste cambies cambio cambios \
    cancela cancelalo cancelar carpeta carpetas casi castellano cerrar chau chequea chequear \
    chido chino cierra cierralo cierres cierta cierto ciertos cinco clara claro codigo comando \
    comentario comentarios comenzar comienza comitea comitealo comitear commitea commiteado \
    commitealo commitear commiteaste compila compilar completa completalo completamente completar \
    completo complicado comprendido comprobado comprobar comprueba compruebalo conciso confirma \
    confirmar confirmo conmigo consideres contame contesta contigo continua continuar continuas \
    continuemos contra convence convendria coreano corras corre correcta correctamente correcto \
    corregido corregir correlo correr corrido corriendo corrige corrigelo corriste corta corto \
    cortos cosas crack crea crealo crear creas crees creo cuales cualquier cualquiera cuarta \
    cuarto cuatro cuentame cuidado dale dame damelo dar debajo debe debemos deberia deberias \
    debes decime decir deja dejalo dejame dejar dejarlo dejaste demas demasiado deploya deployar \
    desde deshacer deshaz deshazlo despacio desplegar despliega despliegalo despues detallado \
    detalle detalles deten detente detuviste dia dias dices dicho diez diferente diferentes digas \
    dije dijiste dime dimelo directamente disculpa disculpe distinta distinto divide dividir duda \
    dudas edita editar ejecuta ejecutado ejecutalo ejecutalos ejecutando ejecutar ejecutas \
    ejemplo ejemplos eleccion elegi elegir elige elimina eliminalo eliminar elimines ellas ellos \
    emm empecemos empeza empezar empezaste empieces empieza empuja encanta encima encuentra \
    enfoque enfoques ensena ensename ensenamelo entendi entendido entendiera entendiste entera \
    entero enteros entiende entiendes entiendo entonces entre enumera enumerados equivoque eres \
    errores esas escoge escribas escribe escribelo escribir escribiste escrito esos espanol \
    espera esperame esperar esperate estabamos estamos estan estar estas esten estilo estos estoy \
    estupendo exactamente exactas exacto excelente explica explicacion explicado explicalo \
    explicame explicamelo explicar explicas explicaste explicate expliques falta faltan falto \
    fantastico favor fenomenal feo fichero ficheros fijate finalmente forma formatea formatealo \
    formatear formato frances frase frases fueron funcion funciona funcionan funcionando \
    funcionar funcione funciono fusiona fusionar genera genial gracias grande grasias grax guarda \
    guardalo guardar guay gusta gustan gustaria gusto hablamos hablar hablas hablemos hacelo \
    haceme hacemos hacer hacerlo haces hacia haciendo haga hagamos hagamoslo hagan hagas hago han \
    hara haras hare haria harias hasta haya haz hazla hazlo hazlos hazme hecha hecho hemos \
    hicieras hiciste hizo hola hostia hoy ibamos idioma ignora igual implementa implementalo \
    implementar importa incorrecto increible ingles inicia iniciar innecesarias innecesario \
    innecesarios instala instalalo instalar intenta intentalo intentar intentarlo intentemos \
    inutiles iremos italiano jaja jajaja jamas japones jeje joder lado lados lanza lanzalo lanzar \
    larga largo largos larguisimo lee leelo leer lentamente limpia limpialo limpiar linea lineas \
    lintea lista listo listos luegito luego mal manana mandale mandar mandaste manera maquina \
    mayor mejor mejora mejorado mejorar mejorarias menor menos mensaje mergea mergeado mergealo \
    mergear metas mete meter mientras mil minuto mira mirado mirame mirar mis misma mismas mismo \
    mismos mitad mmm modifica modificado modificalo modificar modificaste modifiques modo mola \
    momento mostrame mostrar mostraste mucha muchas muchisimas muchisimos mucho muchos muestra \
    muestrame muestramelo muestres mueve nada necesitamos necesitas necesito ni ningun ninguna \
    ninguno noches nomas nop nosotros nota notas nueva nuevamente nuevas nueve nuevo nuevos nunca \
    observacion obviamente obvio ocho ojo okis olvida olvidalo olvidaste olvides olvido omite \
    opcion opciones opinas orale ostras otra otras otro otros palabra palabras parar paraste \
    parate parece parecen parezca parte partes pasa pasado pasalo pasame pasan pasando pasar \
    pasaron pase pasemos pasen paso pasos pega pendiente pendientes pensar peor perdido perdon \
    perdona perdone perfecta perfectamente perfecto piensa piensas pienso poca poco pocos podamos \
    podemos poder podria podrias pon poner pongamos pongas poniendo ponla ponle ponlo porfa \
    porfavor porfis portugues pq prefiera prefieras prefieres prefiero pregunta preguntar \
    preguntas preguntes preocupes primer primera primero proba probablemente probalo probar \
    probaste problema problemas procede proceder pronto propones propuesta propusiste proseguir \
    prosigue proxima proximo proyecto prueba pruebalo pruebas publica publicar puedas puede \
    pueden puedes puedo pues punto puntos pushea pusheado pushealo pushear pusheaste queda \
    quedamos quedan quede quedo queremos quieras quieres quiero quinto quisiera quita quitalo \
    quitar quites quiza quizas rama ramas rapidamente rapido rara raro razon realmente rebasea \
    rebasear recomendarias recomiendas recuerda reemplaza reescribe refactoriza refactorizala \
    refactorizalo refactorizar reintenta reintentar renombra renombralo renombrar repasa repasalo \
    repasar repetir repite repitelo repositorio resolver responde respondeme responder respuesta \
    resto resuelve resuelvelo resultado resultados resumelo resumeme resumen resumido resumir \
    revertir revierte reviertelo revisa revisado revisalo revisar revisaste revises revision rojo \
    rojos ruso sabes salida salta saludos sea sean segui seguir segun segunda segundo segura \
    seguramente seguro seis sencilla sencillas sencillo sep separa separalo separar sera seran \
    seria siempre siento siete siga sigamos sigas sigue siguiendo siguiente siguientes \
    simplemente simplifica simplificala simplificalo sip sirve sirvio sobra sobran solamente solo \
    solucion soluciona solucionado solucionar somos soy subas sube subelo subelos subi subido \
    subilo subir subirlo subiste suena sugerido sugerir sugeriste sugieres supuesto suya suyo tal \
    tampoco tan tanto tardes tarea tareas tenemos tener tenes tengo tenias tercer tercera tercero \
    termina terminado terminalo terminamos terminando terminar terminaste terminemos testea \
    testealo testear ti tiempo tienen tienes tio tmb toca tocar toda todas todavia toques \
    totalmente trabajo traduce traducelo tranqui tranquilo tus tuviera tuya tuyo uf ultima ultimo \
    unitarias unitario unitarios ups usa usalo usar uses usted ustedes va vale valida vamos van \
    vas vaya vea veces vemos venga veo ver veras verdad verde verdes verifica verificalo \
    verificar ves vez vieja viejo vinetas viste visto volver vosotros voy vuelve xd xfa xq";

/// Portuguese.
const PORTUGUESE: &str = "\
    abordagem abordagens abra abraco acabe acabou acha achar achas acho achou acontecendo \
    aconteceu acrescenta acrescente adiante adiciona adicionar adicione adorei aff agora agradeco \
    aguarde ahn ainda ajuda ajudar ajude ajuste ajustes alem alemao algum alguma ali almocar \
    altera alteracao alteracoes alterar altere alterou amanha antiga antigo apaga apagar apague \
    apenas aplique aprovado aprovo aquela aquele aquilo arquivo arquivos arrasou arruma arrumar \
    arrume arrumou assim ate atual atualiza atualizado atualizar atualize atualmente avanca \
    avance avise bacana baixo bele beleza belezinha bem blz boa boas bom bons bora bota bote \
    brigada brigado builda buildar calmai cancele cara caramba certa certeza certinho certo checa \
    checar chega cheque chines cima coisa coisas coloca colocar colocou coloque combinado comeca \
    comecar comece comecei comecou comigo comita comitar comite comitou commita commitado \
    commitar commite commitou concisa concordo confere conferir confira confirme confuso consegue \
    conserta consertar conserte continuando convenceu correta correto corrigido corrigir corrigiu \
    corrija cria criado_ criar crie criou curta curtinho curto deixa deixar deixe deleta deletar \
    demais denovo depois descreva descreve desculpa desculpe desfaca desfaz desfazer \
    desnecessario desnecessarios dessa desse desta deste detalhadamente detalhado detalhe \
    detalhes deu devagar deve deveria devia devo dez diga direitinho direito diretamente direto \
    disse disseste disso disto divida diz dizer dnv dois duas dum duma duvida duvidas eae edite \
    eita elas eles embaixo embora empurra enquanto entende entendeu envia enviar envie enviou \
    enxuto errada errado erro erros esclareca escolha escolhe escolher escreva escreve escrever \
    escreveu espanhol esperando espere esqueca esquece esqueceu esquisito essas esses estao \
    estavamos esteja estes estiver estou estranho etapa etapas exatamente exato exclua exclui \
    excluir executa executar exemplo exemplos explicacao explicando explicou explique faca \
    facamos faco fala falamos falando falar fale falei falou faltam faltando faltava faltou fara \
    farei faria farias faz faze fazendo fazer fazes fecha fechado fechar feche fechou feita feito \
    fez fica ficar ficaram ficaria ficheiro ficheiros ficou finaliza finalizar fique fiz fizer \
    fizeste flw foram formata formatar formate formatou frente funcao funcionam funcionou galera \
    garanta garante garantir gente gentileza gera gerar gere gostamos gostaria gostei gosto hein \
    hoje huehue ideia ideias implanta implemente incrivel indo inicie instale inteira inteiro \
    inteiros ir jamais jeito joga kkk kkkk lanca legal leia lembra lembre lembro ler leva lhes \
    limpa limpar limpe linguagem linha linhas linta listar liste logico logo longa longe longo \
    lugar lugares maior manda mande mandou maneira maneiro mano maravilha massa melhor melhora \
    melhorar melhoraria melhore melhoria melhorias mensagem mergeia mergeie mescla mescle mesma \
    mesmas mesmo mesmos metade meus mexa mexe mexer mim minhas minutinho modificacoes modifique \
    mostra mostrado mostre mostrou motivo mova muda mudanca mudancas mudar mude mudou muita \
    muitas muitos nada_ necessario nela nele nem nenhum nenhuma nessa nesta neste nisso nisto \
    noite nossa note nova novamente novas nove novo novos num numa obg obgd obrigada obrigado \
    observacao observado oi oito ola olha olhada olhar olhe olhou opa opcao opcoes opiniao oq \
    otima otimo outra outras outro outros palavras parabens paramos pare parecem parei parou \
    passa passam passando passar passaram passe passem passo passos passou pasta pastas pegar \
    pegue pelas pelos pendente pendentes pensa pense penso pera perae perai percebi perfeita \
    perfeitamente perfeito pergunta perguntas pergunte perto pf pfv pfvr pior plano pode podem \
    poderia poderias podes podia poe pois ponha ponto pontos porreiro posso pouca poucas pouco \
    pras precisa precisamos precisar precisas preciso prefere preferir prefiro primeira primeiro \
    pro procura procure projeto pronta prontos propoe propos pros prosseguir prossiga \
    provavelmente proximos publique puder pula pule pusha pushado pushar pushe pushou puxa quais \
    qualquer quantos quarto quase quatro quebrar_ quer queres queria quero quieto quinta quis \
    quiser ramo ramos rapidao rapidinho rascunho razao rebaseia recomenda reescreva reescreve \
    refaca refatora refatorar refatore refaz refazer remova remover renomear renomeia renomeie \
    repete repita resolva resolveu resolvido responda resposta restante restantes resuma resumo \
    retenta reto reve reveja reverta reverte reverter revisao revise revisou roda rodado rodando \
    rodar rodaram rode rodei rodou rsrs russo sabe saida salva salvar salve saquei segue seguindo \
    seguinte sei seja sejam sempre separe serio sete seus siim sim simbora simples simplesmente \
    simplifique sobe solta solucao somente sou ss suas suba subiu sucinta sucinto sugere sugeriu \
    sugestao sugestoes sumiu talvez tao tarde tarefa tarefas tava tb tbm tchau temos tempo tenho \
    tens tenta tentamos tentando tentar tente tentei tentou ter terceira terceiro termine \
    terminou testa testar testaste teste testes testou teu tinha tinham tira tirar tire tirou \
    tivesse tmj tocando top topicos trabalho traduz traduza troca troque tua tudinho tudo uai ue \
    usamos vai valeu valide vamo vao vc vcs veja vejamos vejo velha velho verdade verificado \
    verificou verifique vermelho versao vezes viu vlw vlww voces volta voltar volte vou";

/// German.
const GERMAN: &str = "\
    ab abbrechen abend abgemacht abgeschlossen absatz abschliessen abschließen abschluss ach \
    achso acht aha ahm ahnlich ahnung aktualisier aktualisiere aktualisieren aktualisiert \
    aktuelle aktuellen allem allen allerdings alles alte alten alter altes ander andere anderen \
    anderer anderes andern anders anderst anderung anderungen andre anfangen anfassen angefasst \
    angepasst angeschaut anlegen anpassen anpassung anpassungen anruhren ans ansatz ansatze \
    anschauen anscheinend ansehen antwort antworte antworten anwenden anzeigen arbeit arbeite art \
    aufgabe aufgaben aufgehort aufhoren aufpassen aufraumen aufteilen ausfuhren ausfuhrlich \
    ausfuhrlicher ausgabe ausgeben ausgefuhrt ausgezeichnet ausrollen auszufuhren außerdem bald \
    bau baue bauen bearbeite bearbeiten beende beenden befehl beginne beginnen behalte behalten \
    beheb behebe beheben behoben beibehalten beide beidem beiden beides beim beinahe beispiel \
    beispiele bekommst benannt benenn benenne benutze benutzen bereinig bereinige bereinigen \
    bereit bescheid beschreib beschreibe besprochen besser bestatig bestatige bestatigen beste \
    besten bestens bestimmt bevor bevorzuge bisher bisschen bissl bist bitteschon bloß branche \
    brauche brauchen brauchst brich bringe bringen bruder bzw checke checken chinesisch commiten \
    commitet committe committen committest committet dabei dafur danach dank danke dankeschon \
    daran darauf daraus darf darfst darin daruber datei dateien davon davor dazu definitiv dein \
    deine deinem deinen deiner demnachst denk denke denken denkst denn deploye deployen deshalb \
    deswegen detailliert deutlich deutsch deutsche dich diesem diesen dieses diesmal digga ding \
    dinge dinger dir dokumentier dran drauf drei drin dritte dritten druber drunter durchgehen \
    durchlaufen durchlesen durfen eben ebenso echt echte egal eigentlich einchecken einfach \
    einfacher einfachste einfachsten einmal eins einverstanden einzeln einzelne einzelnen \
    einzufugen empfehlen empfehlung empfiehlst ende englisch englische entfern entferne entfernen \
    entscheide entscheidest entschuldige entschuldigung entweder entwurf entwurfe erganze \
    erganzen ergebnis ergebnisse erklar erklare erklaren erklarst erklarung erledige erledigen \
    erledigt erneut ersetze ersetzen erst erste erstell erstelle erstellen erstellt ersten erster \
    erstes erstmal erteilt erzahl erzeuge erzeugen etwa etwas euch euer eure eventuell fahr fahre \
    falls falsch falsche falschen fang fange fass fasse fassen fehl fehlen fehler fehlern fehlt \
    feierabend fein fertig fertigstellen finde finden findest findet fixe fixen formatier \
    formatiere formatieren formatierung fort fortfahren frage fragen franzosisch freigabe \
    freigegeben fug fuge fugen fuhr fuhre fuhren fuhrst funf funfte funktion funktionieren \
    funktioniert ganz ganze ganzen gar geandert gebaut gebe geben geblieben gebracht gedacht \
    gefallt gefixt gefragt gegangen gegeben gegen gegenchecken gegenprufen geh gehe gehen geht \
    gehts geil geklappt gelost_ gemacht gemeinsam gemeint gemerged gemergt genau genauer genauso \
    genehmigt genommen gepruft gepushed gepusht gerade gern gerne gesagt geschaut geschrieben \
    gesehen gestartet getan getestet getrennt gewesen gib gibst gibt ging glaub glaube glaubst \
    gleich gleiche gleichen gleicher grad grob grossartig großartig großer grun grund grunde \
    grundlich grune grunen gruss guck gucke gucken gut gute guten guter gutes hab habt hah halfte \
    hallo halte haltst hammer hast hattest helfen herum hervorragend heute hierfur hierzu hihi \
    hilf hilfe hin hinaus hinzu hinzufugen hinzuzufugen hochladen hochstens hoffentlich hor idee \
    ideen ignoriere ihm ihn ihnen ihre ihren immer immernoch implementier implementiere \
    implementieren ins insgesamt installier installiere installieren irgendwas irgendwie irgendwo \
    italienisch jahre jap japanisch jau jawohl jawoll jede jeden jeder jedes jenes jep jetzt \
    jeweils jo joa jup kannst kapiert keinen keiner keins klappt klappts klar klarer klaro klasse \
    kleiner klingen klingt knapp knapper komisch komm kommen kommentar kommentare kommentier \
    kommentiere kommt kompilier kompiliere kompilieren komplett kompliziert komplizierter konnen \
    konnt konnte konntest kontrolliere kontrollieren kopiere koreanisch korrekt korrigier \
    korrigiere korrigieren korrigiert kp kram krass kriegst kurz kurze kurzem kurzen kurzer \
    kurzform lade laden lang langen langer lass lasse lassen lasst lauf laufe laufen lauft lauter \
    leg lege leid leider lesbarer lese lesen letzte letzten letzter letztes leute lg lieber lief \
    lies ließ linte linten losch losche loschen loschst lose losen losung mach mache machen machs \
    machst macht machtest magst mann mehrere mehrfach meine meinetwegen meinst meintest meinung \
    meisten mensch mergen mergst mfg mindestens mist mitteilen mochte mochten mochtest moin \
    momentmal morgen muss mussen musst musste nachprufen nachricht nachschauen nachsehen nachste \
    nachsten nachster nachstes nacht naja naturlich nee nehme nehmen nein nett neu neue neuen \
    neuer neues neun neustarten nichts nie niemals nimm nimmst nirgends nix nochmal nochmalig \
    nochmals nutze offensichtlich offne offnen offnest offnet oke okidoki optionen ordentlich \
    ordner ordnung paar passiert passt pausier perfekt portugiesisch prima probier probiere \
    probieren probleme problemen projekt pruf prufe prufen prufst puh punkt punkte pushen pushst \
    raum raume raus rebasen recht refactore refactoren refaktorier refaktoriere refaktorieren \
    reicht rein reparier repariere reparieren restliche restlichen reviewe reviewen richtig \
    richtige richtigen rolle rot rote ruckgangig ruhr russisch sache sachen sag sage sagen sagst \
    sagtest satz satze satzen sauber saubere sauberer schade schaffst schau schaue schauen \
    schaust schaut scheisse schick schicke schlagst schlecht schlechter schließ schließe \
    schließen schnell schone schoner schreib schreibe schreiben schreibst schritt schritte \
    schritten schrittweise sechs sehe sehen sehr seid seine seinen sekunde selbe selben \
    selbstverstandlich seltsam servus setz setze setzen sicher sieben sieh siehst sieht sinn \
    sobald sofort solange soll sollen sollst sollte sollten solltest sonst sorgfaltig sowie \
    sowohl spanisch spater speichere speichern spitze sprache stand starte starten startest statt \
    stattdessen stehen stehengeblieben stell stelle stellen stichpunkte stichpunkten stichwort \
    stichwortartig stichworte stimme stimmig stimmt stopp suche suchen tag tausend teil teile \
    teilen testen testest testlauf tja toll trenne trennen trotzdem tschuess tschuss tue tun tust \
    tut tuts uberall uberflussig uberflussige uberflussigen uberpruf uberprufe uberprufen \
    ubersetze uberspring uberspringe ubrige ubrigen umbenennen umgesetzt umschreiben umsetzen \
    unbedingt ungefahr unnotig unnotige unnotigen unsere unseren usw variante verandert \
    verbessere verbessern verbessert verbesserung verdammt vereinfache vergessen vergiss \
    verifiziere veroffentliche veroffentlichen verschiebe verstanden verstandlich verstandlicher \
    versteh verstehe verstehst versteht versuch versuche versuchen versuchs verwende verwerfen \
    verwirf verwirfst verwirrend verzeichnis verzeihung vg viel viele vielen vielleicht vier \
    vierte vierten vllt vollstandig vorgehen vorgehensweise vorgeschlagen vorher vorherige \
    vorherigen vorige vorschlag vorschlage vorsichtig wahl wahle wahrend wahrscheinlich ware \
    warnung warnungen wars warst wart warte warten weder weil weise weiss weiter weitere weiteren \
    weiteres weitergehen weitergeht weitermachen weitermachn weitermachst weiß weißt welch welche \
    welchen welcher welches wem wen wende wenig weniger wenigstens werde weshalb wessen \
    wiederherstellen wiederhole wiederholen wieso wietermachen willst wirklich wirkliche wirst \
    wobei wofur woher wohin wohl wollen wolltest womit wort worte worten wunderbar wurdest zb \
    zehn zeig zeige zeigen zeile zeilen zeilenweise zeit zeugs ziemlich zuerst zufrieden zunachst \
    zuruck zurucksetzen zusammen zusammenfassen zusammenfassung zuviel zwei zweig zweige zweite \
    zweiten zweites zwischen";

/// French.
const FRENCH: &str = "\
    abord absolument accord acheve actualise actualiser actuel actuelle actuellement adapte adore \
    afin aide aider aime aimerais ainsi air ajoute ajouter ajoutes ajoutez ajuster allait \
    allemand aller allez allo allons alors ameliorations ameliore ameliorer ameliorerais ancien \
    ancienne anciens anglais annule annuler annulez apparemment applique appliquer approche \
    approches approuve apres arrete arreter arretez arriere arrive assez assure assurer attend \
    attendez attendre attends attention aucun aucune aujourd aura aurais aussi autant autre \
    autrement autres avais avancer avant avertissement avertissements avis ayez bas bcp beau \
    beaucoup ben besoin bientot bizarre bof bon bonjour bonne bonnes bonsoir boulot bravo bref \
    brievement brouillon brouillons builde builder ca calmement car carrement ceci cela celle \
    celles celui certain certaines certains cest ceux chacun changement changements changer \
    changez chaque cherche chercher chez chinois choisir choisis choisissez choix chose choses \
    chouette cinq cinquieme clair claire clairement clarifie colle combien commande comme \
    commence commencer commencez commencons commentaire commentaires commiter commites commitez \
    committer compiler complet completement completer complique comprenais comprend comprendre \
    comprends compris concis conclure concretement confirmer conseilles continuer continuez \
    continuons contre controle controler convainc convient copie coreen correcte corrigees \
    corriger corrigez coucou court courte courts cree creer creez crois dac dacc daccord decris \
    dedans defaire defais degage demain demarre demarrer deplace deploie deployer deployez depot \
    dernier derniere derniers desole desolee dessous dessus detaille detaillee deux deuxieme \
    devez devrais devrait differente differentes differents dirais diras dire directement dis dit \
    dites divers divise diviser dix doit dommage donne donner donnes donnez dossier dossiers \
    doucement dsl ecrire ecris ecrit ecrite ecrits ecrivant ecrives ecrivez editer efface effacer \
    enchaine enchainons encore enfin enleve enlever enlevez enregistre enregistrer ensuite \
    entendu entier entiere enumere envoie envoyer erreur erreurs espagnol essaie essaye essayer \
    essayez etais etape etapes etes etions etrange euh evidemment exactement excellente excuse \
    excusez executer executez exemple exemples explication explications expliquer expliquez facon \
    faire fais faisait faisons faite faites faits fallait fasses faudrait fausse faux fera ferai \
    ferais feras ferme fermer fermez fichier fichiers finalement finaliser finalisons fini finie \
    finir finis finissez finissons fixer fois fonce fonction fonctionne fonctionnent font \
    formatage formater formidable francais franchement frere fusionne fusionner garde garder gars \
    genere generer grand grave gros haut hop hui huit hum idees impec impeccable implementer \
    implementez importe infiniment inquiete installe installer installez instant inutile \
    inutilement italien japonais jeter jette joue jour journee jsp jusqu jusque juste laisse \
    laisser laisses laissez lance lancer lances lancez langue laquelle lentement lequel lesquels \
    leurs ligne ligne_ lignes lire lis lisez lisible lisibles liste_ logique longue lors lorsque \
    lu magnifique maintenant maj maniere manque manquent marche marchent mauvais mauvaise mdr mec \
    meilleur meilleure memes merci mercii mercis merde merger mergez mets mettez mettre miens \
    mieux mince modifie modifier modifies modifiez moi moins moitie montre montrer montres \
    montrez mrc nan necessaire necessaires nettoie nettoyer nettoyez neuf nickel nn notes nouveau \
    nouveaux nouvelle nouvelles nuit ote oter ouai ouaip ouais oublie oublier oubliez oue ouep \
    ouf oui oups ouvre ouvrez ouvrir paragraphe parce pardon pareil pareille parfait parfaite \
    parfaitement partie parties partout passent passer patience pendant penser penserais penses \
    pensez perdu petit petite petites petits peu peut peux phrases pire pk plaisir plait \
    plusieurs plutot portugais poto pourrais pourrait pourriez poursuis poursuivez poursuivons \
    poursuivre pousse pousser poussez pouvez pouvoir pouvons precedent precedente precis precise \
    precisement preciser prefererais preferes premier premiere prendre prends prenez presque pret \
    prete pris probablement problemes prochain prochaine projet propose proposee proposes \
    proposition propre proprement ptdr publie publier puces puis puisque puisses punaise puree \
    pusher pushez qd quasiment quatre quatrieme quelconque quelles quelqu quelque quelques quels \
    quoique raconte raison raisons rajoute rajouter rapidement rapidos rappelle rebaser \
    recommandes recommence recommencer recu redemarre redige reecrire reecris reessaie reessaye \
    reessayer refacto refactorise refactoriser refaire refais regarde regarder regardez relance \
    relancer relancez relecture relire relis remarque remets remplace remplacer rend rends \
    renomme renommer renommez repare reparer reparte reparti repertoire repeter repondez repondre \
    reponds reponse reponses reprendre reprends reprenons resolu resoudre resous restant restants \
    restaure reste restent restes resultat resultats resumer resumes resumez retablis retente \
    retenter retire retirer retour revenir reviens revoir revois revu revue rien rouge rouges \
    roule russe sais sait salut saute sauvegarder savoir seconde secondes selon semble semblent \
    sens sens_ separer sept serait serez serieux seulement sien simplement simplifie simplifier \
    sinon slt soient soir soiree sois soit sommes sonne sortie souci soucis stoppe stp style \
    suffit suggere suggeres suis suivant suivante suivants supprime supprimer supprimes supprimez \
    svp tache taches tant tantot tard tellement temps tenter terminee terminer terminez terminons \
    tester testez tien tiens tiret tirets tkt tomber tot totalement touche toucher touches \
    toujours tourne tournent tourner toute toutes traduire traduis travail trois troisieme trop \
    trouve trouver trouves truc trucs ui unitaire unitaires utilise utiliser utilisez vais \
    valider validez vasy venir verification verifie verifier verifies verifiez vers vert verte \
    verts veuillez veut veux vieille viens vient vieux vire virer vite vitesse voici voila voir \
    vois volontiers vont vos votre voudrais voulais voulait voulez vouloir voyez voyons vrai \
    vraiment vu zut";

/// Italian.
const ITALIAN: &str = "\
    abbastanza abbiamo accidenti accordo adesso adoro affinche aggiorna aggiornalo aggiornare \
    aggiornato aggiunga aggiungere aggiungi aggiungilo aggiusta aggiustalo aggiustare ahah \
    aiutami aiutare aiuto alcune alcuni allora altra altre altri altrimenti altro ancora andare \
    andiamo anni annulla annullalo annullare apparentemente appena applica applicalo applicare \
    apposto approcci approccio approvato approvo apri aprilo aprine aprire arrivederci aspetta \
    aspettare assicura assicurarsi assicurati assolutamente attendi attenta attento attenzione \
    attimo attuale attualmente avanti avere avessi avete aveva avevi avrei avvia avvialo avviare \
    avvisami avvisi avviso beh bel bella bellissimo bello bene benissimo bisogna bisogno boh \
    bozza bozze brava bravissimo buildare buon buona buonanotte buonasera buongiorno buono cambi \
    cambiala cambiamenti cambiamento cambiare cambiato cancella cancellalo cancellare capire \
    capisci capisco capito capivo carica caricare cartella cartelle caspita cavolo cerca cercare \
    certamente chiara chiarisci chiaro chiudere chiudi chiudiamo chiudilo chiunque ciao cinese \
    cinque cio cioe cmq codice coi col comincia cominciamo cominciare commenti commento committa \
    committalo committare committato committi compilare compiti compito completare completato \
    complicato comunque concludi concludiamo concretamente conferma confermare confermo consigli \
    continuare continui continuiamo contro controlla controllalo controllare controllato \
    controllo convince correggere correggi correggila correggili correggilo corretta corretto \
    correzione correzioni cos cose cosi creare credi credo dagli dai dall dallo dammela dammi \
    dappertutto dare davvero decidi degli dell dello dentro deployare descrivi dettagli \
    dettagliata dettagliato dettaglio detto devi diceva dici dico dieci differenti dimentica \
    dimenticato dimmelo dimmi diresti direttamente disfa dispiace diversa diverse diversi diverso \
    dividere dividi dobbiamo domanda domande domani dov dovere dovrebbe dovresti due dunque \
    eccellente ecco ed eddai ehi ehila ehm elenca elencami elencare elenco eliminala eliminare \
    entrambe entrambi eravamo eri errore errori esattamente esatto esegui eseguila eseguili \
    eseguilo eseguire eseguito esempi esempio facciamo faccio facendo fai falle fallo fammela \
    fammelo fammi fanno faresti farla farlo faro fate fatta fatti favore ferma fermare fermati \
    fermato fermiamoci fermo figo figurati finalizza finche finiamo finire finisci finiscilo \
    finita finito finora fondi formatta formattare formattazione forse forza fosse fra francese \
    frasi frate funziona funzionano funzionare funzionato funzionava funzione generare \
    gentilissima gentilissimo giapponese giornata gira girano girare girato giu giusta giusto \
    glielo grandi grandioso grazie grz guardami guardare guardato implementare incolla indietro \
    infatti inglese inizia iniziamo iniziare iniziato insomma installa installalo installare \
    intanto intendevi intendevo intendi intendo intera intero inteso inutili invece invia inviare \
    lancia lanciali lancialo lanciare lanciato lascia lasciala lascialo lasciare lavorare lavori \
    lavoro leggere leggi leggibile leggilo letto li lingua lunga lungo magari mah mai male manca \
    mancano mando maniera mannaggia mantieni meglio meno mentre mergi mergia mergialo mergiare \
    messaggio messo meta mettere metti mettila mettilo mie miei migliora miglioramenti migliorare \
    migliore miglioreresti mille modificare modificato modifiche molta molte molti mostramela \
    mostramelo mostrami mostrare muoviti negli nell nello nemmeno nessun nessuna nessuno nient \
    niente notte nulla nuova nuovamente nuove nuovi nuovo occhio occorre od oggi ogni ognuno \
    oltre opinione ops opzione opzioni ora ormai osservazione ottima ottimi ottimo otto ovunque \
    ovviamente ovvio parecchi parere parola parole parti partire passaggi passaggio passano \
    passare passati passato passi passiamo passino peccato peggio peggiore pensare pensi \
    perfavore perfetta perfettamente perfetto perpiacere perso pezzo piace piacere piaciuto piano \
    piccola piccoli piccolo po pochi pomeriggio portoghese possiamo possono posto potere potrebbe \
    potresti precisamente preferirei preferisci preferisco prego prendi presto primi primo \
    probabilmente problemi procedere procedi procediamo progetto proponi proposta proposto \
    proprio prosegui proseguiamo proseguire prossima prossimo prova provaci provala provalo \
    provare proviamo pubblica pubblicare pulire pulisci pulita pulito pulizia puntati puntato \
    punti puo puoi pure pushalo pushare pushato qua qual qualche qualcosa quali qualsiasi \
    qualunque quanta quanti quarta quasi quattro quei quell quella quelli quest queste questi \
    quindi racconta raccontami raga ragazzi ragione rami rebasa rebasare refactorizza \
    refattorizza reinstalla restanti revisiona revisione riassumere riassumi riassunto riavvia \
    riavviare ricevuto ricomincia ricominciamo ricominciare ricontrolla ricontrollalo \
    ricontrollare ricorda riepiloga riepilogo riesegui rifai rifallo rifare rifattorizza riga \
    righe rilancia rilascia rilasciare rileggere rileggi rimanente rimanenti rimaniamo rimasti \
    rimettere rimetti rimuovere rimuovi rimuovila rimuovilo ringrazio rinomina rinominalo \
    rinominare ripartiamo ripetere ripeti ripetilo riprendi riprendiamo ripristina ripristinare \
    riprova riprovaci riprovare riproviamo riscrivere riscrivi risolto risolvere risolvi \
    risolvilo rispondere rispondi risposta risposte risultati risultato rivedere rivedi rivedila \
    rivedilo rossi rosso sai saluti salvalo salvare sapere saprei sara sarebbe sbagli sbagliata \
    sbagliato scegli scegliere scelta scritta scritti scritto scrivere scrivi scrivila scrivili \
    scrivilo scrivimi scusa scusami scusi seconda secondo seguente sembra sembrano semplice \
    semplicemente semplici semplifica senso senza separare serve_ servono sette siamo sicura \
    sicuramente sicuro significa sintesi sintetico sintetizza sisi sistema sistemala sistemali \
    sistemalo sistemare sistemato smettere smetti smettila soltanto soluzione sopra sostituire \
    sostituisci sotto spagnolo spiega spiegamela spiegamelo spiegami spiegare spiegato \
    spiegazione spieghi spingi sposta sta stai stanno stata stavolta stessa stessi stesso stiamo \
    stile sto strano stupendo subito succede succedendo successiva successivo successo sue \
    suggerimenti suggerimento suggerisci suggerito sugli sui sull sulla sullo suoi suona tanta \
    tante tardi tedesco tenere terminare terminato terza terzo testalo testare testato tieni \
    tieniti tocca toccare tocchi togli togliere toglilo tolga tolto torna tornare traduci \
    traducilo tranquillo tre troppa troppo trovi tuo tuoi tutte uffa uguale uhm ultimi unisci \
    unitari usala usare vabbe vado vari varie vecchia vecchio veda vedendo vedere vedi vediamo \
    vediamolo vedo veloce velocemente veramente verdi verificare verificato vero versione verso \
    vi vogliamo voglio volentieri volere voleva volevo vorrei vorresti vostra vostro vuoi vuol \
    xche xk zio";

/// Russian.
const RUSSIAN: &str = "\
    bolshoe davai davaj eto horosho khorosho konechno ladno net otlichno podozhdi poka ponyal \
    poprobuj poprobuy pozhaluista pozhalujsta pozhaluysta privet prodolzhai prodolzhaj prodolzhay \
    sdelai sdelaj sdelay snova spasibo stoi stoy testy zapusti абзац ага аккуратно англиискии \
    англииском ах баг бага баги безусловно берем бери билд билди благодарю блин бля блять больше \
    большие большое большои бомба бред бро будем будет будешь буду будут быстрее быстро важно \
    валяи вами вариант варианта варианты варнинги вау везде великолепно вернемся верни вернись \
    верно верну вернул вернуть вероятно версии версию версия весь ветка ветке ветки ветку вечер \
    вечером вещи вещь взять видишь видно виду вижу вкратце влеи влить вместо внедри внеси внести \
    внизу внимательнее внимательно внятно возможно возьми вообще вопрос вопросы восемь вперед \
    временно время вроде всегда всего всеи всем всеми всех всм вставлять вставь всю вся вторая \
    второго второе второи вторую вчерашнии_ выбери выбираи выбор вывод выглядит выкати выкатить \
    выполни выполнить выходит выше вышло глянь гм го говори говорил говоришь говорю годится \
    гораздо готов готова готово готовы гоу даа даваи даваите давно даи даите далее дальше дать \
    два две двигаемся двигаи двигаися девять деиствительно деиствуи делаем делаешь делаи делать \
    дело день депло деплои деплоить десять детали детально детальныи диф дифф длиннее длинно \
    длинныи дня добавил добавим добавить добавляем добавляи добавь доброе добрыи договорились \
    доделаем доделаи доделал доделать дождись доку документацию должен должна должно должны \
    допиши достаточно друг другая другие другим другими другого другое другои другому другую \
    думаем думаешь думал думать думаю еи ему ерунда естественно ею жаль жги ждал ждать ждем жди \
    жду желательно жесть забеи забудь забыл забыла завершаи заверши завершить завис завтра задача \
    задачи задачу задеплои задеплоить заканчиваем заканчиваи закомить закоммитил закоммитить \
    закоммить закончи закончил закончила закончим закончить закрои закрыть залеи залить замени \
    заменить замечание замечании замечания замечательно заново заодно запиши запуск запускаем \
    запускаи запусти запустил запустился запустим запустить запустишь запуши запушил запушить \
    запушь заработал заработало заребеизь зарефактори затем зачем зачет збс звучит здесь здорово \
    здравствуи здравствуите зеленое зеленые зеленыи знаешь знаю игнорируи идеально идеи идем идея \
    иди извини извините изменение изменении изменения измени изменил изменить имеешь именно \
    имплементируи имхо иначе инои иоу испанском использовать используи исправил исправить \
    исправишь исправление исправления исправлено исправляи исправь итальянском итог итоги итого \
    ка каждое каждую каждыи кажется кажись какое какои какую кек кинул кинь китаиском класс \
    классно кого код кода коде кодом кое ком команда команду комит комить комментариев \
    комментарии комментируи коммит коммита коммитим коммитить коммитишь коммитов коммитом коммиты \
    коммить коммичу коммичь кому конец конечно конкретнее конкретно конца кореиском короткие \
    короткии коротким коротко короткое короткую короче которыи кошмар красава красавчик красиво \
    красное красные красныи краткии кратко краткое краткую круто кст кстати ку куда ладно \
    лаконично либо линт линтер линтера линтером линтеру лишнее лишние лишнии лишь лол лучше \
    лучшее лучшии любое любои любую маленькие маленькии мало мб меньше меньшие меняи меняите \
    меняя мердж мерджи мерж мержи мержим мержить мержу минут минутку минуту мм мнение много мнои \
    мною мог могу могут мое моего моеи можете можешь молодец момент моя мр наверно наверное надо \
    назад наиди наконец нами намного написал написала написали написать напишешь напиши насколько \
    нахуи начал начали начать начинаем начинаи начнем начнешь начни наш наша наше нашеи наши неа \
    неважно неверно недавно нельзя немецком немного неплохо непонятно неправильно несколько нету \
    неужели нечего нибудь ниже никакои никогда ним ними ничего ничто новая новое новую новые \
    новыи норм нормально нормальное нормальныи нормас ночи нравилась нравился нравится нужен \
    нужна нужно нужное нужны нужные нужным оба обе обнови обновил обновить обновление обобщи \
    обоих образом обратно общем объяснение объясни объяснил объясните объяснить объяснишь \
    объяснять обязательно ого огонь один одинаково одна однако одно однои одну одобрен одобряю ои \
    ок окаи оке океи оки окэи описание опиши опубликуи опять оставим оставить оставляем оставляи \
    оставшееся оставшиеся оставь остались осталось остался остальное остальные остальных \
    останавливаися останови остановилась остановились остановился остановись остаток осторожно \
    ответ ответить ответь отвечаи отдельно отдельныи откат откати откатил откатить откатываи \
    откатывать открои открыть откуда отличная отлично отличныи отмена отмени отменить отменяи \
    отменять отоиду отправил отправить отправляи отправь отревьюи отрефактори отрефакторь \
    отформатировать отформатируи оформи оформить ох очень очереди_ очисти очистить ошибка ошибки \
    ошибкои ошибку ошибок падает_ папка папке папку параллельно пару пасиб пасибо первая первого \
    первое первую первые первыи переведи перед переделаи переделать перезапусти переименовал \
    переименовать переименуи перенеси переписать перепиши перепроверь перечитаи пж пжл пжлст \
    пжста пиар пиздец пишем пиши план плану плз плиз плохо плохои повтори повторить погнали \
    погоди подведи подметил подожди подождите подробнее подробно подробное подробности подробныи \
    подтверди подтверждаю подумаи подход подхода подходит подходом подходы подчисти подытожь \
    поехал поехали пожалуи пожалуиста позже поидет поищи пока покажешь покажи покажите показать \
    покороче полностью полную полныи половину получается получилось получится поменяешь поменяи \
    поменял поменять помни помнишь помню помоги помочь помощь понимаешь понимаю понравилось понял \
    поняла поняли понятнее понятно понятныи понятным поочередно поправить поправь попробовал \
    попробовать попробуем попробуи попробуите пора португальском порядке порядок последнее \
    последние последнии последнюю последовательно посмотрел посмотреть посмотри посмотрим \
    посмотрю посоветуешь посоветуи посоветуите поставить поставь потестируи потом пофиг пофикси \
    пофиксить похоже почини починил починить почисти почистить почти пошагово пошли поэтапно \
    поэтому поясни пр прав правда правильно правильное правильныи правим правка правки правок \
    правь предлагаешь предложение предложения предложениях предложи предложил предложила \
    предупреждения предыдущее предыдущии предыдущую прежде прекрасно приблизительно прив привет \
    приветик примени применить пример примерно примеры принято приступаи пришли проблем проблема \
    проблему проблемы пробовал пробуем пробуи пробую проверил проверили проверим проверить \
    проверишь проверка проверку проверь проверьте проверю проверяи прогнать прогон прогони \
    продолжаем продолжаи продолжаите продолжи продолжить проект проекта проекте проекту проидет \
    проидут произошло происходит прокомментируи пропусти пропустил пропустить прости простите \
    просто простои протестировать протестируи проходит проходят прочитаи прочитал прочти прошел \
    прошли прошло прошлую прошлыи проще пул пулл пулреквест пункт пунктам пунктами пункту пункты \
    пуш пушем пушим пушить пушни пушнуть пушу пушь пять работа работает работаи работало работают \
    работу равно раз разбеи разбить разве развернуто раздели разделить разницы разные разныи \
    разных разок разом разумеется раньше расскажи расскажите реализовать реализуи реально ребеиз \
    ребеизни ребеизнуть ревью результат результаты резюме резюмируи реквест рекомендуешь репо \
    репозитории рефактори рефакторинг решаи решение решено реши решили_ решим решить ржу ридми \
    русскии русском сама само самое самои самостоятельно самыи сбилди сборка сборку сверху \
    свидания сгенерируи сделаем сделаешь сделаи сделаите сделал сделала сделано сделать сделаю \
    себе сегодня сеичас сек секунду семь сенкс серьезно сжато скажешь скажи скажите сказал \
    сказать скинул скинь сколько скопируи скоро следует следующая следующее следующем следующему \
    следующие следующии следующую слеи слить слишком слов слова словами сложно сложныи случилось \
    смердж смерджи смерджить смержи смержил смержить смотри смотрим смотрю смысл смысла смысле \
    сначала снова собери собрать собственно совсем согласен согласна согласны создаваи создаи \
    создал создать соидет сообщение сообщением сообщении сообщения сорри сорян сохрани сохранить \
    спасиб спасибки спасибо сперва спеши списком список способ спрашиваи спрашивать спроси спс \
    сразу старая старое стартуи старую старыи статус стои стоит стоп странно странныи строк \
    строка строке строки строкои строку сука суммируи супер считаешь считаю сюда та такая также \
    таки такие таким такого такое такои твое твоему твои твоя тд те тебя текущии тем теперь тест \
    теста тестам тестами тестим тестирование тестировать тестируем тестируи тестов тесты типа тк \
    тобои тогда того тои том тому топ торопись точнее точно тп третии третье третьего третью три \
    трогаи трогать туда тут убедись убери убираем убрал убрать уверен уверена увидел увы угу \
    удали удалил удалить удаляем удаляи удовольствием ужас ужасно узнаи улучши улучшил улучшила \
    улучшим улучшить умница упрости упростить упс установи установить устраивает устрани \
    утверждаю утверждено утро утром фаил фаила фаилам фаиле фаилов фаилы фигня фикс фикси фиксим \
    фиксить фиксы фиксь формат форматирование форматируи французском функции функцию функция ха \
    хаи хаха хватает хватит хз хм хмм хорош хорошая хорошее хорошии хорошо хорошую хотел хотела \
    хотели хотелось хотим хотите хотя хочешь хочу хуже целиком целое целом целыи часть че чеи чел \
    чему черновик черновика черновиком черт чет четко четыре чисто читаемее читаи читаю чище чо \
    чуть чье шаг шага шагам шаги шагов шагу шесть шикарно ща щас эм этаком этим этими этих этои \
    этому эту эх эээ юнит являешься языке японском яснее ясно ясныи";

/// Japanese, Korean and Chinese in Latin letters.
const ROMANIZED: &str = "\
    annyeong arigato arigatou daijoubu gamsahamnida gomawo gomen gyesok hai hao jixu kamsahamnida \
    meiwenti mianhae nihao onegai onegaishimasu ryoukai sugoi tsuzukete wakatta xiexie yoroshiku";

/// Lists of words, by language.
pub const WORDS: [&str; 8] =
    [ENGLISH, SPANISH, PORTUGUESE, GERMAN, FRENCH, ITALIAN, RUSSIAN, ROMANIZED];
