import { sql } from 'kysely'
import { Refusal } from '#app/kit/says.ts'
import { uploadTexts as uploads } from '#app/kit/uploads.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { returnTries, takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { decoded } from '#app/platform/pictures/decoding.server.ts'
import { openDocument, sealDocument } from '#app/platform/settings/accepted-secrets.server.ts'
import { type PaperListed, type Purpose, paperMost, paperTexts, warnedDays } from './paper.ts'

// Photos of papers. They lie sealed in the database, never with the pictures of drives; only administrators open them, one at a time.

type Added = { driveId: string; by: string; purpose: Purpose; photo: File; key?: string | undefined }

/**
 * Adds a photo to the papers of a drive: encoded again, so that nothing of the file but its pixels is kept, and sealed. The same form
 * again adds nothing; with another photo it needs a new key.
 */
export async function addPaper(db: Db, { driveId, by, purpose, photo, key }: Added): Promise<void> {
  const before = key ? await paperOfForm(db, driveId, key) : undefined
  if (!before) await refuseMany(db, driveId)
  const limits = [{ name: 'papers', key: driveId, times: paperMost.aDay, seconds: 86_400 }]
  await takeTry(limits, paperTexts.manyToday)
  try {
    const jpeg = await smallPhoto(photo)
    const bytes = sealDocument(purposeOfSeal(driveId, purpose), jpeg)
    const isNew = await inOneGo(db, async (tx) => {
      // The lock: of two photos at once the second must see the first one, or both would be the last that fits, or be one form's.
      await tx.selectFrom('fund_drives').where('id', '=', driveId).select('id').forNoKeyUpdate().executeTakeFirst()
      if (key && (await wasAdded(tx, { driveId, key, purpose, jpeg }))) return false
      await refuseMany(tx, driveId)
      const row = { fund_drive_id: driveId, purpose, bytes, uploaded_by: by, form_key: key ?? null }
      await tx.insertInto('papers').values(row).execute()
      await tell(tx, 'office:desk')
      return true
    })
    if (!isNew) await returnTries(limits)
  } catch (error) {
    if (error instanceof Refusal) await returnTries(limits)
    throw error
  }
}

const paperOfForm = (db: Db | Tx, driveId: string, key: string) =>
  db
    .selectFrom('papers')
    .where('fund_drive_id', '=', driveId)
    .where('form_key', '=', key)
    .select(['purpose', 'bytes'])
    .executeTakeFirst()

/** Returns true if this form added just this photo before. Refuses a form that has another one now. */
async function wasAdded(
  tx: Tx,
  { driveId, key, purpose, jpeg }: Omit<Added, 'by' | 'photo' | 'key'> & { key: string; jpeg: Buffer },
) {
  const before = await paperOfForm(tx, driveId, key)
  if (!before) return false
  const kept = openDocument(purposeOfSeal(driveId, before.purpose), before.bytes)
  if (before.purpose !== purpose || !kept?.equals(jpeg)) throw usedForAnother(paperTexts.another)
  return true
}

/** A photo that is moved to another drive or purpose opens no more. */
const purposeOfSeal = (driveId: string, purpose: Purpose): string => `paper ${driveId} ${purpose}`

async function refuseMany(db: Db | Tx, driveId: string): Promise<void> {
  const { kept } = await db
    .selectFrom('papers')
    .where('fund_drive_id', '=', driveId)
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .executeTakeFirstOrThrow()
  if (kept >= paperMost.photos) throw new Refusal(paperTexts.many, { status: 422, field: 'photo' })
}

/** Returns the largest copy that is small enough to be kept. */
async function smallPhoto(file: File): Promise<Buffer> {
  const wish = { widths: [640, 1280, 1920], formats: ['jpg'] } as const
  const made = await decoded({ bytes: Buffer.from(await file.arrayBuffer()), ...wish })
  if (made === 'busy') throw new Refusal(uploads.busy, { status: 503, retryAfter: 10 })
  const copy = made === 'no-picture' ? undefined : made.copies.findLast(({ bytes }) => bytes.length <= paperMost.kept)
  if (!copy) throw new Refusal(uploads.notImage, { status: 422, field: 'photo' })
  return copy.bytes
}

const listed = ['p.id', 'p.purpose', 'p.created_at as at', 'p.delete_at as deleteAt'] as const

/** Lists the photos of a drive, oldest first, without their content. */
export const papersOf = (db: Db, driveId: string): Promise<PaperListed[]> =>
  db
    .selectFrom('papers as p')
    .where('p.fund_drive_id', '=', driveId)
    .select(listed)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .execute()

/** Reads what was seen of a drive, and when; null where it was not. */
export async function papersSeen(db: Db | Tx, driveId: string) {
  const row = await db.selectFrom('papers_seen').where('fund_drive_id', '=', driveId).selectAll().executeTakeFirst()
  return {
    identity: row?.identity_at ?? null,
    cause: row?.cause_at ?? null,
    causeWords: row?.cause_words ?? '',
    payee: row?.payee_at ?? null,
  }
}

/** Counts the papers that were seen, of three. */
export const paperNumber = ({ identity, cause, payee }: Record<Purpose, Date | null>): number =>
  [identity, cause, payee].filter((at) => at !== null).length

/** Deletes a photo for its owner. */
export const removePaper = (db: Db, driveId: string, paper: string): Promise<void> =>
  inOneGo(db, async (tx) => {
    const gone = await tx
      .deleteFrom('papers')
      .where('id', '=', paper)
      .where('fund_drive_id', '=', driveId)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal(paperTexts.missing, { status: 404 })
    await tell(tx, 'office:desk')
  })

/** Opens a photo of a drive. The caller records for whom. */
export async function paperOpened(tx: Tx, driveId: string, paper: string): Promise<{ purpose: Purpose; jpeg: Buffer }> {
  const row = await tx
    .selectFrom('papers')
    .where('id', '=', paper)
    .where('fund_drive_id', '=', driveId)
    .select(['purpose', 'bytes'])
    .executeTakeFirst()
  if (!row) throw new Refusal(paperTexts.missing, { status: 404 })
  const jpeg = openDocument(purposeOfSeal(driveId, row.purpose), row.bytes)
  if (!jpeg) throw new Refusal(paperTexts.locked)
  return { purpose: row.purpose, jpeg }
}

/** SQL: no administrator recorded a check since this photo `p` of the drive `d` was added. */
export const isUnseen = sql<boolean>`not exists (select from drive_checks c where c.kind = p.purpose
  and (c.fund_drive_id = d.id or c.user_id = d.user_id) and c.created_at >= p.created_at)`

/** Deletes photos after their 30 days, and tells owners of unseen ones three days before. Run by cron. */
export async function sweepPapers(db: Db): Promise<void> {
  await sql`delete from papers where delete_at <= now()`.execute(db)
  await inOneGo(db, async (tx) => {
    const { rows } = await sql<{ driveId: string }>`
      update papers set warned_at = now() where id in (
        select p.id from papers p join fund_drives d on d.id = p.fund_drive_id
        where p.warned_at is null and p.delete_at <= now() + ${warnedDays}::int * interval '1 day' and ${isUnseen}
        order by p.id limit 500 for update of p skip locked)
      returning fund_drive_id as "driveId"`.execute(tx)
    for (const driveId of new Set(rows.map((row) => row.driveId)))
      await enqueue(tx, 'mail-papers-go', { driveId }, { key: driveId })
  })
}
