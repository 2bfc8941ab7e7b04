import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { isReportReason, messageMax, type ReportReason, says } from './letter.ts'

const messageOf = (missing: keyof typeof says & ('messageMissing' | 'questionMissing')) =>
  z
    .string(said(says[missing]))
    .transform(manyLines)
    .pipe(z.string().min(1, said(says[missing])).max(messageMax, said(says.messageLong)))

const emailField = z.string().trim().max(254, said(says.emailShape))
const keyField = z.uuid().optional().catch(undefined)

/** A report about a page. Nobody has to say who they are. */
export const reportForm = z.object({
  reason: z.custom<ReportReason>(isReportReason, said(says.reasonMissing)),
  message: messageOf('messageMissing'),
  email: emailField
    .default('')
    .transform((email) => email || null)
    .pipe(z.email(said(says.emailShape)).nullable()),
  key: keyField,
})

/** A question. Without an address it can't be answered. */
export const questionForm = z.object({
  message: messageOf('questionMissing'),
  email: z
    .string(said(says.emailMissing))
    .trim()
    .min(1, { error: said(says.emailMissing), abort: true })
    .pipe(z.email(said(says.emailShape)).max(254, said(says.emailShape))),
  key: keyField,
})
