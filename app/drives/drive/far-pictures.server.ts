import { type SqlBool, sql } from 'kysely'
import { keepFar } from '#app/base/pictures/picture.server.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { descriptionMax } from './drive.ts'
import { driveTexts } from './drive-texts.ts'
import { cleanHtml, isTangled } from './rich-text.server.ts'

// Addresses of pictures elsewhere, from the time before we kept copies of them.

const atOnce = 20
const mostTries = 5

/** Replaces each picture elsewhere that a drive still shows by our copy, some at a time. Run by cron. */
export async function fetchFarPictures(db: Db): Promise<number> {
  let fetched = 0
  for (const { ownerId, url } of await farOnes(db)) {
    const copy = await copyOf(db, ownerId, url)
    if (copy === undefined) continue
    await showCopy(db, ownerId, url, copy)
    fetched++
  }
  return fetched
}

type Far = { ownerId: string; url: string }

/** Finds the pictures elsewhere that were not tried too often. */
async function farOnes(db: Db): Promise<Far[]> {
  const { rows } = await sql<{ owner: string; url: string | null; description: string | null }>`
    select d.user_id as owner, d.image_url as url, null as description from fund_drives d where d.image_url like 'https://%'
    union all
    select d.user_id, i.image_url, null from fund_drive_images i join fund_drives d on d.id = i.fund_drive_id
    where i.image_url like 'https://%'
    union all
    select d.user_id, null, d.description from fund_drives d where d.description like '%<img src="https://%'
    limit 500`.execute(db)
  const all = rows.flatMap(({ owner, url, description }) =>
    (url ? [url] : farPicturesIn(description ?? '')).map((one) => ({ ownerId: owner, url: one })),
  )
  const urls = all.map(({ url }) => url)
  const { rows: left } = await sql<{ url: string }>`
    select url from far_picture_tries where url = any(${urls}::text[])
      and (tries >= ${mostTries} or tried_at > now() - interval '1 hour')`.execute(db)
  const skipped = new Set(left.map(({ url }) => url))
  return all.filter(({ url }) => !skipped.has(url)).slice(0, atOnce)
}

async function copyOf(db: Db, ownerId: string, url: string): Promise<string | undefined> {
  try {
    return await keepFar(db, ownerId, url)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ why: error.message }, 'a picture elsewhere could not be fetched')
    await sql`
      insert into far_picture_tries (url) values (${url})
      on conflict (url) do update set tries = far_picture_tries.tries + 1, tried_at = now()`.execute(db)
    return undefined
  }
}

/** Replaces the address only where it still is: an owner's change in the meantime stays. */
const showCopy = (db: Db, ownerId: string, url: string, copy: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .updateTable('fund_drives')
      .set({ image_url: copy })
      .where('user_id', '=', ownerId)
      .where('image_url', '=', url)
      .execute()
    await sql`
      update fund_drive_images i set image_url = p.url, width = p.width, height = p.height, colour = p.colour
      from pictures p, fund_drives d
      where p.url = ${copy} and d.id = i.fund_drive_id and d.user_id = ${ownerId} and i.image_url = ${url}`.execute(tx)
    const texts = await tx
      .selectFrom('fund_drives')
      .where('user_id', '=', ownerId)
      .where(sql<SqlBool>`description like '%<img src="https://%'`)
      .select(['id', 'description'])
      .forUpdate()
      .execute()
    for (const { id, description } of texts)
      await tx
        .updateTable('fund_drives')
        .set({ description: withOwnPictures(description ?? '', new Map([[url, copy]])) })
        .where('id', '=', id)
        .execute()
  })

/** The most pictures elsewhere that one text may name. */
const mostFar = 5

/** The text with a copy of ours in the place of each picture elsewhere. Refuses with words when one can't be fetched. */
export async function withFarPicturesKept(db: Db, ownerId: string, html: string): Promise<string> {
  // A text that is too long is refused where it is saved.
  if (!/<img\b/i.test(html) || html.length > 4 * descriptionMax || isTangled(html)) return html
  const clean = cleanHtml(html) ?? ''
  const far = farPicturesIn(clean)
  if (far.length > mostFar) throw new Refusal(driveTexts.manyFar, { status: 422, field: 'description' })
  const copies = new Map<string, string>()
  for (const url of far) copies.set(url, await keepFar(db, ownerId, url, 'description'))
  return far.length > 0 ? withOwnPictures(clean, copies) : html
}

const farPicture = /<img src="(https:\/\/[^"]+)"/g

/** The addresses of pictures elsewhere that clean HTML shows, each once. */
const farPicturesIn = (clean: string): string[] => [
  ...new Set([...clean.matchAll(farPicture)].map(([, url]) => read(url!))),
]

/** Clean HTML with other addresses in the place of these. */
const withOwnPictures = (clean: string, copies: Map<string, string>): string =>
  clean.replace(farPicture, (tag, url: string) => {
    const copy = copies.get(read(url))
    return copy ? `<img src="${copy}"` : tag
  })

/** An address as it is, not as HTML writes it. */
const read = (url: string) => url.replace(/&amp;/g, '&')
