import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { diskStore } from '#app/platform/pictures/store.server.ts'
import { fieldOf } from '#test/app-forms.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn } from '#test/gatherings.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { photo } from '#test/pictures.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { someCash } from '#test/pledges.ts'
import { oneRow, query } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'

// Hosts and their helpers walk through the pages of an invitation with a browser without a script.

const db = await testDatabase()
const { get, walks } = plainBrowser()
beforeEach(() => sql`delete from rate_limits`.execute(db))

const walking = async (fullName: string) => {
  const person = await somePerson(db, { fullName })
  return Object.assign(walks({ cookie: (await signedIn(person)).headers.get('cookie')! }), { id: person.id })
}
let host: Awaited<ReturnType<typeof walking>>
beforeAll(async () => {
  host = await walking('Njeri Hosts')
})
/** Makes an invitation by its form; gives the address of its pages. */
async function invite(at = '/dashboard/invite', title = 'Wanjiku & Kamau'): Promise<string> {
  await host.open(at)
  const typed = { kind: 'ruracio', title, hosts: 'The families of Njoroge and Mwangi', place: 'Limuru' }
  const { words } = await host.press('Save invitation', { ...typed, day: dayIn(30), time: '10:00' })
  expect(words).toContain('Invitation saved')
  return host.path.replace(/\/home.*$/, '')
}
async function addGuest(base: string, own: Record<string, string>) {
  await host.open(`${base}/guests/add`)
  expect((await host.press('Add guest', own)).words).toContain('Guest added')
  const row = db
    .selectFrom('supporters')
    .where('name', '=', own.name!)
    .select(['id', 'link'])
    .orderBy('created_at', 'desc')
  return row.executeTakeFirstOrThrow()
}
/** The link for a helper, on the page that made it. */
const joinLink = (page: string) => /value="https?:\/\/[^/"]*(\/[^"]*(?:join|help|secretary)[^"]*)"/.exec(page)![1]!
/** All occasions of it were thirty-three days earlier. */
async function over(base: string) {
  const { id } = await oneRow('gatherings', { slug: base.split('/')[2]! })
  for (const one of await db.selectFrom('occasions').where('gathering_id', '=', id).select('id').execute())
    await timePasses('33 days', { occasions: { id: one.id } })
}

test('a host invites, answers for guests, serves the waitlist and cancels [T984]', async () => {
  const base = await invite()
  expect(host.page.words).toContain('No guests yet. Add the first one.')
  await host.open(`${base}/occasions/1`)
  const wrong = await host.press('Save occasion', { capacity: '1e3' })
  expect(wrong.words).toContain('Please enter a whole number between 1 and 100,000')
  expect((await host.press('Save occasion', { capacity: '4' })).words).toContain('Occasion saved')
  expect((await host.open(`${base}/guests`)).words).toContain(
    'Paste your list from WhatsApp, add one, or share the open link.',
  )
  for (const [name, seats, adults, said] of [
    ['Mama Njeri & family', '4', '3', 'Answer saved'],
    ['Otieno', '2', '2', 'It is full: the guest is on the waitlist.'],
  ] as const) {
    const { id } = await addGuest(base, { name, seats })
    await host.open(`${base}/guests/${id}`)
    expect((await host.press('Save answer', { reply: 'Comes', adults })).words).toContain(said)
  }
  const waiting = await host.open(`${base}/waiting`)
  expect(waiting.words).toContain('1 free, next needs 2')
  // Two do not fit into one place, so none is offered.
  expect(waiting.words).not.toContain('Offer a place')
  expect((await host.press('Turn down: Otieno')).words).toContain('Nobody waits.')
  expect((await host.open(`${base}/home`)).words).toContain('3 of 4 seats taken')
  await host.open(`${base}/occasions/1`)
  expect((await host.press('Cancel this occasion', { why: 'The road is closed.' })).words).toContain(
    'Occasion cancelled',
  )
  expect((await host.open(`${base}/occasions/1`)).words).toContain('The road is closed.')
})

