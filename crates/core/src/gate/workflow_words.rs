//! Words of the workflow itself: prompts made of these ask for work, not for the past.
//!
//! They stand beside the stop words, folded as terms are; a word that several languages share
//! stands in the first of them. Words that say what went wrong or what was decided are left out:
//! with one subject they make a question ("why did the migration fail").

/// English.
const ENGLISH: &str = "\
    10 able abort above absolutely actually add adding additional adjust afaik affirmative \
    afterward afterwards against agree agreed ah ahead ain almost alone along already alright \
    alternative alternatives although always amazing amend analyze answer answers anymore anyone \
    anything anyway anywhere apparently applied applies apply appreciated approach approaches \
    aren around asap ask asked asking atm attempt automatically away awesome awful aye back bad \
    basically beautiful begin being believe below best better between big bigger bit both branch \
    branches break_ brief briefly brilliant bring bro bruh btw bug bugs build building builds \
    built bullet bullets bump bunch bye cancel cannot cant care careful carefully carry catch \
    certainly chance change changed changelog changes changing check checked checking checkout \
    checks cheers cherry chinese choice choices clarify clean cleaned cleanest cleaning cleanup \
    clear clearer clearly clever close closed closer closes code codebase combine command \
    commands comments commit commits committed committing compile compiled compiles complain \
    complains complete completed completely complex complicated concerned concise confirm \
    confirmed conflict conflicts confused confusing consider considering cont continue continues \
    continuing cool copy correct corrected correction corrections couldn couple create creating \
    curious current currently day debug debugging decent deeper definitely delete deleting deploy \
    deployed deploying deploys describe description detail detailed details didnt diff different \
    differently diffs dig directly directory docs doesnt dont double down draft drafted drafts \
    dude dunno during each easier easiest edit edited editing edits eh eight either elaborate end \
    english enough entire entirely error errors especially evening ever every everyone everything \
    everywhere exact exactly example examples excellent exclude execute expand explain explained \
    explaining explains explanation extra failed_ fantastic far fast feel ffs fifth file files \
    final finalise finalize finalized finally find fine finish finished finishes finishing first \
    firstly five fix fixed fixes fixing fixup folder folders follow followed following force \
    forget forgot forgotten format formats formatted formatter formatting forward found four \
    fourth french full fully function functions funny fyi gave generally generate german gg git \
    give given gives gj go goes going gone gonna good goodbye gotta great green guess guys hadn \
    haha half halt hang_ happen happened happening happens happy harder hasn hate hated haven \
    heading hello help helped helps hey hi hiya hm hmm hmmm hold hope hopefully horrible however \
    hows huh hurry idea ideas idk ignore ill immediately imo implement implementation \
    implementing important impressive improve improvement improvements include included including \
    incorrect indeed inspect install installed installing installs instead interesting \
    investigate isnt issue issues italian item items itself ive japanese join keep keeps kick \
    kind kinda kindly kk know known knows korean language last later latest launch least leave \
    leaves left lemme less lets lgtm liked likes line lines lint linter linting list listed lists \
    literally little locally lol long longer look looking looks lost lot lots love lovely main \
    makes manage manually markdown master mate matter matters maybe mean means meant meanwhile \
    mention mentioned merge merged merges merging mess message messed messy method methods mhm \
    mind mine minute minutes mistake mistakes modification modifications modified modify moment \
    morning move moved moving mr multiple mustn myself nah nay nearly neat necessary need needed \
    needn needs neither never nevermind new newer next nice nicely nicest nine none nope nothing \
    np nvm obvious obviously odd ofc oh ok okay okey oki okie okk old older omg onto oops open \
    opened opens opinion optimize option options order ordered otherwise ought ours outline \
    output overcomplicated paragraph part parts pass passed passes passing paste pause pending \
    perfect perhaps phrase piece pieces plan plans pleas pls plz point points polish portuguese \
    possible pr prefer pretty prev previous print probably problem problems proceed progress \
    project proper properly prs publish pull pulled pulls push pushed pushes pushing put puts \
    question questions quick quickly quit quite ran rather read reading readme reads ready really \
    rebase rebased rebasing rebuild recap recommend red redid redo redone refactor refactored \
    refactoring remainder remaining remember remove removing rename renaming repeat replace reply \
    repo rerun reruns resolve respond response restart result results resume retest revert \
    reverted reverting reverts review reviewed reviewer reviewing reviews revisit rewrite \
    rewritten right rn roll rollback rolled run running runs rush russian said save saved saves \
    saving saw say saying says screwed second see seem seemed seems seen sense sentence sentences \
    separate separately seven shall shan ship shipit short shorten shorter shortest shouldn show \
    shown shows sign signed silly similar simple simpler simplest simplified simplify simply \
    since single six sixth skip skips slightly slowly small smaller smart solution somehow \
    someone something somewhere soon sorry sort sorta sorted sound sounds spanish speak spec \
    split squash squashed staged start started starting starts stash status stay step steps stick \
    stop stopped strange stuff stupid suggest suggested suggestion suggestions suite summarise \
    summarize summarized summarizing summary super sure sweet take takes taking talk task tasks \
    tbh tell ten terrible terse test tested testing tests thank thanks thankyou thats theirs \
    theyre thing things think thinking thinks third thoroughly though thought thoughts three thx \
    tidy till time times tldr tnx today todos together tone took totally touch touched touching \
    tracked translate tried tries trust try trying turn tweak tweaks twice two ty typecheck typo \
    typos tysm ugly uh under understand understood undo undone unfortunately uninstall unit \
    unnecessary unstaged until untracked unused update updated updates updating upgrade upon \
    useful useless usually validate verbose verified verify verifying via wait waiting walk wanna \
    want wanted wants warning warnings wasnt watch way ways wdyt weird welcome well went weren \
    whatever whats whenever wheres wherever whichever whole whoops whose wip wish within without \
    wonderful wondering wont word wording words work worked working works worries worry worse \
    worst wouldn wow wrap wrapped write writing written wrong wrote wtf yah yay ye yea yeah yep \
    yes yess yet youre yours yourself youve yup yw";

/// Spanish.
const SPANISH: &str = "\
    abajo abras abre abrelo abrir aca acaba acabado acabar acabas aclara actual actualiza \
    actualizado actualizalo actualizar actualmente acuerdas acuerdo adelante ademas adios agrega \
    agregalo agregar agregues aguanta aguarda ahi ahora ahorita ajusta ajustar aleman algo algun \
    alguna alguno alli alta alto ambas ambos anadas anade anadelo anadir anda andale anos \
    anterior antes antigua antiguo aplica aplicalo aplicar apunta aquel aquella aquello aqui \
    archivo archivos arranca arrancar arregla arreglado arreglalo arreglalos arreglar arreglaste \
    arriba asegura asegurate asi atras aun aunque avancemos avanza avisa avisame aviso avisos \
    ayuda ayudame ayudar bah basta bastante bien boludo borra borrador borralo borrar borres \
    breve brevemente buen buena buenas bueno buenos busca buscar cada calma cambia cambiado \
    cambialo cambiar cambiaste cambies cambio cambios cancela cancelar carpeta carpetas casi \
    castellano cerrar chequea chequear chino cierra cierralo cierres cierta cierto ciertos cinco \
    clara claro codigo comando comentario comentarios comenzar comienza comitea comitealo \
    comitear commitea commiteado commitealo commitear commiteaste compila compilar completa \
    completalo completamente completar completo complicado comprobado comprobar comprueba \
    compruebalo conciso confirma confirmar confirmo conmigo consideres contame contesta contigo \
    continua continuar continuas continuemos contra convence convendria coreano corras corre \
    correcta correctamente correcto corregido corregir correlo correr corrido corriendo corrige \
    corrigelo corriste corta corto cortos cosas crack crea crealo crear crees creo cuales \
    cualquier cualquiera cuarta cuarto cuatro cuentame cuidado dale dame damelo dar debajo debe \
    debemos deberia deberias debes decime decir deja dejalo dejame dejar dejarlo demas demasiado \
    deploya deployar desde deshacer deshaz deshazlo despacio desplegar despliega despliegalo \
    despues detallado detalle detalles deten detente detuviste dia dices dicho diez diferente \
    diferentes digas dije dijiste dime dimelo directamente disculpa distinta distinto divide \
    dividir duda dudas edita editar ejecuta ejecutado ejecutalo ejecutalos ejecutando ejecutar \
    ejecutas ejemplo ejemplos eleccion elegir elige elimina eliminalo eliminar elimines ellas \
    ellos empecemos empezar empezaste empieces empieza empuja encima encuentra enfoque enfoques \
    ensena ensename entendi entendido entendiera entendiste entera entero enteros entiende \
    entiendes entiendo entonces entre enumera enumerados eres errores esas escoge escribas \
    escribe escribelo escribir escribiste escrito esos espanol espera esperame esperar esperate \
    estabamos estamos estan estar estas esten estilo estos estoy estupendo exactamente exactas \
    exacto excelente explica explicacion explicado explicalo explicame explicamelo explicar \
    explicas explicaste explicate expliques falta faltan falto fantastico favor feo fichero \
    ficheros fijate finalmente forma formatea formatealo formatear formato frances frase frases \
    fueron funcion funciona funcionan funcionando funcionar funcione funciono fusiona fusionar \
    genera genial gracias grande grax guarda guardalo guardar gusta gustan gustaria gusto \
    hablamos hablar hablas hablemos hacelo haceme hacer hacerlo haces hacia haciendo haga hagamos \
    hagamoslo hagan hagas hago han hara haras hare haria harias hasta haya haz hazla hazlo hazlos \
    hazme hecha hecho hemos hicieras hiciste hizo hola hoy ibamos idioma ignora igual implementa \
    implementalo implementar importa incorrecto increible ingles inicia iniciar innecesarias \
    innecesario innecesarios instala instalalo instalar intenta intentalo intentar intentarlo \
    intentemos inutiles iremos italiano jaja jajaja jamas japones lado lados lanza lanzalo lanzar \
    larga largo largos larguisimo lee leelo leer lentamente limpia limpialo limpiar linea lineas \
    lintea lista listo listos luegito luego mal mandale mandar mandaste manera maquina mayor \
    mejor mejora mejorado mejorar mejorarias menor menos mensaje mergea mergeado mergealo mergear \
    metas mete meter mientras minuto mira mirado mirame mirar mis misma mismas mismo mismos mitad \
    modifica modificado modificalo modificar modificaste modifiques modo momento mostrame mostrar \
    mostraste mucha muchas mucho muchos muestra muestrame muestramelo muestres mueve nada \
    necesitamos necesitas necesito ni ningun ninguna ninguno noches nomas nop nosotros nota notas \
    nueva nuevamente nuevas nueve nuevo nuevos nunca observacion obviamente ocho ojo olvida \
    olvidalo olvidaste olvides olvido omite opcion opciones opinas orale otra otras otro otros \
    palabra palabras parar paraste parate parece parecen parezca parte partes pasa pasado pasalo \
    pasame pasan pasando pasar pasaron pase pasemos pasen paso pasos pega pendiente pendientes \
    pensar peor perdido perdon perdona perfecta perfectamente perfecto piensa piensas pienso poca \
    poco pocos podamos podemos poder podria podrias pon poner pongamos pongas poniendo ponla \
    ponle ponlo porfa porfavor porfis portugues pq prefiera prefieras prefieres prefiero pregunta \
    preguntar preguntas preguntes primer primera primero probablemente probalo probar probaste \
    problema problemas procede proceder pronto propones propuesta propusiste proseguir prosigue \
    proxima proximo proyecto prueba pruebalo pruebas publica publicar puedas puede pueden puedes \
    puedo pues punto puntos pushea pusheado pushealo pushear pusheaste queda quedamos quedan \
    quede quedo queremos quieras quieres quiero quinto quisiera quita quitalo quitar quites quiza \
    quizas rama ramas rapidamente rapido rara raro razon realmente rebasea rebasear recomendarias \
    recomiendas recuerda reemplaza reescribe refactoriza refactorizala refactorizalo refactorizar \
    reintenta reintentar renombra renombralo renombrar repasa repasalo repasar repetir repite \
    repitelo repositorio resolver responde respondeme responder respuesta resto resuelve \
    resuelvelo resultado resultados resumelo resumeme resumen resumido resumir revertir revierte \
    reviertelo revisa revisado revisalo revisar revisaste revises revision rojo rojos ruso sabes \
    salida salta saludos sea sean segui seguir segun segunda segundo segura seguramente seguro \
    seis sencilla sencillas sencillo sep separa separalo separar sera seran seria siempre siete \
    siga sigamos sigas sigue siguiendo siguiente siguientes simplemente simplifica simplificala \
    simplificalo sip sirve sirvio sobra sobran solamente solo solucion soluciona solucionado \
    solucionar somos soy subas sube subelo subelos subi subido subir subirlo subiste suena \
    sugerido sugerir sugeriste sugieres suya suyo tal tampoco tan tanto tardes tarea tareas \
    tenemos tener tengo tenias tercer tercera tercero termina terminado terminalo terminamos \
    terminando terminar terminaste terminemos testea testealo testear ti tiempo tienen tienes tio \
    tmb toca tocar toda todas todavia toques totalmente trabajo traduce traducelo tranqui \
    tranquilo tus tuviera tuya tuyo uf ultima ultimo unitarias unitario unitarios ups usa usalo \
    usar uses usted ustedes va vale valida vamos van vas vaya vea veces vemos venga veo ver veras \
    verdad verde verdes verifica verificalo verificar ves vez vieja viejo vinetas viste visto \
    volver vosotros voy vuelve xfa xq";

