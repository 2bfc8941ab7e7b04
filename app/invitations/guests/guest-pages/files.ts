import { data } from 'react-router'
import { qrPicture } from '#app/base/pictures/qr.server.ts'
import { isOfPage, oneDot } from '#app/drives/views/report.server.ts'
import { passOf } from '#app/invitations/door/pass.server.ts'
import { noteSeen } from '#app/invitations/guests/answers/wishes.server.ts'
import { fileFor } from '#app/invitations/guests/calendar.server.ts'
import { guestHere } from '#app/invitations/guests/link-limits.server.ts'
import { noIn } from '#app/invitations/occasions/occasion.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { type LoaderArgs, loaders } from '#app/platform/form-action.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'

// Files of a guest's own page.

export const loader = loaders({ 'seen.gif': seen, 'calendar/:no': calendar, 'pass/:no.png': passCode })

/** The dot on a guest's page, which records the day of the first visit. Crawlers and hosts do not count. */
async function seen({ request, params: { link }, context }: LoaderArgs) {
  if (isOfPage(request)) await noteSeen(db, link!, context.get(personContext)?.id ?? null)
  return oneDot()
}

/** Returns the day as a file for the guest's own calendar, with nobody's name in it. */
async function calendar({ params: { link = '', no }, context }: LoaderArgs) {
  const guest = await guestHere(db, link, context.get(askedContext).address)
  const file = guest && (await fileFor(db, guest, { link, no: noIn(no), now: new Date() }))
  if (!file) return new Response(null, { status: 404 })
  const disposition = 'attachment; filename="invitation.ics"'
  return new Response(file, {
    headers: { 'content-type': 'text/calendar; method=PUBLISH; charset=utf-8', 'content-disposition': disposition },
  })
}

/** Serves the code of a pass as a picture, to keep or print. */
async function passCode({ params: { link = '', no }, context }: LoaderArgs) {
  const pass = await passOf(db, link, noIn(no), namedOrigin(context.get(askedContext)))
  if (!pass || pass.occasion.cancelled) throw data(null, { status: 404 })
  return new Response(await qrPicture(pass.text), { headers: { 'content-type': 'image/png' } })
}
