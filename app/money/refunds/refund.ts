import { msg } from '@lingui/core/macro'
import type { DiscrepancyWords } from '#app/base/ledger/discrepancy.ts'
import type { Words } from '#app/kit/says.ts'

export const refundTexts = {
  missing: msg`There is no such payment.`,
  notPaid: msg`This payment has not arrived, so there is nothing to refund.`,
  tooMuch: msg`You can’t refund more than was paid.`,
  leftChanged: msg`Part of this payment was refunded meanwhile. Please check what is left and try again.`,
  wholeShillings: msg`M-Pesa moves whole shillings: please write an amount without cents.`,
  refundOpen: msg`A refund of this payment is under way already.`,
}

// Gifts that their givers ask back, and that organisers give back.

export const backTexts = {
  notAsked: { title: msg`Your gift could not be asked back`, tone: 'bad' as const },
  notGiven: { title: msg`The gift could not be refunded`, tone: 'bad' as const },
  given: { title: msg`The gift is on its way back`, text: msg`We tell its giver.` },
  onItsWay: (sum: string) =>
    msg`${sum} is on its way back. M-Pesa: mostly within a day. Card and bank: up to 10 working days.`,
  atOffice: msg`We look at this within a day.`,
  missing: msg`There is no such gift.`,
  gone: msg`It has been sent on already.`,
  over: (days: number) => msg`The ${days} days are over.`,
  isBack: msg`It was refunded already.`,
  disputed: msg`The giver’s bank disputes this gift. The dispute decides about it.`,
  noContact: msg`We can’t tell from here that it is you. Please write to us.`,
  tooOften: msg`You have asked for three gifts back in 30 days. Please write to us.`,
  linkOver: msg`This link is no longer valid. Please ask for a new one.`,
  mailed: { title: msg`Look into your inbox`, text: msg`The button in our email is good for an hour.` },
}

// Everything that a drive holds goes back to its givers.

export const giveAllTexts = {
  otherTitle: msg`Type the title as it is written above`,
  asked: msg`This waits or runs already`,
  nothing: msg`This fund drive holds nothing that could be sent back`,
  failed: { title: msg`That did not work. Please try again.`, tone: 'bad' as const },
  begins: (when: string) => msg`It begins on ${when}, unless a treasurer objects.`,
  done: { title: msg`Gifts and withdrawals are stopped` },
  visitors: msg`The organiser gives everything back: no new gifts are taken.`,
}

/** How far a gift is on its way back, or why it can't be asked back. */
export type BackStanding = 'ask' | 'on its way' | 'office' | 'back' | 'gone' | 'over' | 'disputed' | 'no contact'

/** A gift as the pages show it on which its giver asks for it back. Never a whole address or number. */
export type BackGift = {
  receipt: string
  /** The number to name in a letter to support. */
  number: string
  slug: string
  title: string
  amount: number
  days: number
  /** The last day on which it can be asked back, in Nairobi. */
  until: string
  is: BackStanding
  by: 'email' | 'phone' | null
  /** The address or the number, masked. */
  shown: string
}

// This noun's declarations for other features: see docs/develop/decisions/0006.

const states = {
  attention: msg({ message: 'needs the payer’s bank details', context: 'a value' }),
  'by hand': msg({ message: 'has to be sent by hand', context: 'a value' }),
  office: msg({ message: 'waits for an administrator', context: 'a value' }),
  done: msg({ message: 'processed', context: 'a value' }),
} satisfies Record<string, Words>

const discrepancies = {
  'refund needs attention': {
    name: msg`A refund needs attention`,
    hint: msg`The provider needs the payer’s bank details before it can refund the money.`,
    about: 'payment',
  },
  'refund by hand': {
    name: msg`A refund has to be sent by hand`,
    hint: msg`M-Pesa did not reverse it, or it is a part that can’t be sent from here. Send it in the M-Pesa portal, then record its code on the page of the donation.`,
    about: 'payment',
  },
  'refund of another amount': {
    name: msg`A refund of another amount arrived`,
    hint: msg`M-Pesa says that it sent another amount than was ordered, so it is not booked. Look at both in the M-Pesa portal.`,
    about: 'payment',
  },
  'refund waits for money': {
    name: msg`A refund waits for money at M-Pesa`,
    hint: msg`Our account at M-Pesa holds too little for it. Put money there: it is sent without you.`,
    about: 'payment',
  },
  'refund failed': {
    name: msg`A refund failed`,
    hint: msg`The provider did not refund the money. You can try again.`,
    about: 'payment',
  },
  'more went back than was paid': {
    name: msg`More was refunded than was paid`,
    hint: msg`Only what was left of the payment was booked. Look at the provider. If the rest has left too, book it as a loss when you close this.`,
    about: 'payment',
  },
  'refund and dispute of one amount': {
    name: msg`A refund that may be a dispute’s`,
    hint: msg`A refund and a lost dispute of one payment have the same amount. Only the first is booked. Look at the provider whether they are one.`,
    about: 'payment',
  },
  'refund without an end': {
    name: msg`A refund without a result`,
    hint: msg`There has been no result for two weeks.`,
    about: 'payment',
  },
} satisfies Record<string, DiscrepancyWords>

/** Each job's purpose, in words for those who look after it. */
const jobs = {
  'mail-paid-back': msg`The email about a refund, to the payer`,
  'mail-gift-gone': msg`The email about the refund, to the owner`,
  'mail-ask-back': msg`The email with the button that asks for a gift back`,
  'mail-back-refused': msg`The message that a gift stays where it is, to its giver`,
  'give-all-back': msg`Giving everything that a fund drive holds back to its givers`,
  'send-refund': msg`Asking the provider for the refund`,
  'book-reversal': msg`Booking a reversal that nobody here asked for`,
  'check-refunds': msg`Asking the provider about refunds under way`,
} satisfies Record<string, Words>

/** This noun's declarations, for app/admin/declared.ts. */
export const refundsDeclared = { states, jobs, discrepancies }

declare module '#app/base/ledger/discrepancy.ts' {
  interface DiscrepancyKinds extends Record<keyof typeof discrepancies, DiscrepancyWords> {}
}

declare module '#app/platform/jobs/queue.server.ts' {
  interface Jobs {
    'mail-paid-back': { reversalId: number }
    'mail-gift-gone': { reversalId: number }
    'mail-ask-back': { donationId: number }
    'mail-back-refused': { reversalId: number }
    'give-all-back': { changeId: number }
    'send-refund': { reversalId: number }
    'book-reversal': { line: number } | { ask: number }
    'check-refunds': Record<never, never>
  }
}
