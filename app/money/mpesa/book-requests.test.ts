import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { testDatabase } from '#test/database.ts'
import { giveByPhone } from '#test/give-by-phone.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { atOnce, booksMustHold, deadlocks, promptedGift, reasonsOf, storePostedCode } from '#test/money.ts'
import { giftsTo } from '#test/money-now.ts'
import { newCode } from '#test/paid-by-hand.ts'
import { ended, railOfEachTest, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { countOf, oneRow, query, queryOne } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { bookReceipt } from './book.server.ts'
import { receiveCallback } from './callbacks.server.ts'
import { insertCodes } from './codes.server.ts'
import { credit } from './credit.server.ts'
import { phoneLimits } from './limits.server.ts'
import { sendAgain } from './pay.server.ts'
import { placeReceipts } from './place-receipts.server.ts'
import { queryDueRequests } from './query.server.ts'
import { listReceipts } from './receipts.server.ts'

// Many requests on phones come to be known as paid at the same moment.

const db = await testDatabase()
booksMustHold(() => db)

const rail = railOfEachTest()

let phones = 0
/** So many people are asked on their phones; what M-Pesa lists of each, once it is paid. */
async function asked(driveId: string, many = 20, amount = 20_000): Promise<MobileReceipt[]> {
  for (let nr = 0; nr < many; nr++) {
    const phone = `+254714${String(++phones).padStart(6, '0')}`
    await giveByPhone(db, { driveId, amount, phone, visitor: `visitor ${phone}` })
  }
  return rail.sent.slice(-many).map((one) => receiptOf(one, { receipt: newCode() }))
}
const bookAll = (all: MobileReceipt[]) => Promise.all(all.map((one) => bookReceipt(db, rail, one, 'list')))
const statesOf = async ({ id }: { id: string }) => {
  const rows = await query<{ said: string }>`
    select count(*) || ' ' || q.state || ' ' || coalesce(r.state, 'no code') as said
    from mpesa_prompts q join payments p on p.id = q.payment_id left join mpesa_receipts r on r.prompt_id = q.id
    where p.fund_drive_id = ${id} group by q.state, r.state order by 1`
  return rows.map(({ said }) => said)
}
const texts = () => countOf('sms_outbox')

test('they are gifts in few transactions, each with its code and a text to its giver', async () => {
  const [one, other] = [await someDrive(db), await someDrive(db)]
  const all = [...(await asked(one.id)), ...(await asked(other.id, 20, 5000))]
  const before = await texts()
  expect(new Set(await bookAll(all))).toEqual(new Set(['new']))
  expect([await giftsTo(one.id), await giftsTo(other.id)]).toEqual([
    [20, 400_000],
    [20, 100_000],
  ])
  expect([await statesOf(one), await statesOf(other)]).toEqual([['20 paid placed'], ['20 paid placed']])
  // A gift of KES 50 brings less than a text costs.
  expect((await texts()) - before).toBe(20)
  const rows = await query<{ many: number }>`
    select count(distinct xmin::text)::int as many from donations where fund_drive_id in (${one.id}, ${other.id})`
  expect(rows[0]!.many).toBeLessThan(6)
  expect(new Set(await bookAll(all))).toEqual(new Set(['known']))
  expect(await giftsTo(one.id)).toEqual([20, 400_000])
  expect((await texts()) - before).toBe(20)
})

test('proved by queries they are gifts in few transactions, with or without a code; one whose code is locked keeps no other waiting [T996]', async () => {
  const drive = await someDrive(db)
  const all = await asked(drive.id, 40)
  const requests = await query<Parameters<typeof credit>[2]>`
    select q.id, p.reference, p.amount, q.account, q.phone from mpesa_prompts q join payments p on p.id = q.payment_id
    where p.fund_drive_id = ${drive.id} order by q.id`
  for (const at of [0, 1, 2]) await storePostedCode(db, requests[at]!.id, all[at]!.receipt)
  const creditAll = () => Promise.all(requests.map((one) => credit(db, 'mpesa', one, 'query')))
  let crediting: ReturnType<typeof creditAll> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('mpesa_receipts').where('receipt', '=', all[0]!.receipt).select('state').forUpdate().execute()
    const [first, second] = [requests[3]!, requests[4]!]
    const held = [first.reference, second.reference]
    await tx.selectFrom('payments').where('reference', 'in', held).select('status').forUpdate().execute()
    // Each comes by itself: two that wait for their payments would take both ways from all others.
    for (const one of [first, second]) {
      void credit(db, 'mpesa', one, 'query')
      await pause(50)
    }
    crediting = creditAll()
    const states = ['1 paid heard', '2 open no code', '2 paid placed', '35 paid no code']
    await expect.poll(() => statesOf(drive), { timeout: 20_000 }).toEqual(states)
  })
  expect(new Set(await crediting)).toEqual(new Set(['applied', 'already']))
  expect(new Set(await creditAll())).toEqual(new Set(['already']))
  expect([await giftsTo(drive.id), await statesOf(drive)]).toEqual([
    [40, 800_000],
    ['3 paid placed', '37 paid no code'],
  ])
  const rows = await query<{ many: number }>`
    select count(distinct xmin::text)::int as many from donations where fund_drive_id = ${drive.id}`
  expect(rows[0]!.many).toBeLessThan(8)
})

