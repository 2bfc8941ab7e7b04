import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { said } from '#app/kit/says.ts'
import { railTexts, statementMax } from './rail.ts'

export const statementForm = z.object({
  statement: z
    .instanceof(File, { error: said(railTexts.missing) })
    .refine(({ size }) => size > 0, said(railTexts.missing))
    .refine(({ size }) => size <= statementMax, said(railTexts.tooLarge)),
  again: againField,
})
