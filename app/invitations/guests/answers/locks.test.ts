import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import type { GuestOutcome } from '#app/invitations/guests/answers/outcome.server.ts'
import { decide } from '#app/invitations/guests/answers/waiting.server.ts'
import { guestOf } from '#app/invitations/guests/guest.server.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { cancelOccasion, saveOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import type { Refusal } from '#app/kit/says.ts'
import { forgetByLink, forgetGuest } from '#app/privacy/forget-guest.server.ts'
import { brokenBooks } from '#test/books.ts'
import { testDatabase } from '#test/database.ts'
import { occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { oneRow } from '#test/rows.ts'

// The moments that a race only sometimes meets: someone holds what two need, and both wait for it in this order. What
// comes of it is the same each time. Many at once are in seats.test.ts.

const db = await testDatabase()
afterEach(async () => expect(await brokenBooks(db)).toEqual([]))

const yes = (adults: number) => ({ no: 1, reply: 'yes', adults, children: 0 }) as const
const no = { no: 1, reply: 'no', adults: 0, children: 0 } as const
const invitationOf = async (link: string) => (await guestOf(db, link))!.occasions[0]!.invitation
const taken = async ({ occasionId }: { occasionId: string }) =>
  (await oneRow('occasion_seats', { occasion_id: occasionId })).taken

async function waiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct pid) as n
    from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(db)
  return rows[0]!.n
}
/** While someone holds this: starts the form actions one after the other, each when those before it wait, or are done. */
async function whileHeld(lock: ReturnType<typeof sql>, formActions: (() => Promise<unknown>)[]) {
  const started: Promise<unknown>[] = []
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx)
    let done = 0
    for (const formAction of formActions) {
      started.push(formAction().finally(() => done++))
      started.at(-1)!.catch(() => {})
      await expect.poll(async () => done + (await waiting()), { interval: 10 }).toBe(started.length)
    }
  })
  return Promise.all(started.map((one) => one.then(stateIn, wordsIn)))
}
const stateIn = (outcome: unknown) => (outcome as GuestOutcome | undefined)?.state ?? 'done'
const wordsIn = (error: Refusal) => error.says.title
const seatsOf = ({ occasionId }: { occasionId: string }) =>
  sql`select from occasion_seats where occasion_id = ${occasionId} for update`

test('O1: of two who ask for the last seats the first has them, though both came before they were taken [T572]', async () => {
  const host = await someGathering(db, { capacity: '2' })
  const [a, b] = [await someGuest(db, host), await someGuest(db, host)]
  const both = await whileHeld(seatsOf(host), [() => answer(db, a.link, yes(2)), () => answer(db, b.link, yes(2))])
  expect(both).toEqual(['yes', 'waiting'])
  expect(await taken(host)).toBe(2)
})

test('O2: of two answers of one household the second knows of the first [T573]', async () => {
  const host = await someGathering(db, { capacity: '20' })
  const { link } = await someGuest(db, host)
  const both = await whileHeld(seatsOf(host), [() => answer(db, link, yes(3)), () => answer(db, link, no)])
  expect(both).toEqual(['yes', 'no'])
  expect(await taken(host)).toBe(0)
})

test('O3: a host who turns down the guest who takes the offer at that moment is told so [T574]', async () => {
  const host = await someGathering(db, { capacity: '2' })
  const [a, b] = [await someGuest(db, host), await someGuest(db, host)]
  await answer(db, a.link, yes(2))
  await answer(db, b.link, yes(2))
  await answer(db, a.link, no)
  const { id: invitation } = await invitationOf(b.link)
  const both = await whileHeld(seatsOf(host), [
    () => answer(db, b.link, yes(2)),
    () => decide(db, host.id, { invitation, decision: 'turn-down' }),
  ])
  expect(both).toEqual(['yes', invitationTexts.decidedElsewhere])
  expect(await taken(host)).toBe(2)
})

test('O4: who answers while the host saves a smaller number is given none of the old seats [T575]', async () => {
  const host = await someGathering(db, { capacity: '64' })
  const { link } = await someGuest(db, host)
  const asked = occasionForm.parse(occasionTypedBy({ capacity: '2', place: 'Tigoni', version: '1' }))
  // The host's save has written the number and not yet what the guests will be told of the place.
  const both = await whileHeld(sql`lock table occasion_changes in share mode`, [
    () => saveOccasion(db, host.mine, 1, asked),
    () => answer(db, link, yes(3)),
  ])
  expect(both).toEqual(['done', 'waiting'])
  expect(await taken(host)).toBe(0)
})

test('O5: who answers while the host cancels is refused with words [T576]', async () => {
  const host = await someGathering(db)
  const { link } = await someGuest(db, host)
  const both = await whileHeld(seatsOf(host), [
    () => cancelOccasion(db, host.mine, 1, 'The rain'),
    () => answer(db, link, yes(1)),
  ])
  expect(both).toEqual(['done', invitationTexts.cancelled])
  expect((await invitationOf(link)).state).toBe('invited')
})

test.each(['they remove themself', 'the host removes them'])(
  'O26: who answers while %s finds nothing there, and nothing of theirs is written [T581]',
  async (how) => {
    const host = await someGathering(db)
    const { id, link } = await someGuest(db, host)
    const forget = () =>
      how.startsWith('they') ? forgetByLink(db, link, { end: '', sure: true }) : forgetGuest(db, host.mine, id)
    const asked = { ...yes(2), wish: 'From Njeri', email: 'njeri@example.org', listed: true }
    const guest = sql`select from supporters where id = ${id} for update`
    expect(await whileHeld(guest, [forget, () => answer(db, link, asked)])).toEqual(['done', invitationTexts.missing])
    const { rows } = await sql`select from supporters s join invitations i on i.supporter_id = s.id
      where s.id = ${id} and (s.email is not null or s.listed or i.wish <> '' or i.adults is not null)`.execute(db)
    expect(rows).toEqual([])
  },
)
