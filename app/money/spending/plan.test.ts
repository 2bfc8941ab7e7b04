import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { cancelRequest, completeByHand, decline } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import { testDatabase } from '#test/database.ts'
import { cookieOf, ownersDrive, somePerson } from '#test/make.ts'
import { askingFor, atOnce, booksMustHold, fundedDrive, gift, granted, reasonsOf } from '#test/money.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { allRows, countOf, oneRow } from '#test/rows.ts'
import { someTreasurer } from '#test/treasurers.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { addLine, changeLine, endLine, planOfDrive, refuseLine } from './plan.server.ts'
import { addReceipts } from './receipts.server.ts'

// The plan of a drive, and withdrawals that name its lines.

const db = await testDatabase()
const { get, send } = plainBrowser()
booksMustHold(() => db)
const admin = await somePerson(db, { admin: true })

/** A drive that has KES 10,000, and its page. */
async function planned(lines: [what: string, plan: number][] = []) {
  const { owner, cookie, drive } = await ownersDrive(db)
  await gift(db, drive.id, 1_000_000)
  const { methodId } = await askingFor(db, drive)
  for (const [what, plan] of lines) await addLine(db, { driveId: drive.id, key: randomUUID(), what, plan })
  const ids = (await planOfDrive(db, drive.id)).map(({ id }) => id)
  const ask = (amount: number, lineId: number | null, key: string = randomUUID()) =>
    requestPayout(db, { ownerId: owner.id, driveId: drive.id, amount, methodId, key, lineId })
  const sent = async (amount: number, lineId: number | null) => {
    const { id: payout } = await ask(amount, lineId)
    await completeByHand(db, payout, { by: admin.id })
    return { driveId: drive.id, payout, by: owner.id }
  }
  return { owner, cookie, drive, methodId, ids, ask, sent, place: `/fund-drive/${drive.slug}/money` }
}
const fields = (own: Record<string, string> = {}) => ({ key: randomUUID(), what: 'Medicine', plan: '800', ...own })
const linesOf = async (driveId: string) => (await planOfDrive(db, driveId)).map(({ what, plan }) => [what, plan])

test('owner and treasurer say in lines what the money is for, and others find no page [T1373]', async () => {
  const { owner, cookie, drive, place } = await planned()
  const added = await send(place, fields(), { cookie })
  expect([added.status, added.headers.location]).toEqual([303, place])
  const treasurer = await cookieOf(await someTreasurer(db, { id: drive.id, ownerId: owner.id }))
  expect((await send(place, fields({ what: 'Ward, 10 days', plan: '2,500.50' }), { cookie: treasurer })).status).toBe(
    303,
  )
  expect(await linesOf(drive.id)).toEqual([
    ['Medicine', 80_000],
    ['Ward, 10 days', 250_050],
  ])
  for (const at of [place, `/fundraiser/${drive.slug}/account`]) {
    const { words } = await get(at, { cookie: treasurer })
    for (const said of ['Medicine', 'KES 800 planned', 'KES 2,500.50 planned', 'KES 0 sent, KES 0 shown by receipts.'])
      expect(words).toContain(said)
  }
  const stranger = await cookieOf(await somePerson(db))
  expect((await send(place, fields(), { cookie: stranger })).status).toBe(404)
  expect(await countOf('budget_lines', { fund_drive_id: drive.id })).toBe(2)
})

test('of ten who add the tenth line one does, and the others read that there are ten [T1374]', async () => {
  const { drive } = await planned(Array.from({ length: 9 }, (_, at) => [`Line ${at + 1}`, 10_000]))
  // Ten connections are open before, so that the ten begin together.
  await atOnce(10, () => sql`select pg_sleep(0.2)`.execute(db))
  const all = await atOnce(10, () =>
    addLine(db, { driveId: drive.id, key: randomUUID(), what: 'The last one', plan: 10_000 }),
  )
  expect(granted(all)).toHaveLength(1)
  expect([...new Set(reasonsOf(all))]).toEqual(['A plan has at most 10 lines.'])
  expect(await countOf('budget_lines', { fund_drive_id: drive.id })).toBe(10)
})

