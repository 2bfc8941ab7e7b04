import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { beginByPhone } from '#app/money/mpesa/begin.server.ts'
import { listReceipts } from '#app/money/mpesa/receipts.server.ts'
import { checkReturns, sendReturn } from '#app/money/mpesa/returns.server.ts'
import { receiveSentResult } from '#app/money/mpesa/send.server.ts'
import { reserveReturn } from '#app/money/payments/admin/decide-unplaced.server.ts'
import { askRefund, sendRefund } from '#app/money/refunds/refund.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere, type Mortal } from './crash.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { giftByPhone } from './money.ts'
import { unplacedMoney } from './paid-by-hand.ts'
import { nextNr, pretendRail, type Rail, receiptOf } from './pretend-rail.ts'
import { reversingMpesa, tellEnd } from './reversing-mpesa.ts'
import { timePasses } from './time.ts'

// M1, M20 and M21: who decides that money goes back by M-Pesa, the worker who orders it, and who hears of its end are killed at
// every statement and every word with M-Pesa. It goes back once, and the books say so.

const db = await testDatabase()
let by: { id: string; address: string }
beforeAll(async () => {
  by = { id: (await somePerson(db, { admin: true })).id, address: '41.90.4.0' }
})

/** The lease of the dead is over, and their order is no longer new. */
const later = () => timePasses('4 minutes', { reversals: {}, suspense: {}, mpesa_asks: {} })

type Way<About> = {
  /** Money that is decided about. */
  begin: () => Promise<About>
  /** What the worker does; with M-Pesa each word is a step. */
  send: (on: Db, about: About) => Promise<unknown>
  rail: (step: Mortal['step']) => Rail
  hear: (on: Db) => Promise<unknown>
  isBackOnce: (about: About, how: string) => Promise<void>
}
function workerAndHearerDie<About>({ begin, send, rail, hear, isBackOnce }: Way<About>) {
  test('whose worker dies anywhere is made once, and booked once', { timeout: 240_000 }, async () => {
    const { places } = await dieEverywhere({
      begin,
      formAction: ({ db: mortal, step }, about) => {
        useMobileMoney(rail(step))
        return send(mortal, about)
      },
      after: isBackOnce,
    })
    expect(places).toBeGreaterThan(20)
  })

  test('whose end is heard by a process that dies anywhere is so, too', { timeout: 240_000 }, async () => {
    const { places } = await dieEverywhere({
      begin: async () => {
        const about = await begin()
        await send(db, about)
        return about
      },
      formAction: async ({ db: mortal }, about) => {
        await hear(mortal)
        await send(mortal, about)
      },
      after: isBackOnce,
    })
    expect(places).toBeGreaterThan(20)
  })
}

