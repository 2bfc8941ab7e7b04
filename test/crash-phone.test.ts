import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { codesOf } from '#app/features/codes/codes.server.ts'
import { askPrompts, settleByPhone } from '#app/features/payments/phone/ask.server.ts'
import { askReceipt } from '#app/features/payments/phone/asks.server.ts'
import { beginByPhone } from '#app/features/payments/phone/begin.server.ts'
import { hearOfMpesa } from '#app/features/payments/phone/hear.server.ts'
import { sendAgain } from '#app/features/payments/phone/pay.server.ts'
import { placeReceipts } from '#app/features/payments/phone/place-receipts.server.ts'
import { hearReceipt, listReceipts } from '#app/features/payments/phone/receipts.server.ts'
import { placeMoney } from '#app/features/payments/place.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import type { Receipt } from '#app/platform/mobile-money.ts'
import { brokenInvariants } from '#db/checks.ts'
import { dieEverywhere, type Mortal } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { ended, pretendRail, type Rail, receiptOf, toldOf } from '#test/pretend-rail.ts'

// M1: the process is killed at every statement and every word with M-Pesa. Whatever the phone paid is in the books once, and
// doing it again brings it to its one end.

const db = await testDatabase()
let rail: Rail
beforeEach(() => {
  rail = pretendRail()
  useMobileMoney(rail)
})

const amount = 50_000
let lastPhone = 20_000_000
async function giver() {
  const { id } = await someDrive(db)
  return { driveId: id, phone: `+2547${++lastPhone}`, key: crypto.randomUUID() }
}
type Giver = Awaited<ReturnType<typeof giver>>

const begin = (on: Db, { driveId, phone, key }: Giver) =>
  beginByPhone(
    on,
    driveId,
    { amount, phone, name: '', email: '', message: '', anonymous: false },
    { key, language: 'en', origin: 'http://localhost:3000', visitor: 'one' },
  )
/** Each word with M-Pesa is a place to die at, too. */
const through = ({ step }: Pick<Mortal, 'step'>): void =>
  useMobileMoney({
    ...rail,
    prompt: (what) => step('prompt', () => rail.prompt(what)),
    askPrompt: (id) => step('ask', () => rail.askPrompt(id)),
    list: (asked) => step('list', () => rail.list(asked)),
  })
const alive = () => useMobileMoney(rail)
async function later(phone: string): Promise<void> {
  await sql`update mpesa_prompts set created_at = created_at - interval '80 seconds', sent_at = sent_at - interval '80 seconds'
    where phone = ${phone}`.execute(db)
  await sql`update payments set created_at = created_at - interval '80 seconds' where donor_phone = ${phone}`.execute(
    db,
  )
}

/** What arrived for the drive: gifts, and money that waits for a person. */
async function arrived({ driveId }: Giver) {
  const { rows } = await sql<{ gifts: number; unplaced: number; heard: number }>`
    select (select count(*)::int from donations where fund_drive_id = ${driveId}) as gifts,
      (select count(*)::int from suspense s join payments p on p.id = s.payment_id where p.fund_drive_id = ${driveId}) as unplaced,
      (select count(*)::int from mpesa_receipts r join mpesa_prompts q on q.id = r.prompt_id join payments p on p.id = q.payment_id
        where p.fund_drive_id = ${driveId} and r.state = 'heard') as heard`.execute(db)
  return rows[0]!
}

async function inTheBooksOnce(about: Giver, paid: number, how: string) {
  for (let time = 0; time < 2; time++) {
    await listReceipts(db)
    const { gifts, unplaced, heard } = await arrived(about)
    expect([gifts + unplaced, heard], how).toEqual([paid, 0])
    expect(await brokenInvariants(db), how).toEqual([])
  }
}

test('a gift that is begun: each request that reached the phone and was paid is in the books', {
  timeout: 300_000,
}, async () => {
  const places = await dieEverywhere({
    begin: giver,
    deed: (mortal, about) => {
      through(mortal)
      return begin(mortal.db, about)
    },
    after: async (about, how) => {
      alive()
      await later(about.phone)
      await begin(db, about).catch(() => {})
      const sent = rail.sent.filter(({ phone }) => phone === about.phone)
      expect(sent.length, how).toBeGreaterThan(0)
      expect(sent.length, how).toBeLessThan(3)
      rail.listed = sent.map((one) => receiptOf(one))
      await inTheBooksOnce(about, sent.length, how)
    },
  })
  expect(places).toBeGreaterThan(12)
})

test('a request that is sent again: the same', { timeout: 300_000 }, async () => {
  const places = await dieEverywhere({
    begin: async () => {
      const about = await giver()
      const { reference } = await begin(db, about)
      await later(about.phone)
      return { ...about, reference }
    },
    deed: (mortal, { reference }) => {
      through(mortal)
      return sendAgain(mortal.db, reference, 'one')
    },
    after: async (about, how) => {
      alive()
      const sent = rail.sent.filter(({ phone }) => phone === about.phone)
      rail.listed = sent.map((one) => receiptOf(one))
      await inTheBooksOnce(about, sent.length, how)
    },
  })
  expect(places).toBeGreaterThan(10)
})

