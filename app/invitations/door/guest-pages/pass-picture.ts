import { data } from 'react-router'
import { passOf, qrPicture } from '#app/invitations/door/pass.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import type { Route } from './+types/pass-picture.ts'

/** Serves the code of a pass as a picture, to keep or print. */
export async function loader({ params: { link, no }, context }: Route.LoaderArgs) {
  const pass = await passOf(db, link, noIn(no), namedOrigin(context.get(askedContext)))
  if (!pass || pass.occasion.cancelled) throw data(null, { status: 404 })
  return new Response(await qrPicture(pass.text), { headers: { 'content-type': 'image/png' } })
}
