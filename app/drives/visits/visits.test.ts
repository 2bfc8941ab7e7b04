import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { dayAt } from '#app/kit/time.ts'
import { testDatabase } from '#test/database.ts'
import { quickestOf } from '#test/effort.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'
import { mailVisitAsked, mailVisitBooked, mailVisitDecided } from './mails.server.tsx'
import {
  bookVisit,
  countVisits,
  decideVisit,
  forgetPlaces,
  headCount,
  placeOfVisits,
  savePlace,
  visitLimits,
} from './visit.server.ts'
import { visitDays, visitTexts } from './visit.ts'
import { placeForm, visitForm } from './visit-forms.ts'
import { visitsList } from './visits-list.server.ts'

const db = await testDatabase()
const inDays = (days: number) => dayAt(new Date(Date.now() + days * 86_400_000))
const good = {
  name: 'Amina Yusuf',
  email: 'Amina@Example.test',
  phone: '0712 345 678',
  date: inDays(3),
  time: '11:00',
  guests: '2',
}
const read = (typed: Record<string, unknown> = {}) => visitForm.safeParse({ ...good, ...typed })
const faults = (typed: Record<string, unknown>) =>
  read(typed).error?.issues.map((issue) => [issue.path[0], issue.message]) ?? []
const book = (slug: string, typed: Record<string, string> = {}, language: 'en' | 'sw' = 'en') =>
  bookVisit(db, slug, visitForm.parse({ ...good, ...typed }), language)
const jobs = async () =>
  (
    await query<{ name: string }>`
      select task_identifier as name from graphile_worker.jobs where task_identifier like 'mail-visit-%' order by id`
  ).map(({ name }) => name)
const mails = async () =>
  await query<{ to: string; subject: string; text: string; raw: string }>`
      select to_address as to, subject, text, raw from sandbox.mails order by id`

afterEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await sql`delete from sandbox.mails`.execute(db)
})

describe('the booking form', () => {
  test('is read as it was meant [T133]', () => {
    expect(read({ message: '  Tunakuja!\r\n\r\n\r\n\r\nKaribu ' }).data).toEqual({
      name: 'Amina Yusuf',
      email: 'amina@example.test',
      phone: '+254712345678',
      date: inDays(3),
      time: '11:00',
      guests: 2,
      message: 'Tunakuja!\n\nKaribu',
    })
    expect(read().data?.message).toBeNull()
  })

  test('name, e-mail, phone and day are needed; each says so at its field [T183]', () => {
    const missing = {
      name: visitTexts.nameMissing,
      email: visitTexts.emailMissing,
      phone: visitTexts.phoneMissing,
      date: visitTexts.dateMissing,
    }
    for (const [field, words] of Object.entries(missing))
      for (const empty of ['', '  ', undefined, 5])
        expect([field, faults({ [field]: empty })]).toEqual([field, [[field, words.id]]])
    expect(faults({ email: 'nobody' })).toEqual([['email', visitTexts.emailShape.id]])
    for (const email of ['a@b', 'a b@c.de', `${'x'.repeat(250)}@a.de`, 'a@b.de, c@d.ef', 'a@b.de\nBcc: x@y.z'])
      expect([email, faults({ email })[0]?.[0]]).toEqual([email, 'email'])
    for (const phone of ['letters', '07', '123-456', '1234567890123456', '0712345678 ext', '+-1234567'])
      expect(faults({ phone })).toEqual([['phone', visitTexts.phoneShape.id]])
    for (const phone of ['1234567890', '555-1234', '(020) 555 1234 5'])
      expect(read({ phone: ` ${phone} ` }).data?.phone).toBe(phone)
  })

  test('the day is from today in Nairobi, the time one of four [T184]', () => {
    expect([read({ date: inDays(0) }).success, read({ date: inDays(730) }).success]).toEqual([true, true])
    expect(faults({ date: inDays(-1) })).toEqual([['date', visitTexts.datePast.id]])
    expect(faults({ date: '9999-01-01' })).toEqual([['date', visitTexts.dateFar.id]])
    for (const date of ['2027-02-29', '0000-00-00', 'today', '01/02/2027'])
      expect(faults({ date })[0]?.[0]).toBe('date')
    for (const time of ['09:00', '11:00', '14:00', '16:00']) expect(read({ time }).success).toBe(true)
    for (const time of ['10:00', '9:00', '', '24:00', undefined]) expect(faults({ time })[0]?.[0]).toBe('time')
  })

  test('guests are one when they can’t be read, and five is five or more [T186]', () => {
    const guests = { '3': 3, '5+': 5, ' 4 ': 4, '': 1, x: 1, NaN: 1, '-3': 1, '0': 1, '99': 5, '1e9': 1, '٣': 1 }
    for (const [text, number] of Object.entries(guests))
      expect([text, read({ guests: text }).data?.guests]).toEqual([text, number])
    expect(read({ guests: undefined }).data?.guests).toBe(1)
    expect(Object.keys(read({ status: 'confirmed', sequence: '5' }).data!)).not.toContain('status')
  })
})

