import { fileFor } from '#app/invitations/guests/calendar.server.ts'
import { guestHere } from '#app/invitations/guests/link-limits.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/calendar.ts'

/** Returns the day as a file for the guest's own calendar, with nobody's name in it. */
export async function loader({ params: { link, no }, context }: Route.LoaderArgs) {
  const seen = await guestHere(db, link, context.get(askedContext).address)
  const file = seen && (await fileFor(db, seen, { link, no: noIn(no), now: new Date() }))
  if (!file) return new Response(null, { status: 404 })
  const disposition = 'attachment; filename="invitation.ics"'
  return new Response(file, {
    headers: { 'content-type': 'text/calendar; method=PUBLISH; charset=utf-8', 'content-disposition': disposition },
  })
}
