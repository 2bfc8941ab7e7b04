import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { booksMustHold } from '#test/money.ts'
import { ended, railOfEachTest, receiptOf, toldOf } from '#test/pretend-rail.ts'
import { queryOne } from '#test/rows.ts'
import { beginByPhone } from './begin.server.ts'
import { receiveCallback } from './callbacks.server.ts'

// Counts at the driver what a gift by phone costs the database: a rise here is a slower evening for everybody who gives.

const db = await testDatabase()
booksMustHold(() => db)
const rail = railOfEachTest()

const { here } = await queryOne<{ here: string }>`select current_database() as here`
const asked: string[] = []
const query = pg.Client.prototype.query
afterAll(() => {
  pg.Client.prototype.query = query
})
// biome-ignore lint/suspicious/noExplicitAny: pg's query has a dozen overloads; this one passes all of them on
pg.Client.prototype.query = function (this: pg.Client, config: any, ...rest: any[]) {
  const text: string = typeof config === 'string' ? config : config.text
  if (this.database === here && !text.includes('not counted')) asked.push(text.trim())
  return (query as (...all: unknown[]) => unknown).call(this, config, ...rest)
} as typeof query

/** Counts the statements since the last call, and the transactions: each statement outside of one is one by itself. */
function counted() {
  const all = asked.splice(0)
  let transactions = 0
  let isInside = false
  for (const text of all) {
    if (!isInside) transactions++
    if (/^begin/i.test(text)) isInside = true
    if (/^commit/i.test(text)) isInside = false
  }
  return { statements: all.length, transactions }
}

const statusOf = (reference: string) =>
  queryOne<{ status: string }>`select /* not counted */ status from payments where reference = ${reference}`

/** Makes one gift, from the tap to the booked money. Returns what each part cost. */
async function giftOf(driveId: string, phone: string) {
  const gift = { amount: 50_000, phone, name: 'Amina', email: '', message: '', anonymous: false }
  const around = { language: 'en', origin: 'http://localhost:3000', visitor: phone, payer: phone, address: '10.0.0.1' }
  counted()
  const { reference } = await beginByPhone(db, driveId, gift, { ...around, key: crypto.randomUUID() })
  const tap = counted()
  const one = rail.sent.at(-1)!
  rail.asked = () => ended('paid', '0')
  await receiveCallback(db, ...toldOf(one, { state: 'paid', receipt: receiptOf(one).receipt }))
  await expect.poll(() => statusOf(reference)).toMatchObject({ status: 'succeeded' })
  // The tries are given back after the booking.
  await expect.poll(() => asked.some((text) => text.includes('rate_limits'))).toBe(true)
  return { tap, booking: counted() }
}

test('a gift by phone costs 20 statements and 8 transactions, from the tap to the books', async () => {
  const { id } = await someDrive(db)
  // The first one opens connections and reads what is kept afterwards.
  await giftOf(id, '+254712345670')
  expect(await giftOf(id, '+254712345671')).toEqual({
    tap: { statements: 4, transactions: 4 },
    booking: { statements: 16, transactions: 4 },
  })
})
