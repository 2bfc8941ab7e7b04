import { logAskedIn } from '#app/office/audit/log.server.ts'
import { logCsv } from '#app/office/audit/log-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/audit-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = logAskedIn(url.searchParams)
  return logCsv(db, { asked, words: context.get(wordsContext), language: context.get(languageContext) })
}
