import { statementCsv } from '#app/features/ledger/statement-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/statement-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  statementCsv(db, {
    drive: context.get(driveContext),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
