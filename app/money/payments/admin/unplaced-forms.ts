import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { said } from '#app/kit/says.ts'
import { unplacedTexts } from './unplaced.ts'

export const returnForm = z.object({ again: againField })

export const closeForm = z.object({
  note: z
    .string()
    .catch('')
    .transform((note) => note.trim())
    .pipe(z.string().min(1, said(unplacedTexts.note)).max(1000)),
  again: againField,
})
