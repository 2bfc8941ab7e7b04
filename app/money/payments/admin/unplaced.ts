import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision-dialog.tsx'
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

// Money that reached our Paybill and that nobody could place: its facts on the desk, and the words of its ways out.

/** A drive that the money could be meant for. */
type Near = { driveId: string; title: string; owner: string; code: string | null }
/** A giver who says that it is theirs. */
export type DeskClaim = {
  id: number
  driveId: string
  title: string
  tail: string
  name: string
  /** Shortened: the whole number is shown only on a logged request. */
  phone: string | null
  at: Date
  /** True if the digits are those of the number that paid; null where M-Pesa told none. */
  isTailRight: boolean | null
}

export type UnplacedDesk = {
  money: UnplacedMoney
  /** The account as the payer typed it. */
  account: string
  receipt: string | null
  tail: string | null
  name: string | null
  paidAt: Date | null
  /** The drive of the gift that was paid twice. */
  same: Near | null
  near: Near[]
  claims: DeskClaim[]
  /** True if M-Pesa can be asked to give it back. */
  reverses: boolean
  /** M-Pesa's answer to the last order to give it back. */
  order: { is: 'short' | 'refused' | 'unknown'; code: string | null } | null
  /** The decision of the first of two administrators: a drive, or no title when it goes back. */
  asked: { name: string; at: Date; driveTitle: string | null } | null
}

export const unplacedDeskTexts = {
  meanwhile: {
    title: msg`Another administrator was quicker`,
    text: msg`This money is not open any more. What you typed is still here; reload the page to see what was decided.`,
    tone: 'bad' as const,
  },
  reserved: {
    title: msg`An administrator is sending this money back`,
    text: msg`It can’t be placed until they say whether it was sent. What you typed is still here; reload the page to see who it is.`,
    tone: 'bad' as const,
  },
  goingBack: {
    title: msg`M-Pesa is returning this money`,
    text: msg`M-Pesa was asked to give it back, so it can’t be placed. Its page says when M-Pesa has done it.`,
    tone: 'bad' as const,
  },
  ordered: {
    title: msg`M-Pesa is returning it`,
    text: msg`M-Pesa is asked to give it to the number that paid. This page says when that is done.`,
  },
  notReserved: {
    title: msg`Nobody is sending this money back`,
    text: msg`Say first that you are sending it back, then reverse the payment in the M-Pesa portal.`,
    tone: 'bad' as const,
  },
  missing: msg`There is no such money at M-Pesa.`,
  where: msg`Choose the fund drive that the money was meant for.`,
  typedMissing: msg`Type a code, a short link or the end of the fund drive’s address.`,
  typedUnknown: msg`No fund drive has this code or address.`,
  driveGone: msg`This fund drive is gone.`,
  claimGone: msg`This claim was settled meanwhile.`,
  codeCame: msg`This is the code of a payment to us. Type the code of the reversal.`,
  codeUsed: msg`This code is recorded for another return.`,
}

const page = ({ money }: Record<string, string | undefined>) => `/admin/books/unplaced/${money}`
const whyHint = msg`For administrators only. It is kept in the audit log.`

export const placing: DecisionWords<UnplacedDesk> = {
  page,
  whyHint,
  done: { title: msg`The money is placed`, text: msg`It counts as a gift to the fund drive.` },
  failed: { title: msg`The money could not be placed`, tone: 'bad' },
  title: () => msg`Place this money`,
  text: () => msg`It becomes a gift to the fund drive, with our share taken off. This can’t be taken back here.`,
  confirm: msg`Place it`,
  busy: msg`Placing...`,
}

export const sendingBack: DecisionWords<UnplacedDesk> = {
  page,
  whyHint,
  danger: true,
  done: {
    title: msg`It is reserved for you`,
    text: msg`Reverse the payment in the M-Pesa portal now, then record the code of the reversal here.`,
  },
  failed: { title: msg`The money could not be reserved`, tone: 'bad' },
  title: () => msg`Send this money back`,
  text: ({ reverses }) =>
    reverses
      ? msg`M-Pesa gives all of it to the number that paid. Nobody can place it from now on, and this can’t be taken back.`
      : msg`Nobody can place it from now on. Then reverse the payment in the M-Pesa portal: nothing is sent from here.`,
  confirm: ({ reverses }) => (reverses ? msg`Send it back` : msg`I am sending it back now`),
  busy: msg`Saving...`,
}

export const sentBack: DecisionWords<UnplacedDesk> = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`The return is recorded` },
  failed: { title: msg`The return could not be recorded`, tone: 'bad' },
  title: () => msg`Record that it was sent back`,
  text: () => msg`The payment was reversed in the M-Pesa portal. Our books then say that the money has left.`,
  confirm: msg`Record the return`,
  busy: msg`Saving...`,
}

export const notSent: DecisionWords<UnplacedDesk> = {
  page,
  whyHint,
  done: { title: msg`The money can be placed again` },
  failed: { title: msg`This could not be saved`, tone: 'bad' },
  title: () => msg`It was not sent back`,
  text: () =>
    msg`Look into the M-Pesa portal first: the payment must not be reversed there. The money can then be placed again.`,
  confirm: msg`It was not sent`,
  busy: msg`Saving...`,
}
