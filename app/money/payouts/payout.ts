import { msg, plural } from '@lingui/core/macro'
import { kes, moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import type { PayoutState, StepKind } from './states.ts'

/** The least that can be withdrawn. */
export const payoutMin = kes(100)

/** The most that one customer of M-Pesa may receive on a day. M-Pesa would refuse more: it waits for the next day. */
export const mostADay = kes(500_000)

export const payoutTexts = {
  incomplete: msg`Please fill in all required fields`,
  empty: {
    amount: msg`Enter an amount`,
    method: msg`Choose a method`,
    phone_number: msg`Enter a phone number`,
    mobile_operator: msg`Choose a mobile operator`,
    bank_name: msg`Enter the bank’s name`,
    account_number: msg`Enter the account number`,
    account_name: msg`Enter the name on the account`,
    institution: msg`Choose an institution`,
    patient_number: msg`Enter the patient’s or pupil’s number`,
    password: msg`Enter your password`,
  },
  amountShape: msg`Please write an amount such as 1,000 or 1500.50`,
  phoneShape: msg`Please write a Kenyan phone number, such as 0712 345 678`,
  accountShape: msg`Please write the account number with 4 to 34 letters and numbers`,
  tooLong: msg`Please write it in 100 letters or less`,
  review: msg`Please look at what you will receive, then confirm`,
  belowMin: msg`Minimum withdrawal amount is KES 100`,
  insufficient: msg`Insufficient funds`,
  owed: msg`New donations first have to cover money that was refunded to supporters`,
  otherForm: msg`This form was sent before with other values. Please reload the page and try again.`,
  noMethod: msg`This withdrawal method does not exist any more`,
  requested: { title: msg`Withdrawal request submitted successfully` },
  requestFailed: { title: msg`Failed to submit your withdrawal request`, tone: 'bad' as const },
  methodNew: msg`This withdrawal method is new and can't be used yet`,
  moved: (hours: number) =>
    msg`Support has moved your account, so withdrawals wait. You can ask in ${plural(hours, { one: '# hour', other: '# hours' })}.`,
  methodKept: msg`Your new withdrawal method is saved`,
  methodRemoved: { title: msg`Withdrawal method removed` },
  removeFailed: { title: msg`Failed to remove the withdrawal method`, tone: 'bad' as const },
  tooMany: (times: number) =>
    msg`You can ask for ${plural(times, { one: '# withdrawal', other: '# withdrawals' })} an hour`,
  notYours: msg`Fund Drive Not Found`,
  missing: msg`This withdrawal request does not exist.`,
  tooLate: msg`It is too late to cancel: this request was already decided.`,
  cancelled: { title: msg`Withdrawal request cancelled`, text: msg`The money is back in your balance.` },
  cancelFailed: { title: msg`Failed to cancel the request`, tone: 'bad' as const },
  updateFailed: msg`Failed to update request`,
  balanceOwed: msg`This fund drive owes money: decline the request, or wait for new donations`,
  refunding: msg`A refund is under way that the rest of the balance does not cover. Wait until it is done.`,
  overLimit: (most: string) =>
    msg`One transfer there can be ${most} at most. Decline it: the owner can ask again in parts.`,
  forgotten: msg`The payment provider lists a transfer for this request that is not in our books. Look into it first.`,
  frozen: msg`Withdrawals of this fund drive are frozen. Decline the request, or unfreeze them first.`,
  denied: msg`The one it is for says that they do not know of this fund drive. Look into their report, and close it first.`,
  suspended: msg`The owner of this fund drive is suspended. Decline the request, or restore the person first.`,
  frozenForOwner: msg`An administrator has frozen the withdrawals of this fund drive`,
  ownRequest: msg`Another administrator has to decide about your own request`,
  approvedAlready: msg`You have approved it already: another administrator has to complete it`,
  handOnly: msg`Money for an institution is sent by hand`,
  notTriedYet: msg`Let the provider send it first`,
  nothingOwed: msg`This fund drive owes nothing`,
  stillThere: msg`One of your fund drives still has money to be withdrawn. Please withdraw it first: afterwards nobody can.`,
  stillUnderWay: msg`A withdrawal of yours is still under way. Please wait until it has arrived.`,
  notMadeHere: msg`This request was not made here`,
  purposeMissing: msg`Write what it is for`,
  purposeLong: msg`Please write it in 100 letters or less`,
  reasonLong: msg`Please write it in 200 letters or less`,
  ownYes: msg`You asked for it yourself. Your asking never counts.`,
  notCounting: msg`You do not count among those who agree yet`,
  noLongerOpen: msg`This withdrawal does not wait for an answer any more`,
  yesTaken: msg`You have taken your yes back, which is final. Ask the owner to ask again.`,
  agreed: { title: msg`You have agreed` },
  notAgreed: { title: msg`You have not agreed` },
  numberSet: { title: msg`Saved` },
  numberFailed: { title: msg`This could not be saved`, tone: 'bad' as const },
  unseenOwner: msg`This would be more than a fund drive can be sent before its owner’s identity was seen. Look at its papers first.`,
  givingBack: msg`This fund drive gives everything back, so nothing can be withdrawn`,
  notTreasurer: msg`You are not a treasurer of this fund drive`,
  verdictFailed: { title: msg`Your answer was not kept`, tone: 'bad' as const },
  underWay: msg`Decide about the open requests of this fund drive first`,
}

export const payoutStatusWords: Record<PayoutState, Words> = {
  waiting: msg({ message: 'Waiting', context: 'a withdrawal' }),
  processing: msg`Processing`,
  approved: msg`Approved`,
  completed: msg`Completed`,
  rejected: msg`Rejected`,
}

export const operators = ['M-Pesa', 'Airtel Money', 'T-Kash'] as const
export type Operator = (typeof operators)[number]

/** Names of banks as the form offers them; any other may be typed. */
export const banks = [
  'Absa Bank Kenya',
  'Access Bank Kenya',
  'Bank of Africa Kenya',
  'Co-operative Bank of Kenya',
  'Credit Bank',
  'Diamond Trust Bank',
  'Ecobank Kenya',
  'Equity Bank',
  'Family Bank',
  'Gulf African Bank',
  'HFC',
  'I&M Bank',
  'KCB Bank Kenya',
  'National Bank of Kenya',
  'NCBA Bank',
  'Prime Bank',
  'Sidian Bank',
  'Stanbic Bank Kenya',
  'Standard Chartered Bank Kenya',
  'UBA Kenya',
  'Victoria Commercial Bank',
]

/** The destination of money, as it was when it was asked for. */
export type Destination =
  | { type: 'bank'; bank: string; account: string; name: string }
  | { type: 'mobile_money'; phone: string; operator: Operator }
  | ToInstitution
/** A confirmed institution, with its number and that of the patient or pupil. `bank` is null for a Paybill. */
type ToInstitution = {
  type: 'institution'
  institution: string
  name: string
  bank: string | null
  holder: string | null
  number: string
  account: string
}

/** A destination as its owner types it. The number of an institution is the one that we confirmed. */
export type MethodTyped =
  | Exclude<Destination, ToInstitution>
  | { type: 'institution'; institution: string; account: string }

/** Returns the end of a number, which is enough to know one's own by. */
export const masked = (number: string): string => `•••• ${number.slice(-4)}`

/** A method as its owner sees it, with only the end of the number. */
export type MethodShown = {
  id: string
  type: Destination['type']
  /** The bank, the operator, or the institution. */
  through: string
  number: string
  name: string | null
  /** The time from which a new one can be used, in words; null if it can be used now. */
  usableFrom: string | null
  /** True for an institution that nothing is sent to any more. */
  isEnded: boolean
}

export function methodText(to: Destination): string {
  if (to.type === 'institution') return `${to.name} ${masked(to.account)}`
  return to.type === 'bank' ? `${to.bank} ${masked(to.account)}` : `${to.operator} ${masked(to.phone)}`
}

/** The answer to what a withdrawal was for: the newest update about it, as an address behind the drive's, and whether receipts show it. */
export type WhatForAnswer = { update: string | null; receipts: boolean }

// The reasons for declining a withdrawal. Its owner always reads what they can do next, even if no reason was chosen.

export const declineReasons = ['other name', 'wrong account', 'question', 'in parts', 'asked'] as const
export type DeclineReason = (typeof declineReasons)[number]

/** The choices of an administrator. */
export const declineChoices: Record<DeclineReason, Words> = {
  'other name': msg`The account is in another person’s name`,
  'wrong account': msg`The account or number is wrong`,
  question: msg`We have a question first`,
  'in parts': msg`It is too much for one transfer`,
  asked: msg`The owner asked us to decline it`,
}

const owners: Record<DeclineReason, Words> = {
  'other name': msg`The account is in another person’s name. Please ask again with an account in your own name.`,
  'wrong account': msg`The account or number seems to be wrong. Please check it and ask again.`,
  question: msg`We have a question about this fund drive first. Please write to us, then ask again.`,
  'in parts': msg`It is more than one transfer can carry. Please ask again in parts, or for a bank account.`,
  asked: msg`You asked us to decline it. You can ask again at any time.`,
}

/** Returns what the owner of a declined request reads below the note. */
export function nextStepAfterDecline({ reason, note }: { reason: DeclineReason | null; note: string }): Words {
  if (reason) return owners[reason]
  return note
    ? msg`You can ask again once that is in order. Is something unclear? Write to us.`
    : msg`No reason was written down. Write to us and we will tell you. You can ask again at any time.`
}

// The history of a withdrawal, in plain words for its owner.

export const stepWords: Record<StepKind, Words> = {
  requested: msg`Requested`,
  signed: msg`Agreed by treasurers`,
  refused: msg`Refused by treasurers`,
  lapsed: msg`Nobody answered for 14 days`,
  unsigned: msg`Too few treasurers agree any more`,
  approved: msg`Approved`,
  sent: msg`Sent`,
  completed: msg`Confirmed`,
  put_back: msg`Could not be sent`,
  rejected: msg`Declined`,
  cancelled: msg`Cancelled by owner`,
  returned: msg`Returned by provider`,
}

export type SignedWord = 'yes' | 'no'
/** The most that must agree, the longest purpose and the longest reason for a no. */
export const mostSignatures = 3
export const purposeMax = 100
export const reasonMax = 200

/** Tells the owner how much can be asked for before anybody has seen who they are. */
export const beyondCeiling = (left: string): Words =>
  msg`${left} more can be sent before we have seen your identity. Add a photo of your ID.`

/** Explains to the owner why nothing can be asked for yet. */
export const tooFewCount = (count: number, later: { name: string; when: string } | undefined): Words => {
  if (!later) return msg`Only ${plural(count, { one: '# treasurer counts', other: '# treasurers count' })} now.`
  const { name, when } = later
  return msg`Only ${plural(count, { one: '# treasurer counts', other: '# treasurers count' })} now. ${name} counts from ${when}.`
}

/** Names for an administrator those whose agreement is missing. */
export const signerMissing = ({
  needed,
  agreed,
  missing,
}: {
  needed: number
  agreed: number
  missing: string[]
}): Words => {
  const names = missing.join(', ')
  if (missing.length === 0)
    return msg`Only ${agreed} of ${needed} treasurers agree now, and no other one is there. It waits again.`
  return msg`Only ${agreed} of ${needed} treasurers agree now. These are missing: ${names}. It waits again.`
}

/** How far the treasurers are with a withdrawal. */
export type Signing = { needed: number; agreed: string[] }

/** Says how many treasurers are missing, and who has agreed. */
export const waitingFor = ({ needed, agreed }: Signing): Words => {
  const missing = Math.max(0, needed - agreed.length)
  const names = agreed.join(', ')
  if (agreed.length === 0) return msg`Waiting for ${missing} of ${needed}`
  return agreed.length === 1
    ? msg`Waiting for ${missing} of ${needed}: ${names} has agreed`
    : msg`Waiting for ${missing} of ${needed}: ${names} have agreed`
}

/** Says that enough treasurers have agreed, and what follows. */
export const agreedWords = (count: number): Words =>
  msg`${plural(count, { one: '# has agreed', other: '# have agreed' })}. {brand} sends it next.`

type Told = {
  status: PayoutState
  signing?: Signing | null
  fee: number
  net: number
  part: number
  parts: number
  /** True if its phone has received, or is to receive, all that it may today. */
  waits?: boolean
  steps: { kind: StepKind; note: string; reason: DeclineReason | null }[]
}

/** Returns the words of the Notes column: what is sent and what is kept of it, and why if it came otherwise. */
export const notesOf = (payout: Told): Words[] => {
  const { part, parts } = payout
  return [...(parts > 1 ? [msg`Part ${part} of ${parts}`] : []), ...notesAlone(payout)]
}

function notesAlone({ status, signing, steps, waits = false, ...sums }: Told): Words[] {
  const [net, fee] = [moneyText(sums.net), moneyText(sums.fee)]
  const last = steps.at(-1)
  const note = last?.note ?? ''
  if (status === 'completed') {
    // The provider confirms without a note; the administrator who approved it may have left one.
    const approved = steps.findLast(({ kind }) => kind === 'approved')?.note ?? ''
    return [msg`${net} sent, fee ${fee}`, ...noted(note || approved)]
  }
  if (status === 'rejected') {
    if (last?.kind === 'cancelled') return [msg`You cancelled it. The money is back in your balance.`]
    if (last?.kind === 'refused') return [msg`Treasurers did not agree. The money is back in your balance.`]
    if (last?.kind === 'lapsed') return [msg`Too few treasurers agreed in 14 days. The money is back in your balance.`]
    if (last?.kind === 'returned') return [msg`Returned by provider. The money is back in your balance.`]
    return [
      note ? msg`Declined: ${note}` : msg`Declined`,
      nextStepAfterDecline({ reason: last?.reason ?? null, note }),
      msg`The money is back in your balance.`,
    ]
  }
  const willBe = msg`${net} will be sent, fee ${fee}`
  if (status === 'waiting') return signing ? [waitingFor(signing), willBe] : [willBe]
  if (last?.kind === 'put_back') return [msg`Could not be sent yet, and will be tried again.`, willBe]
  return [willBe, ...(waits ? waiting() : [msg`Usually arrives within 1 working day.`])]
}

/** Tells the owner of a withdrawal that would be more than a phone may receive on a day. */
const waiting = (): Words[] => [
  msg`M-Pesa lets one phone receive ${moneyText(mostADay)} a day. This would be more, so it waits.`,
  msg`It is sent on the next day that has room for it, from midnight on. You need not do anything.`,
]

const noted = (note: string): Words[] => (note ? [msg`Note: ${note}`] : [])