describe('by a reversal', () => {
  let mpesa: ReturnType<typeof reversingMpesa>
  beforeEach(() => {
    mpesa = reversingMpesa()
  })
  const around = {
    rail: (step: Mortal['step']) => ({
      ...mpesa.rail,
      reverse: (what: Parameters<Rail['reverse']>[0]) => step('reverse', () => mpesa.rail.reverse(what)),
    }),
    hear: (on: Db) => tellEnd(on, mpesa.ends[0]!),
  }
  /** M-Pesa and those who live bring it to its end; the next time it is a new M-Pesa. */
  async function comesToItsEnd(send: () => Promise<unknown>, how: string) {
    useMobileMoney(mpesa.rail)
    for (let time = 0; time < 2; time++) {
      await later()
      await send()
      for (const end of mpesa.ends) await tellEnd(db, end)
      await send()
    }
    expect(mpesa.reversed.size, how).toBe(1)
    expect(await brokenBooks(db), how).toEqual([])
    mpesa = reversingMpesa()
  }

  describe('a gift', () => {
    const send = (on: Db, { reversalId }: { reversalId: number }) => sendRefund(on, { reversalId })
    workerAndHearerDie({
      ...around,
      send,
      begin: async () => {
        const gift = await giftByPhone(
          db,
          (await someDrive(db)).id,
          50_000,
          `+25474${String(nextNr()).padStart(7, '0')}`,
        )
        const { id: reversalId } = await askRefund(db, gift.reference, { by: by.id })
        return { ...gift, reversalId }
      },
      isBackOnce: async (about, how) => {
        await comesToItsEnd(() => send(db, about), how)
        const all = db.selectFrom('reversals as v').innerJoin('payments as p', 'p.id', 'v.payment_id')
        expect(
          await all.where('p.id', '=', about.id).select(['v.state', 'p.reversed', 'v.amount']).execute(),
          how,
        ).toEqual([{ state: 'done', reversed: 50_000, amount: 50_000 }])
      },
    })
  })

  describe('money without a place', () => {
    const begin = () => unplacedMoney(db, mpesa.rail)
    type Begun = Awaited<ReturnType<typeof begin>>
    const decide = (on: Db, { id }: Begun) => reserveReturn(on, id, { why: 'The payer asked for it', by })
    const send = (on: Db, { id }: Begun) => sendReturn(on, { suspenseId: id })
    async function isBackOnce(about: Begun, how: string) {
      await comesToItsEnd(() => checkReturns(db).then(() => send(db, about)), how)
      const { rows } = await sql`
        select s.state, r.receipt as code, (select count(*)::int from ledger_transfers where event_kind = 'suspense' and subject_id = s.id and leg = 3) as many
        from suspense s left join suspense_returns r on r.suspense_id = s.id where s.id = ${about.id}`.execute(db)
      expect(rows, how).toEqual([{ state: 'closed', code: `SKY${about.receipt.slice(3)}`, many: 1 }])
    }

    test('whose return is decided by a person who dies anywhere goes back once, or can be placed still', {
      timeout: 240_000,
    }, async () => {
      const { places } = await dieEverywhere({
        begin,
        formAction: ({ db: mortal }, about) => decide(mortal, about),
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
    })

    workerAndHearerDie({
      ...around,
      send,
      isBackOnce,
      begin: async () => {
        const about = await begin()
        await decide(db, about)
        return about
      },
    })
  })
})

describe('a part of a gift, to the phone that paid', () => {
  let mpesa: ReturnType<typeof newMpesa>
  beforeEach(async () => {
    mpesa = newMpesa()
    const held = JSON.stringify({ held: [{ account: 'Utility Account', cents: 1_000_000_000 }] })
    await sql`insert into mpesa_asks (what, subject, hear_hash, state, answered_at, facts)
      values ('balance', '600000', sha256(${crypto.randomUUID()}::bytea), 'answered', now(), ${held}::jsonb)`.execute(
      db,
    )
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
  const post = (on: Db, { token, told }: { token: string; told: object }) =>
    receiveSentResult(on, token, new TextEncoder().encode(JSON.stringify(told)))

  /** Where the answer was lost M-Pesa says, when it is asked, that it has no such order. */
  async function saysNone(reference: string) {
    const { rows } = await sql<{ id: string }>`
      select originator as id from mpesa_asks where what = 'status' and subject = ${reference} and state = 'open'`.execute(
      db,
    )
    const question = mpesa.rail.questions.at(-1)
    if (!rows[0]?.id || !question) return
    const nothing = { receipt: null, cents: null, name: null, left: null }
    const told = { is: 'sent', id: rows[0].id, end: 'failed', code: '2032', ...nothing }
    await post(db, { token: question.hearAt.split('/').at(-1)!, told })
  }

  const send = (on: Db, { reversalId }: { reversalId: number }) => sendRefund(on, { reversalId })
  workerAndHearerDie({
    send,
    rail: (step) => ({ ...mpesa.rail, send: (what) => step('send', () => mpesa.rail.send(what)) }),
    hear: (on) => post(on, [...mpesa.ends.values()][0]!),
    begin: async () => {
      const drive = await someDrive(db)
      const phone = `+25473${String(nextNr()).padStart(7, '0')}`
      const gift = { amount: 50_000, phone, name: 'Amina', email: '', message: '', anonymous: false }
      const around = { key: crypto.randomUUID(), language: 'en', origin: 'http://localhost:3000', visitor: null }
      const { reference } = await beginByPhone(db, drive.id, gift, around)
      mpesa.rail.listed = [receiptOf(mpesa.rail.sent.at(-1)!, { tail: phone.slice(-3) })]
      await listReceipts(db)
      const { id: reversalId } = await askRefund(db, reference, { by: by.id, amount: 20_000 })
      return { reference, reversalId }
    },
    isBackOnce: async ({ reference, reversalId }, how) => {
      useMobileMoney(mpesa.rail)
      for (let time = 0; time < 4; time++) {
        await later()
        await sendRefund(db, { reversalId })
        const open = db.selectFrom('refund_sends').where('reversal_id', '=', reversalId).select('reference')
        for (const one of await open.execute()) if (!mpesa.ends.has(one.reference)) await saysNone(one.reference)
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
    },
  })
})
