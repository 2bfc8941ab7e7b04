import { z } from 'zod'
import { photosIn } from '#app/base/pictures/picture-forms.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { centsIn } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { said, type Words } from '#app/kit/says.ts'
import { wrapUpMost, wrapUpTexts } from './wrap-up.ts'

// Schemas of the host's forms, for the server.

export type LineTyped = { what: string; amount: number }

/** The lines of an account, `what1` and `amount1` and so on. A line with both fields empty is skipped. */
export const accountForm = z.record(z.string(), z.unknown()).transform((sent, refused) => {
  const wrong = (field: string, words: Words) =>
    refused.addIssue({ code: 'custom', path: [field], message: said(words) })
  const lines: LineTyped[] = []
  for (const no of numbersIn(Object.keys(sent))) {
    const [what, typed] = [oneLine(textIn(sent[`what${no}`])), textIn(sent[`amount${no}`]).trim()]
    if (what === '' && typed === '') continue
    if (no > wrapUpMost.lines) {
      refused.addIssue({ code: 'custom', message: said(wrapUpTexts.manyLines) })
      break
    }
    const amount = centsIn(typed) ?? 0
    if (what === '') wrong(`what${no}`, wrapUpTexts.whatMissing)
    if (what.length > wrapUpMost.what) wrong(`what${no}`, wrapUpTexts.whatLong)
    if (amount < 1) wrong(`amount${no}`, typed === '' ? wrapUpTexts.amountMissing : wrapUpTexts.amountShape)
    lines.push({ what, amount })
  }
  return { version: versionIn(sent.version), lines }
})
export type AccountTyped = z.output<typeof accountForm>

const anything = z.record(z.string(), z.unknown())
const postWords = z.object({
  key: z.uuid(),
  words: z
    .string()
    .transform(manyLines)
    .pipe(z.string().min(1, said(wrapUpTexts.wordsMissing)).max(wrapUpMost.words, said(wrapUpTexts.wordsLong))),
})

export const postForm = z.intersection(
  postWords,
  anything.transform((sent, refused) => ({ photos: photosIn(sent, refused) })),
)
export type PostTyped = z.output<typeof postForm>

const somePost = z.object({ post: z.uuid(said(wrapUpTexts.postMissing)) })

/** Photos for an existing post. */
export const photosForm = z.intersection(
  somePost,
  anything.transform((sent, refused) => {
    const photos = photosIn(sent, refused)
    if (photos.length === 0 && !(sent.file instanceof File))
      refused.addIssue({ code: 'custom', path: ['file'], message: said(wrapUpTexts.noPhoto) })
    return { photos }
  }),
)

/** The photo's id; an invalid id matches no photo. */
export const photoForm = z.object({ photo: z.uuid().catch('00000000-0000-0000-0000-000000000000') })

/** The reason for which a guest asks to take a photo down. */
export const objectionForm = z.object({
  words: z
    .string()
    .default('')
    .transform(manyLines)
    .pipe(z.string().max(wrapUpMost.objection, said(wrapUpTexts.objectionLong))),
})

export const postGone = sureForm.extend(somePost.shape)

const textIn = (sent: unknown): string => (typeof sent === 'string' ? sent : '')
/** An invalid version becomes -1, which matches none. */
const versionIn = (sent: unknown): number => (/^\d{1,9}$/.test(textIn(sent)) ? Number(sent) : -1)

/** Finds the numbers of the lines in a form, in order. */
function numbersIn(names: string[]): number[] {
  const numbers = names.flatMap((name) => /^(?:what|amount)([1-9]\d{0,2})$/.exec(name)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].toSorted((a, b) => a - b)
}
