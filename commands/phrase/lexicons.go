package phrase

var english = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"a", "an", "the", "our", "my", "match", "matches", "game", "games", "set", "just", "gg", "ggs", "ggwp", "wp", "hi", "hey", "hello", "result", "results", "score",
			"report", "reporting", "final", "finished", "ended", "ends", "it", "its", "was", "is", "that", "thats", "thanks", "thank", "please", "pls", "ty", "thx", "you", "so", "and",
			"against", "vs", "versus", "with", "by", "over", "to", "for", "in", "of", "from", "have", "has", "ive", "got", "get", "been", "this", "here", "well", "played", "we", "us", "both",
			"ok", "okay", "good", "close", "very", "agreed", "on", "at", "as", "did", "straight", "were", "im", "am", "took", "takes", "take", "true", "yes", "yep", "done", "all", "out",
		},
		stop: {
			"not", "no", "never", "didnt", "wasnt", "isnt", "dont", "doesnt", "havent", "hasnt", "wont", "cant", "couldnt", "shouldnt", "wouldnt", "will", "would", "ill", "if", "hope", "hoping",
			"hopefully", "think", "maybe", "perhaps", "should", "could", "might", "may", "can", "when", "what", "who", "how", "why", "where", "does", "do", "want", "wants", "need", "needs", "going", "gonna",
			"almost", "nearly", "cannot", "unless", "until", "wish", "expect", "expecting", "suppose", "guess", "bet", "predict", "nobody", "neither", "let", "lets", "offer", "offers", "offered", "try", "id-ing", "shall",
		},
		doubt: {"actually", "wrong", "mistake", "instead", "correct", "correction", "undo", "last", "previous", "earlier", "yesterday", "round", "table", "but", "or", "leading", "up", "down", "ahead", "behind", "currently", "far", "now", "still"},
		self:  {"i", "me", "myself", "mine"},
		other: {"opponent", "opp", "opponents", "he", "she", "they", "him", "her", "them", "theirs", "his"},
		won:   {"won", "win", "wins", "winning", "winner", "victory", "victorious", "w"},
		lost:  {"lost", "lose", "loses", "loss", "losing", "l", "loser", "defeat"},
		beat:  {"beat", "beats", "beaten", "defeated", "defeats", "crushed", "smashed", "destroyed", "swept", "outplayed"},
		drew:  {"drew", "draw", "draws", "drawn", "tied", "tie", "split"},

		intentional: {"id", "ided", "intentional", "intentionally"},
	}),
	nouns:   []string{"win", "winner", "victory", "loss", "loser", "defeat", "w", "l"},
	passive: []string{"beaten"},
	numbers: map[string]int{"zero": 0, "nil": 0, "nothing": 0, "zip": 0, "love": 0, "one": 1, "two": 2, "three": 3},
	joints:  []string{"to", "-", ":"},

	toWhom: []string{"for", "to", "from"}, by: []string{"by"}, against: []string{"against", "vs", "versus"}, articles: []string{"my"},
}

