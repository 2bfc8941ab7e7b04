import { z } from 'zod'
import { photosIn } from '#app/base/pictures/picture-forms.ts'
import { manyLines } from '#app/kit/lines.ts'
import { said } from '#app/kit/says.ts'
import { updateMost, updateTexts } from './update.ts'

// Schemas of the forms of updates, for the server.

const words = z
  .string()
  .catch('')
  .transform(manyLines)
  .pipe(z.string().min(1, said(updateTexts.wordsMissing)).max(updateMost.words, said(updateTexts.wordsLong)))

/** The number of the withdrawal that it is about; null for none. Another text is the number of none. */
const payout = z
  .string()
  .optional()
  .transform((text) => (text ? payoutIn(text) : null))

/** Reads the number of a withdrawal as an address or a form names it; 0, which no withdrawal has, for anything else. */
export const payoutIn = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)

export const updateForm = z.intersection(
  z.object({ key: z.uuid(), words, payout }),
  z.record(z.string(), z.unknown()).transform((sent, refused) => ({ photos: photosIn(sent, refused) })),
)

/** The address of a person who wants the updates. */
export const followForm = z.object({
  email: z
    .string()
    .catch('')
    .transform((typed) => typed.trim().toLowerCase())
    .pipe(
      z
        .string()
        .min(1, { error: said(updateTexts.emailMissing), abort: true })
        .pipe(z.email(said(updateTexts.emailShape)).max(254, said(updateTexts.emailShape))),
    ),
})

/** The update's id; an invalid one matches none. */
export const whichUpdate = z.object({ update: z.uuid().catch('00000000-0000-0000-0000-000000000000') })
