import { sql } from 'kysely'
import { supporterAt } from '#app/invitations/guests/guest.server.ts'
import { type InvitationReportReason, invitationTexts } from '#app/invitations/guests/invitation.ts'
import { tellGuestPages } from '#app/invitations/guests/kept-guest.server.ts'
import { isLink } from '#app/invitations/guests/link.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { shortAddress } from '#app/platform/http/network-address.server.ts'
import { tell } from '#app/platform/live/live.server.ts'

// A guest's wishes: no more messages, or a report to the admins. Also the day on which they first opened their page.

async function holderOf(db: Db, link: string) {
  const supporter = isLink(link) ? await supporterAt(db, link) : undefined
  if (!supporter) throw new Refusal(invitationTexts.missing, { status: 404 })
  return supporter
}

/** Stops the guest's messages, or starts them again. Changes of an occasion to which they said Yes or Maybe are mailed all the same. */
export async function setQuiet(db: Db, link: string, quiet: boolean): Promise<void> {
  const { id, gathering_id } = await holderOf(db, link)
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('supporters')
      .set({ quiet_at: quiet ? sql<Date>`coalesce(quiet_at, now())` : null })
      .where('id', '=', id)
      .execute()
    await tell(tx, `gathering:${gathering_id}`)
    await tellGuestPages(tx, [id])
  })
}

/** Records the first day on which a guest opened their page, unless the host opened it. Never records how often. */
export async function noteSeen(db: Db, link: string, personId: string | null): Promise<void> {
  const supporter = isLink(link) ? await supporterAt(db, link) : undefined
  if (!supporter || supporter.seen_on) return
  await db.transaction().execute(async (tx) => {
    const noted = await tx
      .updateTable('supporters')
      .set({ seen_on: sql<Date>`(now() at time zone 'Africa/Nairobi')::date` })
      .where('id', '=', supporter.id)
      .where('seen_on', 'is', null)
      .where(sql<boolean>`not coalesce(may_host(gathering_id, ${personId}::uuid), false)`)
      .executeTakeFirst()
    if (noted.numUpdatedRows === 0n) return
    await tell(tx, `gathering:${supporter.gathering_id}`)
    await tellGuestPages(tx, [supporter.id])
  })
}

/** Reports an invitation to the admins. The host is not told who did. */
export async function report(
  db: Db,
  link: string,
  { reason, words, address }: { reason: InvitationReportReason; words: string; address: string },
): Promise<void> {
  const { id, gathering_id } = await holderOf(db, link)
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('guest_reports')
      .values({ gathering_id, supporter_id: id, reason, words, network: shortAddress(address) })
      .execute()
    await tell(tx, 'office:desk')
  })
}

/** Records when a guest was first sent their card. */
export async function noteSent(tx: Db | Tx, supporterId: string, now: Date): Promise<void> {
  await tx
    .updateTable('supporters')
    .set({ sent_at: sql<Date>`coalesce(sent_at, ${now})` })
    .where('id', '=', supporterId)
    .execute()
  await tellGuestPages(tx, [supporterId])
}
