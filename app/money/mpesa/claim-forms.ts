import { z } from 'zod'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { givingTexts as giving, messageMax, nameMax } from '#app/money/payments/giving.ts'
import { claimTexts, receiptIn, tailIn } from './claim.ts'

const text = z.string().catch('')

/** What was typed, as `read` understands it; else the words for nothing, or for what can't be understood. */
const read = (understood: (typed: string) => string | undefined, missing: Words, shape: Words) =>
  text.transform((typed, refused) => {
    const found = understood(typed.slice(0, 1000))
    if (!found) refused.addIssue({ code: 'custom', message: said(typed.trim() ? shape : missing) })
    return found ?? z.NEVER
  })

/** M-Pesa's code of a payment. */
export const codeField = read(receiptIn, claimTexts.codeMissing, claimTexts.codeShape)

export const codeForm = z.object({ code: codeField })

export const claimForm = z.object({
  code: codeField,
  tail: read(tailIn, claimTexts.tailMissing, claimTexts.tailShape),
  name: text.transform(oneLine).pipe(z.string().max(nameMax, said(giving.nameLong))),
  message: text.transform(manyLines).pipe(z.string().max(messageMax, said(giving.messageLong))),
  phone: text.transform((typed, refused) => {
    const number = phoneIn(typed)
    if (typed.trim() && !number) refused.addIssue({ code: 'custom', message: said(claimTexts.phoneShape) })
    return number ?? ''
  }),
  anonymous: text.transform((ticked) => ticked === 'on'),
})