/// Portuguese.
const PORTUGUESE: &str = "\
    abordagem abordagens abra acabe acabou acha achar achas acho achou acontecendo aconteceu \
    acrescenta acrescente adiante adiciona adicionar adicione agora agradeco aguarde ainda ajuda \
    ajudar ajude ajuste ajustes alem alemao algum alguma ali altera alteracao alteracoes alterar \
    altere alterou antiga antigo apaga apagar apague apenas aplique aquela aquele aquilo arquivo \
    arquivos arruma arrumar arrume arrumou assim ate atual atualiza atualizado atualizar atualize \
    atualmente avanca avance avise bacana baixo bele beleza bem blz boa boas bom bons bora bota \
    bote brigada brigado builda buildar calmai cancele cara certa certeza certinho certo checa \
    checar chega cheque chines cima coisa coisas coloca colocar colocou coloque combinado comeca \
    comecar comece comecei comecou comigo comita comitar comite comitou commita commitado \
    commitar commite commitou concisa concordo confere conferir confira confirme confuso conserta \
    consertar conserte continuando convenceu correta correto corrigido corrigir corrigiu corrija \
    cria criado_ criar crie criou curta curtinho curto deixa deixar deixe deleta deletar demais \
    denovo depois descreva descreve desculpa desculpe desfaca desfaz desfazer desnecessario \
    desnecessarios dessa desse desta deste detalhadamente detalhado detalhe detalhes devagar deve \
    deveria devia devo dez diga direitinho direito diretamente direto disse disseste disso disto \
    divida diz dizer dnv dois duas dum duma duvida duvidas edite eita elas eles embaixo embora \
    empurra enquanto entende entendeu envia enviar envie enviou enxuto errada errado erro erros \
    esclareca escolha escolhe escolher escreva escreve escrever escreveu espanhol esperando \
    espere esqueca esquece esqueceu esquisito essas esses estao estavamos esteja estes estiver \
    estou estranho etapa etapas exatamente exato exclua exclui excluir executa executar exemplo \
    exemplos explicacao explicando explicou explique faca facamos faco fala falamos falando falar \
    fale falei falou faltam faltando faltava faltou fara farei faria farias faz faze fazendo \
    fazer fazes fecha fechado fechar feche feita feito fez fica ficar ficaram ficaria ficheiro \
    ficheiros ficou finaliza finalizar fique fiz fizer fizeste foram formata formatar formate \
    formatou frente funcao funcionam funcionou galera garanta garante garantir gente gera gerar \
    gere gostamos gostaria gostei gosto hein hoje ideia ideias implanta implemente incrivel indo \
    inicie instale inteira inteiro inteiros ir jamais jeito joga kkk kkkk lanca legal leia lembra \
    lembre lembro ler leva lhes limpa limpar limpe linguagem linha linhas linta listar liste logo \
    longa longe longo lugar lugares maior manda mande maneira mano maravilha massa melhor melhora \
    melhorar melhoraria melhore melhoria melhorias mensagem mergeia mergeie mescla mescle mesma \
    mesmas mesmo mesmos metade meus mexa mexe mexer mim minhas modificacoes modifique mostra \
    mostrado mostre mostrou motivo mova muda mudanca mudancas mudar mude mudou muita muitas \
    muitos nada_ necessario nela nele nem nenhum nenhuma nesta neste nisso nisto noite note nova \
    novamente novas nove novo novos num numa obg obgd obrigada obrigado observacao observado oi \
    oito ola olha olhada olhar olhe olhou opa opcao opcoes opiniao otima otimo outra outras outro \
    outros palavras paramos pare parecem parei parou passa passam passando passar passaram passe \
    passem passo passos passou pasta pastas pegar pegue pelas pelos pendente pendentes pensa \
    pense penso perae perai percebi perfeita perfeitamente perfeito pergunta perguntas pergunte \
    perto pf pfv pfvr pior plano pode podem poderia poderias podes podia poe pois ponha ponto \
    pontos posso pouca poucas pouco pras precisa precisamos precisar precisas preciso prefere \
    preferir prefiro primeira primeiro pro procura procure projeto pronta prontos propoe propos \
    pros prosseguir prossiga provavelmente proximos publique puder pula pule pusha pushado pushar \
    pushe pushou quais qualquer quantos quarto quase quatro quebrar_ quer queres queria quero \
    quinta quis quiser ramo ramos rapidao rapidinho rascunho razao rebaseia recomenda reescreva \
    reescreve refaca refatora refatorar refatore refaz refazer remova remover renomear renomeia \
    renomeie repete repita resolva resolveu resolvido responda resposta restante restantes resuma \
    resumo retenta reto reve reveja reverta reverte reverter revisao revise revisou roda rodado \
    rodando rodar rodaram rode rodei rodou russo sabe saida salva salvar salve segue seguindo \
    seguinte sei seja sejam sempre separe sete seus siim sim simbora simples simplesmente \
    simplifique sobe solta solucao somente sou suas suba subiu sucinta sucinto sugere sugeriu \
    sugestao sugestoes talvez tao tarde tarefa tarefas tava tb tbm tchau temos tempo tenho tens \
    tenta tentamos tentando tentar tente tentei tentou ter terceira terceiro termine terminou \
    testa testar testaste teste testes testou teu tinha tinham tira tirar tire tirou tivesse top \
    topicos trabalho traduz traduza troca troque tua tudinho tudo ue usamos vai valeu valide vamo \
    vao vc vcs veja vejamos vejo velha velho verificado verificou verifique vermelho versao vezes \
    viu vlw vlww voces volta voltar volte vou";

