import path from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { addPicture } from '#app/base/pictures/picture.server.ts'
import { beneficiaryLine } from '#app/drives/beneficiary/beneficiary.server.tsx'
import { nearestCodes } from '#app/drives/codes/codes.server.ts'
import { dashboardOf } from '#app/drives/drive/dashboard.server.ts'
import { publicDrive } from '#app/drives/drive/drive.server.ts'
import { followersOf } from '#app/drives/updates/followers.server.ts'
import { updatesOf } from '#app/drives/updates/updates.server.ts'
import { doorsPage } from '#app/invitations/door/doors-page.server.ts'
import { readyCounts } from '#app/invitations/guests/guest-filter.server.ts'
import { accountSeen } from '#app/invitations/wrap-up/account.server.ts'
import { attendanceOf } from '#app/invitations/wrap-up/occasions.server.ts'
import { postsOf } from '#app/invitations/wrap-up/posts.server.ts'
import { restOfAccount } from '#app/invitations/wrap-up/wrap-up.ts'
import { payeeNamed } from '#app/money/institutions/institutions.server.ts'
import { hearText } from '#app/money/payouts/replies.server.ts'
import { signedBy } from '#app/money/payouts/signatures.server.ts'
import { closeBooks } from '#app/money/public-book/close.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { wholeSms } from '#app/platform/sms/outbox.server.ts'
import { brokenInvariants } from '#db/checks.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn } from '#test/make.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { allRows, oneRow } from '#test/rows.ts'
import { exampleDrives } from './drives.ts'
import { openExamples } from './examples.ts'

const db = await testDatabase()
useMobileMoney(pretendRail())
let drawn = 0
/** Each picture that is drawn costs a second; one is enough to see that it is. */
const addOne: typeof addPicture = async (...asked) => {
  if (drawn++ === 0) return addPicture(...asked)
  const url = `/media/drives/${String(drawn).padStart(32, '0')}-640.jpg`
  const kept = { url, width: 640, height: 400, colour: '#996633' }
  const values = { ...kept, user_id: asked[1], files: JSON.stringify([{ key: 'x' }]) }
  await db.insertInto('pictures').values(values).execute()
  return kept
}
const open = () => openExamples(db, { withMoney: true })
/** What a visitor is shown of a drive. */
const seen = async (slug: string) => {
  const found = await publicDrive(db, slug, { personId: null, visitor: 'stranger' })
  return { ...found, drive: 'drive' in found ? found.drive : undefined }
}

test('example people and drives are made once, also by processes that start at once [T395]', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => open()))
  const dress = made.filter((one) => one !== undefined)
  expect(dress).toHaveLength(1)
  const people = await allRows('users', {}, 'email')
  const names = ['admin', 'grace', 'owner', 'second', 'treasurer'].map((name) => `${name}@harambee.test`)
  expect(people.map(({ email }) => email)).toEqual([...names, null])
  expect(people.every(({ email, email_verified }) => email_verified === (email !== null))).toBe(true)
  const owner = people.find(({ email }) => email === 'owner@harambee.test')
  const { rows: admins } = await sql`
    select email, role from user_roles r join users u on u.id = r.user_id order by email`.execute(db)
  expect(admins).toEqual(['admin', 'second'].map((name) => ({ email: `${name}@harambee.test`, role: 'admin' })))
  for (const email of names) await signedIn({ email, password: 'harambee' })
  const { stats, cards } = await dashboardOf(db, owner!.id)
  expect(stats).toMatchObject({ total: exampleDrives.length, active: 3 })
  expect(cards.map((card) => card.status).sort()).toEqual(['active', 'active', 'active', 'completed', 'paused'])
  expect(cards.some((card) => !card.collects)).toBe(true)
  const folder = path.join(import.meta.dirname, 'pictures')
  await dress[0]!(folder, new AbortController().signal, addOne)
})

