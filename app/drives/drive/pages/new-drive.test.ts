import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import { dayAt } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { useFarWorld } from '#app/platform/pictures/far-file.server.ts'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { ask, type Fields, sendTo } from '#test/form-actions.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { someDrive } from '#test/make.ts'
import { padded, photo, pngOf } from '#test/pictures.ts'
import { driveContext } from './context.tsx'
import { loader as info } from './info.tsx'
import { action } from './new-drive.tsx'

leavesSomethingBehind()

// The form that opens a drive, with whatever may be sent in it: words at the field, or a drive as it was meant.

const db = await testDatabase()
const { ownerId } = await someDrive(db)
const today = dayAt(new Date())
const root = await mkdtemp(join(tmpdir(), 'new-drive-'))
useStore(diskStore(root))
afterAll(() => rm(root, { recursive: true, force: true }))
beforeEach(() => sql`delete from rate_limits`.execute(db))

const good = {
  title: 'Maji kwa Kisima',
  slogan: 'Pamoja tunaweza',
  collects: 'on',
  goal: '5,000',
  category: 'Community',
  endDate: '',
  image: '',
}
const kept = {
  title: 'Maji kwa Kisima',
  slogan: 'Pamoja tunaweza',
  collects: true,
  goal: 500_000,
  category: 'Community',
  endDate: null,
  image: null,
  status: 'active',
  raised: 0,
  description: null,
  version: 1,
}
const send = (fields: Fields) =>
  sendTo(action, fields, { set: (context) => context.set(personContext, { id: ownerId } as never) })