// german has the verb at the end: who is beaten stands before it ("ich habe Bob 2:1
// geschlagen"), so such a verb is only asked about.
var german = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"habe", "hab", "hat", "haben", "wir", "uns", "das", "es", "war", "ist", "der", "die", "den", "dem", "ein", "eine", "einen", "unser", "unsere", "mein", "meine", "meinen", "meinem", "gegen", "mit", "für", "von",
			"zu", "und", "spiel", "spiele", "partie", "ergebnis", "endstand", "gespielt", "danke", "bitte", "gut", "hallo", "knapp", "klar", "ging", "geht", "aus", "am", "ende", "beide", "im", "meldung", "melde", "fertig",
		},
		stop: {
			"nicht", "kein", "keine", "keinen", "nie", "niemand", "wenn", "falls", "ob", "hoffe", "hoffentlich", "vielleicht", "glaube", "denke", "werde", "wird", "werden", "würde", "würden", "wäre", "hätte", "hätten", "kann",
			"können", "könnte", "könnten", "soll", "sollen", "sollte", "sollten", "möchte", "will", "wollen", "muss", "müsste", "wann", "wie", "wer", "warum", "wo", "fast", "beinahe", "lass", "lasst", "biete", "angebot", "weder",
		},
		doubt: {"eigentlich", "falsch", "fehler", "korrektur", "doch", "letzte", "letzten", "vorige", "vorher", "gestern", "runde", "tisch", "aber", "oder", "führe", "führt", "noch", "bisher", "gerade", "jetzt", "vorn", "hinten", "stattdessen"},
		self:  {"ich", "mich", "mir"},
		other: {"gegner", "gegnerin", "er", "sie", "ihn", "ihm", "ihr"},
		won:   {"gewonnen", "gewann", "gewinne", "gewinnt", "sieg", "sieger"},
		lost:  {"verloren", "verlor", "verliere", "verliert", "niederlage", "verlierer"},
		beat:  {"geschlagen", "schlug", "besiegt", "besiegte"},
		drew:  {"unentschieden", "remis"},
	}),
	nouns:   []string{"sieg", "sieger", "niederlage", "verlierer"},
	passive: []string{"geschlagen", "besiegt"},
	numbers: map[string]int{"null": 0, "eins": 1, "zwei": 2, "drei": 3},
	joints:  []string{"zu"},

	toWhom: []string{"für"}, against: []string{"gegen", "mit", "von"}, articles: []string{"meinen", "meinem", "den", "dem"},
}

// french sets the object before the verb ("je l'ai battu"): such a verb is asked about.
var french = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"le", "la", "les", "un", "une", "de", "du", "des", "mon", "ma", "mes", "notre", "nos", "match", "partie", "parties", "manche", "manches", "score", "résultat", "resultat", "final", "fini", "finie", "terminé", "termine",
			"et", "à", "en", "avec", "sur", "par", "pour", "merci", "bravo", "bien", "joué", "joue", "bon", "bonne", "salut", "bonjour", "cest", "est", "était", "etait", "ça", "ca", "ce", "nous", "avons", "contre", "face", "a", "été", "ete",
			"fait", "sest", "cette", "cet", "voilà", "voila", "au", "aux", "dans", "tous", "monsieur", "sa", "ont",
		},
		stop: {
			"pas", "non", "ne", "nai", "na", "jamais", "si", "peut-être", "peut", "peux", "espère", "jespère", "espere", "jespere", "crois", "pense", "vais", "va", "veux", "veut", "veulent", "voudrais", "aurais", "aurait", "devrais", "devrait",
			"pourrais", "pourrait", "quand", "qui", "que", "quoi", "comment", "pourquoi", "où", "presque", "propose", "proposé", "personne", "aucun", "aucune", "sans", "failli", "gagnerai", "perdrai", "gagnera", "perdra", "gagnerais", "perdrais", "est-ce",
		},
		doubt: {"on", "vraiment", "erreur", "faux", "correction", "corriger", "plutôt", "dernier", "dernière", "précédent", "précédente", "hier", "ronde", "table", "mais", "ou", "mène", "mene", "encore", "maintenant", "linstant", "actuellement", "devant", "derrière", "finalement"},
		self:  {"je", "jai", "moi", "me"},
		other: {"adversaire", "ladversaire", "il", "elle", "lui", "iel"},
		won:   {"gagné", "gagne", "gagnée", "gagner", "remporté", "remporte", "remportée", "victoire", "vainqueur", "gagnant", "gagnante"},
		lost:  {"perdu", "perds", "perd", "perdue", "perdant", "perdante", "défaite", "defaite"},
		beat:  {"battu", "battue", "bats", "bat", "vaincu", "vaincue"},
		drew:  {"nul", "nulle", "égalité", "egalite", "nuls"},

		intentional: {"intentionnelle", "intentionnel"},
	}),
	nouns:   []string{"victoire", "vainqueur", "gagnant", "gagnante", "défaite", "defaite", "perdant", "perdante"},
	numbers: map[string]int{"zéro": 0, "un": 1, "deux": 2, "trois": 3},
	joints:  []string{"à", "a"},
	toWhom:  []string{"pour", "de"}, by: []string{"par"}, against: []string{"contre", "avec", "face"}, articles: []string{"à", "a", "mon", "ma", "au", "le", "la"},
}

