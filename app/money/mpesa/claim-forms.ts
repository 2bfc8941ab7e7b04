import { z } from 'zod'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said, type Words } from '#app/kit/says.ts'
import { giftMessageMax, giverNameMax, givingTexts as giving } from '#app/money/payments/giving.ts'
import { claimTexts, lastThreeIn, receiptCodeIn } from './claim.ts'

const text = z.string().catch('')

/** Parses typed text with `read`; else refuses with the words for nothing, or for what can't be understood. */
const read = (understood: (typed: string) => string | undefined, missing: Words, shape: Words) =>
  text.transform((typed, refused) => {
    const found = understood(typed.slice(0, 1000))
    if (!found) refused.addIssue({ code: 'custom', message: said(typed.trim() ? shape : missing) })
    return found ?? z.NEVER
  })

/** M-Pesa's code of a payment. */
export const codeField = read(receiptCodeIn, claimTexts.codeMissing, claimTexts.codeShape)

export const claimCodeForm = z.object({ code: codeField })

export const claimForm = z.object({
  code: codeField,
  tail: read(lastThreeIn, claimTexts.tailMissing, claimTexts.tailShape),
  name: text.transform(oneLine).pipe(z.string().max(giverNameMax, said(giving.nameLong))),
  message: text.transform(manyLines).pipe(z.string().max(giftMessageMax, said(giving.messageLong))),
  phone: text.transform((typed, refused) => {
    const number = phoneIn(typed)
    if (typed.trim() && !number) refused.addIssue({ code: 'custom', message: said(claimTexts.phoneShape) })
    return number ?? ''
  }),
  anonymous: text.transform((ticked) => ticked === 'on'),
})
