import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionForm } from '#app/invitations/occasions/occasion-forms.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest } from '#test/gatherings.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { setRows } from '#test/rows.ts'

// The pictures of cards, as the server gives them out.

const db = await testDatabase()
const { get } = plainBrowser()
const noTries = () => db.deleteFrom('rate_limits').execute()

test('the card for everybody and its preview are led to by any name, and kept under that of their version', async () => {
  const { slug, personId } = await someGathering(db, { shared: 'on' })
  for (const [shape, size] of [
    ['card', { width: 1080, height: 1350 }],
    ['preview', { width: 1200, height: 630 }],
  ] as const) {
    const led = await get(`/invitation/${slug}/${shape}/now.jpg`)
    const address = led.headers.location!
    expect([led.status, address]).toEqual([
      302,
      expect.stringMatching(new RegExp(`^/invitation/${slug}/${shape}/[0-9a-f]{16}\\.jpg$`)),
    ])
    const file = await get(address)
    expect([file.status, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await sharp(file.bytes).metadata()).toMatchObject(size)
    await setRows('gatherings', { slug }, { title: `Another ${shape}` })
    expect((await get(address)).headers.location).not.toBe(address)
  }
  const suspended = { suspended_at: new Date(), suspended_why: 'Spam' }
  await db.updateTable('users').set(suspended).where('id', '=', personId).execute()
  expect((await get(`/invitation/${slug}/card/now.jpg`)).status).toBe(404)
})

test('where the open link is off the version is a secret, and what is stopped or unknown is not there', async () => {
  const { slug, occasionId } = await someGathering(db, { shared: 'on' })
  const share = (shared: boolean) => db.updateTable('occasions').set({ shared }).where('id', '=', occasionId).execute()
  const address = (await get(`/invitation/${slug}/preview/x`)).headers.location!
  await share(false)
  expect((await get(address)).status).toBe(200)
  for (const file of ['x', '0000000000000000.jpg', '../x', '%00'])
    expect([file, (await get(`/invitation/${slug}/preview/${file}`)).status]).toEqual([
      file,
      file === '%00' ? 400 : 404,
    ])
  await db.updateTable('gatherings').set({ status: 'stopped', stopped_why: 'Spam' }).where('slug', '=', slug).execute()
  expect((await get(address)).status).toBe(404)
  expect((await get('/invitation/no-such/card/x.jpg')).status).toBe(404)
})

test('a guest’s card has their name on it and is kept by nobody; without the link there is none', async () => {
  const gathering = await someGathering(db)
  const [one, other] = [await someGuest(db, gathering), await someGuest(db, gathering, { name: '\u202eŊũgĩ' })]
  const pictures = await Promise.all([one, other].map(({ link }) => get(`/i/${link}/card.jpg`)))
  for (const { status, headers, bytes } of pictures) {
    expect([status, headers['cache-control'], headers['x-robots-tag']]).toEqual([
      200,
      'private, no-store',
      'noindex, nofollow',
    ])
    expect(bytes.length).toBeLessThanOrEqual(250_000)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1080, height: 1350 })
  }
  expect(pictures[0]!.bytes.equals(pictures[1]!.bytes)).toBe(false)
  for (const link of ['222222222222', 'x']) expect((await get(`/i/${link}/card.jpg`)).status).toBe(404)
})

