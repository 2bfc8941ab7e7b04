import { createHash } from 'node:crypto'
import { mobileIn } from '#app/kit/phone.ts'
import type { MobileReceipt, PhoneFailure, Unreadable } from '#app/platform/providers/mobile-money.server.ts'
import { objectIn, type ProviderSaid, textIn } from '#app/platform/providers/provider-answer.ts'
import { codeSaid, momentInNairobi, receiptInCallback, wordsOfMoment } from './answers.ts'
import { type MpesaCaller, mpesaUnreadable as unreadableAnswer } from './calls.server.ts'

// The list of receipts, which Safaricom keeps for 48 hours.

type Asked = { from: Date; to: Date; offset: number }
type Listed = { is: 'receipts'; receipts: MobileReceipt[]; unreadable?: Unreadable[]; next: number | null }
type Own = {
  /** The number that payers pay to. */
  shortcode: string
  /** Our phone number that the list is registered with. */
  pullNumber: string
  /** The address where they may post that it was registered. */
  hearOrigin: string
}

/** The most rows of a list: one that continues beyond them is an endless answer that ignores our offset. */
const most = 100_000

export function lister(call: MpesaCaller, own: Own) {
  const { order, orderAgain } = orderer(call, own)
  return async ({ from, to, offset }: Asked): Promise<Listed | PhoneFailure> => {
    await order()
    const body = {
      ShortCode: own.shortcode,
      StartDate: wordsOfMoment(from),
      EndDate: wordsOfMoment(to),
      OffSetValue: String(offset),
    }
    const answer = await call({ part: 'list', path: '/pulltransactions/v1/query', body })
    if (answer.is === 'failure') {
      if (answer.class === 'config') orderAgain()
      return answer
    }
    const code = codeSaid(answer.said.ResponseCode)
    if (code === '1001') return { is: 'receipts', receipts: [], next: null }
    const rows = rowsIn(answer.said)
    if (!rows || (code !== undefined && !/^(0|1000)$/.test(code)))
      return { ...unreadableAnswer('a list of receipts'), code }
    const read = rows.map((row) => ({ row, one: receiptOf(row, own.shortcode) }))
    const receipts = read.flatMap(({ one }) => one ?? [])
    const unreadable = read.flatMap(({ row, one }) => (one ? [] : [unreadableOf(row)]))
    const next = offset + rows.length
    const also = unreadable.length > 0 ? { unreadable } : {}
    return { is: 'receipts', receipts, ...also, next: rows.length === 0 || next > most ? null : next }
  }
}

/**
 * Registers for the list, without which there is none: once per process, and again if the list is refused. A second
 * registration does no harm, nor does one that fails.
 */
function orderer(call: MpesaCaller, { shortcode, pullNumber, hearOrigin }: Own) {
  let isOrdered = false
  const order = async () => {
    if (isOrdered) return
    const body = {
      ShortCode: shortcode,
      RequestType: 'Pull',
      NominatedNumber: pullNumber.replace(/^\+/, ''),
      CallBackURL: hearOrigin,
    }
    const answer = await call({ part: 'order', path: '/pulltransactions/v1/register', body })
    isOrdered = answer.is === 'said' || answer.class === 'rejected' || answer.class === 'config'
  }
  const orderAgain = () => {
    isOrdered = false
  }
  return { order, orderAgain }
}

/** Returns the rows: one list, or a list in a list. Undefined if there is no list, which differs from an empty one. */
function rowsIn({ Response, Transactions }: ProviderSaid): ProviderSaid[] | undefined {
  const rows = Response ?? Transactions
  return Array.isArray(rows) ? rows.flat(1).map(objectIn) : undefined
}

function receiptOf(row: ProviderSaid, shortcode: string): MobileReceipt | undefined {
  const receipt = receiptInCallback(row.transactionId)
  const cents = centsOfReceipt(row.amount)
  const paidAt = momentInNairobi(row.trxDate)
  if (!receipt || !cents || !paidAt) return undefined
  return { receipt, shortcode, cents, account: accountIn(row.billreference), ...payerIn(row), paidAt }
}

/** Describes a row without its payer: the same row has the same name whenever it is listed. */
function unreadableOf(row: ProviderSaid): Unreadable {
  const receipt = receiptInCallback(row.transactionId) ?? null
  return { receipt, name: receipt ?? createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 16) }
}

/** Returns the account as the payer typed it. */
export const accountIn = (value: unknown): string => (textIn(value) ?? codeSaid(value) ?? '').trim().slice(0, 100)

/** Parses text or a number, with or without commas between its thousands, without floating-point arithmetic. */
export function centsOfReceipt(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  const found = typeof text === 'string' ? /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d{1,2}))?$/.exec(text.trim()) : null
  return found ? Number(found[1]!.replaceAll(',', '')) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : undefined
}

/** Returns the last digits of a number, whole or masked; a hash has none. */
export const lastDigitsIn = (value: unknown): string | null =>
  /^[+\d* ]{6,25}$/.test(textOf(value)) ? (/(\d{3})\s*$/.exec(textOf(value))?.[1] ?? null) : null
const textOf = (value: unknown) => (typeof value === 'number' ? String(value) : (textIn(value) ?? '')).trim()

/** Returns the number of a mobile phone, if no digit is masked. */
export function wholeIn(number: string | undefined): { phone?: string } {
  const phone = mobileIn(number ?? '')
  return phone ? { phone } : {}
}

/** Reads a payer's number, which is whole, masked, a hash, or followed by a name. */
function payerIn({ msisdn, sender }: ProviderSaid): Pick<MobileReceipt, 'tail' | 'name' | 'phone'> {
  const [, number, after] = /^(\+?[\d* ]{6,25}?)(?:\s+-\s+(.*))?$/s.exec(textOf(msisdn)) ?? []
  const tail = lastDigitsIn(number)
  const name = (after ?? textIn(sender) ?? '').trim().slice(0, 100)
  return { tail, name: name && !/^m-?pesa$/i.test(name) ? name : null, ...wholeIn(number) }
}
