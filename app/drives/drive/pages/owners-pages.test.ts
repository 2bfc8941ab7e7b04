import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveTexts as words } from '#app/drives/drive/drive-texts.ts'
import { textOfRichText } from '#app/drives/drive/rich-text.server.ts'
import { action as pledgesActions } from '#app/group/pledges/pages/actions.ts'
import { manyLines, oneLine } from '#app/kit/lines.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, type Fields, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { action as driveActions } from './actions.ts'
import { driveContext } from './context.tsx'
import { action as removeDrive } from './delete.tsx'
import { action as describe_, loader as description } from './description.tsx'
import { loader as info } from './info.tsx'
import { middleware } from './layout.tsx'
import { action as saveInfo } from './save-info.tsx'

const saveCollects = actionAt(pledgesActions, 'settings/collects')
const saveStatus = actionAt(driveActions, 'settings/status')

// What an owner's pages save, with whatever may be sent to them.

const db = await testDatabase()
const mine = await someDrive(db)
const today = dayAt(new Date())
beforeEach(() => sql`delete from rate_limits`.execute(db))

const now = async () => (await ownDrive(db, mine.ownerId, mine.slug))!
const rowOf = (id: string) => db.selectFrom('fund_drives').selectAll().where('id', '=', id).executeTakeFirst()
/** As the owner, through what the layout has found. */
async function send(action: Parameters<typeof sendTo>[0], fields: Fields) {
  const drive = await now()
  return sendTo(action, fields, {
    params: { slug: mine.slug },
    set: (context) => {
      context.set(personContext, { id: mine.ownerId } as never)
      context.set(driveContext, drive)
    },
  })
}
const page = async (loader: typeof info | typeof description, path?: string) => {
  const drive = await now()
  return (await ask(loader, { ...(path ? { path } : {}), set: (context) => context.set(driveContext, drive) })).data
}

describe('the Info page', () => {
  const good = {
    title: 'Heal Mama Achieng',
    slogan: 'unity is power',
    goal: '1000',
    category: 'Medical',
    endDate: '',
    location: 'Nairobi, Kenya',
    image: '',
  }
  const kept = { ...good, goal: 100_000, endDate: null, image: null, collects: true, status: 'active' }
  const save = async (typed: Fields) => send(saveInfo, { ...good, version: String((await now()).version), ...typed })
  async function takes(typed: Fields, meant: object) {
    const { status, answer } = await save(typed)
    expect([status, answer?.says]).toEqual([200, { title: 'Settings updated successfully', tone: 'good' }])
    expect(await now()).toMatchObject({ ...kept, ...meant })
    const { status: _, ...shown } = { ...kept, ...meant }
    expect(await page(info)).toMatchObject({ info: { drive: shown } })
  }
  async function refuses(typed: Fields, field: string, said: string | RegExp = /\S/) {
    const before = await rowOf(mine.id)
    const { status, answer } = await save(typed)
    expect([status, Object.keys(answer?.errors ?? {})]).toEqual([422, [field]])
    expect(answer?.errors?.[field]).toMatch(said)
    expect(await rowOf(mine.id)).toEqual(before)
  }

  test.each(bad.named(bad.some(bad.badTexts())))('location %s', async (_, location) => {
    const clean = oneLine(location) || 'Nairobi, Kenya'
    if ([...clean].length > 80) await refuses({ location }, 'location', 'Please use at most 80 characters.')
    else await takes({ location }, { location: clean })
  })

  const amounts: Record<string, number> = {
    '1,000': 100_000,
    '1 000': 100_000,
    '010': 1000,
    '99.99': 9999,
    '2147483647': 214_748_364_700,
    '2147483648': 214_748_364_800,
  }
  test.each(bad.named(bad.some(bad.badNumbers())))('goal %s [T198]', async (_, goal) => {
    if (amounts[goal]) await takes({ goal }, { goal: amounts[goal] })
    else await refuses({ goal }, 'goal', /^Please enter a goal amount of at (least|most) KES/)
  })

  test.each(bad.named(bad.some(bad.badDates(today))))('end date %s [T95]', async (_, typed) => {
    const endDate = typed.trim()
    const real = /^\d{4}-\d\d-\d\d$/.test(endDate) && new Date(endDate).toJSON()?.slice(0, 10) === endDate
    if (endDate === '' || (real && endDate >= today && endDate <= '2100-12-31'))
      await takes({ endDate: typed }, { endDate: endDate || null })
    else await refuses({ endDate: typed }, 'endDate')
  })

  test.each(bad.named(bad.some(places.badAddresses())))('image %s', async (_, image) => {
    await refuses({ image }, 'image')
  })

  test('without an image takes it away, and a tick that is none is refused', async () => {
    await refuses({ image: '', noImage: 'true' }, 'noImage')
    await takes({ image: 'https://a.example/x.png', noImage: 'on' }, { image: null })
  })

  test.each(bad.named(bad.some(bad.badNumbers().filter((text) => !['010', '1e3', '+5'].includes(text)))))(
    'version %s',
    async (_, version) => {
      const before = await rowOf(mine.id)
      const { status } = await save({ version })
      expect([409, 422]).toContain(status)
      expect(await rowOf(mine.id)).toEqual(before)
    },
  )

  test.each(['title', 'category', 'goal', 'version'])('without its %s is refused there', async (field) => {
    const all: Fields = { ...good, version: String((await now()).version) }
    delete all[field]
    const { status, answer } = await send(saveInfo, all)
    expect([status, Object.keys(answer?.errors ?? {})]).toEqual([422, [field]])
  })

  test('with fields that it does not have saves nothing of them [T342]', async () => {
    const before = (await rowOf(mine.id))!
    const money = { collect_donations: '', collects: '', goal_amount: '5', description: 'x', hadMoney: 'true' }
    await save({ ...bad.foreignFields, ...money, title: 'Jina jipya' })
    const { updated_at, version, title, ...after } = (await rowOf(mine.id))!
    expect(before).toMatchObject(after)
    expect([version, title]).toEqual([before.version + 1, 'Jina jipya'])
  })
})