test('a card that another window changed meanwhile is not written over [T985]', async () => {
  const base = await invite()
  await host.open(`${base}/card`)
  expect(host.page.words).toContain('As guests see it')
  const version = fieldOf(host.page.text, 'version').value
  expect((await host.press('Save card', { words: 'Eat and remember with us.' })).words).toContain(
    'Eat and remember with us.',
  )
  const late = await host.press('Save card', { words: 'From an older window.', version })
  expect(late.words).toContain('Changed in another window meanwhile.')
})

test('a list is pasted, looked at, mended and entered; what names nobody is refused and stays', async () => {
  const base = await invite()
  await addGuest(base, { name: 'Mama Njeri', seats: '3', phone: '0712345678' })
  const plain = Array.from({ length: 31 }, (_, nr) => `${nr + 2}. Mgeni wa ${nr + 2} 0711 000 ${300 + nr} x2`)
  const wrong = ['33. Wekesa 071234567 x2', '34. Bishop 0711 000 401 x60']
  const rest = ['35. Njeri wa Kamau 0712345678 x2', '36. Mgeni wa 2 0711 000 300 x2', '38. Mzee Souza', 'ok thanks']
  await host.open(`${base}/guests/import`)
  for (const [text, said] of [
    ['', 'Please paste your list, or choose a file.'],
    [wrong.join('\n'), 'We found no guest in this.'],
  ] as const) {
    const refused = await host.press('Look at the guests', { text })
    expect([refused.words, fieldOf(refused.text, 'text').value]).toEqual([expect.stringContaining(said), text])
  }
  const text = ['1. Mama Njeri 0712 345 678 x4', ...plain, ...wrong, ...rest].join('\n')
  const check = await host.press('Look at the guests', { text })
  for (const said of [
    ...['Check the guests', 'Not read', 'Wekesa 071234567 x2', 'The phone number can’t be right', 'Mzee Souza'],
    ...[
      'Seats have to be between 1 and 50',
      'This number belongs to Mama Njeri',
      'This looks like a message, not a name',
    ],
  ])
    expect(check.words).toContain(said)
  await host.follow('Change the list')
  expect(fieldOf(host.page.text, 'text').value).toBe(text)
  const mended = text.replace('071234567 x2', '0712 345 670 x2').replace('x60', 'x6')
  const again = await host.press('Look at the guests', { text: mended })
  expect(again.words).not.toContain('The phone number can’t be right')
  const both = /name="(choice\.\d+)"[^>]*value="two"|value="two"[^>]*name="(choice\.\d+)"/.exec(again.text)!
  const choice = { [both[1] ?? both[2]!]: 'two' }
  const refused = await host.press('Add the guests', choice)
  expect(refused.words).toContain('Please say that you know these people and may invite them.')
  const preview = host.path
  expect((await host.press('Add the guests', { ...choice, vouched: 'on' })).words).toContain('35 guests added')
  expect((await host.open(`${base}/guests?q=Wekesa`)).words).toContain('2 seats')
  expect((await host.open(`${base}/guests?q=thanks`)).words).not.toContain('ok thanks')
  expect((await host.open(preview)).words).toContain('This list has been entered.')
})

