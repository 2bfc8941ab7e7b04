import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { channelWords } from './donation.ts'
import { type Asked, ownDonations } from './donations.server.ts'

const heads = [msg`Donor`, msg`Email`, msg`Amount (KES)`, msg`Refunded (KES)`, msg`Channel`, msg`Message`, msg`Date`]
const nobody = msg`Anonymous`

type Wanted = { drive: { id: string; slug: string }; asked: Asked; words: I18n; language: Language }

/** The gifts as a table for a spreadsheet, those that the page shows. Amounts are numbers, in shillings. */
export function donationsCsv(db: Db, { drive, asked, words, language }: Wanted): Response {
  async function* pages(): AsyncGenerator<Cell[][]> {
    let before: string | null = null
    do {
      const { donations, next } = await ownDonations(db, drive.id, { ...asked, before, limit: 1000 })
      yield donations.map((one) => [
        one.name ?? words._(nobody),
        one.email ?? '',
        one.amount / 100,
        one.reversed / 100,
        words._(channelWords[one.channel]),
        one.message,
        momentIn(language, one.at),
      ])
      before = next === null ? null : String(next)
    } while (before)
  }
  return csvAnswer(
    `${drive.slug}-donations`,
    heads.map((head) => words._(head)),
    pages(),
  )
}
