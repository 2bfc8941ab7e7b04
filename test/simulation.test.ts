import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { disputeResolved } from '#app/features/disputes/dispute-state.server.ts'
import { balanceNow, foldWallets } from '#app/features/ledger/wallet.server.ts'
import { applyResult } from '#app/features/payments/apply.server.ts'
import { createPayment } from '#app/features/payments/payment.server.ts'
import type { Facts } from '#app/features/payments/payment.ts'
import { completeByHand, decline, writeOffDebt } from '#app/features/payouts/decide.server.ts'
import { requestPayout } from '#app/features/payouts/request.server.ts'
import {
  beginTransfer,
  transferFailed,
  transferReturned,
  transferSucceeded,
} from '#app/features/payouts/transfer.server.ts'
import { creditsOf, packagesForSale } from '#app/features/views/credits.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { bankOf, begunGift, booksMustHold, paid } from '#test/money.ts'

// Whatever people do, in whatever order: after each step the drive's money is what a model in plain numbers says.

let db: Db
let by: string
beforeAll(async () => {
  db = await testDatabase()
  by = (await somePerson(db, { admin: true })).id
})
booksMustHold(() => db)

type Step = { does: (typeof deeds)[number]; cents: number; pick: number; again: boolean }
const deeds = [
  'give',
  'give',
  'give',
  'pay',
  'pay',
  'pay',
  'pay',
  'pay wrongly',
  'withdraw',
  'withdraw',
  'withdraw',
  'complete',
  'decline',
  'send',
  'sent',
  'not sent',
  'came back',
  'charge back',
  'charge back',
  'fold',
  'buy',
  'write off',
] as const
const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom(...deeds),
  cents: fc.oneof(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 10_000, max: 200_000 })),
  pick: fc.nat(1000),
  again: fc.boolean(),
})

type Gift = { reference: string; amount: number; facts: Facts; is: 'begun' | 'paid' | 'unplaced'; reversed: number }
type Payout = { id: number; amount: number; is: 'processing' | 'approved' | 'completed' | 'rejected'; sent?: string }

class World {
  gifts: Gift[] = []
  payouts: Payout[] = []
  debt = 0
  writtenOff = 0
  views = 15
  drive!: { id: string; ownerId: string }
  methodId!: string

  get raised() {
    return this.gifts.reduce((sum, { is, amount, reversed }) => sum + (is === 'paid' ? amount - reversed : 0), 0)
  }
  get reserved() {
    return this.payouts.reduce((sum, { is, amount }) => sum + (is === 'rejected' ? 0 : amount), 0)
  }
  get available() {
    return this.raised - this.reserved + this.debt + this.writtenOff
  }
  pays(amount: number) {
    this.debt -= Math.min(this.debt, amount)
  }
  payout(pick: number, is: Payout['is']) {
    const all = this.payouts.filter((one) => one.is === is)
    return all[pick % Math.max(1, all.length)]
  }

