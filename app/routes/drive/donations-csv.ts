import { askedIn } from '#app/features/donations/donations.server.ts'
import { donationsCsv } from '#app/features/donations/donations-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/donations-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  donationsCsv(db, {
    drive: context.get(driveContext),
    asked: askedIn(url.searchParams),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
