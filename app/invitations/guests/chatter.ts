// Lines of a pasted chat that are messages of its people, not guests. They are marked, never left out: the host may
// know a guest of that name.

const wordsOf = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Words that are nobody's name. A line with one of them is a message if all its other words are used in chats too. */
const said = wordsOf(`
  ok okay okey oky okie kk k yes yeah yea yep yup no nope noted thanks thank thankyou thx tnx thnx amen ameen
  hi hello hey helo congrats congratulations welldone lol haha hahaha wow aha sure alright yaay
  please pls plz kindly sorry
  asante asanteni ahsante ahsanteni sawa sawasawa poa fiti ndio ndiyo ndiooo hapana hongera hongereni pole poleni
  habari habarini hujambo hamjambo jambo mambo vipi niaje karibu karibuni nimeona tumeona nimesoma nimepata nimeelewa
  tafadhali tafadhalini naomba samahani samahanini inshallah inshaallah mashallah alhamdulillah
  nitakuja nitafika nitakuwepo tutakuja tutafika tutakuwepo tupo nipo tuko tukopamoja nimefika tumefika sitakuja sitaweza
  mungu`)
/** Other words used in chats; some of them alone are names. */
const beside = wordsOf(`
  a all and also am are at be bless blessed blessings can come coming day dear done everyone evening family fine for friends from god
  good great group guys i im ill in is it its joy know let like lord love lot lovely man may me morning most much my na nice night
  not of oh on one our peace praise prayers safe see so soon sir that the them there they this to today tomorrow too u us very
  we welcome well what when where who will with work you your ya wa
  akubariki atubariki awabariki bwana asifiwe baraka jamani jioni kabisa kaka kwa kwenu kwetu kesho leo mchana dada ndugu njema nzuri
  pamoja pia sana salama safi siku sisi tena usiku uwe vizuri wapendwa watu wema wote yangu yako yetu zangu zenu asubuhi yote hii huyo
  mimi wangu niko aki hakika kweli taarifa`)

/** Whole sentences that people write, and those that the chat program writes. */
const sentences = [
  /^(?:please|pls|kindly|tafadhali|naomba|nisaidie|i ?am|i'm|i'll|i will|i can|i have|we are|we're|we will|we'll|let us|let's|can (?:you|we|i)|who (?:is|are)|what (?:is|time)|when (?:is|are)|where (?:is|are)|count me|add me|don'?t|do not|(?:please )?remember to|remind |usisahau|msisahau|tusisahau|see you|thank(?:s| you)|happy (?:birthday|new year)|good (?:morning|afternoon|evening|night|job|work)|god bless|well done|be blessed|you(?:'re| are) welcome|bwana asifiwe|habari (?:za|ya|yako|zenu)|(?:ah?santeni?|poleni?|hongereni?) (?:sana )?kwa|mungu (?:a|i)\p{L}+riki)(?!\p{L})/iu,
  /^you (?:were |have )?(?:added|removed|joined|left|created|changed|pinned|turned|deleted)(?!\p{L})/iu,
  /^(?:messages (?:and calls )?are end-to-end|ujumbe na simu |your security code|waiting for this message|this message (?:was|can)|ujumbe huu |umefuta ujumbe|ulifuta ujumbe)/iu,
  /^\S.{0,58} (?:added|removed|changed (?:the|this|their|to)|created (?:this )?group|pinned a message|turned (?:on|off)|is (?:now|no longer) an admin)(?! by)(?!\p{L})/iu,
  /^\S.{0,58} (?:left|joined)(?: (?:using|via|from|the) .*)?\.?$/iu,
  /^\S.{0,58} (?:alimwongeza|alikuongeza|amemwongeza|aliongeza|ameongeza|alimwondoa|amemwondoa|amejiunga|alijiunga|ameondoka|aliondoka|ametoka|alitoka)(?!\p{L})/iu,
]

/** True for a line that looks like a message of a chat, in English or Swahili: 'ok thanks', 'Sawa', 'Kamau added Njeri'. */
export function looksSaid(line: string): boolean {
  if (/\?$/.test(line) || sentences.some((one) => one.test(line))) return true
  const words = foldedWords(line)
  return (
    words.length > 0 &&
    words.some((word) => said.has(word)) &&
    words.every((word) => said.has(word) || beside.has(word))
  )
}

/** Returns the words in lower case, without signs and figures, and okaaay as okay. */
const foldedWords = (line: string): string[] =>
  line
    .toLowerCase()
    .replace(/'/g, '')
    .replace(/(\p{L})\1{2,}/gu, '$1')
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
