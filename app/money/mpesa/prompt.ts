import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { PromptEnd } from '#app/platform/providers/mobile-money.server.ts'

// A request on the payer's phone, on both sides: its states and their words.

/** Returns our own page of a gift by phone, where its giver waits. */
export const payPath = (reference: string) => `/pay/${encodeURIComponent(reference)}`

/** The states of a request, as they are kept. */
export type PromptState = 'created' | 'open' | PromptEnd

/** Seconds after which a request may be sent again, from when the one before was sent. */
export const againAfter = 75
/** Other waits: if the payer paid this sum a moment ago, if the phone is busy with another request, and if M-Pesa is. */
export const restAfter: Partial<Record<PromptState, number>> = { too_soon: 120, busy: 60, too_busy: 10 }
/** The most requests for one gift. */
export const mostPrompts = 3

/** The ends about which the payer can do something. In any other state it is still open, or nobody knows. */
type Ended = Exclude<PromptState, 'created' | 'open' | 'paid' | 'unknown'>

/** The tone of an end: calm if the payer cancelled or was too late, a warning if they can mend something; only our own fault is bad. */
export type EndTone = 'calm' | 'warn' | 'bad'

/** The words for each end: what happened, and what the payer can do. Nothing was taken in any of these. */
export const endWords: Record<Ended, { tone: EndTone; title: Words; text: Words }> = {
  cancelled: {
    tone: 'calm',
    title: msg`You cancelled the request. Nothing was taken.`,
    text: msg`You can send it again whenever you like.`,
  },
  expired: {
    tone: 'calm',
    title: msg`The request ran out. Nothing was taken.`,
    text: msg`You can send it again. Have your PIN ready.`,
  },
  wrong_pin: {
    tone: 'warn',
    title: msg`The PIN was wrong. Nothing was taken.`,
    text: msg`Send the request again and enter your M-Pesa PIN on your phone.`,
  },
  unanswered: {
    tone: 'calm',
    title: msg`Your phone did not answer. Is it on, with network?`,
    text: msg`Nothing was taken. Send the request again once your phone has network.`,
  },
  short: {
    tone: 'warn',
    title: msg`Your M-Pesa balance is too small. Nothing was taken.`,
    text: msg`Top up and send the request again, or give a smaller amount.`,
  },
  over_limit: {
    tone: 'warn',
    title: msg`This is more than M-Pesa lets you send. Nothing was taken.`,
    text: msg`Give a smaller amount, or pay by card or bank.`,
  },
  locked: {
    tone: 'warn',
    title: msg`Your M-Pesa PIN is locked. Nothing was taken.`,
    text: msg`Call Safaricom on 100 to unlock it. A card works right now.`,
  },
  too_soon: {
    tone: 'calm',
    title: msg`M-Pesa takes the same amount from one phone only once in two minutes.`,
    text: msg`Nothing was taken by this request. Wait until the time is up, then send it again.`,
  },
  busy: {
    tone: 'calm',
    title: msg`Your phone is busy with another M-Pesa request.`,
    text: msg`Finish that one first. Nothing was taken by this request.`,
  },
  too_busy: {
    tone: 'calm',
    title: msg`M-Pesa is too busy right now. Nothing was taken.`,
    text: msg`Your gift is kept. Wait until the time is up, then send the request again.`,
  },
  refused: {
    tone: 'warn',
    title: msg`M-Pesa can’t send a request to this number. Nothing was taken.`,
    text: msg`Begin a new gift with another Safaricom number, or pay by card or bank.`,
  },
  broken: {
    tone: 'bad',
    title: msg`M-Pesa can’t take this payment right now. Nothing was taken.`,
    text: msg`This is our fault, not yours. Please pay by card or bank, or try again later.`,
  },
}

/** True if M-Pesa may have put it on the phone. */
export const wasSent = (state: PromptState): boolean =>
  state !== 'too_busy' && state !== 'refused' && state !== 'broken'

export const isEnded = (state: PromptState): state is Ended => state in endWords

/** The page itself uses these words, too: they are apart from the others, so that it loads none of them. */
export const promptsUnderWay = msg`M-Pesa told us that this was paid. We are looking for the money. Please don’t pay again.`
export const notKnown = msg`We don’t know yet whether you paid. If M-Pesa sent you a message, don’t pay again: we will find it.`

export const promptTexts = {
  phoneMissing: msg`Enter your M-Pesa number`,
  phoneShape: msg`Enter a Safaricom number such as 0712 345 678`,
  notNow: msg`M-Pesa is not available right now. Please pay by card or bank.`,
  phoneBusy: msg`A request is open on this phone already. Answer it, or wait a minute and try again.`,
  stopped: msg`This phone wrote STOP to us, so we send no requests to it. To change that, write ANZA from it to the sender of our texts. Or use another number, or pay by Paybill, card or bank.`,
  stoppedNoPaybill: msg`This phone wrote STOP to us, so we send no requests to it. To change that, write ANZA from it to the sender of our texts. Or use another number, or pay by card or bank.`,
  notTaken: msg`M-Pesa can’t send a request to this number. Enter another Safaricom number, or pay by Paybill, card or bank.`,
  notTakenNoPaybill: msg`M-Pesa can’t send a request to this number. Enter another Safaricom number, or pay by card or bank.`,
  backingOff: msg`Requests to this number were cancelled several times. Please try again in an hour, or pay by card or bank.`,
  sentOften: msg`We sent this request three times, and it was not paid. Please pay by card or bank, or begin a new gift.`,
  underWay: promptsUnderWay,
  notKnown,
  arrived: msg`Money has arrived for this gift, and a person is looking at it. Please don’t pay again.`,
  tooOld: msg`This gift is more than an hour old, and it was not paid. Please begin a new gift.`,
  notYet: msg`The request before may still be answered. Please wait until the time is up.`,
  tooBusy: msg`M-Pesa is too busy right now. Please wait until the time is up.`,
  isPaid: msg`This gift is paid already. Thank you!`,
  noDoors: msg`Payments from the menu of a phone are not offered, so M-Pesa needs no addresses.`,
  againFailed: { title: msg`The request was not sent`, tone: 'bad' as const },
}