test('a form that is sent twice adds one line, and another one under its key is refused [T1375]', async () => {
  const { drive } = await planned()
  const line = { driveId: drive.id, key: randomUUID(), what: 'Medicine', plan: 80_000 }
  expect(granted(await atOnce(5, () => addLine(db, line)))).toHaveLength(5)
  await expect(addLine(db, { ...line, plan: 80_001 })).rejects.toThrow('Not added: this form was used for another line')
  expect(await linesOf(drive.id)).toEqual([['Medicine', 80_000]])
})

test('bad input changes no plan, and says why [T1376]', async () => {
  const { cookie, drive, place, ids } = await planned(Array.from({ length: 9 }, (_, at) => [`Line ${at + 1}`, 10_000]))
  const bad: [Record<string, string>, string][] = [
    [{ plan: '0' }, 'Please write an amount'],
    [{ plan: '-1' }, 'Please write an amount'],
    [{ plan: '' }, 'Enter an amount'],
    [{ plan: 'ten' }, 'Please write an amount'],
    [{ what: ' ' }, 'Write what it is for'],
    [{ what: 'x'.repeat(61) }, 'Please write it in 60 letters or less'],
    [{ key: 'none' }, ''],
  ]
  for (const [own, said] of bad) {
    const { status, words } = await send(place, fields(own), { cookie })
    expect([own, status]).toEqual([own, 422])
    expect(words).toContain(said)
  }
  expect((await send(place, fields(), { cookie })).status).toBe(303)
  expect((await send(place, fields(), { cookie })).words).toContain('A plan has at most 10 lines.')
  const other = await planned([['Of another drive', 5000]])
  for (const line of [other.ids[0]!, 0, 999_999_999]) {
    await expect(changeLine(db, { driveId: drive.id, line, plan: 1 })).rejects.toMatchObject({ status: 404 })
    await expect(endLine(db, { driveId: drive.id, line, opens: false })).rejects.toMatchObject({ status: 404 })
  }
  for (const plan of ['-1', '0', '']) await send(`${place}/lines/change`, { line: String(ids[0]), plan }, { cookie })
  expect((await planOfDrive(db, drive.id))[0]).toMatchObject({ plan: 10_000, was: null })
  expect(await linesOf(other.drive.id)).toEqual([['Of another drive', 5000]])
  expect(await countOf('budget_lines', { fund_drive_id: drive.id })).toBe(10)
})

test('a change keeps the first sum readable with its day; changed back, it is as it was [T1377]', async () => {
  const { drive, ids, cookie, place } = await planned([['Medicine', 8_000_000]])
  const of = { driveId: drive.id, line: ids[0]! }
  await changeLine(db, { ...of, plan: 9_000_000 })
  await changeLine(db, { ...of, plan: 10_000_000 })
  const [line] = await planOfDrive(db, drive.id)
  expect(line).toMatchObject({ plan: 10_000_000, was: 8_000_000, changedOn: dayAt(new Date()) })
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('was KES 80,000, changed on')
  expect((await send(`${place}/lines/change`, { line: String(of.line), plan: '80,000' }, { cookie })).status).toBe(303)
  expect((await planOfDrive(db, drive.id))[0]).toMatchObject({ plan: 8_000_000, was: null, changedOn: null })
  const rename = sql`update budget_lines set what = 'Chairs' where id = ${of.line}`.execute(db)
  await expect(rename).rejects.toThrow()
})

