import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { promisedBy } from '#app/group/pledges/giver.server.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { loader as book } from '#app/money/public-book/public/book.tsx'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { forgetGiving } from '#app/privacy/forget-own.server.ts'
import { testDatabase } from '#test/database.ts'
import { ask } from '#test/form-actions.ts'
import { someCaller, someDrive, somePerson } from '#test/make.ts'
import { askingFor, booksMustHold, gift, giftByPhone } from '#test/money.ts'
import { aNumber, hasPhone } from '#test/phone-codes.ts'
import { somePledge } from '#test/pledges.ts'
import { query, setRows, someRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { givenList } from './given-list.server.ts'
import { loader } from './pages/giving/page.tsx'

// What a person sees of what they gave: as far as we can know that it was them.

const db = await testDatabase()
booksMustHold(() => db)

const given = async (personId: string, query = '') =>
  givenList.page(db, { ...givenList.asked(new URLSearchParams(query)), personId })
const amounts = async (personId: string) => (await given(personId)).rows.map(({ amount }) => amount)
const by = (id: string) => ({ id, address: '10.0.0.0' })

/** Moves a gift, with what was asked of its phone, so many days back. */
const daysAgo = ({ id }: { id: number }, days: number) =>
  timePasses(`${days} days`, { payments: { id }, mpesa_prompts: { payment_id: id } })
const phoneAged = (phone: string, confirmedDays: number, usedDays: number) =>
  sql`
    update user_phones set confirmed_at = now() - make_interval(days => ${confirmedDays}),
      used_at = now() - make_interval(days => ${usedDays}) where phone = ${phone}`.execute(db)

describe('the gifts of a person', () => {
  test('are those with their confirmed address and from their phones, across drives, the newest first', async () => {
    const person = await somePerson(db)
    const phone = aNumber()
    await hasPhone(db, person.id, phone)
    const [one, other] = [await someDrive(db), await someDrive(db, { title: 'Another roof' })]
    await gift(db, one.id, 10_000, { donorEmail: person.email.toUpperCase() })
    await giftByPhone(db, other.id, 20_000, phone)
    await gift(db, one.id, 30_000, { donorEmail: person.email, anonymous: true, message: 'Kwa siri' })
    await gift(db, one.id, 40_000, { donorEmail: 'somebody@else.test' })
    await giftByPhone(db, one.id, 50_000, aNumber())
    const { rows } = await given(person.id)
    expect(rows).toMatchObject([
      { amount: 30_000, anonymous: true, message: 'Kwa siri' },
      { amount: 20_000, title: 'Another roof', slug: other.slug },
      { amount: 10_000 },
    ])
    for (const { receipt } of rows) expect(receipt).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('come in pages, none twice and none left out', async () => {
    const person = await somePerson(db)
    const drive = await someDrive(db)
    for (let nr = 1; nr <= 23; nr++) await gift(db, drive.id, nr * 1000, { donorEmail: person.email })
    const first = await given(person.id)
    expect(first.rows).toHaveLength(20)
    const second = await given(person.id, `after=${encodeURIComponent(first.next!)}`)
    expect(second.next).toBeNull()
    expect([...first.rows, ...second.rows].map(({ amount }) => amount / 1000)).toEqual(
      Array.from({ length: 23 }, (_, at) => 23 - at),
    )
  })

  test('an address that nobody confirmed shows none', async () => {
    const person = await somePerson(db)
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', person.id).execute()
    await gift(db, (await someDrive(db)).id, 10_000, { donorEmail: person.email })
    expect(await amounts(person.id)).toEqual([])
  })
})

// biome-ignore lint/suspicious/noExplicitAny: each route has a type of its own
const read = async (loader: (args: any) => unknown, asked: Parameters<typeof ask>[1]): Promise<any> =>
  (await ask(loader, asked)).data
const seen = ({ id }: { id: string }) =>
  read(loader, { path: '/giving', set: (context) => context.set(personContext, { id } as never) })
const refund = (reference: string, amount: number) =>
  refundSettled(db, reference, { extId: crypto.randomUUID(), amount, state: 'processed' })

describe('beside each gift its giver reads', () => {
  test('what became of it: the way to its own line in the drive’s book [T1330]', async () => {
    const [person, other] = [await somePerson(db), await somePerson(db)]
    const drive = await someDrive(db)
    await gift(db, drive.id, 10_000, { donorEmail: person.email })
    await gift(db, drive.id, 20_000, { donorEmail: other.email })
    const { list } = await seen(person)
    expect(list.rows).toHaveLength(1)
    const [{ slug, ref }] = list.rows
    const { mine } = await read(book, { path: `/?code=${ref}`, params: { slug } })
    expect(mine).toMatchObject([{ kind: 'gift', amount: 10_000 }])
  })

  test('whether it can be asked back: whole, in its days, undisputed, while its drive holds it [T1331]', async () => {
    const person = await somePerson(db)
    const mine = (driveId: string, amount: number) => gift(db, driveId, amount, { donorEmail: person.email })
    const [roof, spent, gone] = [await someDrive(db), await someDrive(db), await someDrive(db)]
    await mine(roof.id, 10_000)
    await timePasses('20 days', { donations: { payment_id: (await mine(roof.id, 20_000)).id } })
    await refund((await mine(roof.id, 30_000)).reference, 5_000)
    await mine(spent.id, 40_000)
    const { ask: withdraw } = await askingFor(db, spent)
    await withdraw(38_000)
    const disputed = await mine(gone.id, 50_000)
    await disputeOpened(db, disputed.reference, { extId: crypto.randomUUID(), amount: 50_000, dueAt: null })
    const rows: { amount: number; canAskBack: boolean }[] = (await seen(person)).list.rows
    expect(rows.map(({ amount, canAskBack }) => [amount, canAskBack]).sort()).toEqual([
      [10_000, true],
      [20_000, false],
      [30_000, false],
      [40_000, false],
      [50_000, false],
    ])
  })
})

describe('a number that may have been someone else’s', () => {
  test('shows what was given before it was confirmed, back to the first silence of 90 days', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const drive = await someDrive(db)
    for (const [amount, days] of [
      [10_000, 400],
      [20_000, 280],
      [30_000, 170],
      [40_000, 85],
    ] as const)
      await daysAgo(await giftByPhone(db, drive.id, amount, phone), days)
    // 170 and 85 days ago: never silent for 90 days. Before 170 it was, for 110.
    expect((await amounts(id)).sort()).toEqual([30_000, 40_000])
  })

  test('shows the first gift from it although its prompt was sent again later', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const paid = await giftByPhone(db, (await someDrive(db)).id, 10_000, phone)
    await daysAgo(paid, 10)
    await query`
      update mpesa_prompts set created_at = created_at + interval '2 minutes' where payment_id = ${paid.id}`
    expect(await amounts(id)).toEqual([10_000])
  })

  test('shows nothing of before where it was silent for 90 days before it was confirmed', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await daysAgo(await giftByPhone(db, (await someDrive(db)).id, 10_000, phone), 91)
    expect(await amounts(id)).toEqual([])
  })

  test('shows nothing of after, once it was neither used to sign in nor to pay for 90 days', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    await setRows('users', { id }, { email: `aged-${id}@example.test`, email_verified: true })
    const drive = await someDrive(db)
    await phoneAged(phone, 400, 300)
    await daysAgo(await giftByPhone(db, drive.id, 10_000, phone), 350)
    await daysAgo(await giftByPhone(db, drive.id, 20_000, phone), 250)
    await giftByPhone(db, drive.id, 30_000, phone)
    // Between the code of long ago and today it was silent for months: the person who pays from it now may be another person.
    expect((await amounts(id)).sort()).toEqual([10_000, 20_000])
  })

  test('shows the new owner nothing of what was given until it left the one before, and the one before nothing more', async () => {
    const [before, after] = [await somePerson(db), await somePerson(db)]
    const phone = aNumber()
    await hasPhone(db, before.id, phone)
    const drive = await someDrive(db)
    await giftByPhone(db, drive.id, 10_000, phone)
    await hasPhone(db, after.id, phone)
    await giftByPhone(db, drive.id, 20_000, phone)
    expect([await amounts(before.id), await amounts(after.id)]).toEqual([[], [20_000]])
  })

  test('shows nothing of before to the person who confirms it after it was removed', async () => {
    const before = await somePerson(db)
    const phone = aNumber()
    await hasPhone(db, before.id, phone)
    await giftByPhone(db, (await someDrive(db)).id, 10_000, phone)
    await db.deleteFrom('user_phones').where('phone', '=', phone).execute()
    const { id } = await someCaller(db, { phone })
    expect(await amounts(id)).toEqual([])
  })

  test('is not made one’s own by a claim: only a PIN, a code or a yes shows who has it', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const drive = await someDrive(db)
    const old = await giftByPhone(db, drive.id, 10_000, phone)
    await daysAgo(old, 170)
    const bridge = await giftByPhone(db, drive.id, 20_000, aNumber())
    await daysAgo(bridge, 85)
    await db.updateTable('payments').set({ donor_phone: phone }).where('id', '=', bridge.id).execute()
    expect(await amounts(id)).not.toContain(10_000)
  })
})

