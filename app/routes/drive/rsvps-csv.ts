import { visitsCsv } from '#app/features/visits/visits-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/rsvps-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context, url: { searchParams } }: Route.LoaderArgs) =>
  visitsCsv(db, {
    drive: context.get(driveContext),
    filter: { group: searchParams.get('status'), day: searchParams.get('day') },
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
