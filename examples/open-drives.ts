import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { addPicture } from '#app/base/pictures/picture.server.ts'
import { setWord } from '#app/drives/codes/codes.server.ts'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { createDrive } from '#app/drives/drive/create.server.ts'
import { setDriveStatus, updateDescription } from '#app/drives/drive/manage.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { addBeneficiary, addTreasurers } from './committee.ts'
import { daysFromNow } from './days.ts'
import { type ExampleDrive, exampleDrives } from './drives.ts'
import { recordGifts, showPhotos } from './gifts-and-withdrawals.ts'
import { writeBeside } from './pledges.ts'

// Each drive is opened by the form actions of the features. Only time is written here: nobody can open a drive last month.

type Kept = Awaited<ReturnType<typeof addPicture>>

const dayFromNow = (days: number) =>
  daysFromNow(days + 3 / 24)
    .toISOString()
    .slice(0, 10)

/** Opens the example drives: all but their pictures, which take a while. */
export async function openDrives(db: Db, ownerId: string, withMoney: boolean): Promise<void> {
  for (const example of exampleDrives) await openExample(db, { ownerId, withMoney }, example)
}

type By = { ownerId: string; withMoney: boolean }

async function openExample(db: Db, { ownerId, withMoney }: By, example: ExampleDrive) {
  const { title, word, slogan, category, goal, status, description } = example
  const asked = { title, slogan, category, collects: goal !== undefined, goal: (goal ?? 0) * 100 }
  const { id, slug } = await createDrive(db, ownerId, { ...asked, endDate: null, image: null })
  await updateDescription(db, { ownerId, slug }, { version: 1, description })
  if (word) await setWord(db, { ownerId, slug }, word, { id: ownerId, address: '' })
  const comments: { id: number; at: Date; likes: number }[] = []
  for (const [at, { name = 'Anonymous Supporter', content, daysAgo, likes }] of (example.comments ?? []).entries()) {
    const posted = await postComment(db, slug, { name, content }, `example ${at}`)
    comments.push({ id: posted.id, at: daysFromNow(-daysAgo), likes })
  }
  if (status) await setDriveStatus(db, { ownerId, slug }, status)
  await db.transaction().execute(async (tx) => {
    await moveBack(tx, id, example)
    for (const comment of comments) await giveLikes(tx, comment)
    await fillViews(tx, id, example)
    await bookVisits(tx, id, example)
    await addTreasurers(tx, { id, ownerId }, example)
    if (example.isFor) await addBeneficiary(tx, id, example.isFor)
    if (withMoney) {
      await recordGifts(tx, { driveId: id, title, ownerId })
      await writeBeside(tx, { driveId: id, title, ownerId })
    }
  })
}

async function moveBack(tx: Tx, id: string, { opened, ends, location, status }: ExampleDrive) {
  const at = daysFromNow(-opened)
  const end_date = ends === undefined ? null : dayFromNow(ends)
  // Its picture comes later, and with it its place in the list of fundraisers.
  const listed_at = status === undefined ? at : null
  const times = { created_at: at, published_at: at, updated_at: at, listed_at }
  await tx
    .updateTable('fund_drives')
    .set({ ...times, end_date, ...(location ? { location } : {}) })
    .where('id', '=', id)
    .execute()
  await tx.updateTable('subscriptions').set({ created_at: at }).where('fund_drive_id', '=', id).execute()
}

async function giveLikes(tx: Tx, { id, at, likes }: { id: number; at: Date; likes: number }) {
  await sql`insert into comment_likes (comment_id, visitor)
    select ${id}, 'example ' || n from generate_series(1, ${likes}) n`.execute(tx)
  await tx.updateTable('fund_drive_comments').set({ created_at: at, likes }).where('id', '=', id).execute()
}

