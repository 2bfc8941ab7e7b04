import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// Words for money moved between the provider and our bank, on both sides.

export const directions = ['to_bank', 'from_bank'] as const
export type Direction = (typeof directions)[number]

/** Providers that hold our money, as rows name them. */
export const places = ['paystack', 'mpesa'] as const
export type Place = (typeof places)[number]

export const settlementPlaceWords: Record<Place, Words> = {
  paystack: msg`Paystack (card and bank)`,
  mpesa: msg`M-Pesa`,
}

export const directionWords: Record<Direction, Words> = {
  to_bank: msg`From the provider to our bank`,
  from_bank: msg`From our bank to the provider`,
}

export const settlementTexts = {
  booked: { title: msg`The settlement is booked` },
  first: {
    title: msg`Your approval is filed: 1 of 2`,
    text: msg`Another administrator has to book this settlement, too.`,
  },
  failed: { title: msg`The settlement could not be booked` },
  provider: msg`Please choose the provider whose account it was.`,
  direction: msg`Please say which way the money went.`,
  amount: msg`Please type an amount such as 1,000 or 99.50.`,
  day: msg`Please choose the day on which the money moved.`,
  dayToCome: msg`This day is still to come. Please book money that has moved.`,
  reference: msg`Please write what the bank or the provider calls it.`,
  onStatement: msg`M-Pesa’s statement has booked this amount already. If this is another settlement, type its M-Pesa code.`,
  otherValues: msg`This reference is booked already, with other values. Please look at it in the list.`,
  approvedAlready: msg`You have approved it already: another administrator has to book it`,
}

/** A settlement, as listed. */
export type Settlement = {
  id: number
  provider: Place
  direction: Direction
  amount: number
  /** '2026-11-20' */
  day: string
  reference: string
  why: string
  askedBy: string
  askedAt: Date
  bookedBy: string | null
  bookedAt: Date | null
}
