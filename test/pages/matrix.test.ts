import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TaskKind, tasks } from '#app/admin/declared.ts'
import { waitingTasks } from '#app/admin/desk/desk.server.ts'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { helperRoles } from '#app/kit/rights.ts'
import { disputeOpened } from '#app/money/disputes/dispute.server.ts'
import { applyResult } from '#app/money/payments/apply.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import type { Answered } from '#test/ask.ts'
import { testDatabase } from '#test/database.ts'
import { fullDrive as driveOf, gone, keptOf as kept, moneyedDrive } from '#test/full-drive.ts'
import { leavesSomethingBehind } from '#test/leave-behind.ts'
import { signedIn, somePerson } from '#test/make.ts'
import { matrix } from '#test/matrix.ts'
import { asked } from '#test/matrix-asked.ts'
import { below, type Question, questions } from '#test/matrix-questions.ts'
import { type Answer, type Asker, type Drive, everybody, type Made, type Row, roles } from '#test/matrix-rows.ts'
import { paid } from '#test/money.ts'
import { pretendRail } from '#test/pretend-rail.ts'
import { scriptedProvider } from '#test/scripted-provider.ts'
import { timePasses } from '#test/time.ts'
import { viewsBought } from '#test/views-bought.ts'
import { wholeApp } from '#test/whole-app.ts'
import { allLines, type Line } from '#test/whole-build.tsx'

leavesSomethingBehind()

// Every address × everybody × the right drive, another person's, and one that is not there. Asked through the whole app,
// as browsers ask.

const db = await testDatabase()
const at = wholeApp()
let lines: Line[]
const ids = {} as Record<Exclude<Asker, 'visitor' | 'expired'>, string>
const cookies: Record<Asker, string> = {
  visitor: '',
  expired: '',
  other: '',
  treasurer: '',
  secretary: '',
  helper: '',
  owner: '',
  admin: '',
}

beforeAll(async () => {
  scriptedProvider()
  // Whatever another file of this process has left.
  useMobileMoney(pretendRail())
  lines = await allLines()
  for (const role of ['expired', 'other', 'treasurer', 'secretary', 'helper', 'owner', 'admin'] as const) {
    const person = await somePerson(db, { admin: role === 'admin', email: `${role}@secret.test` })
    if (role !== 'expired') ids[role] = person.id
    cookies[role] = (await signedIn(person)).headers.get('cookie') ?? ''
    if (role === 'expired') await timePasses('8 days')
  }
}, 120_000)
afterAll(() => useMobileMoney(undefined))

/** A treasurer and a secretary help with each drive of the owner, and one more with its invitation alone. */
async function fullDrive() {
  const drive = await driveOf(db, ids.owner)
  const helping = { invited: 'Otieno', invited_by: ids.owner, accepted_at: new Date(), expires_at: new Date() }
  for (const role of helperRoles)
    await db
      .insertInto('drive_helpers')
      .values({ ...helping, fund_drive_id: drive.id, user_id: ids[role], role })
      .execute()
  await db
    .insertInto('drive_helpers')
    .values({ ...helping, gathering_id: await gatheringIdOf(drive), user_id: ids.helper, role: 'secretary' })
    .execute()
  return drive
}
const gatheringIdOf = async ({ gathering }: Drive) =>
  (await db.selectFrom('gatherings').where('slug', '=', gathering).select('id').executeTakeFirstOrThrow()).id
async function inTurn<One, Done>(all: readonly One[], make: (one: One) => Promise<Done>): Promise<Done[]> {
  const done: Done[] = []
  for (const one of all) done.push(await make(one))
  return done
}
const theirDrive = () => driveOf(db, ids.other)
const keptOf = (drive: Drive) => kept(db, drive)

/** Drives that are only read, or not even that, are made once. They have views for all who look. */
function once<One extends Drive>(make: () => Promise<One>): () => Promise<One> {
  const making = async () => {
    const made = await make()
    await sql`update subscriptions set views = 10000 + used_views, remaining_views = 10000 where fund_drive_id = ${made.id}`.execute(
      db,
    )
    // Old gatherings of a person are closed here, so that there is room for more.
    await sql`update gatherings set created_at = now() + interval '9 years' where slug = ${made.gathering}`.execute(db)
    return made
  }
  let made: Promise<One> | undefined
  return () => {
    made ??= making()
    return made
  }
}
const read = once(fullDrive)
const readAdmin = once(() => moneyedDrive(db, ids.owner))
const notTouched = once(fullDrive)
const notTheirs = once(theirDrive)

