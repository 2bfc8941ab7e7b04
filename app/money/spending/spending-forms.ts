import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { oneLine } from '#app/kit/lines.ts'
import { uploadedPicture } from '#app/kit/picture.ts'
import { said, type Words } from '#app/kit/says.ts'
import { dayAt, isDay } from '#app/kit/time.ts'
import { faultOf, uploadTexts as uploads } from '#app/kit/uploads.ts'
import { firstSpentOn, planMost, receiptMost, rowWrong, spendingTexts } from './spending.ts'

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

/** The most letters of a pasted list, and of a row that is read. */
const longestList = 60_000
const longestRow = 300

/** A row of a pasted list: a name, an amount and a day, with commas, semicolons or tabs between them. An amount may be grouped by commas. */
const rowShape =
  /^(.+?)\s*[,;\t]\s*((?:(?:kes|kshs?|shs?)\.?\s*)?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,2})?(?:\/[=-])?)\s*[,;\t]\s*([\d./-]+)$/i

/** Reads a day as people type it: 2026-11-20, 20/11/2026, 20.11.2026 or 20-11-2026. */
function dayOfRow(typed: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(typed) ?? []
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : typed
}

/** Reads the rows of a list, or says which row is wrong. Empty lines are left out. */
function rowsOfList(text: string, refused: z.RefinementCtx): { amount: number; paidTo: string; day: string }[] {
  const wrong = (words: Words) => refused.addIssue({ code: 'custom', message: said(words) })
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) wrong(spendingTexts.rowsMissing)
  if (lines.length > receiptMost.rows) wrong(spendingTexts.manyRows)
  if (lines.length > receiptMost.rows) return []
  const rows = lines.map((line) => {
    const [, name = '', amount = '', day = ''] = rowShape.exec(line.trim().slice(0, longestRow)) ?? []
    return { amount: centsIn(amount) ?? 0, paidTo: oneLine(name), day: dayOfRow(day) }
  })
  const isRight = ({ amount, paidTo, day }: (typeof rows)[number]) =>
    amount > 0 && paidTo !== '' && paidTo.length <= receiptMost.paidTo && isSpendingDay(day)
  const at = rows.findIndex((row) => !isRight(row))
  if (at >= 0) wrong(rowWrong(at + 1))
  return rows
}

/** A pasted list: its rows, what all of them are for, and the photo of the signed list. */
export const receiptListForm = z.intersection(
  z.intersection(shown, proof),
  z.object({
    rows: z.string().max(longestList, said(spendingTexts.manyRows)).transform(rowsOfList),
    what: textOf(receiptMost.what, { missing: spendingTexts.whatMissing, long: spendingTexts.whatLong }),
  }),
)

/** The number of a line of the plan; 0, which none has, for anything else. */
const line = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0)

export const planLineForm = z.object({
  key: z.uuid(),
  what: textOf(planMost.what, { missing: spendingTexts.lineWhatMissing, long: spendingTexts.lineWhatLong }),
  plan: amountField,
})
export const changeLineForm = z.object({ line, plan: amountField })
export const endLineForm = z.object({ line, opens: z.literal('on').optional().catch(undefined) })

export const undoForm = z.object({
  all: z.literal('on').optional().catch(undefined),
  receipt: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).catch(0),
  why: textOf(receiptMost.undoneWhy, { missing: spendingTexts.whyMissing, long: spendingTexts.whyLong }),
})
