import { recordLook } from '#app/features/audit/audit.server.ts'
import { askedIn, foundBy } from '#app/features/drives/office/drives.server.ts'
import { drivesCsv } from '#app/features/drives/office/drives-csv.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/fund-drives-csv.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = askedIn(url.searchParams)
  await recordLook(db, { by: actorIn(context), act: 'exported', noun: 'drive', found: foundBy(asked) })
  return drivesCsv(db, asked, { words: context.get(wordsContext), language: context.get(languageContext) })
}
