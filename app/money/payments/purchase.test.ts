import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { creditsOf, packagesForSale } from '#app/drives/views/credits.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import type { Looking } from '#app/drives/views/view.ts'
import { useProvider } from '#app/platform/providers/provider.server.ts'
import type { Charge, Provider } from '#app/platform/providers/provider.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, paid, reasonsOf } from '#test/money.ts'
import { oneRow } from '#test/rows.ts'
import { applyResult } from './apply.server.ts'
import { buyViews } from './purchase.server.ts'

// Views are bought: what is charged and what comes of it, also when much happens at once.

const db = await testDatabase()
booksMustHold(() => db)

let charges: Charge[]
let isDown = false
beforeEach(() => {
  charges = []
  isDown = false
  const initialize: Provider['initialize'] = async (charge) => {
    charges.push(charge)
    return isDown
      ? { is: 'failure', class: 'unknown', message: 'no answer' }
      : { is: 'opened', url: `https://checkout.example.test/${charge.reference}` }
  }
  const capabilities = () => ({ name: 'paystack', checkoutOrigins: ['https://checkout.example.test'] })
  useProvider({ initialize, capabilities } as Partial<Provider> as Provider)
})

const around = { language: 'en', origin: 'http://harambee.test' }
const [starter, growth, impact] = [0, 1, 2] as const
const offer = async (nr: number) => (await packagesForSale(db))[nr]!

type Drive = Awaited<ReturnType<typeof someDrive>>
const buyer = ({ ownerId }: Drive) => ({ id: ownerId, email: 'owner@example.test' })
const buy = async (drive: Drive, nr: number, own: { key?: string; price?: number } = {}) =>
  buyViews(db, buyer(drive), { driveId: drive.id, packageId: (await offer(nr)).id, ...own }, around)
const paymentOf = (reference: string) => oneRow('payments', { reference })
const settle = async (reference: string, amount: number, facts = paid(amount)) =>
  applyResult(db, 'paystack', reference, facts)

describe('an owner who buys views', () => {
  test('is charged the package’s dollars in shillings, and what they buy is kept with the payment [T324]', async () => {
    const drive = await someDrive(db)
    const { reference, url } = await buy(drive, growth)
    expect(url).toBe(`https://checkout.example.test/${reference}`)
    expect(charges).toMatchObject([
      {
        amountCents: 195_000,
        email: 'owner@example.test',
        callbackUrl: 'http://harambee.test/payment-success',
        cancelUrl: `http://harambee.test/fund-drive/${drive.slug}/payouts/buy-views`,
      },
    ])
    expect(await paymentOf(reference)).toMatchObject({ kind: 'subscription', amount: 195_000, views: 1000 })
    // A person who changes the package later changes no purchase.
    const { id } = await offer(growth)
    const change = (views: number) =>
      db.updateTable('subscription_packages').set({ views }).where('id', '=', id).execute()
    await change(1)
    expect(await settle(reference, 195_000)).toBe('applied')
    await change(1000)
    expect(await creditsOf(db, drive.id)).toMatchObject({ package: 'Growth', views: 1015, remaining: 1015, used: 0 })
  })

  test('and presses ten times at once starts one payment, paid or not; another package is another, and so is the next form', async () => {
    const [drive, key] = [await someDrive(db), randomUUID()]
    const first = await buy(drive, starter, { key })
    const all = await atOnce(10, () => buy(drive, starter, { key }))
    expect(reasonsOf(all)).toEqual([])
    expect(new Set(granted(all).map(({ url }) => url))).toEqual(new Set([first.url]))
    expect(charges).toHaveLength(1)
    const other = await buy(drive, impact, { key })
    expect(other.reference).not.toBe(first.reference)
    await settle(first.reference, 65_000)
    expect((await buy(drive, starter, { key })).reference).toBe(first.reference)
    const next = await buy(drive, starter, { key: randomUUID() })
    expect([first.reference, other.reference]).not.toContain(next.reference)
  })

  test('pays no other price than the one that was shown, and gets nothing that is not for sale [T341]', async () => {
    const drive = await someDrive(db)
    await expect(buy(drive, starter, { price: 64_000 })).rejects.toThrow('price has changed')
    await buy(drive, starter, { price: 65_000 })
    const free = await oneRow('subscription_packages', { name: 'Free' })
    for (const packageId of [free.id, randomUUID()])
      await expect(buyViews(db, buyer(drive), { driveId: drive.id, packageId }, around)).rejects.toThrow('not for sale')
    expect(charges).toHaveLength(1)
  })

  test('is told when the provider gives no answer, and may try again with the same form [T266]', async () => {
    const [drive, key] = [await someDrive(db), randomUUID()]
    isDown = true
    await expect(buy(drive, starter, { key })).rejects.toThrow('Failed to create subscription. Please try again.')
    isDown = false
    const { reference } = await buy(drive, starter, { key })
    expect(charges.map((charge) => charge.reference)).toHaveLength(2)
    expect(charges[1]!.reference).toBe(reference)
    expect(await creditsOf(db, drive.id)).toMatchObject({ remaining: 15 })
  })
})

