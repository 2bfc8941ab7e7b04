import { askedIn } from '#app/office/drives/drives.server.ts'
import { drivesCsv } from '#app/office/drives/drives-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/fund-drives-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = askedIn(url.searchParams)
  return drivesCsv(db, asked, { words: context.get(wordsContext), language: context.get(languageContext) })
}
