import { describe, expect, test } from 'vitest'
import { piecesOf } from '#app/group/pasted-lists/reading/pieces.ts'
import { action as forget } from '#app/group/recorded-gifts/public/forget.ts'
import { claim as claimAsGiver } from '#app/money/mpesa/claims.server.ts'
import { forgetPasteOf } from '#app/privacy/forget-own.server.ts'
import { testDatabase } from '#test/database.ts'
import { sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { approvedOf } from '#test/pasted-list-shapes.ts'
import { oneRow, query } from '#test/rows.ts'
import { enterRows } from './enter.server.ts'
import { keepPaste, pasteOf, recentPastes } from './paste.server.ts'
import { pastedListTexts } from './pasted-list.ts'
import { sheetOf } from './sheet.server.ts'
import { shownPaste } from './shown.ts'
import { goesBack, takeBackPaste } from './take-back.server.ts'

// What a group pastes grows: the list of yesterday with a line more, the whole chat again.

const db = await testDatabase({ asOwner: true })
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
  const rows = approvedOf((await shown()).rows)
  return { driveId, by, pasteId, look, shown, rows }
}
type Drive = { id: string; ownerId: string }

let codes = 0
const nextCode = () => `UJ2PA${String(++codes).padStart(5, '0')}`
const received = (code: string) =>
  `${code} Confirmed.You have received Ksh500.00 from WANJIRU KAMAU 0723***873 on 2/10/26 at 3:45 PM  New M-PESA balance is Ksh6,103.82.`
const sent = (code: string) =>
  `${code} Confirmed. Ksh750.00 sent to HARAMBEE for account HEAL7K2Q on 2/10/26 at 9:45 PM New M-PESA balance is Ksh95.20.`
const claimsOf = (driveId: string) => query<{
  name: string
  message: string
  anonymous: boolean
  own: boolean
  state: string
}>`
      select name, message, anonymous, own, state from claims where fund_drive_id = ${driveId} order by id`

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
  await query`update profiles set full_name = 'Grace Muthoni' where user_id = ${drive.ownerId}`
  const text = `[20/10/2026, 09:05] Peter Kamau: UJK4Z71PFG Confirmed. Ksh500.00 sent to GRACE MUTHONI 0721556677 on 20/10/26 at 9:04 AM. New M-PESA balance is Ksh1,000.00.
[20/10/2026, 09:10] Grace Muthoni: 1. Peter Kamau 500 UJK4Z71PFG ✅`
  const one = await paste(drive, text, ['Grace Muthoni'])
  expect(one.rows).toHaveLength(1)
  await enterRows(db, one)
  const rows = await query`select code from recorded_gifts where fund_drive_id = ${drive.id}`
  expect(rows).toEqual([{ code: 'UJK4Z71PFG' }])
})

