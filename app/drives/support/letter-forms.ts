import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { isReportReason, letterMax, letterTexts, type ReportReason } from './letter.ts'

const messageOf = (missing: keyof typeof letterTexts & ('messageMissing' | 'questionMissing')) =>
  z
    .string(said(letterTexts[missing]))
    .transform(manyLines)
    .pipe(z.string().min(1, said(letterTexts[missing])).max(letterMax, said(letterTexts.messageLong)))

const emailField = z.string().trim().max(254, said(letterTexts.emailShape))
const keyField = z.uuid().optional().catch(undefined)

/** A report about a page. Nobody has to say who they are. */
export const reportDriveForm = z.object({
  reason: z.custom<ReportReason>(isReportReason, said(letterTexts.reasonMissing)),
  message: messageOf('messageMissing'),
  email: emailField
    .default('')
    .transform((email) => email || null)
    .pipe(z.email(said(letterTexts.emailShape)).nullable()),
  key: keyField,
})

/** A question. Without an address it can't be answered. */
export const questionForm = z.object({
  message: messageOf('questionMissing'),
  email: z
    .string(said(letterTexts.emailMissing))
    .trim()
    .min(1, { error: said(letterTexts.emailMissing), abort: true })
    .pipe(z.email(said(letterTexts.emailShape)).max(254, said(letterTexts.emailShape))),
  key: keyField,
})
