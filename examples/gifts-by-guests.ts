import { countArrived } from '#app/group/pledges/count.server.ts'
import { writePledge } from '#app/group/pledges/pledge.server.ts'
import { tieByHand, tieByLink } from '#app/invitations/activity/tie.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { uuidOf } from '#app/platform/jobs/sent-once.server.ts'
import { dayIn } from './days.ts'
import { give } from './gifts-and-withdrawals.ts'
import type { ExamplePledge } from './guests.ts'
import { guestsOf, type Of } from './of-gathering.ts'

// What guests of the examples promised to a drive, written down by its owner. Whose number is on the list is found by it; the
// others are tied by the host, and who gave by their own link by that.

export async function takePledge(db: Db, of: Of, { guest, shillings, due, paid }: ExamplePledge): Promise<void> {
  const { mine } = of
  const driveId = of.driveId!
  const { id, phone, link } = (await guestsOf(db, of))(guest)
  const whose = { driveId, by: mine.personId, name: guest, phone, email: null, anonymous: false, agreed: false }
  const clientKey = uuidOf(`${driveId} pledge ${guest}`)
  const promised = { amount: shillings * 100, dueOn: dayIn(due), source: 'organiser', clientKey } as const
  const pledge = await db.transaction().execute((tx) => writePledge(tx, { ...whose, ...promised }))
  if (!phone) await tieByHand(db, mine, id, { kind: 'pledge', id: String(pledge.id) })
  if (!paid) return
  const gift = await db.transaction().execute((tx) => give(tx, driveId, [0.1, shillings, guest, paid], pledge.id))
  await countArrived(db, gift)
  await tieByLink(db, link, { payment: gift.reference })
}
