import type { KnownNames, PastedRow, RowLook } from '#app/group/pasted-lists/pasted-list.ts'
import { namesForeign } from './amounts.ts'
import { wordsOfParty } from './parties.ts'
import { isOld } from './proposed.ts'

// Names that are nobody's: things a group pays for, places of money, sums, verbs, and words for an unnamed person.

const setOf = (words: string) => new Set(words.trim().split(/\s+/))

const costs = setOf(`
  airtime mjazo bundle bundles data internet wifi hospital hosp hospitali clinic kliniki dispensary zahanati medicine medicines
  medication dawa madawa pharmacy chemist lab xray scan theatre icu surgery operation matibabu treatment doctor daktari nurse ambulance
  mortuary mochari morgue montuary maiti coffin casket jeneza sanduku hearse burial mazishi msiba funeral kaburi grave graves gravedigger
  wreath wreaths flowers maua tent tents hema turubai chairs viti tables meza sound pa speaker spika music muziki band mc dj camera video
  videography photography photographer photos picha decor decoration mapambo cake keki venue hall ukumbi hire hiring kukodi deposit
  booking transport transportation usafiri fuel mafuta petroli petrol diesel dizeli nauli fare bus basi van lorry lori matatu taxi uber
  bolt gari logistics airticket flight visa passport printing print kuchapisha photocopy photocopying stationery karatasi banner banners
  posters programme programmes programs eulogy tshirts t-shirts uniform uniforms sare leso lesos clothes nguo suit shoes viatu food chakula
  vyakula lunch breakfast supper dinner chajio chai tea maji water soda sodas snacks mkate bread milk maziwa sugar sukari rice mchele
  unga flour maize mahindi beans maharagwe meat nyama goat goats mbuzi cow ng'ombe bull ox kuku chicken mboga vegetables matunda fruits
  cooking firewood kuni charcoal makaa gas gesi utensils vyombo plates sahani cups vikombe catering caterer caterers groceries shopping
  supplies vitu purchase purchases ununuzi rent kodi house-rent electricity stima umeme power token tokens kplc bill bills bili fees fee
  karo ada school-fees tuition exam exams books vitabu lawyer wakili advert adverts advertisement announcement announcements radio permit
  licence license levy tax ushuru fine faini bribe hongo charges charge commission withdrawal withdrawals transaction facilitation
  allowance allowances posho wage wages salary salaries mshahara mishahara payroll labour labor mason cement simiti sand mchanga ballast
  timber mbao nails misumari mabati bricks matofali land shamba survey refund refunds reimbursement advance loan loans mkopo mikopo debt
  deni repayment miscellaneous misc contingency emergency dharura expense expenses expenditure matumizi gharama cost costs accommodation
  hotel lodging security ulinzi guard cleaning usafi garbage takataka toilet toilets choo generator jenereta tip tips bia beer pombe
  mahari dowry ruracio equipment vifaa machine mashine repair repairs maintenance ukarabati construction ujenzi wall roof gate paint
  rangi furniture mattress godoro blankets blanketi soap sabuni diapers pampers wheelchair escort police polisi chief's officials'
  preacher's pastor's mobilizer mobiliser mobilization mobilisation watchman askari honorarium appreciation bus-fare pesa-ya-chakula
  postmortem post-mortem embalming matanga credo casuals vibarua kibarua loader loaders soldier kanju cook cooks mpishi wapishi
  videographer grader obituary newspaper gazeti suti nepi oxygen blood physio physiotherapy box bail dhamana icu dialysis chemo
  curtains balloons ushers sherehe party insurance bima premium subscription zoom hosting domain website delivery courier parcel posta stamp stamps
`)

