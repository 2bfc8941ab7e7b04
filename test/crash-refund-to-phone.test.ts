import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { beginByPhone } from '#app/features/payments/phone/begin.server.ts'
import { listReceipts } from '#app/features/payments/phone/receipts.server.ts'
import { hearOfSent } from '#app/features/payments/phone/sent.server.ts'
import { askRefund } from '#app/features/refunds/ask-refund.server.ts'
import { sendRefund } from '#app/features/refunds/refund.server.ts'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { brokenBooks } from '#test/books.ts'
import { dieEverywhere } from '#test/crash.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { nextNr, pretendRail, receiptOf } from '#test/pretend-rail.ts'
import { timePasses } from './time.ts'

// M1 and M20: the worker who has M-Pesa send a part of a gift to the phone that paid, or hears of its end, is killed at every
// statement and every word with M-Pesa. It is sent once, and booked once.

const db = await testDatabase()
let by: string
beforeAll(async () => {
  by = (await somePerson(db, { admin: true })).id
})
let mpesa: ReturnType<typeof newMpesa>
beforeEach(async () => {
  mpesa = newMpesa()
  const held = JSON.stringify({ held: [{ account: 'Utility Account', cents: 1_000_000_000 }] })
  await sql`insert into mpesa_asks (what, subject, hear_hash, state, answered_at, facts)
    values ('balance', '600000', sha256(${crypto.randomUUID()}::bytea), 'answered', now(), ${held}::jsonb)`.execute(db)
})

/** M-Pesa as it is: it sends once under each reference, and tells of its end at the address of the order that it took. */
function newMpesa() {
  const rail = pretendRail()
  const { capabilities } = rail
  const sends = { minCents: 1000, maxCents: 25_000_000, from: '600000', account: 'Utility Account' }
  rail.capabilities = () => ({ ...capabilities(), reverses: true, sends })
  const ends = new Map<string, { token: string; told: object }>()
  rail.send = async ({ reference, cents, hearAt }) => {
    if (ends.has(reference)) return { is: 'known' }
    const receipt = `SKP${String(nextNr()).padStart(7, '0')}`
    const told = { is: 'sent', id: reference, end: 'done', code: '0', receipt, cents, name: null, left: null }
    ends.set(reference, { token: hearAt.split('/').at(-1)!, told })
    return { is: 'taken' }
  }
  rail.readSent = (raw) => JSON.parse(new TextDecoder().decode(raw))
  useMobileMoney(rail)
  return { rail, ends }
}

async function begin() {
  const drive = await someDrive(db)
  const phone = `+25473${String(nextNr()).padStart(7, '0')}`
  const gift = { amount: 50_000, phone, name: 'Amina', email: '', message: '', anonymous: false }
  const around = { key: crypto.randomUUID(), language: 'en', origin: 'http://localhost:3000', visitor: null }
  const { reference } = await beginByPhone(db, drive.id, gift, around)
  mpesa.rail.listed = [receiptOf(mpesa.rail.sent.at(-1)!, { tail: phone.slice(-3) })]
  await listReceipts(db)
  const { id: reversalId } = await askRefund(db, reference, { by, amount: 20_000 })
  return { reference, reversalId }
}
const post = (on: typeof db, { token, told }: { token: string; told: object }) =>
  hearOfSent(on, token, new TextEncoder().encode(JSON.stringify(told)))
async function later() {
  await timePasses('4 minutes', { reversals: {}, mpesa_asks: {} })
}

/** Where the answer was lost M-Pesa says, when it is asked, that it has no such order. */
async function saysNone(reference: string) {
  const { rows } = await sql<{ id: string }>`
    select originator as id from mpesa_asks where what = 'status' and subject = ${reference} and state = 'open'`.execute(
    db,
  )
  const question = mpesa.rail.questions.at(-1)
  if (!rows[0]?.id || !question) return
  const told = {
    is: 'sent',
    id: rows[0].id,
    end: 'failed',
    code: '2032',
    receipt: null,
    cents: null,
    name: null,
    left: null,
  }
  await post(db, { token: question.hearAt.split('/').at(-1)!, told })
}

async function isSentOnce({ reference, reversalId }: Awaited<ReturnType<typeof begin>>, how: string) {
  useMobileMoney(mpesa.rail)
  for (let time = 0; time < 4; time++) {
    await later()
    await sendRefund(db, { reversalId })
    const open = await db.selectFrom('refund_sends').where('reversal_id', '=', reversalId).select('reference').execute()
    for (const one of open) if (!mpesa.ends.has(one.reference)) await saysNone(one.reference)
    for (const end of mpesa.ends.values()) await post(db, end)
  }
  await sendRefund(db, { reversalId })
  const { rows } = await sql`
    select v.state, p.reversed, (select count(*)::int from refund_sends s where s.reversal_id = v.id) as sends
    from reversals v join payments p on p.id = v.payment_id where p.reference = ${reference}`.execute(db)
  expect(rows, how).toEqual([{ state: 'done', reversed: 20_000, sends: 1 }])
  expect(mpesa.ends.size, how).toBe(1)
  expect(await brokenBooks(db), how).toEqual([])
  mpesa = newMpesa()
}

test('a part whose sender dies anywhere is sent once, and booked once', async () => {
  const { places } = await dieEverywhere({
    begin,
    deed: ({ db: mortal, step }, { reversalId }) => {
      useMobileMoney({ ...mpesa.rail, send: (what) => step('send', () => mpesa.rail.send(what)) })
      return sendRefund(mortal, { reversalId })
    },
    after: isSentOnce,
  })
  expect(places).toBeGreaterThan(20)
}, 240_000)

test('so is one whose end is heard by a process that dies anywhere', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const about = await begin()
      await sendRefund(db, about)
      return about
    },
    deed: async ({ db: mortal }, { reversalId }) => {
      await post(mortal, [...mpesa.ends.values()][0]!)
      await sendRefund(mortal, { reversalId })
    },
    after: isSentOnce,
  })
  expect(places).toBeGreaterThan(20)
}, 240_000)
