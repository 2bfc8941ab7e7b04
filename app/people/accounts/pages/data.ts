import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { everythingAbout } from '#app/privacy/export.server.ts'
import type { Route } from './+types/data.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const all = await everythingAbout(db, context.get(personContext)!.id)
  return new Response(JSON.stringify({ exportedAt: new Date(), ...all }, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="harambee-my-data.json"',
      'cache-control': 'private, no-store',
    },
  })
}