const accounts = setOf(`
  mpesa m-pesa ledger leja account accounts acc a/c akaunti till paybill pochi float wallet cashbook passbook book books statement bank
  banks benki kcb equity equitel coop co-op cooperative ncba absa dtb stanbic hfc sidian kwft faulu barclays ecobank uba gtb postbank
  safaricom airtel telkom tkash t-kash mshwari m-shwari fuliza ziidi safe petty cash taslimu kitty kiti hazina fund funds mfuko basket
  kikapu hat envelope envelopes bahasha sadaka offering offerings tithe tithes fungu zaka collection collections makusanyo proceeds sales
  mauzo ticket tickets raffle auction mnada dividend dividends interest riba profit faida income mapato receipts opening closing balance
  bal brought carried forward b/f c/f bf cf previous net gross overall cumulative running total totals subtotal sub-total jumla sum amount
  figure grand target lengo shortfall deficit pungufu upungufu surplus ziada remaining baki salio bakaa expected budget bajeti goal kiasi
  raised collected received pledges ahadi contributions contribution michango mchango donations donation gifts harambee hand mkononi fedha
  pesa hela money dough ganji chapaa mkwanja reserve savings akiba welfare-fund cheque cheques check deposits transfer transfers payment
  payments malipo entry entries figures position status summary report ripoti update week wiki month mwezi day siku january february march
  july september october november december monday tuesday wednesday thursday friday saturday sunday jumatatu jumanne jumatano alhamisi
  ijumaa jumamosi jumapili leo jana today yesterday tuko tuna niko wako page ukurasa difference tofauti variance adjustment correction
  error mixed loose coins sarafu notes overpayment excess arrears shares share capital hisa registration membership mpaka hadi stanchart standard chartered facebook whatsapp gofundme m-changa mchanga online website number line namba
`)

const nobody = setOf(`
  unknown unnamed haijulikani hajulikani asiyejulikana someone somebody anybody nani mtu fulani mwingine wengine others other another test
  testing ditto same nil none n/a na name names jina majina xxx tbd tbc various several many people watu kila everyone everybody all wote
  hakuna nobody yeye sisi mimi wewe him her them me us on from to by for kwa kutoka ya paid gift item items description maelezo
  particulars sijui huyu yule hii hiyo no yes hapana ndio ndiyo mr mrs ms ok done sent nothing blank pending confirmed
`)

/** Words for groups of people, whatever place of work or trade is named before them. */
const groups = setOf(`
  staff workers wafanyakazi team members member group groups kikundi kundi welfare chama sacco friends marafiki colleagues workmates
  classmates schoolmates neighbours neighbors majirani family familia fam choir kwaya youth vijana women wanawake men wanaume mothers
  wamama fathers wababa drivers madereva riders sellers vendors traders wauzaji owners committee kamati attendants class school church
  kanisa parish jumuiya association club union department dept society fellowship guild ladies girls boys brothers sisters students
  wanafunzi parents wazazi teachers walimu nurses doctors mechanics fundis boda stage operators fraternity alumni community estate
  residents tenants children watoto cousins in-laws wazee elders ministry self-help cbo company office branch crew squad
`)

/** Shops, public bodies, betting, hospitals and mortuaries, which are receivers rather than givers. */
const brands = setOf(`
  sportpesa betika odibet odibets mozzart mozzartbet betin betway betlion betpawa shabiki bangbet helabet dafabet melbet 1xbet 22bet kwikbet
  lotto lottery mcheza aviator zuku dstv gotv startimes jumia kilimall glovo faras naivas carrefour quickmart chandarana khetia tuskys
  supermarket sha nhif nssf kra helb tsc tala zenka timiza okash okolea paypal sendwave worldremit remitly pesapal kopokopo cellulant jambopay
  flutterwave paystack rubis total-energies totalenergies shell knh mtrh coptic chiromo montezuma umash kenyatta-hospital prepaid postpaid
`)

const links = setOf('ya wa za la cha kwa of from for to')

/** Words that alone name nobody: there are many such people. */
const roles = setOf(`
  mama baba mum mom dad mzee bibi nyanya guka cucu shosh uncle aunt aunty auntie brother sister bro sis dada kaka friend rafiki neighbour
  neighbor jirani driver dereva chief pastor teacher mwalimu doctor chairman chairlady chair secretary treasurer mca mp boss madam sir
  priest imam sheikh bishop elder landlord carpenter fundi tailor watchman admin sacco chama welfare church kanisa school shule office ofisi
  family familia team group kikundi kundi vijana youth children watoto diaspora samaritan nairobi kisumu mombasa nakuru eldoret thika kakamega
  kisii machakos nyeri meru bride groom widow mjane orphan student visitor mgeni cousin binamu nephew niece son daughter mtoto wife husband mke mume
`)

/** Words after which a trade is a person's nickname: 'Mama Mboga'. */
const kin = setOf(
  'mama baba mum dad mzee bibi nyanya guka cucu shosh uncle aunt aunty auntie anti mjomba shangazi dada kaka bro sis',
)

const stems =
  'fika|fikia|fikisha|pata|patikana|kusanya|kusanywa|changa|changisha|changia|lipa|lipia|lipwa|tuma|tumia|tumika|tumwa|toa|toka|tolewa|nunua|baki|bakia|bakisha|pokea|pokelewa|leta|ongeza|ongezeka|weka|tosha|pungua|ingia|maliza|chukua|rudisha|rudishiwa|hitaji|taka|tafuta|ahidi|kopa|kopesha|peleka|pewa|kamilisha|kuwa|omba|subiri|saidia|kodi|kodisha|gawa|gawana|enda|anda|andaa|daiwa|dai|rudi'
