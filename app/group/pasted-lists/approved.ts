import { z } from 'zod'
import { amountMost as mostPledged, pledgeTexts as ofPledges } from '#app/group/pledges/pledge.ts'
import { amountMax as mostGiven, recordedGiftTexts as ofGifts } from '#app/group/recorded-gifts/recorded.ts'
import { centsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { Refusal, said, type Words } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { mostCharacters, pastedListTexts } from './pasted-list.ts'

// The approved rows of a paste: the fields of each ticked row, read and checked, on both sides.

export const pasteForm = z.object({
  text: z
    .string()
    .catch('')
    .pipe(z.string().max(mostCharacters, said(pastedListTexts.tooLong)))
    .refine((text) => text.trim() !== '', said(pastedListTexts.empty)),
})

export const pasteIdForm = z.object({
  paste: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .catch(0),
})
/** The form of the rows: beside the paste's id it has the fields of its rows, `pick.12`, `amount.12` and so on. */
export const rowsForm = z.looseObject(pasteIdForm.shape)

/** The rows on a page: a form has at most 1,000 fields. */
export const rowsOnPage = 100

export const approvedMethods = ['mpesa', 'airtel', 'bank', 'cheque', 'cash'] as const
type Method = (typeof approvedMethods)[number]
export const approvedKinds = ['gift', 'pledge', 'claim', 'undo'] as const

/** A row to enter. Amounts are cents; for a promise, `paid` has arrived. */
export type ApprovedRow = {
  nr: number
  kind: (typeof approvedKinds)[number]
  amount: number
  paid: number
  name: string | null
  phone: string | null
  tail: string | null
  givenOn: string
  /** Null if nothing said it. Money is never entered without a method. */
  method: Method | null
  anonymous: boolean
}

const [least, longestName] = [100, 200]

/** Reads the ticked rows. All their errors are named at once. */
export function approvedIn(fields: Record<string, unknown>, today = dayAt(new Date())): ApprovedRow[] {
  const picked = Object.keys(fields).flatMap((name) => /^pick\.([1-9]\d{0,3})$/.exec(name)?.[1] ?? [])
  if (picked.length === 0) throw new Refusal({ title: pastedListTexts.noneTicked, tone: 'bad' }, { status: 422 })
  const errors: Record<string, Words> = {}
  const wrong = (nr: string) => (name: string, words: Words) =>
    (errors[name === 'all-day' ? 'day' : `${name}.${nr}`] ??= words)
  const rows = picked.map((nr) => rowIn(fields, nr, today, wrong(nr)))
  if (Object.keys(errors).length > 0) throw new Refusal(pastedListTexts.check, { status: 422, errors })
  if (rows.some((row) => isMoney(row) && row.method === null))
    throw new Refusal(pastedListTexts.check, { status: 422, errors: { method: pastedListTexts.method } })
  return rows.sort((one, other) => one.nr - other.nr)
}

/** Checks whether some of it has arrived: then the method must be known. */
const isMoney = ({ kind, paid }: ApprovedRow) => kind === 'gift' || (kind === 'pledge' && paid > 0)

const methodIn = (typed: unknown): Method | null => approvedMethods.find((one) => one === typed) ?? null

type Wrong = (name: string, words: Words) => void

/** Returns the error of an amount: a row may be as large as a gift or a pledge that is entered by itself. */
const faultOf = (kind: ApprovedRow['kind'] | undefined, amount: number): Words | undefined => {
  if (kind === 'pledge' && amount > mostPledged) return ofPledges.amountMuch
  return amount < least || amount > mostGiven ? ofGifts.amount : undefined
}

function rowIn(fields: Record<string, unknown>, nr: string, today: string, wrong: Wrong): ApprovedRow {
  const typed = (name: string) => oneLine(String(fields[`${name}.${nr}`] ?? '').slice(0, 1000))
  const ofAll = String(fields.day ?? '').slice(0, 10)
  const kind = approvedKinds.find((one) => one === typed('kind'))
  if (!kind) wrong('kind', pastedListTexts.kind)
  const amount = centsIn(typed('amount')) ?? 0
  const paid = typed('paid') ? (centsIn(typed('paid')) ?? -1) : 0
  const fault = kind === 'undo' ? undefined : faultOf(kind, amount)
  if (fault) wrong('amount', fault)
  else if (kind === 'pledge' && (paid < 0 || paid > amount)) wrong('paid', pastedListTexts.paid)
  const name = typed('name')
  if (name.length > longestName) wrong('name', pastedListTexts.name)
  // A row without a day of its own gets the day of all rows.
  const givenOn = typed('day') || ofAll || today
  if (!isDay(givenOn) || givenOn > today) wrong(typed('day') ? 'day' : 'all-day', pastedListTexts.day)
  const phone = phoneIn(typed('phone'))
  const tail = /^\d{3}$/.test(typed('phone')) ? typed('phone') : phone?.slice(-3)
  if (kind === 'claim' && !tail) wrong('phone', pastedListTexts.tail)
  else if (kind !== 'claim' && typed('phone') && !phone) wrong('phone', pastedListTexts.phone)
  return {
    nr: Number(nr),
    kind: kind ?? 'gift',
    amount,
    paid: kind === 'pledge' ? paid : 0,
    name: name || null,
    phone: phone ?? null,
    tail: tail ?? null,
    givenOn,
    // Lists rarely name it on each line: a row without a method of its own gets the one chosen for all rows.
    method: methodIn(typed('method')) ?? methodIn(fields.method),
    anonymous: typed('anonymous') === 'on',
  }
}
