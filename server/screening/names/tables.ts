/**
 * Insignificant words, and equivalent names. Compiled for Docket from common knowledge of languages and company law;
 * facts, under the licence of Docket itself.
 */

const split = (text: string) => text.trim().split(/\s+/)
const set = (text: string): ReadonlySet<string> => new Set(split(text))

/** Articles, prepositions and words of descent, which are insignificant. */
export const PARTICLES =
  set(`al el ul ur il as ad ash ar an at az es us bin ben ibn bint bent binti beni ould walad oulad
  de del della di da do dos das du des der den von van ten ter zu la le las los les lo y e and et und of the for a o'
  na ap mac und mit en i abd abu abou bou umm oum um din deen dine eddine uddin zu zum zur dal dalla af av`)

/** Particles that are one: those of descent, the article, the servant of, the father of, of the faith. */
export const SAME_PARTICLE: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'al el ul ur il as ad ash ar at az es',
    'bin ben ibn bent beni been bn',
    'bint binti',
    'abd abdul abdel abdal abdol abdur abdu',
    'abu abou bou abo abi',
    'umm oum um',
    'din deen dine eddine uddin',
    'and et und y e',
    'de del della di da do du des der den von van',
  ].flatMap((group) => {
    const [first = '', ...others] = split(group)
    return [first, ...others].map((each) => [each, first])
  }),
)

/** Titles of rank, office or courtesy. */
export const HONORIFICS =
  set(`mr mrs ms miss mister sir dame lord lady dr doctor prof professor eng ing engr rev reverend
  father brother sister saint st capt captain col colonel gen general maj major lt lieutenant brig brigadier cmdr commander
  adm admiral marshal sgt sergeant president prasident presidente presidente prime minister minister senator ambassador
  governor king queen prince princess emir amir sheikh shaikh shaykh sheik cheikh sayyid sayed syed sayyed said haji hajji
  hajj haj hadji hajjah alhaj alhaji mullah mulla maulana maulavi maulawi mawlawi mawlana molla qari qazi hafiz hafez ustad
  ustaz imam ayatollah hojatoleslam hujjat khwaja senor senora don dona herr frau monsieur madame mme jr sr junior senior
  phd md esq gospodin comrade`)