describe('the message of a payer, pasted again', () => {
  test('has a look while it is looked for, and is refused at its row', async () => {
    const [drive, code] = [await someDrive(db), nextCode()]
    await enterRows(db, await paste(drive, sent(code)))
    const again = await paste(drive, `${sent(code)}\n1. Asha 500 ✅`)
    const [row] = (await again.shown()).rows
    expect([row!.proposal, row!.looks]).toEqual(['claim', expect.arrayContaining(['on the list already'])])
    await expect(enterRows(db, again)).rejects.toMatchObject({
      errors: { [`kind.${row!.nr}`]: pastedListTexts.isLookedFor },
    })
    expect(await enterRows(db, { ...again, rows: again.rows.slice(1) })).toEqual({ entered: 1, already: 0 })
    // Other digits are another claim.
    const other = again.rows.slice(0, 1).map((one) => ({ ...one, tail: '127' }))
    expect(await enterRows(db, { ...again, rows: other })).toEqual({ entered: 1, already: 0 })
    expect(await claimsOf(drive.id)).toHaveLength(2)
  })

  test('after its paste was taken back is looked for again', async () => {
    const [drive, code] = [await someDrive(db), nextCode()]
    const one = await paste(drive, sent(code))
    await enterRows(db, one)
    expect(await goesBack(db, one)).toMatchObject({ claims: 1, stays: 0 })
    expect(await takeBackPaste(db, one)).toEqual({ undone: 1, stayed: 0 })
    expect(await claimsOf(drive.id)).toMatchObject([{ state: 'lapsed' }])
    const again = await paste(drive, sent(code))
    const named = again.rows.map((row) => ({ ...row, name: 'Asha' }))
    expect(await enterRows(db, { ...again, rows: named })).toEqual({ entered: 1, already: 0 })
    expect(await claimsOf(drive.id)).toMatchObject([{ state: 'waiting', name: 'Asha' }])
    expect(await takeBackPaste(db, again)).toEqual({ undone: 1, stayed: 0 })
  })

  test('after nobody listed its code in time is looked for again, by the newer paste', async () => {
    const [drive, code] = [await someDrive(db), nextCode()]
    const one = await paste(drive, sent(code))
    await enterRows(db, one)
    await query`update claims set state = 'lapsed', settled_at = now() where receipt = ${code}`
    const again = await paste(drive, `${sent(code)}\n`.repeat(2))
    expect((await again.shown()).rows[0]!.looks).not.toContain('on the list already')
    expect(await enterRows(db, again)).toEqual({ entered: 1, already: 0 })
    expect(await claimsOf(drive.id)).toMatchObject([{ state: 'waiting' }])
    expect(await takeBackPaste(db, one)).toEqual({ undone: 0, stayed: 0 })
    expect(await claimsOf(drive.id)).toMatchObject([{ state: 'waiting' }])
    expect(await takeBackPaste(db, again)).toEqual({ undone: 1, stayed: 0 })
  })

  test('after a person refused it is refused in words', async () => {
    const [drive, code] = [await someDrive(db), nextCode()]
    const one = await paste(drive, sent(code))
    await enterRows(db, one)
    await query`update claims set state = 'refused', settled_at = now() where receipt = ${code}`
    const again = await paste(drive, `${sent(code)}\n`.repeat(2))
    await expect(enterRows(db, again)).rejects.toMatchObject({ errors: { 'kind.1': pastedListTexts.notForUs } })
    await takeBackPaste(db, one)
    await expect(enterRows(db, again)).rejects.toMatchObject({ errors: { 'kind.1': pastedListTexts.notForUs } })
  })
})

describe('a claim that its giver typed', () => {
  const typed = { name: 'Amina Yusuf', message: 'Pole sana', phone: '', anonymous: true, tail: '126' }
  const asTyped = { name: 'Amina Yusuf', message: 'Pole sana', anonymous: true, own: true }

  test('is neither changed by the paste of its message nor ended with that paste', async () => {
    const [drive, receipt] = [await someDrive(db), nextCode()]
    await claimAsGiver(db, drive.id, { ...typed, receipt })
    const one = await paste(drive, sent(receipt))
    expect(await enterRows(db, one)).toEqual({ entered: 1, already: 0 })
    expect(await claimsOf(drive.id)).toEqual([{ ...asTyped, state: 'waiting' }])
    expect(await goesBack(db, one)).toMatchObject({ claims: 0, stays: 1 })
    expect(await takeBackPaste(db, one)).toEqual({ undone: 0, stayed: 1 })
    expect(await claimsOf(drive.id)).toEqual([{ ...asTyped, state: 'waiting' }])
  })

  test('also when it was typed after the paste', async () => {
    const [drive, receipt] = [await someDrive(db), nextCode()]
    const one = await paste(drive, sent(receipt))
    await enterRows(db, one)
    await claimAsGiver(db, drive.id, { ...typed, receipt })
    expect(await takeBackPaste(db, one)).toEqual({ undone: 0, stayed: 1 })
    expect(await claimsOf(drive.id)).toEqual([{ ...asTyped, state: 'waiting' }])
  })

  test('and lapsed is looked for again as it was typed', async () => {
    const [drive, receipt] = [await someDrive(db), nextCode()]
    await claimAsGiver(db, drive.id, { ...typed, receipt })
    await query`update claims set state = 'lapsed', settled_at = now() where receipt = ${receipt}`
    await enterRows(db, await paste(drive, sent(receipt)))
    expect(await claimsOf(drive.id)).toEqual([{ ...asTyped, state: 'waiting' }])
  })
})

