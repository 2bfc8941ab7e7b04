import { beforeEach, describe, expect, test } from 'vitest'
import { creditsOf } from '#app/drives/views/credits.server.ts'
import { trackView } from '#app/drives/views/view.server.ts'
import { disputeOpened, disputeResolved } from '#app/money/disputes/dispute.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { atOnce, booksMustHold, granted, reasonsOf } from '#test/money.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { viewsBought } from '#test/views-bought.ts'
import { askRefund } from './refund.server.ts'
import { takeRefund } from './refund-lease.server.ts'
import { refundRefused, refundSettled } from './reversal.server.ts'

// Views whose payment is asked back: the unused ones can't be used meanwhile, and are gone when the money is.

const db = await testDatabase()
beforeEach(() => {
  scriptedProvider()
})
booksMustHold(() => db)

/** A drive with the fifteen free views and a hundred that were bought. */
async function withViews() {
  const drive = await someDrive(db)
  return { drive, ...(await viewsBought(db, drive)) }
}
let visitors = 0
const look = (driveId: string) => {
  const nr = ++visitors
  const address = `41.${90 + (nr >> 8)}.${nr & 255}.7`
  return trackView(db, driveId, { visitor: `v${nr}`, address, userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/148' })
}
const looks = async (driveId: string, times: number) => {
  for (let time = 0; time < times; time++) expect(await look(driveId)).toBe('counted')
}
const now = async (driveId: string) => {
  const credits = (await creditsOf(db, driveId))!
  return { remaining: credits.remaining, used: credits.used, claimed: credits.claimed }
}
const open = (reference: string, amount: number, extId = `q ${reference}`) =>
  disputeOpened(db, reference, { extId, amount, dueAt: null })
const end = (reference: string, amount: number, won: boolean, extId = `q ${reference}`) =>
  disputeResolved(db, reference, { extId, amount, resolution: won ? 'declined' : 'merchant-accepted' })

describe('a dispute about a payment for views', () => {
  test('takes the unused ones as soon as it opens, and gives them back when it is won [T605]', async () => {
    const { drive, reference, amount, views } = await withViews()
    await open(reference, amount)
    expect(await now(drive.id)).toEqual({ remaining: 15, used: 0, claimed: views })
    await looks(drive.id, 15)
    expect(await look(drive.id)).toBe('blocked')
    await end(reference, amount, true)
    expect(await now(drive.id)).toEqual({ remaining: views, used: 15, claimed: 0 })
    expect(await look(drive.id)).toBe('counted')
  })

  test('that is lost keeps them, also when it was never opened before', async () => {
    const [one, two] = [await withViews(), await withViews()]
    await open(one.reference, one.amount)
    for (const { reference, amount } of [one, two]) await end(reference, amount, false)
    for (const { drive } of [one, two]) expect(await now(drive.id)).toEqual({ remaining: 15, used: 0, claimed: 0 })
  })

  test('takes no more than are left, and gives back no more than it took', async () => {
    const { drive, reference, amount, views } = await withViews()
    await looks(drive.id, 40)
    await open(reference, amount)
    expect(await now(drive.id)).toEqual({ remaining: 0, used: 40, claimed: views + 15 - 40 })
    await end(reference, amount, true)
    expect(await now(drive.id)).toEqual({ remaining: views + 15 - 40, used: 40, claimed: 0 })
  })

  test('that is told of again changes nothing, also after other views were bought [T606]', async () => {
    const { drive, reference, amount, views } = await withViews()
    await looks(drive.id, 40)
    await atOnce(8, () => open(reference, amount))
    const next = await viewsBought(db, drive)
    for (let time = 0; time < 3; time++) await open(reference, amount)
    expect(await now(drive.id)).toMatchObject({ remaining: next.views })
    const all = await atOnce(8, () => end(reference, amount, true))
    expect(reasonsOf(all)).toEqual([])
    await open(reference, amount)
    expect(await now(drive.id)).toMatchObject({ remaining: next.views + views + 15 - 40, claimed: 0 })
  })

  test('about a part of it takes that part', async () => {
    const { drive, reference, amount, views } = await withViews()
    await open(reference, amount / 2)
    expect(await now(drive.id)).toMatchObject({ remaining: 15 + views / 2, claimed: views / 2 })
    await end(reference, amount / 4, false)
    expect(await now(drive.id)).toMatchObject({ remaining: 15 + (views * 3) / 4, claimed: 0 })
    await open(reference, amount, 'another')
    expect(await now(drive.id)).toMatchObject({ remaining: 15, claimed: views })
    await end(reference, amount, true, 'another')
    expect(await now(drive.id)).toMatchObject({ remaining: 15 + (views * 3) / 4, claimed: 0 })
  })

  test('while visitors use them: each view is used or taken, never both, and none is lost', async () => {
    const { drive, reference, amount, views } = await withViews()
    const all = await atOnce<unknown>(120, (nr) => (nr === 30 ? open(reference, amount) : look(drive.id)))
    expect(reasonsOf(all)).toEqual([])
    const used = granted(all).filter((one) => one === 'counted').length
    const then = await now(drive.id)
    expect(then).toEqual({ remaining: views + 15 - used - then.claimed, used, claimed: then.claimed })
    expect(then.claimed).toBeGreaterThan(0)
    await end(reference, amount, true)
    expect(await now(drive.id)).toEqual({ remaining: views + 15 - used, used, claimed: 0 })
  })

  test('at the same moment as another purchase takes its own views alone', async () => {
    const { drive, reference, amount, views } = await withViews()
    const all = await atOnce<unknown>(6, (nr) => (nr % 2 ? open(reference, amount) : viewsBought(db, drive)))
    expect(reasonsOf(all)).toEqual([])
    expect(await now(drive.id)).toMatchObject({ remaining: 15 + 3 * views, claimed: views })
  })
})

describe('a refund of a payment for views', () => {
  test('takes the unused ones while it is under way; refused, it gives them back', async () => {
    const { drive, reference, views } = await withViews()
    const { id } = await askRefund(db, reference, { by: null })
    expect(await now(drive.id)).toEqual({ remaining: 15, used: 0, claimed: views })
    const lease = (await takeRefund(db, id))!
    await refundRefused(db, reference, { id, lease: lease.lease, why: 'no' })
    expect(await now(drive.id)).toEqual({ remaining: 15 + views, used: 0, claimed: 0 })
  })

  test('that the provider made takes them permanently, once', async () => {
    const { drive, reference, amount } = await withViews()
    for (let time = 0; time < 3; time++)
      await refundSettled(db, reference, { extId: `back ${reference}`, amount, state: 'processed' })
    expect(await now(drive.id)).toEqual({ remaining: 15, used: 0, claimed: 0 })
  })
})

test('the database takes no more than was claimed', async () => {
  const { id } = await withViews()
  const claim = (due: number, taken: number) =>
    db.insertInto('view_claims').values({ payment_id: id, due, taken }).execute()
  for (const [due, taken] of [
    [5, 6],
    [5, -1],
  ] as const)
    await expect(claim(due, taken)).rejects.toThrow('view_claims_taken_range')
})