/** Diminutives and short forms, by their full name. English and other major languages. */
const CALLED: readonly string[] = [
  'alexander alex alec sasha sacha sander xander aleksandr alexandr alexandre alessandro alejandro aleksander oleksandr iskander alexandros',
  'alexandra alex sasha sandra alessandra alejandra oleksandra',
  'andrew andy drew andrei andrey andrij andriy andreas andre anders andrzej ondrej andrea',
  'anthony tony anton antonio antoine antoni antony',
  'arthur art artie artur arturo',
  'albert bert al alberto',
  'abraham abe ibrahim avraham abram ebrahim',
  'barack barry',
  'benjamin ben benny bibi benji binyamin',
  'bernard bernie bernardo',
  'bradley brad',
  'catherine katherine kathryn kate katie cathy kathy kitty catarina ekaterina katya yekaterina katerina',
  'charles charlie chuck carlos carl karl carlo',
  'christopher chris kit christophe cristobal christoph kristof',
  'christina chris tina kristina cristina',
  'daniel dan danny danil daniil danilo daniele',
  'david dave davey dawid daud dawud davit davoud',
  'deborah deb debbie',
  'dennis denis denny',
  'dmitry dima dmitri dmitriy dimitri dmytro dimitrios dimitrij',
  'donald don donny',
  'dorothy dot dottie',
  'douglas doug',
  'edward ed eddie ted teddy ned eduard eduardo edouard edoardo',
  'edwin ed',
  'elizabeth liz lizzy beth betty eliza elisabeth liza elisabet yelizaveta isabel',
  'emmanuel manny manuel emanuel',
  'eugene gene yevgeny evgeny evgeniy yevgeniy evgeni eugen eugenio yevhen',
  'eugenia yevgenia evgenia zhenya',
  'francis frank fran francisco paco pancho francesco franz frantisek franciszek francois',
  'frederick fred freddy fritz friedrich frederik federico frederic fredrik',
  'gabriel gabe jibril jibrail',
  'geoffrey jeff jeffrey geoff',
  'george yuri georgy georgiy jorge giorgio georg georgios jerzy jiri georges giorgi gheorghe',
  'yuri yuriy iuri juri yury yurii iurii',
  'gerald gerry jerry',
  'gregory greg grigory grigori gregor grigoriy hryhoriy',
  'guillermo memo',
  'harold harry hal',
  'henry harry hank henri enrique heinrich enrico henrik henryk',
  'helen elena yelena olena helena elene alyona nell',
  'irina ira iryna irene',
  'isaac ike ishaq izaak itzhak yitzhak',
  'ivan vanya johan john johann juan jean giovanni joao jan ioan ioannis jovan yohan',
  'jack john',
  'jacob jake yakov jakob yaqub yaakov yacoub iakov',
  'james jim jimmy jaime jamie jacques diego santiago giacomo',
  'jennifer jen jenny',
  'john johnny jon jonathan',
  'joseph joe joey jose pepe josef yusuf yousef giuseppe iosif yosef youssef jozef youcef',
  'joshua josh yehoshua',
  'judith judy',
  'julia yulia julie iuliia giulia yuliya',
  'kenneth ken kenny',
  'lawrence larry laurence lorenzo laurent',
  'leonard leo len lenny leonardo leonid',
  'leo lev leon',
  'louis lou luis luigi ludwig lewis',
  'margaret maggie meg peggy greta margarita margarete',
  'mark marc marco marcos markus marek',
  'martin marty martino',
  'mary maria marie miriam maryam mariam masha mariya',
  'matthew matt mateo matteo matthias mathieu matvey mateusz',
  'maxim max maksim maxime maksym maximilian',
  'michael mike mick mikhail miguel michel michele misha mykhailo michal mikael mihail mihai mikail',
  'mohammed mo',
  'moses moshe musa moussa mousa',
  'nicholas nick nicolas nikolai nikolay nicola nikolaos mykola nicolae kolya klaus niklas',
  'natalia natalya natasha nathalie nataliya',
  'nathaniel nathan nate',
  'oleg oleh olieg',
  'olga olha olya',
  'pamela pam',
  'patrick pat paddy patricio',
  'patricia pat patty tricia',
  'paul pavel pablo paolo pawel pavlo paulo pol pal',
  'peter pete pyotr petr pedro pietro pierre petro piotr petros peder',
  'philip phil philippe felipe filippo filip',
  'raymond ray ramon raimundo',
  'rebecca becky',
  'richard dick rick ricky rich ricardo riccardo',
  'robert bob bobby rob robbie roberto bert',
  'roger rodger rogelio',
  'ronald ron ronnie',
  'rostislav rostyslav',
  'samuel sam sammy samuil',
  'sergey sergei serge sergio serhiy sergiy serhii sergejs serguei',
  'solomon suleiman sulaiman soliman sulayman suleyman shlomo salman',
  'stanley stan',
  'stanislav stas stanislaw',
  'stephen steven steve stefan stepan esteban stefano etienne istvan stephan stefanos',
  'susan sue suzy suzanne susanna',
  'svetlana sveta svitlana',
  'theodore ted teddy theo fyodor fedor teodoro feodor theodor',
  'thomas tom tommy tomas tommaso tomasz foma',
  'timothy tim timmy timofey',
  'tatiana tanya tatyana tetiana',
  'valery valeriy valeri valerij valerii',
  'victor vic viktor vittorio',
  'vincent vince vinny vicente vincenzo',
  'vladimir vova volodymyr wladimir vladimer uladzimir volodya',
  'vladislav vlad vladyslav',
  'vyacheslav slava viacheslav',
  'walter walt wally',
  'william bill billy will willy liam guillermo wilhelm guillaume willem guglielmo',
  'yaroslav jaroslav iaroslav',
  'zachary zach zack zakaria zakariya',
]

