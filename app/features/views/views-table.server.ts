import type { I18n } from '@lingui/core'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { clockIn, dayAt } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { viewPages } from './analytics.server.ts'
import { placeIn } from './place.ts'
import { columnWords, deviceWords, placeWords } from './view-words.ts'

/** All views of a drive as a file for a spreadsheet, in the reader's language. */
export function viewsTable(db: Db, drive: { id: string; slug: string }, words: I18n, language: Language): Response {
  const heads = Object.values(columnWords).map((head) => words._(head))
  const devices = Object.fromEntries(Object.entries(deviceWords).map(([type, word]) => [type, words._(word)]))
  const place = (stored: string) => {
    const named = placeWords(placeIn(language, stored))
    return typeof named === 'string' ? named : words._(named)
  }
  const pages = (async function* (): AsyncGenerator<Cell[][]> {
    for await (const views of viewPages(db, drive.id))
      yield views.map(({ deviceType, viewedAt, location, address }) => [
        devices[deviceType] ?? deviceType,
        dayAt(viewedAt),
        clockIn('en', viewedAt),
        place(location),
        address,
      ])
  })()
  return csvAnswer(`${drive.slug}-views`, heads, pages)
}
