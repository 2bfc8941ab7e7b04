import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Answered } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { dayIn, occasionTypedBy, someGathering, someGuest, somePhoto } from '#test/gatherings.ts'
import { everybody, sendAll } from '#test/guest-mails.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, someDrive, somePerson } from '#test/make.ts'
import { setRows } from '#test/rows.ts'
import { timePasses } from '#test/time.ts'
import { agent, allHeard, bare, twoWays } from '#test/two-ways.ts'
import { answer } from './invitations/guests/answers/answer.server.ts'
import { noteSeen, setQuiet } from './invitations/guests/answers/wishes.server.ts'
import { answerFor, mergeGuest, replaceLink, saveGuest, setSeats } from './invitations/guests/host.server.ts'
import { saveGuestForm } from './invitations/guests/host-forms.ts'
import { pageUntil } from './invitations/guests/kept-guest.server.ts'
import { rememberGuest, removeNote } from './invitations/kumbukumbu/guests.server.ts'
import { compose } from './invitations/messages/compose.server.ts'
import { stopGathering } from './invitations/occasions/admin/decide.server.tsx'
import { saveSettings, setContact, setDrive, setGatheringStatus } from './invitations/occasions/gathering.server.ts'
import { addOccasion, cancelOccasion, saveOccasion } from './invitations/occasions/occasion.server.ts'
import { occasionForm, settingsForm } from './invitations/occasions/occasion-forms.ts'
import { saveAccount } from './invitations/wrap-up/account.server.ts'
import { objectTo } from './invitations/wrap-up/objections.server.tsx'
import { addPost, removePhoto } from './invitations/wrap-up/posts.server.ts'
import { saveProfile } from './people/accounts/account.server.ts'
import { suspend } from './people/accounts/admin/decide.server.ts'
import { forgetGuest } from './privacy/forget-guest.server.ts'

leavesSomethingBehind()

// Guests' pages, kept by their link: never another guest's, and made again for each change of what they print.

const db = await testDatabase()
let { at, slow, made, close } = {} as Awaited<ReturnType<typeof twoWays>>
beforeAll(async () => {
  ;({ at, slow, made, close } = await twoWays())
}, 240_000)
afterAll(() => close())

const open = (path: string, headers: Record<string, string> = {}, from = at, method = 'GET') =>
  from.ask(path, { method, headers: { 'user-agent': agent, accept: 'text/html', ...headers } })
const page = async (path: string, from = at) => bare((await open(path, {}, from)).text)

type Host = Awaited<ReturnType<typeof someGathering>>
type Guest = { id: string; link: string }
/** Two guests of a gathering with a drive; the second is the one whose page is looked at. */
async function two(own: Record<string, string> = {}) {
  const drive = await someDrive(db)
  const host = await someGathering(db, { showsList: 'on', ...own }, drive)
  const other = await someGuest(db, host, { name: 'Baba Otieno', email: `${randomUUID()}@example.test` })
  const guest = await someGuest(db, host, { name: 'Mama Njeri', email: `${randomUUID()}@example.test` })
  return { drive, host, other, guest }
}
type Two = Awaited<ReturnType<typeof two>>
const yes = { no: 1, reply: 'yes' as const, adults: 2, children: 1 }