describe('booking', () => {
  test('files a pending visit with two mails waiting, all in one [T132]', async () => {
    const { id, slug } = await someDrive(db)
    await book(slug)
    const { rows, next } = await visitsList.page(db, id)
    expect(rows).toMatchObject([{ name: 'Amina Yusuf', date: inDays(3), time: '11:00', guests: 2, status: 'pending' }])
    expect([next, await countVisits(db, id), await headCount(db, id)]).toEqual([null, 1, 0])
    expect(await jobs()).toEqual(['mail-visit-booked', 'mail-visit-asked'])
  })

  test('sent ten times at once with one form is filed once, with one mail to each', async () => {
    const { id, slug } = await someDrive(db)
    const key = crypto.randomUUID()
    const all = await Promise.all(Array.from({ length: 10 }, () => book(slug, { key })))
    expect(new Set(all.map((one) => one.id)).size).toBe(1)
    expect([await countVisits(db, id), await jobs()]).toEqual([1, ['mail-visit-booked', 'mail-visit-asked']])
    await book(slug, { key, date: inDays(4) })
    expect(await countVisits(db, id)).toBe(2)
  })

  test('of a drive that is paused, or not there, is refused and nothing is sent', async () => {
    const { id, slug } = await someDrive(db)
    await sql`update fund_drives set status = 'completed' where id = ${id}`.execute(db)
    await expect(book(slug)).rejects.toMatchObject({
      status: 410,
      says: { title: { message: 'This fundraiser has ended' } },
    })
    await sql`update fund_drives set status = 'paused' where id = ${id}`.execute(db)
    for (const odd of [slug, 'no-such', '\0', '']) await expect(book(odd)).rejects.toMatchObject({ status: 404 })
    expect([await jobs(), await countVisits(db, id)]).toEqual([[], 0])
  })

  test('guest and owner each get a mail, in their own language', async () => {
    const { slug, ownerId } = await someDrive(db, { title: 'Heal <b>Mama</b>, please' })
    const { id } = await book(slug, { message: 'See <script>' }, 'sw')
    await mailVisitBooked(db, { visitId: id })
    await mailVisitAsked(db, { visitId: id })
    const [guest, owner] = await mails()
    expect(guest).toMatchObject({ to: 'amina@example.test' })
    expect(guest?.text).toContain('Heal <b>Mama</b>, please')
    expect(guest?.raw).not.toContain('<script>See')
    expect(guest?.subject).toBe('Ombi lako la ziara limefika')
    expect(owner?.subject).toBe('Someone would like to visit')
    expect(owner?.text).toContain('+254712345678, amina@example.test')
    expect(owner?.text).toContain(`/fund-drive/${slug}/rsvps`)
    await sql`update users set mail_activity = false where id = ${ownerId}`.execute(db)
    await mailVisitAsked(db, { visitId: id })
    await mailVisitAsked(db, { visitId: crypto.randomUUID() })
    expect(await mails()).toHaveLength(2)
  })
})

/** Nairobi's clock on one day. */
const clock = (time: string) => new Date(`${inDays(2)}T${time}+03:00`)

