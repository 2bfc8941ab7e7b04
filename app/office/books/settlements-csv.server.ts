import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'
import { settlementsAsked, settlementsIn } from './settlements.server.ts'
import { directionWords } from './settlements.ts'

const heads = [
  ...[msg`Number`, msg`Day`, msg`Direction`, msg`Amount`, msg`Reference`, msg`Reason`],
  ...[msg`Filed by`, msg`Filed`, msg`Booked by`, msg`Booked`],
]

type Wanted = { query: URLSearchParams; words: I18n; language: Language }

/** Settlements as a table for a spreadsheet, those that the page shows. Amounts are plain numbers of shillings. */
export function settlementsCsv(db: Db, { query, words, language }: Wanted): Response {
  const asked = settlementsAsked(query)
  async function* pages() {
    const found = allPages((after) => settlementsIn(db, { ...asked, list: { ...asked.list, after } }, 1000))
    for await (const rows of found)
      yield rows.map((one) => [
        ...[one.id, one.day, words._(directionWords[one.direction]), one.amount / 100, one.reference, one.why],
        ...[one.askedBy, momentIn(language, one.askedAt)],
        ...[one.bookedBy ?? '', one.bookedAt ? momentIn(language, one.bookedAt) : ''],
      ])
  }
  return csvAnswer(
    'settlements',
    heads.map((head) => words._(head)),
    pages(),
  )
}
