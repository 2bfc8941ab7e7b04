import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#app/features/comments/comment.server.ts'
import { commentForm } from '#app/features/comments/comment-forms.ts'
import { publicDrive } from '#app/features/drives/drive.server.ts'
import { previewVersion } from '#app/features/drives/preview-picture.server.ts'
import { addVideo } from '#app/features/gallery/videos.server.ts'
import { bookVisit } from '#app/features/visits/visit.server.ts'
import { visitForm } from '#app/features/visits/visit-forms.ts'
import { dayAt } from '#app/kit/time.ts'
import { house } from '#app/platform/house.server.ts'
import { openHttp } from '#app/platform/http.server.ts'
import { type Answered, listening } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { signedIn, somebody, someDrive } from '#test/make.ts'
import { type Answer, asked, type Drive, everybody, matrix, type Role, roles } from '#test/matrix.ts'
import { openingProvider } from '#test/pretend-provider.ts'
import { allLines, buildOf, type Line } from '#test/whole-build.tsx'

// Every address × everybody × the right drive, somebody else's, and one that is not there. Asked through the whole house,
// as browsers ask.

const db = await testDatabase()
const server = openHttp(async () => build, 'production', { files: 'public' })
let lines: Line[]
let build: ReturnType<typeof buildOf>
let at: Awaited<ReturnType<typeof listening>>
let ownerId: string
const cookies: Record<Role, string> = { visitor: '', expired: '', other: '', owner: '', admin: '' }

beforeAll(async () => {
  openingProvider()
  lines = await allLines()
  build = buildOf(lines)
  house.ready(async () => {})
  at = await listening(server)
  for (const role of ['expired', 'other', 'owner', 'admin'] as const) {
    const person = await somebody(db, { admin: role === 'admin', email: `${role}@secret.test` })
    if (role === 'owner') ownerId = person.id
    cookies[role] = (await signedIn(person)).headers.get('cookie') ?? ''
    if (role === 'expired')
      await sql`update sessions set expires_at = now() - interval '1 second' where user_id = ${person.id}`.execute(db)
  }
}, 120_000)
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** A drive of the owner's with one of everything. */
async function fullDrive(): Promise<Drive> {
  const { id, slug } = await someDrive(db, { ownerId })
  const picture = `/media/drives/${randomBytes(16).toString('hex')}-800.jpg`
  const size = { width: 800, height: 600, colour: '#aabbcc' }
  await db
    .insertInto('pictures')
    .values({
      url: picture,
      user_id: ownerId,
      ...size,
      files: JSON.stringify([{ key: picture.slice(7), bytes: 1, sha256: '0' }]),
    })
    .execute()
  const image = await db
    .insertInto('fund_drive_images')
    .values({ fund_drive_id: id, image_url: picture, caption: '', display_order: 1, ...size })
    .returning('id')
    .executeTakeFirstOrThrow()
  const video = await addVideo(db, id, 'https://youtu.be/ccccccccccc')
  const comment = await postComment(db, slug, commentForm.parse({ content: `Asante ${id}` }), 'a-visitor')
  const typed = { name: 'G', email: 'guest@secret.test', phone: '0712345678', date: dayAt(new Date()), time: '16:00' }
  const visit = await bookVisit(db, slug, visitForm.parse({ ...typed, date: dayAt(new Date(Date.now() + 2e8)) }), 'en')
  const found = await publicDrive(db, slug, { personId: null, visitor: '' })
  const preview = 'drive' in found ? previewVersion(found.drive) : ''
  return { id, slug, image: image.id, video: video.id, picture, comment: String(comment.id), visit: visit.id, preview }
}

/** Everything that is kept of a drive, to see whether something changed. */
async function keptOf({ id }: Drive): Promise<string> {
  const { rows } = await sql`
    select (select jsonb_agg(d) from fund_drives d where id = ${id}) d,
      (select jsonb_agg(i order by id) from fund_drive_images i where fund_drive_id = ${id}) i,
      (select jsonb_agg(v order by id) from fund_drive_videos v where fund_drive_id = ${id}) v,
      (select jsonb_agg(c order by id) from fund_drive_comments c where fund_drive_id = ${id}) c,
      (select jsonb_agg(r order by id) from fund_drive_reservations r where fund_drive_id = ${id}) r`.execute(db)
  return JSON.stringify(rows)
}

const isPage = (path: string) => Boolean(lines.find((line) => line.whole === path && line.module.default))
function addressOf(path: string, { slug, preview }: Pick<Drive, 'slug' | 'preview'>) {
  const plain = `/${path}`.replace(':slug', slug).replace(':file', `${preview}.jpg`).replace('*', 'nothing-here')
  return isPage(path) && path !== '' ? `${plain}.data` : plain
}
const get = (path: string, role: Role, drive: Pick<Drive, 'slug' | 'preview'>) =>
  at.ask(addressOf(path, drive), { headers: { cookie: cookies[role], 'user-agent': 'Firefox/150' } })

async function post(path: string, role: Role, slug: string, fields: Record<string, string | Blob>) {
  await db.deleteFrom('rate_limits').execute()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = new Response(body)
  return at.ask(`/${path}.data`.replace(':slug', slug), {
    method: 'POST',
    headers: {
      ...{ cookie: cookies[role], origin: at.origin, 'user-agent': 'Firefox/150' },
      'content-type': sent.headers.get('content-type')!,
    },
    body: Buffer.from(await sent.arrayBuffer()),
  })
}

