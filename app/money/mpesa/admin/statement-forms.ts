import { z } from 'zod'
import { againField } from '#app/admin/decision-forms.ts'
import { said } from '#app/kit/says.ts'
import { says, statementMax } from './rail.ts'

export const statementForm = z.object({
  statement: z
    .instanceof(File, { error: said(says.missing) })
    .refine(({ size }) => size > 0, said(says.missing))
    .refine(({ size }) => size <= statementMax, said(says.tooLarge)),
  again: againField,
})