test('Mama Achieng’s drive is open, with pictures, a story, comments and plenty of views left [T416]', async () => {
  const { drive, ...found } = await seen('heal-mama-achieng')
  expect(found.is).toBe('open')
  expect(drive).toMatchObject({ collects: true, category: 'Medical', goal: 85_000_000 })
  expect(drive?.picture).toMatchObject({ width: 1280, height: 800 })
  // What was written is what is kept: nothing of it was taken away on the way.
  const plain = (html?: string | null) => html?.replaceAll('\n', '')
  expect(plain(drive?.description)).toBe(plain(exampleDrives[0]!.description))
  const images = await allRows('fund_drive_images', { fund_drive_id: drive!.id }, 'display_order')
  expect(images.map((image) => image.display_order)).toEqual([1, 2, 3, 4])
  const states = (await allRows('fund_drive_comments', { fund_drive_id: drive!.id }, 'state')).map(({ state }) => state)
  expect(states).toEqual(['quarantined', ...Array(9).fill('shown')])
})

test('the Quiet Corner Library has used its views up, and its bar has all three tones [T417]', async () => {
  const found = await seen('quiet-corner-library')
  expect(found.is).toBe('restricted')
  // What was recorded, what is promised, and what came through us.
  expect(found).toMatchObject({ limited: { recordedShown: 3_500_000, pledged: 3_350_000 } })
  expect('limited' in found && found.limited.raised).toBeGreaterThan(0)
})

test('what is made up obeys the books: views, likes and days add up [T278]', async () => {
  const { rows: wrong } = await sql`
    select s.fund_drive_id from subscriptions s
    where s.used_views <> (select count(*) from fund_drive_views v where v.subscription_id = s.id)`.execute(db)
  const { rows: liked } = await sql`
    select id from fund_drive_comments c
    where likes <> (select count(*) from comment_likes l where l.comment_id = c.id)`.execute(db)
  const { rows: early } = await sql`
    select d.slug from fund_drives d join fund_drive_views v on v.fund_drive_id = d.id
    where v.viewed_at < d.created_at or v.viewed_at > now()`.execute(db)
  expect([wrong, liked, early]).toEqual([[], [], []])
})

test('gifts and withdrawals are booked as real ones, with the moments they happened, and nobody is written to [T238]', async () => {
  expect(await brokenInvariants(db)).toEqual([])
  const { drive } = await seen('heal-mama-achieng')
  expect(drive!.percent).toBeGreaterThan(25)
  // 36 gifts of 31 people.
  expect(drive!.donors).toBe(31)
  const money = await balanceNow(db, drive!.id)
  expect(money).toMatchObject({ raised: drive!.raised, withdrawn: 22_500_000, underWay: 10_500_000, debt: 0 })
  const { rows: wrong } = await sql`
    select d.id from donations d join fund_drives f on f.id = d.fund_drive_id join payments p on p.id = d.payment_id
      join ledger_transfers t on t.event_kind = 'donation' and t.subject_id = p.id
    where d.created_at < f.created_at or d.created_at > now() or t.created_at <> d.created_at or p.settled_at <> d.created_at
      or exists (select from donations e where e.fund_drive_id = d.fund_drive_id and e.id < d.id and e.created_at > d.created_at)`.execute(
    db,
  )
  const { rows: told } = await sql`select task_identifier from graphile_worker.jobs`.execute(db)
  // The text to the treasurer who has no email.
  expect([wrong, told]).toEqual([[], [{ task_identifier: 'send-sms' }]])
})

test('a committee watches: the text to Achieng has a code, and her NDIO lets the last withdrawal go on [T1461]', async () => {
  const { drive } = await seen('heal-mama-achieng')
  const waiting = await oneRow('payout_requests', { fund_drive_id: drive!.id, status: 'waiting' })
  const whole = { whole: waiting.whole, driveId: drive!.id }
  expect(await signedBy(db, whole)).toMatchObject({ needed: 2, isOurs: true, agreed: [{ name: 'Grace Njeri' }] })
  const { text: hidden, sealed } = await oneRow('sms_outbox', { phone: '+254711000200' })
  const text = wholeSms({ text: hidden!, sealed })!
  expect(text).toMatch(
    /^Heal Mama.*: Wanjiku Kamau asks KES 60,000 to Example Mission.*: Ward bill\. Agree\? Text YES \d{6} or NO \d{6} to 20880/,
  )
  const said = { phone: '+254711000200', text: `Ndio ${/YES (\d{6})/.exec(text)![1]}` }
  const { id: heardId } = await db.insertInto('sms_heard').values(said).returning('id').executeTakeFirstOrThrow()
  await hearText(db, { heardId })
  const { agreed } = await signedBy(db, whole)
  expect(agreed.map(({ name }) => name)).toEqual(['Grace Njeri', 'Achieng Akinyi'])
  expect(await oneRow('payout_requests', { id: waiting.id })).toMatchObject({ status: 'processing' })
})

