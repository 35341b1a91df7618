//! Words of the workflow itself: prompts made of these ask for work, not for the past.
//!
//! They stand beside the stop words, folded as terms are; a word that several languages share
//! stands in the first of them. Words that say what went wrong or what was decided are left out:
//! with one subject they make a question ("why did the migration fail").

/// English.
const ENGLISH: &str = "\
    10 able abort above absolutely actually add adding additional adjust afaik affirmative \
    afterward afterwards against agree agreed ah ahead ain almost alone along already alright \
    although always amazing amend analyze answer answers anymore anyone anything anyway applied \
    applies apply appreciated approach aren around asap ask asked asking attempt away awesome \
    awful aye back bad basically beautiful begin being believe below best better between big \
    bigger bit both branch branches brief briefly brilliant bring bro btw bug bugs build building \
    builds built bullet bullets bump bye cancel cannot cant care careful carefully carry \
    certainly change changed changelog changes changing check checked checking checkout checks \
    cheers cherry chinese choice choices clarify clean cleaned cleaning cleanup clear clearer \
    clearly clever close closed closer closes code codebase comments commit commits committed \
    committing compile compiled compiles complete completed completely concise confirm confirmed \
    conflict conflicts continue continues continuing cool copy correct corrected correction \
    corrections couldn create creating current day debug debugging definitely delete deleting \
    deploy deployed deploying deploys describe description detail detailed details didnt diff \
    different differently diffs directory doesnt dont double down draft drafted drafts dude dunno \
    during each edit edited editing edits eh eight either elaborate end english enough entire \
    entirely error errors evening ever every everyone everything exact exactly example examples \
    excellent execute expand explain explained explaining explains explanation extra fantastic \
    ffs fifth file files finally find fine finish finished finishes finishing first firstly five \
    fix fixed fixes fixing fixup folder folders force forget format formats formatted formatter \
    formatting forward found four fourth french full fully function functions fyi gave generate \
    german git give given gives go goes going gone gonna good goodbye gotta great green guess \
    guys hadn haha half halt happen happened happening happens harder hasn haven hello help \
    helped helps hey hi hiya hm hmm hmmm hold horrible however huh idea ideas idk ignore imo \
    implement implementation implementing important impressive improve improvement improvements \
    incorrect indeed inspect install installed installing installs instead interesting \
    investigate isnt issue issues italian item items itself ive japanese keep keeps kind kinda \
    kindly kk know known knows korean last later latest launch least leave leaves left lemme less \
    lets lgtm liked likes line lines lint linter linting list listed lists literally little lol \
    long longer look looking looks lot lots love lovely main markdown master mate matter matters \
    maybe mean means meant meanwhile merge merged merges merging message messy method methods mhm \
    mind mine minute minutes modification modifications modified modify moment morning move moved \
    moving mr mustn myself nah nay nearly neat necessary need needed needn needs neither never \
    nevermind new newer next nice nine none nope nothing np nvm odd oh ok okay okey oki okie okk \
    old older omg oops open opened opens opinion optimize option options otherwise ought ours \
    outline output part parts pass passed passes passing paste pause perfect perhaps piece pieces \
    plan plans pleas pls plz point points polish portuguese possible pr prefer pretty prev \
    previous print probably problem problems proceed progress prs publish pull pulled pulls push \
    pushed pushes pushing put puts question questions quick quickly quit quite ran rather read \
    reading reads ready really rebase rebased rebasing rebuild recap recommend red redo refactor \
    refactored refactoring remainder remaining remember remove removing rename renaming repeat \
    replace reply rerun reruns resolve respond response restart result results resume retest \
    revert reverted reverting reverts review reviewed reviewer reviewing reviews rewrite right \
    run running runs russian said save saved saves saving saw say saying says second see seem \
    seemed seems seen sense seven shall shan ship shipit short shorten shorter shouldn show shown \
    shows similar simple simpler simplified simplify simply since six sixth skip skips slowly \
    small smaller smart solution someone something soon sorry sort sorta sound sounds spanish \
    speak spec squash start started starting starts stash status stay step steps stop stopped \
    strange stuff stupid suggest suggested suggestion suggestions suite summarise summarize \
    summarized summary super sure sweet take takes taking talk task tasks tbh tell ten terrible \
    terse test tested testing tests thank thanks thankyou thats theirs thing things think \
    thinking thinks third though thought thoughts three thx tidy till time times tldr tnx today \
    todos together took totally translate tried tries try trying turn tweak tweaks two ty \
    typecheck typo typos tysm ugly uh under understand understood undo uninstall until update \
    updated updates updating upgrade upon useless validate verbose verified verify verifying via \
    wait waiting wanna want wanted wants warning warnings wasnt watch way ways wdyt weird welcome \
    well went weren whatever whenever wherever whichever whole whoops whose wip within without \
    wonderful wondering wont work worked working works worse worst wouldn wow wrap write writing \
    written wrong wtf yah yay ye yea yeah yep yes yess yet youre yours yourself yup";

/// Spanish.
const SPANISH: &str = "\
    abre abrelo abrir acaba acabado acabar aclara actual actualiza actualizado actualizalo \
    actualizar acuerdo adelante ademas adios agrega agregalo agregar aguarda ahi ahora ajusta \
    ajustar aleman algo algun alguna alguno alli alto ambas ambos anade anadelo anadir anda \
    andale anterior antes aplica aplicalo aplicar aquel aquella aquello aqui archivo archivos \
    arranca arrancar arregla arreglado arreglalo arreglalos arreglar arreglaste asi aun aunque \
    avancemos avanza avisa avisame aviso avisos ayuda ayudame ayudar bah basta bastante bien \
    borra borrador borralo borrar breve brevemente buen buena buenas bueno buenos busca buscar \
    cada calma cambia cambiado cambialo cambiar cambiaste cambio cambios cancela cancelar carpeta \
    carpetas casi castellano cerrar chequea chequear chino cierra cierralo cinco clara claro \
    codigo comentario comentarios comenzar comienza comitea comitealo comitear commitea \
    commitealo commitear compila compilar completa completalo completar completo comprobar \
    comprueba compruebalo conciso confirma confirmar confirmo conmigo contame contesta contigo \
    continua continuar continuas continuemos contra coreano corras corre correcta correctamente \
    correcto corregido corregir correlo correr corrige corrigelo corta corto cortos cosas crea \
    crealo crear crees creo cuales cualquier cualquiera cuarta cuarto cuatro cuentame cuidado \
    dale dame damelo dar debe debemos deberia deberias debes decime decir deja dejalo dejar demas \
    demasiado deploya deployar desde deshacer deshaz deshazlo despacio desplegar despliega \
    despliegalo despues detallado detalle detalles deten detente dia dices diez diferente dije \
    dijiste dime dimelo disculpa distinta distinto edita editar ejecuta ejecutalo ejecutalos \
    ejecutar ejecutas ejemplo ejemplos eleccion elegir elige elimina eliminalo eliminar ellas \
    ellos empecemos empezar empieza empuja encuentra ensena ensename entendido entendiste \
    entiendes entiendo entonces entre eres errores esas escoge escribe escribelo escribir esos \
    espanol espera esperar esperate estamos estan estar estas estos estoy estupendo exactamente \
    exactas exacto excelente explica explicacion explicalo explicame explicamelo explicar falta \
    fantastico favor fichero ficheros fijate forma formatea formatear formato frances fueron \
    funcion funciona funcionan funcionando funciono fusiona fusionar genera genial gracias grax \
    guarda guardalo guardar gusta gustaria gusto hacelo haceme hacer hacerlo haces hacia haciendo \
    haga hagamos hagan hagas hago han hasta haya haz hazla hazlo hazlos hazme hecha hecho hemos \
    hiciste hizo hola hoy ignora igual implementa implementalo implementar importa incorrecto \
    increible ingles inicia iniciar instala instalalo instalar intenta intentalo intentar \
    intentarlo italiano jaja jajaja jamas japones lanza lanzalo lanzar larga largo lee leelo leer \
    limpia limpialo limpiar linea lineas lintea lista listo listos luego mal mandale manera mejor \
    mejora mejorar mensaje mergea mergealo mergear mete mientras minuto mira mirame mirar mis \
    misma mismas mismo mismos mitad modifica modificado modificalo modificar modificaste modo \
    momento mostrame mostrar mucha muchas mucho muchos muestra muestrame muestramelo mueve nada \
    necesitamos necesitas necesito ni ninguna ninguno noches nop nosotros nueva nuevamente nueve \
    nuevo nunca ocho olvida olvidalo omite opcion opciones opinas otra otras otro otros parar \
    parate parece parecen parte partes pasa pasado pasan pasando pasar pasaron paso pasos pega \
    pensar peor perdon perdona perfecta perfecto piensa piensas pienso poca poco pocos podemos \
    poder podria podrias pon poner ponle ponlo porfa porfavor porfis portugues pq pregunta \
    preguntas primer primera primero probalo probar probaste problema problemas procede proceder \
    pronto propones propuesta proseguir prosigue proxima proximo prueba pruebalo pruebas publica \
    publicar puede pueden puedes puedo pues punto puntos pushea pushealo pushear queremos quieres \
    quiero quinto quisiera quita quitalo quitar quiza quizas rama ramas rapido rebasea rebasear \
    recomiendas recuerda reemplaza reescribe refactoriza refactorizar reintenta reintentar \
    renombra renombralo renombrar repetir repite repitelo resolver responde responder respuesta \
    resto resuelve resuelvelo resultado resultados resumelo resumeme resumen resumir revertir \
    revierte reviertelo revisa revisalo revisar revision rojo rojos ruso sabes salida salta \
    saludos sea sean segui seguir segun segunda segundo segura seguro seis sencillo sep sera \
    seran seria siempre siete siga sigamos sigas sigue siguiendo siguiente siguientes simplifica \
    simplificalo sip sirve solamente solo solucion soluciona solucionado solucionar somos soy \
    sube subelo subelos subir subirlo sugieres suya suyo tal tampoco tan tanto tardes tarea \
    tareas tenemos tener tengo tercer tercera tercero termina terminado terminalo terminar \
    terminaste testea testealo testear ti tiempo tienes tmb toca todas todavia trabajo traduce \
    traducelo tranquilo tus tuya tuyo uf ultima ultimo ups usa usalo usar usted ustedes va vale \
    valida vamos van vas vaya vea veces vemos venga veo ver veras verde verdes verifica \
    verificalo verificar ves vez volver vosotros voy vuelve xfa xq";

