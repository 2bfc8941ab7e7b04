import { data } from 'react-router'
import { arrivalsFile } from '#app/invitations/door/doors-page.server.ts'
import { cardsFile, listFile } from '#app/invitations/door/paper.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext, namedOrigin, wordsContext } from '#app/platform/request.server.ts'

// The door on paper, and what happened at it.

export const loader = loaders<Response | Promise<Response>>({
  'door/cards.pdf': cards,
  'door/list.pdf': guestList,
  'door/arrivals.csv': arrivals,
})

/** Serves passes on paper: cards to cut out. */
async function cards({ context, url }: LoaderArgs) {
  const personId = context.get(personContext)!.id
  const origin = namedOrigin(context.get(askedContext))
  const wanted = { gathering: context.get(gatheringContext), personId, query: url.searchParams, origin }
  const file = await cardsFile(db, wanted)
  if (!file) throw data(null, { status: 404 })
  return file
}

/** Serves the guests by name with boxes to tick, for a door without a phone. */
async function guestList({ context, url }: LoaderArgs) {
  const gathering = context.get(gatheringContext)
  const wanted = { gathering, personId: context.get(personContext)!.id, query: url.searchParams }
  const file = await listFile(db, { ...wanted, ...readerIn(context), whole: gathering.managed })
  if (!file) throw data(null, { status: 404 })
  return file
}

/** Serves all events at the doors as a spreadsheet. */
function arrivals({ context }: LoaderArgs) {
  return arrivalsFile(db, context.get(gatheringContext), readerIn(context))
}

const readerIn = (context: LoaderArgs['context']) => ({
  words: context.get(wordsContext),
  language: context.get(languageContext),
})
