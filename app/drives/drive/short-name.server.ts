import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { driveTexts } from './drive-says.ts'
import { changingDrive, type Mine } from './manage.server.ts'
import { isReserved } from './slug.ts'

/** The most names one drive may have had: enough to mend a slip, too few to keep others from good ones. */
const mostNames = 10

/**
 * Gives the drive a short link, or another one, or none. Each it ever had keeps leading to it. Refuses a name of ours and
 * one that another drive has or had.
 */
export const setShortName = (db: Db, mine: Mine, name: string | null): Promise<void> =>
  changingDrive(db, mine, 'run', async (tx, { id }) => {
    if (name) await take(tx, id, name)
    await tx.updateTable('fund_drives').set({ short_name: name }).where('id', '=', id).execute()
  })

async function take(tx: Tx, driveId: string, name: string): Promise<void> {
  if (isReserved(name)) throw new Refusal(driveTexts.shortNameTaken, { status: 422, field: 'name' })
  const names = await tx.selectFrom('short_names').where('fund_drive_id', '=', driveId).select('name').execute()
  if (names.some((one) => one.name === name)) return
  if (names.length >= mostNames) throw new Refusal(driveTexts.shortNames, { status: 422, field: 'name' })
  // When many want one name at once, the table gives it to one of them.
  const taken = await tx
    .insertInto('short_names')
    .values({ name, fund_drive_id: driveId })
    .onConflict((clash) => clash.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!taken) throw new Refusal(driveTexts.shortNameTaken, { status: 422, field: 'name' })
}

/** The slug of the drive that a short name leads to. */
export async function slugOfShortName(db: Db, name: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('short_names as n')
    .innerJoin('fund_drives as d', 'd.id', 'n.fund_drive_id')
    .where('n.name', '=', name.toLowerCase().slice(0, 100))
    .select('d.slug')
    .executeTakeFirst()
  return row?.slug
}