describe('a time that has passed', () => {
  const bookAt = (slug: string, now: Date, typed: Record<string, string> = {}) =>
    bookVisit(db, slug, visitForm.parse({ ...good, date: inDays(2), ...typed }), 'en', now)

  test('is refused at its field, on the first press and on the second; a later one of the day is taken', async () => {
    const { id, slug } = await someDrive(db)
    const refused = { status: 422, field: 'time', says: { title: visitTexts.timePast } }
    for (const press of [1, 2])
      for (const time of ['09:00', '11:00'])
        await expect(bookAt(slug, clock('11:00:00'), { time }), `press ${press}`).rejects.toMatchObject(refused)
    expect([await countVisits(db, id), await jobs()]).toEqual([0, []])
    await bookAt(slug, clock('10:59:59'), { time: '11:00' })
    await bookAt(slug, clock('11:00:00'), { time: '14:00' })
    expect(await countVisits(db, id)).toBe(2)
  })

  test('does not refuse a phone that sends again what arrived in time', async () => {
    const { id, slug } = await someDrive(db)
    const key = crypto.randomUUID()
    const { id: first } = await bookAt(slug, clock('10:59:59'), { key })
    const again = await Promise.all(Array.from({ length: 10 }, () => bookAt(slug, clock('11:00:01'), { key })))
    expect([new Set(again.map((one) => one.id)), await countVisits(db, id)]).toEqual([new Set([first]), 1])
  })

  test('is not what the form begins with: that is the next free one', () => {
    const next = (time: string) => visitDays(clock(time)).next
    const today = inDays(2)
    expect(next('00:00:00')).toEqual({ day: today, time: '09:00' })
    expect(next('08:59:59')).toEqual({ day: today, time: '09:00' })
    expect(next('09:00:00')).toEqual({ day: today, time: '11:00' })
    expect(next('15:59:59')).toEqual({ day: today, time: '16:00' })
    expect(next('16:00:00')).toEqual({ day: inDays(3), time: '09:00' })
    expect(next('23:59:59')).toEqual({ day: inDays(3), time: '09:00' })
    expect(visitDays(clock('16:00:00')).first).toBe(inDays(3))
  })

  test('is told to the guest by a text, too, with the place where it is confirmed; what was decided before it is not', async () => {
    const { id, slug } = await someDrive(db)
    await savePlace(db, id, placeForm.parse({ address: 'Kondele Hall', directions: '', phone: '' }))
    const { id: visit } = await bookAt(slug, clock('08:00:00'))
    const texts = async () =>
      (
        await sql<{ text: string; state: string }>`select text, state from sms_outbox
          where key like ${`visit ${visit} %`} order by id`.execute(db)
      ).rows
    await decideVisit(db, id, { visit, status: 'confirmed' }, clock('08:00:00'))
    await decideVisit(db, id, { visit, status: 'confirmed' }, clock('08:00:00'))
    await decideVisit(db, id, { visit, status: 'cancelled' }, clock('08:00:00'))
    const [first, second, ...more] = await texts()
    expect(first).toMatchObject({
      state: 'stopped',
      text: expect.stringMatching(/11:00 is confirmed\. Come to: Kondele Hall\./),
    })
    expect(second).toMatchObject({ state: 'waiting', text: expect.stringMatching(/can't receive you on .*11:00/) })
    expect(more).toEqual([])
  })

  test('puts a visit among the past ones, where it is no longer decided about', async () => {
    const { id, slug } = await someDrive(db)
    const { id: visit } = await bookAt(slug, clock('08:00:00'))
    const group = async (name: string, now: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: clock(now) })
      const { length } = await rowsOf(visitsList, db, id, `status=${name}`)
      vi.useRealTimers()
      return length
    }
    expect([await group('upcoming', '10:59:59'), await group('past', '10:59:59')]).toEqual([1, 0])
    expect([await group('upcoming', '11:00:00'), await group('past', '11:00:00')]).toEqual([0, 1])
    expect([await group('pending', '11:00:00'), await group('all', '11:00:00')]).toEqual([0, 1])
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    for (const status of ['confirmed', 'cancelled'] as const)
      await expect(decideVisit(db, id, { visit, status }, clock('11:00:00'))).rejects.toMatchObject({
        says: visitTexts.overByNow,
      })
    expect(await jobs()).toEqual([])
    await decideVisit(db, id, { visit, status: 'confirmed' }, clock('10:59:59'))
    expect([
      await headCount(db, id, null, clock('10:59:59')),
      await headCount(db, id, null, clock('11:00:00')),
    ]).toEqual([2, 0])
  })
})

describe('where guests come', () => {
  const place = placeForm.parse({
    address: ' Ward 4,  Kondele ',
    directions: 'Main gate,\nask for Wanjiku',
    phone: '0711 000 100',
  })

  test('is told to a guest who is confirmed, in mail and calendar, and to nobody before', async () => {
    const { id, slug } = await someDrive(db)
    const { id: visit } = await book(slug)
    await savePlace(db, id, place)
    await mailVisitBooked(db, { visitId: visit })
    await decideVisit(db, id, { visit, status: 'confirmed' })
    await mailVisitDecided(db, { visitId: visit, sequence: 1 })
    await decideVisit(db, id, { visit, status: 'cancelled' })
    await mailVisitDecided(db, { visitId: visit, sequence: 2 })
    const [booked, confirmed, cancelled] = await mails()
    for (const mail of [booked, cancelled]) expect(mail?.text).not.toMatch(/Ward 4|Wanjiku|711/)
    for (const word of ['Ward 4, Kondele', 'Main gate', 'ask for Wanjiku', '+254711000100'])
      expect(confirmed?.text).toContain(word)
    const file = attached(confirmed!.raw).replaceAll('\r\n ', '')
    expect(file).toContain('LOCATION:Ward 4\\, Kondele')
    expect(file).toContain('DESCRIPTION:Main gate\\,\\nask for Wanjiku\\n+254711000100')
    expect(attached(cancelled!.raw)).not.toContain('Wanjiku')
  })

  test('goes with the account of the person who wrote it, and nobody else’s does', async () => {
    const [mine, other] = [await someDrive(db), await someDrive(db)]
    for (const { id } of [mine, other]) await savePlace(db, id, place)
    await db.transaction().execute((tx) => forgetPlaces(tx, mine.ownerId))
    expect(await placeOfVisits(db, mine.id)).toEqual({ address: null, directions: null, phone: null })
    expect(await placeOfVisits(db, other.id)).toMatchObject({ address: 'Ward 4, Kondele', phone: '+254711000100' })
  })

  test('needs an address; the rest helps, and is refused at its field when it can’t be read', () => {
    const faulty = (typed: Record<string, string>) =>
      placeForm.safeParse({ address: 'Kondele', ...typed }).error?.issues.map(({ path }) => path[0]) ?? []
    expect(placeForm.parse({ address: 'Kondele', phone: ' ' })).toEqual({
      address: 'Kondele',
      directions: null,
      phone: null,
    })
    expect([faulty({ address: ' ' }), faulty({ address: 'x'.repeat(201) })]).toEqual([['address'], ['address']])
    expect([faulty({ phone: 'Wanjiku' }), faulty({ directions: 'x'.repeat(501) })]).toEqual([['phone'], ['directions']])
  })
})

describe('deciding', () => {
  test('of ten clicks at once one decides, and one mail is queued', async () => {
    const { id, slug } = await someDrive(db)
    const { id: visit } = await book(slug)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    await Promise.all(Array.from({ length: 10 }, () => decideVisit(db, id, { visit, status: 'confirmed' })))
    expect(await jobs()).toEqual(['mail-visit-decided'])
    expect((await rowsOf(visitsList, db, id))[0]?.sequence).toBe(1)
    expect(await Promise.all([null, inDays(3), inDays(4)].map((day) => headCount(db, id, day)))).toEqual([2, 2, 0])
  })

  test('of ten windows that decide differently at once one decides, and those that wished otherwise are told', async () => {
    const { id, slug } = await someDrive(db)
    const { id: visit } = await book(slug)
    await sql`delete from graphile_worker._private_jobs`.execute(db)
    const wishes = Array.from({ length: 10 }, (_, nr) => (nr % 2 ? ('confirmed' as const) : ('cancelled' as const)))
    const all = await Promise.allSettled(wishes.map((status) => decideVisit(db, id, { visit, status, sequence: 0 })))
    const told = all.filter(({ status }) => status === 'rejected')
    expect(told).toHaveLength(5)
    expect(told[0]).toMatchObject({ reason: { status: 409, says: visitTexts.decidedElsewhere } })
    expect(await jobs()).toEqual(['mail-visit-decided'])
    expect((await rowsOf(visitsList, db, id))[0]?.sequence).toBe(1)
  })

  test('the guest is told, with a calendar file that a later decision replaces [T357]', async () => {
    const { id, slug } = await someDrive(db, { title: 'Maji; kwa, wote' })
    const { id: visit } = await book(slug)
    await decideVisit(db, id, { visit, status: 'confirmed' })
    await mailVisitDecided(db, { visitId: visit, sequence: 1 })
    await decideVisit(db, id, { visit, status: 'cancelled' })
    await mailVisitDecided(db, { visitId: visit, sequence: 1 })
    await mailVisitDecided(db, { visitId: visit, sequence: 2 })
    const all = await mails()
    expect(all.map(({ subject }) => subject)).toEqual(['Your visit is confirmed', 'Your visit is cancelled'])
    const files = all.map(({ raw }) => attached(raw))
    for (const file of files) expect(file).toContain(`UID:visit-${visit}@harambee`)
    expect(files[0]).toMatch(/METHOD:PUBLISH[\s\S]*SEQUENCE:1[\s\S]*SUMMARY:Maji\\; kwa\\, wote[\s\S]*STATUS:CONFIRMED/)
    expect(files[0]).toContain(`DTSTART:${inDays(3).replaceAll('-', '')}T080000Z`)
    expect(files[1]).toMatch(/METHOD:CANCEL[\s\S]*SEQUENCE:2[\s\S]*STATUS:CANCELLED/)
  })

  test('a visit that was never confirmed is cancelled without a calendar file', async () => {
    const { id, slug } = await someDrive(db)
    const { id: visit } = await book(slug)
    await decideVisit(db, id, { visit, status: 'cancelled' })
    await mailVisitDecided(db, { visitId: visit, sequence: 1 })
    const [mail] = await mails()
    expect([mail?.subject, mail?.raw.includes('text/calendar')]).toEqual(['Your visit is cancelled', false])
  })
})

test('a hundred thousand visits are read page by page, by status and day, each once and quickly [T236]', async () => {
  const { id } = await someDrive(db)
  await sql`
    insert into fund_drive_reservations (fund_drive_id, name, email, phone, visit_date, visit_time, status, created_at)
    select ${id}, 'Guest ' || n, 'g@example.test', '+254712345678', date '2027-01-01' + n % 100, '09:00',
      case n % 4 when 0 then 'confirmed' else 'pending' end, timestamptz '2026-11-01' + make_interval(secs => n / 3)
    from generate_series(1, 100000) n`.execute(db)
  await sql`analyze fund_drive_reservations`.execute(db)
  const asked = (query: Record<string, string>) => visitsList.page(db, id, new URLSearchParams(query))
  const first = await asked({})
  const second = await asked({ after: first.next! })
  const ids = [...first.rows, ...second.rows].map((visit) => visit.id)
  expect([ids.length, new Set(ids).size]).toEqual([100, 100])
  expect(['Guest 99999', 'Guest 100000']).toContain(first.rows[0]?.name)
  const some = await asked({ status: 'confirmed', day: '2027-01-05' })
  expect(some.rows.every((visit) => visit.status === 'confirmed' && visit.date === '2027-01-05')).toBe(true)
  for (const odd of ['x', '\0', '1e9'])
    expect((await asked({ after: odd, day: odd, status: odd })).rows).toHaveLength(50)
  expect(await headCount(db, id, '2027-01-05')).toBe(1000)
  expect(await quickestOf(() => asked({ after: second.next! }))).toBeLessThan(500)
})

test('an address gets few mails an hour, no matter who asks', () => {
  expect(visitLimits('a@b.de', '41.90.1.2').map(({ name, key, times }) => [name, key, times])).toEqual([
    ['visit-mail', 'a@b.de', 5],
    ['visit', '41.90.1.2', 300],
  ])
})

/** The calendar file inside a mail as it was sent. */
function attached(raw: string): string {
  const part = raw.split(/^--/m).find((one) => one.includes('text/calendar')) ?? ''
  const [head = '', ...rest] = part.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : body.replace(/=\r\n/g, '').replace(/=3D/g, '=')
}