/// German.
const GERMAN: &str = "\
    ab abbrechen abend abgeschlossen absatz abschliessen abschließen abschluss ach acht aha ahm \
    ahnlich aktualisier aktualisiere aktualisieren aktualisiert aktuelle aktuellen allem allen \
    allerdings alles alte alten alter altes ander andere anderen anderer anderes andern anders \
    anderst anderung anderungen andre anfangen anfassen angefasst angepasst angeschaut anlegen \
    anpassen anpassung anpassungen anruhren ans ansatz ansatze anschauen anscheinend ansehen \
    antwort antworte antworten anwenden anzeigen arbeit arbeite art aufgabe aufgaben aufgehort \
    aufhoren aufpassen aufraumen aufteilen ausfuhren ausfuhrlich ausfuhrlicher ausgabe ausgeben \
    ausgefuhrt ausgezeichnet ausrollen auszufuhren außerdem bald bau baue bauen bearbeite \
    bearbeiten beende beenden befehl beginne beginnen behalte behalten beheb behebe beheben \
    behoben beibehalten beide beidem beiden beides beim beinahe beispiel beispiele bekommst \
    benannt benenn benenne benutze benutzen bereinig bereinige bereinigen bereit bescheid \
    beschreib beschreibe besprochen besser bestatig bestatige bestatigen beste besten bestens \
    bestimmt bevor bevorzuge bisher bisschen bissl bist bitteschon bloß branche brauche brauchen \
    brauchst brich bringe bringen bruder bzw checke checken chinesisch commiten commitet committe \
    committen committest committet dabei dafur danach dank danke dankeschon daran darauf daraus \
    darf darfst darin daruber datei dateien davon davor dazu dein deine deinem deinen deiner \
    demnachst denk denke denken denkst denn deploye deployen deshalb deswegen detailliert \
    deutlich deutsch deutsche dich diesem diesen dieses diesmal digga ding dinge dinger dir \
    dokumentier dran drauf drei drin dritte dritten druber drunter durchgehen durchlaufen \
    durchlesen durfen eben ebenso echt echte egal eigentlich einchecken einfach einfacher \
    einfachste einfachsten eins einverstanden einzeln einzelne einzelnen einzufugen empfehlen \
    empfehlung empfiehlst ende englisch englische entfern entferne entfernen entschuldige \
    entschuldigung entweder entwurf entwurfe erganze erganzen ergebnis ergebnisse erklar erklare \
    erklaren erklarst erklarung erledige erledigen erledigt erneut ersetze ersetzen erst erste \
    erstell erstelle erstellen erstellt ersten erster erstes erstmal erzahl erzeuge erzeugen etwa \
    etwas euch euer eure eventuell fahr fahre falls falsch falsche falschen fang fange fass fasse \
    fassen fehl fehlen fehler fehlern fehlt fein fertig fertigstellen finde finden findest findet \
    fixe fixen formatier formatiere formatieren formatierung fort fortfahren frage fragen \
    franzosisch fug fuge fugen fuhr fuhre fuhren fuhrst funf funfte funktion funktionieren \
    funktioniert ganz ganze ganzen gar geandert gebaut gebe geben geblieben gedacht gefallt \
    gefixt gefragt gegangen gegeben gegen gegenchecken geh gehe gehen geht gehts geil gelost_ \
    gemacht gemeinsam gemeint gemerged gemergt genau genauer genauso genommen gepruft gepushed \
    gepusht gerade gern gerne gesagt geschaut geschrieben gesehen gestartet getan getestet \
    getrennt gewesen gib gibst gibt ging glaube glaubst gleich gleiche gleichen gleicher grad \
    grob großartig großer grun grund grunde grundlich grune grunen guck gucke gucken gut gute \
    guten guter gutes hab habt halfte hallo halte haltst hammer hast hattest helfen herum \
    hervorragend heute hierfur hierzu hilf hilfe hin hinaus hinzu hinzufugen hinzuzufugen \
    hochladen hochstens hoffentlich hor idee ideen ignoriere ihm ihn ihnen ihre ihren immer \
    immernoch implementier implementiere implementieren ins insgesamt installier installiere \
    installieren irgendwas irgendwie irgendwo italienisch jahre jap japanisch jawohl jede jeden \
    jeder jedes jenes jetzt jeweils jo joa jup kannst kapiert keinen keiner keins klappt klappts \
    klar klarer klasse kleiner klingen klingt knapp knapper komisch komm kommen kommentar \
    kommentare kommentier kommentiere kommt kompilier kompiliere kompilieren komplett kompliziert \
    komplizierter konnen konnt konnte konntest kontrolliere kontrollieren kopiere koreanisch \
    korrekt korrigier korrigiere korrigieren korrigiert kram krass kriegst kurz kurze kurzem \
    kurzen kurzer kurzform lade laden lang langen langer lass lasse lassen lasst lauf laufe \
    laufen lauft lauter leg lege leider lesbarer lese lesen letzte letzten letzter letztes leute \
    lg lieber lief lies ließ linte linten losch losche loschen loschst lose losen losung mach \
    mache machen machs machst macht machtest magst mann mehrere mehrfach meine meinst meintest \
    meinung meisten mensch mergen mergst mfg mindestens mist mitteilen mochte mochten mochtest \
    moin momentmal morgen muss mussen musst musste nachprufen nachricht nachschauen nachsehen \
    nachste nachsten nachster nachstes naja naturlich nee nehme nehmen nein nett neu neue neuen \
    neuer neues neun neustarten nichts nie niemals nimm nimmst nirgends nochmal nochmalig \
    nochmals nutze offensichtlich offne offnen offnest offnet optionen ordentlich ordner paar \
    passiert passt pausier perfekt portugiesisch prima probier probiere probieren probleme \
    problemen projekt pruf prufe prufen prufst puh punkt punkte pushen pushst raum raume raus \
    rebasen recht refactore refactoren refaktorier refaktoriere refaktorieren rein reparier \
    repariere reparieren restliche restlichen reviewe reviewen richtig richtige richtigen rolle \
    rot rote ruckgangig ruhr russisch sache sachen sag sage sagen sagst sagtest satz satze satzen \
    sauber sauberer schade schaffst schau schaue schauen schaust schick schicke schlagst schlecht \
    schlechter schließ schließe schließen schnell schone schoner schreib schreibe schreiben \
    schreibst schritt schritte schritten schrittweise sechs sehe sehen sehr seid seine seinen \
    sekunde selbe selben seltsam servus setz setze setzen sicher sieben sieh siehst sieht sinn \
    sobald sofort solange soll sollen sollst sollte sollten solltest sonst sorgfaltig sowie \
    sowohl spanisch spater speichere speichern spitze sprache stand starte starten startest statt \
    stattdessen stehen stehengeblieben stell stelle stellen stichpunkte stichpunkten stichwort \
    stichwortartig stichworte stimme stimmig stimmt stopp suche suchen tag teil teile teilen \
    testen testest testlauf tja toll trenne trennen trotzdem tschuss tue tun tust tuts uberall \
    uberflussig uberflussige uberflussigen uberpruf uberprufe uberprufen ubersetze uberspring \
    uberspringe ubrige ubrigen umbenennen umgesetzt umschreiben umsetzen ungefahr unnotig \
    unnotige unnotigen unsere unseren usw variante verandert verbessere verbessern verbessert \
    verbesserung vereinfache vergessen vergiss verifiziere veroffentliche veroffentlichen \
    verschiebe verstanden verstandlich verstandlicher versteh verstehe verstehst versteht versuch \
    versuche versuchen versuchs verwende verwerfen verwirf verwirfst verwirrend verzeichnis \
    verzeihung vg viel viele vielen vielleicht vier vierte vierten vollstandig vorgehen \
    vorgehensweise vorgeschlagen vorher vorherige vorherigen vorige vorschlag vorschlage \
    vorsichtig wahl wahle wahrend wahrscheinlich ware warnung warnungen warst wart warte warten \
    weder weil weise weiter weitere weiteren weiteres weitergehen weitergeht weitermachen \
    weitermachst weiß weißt welch welche welchen welcher welches wem wen wende wenig weniger \
    wenigstens werde weshalb wessen wiederherstellen wiederhole wiederholen wieso willst wirklich \
    wirkliche wirst wobei wofur woher wohin wohl wollen wolltest womit wort worte worten \
    wunderbar wurdest zb zehn zeig zeige zeigen zeile zeilen zeilenweise zeit zeugs ziemlich \
    zuerst zufrieden zunachst zuruck zurucksetzen zusammen zusammenfassen zusammenfassung zuviel \
    zwei zweig zweige zweite zweiten zweites zwischen";

/// French.
const FRENCH: &str = "\
    abord accord acheve actualise actualiser actuel actuelle actuellement adapte afin aide aider \
    aime aimerais ainsi air ajoute ajouter ajoutes ajoutez ajuster allait allemand aller allez \
    allo allons alors ameliorations ameliore ameliorer ameliorerais ancien ancienne anciens \
    anglais annule annuler annulez apparemment applique appliquer approche approches apres arrete \
    arreter arretez arriere arrive assez assure assurer attendez attendre attends attention aucun \
    aucune aujourd aura aurais aussi autant autre autrement autres avais avancer avant \
    avertissement avertissements avis ayez bas bcp beaucoup ben besoin bientot bizarre bof bon \
    bonjour bonne bonnes bonsoir boulot bravo bref brievement brouillon brouillons builde builder \
    ca calmement car carrement ceci cela celle celles celui certain certaines certains ceux \
    chacun changement changements changer changez chaque cherche chercher chez chinois choisir \
    choisis choisissez choix chose choses chouette cinq cinquieme clair claire clairement \
    clarifie colle combien commande comme commence commencer commencez commencons commentaire \
    commentaires commiter commites commitez committer compiler complet completement completer \
    complique comprenais comprend comprendre comprends compris concis conclure concretement \
    confirmer conseilles continuer continuez continuons contre controle controler convainc \
    convient copie coreen correcte corrigees corriger corrigez coucou court courte courts cree \
    creer creez crois dac daccord decris dedans defaire defais degage demarre demarrer deplace \
    deploie deployer deployez depot dernier derniere derniers desole desolee dessous dessus \
    detaille detaillee deux deuxieme devez devrais devrait differente differentes differents \
    dirais diras dire directement dis dit dites divers divise diviser dix doit dommage donne \
    donner donnes donnez dossier dossiers doucement dsl ecrire ecris ecrit ecrite ecrits ecrivant \
    ecrives ecrivez editer efface effacer enchaine enchainons encore enfin enleve enlever enlevez \
    enregistre enregistrer ensuite entendu entier entiere enumere envoie envoyer erreur erreurs \
    espagnol essaie essaye essayer essayez etais etape etapes etes etions etrange euh evidemment \
    exactement excellente excuse excusez executer executez exemple exemples explication \
    explications expliquer expliquez facon faire fais faisait faisons faite faites faits fallait \
    fasses faudrait fausse faux fera ferai ferais feras ferme fermer fermez fichier fichiers \
    finalement finaliser finalisons fini finie finir finis finissez finissons fixer fois fonce \
    fonction fonctionne fonctionnent font formatage formater formidable francais frere fusionne \
    fusionner garde garder gars genere generer grand grave gros haut hop hui huit hum idees \
    impeccable implementer implementez importe installe installer installez instant inutile \
    inutilement italien japonais jeter jette jour jsp jusqu jusque juste laisse laisser laisses \
    laissez lance lancer lances lancez langue laquelle lentement lequel lesquels leurs ligne \
    ligne_ lignes lire lis lisez lisible lisibles liste_ logique longue lors lorsque lu \
    magnifique maintenant maj maniere manque manquent marche marchent mauvais mauvaise mdr mec \
    meilleur meilleure memes merci mercii merger mergez mets mettez mettre miens mieux mince \
    modifie modifier modifies modifiez moi moins moitie montre montrer montres montrez nan \
    necessaire necessaires nettoie nettoyer nettoyez neuf nickel nn notes nouveau nouveaux \
    nouvelle nouvelles ote oter ouai ouaip ouais oublie oublier oubliez oue ouep ouf oui oups \
    ouvre ouvrez ouvrir paragraphe parce pardon pareil pareille parfait parfaite parfaitement \
    partie parties partout passent passer patience pendant penser penserais penses pensez perdu \
    petit petite petites petits peu peut peux phrases pire pk plait plusieurs plutot portugais \
    poto pourrais pourrait pourriez poursuis poursuivez poursuivons poursuivre pousse pousser \
    poussez pouvez pouvoir pouvons precedent precedente precis precise precisement preciser \
    prefererais preferes premier premiere prendre prends prenez presque pret prete pris \
    probablement problemes prochain prochaine projet propose proposee proposes proposition propre \
    proprement ptdr publie publier puces puis puisque puisses pusher pushez qd quasiment quatre \
    quatrieme quelconque quelles quelqu quelque quelques quels quoique raconte raison raisons \
    rajoute rajouter rapidement rapidos rappelle rebaser recommandes recommence recommencer \
    redemarre redige reecrire reecris reessaie reessaye reessayer refacto refactorise \
    refactoriser refaire refais regarde regarder regardez relancer relancez relecture relire \
    relis remarque remplace remplacer rend rends renomme renommer renommez repare reparer reparte \
    reparti repertoire repeter repondez repondre reponds reponse reponses reprendre reprends \
    reprenons resolu resoudre resous restant restants restaure reste restent restes resultat \
    resultats resumer resumes resumez retablis retente retenter retire retirer retour revenir \
    reviens revoir revois revu revue rien rouge rouges russe sais sait salut saute sauvegarder \
    savoir seconde selon semble semblent sens sens_ separer sept serait serez seulement sien \
    simplement simplifie simplifier sinon soient sois soit sommes sonne sortie souci soucis \
    stoppe stp style suggere suggeres suis suivant suivante suivants supprime supprimer supprimes \
    supprimez svp tache taches tant tantot tard tellement temps tenter terminee terminer terminez \
    terminons tester testez tien tiens tiret tirets tkt tot totalement touche toucher touches \
    toujours tourne tournent tourner toute toutes traduire traduis travail trois troisieme trop \
    trouve trouver trouves truc trucs unitaire unitaires utilise utiliser utilisez vais valider \
    validez venir verification verifie verifier verifies verifiez vers vert verte verts veut veux \
    vieille viens vient vieux vire virer vite vitesse voici voila voir vois volontiers vont vos \
    votre voudrais voulais voulait voulez vouloir voyez voyons vraiment vu zut";

