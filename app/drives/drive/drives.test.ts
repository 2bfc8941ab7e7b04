import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { quickestOf } from '#test/effort.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { oneRow } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { createDrive } from './create.server.ts'
import { dashboardOf, publicCardsOf } from './dashboard.server.ts'
import { mayWatch, ownDrive, publicDrive, publicFigures } from './drive.server.ts'
import { createDriveForm, infoForm } from './drive-forms.ts'
import {
  deleteDrive,
  setCollects,
  setDriveStatus,
  sweepDrives,
  updateDescription,
  updateInfo,
} from './manage.server.ts'

const db = await testDatabase({ asOwner: true })
const stranger = { personId: null, visitor: 'somebody' }
const many = <Done>(times: number, run: (at: number) => Promise<Done>) =>
  Promise.allSettled(Array.from({ length: times }, (_, at) => run(at)))
const reasons = (all: PromiseSettledResult<unknown>[]) =>
  all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
const rowOf = (id: string) => db.selectFrom('fund_drives').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setCredits = (id: string, left: number) =>
  db
    .updateTable('subscriptions')
    .set({ remaining_views: left, used_views: sql`views - ${left}::int` })
    .where('fund_drive_id', '=', id)
    .execute()
const gone = () => `/media/drives/${randomUUID().replaceAll('-', '')}-640.jpg`
/** The row of a picture this person uploaded. */
async function keptPicture(user_id: string) {
  const row = { url: gone(), user_id, width: 640, height: 480, colour: '#996633', files: JSON.stringify(['x']) }
  await db.insertInto('pictures').values(row).execute()
  return row.url
}
/** As the ledger will say it, once there is one. */
const receive = (amounts: Record<string, number>) =>
  sql
    .raw(`create or replace view fund_drive_totals as
      select d.id as fund_drive_id, coalesce(m.v::bigint, 0) as raised_amount, 0::bigint as donors, m.v is not null as had_money
      from fund_drives d left join jsonb_each_text('${JSON.stringify(amounts)}') m(k, v) on m.k = d.id::text`)
    .execute(db)

describe('creating a drive', () => {
  test('it is active, has raised nothing, and has fifteen views [T21]', async () => {
    const { id, slug, ownerId } = await someDrive(db)
    expect(slug).toBe('heal-mama-achieng')
    const drive = await ownDrive(db, ownerId, slug)
    expect(drive).toMatchObject({
      id,
      status: 'active',
      raised: 0,
      percent: 0,
      goal: 100000,
      description: null,
      version: 1,
    })
    expect(drive).toMatchObject({
      slogan: 'unity is power',
      location: 'Nairobi, Kenya',
      endDate: null,
      hadMoney: false,
    })
    const credits = await db.selectFrom('subscriptions').selectAll().where('fund_drive_id', '=', id).execute()
    expect(credits).toHaveLength(1)
    expect(credits[0]).toMatchObject({
      views: 15,
      remaining_views: 15,
      used_views: 0,
      status: 'active',
      user_id: ownerId,
    })
  })

  test('fifty drives of one title at once have fifty addresses one can read [T225]', async () => {
    const ownerId = (await somePerson(db)).id
    const all = await many(50, () => someDrive(db, { ownerId, title: 'Maji kwa Wote' }))
    expect(reasons(all)).toEqual([])
    const slugs = all.map((one) => (one.status === 'fulfilled' ? one.value.slug : ''))
    const expected = ['maji-kwa-wote', ...Array.from({ length: 49 }, (_, at) => `maji-kwa-wote-${at + 2}`)]
    expect(slugs.sort()).toEqual(expected.sort())
  })

  test('titles that end in a number and titles that get one do not meet', async () => {
    const ownerId = (await somePerson(db)).id
    const titles = Array.from({ length: 30 }, (_, at) =>
      at % 3 === 0 ? 'Shule 2' : at % 3 === 1 ? 'Shule' : 'Shule 3',
    )
    const all = await many(30, (at) => someDrive(db, { ownerId, title: titles[at]! }))
    expect(reasons(all)).toEqual([])
    expect(new Set(all.map((one) => (one.status === 'fulfilled' ? one.value.slug : ''))).size).toBe(30)
  })

  test('no drive gets one of our own words as its address', async () => {
    expect((await someDrive(db, { title: 'Settings' })).slug).toBe('settings-2')
  })

  test('an owner whose address is not confirmed, or who is gone, is refused and nothing is left behind [T333]', async () => {
    const { id } = await somePerson(db)
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', id).execute()
    const asked = createDriveForm.parse({ title: 'Not yet', category: 'Other' })
    await expect(createDrive(db, id, asked)).rejects.toMatchObject({ status: 403 })
    expect(await db.selectFrom('fund_drives').select('id').where('user_id', '=', id).execute()).toEqual([])
  })
})