  async take({ does, cents, pick, again }: Step): Promise<void> {
    const { id, ownerId } = this.drive
    const begun = this.gifts.filter(({ is }) => is === 'begun')
    const gift = begun[pick % Math.max(1, begun.length)]
    const came = this.gifts.filter(({ is, amount, reversed }) => is === 'paid' && reversed < amount)
    const processing = this.payout(pick, 'processing')
    const approved = this.payout(pick, 'approved')
    if (does === 'give') {
      const { reference } = await begunGift(db, id, cents)
      this.gifts.push({ reference, amount: cents, facts: paid(cents), is: 'begun', reversed: 0 })
    } else if (does === 'pay' && gift) {
      expect(await applyResult(db, 'paystack', gift.reference, gift.facts)).toBe('applied')
      if (again) expect(await applyResult(db, 'paystack', gift.reference, gift.facts)).toBe('already')
      gift.is = 'paid'
      this.pays(gift.amount)
    } else if (does === 'pay wrongly' && gift) {
      expect(await applyResult(db, 'paystack', gift.reference, { ...gift.facts, amount: gift.amount + 1 })).toBe(
        'unplaced',
      )
      gift.is = 'unplaced'
    } else if (does === 'withdraw') await this.withdraw(again ? Math.max(cents, this.available) : cents)
    else if (does === 'complete' && processing) {
      const done = completeByHand(db, processing.id, { by })
      if (this.debt > 0) return void (await expect(done).rejects.toThrow('owes'))
      await done
      processing.is = 'completed'
    } else if (does === 'decline' && processing) {
      await decline(db, processing.id, { by })
      processing.is = 'rejected'
      this.pays(processing.amount)
    } else if (does === 'send' && processing) {
      const done = beginTransfer(db, processing.id, { by })
      if (this.debt > 0) return void (await expect(done).rejects.toThrow('owes'))
      processing.sent = (await done).reference
      processing.is = 'approved'
    } else if (does === 'sent' && approved) {
      await transferSucceeded(db, approved.sent!, { fee: 2000 })
      if (again) expect(await transferSucceeded(db, approved.sent!, { fee: 2000 })).toBe('already')
      approved.is = 'completed'
    } else if (does === 'not sent' && approved) {
      await transferFailed(db, approved.sent!, 'no')
      approved.is = 'processing'
    } else if (does === 'came back') {
      const sent = this.payouts.find(({ is, sent }) => is === 'completed' && sent)
      if (!sent) return
      await transferReturned(db, sent.sent!, 'closed')
      sent.is = 'rejected'
      this.pays(sent.amount)
    } else if (does === 'charge back' && came.length > 0) {
      const one = came[pick % came.length]!
      const amount = again ? one.amount - one.reversed : Math.min(cents, one.amount - one.reversed)
      const short = Math.max(0, amount - this.available)
      const told = { extId: randomUUID(), amount, resolution: 'auto-accepted' } as const
      expect(await disputeResolved(db, one.reference, told)).toBe('done')
      expect(await disputeResolved(db, one.reference, told)).toBe('already')
      one.reversed += amount
      this.debt += short
    } else if (does === 'fold') await foldWallets(db)
    else if (does === 'buy') {
      const one = (await packagesForSale(db))[pick % 3]!
      const what = {
        kind: 'subscription',
        driveId: id,
        userId: ownerId,
        packageId: one.id,
        email: '',
        amount: cents,
      } as const
      const { reference } = await createPayment(db, what)
      await applyResult(db, 'paystack', reference, paid(cents))
      this.views += one.views
    } else if (does === 'write off') {
      const open = this.payouts.some(({ is }) => is === 'processing' || is === 'approved')
      const done = writeOffDebt(db, id, { by })
      if (this.debt === 0 || open) return void (await expect(done).rejects.toThrow())
      await done
      this.writtenOff += this.debt
      this.debt = 0
    }
  }

  async withdraw(amount: number) {
    const { id: driveId, ownerId } = this.drive
    const asked = requestPayout(db, { ownerId, driveId, amount, methodId: this.methodId, key: randomUUID() })
    if (amount < 10_000 || this.debt > 0 || amount > this.available) return void (await expect(asked).rejects.toThrow())
    this.payouts.push({ id: (await asked).id, amount, is: 'processing' })
  }

  async compare() {
    const { raised, available, debt, reserved: withdrawn, views: remaining } = this
    expect(await balanceNow(db, this.drive.id)).toMatchObject({ raised, available, debt, withdrawn })
    expect(await creditsOf(db, this.drive.id)).toMatchObject({ remaining })
  }
}

test('a drive’s money is what the model says, after every step of any life', async () => {
  const life = fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120, size: 'max' }), async (steps) => {
    const world = new World()
    world.drive = await someDrive(db)
    world.methodId = (await bankOf(db, world.drive.ownerId)).id
    for (const one of steps) {
      await world.take(one)
      await world.compare()
    }
  })
  await fc.assert(life, { numRuns: 10, seed: 20_261_120, interruptAfterTimeLimit: 18_000, endOnFailure: true })
}, 40_000)
