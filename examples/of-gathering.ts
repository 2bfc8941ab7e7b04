import type { Hosting } from '#app/invitations/occasions/gathering.server.ts'
import type { Db } from '#app/platform/db.server.ts'

/** An example's gathering while it is filled. `last`: the number of its last occasion. */
export type Of = { id: string; mine: Hosting; last: number; driveId: string | null }

/** Its guests, by their names. */
export async function guestsOf(db: Db, { id }: Of) {
  const rows = await db
    .selectFrom('supporters')
    .where('gathering_id', '=', id)
    .select(['id', 'name', 'link', 'phone'])
    .execute()
  return (name: string) => {
    const row = rows.find((one) => one.name === name)
    if (!row) throw new Error(`no example guest is called ${name}`)
    return row
  }
}
