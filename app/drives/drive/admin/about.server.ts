import type { About } from '#app/admin/decision.server.ts'
import type { Status } from '#app/drives/drive/drive.ts'
import { Refusal } from '#app/kit/says.ts'
import { tell } from '#app/platform/live/live.server.ts'
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
