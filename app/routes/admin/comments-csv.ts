import { heldAsked } from '#app/office/comments/held.server.ts'
import { heldCsv } from '#app/office/comments/held-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/comments-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = heldAsked(url.searchParams)
  return heldCsv(db, asked, { words: context.get(wordsContext), language: context.get(languageContext) })
}
