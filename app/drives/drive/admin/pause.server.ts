import { decision } from '#app/admin/decision.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { lockedDriveForAdmin } from './about.server.ts'
import { opening, pausing } from './decisions.ts'
import { driveDecisionTexts } from './drive-admin.ts'

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
