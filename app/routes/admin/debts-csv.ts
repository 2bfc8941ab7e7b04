import { debtsAsked } from '#app/office/payouts/debts.server.ts'
import { debtsCsv } from '#app/office/payouts/debts-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/debts-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  debtsCsv(db, {
    asked: debtsAsked(url.searchParams),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
