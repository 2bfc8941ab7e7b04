import { sql } from 'kysely'
import { isGuestListed, listGuest } from '#app/invitations/guests/add.server.ts'
import { lockGuest } from '#app/invitations/guests/host.server.ts'
import { guestNameMax } from '#app/invitations/guests/invitation.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { type ActivityKind, activityTexts } from './line.ts'
import { columnOf, untiedThing } from './things.server.ts'

// A host's corrections of the guests to whom gifts and pledges belong.

type Which = { kind: ActivityKind; id: string }

/** Ties a gift, a pledge or a visit to this guest. */
export const tieByHand = (db: Db, mine: Hosting, guest: string, which: Which): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, guest)
    if (!(await untiedThing(tx, gathering.id, which))) throw new Refusal(activityTexts.thingMissing, { status: 409 })
    await tieTo(tx, guest, which)
  })

/** Ties a thing, also one that was untied before. If two hosts tie it at once, the second is refused. */
async function tieTo(tx: Tx, guest: string, { kind, id }: Which): Promise<void> {
  const column = sql.ref(columnOf[kind])
  const type = sql.raw(kind === 'visit' ? 'uuid' : 'bigint')
  const { numAffectedRows } = await sql`insert into supporter_ties (supporter_id, ${column}, how)
    values (${guest}, ${id}::${type}, 'host')
    on conflict (${column}) do update set supporter_id = excluded.supporter_id, how = 'host', untied_at = null, at = now()
      where supporter_ties.untied_at is not null`.execute(tx)
  if (numAffectedRows !== 1n) throw new Refusal(activityTexts.thingMissing, { status: 409 })
}

/** Unties a thing that did not come from this guest. */
export const untie = (db: Db, mine: Hosting, guest: string, tie: number): Promise<void> =>
  changingGathering(db, mine, async (tx, gathering) => {
    await lockGuest(tx, gathering.id, guest)
    const { numUpdatedRows } = await tx
      .updateTable('supporter_ties')
      .set({ untied_at: sql<Date>`now()` })
      .where('id', '=', tie)
      .where('supporter_id', '=', guest)
      .where('untied_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(activityTexts.tieMissing, { status: 409 })
  })

/** Adds the giver to the guest list, with the gift. A giver whose number is on the list is not added twice. */
export const listGiver = (db: Db, mine: Hosting, which: Which): Promise<{ id: string }> =>
  changingGathering(db, mine, async (tx, gathering) => {
    const thing = await untiedThing(tx, gathering.id, which)
    if (!thing?.name || which.kind === 'visit') throw new Refusal(activityTexts.thingMissing, { status: 409 })
    const { phone, email } = thing
    const known = phone && (await isGuestListed(tx, gathering.id, phone))
    const person = { name: oneLine(thing.name).slice(0, guestNameMax).trim(), phone, email }
    const { id } = known || (await listGuest(tx, gathering.id, person, which.kind === 'pledge' ? 'pledge' : 'gift'))
    await tieTo(tx, id, which)
    return { id }
  })
