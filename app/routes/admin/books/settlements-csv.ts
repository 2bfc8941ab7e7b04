import { settlementsCsv } from '#app/office/books/settlements-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/settlements-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  settlementsCsv(db, {
    query: url.searchParams,
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
