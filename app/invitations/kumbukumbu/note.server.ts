import { supporterAt } from '#app/invitations/guests/guest.server.ts'
import { invitationTexts as guestSays } from '#app/invitations/guests/invitation.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'

// A household's rights in the book of their host: to know that they are in it, and to leave it. They never read it.

/** True if the host of this guest keeps a note of them. */
export const isRemembered = async (db: Db, supporterId: string): Promise<boolean> =>
  (await db.selectFrom('remembered').where('supporter_id', '=', supporterId).select('id').executeTakeFirst()) !==
  undefined

/** Takes the guest who holds this link out of the book. A second request succeeds as well. */
export const removeNote = (db: Db, link: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const supporter = isLink(link) ? await supporterAt(tx, link) : undefined
    if (!supporter) throw new Refusal(guestSays.missing, { status: 404 })
    const gone = await tx
      .deleteFrom('remembered')
      .where('supporter_id', '=', supporter.id)
      .returning('user_id as owner')
      .execute()
    for (const { owner } of gone) await tell(tx, `person:${owner}`)
  })