describe('who sees what', () => {
  test('another person’s drive is missing, and so is what is no address at all [T201]', async () => {
    const { slug, ownerId } = await someDrive(db)
    const other = await someDrive(db)
    expect(await ownDrive(db, other.ownerId, slug)).toBeUndefined()
    for (const odd of ['', 'no-such', '../x', 'A', '%00', '\0', 'x'.repeat(5000), "' or 1=1"]) {
      expect(await ownDrive(db, ownerId, odd)).toBeUndefined()
      expect(await publicDrive(db, odd, stranger)).toEqual({ is: 'missing', paused: null })
    }
  })

  test('an active drive with views left is open to everybody [T199]', async () => {
    const { slug, ownerId } = await someDrive(db)
    expect(await publicDrive(db, slug, stranger)).toMatchObject({ is: 'open', own: false, drive: { slug } })
    expect(await publicDrive(db, slug, { ...stranger, personId: ownerId })).toMatchObject({ is: 'open', own: true })
    await db.updateTable('profiles').set({ avatar_url: '/media/a.webp' }).where('user_id', '=', ownerId).execute()
    expect(await publicDrive(db, slug, stranger)).toMatchObject({ drive: { ownerFace: '/media/a.webp' } })
    const seen = await publicDrive(db, slug, stranger)
    expect(JSON.stringify(seen)).not.toContain(ownerId)
  })

  test('a paused one is missing for all but its owner, who is told why; a completed one can be read by all [T151]', async () => {
    const { mine, slug, ownerId } = await someDrive(db)
    for (const status of ['paused', 'completed'] as const) {
      await setDriveStatus(db, mine, status)
      const seen = await publicDrive(db, slug, stranger)
      if (status === 'paused')
        expect(seen).toMatchObject({
          is: 'missing',
          paused: { title: expect.any(String), total: 0, since: expect.any(Date) },
        })
      else expect(seen).toMatchObject({ is: 'ended', own: false, drive: { slug } })
      const own = await publicDrive(db, slug, { ...stranger, personId: ownerId })
      expect(own).toMatchObject({ is: 'preview', because: status })
    }
    await setDriveStatus(db, mine, 'active')
    expect(await publicDrive(db, slug, stranger)).toMatchObject({ is: 'open' })
  })

  test('one without views is restricted, but not for its owner, nor for a visitor whose stay is counted [T19]', async () => {
    const { id, slug, ownerId } = await someDrive(db)
    const { id: subscription_id } = await oneRow('subscriptions', { fund_drive_id: id })
    const view = { fund_drive_id: id, subscription_id, visitor: 'guest', device_type: 'mobile' as const }
    await db.insertInto('fund_drive_views').values(view).execute()
    await setCredits(id, 0)
    expect(await publicDrive(db, slug, stranger)).toMatchObject({ is: 'restricted', limited: { id } })
    expect(Object.keys(await publicDrive(db, slug, stranger))).toEqual(['is', 'limited'])
    expect(JSON.stringify(await publicDrive(db, slug, stranger))).not.toContain('description')
    expect(await publicDrive(db, slug, { personId: null, visitor: 'guest' })).toMatchObject({ is: 'open' })
    const own = await publicDrive(db, slug, { ...stranger, personId: ownerId })
    expect(own).toMatchObject({ is: 'preview', because: 'no-views' })
    await timePasses('31 minutes')
    expect(await publicDrive(db, slug, { personId: null, visitor: 'guest' })).toMatchObject({
      is: 'restricted',
      limited: { id },
    })
  })

  test('an administrator sees what only its owner sees, and is told why others don’t', async () => {
    const { id, mine, slug } = await someDrive(db)
    const admin = { personId: (await somePerson(db)).id, visitor: 'admin', isAdmin: true }
    expect(await publicDrive(db, slug, admin)).toMatchObject({ is: 'open', own: false })
    await setCredits(id, 0)
    expect(await publicDrive(db, slug, admin)).toMatchObject({ is: 'preview', own: false, because: 'no-views' })
    await setDriveStatus(db, mine, 'paused')
    expect(await publicDrive(db, slug, admin)).toMatchObject({ is: 'preview', own: false, because: 'paused' })
    expect(await publicDrive(db, slug, { ...admin, isAdmin: false })).toMatchObject({
      is: 'missing',
      paused: { since: expect.any(Date) },
    })
  })

  test('the person who knows an active drive may watch it; of a paused one only its owner and administrators are told', async () => {
    const { id, mine, ownerId } = await someDrive(db)
    const nobody = { personId: null }
    expect(await mayWatch(db, id, nobody)).toBe(true)
    for (const odd of ['nonsense', '', '00000000-0000-4000-8000-000000000000', `${id}'`])
      expect([odd, await mayWatch(db, odd, { ...nobody, isAdmin: true })]).toEqual([odd, false])
    await setDriveStatus(db, mine, 'paused')
    expect(await mayWatch(db, id, nobody)).toBe(false)
    expect(await mayWatch(db, id, { personId: (await someDrive(db)).ownerId })).toBe(false)
    expect(await mayWatch(db, id, { personId: ownerId })).toBe(true)
    expect(await mayWatch(db, id, { ...nobody, isAdmin: true })).toBe(true)
  })

  test('figures go out to everybody who watches only while everybody may see the drive', async () => {
    const { id, slug, ownerId, mine } = await someDrive(db)
    const loaded = async () => {
      const found = await publicDrive(db, slug, { personId: ownerId, visitor: 'v' })
      return 'figures' in found ? found.figures : undefined
    }
    await receive({ [id]: 25050 })
    await db
      .insertInto('fund_drive_comments')
      .values(
        (['shown', 'hidden'] as const).map((state) => ({
          fund_drive_id: id,
          content: 'Pole',
          visitor: 'v',
          fingerprint: 'x'.repeat(43),
          state,
        })),
      )
      .execute()
    const figures = await publicFigures(db, id)
    expect(figures).toMatchObject({ raised: 25050, donors: 0, comments: 1 })
    expect(figures).toEqual(await loaded())
    expect(Object.keys(figures!).sort()).toEqual(
      'comments donors newestComment pledged raised recorded version'.split(' '),
    )
    await updateInfo(db, mine, infoForm.parse({ title: 'Other', category: 'Arts', goal: '50', version: '1' }))
    expect((await publicFigures(db, id))!.version).not.toBe(figures!.version)
    await setCredits(id, 0)
    expect(await publicFigures(db, id)).toBeUndefined()
    await setCredits(id, 15)
    await setDriveStatus(db, mine, 'paused')
    expect(await publicFigures(db, id)).toBeUndefined()
    expect(await loaded()).toMatchObject({ raised: 25050 })
    await receive({})
  })
})

