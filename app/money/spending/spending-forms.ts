import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { uploadedPicture } from '#app/kit/picture.ts'
import { said, type Words } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { firstSpentOn, receiptMost, spendingTexts } from './spending.ts'

// Schemas of the forms of receipts. Apart from their words, so that no page of the browser loads a validator.

const textOf = (most: number, { missing, long }: { missing?: Words; long: Words }) => {
  const text = z.string().max(most, said(long))
  return z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(missing ? text.min(1, said(missing)) : text)
}

const amountField = z
  .string()
  .catch('')
  .transform((typed, refused) => {
    const amount = centsIn(typed) ?? 0
    const words = typed.trim() === '' ? spendingTexts.amountMissing : spendingTexts.amountShape
    if (amount < 1) refused.addIssue({ code: 'custom', message: said(words) })
    return amount
  })

/** A day on which money was spent: today at the latest. */
const isSpendingDay = (day: string): boolean => isDay(day) && day >= firstSpentOn && day <= dayAt(new Date())

const dayField = z
  .string()
  .catch('')
  .transform((day) => day.trim())
  .pipe(z.string().min(1, said(spendingTexts.dayMissing)).refine(isSpendingDay, said(spendingTexts.dayLater)))

/** The photo of a receipt, or the reason why there is none. A file that is left in the form was refused by the upload. */
const proof = z
  .object({
    image: z.string().trim().catch(''),
    file: z.unknown().optional(),
    noPhoto: textOf(receiptMost.noPhoto, { long: spendingTexts.whatLong }),
  })
  .transform(({ image, file, noPhoto }, refused) => {
    const wrong = (path: string, words: Words) =>
      refused.addIssue({ code: 'custom', path: [path], message: said(words) })
    if (file instanceof File) wrong('file', faultOf(file) ?? uploads.notImage)
    else if (image && !uploadedPicture(image)) wrong('file', uploads.notImage)
    else if (!image && !noPhoto) wrong('file', spendingTexts.photoMissing)
    return image ? { image, noPhoto: '' } : { image: null, noPhoto }
  })

const shown = z.object({
  key: z.uuid(),
  hides: z.literal('on').optional().catch(undefined),
})

export const receiptForm = z.intersection(
  z.intersection(shown, proof),
  z.object({
    amount: amountField,
    paidTo: textOf(receiptMost.paidTo, { missing: spendingTexts.paidToMissing, long: spendingTexts.paidToLong }),
    what: textOf(receiptMost.what, { missing: spendingTexts.whatMissing, long: spendingTexts.whatLong }),
    day: dayField,
  }),
)

export const undoForm = z.object({
  receipt: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0),
  why: textOf(receiptMost.undoneWhy, { missing: spendingTexts.whyMissing, long: spendingTexts.whyLong }),
})
