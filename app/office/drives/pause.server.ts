import { record } from '#app/features/audit/audit.server.ts'
import type { Actor } from '#app/features/audit/audit.ts'
import type { Status } from '#app/features/drives/drive.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { says } from './office.ts'

type Decision = { by: Actor; why: string }

/** Pauses a drive: visitors don't find it, and its owner, who reads why, can't set it active. */
export const pauseDrive = (db: Db, slug: string, { by, why }: Decision): Promise<void> =>
  deciding(db, slug, by, async (tx, drive) => {
    if (drive.stopped_at) throw new Refusal(says.meanwhile)
    const status = drive.status === 'active' ? 'paused' : drive.status
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: new Date(), stopped_why: why, stopped_from: drive.status, updated_at: new Date() })
      .where('id', '=', drive.id)
      .execute()
    const [before, after] = [{ status: drive.status }, { status, paused: true }]
    await record(tx, { by, act: 'drive paused', noun: 'drive', subject: drive.id, before, after, why })
  })

/** Opens it again, as it was: what its owner has completed meanwhile stays completed. */
export const openDrive = (db: Db, slug: string, { by, why }: Decision): Promise<void> =>
  deciding(db, slug, by, async (tx, drive) => {
    if (!drive.stopped_at) throw new Refusal(says.meanwhile)
    const status = drive.stopped_from === 'active' && drive.status === 'paused' ? 'active' : drive.status
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: null, stopped_why: '', stopped_from: null, updated_at: new Date() })
      .where('id', '=', drive.id)
      .execute()
    const [before, after] = [{ status: drive.status, paused: true }, { status }]
    await record(tx, { by, act: 'drive opened', noun: 'drive', subject: drive.id, before, after, why })
  })

type Locked = { id: string; user_id: string; status: Status; stopped_at: Date | null; stopped_from: string | null }

/** The lock on its row closes the race with its owner, who sets a status at this moment, and with another administrator. */
async function deciding(db: Db, slug: string, by: Actor, decide: (tx: Tx, drive: Locked) => Promise<void>) {
  await db.transaction().execute(async (tx) => {
    const drive = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select(['id', 'user_id', 'status', 'stopped_at', 'stopped_from'])
      .forUpdate()
      .executeTakeFirst()
    if (!drive) throw new Refusal(says.missing, { status: 404 })
    if (drive.user_id === by.id) throw new Refusal(says.own, { status: 403 })
    await decide(tx, drive)
    await enqueue(tx, 'mail-stopped', { driveId: drive.id }, { key: drive.id })
    await tell(tx, `drive:${drive.id}`)
    await tell(tx, 'office:desk')
    await tell(tx, `person:${drive.user_id}`)
  })
}