/// Italian.
const ITALIAN: &str = "\
    abbastanza abbiamo accordo adesso affinche aggiorna aggiornalo aggiornare aggiornato aggiunga \
    aggiungere aggiungi aggiungilo aggiusta aggiustalo aggiustare aiutami aiutare aiuto alcune \
    alcuni allora altra altre altri altrimenti altro ancora andare andiamo anni annulla annullalo \
    annullare apparentemente appena applica applicalo applicare approcci approccio apri aprilo \
    aprine aprire aspetta aspettare assicura assicurarsi assicurati attendi attenta attento \
    attenzione attimo attuale attualmente avanti avere avessi avete aveva avevi avrei avvia \
    avvialo avviare avvisami avvisi avviso beh bel bella bellissimo bello bene benissimo bisogna \
    bisogno boh bozza bozze brava buildare buon buona buonasera buongiorno buono cambi cambiala \
    cambiamenti cambiamento cambiare cambiato cancella cancellalo cancellare capire capisci \
    capisco capito capivo carica caricare cartella cartelle caspita cerca cercare certamente \
    chiara chiarisci chiaro chiudere chiudi chiudiamo chiudilo chiunque ciao cinese cinque cio \
    cioe cmq codice coi col comincia cominciamo cominciare commenti commento committa committalo \
    committare committato committi compilare compiti compito completare completato complicato \
    comunque concludi concludiamo concretamente conferma confermare confermo consigli continuare \
    continui continuiamo contro controlla controllalo controllare controllato controllo convince \
    correggere correggi correggila correggili correggilo corretta corretto correzione correzioni \
    cos cose cosi creare credi credo dagli dai dall dallo dammela dammi dappertutto dare davvero \
    degli dell dello dentro deployare descrivi dettagli dettagliata dettagliato dettaglio detto \
    devi diceva dici dico dieci differenti dimentica dimenticato dimmelo dimmi diresti \
    direttamente diversa diverse diversi diverso dividere dividi dobbiamo domanda domande dov \
    dovere dovrebbe dovresti due dunque eccellente ed ehm elenca elencami elencare elenco \
    eliminala eliminare entrambe entrambi eravamo eri errore errori esattamente esatto esegui \
    eseguila eseguili eseguilo eseguire eseguito esempi esempio facciamo faccio facendo fai falle \
    fammela fammelo fammi fanno faresti farla farlo faro fate fatta fatti favore ferma fermare \
    fermati fermato fermiamoci fermo finalizza finche finiamo finire finisci finiscilo finita \
    finito finora fondi formatta formattare formattazione forse forza fosse fra francese frasi \
    frate funziona funzionano funzionare funzionato funzionava funzione generare giapponese gira \
    girano girare girato giu giusta giusto glielo grandi grandioso grazie grz guardami guardare \
    guardato implementare incolla indietro infatti inglese inizia iniziamo iniziare iniziato \
    installa installalo installare intanto intendevi intendevo intendi intendo intera intero \
    inutili invece invia inviare lancia lanciali lancialo lanciare lanciato lascia lasciala \
    lascialo lasciare lavorare lavori lavoro leggere leggi leggibile leggilo letto li lingua \
    lunga lungo magari mah mai male manca mancano mando maniera mantieni meglio meno mentre mergi \
    mergia mergialo mergiare messaggio messo meta mettere metti mettila mettilo mie miei migliora \
    miglioramenti migliorare migliore miglioreresti mille modificare modificato modifiche molta \
    molte molti mostramela mostramelo mostrami mostrare negli nell nello nemmeno nessuna nessuno \
    nient niente nulla nuova nuovamente nuove nuovi nuovo occhio occorre od oggi ogni ognuno \
    oltre opinione ops opzione opzioni ora ormai osservazione ottima ottimi ottimo otto ovunque \
    ovviamente parecchi parere parola parole parti partire passaggi passaggio passano passare \
    passati passato passi passiamo passino peccato peggio peggiore pensare pensi perfavore \
    perfetta perfettamente perfetto perpiacere piace piacere piaciuto piano piccola piccoli \
    piccolo po pochi portoghese possiamo possono posto potere potrebbe potresti precisamente \
    preferirei preferisci preferisco prego prendi presto primi primo probabilmente problemi \
    procedere procedi procediamo progetto proponi proposta proposto prosegui proseguiamo \
    proseguire prossima prossimo prova provaci provala provalo provare proviamo pubblica \
    pubblicare pulire pulisci pulita pulito pulizia puntati puntato punti puo puoi pure pushalo \
    pushare pushato qua qual qualche qualcosa quali qualsiasi qualunque quanta quanti quarta \
    quasi quattro quei quell quella quelli quest queste questi quindi racconta raccontami raga \
    ragazzi ragione rami rebasa rebasare refactorizza refattorizza reinstalla restanti revisiona \
    revisione riassumere riassumi riassunto riavvia riavviare ricevuto ricomincia ricominciamo \
    ricominciare ricontrolla ricontrollalo ricontrollare ricorda riepiloga riepilogo rifai \
    rifallo rifare rifattorizza riga righe rilancia rilascia rilasciare rileggere rileggi \
    rimanente rimanenti rimaniamo rimasti rimettere rimetti rimuovere rimuovi rimuovila rimuovilo \
    rinomina rinominalo rinominare ripartiamo ripetere ripeti ripetilo ripristina ripristinare \
    riprova riprovaci riprovare riproviamo riscrivere riscrivi risolto risolvere risolvi \
    risolvilo rispondere rispondi risposta risposte risultati risultato rivedere rivedi rivedila \
    rivedilo rossi rosso sai saluti salvalo salvare sapere saprei sara sarebbe sbagli sbagliata \
    sbagliato scegli scegliere scelta scritta scritti scritto scrivere scrivi scrivila scrivili \
    scrivilo scrivimi scusa scusami scusi seconda secondo seguente sembra sembrano semplice \
    semplicemente semplici semplifica senza separare serve_ servono sette siamo sicura \
    sicuramente sicuro significa sintesi sintetico sintetizza sisi sistema sistemala sistemali \
    sistemalo sistemare sistemato smettere smetti smettila soltanto soluzione sopra sostituire \
    sostituisci sotto spagnolo spiega spiegamela spiegamelo spiegami spiegare spiegato \
    spiegazione spieghi spingi sposta sta stai stanno stata stavolta stessa stessi stesso stiamo \
    stile sto strano subito succede succedendo successiva successivo successo sue suggerimenti \
    suggerimento suggerisci suggerito sugli sui sull sulla sullo suoi suona tanta tardi tedesco \
    tenere terminare terminato terza terzo testalo testare testato tieni tieniti tocca toccare \
    tocchi togli togliere toglilo tolga tolto torna tornare traduci traducilo tranquillo tre \
    troppa troppo trovi tuo tuoi tutte uffa uguale ultimi unisci unitari usala usare vado vari \
    varie vecchia vecchio veda vedendo vedere vedi vediamo vediamolo vedo veloce velocemente \
    veramente verdi verificare verificato versione verso vi vogliamo voglio volentieri volere \
    voleva volevo vorrei vorresti vostra vostro vuoi vuol xche xk zio";