/// Portuguese.
const PORTUGUESE: &str = "\
    abra acabe acabou acha achas acho achou acontecendo aconteceu acrescenta acrescente adiante \
    adiciona adicionar adicione agora agradeco aguarde ainda ajuda ajudar ajude ajuste ajustes \
    alem alemao algum alguma ali altera alteracao alteracoes alterar altere alterou apaga apagar \
    apague apenas aplique aquela aquele aquilo arquivo arquivos arruma arrumar arrume arrumou \
    assim ate atual atualiza atualizado atualizar atualize avanca avance avise bacana bele beleza \
    bem blz boa boas bom bons bora bota bote brigada brigado builda buildar cancele certa certeza \
    certo checa checar chega cheque chines coisa coisas coloca colocar coloque combinado comeca \
    comecar comece comigo comita comitar comite comitou commita commitar commite commitou \
    concordo confere conferir confira confirme conserta consertar conserte continuando correta \
    correto corrigido corrigir corrigiu corrija cria criar crie curta curtinho curto deixa deixar \
    deixe deleta deletar demais denovo depois descreva descreve desculpa desculpe desfaca desfaz \
    desfazer dessa desse desta deste detalhadamente detalhado detalhe detalhes devagar deve \
    deveria devia devo dez diga disse disseste disso disto diz dizer dnv dois duas dum duma edite \
    eita elas eles embora empurra enquanto entende entendeu entendi errada errado erro erros \
    esclareca escolha escolhe escolher escreva escreve escrever espanhol espere esqueca esquece \
    essas esses estao estes estou etapa etapas exatamente exato exclua exclui excluir executa \
    executar exemplo exemplos explicacao explique faca facamos faco fala falar fale falei falou \
    faz faze fazendo fazer fazes fecha fechado fechar feche feita feito fez ficheiro ficheiros \
    finaliza finalizar finalize fiz fizeste foram formata formatar formate frente funcao \
    funcionam funcionou gera gerar gere gostaria gostei gosto hein hoje ideia ideias implanta \
    implemente incrivel indo inicie instale ir jamais jeito kkk kkkk lanca legal leia lembra ler \
    lhes limpa limpar limpe linha linhas linta logo longa longo manda mandar mande maneira \
    maravilha massa melhor melhora melhorar melhore mensagem mergeia mergeie mescla mescle mesma \
    mesmas mesmo mesmos metade meus minhas modificacoes modifique mostra mostre mova muda mudanca \
    mudancas mudar mude mudou muita muitas muitos nela nele nem nenhum nenhuma nesta neste nisso \
    nisto noite nova novamente nove novo num numa obg obgd obrigada obrigado oi oito ola olha \
    olhar olhe opa opcao opcoes opiniao otima otimo outra outras outro outros pare parecem passa \
    passam passando passar passaram passo passos passou pasta pastas pelas pelos pensa pense \
    penso perai percebi perfeita perfeito pergunta perguntas pf pfv pfvr pior plano pode podem \
    poderia poderias podes podia poe pois ponto pontos posso pouca pouco precisa precisamos \
    precisas preciso primeira primeiro procura procure pronta prontos propoe prosseguir prossiga \
    proximos publique pula pule pusha pushar pushe pushou quais qualquer quantos quarto quase \
    quatro quer queres queria quero quinta ramo ramos rascunho rebaseia recomenda reescreva \
    reescreve refaca refatora refatorar refatore refaz refazer remova remover renomear renomeia \
    renomeie repete repita resolva resolveu resolvido responda resposta restante restantes resuma \
    resumido resumo retenta reve reveja reverta reverte reverter revisao revise roda rodando \
    rodar rode rodou russo sabe saida salva salvar salve segue seguindo seguinte sei seja sejam \
    sempre sete seus siim sim simbora simples simplifique sobe solucao somente sou suas suba \
    sugere sugestao sugestoes talvez tao tarde tarefa tarefas tava tb tbm tchau temos tempo tenho \
    tens tenta tentando tentar tente ter terceira terceiro termine terminou testa testar testaste \
    teste testes testou teu tinha tinham tira tirar tire top trabalho traduz traduza troca troque \
    tua tudo ue vai valeu valide vamo vao vc vcs veja vejo verifique vermelho vezes viu vlw vlww \
    voces volta voltar volte vou";

