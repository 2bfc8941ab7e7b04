import { msg } from '@lingui/core/macro'
import { z } from 'zod'
import { said } from '#app/kit/says.ts'
import { wordMax, wordMin } from './code.ts'

// The word that an owner may choose for their drive, on both sides.

export const codeRefusals = {
  shape: msg`Use 4 to 7 letters A–Z.`,
  taken: msg`Another fund drive has or had this word. Please choose another.`,
  near: msg`This is only one letter away from the word of another fund drive. Please choose another.`,
  reserved: msg`This word can’t be used. Please choose another.`,
  many: msg`This fund drive has had 5 words, the most it can have. You can use one of those again.`,
}

/** The word as people type it. Left empty, the drive shares its number. */
export const wordForm = z.object({
  word: z
    .string()
    .trim()
    .refine((text) => text === '' || isShaped(text), said(codeRefusals.shape))
    .transform((text) => text.toUpperCase() || null),
})

const isShaped = (text: string) => /^[A-Za-z]+$/.test(text) && text.length >= wordMin && text.length <= wordMax