/// Russian.
const RUSSIAN: &str = "\
    абзац ага аккуратно англиискии англииском ах баг бага баги берем бери билд билди благодарю \
    блин бля блять больше большие большое большои бомба бред бро будем будет будешь буду будут \
    быстрее быстро важно валяи вами вариант варианта варианты варнинги вау везде великолепно \
    вернемся верни вернись верно верну вернул вернуть вероятно версии версию версия весь ветка \
    ветке ветки ветку вечер вечером вещи вещь взять видишь видно виду вижу вкратце влеи влить \
    вместо внедри внеси внести внизу внимательно внятно возможно возьми вообще вопрос вопросы \
    восемь вперед временно время вроде всегда всего всеи всем всеми всех всм вставлять вставь всю \
    вся вторая второго второе второи вторую вчерашнии_ выбери выбираи выбор вывод выглядит выкати \
    выкатить выполни выполнить выходит выше вышло глянь гм го говори говорил говоришь говорю \
    годится гораздо готов готова готово готовы гоу даваи даваите давно даи даите далее дальше \
    дать два две двигаемся двигаи двигаися девять деиствительно деиствуи делаем делаешь делаи \
    делать дело день депло деплои деплоить десять детали детально детальныи диф дифф длиннее \
    длинно длинныи добавил добавим добавить добавляем добавляи добавь добрыи договорились \
    доделаем доделаи доделал доделать дождись доку документацию должен должна должно должны \
    допиши достаточно друг другая другие другим другими другого другое другои другому другую \
    думаем думаешь думал думать думаю еи ему ерунда ею жаль жги ждал ждать ждем жди жду \
    желательно жесть забеи забудь забыл забыла завершаи заверши завершить задача задачи задачу \
    задеплои задеплоить заканчиваем заканчиваи закомить закоммитил закоммитить закоммить закончи \
    закончил закончила закончим закончить закрои закрыть залеи залить замени заменить замечание \
    замечании замечания замечательно заново заодно запиши запуск запускаем запускаи запусти \
    запустил запустился запустим запустить запустишь запуши запушил запушить запушь заработал \
    заработало заребеизь зарефактори затем зачем зачет збс звучит здесь здорово здравствуи \
    здравствуите зеленое зеленые зеленыи знаешь знаю игнорируи идеально идеи идем идея иди извини \
    извините изменение изменении изменения измени изменил изменить имеешь именно имплементируи \
    имхо иначе инои испанском использовать используи исправил исправить исправишь исправление \
    исправления исправлено исправь итальянском итог итоги итого ка каждое каждую каждыи кажется \
    кажись какое какои какую кинул кинь китаиском класс классно кого код кода коде кодом кое ком \
    команда команду комит комить комментариев комментарии комментируи коммит коммита коммитим \
    коммитить коммитишь коммитов коммитом коммиты коммить коммичу коммичь кому конец конечно \
    конкретнее конкретно конца кореиском короткие короткии коротким коротко короткое короткую \
    короче которыи кошмар красава красиво красное красные красныи краткии кратко краткое краткую \
    круто кст кстати куда ладно лаконично либо линт линтер линтера линтером линтеру лишнее лишние \
    лишнии лишь лол лучше лучшее лучшии любое любои любую маленькие маленькии мало мб меньше \
    меньшие меняи меняите меняя мердж мерджи мерж мержи мержим мержить мержу минутку минуту мм \
    мнение много мнои мною мог могу могут мое моего моеи можете можешь молодец момент моя мр \
    наверно наверное надо назад наиди наконец нами написал написала написали написать напишешь \
    напиши насколько нахуи начал начали начать начинаи начнем начнешь начни наш наша наше нашеи \
    наши неа неверно недавно нельзя немецком немного неплохо непонятно неправильно несколько нету \
    неужели нечего нибудь ниже никакои никогда ним ними ничего ничто новая новое новую новые \
    новыи норм нормально нормальное нормальныи нормас нравилась нравился нравится нужен нужна \
    нужно нужное нужны нужные нужным оба обе обнови обновил обновить обновление обобщи обоих \
    образом обратно объяснение объясни объяснил объясните объяснить объяснишь объяснять \
    обязательно ого огонь один одинаково одна однако одно однои одну ои ок окаи оке океи окэи \
    описание опиши опубликуи опять оставим оставить оставляем оставляи оставшееся оставшиеся \
    оставь остались осталось остался остальное остальные остальных останавливаися останови \
    остановилась остановились остановился остановись остаток осторожно ответ ответить ответь \
    отвечаи отдельно отдельныи откат откати откатил откатить откатываи откатывать открои открыть \
    откуда отлично отличныи отмена отмени отменить отменяи отменять отправил отправить отправляи \
    отправь отревьюи отрефактори отрефакторь отформатировать отформатируи оформи оформить ох \
    очень очереди_ очисти очистить ошибка ошибки ошибкои ошибку ошибок падает_ папка папке папку \
    параллельно пару пасиб пасибо первая первого первое первую первые первыи переведи перед \
    переделаи переделать перезапусти переименовал переименовать переименуи перенеси переписать \
    перепиши перепроверь перечитаи пж пжл пжлст пжста пиар пиздец пишем пиши план плану плз плиз \
    плохо плохои повтори повторить погнали погоди подведи подметил подожди подождите подробнее \
    подробно подробное подробности подробныи подтверди подтверждаю подумаи подход подхода \
    подходит подходом подходы подчисти поехал поехали пожалуи пожалуиста позже поидет поищи пока \
    покажешь покажи покажите показать покороче полностью полную полныи половину получается \
    получилось получится поменяешь поменяи поменял поменять помни помнишь помню помоги помочь \
    помощь понимаешь понимаю понравилось понял поняла поняли понятнее понятно понятныи понятным \
    поочередно поправить поправь попробовал попробовать попробуем попробуи попробуите пора \
    португальском порядке порядок последнее последние последнии последнюю последовательно \
    посмотрел посмотреть посмотри посмотрим посмотрю посоветуешь посоветуи посоветуите поставить \
    поставь потестируи потом пофикси пофиксить похоже почини починил починить почисти почистить \
    почти пошагово пошли поэтапно поэтому поясни пр правда правильно правильное правильныи правим \
    правка правки правок правь предлагаешь предложение предложения предложениях предложи \
    предложил предложила предупреждения предыдущее предыдущии предыдущую прежде прекрасно \
    приблизительно привет примени применить пример примерно примеры принято пришли проблема \
    проблему проблемы пробовал пробуем пробуи пробую проверил проверили проверим проверить \
    проверишь проверка проверку проверь проверьте проверю проверяи прогнать прогон прогони \
    продолжаем продолжаи продолжаите продолжи продолжить проект проекта проекте проекту проидет \
    проидут произошло происходит прокомментируи пропусти пропустить прости простите просто \
    простои протестировать протестируи проходит проходят прочитаи прочитал прочти прошел прошли \
    прошло прошлую прошлыи проще пул пулл пулреквест пункт пунктам пунктами пункту пункты пуш \
    пушем пушим пушить пушни пушнуть пушу пушь пять работа работает работаи работало работают \
    работу раз разбеи разбить разве развернуто раздели разделить разные разныи разных разок разом \
    разумеется раньше расскажи расскажите реализовать реализуи реально ребеиз ребеизни ребеизнуть \
    ревью результат результаты резюме резюмируи реквест рекомендуешь репо репозитории рефактори \
    рефакторинг решение решено реши решили_ решим решить ридми русскии русском сама само самое \
    самои самостоятельно самыи сбилди сборка сборку сверху сгенерируи сделаем сделаешь сделаи \
    сделаите сделал сделала сделано сделать сделаю себе сегодня сеичас сек секунду семь сенкс \
    сжато скажешь скажи скажите сказал сказать скинул скинь сколько скопируи скоро следует \
    следующая следующее следующем следующему следующие следующии следующую слеи слить слишком \
    слов слова словами сложно сложныи случилось смердж смерджи смерджить смержи смержил смержить \
    смотри смотрим смотрю смысл смысла смысле сначала снова собери собрать собственно совсем \
    согласен согласна согласны создаваи создаи создал создать соидет сообщение сообщением \
    сообщении сообщения сорри сорян сохрани сохранить спасиб спасибо сперва спеши списком список \
    способ спрашиваи спрашивать спроси спс сразу старая старое стартуи старую старыи статус стои \
    стоит стоп странно странныи строк строка строке строки строкои строку сука суммируи супер \
    считаешь считаю сюда та такая также таки такие таким такого такое такои твое твоему твои твоя \
    тд те тебя текущии тем теперь тест теста тестам тестами тестим тестирование тестировать \
    тестируем тестируи тестов тесты типа тк тобои тогда того тои том тому топ торопись точнее \
    точно тп третии третье третьего третью три трогаи трогать туда тут убедись убери убираем \
    убрал убрать уверен уверена увидел увы угу удали удалил удалить удаляем удаляи ужас ужасно \
    узнаи улучши улучшил улучшила улучшим улучшить упрости упростить установи установить \
    устраивает устрани утро утром фаил фаила фаилам фаиле фаилов фаилы фигня фикс фикси фиксим \
    фиксить фиксы формат форматирование форматируи французском функции функцию функция ха хаха \
    хватает хватит хз хм хорош хорошая хорошее хорошии хорошо хорошую хотел хотела хотели \
    хотелось хотим хотите хотя хочешь хочу хуже целиком целое целом целыи часть че чеи чел чему \
    черновик черновика черновиком черт четко четыре чисто читаемее читаи читаю чище чо чуть чье \
    шаг шага шагам шаги шагов шагу шесть ща щас эм этаком этим этими этих этои этому эту эх юнит \
    являешься языке японском яснее ясно ясныи";

/// Lists of words, by language.
pub const WORDS: [&str; 7] = [ENGLISH, SPANISH, PORTUGUESE, GERMAN, FRENCH, ITALIAN, RUSSIAN];

