import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { statusWords } from '#app/features/payouts/payout.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type AskedList, type PayoutListed, payoutsIn } from './list.server.ts'
import { attemptWords } from './office.ts'

const heads = [
  ...[
    msg`Request`,
    msg`Owner`,
    msg`Email`,
    msg`Fund drive`,
    msg`Address`,
    msg`Amount`,
    msg`Fee`,
    msg`Net`,
    msg`Method`,
  ],
  ...[msg`Status`, msg`Asked for`, msg`Changed`, msg`Attempts`, msg`Last attempt`, msg`Reference`, msg`Code`],
  ...[msg`Transfer fee`, msg`Notes`],
]

type Wanted = { name: string; asked: AskedList; words: I18n; language: Language }

/** All that the filter finds as a table for a spreadsheet. Amounts are plain numbers of shillings. */
export function payoutsListCsv(db: Db, { name, asked, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    for await (const rows of allPages((after) => payoutsIn(db, { ...asked, after }, 1000)))
      yield rows.map((row) => cellsOf(row, words, language))
  }
  return csvAnswer(
    name,
    heads.map((head) => words._(head)),
    pages(),
  )
}

function cellsOf(row: PayoutListed, words: I18n, language: Language): Cell[] {
  const { attempt } = row
  return [
    ...[row.id, row.owner, row.email, row.title, row.slug, row.amount / 100, row.fee / 100, row.net / 100, row.method],
    ...[words._(statusWords[row.status]), momentIn(language, row.at), momentIn(language, row.changed)],
    ...[attempt?.n ?? 0, attempt ? words._(attemptWords[attempt.state]) : '', attempt?.reference ?? ''],
    ...[attempt?.code ?? '', attempt?.fee == null ? null : attempt.fee / 100, row.notes],
  ]
}
