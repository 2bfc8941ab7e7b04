import type { Db } from '#app/platform/db.server.ts'

/** The organiser's own words of thanks; null for the usual ones. */
export async function thanksOf(db: Db, driveId: string): Promise<string | null> {
  const row = await db.selectFrom('fund_drives').where('id', '=', driveId).select('thanks').executeTakeFirst()
  return row?.thanks ?? null
}