/// Chinese.
#[rustfmt::skip]
const CHINESE: &[&str] = &[
    "从头到尾", "代码格式", "代码风格", "单元测试", "可不可以", "合併請求", "合并请求", "应用一下",
    "当前状态", "怎么回事", "拉取请求", "提交信息", "提交訊息", "格式不对", "测试用例", "西班牙语",
    "这个任务", "重试一下", "一下子", "一句话", "一步步", "上一个", "上一步", "下一个", "下一個",
    "下一步", "下一项", "不客气", "不能用", "两句话", "为什么", "为什麼", "主分支", "会不会",
    "你来定", "修一下", "停一下", "停下来", "再重试", "几句话", "分支上", "列一下", "列出来",
    "别到处", "别提交", "加一下", "加几个", "加注释", "加进去", "加进来", "发一下", "听不懂",
    "听起来", "告訴我", "咋回事", "基本上", "太棒了", "存一下", "寫一下", "对不对", "对不起",
    "尽可能", "差一点", "差不多", "干什么", "建一个", "开一个", "怎么办", "怎么样", "怎麼樣",
    "我想要", "拉一下", "按格式", "接下來", "接下来", "推一下", "推上去", "文件夹", "早上好",
    "更喜欢", "更清楚", "更详细", "有没有", "有点儿", "有道理", "有问题", "未通过", "来一次",
    "来一遍", "格式化", "没关系", "没反应", "没变化", "用不了", "用不到", "用要点", "用这个",
    "用那个", "的任务", "看一下", "看上去", "看不懂", "看着办", "看起來", "看起来", "短一点",
    "程式碼", "第一种", "等一下", "能不能", "行不行", "行不通", "要不要", "讲一下", "讲一遍",
    "试一下", "试一试", "说得对", "说的对", "读一下", "读一遍", "通过了", "重命名", "重试吧",
    "长一点", "问一下", "一下", "一个", "一些", "一会", "一個", "一句", "一定", "一并", "一样",
    "一次", "一步", "一段", "一点", "一种", "一行", "一起", "一遍", "一點", "三个", "上一", "上去",
    "上来", "上次", "上线", "上面", "下一", "下去", "下来", "下面", "不会", "不动", "不变", "不同",
    "不对", "不對", "不懂", "不用", "不管", "不能", "不行", "不要", "不过", "不錯", "不错", "东西",
    "两个", "两句", "中文", "为啥", "为我", "主干", "举例", "之前", "之后", "之後", "之类", "也许",
    "了解", "事情", "人话", "什么", "什麼", "今天", "介绍", "仍然", "从头", "仓库", "仔细", "他们",
    "代码", "代碼", "以免", "以前", "以及", "以后", "任选", "休息", "优化", "优秀", "会儿", "会的",
    "估计", "何时", "你会", "你去", "你来", "你看", "你能", "使用", "例子", "依次", "依然", "保存",
    "保留", "保证", "修复", "修好", "修復", "修改", "修正", "做完", "做得", "做法", "停下", "停了",
    "停吧", "停止", "優化", "儲存", "先别", "全绿", "全部", "全都", "全面", "关于", "关掉", "关闭",
    "其他", "其余", "其它", "其实", "具体", "内容", "再来", "再次", "再见", "再讲", "再试", "写个",
    "写出", "写完", "写得", "写成", "几个", "几乎", "几句", "几点", "几行", "出去", "出来", "出错",
    "函数", "分别", "分开", "分成", "分支", "列出", "列表", "刚刚", "刚好", "刚才", "创建", "删掉",
    "删除", "刪掉", "刪除", "别删", "别动", "别急", "别改", "别碰", "到处", "到底", "前面", "剛才",
    "剩下", "剩余", "剩餘", "創建", "办法", "加上", "加个", "加些", "加到", "加油", "加点", "务必",
    "动手", "努力", "升级", "卸载", "厉害", "原来", "去掉", "去除", "反正", "反而", "发个", "发布",
    "取消", "变动", "变基", "变更", "变红", "变绿", "另外", "只改", "只是", "只要", "可以", "可能",
    "可读", "合併", "合并", "合理", "同意", "同时", "同样", "后面", "听我", "启动", "告知", "告诉",
    "命令", "哈哈", "哈喽", "哪个", "哪些", "哪裡", "哪里", "問題", "啟動", "啰嗦", "喜欢", "回去",
    "回复", "回来", "回滚", "回答", "回覆", "回退", "因为", "地方", "執行", "基本", "報錯", "增加",
    "处理", "复查", "多久", "多余", "多少", "多谢", "大家", "大概", "大致", "太差", "太短", "太长",
    "奇怪", "好像", "好哒", "好嘞", "好多", "好滴", "好点", "如何", "如果", "妥了", "安装", "安裝",
    "完全", "完善", "完成", "完整", "完美", "实施", "实现", "审查", "审核", "實現", "寫個", "对不",
    "对了", "对于", "对吗", "对吧", "对呀", "对我", "对的", "對了", "小心", "就行", "尽快", "尽量",
    "居然", "左右", "差异", "差点", "已經", "已经", "希望", "帮助", "帮忙", "帮我", "幫我", "干吧",
    "干嘛", "干得", "并且", "应该", "建个", "建立", "建議", "建议", "开个", "开始", "开工", "开干",
    "弄好", "弄完", "当然", "彻底", "往下", "很棒", "得嘞", "從头", "從頭", "德语", "必要", "必须",
    "忘了", "忘记", "快了", "快点", "忽略", "怎么", "怎麼", "思考", "思路", "总之", "总结", "恢复",
    "恢復", "恰好", "情况", "想法", "意思", "意见", "感謝", "感谢", "慢慢", "懂了", "應該", "成功",
    "我要", "或者", "或许", "所以", "所有", "打包", "打开", "打開", "执行", "报错", "抱歉", "拆分",
    "拆成", "拉取", "拜拜", "挂了", "按你", "按照", "换个", "换成", "接着", "接著", "推到", "推吧",
    "推送", "描述", "提交", "搞定", "搞砸", "搞起", "撤回", "撤銷", "撤销", "支持", "收到", "收尾",
    "收工", "改动", "改名", "改善", "改回", "改完", "改成", "改掉", "改进", "放弃", "放着", "整个",
    "整体", "整理", "文件", "文档", "新增", "新建", "方式", "方案", "方法", "无语", "日文", "日语",
    "旧版", "时候", "明显", "明白", "易读", "是否", "晚安", "暂停", "更好", "更改", "更新", "更正",
    "更短", "替我", "替换", "最后", "最後", "最新", "有效", "有点", "有用", "来吧", "构建", "果然",
    "校验", "核对", "根据", "检查", "概括", "檔案", "檢查", "檢視", "欧克", "正好", "正常", "正确",
    "正確", "此外", "步驟", "步骤", "每个", "比较", "毛病", "沒事", "沒有", "没事", "没懂", "没有",
    "没用", "没过", "没错", "法语", "注意", "注释", "测试", "添加", "清晰", "清楚", "清理", "清除",
    "測試", "满意", "漂亮", "為何", "然后", "然後", "照你", "照做", "版本", "牛啊", "牛逼", "特别",
    "现在", "現在", "理解", "生成", "生效", "用的", "留着", "略微", "發布", "的话", "目前", "目录",
    "直接", "看下", "看來", "看到", "看懂", "看来", "看看", "看着", "真的", "着手", "知道", "确保",
    "确定", "确认", "確定", "確認", "示例", "移除", "稍后", "稍微", "稍等", "究竟", "立刻", "竟然",
    "第一", "第三", "第二", "第五", "第四", "等会", "等我", "等等", "简体", "简单", "简洁", "简短",
    "算了", "簡單", "精简", "糟糕", "結束", "結果", "編譯", "總結", "繁体", "繼續", "纠正", "红了",
    "细节", "结束", "结果", "继续", "绿了", "编写", "编译", "翻譯", "翻译", "而且", "肯定", "能再",
    "能否", "能帮", "能用", "能跑", "自己", "英文", "英语", "草稿", "處理", "行不", "行了", "行吗",
    "行吧", "补上", "补充", "表格", "要点", "要的", "覺得", "觉得", "解决", "解決", "解释", "解釋",
    "触碰", "註解", "詳細", "說明", "請問", "謝啦", "謝謝", "變更", "计划", "认为", "认真", "讨厌",
    "记住", "记得", "讲解", "讲讲", "评审", "试着", "试试", "详细", "语言", "说明", "请问", "调整",
    "谢谢", "赞同", "赞成", "走吧", "走起", "起来", "跑完", "跑过", "跑通", "跟我", "跳过", "辛苦",
    "过了", "过来", "运行", "还原", "还有", "这个", "这么", "这些", "这样", "这次", "这行", "这里",
    "进去", "进来", "进行", "退回", "选择", "选项", "逐步", "這些", "這樣", "這次", "這裡", "這邊",
    "通过", "通過", "進行", "運行", "選擇", "選項", "避免", "還有", "那个", "那么", "那些", "那样",
    "那樣", "那邊", "那里", "郁闷", "部分", "部署", "都可", "都行", "都过", "重做", "重启", "重头",
    "重新", "重来", "重构", "重構", "重点", "錯了", "錯誤", "错了", "错误", "開始", "關閉", "问你",
    "问题", "随便", "随意", "难道", "需要", "非常", "靠谱", "韩语", "项目", "顺便", "顺手", "首先",
    "驗證", "马上", "验证", "麻烦", "麻煩", "不", "也", "了", "仅", "们", "但", "你", "個", "們",
    "做", "先", "再", "写", "删", "刪", "又", "吗", "吧", "呀", "呢", "和", "咱", "哦", "哪", "啊",
    "啦", "嗎", "嗯", "嘛", "噢", "在", "太", "好", "它", "就", "很", "您", "想", "我", "或", "才",
    "把", "换", "改", "是", "比", "沒", "没", "的", "种", "給", "给", "被", "說", "請", "讓", "让",
    "说", "请", "谁", "跑", "还", "这", "选", "這", "選", "還", "那", "都", "麼",
];

