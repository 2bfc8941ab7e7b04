import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'
import { unplacedAsked, unplacedMoney } from './unplaced.server.ts'
import { whyWords } from './unplaced.ts'

const heads = [
  ...[msg`Number`, msg`Why`, msg`Amount`, msg`Currency`, msg`Reference`, msg`Number at the provider`, msg`Received`],
  ...[msg`Closed`, msg`Closed by`, msg`Note`],
]

type Wanted = { query: URLSearchParams; words: I18n; language: Language }

/** Unplaced money as a table for a spreadsheet, what the page shows. Amounts are numbers, in their own currency. */
export function unplacedCsv(db: Db, { query, words, language }: Wanted): Response {
  const asked = unplacedAsked(query)
  async function* pages() {
    const found = allPages((after) => unplacedMoney(db, { ...asked, list: { ...asked.list, after } }, 1000))
    for await (const rows of found)
      yield rows.map((one) => [
        ...[one.id, whyWords[one.why] ? words._(whyWords[one.why]!) : one.why, one.amount / 100, one.currency],
        ...[one.reference, one.providerId, momentIn(language, one.at)],
        ...[one.closedAt ? momentIn(language, one.closedAt) : '', one.closedBy ?? '', one.note],
      ])
  }
  return csvAnswer(
    'unplaced-money',
    heads.map((head) => words._(head)),
    pages(),
  )
}
