import { data } from 'react-router'
import { namedAnswer } from '#app/invitations/cards/pictures.server.ts'
import { guestsCard } from '#app/invitations/guests/card-told.server.ts'
import { foundBy } from '#app/invitations/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/own-card.ts'

/** Serves a guest's card with their name, or their card of thanks. */
export async function loader({ params: { link }, url, context }: Route.LoaderArgs) {
  const { address } = context.get(askedContext)
  const found = await foundBy(await guestsCard(db, link), address)
  const shown = url.pathname.endsWith('/thanks.jpg') ? found?.thanks : found
  if (!shown) throw data(null, { status: 404 })
  return namedAnswer(shown.card, shown.guest, address)
}
