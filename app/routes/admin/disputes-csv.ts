import { disputesAsked } from '#app/office/disputes/disputes.server.ts'
import { disputesCsv } from '#app/office/disputes/disputes-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/disputes-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const wanted = disputesAsked(url.searchParams)
  return disputesCsv(db, { wanted, words: context.get(wordsContext), language: context.get(languageContext) })
}
