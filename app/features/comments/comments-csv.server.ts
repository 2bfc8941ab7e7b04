import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { ownComments } from './comment.server.ts'
import type { State } from './comment.ts'
import { stateWords } from './own-comments.tsx'

const heads = [msg`Name`, msg`Comment`, msg`Likes`, msg`Status`, msg`Date`]

type Wanted = { drive: { id: string; slug: string }; state: State | undefined; words: I18n; language: Language }

/** The owner's comments as a table for a spreadsheet, in the state that the page shows. */
export function commentsCsv(db: Db, { drive, state, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    let before: string | null = null
    do {
      const { comments, next } = await ownComments(db, drive.id, { state, before, limit: 1000 })
      yield comments.map((one) => [
        one.name,
        one.content,
        one.likes,
        words._(stateWords[one.state]),
        momentIn(language, one.createdAt),
      ])
      before = next
    } while (before)
  }
  return csvAnswer(
    `${drive.slug}-comments`,
    heads.map((head) => words._(head)),
    pages(),
  )
}
