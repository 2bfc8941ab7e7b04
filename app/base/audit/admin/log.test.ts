import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { states } from '#app/admin/declared.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor, FactValue } from '#app/base/audit/audit.ts'
import { filterQuery } from '#app/kit/list.ts'
import { wordsIn } from '#app/kit/words.ts'
import { testDatabase } from '#test/database.ts'
import { someDrive, somePerson } from '#test/make.ts'
import { factsOfLog, isSum, wordsOfFact } from './log.ts'
import { logList, whoActed } from './log-list.server.ts'

const db = await testDatabase()
let anna: Actor
let ben: Actor
let drive: Awaited<ReturnType<typeof someDrive>>

beforeAll(async () => {
  const admin = (fullName: string) =>
    somePerson(db, { admin: true, fullName, email: `${fullName.toLowerCase()}@x.test` })
  anna = { id: (await admin('Anna')).id, address: '41.90.4.0' }
  ben = { id: (await admin('Ben')).id, address: '41.90.5.0' }
  drive = await someDrive(db, { title: 'Heal Mama Achieng' })
  const line = (one: Parameters<typeof record>[1]) => db.transaction().execute((tx) => record(tx, one))
  const decided = { before: { status: 'processing' }, after: { status: 'rejected', amount: 100_000 } }
  await line({ by: anna, act: 'payout declined', noun: 'payout', subject: 7, ...decided, why: 'A 50% guess' })
  await line({ by: ben, act: 'drive paused', noun: 'drive', subject: drive.id, why: '=cmd()' })
  await line({ by: ben, act: 'person suspended', noun: 'person', subject: anna.id, why: 'Sold their session' })
  const made = { after: { role: 'admin' }, why: 'ADMIN_EMAIL' }
  await line({ by: null, act: 'role changed', noun: 'person', subject: ben.id, ...made })
  await line({ by: null, act: 'donor forgotten', noun: 'donation', subject: '', why: 'npm run forget-donor' })
  // The same, days ago: at eleven in the evening of Nairobi's 2 March.
  const seen = { at: '2026-03-02 20:00+00', by: anna.id, act: 'seen', noun: 'donation', subject: '7' } as const
  await db.insertInto('audit_log').values(seen).execute()
})

/** With views of pages, which are left out unless they are asked for. */
const asked = (query = '') => logList.asked(new URLSearchParams(`looks=on&${query}`))
const found = async (query: string) => (await logList.page(db, asked(query))).rows.map(({ act }) => act)

test('views of pages are left out unless they are asked for', async () => {
  const plain = async (query: string) =>
    (await logList.page(db, logList.asked(new URLSearchParams(query)))).rows.map(({ act }) => act)
  expect(await plain('')).toEqual((await found('')).filter((act) => act !== 'seen'))
  expect(await plain('')).toContain('payout declined')
  expect(await plain('act=seen')).toEqual(['seen'])
})

test('what was done last is first, and page follows page without a gap or a line twice', async () => {
  const all = await found('')
  const decided = ['role changed', 'person suspended', 'drive paused', 'payout declined']
  expect(all).toEqual(['donor forgotten', ...decided, 'seen'])
  const pages: string[] = []
  for (let after: string | null = null; ; ) {
    const page = { ...asked(), list: { ...asked().list, after } }
    const { rows, next }: Awaited<ReturnType<typeof logList.page>> = await logList.page(db, page, 2)
    pages.push(...rows.map(({ act }) => act))
    if (!next) break
    after = next
  }
  expect(pages).toEqual(all)
  expect(await found('sort=at&order=asc')).toEqual([...all].reverse())
})

test.each([
  ['by=nobody', ['donor forgotten', 'role changed']],
  ['act=seen', ['seen']],
  ['noun=person', ['role changed', 'person suspended']],
  ['from=2026-03-02&to=2026-03-02', ['seen']],
  ['from=2026-03-03&to=2026-03-03', []],
  ['to=2026-03-01', []],
  ['search=50%25', ['payout declined']],
  ['search=SOLD', ['person suspended']],
  ['search=%23' + '7', ['payout declined', 'seen']],
  ['search=anna@x.test', ['person suspended']],
  ['search=nothing+like+it', []],
])('%s finds what it means', async (query, acts) => {
  expect(await found(query)).toEqual(acts)
  expect((await logList.page(db, asked(query))).totals).toEqual({ lines: acts.length, more: false })
})

test('who did it, and what about, can be asked for by id and by slug', async () => {
  expect(await found(`by=${ben.id}`)).toEqual(['person suspended', 'drive paused'])
  expect(await found(`search=${drive.slug}`)).toEqual(['drive paused'])
  expect(await found(`search=${anna.id}`)).toEqual(['person suspended'])
})

const odd = ['by=me', 'by=%00', 'act=drop', 'act=constructor', 'noun=__proto__', 'from=2026-02-30', 'search=%00']
test.each([...odd, 'after=zzz', 'after=WyIxIiwiMSJd'])(
  '%s narrows nothing, or finds nothing, and breaks nothing',
  async (query) => {
    expect([0, 6]).toContain((await found(query)).length)
  },
)

