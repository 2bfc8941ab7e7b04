import { moneyText } from '#app/kit/money.ts'
import type { First } from './gift-fields.tsx'
import type { RecordedRow } from './recorded-list.tsx'

/** A recorded gift as the form that changes it begins. */
export function shownIn(row: RecordedRow & { version: number; receipt: string }) {
  const { amount, name, givenOn, method, code, note, anonymous, phone, version, receipt } = row
  const typed = moneyText(amount).replace(/[^\d.,]/g, '')
  const gift: First = { amount: typed, name, givenOn, method, code, note, anonymous, phone }
  return { gift, version, receipt }
}
