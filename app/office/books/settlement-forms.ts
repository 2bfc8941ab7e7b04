import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { decisionForm } from '#app/office/decision-forms.ts'
import { directions, says } from './settlements.ts'

const text = z.string().catch('')

export const settlementForm = decisionForm.extend({
  direction: z.enum(directions, said(says.direction)),
  amount: text.transform((typed, refused) => {
    const cents = centsIn(typed)
    if (!cents) refused.addIssue({ code: 'custom', message: said(says.amount) })
    return cents || z.NEVER
  }),
  day: text
    .refine(isDay, said(says.day))
    .refine((day) => !isDay(day) || day <= dayAt(new Date()), said(says.dayToCome)),
  reference: text.transform(oneLine).pipe(z.string().min(1, said(says.reference)).max(100)),
})