const ways = {
  'what M-Pesa posts': (on: Db, { told }: Begun) => hearOfMpesa(on, ...told),
  'the clock that asks': (on: Db) => askPrompts(on),
  'the page that waits': (on: Db, { reference }: Begun) => settleByPhone(on, reference),
  'the list': (on: Db) => listReceipts(on),
}
type Begun = Giver & { reference: string; told: ReturnType<typeof toldOf> }

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  '%s: the money is booked once',
  { timeout: 300_000 },
  async (way) => {
    const places = await dieEverywhere({
      begin: async (): Promise<Begun> => {
        alive()
        rail.asked = () => ended('open')
        const about = await giver()
        const { reference } = await begin(db, about)
        const one = rail.sent.at(-1)!
        const receipt = receiptOf(one)
        rail.asked = (id) => (id === one.id ? ended('paid', '0') : ended('open'))
        rail.listed = [receipt]
        await sql`update mpesa_prompts set ask_at = now() where phone = ${about.phone}`.execute(db)
        return { ...about, reference, told: toldOf(one, { state: 'paid', receipt: receipt.receipt }) }
      },
      deed: (mortal, about) => {
        through(mortal)
        return ways[way](mortal.db, about)
      },
      after: async (about, how) => {
        alive()
        await ways[way](db, about)
        await inTheBooksOnce(about, 1, how)
      },
    })
    expect(places).toBeGreaterThan(3)
  },
)

/** Asks about a code; what M-Pesa will post to its address. */
async function answerTo(status: Receipt): Promise<[token: string, body: Uint8Array]> {
  await sql`update mpesa_asks set asked_at = asked_at - interval '1 minute' where subject = ${status.receipt}`.execute(
    db,
  )
  await askReceipt(db, status.receipt)
  const { rows } = await sql<{ id: string }>`
    select originator as id from mpesa_asks where subject = ${status.receipt} and state = 'open'`.execute(db)
  const answer = { is: 'answer', id: rows[0]!.id, code: '0', receipt: null, status, held: null }
  return [rail.questions.at(-1)!.hearAt.split('/').at(-1)!, new TextEncoder().encode(JSON.stringify(answer))]
}

test('the answer to a question about a code, where M-Pesa has no list for us: it is booked once', {
  timeout: 300_000,
}, async () => {
  const places = await dieEverywhere({
    begin: async () => {
      alive()
      rail.capabilities = () => ({ ...pretendRail().capabilities(), proves: ['query', 'status'] })
      const about = await giver()
      await begin(db, about)
      const told = { ...receiptOf(rail.sent.at(-1)!), isDone: true }
      const { rows } = await sql<{ id: number }>`select id from mpesa_prompts where phone = ${about.phone}`.execute(db)
      await hearReceipt(db, rows[0]!.id, told.receipt)
      return { ...about, told, answer: await answerTo(told) }
    },
    deed: (mortal, { answer }) => hearOfMpesa(mortal.db, ...answer),
    after: async ({ told, answer: _, ...about }, how) => {
      const { rows } =
        await sql`select from mpesa_receipts where receipt = ${told.receipt} and proved_at is null`.execute(db)
      // What no answer has proved is asked about again by the clock, and what is proved needs no question.
      if (rows.length > 0) await hearOfMpesa(db, ...(await answerTo(told)))
      await placeReceipts(db)
      await inTheBooksOnce(about, 1, how)
    },
  })
  expect(places).toBeGreaterThan(6)
})

/** Money that its payer sent by themselves, to this account. */
const typed = (account: string): Receipt => receiptOf({ account, cents: amount, phone: '', hearAt: '', id: '' })

test('a payment that nobody was asked for: one gift of the drive whose code was typed', {
  timeout: 300_000,
}, async () => {
  const places = await dieEverywhere({
    begin: async () => {
      alive()
      const about = await giver()
      rail.listed = [typed((await codesOf(db, about.driveId)).number)]
      return about
    },
    deed: (mortal) => {
      through(mortal)
      return listReceipts(mortal.db)
    },
    after: async (about, how) => {
      alive()
      await inTheBooksOnce(about, 1, how)
    },
  })
  expect(places).toBeGreaterThan(6)
})

test('money that is placed: one gift, and nothing of it is left in suspense', { timeout: 300_000 }, async () => {
  const places = await dieEverywhere({
    begin: async () => {
      alive()
      const about = await giver()
      const money = typed('JOHN')
      rail.listed = [money]
      await listReceipts(db)
      const { id } = await db
        .selectFrom('suspense')
        .where('provider_tx_id', '=', money.receipt)
        .select('id')
        .executeTakeFirstOrThrow()
      return { ...about, suspenseId: id }
    },
    deed: (mortal, { suspenseId, driveId }) =>
      mortal.db.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId })),
    after: async ({ suspenseId, ...about }, how) => {
      await db.transaction().execute((tx) => placeMoney(tx, { suspenseId, driveId: about.driveId }))
      await inTheBooksOnce(about, 1, how)
    },
  })
  expect(places).toBeGreaterThan(8)
})
