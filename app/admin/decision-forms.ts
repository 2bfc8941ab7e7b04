import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'

// The form fields that every decision of an administrator has.

const says = {
  missing: msg`Please give a reason: it is saved with your decision.`,
  missingLine: msg`Please say why.`,
  long: msg`Please use at most 1,000 characters.`,
}

/** The password, where the form asks for it again. */
export const againField = z.string().catch('')

const whyField = z
  .string(said(says.missing))
  .transform(manyLines)
  .pipe(z.string().min(1, said(says.missing)).max(1000, said(says.long)))

/** A reason, and the password. */
export const decisionForm = z.object({ why: whyField, again: againField })

/** The password, and the file that it protects. */
export const againForm = z.object({ again: againField, to: z.string().max(1000).catch('') })

/** A decision form whose reason is one line of a small form; see small-decision.tsx. */
export const whyLineForm = z.object({
  why: z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().min(1, said(says.missingLine)).max(1000)),
  again: againField,
})