/// Japanese.
#[rustfmt::skip]
const JAPANESE: &[&str] = &[
    "ありがとうございました", "ありがとうございます", "かしこまりました", "アンインストール",
    "リファクタリング", "おねがいします", "クリーンアップ", "コードレビュー", "プルリクエスト",
    "ユニットテスト", "おつかれさま", "くださいませ", "もういっかい", "もらえますか",
    "わかりました", "わかりやすく", "アップデート", "インストール", "ディレクトリ", "フォーマット",
    "プロジェクト", "リトライして", "了解しました", "分かりました", "分かりやすく", "止まった理由",
    "mainに", "ありがとう", "うまくいか", "うまく行か", "おなしゃす", "お疲れさま", "このコード",
    "こんにちは", "こんばんは", "してもらえ", "すいません", "すばらしい", "とりあえず",
    "どうしたら", "もういちど", "やりなおし", "りょうかい", "アプローチ", "オプション",
    "キャンセル", "コンパイル", "サンキュー", "スペイン語", "バージョン", "フランス語",
    "メッセージ", "リファクタ", "リポジトリ", "出来ました", "切り出して", "助かります",
    "取り除いて", "構いません", "次のタスク", "気をつけて", "直しました", "素晴らしい",
    "終わらせて", "置き換えて", "触らないで", "読みやすく", "順を追って", "あざっす", "あちこち",
    "いかない", "いただき", "いまいち", "いらない", "うれしい", "おかしい", "おかしく", "おしえて",
    "おすすめ", "おそらく", "おっけー", "おつかれ", "おはよう", "おーけー", "お待たせ", "お手伝い",
    "お疲れ様", "きちんと", "きれいに", "ください", "くなった", "くなって", "くわしく", "けっこう",
    "しっかり", "している", "してしま", "しといて", "しなくて", "しました", "それぞれ", "そろそろ",
    "たくさん", "だいたい", "だったら", "ちなみに", "ちゃんと", "ちょっと", "ついでに", "できたら",
    "でしたら", "でしょう", "ときどき", "どういう", "どんどん", "なかった", "なるほど", "ばっちり",
    "ほとんど", "ましょう", "まったく", "もしくは", "もちろん", "もとに戻", "もらえる", "もらって",
    "やっぱり", "やり直し", "ゆっくり", "よかった", "よさそう", "よろしく", "わかった", "アイデア",
    "オッケー", "オーケー", "グリーン", "コマンド", "コミット", "コメント", "コードの", "コードは",
    "コードを", "シンプル", "スキップ", "スタート", "ステップ", "ストップ", "チェック", "デプロイ",
    "ドイツ語", "ドラフト", "バッチリ", "ファイル", "フォルダ", "ブランチ", "プッシュ", "プルして",
    "プルリク", "メインに", "リストで", "リストに", "リネーム", "リベース", "リリース", "レビュー",
    "了解です", "仕上げて", "任せます", "分かった", "動かない", "取り消し", "合わせて", "問題ない",
    "変わった", "変わって", "子供でも", "引き続き", "忘れてる", "念のため", "思います", "恐れ入り",
    "最後まで", "止まって", "片付けて", "知らせて", "箇条書き", "繰り返し", "良かった", "要するに",
    "要らない", "見ました", "見直して", "走らせて", "違います", "間違って", "飛ばして", "あいつ",
    "あげて", "あざす", "あちら", "あった", "あっち", "あなた", "あまり", "あんた", "いいえ",
    "いかが", "いくつ", "いける", "いこう", "いった", "いって", "ううん", "うまく", "うーん",
    "および", "お手数", "お疲れ", "お願い", "かなり", "きっと", "くらい", "くれる", "ぐらい",
    "けれど", "こいつ", "こちら", "こっち", "こんな", "ごめん", "ご苦労", "さすが", "さっき",
    "される", "しかし", "したい", "した方", "しちゃ", "してる", "しとく", "しない", "します",
    "しよう", "し忘れ", "じゃあ", "すごい", "すべて", "する前", "すれば", "ずっと", "そいつ",
    "そちら", "そっか", "そっち", "そんな", "ただし", "たぶん", "たまに", "だった", "だろう",
    "ちがう", "ちゃう", "っぽい", "つけて", "つまり", "つもり", "できる", "という", "ところ",
    "どうし", "どちら", "どっち", "ながら", "なくて", "なさい", "なった", "なるほ", "はーい",
    "ふーん", "ほしい", "ほんと", "まかせ", "ました", "まして", "ません", "まって", "まとめ",
    "みたい", "みよう", "みんな", "もっと", "もらい", "やった", "やっぱ", "やはり", "やめて",
    "やり方", "やろう", "らしい", "わりと", "エラー", "テスト", "ナイス", "ビルド", "プラン",
    "マージ", "リント", "一つ目", "一番目", "丁寧に", "三つ目", "上げて", "上手く", "下さい",
    "下書き", "不要な", "中国語", "二つ目", "二番目", "付けて", "任せる", "余分な", "作って",
    "併せて", "使って", "例えば", "修正を", "修正後", "先ほど", "入って", "入れる", "具体的",
    "再実行", "再試行", "再起動", "出して", "分から", "分けて", "切って", "前より", "助かる",
    "動いた", "動いて", "動かし", "問題が", "問題は", "回して", "回って", "変える", "変わら",
    "変わり", "変更し", "変更点", "外して", "大丈夫", "好きな", "好きに", "始める", "嬉しい",
    "完全に", "待った", "待って", "思った", "思って", "悲しい", "惜しい", "戻して", "投げて",
    "探して", "改めて", "新しい", "日本語", "昨日の", "書いた", "書いて", "最終的", "楽しい",
    "欲しい", "止めて", "正しい", "残して", "気にし", "治って", "流して", "消して", "片付け",
    "申し訳", "直して", "直った", "直って", "知って", "終わっ", "終わり", "終わる", "続けて",
    "続ける", "置いて", "聞いて", "自由に", "行こう", "行った", "行って", "見える", "触って",
    "触らず", "言った", "言って", "訳して", "試して", "話して", "詳しく", "読んだ", "読んで",
    "貼って", "走って", "足して", "追って", "通った", "通って", "進めて", "進める", "進め方",
    "進もう", "進んで", "違った", "違って", "適当に", "選んで", "選択肢", "長すぎ", "閉じて",
    "開いて", "間違い", "間違え", "韓国語", "順番に", "あい", "あと", "あの", "あり", "ある",
    "あれ", "あー", "いい", "いけ", "いた", "いつ", "いて", "いや", "いる", "うぃ", "うん", "ええ",
    "えっ", "えー", "おk", "おい", "おく", "おけ", "おつ", "お前", "から", "きた", "きて", "きみ",
    "くる", "くれ", "けど", "こう", "ここ", "こそ", "こと", "この", "これ", "ごと", "さあ", "さえ",
    "させ", "され", "さん", "しか", "した", "して", "じゃ", "すぐ", "すげ", "すみ", "すら", "する",
    "ずつ", "せず", "ぜひ", "そう", "そか", "そこ", "その", "それ", "たい", "たび", "ため", "たら",
    "たり", "だけ", "だめ", "だれ", "っけ", "って", "つつ", "つの", "つ目", "てる", "でき", "です",
    "とき", "どう", "どこ", "どの", "ども", "どれ", "ない", "なし", "なぜ", "など", "なら", "なり",
    "なる", "ねえ", "はい", "はず", "ふむ", "へい", "へえ", "へー", "べき", "ほう", "ほか", "ほど",
    "ほぼ", "ほら", "ぽい", "まぁ", "まあ", "まじ", "ます", "まず", "また", "まだ", "まで", "まま",
    "みせ", "みた", "みて", "みる", "むり", "もう", "やあ", "やつ", "やば", "やら", "やる", "よい",
    "よう", "よく", "より", "よー", "りょ", "れば", "わあ", "わけ", "オケ", "ダメ", "バグ", "マジ",
    "ムリ", "一つ", "一回", "一度", "一応", "一旦", "一番", "一覧", "一言", "三つ", "三番", "三行",
    "上の", "上手", "上記", "下の", "下手", "下記", "両方", "中止", "主に", "予定", "二つ", "二番",
    "二行", "今回", "今度", "今日", "他に", "他の", "以上", "以下", "以外", "以降", "何故", "余計",
    "作り", "作る", "作成", "作業", "例の", "例を", "元に", "先に", "先程", "入り", "入れ", "全く",
    "全て", "全体", "全然", "再度", "処理", "出し", "出た", "出て", "出力", "分割", "別の", "削除",
    "前に", "前の", "前は", "前回", "前述", "割と", "加え", "動か", "動き", "動く", "動け", "動作",
    "十分", "単位", "反映", "古い", "同じ", "同様", "名前", "回し", "報告", "場合", "変え", "変だ",
    "変な", "変更", "多分", "大体", "失礼", "始め", "完了", "完璧", "実行", "実装", "対応", "少し",
    "差分", "待ち", "待つ", "微妙", "必ず", "忘れ", "思う", "思え", "恐縮", "意味", "意図", "意見",
    "感じ", "戻す", "戻る", "手伝", "手順", "承知", "掃除", "提案", "教え", "整形", "文で", "新規",
    "方が", "方で", "方針", "既に", "早く", "早速", "明日", "時々", "普通", "書か", "書き", "書く",
    "書け", "最初", "最終", "最高", "本当", "来た", "来て", "検査", "検証", "次回", "正解", "残り",
    "残念", "治ら", "流れ", "消し", "消す", "無い", "無く", "無し", "無理", "無視", "特に", "状況",
    "現状", "理由", "申し", "番目", "的な", "的に", "直さ", "直し", "直す", "直せ", "直る", "直前",
    "直後", "知ら", "知り", "短い", "短く", "確か", "答え", "箇所", "簡単", "簡潔", "終了", "結構",
    "絶対", "続き", "続行", "綺麗", "編集", "翻訳", "考え", "考慮", "聞き", "自分", "良い", "良く",
    "良さ", "英語", "行く", "行け", "表示", "複雑", "要約", "見え", "見せ", "見た", "見て", "見る",
    "解説", "触る", "言語", "訂正", "計画", "試し", "話し", "説明", "読み", "調整", "警告", "質問",
    "走ら", "起動", "足し", "足り", "返事", "返答", "追加", "途中", "通し", "通ら", "通り", "通る",
    "通常", "速く", "進捗", "違う", "適用", "選ぶ", "選択", "長い", "長く", "関数", "除去", "面倒",
    "順に", "駄目", "お", "か", "が", "ぞ", "た", "だ", "て", "で", "と", "な", "に", "ね", "の",
    "は", "へ", "も", "や", "よ", "わ", "を", "ん", "今", "何", "俺", "僕", "後", "案", "次", "私",
];

