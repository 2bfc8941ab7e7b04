import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'
import { breaksAsked, breaksOf } from './breaks.server.ts'
import { factsOf, kindOf } from './breaks.ts'

const heads = [
  ...[msg`Number`, msg`What`, msg`About`, msg`Facts`, msg`Open since`, msg`Last seen`, msg`Closed`, msg`Closed by`],
  msg`Note`,
]

type Wanted = { query: URLSearchParams; words: I18n; language: Language }

/** Differences as a table for a spreadsheet, those that the page shows. */
export function breaksCsv(db: Db, { query, words, language }: Wanted): Response {
  const asked = breaksAsked(query, words)
  const moment = (at: Date | null) => (at ? momentIn(language, at) : '')
  async function* pages() {
    const found = allPages((after) => breaksOf(db, { ...asked, list: { ...asked.list, after } }, 1000))
    for await (const rows of found)
      yield rows.map((one) => [
        ...[one.id, words._(kindOf(one.kind).name), one.subject],
        factsOf(one.facts)
          .map(({ name, value }) => `${words._(name)}: ${value}`)
          .join('; '),
        ...[moment(one.openedAt), moment(one.seenAt), moment(one.closedAt), one.closedBy ?? '', one.note],
      ])
  }
  return csvAnswer(
    'differences',
    heads.map((head) => words._(head)),
    pages(),
  )
}