// spanish says who by the verb's ending.
var spanish = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"el", "la", "los", "las", "un", "una", "de", "del", "al", "a", "mi", "mis", "nuestra", "nuestro", "partida", "partidas", "partido", "ronda", "juego", "juegos", "resultado", "marcador", "final", "terminó", "termino", "acabó", "acabo", "y", "en", "con",
			"por", "para", "contra", "gracias", "bien", "buena", "buenas", "buen", "jugado", "jugada", "hola", "fue", "es", "quedó", "quedo", "quedamos", "ha", "sido", "hemos", "los", "dos", "listo", "vs", "le", "lo", "esta", "este", "así", "asi", "que", "jugamos", "hecho",
		},
		stop: {
			"no", "nunca", "si", "quizá", "quizás", "quiza", "quizas", "tal", "ojalá", "ojala", "espero", "creo", "pienso", "va", "vamos", "quiero", "quiere", "queremos", "habría", "habria", "debería", "deberia", "debí", "podría", "podria", "puedo", "puede",
			"cuando", "cuándo", "quién", "quien", "qué", "cómo", "como", "dónde", "donde", "casi", "nadie", "ofrezco", "ofreció", "propongo", "ganaré", "perderé", "ganará", "perderá", "ganaría", "perdería", "ni", "sin", "ganar", "perder", "gane", "pierda",
		},
		doubt: {"error", "mal", "corrección", "corregir", "realmente", "último", "última", "anterior", "ayer", "mesa", "pero", "o", "voy", "sigue", "todavía", "aún", "ahora", "momento", "arriba", "abajo", "gano", "perdimos", "ganamos"},
		self:  {"yo", "mí", "me", "he", "conmigo"},
		other: {"rival", "oponente", "contrincante", "adversario", "adversaria", "él", "ella"},
		won:   {"gané", "ganó", "ganado", "gana", "victoria", "ganador", "ganadora", "ganada"},
		lost:  {"perdí", "perdi", "perdió", "perdio", "perdido", "pierdo", "pierde", "derrota", "perdedor", "perdedora"},
		beat:  {"vencí", "venció", "derroté", "derrotó", "venci", "vencido", "derrotado"},
		drew:  {"empate", "empatamos", "empatado", "empaté", "empató", "tablas", "empatados"},

		intentional: {"intencional", "intencionado"},
	}),
	nouns:   []string{"victoria", "ganador", "ganadora", "derrota", "perdedor", "perdedora"},
	numbers: map[string]int{"cero": 0, "uno": 1, "dos": 2, "tres": 3},
	joints:  []string{"a"},
	subjects: map[string]kind{
		"gané": self, "ganó": other, "gana": other, "perdí": self, "perdi": self, "perdió": other, "perdio": other, "pierdo": self, "pierde": other,
		"vencí": self, "venci": self, "venció": other, "derroté": self, "derrotó": other,
	},
	toWhom: []string{"para", "de", "del"}, by: []string{"por"}, against: []string{"contra", "con", "a", "al"}, articles: []string{"mi", "el", "la", "a"},
}

