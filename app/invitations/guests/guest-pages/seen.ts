import { isOfPage, oneDot } from '#app/drives/views/report.server.ts'
import { noteSeen } from '#app/invitations/guests/wishes.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/seen.ts'

/** The dot on a guest's page, which records the day of the first visit. Crawlers and hosts do not count. */
export async function loader({ request, params: { link }, context }: Route.LoaderArgs) {
  if (isOfPage(request)) await noteSeen(db, link, context.get(personContext)?.id ?? null)
  return oneDot()
}
