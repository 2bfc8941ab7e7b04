import { reportCsv } from '#app/office/books/report-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/revenue-sales-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  reportCsv(db, { query: url.searchParams, page: 'sales', words: context.get(wordsContext) })
