import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/admin/decision.ts'
import type { UnplacedMoney } from './unplaced.ts'

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
