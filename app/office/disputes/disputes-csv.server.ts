import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { outcomeWords } from '#app/office/payments/story.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type AskedDisputes, officeDisputes } from './disputes.server.ts'
import type { DisputeLine } from './disputes.ts'

const heads = [
  ...[msg`Date`, msg`Answer until`, msg`Fund drive`, msg`Donor`, msg`Email`, msg`Amount (KSH)`, msg`Outcome`],
  ...[msg`Reference`, msg`Provider’s number`],
]

type Wanted = { wanted: AskedDisputes; words: I18n; language: Language }

/** The disputes that the page shows, all of them, as a table for a spreadsheet. */
export function disputesCsv(db: Db, { wanted, words, language }: Wanted): Response {
  const line = ({ at, dueAt, drive, name, email, amount, resolution, reference, extId }: DisputeLine): Cell[] => [
    ...[momentIn(language, at), dueAt ? momentIn(language, dueAt) : '', drive?.title ?? '', name, email, amount / 100],
    ...[resolution ? words._(outcomeWords[resolution]) : words._(msg`Open`), reference, extId],
  ]
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { disputes, next } = await officeDisputes(db, { ...wanted, asked: { ...wanted.asked, after } }, 1000)
      return { rows: disputes, next }
    }
    for await (const disputes of allPages(page)) yield disputes.map(line)
  }
  return csvAnswer(
    'disputes',
    heads.map((head) => words._(head)),
    pages(),
  )
}
