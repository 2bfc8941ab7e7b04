import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { statementOf } from './statement.server.ts'
import { feeIn, wordsOf } from './statement.ts'
import { boundsOf } from './statement-period.server.ts'
import type { Span } from './statement-period.ts'

const heads = [
  msg`Date`,
  msg`Description`,
  msg`Reference`,
  msg`Amount (KES)`,
  msg`Platform fee (KES)`,
  msg`Your share (KES)`,
  msg`Balance (KES)`,
]

type Wanted = { drive: { id: string; slug: string }; span: Span; words: I18n; language: Language }

/** A drive's statement, of some days or of all, as a table for a spreadsheet. Amounts are numbers, in shillings. */
export function statementCsv(db: Db, { drive, span, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    const { first, before: end } = await boundsOf(db, drive.id, span)
    let before: number | undefined = end
    let balance: number | undefined
    do {
      const { lines, next } = await statementOf(db, drive.id, { before, first, balance, limit: 1000 })
      yield lines.map((line) => [
        momentIn(language, line.at),
        words._(wordsOf(line)),
        line.reference,
        line.whole / 100,
        feeIn(line) / 100,
        line.amount / 100,
        line.balance / 100,
      ])
      const last = lines.at(-1)
      balance = last && last.balance - last.amount
      before = next ?? undefined
    } while (before)
  }
  return csvAnswer(
    `${drive.slug}-statement`,
    heads.map((head) => words._(head)),
    pages(),
  )
}
