import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { useStore } from '#app/platform/pictures/media.server.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive } from '#test/full-drive.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'
import type { Drive } from '#test/matrix-rows.ts'
import { wholeApp } from '#test/whole-app.ts'

leavesSomethingBehind()

// What forms say when nothing can be written down: a table refuses, and each form has its own words for it.

const db = await testDatabase({ asOwner: true })
const at = wholeApp()
let owner = { id: '', cookie: '' }
let photo = new Blob()

beforeAll(async () => {
  // Pictures need no disk here: what is kept of them in the database is what fails.
  useStore(new Proxy({} as Parameters<typeof useStore>[0], { get: () => async () => {} }))
  const person = await somePerson(db)
  owner = { id: person.id, cookie: (await signedIn(person)).headers.get('cookie') ?? '' }
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  photo = new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' })
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'nothing is written here today'; end $$`.execute(db)
}, 120_000)

let refusing = ''
async function refuse(table: string) {
  refusing = table
  await sql`create trigger refuses before insert or update or delete on ${sql.table(table)}
    for each statement execute function refuse()`.execute(db)
}
afterEach(async () => {
  if (refusing) await sql`drop trigger if exists refuses on ${sql.table(refusing)}`.execute(db)
})

async function post(path: string, drive: Drive, fields: Record<string, string | Blob>) {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = new Response(body)
  const { status, text } = await at.ask(`/${path.replace(':slug', drive.slug)}.data`, {
    method: 'POST',
    headers: {
      cookie: owner.cookie,
      origin: at.origin,
      'user-agent': 'Firefox/150',
      'content-type': sent.headers.get('content-type')!,
    },
    body: Buffer.from(await sent.arrayBuffer()),
  })
  return { status, text }
}

/** Its form as the matrix sends it, or this one. */
const form = (path: string, drive: Drive) => matrix[path]!.post!.sent(drive, drive)
const newPerson = { fullName: 'Achieng', username: 'achieng', email: 'a@example.org', password: 'maji-moto' }

test.each<[string, string, string, ((drive: Drive) => Record<string, string | Blob>)?]>([
  ['Sign up failed', 'auth/sign-up', 'users', () => newPerson],
  ['Failed to post comment. Please try again.', 'fundraiser/:slug/comment', 'fund_drive_comments'],
  ['Failed to submit reservation. Please try again.', 'fundraiser/:slug/book-visit', 'fund_drive_reservations'],
  ['Failed to create fund drive. Please try again.', 'dashboard/new', 'fund_drives'],
  ['Error updating settings', 'fund-drive/:slug/info/save', 'fund_drives'],
  ['Error updating settings', 'fund-drive/:slug/settings/status', 'fund_drives'],
  ['Error updating settings', 'fund-drive/:slug/settings/collects', 'fund_drives'],
  ['Error updating description', 'fund-drive/:slug/description', 'fund_drives'],
  ['Error uploading image', 'dashboard/picture', 'pictures', () => ({ image: photo })],
  ['Error uploading image', 'fund-drive/:slug/images/add', 'fund_drive_images', () => ({ image: photo })],
  ['Error removing image', 'fund-drive/:slug/images/remove', 'fund_drive_images'],
  ['Error removing video', 'fund-drive/:slug/video/remove', 'fund_drive_videos'],
])('%j, says /%s [T249]', async (said, path, table, fields = (drive) => form(path, drive)) => {
  const drive = await fullDrive(db, owner.id)
  await db.deleteFrom('rate_limits').execute()
  await refuse(table)
  const { status, text } = await post(path, drive, fields(drive))
  expect([status, text]).toEqual([500, expect.stringContaining(said)])
  expect(text).not.toContain('nothing is written here today')
})
