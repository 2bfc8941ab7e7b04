import { data, redirect } from 'react-router'
import { placeOfWay } from '#app/money/payouts/replies.server.ts'
import { personContext, requirePerson } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import type { Route } from './+types/short-way.ts'

// The address in our texts to treasurers, where a whole one would leave no room: it leads on to the withdrawal or the changes.

export const middleware: Route.MiddlewareFunction[] = [requirePerson]

/**
 * Leads those on who may agree or object. Others find nothing, whatever the number.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const place = await placeOfWay(db, params.way, context.get(personContext)!.id)
  if (!place) return data(null, { status: 404 })
  throw redirect(place)
}

export default NotFound
