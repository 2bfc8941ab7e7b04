import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { checkReturns, sendReturn } from '#app/features/payments/phone/returns.server.ts'
import { reserveReturn } from '#app/office/payments/send-back.server.ts'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { somePerson } from '#test/make.ts'
import { unplacedMoney } from '#test/paid-by-hand.ts'
import { reversingMpesa, tellEnd } from '#test/reversing-mpesa.ts'
import { timePasses } from './time.ts'

// M1 and M21: who decides that money without a place goes back, the worker who orders it, and who hears of its end are killed at
// every statement and every word with M-Pesa. It goes back once, and the books say so.

const db = await testDatabase()
let by: { id: string; address: string }
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
})
let mpesa: ReturnType<typeof reversingMpesa>
beforeEach(() => {
  mpesa = reversingMpesa()
})

const begin = () => unplacedMoney(db, mpesa.rail)
type Begun = Awaited<ReturnType<typeof begin>>
const decide = (on: typeof db, { id }: Begun) => reserveReturn(on, id, { why: 'The payer asked for it', by })
/** The lease of the dead is over, and their order is no longer new. */
async function later() {
  await timePasses('4 minutes', { suspense: {}, mpesa_asks: {} })
}

async function isBackOnce({ id, receipt }: Begun, how: string) {
  useMobileMoney(mpesa.rail)
  for (let time = 0; time < 2; time++) {
    await later()
    await checkReturns(db)
    await sendReturn(db, { suspenseId: id })
    for (const end of mpesa.ends) await tellEnd(db, end)
    await sendReturn(db, { suspenseId: id })
  }
  const { rows } = await sql`
    select s.state, r.receipt as code, (select count(*)::int from ledger_transfers where event_kind = 'suspense' and subject_id = s.id and leg = 3) as many
    from suspense s left join suspense_returns r on r.suspense_id = s.id where s.id = ${id}`.execute(db)
  expect(rows, how).toEqual([{ state: 'closed', code: `SKY${receipt.slice(3)}`, many: 1 }])
  expect(mpesa.reversed.size, how).toBe(1)
  expect(await brokenBooks(db), how).toEqual([])
  mpesa = reversingMpesa()
}

test('money whose return is decided by a person who dies anywhere goes back once, or can be placed still', async () => {
  const { places } = await dieEverywhere({
    begin,
    deed: ({ db: mortal }, about) => decide(mortal, about),
    after: async (about, how) => {
      const { rows } = await sql<{ isDecided: boolean; jobs: number }>`
        select back is not null as "isDecided", (select count(*)::int from graphile_worker._private_jobs where key = 'send-return:' || s.id) as jobs
        from suspense s where id = ${about.id}`.execute(db)
      expect(rows[0], how).toEqual({ isDecided: rows[0]!.isDecided, jobs: rows[0]!.isDecided ? 1 : 0 })
      if (!rows[0]!.isDecided) await decide(db, about)
      await isBackOnce(about, how)
    },
  })
  expect(places).toBeGreaterThan(8)
}, 240_000)

test('a return whose worker dies anywhere is made once, and booked once', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const about = await begin()
      await decide(db, about)
      return about
    },
    deed: ({ db: mortal, step }, { id }) => {
      useMobileMoney({ ...mpesa.rail, reverse: (what) => step('reverse', () => mpesa.rail.reverse(what)) })
      return sendReturn(mortal, { suspenseId: id })
    },
    after: isBackOnce,
  })
  expect(places).toBeGreaterThan(20)
}, 240_000)

test('so is one whose end is heard by a process that dies anywhere', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const about = await begin()
      await decide(db, about)
      await sendReturn(db, { suspenseId: about.id })
      return about
    },
    deed: async ({ db: mortal }, { id }) => {
      await tellEnd(mortal, mpesa.ends[0]!)
      await sendReturn(mortal, { suspenseId: id })
    },
    after: isBackOnce,
  })
  expect(places).toBeGreaterThan(20)
}, 240_000)