test('a line that a withdrawal names is closed and opened again, and one that none names is deleted [T1378]', async () => {
  const { drive, ids, ask } = await planned([
    ['Medicine', 80_000],
    ['A mistake', 5000],
  ])
  const of = { driveId: drive.id, opens: false }
  await ask(20_000, ids[0]!)
  for (const line of ids) await endLine(db, { ...of, line })
  expect(await planOfDrive(db, drive.id)).toMatchObject([{ what: 'Medicine', isClosed: true, underWay: 19_000 }])
  await expect(ask(20_000, ids[0]!)).rejects.toThrow('This line is not in the plan, or it is closed.')
  await expect(changeLine(db, { driveId: drive.id, line: ids[0]!, plan: 1 })).rejects.toThrow('This line is closed.')
  await endLine(db, { ...of, line: ids[0]!, opens: true })
  await ask(20_000, ids[0]!)
  await expect(sql`delete from budget_lines where id = ${ids[0]!}`.execute(db)).rejects.toThrow('line_fkey')
})

test('a withdrawal that names a line keeps it while others delete it, or finds it gone [T1379]', async () => {
  for (let round = 0; round < 3; round++) {
    const { drive, ids, ask } = await planned([['Medicine', 80_000]])
    await atOnce(10, () => sql`select pg_sleep(0.2)`.execute(db))
    const all = await atOnce<unknown>(10, (at) =>
      at % 2 ? ask(10_000, ids[0]!) : endLine(db, { driveId: drive.id, line: ids[0]!, opens: false }),
    )
    for (const why of reasonsOf(all)) expect(why).toBe('This line is not in the plan, or it is closed.')
    const rows = await allRows('payout_requests', { fund_drive_id: drive.id })
    const [line] = await planOfDrive(db, drive.id)
    expect(rows.length > 0).toBe(line?.isNamed ?? false)
    if (line) expect(line.isClosed).toBe(true)
  }
  // Deleting a line waits for a withdrawal that is about to name it.
  const { drive, ids } = await planned([['Medicine', 80_000]])
  const deleting = await db.transaction().execute(async (tx) => {
    await refuseLine(tx, drive.id, ids[0]!)
    const ended = endLine(db, { driveId: drive.id, line: ids[0]!, opens: false })
    await waitsForLock(db, ended)
    expect(await countOf('budget_lines', { fund_drive_id: drive.id })).toBe(1)
    return { ended }
  })
  await deleting.ended
  expect(await countOf('budget_lines', { fund_drive_id: drive.id })).toBe(0)
})

test('more than was planned is said and not refused; a line of another drive is, also by the database [T1380]', async () => {
  const { owner, drive, cookie, ids, sent, ask } = await planned([['Medicine', 11_000]])
  const other = await fundedDrive(db, [100_000])
  await addLine(db, { driveId: other.id, key: randomUUID(), what: 'Theirs', plan: 5000 })
  const [theirs] = await planOfDrive(db, other.id)
  await expect(ask(20_000, theirs!.id)).rejects.toThrow('This line is not in the plan, or it is closed.')
  await expect(ask(20_000, 0)).rejects.toThrow('This line is not in the plan, or it is closed.')
  const filed = await sent(20_000, ids[0]!)
  const key = randomUUID()
  await ask(30_000, ids[0]!, key)
  await expect(ask(30_000, null, key)).rejects.toThrow('This form was sent before with other values.')
  const copied = sql`insert into payout_requests
      (fund_drive_id, user_id, amount, fee, net, withdrawal_method_id, destination, client_key, line_id)
    select fund_drive_id, user_id, amount, fee, net, withdrawal_method_id, destination, gen_random_uuid(), ${theirs!.id}
    from payout_requests where id = ${filed.payout}`
  await expect(copied.execute(db)).rejects.toThrow('payout_requests_line_fkey')
  const form = { amount: '500', seen: '50000', method: (await oneRow('withdrawal_methods', { user_id: owner.id })).id }
  const wrong = await send(
    `/fund-drive/${drive.slug}/payouts/withdraw`,
    { ...form, key: randomUUID(), line: String(theirs!.id) },
    { cookie },
  )
  expect([wrong.status, wrong.words.includes('This line is not in the plan, or it is closed.')]).toEqual([422, true])
  const right = await send(
    `/fund-drive/${drive.slug}/payouts/withdraw`,
    { ...form, key: randomUUID(), line: String(ids[0]) },
    { cookie },
  )
  expect(right.status).toBe(303)
  const flash = /flash=([^;]+)/.exec(String(right.headers['set-cookie']))?.[1] ?? ''
  expect(Buffer.from(flash, 'base64url').toString()).toMatch(/KES.840 over plan/)
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('KES 840 over plan')
})