const isPage = (path: string) => Boolean(lines.find((line) => line.whole === path && line.module.default))
/** The ids and slugs that an address can hold. */
type Places = Partial<Made>
function addressOf(path: string, places: Places) {
  const slug = path.startsWith('gathering/') ? 'gathering' : 'slug'
  const parts = { slug, guest: 'guest', no: 'occasion', file: 'preview', ...matrix[path]?.office?.for } as Record<
    string,
    keyof Made
  >
  const plain = `/${path}`
    .replace(/:(\w+)/g, (_, name) => (places[parts[name]!] ?? name) + (name === 'file' ? '.jpg' : ''))
    .replace('*', 'nothing-here')
  return isPage(path) && path !== '' ? `${plain}.data` : plain
}
const get = (path: string, role: Asker, places: Places) =>
  at.ask(addressOf(path, places), { headers: { cookie: cookies[role], 'user-agent': 'Firefox/150' } })

async function post(path: string, role: Asker, places: Places, fields: Record<string, string | Blob>) {
  await db.deleteFrom('rate_limits').execute()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const sent = new Response(body)
  return at.ask(`${addressOf(path, places).replace(/\.data$/, '')}.data`, {
    method: 'POST',
    headers: {
      cookie: cookies[role],
      origin: at.origin,
      'user-agent': 'Firefox/150',
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

test('the questions are those of the whole table: everybody, and everything that can be named', () => {
  expect(questions.length).toBeGreaterThan(340)
})

const rows = Object.entries(matrix).map(([path, row]) => ({ path, row }))
const asking = (path: string, does: Question['does']) =>
  questions.filter((one) => one.path === path && one.does === does)

const pausedTells = ['fundraiser/:slug', 'fund-drive/:slug']
const content = /Asante|(owner|guest)@secret/
const all = /Asante|Achieng|KES|(owner|guest)@secret/

test.each(rows.filter(({ row }) => row.get))(
  '/$path is for whom it is [T2]',
  async ({ path, row }) => {
    const mine = await (row.office ? readAdmin() : read())
    const named = { right: mine, theirs: await notTheirs(), missing: { ...gone, preview: mine.preview } }
    for (const { role, named: what, answer } of asking(path, 'get')) {
      // All ask from one network, and some files are limited by it.
      await db.deleteFrom('rate_limits').execute()
      const answered = await get(path, role, named[what as 'right'])
      expect([role, what, meant(answered)]).toEqual([role, what, answer])
      // Nothing of the back office stays in a browser or on the way.
      if (row.office) expect(answered.headers['cache-control']).toBe('private, no-store')
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
        await db.deleteFrom('rate_limits').execute()
        const answer = await get(path, role, one)
        expect([state, role, meant(answer)]).toEqual([state, role, answers[role]])
        if (answer.status >= 400 && role !== 'owner')
          expect(answer.text).not.toMatch(
            // Without views the title and the total stay, so that people can give; a paused page tells both. The content is locked.
            state === 'usedUp' || (state === 'paused' && pausedTells.includes(path)) ? content : all,
          )
      }
    }
  },
  60_000,
)

const formActions = Object.entries(matrix).flatMap(([path, { post, office }]) => (post ? [{ path, post, office }] : []))

test.each(formActions.filter(({ office }) => !office))(
  'POST /$path is done by whom it may, below their own drive',
  async ({ path, post: { who, sent } }) => {
    const [mine, another, theirs] = [await fullDrive(), await notTouched(), await notTheirs()]
    // Some form actions can be done once: each helper does it to a drive of its own.
    const helping = ([...helperRoles, 'helper'] as const).filter((one) =>
      asking(path, 'post').some(
        ({ role, named, answer }) => role === one && named === 'right' && answer === 'yes' && who.visitor !== 'yes',
      ),
    )
    const helped = await inTurn(helping, async (role) => [role, await fullDrive()] as const)
    const before = [await keptOf(mine), await keptOf(another), await keptOf(theirs)]
    const named = { right: mine, theirs, missing: { ...mine, ...gone } }
    const lower = { theirs, missing: { ...mine, ...gone } }
    const isDone = ({ role, answer }: Question) => answer === 'yes' || (role === 'owner' && answer === who.owner)
    for (const asked of asking(path, 'post')) {
      const { role, named: what, answer } = asked
      if (isDone(asked) || (what === 'theirs' && role === 'other')) continue
      const [, under] = /below it (\w+)/.exec(what) ?? []
      const fields = sent(under ? (lower[under as 'theirs'] as Drive) : mine, mine)
      const place = under ? mine : named[what as 'right']
      expect([role, what, meant(await post(path, role, place, fields))]).toEqual([role, what, answer])
    }
    // What is below another drive is missing here, even where both are the same person's.
    const fields = sent(another, mine)
    if (below.some((name) => fields[name] === another[name]))
      expect(meant(await post(path, 'owner', mine, fields))).toBe(404)
    expect([await keptOf(mine), await keptOf(another), await keptOf(theirs)]).toEqual(before)
    for (const role of who.visitor === 'yes' || path.startsWith('dashboard') ? roles : (['owner'] as const))
      expect([role, meant(await post(path, role, mine, sent(mine, mine)))]).toEqual([role, who[role]])
    for (const [role, drive] of helped)
      expect([role, meant(await post(path, role, drive, sent(drive, drive)))]).toEqual([role, 'yes'])
    expect([await keptOf(another), await keptOf(theirs)]).toEqual(before.slice(1))
    const row = await db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', mine.id).selectAll().execute()
    expect(row.every(({ likes }) => likes <= 5)).toBe(true)
  },
  60_000,
)

const adminActions = formActions.filter(({ office }) => office)

const fieldsOf = ({ post, office }: Pick<Row, 'post' | 'office'>, made: Made) =>
  office?.sent ? office.sent(made) : post!.sent(made, made)

test.each(adminActions)(
  'POST /$path is done by administrators only [T206]',
  async ({ path, ...row }) => {
    if (!row.post) return
    const made = await moneyedDrive(db, ids.owner)
    const before = await keptOf(made)
    const missing = { ...made, ...gone }
    for (const { role, named, answer } of asking(path, 'post')) {
      if (named === 'right' && role === 'admin') continue
      const place = named === 'right' ? made : missing
      expect([role, named, meant(await post(path, role, place, fieldsOf(row, made)))]).toEqual([role, named, answer])
    }
    expect(await keptOf(made)).toBe(before)
    expect(meant(await post(path, 'admin', made, fieldsOf(row, made)))).toBe(row.post.who.admin)
  },
  60_000,
)

test.each(formActions)(
  'POST /$path from a page elsewhere, or from nowhere, is turned away',
  async ({ path, ...row }) => {
    const drive = await (row.office ? readAdmin() : read())
    const before = await keptOf(drive)
    const body = new URLSearchParams(
      Object.entries(fieldsOf(row, drive as Made)).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    ).toString()
    const type = {
      'content-type': 'application/x-www-form-urlencoded',
      cookie: cookies[row.office ? 'admin' : 'owner'],
    }
    for (const from of [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }, {}])
      for (const end of ['', '.data']) {
        const to = addressOf(path, drive).replace(/\.data$/, '') + end
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
  const secrets = ['secret.test', '712345678', 'a-visitor', 'another-visitor', 'Quarantined', 'Hidden', ids.owner]
  const written = await db.selectFrom('fund_drive_comments').where('fund_drive_id', '=', drive.id).selectAll().execute()
  secrets.push(...written.flatMap(({ fingerprint, once }) => [fingerprint, once ?? 'no-key']))
  for (const path of Object.keys(matrix).filter((one) => /^(fundraiser|fund-drive)\/:slug(\/com|\/book|$)/.test(one))) {
    if (matrix[path]?.get !== everybody) continue
    for (const role of ['visitor', 'expired', 'other'] as const) {
      const { text } = await get(path, role, drive)
      const told = secrets.filter((one) => text.includes(one) && !(role === 'other' && one === 'secret.test'))
      expect([path, role, told]).toEqual([path, role, []])
    }
  }
})

test('what waits for an administrator leads to a page that is there, whatever kind of payment it is about', async () => {
  const { id, ...made } = await moneyedDrive(db, ids.owner)
  const bought = await viewsBought(db, { id, ownerId: ids.owner })
  await disputeOpened(db, bought.reference, { extId: `views ${bought.id}`, amount: 1000, dueAt: null })
  await applyResult(db, 'paystack', bought.reference, paid(2000))
  const oldest = async (kind: TaskKind) => (await waitingTasks(db, kind)).tasks.slice(0, 1)
  const waiting = (await Promise.all((Object.keys(tasks) as TaskKind[]).map(oldest))).flat()
  // An institution waits only where the rows of the table have added one before.
  const kinds = waiting.map(({ kind }) => kind).filter((kind) => kind !== 'institution')
  expect(new Set(kinds)).toEqual(
    new Set(['withdrawal', 'dispute', 'break', 'suspense', 'claim', 'comment', 'letter', 'invitation', 'paper']),
  )
  const { payout, dispute, discrepancy, money } = made
  const own = Object.entries({ withdrawal: payout, dispute, break: discrepancy, suspense: money, comment: id })
  const all = [...waiting, ...own.map(([kind, one]) => ({ kind: kind as TaskKind, id: one }))]
  const places = all.map(({ kind, id: one }) => tasks[kind].place(one))
  const asAdmin = { headers: { cookie: cookies.admin } }
  for (const place of [...places, `/admin/donations/${bought.id}`]) {
    const { status } = await at.ask(place.replace(/(\?|#|$)/, '.data$1').replace(/#.*/, ''), asAdmin)
    expect([place, status]).toEqual([place, 200])
  }
  // Where comments wait, they are what the page shows.
  const { text } = await at.ask(`/admin/comments.data?drive=${id}`, asAdmin)
  expect(text).toContain(`says ${id}`)
  const form = await at.ask(`/admin/donations/${bought.id}/refund.data`, asAdmin)
  expect(form.status).toBe(404)
})

describe('an administrator on a drive that is another person’s', () => {
  // Files ask for a password of the last ten minutes, and all before took its time.
  beforeAll(async () => void (await sql`update sessions set confirmed_at = now()`.execute(db)))
  const ownPages = Object.entries(matrix).filter(([path, { get }]) => path.startsWith('fund-drive/:slug/') && get)
  const looksAt = async ({ id }: Drive) =>
    (await db.selectFrom('audit_log').where('subject', '=', id).selectAll().orderBy('id').execute()).map((line) => ({
      by: line.by,
      act: line.act,
      noun: line.noun,
      page: (line.after as { page: string }).page,
    }))

  test('leaves a line for each page and file that names people, and for no other [T293]', async () => {
    const drive = await theirDrive()
    const answers = new Map<string, number>()
    for (const [path] of ownPages)
      answers.set(path.replace('fund-drive/:slug/', ''), (await get(path, 'admin', drive)).status)
    const seen = (page: string) => ({
      by: ids.admin,
      act: page.endsWith('.csv') ? 'exported' : 'seen',
      noun: 'drive',
      page,
    })
    const lists = ['donations', 'recorded', 'statement', 'payouts', 'pledges', 'comments', 'rsvps', 'analytics']
    const pages = [
      ...lists.flatMap((page) => [page, `${page}.csv`]),
      'recorded/:gift',
      'payouts/:payout',
      'payouts/changes',
      'money',
      'money/:payout',
      'money/:payout/list',
      'settings/helpers',
      'beneficiary',
      'list',
      'list.txt',
      'list.jpg',
    ]
    expect(await looksAt(drive)).toEqual(expect.arrayContaining(pages.map(seen)))
    expect((await looksAt(drive)).map(({ page }) => page).sort()).toEqual([...pages].sort())
    // A form that stands over such a page brings all of it along: it is refused.
    const isOver = (page: string) => !pages.includes(page) && pages.some((one) => page.startsWith(`${one}/`))
    const over = [...answers].filter(([page]) => isOver(page))
    expect(over).toEqual(expect.arrayContaining([['payouts/withdraw', 403]]))
    expect(over.filter(([, status]) => status !== 403)).toEqual([])
  })

  test('leaves none on their own, and owners leave none', async () => {
    const [own, theirs] = [await driveOf(db, ids.admin), await theirDrive()]
    for (const [path] of ownPages) {
      await get(path, 'admin', own)
      await get(path, 'other', theirs)
    }
    expect([await looksAt(own), await looksAt(theirs)]).toEqual([[], []])
  })

  test('finds what was asked for in the line, and the end of a number only', async () => {
    const drive = await moneyedDrive(db, ids.owner)
    const { text } = await at.ask(`/fund-drive/${drive.slug}/payouts.data`, { headers: { cookie: cookies.admin } })
    expect(text).toContain('M-Pesa')
    expect(text).not.toMatch(/712345678|712 345 678/)
    await at.ask(`/fund-drive/${drive.slug}/donations.data?search=amina`, { headers: { cookie: cookies.admin } })
    const line = await db
      .selectFrom('audit_log')
      .where('subject', '=', drive.id)
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(line).toMatchObject({ after: { page: 'donations', search: 'amina' }, address: '127.0.0.0' })
  })

  test('takes sixty files along in an hour, and is told in words when to come back', async () => {
    const drive = await theirDrive()
    await db.deleteFrom('rate_limits').execute()
    const file = () => get('fund-drive/:slug/comments.csv', 'admin', drive)
    for (let nr = 0; nr < 60; nr++) expect((await file()).status).toBe(200)
    const { status, text, headers } = await file()
    expect([status, text]).toEqual([
      429,
      expect.stringMatching(/^Too many exports in the last hour.*try again in 60 minutes/),
    ])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000)
    await db.deleteFrom('rate_limits').execute()
  })

  test('is told in words that nothing can be changed there [T295]', async () => {
    const drive = await theirDrive()
    const { status, text } = await post('fund-drive/:slug/settings/status', 'admin', drive, { status: 'paused' })
    expect([status, text]).toEqual([403, expect.stringContaining('Nothing can be changed here')])
  })
})
