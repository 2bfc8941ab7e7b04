import { msg } from '@lingui/core/macro'
import { atOneMoment } from '#app/features/ledger/moment.server.ts'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Wanted } from '#app/office/wanted.ts'
import type { Db } from '#app/platform/db.server.ts'
import { movementsOf } from './movements.server.ts'

const heads = [msg`Month`, msg`Account`, msg`Debits (KSH)`, msg`Credits (KSH)`, msg`Closing balance (KSH)`]

/**
 * How the account that the address names moved, month by month, or all of them where it names none: as a table for a
 * spreadsheet. Accounts are called as in the books.
 */
export function movementsCsv(db: Db, { query, words }: Wanted): Response {
  const only = query.get('account')
  async function* pages() {
    const all = await atOneMoment(db, movementsOf)
    const rows = only ? all.filter(({ account }) => account === only) : all
    yield rows.map(({ start, account, debits, credits, closing }) => [
      ...[start.slice(0, 7), account, debits / 100, credits / 100, closing / 100],
    ])
  }
  return csvAnswer(
    'movements',
    heads.map((head) => words._(head)),
    pages(),
  )
}
