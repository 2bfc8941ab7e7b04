import { guestsFile, guestsList } from '#app/invitations/guests/guests-list.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/guests-csv.ts'

/** Returns the list of guests as a file. The guard of these pages has recorded who exports it. */
export function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, managed, seesGifts } = context.get(gatheringContext)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  const asked = { ...guestsList.asked(url.searchParams, reader.words), gatheringId: id, whole: managed, seesGifts }
  return guestsFile(db, `${slug}-guests`, asked, reader)
}
