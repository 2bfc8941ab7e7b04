import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refusal } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { booksMustHold, gift } from '#test/money.ts'
import { calledFor } from '#test/money-now.ts'
import { somePledge } from '#test/pledges.ts'
import { countOf, oneRow, query, setRows, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { changeRecorded, enterRecorded, recordGift, voidRecorded } from './recorded.server.ts'
import { recordedGiftTexts } from './recorded.ts'
import { recordForm } from './recorded-forms.ts'

const db = await testDatabase()
booksMustHold(() => db)

type Entered = Parameters<typeof enterRecorded>[1]
type Some = Awaited<ReturnType<typeof someDrive>>

const cash = ({ id, ownerId }: Some, own: Partial<Entered> = {}): Entered => ({
  driveId: id,
  amount: 50_000,
  method: 'cash',
  code: null,
  name: 'Amina Yusuf',
  phone: '+254712345678',
  givenOn: '2026-01-02',
  note: null,
  anonymous: false,
  by: ownerId,
  clientKey: randomUUID(),
  ...own,
})
const enter = (entered: Entered) => db.transaction().execute((tx) => enterRecorded(tx, entered))
const change = (asked: Parameters<typeof changeRecorded>[1]) =>
  db.transaction().execute((tx) => changeRecorded(tx, asked))
const end = (asked: Parameters<typeof voidRecorded>[1]) => db.transaction().execute((tx) => voidRecorded(tx, asked))
const rowOf = (id: number) => db.selectFrom('recorded_gifts').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const storyOf = async (id: number) =>
  (await someRows('recorded_story', { recorded_id: id }, 'what')).map(({ what }) => what)

let nr = 0
const newCode = () => `SKC${String(++nr).padStart(7, '0')}`
/** M-Pesa's own word that this money came to us. */
const received = (code: string, proved = true) =>
  sql`insert into mpesa_receipts (receipt, amount, heard_by, proved_by, proved_at)
    values (${code}, 50000, 'list', ${proved ? 'list' : null}, ${proved ? new Date() : null})`.execute(db)

test('a recorded gift is in its drive’s list and in no wallet, and no figure of the books knows it', async () => {
  const drive = await someDrive(db)
  await gift(db, drive.id, 100_000)
  const ledger = () => countOf('ledger_transfers')
  const before = await ledger()
  const { id, receipt } = await enter(cash(drive))
  expect(receipt).toMatch(/^[0-9A-Z]{20}$/)
  expect(await rowOf(id)).toMatchObject({ amount: 50_000, recorded_by: drive.ownerId, receipt, voided_at: null })
  expect(await storyOf(id)).toEqual(['recorded'])
  expect(await ledger()).toEqual(before)
  const totals = await oneRow('fund_drive_totals', { fund_drive_id: drive.id })
  expect(totals.raised_amount).toBe(100_000)
})

test('a form that is sent ten times at once records one gift [T483]', async () => {
  const drive = await someDrive(db)
  const one = cash(drive)
  const all = await Promise.all(Array.from({ length: 10 }, () => enter(one)))
  expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  const other = await someDrive(db)
  await expect(enter(cash(other, { clientKey: one.clientKey }))).rejects.toBeInstanceOf(Refusal)
})

test('only those who may record for a drive do so, and what they may not touch is missing', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const { id } = await enter(cash(drive))
  const by = other.ownerId
  await expect(enter(cash(drive, { by }))).rejects.toMatchObject({ status: 404 })
  await expect(end({ id, by, why: 'mine' })).rejects.toMatchObject({ status: 404 })
  await expect(change({ ...cash(drive), id, by, why: 'mine', version: 1 })).rejects.toMatchObject({ status: 404 })
  expect(await storyOf(id)).toEqual(['recorded'])
})