test('a line says who, in words, and where to look', async () => {
  const { rows } = await logList.page(db, asked())
  const line = (act: string) => rows.find((row) => row.act === act)
  expect(line('drive paused')).toMatchObject({
    by: { name: 'Ben' },
    address: '41.90.5.0',
    about: 'Heal Mama Achieng',
    to: `/admin/fund-drives/${drive.slug}`,
    through: 'person',
  })
  expect(line('person suspended')).toMatchObject({ about: 'Anna', to: `/admin/system-users/${anna.id}` })
  expect(line('payout declined')).toMatchObject({ about: null, to: '/admin/payouts/7', why: 'A 50% guess' })
  expect(line('role changed')).toMatchObject({ by: null, through: 'setting', about: 'Ben' })
  expect(line('donor forgotten')).toMatchObject({ by: null, through: 'command', to: '/admin/donations' })
})

test('what was before is beside what stands now, and what stayed is left out', () => {
  const facts = factsOfLog({
    before: { status: 'active', goal: 5, note: null },
    after: { status: 'paused', goal: 5, views: 3 },
  })
  expect(facts).toEqual([
    { name: 'status', before: 'active', after: 'paused' },
    { name: 'views', before: undefined, after: 3 },
  ])
  const sums = [isSum('payout', 'amount'), isSum('package', 'amount'), isSum('payout', 'times')]
  expect(sums).toEqual([true, false, false])
})

test('a field that was left empty is no fact, and a no is one', () => {
  const [fact, ...more] = factsOfLog({ before: {}, after: { search: '', suspended: false } })
  expect([fact!.name, more]).toEqual(['suspended', []])
})

test('values that the product has named are read in words, and what a person typed as they typed it', () => {
  const words = (name: string, value: FactValue) => wordsOfFact(name, value)?.message
  const named = {
    role: ['moderator', 'Moderator'],
    status: ['processing', 'processing'],
    how: ['by-hand', 'by hand'],
    way: ['back', 'back to its payer'],
    kind: ['a code that nobody lists', 'An M-Pesa code that nobody lists'],
    act: ['drive paused', 'Paused a fund drive'],
    page: ['donations.csv', 'Donations'],
    search: ['by name or mail', 'a name or an email'],
  }
  for (const [name, [value, says]] of Object.entries(named)) expect(words(name, value!)).toBe(says)
  const typed = { search: 'moderator', value: '130', status: 'constructor', amount: 100 }
  for (const [name, value] of Object.entries(typed)) expect(words(name, value)).toBeUndefined()
})

test('everybody who is in it can be chosen, once', async () => {
  expect((await whoActed(db)).map(({ name }) => name)).toEqual(['Anna', 'Ben'])
})

test('the filter goes along in the address and into the line of the person who looked', () => {
  const query = 'search=x&act=seen&noun=drive&from=2026-01-01'
  expect(filterQuery(asked(query).filter)).toBe(`?${query}&looks=on`)
  const kept = logList.found(new URLSearchParams(`looks=on&${query}`), { words: wordsIn('en'), language: 'en' })
  expect(kept).toEqual({ search: 'x', act: 'seen', noun: 'drive', from: '2026-01-01', looks: true })
})

test('the file holds the lines of the page, and no spreadsheet runs what a person typed', async () => {
  const answer = logList.csv(db, new URLSearchParams('looks=on&noun=drive'), { words: wordsIn('en'), language: 'en' })
  const [head, line, ...rest] = (await answer.text()).trimEnd().split('\r\n')
  expect(head).toContain('When,Who,Email,Network,What was done')
  expect(line).toMatch(/Ben,.*Paused a fund drive.*Heal Mama Achieng.*'=cmd\(\)/)
  expect(rest).toEqual([])
})

test('a list that was looked at leads to the list, and drives and people among the facts have their names', async () => {
  await db.transaction().execute(async (tx) => {
    await record(tx, { by: ben, act: 'seen', noun: 'drive', subject: '', after: { sort: 'created' } })
    await record(tx, { by: ben, act: 'refund asked', noun: 'donation', subject: 9, after: { drive: drive.id } })
    await record(tx, { by: ben, act: 'seen', noun: 'audit log', subject: '', after: { by: anna.id } })
  })
  const { rows } = await logList.page(db, asked(`by=${ben.id}`))
  const line = (act: string, noun: string) => rows.find((row) => row.act === act && row.noun === noun)
  expect(line('seen', 'drive')).toMatchObject({ to: '/admin/fund-drives', about: null })
  expect(line('refund asked', 'donation')?.named).toEqual({ [drive.id]: 'Heal Mama Achieng' })
  expect(line('seen', 'audit log')?.named).toEqual({ [anna.id]: 'Anna' })
})

test('what lists of the back office can be narrowed to has words in the log', () => {
  type View = { fields: Record<string, { options?: { id: string }[] }> }
  const modules = Object.values(
    import.meta.glob<Record<string, Partial<View>>>('../../../**/admin/**/*-list.tsx', { eager: true }),
  )
  const views = modules.flatMap((module) => Object.values(module)).filter((one): one is View => Boolean(one?.fields))
  const options = views.flatMap(({ fields }) =>
    ['state', 'status'].flatMap((name) => fields[name]?.options?.map(({ id }) => id) ?? []),
  )
  expect(options.length).toBeGreaterThan(20)
  expect(options.filter((id) => !states[id])).toEqual([])
})

test('every state that a form action writes down has words', () => {
  const text = globSync('app/**/*.server.ts').map((file) => readFileSync(file, 'utf8'))
  const written = text.join('\n').matchAll(/^.*\b(?:before|after)\b.*$/gm)
  const found = [...written].flatMap(([line]) => [...line.matchAll(/\bstate: '([^']+)'/g)].map(([, state]) => state!))
  expect(found.length).toBeGreaterThan(8)
  expect([...new Set(found)].filter((state) => !states[state])).toEqual([])
})