/** Romanisations of one family name or given name that no rule of sound brings together. */
const SPELT: readonly string[] = [
  'lee yi ri rhee i li ri',
  'park pak bak bag',
  'choi choe choy',
  'jung jeong chung chong jong cheong',
  'cho jo joh',
  'kang gang',
  'yoo yu ryu ryoo liu lyu',
  'lim im rim yim',
  'roh no noh ro',
  'woo u wu',
  'shin sin',
  'kim gim',
  'kwon gwon',
  'baek paek baik paik',
  'yun yoon youn',
  'hwang whang',
  'oh o',
  'an ahn',
  'ku koo gu goo',
  'son sohn',
  'mun moon',
  'chol chul cheol',
  'hyok hyuk hyeok',
  'yong young yeong',
  'kyong kyung gyeong',
  'un eun woon',
  'hyon hyun hyeon',
  'song sung seong',
  'sok suk seok',
  'pyong byung byeong',
  'zhang chang cheung jang',
  'wang wong vuong',
  'chen chan tan tran',
  'huang hwang wong hoang',
  'zhou chou chow',
  'wu ng woo ngo',
  'xu hsu hui',
  'zhao chao chiu',
  'lin lam lim',
  'liu lau low',
  'xie hsieh tse',
  'cai tsai choi',
  'guo kuo kwok',
  'zheng cheng',
  'xi hsi',
  'deng teng',
  'jiang chiang',
  'qian chien',
  'qin chin',
  'zhu chu',
  'cao tsao',
  'mohammed muhammad mohamed mohammad muhammed mohamad mehmed mehmet mahomet mokhamed magomed mamadou mohamud muhamad mukhammad mukhamed',
  'ahmed ahmad ahmet akhmed akhmad achmad akhmet ahamed',
  'osama usama ousama oussama usamah osamah',
  'hussein husayn hossein husain hussain hossain huseyn hisein hosein khusein khusain huseyin',
  'hassan hasan hasen khasan hassane',
  'gaddafi qaddafi kadhafi qadhafi khadafi gadhafi kaddafi gathafi qathafi al-gaddafi',
  'muammar moammar moamer muamar mouammar',
  'yusuf yousef youssef yusef yosef yousuf yusif',
  'omar umar omer oumar',
  'othman uthman osman usman ousmane',
  'khalid khaled halid xalid',
  'said saeed sayeed saied saeid',
  'rashid rachid rasheed rashed',
  'abdullah abdallah abdulla abdoullah abdillah abdalla',
  'yahya yehia iahia yahia',
  'ayman aiman aymen',
  'zawahiri dhawahiri',
  'qaeda qaida qaidah kaida qaedah qaeida',
  'jamal gamal djamel jamel camal',
  'jihad gihad cihad',
  'rouhani rohani ruhani',
  'assad asad',
  'ali aly',
  'isa issa essa eisa',
  'ismail ismael esmail ismayil',
  'daesh daish',
  'nuristani nooristani',
  'nasser nasir naser nacer nasr',
]

const groups = new Map<string, Set<number>>()
const put = (lists: readonly string[], first: number) =>
  lists.forEach((line, n) => {
    for (const word of split(line)) groups.set(word, (groups.get(word) ?? new Set()).add(first + n))
  })
const SPELT_FROM = 10_000
put(CALLED, 0)
put(SPELT, SPELT_FROM)

/** The groups of names that a word belongs to; those that are only spelt differently have the high numbers. */
export const groupsOf = (text: string): ReadonlySet<number> | undefined => groups.get(text)

/** How two words are the same name: by spelling, or as a short form. */
export function standFor(a: string, b: string): 'spelling' | 'nickname' | undefined {
  const ofA = groups.get(a)
  const ofB = ofA && groups.get(b)
  if (!ofA || !ofB) return undefined
  let found: 'nickname' | undefined
  for (const group of ofA) {
    if (!ofB.has(group)) continue
    if (group >= SPELT_FROM) return 'spelling'
    found = 'nickname'
  }
  return found
}

