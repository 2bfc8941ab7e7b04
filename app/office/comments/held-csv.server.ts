import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { suspicionWords } from '#app/features/comments/suspicion-words.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type HeldAsked, heldComments } from './held.server.ts'

const heads = [msg`Date`, msg`Fund drive`, msg`Slug`, msg`Name`, msg`Comment`, msg`Why`]

/** The comments that the page shows, all of them, as a table for a spreadsheet. */
export function heldCsv(db: Db, asked: HeldAsked, { words, language }: { words: I18n; language: Language }): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { comments, next } = await heldComments(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: comments, next }
    }
    for await (const rows of allPages(page))
      yield rows.map(({ at, drive, name, content, suspicion }) => [
        ...[momentIn(language, at), drive.title, drive.slug, name, content, words._(suspicionWords[suspicion])],
      ])
  }
  return csvAnswer(
    'comments-in-quarantine',
    heads.map((head) => words._(head)),
    pages(),
  )
}