test.each([
  ['nothing', { amount: 0 }, 'amount'],
  ['more than twenty million', { amount: 2_000_000_001 }, 'amount'],
  ['half a cent', { amount: 100.5 }, 'amount'],
  ['tomorrow', { givenOn: dayAt(new Date(Date.now() + 86_400_000)) }, 'givenOn'],
  ['no day', { givenOn: '2026-02-30' }, 'givenOn'],
  ['a day of another age', { givenOn: '1999-12-31' }, 'givenOn'],
  ['small letters', { code: 'skc0000001' }, 'code'],
  ['a short code', { code: 'SKC01' }, 'code'],
] as const)('a gift with %s is refused at its field', async (_, own, field) => {
  await expect(enter(cash(await someDrive(db), own))).rejects.toMatchObject({ status: 422, field })
})

test('the form reads amounts, codes and numbers as people type them', () => {
  const typed = {
    key: randomUUID(),
    amount: 'KES 1,500',
    givenOn: '2026-01-02',
    method: 'mpesa',
    phone: '0712 345 678',
  }
  const coded = { ...typed, code: ' skc-000 0001 ' }
  expect(recordForm.parse(coded)).toMatchObject({ amount: 150_000, code: 'SKC0000001', phone: '+254712345678' })
  const odd = { amount: '-1', givenOn: '2030-01-01', method: 'gold', code: 'SKC 😀 001', phone: '0712' }
  for (const [name, wrong] of Object.entries(odd))
    expect([name, recordForm.safeParse({ ...coded, [name]: wrong }).error?.issues[0]?.path]).toEqual([name, [name]])
})

