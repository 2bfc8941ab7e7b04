import { msg } from '@lingui/core/macro'
import type { DecisionWords } from '#app/office/decision.ts'
import type { Unplaced } from './unplaced.ts'

// Money that reached our Paybill and that nobody could place: what the desk shows of it, and the words of its two ways out.

/** A drive that the money could be meant for. */
type Near = { driveId: string; title: string; owner: string; code: string | null }
/** A giver who says that it is theirs. */
export type DeskClaim = {
  id: number
  driveId: string
  title: string
  tail: string
  name: string
  /** Shortened: it is whole for the giver alone. */
  phone: string | null
  at: Date
  /** The digits are those of the number that paid. */
  isTailRight: boolean
}

export type Desk = {
  money: Unplaced
  /** What the payer typed. */
  account: string
  receipt: string | null
  tail: string | null
  name: string | null
  paidAt: Date | null
  /** The drive of the gift that was paid twice. */
  same: Near | null
  near: Near[]
  claims: DeskClaim[]
  /** What the first of two administrators decided. */
  asked: { name: string; at: Date; driveTitle: string | null; code: string | null } | null
}

export const says = {
  meanwhile: {
    title: msg`Another administrator was quicker`,
    text: msg`This money is not open any more. What you typed is still here; reload the page to see what was decided.`,
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

export const placing: DecisionWords<Desk> = {
  page,
  whyHint,
  done: { title: msg`The money is placed`, text: msg`It counts as a gift to the fund drive.` },
  failed: { title: msg`The money could not be placed`, tone: 'bad' },
  title: () => msg`Place this money`,
  text: () => msg`It becomes a gift to the fund drive, with our share taken off. This can’t be taken back here.`,
  confirm: msg`Place it`,
  busy: msg`Placing...`,
}

export const sendingBack: DecisionWords<Desk> = {
  page,
  whyHint,
  danger: true,
  done: { title: msg`The return is recorded` },
  failed: { title: msg`The return could not be recorded`, tone: 'bad' },
  title: () => msg`Record that it was sent back`,
  text: () =>
    msg`First reverse the payment in the M-Pesa portal. This only records it: our books then say that the money has left.`,
  confirm: msg`Record the return`,
  busy: msg`Saving...`,
}
