import { statementCsv } from '#app/features/ledger/statement-csv.server.ts'
import { spanIn } from '#app/features/ledger/statement-period.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/statement-csv.ts'
import { driveContext } from './context.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  statementCsv(db, {
    drive: context.get(driveContext),
    span: spanIn(url.searchParams),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
