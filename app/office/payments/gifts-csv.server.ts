import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { channelWords } from '#app/features/donations/donation.ts'
import { type Cell, csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { type Gift, standingOf } from './gift.ts'
import { type AskedGifts, giftsFor } from './gifts.server.ts'

const heads = [
  ...[msg`Date`, msg`Fund drive`, msg`Donor`, msg`Anonymous to others`, msg`Email`, msg`Amount (KSH)`],
  ...[msg`Refunded (KSH)`, msg`Channel`, msg`State`, msg`Reference`, msg`Provider’s number`],
]

type Wanted = { wanted: AskedGifts; words: I18n; language: Language }

/** The gifts that the page shows, all of them, as a table for a spreadsheet. Amounts are numbers, in shillings. */
export function giftsCsv(db: Db, { wanted, words, language }: Wanted): Response {
  const line = (gift: Gift): Cell[] => [
    ...[momentIn(language, gift.at), gift.drive?.title ?? '', gift.name, gift.anonymous ? words._(msg`Yes`) : ''],
    ...[gift.email, gift.amount / 100, gift.reversed / 100],
    ...[gift.channel ? words._(channelWords[gift.channel]) : '', words._(standingOf(gift).words)],
    ...[gift.reference, gift.providerId ?? ''],
  ]
  async function* pages(): AsyncGenerator<Cell[][]> {
    const page = (after: string | null) => giftsFor(db, { ...wanted, asked: { ...wanted.asked, after } }, 1000)
    for await (const gifts of allPages(page)) yield gifts.map(line)
  }
  return csvAnswer(
    'donations',
    heads.map((head) => words._(head)),
    pages(),
  )
}
