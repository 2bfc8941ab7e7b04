import { msg } from '@lingui/core/macro'
import { type AdminFile, plainFacts } from '#app/admin/list.server.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import type { FileColumn } from '#app/kit/list.ts'
import { tableFile } from '#app/platform/list.server.ts'
import { type Movement, movementsOf } from './statement.server.ts'

const columns: FileColumn<Movement>[] = [
  { head: msg`Month`, plain: ({ start }) => start.slice(0, 7) },
  // Accounts keep their names from the books.
  { head: msg`Account`, plain: ({ account }) => account },
  { head: msg`Debits (KSH)`, plain: ({ debits }) => debits / 100 },
  { head: msg`Credits (KSH)`, plain: ({ credits }) => credits / 100 },
  { head: msg`Closing balance (KSH)`, plain: ({ closing }) => closing / 100 },
]

/** The movements of the account that the address names, month by month; of all accounts if it names none. */
export const movementsFile: AdminFile = {
  address: '/admin/books/movements',
  noun: 'book',
  subject: 'movements',
  found: (query) => plainFacts(query, ['account']),
  csv(db, query, reader) {
    const only = query.get('account')
    async function* pages() {
      const all = await atOneMoment(db, movementsOf)
      yield only ? all.filter(({ account }) => account === only) : all
    }
    return tableFile('movements', columns, pages(), reader)
  },
}