describe('a guest’s page that is kept', () => {
  test('is made once, says what it says when it is made for one, and sets no cookie [T1111]', async () => {
    const { guest } = await two()
    await allHeard()
    made()
    const [one, again] = [await open(`/i/${guest.link}`), await open(`/i/${guest.link}?fbclid=x`)]
    expect([one.status, made(), again.bytes.equals(one.bytes)]).toEqual([200, 1, true])
    const theirs = await open(`/i/${guest.link}`, {}, slow)
    expect(bare(one.text)).toBe(bare(theirs.text))
    const named = ({ headers }: Answered) => {
      const { date: _, 'x-request-id': __, 'content-length': ___, ...same } = headers
      const policy = String(same['content-security-policy']).replace(/('(sha256|nonce)-[^']+' ?)+/, 'S ')
      return { ...same, 'content-security-policy': policy }
    }
    expect(named(one)).toEqual(named(theirs))
    expect(one.headers).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })
    expect([one.headers.etag, one.headers['set-cookie']]).toEqual([undefined, undefined])
  })

  test('is its guest’s alone: hundreds of links, asked in every way at once, answer nobody else’s name [T1112]', async () => {
    const host = await someGathering(db)
    const guests = await Promise.all(
      Array.from({ length: 12 }, async (_, nr) => {
        const name = `Guest ${'ABCDEFGHIJKL'[nr]}${nr}x`
        return { ...(await someGuest(db, host, { name })), name }
      }),
    )
    const ways = ['', '?x=1', '?link=other', '#top']
    const asked = guests.flatMap(({ link, name }, nr) =>
      ['en', 'sw'].flatMap((language) =>
        ways.map(async (way) => {
          const answered = await open(`/i/${link}${way}`, {
            'accept-language': language,
            // An etag of another guest's browser, and a cookie of another guest.
            'if-none-match': 'W/"another"',
            cookie: `guest=${guests[(nr + 1) % guests.length]!.link}`,
          })
          return { name, language, answered }
        }),
      ),
    )
    const heads = guests.map(({ link }) => open(`/i/${link}`, {}, at, 'HEAD'))
    for (const { name, language, answered } of await Promise.all(asked)) {
      expect([answered.status, answered.text.includes(`<html lang="${language}"`)]).toEqual([200, true])
      const named = guests.filter((one) => answered.text.includes(one.name)).map((one) => one.name)
      expect(named).toEqual([name])
    }
    for (const { status, bytes } of await Promise.all(heads)) expect([status, bytes.length]).toEqual([200, 0])
  })

  test('a link that is nearly one finds nothing, each time, and counts against the network that asked [T1113]', async () => {
    const { guest } = await two()
    const { link } = guest
    await open(`/i/${link}`)
    const other = link.endsWith('a') ? 'b' : 'a'
    const wrong = [
      link.slice(0, -1),
      `${link}a`,
      `${link.slice(0, -1)}${other}`,
      link.toUpperCase(),
      `%20${link}`,
      `${link}%20`,
      '222222222222',
    ].filter((one) => one !== link)
    await db.deleteFrom('rate_limits').execute()
    for (let round = 0; round < 2; round++)
      for (const one of wrong) {
        const answered = await open(`/i/${one}`)
        expect([one, answered.status, answered.text.includes('Mama Njeri')]).toEqual([one, 404, false])
      }
    const { rows } = await sql<{ many: number }>`select count(*)::int as many from rate_limits`.execute(db)
    expect(rows[0]!.many).toBeGreaterThan(0)
    await db.deleteFrom('rate_limits').execute()
  })

  test('a signed-in person, and a guest with a message, take the usual way; the day of the first visit is counted [T1114]', async () => {
    const { guest } = await two()
    await open(`/i/${guest.link}`)
    const session = (await signedIn(await somePerson(db))).headers.get('cookie')!
    await allHeard()
    made()
    for (const cookie of [session, 'flash=abc']) await open(`/i/${guest.link}`, { cookie })
    expect(made()).toBe(2)
    const seenOn = async () =>
      (await db.selectFrom('supporters').where('id', '=', guest.id).select('seen_on').executeTakeFirstOrThrow()).seen_on
    expect(await seenOn()).toBeNull()
    await open(`/i/${guest.link}/seen.gif`, {
      referer: `${at.origin}/i/${guest.link}`,
      'sec-fetch-site': 'same-origin',
    })
    expect(await seenOn()).not.toBeNull()
  })
})

const settingsOf = async ({ host }: Two, own: Record<string, string>) =>
  settingsForm.parse({ title: 'Ruracio', hosts: 'The family', words: '', opening: '', version: '1', ...own })
const save = (own: Record<string, string>) => (all: Two) =>
  saveOccasion(
    db,
    all.host.mine,
    1,
    occasionForm.parse({ ...occasionTypedBy({ showsList: 'on', version: '1', ...own }) }),
  )
const over = (id: string) => timePasses('33 days', { occasions: { gathering_id: id } })
const posted = (host: Host) => addPost(db, host.mine, { words: 'Asanteni sana nyote', key: randomUUID(), photos: [] })
const saysTo = (kind: 'invitation' | 'thanks', words: string) => async (all: Two) => {
  await compose(db, all.host.mine, everybody, { kind, words, byHand: false, many: 2 })
  await sendAll(db)
}