/** Legal forms of companies: their spellings, by meaning. */
const FORMS: Readonly<Record<string, string>> = {
  limited: `ltd|limited|ltda|lda|limitada|pty ltd|pty limited|proprietary limited|private limited|pvt ltd|pvt limited|pte ltd|pte limited|pte|pty|pvt|co ltd|co limited|company limited|company ltd|corp ltd|corporation limited|ltee|limitee|sdn bhd`,
  llc: `llc|limited liability company|ooo|obshchestvo s ogranichennoy otvetstvennostyu|obschestvo s ogranichennoy otvetstvennostyu|tov|too|gmbh|gesellschaft mit beschrankter haftung|mbh|srl|societatea cu raspundere limitata|societa a responsabilita limitata|sarl|societe a responsabilite limitee|spolka z ograniczona odpowiedzialnoscia|sp z oo|sp zoo|sp z o o|spzoo|bv|besloten vennootschap|bvba|sprl|doo|d o o|dooel|eood|ood|kft|sro|s r o|oy|ab|aps|as|uab|sia|ou|eurl|fze|fzco|fz llc|fzc|fze llc|wll|w l l|mmc`,
  stock: `ag|aktiengesellschaft|aktiengeselschaft|sa|s a|societe anonyme|sociedad anonima|sociedade anonima|spa|societa per azioni|nv|n v|naamloze vennootschap|plc|public limited company|jsc|joint stock company|joynt stock company|ojsc|open joint stock company|oao|otkrytoe aktsionernoe obshchestvo|pao|pjsc|public joint stock company|publichnoe aktsionernoe obshchestvo|zao|cjsc|closed joint stock company|ao|aktsionernoe obshchestvo|aktsionernoye obshchestvo|pat|prat|psc|pjs|se|asa|abp|oyj|ad|dd|d d|kk|kabushiki kaisha|sae|saa|sa de cv|s a de c v|sab de cv|sab|sas|s a s|sal|bhd|berhad|tbk|pt|a s|a s`,
  corporation: `inc|incorporated|corp|corporation|co|company|na`,
  partnership: `lp|l p|llp|kg|ohg|gbr|cv|snc|scs|slp|ltd partnership|limited partnership|gmbh co kg|gmbh and co kg`,
}

/** Words of legal forms that are abbreviated each by itself: `Limited Liability Comp`. */
const FORM_WORDS: Readonly<Record<string, string>> = {
  co: 'company',
  comp: 'company',
  cmpny: 'company',
  coy: 'company',
  cie: 'company',
  ltd: 'limited',
  lmtd: 'limited',
  ltda: 'limited',
  pvt: 'private',
  pte: 'private',
  pty: 'proprietary',
  corp: 'corporation',
  liab: 'liability',
  jt: 'joint',
  stk: 'stock',
  pub: 'public',
  inc: 'incorporated',
}
/** The words of a form as `LEGAL_FORMS` has them written out. */
export const formOf = (words: readonly string[]): string => words.map((word) => FORM_WORDS[word] ?? word).join(' ')

/** Each spelling by its words with its meaning, as published and with every word written out. */
export const LEGAL_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMS).flatMap(([kind, text]) =>
    text.split('|').flatMap((form): [string, string][] => [
      [formOf(form.trim().split(' ')), kind],
      [form.trim(), kind],
    ]),
  ),
)
export const FORM_WORDS_MAX = 5

/** Spellings of forms that differ only by language: `Aktiengesellschaft` is an AG and no GmbH. */

/** Words that very many companies and organisations bear: what they are, not who. */
export const COMMON_WORDS = set(`group gruppe groupe grupo gruppa holding holdings company companies international intl
  trading trade general import export imports exports services service solutions systems industries industry industrial
  industrie enterprise enterprises foundation trust association organization organisation institute institution society
  centre center bureau office agency national global world worldwide united union federation committee council
  ministry department government bank banking banque banco finance financial investment investments capital partners fund
  management consulting consultants technology technologies tech engineering construction development properties property
  real estate shipping marine maritime transport logistics aviation airlines air oil gas petroleum energy power mining
  metals steel chemical pharma pharmaceutical medical food agricultural farm commercial business brothers sons son
  state public private corporation joint stock limited brigade army front party movement zavod plant factory works
  establishment communication communications manufacturing security securities insurance electronics electric machinery
  equipment materials textile textiles motors automotive telecom telecommunications media entertainment tourism travel
  hospital university college school research development distribution supply supplies contracting contractors exchange
  cooperative commerce petrochemical petrochemicals cement foods products shipyard ship lines freight cargo clearing
  forwarding agencies associates network networks software computer aerospace defense defence aircraft`)