/// German.
const GERMAN: &str = "\
    ab abbrechen abend abgeschlossen abschließen ach acht aha ahm ahnlich aktualisiere \
    aktualisieren aktualisiert aktuelle aktuellen allem allen allerdings alles ander andere \
    anderen anderer anderes andern anders anderung anderungen andre anfangen angepasst anlegen \
    anpassen anpassung anpassungen ans antwort antworte antworten anwenden arbeit arbeite art \
    aufgabe aufgaben aufhoren aufpassen aufraumen ausfuhren ausfuhrlich ausfuhrlicher ausgabe \
    ausgefuhrt ausgezeichnet ausrollen außerdem bald bau baue bauen bearbeite bearbeiten beende \
    beenden beginne beginnen behebe beheben behoben beide beiden beides beim beinahe beispiel \
    beispiele benenne benutze benutzen bereinige bereinigen bescheid beschreib beschreibe besser \
    bestatige bestatigen beste besten bestens bestimmt bevor bisher bisschen bissl bist \
    bitteschon bloß branche brauche brauchen brauchst brich bzw checke checken chinesisch \
    commiten commitet committe committen committest committet dabei dafur danach dank danke \
    dankeschon daran darauf daraus darf darfst darin datei dateien davon davor dazu dein deine \
    deinem deinen deiner denk denke denken denkst denn deploye deployen deshalb deswegen \
    detailliert deutsch deutsche dich diesem diesen dieses ding dinge dir dran drauf drei drin \
    dritte dritten durchlaufen durfen eben egal eigentlich einchecken einfach einfacher eins \
    einverstanden empfiehlst englisch englische entfern entferne entfernen entschuldige \
    entschuldigung entwurf entwurfe erganze erganzen ergebnis ergebnisse erklar erklare erklaren \
    erklarung erledige erledigen erledigt erneut ersetze ersetzen erst erste erstell erstelle \
    erstellen ersten erster erstes erstmal erzahl erzeuge erzeugen etwa etwas euch euer eure \
    eventuell fahr fahre falsch fang fange fass fasse fassen fehler fehlern fein fertig \
    fertigstellen finde finden findest findet fixe fixen formatiere formatieren formatierung fort \
    fortfahren frage fragen franzosisch fug fuge fugen fuhr fuhre fuhren funf funfte funktion \
    funktionieren funktioniert ganz ganze ganzen geandert gebaut gebe geben gefallt gefixt gegen \
    geh gehe gehen geht gehts geil gemacht gemerged gemergt genau genauer gepruft gepushed \
    gepusht gern gerne gesagt geschrieben gestartet getan getestet gewesen gib gibst gibt ging \
    glaube glaubst gleich gleiche gleichen gleicher großartig grun grune grunen guck gucke gucken \
    gut gute guten guter gutes hab habt halfte hallo halte haltst hammer hast hattest helfen \
    hervorragend heute hierfur hierzu hilf hilfe hin hinzu hinzufugen hor idee ideen ignoriere \
    ihm ihn ihnen ihre ihren immer immernoch implementiere implementieren ins installier \
    installiere installieren irgendwas italienisch jap japanisch jawohl jede jeden jeder jedes \
    jenes jetzt jeweils jo joa jup kannst kapiert keinen keiner keins klappt klappts klar klarer \
    klasse knapp knapper komisch kommentar kommentare kompiliere kompilieren komplett konnen \
    konnt konnte konntest kontrolliere kontrollieren kopiere koreanisch korrekt korrigiere \
    korrigieren korrigiert kurz kurze kurzer lang langer lass lasse lassen lauf laufe laufen \
    lauft leg lege lese lesen letzte letzten letzter letztes lg lief lies linte linten liste \
    losch losche loschen lose losen losung mach mache machen machs machst macht magst meine \
    meinst meinung mergen mergst mfg mist mochte mochten mochtest moin momentmal morgen muss \
    mussen musst musste nachricht nachste nachsten nachster nachstes naja naturlich nee nehme \
    nehmen nein nett neu neue neuen neuer neues neun neustarten nichts nie niemals nimm nimmst \
    nochmal nochmalig nochmals nutze offne offnen offnet optionen ordner passe passiert passt \
    perfekt portugiesisch prima pro probier probiere probieren probleme problemen pruf prufe \
    prufen puh punkt punkte pushen pushst raum raume raus rebasen refactore refactoren \
    refaktoriere refaktorieren rein reparier repariere reparieren restliche restlichen reviewe \
    reviewen richtig roll rolle rot rote ruckgangig russisch sache sachen sag sage sagen sagst \
    sauber schade schau schaue schauen schaust schlagst schlecht schlechter schließ schließe \
    schließen schnell schone schreib schreibe schreiben schritt schritte schritten schrittweise \
    sechs sehe sehen sehr seid seine seinen sekunde selbe selben seltsam servus setz setze setzen \
    sicher sieben sieh siehst sieht soll sollen sollst sollte sollten solltest sonst spanisch \
    spater speichere speichern spitze stand starte starten stattdessen stichpunkte stichpunkten \
    stimme stimmt stopp suche suchen tag teil teile testen testlauf tja toll trotzdem tschuss tue \
    tun tust tuts uberpruf uberprufe uberprufen ubersetze uberspring uberspringe ubrige ubrigen \
    umbenennen umgesetzt umschreiben umsetzen unsere unseren usw variante verandert verbessere \
    verbessern verbesserung vereinfache vergiss verifiziere veroffentliche veroffentlichen \
    verschiebe verstanden versteh verstehe verstehst versuch versuche versuchen versuchs verwende \
    verzeichnis verzeihung vg viel viele vielen vielleicht vier vierte vierten vollstandig vorher \
    vorherige vorherigen vorige vorschlag vorschlage vorsichtig wahl wahle wahrend wahrscheinlich \
    ware warnung warnungen warst wart warte warten weil weise weiter weitere weiteren weiteres \
    weitermachen weiß weißt welche welchen welcher welches wem wen wende wenig weniger werde \
    weshalb wessen wiederhole wiederholen wieso willst wirklich wirst wofur woher wohin wollen \
    womit wunderbar wurdest zb zehn zeig zeige zeigen zeile zeilen zeit zuerst zunachst zuruck \
    zurucksetzen zusammen zusammenfassen zusammenfassung zuviel zwei zweig zweige zweite zweiten \
    zweites zwischen";

