import { z } from 'zod'
import { centsIn } from '#app/kit/amount.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { said, type Words } from '#app/kit/says.ts'
import { sureForm } from '../occasions/occasion-forms.ts'
import { most, says } from './after.ts'

// What the forms of a host carry, as the server reads it.

export type LineTyped = { what: string; amount: number }

/** The lines of an account, `what1` and `amount1` and so on. A line of which both are empty is none. */
export const accountForm = z.record(z.string(), z.unknown()).transform((sent, refused) => {
  const wrong = (field: string, words: Words) =>
    refused.addIssue({ code: 'custom', path: [field], message: said(words) })
  const lines: LineTyped[] = []
  for (const no of numbersIn(Object.keys(sent))) {
    const [what, typed] = [oneLine(textIn(sent[`what${no}`])), textIn(sent[`amount${no}`]).trim()]
    if (what === '' && typed === '') continue
    if (no > most.lines) {
      refused.addIssue({ code: 'custom', message: said(says.manyLines) })
      break
    }
    const amount = centsIn(typed) ?? 0
    if (what === '') wrong(`what${no}`, says.whatMissing)
    if (what.length > most.what) wrong(`what${no}`, says.whatLong)
    if (amount < 1) wrong(`amount${no}`, typed === '' ? says.amountMissing : says.amountShape)
    lines.push({ what, amount })
  }
  return { version: versionIn(sent.version), lines }
})
export type AccountTyped = z.output<typeof accountForm>

export const postForm = z.object({
  key: z.uuid(),
  words: z
    .string()
    .transform(manyLines)
    .pipe(z.string().min(1, said(says.wordsMissing)).max(most.words, said(says.wordsLong))),
})
export type PostTyped = z.output<typeof postForm>

export const postGone = sureForm.extend({ post: z.uuid(said(says.postMissing)) })

const textIn = (sent: unknown): string => (typeof sent === 'string' ? sent : '')
/** An odd one is no version that there is. */
const versionIn = (sent: unknown): number => (/^\d{1,9}$/.test(textIn(sent)) ? Number(sent) : -1)

/** The numbers of the lines that were sent, in their order. */
function numbersIn(names: string[]): number[] {
  const numbers = names.flatMap((name) => /^(?:what|amount)([1-9]\d{0,2})$/.exec(name)?.[1] ?? [])
  return [...new Set(numbers.map(Number))].toSorted((a, b) => a - b)
}