describe('the description', () => {
  const save = async (fields: Fields) =>
    send(describe_, { version: String((await now()).descriptionVersion), ...fields })

  test.each(bad.named(bad.badTexts()))('typed as text: %s', async (_, text) => {
    const { status, answer } = await save({ description: text, format: 'text' })
    const plain = manyLines(text)
    const { saved } = (await page(description, '/?edit')) as { saved: { html: string } }
    if (plain.length > 90_000)
      expect([status, answer?.errors]).toEqual([422, { description: words.descriptionLong.message }])
    else {
      expect([status, answer?.says?.title]).toEqual([200, 'Description updated successfully'])
      expect(textOfRichText(saved.html).replace(/\s+/g, ' ')).toBe(oneLine(plain))
    }
  })

  test.each(bad.named(bad.some(bad.badNumbers().filter((text) => !['010', '1e3', '+5'].includes(text)))))(
    'version %s',
    async (_, version) => {
      const before = await rowOf(mine.id)
      const { status } = await save({ description: '<p>Siyo</p>', version })
      expect([409, 422]).toContain(status)
      expect(await rowOf(mine.id)).toEqual(before)
    },
  )

  test('without a text, or with a file in its place, changes nothing', async () => {
    const before = await rowOf(mine.id)
    for (const fields of [{}, { description: new File(['<p>x</p>'], 'x.html') }, { 'description[]': 'x' }] as Fields[])
      expect((await save(fields)).status).toBe(422)
    expect(await rowOf(mine.id)).toEqual(before)
  })

  test.each(bad.named(bad.some(places.badAddresses())))('shows no picture from %s', async (_, address) => {
    const src = address.replaceAll('"', '&quot;')
    const { status } = await save({ description: `<p>Karibu</p><img src="${src}" alt="x">` })
    expect([200, 422]).toContain(status)
    const { saved } = (await page(description, '/?edit')) as { saved: { html: string } }
    for (const [, shown] of saved.html.matchAll(/src="([^"]*)"/g)) expect(shown).toMatch(/^https:\/\/a\.example\//)
  })
})

describe('status and donations', () => {
  test.each(bad.named([...places.badIds(), 'ACTIVE', 'active ', 'deleted', 'verified', 'active,paused', '1', 'true']))(
    'no state: %s',
    async (_, status) => {
      const before = await rowOf(mine.id)
      expect((await send(saveStatus, { status })).status).toBe(422)
      expect(await rowOf(mine.id)).toEqual(before)
    },
  )
  test('a state without a state is none; of two the last counts', async () => {
    expect((await send(saveStatus, {})).status).toBe(422)
    expect((await send(saveStatus, { status: new File(['active'], 'x') })).status).toBe(422)
    const { answer } = await send(saveStatus, { ...bad.foreignFields, status: ['completed', 'paused'] })
    expect(answer?.says).toEqual({ title: 'Settings updated successfully', tone: 'good' })
    expect(await now()).toMatchObject({ status: 'paused', collects: true, goal: 100_000 })
    await send(saveStatus, { status: 'active' })
  })
  test.each(['true', 'false', 'off', '1', '0', 'yes', 'ON', 'null', '[]', '٣', 'on\non'])(
    'neither on nor off: %j',
    async (collects) => {
      const before = await rowOf(mine.id)
      expect((await send(saveCollects, { collects })).status).toBe(422)
      expect(await rowOf(mine.id)).toEqual(before)
    },
  )
})

describe('deleting', () => {
  test.each(['', 'true', '1', 'yes', 'off', 'ON', ' on', mine.slug])('is not sure: %j', async (sure) => {
    const { status, answer } = await send(removeDrive, { sure })
    expect([status, answer?.errors]).toEqual([422, { sure: 'Please tick this box first.' }])
    expect(await rowOf(mine.id)).toBeDefined()
  })
})

describe('a drive that is not one’s own', async () => {
  const other = await someDrive(db)
  const gone = await someDrive(db, { ownerId: mine.ownerId, title: 'Imefutwa' })
  await db.deleteFrom('fund_drives').where('id', '=', gone.id).execute()
  const slugs = [...places.badIds(), other.slug, gone.slug, other.id, mine.id, mine.slug.toUpperCase(), `${mine.slug}/`]
  const forms: [typeof saveStatus, Fields][] = [
    [saveStatus, { status: 'completed' }],
    [saveCollects, {}],
    [saveInfo as never, { version: '1', title: 'Yangu', category: 'Arts', goal: '5' }],
    [removeDrive as never, { sure: 'on' }],
  ]

  test.each(bad.named(slugs))('%s', async (_, slug) => {
    const before = [await rowOf(other.id), await rowOf(mine.id)]
    const set = (context: Parameters<NonNullable<Parameters<typeof ask>[1]>['set'] & object>[0]) =>
      context.set(personContext, { id: mine.ownerId } as never)
    const [, guard] = middleware
    const answer = await ask((args) => guard!(args as never, (async () => new Response('in')) as never), {
      params: { slug },
      set,
    })
    expect(answer.status).toBe(404)
    for (const [action, fields] of forms) {
      const { status } = await sendTo(action, fields, { params: { slug }, set })
      expect(status).toBe(404)
    }
    expect([await rowOf(other.id), await rowOf(mine.id)]).toEqual(before)
  })
})
