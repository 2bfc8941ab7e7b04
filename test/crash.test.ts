import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { creditsOf, packagesForSale } from '#app/drives/views/credits.server.ts'
import { disputeOpened, disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { donationTexts } from '#app/money/donations/donation.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { createPayment } from '#app/money/payments/payment.server.ts'
import { startPayment } from '#app/money/payments/start.server.ts'
import { completeByHand, decline } from '#app/money/payouts/decide.server.ts'
import { requestPayout } from '#app/money/payouts/request.server.ts'
import {
  beginTransfer,
  transferFailed,
  transferReturned,
  transferSucceeded,
} from '#app/money/payouts/transfer.server.ts'
import { askRefund } from '#app/money/refunds/refund.server.ts'
import { refundSettled } from '#app/money/refunds/reversal.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Provider } from '#app/platform/providers/provider.ts'
import { brokenBooks } from './books.ts'
import { dieEverywhere, type Mortal } from './crash.ts'
import { testDatabase } from './database.ts'
import { someDrive, somePerson } from './make.ts'
import { begunGift, gift, paid, phoneOf } from './money.ts'
import { timePasses } from './time.ts'

// K1–K4, K8, K10–K12: the process is killed at every statement and every word with the provider. Afterwards the books
// hold, what was done is done once, and doing it again brings it to its one end. What the provider tells: crash-told.test.ts;
// what it is asked to send: crash-out.test.ts.

let db: Db
let by: string
beforeAll(async () => {
  db = await testDatabase()
  by = (await somePerson(db, { admin: true })).id
})

const booksHold = async (how: string) => expect(await brokenBooks(db), how).toEqual([])
const raisedOf = async (driveId: string) => (await balanceNow(db, driveId)).raised
const amina = { donorName: 'Amina', donorEmail: 'amina@example.test', message: 'Pole', anonymous: false }

describe('a gift', () => {
  test('that is begun: the same form begins it again, and one payment can be paid', async () => {
    const begin = async () => ({ ...(await someDrive(db)), key: { scope: 'test', key: randomUUID() } })
    type About = Awaited<ReturnType<typeof begin>>
    const create = (on: Db, { id, key }: About) =>
      createPayment(on, { kind: 'donation', driveId: id, amount: 50_000, ...amina }, key)
    const { places } = await dieEverywhere({
      begin,
      formAction: ({ db }, about) => create(db, about),
      after: async (about, how) => {
        const { reference } = await create(db, about)
        expect((await create(db, about)).reference, how).toBe(reference)
        const rows = await db.selectFrom('payments').where('fund_drive_id', '=', about.id).select('id').execute()
        expect(rows.length, how).toBe(1)
        await booksHold(how)
      },
    })
    expect(places).toBeGreaterThan(1)
  })

  test('that is begun with others: each form begins its own again', async () => {
    const begin = async () => ({ ...(await someDrive(db)), keys: [randomUUID(), randomUUID()] })
    type About = Awaited<ReturnType<typeof begin>>
    const create = (on: Db, { id, keys }: About) =>
      Promise.all(
        keys.map((key) =>
          createPayment(on, { kind: 'donation', driveId: id, amount: 50_000, ...amina }, { scope: 'test', key }),
        ),
      )
    const { places } = await dieEverywhere({
      begin,
      formAction: ({ db }, about) => create(db, about),
      after: async (about, how) => {
        const references = (await create(db, about)).map(({ reference }) => reference)
        expect(
          (await create(db, about)).map(({ reference }) => reference),
          how,
        ).toEqual(references)
        const rows = await db.selectFrom('payments').where('fund_drive_id', '=', about.id).select('reference').execute()
        expect(rows.map(({ reference }) => reference).sort(), how).toEqual(references.sort())
        await booksHold(how)
      },
    })
    expect(places).toBeGreaterThan(1)
  })

  test('while the provider is asked: the person who comes back can pay, and pays once', async () => {
    const opened: string[] = []
    const answering = ({ step }: Pick<Mortal, 'step'>) =>
      useProvider({
        capabilities: () => ({ name: 'paystack' }),
        initialize: ({ reference }: { reference: string }) =>
          step('initialize', async () => {
            opened.push(reference)
            return { is: 'opened', url: `https://pay.example/${reference}` }
          }),
      } as unknown as Provider)
    const start = (on: Db, driveId: string, key: string) =>
      startPayment(
        on,
        { kind: 'donation', driveId, amount: 50_000, ...amina },
        {
          key: { scope: 'donate', key },
          language: 'en',
          origin: 'http://localhost',
          cancelPath: '/',
          failed: { title: donationTexts.closed },
        },
      )
    await dieEverywhere({
      begin: async () => ({ ...(await someDrive(db)), key: randomUUID() }),
      formAction: (mortal, { id, key }) => {
        answering(mortal)
        return start(mortal.db, id, key)
      },
      after: async ({ id, key }, how) => {
        answering({ step: (_what, run) => run() })
        // Nobody knows yet that the process is gone; after a while nobody can still be asking the provider.
        await timePasses('1 minute')
        const { reference, url } = await start(db, id, key)
        expect(url, how).toBe(`https://pay.example/${reference}`)
        expect(opened, how).toContain(reference)
        expect(await applyResult(db, 'paystack', reference, paid(50_000)), how).toBe('applied')
        expect(await raisedOf(id), how).toBe(50_000)
        await booksHold(how)
      },
    })
  })

  test('that comes in: all of it or nothing, and once when it is told again', async () => {
    const { places } = await dieEverywhere({
      begin: async () => {
        const drive = await someDrive(db)
        const { reference } = await begunGift(db, drive.id, 100_033)
        return { ...drive, reference, facts: paid(100_033) }
      },
      formAction: ({ db }, { reference, facts }) => applyResult(db, 'paystack', reference, facts),
      after: async ({ id, reference, facts }, how) => {
        const before = await raisedOf(id)
        expect([0, 100_033], how).toContain(before)
        await booksHold(how)
        const again = await applyResult(db, 'paystack', reference, facts)
        expect(again, how).toBe(before === 0 ? 'applied' : 'already')
        expect(await raisedOf(id), how).toBe(100_033)
        await booksHold(how)
      },
    })
    expect(places).toBeGreaterThan(12)
  })
})

test('gifts that come in together: all of them or none, and once when they are told again', async () => {
  const { places } = await dieEverywhere({
    begin: async () => {
      const drive = await someDrive(db)
      const begun = [await begunGift(db, drive.id, 100_033), await begunGift(db, drive.id, 20_000)]
      const gifts = begun.map(({ reference }, at) => ({ reference, facts: paid(at === 0 ? 100_033 : 20_000) }))
      return { ...drive, gifts }
    },
    formAction: ({ db }, { gifts }) =>
      Promise.all(gifts.map(({ reference, facts }) => applyResult(db, 'paystack', reference, facts))),
    after: async ({ id, gifts }, how) => {
      const before = await raisedOf(id)
      expect([0, 120_033], how).toContain(before)
      await booksHold(how)
      for (const { reference, facts } of gifts)
        expect(await applyResult(db, 'paystack', reference, facts), how).toBe(before === 0 ? 'applied' : 'already')
      expect(await raisedOf(id), how).toBe(120_033)
      await booksHold(how)
    },
  })
  expect(places).toBeGreaterThan(12)
})

test('a purchase of views: all credits or none, and what was left is kept', async () => {
  const [pack] = await packagesForSale(db)
  await dieEverywhere({
    begin: async () => {
      const drive = await someDrive(db)
      const { id: packageId } = pack!
      const what = {
        kind: 'subscription' as const,
        driveId: drive.id,
        userId: drive.ownerId,
        packageId,
        email: 'a@b.test',
      }
      const { reference } = await createPayment(db, { ...what, amount: 65_000 }, { scope: 't', key: randomUUID() })
      return { ...drive, reference, facts: paid(65_000) }
    },
    formAction: ({ db }, { reference, facts }) => applyResult(db, 'paystack', reference, facts),
    after: async ({ id, reference, facts }, how) => {
      const { remaining } = (await creditsOf(db, id))!
      expect([15, 15 + pack!.views], how).toContain(remaining)
      await booksHold(how)
      await applyResult(db, 'paystack', reference, facts)
      expect((await creditsOf(db, id))!.remaining, how).toBe(15 + pack!.views)
      await booksHold(how)
    },
  })
})

describe('a withdrawal', () => {
  const funded = async () => {
    const drive = await someDrive(db)
    await gift(db, drive.id, 500_000)
    const { id: methodId } = await phoneOf(db, drive.ownerId)
    return {
      ...drive,
      asked: { ownerId: drive.ownerId, driveId: drive.id, amount: 200_000, methodId, key: randomUUID() },
    }
  }
  const requested = async () => {
    const drive = await funded()
    return { ...drive, payout: (await requestPayout(db, drive.asked)).id }
  }
  const approved = async () => {
    const drive = await requested()
    return { ...drive, ...(await beginTransfer(db, drive.payout, { by })) }
  }
  const stands = async (id: number) =>
    (await db.selectFrom('payout_requests').where('id', '=', id).select('status').executeTakeFirstOrThrow()).status
  /** What a second try says when the first one was done. */
  const orDone = (again: Promise<unknown>) =>
    again.catch((error: Error) => expect(error.message).toBe('Failed to update request'))

  test('that is asked for sets the money aside once', async () => {
    await dieEverywhere({
      begin: funded,
      formAction: ({ db }, { asked }) => requestPayout(db, asked),
      after: async ({ id, asked }, how) => {
        expect([0, 200_000], how).toContain((await balanceNow(db, id)).withdrawn)
        await booksHold(how)
        await requestPayout(db, asked)
        expect(await balanceNow(db, id), how).toMatchObject({ withdrawn: 200_000, available: 300_000 })
        await booksHold(how)
      },
    })
  })

  const decisions: [string, (on: Db, payout: number) => Promise<unknown>, string, number][] = [
    ['completed by hand', (on, payout) => completeByHand(on, payout, { by }), 'completed', 200_000],
    ['declined', (on, payout) => decline(on, payout, { by }), 'rejected', 0],
    ['let go to the provider', (on, payout) => beginTransfer(on, payout, { by }), 'approved', 200_000],
  ]
  test.each(decisions)('that is %s is so once', async (_name, decide, end, withdrawn) => {
    await dieEverywhere({
      begin: requested,
      formAction: ({ db }, { payout }) => decide(db, payout),
      after: async ({ id, payout }, how) => {
        expect(['processing', end], how).toContain(await stands(payout))
        await booksHold(how)
        await orDone(decide(db, payout))
        expect(await stands(payout), how).toBe(end)
        expect((await balanceNow(db, id)).withdrawn, how).toBe(withdrawn)
        await booksHold(how)
      },
    })
  })

  const answers: [string, (on: Db, reference: string) => Promise<unknown>, string, number][] = [
    ['arrived', (on, reference) => transferSucceeded(on, reference, { fee: 4000 }), 'completed', 200_000],
    ['failed', (on, reference) => transferFailed(on, reference, 'no'), 'processing', 200_000],
  ]
  test.each(answers)('that %s is so once', async (_name, answer, end, withdrawn) => {
    await dieEverywhere({
      begin: approved,
      formAction: ({ db }, { reference }) => answer(db, reference),
      after: async ({ id, payout, reference }, how) => {
        await booksHold(how)
        await answer(db, reference)
        expect(await answer(db, reference), how).toBe('already')
        expect(await stands(payout), how).toBe(end)
        expect((await balanceNow(db, id)).withdrawn, how).toBe(withdrawn)
        await booksHold(how)
      },
    })
  })

  test('that came back gives the money back once', async () => {
    await dieEverywhere({
      begin: async () => {
        const drive = await approved()
        await transferSucceeded(db, drive.reference, { fee: 4000 })
        return drive
      },
      formAction: ({ db }, { reference }) => transferReturned(db, reference, 'closed'),
      after: async ({ id, reference }, how) => {
        await booksHold(how)
        await transferReturned(db, reference, 'closed')
        expect(await transferReturned(db, reference, 'closed'), how).toBe('already')
        expect(await balanceNow(db, id), how).toMatchObject({ withdrawn: 0, available: 500_000 })
        await booksHold(how)
      },
    })
  })
})

describe('money that goes back', () => {
  const given = async () => {
    const drive = await someDrive(db)
    const { reference } = await gift(db, drive.id, 70_007)
    return { ...drive, reference, extId: randomUUID() }
  }

  test('by a refund, once', async () => {
    const settled = (on: Db, { reference, extId }: Awaited<ReturnType<typeof given>>) =>
      refundSettled(on, reference, { extId, amount: 70_007, state: 'processed' })
    await dieEverywhere({
      begin: given,
      formAction: async ({ db }, about) => {
        await askRefund(db, about.reference, { by })
        await settled(db, about)
      },
      after: async (about, how) => {
        await booksHold(how)
        await settled(db, about)
        expect(await settled(db, about), how).toBe('already')
        expect(await raisedOf(about.id), how).toBe(0)
        await booksHold(how)
      },
    })
  })

  test('by a chargeback, once', async () => {
    const lost = (on: Db, { reference, extId }: Awaited<ReturnType<typeof given>>) =>
      disputeResolved(on, reference, { extId, amount: 70_007, resolution: 'auto-accepted' })
    await dieEverywhere({
      begin: given,
      formAction: async ({ db }, about) => {
        await disputeOpened(db, about.reference, { extId: about.extId, amount: 70_007, dueAt: null })
        await lost(db, about)
      },
      after: async (about, how) => {
        await booksHold(how)
        await lost(db, about)
        expect(await lost(db, about), how).toBe('already')
        expect(await raisedOf(about.id), how).toBe(0)
        await booksHold(how)
      },
    })
  })
})
