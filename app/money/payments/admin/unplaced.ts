import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

export const unplacedTexts = {
  returned: { title: msg`The money was refunded` },
  asked: {
    title: msg`We asked the provider to refund it`,
    text: msg`It is closed here as soon as the provider has done it.`,
  },
  closed: { title: msg`The money is closed` },
  failed: { title: msg`The money could not be refunded` },
  note: msg`Please write what happened to it.`,
}

/** Reasons why nobody can place it. */
export const unplacedWhys = [
  'unknown account',
  'paid twice',
  'unknown reference',
  'wrong amount',
  'wrong currency',
  'drive is gone',
] as const
export const unplacedWhyWords: Record<string, Words> & Record<(typeof unplacedWhys)[number], Words> = {
  'unknown reference': msg`It names a payment that we don’t know`,
  'wrong amount': msg`Another amount than was asked for`,
  'wrong currency': msg`Another currency than shillings`,
  'drive is gone': msg`The fund drive was deleted meanwhile`,
  'paid twice': msg`The giver paid two requests for one gift`,
  'unknown account': msg`Nobody knows the account that was typed`,
}

/** Wishes of the giver who paid twice. */
export const wishWords: Record<NonNullable<UnplacedMoney['wish']>, Words> = {
  back: msg`They want it back`,
  'no answer': msg`No answer for three days: send it back`,
}

/** Words on whether the giver was asked, and how: by a text, if it went out. */
export const askedWords: Record<NonNullable<UnplacedMoney['text']> | 'none', Words> = {
  none: msg`They were not asked: no text could be written to them`,
  waiting: msg`The text that asks them has not been sent yet`,
  sent: msg`They were asked by a text, and have not answered yet`,
  delivered: msg`They were asked by a text that arrived, and have not answered yet`,
  maybe_sent: msg`The text that asks them may not have gone out, and they have not answered`,
  failed: msg`They were not asked: the text to them did not go out`,
  stopped: msg`They were not asked: they want no texts`,
}

export type UnplacedMoney = {
  id: number
  amount: number
  currency: string
  why: string
  reference: string
  provider: string
  providerId: string
  /** M-Pesa's code, the name that M-Pesa told, and the last three digits of the number; null where they are not known. */
  code: string | null
  name: string | null
  tail: string | null
  /** The number of givers who say that it was theirs, and wait for a person. */
  claims: number
  /** The payment that it came with, where we know one. */
  paymentId: number | null
  /** The gift that it became. */
  placedId: number | null
  /** The code under which it went back, where it is known. */
  returnCode: string | null
  state: 'open' | 'closed' | 'placed'
  /** True for money at M-Pesa, which has a desk. */
  isAtMpesa: boolean
  note: string
  at: Date
  /** The last time that the provider was asked to give it back. */
  askedAt: Date | null
  /** The way it goes back: M-Pesa is asked, or an administrator does it in the portal. */
  back: 'waiting' | 'unknown' | 'by hand' | null
  /** The time since which it goes back; and the administrator who decided that, and why, if there was one. */
  reservedAt: Date | null
  reservedBy: string | null
  reservedWhy: string | null
  /** True after more than a day. */
  isReservedLong: boolean
  closedAt: Date | null
  closedBy: string | null
  /** The wish of the giver who paid twice. */
  wish: 'back' | 'no answer' | null
  /** The state of the text that asked them. */
  text: 'waiting' | 'sent' | 'maybe_sent' | 'delivered' | 'failed' | 'stopped' | null
}

/** Writes an amount in its own currency: our books have shillings only. */
export const amountOf = ({ amount, currency }: Pick<UnplacedMoney, 'amount' | 'currency'>): string =>
  currency === 'KES' ? moneyText(amount, 'KSH') : `${currency} ${(amount / 100).toFixed(2)}`