test('the giver of a part of a pledge who has their name removed is taken out of the paste, too', async () => {
  const drive = await someDrive(db)
  const [one, other] = [await paste(drive, '1. Juma 500/2000'), await paste(drive, '1. Asha 300/1000')]
  await enterRows(db, one)
  await enterRows(db, other)
  const { id } = await oneRow('recorded_gifts', { fund_drive_id: drive.id, name: 'Juma' })
  await db.transaction().execute((tx) => forgetPasteOf(tx, id))
  expect([await one.look(), (await other.look())?.reading.rows.length]).toEqual([undefined, 1])
})

test('a giver who has their name removed is in neither the gift nor the paste, or still in both', async () => {
  const drive = await someDrive(db)
  const one = await paste(drive, '1. Achieng 500 ✅')
  await enterRows(db, one)
  const { receipt } = await oneRow('recorded_gifts', { fund_drive_id: drive.id })
  const named = async () => {
    const { name } = await oneRow('recorded_gifts', { fund_drive_id: drive.id })
    return [name, (await oneRow('list_pastes', { fund_drive_id: drive.id })).body !== null]
  }
  const removed = () => sendTo(forget, {}, { params: { receipt } })
  await query`alter table list_pastes add constraint stays check (body is not null) not valid`
  expect((await removed()).status).toBe(500)
  expect(await named()).toEqual(['Achieng', true])
  await query`alter table list_pastes drop constraint stays`
  expect((await removed()).status).toBe(303)
  expect(await named()).toEqual(['', false])
})

describe('sizes', () => {
  test('a line of many gifts behind many lines is cut only while there is room', async () => {
    const drive = await someDrive(db)
    const names = (many: number) => Array.from({ length: many }, (_, at) => `Giver${'abcdefghijklmnopqr'[at]} 50${at}`)
    const lines = Array.from({ length: 1985 }, (_, at) => `${at + 1}. Mtu ${at + 100} ✅`)
    const text = [...lines, `Paid: ${names(18).join(', ')}`, `Paid: ${names(9).join(', ')}`].join('\n')
    const one = await paste(drive, text)
    const { rows, leftOut } = (await one.look()).reading
    expect([rows.length, Math.max(...rows.map(({ nr }) => nr))]).toEqual([1985 + 9, 1987 + 8])
    // What is not cut is shown.
    expect(leftOut).toMatchObject([{ line: 1986, reason: 'unreadable' }])
  }, 30_000)

  test('of a line with more gifts than twenty the bits are not looked at', () => {
    const gifts = (many: number) => Array.from({ length: many }, () => 'Joy 500').join(', ')
    expect([piecesOf([gifts(20)]).length, piecesOf([gifts(21)]).length]).toEqual([20, 1])
  })
})

describe('a paste that was taken back', () => {
  test('is said to be so on its page', async () => {
    const one = await paste(await someDrive(db), '1. Otis 500 ✅')
    await enterRows(db, one)
    await takeBackPaste(db, one)
    expect(await one.shown()).toMatchObject({ undone: true, rows: [], leftOut: [] })
  })

  test('leaves a pledge to which its giver has said yes since', async () => {
    const one = await paste(await someDrive(db), '1. Asha 300 pledge\n2. Juma 200 pledge')
    await enterRows(db, one)
    await query`update pledges set agreed = true where fund_drive_id = ${one.driveId} and name = 'Asha'`
    expect(await goesBack(db, one)).toMatchObject({ pledges: 1, stays: 1 })
    expect(await takeBackPaste(db, one)).toEqual({ undone: 1, stayed: 1 })
    const rows = await query<{ state: string }>`
      select state from pledges where fund_drive_id = ${one.driveId} order by id`
    expect(rows.map(({ state }) => state)).toEqual(['open', 'released'])
  })
})

test('what was counted when it was pasted is a row once its gift was taken back', async () => {
  const [drive, code] = [await someDrive(db), nextCode()]
  const first = await paste(drive, received(code))
  await enterRows(db, first)
  const again = await paste(drive, `${received(code)}\n1. Otis 700 ✅`)
  expect((await again.shown()).leftOut).toMatchObject([{ reason: 'known' }])
  expect((await recentPastes(db, drive.id))[0]).toMatchObject({ id: again.pasteId, rows: 1 })
  await takeBackPaste(db, first)
  const { rows, leftOut } = await again.shown()
  expect([rows.map((row) => row.code), leftOut]).toEqual([[code, null], []])
})
