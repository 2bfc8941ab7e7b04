import { waitingIn } from '#app/office/payouts/list.server.ts'
import { payoutsListCsv } from '#app/office/payouts/list-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/withdrawal-requests-csv.ts'

export const loader = ({ context, url }: Route.LoaderArgs) =>
  payoutsListCsv(db, {
    name: 'withdrawal-requests',
    asked: waitingIn(url.searchParams),
    words: context.get(wordsContext),
    language: context.get(languageContext),
  })
