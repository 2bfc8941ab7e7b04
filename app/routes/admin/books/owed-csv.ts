import { owedCsv } from '#app/office/books/owed-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/owed-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  owedCsv(db, { query: url.searchParams, words: context.get(wordsContext) })
