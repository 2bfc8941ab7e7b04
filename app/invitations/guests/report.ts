import { msg } from '@lingui/core/macro'
import type { Words } from '#app/kit/says.ts'

// The reasons for which guests report an invitation to the admins.

export const invitationReportReasons = ['stranger', 'untrue', 'unwanted', 'other'] as const
export type InvitationReportReason = (typeof invitationReportReasons)[number]
export const reportReasonWords: Record<InvitationReportReason, Words> = {
  stranger: msg`I don’t know who invites me`,
  untrue: msg`What it says is not true`,
  unwanted: msg`I am written to again and again`,
  other: msg({ message: 'Something else', context: 'report' }),
}
export const reportWordsMax = 1000
