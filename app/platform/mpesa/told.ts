import type { ToldOfPrompt } from '#app/platform/mobile-money.ts'
import { nameSaid, objectIn, parsed } from '#app/platform/provider-says.ts'
import { codeSaid, promptEndOf } from './codes.ts'

// Safaricom's notifications about a request on a phone. They are not signed, so they only say what to ask about.

export const mostCallbackBytes = 32 * 1024

/** Parses a notification. Never throws, whatever is posted. */
export function promptTold(raw: Uint8Array): ToldOfPrompt | { is: 'garbage' } {
  const text = raw.length <= mostCallbackBytes ? Buffer.from(raw).toString('utf8') : ''
  const told = objectIn(objectIn(objectIn(parsed(text)).Body).stkCallback)
  const id = checkoutIn(told.CheckoutRequestID)
  if (!id) return { is: 'garbage' }
  const code = codeSaid(told.ResultCode)
  const state = promptEndOf(code)
  return {
    is: 'told',
    id,
    state,
    code: code ?? null,
    receipt: state === 'paid' ? receiptAmong(told.CallbackMetadata) : null,
  }
}

/** Returns their id of a request on a phone. */
export const checkoutIn = (value: unknown): string | undefined => {
  const id = nameSaid(value)
  return id && /^[\x21-\x7e]{4,100}$/.test(id) ? id : undefined
}

/** Returns the code that the payer reads in the message of their phone. */
export const receiptInCallback = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[A-Z0-9]{8,12}$/.test(value.trim()) ? value.trim() : undefined

/** Finds the receipt: the items come in any order, and some without a value. */
function receiptAmong(metadata: unknown): string | null {
  const { Item } = objectIn(metadata)
  const items = (Array.isArray(Item) ? Item : [Item]).map(objectIn)
  return receiptInCallback(items.find(({ Name }) => Name === 'MpesaReceiptNumber')?.Value) ?? null
}
