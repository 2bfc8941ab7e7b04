import { msg } from '@lingui/core/macro'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { type DeclineReason, nextStepAfterDecline } from './decline.ts'
import { mostADay } from './payout.ts'
import type { PayoutState, StepKind } from './states.ts'

// The history of a withdrawal, in plain words for its owner.

export const stepWords: Record<StepKind, Words> = {
  requested: msg`Requested`,
  approved: msg`Approved`,
  sent: msg`Sent`,
  completed: msg`Confirmed`,
  put_back: msg`Could not be sent`,
  rejected: msg`Declined`,
  cancelled: msg`Cancelled by owner`,
  returned: msg`Returned by provider`,
}

type Told = {
  status: PayoutState
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

function notesAlone({ status, steps, waits = false, ...sums }: Told): Words[] {
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
    if (last?.kind === 'returned') return [msg`Returned by provider. The money is back in your balance.`]
    return [
      note ? msg`Declined: ${note}` : msg`Declined`,
      nextStepAfterDecline({ reason: last?.reason ?? null, note }),
      msg`The money is back in your balance.`,
    ]
  }
  const willBe = msg`${net} will be sent, fee ${fee}`
  if (last?.kind === 'put_back') return [msg`Could not be sent yet, and will be tried again.`, willBe]
  return [willBe, ...(waits ? waiting() : [msg`Usually arrives within 1 working day.`])]
}

/** Tells the owner of a withdrawal that would be more than a phone may receive on a day. */
const waiting = (): Words[] => [
  msg`M-Pesa lets one phone receive ${moneyText(mostADay)} a day. This would be more, so it waits.`,
  msg`It is sent on the next day that has room for it, from midnight on. You need not do anything.`,
]

const noted = (note: string): Words[] => (note ? [msg`Note: ${note}`] : [])
