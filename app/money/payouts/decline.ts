import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

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