test('the account says by line what was planned, sent and shown, also as a table, equal to what was sent [T1381]', async () => {
  const { drive, ids, sent } = await planned([
    ['Medicine', 80_000],
    ['Ward', 50_000],
  ])
  const first = await sent(60_000, ids[0]!)
  await sent(40_000, null)
  const rows = [{ amount: 30_000, paidTo: 'Uhai Chemist', what: 'Tablets', day: dayAt(new Date()) }]
  await addReceipts(db, { ...first, key: randomUUID(), rows, showsName: true, image: null, noPhoto: 'A stall' })
  const { words } = await get(`/fundraiser/${drive.slug}/account`)
  for (const said of [
    'KES 570 sent, KES 300 shown by receipts.',
    'Line of the plan: Medicine',
    'KES 380 was sent for no line of the plan.',
  ])
    expect(words).toContain(said)
  const file = (await get(`/fundraiser/${drive.slug}/account.csv`)).text
  expect(file).toMatch(/Plan,,,,Medicine,800,,-570,,300,/)
  expect(file).toMatch(/Plan,,,,Ward,500,,0,,0,/)
  expect(file).toMatch(/Sent,[\d-]+,W\d+,,Medicine,,The organiser's account,-570,-30,300,270,/)
})

test('a line counts as sent only what was sent: not what waits, was declined or was cancelled [T1382]', async () => {
  const { drive, ids, ask, sent, owner } = await planned([['Medicine', 80_000]])
  await ask(20_000, ids[0]!)
  await decline(db, (await ask(30_000, ids[0]!)).id, { by: admin.id })
  await cancelRequest(db, (await ask(40_000, ids[0]!)).id, { driveId: drive.id, by: owner.id })
  expect(await planOfDrive(db, drive.id)).toMatchObject([{ sent: 0, underWay: 19_000 }])
  await sent(10_000, ids[0]!)
  expect(await planOfDrive(db, drive.id)).toMatchObject([{ sent: 9500, underWay: 19_000 }])
  expect((await get(`/fundraiser/${drive.slug}/account`)).words).toContain('KES 95 sent, KES 0 shown by receipts.')
  expect((await get(`/fundraiser/${drive.slug}/account.csv`)).text).toMatch(/Plan,,,,Medicine,800,,-95,,0,/)
})

test('closed lines count among the ten, and can be opened again [T1545]', async () => {
  const { drive, ids, ask } = await planned(Array.from({ length: 10 }, (_, at) => [`Line ${at + 1}`, 10_000]))
  await ask(10_000, ids[0]!)
  await endLine(db, { driveId: drive.id, line: ids[0]!, opens: false })
  const eleventh = () => addLine(db, { driveId: drive.id, key: randomUUID(), what: 'One more', plan: 10_000 })
  await expect(eleventh()).rejects.toThrow('A plan has at most 10 lines.')
  await endLine(db, { driveId: drive.id, line: ids[0]!, opens: true })
  expect((await planOfDrive(db, drive.id)).map(({ isClosed }) => isClosed)).toEqual(Array(10).fill(false))
  // A line that nothing names leaves its place to another one.
  await endLine(db, { driveId: drive.id, line: ids[4]!, opens: false })
  await eleventh()
  expect((await planOfDrive(db, drive.id))[4]).toMatchObject({ what: 'One more' })
})
