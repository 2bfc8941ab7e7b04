import { beforeAll, beforeEach, expect, test } from 'vitest'
import { askRefund } from '#app/features/refunds/ask-refund.server.ts'
import { sendRefund } from '#app/features/refunds/refund.server.ts'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { giftByPhone } from '#test/money.ts'
import { reversingMpesa, tellEnd } from '#test/reversing-mpesa.ts'
import { timePasses } from './time.ts'

// M1 and M21: the worker who orders a reversal, or hears of its end, is killed at every statement and every word with M-Pesa.
// M-Pesa gives the payment back once, and so do the books.

const db = await testDatabase()
let by: string
beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
})
let mpesa: ReturnType<typeof reversingMpesa>
beforeEach(() => {
  mpesa = reversingMpesa()
})

let nr = 0
async function begin() {
  const gift = await giftByPhone(db, (await someDrive(db)).id, 50_000, `+2547${String(40_000_000 + ++nr)}`)
  const { id: reversalId } = await askRefund(db, gift.reference, { by })
  return { ...gift, reversalId }
}
/** The lease of the dead is over, and their order is no longer new. */
async function later() {
  await timePasses('4 minutes', { reversals: {}, mpesa_asks: {} })
}

async function isBackOnce({ id, reversalId }: { id: number; reversalId: number }, how: string) {
  useMobileMoney(mpesa.rail)
  for (let time = 0; time < 2; time++) {
    await later()
    await sendRefund(db, { reversalId })
    for (const end of mpesa.ends) await tellEnd(db, end)
    await sendRefund(db, { reversalId })
  }
  const all = await db
    .selectFrom('reversals as v')
    .innerJoin('payments as p', 'p.id', 'v.payment_id')
    .where('p.id', '=', id)
    .select(['v.state', 'p.reversed', 'v.amount'])
    .execute()
  expect(all, how).toEqual([{ state: 'done', reversed: 50_000, amount: 50_000 }])
  expect(await brokenBooks(db), how).toEqual([])
}

test('a reversal whose worker dies anywhere is made once, and booked once', { timeout: 240_000 }, async () => {
  const { places } = await dieEverywhere({
    begin,
    deed: ({ db: mortal, step }, { reversalId }) => {
      useMobileMoney({ ...mpesa.rail, reverse: (what) => step('reverse', () => mpesa.rail.reverse(what)) })
      return sendRefund(mortal, { reversalId })
    },
    after: async (about, how) => {
      await isBackOnce(about, how)
      mpesa = reversingMpesa()
    },
  })
  expect(places).toBeGreaterThan(20)
})

test('so is one whose end is heard by a process that dies anywhere', { timeout: 240_000 }, async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const about = await begin()
      await sendRefund(db, about)
      return about
    },
    deed: async ({ db: mortal }, { reversalId }) => {
      await tellEnd(mortal, mpesa.ends[0]!)
      await sendRefund(mortal, { reversalId })
    },
    after: async (about, how) => {
      await isBackOnce(about, how)
      mpesa = reversingMpesa()
    },
  })
  expect(places).toBeGreaterThan(20)
})
