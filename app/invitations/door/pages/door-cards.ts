import { data } from 'react-router'
import { cardsFile } from '#app/invitations/door/paper.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/door-cards.ts'

/** Serves passes on paper: cards to cut out. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const personId = context.get(personContext)!.id
  const origin = namedOrigin(context.get(askedContext))
  const wanted = { gathering: context.get(gatheringContext), personId, query: url.searchParams, origin }
  const file = await cardsFile(db, wanted)
  if (!file) throw data(null, { status: 404 })
  return file
}
