import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { discrepancyTexts } from './breaks.ts'

const text = z.string().catch('')

export const closeForm = z.object({
  note: text.transform((note) => note.trim()).pipe(z.string().min(1, said(discrepancyTexts.note)).max(1000)),
  /** On if money that went back beyond a payment is booked as a loss. */
  loss: z.literal('on').optional().catch(undefined),
  again: againField,
})

export const openForm = z.object({
  about: text.transform(oneLine).pipe(z.string().min(1, said(discrepancyTexts.about)).max(200)),
  words: text.transform((words) => words.trim()).pipe(z.string().min(1, said(discrepancyTexts.words)).max(1000)),
  again: againField,
})

export const reopenForm = z.object({ again: againField })
