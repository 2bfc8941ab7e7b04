import type { RowLook } from '#app/group/pasted-lists/pasted-list.ts'
import type { Amount } from './amounts.ts'
import { hasTick } from './list-words.ts'

// Combines the amounts of a line: '500/2000', 'pledge 2000 paid 500', '2000 bal 1500', '1000 + 500'.

/** The amount of a line; for a promise that is paid in parts, `paid` has arrived. */
export type Share = { amount: number; paid: number; inParts: boolean; looks: RowLook[] }

export function shareIn(text: string, amounts: readonly Amount[], isPaidAbove = false): Share {
  // '$100 (12,900)': the value in shillings counts.
  const ours = amounts.filter(({ foreign }) => !foreign)
  if (ours.length === 1 && amounts.length > 1) return wholly(ours[0]!.cents)
  const [first] = amounts as [Amount]
  if (amounts.length === 1) return wholly(first.cents, forEach(text) ? ['for each'] : [])
  return ofTwo(text, amounts) ?? inWords(text, amounts, isPaidAbove) ?? addedUp(text, amounts) ?? oneOf(amounts)
}

const wholly = (amount: number, looks: RowLook[] = []): Share => ({ amount, paid: 0, inParts: false, looks })
const partly = (amount: number, paid: number, looks: RowLook[] = []): Share => ({ amount, paid, inParts: true, looks })

/** Checks whether an amount may be for each of several people. */
export const forEach = (text: string): boolean =>
  /\b(?:each|kila (?:mmoja|mtu)|per (?:head|person))\b|(?:&|\band\b|\bna\b|,).*@/i.test(text)

/** '500/2000', '500 out of 2000' */
function ofTwo(text: string, amounts: readonly Amount[]): Share | null {
  const [one, two] = amounts as [Amount, Amount]
  const between = text.slice(one.end, two.index)
  const isOf = /^ ?(?:\/|out of|of|kati ya) ?$/i.test(between)
  if (!isOf || one.cents > two.cents) return null
  // 'bal 1,500 out of 4,000'
  if (behindRest.test(text.slice(0, one.index))) return partly(two.cents, two.cents - one.cents)
  return partly(two.cents, one.cents, amounts.length > 2 ? ['two numbers'] : [])
}

const behindPaid =
  /(?:paid|ame(?:lipa|tuma|toa)|nime(?:lipa|tuma|toa)|sent|received|redeemed|lipa|deposit|\d[^\p{L}]*given)[ :(=-]*(?:ksh|kes)?\.? ?$/iu
const beforePaid = /^ ?(?:already )?(?:in\)|paid|sent|received|ame(?:lipa|tuma|toa))(?!\w)(?! ?\d)/i
const behindRest = /(?:bal(?:ance)?|bado|deni|remaining|arrears|salio|imebaki)[ :(=-]*(?:ksh|kes)?\.? ?$/i
const beforeRest = /^ ?(?:bal(?:ance)?|remaining|deni|to go|imebaki|pending)\b(?![ :=-]*\d)/i

/** '2000 paid 500 bal 1500', '2000 (1000 paid)', 'paid 500 bal 1500' */
function inWords(text: string, amounts: readonly Amount[], isPaidAbove: boolean): Share | null {
  const before = ({ index }: Amount) => text.slice(Math.max(0, index - 22), index)
  const behind = ({ end }: Amount) => text.slice(end, end + 14)
  const paid =
    amounts.find((one) => behindPaid.test(before(one))) ?? amounts.slice(1).find((one) => beforePaid.test(behind(one)))
  const rest =
    amounts.find((one) => one !== paid && behindRest.test(before(one))) ??
    amounts.find((one) => one !== paid && beforeRest.test(behind(one)))
  const others = amounts.filter((one) => one !== paid && one !== rest)
  if (others.length > 1 || (!paid && !rest)) return null
  const whole = others[0]?.cents
  if (paid && whole !== undefined && paid.cents <= whole)
    return partly(whole, paid.cents, rest && paid.cents + rest.cents !== whole ? ['two numbers'] : [])
  if (paid && rest && whole === undefined) return partly(paid.cents + rest.cents, paid.cents)
  if (!rest || whole === undefined || paid) return null
  // The rest of a promise can't be larger: '1,500 bal 3,500' is a promise of 5,000.
  if (rest.cents > whole) return partly(whole + rest.cents, whole, ['two numbers'])
  if (rest.cents === whole) return null
  // '2000 ✅ bal 1000': paid 2000 of 3000, or 1000 of 2000.
  return partly(whole, whole - rest.cents, hasTick(text) || isPaidAbove ? ['two numbers'] : [])
}

const isAdded = /\+|\b(?:plus|added|top(?:ped)? ?up|ame?ongeza)\b/i

/** '1000 + 500', '1000 added 500', '1500 (1000, 500)' */
function addedUp(text: string, amounts: readonly Amount[]): Share | null {
  const all = amounts.reduce((sum, { cents }) => sum + cents, 0)
  const whole = amounts.find(({ cents }) => amounts.length > 2 && cents * 2 === all)
  if (whole) return wholly(whole.cents, ['added up'])
  const [one, two] = amounts as [Amount, Amount]
  if (!isAdded.test(text.slice(one.end, two.index))) return null
  return wholly(all, text.includes('=') && amounts.length > 2 ? ['two numbers'] : ['added up'])
}

/** Returns the only amount that has a sign of money; else the last one, marked for a person to look at. */
function oneOf(amounts: readonly Amount[]): Share {
  const sure = amounts.filter((one) => one.sure)
  // 'Otis 2k 500' is 2,500, or the class of 500.
  const isAlone = amounts.every((one) => one.sure || one.cents < leastDoubtful)
  return sure.length === 1
    ? wholly(sure[0]!.cents, isAlone ? [] : ['two numbers'])
    : wholly(amounts.at(-1)!.cents, ['two numbers'])
}
const leastDoubtful = 10_000