// italian has the object before an auxiliary ("mi ha battuto"): asked about.
var italian = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"il", "la", "lo", "i", "gli", "le", "un", "una", "uno", "di", "del", "della", "al", "alla", "a", "mio", "mia", "nostra", "nostro", "partita", "partite", "match", "turno", "gioco", "giochi", "risultato", "punteggio", "finale", "finita", "finito",
			"e", "in", "con", "per", "da", "contro", "grazie", "bene", "bella", "bello", "buona", "giocata", "giocato", "ciao", "è", "era", "stata", "stato", "entrambi", "ecco", "fatto", "sul", "sulla",
		},
		stop: {
			"non", "no", "mai", "se", "forse", "spero", "credo", "penso", "vorrei", "voglio", "vuole", "vogliamo", "avrei", "avrebbe", "dovrei", "dovrebbe", "potrei", "potrebbe", "posso", "può", "quando", "chi", "che", "cosa", "come", "perché", "dove", "quasi", "nessuno",
			"offro", "propongo", "vincerò", "perderò", "vincerà", "perderà", "vincere", "perdere", "né", "senza", "vinca",
		},
		doubt: {"sbagliato", "errore", "correzione", "veramente", "ultima", "ultimo", "precedente", "ieri", "tavolo", "ma", "o", "oppure", "sto", "sta", "ancora", "adesso", "ora", "vantaggio", "sotto", "momento", "invece", "abbiamo", "vinciamo"},
		self:  {"io", "me", "mi", "ho"},
		other: {"avversario", "avversaria", "lavversario", "lavversaria", "lui", "lei", "ha"},
		won:   {"vinto", "vinco", "vince", "vittoria", "vincitore", "vincitrice", "vinta"},
		lost:  {"perso", "perdo", "perde", "sconfitta", "perdente", "persa"},
		beat:  {"battuto", "battuta", "sconfitto", "batto", "batte"},
		drew:  {"pareggio", "pareggiato", "patta", "pari", "pattato", "pareggiamo"},

		intentional: {"intenzionale"},
	}),
	nouns:    []string{"vittoria", "vincitore", "vincitrice", "sconfitta", "perdente"},
	numbers:  map[string]int{"zero": 0, "uno": 1, "due": 2, "tre": 3},
	joints:   []string{"a"},
	subjects: map[string]kind{"vinco": self, "vince": other, "perdo": self, "perde": other, "batto": self, "batte": other},
	toWhom:   []string{"per", "di"}, by: []string{"da"}, against: []string{"contro", "con"}, articles: []string{"mio", "il", "la", "lo"},
}

// portuguese says who by the verb's ending.
var portuguese = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"o", "a", "os", "as", "um", "uma", "de", "do", "da", "no", "na", "ao", "à", "meu", "minha", "nossa", "nosso", "partida", "partidas", "jogo", "jogos", "rodada", "resultado", "placar", "final", "terminou", "acabou", "ficou", "e", "em", "com", "por", "pra",
			"para", "contra", "obrigado", "obrigada", "valeu", "bem", "boa", "bom", "jogado", "oi", "olá", "foi", "é", "pelo", "pela", "pro", "isso", "deu", "aqui", "nós", "ambos", "jogamos",
		},
		stop: {
			"não", "nao", "nunca", "se", "talvez", "espero", "acho", "penso", "vou", "vai", "vamos", "quero", "quer", "queremos", "teria", "deveria", "poderia", "posso", "pode", "quando", "quem", "que", "como", "onde", "quase", "ninguém", "ninguem", "ofereço", "ofereceu",
			"proponho", "ganharia", "perderia", "venceria", "ganhar", "perder", "vencer", "nem", "sem", "tomara", "ganhasse",
		},
		doubt: {"erro", "errado", "correção", "corrigir", "realmente", "último", "última", "anterior", "ontem", "mesa", "mas", "ou", "estou", "está", "ainda", "agora", "momento", "frente", "atrás", "ganhamos", "perdemos", "vencemos"},
		self:  {"eu", "mim", "me"},
		other: {"adversário", "adversária", "adversario", "oponente", "ele", "ela"},
		won:   {"ganhei", "ganhou", "ganho", "ganha", "venci", "venceu", "vitória", "vitoria", "vencedor", "vencedora"},
		lost:  {"perdi", "perdeu", "perco", "perde", "derrota", "perdedor", "perdedora"},
		beat:  {"derrotei", "derrotou", "bati", "bateu"},
		drew:  {"empate", "empatamos", "empatei", "empatou", "empatado"},

		intentional: {"intencional"},
	}),
	nouns:   []string{"vitória", "vitoria", "vencedor", "vencedora", "derrota", "perdedor", "perdedora"},
	numbers: map[string]int{"zero": 0, "um": 1, "dois": 2, "duas": 2, "três": 3},
	joints:  []string{"a"},
	subjects: map[string]kind{
		"ganhei": self, "ganhou": other, "ganho": self, "ganha": other, "venci": self, "venceu": other, "perdi": self, "perdeu": other, "perco": self, "perde": other,
		"derrotei": self, "derrotou": other, "bati": self, "bateu": other,
	},
	toWhom: []string{"pra", "para", "pro", "do", "da", "de"}, by: []string{"por", "pelo", "pela"}, against: []string{"contra", "com", "do", "da"}, articles: []string{"o", "a", "meu", "minha"},
}

