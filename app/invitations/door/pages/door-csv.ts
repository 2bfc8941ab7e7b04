import { arrivalsFile } from '#app/invitations/door/doors-page.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/door-csv.ts'

/** Serves all events at the doors as a spreadsheet. */
export function loader({ context }: Route.LoaderArgs) {
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  return arrivalsFile(db, context.get(gatheringContext), reader)
}
