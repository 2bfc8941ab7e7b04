import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { decisionForm } from '#app/office/decision-forms.ts'

/** How many views an administrator can give at once. */
const giftMax = 100_000
const number = msg`Please write a number from 1 to 100,000.`

/** A whole number as people type it, '1000' or '1,000'. */
const viewsField = z
  .string(said(number))
  .transform((text) => text.replace(/[\s,]/g, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, said(number)))
  .transform(Number)
  .pipe(z.number().min(1, said(number)).max(giftMax, said(number)))

export const giveForm = decisionForm.extend({ views: viewsField })
