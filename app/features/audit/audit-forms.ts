import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'

// What every decision of an administrator carries.

const says = {
  missing: msg`Please say why: it is kept with what you decide.`,
  long: msg`Please use at most 1,000 characters.`,
}

const whyField = z
  .string(said(says.missing))
  .transform(manyLines)
  .pipe(z.string().min(1, said(says.missing)).max(1000, said(says.long)))

/** A reason, and the password where it is asked for again. */
export const decisionForm = z.object({ why: whyField, again: z.string().catch('') })
