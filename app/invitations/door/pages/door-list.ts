import { data } from 'react-router'
import { listFile } from '#app/invitations/door/paper.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/door-list.ts'

/** Serves the guests by name with boxes to tick, for a door without a phone. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const gathering = context.get(gatheringContext)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext), whole: gathering.managed }
  const wanted = { gathering, personId: context.get(personContext)!.id, query: url.searchParams }
  const file = await listFile(db, { ...wanted, ...reader })
  if (!file) throw data(null, { status: 404 })
  return file
}