function meant({ status, headers, text }: Answered): Answer {
  if (/^\/auth\b/.test(headers.location ?? '') || (status === 202 && text.includes('"/auth'))) return 'auth'
  return status < 400 ? 'yes' : status
}

test('every address of the product has its row, and no row stands for an address that is gone', () => {
  const known = [...new Set(lines.filter(({ module }) => !isFrame(module)).map(({ whole }) => whole))].sort()
  expect([...Object.keys(matrix), ...Object.keys(asked)].sort()).toEqual(known)
})
/** A layout is no address. */
const isFrame = (module: Line['module']) =>
  'middleware' in module && !lines.some((one) => one.module === module && one.path)

const rows = Object.entries(matrix).map(([path, row]) => ({ path, row }))

test.each(rows)(
  '/$path is for whom it is',
  async ({ path, row }) => {
    const drive = await fullDrive()
    const expected = row.get
    if (expected) {
      for (const role of roles) expect([role, meant(await get(path, role, drive))]).toEqual([role, expected[role]])
    }
    for (const [state, answers] of [['paused', row.paused] as const, ['usedUp', row.usedUp] as const]) {
      if (!answers) continue
      const one = await fullDrive()
      if (state === 'paused') await sql`update fund_drives set status = 'paused' where id = ${one.id}`.execute(db)
      else
        await sql`update subscriptions set remaining_views = 0, views = 0, used_views = 0 where fund_drive_id = ${one.id}`.execute(
          db,
        )
      for (const role of roles) {
        const answer = await get(path, role, one)
        expect([state, role, meant(answer)]).toEqual([state, role, answers[role]])
        if (answer.status >= 400 && role !== 'owner')
          expect(answer.text).not.toMatch(/Asante|Achieng|KES|(owner|guest)@secret/)
      }
    }
    // One that is not there is missing to everybody who is asked for nothing else first.
    if (expected && path.includes(':slug') && !path.endsWith('seen.gif'))
      expect(meant(await get(path, 'owner', { slug: 'no-such-drive', preview: drive.preview }))).toBe(404)
  },
  60_000,
)

const deeds = Object.entries(matrix).flatMap(([path, { post }]) => (post ? [{ path, post }] : []))

test.each(deeds)(
  'POST /$path is done by whom it may, below their own drive',
  async ({ path, post: { who, sent } }) => {
    const [drive, another] = [await fullDrive(), await fullDrive()]
    const isOpen = who.visitor === 'yes'
    const before = [await keptOf(drive), await keptOf(another)]
    for (const role of roles) {
      if (who[role] === 'yes') continue
      expect([role, meant(await post(path, role, drive.slug, sent(drive, drive)))]).toEqual([role, who[role]])
    }
    expect([await keptOf(drive), await keptOf(another)]).toEqual(before)
    // What stands below another drive is missing here, even where both are the same person's.
    const fields = sent(another, drive)
    if ((['image', 'video', 'comment', 'visit'] as const).some((name) => fields[name] === another[name])) {
      expect(meant(await post(path, 'owner', drive.slug, fields))).toBe(404)
      expect([await keptOf(drive), await keptOf(another)]).toEqual(before)
    }
    if (path.includes(':slug')) expect(meant(await post(path, 'owner', 'no-such-drive', sent(drive, drive)))).toBe(404)
    for (const role of isOpen || path.startsWith('dashboard') ? roles : (['owner'] as const))
      expect([role, meant(await post(path, role, drive.slug, sent(drive, drive)))]).toEqual([role, who[role]])
    expect(await keptOf(another)).toBe(before[1])
    const row = await db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', drive.id).selectAll().execute()
    expect(row.every(({ likes }) => likes <= 5)).toBe(true)
  },
  60_000,
)

test.each(deeds)(
  'POST /$path from a page elsewhere, or from nowhere, is turned away',
  async ({ path, post: { sent } }) => {
    const drive = await fullDrive()
    const before = await keptOf(drive)
    const body = new URLSearchParams(
      Object.entries(sent(drive, drive)).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ).toString()
    const type = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookies.owner }
    for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, {}])
      for (const end of ['', '.data']) {
        const to = `/${path}`.replace(':slug', drive.slug) + end
        const { status } = await at.ask(to, { method: 'POST', headers: { ...type, ...from }, body })
        expect([JSON.stringify(from), end, status]).toEqual([JSON.stringify(from), end, 403])
      }
    expect(await keptOf(drive)).toBe(before)
  },
)

test('a public page tells nobody what is its owner’s alone', async () => {
  const drive = await fullDrive()
  const say = (content: string) => postComment(db, drive.slug, commentForm.parse({ content }), 'another-visitor')
  await say('Quarantined words at www.win.com')
  const hidden = await say('Hidden words')
  await sql`update fund_drive_comments set state = 'hidden' where id = ${hidden.id}`.execute(db)
  const secrets = ['secret.test', '712345678', 'a-visitor', 'another-visitor', 'Quarantined', 'Hidden', ownerId]
  const kept = await db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', drive.id).selectAll().execute()
  secrets.push(...kept.flatMap(({ fingerprint, once }) => [fingerprint, once ?? 'no-key']))
  for (const path of Object.keys(matrix).filter((one) => /^(fundraiser|fund-drive)\/:slug(\/com|\/book|$)/.test(one))) {
    if (matrix[path]?.get !== everybody) continue
    for (const role of ['visitor', 'expired', 'other'] as const) {
      const { text } = await get(path, role, drive)
      const told = secrets.filter((one) => text.includes(one) && !(role === 'other' && one === 'secret.test'))
      expect([path, role, told]).toEqual([path, role, []])
    }
  }
})