/** `first`: what is there before. `change`: after it the page of the guest says something else. */
type Change = [what: string, change: (all: Two) => Promise<unknown>, first?: (all: Two) => Promise<unknown>]
const changes: Change[] = [
  ['the answer of the guest', ({ guest }) => answer(db, guest.link, yes)],
  ['the answer, entered by the host', ({ host, guest }) => answerFor(db, host.mine, guest.id, { ...yes, wish: '' })],
  ['the answer of another guest, whose people are counted', ({ other }) => answer(db, other.link, yes)],
  ['the name of another guest in the list', ({ other }) => answer(db, other.link, { ...yes, listed: true })],
  ['the guest’s seats', ({ host, guest }) => setSeats(db, host.mine, guest.id, { no: 1, seats: 7 })],
  ['the invitation, taken back', ({ host, guest }) => setSeats(db, host.mine, guest.id, { no: 1, seats: 0 })],
  [
    'the guest’s name',
    ({ host, guest }) => saveGuest(db, host.mine, guest.id, saveGuestForm.parse({ name: 'Zawadi', version: '1' })),
  ],
  ['the guest’s link', ({ host, guest }) => replaceLink(db, host.mine, guest.id)],
  ['two guests who are one', ({ host, guest, other }) => mergeGuest(db, host.mine, guest.id, `/i/${other.link}`)],
  ['the guest, who is forgotten', ({ host, guest }) => forgetGuest(db, host.mine, guest.id)],
  ['no more messages', ({ guest }) => setQuiet(db, guest.link, true)],
  ['a note', ({ host, guest }) => rememberGuest(db, host.mine, guest.id, 'x')],
  [
    'a note, removed',
    ({ guest }) => removeNote(db, guest.link),
    ({ host, guest }) => rememberGuest(db, host.mine, guest.id, 'x'),
  ],
  ['the place', save({ place: 'Karen Club' })],
  ['the day', save({ day: dayIn(31) })],
  ['the seats of the occasion', save({ capacity: '3' }), ({ other }) => answer(db, other.link, yes)],
  [
    'another occasion to which the guest is invited',
    async ({ host, guest }) => {
      await addOccasion(db, host.mine, occasionForm.parse(occasionTypedBy({ name: 'The wedding' })))
      await setSeats(db, host.mine, guest.id, { no: 2, seats: 2 })
    },
  ],
  ['the occasion, cancelled', ({ host }) => cancelOccasion(db, host.mine, 1, 'The road is flooded')],
  ['the card', async (all) => saveSettings(db, all.host.mine, await settingsOf(all, { words: 'Karibuni' }))],
  ['the hosts’ number', ({ host }) => setContact(db, host.mine, '+254712345678')],
  ['the gathering, closed', ({ host }) => setGatheringStatus(db, host.mine, 'closed')],
  [
    'the gathering, stopped by an administrator',
    async ({ host }) =>
      stopGathering(db, host.slug, {
        by: { ...(await somePerson(db, { admin: true })), address: '' },
        why: 'Nobody knows these people',
      }),
  ],
  ['no drive any more', ({ host }) => setDrive(db, host.mine, '')],
  [
    'the drive, which takes no more gifts',
    ({ drive }) => setRows('fund_drives', { id: drive.id }, { status: 'completed' }),
  ],
  [
    'the name of the host',
    ({ host }) => saveProfile(db, host.personId, { fullName: 'Wambui Kamau', username: `w${Date.now()}` }),
  ],
  [
    'the host, who is shut out',
    async ({ host }) =>
      suspend(db, host.personId, { by: { ...(await somePerson(db, { admin: true })), address: '' }, why: 'planted' }),
  ],
  ['the words of an invitation that was sent', saysTo('invitation', 'Njooni wote')],
  ['thanks that were sent', saysTo('thanks', 'Asante kwa kuja'), ({ host }) => over(host.id)],
  ['a post', ({ host }) => posted(host), ({ host }) => over(host.id)],
  [
    'the guest’s wish about a photo',
    async ({ host, guest }) => {
      const { id } = await db
        .selectFrom('post_photos')
        .select('id')
        .orderBy('id', 'desc')
        .where('post_id', 'in', db.selectFrom('gathering_posts').where('gathering_id', '=', host.id).select('id'))
        .executeTakeFirstOrThrow()
      await objectTo(db, { gatheringId: host.id, supporterId: guest.id }, id, 'My child is on it')
    },
    async ({ host }) => void (await somePhoto(db, host)),
  ],
  [
    'a photo, taken down',
    async ({ host }) => {
      const { id } = await db
        .selectFrom('post_photos')
        .select('id')
        .where('post_id', 'in', db.selectFrom('gathering_posts').where('gathering_id', '=', host.id).select('id'))
        .executeTakeFirstOrThrow()
      await removePhoto(db, host.mine, id)
    },
    async ({ host }) => void (await somePhoto(db, host)),
  ],
  [
    'the final account',
    ({ host }) => saveAccount(db, host.mine, { version: 0, lines: [{ what: 'Tents', amount: 300 }] }),
    ({ host }) => over(host.id),
  ],
  [
    'a time that is struck through for those who knew it',
    ({ guest }) => noteSeen(db, guest.link, null),
    async (all) => {
      await save({ place: 'Karen Club' })(all)
      // The guest opens the page a day before the place changes.
      await sql`update occasion_changes set at = at + interval '2 days' where occasion_id = ${all.host.occasionId}`.execute(
        db,
      )
    },
  ],
]