test('what was paid does not count against its phone [T534]', async () => {
  const drive = await someDrive(db)
  const all = await asked(drive.id, 5)
  for (const { phone } of rail.sent.slice(-5)) await takeTry(phoneLimits(phone))
  // They are counted before the requests are written down.
  await timePasses('1 minute', { rate_limits: {} })
  const tries = async () => {
    return (await queryOne<{ sum: number }>`select sum(tries)::int as sum from rate_limits where name = 'prompt-phone'`)
      .sum
  }
  const before = await tries()
  await bookAll(all)
  expect((await tries()) - before).toBe(-5)
})

test('among others: another amount, a drive that is gone, two codes of one request, both requests of one gift [T533]', async () => {
  const [drive, gone] = [await someDrive(db), await someDrive(db)]
  const all = await asked(drive.id, 15)
  const [other, late] = [(await asked(drive.id, 1))[0]!, (await asked(gone.id, 1))[0]!]
  const [first] = (await asked(drive.id, 1)) as [MobileReceipt]
  const { phone } = rail.sent.at(-1)!
  await timePasses('80 seconds')
  const rows = await query<{ reference: string }>`
    select p.reference from payments p join mpesa_prompts q on q.payment_id = p.id where q.phone = ${phone}`
  await sendAgain(db, rows[0]!.reference, 'one')
  const second = receiptOf(rail.sent.at(-1)!, { receipt: newCode() })
  await query`delete from fund_drives where id = ${gone.id}`
  const twice = { ...all[3]!, receipt: newCode() }
  await bookAll([...all, { ...other, cents: 30_000 }, late, first, second, twice])
  // Money of another amount under the account of a request is a gift of its drive, and the request stays open.
  expect(await giftsTo(drive.id)).toEqual([18, 18 * 20_000 + 10_000])
  const held = await query<{ why: string }>`
    select s.why from suspense s where s.state = 'open' and s.provider_tx_id in (
      select account from mpesa_prompts) order by why`
  expect(held.map(({ why }) => why)).toEqual(['drive is gone', 'paid twice'])
})

test('codes that were told for a request, made up or true, and a charge that waited find each their own', async () => {
  const drive = await someDrive(db)
  const all = await asked(drive.id, 12)
  const idOf = async (account: string) =>
    (await db.selectFrom('mpesa_prompts').where('account', '=', account).select('id').executeTakeFirstOrThrow()).id
  const [lied, told, charged] = [all[2]!, all[5]!, all[7]!]
  await storePostedCode(db, await idOf(lied.account), newCode())
  await storePostedCode(db, await idOf(told.account), told.receipt)
  const by = await somePerson(db)
  const rows = await query<{ id: number }>`
    insert into mpesa_statements (sha256, shortcode, by, lines) values (decode(repeat('ab', 32), 'hex'), '174379', ${by.id}, 1) returning id`
  await query`
    insert into mpesa_lines (statement_id, receipt, kind, paid_in, withdrawn, at, linked, became)
    values (${rows[0]!.id}, ${newCode()}, 'charge', 0, 500, now(), ${charged.receipt}, 'fee')`
  expect(await bookAll(all)).toEqual(all.map(() => 'new'))
  expect([await giftsTo(drive.id), await statesOf(drive)]).toEqual([[12, 240_000], ['12 paid placed']])
  const corrected = await query`select corrected from mpesa_lines where linked = ${charged.receipt}`
  expect(corrected).toEqual([{ corrected: 500 }])
})