/** One word for what several languages and abbreviations write. */
export const WORD_VARIANTS: Readonly<Record<string, string>> = {
  intl: 'international',
  organisation: 'organization',
  centre: 'center',
  bros: 'brothers',
  est: 'establishment',
  bk: 'bank',
  org: 'organization',
  orgn: 'organization',
  mgt: 'management',
  inv: 'investment',
  invs: 'investment',
  exch: 'exchange',
  fdn: 'foundation',
  indl: 'industries',
  estab: 'establishment',
  trdg: 'trading',
  trd: 'trading',
  grp: 'group',
  mgmt: 'management',
  svc: 'services',
  svcs: 'services',
  service: 'services',
  ind: 'industries',
  inds: 'industries',
  industry: 'industries',
  industrie: 'industries',
  gen: 'general',
  eng: 'engineering',
  engr: 'engineering',
  const: 'construction',
  constr: 'construction',
  dev: 'development',
  devt: 'development',
  assoc: 'association',
  assn: 'association',
  govt: 'government',
  min: 'ministry',
  inst: 'institute',
  fin: 'financial',
  invest: 'investment',
  invt: 'investment',
  investments: 'investment',
  comm: 'communication',
  comms: 'communication',
  communications: 'communication',
  telecom: 'telecommunications',
  elec: 'electric',
  chem: 'chemical',
  pharm: 'pharmaceutical',
  pharma: 'pharmaceutical',
  petro: 'petroleum',
  transp: 'transport',
  transportation: 'transport',
  log: 'logistics',
  mfr: 'manufacturing',
  mkt: 'marketing',
  hldg: 'holding',
  hldgs: 'holding',
  prod: 'products',
  system: 'systems',
  enterprise: 'enterprises',
  entp: 'enterprises',
  ent: 'enterprises',
  property: 'properties',
  solution: 'solutions',
  brother: 'brothers',
  sons: 'son',
  comp: 'company',
  companies: 'company',
  cie: 'company',
  mezhdunarodnaya: 'international',
  internationale: 'international',
  internacional: 'international',
  torgovyy: 'trading',
  torgovaya: 'trading',
  comercial: 'commercial',
  commerciale: 'commercial',
  industrial: 'industries',
  industriel: 'industries',
  kompaniya: 'company',
  compania: 'company',
  compagnie: 'company',
  sirket: 'company',
  sirketi: 'company',
  sherkat: 'company',
  sharikat: 'company',
  ticaret: 'trading',
  sanayi: 'industries',
  gesellschaft: 'company',
  mfg: 'manufacturing',
  gruppe: 'group',
  groupe: 'group',
  grupo: 'group',
  gruppa: 'group',
  banque: 'bank',
  banco: 'bank',
  banca: 'bank',
  tech: 'technology',
  technologies: 'technology',
  holdings: 'holding',
  imports: 'import',
  exports: 'export',
  zavod: 'plant',
  co: 'company',
  corp: 'corporation',
  dept: 'department',
  univ: 'university',
  natl: 'national',
  mezhdunarodnyy: 'international',
  bratya: 'brothers',
  investitsii: 'investments',
  universitet: 'university',
  priborostroitelnyy: 'instrumentmaking',
  mashinostroitelnyy: 'machinebuilding',
  tekhnologii: 'technology',
}

const UNITS = split(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const TENS = split('twenty thirty forty fifty sixty seventy eighty ninety')
const ORDINALS = split('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth')
export const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...UNITS.map((word, n) => [word, n] as const),
  ...TENS.map((word, n) => [word, 20 + 10 * n] as const),
  ['fourty', 40] as const,
  ...ORDINALS.map((word, n) => [word, n + 1] as const),
])

/** Prefixes of ship names. */
export const SHIP_WORDS = set('mv mt ms ss mt mvs fv rv vessel motor tanker')

/** The endings of Slavic patronymics. */
export const PATRONYMIC =
  /(?:ovich|evich|ovitch|evitch|ovych|yovych|evych|ovna|evna|ivna|ichna|inichna|owicz|ogly|oglu|kyzy|qizi)$/