/// Korean.
#[rustfmt::skip]
const KOREAN: &[&str] = &[
    "수고하셨습니다", "감사합니다", "구체적으로", "되도록이면", "업그레이드", "유닛테스트",
    "풀리퀘스트", "감사해요", "같습니다", "건드리지", "그나저나", "그러니까", "그런거야",
    "글머리표", "넘어가자", "돌아가게", "돌아가나", "됐습니다", "되돌려줘", "드래프트", "드립니다",
    "디렉토리", "리베이스", "리팩터링", "리팩토링", "마음대로", "맞습니다", "모르겠어", "불필요한",
    "생각에는", "순서대로", "스페인어", "아무거나", "안되니까", "알아듣게", "어떻게할", "업데이트",
    "없습니다", "이상하네", "있습니다", "자세하게", "자유롭게", "좋습니다", "주실래요", "코드리뷰",
    "테스트들", "프랑스어", "프로젝트", "해주시겠", "해줬으면", "했습니까", "ᄀᄀᄀ", "ᄋᄋᄋ",
    "ᄏᄏᄏ", "가능한", "가즈아", "간단한", "간단히", "간략히", "감사요", "갑자기", "같아서",
    "같은데", "거기서", "거기에", "건너뛰", "건드려", "결정해", "고마워", "고쳐졌", "고치고",
    "고치면", "고친거", "괜찮나", "괜찮아", "구현한", "그거만", "그것만", "그니까", "그래서",
    "그래야", "그러면", "그러자", "그러지", "그런가", "그런거", "그런데", "그런식", "그렇게",
    "그렇네", "그렇다", "그렇지", "그리고", "그만두", "글머리", "급하게", "기다려", "기억해",
    "끝까지", "끝났어", "나머지", "나아졌", "나은데", "나을까", "나이스", "나중에", "넘어가",
    "느리게", "다르게", "다른거", "다른건", "다른게", "다른데", "다시금", "다음거", "다음번",
    "다음에", "다음엔", "단위로", "당연히", "대기해", "대답해", "독일어", "돌리고", "돌아가",
    "됐나요", "됐는데", "됐으면", "되나요", "되도록", "되돌려", "되돌리", "되어있", "되었어",
    "됩니까", "됩니다", "두번째", "드디어", "드릴게", "때문에", "똑같이", "뜻이야", "리스트",
    "릴리스", "마무리", "마세요", "마지막", "마침내", "만든거", "만들고", "만들면", "만들어",
    "만들자", "말대로", "말아줘", "말이야", "말인데", "맘대로", "멋지다", "메시지", "메인에",
    "모르겠", "무슨말", "무슨일", "무엇이", "뭐에요", "바꾸고", "바꾸면", "바꾸지", "바꾼거",
    "반드시", "반복해", "버전이", "변경점", "변경한", "보내줘", "부탁한", "분명히", "불필요",
    "브랜치", "빠르게", "사용해", "삭제한", "상세히", "새로운", "새파일", "생각엔", "생각이",
    "선택지", "세번째", "솔직히", "수고하", "수정한", "습니다", "시도해", "식으로", "쓸데없",
    "아니라", "아니면", "아니야", "아니오", "아닌데", "아무튼", "아이고", "알겠어", "알아서",
    "알았어", "어디서", "어디야", "어디에", "어떤거", "어떤게", "어떨까", "어떻게", "어쨌든",
    "어쩌지", "언제든", "얼마나", "없어요", "없으면", "에러들", "여기서", "여기에", "여전히",
    "여하튼", "예쁘게", "예컨대", "오케이", "올리고", "완전히", "요청한", "우리가", "원하는",
    "이거로", "이거만", "이걸로", "이것들", "이것만", "이대로", "이따가", "이런거", "이런식",
    "이렇게", "이번에", "이번엔", "이부분", "이상한", "이상해", "이어서", "이에요", "이유가",
    "이해가", "일본어", "일이야", "입니다", "있나요", "있는지", "있어요", "있으니", "있으면",
    "있을까", "자세한", "자세히", "작성한", "작업도", "작업을", "작업해", "잘못된", "잠깐만",
    "잠시만", "재시작", "재실행", "저걸로", "저렇게", "저장소", "적당히", "정말로", "정해줘",
    "정확한", "정확히", "제대로", "좋겠다", "좋겠어", "좋네요", "좋아요", "좋을까", "좋을지",
    "주세요", "중국어", "지난번", "지우고", "지우지", "진짜로", "질문이", "참고로", "천천히",
    "초록불", "최대한", "최소한", "추가한", "추천하", "컴파일", "코드가", "코드는", "코드도",
    "코드를", "코드만", "테스트", "틀렸어", "파이팅", "파일들", "포매팅", "포맷팅", "풀리퀘",
    "필요없", "필요한", "하나씩", "하네요", "하는지", "하니까", "하도록", "하든지", "하라고",
    "하려고", "하려면", "하세요", "하지마", "하지만", "한국어", "한다면", "한다음", "한마디",
    "한번만", "할거야", "할건지", "할수있", "합니까", "합니다", "합시다", "해놓고", "해버려",
    "해야돼", "해야지", "해야하", "해주고", "해주라", "해주면", "해주셔", "핵심만", "했더니",
    "했으면", "화이팅", "ᄀᄀ", "ᄀᄃ", "ᄀᄉ", "ᄀᄎ", "ᄂᄂ", "ᄃᄃ", "ᄅᄋ", "ᄆᄅ", "ᄆᄌ",
    "ᄉᄀ", "ᄉᄇ", "ᄋᄋ", "ᄋᄏ", "ᄌᄉ", "ᄍᄍ", "ᄎᄏ", "ᄏᄏ", "ᄒᄋ", "ᄒᄒ", "ᅮᅮ", "ᅲᅲ",
    "가끔", "가능", "가자", "가장", "각각", "간결", "간단", "간략", "갈게", "같고", "같네", "같다",
    "같아", "같은", "같이", "같지", "개로", "개선", "갱신", "거기", "거든", "거야", "거의", "걱정",
    "걸로", "검증", "검토", "결과", "결국", "경고", "계셔", "계속", "계획", "고고", "고르", "고맙",
    "고민", "고생", "고쳐", "고쳤", "고치", "고친", "골라", "과연", "괜찮", "구나", "구동", "구현",
    "군요", "그거", "그건", "그게", "그냥", "그담", "그래", "그랬", "그러", "그런", "그럴", "그럼",
    "그만", "그죠", "그쪽", "그쵸", "그치", "근데", "글쎄", "급해", "길게", "길어", "까먹", "까지",
    "깔끔", "꺼줘", "끝났", "끝내", "나누", "나눠", "나는", "나도", "나서", "나아", "나오", "나와",
    "나왔", "나요", "나은", "나중", "남겨", "남아", "남았", "남은", "낫네", "낫다", "낫지", "내가",
    "내려", "내용", "냅둬", "너무", "넣고", "넣어", "넣은", "네가", "노노", "놔둬", "놔줘", "누가",
    "누구", "는데", "는지", "니가", "니다", "다고", "다르", "다른", "다시", "다음", "단계", "단위",
    "닫고", "닫아", "달라", "달아", "달지", "담거", "답답", "답변", "답은", "답해", "당신", "당연",
    "당장", "대강", "대답", "대로", "대박", "대체", "대충", "데요", "돌려", "돌리", "돌린", "돌아",
    "동작", "돼서", "돼야", "돼요", "돼있", "됐고", "됐나", "됐네", "됐다", "됐어", "됐음", "됐지",
    "되게", "되겠", "되고", "되나", "되네", "되는", "되니", "되던", "되면", "되어", "되었", "되잖",
    "되지", "된다", "될까", "두개", "두고", "두자", "둘다", "뒤에", "드려", "드릴", "디프", "따라",
    "땡큐", "똑같", "뜨는", "라고", "레포", "려고", "롤백", "리뷰", "린트", "마다", "마라", "만든",
    "만큼", "많아", "많은", "많이", "말고", "말구", "말씀", "말이", "말하", "말한", "말해", "맞게",
    "맞나", "맞는", "맞아", "맞죠", "맞지", "매우", "머지", "먼저", "멈추", "멈춘", "멈춰", "멋져",
    "면서", "명령", "명확", "몇개", "모두", "모든", "목록", "몰라", "못하", "무슨", "무시", "무엇",
    "문장", "문제", "물론", "뭐가", "뭐냐", "뭐든", "뭐로", "뭐야", "뭐지", "뭐하", "뭔가", "뭔데",
    "뭔지", "뭘까", "미안", "미쳤", "미친", "믿어", "믿을", "바꾸", "바꾼", "바꿔", "바꿨", "바뀌",
    "바뀐", "바로", "밖에", "반영", "방금", "방법", "방식", "배포", "버그", "버전", "번역", "번째",
    "벌써", "변경", "별로", "병합", "보고", "보기", "보니", "보다", "보면", "보여", "보이", "보자",
    "보통", "복구", "복사", "복잡", "볼게", "볼까", "볼래", "봐라", "부분", "부탁", "부터", "분명",
    "붙여", "빌드", "빙고", "빨간", "빨리", "빼고", "빼도", "빼줘", "사실", "사항", "삭제", "상세",
    "상황", "새로", "생각", "생략", "생성", "선택", "설명", "설치", "성공", "세개", "수고", "수정",
    "쉬운", "쉽게", "스킵", "스톱", "시작", "시켜", "시켰", "시킨", "신경", "실행", "싶다", "싶어",
    "싶은", "써봐", "써줘", "쓰고", "쓰는", "씨발", "아까", "아놔", "아뇨", "아니", "아닌", "아래",
    "아마", "아무", "아쉽", "아씨", "아요", "아주", "아직", "아하", "안나", "안녕", "안돼", "안됐",
    "안됨", "안맞", "안하", "안한", "알겠", "알려", "알아", "암튼", "약간", "어느", "어디", "어때",
    "어떡", "어떤", "어떨", "어서", "어요", "어쩔", "언어", "언제", "얼른", "얼마", "없고", "없나",
    "없네", "없는", "없다", "없던", "없애", "없어", "없었", "없을", "없이", "없지", "에게", "에고",
    "에러", "에서", "에이", "여기", "역시", "열고", "열어", "였어", "영어", "예스", "예시", "오늘",
    "오류", "오예", "오케", "오키", "오호", "올라", "올려", "올리", "올린", "옮겨", "옮기", "옵션",
    "와우", "완료", "완벽", "완성", "완전", "요약", "우리", "우린", "우선", "우와", "원래", "원한",
    "원해", "위에", "위해", "으로", "은데", "의견", "의도", "의미", "이거", "이건", "이걸", "이것",
    "이게", "이따", "이랑", "이래", "이런", "이름", "이번", "이봐", "이야", "이었", "이유", "이전",
    "이제", "이쪽", "이해", "인데", "인지", "일단", "읽고", "읽기", "읽어", "읽은", "있고", "있나",
    "있네", "있는", "있다", "있던", "있어", "있었", "있을", "있잖", "있지", "잊어", "잊었", "잊은",
    "잊지", "자꾸", "자주", "작게", "작동", "작성", "작은", "잖아", "잘된", "잠깐", "잠시", "저거",
    "저걸", "저것", "저기", "저는", "저도", "저래", "저번", "저장", "저쪽", "저희", "적어", "적용",
    "적은", "전부", "전에", "전체", "전혀", "절대", "점검", "정돈", "정리", "정말", "정지", "정확",
    "제가", "제거", "제길", "제발", "제안", "제일", "젠장", "조금", "조심", "조정", "종종", "좋게",
    "좋겠", "좋고", "좋네", "좋다", "좋아", "좋은", "좋을", "죄송", "주석", "주시", "주신", "주실",
    "주의", "줄게", "줄래", "줄로", "중단", "중지", "지금", "지마", "지만", "지우", "지운", "지워",
    "진짜", "진행", "질문", "짧게", "짧은", "쩐다", "쩔어", "쪼개", "차례", "차이", "참고", "찾아",
    "처럼", "처리", "처음", "청소", "체크", "초록", "초안", "최고", "최신", "추가", "추천", "축하",
    "취소", "커밋", "켜줘", "크게", "통과", "틀려", "틀린", "파일", "판단", "평소", "포맷", "폴더",
    "표로", "푸쉬", "푸시", "피알", "필요", "하게", "하고", "하기", "하네", "하는", "하니", "하던",
    "하든", "하라", "하려", "하면", "하셨", "하자", "하죠", "하지", "한거", "한걸", "한글", "한다",
    "한뒤", "한번", "한지", "한후", "할거", "할게", "할까", "할께", "할래", "할수", "할지", "함수",
    "합쳐", "합치", "항상", "해결", "해놔", "해놨", "해두", "해둬", "해뒀", "해라", "해본", "해볼",
    "해봤", "해서", "해야", "해주", "해줄", "해줬", "했나", "했다", "했던", "했어", "했지", "혹시",
    "확실", "확인", "후에", "훌륭", "훨씬", "힘내", "걍", "걸", "것", "굿", "그", "꼭", "난", "너",
    "넌", "네", "넴", "넵", "넹", "는", "늘", "더", "덜", "도", "또", "를", "못", "뭐", "뭔", "봐",
    "쓴", "씩", "안", "엉", "예", "왜", "요", "웅", "은", "을", "음", "응", "잘", "좀", "줘", "쫌",
    "참", "첫", "콜", "해", "했", "헐", "흠",
];

/// Lists of phrases, for scripts without spaces between words; each list the longest first.
pub const PHRASES: [&[&str]; 3] = [CHINESE, JAPANESE, KOREAN];
