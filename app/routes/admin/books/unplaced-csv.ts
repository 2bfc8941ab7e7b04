import { unplacedCsv } from '#app/office/payments/unplaced-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/unplaced-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  unplacedCsv(db, { query: url.searchParams, words: context.get(wordsContext), language: context.get(languageContext) })