/** From networks of their own: nobody stands for anybody else. */
const look = (nr: number): Looking => ({
  visitor: `v${nr}`,
  address: `41.${90 + (nr >> 8)}.${nr & 255}.7`,
  userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/148.0 Mobile Safari/537.36',
})
const creditsEver = (driveId: string) =>
  db
    .selectFrom('subscriptions')
    .where('fund_drive_id', '=', driveId)
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn.sum<number>('used_views').as('used'),
      fn.sum<number>('remaining_views').as('remaining'),
    ])
    .executeTakeFirstOrThrow()

describe('much at once', () => {
  test('of 64 visitors who each ask twenty times for fifteen credits, fifteen are counted', async () => {
    const { id } = await someDrive(db)
    const all = await atOnce(64, async (nr) => {
      const seen = []
      for (let time = 0; time < 20; time++) seen.push(await trackView(db, id, look(nr)))
      return seen
    })
    expect(reasonsOf(all)).toEqual([])
    const seen = granted(all).flat()
    expect(seen.filter((one) => one === 'counted')).toHaveLength(15)
    expect(await creditsEver(id)).toEqual({ rows: 1, used: 15, remaining: 0 })
  }, 60_000)

  test('purchases and views at once lose no credit: what was granted is used or left', async () => {
    const drive = await someDrive(db)
    const bought = await Promise.all(Array.from({ length: 12 }, () => buy(drive, starter)))
    const facts = bought.map(() => paid(65_000))
    let visitor = 0
    const all = await atOnce(60, async (at) => {
      // Each purchase is told of twice; between them people come to see the drive.
      if (at % 5 < 2) return settle(bought[Math.floor(at / 5)]!.reference, 65_000, facts[Math.floor(at / 5)])
      for (let time = 0; time < 10; time++) await trackView(db, drive.id, look(visitor++))
      return 'looked'
    })
    expect(reasonsOf(all)).toEqual([])
    expect(granted(all).filter((one) => one === 'applied')).toHaveLength(12)
    const { used, remaining, rows } = await creditsEver(drive.id)
    expect([rows, used + remaining]).toEqual([13, 15 + 12 * 200])
    expect(await creditsOf(db, drive.id)).toMatchObject({ remaining })
  }, 60_000)

  test('a purchase that comes in while the last credit is taken: nobody is shut out who waits for it, and nothing is lost', async () => {
    for (let round = 0; round < 3; round++) {
      const drive = await someDrive(db)
      for (let nr = 0; nr < 14; nr++) await trackView(db, drive.id, look(1000 + nr))
      const { reference } = await buy(drive, starter)
      const all = await atOnce(20, (at) => (at === 10 ? settle(reference, 65_000) : trackView(db, drive.id, look(at))))
      expect(reasonsOf(all)).toEqual([])
      const counted = granted(all).filter((one) => one === 'counted').length
      expect(counted).toBeGreaterThan(0)
      expect(await creditsEver(drive.id)).toEqual({ rows: 2, used: 14 + counted, remaining: 215 - 14 - counted })
    }
  }, 60_000)
})
