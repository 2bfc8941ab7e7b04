import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { postComment } from '#app/drives/comments/comment.server.ts'
import { commentForm } from '#app/drives/comments/comment-forms.ts'
import { dayAt } from '#app/kit/time.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { adminBrowser } from '#test/admin-browser.ts'
import { wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive } from '#test/make.ts'
import { fundedDrive, gift } from '#test/money.ts'
import { oneRow, query } from '#test/rows.ts'

// The first page of the back office, its reports, its settings and jobs, and what an administrator sees of an owner's pages.

const db = await testDatabase()
const { people, get, main, read, row, file, send, does } = adminBrowser(db)
const lastLine = () =>
  db.selectFrom('audit_log').select(['act', 'why']).orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
/** A drive of a title that no other has, with these gifts. */
async function given(title: string, ...shillings: number[]) {
  const drive = await someDrive(db, { title, ownerId: people.owner.id })
  for (const one of shillings) await gift(db, drive.id, one * 100)
  return drive
}

test('seven cards lead to seven pages, and what waits leads to where it is dealt with [T16]', async () => {
  expect((await get('/admin', people.owner)).status).toBe(403)
  const drive = await fundedDrive(db, [100_000], 'phone', people.owner.id)
  await drive.ask(50_000)
  const spam = commentForm.parse({ name: 'Baraka', content: 'Look at www.number.com' })
  await postComment(db, drive.slug, spam, 'a visitor')
  const { html, words } = await main('/admin')
  const cards = [...html.matchAll(/<dl\b.*?<\/dl>/gs)].flatMap(([list]) => [
    ...list.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs),
  ])
  expect(Object.fromEntries(cards.map(([, to, name]) => [wordsOf(name!), to]))).toEqual({
    'Revenue Sales': '/admin/revenue-sales',
    'Revenue Donations': '/admin/revenue-donations',
    'System Users': '/admin/system-users',
    'Fund Drives': '/admin/fund-drives',
    Donations: '/admin/donations',
    'Withdrawal Requests': '/admin/withdrawal-requests',
    Payouts: '/admin/payouts',
  })
  expect(words).toContain('Heal Mama Achieng')
  for (const to of ['?kind=comment', '?kind=withdrawal']) expect(html).toContain(`href="/admin${to}"`)
  const tasks = async (kind: string) =>
    wordsOf(/<ol[^>]*aria-label="Needs attention".*?<\/ol>/s.exec((await main(`/admin?kind=${kind}`)).html)![0])
  expect(await tasks('withdrawal')).toContain('KSH 500')
  expect(await tasks('comment')).not.toContain('KSH 500')
})

test('Revenue Sales is five percent of what was given, by day and by drive, and the file says the same [T269]', async () => {
  await given('Borehole of Garissa', 1000, 500)
  const path = '/admin/revenue-sales?search=Borehole'
  for (const by of ['', '&by=week', '&by=month', '&by=drive&sort=fee']) {
    const words = await read(path + by)
    for (const tile of [
      'Revenue Sales KSH 75 ',
      'Accrued KSH 75 ',
      'Collected at withdrawal KSH 0 ',
      'Still to be collected KSH 75 ',
    ])
      expect(words).toContain(tile)
  }
  expect(await read(path)).toContain('Accrued: KSH 75 in all')
  expect(await row(`${path}&by=drive`, 'Borehole')).toContain('2 KSH 75 ')
  const [heads, ...lines] = await file('/admin/revenue-sales.csv?search=Borehole&by=drive')
  expect([heads, lines]).toEqual([expect.stringContaining('Accrued (KSH)'), ['Borehole of Garissa,2,75,0,75,0,0']])
})

test('Revenue Donations shows gross, fees and net, by channel too', async () => {
  await given('Well of Wajir', 2000)
  const path = '/admin/revenue-donations?search=Wajir'
  const words = await read(`${path}&by=channel`)
  for (const tile of ['Gross KSH 2,000 ', 'Provider fees KSH 30 ', 'Net KSH 1,970 ']) expect(words).toContain(tile)
  expect(await row(`${path}&by=channel`, 'Mobile')).toContain('KSH 2,000')
  expect((await file('/admin/revenue-donations.csv?search=Wajir&by=channel'))[1]).toBe('Mobile,1,2000,30,0,1970')
  expect(await read(`${path}&channel=online`)).toContain('Gross KSH 0 ')
  expect(await read(`${path}&from=2020-01-01&to=2020-12-31`)).toContain('Gross: nothing in this period.')
})

