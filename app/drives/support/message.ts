import { msg } from '@lingui/core/macro'
import type { Says, Words } from '#app/kit/says.ts'

// Support messages: a report about a page, or a question.

export const supportMessageMax = 4000

/** Why a page is reported, in the order of the form. */
export const reportReasons = {
  untrue: msg`The story is not true`,
  identity: msg`It uses a person’s name or picture without consent`,
  money: msg`The money is not used for what the page says`,
  offensive: msg`It is offensive or illegal`,
  other: msg`Something else`,
} satisfies Record<string, Words>
export type ReportReason = keyof typeof reportReasons
export const isReportReason = (reason: unknown): reason is ReportReason =>
  typeof reason === 'string' && Object.hasOwn(reportReasons, reason)

export type SupportMessageReason = ReportReason | 'question'
export const supportMessageReasonWords: Record<SupportMessageReason, Words> = {
  ...reportReasons,
  question: msg`A question`,
}

type SupportMessageState = 'open' | 'closed'

/** A support message as administrators read it. */
export type SupportMessage = {
  id: number
  reason: SupportMessageReason
  message: string
  /** True if its writer gave to the drive. */
  fromGiver: boolean
  email: string | null
  at: Date
  closedAt: Date | null
  state: SupportMessageState
  drive: { title: string; slug: string } | null
}

export const supportMessageTexts = {
  reported: (number: string) => ({
    title: msg`Report ${number} sent`,
    text: msg`Thank you. We look at every report. The organiser is not told who sent it.`,
  }),
  codeUnknown: msg`No gift to this fundraiser has this code. Please compare it with your receipt, or leave it empty.`,
  asked: { title: msg`Message sent`, text: msg`We answer by email.` },
  failed: { title: msg`Your message could not be sent. Please try again.`, tone: 'bad' },
  reasonMissing: msg`Choose a reason.`,
  messageMissing: msg`Describe what you saw.`,
  questionMissing: msg`Enter your question.`,
  messageLong: msg`Use at most 4,000 characters.`,
  emailMissing: msg`Enter your email, so that we can answer.`,
  emailShape: msg`Enter a valid email address.`,
  driveMissing: msg`Fundraiser Not Found`,
  meanwhile: msg`Another administrator has closed this already.`,
  missing: msg`This message is no longer there.`,
} satisfies Record<string, Says | Words | ((number: string) => Says)>
