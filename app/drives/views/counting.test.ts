import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Db, isHeld } from '#app/platform/db.server.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { rowsOf } from '#test/owners-lists.ts'
import { setRows } from '#test/rows.ts'
import { unbalancedViews } from '#test/views-bought.ts'
import { waitsForLock } from '#test/waits-for-lock.ts'
import { creditsOf } from './credits.server.ts'
import { takeCredits, trackView } from './view.server.ts'
import { countView, type FoundView, type Looking } from './view.ts'
import { viewsList } from './views-list.server.ts'

const db = await testDatabase()
/** What another process of the product has: lines of its own to the same database. */
const elsewhere = db.withoutPlugins() as Db
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0'
const look = (nr: number, more: Partial<Looking> = {}): Looking => ({
  visitor: `v${nr}`,
  address: `41.${nr >> 8}.${nr & 255}.7`,
  userAgent: browser,
  ...more,
})
const upTo = (many: number) => Array.from({ length: many }, (_, nr) => nr)
const tally = (all: string[]) =>
  Object.fromEntries([...new Set(all)].map((is) => [is, all.filter((it) => it === is).length]))
const setCredits = (id: string, left: number) =>
  setRows('subscriptions', { fund_drive_id: id }, { remaining_views: left, used_views: 0, views: left })
const unbalanced = () => unbalancedViews(db)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

describe('of those who look in one moment', () => {
  const found = (more: Partial<FoundView> = {}): FoundView => ({
    remaining: 10,
    staying: new Set(),
    ofNetworks: new Map(),
    ...more,
  })
  const at = (visitor: string, network = '') => ({ visitor, network })
  const is = (looks: ReturnType<typeof at>[], where: FoundView) =>
    countView(looks, where).map((one) => (one.is === 'counted' ? one.visitor : one.is))

  test('each visitor pays once, in the order in which they came [T608]', () => {
    expect(is([at('a'), at('b'), at('a'), at('c'), at('b')], found({ remaining: 2 }))).toEqual([
      'a',
      'b',
      'again',
      'blocked',
      'again',
    ])
    expect(is([at('a'), at('b')], found({ staying: new Set(['a']) }))).toEqual(['again', 'b'])
    expect(is([at('a'), at('b')], found({ remaining: 0, staying: new Set(['b']) }))).toEqual(['blocked', 'again'])
  })

  test('a network that has had its part counts as one, also when it is used up in this very moment', () => {
    const all = upTo(8).map((nr) => at(`n${nr}`, '41.0.0.0'))
    expect(is(all, found({ ofNetworks: new Map([['41.0.0.0', 3]]) }))).toEqual([
      'n0',
      'n1',
      'network 41.0.0.0',
      'again',
      'again',
      'again',
      'again',
      'again',
    ])
    const isFull = { ofNetworks: new Map([['41.0.0.0', 5]]), staying: new Set(['network 41.0.0.0', 'n1']) }
    expect(is(all.slice(0, 3), found(isFull))).toEqual(['again', 'again', 'again'])
    expect(is([at('far', '41.0.1.0')], found(isFull))).toEqual(['far'])
    expect(
      is(
        all.map(({ visitor }) => at(visitor)),
        found(),
      ),
    ).toEqual(all.map(({ visitor }) => visitor))
  })

  test('nothing of what was found is changed: it is looked at again when the work is done again', () => {
    const where = found({ remaining: 1 })
    expect(is([at('a'), at('b')], where)).toEqual(is([at('a'), at('b')], where))
  })
})

