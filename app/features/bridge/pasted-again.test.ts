import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import type { Approved } from './approved.ts'
import { enterRows } from './enter.server.ts'
import { keepPaste, pasteOf } from './paste.server.ts'
import { sheetOf } from './sheet.server.ts'
import { shownPaste } from './shown.ts'

// What a group pastes grows: the list of yesterday with a line more, the whole chat again.

let db: Db
beforeAll(async () => {
  db = await testDatabase({ asOwner: true })
})
booksMustHold(() => db)

const sums = { title: 'x', collects: true, goal: 0, raised: 0, recorded: 0, pledged: 0 }
const sheetNow = (driveId: string) => sheetOf(db, { id: driveId, ...sums }, { link: 'x', paybill: null })

/** A paste of this drive, as its pages keep and show it. */
async function paste({ id: driveId, ownerId: by }: Drive, text: string, collectors: string[] = []) {
  const pasteId = await keepPaste(db, { driveId, by, text, sheet: await sheetNow(driveId), collectors })
  const look = async () => {
    const { entries } = await sheetNow(driveId)
    return (await pasteOf(db, driveId, pasteId, { entries, collectors }))!
  }
  const shown = async () => shownPaste(await look(), 1)
  const rows = (await shown()).rows.map(
    ({ nr, proposal, amount, paid, name }): Approved => ({
      nr,
      kind: proposal === 'ask' ? 'gift' : proposal,
      amount,
      paid: proposal === 'pledge' ? paid : 0,
      name,
      phone: null,
      tail: '126',
      givenOn: '2026-01-02',
      method: 'mpesa',
      anonymous: false,
    }),
  )
  return { driveId, by, pasteId, look, shown, rows }
}
type Drive = { id: string; ownerId: string }

let codes = 0
const _nextCode = () => `UJ2PA${String(++codes).padStart(5, '0')}`
const _received = (code: string) =>
  `${code} Confirmed.You have received Ksh500.00 from WANJIRU KAMAU 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.`
const _sent = (code: string) =>
  `${code} Confirmed. Ksh750.00 sent to HARAMBEE for account HEAL7K2Q on 2/10/26 at 9:45 PM New M-PESA balance is Ksh95.20.`
const _claimsOf = async (driveId: string) =>
  (
    await sql<{ name: string; message: string; anonymous: boolean; own: boolean; state: string }>`
      select name, message, anonymous, own, state from claims where fund_drive_id = ${driveId} order by id`.execute(db)
  ).rows

describe('the list of a group, pasted with a line more on the next day', () => {
  const first = '1. Mama Njeri 500 ✅\n2. Otis 1k ✅\n3. Asha 2,000 ✅'

  test('marks what may be on the list, so that nobody ticks it by the way', async () => {
    const drive = await someDrive(db)
    await enterRows(db, await paste(drive, first))
    const { rows } = await (await paste(drive, `${first}\n4. Wekesa 700 ✅`)).shown()
    expect(rows.map(({ looks }) => looks.includes('on the list already'))).toEqual([true, true, true, false])
    expect(rows.map((row) => row.looks.length === 0)).toEqual([false, false, false, true])
  })

  test('and what was entered from a paste does not count against its other rows', async () => {
    const drive = await someDrive(db)
    const one = await paste(drive, '1. Otis Kamau 500 ✅\n2. Otis Juma 500 ✅\n3. Otis Wekesa 500 ✅')
    await enterRows(db, { ...one, rows: one.rows.slice(0, 1) })
    expect((await one.shown()).rows.map(({ looks }) => looks.includes('on the list already'))).toEqual([
      false,
      false,
      false,
    ])
    const next = await paste(drive, '1. Otis Wekesa 500 ✅')
    expect((await next.shown()).rows[0]!.looks).toContain('on the list already')
  })
})

test('of two rows with one code the one that is shown is entered, with its code', async () => {
  const drive = await someDrive(db)
  await sql`update profiles set full_name = 'Grace Muthoni' where user_id = ${drive.ownerId}`.execute(db)
  const text = `[20/10/2026, 09:05] Peter Kamau: UJK4Z71PFG Confirmed. Ksh500.00 sent to GRACE MUTHONI 0721556677 on 20/10/26 at 9:04 AM. New M-PESA balance is Ksh1,000.00.
[20/10/2026, 09:10] Grace Muthoni: 1. Peter Kamau 500 UJK4Z71PFG ✅`
  const one = await paste(drive, text, ['Grace Muthoni'])
  expect(one.rows).toHaveLength(1)
  await enterRows(db, one)
  const { rows } = await sql`select code from recorded_gifts where fund_drive_id = ${drive.id}`.execute(db)
  expect(rows).toEqual([{ code: 'UJK4Z71PFG' }])
})