/// French.
const FRENCH: &str = "\
    abord accord acheve actualise actualiser actuel actuelle adapte afin aide aider aime aimerais \
    ainsi ajoute ajouter ajoutez ajuster allait allemand aller allez allons alors ameliore \
    ameliorer anglais annule annuler annulez applique appliquer apres arrete arreter arretez \
    arriere arrive assez attendez attendre attends attention aucun aucune aujourd aura aurais \
    aussi autant autre autres avancer avant avertissement avertissements avis ayez bcp beaucoup \
    ben besoin bientot bizarre bof bon bonjour bonne bonnes bonsoir boulot bravo bref brievement \
    brouillon brouillons builde builder ca car carrement ceci cela celle celles celui certain \
    ceux chacun changement changements changer changez chaque cherche chercher chez chinois \
    choisir choisis choisissez choix chose choses chouette cinq cinquieme clair claire clairement \
    clarifie colle combien commence commencer commencez commentaire commentaires commiter \
    commitez committer compiler complet completer comprend comprendre comprends compris concis \
    confirmer conseilles continuer continuez continuons contre controle controler copie coreen \
    correcte corriger corrigez coucou court courte courts cree creer creez crois dac daccord \
    decris defaire defais demarre demarrer deplace deploie deployer deployez dernier derniere \
    derniers desole desolee detaille detaillee deux deuxieme devez devrais devrait differente \
    dire dis dit dites dix doit dommage donne donner donnez dossier dossiers doucement dsl ecrire \
    ecris ecrivez editer efface effacer encore enfin enleve enlever enlevez enregistre \
    enregistrer ensuite entendu erreur erreurs espagnol essaie essaye essayer essayez etais etape \
    etapes etes etrange euh evidemment exactement excellente excuse excusez executer executez \
    exemple exemples explication explications expliquer expliquez facon faire fais faisons faite \
    faites faits fasses faudrait fausse faux ferme fermer fermez fichier fichiers fini finie \
    finir finis finissez fixer fois fonce fonction fonctionne fonctionnent font formatage \
    formater formidable francais fusionne fusionner garde garder genere generer grave hop hui \
    huit hum idees impeccable implementer implementez importe installe installer installez \
    instant italien japonais jour jsp jusqu jusque juste laisse laisser lance lancer lancez \
    laquelle lentement lequel lesquels leurs ligne lignes lire lis lisez longue lors lorsque \
    magnifique maintenant maj maniere marche marchent mauvais mauvaise mdr meilleur meilleure \
    memes merci mercii merger mergez mets mettez mettre miens mieux mince mise modifie modifier \
    modifiez moi moins moitie montre montrer montrez nan nettoie nettoyer nettoyez neuf nickel nn \
    nouveau nouveaux nouvelle nouvelles ouai ouaip ouais oublie oublier oue ouep ouf oui oups \
    ouvre ouvrez ouvrir parce pardon pareil pareille parfait parfaite partie parties passent \
    passer patience pendant penser penses pensez peu peut peux pire pk plait plutot portugais \
    pourrais pourrait pourriez poursuis poursuivez poursuivre pousse pousser poussez pouvez \
    pouvoir pouvons precedent precedente premier premiere prendre prends prenez presque pret \
    prete probablement problemes prochain prochaine propose proposes proposition ptdr publie \
    publier puis puisque pusher pushez qd quasiment quatre quatrieme quelconque quelles quelqu \
    quelque quelques quels raconte rajoute rajouter rapidement rappelle rebaser recommandes \
    recommence recommencer redemarre redige reecrire reecris reessaie reessaye reessayer refacto \
    refactorise refactoriser refaire refais regarde regarder regardez relance relancer relancez \
    relecture relire relis remplace remplacer renomme renommer renommez repare reparer repertoire \
    repeter repondez repondre reponds reponse reponses resolu resoudre resous restant restants \
    restaure reste resultat resultats resumer resumez retablis retente retenter retire retirer \
    retour revenir reviens revoir revois revue rien rouge rouges russe sais sait salut saute \
    sauvegarder savoir seconde selon semble semblent sept serait serez seulement sien simplifie \
    simplifier sinon soient sois soit sommes sortie souci soucis stoppe stp suggeres suis suivant \
    suivante suivants supprime supprimer supprimez svp tache taches tant tard tellement temps \
    tenter terminee terminer terminez tester testez tien tiens tkt tot toujours tourne tournent \
    tourner toute toutes traduire traduis travail trois troisieme trop trouve trouver trouves \
    utilise utiliser vais valider validez verification verifie verifier verifiez vers vert verte \
    verts veut veux vite voici voila voir vois volontiers vont vos votre voudrais voulez vouloir \
    voyez voyons vraiment zut";

/// Italian.
const ITALIAN: &str = "\
    abbastanza abbiamo accordo adesso affinche aggiorna aggiornalo aggiornare aggiornato \
    aggiungere aggiungi aggiungilo aggiusta aggiustalo aggiustare aiutami aiutare aiuto alcune \
    alcuni allo allora altra altre altri altrimenti altro ancora andare andiamo annulla annullalo \
    annullare appena applica applicalo applicare apri aprilo aprire aspetta aspettare attendi \
    attenzione attimo attuale avanti avere avete avevi avrei avvia avvialo avviare avvisami \
    avvisi avviso beh bella bellissimo bello bene benissimo bisogna bisogno boh bozza bozze brava \
    buildare buon buona buonasera buongiorno buono cambi cambiamenti cambiamento cambiare \
    cambiato cancella cancellalo cancellare capire capisci capisco capito cartella cartelle cerca \
    cercare certamente chiara chiarisci chiaro chiudere chiudi chiudilo chiunque ciao cinese \
    cinque cio cioe cmq codice coi col comincia cominciamo commenti commento committa committalo \
    committare committato committi compilare compiti compito completare completato comunque \
    concludi conferma confermare confermo consigli continuare continui continuiamo contro \
    controlla controllalo controllare controllo correggere correggi correggili correggilo \
    corretta corretto correzione correzioni cose cosi creare credi credo dagli dai dall dallo \
    dammi dare davvero degli dell dello dentro deployare descrivi dettagli dettagliata \
    dettagliato dettaglio detto devi dici dico dieci dimentica dimmi diversa diverso dobbiamo \
    domanda domande dovere dovrebbe dovresti due dunque eccellente ehm elenca elenco eliminare \
    entrambe entrambi eri errore errori esattamente esatto esegui eseguili eseguilo eseguire \
    esempi esempio facciamo faccio facendo fai falla falli fallo fammi fanno faresti farla farlo \
    fate fatta fatti favore ferma fermare fermati fermo finche finire finisci finiscilo finita \
    finito finora fondi formatta formattare formattazione forse forza fosse fra francese funziona \
    funzionano funzionato funzionava funzione generare giapponese gira girare giusta giusto \
    glielo grande grandioso grazie grz guardami guardare implementare incolla indietro infatti \
    inglese inizia iniziamo iniziare installa installalo installare intanto invece invia lancia \
    lanciali lancialo lanciare lascia lascialo lasciare lavoro leggere leggi leggilo lentamente \
    lunga lungo magari mah mai male maniera meglio meno mentre mergi mergia mergialo mergiare \
    messaggio meta mettere metti mettilo mie miei migliora migliorare migliore mille modificare \
    modificato modifiche molta molte molti mostramelo mostrami mostrare negli nell nello nessuna \
    nessuno niente nulla nuova nuovamente nuove nuovi nuovo occorre oggi ogni ognuno oltre \
    opinione ops opzione opzioni ora ormai ottima ottimi ottimo otto ovviamente parere parti \
    partire passaggi passaggio passano passare passati passato passi peccato peggio peggiore \
    pensare pensi perfavore perfetta perfetto perpiacere piace piacere piaciuto piano po pochi \
    portoghese possiamo possono potere potrebbe potresti prego prendi presto primi primo \
    probabilmente problemi procedere procedi procediamo proponi proposta prosegui proseguiamo \
    proseguire prossima prossimo prova provaci provalo provare pubblica pubblicare pulire pulisci \
    pulizia punti puo puoi pure pushalo pushare pushato qua qualche qualcosa quali qualsiasi \
    qualunque quanta quanti quarta quasi quattro quei quell quella quelli quest queste questi \
    quindi racconta raccontami ragione rami rebasa rebasare refactorizza refattorizza restanti \
    revisiona revisione riassumere riassumi riassunto riavvia ricevuto ricorda riepiloga \
    riepilogo rifai rifallo rifare rifattorizza riga righe rilancia rilascia rilasciare rileggi \
    rimanente rimanenti rimuovere rimuovi rimuovilo rinomina rinominalo rinominare ripetere \
    ripeti ripristina ripristinare riprova riprovaci riprovare riscrivere riscrivi risolto \
    risolvere risolvi risolvilo rispondere rispondi risposta risposte risultati risultato \
    rivedere rivedi rossi rosso sai saluti salvalo salvare sapere sara sarebbe sbagli sbagliata \
    sbagliato scegli scegliere scelta scrivere scrivi scrivilo scrivimi scusa scusami scusi \
    seconda secondo seguente sembra sembrano semplice semplici semplifica senza servono sette \
    siamo sicura sicuro sisi sistema sistemali sistemalo sistemare sistemato soltanto soluzione \
    sopra sostituire sostituisci sotto spagnolo spiega spiegamelo spiegami spiegare spiegazione \
    spingi sposta sta stai stanno stata stessa stessi stesso stiamo sto strano subito succede \
    succedendo successiva successivo successo sue suggerimenti suggerimento suggerisci sugli sui \
    sull sulla sullo suoi tanta tardi tedesco terminare terminato terza terzo testalo testare \
    testato tieni togli togliere toglilo torna tornare traduci traducilo tranquillo tre troppa \
    troppo trovi tuo tuoi tutte uffa uguale ultimi unisci usare vado veda vedere vedi vediamo \
    vedo veloce velocemente veramente verdi verificare verificato verso vi vogliamo voglio \
    volentieri volere vorrei vostra vostro vuoi xche xk";

