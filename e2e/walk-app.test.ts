import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOfPass, passText } from '#app/invitations/door/pass.ts'
import { dbOn, openPool } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { moneyedDrive } from '#test/full-drive.ts'
import { someGathering } from '#test/gatherings.ts'
import { matrix } from '#test/matrix.ts'
import type { Made } from '#test/matrix-rows.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { admin } from './admin.ts'
import { ask, databaseOf } from './database.ts'
import { keepSeen, recallSeen } from './seen.ts'
import { beSignedIn } from './session.ts'
import { visitor } from './visitor.ts'
import { looks, type Places, placesOf, walk, wishesFor } from './walk.ts'
import { type House, openHouse } from './whole.ts'

// The walk of walk.test.ts through the pages of guests, hosts and the back office: in a house of their own, where the examples may
// speak another language, and with one of everything that the back office decides about.

const host = { email: 'owner@harambee.test' }
const titles = {
  night: 'An evening for Mama Achieng',
  day: 'Boots Day of Umoja FC',
  ruracio: 'Ruracio ya Wambui na Kiprop',
}
/** Pictures of what is made here. */
const noFile = /404 GET .*media\/drives/
let own: House
let made: Made
let stopped: string

beforeAll(async () => {
  recallSeen('walk-app')
  own = await openHouse()
  // What is made is made here, in the app's database, by the form actions of the features.
  scriptedProvider()
  useMobileMoney(pretendRail())
  settings.AUTH_SECRET = fs.readFileSync(path.join(own.dataDir, 'secret'), 'utf8').trim()
  const pool = openPool(databaseOf(own))
  const db = dbOn(() => pool)
  const { id } = await db.selectFrom('users').where('email', '=', host.email).select('id').executeTakeFirstOrThrow()
  made = await moneyedDrive(db, id)
  stopped = (await someGathering(db)).slug
  const is = { user_id: id, status: 'stopped', stopped_why: 'Reported', stopped_from: 'open' } as const
  await db.updateTable('gatherings').set(is).where('slug', '=', stopped).execute()
  await pool.end()
}, 240_000)
afterAll(() => {
  keepSeen('walk-app')
  useMobileMoney(undefined)
  settings.AUTH_SECRET = undefined
  return own?.stop()
})

/** What a statement finds first. */
const first = async (statement: string, values: unknown[]) =>
  String(Object.values((await ask(own, statement, values))[0]!)[0])
const slugOf = (name: keyof typeof titles) => first('select slug from gatherings where title = $1', [titles[name]])
const guestOf = (name: keyof typeof titles, guest: string, what: 'id' | 'link' = 'link') =>
  first(
    `select s.${what} from supporters s join gatherings g on g.id = s.gathering_id where g.title = $1 and s.name like $2`,
    [titles[name], `${guest}%`],
  )

async function ofGuests(): Promise<Places> {
  const link = await guestOf('night', 'Amina Yusuf')
  const own = await first('select link from supporters where id = $1', [made.guest])
  const pass = bodyOfPass({ tag: 0, invitation: randomUUID(), version: 1, seats: 2 })
  return {
    'i/:link': [
      `/i/${link}`,
      `/i/${await guestOf('night', 'Ja Uyoma')}`,
      `/i/${await guestOf('day', 'Umoja Traders')}`,
      `/i/${await guestOf('ruracio', 'Pasta')}`,
    ],
    'i/:link/pass/:no': [`/i/${link}/pass/2`],
    'i/:link/photos/:photo': [`/i/${own}/photos/${made.photo}`],
    'invitation/:slug': [`/invitation/${await slugOf('night')}`],
    'p/:pass': [passText('', pass, new Uint8Array(64)).replace('/P/', '/p/')],
  }
}

async function ofHosts() {
  const slug = await slugOf('night')
  const guest = await guestOf('night', 'Min Atieno', 'id')
  const household = await first('select r.id from remembered r join users u on u.id = r.user_id where u.email = $1', [
    host.email,
  ])
  const id = await first(
    `select m.id from messages m join gatherings g on g.id = m.gathering_id join message_lines l on l.message_id = m.id
      where g.slug = $1 and l.way = 'hand' order by l.state = 'queued' desc limit 1`,
    [slug],
  )
  const drive = (page: string) => [`/fund-drive/heal-mama-achieng/${page}`]
  const full = ['home', 'images', 'video', 'donations', 'comments', 'rsvps', 'analytics', 'payouts', 'statement']
  const places: Places = {
    'gathering/:slug/stopped': [`/gathering/${stopped}/stopped`],
    'gathering/:slug/after': [`/gathering/${slug}/after`, `/gathering/${await slugOf('day')}/after`],
    'gathering/:slug/guests/gave': [`/gathering/${slug}/guests/gave`, `/gathering/${await slugOf('day')}/guests/gave`],
    // Here there is more on them than on a drive of walk.test.ts.
    dashboard: ['/dashboard'],
    ...Object.fromEntries(full.map((page) => [`fund-drive/:slug/${page}`, drive(page)])),
  }
  return { places, ids: { slug, guest, no: '2', id, household } as Record<string, string> }
}

for (const { look: plain, name, ...how } of looks) {
  const look = { ...plain, expectFaults: noFile }
  const wishes = () => ({ ...wishesFor(look), url: own.url })
  const signedIn = async (who: { email: string }) => {
    await ask(own, 'update users set language = $2 where email = $1', [who.email, look.language])
    const seen = await visitor(wishes())
    await beSignedIn(seen.page, who)
    return seen
  }

  test(`the pages of guests, ${name}`, how, async () => {
    const guest = await visitor(wishes())
    expect(
      await walk(
        guest,
        placesOf('guest', await ofGuests(), () => undefined),
        look,
      ),
    ).toEqual([])
  })

  test(`the pages of hosts, ${name}`, how, async () => {
    const { places, ids } = await ofHosts()
    expect(
      await walk(
        await signedIn(host),
        placesOf('host', places, (id) => ids[id]),
        look,
      ),
    ).toEqual([])
  })

  test(`the pages of the office, ${name}`, how, async () => {
    const idOf = (id: string, page: string) => made[matrix[page]!.office!.for[id]!]
    expect(await walk(await signedIn(admin), placesOf('office', {}, idOf), look)).toEqual([])
  })
}
