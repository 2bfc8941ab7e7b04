import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { changingDrive, type Mine } from '#app/drives/drive/manage.server.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { asRead, editsBetween, wrongWord } from './code.ts'
import { codesOf } from './codes.server.ts'
import { codeRefusals } from './word.ts'

/** The most words one drive may have had: enough to mend a slip, too few to keep others from good ones. */
const mostWords = 5

/**
 * Gives the drive a word, or another one, or none. Each it ever had keeps leading to it. Refuses a word that another drive
 * has or had, and one that is a single slip away from it: money would go to the other drive.
 */
export const setWord = (db: Db, mine: Mine, word: string | null, by: Actor): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, { id }) => {
    const { word: before } = await codesOf(tx, id)
    if (before === word) return
    if (word) await refuseWrong(tx, id, word)
    await tx
      .updateTable('drive_codes')
      .set({ retired_at: new Date() })
      .where('fund_drive_id', '=', id)
      .where('kind', '=', 'word')
      .where('retired_at', 'is', null)
      .execute()
    if (word) await share(tx, id, word)
    await record(tx, { by, act: 'word chosen', noun: 'code', subject: id, before: { word: before }, after: { word } })
  })

async function refuseWrong(tx: Tx, driveId: string, word: string): Promise<void> {
  const wrong = wrongWord(word)
  if (wrong) throw refused(codeRefusals[wrong])
  // Words are chosen one after the other: of two that are near each other and chosen at once, neither would see the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('words of drives', 0))`.execute(tx)
  const rows = await tx
    .selectFrom('drive_codes')
    .where('kind', '=', 'word')
    .where(sql<number>`length(code)`, 'in', [word.length - 1, word.length, word.length + 1])
    .select(['code', 'fund_drive_id as driveId'])
    .execute()
  const far = rows.filter((row) => row.driveId !== driveId).map(({ code }) => editsBetween(asRead(code), asRead(word)))
  if (far.includes(0)) throw refused(codeRefusals.taken)
  if (far.includes(1)) throw refused(codeRefusals.near)
}

/** Shares a word, also one that the drive had before. */
async function share(tx: Tx, driveId: string, word: string): Promise<void> {
  const words = await tx
    .selectFrom('drive_codes')
    .where('fund_drive_id', '=', driveId)
    .where('kind', '=', 'word')
    .select('code')
    .execute()
  const known = words.find(({ code }) => asRead(code) === asRead(word))
  if (known)
    return void (await tx.updateTable('drive_codes').set({ retired_at: null }).where('code', '=', known.code).execute())
  if (words.length >= mostWords) throw refused(codeRefusals.many)
  await tx.insertInto('drive_codes').values({ code: word, fund_drive_id: driveId, kind: 'word' }).execute()
}

const refused = (why: Words) => new Refusal(why, { status: 422, field: 'word' })
