import { z } from 'zod'
import { oneLine } from '#app/kit/lines.ts'
import { said, type Words } from '#app/kit/says.ts'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import { paperMost, paperTexts, purposes, verdicts } from './paper.ts'

// Schemas of the forms of papers. Apart from their words, so that no page of the browser loads a validator.

/** Returns what is wrong with a chosen file before its content is read. */
function faultOfPaper({ type, size, name }: File): Words | undefined {
  if (size === 0) return paperTexts.photoMissing
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return paperTexts.noPdf
  if (!type.startsWith('image/')) return uploads.notImage
  return size > paperMost.upload ? paperTexts.tooLarge : undefined
}

export const paperForm = z.object({
  key: z.uuid().optional().catch(undefined),
  purpose: z.enum(purposes),
  photo: z.instanceof(File, { error: said(paperTexts.photoMissing) }).superRefine((file, refused) => {
    const fault = faultOfPaper(file)
    if (fault) refused.addIssue({ code: 'custom', message: said(fault) })
  }),
})

export const whichPaper = z.object({ paper: z.uuid().catch('00000000-0000-0000-0000-000000000000') })

/** An administrator asks for a photo. */
export const showPaperForm = whichPaper.extend({ again: z.string().catch('') })

/** True for words with a row of digits as documents have them. An amount with commas is none. */
const holdsNumber = (words: string): boolean => /\d(?:[\s./-]?\d){5,}/.test(words)

export const checkForm = z
  .object({
    purpose: z.enum(purposes),
    verdict: z.enum(verdicts),
    method: z.string().catch(''),
    words: z
      .string()
      .catch('')
      .transform(oneLine)
      .pipe(z.string().max(paperMost.words, said(paperTexts.wordsLong))),
    again: z.string().catch(''),
  })
  .superRefine(({ purpose, verdict, method, words }, refused) => {
    const wrong = (path: string, text: Words) => refused.addIssue({ code: 'custom', path: [path], message: said(text) })
    if (words === '' && (purpose === 'cause' || verdict === 'back')) wrong('words', paperTexts.wordsMissing)
    if (holdsNumber(words)) wrong('words', paperTexts.wordsNumber)
    if (purpose === 'payee' && !z.uuid().safeParse(method).success) wrong('method', paperTexts.methodMissing)
  })
