import { phoneIn } from '#app/kit/phone.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'

// Without words: commands of the operator need it.

/**
 * Takes whoever has this number out of all books, where an owner typed them, too. Gives how many households that were. An address
 * for mail is in no book: guests who have it leave the books with their lists.
 */
export async function forgetRemembered(db: Db, who: string): Promise<number> {
  const phone = phoneIn(who)
  if (!phone) return 0
  return inOneGo(db, async (tx) => {
    const gone = await tx.deleteFrom('remembered').where('phone', '=', phone).returning('user_id as owner').execute()
    for (const owner of new Set(gone.map((one) => one.owner))) await tell(tx, `person:${owner}`)
    return gone.length
  })
}