/// Russian.
const RUSSIAN: &str = "\
    ага аккуратно англиискии англииском ах баг бага баги билд билди благодарю блин больше будем \
    будет будешь буду будут быстрее быстро важно валяи вами вариант варианта варианты варнинги \
    вау великолепно верни вернись верно вернуть вероятно ветка ветке ветки ветку вечер вещи вещь \
    видишь видно виду вижу влеи влить вместо внедри внеси внести внимательно возможно вообще \
    вопрос вопросы восемь вперед время вроде всегда всего всем всеми всех всм вставь всю вторая \
    второго второе второи вторую выбери выбираи выбор вывод выглядит выкати выкатить выполни \
    выполнить глянь гм го говори говорил говоришь говорю годится готов готова готово готовы гоу \
    даваи даваите даи даите далее дальше дать два две двигаемся двигаися девять деиствительно \
    делаем делаешь делаи делать дело день депло деплои деплоить десять детали детально диф дифф \
    длиннее длинно длинныи добавить добавляи добавь добрыи договорились доделаи доделать должен \
    должна должно должны допиши достаточно другие другого другое другои другую думаешь думать \
    думаю еи ему ею жаль жги ждать жди забеи забудь завершаи заверши завершить задача задачи \
    задачу задеплои задеплоить закомить закоммитил закоммитить закоммить закончи закончил \
    закончила закончить закрои закрыть залеи залить замени заменить замечательно заново запиши \
    запуск запускаи запусти запустил запустить запуши запушил запушить запушь заработал \
    заработало заребеизь зарефактори затем зачем збс здесь здорово здравствуи здравствуите \
    зеленое зеленые зеленыи знаешь знаю игнорируи идеально идеи идем идея иди извини извините \
    изменение изменении изменения измени изменил изменить имеешь именно имплементируи имхо иначе \
    инои испанском использовать используи исправил исправить исправление исправления исправлено \
    исправь итальянском итог итоги итого каждое каждую каждыи кажется какое какои какую китаиском \
    класс классно кого код кода коде кодом ком комит комить комментариев комментарии коммит \
    коммита коммитить коммитов коммитом коммиты коммить кому конечно конца кореиском короткии \
    коротко короче красава красное красные красныи краткии кратко круто кст кстати куда ладно \
    либо линт линтер линтером лишь лол лучше любое любои любую мало мб меньше мердж мерджи мерж \
    мержи минутку минуту мм мнение много мнои мною мог могу могут мое моего моеи можете можешь \
    молодец момент моя мр наверно наверное надо назад наиди нами написать напиши насколько начать \
    начинаи начнем начни наш наша наше нашеи наши неа неверно нельзя немецком немного неплохо \
    неправильно нету неужели нечего нибудь никакои никогда ним ними ничего ничто новая новое \
    новую новые новыи норм нормально нормас нужен нужна нужно нужны оба обе обнови обновить \
    обновление обобщи обоих образом обратно объяснение объясни объясните объяснить ого один \
    одинаково одна однако одно одну ои ок окаи оке океи окэи описание опиши опубликуи опять \
    оставить оставшееся оставшиеся оставь остальное остальные остальных останови остановись \
    остаток осторожно ответ ответить ответь отвечаи откат откати откатить открои открыть откуда \
    отлично отличныи отмена отмени отменить отправь отревьюи отрефактори отрефакторь отформатируи \
    ох очень очисти очистить ошибка ошибки ошибкои ошибку ошибок папка папке папку пасиб пасибо \
    первая первого первое первую первые первыи переведи переделаи переделать перезапусти \
    переименовать переименуи перенеси переписать перепиши перепроверь перечитаи пж пжл пжлст \
    пжста пиар пиши план плану плз плиз плохо повтори повторить погнали погоди подожди подождите \
    подробнее подробно подробности подтверди подтверждаю подумаи подчисти поехали пожалуиста \
    позже поидет поищи пока покажи покажите показать покороче полностью половину поменяи поменял \
    поменять помни помоги помочь помощь понимаешь понимаю понял поняла понятнее понятно поправить \
    поправь попробовать попробуи попробуите пора португальском последнее последние последнии \
    последнюю посмотреть посмотри посмотрим посоветуи поставить поставь потестируи потом пофикси \
    пофиксить похоже почини починил починить почисти почистить почти пошли поэтому поясни пр \
    правда правильно правка правки правок правь предлагаешь предложение предложения предложи \
    предупреждения предыдущее предыдущии предыдущую прекрасно привет примени применить пример \
    примеры принято проблема проблему проблемы пробуи проверил проверить проверка проверку \
    проверь проверьте проверяи прогнать прогон прогони продолжаем продолжаи продолжаите продолжи \
    продолжить проидет проидут произошло происходит пропусти пропустить прости простите просто \
    простои протестировать протестируи проходит проходят прочитаи прочти прошел прошли прошло \
    проще пул пулл пулреквест пункт пунктам пункту пункты пуш пушить пушни пушнуть пушь пять \
    работа работает работаи работало работают работу раз разве разок разумеется расскажи \
    расскажите реализовать реализуи реально ребеиз ребеизни ребеизнуть ревью результат результаты \
    резюме резюмируи реквест рекомендуешь рефактори рефакторинг решение решено реши решить \
    русскии русском сама само самое самои самыи сбилди сборка сборку сгенерируи сделаем сделаешь \
    сделаи сделаите сделал сделала сделано сделать себе сегодня сеичас сек секунду семь сенкс \
    скажи скажите сказал сказать сколько скопируи скоро следует следующая следующее следующем \
    следующему следующие следующии следующую слеи слить слишком случилось смердж смерджи \
    смерджить смержи смержить смотри сначала снова собери собрать собственно совсем согласен \
    согласна создаваи создаи создать соидет сообщение сообщения сорри сорян сохрани сохранить \
    спасиб спасибо сперва списком список способ спс сразу стартуи стои стоит стоп странно строка \
    строке строки строку суммируи супер считаешь считаю сюда та такая также таки такие таким \
    такого такое такои твое твоему твои твоя тд те тебя текущии тем теперь тест теста тестам \
    тестами тестирование тестируи тестов тесты типа тк тобои тогда того тои том тому точно тп \
    третии третье третьего третью три туда тут убедись убери убрать уверен уверена увы угу удали \
    удалить удаляи узнаи улучши улучшить упрости упростить установи установить устрани утро фаил \
    фаила фаилам фаиле фаилов фаилы фикс фикси фиксить фиксы формат форматирование форматируи \
    французском функции функцию функция ха хаха хватит хз хм хорош хорошая хорошо хотел хотелось \
    хотим хотя хочешь хочу хуже целиком часть че чеи чему черновик черновика черновиком черт \
    четыре читаи чо чуть чье шаг шага шагам шаги шагов шагу шесть ща щас эм этим этими этих этои \
    этому эту эх являешься языке японском яснее ясно";

/// Lists of words, by language.
pub const WORDS: [&str; 7] =
    [ENGLISH, SPANISH, PORTUGUESE, GERMAN, FRENCH, ITALIAN, RUSSIAN];

