import { giftsAsked } from '#app/office/payments/gifts.server.ts'
import { giftsCsv } from '#app/office/payments/gifts-csv.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/donations-csv.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  const wanted = giftsAsked(url.searchParams)
  return giftsCsv(db, { wanted, words: context.get(wordsContext), language: context.get(languageContext) })
}
