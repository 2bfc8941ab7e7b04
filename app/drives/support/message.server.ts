import { published } from '#app/drives/drive/active.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { type SupportMessageReason, supportMessageTexts } from './message.ts'

type Written = {
  /** The drive that is reported; null for a question. */
  slug: string | null
  reason: SupportMessageReason
  message: string
  email: string | null
  language: Language
  key?: string | undefined
}

/** Limits one network's support messages in an hour: a village reads one page, and few report it. */
export const supportMessageLimits = (address: string): Limit[] => [
  { name: 'support-message', key: address, times: 200, seconds: 3600 },
]

/** Files a support message and queues the mail that tells of it. A form that is sent twice files one message. */
export const writeSupportMessage = (db: Db, { slug, key, ...fields }: Written): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const driveId = slug === null ? null : await reportable(tx, slug)
    const once = onceOf(key, driveId, fields.reason, fields.message, fields.email)
    const filed = await tx
      .insertInto('support_messages')
      .values({ ...fields, fund_drive_id: driveId, once })
      .onConflict((same) => same.column('once').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!filed) return
    await enqueue(tx, 'mail-letter', { letterId: filed.id }, { key: String(filed.id) })
    await tell(tx, 'office:desk')
  })

/** A page can be reported as long as it exists, also when it is paused or has ended: it took money. */
async function reportable(db: Db, slug: string): Promise<string> {
  const drive = await published(db, slug)
  if (!drive) throw new Refusal(supportMessageTexts.driveMissing, { status: 404 })
  return drive.id
}

/** The title of a drive that can be reported; null where there is none. */
export const reportedTitle = async (db: Db, slug: string): Promise<string | null> =>
  (await published(db, slug))?.title ?? null
