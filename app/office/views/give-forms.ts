import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { decisionForm } from '#app/office/decision-forms.ts'
import { giftMax, giftMin, giveSays as says } from './give.ts'

/** A whole number as people type it, '1000' or '1,000'. */
const viewsField = z
  .string(said(says.number))
  .transform((text) => text.replace(/[\s,]/g, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, said(says.number)))
  .transform(Number)
  .pipe(z.number().min(giftMin, said(says.number)).max(giftMax, said(says.number)))

export const giveForm = decisionForm.extend({ views: viewsField })