describe('changing a drive', () => {
  const asked = (version: number, own: Record<string, string> = {}) =>
    infoForm.parse({ title: 'Another', category: 'Arts', goal: '50', version: String(version), ...own })

  test('its address stays when its title changes', async () => {
    const { mine, slug, ownerId } = await someDrive(db)
    const image = await keptPicture(ownerId)
    expect(await updateInfo(db, mine, asked(1, { image }))).toEqual({
      version: 2,
      replaced: null,
    })
    expect(await ownDrive(db, ownerId, slug)).toMatchObject({
      title: 'Another',
      category: 'Arts',
      goal: 5000,
      version: 2,
    })
    expect(await updateInfo(db, mine, asked(2))).toEqual({ version: 3, replaced: image })
  })

  test('its image comes with its size and colour; one elsewhere is no image of it', async () => {
    const { mine, slug, ownerId } = await someDrive(db)
    const url = await keptPicture(ownerId)
    await updateInfo(db, mine, asked(1, { image: url }))
    const picture = { url, width: 640, height: 480, colour: '#996633' }
    expect(await ownDrive(db, ownerId, slug)).toMatchObject({ image: url, picture })
    expect((await dashboardOf(db, ownerId)).cards[0]).toMatchObject({ image: url, picture })
    const elsewhere = 'https://a.example/1.jpg'
    await expect(updateInfo(db, mine, asked(2, { image: elsewhere }))).rejects.toMatchObject({ field: 'image' })
    await updateInfo(db, mine, asked(2))
    expect((await ownDrive(db, ownerId, slug))?.picture).toBeNull()
  })

  test('nobody shows another person’s uploaded picture, nor one that is gone', async () => {
    const { mine, id } = await someDrive(db)
    const foreign = await keptPicture((await someDrive(db)).ownerId)
    for (const image of [foreign, gone()])
      await expect(updateInfo(db, mine, asked(1, { image }))).rejects.toMatchObject({ status: 422, field: 'image' })
    expect(await rowOf(id)).toMatchObject({ image_url: null, version: 1 })
  })

  test('of ten saves made from the same version one is kept, the others are told', async () => {
    const { mine, slug, ownerId } = await someDrive(db)
    const infos = await many(10, (at) => updateInfo(db, mine, asked(1, { title: `Title ${at}` })))
    expect(reasons(infos)).toHaveLength(9)
    for (const reason of reasons(infos)) expect(reason).toMatchObject({ status: 409, name: 'Refusal' })
    const texts = await many(10, (at) => updateDescription(db, mine, { version: 1, description: `<p>${at}</p>` }))
    expect(reasons(texts)).toHaveLength(9)
    const drive = await ownDrive(db, ownerId, slug)
    expect(drive).toMatchObject({ version: 2, descriptionVersion: 2 })
    const kept = texts.findIndex((one) => one.status === 'fulfilled')
    expect(drive?.description).toBe(`<p>${kept}</p>`)
  })

  test('the person who heard no answer saves the same again, and is not told that another person was there', async () => {
    const { mine, id } = await someDrive(db)
    const image = await keptPicture((await rowOf(id)).user_id)
    const info = asked(1, { image, endDate: '2099-05-01', title: 'Another' })
    const text = { version: 1, description: '<p>Karibu</p>' }
    for (let times = 0; times < 2; times++) {
      expect(await updateInfo(db, mine, info)).toEqual({ version: 2, replaced: null })
      expect(await updateDescription(db, mine, text)).toEqual({ version: 2 })
    }
    expect(await rowOf(id)).toMatchObject({ version: 2, description_version: 2, image_url: image })
    await expect(updateInfo(db, mine, { ...info, title: 'Other' })).rejects.toMatchObject({ status: 409 })
    await expect(updateDescription(db, mine, { ...text, description: null })).rejects.toMatchObject({ status: 409 })
  })

  test('a description is not stale because something else was saved', async () => {
    const { mine } = await someDrive(db)
    await updateInfo(db, mine, asked(1))
    await setDriveStatus(db, mine, 'paused')
    expect(await updateDescription(db, mine, { version: 1, description: null })).toMatchObject({ version: 2 })
  })

  test('a past end date is refused at its field, unless it is the one the drive has', async () => {
    const { mine, id } = await someDrive(db)
    const past = asked(1, { endDate: '2024-05-01' })
    await expect(updateInfo(db, mine, past)).rejects.toMatchObject({ status: 422, field: 'endDate' })
    await db.updateTable('fund_drives').set({ end_date: '2024-05-01' }).where('id', '=', id).execute()
    expect(await updateInfo(db, mine, past)).toMatchObject({ version: 2 })
  })

  test('collecting donations needs a goal, and the goal is kept while they are not collected', async () => {
    const { mine, id } = await someDrive(db, { collects: false })
    await expect(setCollects(db, mine, true)).rejects.toMatchObject({ status: 422, field: 'collects' })
    await updateInfo(db, mine, asked(1))
    await setCollects(db, mine, true)
    await expect(updateInfo(db, mine, asked(2, { goal: '' }))).rejects.toMatchObject({ field: 'goal' })
    await setCollects(db, mine, false)
    expect(await rowOf(id)).toMatchObject({ goal_amount: 5000, collect_donations: false })
  })

  test('nobody changes or deletes another person’s drive [T202]', async () => {
    const { slug, id } = await someDrive(db)
    const mine = { slug, ownerId: (await someDrive(db)).ownerId }
    const before = await rowOf(id)
    const tries = [
      () => updateInfo(db, mine, asked(1)),
      () => updateDescription(db, mine, { version: 1, description: 'x' }),
      () => setDriveStatus(db, mine, 'paused'),
      () => setCollects(db, mine, false),
      () => deleteDrive(db, mine),
    ]
    for (const one of tries) await expect(one()).rejects.toMatchObject({ status: 404 })
    expect(await rowOf(id)).toEqual(before)
  })
})