test('the public sees who gets it, who agreed, what it bought, two updates and a book of many days [T1462]', async () => {
  const { drive } = await seen('heal-mama-achieng')
  expect(await payeeNamed(db, drive!.id)).toMatchObject({ name: 'Example Mission Hospital' })
  expect(await beneficiaryLine(db, drive!.id, 'en')).toMatchObject({
    text: expect.stringContaining('Mama Achieng Oduor'),
  })
  expect((await updatesOf(db, drive!.id)).updates).toHaveLength(2)
  const receipts = await allRows('payout_receipts', { fund_drive_id: drive!.id })
  expect(receipts.map(({ amount, photo_url, no_photo }) => [amount, photo_url !== null, no_photo])).toEqual([
    [2_145_000, false, 'Example'],
    [8_000_000, true, ''],
  ])
  const { emails, phones } = await followersOf(db, drive!.id)
  expect(emails).toBeGreaterThan(10)
  expect(phones).toBeGreaterThan(3)
  await closeBooks(db)
  expect((await allRows('book_days', { fund_drive_id: drive!.id }, 'day')).length).toBeGreaterThan(20)
  expect(await brokenInvariants(db)).toEqual([])
})

test('a payment with a mistyped account waits on the desk, and the pretend M-Pesa has it', async () => {
  const { rows } = await sql`
    select s.why, s.state, s.amount, r.state as code, r.account, r.amount = t.amount and r.account = t.account as "isListed"
    from suspense s join mpesa_receipts r on r.suspense_id = s.id
      join sandbox.daraja_transactions t on t.receipt = r.receipt and t.way = 'paybill'`.execute(db)
  const open = { why: 'unknown account', state: 'open', code: 'unplaced', account: 'HEEL', isListed: true }
  expect(rows).toEqual([{ ...open, amount: 150_000 }])
  const heal = await oneRow('fund_drives', { slug: 'heal-mama-achieng' })
  expect((await nearestCodes(db, 'HEEL', 1))[0]).toMatchObject({ driveId: heal.id, code: 'HEAL' })
})

test('the pretend provider knows of what was given, and has what was not drawn', async () => {
  const { rows } = await sql`select
    (select balance from sandbox.paystack_state) - (select coalesce(sum(case when a.id = t.debit_account then t.amount else -t.amount end), 0)
      from ledger_transfers t join ledger_accounts a on a.id in (t.debit_account, t.credit_account) where a.code = 'provider_clearing') as off,
    (select count(*) from payments p where not exists (select from sandbox.paystack_payments s
      where s.reference = p.reference and s.id = p.provider_tx_id and s.amount = p.amount and s.status = 'success')) as unknown`.execute(
    db,
  )
  expect(rows).toEqual([{ off: 0, unknown: 0 }])
})

test('the night has forty guests who answered in every way, one evening is over, and at the ruracio people wait', async () => {
  const { rows } = await sql<{ title: string; guests: number; states: string[]; over: number; free: number }>`
    select g.title, count(distinct i.supporter_id) as guests, array_agg(distinct i.state::text order by i.state::text) as states,
      count(distinct o.id) filter (where o.starts_at < now()) as over, min(o.capacity - s.taken) as free
    from gatherings g join occasions o on o.gathering_id = g.id join occasion_seats s on s.occasion_id = o.id
      join invitations i on i.occasion_id = o.id group by g.id order by g.title`.execute(db)
  const line = ['invited', 'maybe', 'no', 'waiting', 'yes']
  const every = [...line, 'asked', 'offered', 'withdrawn'].sort()
  expect(rows).toEqual([
    { title: 'An evening for Mama Achieng', guests: 40, states: every, over: 1, free: 0 },
    { title: 'Boots Day of Umoja FC', guests: 10, states: ['maybe', 'no', 'yes'], over: 1, free: null },
    { title: 'Ruracio ya Wambui na Kiprop', guests: 12, states: line, over: 0, free: 0 },
  ])
  const { rows: late } = await sql`select a.id from answers a join invitations i on i.id = a.invitation_id
    join occasions o on o.id = i.occasion_id where a.at > least(o.starts_at, now())`.execute(db)
  expect(late).toEqual([])
})