test('an owner’s pages can be read with masked numbers, nothing on them can be pressed, and each access is in the log [T291]', async () => {
  const { slug } = await fundedDrive(db, [100_000], 'phone', people.owner.id)
  const base = `/fund-drive/${slug}`
  const bar = 'You see this fund drive as an administrator. Nothing can be changed here.'
  for (const [path, gone] of [
    ['home', 'Withdraw Funds'],
    ['info', 'Withdraw Funds'],
    ['description', 'Edit Description'],
    ['images', 'Add Image'],
    ['video', 'Add Video'],
    ['comments', 'Hide'],
    ['rsvps', 'Confirm'],
    ['settings', 'Delete fund drive'],
    ['pledges', 'Paste a list'],
    ['payouts', 'Withdraw Funds'],
  ] as const) {
    const { text, words } = await get(`${base}/${path}`, people.admin)
    expect([path, words]).toEqual([path, expect.stringContaining(bar)])
    const pressed = [...text.matchAll(/<(a|button)\b(?![^>]*\sdisabled)[^>]*>(.*?)<\/\1>/gs)].map(([, , name]) =>
      wordsOf(name!),
    )
    expect([path, pressed]).not.toEqual([path, expect.arrayContaining([gone])])
    expect(pressed).not.toContain('Save Settings')
  }
  const payouts = await get(`${base}/payouts`, people.admin)
  expect(payouts.words).toContain('•••• 5678')
  expect(payouts.text).not.toContain('712345678')
  expect(await send(`${base}/settings/status`, { status: 'paused' })).toMatchObject({
    status: 403,
    words: expect.stringContaining('Nothing can be changed here'),
  })
  expect(await read(`${base}/payouts/withdraw`)).toContain('Nothing can be changed here')
  await read(`${base}/donations?search=zawadi`)
  const access = await row('/admin/audit?looks=on', 'Searched for: zawadi')
  for (const said of ['Wanjiru admin', 'Viewed', 'Heal Mama Achieng', 'Page: Donations']) expect(access).toContain(said)
  expect(await row('/admin/audit?looks=on', 'Audit Log')).toContain('Viewed')
  expect(await read('/admin/audit?act=exported&to=2020-01-01')).toContain('No such lines')
  const lines = (await file('/admin/audit.csv?act=seen')).slice(1)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.filter((line) => !line.includes('Viewed'))).toEqual([])
})

/** A job that was tried as often as it may be; nobody gave this gift, so once it is tried again it is done. */
async function failedJob(error: string): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`select id::text from graphile_worker.add_job('mail-receipt', '{"donationId": 999999}'::json)`.execute(db)
  await query`update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${error} where id = ${rows[0]!.id}::bigint`
  return rows[0]!.id
}

test('a failed job is found, tried again or dropped, each with a reason; then there is none', async () => {
  const [again, dropped] = [await failedJob('no mail server at ten'), await failedJob('the letterbox is full')]
  const all = await read('/admin/jobs')
  for (const said of ['2 failed jobs', 'no mail server at ten', 'the letterbox is full']) expect(all).toContain(said)
  expect(await does('/admin/jobs/again', { job: again, why: '' })).toContain('Please say why.')
  expect(await does('/admin/jobs/again', { job: again, why: 'The server is back' })).toContain('The job is tried again')
  expect(await lastLine()).toEqual({ act: 'job tried again', why: 'The server is back' })
  expect(await read('/admin/jobs?search=nothing+like+it')).toContain('No such jobs')
  expect(await does('/admin/jobs/drop', { job: dropped, why: 'Nobody needs it' })).toContain('The job was dropped')
  expect(await read('/admin/jobs')).toContain('No failed jobs')
})

test('a setting is changed with a reason, holds at once, and goes back to its default [T335]', async () => {
  const choose = (fields: Record<string, string>) =>
    does('/admin/settings/choose', { name: 'LANDING_COUNTRIES', why: 'Counted', ...fields })
  expect(await choose({ value: '<b>' })).toContain('This value is not possible here.')
  expect(await choose({ value: '37+', why: '' })).not.toContain('Setting saved')
  expect(await read('/', 'owner')).toContain('15+')
  expect(await choose({ value: '37+' })).toContain('Setting saved')
  expect(await read('/', 'owner')).toContain('37+')
  expect(await choose({ value: '37+', default: 'on' })).toContain('Setting saved')
  expect(await read('/', 'owner')).toContain('15+')
})