test('both pages show chats a picture without a name, and a guest’s leads to the card with it', async () => {
  const host = await someGathering(db, { shared: 'on' })
  const { link } = await someGuest(db, host)
  for (const path of [`/invitation/${host.slug}`, `/i/${link}`]) {
    const { text } = await get(path)
    const [, picture] = /property="og:image" content="http:\/\/[^/"]+(\/invitation\/[^"]+)"/.exec(text)!
    const file = await get(picture!)
    expect([file.status, await sharp(file.bytes).metadata()]).toMatchObject([200, { width: 1200, height: 630 }])
    expect(text.includes(`href="/i/${link}/card.jpg"`)).toBe(path === `/i/${link}`)
  }
})

test('the card on a page has its photo, and chats read of it in the language of the card, with day and place', async () => {
  const gathering = await someGathering(db, {
    shared: 'on',
    kind: 'burial',
    name: 'Mama Agnes Kilonzo',
    place: 'Mwala',
  })
  const image = '/media/drives/0123456789abcdef0123456789abcdef-800.jpg'
  const set = { language: 'sw', image_url: image, hosts: 'Familia ya Kilonzo', title: 'Mama Agnes Kilonzo' } as const
  await db.updateTable('gatherings').set(set).where('id', '=', gathering.id).execute()
  const { link } = await someGuest(db, gathering)
  for (const path of [`/invitation/${gathering.slug}`, `/i/${link}`]) {
    const page = (await get(path)).text
    expect(page).toContain(`src="${image}"`)
    const [, said] = /property="og:description" content="([^"]*)"/.exec(page)!
    expect(said).toMatch(/^Kwa huzuni, familia ya Kilonzo inakualika kwenye mazishi ya Mama Agnes Kilonzo\. .*Mwala\.$/)
  }
})

test('of two occasions that are not for everybody, guests of the second one get the picture of theirs', async () => {
  const gathering = await someGathering(db, { place: 'Limuru' })
  const { link } = await someGuest(db, gathering)
  const pictureOf = async () =>
    /og:image" content="[^"]*(\/invitation\/[^"]+)"/.exec((await get(`/i/${link}`)).text)![1]!
  const first = await pictureOf()
  await addOccasion(db, gathering.mine, occasionForm.parse(occasionTypedBy({ place: 'Karen', day: dayIn(3) })))
  const [still, pictures] = [await pictureOf(), await get(first)]
  expect([still, pictures.status]).toEqual([first, 200])
})

test('a host sees both pictures of each occasion, as they are given out', async () => {
  const host = await somePerson(db)
  const gathering = await someGathering(db, {}, await someDrive(db, { ownerId: host.id }))
  await addOccasion(db, gathering.mine, occasionForm.parse(occasionTypedBy({ place: 'Karen', name: 'Wedding' })))
  const cookie = (await signedIn(host)).headers.get('cookie') ?? ''
  const seen = new Set<string>()
  for (const no of [1, 2]) {
    const page = await get(`/gathering/${gathering.slug}/card?occasion=${no}`, { cookie })
    const found = [...page.text.matchAll(/<img src="(\/invitation\/[^"]+)"/g)].map(([, path]) => path!)
    expect(found).toHaveLength(2)
    for (const path of found) {
      seen.add(path)
      expect((await get(path)).status).toBe(200)
    }
  }
  expect(seen.size).toBe(4)
})

test('who tries links for their cards is told to stop', async () => {
  await noTries()
  const answers = await Promise.all(Array.from({ length: 310 }, (_, nr) => get(`/i/222222222${222 + nr}/card.jpg`)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  await noTries()
})

test('the card of thanks is there when a guest was thanked or all is over, not before', async () => {
  const gathering = await someGathering(db)
  const guest = await someGuest(db, gathering)
  const path = `/i/${guest.link}/thanks.jpg`
  expect((await get(path)).status).toBe(404)
  await db.updateTable('supporters').set({ thanked_at: new Date() }).where('link', '=', guest.link).execute()
  expect((await get(path)).status).toBe(200)
  await db.updateTable('supporters').set({ thanked_at: null }).where('link', '=', guest.link).execute()
  await setRows('occasions', { id: gathering.occasionId }, { starts_local: new Date('2026-01-02T10:00') })
  expect((await get(path)).status).toBe(200)
})

test('a network has thirty guests’ cards drawn in a minute, and is told when to ask again', async () => {
  await noTries()
  const { link } = await someGuest(db, await someGathering(db))
  const answers = await Promise.all(Array.from({ length: 40 }, () => get(`/i/${link}/card.jpg`)))
  const [given, refused] = [
    answers.filter(({ status }) => status === 200),
    answers.filter(({ status }) => status === 429),
  ]
  expect([given.length, refused.length]).toEqual([30, 10])
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
  await noTries()
})
