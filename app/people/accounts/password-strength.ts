/** 0: nothing typed, 1: easy to guess … 4: very good. A hint, never a rule. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** What everybody tries first; each stands for itself with figures and signs around it. */
const common =
  /^(password|passwort|qwerty\w*|asdf\w*|letmein|welcome|karibu|harambee|kenya|nairobi|iloveyou|mpenzi|jesus|yesu|mungu|admin|secret|siri|abc\w*|football|arsenal|chelsea|manutd?|safaricom|mpesa)$/

/** How hard a password is to guess, by its length and by how much of it is new: repeats and rows count once. */
export function strengthOf(text: string): Strength {
  if (text === '') return 0
  const core = text.toLowerCase().replace(/[^a-z]/g, '')
  if (text.length < 6 || common.test(core) || /^\d+$/.test(text.length < 12 ? text : '')) return 1
  const worth = newCharacters(text) + kinds(text)
  if (worth < 9) return 1
  if (worth < 12) return 2
  return worth < 16 ? 3 : 4
}

/** Characters that are neither the one before nor the next in a row, such as the b after a. */
function newCharacters(text: string): number {
  const codes = [...text].map((sign) => sign.codePointAt(0)!)
  return codes.filter((code, at) => at === 0 || Math.abs(code - codes[at - 1]!) > 1).length
}

const kinds = (text: string) => [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length
