import { z } from 'zod'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { choiceNames } from '#app/kit/choices.ts'
import { oneLine } from '#app/kit/lines.ts'

export const chooseForm = whyLineForm.extend({
  name: z.enum(choiceNames),
  value: z.string().catch('').transform(oneLine).pipe(z.string().max(500)),
  /** Goes back to the default, whatever was typed. */
  default: z.literal('on').optional().catch(undefined),
})
