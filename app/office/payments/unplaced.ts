import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'

export const says = {
  returned: { title: msg`The money was refunded` },
  asked: {
    title: msg`We asked the provider to refund it`,
    text: msg`It is closed here as soon as the provider has done it.`,
  },
  closed: { title: msg`The money is closed` },
  failed: { title: msg`The money could not be refunded` },
  note: msg`Please write what happened to it.`,
}

/** Why nobody can place it. */
export const whyWords: Record<string, Words> = {
  'unknown reference': msg`It names a payment that we don’t know`,
  'wrong amount': msg`Another amount than was asked for`,
  'wrong currency': msg`Another currency than shillings`,
  'drive is gone': msg`The fund drive was deleted meanwhile`,
  'paid twice': msg`The giver paid two requests for one gift`,
  'unknown account': msg`Nobody knows the account that was typed`,
}

/** Of the giver who paid twice. */
export const wishWords: Record<NonNullable<Unplaced['wish']>, Words> = {
  back: msg`They want it back`,
  'no answer': msg`No answer for three days: send it back`,
}

export type Unplaced = {
  id: number
  amount: number
  currency: string
  why: string
  reference: string
  provider: string
  providerId: string
  /** The payment that it came with, where we know one. */
  paymentId: number | null
  state: 'open' | 'closed' | 'placed'
  /** It is at M-Pesa, where no program of ours sends it back. */
  isAtMpesa: boolean
  note: string
  at: Date
  /** When the provider was asked last to give it back. */
  askedAt: Date | null
  closedAt: Date | null
  closedBy: string | null
  /** What the giver who paid twice wants. */
  wish: 'back' | 'no answer' | null
}

/** An amount in its own currency: only shillings stand in our books. */
export const amountOf = ({ amount, currency }: Pick<Unplaced, 'amount' | 'currency'>): string =>
  currency === 'KES' ? moneyText(amount, 'KSH') : `${currency} ${(amount / 100).toFixed(2)}`
