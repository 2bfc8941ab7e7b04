import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'
import type { GiftChannel } from '#app/money/donations/channel.ts'
import type { ChangeFacts } from '#app/money/payouts/change.ts'
import type { SpentReceipt, SpentWithdrawal } from './spending.ts'

// The public account of a drive: what was given through us, what was sent, what it bought, and what is still there. Amounts are cents.

/**
 * The receiver of a withdrawal, which names no number: an institution by its name, the one it is for if we saw that the account carries
 * their name, which is null unless they let it be shown, and null for the organiser's account.
 */
export type Payee = { institution: string } | { beneficiary: string | null } | null
export function payeeIn(words: I18n, payee: Payee): string {
  if (!payee) return words._(msg`The organiser's account`)
  if ('institution' in payee) return payee.institution
  const name = payee.beneficiary
  return name === null
    ? words._(msg`An account in the name of the one it is for`)
    : words._(msg`An account in the name of ${name}`)
}

export type AccountSums = {
  /** Gifts through us by their way, and what was refunded of them. */
  ways: { way: GiftChannel; gifts: number; sum: number }[]
  given: number
  back: number
  /** Debts that the platform gave up. */
  forgiven: number
  /** Gifts that did not pass through us, as far as the owner shows them. */
  beside: number
  sent: number
  /** The receivers of what was sent. */
  payees: { payee: Payee; sum: number }[]
  fee: number
  setAside: number
  shown: number
}

/** Computes what is left; below zero, the drive owes it. */
export const restOfDrive = ({ given, back, forgiven, sent, fee, setAside }: AccountSums): number =>
  given - back + forgiven - sent - fee - setAside

/** A withdrawal in the account. `agreed`: treasurers who said yes; null is one who is not named. */
export type AccountWithdrawal = Omit<SpentWithdrawal, 'whole'> & {
  payee: Payee
  agreed: { name: string | null; day: string }[]
  shownReceipts: SpentReceipt[]
  /** The days since it was sent, while a part is not shown. */
  days: number
}

/** A change of who must agree that waits or is held, as everybody reads it. */
export type PublicChange = Omit<ChangeFacts, 'owner' | 'name'> & { id: number; name: string | null }

/** The kinds of rows of the file. */
export const accountKinds = {
  gifts: msg`Gifts`,
  back: msg`Refunded`,
  forgiven: msg`Debt forgiven`,
  beside: msg`Not through {brand}`,
  sent: msg`Sent`,
  receipt: msg`Receipt`,
  undone: msg`Receipt, undone`,
  setAside: msg`Set aside`,
  line: msg({ message: 'Plan', context: 'a row of the public account' }),
  rest: msg`Still there`,
  owed: msg`Owed`,
  book: msg`Fingerprint`,
} satisfies Record<string, Words>
export type AccountKind = keyof typeof accountKinds

/** The heads of the file's columns. */
export const accountHeads = {
  kind: msg({ message: 'Kind', context: 'column of the public account' }),
  day: msg`Day`,
  payout: msg`Withdrawal`,
  what: msg({ message: 'What', context: 'column of the public account' }),
  line: msg`Line of the plan`,
  plan: msg({ message: 'Planned', context: 'column of the public account' }),
  payee: msg`Paid to`,
  sum: msg({ message: 'Sum', context: 'column of the public account' }),
  fee: msg`Fee`,
  shown: msg`Shown by receipts`,
  rest: msg`Not shown yet`,
  photo: msg`Photo`,
} satisfies Record<string, Words>
