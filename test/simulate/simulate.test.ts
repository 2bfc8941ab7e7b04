import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { trackView } from '#app/features/views/view.server.ts'
import { thePool } from '#app/platform/db.server.ts'
import { begunGift } from '#test/money.ts'
import { pass } from './house.ts'
import { compare } from './life.ts'
import { lookWhetherDone } from './unanswered.ts'
import { openWorld, type World } from './world.ts'

// The simulation itself: whether it would notice.

let world: World
beforeEach(async () => {
  world = await openWorld(1, inject('role'))
})
afterEach(() => world.close())

/** A look that was acknowledged. */
async function seen(nr: number): Promise<void> {
  const drive = world.drives[0]!
  world.asking = { what: 'look', drive }
  const looking = { visitor: `visitor ${nr}`, address: '10.0.0.7', userAgent: 'Firefox/150 (Windows)' }
  expect(await trackView(world.db, drive.id, looking)).toBe('counted')
  drive.counted++
}

/** The books lose a look, and fit together all the same. */
const lose = () =>
  thePool().query(`with lost as (delete from fund_drive_views where id = (select max(id) from fund_drive_views) returning *)
    update subscriptions s set used_views = used_views - 1, remaining_views = remaining_views + 1
    from lost where s.id = lost.subscription_id`)

test('what was acknowledged and is lost is found, also when the house died while a person asked for the same', async () => {
  await seen(1)
  await seen(2)
  await lookWhetherDone(world)
  await compare(world)
  await lose()
  await lookWhetherDone(world)
  await expect(compare(world)).rejects.toThrow('drive 0: credits is 14, not 13')
})

test('what was not acknowledged and has happened is no difference', async () => {
  await seen(1)
  world.drives[0]!.counted = 0
  await lookWhetherDone(world)
  await compare(world)
})

test('what nobody asked for is found', async () => {
  await seen(1)
  world.drives[0]!.counted = 0
  world.asking = { what: 'look', drive: world.drives[1]! }
  await lookWhetherDone(world)
  await expect(compare(world)).rejects.toThrow('drive 0: credits is 14, not 15')
})

test('a job of the clock is done, too, when its time comes between two things that happen', async () => {
  const { reference } = await begunGift(world.db, world.drives[0]!.id, 50_000)
  await thePool().query(`update payments set created_at = now() - interval '24 hours 30 minutes'`)
  await pass(world, 59 * 60_000)
  // The full hour is over when the next pass begins.
  await world.advance(61_000)
  await pass(world, 1000)
  const { rows } = await thePool().query('select status from payments where reference = $1', [reference])
  expect(rows[0].status).toBe('abandoned')
})
