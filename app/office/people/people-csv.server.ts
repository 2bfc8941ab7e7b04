import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { roleNames } from '#app/features/people/role.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type PeopleAsked, peopleOf } from './people.server.ts'

const heads = [
  ...[msg`Full Name`, msg`Username`, msg`Email`, msg`Role`, msg`Verified`, msg`Suspended`],
  ...[msg`Fund Drives`, msg`Joined`, msg`Last seen`],
]
const [yes, no] = [msg`Yes`, msg`No`]

/** The people whom the page shows, as a table for a spreadsheet. */
export function peopleCsv(db: Db, asked: PeopleAsked, { words, language }: { words: I18n; language: Language }) {
  const said = (is: boolean) => words._(is ? yes : no)
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = async (after: string | null) => {
      const { people, next } = await peopleOf(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: people, next }
    }
    for await (const people of allPages(page))
      yield people.map((one) => [
        ...[one.fullName, one.username, one.email, words._(roleNames[one.role]), said(one.verified)],
        ...[said(one.suspended), one.drives, momentIn(language, one.joined), momentIn(language, one.seen)],
      ])
  }
  return csvAnswer(
    'people',
    heads.map((head) => words._(head)),
    pages(),
  )
}
