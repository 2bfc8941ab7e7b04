import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codesOf } from '#app/drives/codes/codes.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { readChoices } from '#app/platform/settings/choices.server.ts'
import { type Fields, openForms } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { someGathering, someGuest } from '#test/gatherings.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { isNight } from '#test/night.ts'
import { newCode, paidByHand } from '#test/paid-by-hand.ts'
import { pretendRail, type Rail } from '#test/pretend-rail.ts'
import { query } from '#test/rows.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'

// A church, a school and a village share one address. Three hundred people there do the same thing within minutes. Before a change
// lands forty of them do it: the first twenty count for all but the last twenty.

const db = await testDatabase()
const forms = openForms()
let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
  scriptedProvider()
})

const people = Array.from({ length: 300 }, (_, nr) => nr).filter((nr) => isNight || nr < 20 || nr >= 280)

/** What each of them is answered, twenty at a time. */
async function all(send: (nr: number) => Promise<{ status: number }>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (let from = 0; from < people.length; from += 20) {
    for (const { status } of await Promise.all(people.slice(from, from + 20).map(send)))
      counts[status] = (counts[status] ?? 0) + 1
    // What counts every one of them counts the address.
    if (!isNight) await sql`update rate_limits set tries = 280 where tries = 20`.execute(db)
  }
  return counts
}
/** What is read there, without the script. */
const said = (page: string) =>
  /role="alert"[\s\S]*?<\/div><\/div>/.exec(page)?.[0].replace(/<[^>]*>/g, ' ') ?? page.length
const post = (path: string, fields: Fields) => forms.send(path, fields)

const gift = (nr: number) => ({
  way: 'mpesa',
  amount: '500',
  phone: `07120${String(10_000 + nr)}`,
  key: crypto.randomUUID(),
})

test('300 give, and the request waits on each phone', async () => {
  const { slug } = await someDrive(db)
  expect(await all((nr) => post(`/fundraiser/${slug}/donate`, gift(nr)))).toEqual({ 303: people.length })
  expect(rail.sent).toHaveLength(people.length)
})

test('the one for whom there is no room reads of the Paybill and its account, and of nobody’s attempts', async () => {
  const { id, slug } = await someDrive(db)
  await query`insert into operator_choices (name, value, why) values ('PROMPTS_IN_TEN_MINUTES', '1', 'a test')`
  await readChoices()
  expect((await post(`/fundraiser/${slug}/donate`, gift(400))).status).toBe(303)
  const { status, page } = await post(`/fundraiser/${slug}/donate`, gift(401))
  await sql`insert into operator_choices (name, value, why) values ('PROMPTS_IN_TEN_MINUTES', null, 'over')`.execute(db)
  await readChoices()
  expect(status).toBe(429)
  const { number } = await codesOf(db, id)
  expect(said(page)).toContain(
    `Many people here are giving right now. Pay by Paybill 174379, account ${number}, or try again in 10 minutes.`,
  )
})

test('a phone that did not pay three requests is named another way, too', async () => {
  const { slug } = await someDrive(db)
  rail.pushing = async () => ({ is: 'ended', state: 'expired', code: '1037', why: null })
  const own = { ...gift(500) }
  for (let nr = 0; nr < 3; nr++) await post(`/fundraiser/${slug}/donate`, { ...own, key: crypto.randomUUID() })
  const { status, page } = await post(`/fundraiser/${slug}/donate`, { ...own, key: crypto.randomUUID() })
  expect(status).toBe(429)
  expect(said(page)).toContain('This phone had several requests that were not paid. Pay by Paybill 174379, account')
})

test('300 say that they paid by Paybill; who is found costs no try', async () => {
  const drive = await someDrive(db)
  const claim = (code: string) => post(`/fundraiser/${drive.slug}/claim`, { code, tail: '126' })
  expect(await all(() => claim(newCode()))).toEqual({ 303: people.length })
  expect(said((await claim(newCode())).page)).toContain('Many people here are looking for their payments right now')
  await sql`delete from rate_limits`.execute(db)
  const { number } = await codesOf(db, drive.id)
  const { receipt } = await paidByHand(db, rail, number)
  expect((await forms.get((await claim(receipt)).to!)).text).toContain('Payment Successful!')
  const { rows } = await sql<{ tries: number }>`select tries from rate_limits where name = 'claim-network'`.execute(db)
  expect(rows).toEqual([{ tries: 0 }])
})

test('300 sign up with an email address, and 300 sign in, a few of them with a slip', async () => {
  const sign = (nr: number) => ({
    fullName: 'Amina',
    username: `hall_${nr}`,
    email: `hall${nr}@example.test`,
    password: 'pull together',
  })
  expect(await all((nr) => post('/auth/sign-up', sign(nr)))).toEqual({ 303: people.length })
  const person = await somePerson(db)
  const members = await Promise.all(people.slice(0, 20).map(() => somePerson(db)))
  const slips = people.filter((nr) => nr % 11 === 0)
  const enter = (nr: number) =>
    post('/auth/sign-in', { email: members[nr % 20]!.email, password: slips.includes(nr) ? 'slip' : person.password })
  expect(await all(enter)).toEqual({ 303: people.length - slips.length, 401: slips.length })
})

test('300 guests answer, each by their own link', async () => {
  const gathering = await someGathering(db)
  const links: string[] = []
  for (const nr of people) links[nr] = (await someGuest(db, gathering, { name: `Guest ${nr}` })).link
  expect(await all((nr) => post(`/i/${links[nr]}/answer`, { no: '1', reply: 'yes', adults: '1' }))).toEqual({
    303: people.length,
  })
}, 180_000)
