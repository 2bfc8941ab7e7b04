import { activeDrive } from '#app/drives/drive/active.server.ts'
import { countSeen } from '#app/drives/views/report.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/seen.ts'

/** The picture of one empty dot that browsers without a script load: their visit counts like any other. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const drive = await activeDrive(db, params.slug)
  return countSeen(db, drive?.id, { request, context }, context.get(personContext))
}