test('told, listed, asked about, in a statement and by the clock at once: each counts once and nobody waits for ever', async () => {
  const drives = await Promise.all([1, 2, 3].map(() => someDrive(db)))
  const { number } = await codesOf(db, drives[0]!.id)
  const of = new Map<string, number>()
  const all: MobileReceipt[] = []
  for (const [at, { id }] of drives.entries()) for (const one of await asked(id, 20)) all.push(one) && of.set(id, at)
  const typed = Array.from({ length: 20 }, () => ({ ...all[0]!, receipt: newCode(), account: number }))
  const sent = rail.sent.slice(-60)
  rail.listed = [...all, ...typed]
  rail.asked = () => ended('paid', '0')
  await timePasses('10 seconds')
  const before = await deadlocks()
  const ways = [
    () => listReceipts(db),
    () => Promise.all(rail.listed.toReversed().map((one) => bookReceipt(db, rail, one, 'statement'))),
    () =>
      Promise.all(
        sent.map((one, at) => receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: all[at]!.receipt }))),
      ),
    () => queryDueRequests(db),
    () => placeReceipts(db),
  ]
  expect(reasonsOf(await atOnce<unknown>(15, (at) => ways[at % 5]!()))).toEqual([])
  await listReceipts(db)
  await placeReceipts(db)
  expect(await Promise.all(drives.map(({ id }) => giftsTo(id)))).toEqual([
    [40, 800_000],
    [20, 400_000],
    [20, 400_000],
  ])
  expect(await Promise.all(drives.map(statesOf))).toEqual(drives.map(() => ['20 paid placed']))
  expect((await deadlocks()) - before).toBe(0)
})

test('one that is no money keeps no other from the books', async () => {
  const drive = await someDrive(db)
  const all = await asked(drive.id, 10)
  all.push({ ...all[0]!, receipt: newCode(), cents: 0 })
  const answers = await Promise.allSettled(all.map((one) => bookReceipt(db, rail, one, 'list')))
  expect(answers.flatMap((one, at) => (one.status === 'rejected' ? [at] : []))).toEqual([10])
  expect(await giftsTo(drive.id)).toEqual([10, 200_000])
})

test('a post about a request waits for it before it takes its code, which its booking wants next [T1000]', async () => {
  const { id: driveId } = await someDrive(db)
  const { prompt } = await promptedGift(db, driveId, 30_000, '+254712000999')
  const receipt = newCode()
  const [token, before] = [prompt.hearAt.split('/').at(-1)!, await deadlocks()]
  const { posted } = await db.transaction().execute(async (tx) => {
    // Each booking locks the request first, then the code.
    await sql`select from mpesa_prompts where id = ${prompt.id}::bigint for no key update`.execute(tx)
    const body = new TextEncoder().encode(JSON.stringify({ id: 'any', state: 'paid', receipt }))
    const posted = receiveCallback(db, token, body).then(({ status }) => status, String)
    await waitsForLock(db, posted)
    await insertCodes(tx, [{ receipt, cents: 30_000, account: prompt.account, by: 'list', promptId: prompt.id }])
    return { posted }
  })
  expect(await posted).toBe(200)
  expect((await deadlocks()) - before).toBe(0)
  expect(await oneRow('mpesa_prompts', { id: prompt.id })).toMatchObject({ told: 'paid' })
  expect(await oneRow('mpesa_receipts', { receipt })).toMatchObject({ heard_by: 'list', prompt_id: prompt.id })
})
