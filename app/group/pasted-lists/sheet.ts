import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { sameLine } from '#app/group/pasted-lists/reading/clean-text.ts'
import { amountText, plainMoney } from '#app/kit/money.ts'
import { namelessSeen } from '#app/kit/nameless.ts'

// The list in the form that a group is used to, from the data of the drive: gifts, promises, sums, and how to pay.

/** A gift or a promise under the name that its giver chose; `paid` of it has arrived. */
export type Entry = { name: string | null; isAnonymous: boolean; amount: number; paid: number }

export type SharedList = {
  title: string
  goal: number | null
  entries: Entry[]
  /** The sum of older gifts, of which there are too many to name. */
  others: number
  paid: number
  pledged: number
  paybill: { number: string; account: string } | null
  link: string
}

/** The longest text that a link to wa.me carries. */
export const mostForLink = 1800

export const isPaid = ({ amount, paid }: Entry): boolean => paid >= amount

export const nameInList = (words: I18n, { name, isAnonymous }: Entry): string =>
  name ?? words._(namelessSeen(isAnonymous))

/** Writes an entry's amount behind its name; callers add the marks where they can be written. */
function amountIn(words: I18n, entry: Entry): string {
  const whole = amountText(entry.amount)
  if (isPaid(entry) || entry.paid === 0) return whole
  const [paid, rest] = [amountText(entry.paid), amountText(entry.amount - entry.paid)]
  return `${whole} (${words._(msg`paid ${paid}, balance ${rest}`)})`
}

/** Returns the sums below the list, in this order. */
export function sumsIn(words: I18n, { paid, pledged, goal }: SharedList): [label: string, sum: string][] {
  const left = goal === null ? 0 : goal - paid
  return [
    [words._(msg`Total paid`), plainMoney(paid)],
    ...(pledged > 0 ? [[words._(msg`Still pledged`), plainMoney(pledged)] as [string, string]] : []),
    ...(left > 0 ? [[words._(msg`Balance to the goal`), plainMoney(left)] as [string, string]] : []),
  ]
}

export function payIn(words: I18n, { paybill }: SharedList): string | null {
  if (!paybill) return null
  const { number, account } = paybill
  return words._(msg`M-Pesa Paybill ${number}, account ${account}`)
}

/** Writes the list as text for a chat. */
export function sheetText(words: I18n, sheet: SharedList): string {
  let nr = 0
  const line = (entry: Entry) =>
    `${++nr}. ${nameInList(words, entry)} - ${amountIn(words, entry)} ${isPaid(entry) ? '✅' : '⏳'}`
  const paid = sheet.entries.filter(isPaid)
  const open = sheet.entries.filter((entry) => !isPaid(entry))
  const earlier = plainMoney(sheet.others)
  const pay = payIn(words, sheet)
  return [
    `*${sheet.title}*`,
    ...(paid.length > 0 || sheet.others > 0 ? ['', `*${words._(msg({ message: 'Paid', context: 'list' }))}*`] : []),
    ...(sheet.others > 0 ? [words._(msg`Earlier gifts: ${earlier} ✅`)] : []),
    ...paid.map(line),
    ...(open.length > 0 ? ['', `*${words._(msg`Pledged`)}*`, ...open.map(line)] : []),
    '',
    ...sumsIn(words, sheet).map(([label, sum]) => `${label}: ${sum}`),
    '',
    ...(pay ? [pay] : []),
    sheet.link,
  ].join('\n')
}

/** Counts each line of the list, in every language: pasted again it proposes nothing. */
export function linesOfList(texts: readonly string[]): Map<string, number> {
  const most = new Map<string, number>()
  for (const text of texts) {
    const own = new Map<string, number>()
    for (const line of text.split('\n').map(sameLine)) if (line) own.set(line, (own.get(line) ?? 0) + 1)
    for (const [line, times] of own) most.set(line, Math.max(times, most.get(line) ?? 0))
  }
  return most
}
