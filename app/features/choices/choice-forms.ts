import { z } from 'zod'
import { choiceNames } from '#app/kit/choices.ts'
import { oneLine } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { says } from './choice.ts'

const text = z.string().catch('').transform(oneLine)

export const chooseForm = z.object({
  name: z.enum(choiceNames),
  value: text.pipe(z.string().max(500)),
  /** Goes back to the default, whatever was typed. */
  default: z.literal('on').optional().catch(undefined),
  why: text.pipe(z.string().min(1, said(says.why)).max(1000)),
  again: z.string().catch(''),
})