/// Chinese.
const CHINESE: &[&str] = &[
    "什么意思", "代码格式", "代码风格", "修改建议", "单元测试", "可不可以", "合并请求", "应用一下",
    "当前状态", "拉取请求", "提交信息", "提交訊息", "格式不对", "测试用例", "西班牙语", "这个任务",
    "重试一下", "一下子", "上一个", "上一步", "下一个", "下一個", "下一步", "下一项", "不客气",
    "不需要", "为什么", "为什麼", "主分支", "会不会", "你覺得", "你觉得", "你认为", "修一下",
    "做一下", "再重试", "写一下", "写一个", "列一下", "剩下的", "加一下", "可以吗", "告訴我",
    "告诉我", "太好了", "太棒了", "好不好", "存一下", "对不对", "对不起", "差不多", "建一个",
    "怎么办", "怎么样", "怎麼樣", "想一下", "拉一下", "按格式", "接下來", "接下来", "推一下",
    "推上去", "改一下", "文件夹", "早上好", "是不是", "是什么", "有没有", "有点儿", "有问题",
    "格式化", "沒問題", "没关系", "没问题", "的任务", "看一下", "看上去", "看起來", "看起来",
    "短一点", "程式碼", "等一下", "能不能", "行不行", "要不要", "跑一下", "跑一遍", "辛苦了",
    "这样做", "通过了", "都可以", "重命名", "重试吧", "长一点", "一下", "一个", "一些", "一会",
    "一個", "一样", "一次", "一点", "一起", "一遍", "一點", "三个", "上一", "上次", "上线", "上面",
    "下一", "下面", "不了", "不会", "不同", "不太", "不好", "不对", "不對", "不想", "不是", "不用",
    "不能", "不行", "不要", "不过", "不錯", "不错", "东西", "两个", "中文", "主干", "举例", "之前",
    "之后", "之後", "也许", "了解", "事情", "什么", "什麼", "今天", "介绍", "仍然", "仔细", "他们",
    "代码", "代碼", "以前", "以及", "以后", "任选", "优化", "优秀", "会儿", "但是", "你们", "你好",
    "使用", "例子", "依然", "保存", "修复", "修好", "修復", "修改", "修正", "做吧", "做好", "做完",
    "做得", "做法", "停下", "停止", "優化", "儲存", "先别", "全部", "全都", "关掉", "关闭", "其他",
    "其余", "其它", "具体", "内容", "再来", "再次", "再见", "写个", "写好", "写完", "几个", "几乎",
    "出错", "函数", "分别", "分支", "列出", "列表", "刚刚", "刚才", "创建", "删了", "删掉", "删除",
    "刪掉", "刪除", "别动", "前面", "剛才", "剩下", "剩余", "剩餘", "創建", "办法", "加上", "加个",
    "升级", "卸载", "厉害", "去掉", "去除", "发布", "取消", "变动", "变基", "变更", "只是", "可以",
    "可能", "合併", "合并", "同意", "同样", "后面", "启动", "告知", "告诉", "咱们", "哈哈", "哪个",
    "哪些", "哪個", "哪裡", "哪里", "問題", "啟動", "嗯嗯", "回复", "回滚", "回答", "回覆", "回退",
    "因为", "地方", "執行", "報錯", "增加", "处理", "复查", "多少", "多谢", "大家", "大概", "太差",
    "太短", "太长", "奇怪", "好了", "好吧", "好啊", "好的", "如何", "如果", "它们", "安装", "安裝",
    "完善", "完成", "完整", "完美", "实施", "实现", "审查", "审核", "實現", "对了", "对吧", "对的",
    "小心", "就好", "就是", "就行", "差异", "差点", "已經", "已经", "帮助", "帮忙", "帮我", "幫我",
    "干得", "并且", "应该", "建个", "建立", "建議", "建议", "开始", "当然", "往下", "很好", "很棒",
    "德语", "必须", "快了", "快点", "怎么", "怎麼", "思考", "总结", "恢复", "恢復", "您好", "情况",
    "想想", "想法", "意思", "意见", "感谢", "慢慢", "懂了", "應該", "成功", "我们", "我們", "或者",
    "或许", "所以", "所有", "打包", "打开", "打開", "执行", "报错", "抱歉", "拉取", "接着", "接著",
    "推到", "推送", "描述", "提交", "搞定", "搞砸", "撤回", "撤銷", "撤销", "收到", "改动", "改名",
    "改善", "改回", "改好", "改成", "改掉", "改进", "整理", "文件", "文档", "新增", "新建", "方式",
    "方案", "方法", "日文", "日语", "明显", "明白", "是的", "暂停", "更改", "更新", "更正", "替换",
    "最后", "最後", "最新", "有点", "构建", "校验", "核对", "检查", "概括", "檔案", "檢查", "正常",
    "正确", "正確", "步驟", "步骤", "每个", "比较", "毛病", "沒有", "没事", "没有", "没错", "法语",
    "注释", "测试", "添加", "清理", "清除", "測試", "漂亮", "然后", "然後", "特别", "现在", "現在",
    "理解", "生成", "發布", "的话", "目前", "目录", "直接", "看下", "看來", "看到", "看来", "看看",
    "看着", "真的", "知道", "确定", "确认", "確定", "確認", "示例", "移除", "稍后", "稍等", "立刻",
    "第一", "第三", "第二", "第五", "第四", "等会", "等等", "简单", "简洁", "简短", "算了", "簡單",
    "精简", "糟糕", "結果", "給我", "編譯", "總結", "繼續", "纠正", "红了", "细节", "结束", "结果",
    "给我", "继续", "绿了", "编写", "编译", "翻譯", "翻译", "而且", "自己", "英文", "英语", "草稿",
    "處理", "行了", "行吧", "补上", "补充", "表格", "覺得", "觉得", "解决", "解決", "解释", "解釋",
    "註解", "詳細", "說明", "謝謝", "计划", "认为", "认真", "评审", "详细", "说明", "请你", "调整",
    "谢谢", "赞成", "辛苦", "运行", "还原", "还是", "还有", "还没", "这个", "这么", "这些", "这样",
    "这次", "这行", "这里", "进行", "退回", "选择", "选项", "這些", "這個", "這樣", "這次", "這裡",
    "通过", "通過", "進行", "運行", "選擇", "選項", "還是", "那个", "那么", "那些", "那個", "那样",
    "那樣", "那里", "部分", "部署", "都可", "都行", "重做", "重启", "重新", "重来", "重构", "重構",
    "錯了", "錯誤", "错了", "错误", "開始", "關閉", "问题", "随便", "随意", "需要", "非常", "韩语",
    "首先", "驗證", "马上", "验证", "麻烦", "麻煩", "不", "也", "了", "但", "你", "做", "先", "再",
    "写", "删", "刪", "又", "吗", "吧", "呀", "呢", "和", "哦", "哪", "啊", "啦", "嗎", "嗯", "嘛",
    "噢", "在", "太", "好", "它", "就", "很", "您", "想", "我", "或", "才", "把", "改", "是", "沒",
    "没", "的", "給", "给", "被", "說", "請", "讓", "让", "说", "请", "跑", "还", "这", "选", "這",
    "選", "還", "那", "都",
];