describe('deleting a drive', () => {
  test('of ten who do so at once one does; its address leads nowhere ever after', async () => {
    const { mine, slug, ownerId } = await someDrive(db, { title: 'Kwaheri' })
    const all = await many(10, () => deleteDrive(db, mine))
    expect(reasons(all).map(({ status }) => status)).toEqual(Array(9).fill(404))
    expect(await publicDrive(db, slug, stranger)).toEqual({ is: 'missing', paused: null })
    expect((await someDrive(db, { title: 'Kwaheri', ownerId })).slug).toBe('kwaheri-2')
  })

  test('is refused once money came in', async () => {
    const { mine, id } = await someDrive(db)
    await receive({ [id]: 0 })
    await expect(deleteDrive(db, mine)).rejects.toMatchObject({ status: 409 })
    await receive({})
    await deleteDrive(db, mine)
  })

  test('drives of a deleted account are missing at once, and swept but for those the books need [T1655]', async () => {
    const { ownerId, slug, id } = await someDrive(db)
    const kept = await someDrive(db, { ownerId })
    await receive({ [kept.id]: 5000 })
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', ownerId).execute()
    expect(await publicDrive(db, slug, stranger)).toEqual({ is: 'missing', paused: null })
    expect(await sweepDrives(db)).toBe(1)
    const left = await db.selectFrom('fund_drives').select('id').where('id', 'in', [id, kept.id]).execute()
    expect(left).toEqual([{ id: kept.id }])
    expect(await sweepDrives(db), 'nothing is left to sweep').toBe(0)
    await receive({})
  })
})