test('pledges are shown with the way to each, the open ones first', async () => {
  const { id, phone } = await someCaller(db, { phone: aNumber() })
  const drive = await someDrive(db)
  const { token } = await somePledge(db, drive, { phone })
  await somePledge(db, drive, { phone: aNumber() })
  expect(await promisedBy(db, id)).toMatchObject([
    { amount: 200_000, paid: 0, state: 'open', path: `/pledge/${token}` },
  ])
})

describe('the giver who asks to be forgotten', () => {
  test('is, in one gift: it leaves the page, and the amount stays', async () => {
    const person = await somePerson(db, { fullName: 'Nobody Here' })
    const drive = await someDrive(db)
    const named = { donorName: 'Nobody Here', donorEmail: person.email, message: 'Pole sana' }
    await gift(db, drive.id, 10_000, named)
    await gift(db, drive.id, 20_000, named)
    const newest = (await given(person.id)).rows[0]!.id
    expect(await forgetGiving(db, by(person.id), newest)).toMatchObject({ payments: 1, gifts: 1 })
    expect(await amounts(person.id)).toEqual([10_000])
    expect(await someRows('donations', { id: newest }, 'donor_name', 'message', 'amount')).toEqual([
      { donor_name: '', message: '', amount: 20_000 },
    ])
    await expect(forgetGiving(db, by(person.id), newest)).rejects.toMatchObject({ status: 404 })
  })

  test('is, in all gifts and pledges, and nobody else with them', async () => {
    const { id, phone } = await someCaller(db, { phone: aNumber() })
    const other = await somePerson(db)
    const drive = await someDrive(db)
    await giftByPhone(db, drive.id, 10_000, phone)
    await gift(db, drive.id, 20_000, { donorEmail: other.email, donorName: 'Other' })
    await somePledge(db, drive, { phone })
    const old = await giftByPhone(db, drive.id, 30_000, phone)
    await daysAgo(old, 200)
    await forgetGiving(db, by(id), null)
    expect([await amounts(id), await promisedBy(db, id)]).toEqual([[], []])
    expect(await amounts(other.id)).toEqual([20_000])
    // Nothing is taken away of a time when the number may have been someone else's.
    expect(await db.selectFrom('payments').where('id', '=', old.id).select('donor_phone').execute()).toEqual([
      { donor_phone: phone },
    ])
  })

  test('is refused what is another person’s', async () => {
    const [mine, theirs] = [await somePerson(db), await somePerson(db)]
    await gift(db, (await someDrive(db)).id, 10_000, { donorEmail: theirs.email })
    const { id } = (await given(theirs.id)).rows[0]!
    await expect(forgetGiving(db, by(mine.id), id)).rejects.toMatchObject({ status: 404 })
    expect(await amounts(theirs.id)).toEqual([10_000])
  })
})