describe('is made again after a change', () => {
  test.each(changes)('%s [T1115]', async (_, change, first) => {
    const all = await two()
    await first?.(all)
    await allHeard()
    const path = `/i/${all.guest.link}`
    const before = await page(path)
    expect(await page(path, slow)).toBe(before)
    await change(all)
    const wanted = await page(path, slow)
    expect(wanted === before).toBe(false)
    await expect.poll(async () => (await page(path)) === wanted, { interval: 20, timeout: 900 }).toBe(true)
  })

  test('and not before: what another guest does that this page does not print leaves it as it is [T1116]', async () => {
    const { host, guest, other } = await two({ showsList: '', showsCount: '' })
    await setRows('occasions', { id: host.occasionId }, { shows_list: false, shows_count: false })
    await allHeard()
    const path = `/i/${guest.link}`
    await page(path)
    await allHeard()
    made()
    await noteSeen(db, other.link, null)
    await answer(db, other.link, yes)
    await setQuiet(db, other.link, true)
    await allHeard()
    await page(path)
    expect(made()).toBe(0)
  })

  test('by the clock: it begins, ends, an answer or an offer is due, a stream opens or shuts, and never later than five minutes [T1117]', () => {
    const now = new Date('2026-11-29T12:00:00Z')
    const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const untilOf = (own: Record<string, Date | null>, offerUntil: Date | null = null) => {
      const occasion = {
        startsAt: later(999),
        endsAt: later(1999),
        answersUntil: null,
        ...own,
        invitation: { offerUntil },
      }
      return (pageUntil([occasion as unknown as Parameters<typeof pageUntil>[0][0]], now) - now.getTime()) / 60_000
    }
    expect(untilOf({})).toBe(5)
    expect(untilOf({ startsAt: later(2) })).toBe(2)
    expect(untilOf({ startsAt: later(-99), endsAt: later(3) })).toBe(3)
    expect(untilOf({ startsAt: later(31) })).toBe(1)
    expect(untilOf({ startsAt: later(-999), endsAt: later(-119) })).toBe(1)
    expect(untilOf({ answersUntil: later(4) })).toBe(4)
    expect(untilOf({}, later(2))).toBe(2)
  })
})

/** The tables that the changes above write. */
const told = new Set(
  `supporters gatherings profiles users fund_drives occasions occasion_seats occasion_changes invitations answers remembered
  messages message_lines gathering_posts post_photos photo_objections gathering_accounts`.split(/\s+/),
)

test('no table is read of which no change above tells [T1118]', async () => {
  const { host, guest } = await two()
  await somePhoto(db, host, guest)
  const asked = new Set<string>()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await page(`/i/${guest.link}`)
  for (const [statement] of query.mock.calls as unknown[][]) {
    const text = typeof statement === 'string' ? statement : (statement as { text?: string }).text
    if (text && /^\s*(select|with)/i.test(text) && !text.includes('tell_topic')) asked.add(text)
  }
  query.mockRestore()
  const read = new Set<string>()
  for (const text of asked) {
    const { rows } = await sql<{ 'QUERY PLAN': unknown }>`explain (generic_plan, format json) ${sql.raw(text)}`.execute(
      db,
    )
    for (const [, name] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g)) read.add(name!)
  }
  expect(read.size).toBeGreaterThan(10)
  expect([...read].filter((name) => !told.has(name))).toEqual([])
})
