import { type About, decision } from '#app/admin/decision.server.ts'
import type { Status } from '#app/drives/drive/drive.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { hidingRecorded, opening, pausing, showingRecorded } from './decisions.ts'
import { driveDecisionTexts } from './drive-admin.ts'

type Found = {
  id: string
  user_id: string
  status: Status
  stopped_at: Date | null
  stopped_from: string | null
  hidden_at: Date | null
}

/** Another person's drive. It is not locked: each decision locks what it changes. Open pages are notified. */
export const drive: About<string, Found> = {
  noun: 'drive',
  at: ({ params }) => params.slug!,
  async find(tx, slug, by) {
    const found = await tx
      .selectFrom('fund_drives')
      .where('slug', '=', slug)
      .select(['id', 'user_id', 'status', 'stopped_at', 'stopped_from', 'recorded_hidden_at as hidden_at'])
      .executeTakeFirst()
    if (!found) throw new Refusal(driveDecisionTexts.missing, { status: 404 })
    if (found.user_id === by.id) throw new Refusal(driveDecisionTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id, user_id: ownerId }) {
    await tell(tx, `drive:${id}`)
    await tell(tx, 'office:desk')
    await tell(tx, `person:${ownerId}`)
  },
}

/** A drive locked against a race with its owner, who sets a status at this moment, and with another administrator. */
export const lockedDriveForAdmin: typeof drive = {
  ...drive,
  async find(tx, slug, by) {
    await tx.selectFrom('fund_drives').where('slug', '=', slug).select('id').forUpdate().execute()
    return drive.find(tx, slug, by)
  },
}

/** Pauses a drive: visitors don't find it, and its owner, who reads why, can't set it active. */
export const pauseDrive = decision({
  of: lockedDriveForAdmin,
  act: 'drive paused',
  words: pausing,
  async run(tx, { id, status: before, stopped_at: stoppedAt }, { why }) {
    if (stoppedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    const status = before === 'active' ? 'paused' : before
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: new Date(), stopped_why: why, stopped_from: before, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'mail-stopped', { driveId: id }, { key: id })
    return { before: { status: before }, after: { status, paused: true } }
  },
})

/** Opens it again, as it was: what its owner has completed meanwhile stays completed. */
export const openDrive = decision({
  of: lockedDriveForAdmin,
  act: 'drive opened',
  words: opening,
  async run(tx, { id, status: before, stopped_at: stoppedAt, stopped_from: stoppedFrom }) {
    if (!stoppedAt) throw new Refusal(driveDecisionTexts.meanwhile)
    const status = stoppedFrom === 'active' && before === 'paused' ? 'active' : before
    await tx
      .updateTable('fund_drives')
      .set({ status, stopped_at: null, stopped_why: '', stopped_from: null, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await enqueue(tx, 'mail-stopped', { driveId: id }, { key: id })
    return { before: { status: before, paused: true }, after: { status } }
  },
})

/** Hides what was recorded by hand from visitors: from the bar, and its list. Its owner reads why, and can't show it. */
export const hideRecorded = decision({
  of: lockedDriveForAdmin,
  act: 'recorded hidden',
  words: hidingRecorded,
  run: (tx, drive, { why }) => setHidden(tx, drive, why),
})

/** Shows it again; where its owner hides it from the bar, it stays off the bar. */
export const showRecorded = decision({
  of: lockedDriveForAdmin,
  act: 'recorded shown',
  words: showingRecorded,
  run: (tx, drive) => setHidden(tx, drive, null),
})

async function setHidden(tx: Tx, drive: { id: string; hidden_at: Date | null }, why: string | null) {
  const recordedHidden = why !== null
  if ((drive.hidden_at !== null) === recordedHidden) throw new Refusal(driveDecisionTexts.meanwhile)
  await tx
    .updateTable('fund_drives')
    .set({
      recorded_hidden_at: recordedHidden ? new Date() : null,
      recorded_hidden_why: why ?? '',
      updated_at: new Date(),
    })
    .where('id', '=', drive.id)
    .execute()
  await enqueue(tx, 'mail-recorded-hidden', { driveId: drive.id }, { key: drive.id })
  return { before: { recordedHidden: !recordedHidden }, after: { recordedHidden } }
}
