import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { statusNames } from '#app/features/drives/drive.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type DrivesAsked, drivesOf } from './drives.server.ts'
import { markNames, marksOf } from './office.ts'

const heads = [
  ...[msg`Title`, msg`Slug`, msg`Owner`, msg`Email`, msg`Status`, msg`Marks`, msg`Raised (KSH)`, msg`Goal (KSH)`],
  ...[msg`Donors`, msg`Views left`, msg`Created`],
]

/** The drives that the page shows, as a table for a spreadsheet. Amounts are numbers, in shillings. */
export function drivesCsv(db: Db, asked: DrivesAsked, { words, language }: { words: I18n; language: Language }) {
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { drives, next } = await drivesOf(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: drives, next }
    }
    for await (const drives of allPages(page))
      yield drives.map((one) => [
        ...[one.title, one.slug, one.owner.name, one.owner.email, words._(statusNames[one.status])],
        marksOf(one)
          .map((mark) => words._(markNames[mark]))
          .join(', '),
        ...[one.raised / 100, one.goal === null ? null : one.goal / 100, one.donors, one.viewsLeft],
        momentIn(language, one.created),
      ])
  }
  return csvAnswer(
    'fund-drives',
    heads.map((head) => words._(head)),
    pages(),
  )
}