test('on a public server the form asks whether own figures are true; refused at the tick, it changes nothing [T1011]', async () => {
  const { isForReal } = settings
  Object.assign(settings, { isForReal: true })
  try {
    const choose = (fields: Record<string, string>) =>
      does('/admin/settings/choose', { name: 'LANDING_FIGURES', value: 'spec', why: 'Ours', ...fields })
    expect(await read('/admin/settings')).toContain('These figures are true')
    expect(await choose({})).toContain('Please tick that these figures are true.')
    expect(await choose({ saidTrue: 'on' })).toContain('Setting saved')
    expect(await choose({ name: 'LANDING_RAISED', value: '3M+', saidTrue: 'on' })).toContain('Setting saved')
    const landing = await read('/', 'owner')
    expect(landing).toContain('KES 3M+ funds raised')
    expect(landing).not.toContain('campaigns')
    expect(await row('/admin/audit', 'Said to be true')).toContain('3M+')
    for (const name of ['LANDING_FIGURES', 'LANDING_RAISED'])
      expect(await choose({ name, default: 'on' })).toContain('Setting saved')
  } finally {
    Object.assign(settings, { isForReal })
  }
  expect(await read('/admin/settings')).not.toContain('These figures are true')
})

test('a package is added and taken from sale', async () => {
  const made = { name: 'Festival', description: '', views: '20,000', amount: '123', why: 'For the festival' }
  expect(await does('/admin/settings/package', made)).toContain('$123 · KSH 15,990')
  const { id } = await oneRow('subscription_packages', { name: 'Festival' })
  expect(await does('/admin/settings/package/close', { id, why: 'It is over' }, 'admin', '/admin/settings')).toContain(
    'Package taken from sale',
  )
  expect(await read('/admin/settings')).not.toContain('Festival')
})

test('a category of fund drives is added, chosen, and hidden [T1076]', async () => {
  const made = { english: 'Harvest', swahili: 'Mavuno', place: '7', why: 'Many ask for it' }
  expect(await does('/admin/settings/category', { ...made, english: 'medical' })).toContain(
    'One of the ten categories has this name.',
  )
  expect(await does('/admin/settings/category', { ...made, place: '0' })).toContain('a whole number from 1 to 999')
  expect(await does('/admin/settings/category', made)).toContain('Category saved')
  expect(await read('/admin/settings')).toContain('Mavuno')
  expect(await read('/dashboard/new', 'owner')).toContain('Harvest')
  const id = String((await oneRow('own_categories', { english: 'Harvest' })).id)
  expect(await does('/admin/settings/category', { ...made, id, hidden: 'on' })).toContain('Category saved')
  expect(await read('/dashboard/new', 'owner')).not.toContain('Harvest')
  const remove = { id, why: 'Nobody wants it' }
  const removed = await does('/admin/settings/category/remove', remove, 'admin', '/admin/settings')
  expect(removed).toContain('Category removed')
  expect(await read('/admin/settings')).not.toContain('Mavuno')
})

test('a tariff of M-Pesa is entered, also one of nothing; what can’t be is refused with words', async () => {
  const at = '/admin/mpesa/tariffs'
  const [yesterday, today] = [-1, 0].map((days) => dayAt(new Date(Date.now() + days * 86_400_000))) as [string, string]
  const enter = (from: string, to: string, fee: string, since = today) =>
    does(at, { what: 'paybill', bearer: 'business', from, to, fee, since })
  expect(await read(at)).toContain('None is entered: the payer bears the tariff')
  const entered = await enter('1', '100', '0')
  for (const said of ['The tariff is entered', 'KSH 1 to KSH 100: KSH 0']) expect(entered).toContain(said)
  for (const [from, to, fee, since, said] of [
    ['100', '500', '5', today, 'A tariff of this day covers some of these amounts already.'],
    ['101', '500', '6', today, 'This is more than 5% of the smallest payment.'],
    ['101', '500', '5', yesterday, 'Please choose today or a later day'],
    ['101', '50', '5', today, 'Up to is less than from.'],
  ] as const)
    expect(await enter(from, to, fee, since)).toContain(said)
  expect(await enter('101', '500', '5')).toContain('KSH 101 to KSH 500: KSH 5')
})
