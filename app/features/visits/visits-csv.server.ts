import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Asked, visitsOf } from './visit.server.ts'
import { guestsWritten, statusWords } from './visit.ts'

const heads = [
  msg`Guest`,
  msg`Email`,
  msg`Phone`,
  msg`Visit Date`,
  msg`Time`,
  msg`Guests`,
  msg`Status`,
  msg`RSVP Date`,
  msg`Message`,
]

type Wanted = { drive: { id: string; slug: string }; filter: Asked; words: I18n; language: Language }

/** The visits as a table for a spreadsheet, those that the page shows. Days are written so that they sort. */
export function visitsCsv(db: Db, { drive, filter, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    let cursor: string | null = null
    do {
      const { visits, next } = await visitsOf(db, drive.id, { ...filter, cursor, limit: 1000 })
      yield visits.map((one) => [
        one.name,
        one.email,
        one.phone,
        one.date,
        one.time,
        guestsWritten(one.guests),
        words._(statusWords[one.status]),
        momentIn(language, one.bookedAt),
        one.message,
      ])
      cursor = next
    } while (cursor)
  }
  return csvAnswer(
    `${drive.slug}-rsvps`,
    heads.map((head) => words._(head)),
    pages(),
  )
}
