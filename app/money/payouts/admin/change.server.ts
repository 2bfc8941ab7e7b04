import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { record, recordAccess } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { changeTexts } from '#app/money/payouts/change.ts'
import { changesRead, dropIt, letThrough, lockedChange, type MoneyChange } from '#app/money/payouts/changes.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'

// Changes of who must agree to a drive's withdrawals to which a treasurer has objected: an administrator lets them through or drops them.

export const heldChanges: TasksWaiting = {
  from: sql`money_changes where state = 'held'`,
  oldest: sql`select c.id::text, c.held_at as at, d.title
    from money_changes c join fund_drives d on d.id = c.fund_drive_id
    where c.state = 'held' order by c.held_at`,
}

/** Reads a change for the administrator who decides; 404 if there is none. Looking at it is logged, as it names people. */
export async function changeToDecide(db: Db, number: string | undefined, by: Actor) {
  const change = await changesRead(db).where('c.id', '=', numberIn(number)).executeTakeFirst()
  if (!change) throw data(null, { status: 404 })
  await recordAccess(db, { by, noun: 'drive', subject: change.driveId })
  return { change, own: await mayManage(db, by.id, change.driveId, 'read') }
}

/** A change with its drive and wallet locked, of a drive that the administrator neither owns nor helps. */
const held: About<number, { id: string; change: MoneyChange }> = {
  noun: 'drive',
  at: ({ params }) => numberIn(params.change),
  async find(tx, number, by) {
    const change = await lockedChange(tx, number)
    if (!change) throw new Refusal(changeTexts.missing, { status: 404 })
    if (await mayManage(tx, by.id, change.driveId, 'read')) throw new Refusal(changeTexts.involved, { status: 403 })
    if (change.state !== 'held') throw new Refusal(changeTexts.notHeld)
    return { id: change.driveId, change }
  },
  after: (tx, { id }) => tell(tx, `drive:${id}`),
}

const deciding = {
  page: () => '/admin',
  done: changeTexts.through,
  failed: { title: msg`Failed to decide about the change`, tone: 'bad' as const },
}

/** Lets a change through that is held, or drops it. All whom it is about read the reason. */
export const decideChange = decision({
  of: held,
  act: null,
  words: deciding,
  form: decisionForm.extend({ what: z.enum(['through', 'drop']) }),
  async run(tx, { id, change }, { by, why, what }) {
    await (what === 'through' ? letThrough : dropIt)(tx, change, { by: by.id, why })
    const act = what === 'through' ? 'change let through' : 'change dropped'
    const after = { change: change.id, changes: change.kind }
    await record(tx, { by, act, noun: 'drive', subject: id, after, why })
    return { says: what === 'through' ? changeTexts.through : changeTexts.droppedByUs }
  },
})