// polish says who by the verb's ending.
var polish = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"z", "ze", "w", "we", "na", "do", "dla", "o", "i", "a", "mecz", "meczu", "partia", "partię", "gra", "grę", "runda", "wynik", "końcowy", "wyniku", "było", "był", "była", "jest", "to", "nasz", "nasza", "mój", "moja", "moim", "moją", "przeciwko", "przeciw",
			"przez", "dzięki", "dziękuję", "dobra", "dobry", "dobre", "cześć", "hej", "graliśmy", "zagraliśmy", "skończyło", "się", "koniec", "gotowe", "my", "obaj", "obie", "od", "nad", "u", "nas", "został", "została",
		},
		stop: {
			"nie", "nigdy", "jeśli", "jeżeli", "gdyby", "gdy", "czy", "może", "chyba", "mam", "nadzieję", "myślę", "sądzę", "będę", "będzie", "chcę", "chce", "chcemy", "powinienem", "powinnam", "mógłbym", "mogę", "może", "kiedy", "kto", "co", "jak", "gdzie", "prawie", "nikt",
			"proponuję", "zaproponował", "wygram", "przegram", "wygra", "przegra", "wygrałbym", "wygrałabym", "wygrać", "przegrać", "bez", "ani", "oby",
		},
		doubt: {"błąd", "źle", "poprawka", "naprawdę", "ostatni", "ostatnia", "poprzedni", "poprzednia", "wczoraj", "stół", "stole", "ale", "lub", "albo", "prowadzę", "prowadzi", "jeszcze", "teraz", "razie", "wygraliśmy", "przegraliśmy", "jednak"},
		self:  {"ja", "mnie", "mną", "mi"},
		other: {"przeciwnik", "przeciwniczka", "przeciwnikiem", "przeciwniczką", "przeciwnika", "rywal", "rywalka", "rywalem", "rywalką", "on", "ona", "niego", "nim", "nią", "niej"},
		won:   {"wygrałem", "wygrałam", "wygrał", "wygrała", "wygrywam", "wygrywa", "wygrana", "wygrałem", "zwycięstwo", "zwycięzca", "zwyciężyłem", "zwyciężyłam", "zwyciężył", "zwyciężyła", "wygralem", "wygralam"},
		lost:  {"przegrałem", "przegrałam", "przegrał", "przegrała", "przegrywam", "przegrywa", "przegrana", "porażka", "przegralem", "przegralam"},
		beat:  {"pokonałem", "pokonałam", "pokonał", "pokonała", "ograłem", "ograłam", "ograł", "ograła", "pokonany", "pokonana"},
		drew:  {"remis", "zremisowaliśmy", "zremisowałem", "zremisowałam", "zremisował", "zremisowała"},

		intentional: {"umówiony", "celowy"},
	}),
	nouns:   []string{"wygrana", "zwycięstwo", "zwycięzca", "przegrana", "porażka"},
	passive: []string{"pokonany", "pokonana"},
	numbers: map[string]int{"zero": 0, "jeden": 1, "dwa": 2, "trzy": 3},
	joints:  []string{"do"},
	subjects: map[string]kind{
		"wygrałem": self, "wygrałam": self, "wygralem": self, "wygralam": self, "wygrał": other, "wygrała": other, "wygrywam": self, "wygrywa": other,
		"zwyciężyłem": self, "zwyciężyłam": self, "zwyciężył": other, "zwyciężyła": other,
		"przegrałem": self, "przegrałam": self, "przegralem": self, "przegralam": self, "przegrał": other, "przegrała": other, "przegrywam": self, "przegrywa": other,
		"pokonałem": self, "pokonałam": self, "pokonał": other, "pokonała": other, "ograłem": self, "ograłam": self, "ograł": other, "ograła": other,
	},
	toWhom: []string{"dla"}, by: []string{"przez"}, against: []string{"z", "ze", "przeciwko", "przeciw", "od"}, articles: []string{"moim", "moją", "mój"},
}

