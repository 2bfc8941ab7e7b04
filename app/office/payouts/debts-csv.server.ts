import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type DebtsAsked, debtsOf } from './debts.server.ts'
import type { Debt } from './debts.ts'

const heads = [msg`Fund drive`, msg`Address`, msg`Owes (KSH)`, msg`Since`, msg`Last donation`, msg`Open requests`]

type Wanted = { asked: DebtsAsked; words: I18n; language: Language }

/** The drives that owe, those that the page shows, as a table for a spreadsheet. Amounts are numbers, in shillings. */
export function debtsCsv(db: Db, { asked, words, language }: Wanted): Response {
  const line = ({ title, slug, debt, since, lastGift, openRequests }: Debt): Cell[] => [
    ...[title, slug, debt / 100, momentIn(language, since), lastGift ? momentIn(language, lastGift) : '', openRequests],
  ]
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { debts, next } = await debtsOf(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: debts, next }
    }
    for await (const debts of allPages(page)) yield debts.map(line)
  }
  return csvAnswer(
    'debts',
    heads.map((head) => words._(head)),
    pages(),
  )
}
