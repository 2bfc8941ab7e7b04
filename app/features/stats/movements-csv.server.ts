import { msg } from '@lingui/core/macro'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Db } from '#app/platform/db.server.ts'
import { atOneMoment } from './moment.server.ts'
import { movementsOf } from './movements.server.ts'
import type { Wanted } from './wanted.ts'

const heads = [msg`Month`, msg`Account`, msg`Debits (KSH)`, msg`Credits (KSH)`, msg`Closing balance (KSH)`]

/** How all accounts moved, month by month, as a table for a spreadsheet. Accounts are called as in the books. */
export function movementsCsv(db: Db, { words }: Pick<Wanted, 'words'>): Response {
  async function* pages() {
    const rows = await atOneMoment(db, movementsOf)
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
