import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PaidWords } from '#app/base/ledger/paid-for.ts'
import { viewsWords } from '#app/drives/views/paid-for.tsx'
import type { Said, Says, Words } from '#app/kit/says.ts'
import { giftWords } from '#app/money/donations/paid-for.tsx'
import type { PaidForKind, ToldPayment } from './paid-for.server.ts'

// The answer to the person who comes back from paying, for server and browser.

/** The reasons why a payment came to nothing, as far as plain words can say. */
export type ResultWhy = 'declined' | 'cancelled' | 'insufficient' | 'unanswered' | 'pin' | 'unfinished'

/** The drive's public facts. */
export type ToDrive = { slug: string; title: string }

type About = { kind: PaidForKind; amount: number; drive: ToDrive | null }
/** Paid, with what its kind tells of it. */
export type PaidResult<One extends PaidForKind = PaidForKind> = About & {
  is: 'paid'
  reversed: number
  chargedBack: number
} & Extract<ToldPayment, { kind: One }>

/** The result of a payment. */
export type Result =
  /** An unknown reference, or none at all: nobody learns which. */
  | { is: 'unknown' }
  | (About & { is: 'waiting' })
  | (About & { is: 'failed'; why: ResultWhy | null })
  /** Money came in, but not as it was asked for: a person has to look. */
  | (About & { is: 'unplaced' })
  | PaidResult

const resultSays = {
  failed: {
    title: msg`Payment Verification Failed`,
    text: msg`There was an issue verifying your payment.`,
    tone: 'bad',
  },
} satisfies Record<string, Says>

/** Returns the toast of a result; none while it is open, and none where the page itself says it. */
export function toastOf(i18n: I18n, result: Result): Said | undefined {
  const say = (title: Words, text: Words, tone: Said['tone'] = 'good'): Said => ({
    title: i18n._(title),
    text: i18n._(text),
    tone,
  })
  if (result.is === 'waiting' || result.is === 'unplaced') return undefined
  if (result.is !== 'paid') return say(resultSays.failed.title, resultSays.failed.text, 'bad')
  const toast = wordsOfPaidFor(result.kind).toast(result)
  return toast && say(toast.title, toast.text)
}

/** Returns the milliseconds until the page asks again. */
export const pause = (asking: number): number => (asking < 60_000 ? 2000 : asking < 120_000 ? 4000 : 8000)
/** Milliseconds for which the page asks: as long as a phone waits for a PIN. */
export const resultPatience = 180_000

/** The words of each kind of payment. */
export const paidForWords = { donation: giftWords, subscription: viewsWords } satisfies Record<
  PaidForKind,
  PaidWords<never>
>

export const wordsOfPaidFor = (kind: PaidForKind): PaidWords<object> => paidForWords[kind] as PaidWords<object>
