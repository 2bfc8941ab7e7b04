import { decision } from '#app/admin/decision.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { lockedDriveForAdmin } from './about.server.ts'
import { hidingRecorded, showingRecorded } from './decisions.ts'
import { driveDecisionTexts } from './drive-admin.ts'

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
