import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { reasonWords } from '#app/features/support/letter.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type LettersAsked, lettersFound } from './letters.server.ts'

const heads = [msg`Number`, msg`Date`, msg`Reason`, msg`Fund drive`, msg`Slug`, msg`Email`, msg`Message`, msg`Closed`]

/** The letters that the page shows, all of them, as a table for a spreadsheet. */
export function lettersCsv(
  db: Db,
  asked: LettersAsked,
  { words, language }: { words: I18n; language: Language },
): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { letters, next } = await lettersFound(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: letters, next }
    }
    for await (const rows of allPages(page))
      yield rows.map(({ id, at, reason, drive, email, message, closedAt }) => [
        ...[id, momentIn(language, at), words._(reasonWords[reason]), drive?.title ?? '', drive?.slug ?? ''],
        ...[email ?? '', message, closedAt ? momentIn(language, closedAt) : ''],
      ])
  }
  return csvAnswer(
    'reports-and-questions',
    heads.map((head) => words._(head)),
    pages(),
  )
}