const howMany = async () =>
  (await db.selectFrom('fund_drives').select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n

/** Expects a drive that is as it was meant: what its pages are given is what was typed, and nothing else changed. */
async function opens(typed: Fields, meant: Partial<Record<keyof typeof kept, unknown>>) {
  const { status, answer } = await send({ ...good, ...typed })
  expect(answer).toMatchObject({
    ok: true,
    says: { title: 'Success!', text: 'Your fund drive has been created successfully.' },
  })
  expect(status).toBe(200)
  const drive = (await ownDrive(db, ownerId, String(answer?.gave?.slug)))!
  expect(drive).toMatchObject({ ...kept, ...meant })
  const page = await ask(info, { set: (context) => context.set(driveContext, drive) })
  const { title, slogan, goal, category, endDate, image, collects } = { ...kept, ...meant }
  expect(page.data).toMatchObject({ info: { drive: { title, slogan, goal, category, endDate, image, collects } } })
  return drive
}

/** Expects words at this field and at no other, and that no drive was opened. */
async function refused(fields: Fields, field: string, words: string | RegExp = /\S/) {
  const before = await howMany()
  const { status, answer } = await send(fields)
  expect([status, Object.keys(answer?.errors ?? {})]).toEqual([422, [field]])
  expect(answer?.errors?.[field]).toMatch(words)
  expect(await howMany()).toBe(before)
}
const without = (field: keyof typeof good): Fields =>
  Object.fromEntries(Object.entries(good).filter(([name]) => name !== field))

describe('the title', () => {
  test.each(bad.named(bad.badTexts()))('%s', async (_, title) => {
    const clean = oneLine(title)
    if (clean === '') await refused({ ...good, title }, 'title', 'Please enter a title.')
    else if ([...clean].length > 100) await refused({ ...good, title }, 'title', 'Please use at most 100 characters.')
    else await opens({ title }, { title: clean })
  })

  test.each([
    "Ng'ang'a wa Thiong’o: karo ya shule — “Harambee!”",
    'Ĩ Ũ ĩ ũ & <b>bold</b> 100% {name}',
    'مرحبا שלום 李小龙 ٣',
    '👩‍👩‍👧‍👦 🇰🇪 🙏🏾',
    '=SUM(A1) + "x", y; z',
  ])('comes back exactly as it was typed: %s', async (title) => {
    await opens({ title }, { title })
  })

  // Signs that no keyboard has, all of them: none of them is a reason for the database to say no.
  const codes = Array.from({ length: 0x10ffff }, (_, code) => code).filter((code) =>
    /[\p{Z}\p{Cc}\p{Cf}]/u.test(String.fromCodePoint(code)),
  )
  const parts = Array.from({ length: Math.ceil(codes.length / 24) }, (_, at) => codes.slice(at * 24, at * 24 + 24))
  test.each(parts.map((part) => [part[0]!.toString(16), part.at(-1)!.toString(16), part] as const))(
    'with unseen signs from U+%s to U+%s',
    async (_, __, part) => {
      const text = part.map((code) => `a${String.fromCodePoint(code)}`).join('')
      const slogan = part
        .slice(0, 9)
        .map((code) => `a${String.fromCodePoint(code)}b`)
        .join('')
      await opens({ title: `${text}z`, slogan }, { title: oneLine(`${text}z`), slogan: oneLine(slogan) })
    },
  )
})

describe('the slogan', () => {
  test.each(bad.named(bad.badTexts()))('%s', async (_, slogan) => {
    const clean = oneLine(slogan) || 'unity is power'
    const tooLong = [...clean].length > 150
    if (clean.split(' ').length > 10)
      await refused({ ...good, slogan }, 'slogan', 'Campaign slogan must not exceed 10 words')
    else if (tooLong) await refused({ ...good, slogan }, 'slogan', 'Please use at most 150 characters.')
    else await opens({ slogan }, { slogan: clean })
  })

  test('of ten words is taken, of eleven it is not, however they are spaced [T271]', async () => {
    await opens({ slogan: 'a b c d e f g h i j' }, { slogan: 'a b c d e f g h i j' })
    for (const gap of [' ', '  ', '\u00a0', '\u2003', '\n', '\t', '\u3000'])
      await refused({ ...good, slogan: 'abcdefghijk'.split('').join(gap) }, 'slogan', /must not exceed 10 words$/)
  })
})

describe('the goal', () => {
  const amounts: Record<string, number> = {
    '1,000': 100_000,
    '1 000': 100_000,
    '010': 1000,
    '99.99': 9999,
    '1': 100,
    '1.00': 100,
    '1.5': 150,
    '2147483647': 214_748_364_700,
    '2147483648': 214_748_364_800,
    '10000000000': 1_000_000_000_000,
    ' 7 ': 700,
    '1,000.50': 100_050,
    '1,234,567.89': 123_456_789,
    '1\u00a0000': 100_000,
    'KES 5': 500,
    '5 KES': 500,
    '500/=': 50_000,
  }
  const more = ['0.99', '10000000000.01', '7,', '1.', '.5', '1,00', '1,0000', 'USD 5', '1.000.000', '５']
  test.each(bad.named([...bad.badNumbers(), ...more, ...Object.keys(amounts)]))('%s', async (_, goal) => {
    const cents = amounts[goal]
    if (cents === undefined)
      await refused({ ...good, goal }, 'goal', /^Please enter a goal amount of at (least|most) KES/)
    else await opens({ goal }, { goal: cents })
  })

  test('says where it is too low, and where it is too high', async () => {
    for (const low of ['0', '0.99', '-10000000001'])
      await refused({ ...good, goal: low }, 'goal', 'Please enter a goal amount of at least KES 1.')
    for (const high of ['10000000000.01', '99,999,999,999'])
      await refused({ ...good, goal: high }, 'goal', 'Please enter a goal amount of at most KES 10,000,000,000.')
  })

  test.each(['', '0', '-5', '500', 'abc', '1e400'])(
    'counts for nothing where no donations are collected: %j [T120]',
    async (goal) => {
      const { collects: _, ...rest } = good
      const { answer } = await send({ ...rest, goal })
      expect(await ownDrive(db, ownerId, String(answer?.gave?.slug))).toMatchObject({ collects: false, goal: 0 })
    },
  )

  test.each(['true', '1', 'yes', 'off', 'false', '0', 'ON', 'on,on', ' on'])(
    'a switch is on or was not sent: %j is neither',
    async (collects) => {
      await refused({ ...good, collects }, 'collects')
    },
  )
})

describe('the category', () => {
  test.each(bad.named([...places.badIds(), 'medical', 'MEDICAL', ' Medical', 'Medical ', 'Medical,Arts', 'Afya', '0']))(
    '%s',
    async (_, category) => {
      await refused({ ...good, category }, 'category', 'Please choose a category.')
    },
  )
})

describe('the place', () => {
  test.each(bad.named(bad.badTexts()))('%s', async (_, place) => {
    const clean = oneLine(place) || 'Nairobi, Kenya'
    if ([...clean].length > 80) await refused({ ...good, place }, 'place', /^Please use at most 80 characters\.$/)
    else {
      const { id } = await opens({ place }, {})
      const row = await db.selectFrom('fund_drives').select('location').where('id', '=', id).executeTakeFirstOrThrow()
      expect(row.location).toBe(clean)
    }
  })

  test('is asked for; left empty it is the usual one [T1072]', async () => {
    const { id, slug } = await opens({ place: '  Kisumu,\tKenya ' }, {})
    const location = async () =>
      (await db.selectFrom('fund_drives').select('location').where('id', '=', id).executeTakeFirstOrThrow()).location
    expect(await location()).toBe('Kisumu, Kenya')
    expect(await ownDrive(db, ownerId, slug)).toMatchObject({ location: 'Kisumu, Kenya' })
    const other = await opens({ place: '' }, {})
    expect(await ownDrive(db, ownerId, other.slug)).toMatchObject({ location: 'Nairobi, Kenya' })
  })

  test('tells two forms with one key apart', async () => {
    const key = randomUUID()
    const one = await opens({ key, place: 'Kisumu' }, {})
    expect((await opens({ key, place: 'Kisumu' }, {})).id).toBe(one.id)
    expect((await opens({ key, place: 'Nakuru' }, {})).id).not.toBe(one.id)
  })
})

describe('the end date', () => {
  const isReal = (text: string) =>
    /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
  test.each(bad.named(bad.badDates(today)))('%s', async (_, endDate) => {
    const day = endDate.trim()
    if (day === '') await opens({ endDate }, { endDate: null })
    else if (isReal(day) && day >= today && day <= '2100-12-31') await opens({ endDate }, { endDate: day })
    else await refused({ ...good, endDate }, 'endDate')
  })

  test('of yesterday is refused with words that say so [T121]', async () => {
    const yesterday = dayAt(new Date(Date.now() - 86_400_000))
    await refused({ ...good, endDate: yesterday }, 'endDate', 'Please choose today or a later day.')
    await refused({ ...good, endDate: '9999-12-31' }, 'endDate', 'Please choose a day before the year 2101.')
  })
})

describe('the image', () => {
  test.each(bad.named(places.badAddresses()))('is not %s [T190]', async (_, image) => {
    await refused({ ...good, image }, 'image')
  })

  test.each([
    'https://a.example/x.png',
    'https://a.example/x.png?w=1&h=2#part',
    'https://a_b.cdn.example/%E2%9C%93.webp',
    'https://münchen.example/straße.jpg',
    'https://xn--mnchen-3ya.example/1.jpg',
    'https://10.example/1.jpg',
    'https://localhost.example/1.jpg',
  ])('may be %s, of which a copy is kept', async (image) => {
    const bytes = await photo(40, 30).jpeg().toBuffer()
    useFarWorld({
      addressesOf: async () => ['93.184.215.14'],
      ask: async () => ({ status: 200, type: 'image/jpeg', location: undefined, body: Readable.from([bytes]) }),
    })
    await opens({ image }, { image: expect.stringMatching(/^\/media\/drives\//) })
  })

  test('is refused with words when it begins with http, or can’t be fetched [T182]', async () => {
    const words = 'Please enter the address of an image, beginning with https://'
    await refused({ ...good, image: 'http://a.example/x.png' }, 'image', words)
    useFarWorld({ addressesOf: async () => ['10.0.0.1'], ask: () => Promise.reject(new Error('asked the inside')) })
    const inside = 'This address is not on the public internet. Please upload the picture instead.'
    await refused({ ...good, image: 'https://b.example/x.png' }, 'image', inside)
    await refused({ ...good, image: 'https://a.example:8443/x.png' }, 'image', inside)
  })

  test('of another person, or one that is gone, is refused', async () => {
    const image = `/media/drives/${'a'.repeat(32)}-640.jpg`
    await refused({ ...good, image }, 'image', 'Please select an image file')
    const { ownerId: other } = await someDrive(db)
    await db
      .insertInto('pictures')
      .values({ url: image, user_id: other, width: 640, height: 480, colour: '#996633', files: '[{"key":"x"}]' })
      .execute()
    await refused({ ...good, image }, 'image', 'Please select an image file')
  })
})

describe('the file', async () => {
  const png = await photo(40, 30).png().toBuffer()
  const file = (bytes: Buffer | string, name = 'x.png', type = 'image/png') =>
    new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type })
  const not = 'Please select an image file'
  const large = 'File size must be less than 5MB'
  test.each<[name: string, file: File, field: string, words: string]>([
    ['a text', file('x', 'x.txt', 'text/plain'), 'file', not],
    ['a page that says it is a picture', file('<script>alert(1)</script>'), 'image', not],
    ['a drawing with a script', file('<svg onload="alert(1)"/>', 'x.svg', 'image/svg+xml'), 'image', not],
    ['a picture that says it is a text', file(png, 'x.png', 'text/html'), 'file', not],
    ['a picture without a type', file(png, 'x.png', ''), 'file', not],
    ['no bytes at all', file(''), 'image', not],
    ['fifty thousand by fifty thousand pixels', file(pngOf(50_000, 50_000)), 'image', not],
    ['one byte over 5 MB', file(padded(png, 5 * 1024 * 1024 + 1)), 'file', large],
    ['a text of 6 MB', file('x'.repeat(6_000_000), 'x.txt', 'text/plain'), 'file', not],
  ])('is not %s', async (_, sent, field, words) => {
    const kept = () => readdir(join(root, 'drives')).catch(() => [])
    const before = await kept()
    await refused({ ...good, file: sent }, field, words)
    expect(await kept()).toEqual(before)
  })

  test.each(['../../x.png', '/etc/passwd', 'x'.repeat(4000), 'a\0b.png', 'x.php.png', 'CON', '\u202egnp.exe'])(
    'has a name of ours, not %j',
    async (name) => {
      const { status, answer } = await send({ ...good, file: file(png, name) })
      expect(status).toBe(200)
      const drive = await ownDrive(db, ownerId, String(answer?.gave?.slug))
      expect(drive?.image).toMatch(/^\/media\/drives\/[0-9a-f]{32}-40\.jpg$/)
    },
  )

  test('of two the first counts, and text in its place is none', async () => {
    const two = await send({ ...good, file: [file(png), file('x', 'x.txt', 'text/plain')] })
    expect((await ownDrive(db, ownerId, String(two.answer?.gave?.slug)))?.image).toMatch(/^\/media\/drives\//)
    await opens({ file: '/media/drives/x.jpg' }, { image: null })
  })
})

describe('the whole form', () => {
  test.each(['title', 'category', 'goal'] as const)('without its %s is refused there [T178]', async (field) => {
    await refused(without(field), field)
  })
  test.each(['slogan', 'endDate', 'image'] as const)('without its %s takes what that means [T179]', async (field) => {
    const { answer } = await send(without(field))
    const drive = await ownDrive(db, ownerId, String(answer?.gave?.slug))
    expect(drive).toMatchObject({ ...kept, slogan: field === 'slogan' ? 'unity is power' : kept.slogan })
  })
  test.each(['title', 'slogan', 'goal', 'category', 'endDate', 'image', 'collects'] as const)(
    'with a file in place of its %s is refused there',
    async (field) => {
      await refused({ ...good, [field]: new File(['x'], 'x.txt', { type: 'text/plain' }) }, field)
    },
  )
  test.each(['title', 'category'] as const)('with its %s as a list, or below it, is refused there', async (field) => {
    await refused({ ...without(field), [`${field}[]`]: [good[field], good[field]] }, field)
    await refused({ ...without(field), [`${field}[0]`]: good[field], [`${field}.x`]: good[field] }, field)
  })
  test.each([
    ['title', 'Mwisho', 'Mwisho'],
    ['goal', '7', 700],
    ['category', 'Arts', 'Arts'],
    ['slogan', 'moja tu', 'moja tu'],
  ] as const)('with its %s twice takes the last one whole', async (field, value, meant) => {
    await opens({ [field]: [good[field], value] }, { [field]: meant })
  })
  test('that is empty says at once what is missing', async () => {
    const { status, answer } = await send({ collects: 'on' })
    expect([status, Object.keys(answer?.errors ?? {}).sort()]).toEqual([422, ['category', 'goal', 'title']])
  })

  test('with fields that no form has opens the same drive [T229]', async () => {
    const more = { collect_donations: 'false', goal_amount: '1', description: '<script>', location: 'Elsewhere' }
    const extra = { ...bad.foreignFields, ...more, version: '9', hadMoney: 'true', published_at: '2001-01-01' }
    const { id, slug } = await opens({ ...extra, status: 'completed', title: 'Bila zaidi' }, { title: 'Bila zaidi' })
    expect(slug).toBe('bila-zaidi')
    const row = await db.selectFrom('fund_drives').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ user_id: ownerId, once: null, version: 1, location: 'Nairobi, Kenya' })
    expect(Date.now() - row.created_at.getTime()).toBeLessThan(60_000)
    const credits = await db.selectFrom('subscriptions').selectAll().where('fund_drive_id', '=', id).execute()
    expect(credits).toMatchObject([{ remaining_views: 15, used_views: 0, views: 15, status: 'active' }])
  })

  test.each(bad.named(places.badIds()))('with the key %s opens one drive like any other', async (_, key) => {
    await opens({ key }, {})
  })
})
