import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { phoneIn } from '#app/kit/phone.ts'
import { said } from '#app/kit/says.ts'
import {
  amountMax,
  amountMin,
  faultOfDay,
  isCode,
  normalizedCode,
  recordedGiftTexts,
  recordedMethods,
  recordedNameMax,
  recordedNoteMax,
  whyMax,
} from './recorded.ts'

// The forms' fields, as the server reads them.

const ticked = z
  .string()
  .optional()
  .transform((value) => value !== undefined && value !== '')

const what = {
  amount: z.string().transform((typed, refused) => {
    const cents = centsIn(typed)
    if (cents !== undefined && cents >= amountMin && cents <= amountMax) return cents
    refused.addIssue({ code: 'custom', message: said(recordedGiftTexts.amount) })
    return 0
  }),
  name: z
    .string()
    .default('')
    .transform(oneLine)
    .pipe(z.string().max(recordedNameMax, said(recordedGiftTexts.nameLong))),
  phone: z
    .string()
    .default('')
    .transform((typed, refused) => {
      if (!typed.trim()) return null
      const number = phoneIn(typed)
      if (!number) refused.addIssue({ code: 'custom', message: said(recordedGiftTexts.phone) })
      return number ?? null
    }),
  givenOn: z.string().transform((typed, refused) => {
    const fault = faultOfDay(typed, new Date())
    if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
    return typed
  }),
  method: z.enum(recordedMethods, said(recordedGiftTexts.method)),
  code: z
    .string()
    .default('')
    .transform(normalizedCode)
    .refine((code) => code === '' || isCode(code), said(recordedGiftTexts.code))
    .transform((code) => code || null),
  note: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(recordedNoteMax, said(recordedGiftTexts.noteLong))),
  anonymous: ticked,
}

const why = z
  .string()
  .default('')
  .transform(oneLine)
  .pipe(z.string().min(1, said(recordedGiftTexts.why)).max(whyMax, said(recordedGiftTexts.noteLong)))

/** The day and method of a gift for a pledge; its amount is read as the pledge's own amount is. */
export const howFields = { givenOn: what.givenOn, method: what.method, code: what.code }

/**
 * The form of a gift. The key tells a form that is sent twice from two forms. `anyway`: it is another gift than a similar one;
 * `about` identifies the gift that was asked about.
 */
export const recordForm = z.object({
  ...what,
  key: z.uuid(),
  anyway: ticked,
  about: z.string().max(36).catch(''),
  next: ticked,
})
export const changeRecordedForm = z.object({ ...what, why, version: z.coerce.number().int().min(1) })
export const voidForm = z.object({ why })