/** Views as they come: more after it was shared, more in the evening, most of them on phones. */
async function fillViews(tx: Tx, id: string, { views, opened }: ExampleDrive) {
  const { rows } = await sql<{ id: string }>`
    update subscriptions s set package_id = p.id, views = p.views, used_views = ${views.used}::int,
      remaining_views = p.views - ${views.used}::int
    from subscription_packages p where p.name = ${views.package} and s.fund_drive_id = ${id} and s.status = 'active'
    returning s.id`.execute(tx)
  await sql`
    insert into fund_drive_views (fund_drive_id, subscription_id, visitor, device_type, location, viewer_ip, source, viewed_at)
    select ${id}, ${rows[0]!.id}, 'example ' || n,
      (array['mobile','mobile','mobile','mobile','desktop','mobile','tablet'])[1 + (n * 7919) % 7],
      (array['KE','KE','KE','KE','US','KE','UG','GB','KE','QA','TZ','Unknown','KE'])[1 + (n * 104729) % 13],
      (array['105.163.1.0','197.248.9.0','41.90.64.0','154.159.237.0','102.215.33.0'])[1 + (n * 31) % 5],
      (array['whatsapp','whatsapp','facebook','whatsapp','direct','qr','whatsapp','x','email','whatsapp','other'])[1 + (n * 4409) % 11],
      at
    from (
      select n, date_trunc('day', now()) - interval '3 hours'
        - make_interval(days => floor(power(((n * 7907) % 1000) / 1000.0, 1.6) * ${opened - 1})::int)
        - make_interval(hours => (array[2,3,4,3,5,6,2,9,11,12,4,3,16,8])[1 + (n * 613) % 14], mins => (n * 37) % 60)
        as at
      from generate_series(1, ${views.used}) n
    ) looks order by at`.execute(tx)
}

async function bookVisits(tx: Tx, id: string, { visits = [], opened, place }: ExampleDrive) {
  if (place)
    await tx
      .insertInto('visit_places')
      .values({ fund_drive_id: id, ...place })
      .execute()
  for (const [at, visit] of visits.entries()) {
    const { name, email, phone, time, guests, message = null, status } = visit
    await tx
      .insertInto('fund_drive_reservations')
      .values({
        fund_drive_id: id,
        name,
        email,
        phone,
        message,
        status,
        visit_time: time,
        number_of_guests: guests,
        visit_date: sql<Date>`${dayFromNow(visit.inDays)}::date`,
        sequence: status === 'pending' ? 0 : 1,
        created_at: daysFromNow(Math.max(1 - opened, Math.min(visit.inDays, 0) - 3 - at / 4)),
      })
      .execute()
  }
}

/**
 * Puts the pictures into the example drives, one after the other: each is written in many sizes, so this goes on while
 * the app is open already. A person who looks at a drive meanwhile sees them come.
 */
export async function putPictures(
  db: Db,
  from: { ownerId: string; folder: string; signal: AbortSignal; withMoney: boolean },
  add = addPicture,
): Promise<void> {
  const { ownerId, folder, signal } = from
  const rows = await db.selectFrom('fund_drives').select(['id', 'title']).where('user_id', '=', ownerId).execute()
  const kept = new Map<string, Kept>()
  const keep = async (name: string) => {
    signal.throwIfAborted()
    const bytes = await readFile(path.join(folder, `${name}.webp`))
    const picture = kept.get(name) ?? (await add(db, ownerId, new File([bytes], name, { type: 'image/webp' })))
    kept.set(name, picture)
    return picture
  }
  for (const { title, picture } of exampleDrives) {
    const drive = rows.find((row) => row.title === title)
    if (drive && picture) await showPicture(db, drive.id, await keep(picture))
  }
  if (from.withMoney) for (const { id, title } of rows) await showPhotos(db, { driveId: id, title, ownerId }, keep)
  for (const { title, gallery = [] } of exampleDrives) {
    const drive = rows.find((row) => row.title === title)
    for (const [at, [name, caption]] of gallery.entries())
      if (drive) await hang(db, drive.id, await keep(name), { caption, at })
  }
}

/** As its owner would, but for a drive that has an image by now. */
const showPicture = (db: Db, id: string, { url }: Kept) =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('fund_drives')
      .set({ image_url: url })
      .where('id', '=', id)
      .where('image_url', 'is', null)
      .execute()
    await tell(tx, `drive:${id}`)
  })

const hang = (db: Db, id: string, picture: Kept, { caption, at }: { caption: string; at: number }) =>
  db.transaction().execute(async (tx) => {
    const { url: image_url, ...known } = picture
    await tx
      .insertInto('fund_drive_images')
      .values({ fund_drive_id: id, image_url, caption, display_order: at + 1, ...known })
      .execute()
    await tell(tx, `drive:${id}`)
  })
