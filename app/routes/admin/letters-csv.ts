import { lettersAsked } from '#app/office/letters/letters.server.ts'
import { lettersCsv } from '#app/office/letters/letters-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/letters-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = lettersAsked(url.searchParams)
  return lettersCsv(db, asked, { words: context.get(wordsContext), language: context.get(languageContext) })
}
