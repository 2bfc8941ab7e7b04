import { msg } from '@lingui/core/macro'
import { atOneMoment } from '#app/features/ledger/moment.server.ts'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Wanted } from '#app/office/wanted.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'
import { owedAsked, owedOf } from './owed.server.ts'

const heads = [msg`Fund drive`, msg`Address`, msg`Owner’s share (KSH)`, msg`Withdrawn (KSH)`, msg`Owed (KSH)`]

/** What each drive's owner is owed as a table for a spreadsheet: those that the page shows. Amounts are numbers, in shillings. */
export function owedCsv(db: Db, { query, words }: Wanted): Response {
  const { search, list } = owedAsked(query)
  async function* pages() {
    const found = allPages((after) =>
      atOneMoment(db, (moment) => owedOf(moment, { search, list: { ...list, after } }, 1000)),
    )
    for await (const rows of found)
      yield rows.map(({ title, slug, shares, paid, owed }) => [
        ...[title ?? '', slug ?? '', shares / 100, paid / 100, owed / 100],
      ])
  }
  return csvAnswer(
    'owed',
    heads.map((head) => words._(head)),
    pages(),
  )
}
