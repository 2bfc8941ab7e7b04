import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { statusWords } from './payout.ts'
import { payoutsOf } from './payouts.server.ts'
import { notesOf } from './story.ts'

const heads = [msg`Amount`, msg`Fee`, msg`You receive`, msg`Method`, msg`Status`, msg`Date`, msg`Notes`, msg`Code`]

type Wanted = { drive: { id: string; slug: string }; words: I18n; language: Language }

/** All withdrawals as a table for a spreadsheet. Amounts are plain numbers of shillings. */
export function payoutsCsv(db: Db, { drive, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    let cursor: string | null = null
    do {
      const { payouts, next } = await payoutsOf(db, drive.id, { cursor, limit: 500 })
      yield payouts.map((one) => [
        one.amount / 100,
        one.fee / 100,
        one.net / 100,
        one.method,
        words._(statusWords[one.status]),
        momentIn(language, one.at),
        notesOf(one)
          .map((note) => words._(note))
          .join(' '),
        one.steps.at(-1)?.code ?? '',
      ])
      cursor = next
    } while (cursor)
  }
  return csvAnswer(
    `${drive.slug}-payouts`,
    heads.map((head) => words._(head)),
    pages(),
  )
}
