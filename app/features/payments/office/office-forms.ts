import { z } from 'zod'
import { manyLines } from '#app/kit/lines.ts'
import { centsIn } from '#app/kit/money.ts'
import { said } from '#app/kit/says.ts'
import { says, whyMax } from './back.ts'

// What the forms of administrators carry who decide about payments.

const why = z
  .string()
  .catch('')
  .transform(manyLines)
  .pipe(z.string().min(1, said(says.whyMissing)).max(whyMax, said(says.whyLong)))

const amount = z
  .string()
  .catch('')
  .transform((typed, refused) => {
    const cents = centsIn(typed)
    if (cents === undefined) refused.addIssue({ code: 'custom', message: said(says.amountShape) })
    return cents ?? z.NEVER
  })

/** A refund is confirmed with the amount whose effect was seen; the same form sent twice asks once. */
export const refundForm = z
  .object({
    ...{ amount, why, seen: z.string().catch(''), again: z.string().catch('') },
    left: z.coerce.number().int().catch(0),
    key: z.uuid().catch(() => crypto.randomUUID()),
  })
  .refine(({ amount, seen }) => seen === String(amount), { path: ['seen'], message: said(says.review) })
