import { afterEach, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { momentAt } from '#app/kit/zones.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, someGathering, someGuest } from '#test/gatherings.ts'
import { mailsTo, sendAll } from '#test/guest-mails.ts'
import { handSent, nextByHand, waitingForPhone } from './by-hand.server.ts'
import { choicesOf, dueAt, isNight, remindGuests, rulesOf, saveReminders } from './reminders.server.ts'

// When guests are reminded, and who.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const zone = 'Africa/Nairobi'
const at = (local: string) => momentAt(local, zone)

test.each([
  ['a day before, by day', '2026-12-12T10:00', 24, '2026-12-11T10:00'],
  ['at night: seven in the morning, where that is two hours before', '2026-12-12T09:00', 3, '2026-12-12T07:00'],
  ['at night: else seven in the evening before', '2026-12-12T08:30', 3, '2026-12-11T19:00'],
  ['late in the evening: the next morning', '2026-12-12T22:00', 24, '2026-12-12T07:00'],
])('%s', (_, moment, hours, due) => {
  expect(dueAt(at(moment), hours, zone)).toEqual(at(due))
})

test('each kind of occasion reminds in its own way, and never at night', () => {
  const said = (kind: Parameters<typeof rulesOf>[0], until: boolean) =>
    rulesOf(kind, until).map(({ whom, of, hours }) => `${whom} ${of} ${hours}`)
  expect(said('burial', false)).toEqual(['coming start 24', 'coming start 3'])
  expect(said('memorial', true)).toContain('silent deadline 24')
  expect(said('chama', true)).toEqual(['coming start 24'])
  expect(said('wedding', true)).toEqual(['coming start 48', 'silent deadline 48'])
  expect(said('wedding', false)).toEqual(['coming start 48', 'silent start 168'])
  expect([isNight(at('2026-12-12T20:00'), zone), isNight(at('2026-12-12T07:00'), zone)]).toEqual([true, false])
})

/** An occasion in a month at ten, with a guest in each state; two who come have no email address. */
async function host() {
  const made = await someGathering(db)
  const email = (name: string) => `${name}.${crypto.randomUUID()}@example.test`
  const guests = {
    yes: { email: email('yes') },
    no: { email: email('no') },
    silent: { email: email('silent') },
    never: { email: email('never') },
    quiet: { email: email('quiet') },
    hand: { email: null },
    other: { email: null },
  }
  for (const [name, { email }] of Object.entries(guests)) {
    const { link, id } = await someGuest(db, made, { name, email })
    const set = { ...(name !== 'never' && { sent_at: new Date() }), ...(name === 'quiet' && { quiet_at: new Date() }) }
    if (Object.keys(set).length > 0) await db.updateTable('supporters').set(set).where('id', '=', id).execute()
    if (name === 'no') await answer(db, link, { no: 1, reply: 'no', adults: 0, children: 0 })
    if (['yes', 'quiet', 'hand', 'other'].includes(name))
      await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  }
  return { made, guests }
}
const subjects = async (email: string | null) => (await mailsTo(db, email!)).map(({ subject }) => subject.split(':')[0])

test('who comes is reminded once, two days before, also by ten workers at once; the silent a week before; others never', async () => {
  const { made, guests } = await host()
  const week = at(`${dayIn(23)}T10:00`)
  const two = at(`${dayIn(28)}T10:00`)
  expect(await remindGuests(db, new Date(week.getTime() - 60_000))).toBe(0)
  expect(await remindGuests(db, week)).toBe(1)
  const all = await Promise.all(Array.from({ length: 10 }, () => remindGuests(db, two)))
  expect(all.reduce((a, b) => a + b)).toBe(3)
  await sendAll(db)
  expect(await subjects(guests.silent.email)).toEqual(['Please answer'])
  expect(await subjects(guests.yes.email)).toEqual(['Reminder'])
  for (const name of ['no', 'never', 'quiet'] as const) expect(await subjects(guests[name].email)).toEqual([])
  const { many, message } = await waitingForPhone(db, made.id)
  expect(Number(many)).toBe(2)
  const first = (await nextByHand(db, made.id, message!, 0))!
  expect([first.left, first.text]).toEqual([
    2,
    expect.stringMatching(/^hand, a reminder from The family: Ruracio of Wanjiku\.[\s\S]*\/i\/[2-9a-z]{12}$/),
  ])
  await handSent(db, made.mine, message!, first.line)
  expect((await nextByHand(db, made.id, message!, first.line))!.name).toBe('other')
  const foreign = await someGathering(db)
  await expect(handSent(db, foreign.mine, message!, first.line)).rejects.toMatchObject({ status: 404 })
  expect(await nextByHand(db, foreign.id, message!, 0)).toBeNull()
})

test('a reminder that the host does not want is not sent, and what was due before an occasion was made is not either', async () => {
  const { made, guests } = await host()
  const two = at(`${dayIn(28)}T10:00`)
  await saveReminders(db, made.mine, 1, ['silent start 168'])
  expect((await choicesOf(db, made.id))[0]!.reminders.map(({ on }) => on)).toEqual([false, true])
  expect(await remindGuests(db, two)).toBe(1)
  await sendAll(db)
  expect(await subjects(guests.yes.email)).toEqual([])
  const late = await someGathering(db, { day: dayIn(1) })
  const { link } = await someGuest(db, late)
  await answer(db, link, { no: 1, reply: 'yes', adults: 1, children: 0 })
  expect(await remindGuests(db, at(`${dayIn(0)}T12:00`))).toBe(0)
  await expect(saveReminders(db, made.mine, 2, [])).rejects.toMatchObject({ status: 404 })
})
