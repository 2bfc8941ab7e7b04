import { recordLook } from '#app/features/audit/audit.server.ts'
import { logAskedIn } from '#app/features/audit/log.server.ts'
import { foundIn } from '#app/features/audit/log.ts'
import { logCsv } from '#app/features/audit/log-csv.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/audit-csv.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = logAskedIn(url.searchParams)
  await recordLook(db, { by: actorIn(context), act: 'exported', noun: 'audit log', found: foundIn(asked) })
  return logCsv(db, { asked, words: context.get(wordsContext), language: context.get(languageContext) })
}