// japanese has no spaces, its verb at the end, and marks whoever is played against
// behind the name ("ボブに勝ちました").
var japanese = lexicon{
	kinds: kinds(map[kind][]string{
		filler: {
			"は", "が", "の", "で", "に", "と", "を", "も", "から", "へ", "です", "でした", "だ", "だった", "ます", "ました", "した", "しました", "て", "さん", "くん", "ちゃん", "様", "選手", "試合", "対戦", "結果", "報告", "ゲーム", "回戦", "スコア", "ありがとう",
			"ありがとうございました", "ありがとうございます", "お疲れ様でした", "おつかれさまでした", "対戦ありがとうございました", "よろしくお願いします", "お願いします", "こんにちは", "終了", "終わりました", "となりました", "になりました", "なりました", "勝負", "マッチ", "対して", "相手",
		},
		stop: {
			"ない", "なかった", "ません", "ませんでした", "たら", "れば", "なら", "たい", "かも", "かもしれない", "と思う", "と思います", "だろう", "でしょう", "か", "ですか", "ましたか", "いつ", "誰", "何", "なぜ", "どう", "どこ", "もし", "はず", "はずだった", "できれば", "しましょう", "ましょう",
			"勝てば", "負ければ", "勝ったら", "負けたら", "勝ちたい", "勝てない", "勝てなかった", "勝てませんでした", "勝っていない", "負けていない", "負けなかった", "勝てる", "勝つつもり", "勝ちそう", "負けそう", "勝ったと思う", "おそらく", "多分", "たぶん", "誰も",
		},
		doubt: {"間違い", "間違え", "訂正", "修正", "実は", "本当は", "前回", "昨日", "先ほど", "まだ", "今", "現在", "途中", "リード", "でも", "しかし", "または", "卓", "テーブル", "私たち", "ではなく", "じゃなく"},
		self:  {"私", "僕", "俺", "自分", "わたし", "ぼく", "おれ", "こちら", "こっち"},
		other: {"対戦相手", "お相手", "相手の方", "相手さん", "彼", "彼女", "向こう", "相手が", "相手は", "相手の"},
		won:   {"勝ち", "勝った", "勝ちました", "勝利", "勝利しました", "勝ちです", "勝ちでした", "勝って", "勝利です"},
		lost:  {"負け", "負けた", "負けました", "敗北", "敗北しました", "敗戦", "負けです", "負けでした", "負けて"},
		beat:  {"倒した", "倒しました"},
		drew:  {"引き分け", "引分", "引分け", "ドロー", "分け", "引き分けました", "引き分けでした", "引き分けです"},

		intentional: {"合意の引き分け", "合意による引き分け", "トス"},
	}),
	nouns:   []string{"勝ち", "勝利", "負け", "敗北", "敗戦"},
	numbers: map[string]int{"零": 0, "一": 1, "二": 2, "三": 3, "ゼロ": 0},
	joints:  []string{"対", "たい"},
	behind:  []string{"に", "と", "を", "から"},
	glued:   true,
}
