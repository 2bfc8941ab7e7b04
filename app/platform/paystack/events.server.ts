import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Event } from '#app/platform/provider.ts'
import { first, idIn, nameIn, objectIn, parsed, type Said, textIn } from '#app/platform/provider-says.ts'

// What Paystack posts to us. It is signed and yet only a hint: we ask for the truth of what it is about.

/** A key that is believed until then; the current one for ever. */
export type SigningKey = { key: string; until?: Date }

/** HMAC-SHA512 over the bytes as they came, by any of the keys that are still believed. */
export function isSigned(raw: Uint8Array, headers: Headers, keys: SigningKey[], now: Date): boolean {
  // Two signatures come joined by a comma and fit nothing.
  const given = headers.get('x-paystack-signature')?.toLowerCase() ?? ''
  if (!/^[0-9a-f]{128}$/.test(given)) return false
  const signature = Buffer.from(given, 'hex')
  const believed = keys.filter(({ until }) => !until || now < until)
  return believed.some(({ key }) => timingSafeEqual(createHmac('sha512', key).update(raw).digest(), signature))
}

/** What is said, with a key that a repeat of it shares. */
export function eventIn(raw: Uint8Array): Event | { is: 'garbage' } {
  const said = parsed(Buffer.from(raw).toString('utf8'))
  if (typeof said !== 'object' || said === null || Array.isArray(said)) return { is: 'garbage' }
  const event = textIn((said as Said).event)?.slice(0, 100)
  if (!event) return { is: 'garbage' }
  const data = objectIn((said as Said).data)
  const { about, key } = meant(event, data)
  return { is: 'event', event: plain(event), about, dedupeKey: fitting(key) ?? `sha256:${sha256(raw)}` }
}

type Meant = { about: Event['about']; key?: string | undefined }
const nothing: Meant = { about: { noun: 'nothing' } }

function meant(event: string, data: Said): Meant {
  const id = idIn(data.id)
  const reference = nameIn(data.reference)
  if (event === 'charge.success' && reference)
    return { about: { noun: 'payment', reference }, key: id && `${event}:${id}` }
  if (/^transfer\.(success|failed|reversed)$/.test(event) && reference)
    return { about: { noun: 'transfer', reference }, key: id && `${event}:${id}` }
  if (/^refund\.(pending|processing|processed|failed|needs-attention)$/.test(event)) return refund(event, data)
  if (/^charge\.dispute\.(create|remind|resolve)$/.test(event)) return dispute(event, data)
  const transaction = idIn(data.transaction_id)
  if (event === 'bank.transfer.rejected' && transaction) return { ...nothing, key: `${event}:${transaction}` }
  return nothing
}

function refund(event: string, data: Said): Meant {
  const reference = nameIn(data.transaction_reference) ?? nameIn(objectIn(data.transaction).reference)
  if (!reference) return nothing
  // By its amount where nothing better is said.
  const which = idIn(data.refund_reference) ?? idIn(data.id) ?? idIn(data.amount)
  return { about: { noun: 'refund', reference }, key: which && `${event}:${reference}:${which}` }
}

function dispute(event: string, data: Said): Meant {
  const [extId, reference] = [idIn(data.id), nameIn(objectIn(data.transaction).reference)]
  if (!extId || !reference) return nothing
  const due = idIn(first(data, 'dueAt', 'due_at')) ?? ''
  return { about: { noun: 'dispute', extId, reference }, key: `${event}:${extId}:${idIn(data.status) ?? ''}:${due}` }
}

/** A key that the database takes; anything stranger is known by its bytes. */
const fitting = (key: string | undefined) => (key && /^[\x20-\x7e]{1,300}$/.test(key) ? key : undefined)
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')
const sha256 = (raw: Uint8Array) => createHash('sha256').update(raw).digest('hex')
