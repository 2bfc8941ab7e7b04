import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { askBalance } from '#app/money/mpesa/balance.server.ts'
import { receiveCallback } from '#app/money/mpesa/callbacks.server.ts'
import { completePayout } from '#app/money/payouts/complete.server.ts'
import { sendTransfer, transferTold } from '#app/money/payouts/send.server.ts'
import { tokenMaker } from '#app/platform/mpesa/calls.server.ts'
import { daraja } from '#app/platform/mpesa/daraja.server.ts'
import { sharedTokens } from '#app/platform/mpesa/token.server.ts'
import { type MobileMoney, useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere } from './crash.ts'
import { darajaAt, pretendedDaraja } from './daraja.ts'
import { testDatabase } from './database.ts'
import { somePerson } from './make.ts'
import { fundedDrive } from './money.ts'
import { scriptedProvider } from './scripted-provider.ts'
import { timePasses } from './time.ts'

// M1 and M20: the person who has M-Pesa send a withdrawal, and the person who hears what became of it, is killed at every statement
// and every word with M-Pesa. Afterwards the next one brings it to its end, and the money was sent once.

const db = await testDatabase()
let by: string
let world: Awaited<ReturnType<typeof pretendedDaraja>>
let rail: MobileMoney
/** While it is false, what M-Pesa posts is lost on its way. */
let isReached = true

beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
  scriptedProvider()
  world = await pretendedDaraja({
    hear: async ({ address, raw }) => {
      if (!isReached) return 503
      return (await receiveCallback(db, address.split('/').at(-1)!, new TextEncoder().encode(raw))).status
    },
  })
  const { fetch, clock, keys } = world
  const gateway = { baseUrl: darajaAt, fetch }
  const token = sharedTokens({ db, of: keys.key, secret: 'a secret', make: tokenMaker(gateway, keys) })
  const from = { ...keys, shortcode: keys.b2cShortcode }
  rail = daraja({ ...gateway, ...keys, kind: 'paybill', hearOrigin: 'http://localhost', from, token, now: clock.now })
  useMobileMoney(rail)
  await world.control('top-up', { cents: 1_000_000_000 })
  await askBalance(db)
  await world.tick()
})

async function begin() {
  isReached = true
  const { id } = await (await fundedDrive(db, [50_000])).ask(50_000)
  await completePayout(db, id, { by })
  const attempt = db.selectFrom('payout_attempts').where('payout_id', '=', id).select(['id as attemptId', 'reference'])
  return { id, ...(await attempt.executeTakeFirstOrThrow()) }
}
type Begun = Awaited<ReturnType<typeof begin>>

/** The lease of the dead is over, and M-Pesa may be asked again. */
const later = async () => {
  await timePasses('4 minutes', { payout_attempts: {}, mpesa_asks: {} })
}

async function sentOnce({ id, attemptId, reference }: Begun, how: string) {
  useMobileMoney(rail)
  isReached = true
  for (let time = 0; time < 4; time++) {
    await later()
    await sendTransfer(db, { attemptId })
    await world.tick()
  }
  await transferTold(db, reference)
  const { rows } = await sql<{ many: number; orders: number }>`
    select (select count(*)::int from sandbox.daraja_transactions where originator = ${reference}) as many,
      (select count(*)::int from payout_attempts where payout_id = ${id}) as orders`.execute(db)
  expect(rows[0], how).toEqual({ many: 1, orders: 1 })
  const payout = await db.selectFrom('payout_requests').where('id', '=', id).select('status').executeTakeFirst()
  expect(payout, how).toEqual({ status: 'completed' })
  expect(await brokenBooks(db), how).toEqual([])
}

for (const heard of [true, false])
  test(`a withdrawal whose sender dies anywhere is sent once; M-Pesa is ${heard ? '' : 'not '}heard meanwhile`, async () => {
    const { places } = await dieEverywhere({
      begin,
      formAction: (mortal, { attemptId }) => {
        isReached = heard
        useMobileMoney({
          ...rail,
          send: (what) => mortal.step('send', () => rail.send(what)),
          askSent: (what) => mortal.step('ask', () => rail.askSent(what)),
        })
        return sendTransfer(mortal.db, { attemptId })
      },
      after: async (about, how) => {
        await world.tick()
        await sentOnce(about, how)
      },
    })
    expect(places).toBeGreaterThan(15)
  }, 240_000)

test('a withdrawal of which nobody heard, whose asker dies anywhere, is booked once', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const begun = await begin()
      isReached = false
      await sendTransfer(db, begun)
      await world.tick()
      await later()
      return begun
    },
    formAction: (mortal, { attemptId }) => {
      useMobileMoney({ ...rail, askSent: (what) => mortal.step('ask', () => rail.askSent(what)) })
      return sendTransfer(mortal.db, { attemptId })
    },
    after: sentOnce,
  })
  expect(places).toBeGreaterThan(8)
}, 240_000)

test('what M-Pesa says of a withdrawal is booked once, wherever the person who hears it dies', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const begun = await begin()
      isReached = false
      await sendTransfer(db, begun)
      await world.tick()
      const told = world.told().findLast(({ body }) => body.Result?.OriginatorConversationID === begun.reference)!
      return { ...begun, token: told.address.split('/').at(-1)!, raw: new TextEncoder().encode(told.raw) }
    },
    formAction: async (mortal, { token, raw, reference }) => {
      await receiveCallback(mortal.db, token, raw)
      await transferTold(mortal.db, reference)
    },
    after: sentOnce,
  })
  expect(places).toBeGreaterThan(15)
}, 240_000)