describe('the dashboard', () => {
  test('adds up what its owner has, and nothing of others [T69]', async () => {
    const { ownerId, id } = await someDrive(db)
    const other = await someDrive(db)
    const paused = await someDrive(db, { ownerId, goal: '3000' })
    await setDriveStatus(db, paused.mine, 'paused')
    await someDrive(db, { ownerId, collects: false })
    await receive({ [id]: 25050, [paused.id]: 24950, [other.id]: 99999 })
    const { stats, cards, next } = await dashboardOf(db, ownerId)
    expect(stats).toEqual({ raised: 50000, recorded: 0, goal: 400000, active: 2, total: 3 })
    expect(cards).toHaveLength(3)
    expect(cards.find((card) => card.id === id)).toMatchObject({ raised: 25050, status: 'active' })
    expect(next).toBeNull()
    await receive({})
  })

  test('counts what was recorded by hand among what was raised, unless it is hidden from visitors', async () => {
    const { ownerId, id } = await someDrive(db)
    const gift = {
      fund_drive_id: id,
      method: 'cash',
      name: 'Mzee',
      given_on: '2026-01-05',
      recorded_by: ownerId,
    } as const
    await db
      .insertInto('recorded_gifts')
      .values({ ...gift, amount: 350_000, client_key: randomUUID(), receipt: 'X'.repeat(20) })
      .execute()
    await receive({ [id]: 25_000 })
    const { stats, cards } = await dashboardOf(db, ownerId)
    expect(stats).toMatchObject({ raised: 375_000, recorded: 350_000 })
    expect(cards[0]).toMatchObject({ raised: 25_000, recorded: 350_000, total: 375_000 })
    await db.updateTable('fund_drives').set({ hides_recorded: true }).where('id', '=', id).execute()
    expect((await dashboardOf(db, ownerId)).stats).toMatchObject({ raised: 25_000, recorded: 0 })
    expect((await publicCardsOf(db, ownerId)).cards[0]).toMatchObject({ recorded: 0, total: 25_000 })
    await receive({})
  })

  test('keeps the goal of a drive that stopped collecting as long as it has money [T316]', async () => {
    const { ownerId, id } = await someDrive(db, { goal: '1000' })
    await receive({ [id]: 40_000 })
    await db.updateTable('fund_drives').set({ collect_donations: false }).where('id', '=', id).execute()
    expect((await dashboardOf(db, ownerId)).stats).toMatchObject({ raised: 40_000, goal: 100_000 })
    await receive({})
    expect((await dashboardOf(db, ownerId)).stats).toMatchObject({ raised: 0, goal: 0 })
  })

  test('the profile lists what visitors can open: active and ended drives, not paused ones and none of others', async () => {
    const { ownerId, id } = await someDrive(db)
    const [paused, ended, stopped] = [
      await someDrive(db, { ownerId }),
      await someDrive(db, { ownerId }),
      await someDrive(db, { ownerId }),
    ]
    await someDrive(db)
    await setDriveStatus(db, paused.mine, 'paused')
    await setDriveStatus(db, ended.mine, 'completed')
    await sql`update fund_drives set status = 'paused', stopped_at = now(), stopped_why = 'x', stopped_from = 'active'
      where id = ${stopped.id}`.execute(db)
    const { cards, areMore } = await publicCardsOf(db, ownerId)
    expect(cards.map((card) => card.id).sort()).toEqual([id, ended.id].sort())
    expect(areMore).toBe(false)
  })

  test('of a person without a drive is empty [T72]', async () => {
    expect(await dashboardOf(db, (await somePerson(db)).id)).toEqual({
      stats: { raised: 0, recorded: 0, goal: 0, active: 0, total: 0 },
      cards: [],
      next: null,
    })
  })

  test('of two hundred drives shows each once, newest first, page by page, and quickly [T230]', async () => {
    const { ownerId, id } = await someDrive(db, { title: 'The first 100% one' })
    await sql`
      insert into fund_drives (user_id, slug, title, goal_amount, category, campaign_slogan, created_at, status)
      select ${ownerId}, 'bulk-' || n, 'Bulk ' || n, 100, 'Other', case n when 7 then 'only_here' else 'unity' end,
        now() + make_interval(secs => n / 10), case when n % 4 = 0 then 'paused' else 'active' end
      from generate_series(1, 199) n`.execute(db)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof dashboardOf>> = await dashboardOf(db, ownerId, { cursor })
      seen.push(...page.cards.map((card) => card.id))
      cursor = page.next
    } while (cursor)
    expect([seen.length, new Set(seen).size, seen.at(-1)]).toEqual([200, 200, id])
    const titles = async (asked: object) => (await dashboardOf(db, ownerId, asked)).cards.map((card) => card.title)
    expect(await titles({ search: '100%' })).toEqual(['The first 100% one'])
    expect(await titles({ search: 'ONLY_here' })).toEqual(['Bulk 7'])
    expect(await titles({ search: '%' })).toHaveLength(1)
    expect((await dashboardOf(db, ownerId, { status: 'paused' })).cards.every((card) => card.status === 'paused')).toBe(
      true,
    )
    for (const cursor of ['x', '1e9', '0', `9999999999999_${id}'`, '\0'])
      expect((await dashboardOf(db, ownerId, { cursor, status: 'gone', search: '\0' })).cards).toHaveLength(24)
    expect(await quickestOf(() => dashboardOf(db, ownerId, { search: 'bulk' }))).toBeLessThan(500)
  })
})