describe('looks that are taken together', () => {
  test('in two processes at once share the last fifteen credits, never one more', async () => {
    const { id } = await someDrive(db)
    const all = await Promise.all(upTo(1280).map((at) => trackView(at % 2 ? db : elsewhere, id, look(at % 64))))
    expect(tally(all)).toMatchObject({ counted: 15 })
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 0, used: 15 })
    expect([(await rowsOf(viewsList, db, id, '', 100)).length, await unbalanced()]).toEqual([15, 0])
  })

  test('of two processes one waits for the other, and gets what is left [T607]', async () => {
    const { id, ownerId } = await someDrive(db)
    let second: Promise<string[]> | undefined
    const first = await db.transaction().execute(async (tx) => {
      const taken = await takeCredits(
        tx,
        id,
        ownerId,
        upTo(10).map((nr) => look(nr)),
      )
      const others = upTo(10).map((nr) => look(10 + nr))
      second = elsewhere.transaction().execute((other) => takeCredits(other, id, ownerId, others))
      await waitsForLock(db, second)
      return taken
    })
    expect([tally(first), tally(await second!)]).toEqual([{ counted: 10 }, { counted: 5, blocked: 5 }])
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 0, used: 15 })
  })

  test('count the same visitor once, in two processes as in one', async () => {
    const { id } = await someDrive(db)
    await setCredits(id, 500)
    const all = await Promise.all(upTo(400).map((at) => trackView(at % 2 ? db : elsewhere, id, look(at >> 2))))
    expect(tally(all)).toEqual({ counted: 100, again: 300 })
    expect([(await creditsOf(db, id))?.used, await unbalanced()]).toEqual([100, 0])
  })

  test('of several drives cost each its own', async () => {
    const drives = await Promise.all(upTo(5).map(() => someDrive(db)))
    const all = await Promise.all(upTo(100).map((at) => trackView(db, drives[at % 5]!.id, look(at))))
    expect(tally(all)).toEqual({ counted: 75, blocked: 25 })
    for (const { id } of drives) expect(await creditsOf(db, id)).toMatchObject({ remaining: 0, used: 15 })
    expect(await unbalanced()).toBe(0)
  })

  test('keep each what they are: visitor, device, place, and the order in which they came', async () => {
    const { id } = await someDrive(db)
    const places = ['KE', 'UG', undefined, 'TZ', '', 'Kisumu', 'RW']
    const devices = ['mobile', undefined, 'tablet', 'desktop', 'mobile', undefined, 'tablet'] as const
    await Promise.all(places.map((location, nr) => trackView(db, id, look(nr, { location, deviceType: devices[nr] }))))
    const kept = (await rowsOf(viewsList, db, id)).reverse()
    expect(kept.map(({ location }) => location)).toEqual(places.map((place) => place || 'Unknown'))
    expect(kept.map(({ deviceType }) => deviceType)).toEqual(devices.map((device) => device ?? 'desktop'))
    expect(kept.map(({ address }) => address)).toEqual(places.map((_, nr) => `41.0.${nr}.0`))
  })

  test('don’t wait for the disk, and are looked up by a plan of the moment, not by one made for an empty table', async () => {
    const { id } = await someDrive(db)
    const kept = await db.transaction().execute(async (tx) => {
      const all = await takeCredits(tx, id, (await someDrive(db)).ownerId, [look(1), look(2)])
      const { rows } = await sql<{ waits: string; patience: string; plans: number }>`
        select current_setting('synchronous_commit') as waits, current_setting('lock_timeout') as patience,
          (select count(*) from pg_prepared_statements where statement ~ 'planned each time') as plans`.execute(tx)
      return { all, ...rows[0] }
    })
    expect(kept).toEqual({ all: ['counted', 'counted'], waits: 'off', patience: '3s', plans: 0 })
    // For that transaction alone.
    const { rows } = await sql<{ patience: string }>`select current_setting('lock_timeout') as patience`.execute(db)
    expect(rows[0]!.patience).toBe('0')
  })

  test('of which one can’t be kept are all refused, and none of them is counted', async () => {
    const { id } = await someDrive(db)
    const wrong = look(7, { location: 'x'.repeat(81) })
    const all = await Promise.allSettled(upTo(12).map((nr) => trackView(db, id, nr === 7 ? wrong : look(nr))))
    expect(all.map(({ status }) => status)).toEqual(Array(12).fill('rejected'))
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 15, used: 0 })
    expect([await rowsOf(viewsList, db, id), await unbalanced()]).toEqual([[], 0])
    // Who asks again is served.
    expect(tally(await Promise.all(upTo(12).map((nr) => trackView(db, id, look(nr)))))).toEqual({ counted: 12 })
  })

  test('while views are bought get what was left and what is new, and no credit is lost on the way [T163]', async () => {
    const { id, ownerId } = await someDrive(db)
    await setCredits(id, 3)
    let looks: Promise<string>[] = []
    await db.transaction().execute(async (tx) => {
      await sql`select from subscriptions where fund_drive_id = ${id} for no key update`.execute(tx)
      looks = upTo(30).map((nr) => trackView(nr % 2 ? db : elsewhere, id, look(nr)))
      await pause(200)
      await sql`
        update subscriptions set status = 'closed', views = used_views, remaining_views = 0
        where fund_drive_id = ${id}`.execute(tx)
      await sql`
        insert into subscriptions (fund_drive_id, user_id, package_id, views, remaining_views)
        select ${id}, ${ownerId}, id, 23, 23 from subscription_packages where name = 'Starter'`.execute(tx)
    })
    expect(tally(await Promise.all(looks))).toEqual({ counted: 23, blocked: 7 })
    expect(await creditsOf(db, id)).toMatchObject({ remaining: 0, used: 23, package: 'Starter' })
    expect(await unbalanced()).toBe(0)
  })

  test('wait three seconds at most for credits that a person holds; whose stay goes on waits for nobody', async () => {
    const { id } = await someDrive(db)
    expect(await trackView(db, id, look(1))).toBe('counted')
    await db.transaction().execute(async (tx) => {
      await sql`select from subscriptions where fund_drive_id = ${id} for no key update`.execute(tx)
      const looks = Promise.allSettled([trackView(db, id, look(2)), trackView(db, id, look(3))])
      let over = false
      void looks.then(() => (over = true))
      expect(await trackView(db, id, look(1))).toBe('again')
      expect(over).toBe(false)
      const all = await looks
      expect(all.map((one) => one.status === 'rejected' && isHeld(one.reason))).toEqual([true, true])
    })
    expect([await trackView(db, id, look(2)), await unbalanced()]).toEqual(['counted', 0])
  })
})