/// Japanese.
const JAPANESE: &[&str] = &[
    "ありがとうございました", "ありがとうございます", "よろしくお願いします", "コミットメッセージ",
    "かしこまりました", "アンインストール", "リファクタリング", "おねがいします", "やってください",
    "クリーンアップ", "コードレビュー", "プルリクエスト", "ユニットテスト", "続けてください",
    "お疲れ様です", "お願いします", "ごめんなさい", "してください", "もういっかい", "もうちょっと",
    "わかりました", "アップデート", "インストール", "ディレクトリ", "フォーマット", "リトライして",
    "了解しました", "分かりました", "承知しました", "mainに", "ありがとう", "いいですね",
    "うまくいか", "おなしゃす", "このコード", "こんにちは", "じゃなくて", "すいません",
    "すばらしい", "すみません", "そうですね", "でしょうか", "とりあえず", "どうですか",
    "どちらでも", "もういちど", "やってみて", "やりなおし", "やり直して", "オプション",
    "キャンセル", "コンパイル", "サンキュー", "スペイン語", "フランス語", "メッセージ",
    "リファクタ", "元に戻して", "助かります", "動きません", "取り消して", "取り除いて",
    "思いますか", "書き直して", "構いません", "次のタスク", "直ってない", "素晴らしい",
    "終わらせて", "置き換えて", "あざっす", "いかない", "いったん", "いまいち", "おかしい",
    "おかしく", "おしえて", "おすすめ", "おそらく", "おはよう", "お疲れ様", "きちんと", "ください",
    "くわしく", "このまま", "これから", "しっかり", "している", "してます", "してみて", "しないで",
    "しなくて", "しました", "じゃない", "そうだね", "そうです", "そのまま", "その通り", "それから",
    "それぞれ", "たくさん", "ちゃんと", "ちょっと", "ておいて", "でしょう", "ではない", "といった",
    "どうして", "どもです", "どんどん", "なかった", "なるほど", "なんでも", "ばっちり", "ほとんど",
    "ましょう", "まだまだ", "まとめて", "もうすぐ", "もう一回", "もう一度", "もう少し", "もちろん",
    "もとに戻", "やっぱり", "やり直し", "ゆっくり", "よかった", "よさそう", "よろしく", "わかった",
    "オッケー", "オーケー", "グリーン", "コミット", "コメント", "コードの", "コードは", "コードを",
    "シンプル", "スタート", "ステップ", "ストップ", "チェック", "デプロイ", "ドイツ語", "ドラフト",
    "バッチリ", "ファイル", "フォルダ", "ブランチ", "プッシュ", "プルして", "プルリク", "メインに",
    "リストで", "リストに", "リネーム", "リベース", "リリース", "レビュー", "了解です", "仕上げて",
    "任せます", "分かった", "動かして", "動かない", "取り消し", "名前変更", "問題ない", "思います",
    "止まって", "片付けて", "知らせて", "箇条書き", "終わった", "繰り返し", "良いです", "良かった",
    "良さそう", "見直して", "走らせて", "違います", "間違って", "あざす", "あった", "あとで",
    "あなた", "いいえ", "いいね", "いいよ", "いくつ", "いこう", "ううん", "うまく", "うーん",
    "ええと", "えっと", "えーと", "おいて", "お疲れ", "お願い", "かなり", "きっと", "くれる",
    "けれど", "こちら", "これで", "これを", "こんな", "ごめん", "さすが", "させて", "さっき",
    "したい", "してる", "しない", "します", "しよう", "すごい", "すべて", "すれば", "その後",
    "それで", "それを", "そんな", "たぶん", "だった", "だろう", "ちがう", "ちゃう", "ている",
    "できた", "できて", "できる", "でした", "という", "ところ", "とても", "どうぞ", "どうも",
    "どちら", "どっち", "なくて", "なさい", "なった", "なって", "なんで", "ほしい", "ほんと",
    "まかせ", "ました", "ません", "まって", "まとめ", "みたい", "みんな", "もっと", "やった",
    "やって", "やっぱ", "やはり", "やめて", "やろう", "わから", "エラー", "テスト", "ナイス",
    "ビルド", "マージ", "リント", "一つ目", "三つ目", "下さい", "下書き", "中国語", "二つ目",
    "今すぐ", "任せる", "何でも", "作って", "使って", "例えば", "先ほど", "入れて", "具体的",
    "再実行", "再試行", "再起動", "出して", "分から", "加えて", "助かる", "動いた", "動いて",
    "回して", "変えて", "変える", "変更点", "外して", "大丈夫", "始めて", "始める", "待った",
    "待って", "思った", "惜しい", "戻して", "探して", "教えて", "日本語", "書いて", "本当に",
    "欲しい", "止めて", "正しい", "残して", "残りの", "残りも", "治って", "流して", "消して",
    "片付け", "申し訳", "直して", "直った", "直って", "答えて", "終わっ", "終わり", "終わる",
    "続けて", "続ける", "考えて", "行こう", "見える", "見せて", "言った", "言って", "訳して",
    "試して", "詳しく", "読んで", "足して", "通った", "通って", "進めて", "進める", "進もう",
    "進んで", "違った", "違って", "選んで", "選択肢", "長すぎ", "閉じて", "開いて", "間違い",
    "間違え", "韓国語", "あと", "あの", "あり", "ある", "あれ", "あー", "いい", "いた", "いつ",
    "いて", "いや", "いる", "うん", "ええ", "おk", "おお", "おく", "おけ", "おつ", "かな", "から",
    "くれ", "けど", "こう", "ここ", "こと", "この", "これ", "され", "さん", "しか", "した", "して",
    "じゃ", "すぐ", "する", "せず", "ぜひ", "そう", "そこ", "その", "それ", "たい", "ため", "たら",
    "だけ", "だね", "だめ", "だれ", "って", "つ目", "てた", "てて", "てる", "でき", "です", "では",
    "でも", "とか", "とき", "とも", "どう", "どこ", "どの", "ども", "どれ", "ない", "なし", "なぜ",
    "など", "なに", "なら", "なり", "なる", "なん", "ので", "のに", "はい", "ふむ", "へえ", "へん",
    "ほう", "ほか", "ます", "まず", "また", "まだ", "まで", "もう", "もの", "やる", "よい", "よう",
    "よく", "よね", "りょ", "れば", "わあ", "ダメ", "バグ", "一つ", "一回", "一度", "一応", "一旦",
    "一覧", "三つ", "両方", "中止", "二つ", "今の", "今回", "今日", "他に", "他の", "何も", "何故",
    "作る", "作成", "作業", "例を", "元に", "先に", "全て", "全体", "再度", "処理", "出た", "出て",
    "出力", "別の", "削除", "前の", "前回", "動く", "動作", "反映", "同じ", "同様", "報告", "場合",
    "変だ", "変な", "変更", "多分", "始め", "完了", "完璧", "実行", "実装", "対応", "少し", "差分",
    "後で", "微妙", "必ず", "思う", "意味", "意見", "感じ", "戻す", "戻る", "承知", "掃除", "提案",
    "整形", "新規", "既に", "早く", "書き", "書く", "最初", "最高", "本当", "検査", "検証", "次に",
    "次の", "次は", "次へ", "正解", "残り", "消す", "番目", "直し", "直す", "短い", "短く", "確か",
    "答え", "簡単", "簡潔", "終了", "絶対", "続き", "続行", "編集", "翻訳", "考え", "自分", "良い",
    "良く", "英語", "表示", "要約", "見え", "見て", "見る", "解説", "訂正", "試し", "説明", "調整",
    "警告", "質問", "起動", "返事", "返答", "追加", "通ら", "通り", "通る", "速く", "違う", "適用",
    "選ぶ", "選択", "長い", "長く", "関数", "除去", "駄目", "お", "か", "が", "ぞ", "た", "だ",
    "て", "で", "と", "な", "に", "ね", "の", "は", "へ", "も", "や", "よ", "わ", "を", "ん", "今",
    "何", "俺", "僕", "後", "案", "次", "私",
];

