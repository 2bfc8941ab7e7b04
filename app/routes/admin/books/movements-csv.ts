import { movementsCsv } from '#app/office/books/movements-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/movements-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  movementsCsv(db, { query: url.searchParams, words: context.get(wordsContext) })