test('a change keeps what stood before without names and numbers, of two at once the second is told', async () => {
  const drive = await someDrive(db)
  const { id } = await enter(cash(drive))
  const wanted = { ...cash(drive, { amount: 70_000, name: 'Amina Y.' }), id, why: 'a slip', version: 1 }
  const both = await Promise.allSettled([change(wanted), change({ ...wanted, amount: 80_000 })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const story = await oneRow('recorded_story', { recorded_id: id, what: 'changed' })
  expect(story).toMatchObject({ why: 'a slip', facts: { amount: 50_000, method: 'cash', renamed: true } })
  expect(JSON.stringify(story)).not.toMatch(/Amina|2547/)
})

test('what is void counts no more, can’t be changed, and frees its code', async () => {
  const [drive, code] = [await someDrive(db), newCode()]
  const { id } = await enter(cash(drive, { method: 'mpesa', code }))
  await expect(enter(cash(drive, { code }))).rejects.toMatchObject({ field: 'code' })
  await end({ id, by: drive.ownerId, why: 'typed twice' })
  expect(await rowOf(id)).toMatchObject({ void_why: 'typed twice', voided_by: drive.ownerId })
  await expect(end({ id, by: drive.ownerId, why: 'again' })).rejects.toThrow('is cancelled')
  await expect(change({ ...cash(drive), id, why: 'x', version: 2 })).rejects.toThrow('is cancelled')
  await enter(cash(drive, { method: 'mpesa', code }))
})

test('M29: a code typed for ten drives at once is recorded for one, and a person is called [T482]', async () => {
  const drives = await Promise.all(Array.from({ length: 10 }, () => someDrive(db)))
  const code = newCode()
  const all = await Promise.allSettled(drives.map((drive) => recordGift(db, cash(drive, { code }))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 422, field: 'code' })
  expect(await calledFor('a code recorded twice')).toEqual([code])
})

test('M29: money that came through us is not recorded; a code that we only heard of proves nothing [T481]', async () => {
  const [drive, ours, heard] = [await someDrive(db), newCode(), newCode()]
  await received(ours)
  await received(heard, false)
  await expect(enter(cash(drive, { code: ours }))).rejects.toMatchObject({ field: 'code', message: /through Harambee/ })
  const { id } = await enter(cash(drive, { code: heard }))
  await query`update mpesa_receipts set proved_by = 'list', proved_at = now() where receipt = ${heard}`
  expect(await rowOf(id)).toMatchObject({ voided_by: null, void_why: 'this money came through us' })
  expect(await storyOf(id)).toEqual(['recorded', 'voided'])
  await query`delete from mpesa_receipts where receipt in (${ours}, ${heard})`
})

test('M29: recorded and received at the same moment, it counts once, and a job tells of it', async () => {
  const drive = await someDrive(db)
  const codes = Array.from({ length: 20 }, newCode)
  await Promise.allSettled(codes.flatMap((code) => [enter(cash(drive, { code })), received(code)]))
  const rows = await query<{ code: string }>`
    select code from recorded_gifts where code = any(${codes}::text[]) and voided_at is null`
  expect(rows).toEqual([])
  const voided = await db.selectFrom('recorded_gifts').where('code', 'in', codes).select('id').execute()
  const jobs = await query<{ n: number }>`
    select count(*) as n from graphile_worker.jobs where key = any(${voided.map(({ id }) => `mail-recorded-voided:${id}`)}::text[])`
  expect(jobs[0]!.n).toBe(voided.length)
  await query`delete from mpesa_receipts where receipt = any(${codes}::text[])`
})

test('the database itself refuses the code of our money, and the row after the five thousandth', async () => {
  const [drive, code] = [await someDrive(db), newCode()]
  await received(code)
  const raw = (typed: string | null, times = 1) =>
    sql`insert into recorded_gifts (fund_drive_id, amount, method, code, given_on, recorded_by, receipt, client_key)
      select ${drive.id}, 100, 'mpesa', ${typed}, '2026-01-02', ${drive.ownerId}, 'R' || lpad((random() * 1e15)::bigint::text, 16, '0') || n, gen_random_uuid()
      from generate_series(1, ${times}::int) n`.execute(db)
  await expect(raw(code)).rejects.toThrow('came through us')
  await query`delete from mpesa_receipts where receipt = ${code}`
  // Each row counts those before it: all at once take longer on a busy machine than a query may.
  for (let part = 0; part < 5; part++) await raw(null, 1000)
  await expect(raw(null)).rejects.toThrow('5,000')
  await expect(enter(cash(drive))).rejects.toThrow('5,000')
})

test('a person is called above KES 500,000 a day, and above five times what came through us', async () => {
  const drive = await someDrive(db)
  await enter(cash(drive, { amount: 9_000_000 }))
  expect(await calledFor('more recorded than raised')).not.toContain(drive.id)
  await enter(cash(drive, { amount: 2_000_000 }))
  expect(await calledFor('more recorded than raised')).toContain(drive.id)
  const day = `${drive.id} ${dayAt(new Date())}`
  expect(await calledFor('much recorded on a day')).not.toContain(day)
  await enter(cash(drive, { amount: 50_000_000 }))
  expect(await calledFor('much recorded on a day')).toContain(day)
})

test('a person is called for gifts that were small and are changed to large ones on another day', async () => {
  const drive = await someDrive(db)
  const day = `${drive.id} ${dayAt(new Date())}`
  const { id } = await enter(cash(drive, { amount: 100 }))
  await enter(cash(drive, { amount: 45_000_000 }))
  await timePasses('2 days')
  const { clientKey, pledgeId, ...given } = cash(drive, { amount: 60_000_000 })
  await change({ ...given, amount: 100, name: 'Renamed', id, why: 'a name', version: 1 })
  expect(await calledFor('much recorded on a day')).not.toContain(day)
  await change({ ...given, id, why: 'a slip', version: 2 })
  expect(await calledFor('much recorded on a day')).toContain(day)
})

test('five times what came through us, looked at and closed, calls a person again once it has doubled', async () => {
  const drive = await someDrive(db)
  const times = async () => (await calledFor('more recorded than raised')).filter((id) => id === drive.id).length
  await enter(cash(drive, { amount: 10_000_000 }))
  await query`update discrepancies set state = 'closed', closed_at = now() where subject = ${drive.id}`
  await enter(cash(drive, { amount: 9_900_000 }))
  expect(await times()).toBe(1)
  await enter(cash(drive, { amount: 100_000 }))
  expect(await times()).toBe(2)
})

test('a gift that counts for a pledge is a part of it, up to what is open', async () => {
  const drive = await someDrive(db)
  const { id: pledgeId } = await somePledge(db, drive, { amount: 80_000 })
  await enter(cash(drive, { pledgeId }))
  const { id } = await enter(cash(drive, { pledgeId }))
  const paid = () => someRows('pledges', { id: pledgeId }, 'paid', 'state')
  expect(await paid()).toEqual([{ paid: 80_000, state: 'kept' }])
  await end({ id, by: drive.ownerId, why: 'a mistake' })
  expect(await paid()).toEqual([{ paid: 50_000, state: 'open' }])
})

test('a treasurer records until they are removed [T484]', async () => {
  const drive = await someDrive(db)
  const { id: person } = await somePerson(db)
  await query`insert into drive_helpers (fund_drive_id, user_id, invited, role, invited_by, expires_at, accepted_at)
    values (${drive.id}, ${person}, 'Otieno', 'treasurer', ${drive.ownerId}, now(), now())`
  const { id } = await enter(cash(drive, { by: person }))
  await setRows('drive_helpers', { user_id: person }, { left_at: new Date() })
  await expect(enter(cash(drive, { by: person }))).rejects.toMatchObject({ status: 404 })
  await expect(end({ id, by: person, why: 'late' })).rejects.toMatchObject({ status: 404 })
  expect((await rowOf(id)).recorded_by).toBe(person)
})

test('a pledge of another drive is missing, and then nothing is recorded', async () => {
  const [drive, other] = [await someDrive(db), await someDrive(db)]
  const { id: pledgeId } = await somePledge(db, other)
  await expect(enter(cash(drive, { pledgeId }))).rejects.toMatchObject({ status: 404 })
  expect(await countOf('recorded_gifts', { fund_drive_id: drive.id })).toBe(0)
})

test('one that may be recorded already is refused until its person says that it is another', async () => {
  const drive = await someDrive(db)
  await recordGift(db, cash(drive))
  const again = (own: Partial<Entered> = {}) => recordGift(db, cash(drive, { warns: true, ...own }))
  const warning = { status: 422, field: 'anyway' }
  await expect(again({ name: 'amina YUSUF' })).rejects.toMatchObject(warning)
  await expect(again({ givenOn: '2026-01-01' })).rejects.toMatchObject(warning)
  await expect(again({ givenOn: '2026-01-03' })).rejects.toMatchObject(warning)
  // Two codes are two payments; one that has none may be the other.
  const code = newCode()
  await expect(again({ code, method: 'mpesa' })).rejects.toMatchObject(warning)
  for (const other of [
    { amount: 50_100 },
    { name: 'Amina' },
    { givenOn: '2026-01-04' },
    { name: null },
    { name: null },
  ])
    await again(other)
  await recordGift(db, cash(await someDrive(db), { warns: true }))
  const another = cash(drive, { clientKey: randomUUID() })
  await recordGift(db, another)
  // The same form sent again is the same gift, not another one.
  await expect(recordGift(db, { ...another, warns: true })).resolves.toBeDefined()
  const coded = await someDrive(db)
  await recordGift(db, cash(coded, { code, method: 'mpesa' }))
  await recordGift(db, cash(coded, { code: newCode(), method: 'mpesa', warns: true }))
})

test('an amount that may be a slip is recorded once its person says that it is right', async () => {
  const drive = await someDrive(db, { goal: '500000' })
  const record = (amount: number, own: Partial<Entered> = {}) =>
    recordGift(db, cash(drive, { amount: amount * 100, warns: true, name: 'Wanjiku', ...own }))
  const refusalOf = (...gift: Parameters<typeof record>) =>
    record(...gift).then(
      () => undefined,
      ({ says: { title }, typed, status }: Refusal) =>
        [status, wordsIn('en')._(title).replaceAll('\u00a0', ' '), typed!.asked, typed!.about] as const,
    )
  const asked =
    (why: string, from = ' from Wanjiku') =>
    (sum: string) => [422, `KES ${sum}${from}: is it right? ${why}`, 'amount', expect.any(String)]
  // The first gifts of a drive are compared with nothing but its goal.
  for (const [nr, amount] of [2000, 1000, 3000].entries()) await record(amount, { givenOn: `2026-01-0${nr + 1}` })
  expect(await refusalOf(29_999)).toBeUndefined()
  expect(await refusalOf(299_990)).toEqual(asked('It is at least 10 times any other gift here.')('299,990'))
  expect(await refusalOf(500_001)).toEqual(asked('It is more than the goal.')('500,001'))
  expect(await refusalOf(500_001, { name: null })).toEqual(asked('It is more than the goal.', '')('500,001'))
  expect(await refusalOf(2_000_000)).toEqual(asked('It is more than KES 1,000,000.')('2,000,000'))
  const [, , , about] = (await refusalOf(2_000_000))!
  // The yes is for this amount, and for no other.
  expect(await refusalOf(20_000_000, { anyway: about })).toEqual(asked('It is more than KES 1,000,000.')('20,000,000'))
  await record(2_000_000, { anyway: about })
  // Now there is a gift to compare with; what may be recorded already is asked about as such.
  expect(await refusalOf(299_990)).toBeUndefined()
  expect((await refusalOf(2_000_000))![2]).toBe('double')
})

test('what is void is no reason to warn, and of two forms at the same moment one is warned', async () => {
  const drive = await someDrive(db)
  const { id } = await recordGift(db, cash(drive))
  await end({ id, by: drive.ownerId, why: 'a slip' })
  const all = await Promise.allSettled(Array.from({ length: 10 }, () => recordGift(db, cash(drive, { warns: true }))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a form that comes again with anything else in it is another gift, and comes with a key of its own', async () => {
  const drive = await someDrive(db)
  const one = cash(drive, { method: 'mpesa', code: newCode() })
  const { id } = await enter(one)
  const others: Partial<Entered>[] = [
    { amount: 50_100 },
    { name: 'Otieno' },
    { name: null },
    { givenOn: '2026-01-03' },
    { method: 'bank' },
    { code: newCode() },
    { phone: null },
    { note: 'Envelope 7' },
    { anonymous: true },
  ]
  for (const other of others) {
    const refused = await enter({ ...one, ...other }).catch((error: unknown) => error)
    expect([other, refused]).toMatchObject([
      other,
      { says: recordedGiftTexts.another, typed: { key: expect.any(String) } },
    ])
    expect((refused as Refusal).typed!.key).not.toBe(one.clientKey)
  }
  expect(await enter(one)).toMatchObject({ id })
  // Void, it is in no sum: it is not told to be recorded.
  await end({ id, by: drive.ownerId, why: 'a slip' })
  await expect(enter(one)).rejects.toMatchObject({ says: recordedGiftTexts.another })
})

test('cash for one pledge that comes again for another is not told to be recorded', async () => {
  const drive = await someDrive(db)
  const [first, second] = [await somePledge(db, drive), await somePledge(db, drive, { phone: '+254700111222' })]
  const one = cash(drive, { pledgeId: first.id })
  const { id } = await enter(one)
  expect(await enter(one)).toMatchObject({ id })
  await expect(enter({ ...one, pledgeId: second.id })).rejects.toMatchObject({ says: recordedGiftTexts.another })
})

test('who said that it is another gift said so of that gift, and not of what is typed over it', async () => {
  const drive = await someDrive(db)
  await recordGift(db, cash(drive))
  await recordGift(db, cash(drive, { name: 'Otieno' }))
  const again = (own: Partial<Entered>) => recordGift(db, cash(drive, { warns: true, ...own }))
  const refusalOf = (own: Partial<Entered>) => again(own).catch((error: unknown) => error as Refusal)
  const warned = (await refusalOf({})) as Refusal
  const anyway = warned.typed!.about
  const other = (await refusalOf({ name: 'Otieno', anyway })) as Refusal
  // The tick is taken away with the warning, and is about the other one from now on.
  expect(other).toMatchObject({ field: 'anyway', typed: { anyway: '' } })
  expect(other.typed!.about).not.toBe(anyway)
  await expect(again({ givenOn: '2026-01-03', anyway })).rejects.toMatchObject({ field: 'anyway' })
  await expect(again({ anyway: '' })).rejects.toMatchObject({ field: 'anyway' })
  await again({ name: 'Otieno', anyway: other.typed!.about })
  // What is beside the question may be typed meanwhile.
  await again({ note: 'Envelope 7', anyway })
})
