import { payoutsCsv } from '#app/features/payouts/payouts-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/payouts-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  payoutsCsv(db, {
    drive: context.get(driveContext),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