/** 'Tumefika', 'Zimeingia', 'Nimelipa', 'Kununua', 'Lipa' */
const verb = new RegExp(
  String.raw`^(?:(?:ni|u|a|tu|m|wa|i|zi|li|ya)?(?:me|mesha|sha|ta|li|na|ki|ka|nge)(?:yo|zo|cho|po|lo)?|ha(?:ja|ku|ta|wa|tu|i)?(?:ja|ku|ta)?|ku|ili|ina|zina|tuna)?(?:ku)?(?:${stems})$`,
)
const paidFirst =
  /^(?:paid|bought|purchased|hired|gave|given|spent|used|repaired|withdrew|withdrawn|borrowed|lent|loaned|refunded|returned|cleared|settled|booked|ordered|supplied|tipped|collected|sold|buying|paying|buy|pay|hire|topped)$/

const tokensOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}'/-]+/u)
    .map((word) => word.replace(/^['/-]+|['/-]+$/g, ''))
    .filter((word) => word !== '')
const isIn = (words: Set<string>, word: string): boolean =>
  words.has(word) || words.has(word.replace(/'s$/, '')) || words.has(word.replace(/-/g, ''))

/** Returns why a name may be nobody's; undefined if it may be a giver's. */
function nobodyIn(name: string): RowLook | undefined {
  const words = tokensOf(name)
  const lastGroup = words.findLastIndex((word) => groups.has(word))
  const firstGroup = words.findIndex((word) => groups.has(word))
  const isLinked = (from: number, to: number) => words.slice(from, to).some((word) => links.has(word))
  const isGiven = (at: number) =>
    kin.has(words[at - 1] ?? '') ||
    (at < lastGroup && !isLinked(at, lastGroup)) ||
    (firstGroup >= 0 && firstGroup < at && isLinked(firstGroup, at))
  const has = (set: Set<string>) => words.some((word, at) => isIn(set, word) && !isGiven(at))
  if (paidFirst.test(words[0] ?? '') || has(costs)) return 'a cost'
  if (has(accounts)) return 'no giver'
  if (words.some((word) => brands.has(word)) && lastGroup < 0) return 'a firm'
  if (verb.test(words[0] ?? '')) return 'no giver'
  if (/ ku\p{Ll}{4,}/u.test(name)) return 'a cost'
  const areNobody = words.every((word) => nobody.has(word) || word.length < 3)
  // '(Grace)', 'Grace's' belong to a name that is missing.
  const isLoose = /^\(|'s$/.test(name.trim())
  if (isLoose || (words.length === 1 && roles.has(words[0]!))) return 'odd name'
  if (areNobody || isUnsure(words)) return 'odd name'
  return /\p{Lu}/u.test(name) ||
    (words.length === 2 && kin.has(words[0]!)) ||
    words.every((word) => kin.has(word) || groups.has(word) || isKnownName(word))
    ? undefined
    : 'odd name'
}

/** Recognises 'Nani', 'Someone', 'Mtu fulani' at the beginning. */
const isUnsure = ([first = '']: string[]): boolean =>
  /^(?:unknown|unnamed|haijulikani|hajulikani|someone|somebody|nani|mtu|fulani|mwingine|wengine|others?|ditto|same|test|various|kila|every\p{L}*|on)$/u.test(
    first,
  )

// Names that many people in Kenya have, as they are written small in a chat. Any other word may be anything.

const names = new Set(
  `abdi abdul abdalla abigael achieng achieng' achola adhiambo agnes ahmed aisha akinyi akoth alex ali alice amina amos angela ann anna anne
  anyango asha atieno auma awino awuor ayub bakari barasa beatrice ben benard benson bernard beth betty bett bonface boniface brayo brian
  caro carol caroline catherine charles charity chebet chepkemoi chepkoech cheptoo cherono cheruiyot chris christine ciku collins collo
  cynthia dan daniel david dennis diana dominic doreen dorcas duncan edith edward elijah elizabeth emily emma erick esther eunice eva evans
  everlyne faith fatma fatuma felix florence francis fred gathoni gatwiri geoffrey george gitau gladys grace halima hamisi hassan hellen
  henry hussein ian ibrahim irene isaac jackline jackson jacob jael jamo james jane janet jared jerop joan john jonathan joseph josephine
  joshua josphat joy joyce juma justus kamau karanja kariuki ken kendi kenneth kevin kevo kiarie kibet kigen kimani kimathi kioko kip
  kipchumba kipkemboi kiplagat kiprono kiprop kiptoo kirui koech korir lilian linda linet lucy lydia macharia maina makena margaret martha
  martin mary maureen mercy michael mike mildred millicent miriam mohamed moraa moses muli mumbi mumbua mueni muriithi muriuki musa musyoka
  mutai mutheu muthoni mutiso mutua mwangi mwende mwikali mwaura naliaka nancy naomi nafula nekesa ngash nicholas njambi njeri njoki
  njoroge njuguna noor nyaga nyambura nyokabi obare ochieng ochieng' odera odhiambo odongo oduor ogola okello okoth okumu oloo omar omondi
  omosh onyango opiyo oscar otieno otis ouko ouma owino owuor pamela patrick paul pauline peninah peter phyllis purity rachael rashid
  rebecca rehema rono rose ruth ruto said salim salma sammy samuel sang sarah sharon sheila shiko shiku shiro shiru simiyu simon solomon
  sophia stella stephen steve susan tabitha teresia thomas timothy titus tom tony victor vincent violet vio wafula wairimu waithera
  wambua wambugu wambui wanja wanjala wanjiku wanjiru wanjohi waweru wekesa wilson winnie wycliffe yusuf zainab zawadi zuhura jaduong
  dr mr mrs ms miss rev pst pastor sir madam eng prof hon and na wa bin binti ole`.split(/\s+/),
)

const isKnownName = (word: string): boolean => names.has(word)

// Marks doubtful rows, which are not ticked: a row has no look only if its giver, its money, its meaning and its day are certain.

/** Adds all doubts to a row of any source. */
export function doubted(row: PastedRow, known: KnownNames): PastedRow {
  if (row.proposal === 'undo') return row
  const isOfMessage = row.source !== 'list'
  const more = isOfMessage ? (row.proposal === 'gift' ? inboxLooks(row, known) : []) : lineLooks(row, known)
  return more.length === 0 ? row : { ...row, looks: [...new Set<RowLook>([...row.looks, ...more])] }
}

const notGiven =
  /\b(?:ha(?:ja|ku|ta)(?:tuma|lipa|toa|leta|changa|fika|maliza|weza|pata|pati\p{L}*)\p{L}*|(?:did|has|have|had|does|do|is|was|could|can|will|would|should)(?:n't| not)|cannot|can't|won't|refus\w+|declin\w+|cancel\w*|return\w*|refund\w*|revers\w*|bounced|failed|imefeli|amekataa|amerudish\w*|amerudi|ameghairi|ametoka|borrow\w*|mkopo|amekop\w*|loan\w*|needs?|needed|anahitaji|anataka|anaomba|anadai|asks?|asked|wants?|not|wrong|error|mistake|makosa|kosa|duplicate|double|void|deceased|marehemu)\b/iu
const unsure =
  /\b(?:about|around|approx\w*|roughly|karibu|takriban|maybe|perhaps|labda|pengine|might|if|ikiwa|or|au|ama|at least|angalau|up to|estimated?|hadi|between|i think|nadhani|nafikiri|not sure|sina hakika|kama|to confirm|to be confirmed|tbc|unconfirmed)\b/
const often =
  /\b(?:monthly|weekly|daily|yearly|per (?:month|week|day|year)|every (?:month|week|day)|a (?:month|week)|kila (?:mwezi|wiki|siku|mwaka)|twice|thrice|\d times|mara (?:mbili|tatu|\d))\b/i
/** Letters between digits, a gap after a comma, a sign that says 'about'. */
const oddDigits = /\d[OolI](?=[\dOolI]|\b)|(?<![\p{L}\d])[OolI]\d{2}|\d, \d{3}(?!\d)|[~\u2248<>\u00b1] ?\d/u
/** '7th Day Adventist', '1st Born': not a day of a month. */
const ordinal =
  /^\W*(?:\d{1,3}[.)] ?)?(\d{1,3}(?:st|nd|rd|th)) (?!(?:of )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))\p{Lu}/u
const anyDay = /(?<![\d/.,-])\d{1,2}[/-]\d{1,2}[/-](?:20)?\d\d(?![\d/])/
const withOthers = /(?:&|\band\b|\bna\b) \d{1,3} (?:others?|wengine|more|friends)/i
const longestLine = 480

function lineLooks({ name, at, text: whole }: PastedRow, { today }: KnownNames): RowLook[] {
  const text = whole.slice(0, longestLine)
  const looks: RowLook[] = []
  if (notGiven.test(text)) looks.push('not given')
  if (unsure.test(text) || oddDigits.test(text)) looks.push('odd amount')
  if (at === null && anyDay.test(text)) looks.push('no date')
  if (at && today && at > today) looks.push('future date')
  if (at && today && isOld(at, today)) looks.push('old date')
  if (withOthers.test(text)) looks.push('odd name')
  if (often.test(text)) looks.push('for each')
  const [, number] = ordinal.exec(text) ?? []
  if (number && !name?.startsWith(number)) looks.push('odd name')
  const nobody = name === null ? undefined : nobodyIn(name)
  if (nobody) looks.push(nobody)
  return looks
}

// Recognises messages in a treasurer's own inbox that are no gifts: pay, refunds, prizes, loans, money of firms, the treasurer's own.

const otherMoney =
  /\b(?:salar(?:y|ies)|payroll|mshahara|mishahara|wages?|allowances?|posho|stipend|per ?diem|bonus|pension|refunds?|refunded|revers\w+|cash ?back|winnings?|won|jackpot|prize|rewards?|bet|bets|betting|dividends?|interest|riba|loans?|mkopo|disburs\w+|advance|commission|pay-?outs?|settlement|promotion|compensation|claims?|insurance|benefits?|bursary|inua jamii|hustler|helb|nhif|sha|nssf|kra|rent|kodi|rider|earnings|float|unused|deposit refund|maturity|fixed deposit)\b/i
const firms =
  /\b(?:ltd|limited|plc|inc|llp|company|co|corp\w*|account|acc|bank|sacco|microfinance|bulk|b2c|rspo|paybill|till|utility|payments?|services?|solutions?|systems|technologies|enterprises?|agenc(?:y|ies)|holdings|ventures|investments?|international|kenya|insurance|assurance|credit|capital|power|prepaid|postpaid|kplc|water|county|government|ministry|treasury|authority|school|university|college|academy|hospital|hotel|supermarket|stores?|shop|traders|pharmacy|bet|bolt|uber|safaricom|airtel|telkom|branch|mshwari|ziidi|fuliza|westernunion|wise|ipay|dpo|\w+\.(?:com|co|ke|net|africa))\b/i
/** A person's name, as providers write it: two or more words, all capitalised or all small. */
const personal =
  /^(?:[\p{Lu}\d][\p{L}.'-]*(?: (?:[\p{Lu}\d][\p{L}.'&-]*|wa|ole|bin|binti|arap|&|and))+|\p{Ll}{3,}(?: \p{Ll}[\p{Ll}.'-]+)+)$/u
const pochi = /pochi|business (?:account|balance)|sender:/i
const balance =
  /(?: new (?:[a-z-]+ ){0,4}(?:balance|account)\b|[. ](?:salio|baki|bal)\b|\b(?:your )?(?:[a-z-]+ ){0,3}balance\b)/i

/** Returns the doubts about a message of received money. */
function inboxLooks(row: PastedRow, { collectors = [] }: KnownNames): RowLook[] {
  const { name, phone, phoneEnd, source, text } = row
  const said = text.split(balance, 1)[0]!
  const looks: RowLook[] = []
  if (otherMoney.test(said)) looks.push('pay or refund')
  if (namesForeign(said)) looks.push('other currency')
  // The payer sent this message: its words describe who was paid, not the payer.
  if (row.looks.some((look) => look === 'no name' || look === 'name from the chat')) return looks
  const isFirm =
    name !== null &&
    (firms.test(name) ||
      /\d{2}/.test(name) ||
      name
        .toLowerCase()
        .split(' ')
        .some((word) => brands.has(word)))
  const isUnphoned = source === 'mpesa' && !phone && !phoneEnd && !pochi.test(text)
  if (isFirm || isUnphoned) looks.push('a firm')
  if (name !== null && !isFirm && !personal.test(name)) looks.push('odd name')
  if (source === 'mpesa' && row.code && row.code.length !== 10 && (row.at ?? '') > '2017') looks.push('odd code')
  if (name !== null && collectors.some((one) => isSamePerson(one, name))) looks.push('own name')
  return looks
}

/** Compares names: a provider may know one name more, or one less. */
function isSamePerson(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOfParty(one), wordsOfParty(other)].sort((a, b) => a.length - b.length)
  return few.length > 1 && few.every((word) => many.includes(word))
}