/// Korean.
const KOREAN: &[&str] = &[
    "수고하셨습니다", "부탁드립니다", "감사합니다", "고맙습니다", "구체적으로", "단위테스트",
    "보여주세요", "부탁드려요", "안녕하세요", "알겠습니다", "알려주세요", "업그레이드",
    "유닛테스트", "죄송합니다", "커밋메시지", "풀리퀘스트", "ᄋᄏᄋᄏ", "간결하게", "간단하게",
    "감사해요", "계속해줘", "고마워요", "괜찮아요", "기다려줘", "넘어가자", "다음으로", "되돌려줘",
    "드래프트", "드립니다", "디렉토리", "리베이스", "리팩터링", "리팩토링", "마음대로", "만들어봐",
    "만들어줘", "맞습니다", "모르겠어", "변경사항", "부탁해요", "사용해줘", "상세하게", "수고했어",
    "스페인어", "시도해봐", "시도해줘", "실행시켜", "아무거나", "알겠어요", "업데이트", "원래대로",
    "이름변경", "이상하네", "이해했어", "자세하게", "작업해줘", "잘못됐어", "좋습니다", "주실래요",
    "진행해줘", "취소해줘", "코드리뷰", "프랑스어", "해주세요", "해주시겠", "ᄀᄀᄀ", "ᄋᄏ요",
    "ᄏᄏᄏ", "가즈아", "간단히", "감사요", "같아요", "건너뛰", "계속해", "고마워", "고쳐봐",
    "고쳐줘", "골라줘", "괜찮네", "괜찮아", "괜찮은", "그대로", "그래서", "그래요", "그러면",
    "그런데", "그렇게", "그렇지", "그리고", "그만해", "기다려", "끝까지", "끝났어", "끝내줘",
    "나머지", "나이스", "나중에", "넘어가", "넣어줘", "닫아줘", "당연히", "대기해", "독일어",
    "돌려봐", "돌려줘", "돌아가", "되돌려", "되돌리", "두번째", "때문에", "똑같이", "리스트",
    "릴리스", "마무리", "마지막", "만들어", "말해줘", "맘대로", "맞아요", "멋지다", "메시지",
    "메인에", "모르겠", "미안해", "바꿔줘", "반복해", "변경점", "보여줘", "보이네", "보이는",
    "부탁해", "브랜치", "사용해", "상세히", "생각이", "생각해", "선택지", "습니다", "시도해",
    "아니라", "아니면", "아니야", "아니오", "아니요", "아닌데", "아직도", "안돼요", "안되네",
    "안되는", "알겠어", "알려줘", "알아서", "알았어", "어때요", "어떨까", "어떻게", "얼마나",
    "없어요", "여전히", "열어줘", "오케이", "올려줘", "완벽해", "이것들", "이대로", "이따가",
    "이렇게", "이상한", "이상해", "이어서", "이에요", "이해가", "일본어", "입니다", "있는지",
    "있어요", "있으면", "자세한", "자세히", "작업도", "작업을", "작업해", "잘됐어", "잘못된",
    "잘했어", "잠깐만", "잠시만", "재시작", "재실행", "저렇게", "정말로", "제대로", "좋네요",
    "좋아요", "주세요", "중국어", "지워줘", "진짜로", "진행해", "천천히", "첫번째", "초록불",
    "취소해", "컴파일", "코드는", "코드를", "테스트", "틀렸어", "포매팅", "포맷팅", "풀리퀘",
    "하나씩", "하세요", "하지마", "한국어", "합니까", "합니다", "합시다", "해보자", "해줄래",
    "해줘요", "했는데", "확실해", "훌륭해", "ᄀᄀ", "ᄀᄉ", "ᄀᄎ", "ᄂᄂ", "ᄃᄃ", "ᄆᄌ", "ᄋᄋ",
    "ᄋᄏ", "ᄌᄉ", "ᄏᄏ", "ᄒᄋ", "ᄒᄒ", "ᅮᅮ", "ᅲᅲ", "가자", "각각", "간결", "간단", "같네",
    "같아", "같은", "개선", "갱신", "거기", "거야", "거의", "검증", "검토", "결과", "경고", "계속",
    "계획", "고고", "고르", "고맙", "고쳐", "고쳤", "고치", "골라", "괜찮", "구동", "구현", "그거",
    "그건", "그걸", "그것", "그게", "그래", "그런", "그럼", "그만", "근데", "글쎄", "길게", "길어",
    "까지", "끝났", "끝내", "나는", "나도", "나요", "나중", "남겨", "내가", "내용", "너는", "너무",
    "넣어", "네가", "네요", "누가", "는데", "는지", "니가", "니다", "다고", "다른", "다시", "다음",
    "단계", "단위", "닫아", "답변", "답해", "당연", "당장", "대답", "대로", "대박", "데요", "돌려",
    "돌리", "돌아", "동작", "돼요", "됐네", "됐다", "됐어", "되나", "되네", "되는", "되면", "되지",
    "된다", "둘다", "드려", "드릴", "디프", "따라", "땡큐", "똑같", "라고", "려고", "롤백", "리뷰",
    "린트", "마다", "만큼", "많이", "말고", "말이", "말하", "말한", "말해", "맞게", "맞나", "맞는",
    "맞아", "맞지", "매우", "머지", "먼저", "멈춰", "멋져", "면서", "모두", "모든", "목록", "몰라",
    "무슨", "무시", "무엇", "문제", "물론", "뭐가", "뭐야", "뭐지", "뭔가", "뭔데", "뭘까", "미안",
    "바꾸", "바꿔", "바꿨", "바로", "밖에", "반영", "방금", "방법", "방식", "배포", "버그", "번역",
    "번째", "벌써", "변경", "별로", "병합", "보고", "보니", "보다", "보면", "보여", "보이", "보자",
    "복구", "복사", "볼까", "볼래", "봐라", "봐봐", "봐줘", "부분", "부탁", "부터", "붙여", "빌드",
    "빨간", "빨리", "빼고", "빼줘", "삭제", "상세", "상황", "생각", "생성", "선택", "설명", "설치",
    "성공", "수고", "수정", "스톱", "시작", "시켜", "실행", "써봐", "써줘", "아까", "아뇨", "아니",
    "아닌", "아래", "아마", "아무", "아쉽", "아요", "아주", "아직", "안녕", "안돼", "안됐", "안됨",
    "알겠", "알려", "알아", "약간", "어디", "어때", "어떡", "어떤", "어요", "언제", "없는", "없어",
    "없이", "에게", "에러", "에서", "에이", "여기", "열어", "영어", "예를", "예시", "예요", "오늘",
    "오류", "오케", "오키", "올려", "올리", "옵션", "완료", "완벽", "완성", "왜요", "요약", "우리",
    "우선", "우와", "위에", "위해", "유지", "으로", "은데", "의견", "이거", "이건", "이걸", "이것",
    "이게", "이따", "이랑", "이런", "이봐", "이야", "이전", "이제", "이해", "인지", "일단", "읽어",
    "있나", "있는", "있어", "작동", "작성", "잘된", "잘못", "잠깐", "잠시", "저거", "저걸", "저것",
    "저기", "저는", "저도", "저장", "적용", "전부", "전체", "점검", "정돈", "정리", "정말", "정지",
    "제가", "제거", "제발", "제안", "조금", "조정", "좋겠", "좋고", "좋네", "좋다", "좋아", "좋은",
    "좋을", "죄송", "주석", "주시", "줄게", "줄래", "중단", "중지", "줘요", "지금", "지만", "지우",
    "지워", "진짜", "진행", "질문", "짧게", "짧은", "차이", "찾아", "처럼", "처리", "처음", "청소",
    "체크", "초록", "초안", "최고", "최신", "추가", "추천", "취소", "커밋", "통과", "틀려", "틀린",
    "파일", "포맷", "폴더", "표로", "푸쉬", "푸시", "피알", "하게", "하고", "하기", "하나", "하네",
    "하는", "하던", "하면", "하자", "하지", "한거", "한글", "한다", "한번", "할게", "할까", "할래",
    "함수", "해결", "해도", "해라", "해봐", "해봤", "해서", "해야", "해요", "해줄", "해줘", "했나",
    "했네", "했던", "했어", "했지", "혹시", "확실", "확인", "훌륭", "걸", "것", "굿", "그", "네",
    "넴", "넵", "넹", "는", "더", "덜", "도", "또", "를", "못", "뭐", "봐", "씩", "안", "엉", "예",
    "왜", "요", "웅", "은", "을", "음", "응", "잘", "좀", "줘", "첫", "콜", "해", "했", "헐", "흠",
];

/// Lists of phrases, for scripts without spaces between words; each list the longest first.
pub const PHRASES: [&[&str]; 3] = [CHINESE, JAPANESE, KOREAN];