test('the line of the night is full from invited to thanked, and each ready filter finds someone', async () => {
  const { id } = await oneRow('gatherings', { title: 'An evening for Mama Achieng' })
  const ready = { all: 40, owing: 2, unseen: 3, silent: 5, unthanked: 1, giving: 4 }
  expect(await readyCounts(db, id, { occasion: null, seesGifts: true })).toEqual(ready)
  const { rows } = await sql`select count(sent_at) as sent, count(seen_on) as seen, count(thanked_at) as thanked,
      (select count(distinct c.supporter_id) from guest_came c join supporters x on x.id = c.supporter_id where x.gathering_id = ${id}) as came,
      (select array_agg(distinct t.how order by t.how) from supporter_ties t join supporters x on x.id = t.supporter_id
        where x.gathering_id = ${id}) as ties
    from supporters where gathering_id = ${id}`.execute(db)
  expect(rows).toEqual([{ sent: 36, seen: 33, came: 5, thanked: 4, ties: ['email', 'host', 'link', 'phone'] }])
})

test('a pledge that was paid by the guest’s own link is kept, and by mail only two guests were written to', async () => {
  const { rows } = await sql`select p.name, p.amount, p.paid, p.state, g.amount as line from pledges p
    join supporter_ties t on t.pledge_id = p.id join supporter_ties o on o.supporter_id = t.supporter_id and o.how = 'link'
    join guest_paid g on g.supporter_id = t.supporter_id`.execute(db)
  expect(rows).toEqual([{ name: 'Amina Yusuf', amount: 200_000, paid: 200_000, state: 'kept', line: 200_000 }])
  const mails = (await allRows('sandbox.mails', {}, 'to_address')).map(({ to_address }) => to_address)
  expect(mails).toEqual(['class.of.1989@example.org', 'moses.kiplagat@example.org'])
})

test('one occasion is over: people came by two doors, one pass by both, and the account is from the books', async () => {
  const { id } = await oneRow('gatherings', { title: 'Boots Day of Umoja FC' })
  const [day] = await attendanceOf(db, id, new Date())
  expect(day).toMatchObject({ name: 'Boots Day', over: true, said: 21, came: 29, unlisted: 7 })
  const twice = { name: 'Umoja Traders', door: 'School gate', otherDoor: 'Main gate' }
  expect(await doorsPage(db, id, 1)).toMatchObject({ heads: 29, flags: [twice] })
  const { books, account } = (await accountSeen(db, id))!
  expect(books).toMatchObject({ raised: 10_140_000, cash: 0, kept: 0, withdrawn: 9_050_000, fee: 507_000 })
  expect(restOfAccount(books, account.lines)).toBe(1_043_000)
  expect((await postsOf(db, id)).length).toBe(1)
  const { rows } = await sql`select r.name, r.people, x.gave from remembered r left join lateral (
      select sum(amount)::bigint as gave from guest_paid g where g.supporter_id = r.supporter_id) x on true order by name`.execute(
    db,
  )
  expect(rows).toEqual([
    { name: 'Auntie Adhiambo', people: 1, gave: null },
    { name: 'Coach Baraka', people: 1, gave: 600_000 },
    { name: 'Pastor Owino', people: 2, gave: null },
    { name: 'Umoja Traders', people: 4, gave: 2_400_000 },
  ])
  expect(await brokenInvariants(db)).toEqual([])
})

test('what was deleted never comes back', async () => {
  await db.updateTable('users').set({ deleted_at: new Date() }).execute()
  expect(await open()).toBeUndefined()
})
