import { expect, test } from 'vitest'
import { languages } from '#app/kit/languages.ts'
import { testDatabase } from '#test/database.ts'
import { atOnce, granted } from '#test/money.ts'
import { newAdmin } from '#test/money-now.ts'
import { allRows } from '#test/rows.ts'
import { aboutPage, drafts, writeAbout } from './about.server.ts'
import { aboutNames, blocksOf } from './about.ts'

const db = await testDatabase()
const by = await newAdmin()
const why = 'the lawyer said so'
const shapeOf = (body: string) =>
  blocksOf(body).map((block) => [block.kind, block.kind === 'list' && block.items.length])
const linksOf = (body: string) => [...body.matchAll(/\]\(([^)]+)\)/g)].map(([, to]) => to)

test('every page has a first draft in every language, of the same headings, lists and links', () => {
  for (const name of aboutNames)
    for (const language of Object.keys(languages) as (keyof typeof languages)[]) {
      expect(shapeOf(drafts[name][language])).toEqual(shapeOf(drafts[name].en))
      expect(linksOf(drafts[name][language])).toEqual(linksOf(drafts[name].en))
      expect(blocksOf(drafts[name][language]).length).toBeGreaterThan(5)
    }
})

test('the markup knows headings, paragraphs, lists and links; what is dangerous stays plain words', () => {
  expect(blocksOf('## One\nTwo\nthree\n\n- a [b](/c)\n- d')).toEqual([
    { kind: 'heading', inlines: [{ text: 'One' }] },
    { kind: 'paragraph', inlines: [{ text: 'Two three' }] },
    { kind: 'list', items: [[{ text: 'a ' }, { text: 'b', to: '/c' }], [{ text: 'd' }]] },
  ])
  for (const text of ['[x](javascript:alert(1))', '[x](//evil.example)', '[x](http://a.example)', '<b>x</b>'])
    expect(blocksOf(text)).toEqual([{ kind: 'paragraph', inlines: [{ text }] }])
})

test('an operator changes a page in one language, and brings the first draft back; the log says who and why', async () => {
  expect(await aboutPage(db, 'fees', 'en')).toMatchObject({ body: drafts.fees.en, at: null })
  await writeAbout(db, { name: 'fees', language: 'en', body: 'All is free.', by, why })
  expect(await aboutPage(db, 'fees', 'en')).toMatchObject({ body: 'All is free.', at: expect.any(Date) })
  expect(await aboutPage(db, 'fees', 'sw')).toMatchObject({ body: drafts.fees.sw, at: null })
  const again = writeAbout(db, { name: 'fees', language: 'en', body: 'All is free.', by, why })
  await expect(again).rejects.toMatchObject({ status: 422, field: 'body' })
  await writeAbout(db, { name: 'fees', language: 'en', body: null, by, why })
  expect(await aboutPage(db, 'fees', 'en')).toMatchObject({ body: drafts.fees.en, at: null })
  const line = { act: 'page changed', subject: 'fees en', why }
  expect(await allRows('audit_log', { noun: 'page' })).toMatchObject([line, line])
  await expect(db.deleteFrom('about_pages').execute()).rejects.toThrow(/permission denied/)
})

test('of ten who write the same at once, one does', async () => {
  const write = () => writeAbout(db, { name: 'terms', language: 'sw', body: 'Mapya', by, why }).then(() => 1)
  expect(granted(await atOnce(10, write))).toHaveLength(1)
})
