import { msg } from '@lingui/core/macro'
import { plainMoney } from '#app/kit/money.ts'
import type { Says, Words } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'

// A gift that did not pass through us: cash, or money to the treasurer's own number. It is shown and counted apart, and is never in
// the books. On both sides.

export const recordedMethods = ['cash', 'mpesa', 'airtel', 'bank', 'cheque'] as const
export type Method = (typeof recordedMethods)[number]

export const recordedMethodWords: Record<Method, Words> = {
  cash: msg({ message: 'Cash', context: 'way of paying' }),
  mpesa: msg`M-Pesa to a person’s number`,
  airtel: msg`Airtel Money to a person’s number`,
  bank: msg({ message: 'Bank', context: 'way of paying' }),
  cheque: msg({ message: 'Cheque', context: 'way of paying' }),
}

/** In cents. */
export const amountMin = 100
export const amountMax = 2_000_000_000
export const recordedNameMax = 200
export const recordedNoteMax = 500
export const whyMax = 500
/** The most rows of a drive; a trigger counts them, too. */
export const mostRows = 5000
/** The first day that can be recorded: an older one was typed by mistake. */
const firstDay = '2000-01-01'

export const recordedGiftTexts = {
  pledgeNotOpen: msg`Nothing is open of this pledge any more.`,
  recorded: { title: msg`The gift is recorded` },
  notRecorded: { title: msg`The gift could not be recorded. Please try again.`, tone: 'bad' },
  changed: { title: msg`The change is saved` },
  notChanged: { title: msg`The change could not be saved. Please try again.`, tone: 'bad' },
  voided: { title: msg`The recorded gift is cancelled` },
  notVoided: { title: msg`The recorded gift could not be cancelled. Please try again.`, tone: 'bad' },
  forgotten: { title: msg`Your name is removed` },
  notForgotten: { title: msg`Your name could not be removed. Please try again.`, tone: 'bad' },
  missing: msg`Recorded gift not found`,
  amount: msg`Please enter an amount from KES 1 to KES 20,000,000.`,
  method: msg`Please choose how it was given.`,
  nameLong: msg`Please use at most 200 characters.`,
  noteLong: msg`Please use at most 500 characters.`,
  phone: msg`Please enter a valid phone number, or leave it empty.`,
  code: msg`Use the 6 to 20 letters and digits of the code.`,
  day: msg`Please enter a valid date.`,
  future: msg`The day can’t be in the future.`,
  laterDay: msg`The day can’t be after the day on which the gift was recorded.`,
  why: msg`Please say why.`,
  ours: msg`This money came through {brand}. It is counted already.`,
  known: msg`A gift with this code is recorded already.`,
  full: msg`This fund drive has 5,000 recorded gifts, the most it can have.`,
  gone: msg`This recorded gift is cancelled. Nothing in it can be changed.`,
  stale: {
    title: msg`Not saved: this was changed in another window`,
    text: msg`Load the page again, look at it, and save it then.`,
  },
  another: {
    title: msg`Not recorded: this form was used for another gift`,
    why: msg`If this is one more gift, press again. If it is the same gift, open it in the list and change it there.`,
  },
} satisfies Record<string, Words | Says>

type Like = { name: string; amount: number; by: string; days: number }

/** Says that a gift may be in the list already, given on that day or on the day before or after. */
export function maybeRecorded({ name, amount, by, days }: Like): Words {
  const sum = plainMoney(amount)
  if (days === 0) return msg`This may be recorded already: ${name}, ${sum}, on the same day, recorded by ${by}.`
  return days < 0
    ? msg`This may be recorded already: ${name}, ${sum}, on the day before, recorded by ${by}.`
    : msg`This may be recorded already: ${name}, ${sum}, on the day after, recorded by ${by}.`
}

/** Normalises a code for comparison: in capitals, without the signs that people put in between. */
export const normalizedCode = (typed: string): string => typed.replace(/[\s-]/g, '').toUpperCase()
export const isCode = (code: string): boolean => /^[A-Z0-9]{6,20}$/.test(code)

/** Returns why a gift can't have been given on a day, or null. */
export function faultOfDay(day: string, now: Date): Words | null {
  if (!isDay(day) || day < firstDay) return recordedGiftTexts.day
  return day > dayAt(now) ? recordedGiftTexts.future : null
}

// Amounts to confirm before they are recorded: a zero too many is quickly typed, and counts for everybody.

/** The amount, in cents, that an envelope rarely exceeds. */
export const rarely = 100_000_000
/** The factor over the largest gift, and the fewest gifts for this comparison. */
export const [times, fewest] = [10, 3]

export type RecordedDoubt = 'largest' | 'much' | 'goal'

/** Asks whether the amount is right, and gives the reason. */
export function isItRight(doubt: RecordedDoubt, { name, amount }: { name: string | null; amount: number }): Words {
  const [sum, much] = [plainMoney(amount), plainMoney(rarely)]
  if (doubt === 'much')
    return name
      ? msg`${sum} from ${name}: is it right? It is more than ${much}.`
      : msg`${sum}: is it right? It is more than ${much}.`
  if (doubt === 'goal')
    return name
      ? msg`${sum} from ${name}: is it right? It is more than the goal.`
      : msg`${sum}: is it right? It is more than the goal.`
  return name
    ? msg`${sum} from ${name}: is it right? It is at least ${times} times any other gift here.`
    : msg`${sum}: is it right? It is at least ${times} times any other gift here.`
}

/** A step in a recorded gift's story. Without a person the product itself did it. */
export type RecordedStep = {
  id: number
  what: 'recorded' | 'changed' | 'voided'
  why: string | null
  at: Date
  by: string | null
  /** The amount before a change, in cents. */
  before: number | null
}

/** Names the recorder, wherever a recorded gift is shown. */
export const recordedByWords = (name: string): Words =>
  msg`Recorded by ${name}. This money did not pass through {brand}.`

/** Returns a moment of a calendar's day. */
export const dayOf = (day: string): Date => new Date(`${day}T12:00:00+03:00`)