test('a household is written down, remembered, invited again, and let go by the guest', async () => {
  expect((await host.open('/kumbukumbu')).words).toContain('Nobody is in your book yet')
  await host.open('/kumbukumbu/add')
  const refused = await host.press('Add household', { words: 'Waliimba usiku kucha' })
  expect([refused.words, fieldOf(refused.text, 'words').value]).toEqual([
    expect.stringContaining('Please enter a name.'),
    'Waliimba usiku kucha',
  ])
  const added = await host.press('Add household', { name: 'Baba Otieno', people: '3', gave: '2500' })
  for (const said of ['Baba Otieno', 'KES 2,500']) expect(added.words).toContain(said)
  const base = await invite()
  const { id, link } = await addGuest(base, { name: 'Mama Wanja', seats: '4', phone: '0712345679' })
  await over(base)
  await host.open(`${base}/guests/${id}`)
  await host.press('Remember this household', { words: 'Alileta mbuzi' })
  await host.follow('Read or change it')
  expect(fieldOf(host.page.text, 'words').value).toBe('Alileta mbuzi')
  expect((await host.press('Save household', { words: 'Alileta mbuzi wawili' })).words).toContain(
    'Alileta mbuzi wawili',
  )
  expect((await host.open('/kumbukumbu.csv')).text).toMatch(
    /Baba Otieno,.*,3,2500,Waliimba usiku kucha\r\nMama Wanja,0712 345 679,/,
  )
  const next = await invite('/dashboard/invite', 'Ubatizo')
  await host.open(`${next}/guests/import`)
  await host.follow('Choose households')
  expect((await host.press('Look at the guests')).words).toContain('Please choose at least one household.')
  await host.press('Look at the guests', { all: 'on' })
  expect(host.page.words).toContain('Check the guests')
  expect((await host.press('Add the guests', { vouched: 'on' })).words).toContain('Mama Wanja')
  const guest = walks()
  const own = await guest.open(`/i/${link}`)
  expect([own.text.includes('id="note"'), own.text.includes('mbuzi')]).toEqual([true, false])
  expect((await guest.press('Remove the note')).text).not.toContain('id="note"')
  const { words } = await host.open('/kumbukumbu')
  expect([words.includes('Baba Otieno'), words.includes('Mama Wanja')]).toEqual([true, false])
})

test('a secretary of a drive looks after the guests, sees nothing of what they gave, and stops when they want', async () => {
  const drive = await someDrive(db, { ownerId: host.id })
  const base = await invite(`/fund-drive/${drive.slug}/invite`)
  await addGuest(base, { name: 'Amina Yusuf', seats: '2' })
  await over(base)
  await someCash(db, drive, { amount: 123_400, name: 'Amina Yusuf' })
  await query`insert into supporter_ties (supporter_id, recorded_id, how)
    select s.id, g.id, 'host' from supporters s, recorded_gifts g where s.name = 'Amina Yusuf' and g.amount = 123400`
  const gave = /1,?234/
  expect((await host.open(`${base}/guests`)).text).toMatch(gave)
  await host.open(`/fund-drive/${drive.slug}/settings/helpers`)
  const made = await host.press('Make a link for the helper', { invited: 'Wambui', role: 'secretary' })
  const link = joinLink(made.text)
  const helper = await walking('Wambui Helps')
  await helper.open(link)
  expect((await helper.press('Help as secretary')).words).toContain('You help with this fund drive as its secretary')
  for (const hidden of ['donations', 'recorded', 'pledges', 'payouts', 'comments', 'settings', 'invite'])
    expect([hidden, (await helper.open(`/fund-drive/${drive.slug}/${hidden}`)).status]).toEqual([hidden, 404])
  for (const hidden of ['guests?paid=yes', 'guests.csv?pledge=open', 'guests/gave', 'messages/new?helped=on'])
    expect([hidden, (await helper.open(`${base}/${hidden}`)).status]).toEqual([hidden, 404])
  for (const seen of ['guests', 'guests.csv', 'after', 'home', 'messages', 'settings']) {
    const { status, text } = await helper.open(`${base}/${seen}`)
    expect([seen, status, gave.test(text), text.includes('For a fund drive')]).toEqual([seen, 200, false, false])
  }
  await helper.open(`${base}/guests/add`)
  expect((await helper.press('Add guest', { name: 'Otieno', seats: '1' })).words).toContain('Guest added')
  expect((await helper.open('/dashboard')).words).toContain('Secretary; organised by')
  await helper.open(`/fund-drive/${drive.slug}/home`)
  await helper.press('Stop helping')
  expect([helper.path, (await helper.open(`${base}/guests`)).status]).toEqual(['/dashboard', 404])
})

