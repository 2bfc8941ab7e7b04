import { breaksCsv } from '#app/office/books/breaks-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/differences-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  breaksCsv(db, { query: url.searchParams, words: context.get(wordsContext), language: context.get(languageContext) })
