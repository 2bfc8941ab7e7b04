import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { packagesForSale } from '#app/drives/views/credits.server.ts'
import { inOneGo, thePool } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { begunGift, booksMustHold, paid } from '#test/money.ts'
import { calledAbout, raised } from '#test/money-now.ts'
import { query, queryOne } from '#test/rows.ts'
import { type Applied, applyResult } from './apply.server.ts'
import { createPayment } from './payment.server.ts'
import type { PaymentDetails } from './payment.ts'

const db = await testDatabase({ asOwner: true })
booksMustHold(() => db)

const apply = (reference: string, facts: PaymentDetails) => applyResult(db, 'paystack', reference, facts)
/** In how many transactions the gifts to these drives were written down. */
const transactionsOf = async (...ids: string[]) =>
  (
    await queryOne<{ many: number }>`select count(distinct d.xmin::text)::int as many from donations d
      where fund_drive_id = any(${ids}::uuid[])`
  ).many
const begun = async (driveId: string, many: number) => {
  const all = []
  for (let nr = 1; nr <= many; nr++) all.push({ ...(await begunGift(db, driveId, 1000 * nr)), amount: 1000 * nr })
  return all
}

describe('gifts that come in at the same moment', () => {
  test('share a transaction, and each is booked as by itself [T127]', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    const gifts = [...(await begun(one.id, 5)), ...(await begun(other.id, 5))]
    const said = await Promise.all(gifts.map(({ reference, amount }) => apply(reference, paid(amount))))
    expect(new Set(said)).toEqual(new Set(['applied']))
    expect([await raised(one.id), await raised(other.id)]).toEqual([15_000, 15_000])
    expect(await transactionsOf(one.id, other.id)).toBe(1)
    const rows = await db
      .selectFrom('payments as p')
      .innerJoin('donations as d', 'd.payment_id', 'p.id')
      .where('d.fund_drive_id', 'in', [one.id, other.id])
      .select(['p.status', 'p.channel', 'p.provider_fee', 'd.donor_name', 'd.channel as way', 'd.amount', 'd.fee_bps'])
      .orderBy('d.payment_id')
      .execute()
    expect(rows.map(({ amount }) => amount)).toEqual(gifts.map(({ amount }) => amount))
    for (const row of rows)
      expect(row).toMatchObject({
        status: 'succeeded',
        channel: 'mobile',
        way: 'mobile',
        donor_name: 'Amina Yusuf',
        fee_bps: 500,
        provider_fee: Math.round(row.amount * 0.015),
      })
  })

  test('are let in although others among them are not in order, and those come to their own end [T599]', async () => {
    const [drive, deserted, gone] = [await someDrive(db), await someDrive(db), await someDrive(db)]
    const [fine, less, foreign, pending, late, twice, before] = await begun(drive.id, 7)
    expect(await apply(before!.reference, paid(6999))).toBe('unplaced')
    const [noDrive] = await begun(gone.id, 1)
    await db.updateTable('payments').set({ fund_drive_id: null }).where('id', '=', noDrive!.id).execute()
    await db.updateTable('payments').set({ status: 'abandoned' }).where('id', '=', late!.id).execute()
    const [left] = await begun(deserted.id, 1)
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', deserted.ownerId).execute()
    const [pack] = await packagesForSale(db)
    const views = await createPayment(db, {
      kind: 'subscription',
      driveId: drive.id,
      userId: drive.ownerId,
      packageId: pack!.id,
      email: 'a@b.test',
      amount: 65_000,
    })
    const number = randomUUID()
    const told: [string, PaymentDetails, Applied][] = [
      [fine!.reference, paid(1000), 'applied'],
      [less!.reference, paid(1999), 'unplaced'],
      [foreign!.reference, paid(3000, { currency: 'NGN' }), 'unplaced'],
      [pending!.reference, paid(4000, { state: 'pending' }), 'waiting'],
      [late!.reference, paid(5000), 'applied'],
      [twice!.reference, paid(6000, { providerId: number }), 'applied'],
      [twice!.reference, paid(6000, { providerId: number }), 'already'],
      [before!.reference, paid(7000), 'unplaced'],
      [noDrive!.reference, paid(1000), 'unplaced'],
      [left!.reference, paid(1000), 'applied'],
      [views.reference, paid(65_000), 'applied'],
      [`don-${'0'.repeat(32)}`, paid(1000), 'unplaced'],
    ]
    expect(await Promise.all(told.map(([reference, facts]) => apply(reference, facts)))).toEqual(
      told.map(([, , end]) => end),
    )
    expect([await raised(drive.id), await raised(deserted.id)]).toEqual([12_000, 1000])
    expect(await calledAbout(deserted.id)).toEqual(['gift to a drive whose owner is gone'])
  })

  test('and claim one number of the provider’s: one of them has it, and a person is called', async () => {
    const { id } = await someDrive(db)
    const gifts = await begun(id, 4)
    const before = paid(1000)
    expect(await apply(gifts[0]!.reference, before)).toBe('applied')
    const providerId = randomUUID()
    const said = await Promise.all([
      apply(gifts[1]!.reference, paid(2000, { providerId })),
      apply(gifts[2]!.reference, paid(3000, { providerId })),
      apply(gifts[3]!.reference, paid(4000, { providerId: before.providerId })),
    ])
    expect(said.sort()).toEqual(['applied', 'clash', 'clash'])
  })

  test('do not wait for one that another person has locked [T600]', async () => {
    const { id } = await someDrive(db)
    const [slow, ...others] = await begun(id, 4)
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holder = inOneGo(db, async (tx) => {
      await tx.selectFrom('payments').where('id', '=', slow!.id).select('id').forUpdate().execute()
      held.resolve()
      await free.promise
    })
    await held.promise
    const late = apply(slow!.reference, paid(slow!.amount))
    const unheld = Promise.all(others.map(({ reference, amount }) => apply(reference, paid(amount))))
    try {
      expect(await Promise.race([unheld, pause(10_000, 'they wait')])).toEqual(['applied', 'applied', 'applied'])
      expect(await raised(id)).toBe(9000)
    } finally {
      free.resolve()
      await holder
    }
    expect(await late).toBe('applied')
  })

  test('are let in one by one when the database refuses one of them; that one stays as it was', async () => {
    const { id } = await someDrive(db)
    const gifts = await begun(id, 4)
    const refused = await begunGift(db, id, 7000, { donorName: 'Refused' })
    await query`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`
    await query`create trigger refuse before insert on donations for each row when (new.donor_name = 'Refused')
      execute function refuse()`
    const said = await Promise.allSettled([
      ...gifts.map(({ reference, amount }) => apply(reference, paid(amount))),
      apply(refused.reference, paid(7000)),
    ])
    expect(said.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))).toEqual([
      'applied',
      'applied',
      'applied',
      'applied',
      'refused',
    ])
    expect(await raised(id)).toBe(10_000)
    await query`drop trigger refuse on donations`
    expect(await apply(refused.reference, paid(7000))).toBe('applied')
  })

  test('tell the open pages of each drive, and of each owner, once', async () => {
    const [one, other] = [await someDrive(db), await someDrive(db)]
    const gifts = [...(await begun(one.id, 3)), ...(await begun(other.id, 2))]
    const told: string[] = []
    const line = await thePool().connect()
    line.on('notification', ({ payload }) => told.push(payload!))
    await line.query('listen live')
    await Promise.all(gifts.map(({ reference, amount }) => apply(reference, paid(amount))))
    await line.query('select 1')
    await line.query('unlisten live')
    line.release()
    expect(told.filter((topic) => topic.startsWith('drive:')).sort()).toEqual(
      [one.id, other.id].map((id) => `drive:${id}`).sort(),
    )
    expect(told).toContain(`person:${one.ownerId}`)
  })
})