test('a host thanks who came, writes the final account and posts; the guest reads all of it', async () => {
  const drive = await someDrive(db, { ownerId: host.id })
  const base = await invite(`/fund-drive/${drive.slug}/invite`)
  expect((await host.open(`${base}/after`)).words).toContain('This opens when the first occasion is over.')
  const { link } = await addGuest(base, { name: 'Baraka Came', seats: '3' })
  await query`with invited as (select i.id, i.occasion_id from invitations i join supporters s on s.id = i.supporter_id where s.name = 'Baraka Came'),
    door as (insert into doors (occasion_id, name, join_until) select occasion_id, 'Main gate', now() from invited returning id, occasion_id)
    insert into arrivals (id, occasion_id, door_id, nr, kind, invitation_id, people, how, saw, phone_at, at)
    select gen_random_uuid(), d.occasion_id, d.id, 1, 'in', i.id, 3, 'scan', 'good', now(), now() from door d, invited i`
  await over(base)
  await host.open(`${base}/after`)
  await host.follow('Thank 1 guest who came')
  await host.press('See it before you send it', { words: 'Asante for standing with us.', byHand: 'on' })
  await host.press('Send to 1 guest')
  await host.follow('Send them one by one')
  expect((await host.press('Sent, next')).words).toContain('Nobody waits for your phone')
  expect((await host.open(`${base}/after`)).words).toContain('Nobody who came or gave waits for thanks.')
  const wrong = await host.press('Save account', { what1: 'Tents', amount1: '-1' })
  expect(wrong.words).toContain('Please enter an amount of KES 0.01 or more, such as 12,500.')
  const saved = await host.press('Save account', { what1: 'Tents', amount1: '12,500' })
  for (const said of ['Account saved', 'Your guests read this on their pages.']) expect(saved.words).toContain(said)
  expect((await host.press('Post', { words: 'The photos are with Baraka.' })).words).toContain(
    'The photos are with Baraka.',
  )
  const { words } = await get(`/i/${link}`)
  for (const said of [
    'Asante for standing with us.',
    'The photos are with Baraka.',
    'Final account',
    '12,500',
    'Spent beyond what was given',
  ])
    expect(words).toContain(said)
})

test('a host sends a photo along with a post, and adds one; a guest asks to have it taken down, and once more when it is kept', async () => {
  const root = await mkdtemp(join(tmpdir(), 'hosts-'))
  useStore(diskStore(root))
  const base = await invite()
  const { link } = await addGuest(base, { name: 'Amina Sees', seats: '1' })
  await over(base)
  const bytes = new Uint8Array(await photo(40, 30).png().toBuffer())
  const file = new File([bytes], 'dance.png', { type: 'image/png' })
  await host.open(`${base}/after`)
  // The words are in fault: the photo is kept, with what was said of it.
  const refused = await host.press('Post', { words: ' ', file, alt: 'The dance' })
  expect([refused.words, fieldOf(refused.text, 'alt1').value]).toEqual([
    expect.stringContaining('Please write something.'),
    'The dance',
  ])
  expect((await host.press('Post', { words: 'Asanteni' })).text).toContain('alt="The dance"')
  expect((await host.press('Add photos')).words).toContain('Please choose a photo.')
  expect((await host.press('Add photos', { file })).text).toContain('alt="Photo 2"')

  const guest = walks()
  await guest.open(`/i/${link}`)
  await guest.follow('Take this down: photo 2')
  await guest.press('Ask to take it down')
  await host.open(`${base}/after`)
  expect((await host.press('Keep it')).words).toContain('You keep it. We at Harambee still look at it.')
  await guest.open(guest.path)
  expect(guest.page.words).toContain('We at Harambee still look at it.')
  expect((await guest.press('Ask once more')).words).toContain('Please say what is new.')
  expect((await guest.press('Ask once more', { words: 'It shows our house' })).words).toContain('You asked again on')
  expect((await host.open(`${base}/after`)).words).toContain('It shows our house')
  await rm(root, { recursive: true, force: true })
})
