import { recordLook } from '#app/features/audit/audit.server.ts'
import { giftsAsked, howFound } from '#app/features/payments/office/gifts.server.ts'
import { giftsCsv } from '#app/features/payments/office/gifts-csv.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/donations-csv.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const wanted = giftsAsked(url.searchParams)
  const found = howFound(wanted.filter)
  await recordLook(db, { by: actorIn(context), act: 'exported', noun: 'donation', found })
  return giftsCsv(db, { wanted, words: context.get(wordsContext), language: context.get(languageContext) })
}
