import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { isReportReason, type ReportReason, supportMessageMax, supportMessageTexts } from './message.ts'

const messageOf = (missing: keyof typeof supportMessageTexts & ('messageMissing' | 'questionMissing')) =>
  z
    .string(said(supportMessageTexts[missing]))
    .transform(manyLines)
    .pipe(
      z
        .string()
        .min(1, said(supportMessageTexts[missing]))
        .max(supportMessageMax, said(supportMessageTexts.messageLong)),
    )

const emailField = z.string().trim().max(254, said(supportMessageTexts.emailShape))
const keyField = z.uuid().optional().catch(undefined)

/** A report about a page. Nobody has to say who they are. */
export const reportDriveForm = z.object({
  reason: z.custom<ReportReason>(isReportReason, said(supportMessageTexts.reasonMissing)),
  message: messageOf('messageMissing'),
  email: emailField
    .default('')
    .transform((email) => email || null)
    .pipe(z.email(said(supportMessageTexts.emailShape)).nullable()),
  /** The code of a gift, from its receipt. */
  code: z.string().trim().max(40, said(supportMessageTexts.codeUnknown)).default(''),
  key: keyField,
})

/** A question. Without an address it can't be answered. */
export const questionForm = z.object({
  message: messageOf('questionMissing'),
  email: z
    .string(said(supportMessageTexts.emailMissing))
    .trim()
    .min(1, { error: said(supportMessageTexts.emailMissing), abort: true })
    .pipe(z.email(said(supportMessageTexts.emailShape)).max(254, said(supportMessageTexts.emailShape))),
  key: keyField,
})
