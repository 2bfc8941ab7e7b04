import { recordLook } from '#app/features/audit/audit.server.ts'
import { disputesAsked, disputesFound } from '#app/features/payments/office/disputes.server.ts'
import { disputesCsv } from '#app/features/payments/office/disputes-csv.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/disputes-csv.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const wanted = disputesAsked(url.searchParams)
  const found = disputesFound(wanted.filter)
  await recordLook(db, { by: actorIn(context), act: 'exported', noun: 'dispute', found })
  return disputesCsv(db, { wanted, words: context.get(wordsContext), language: context.get(languageContext) })
}
