import { afterAll, beforeAll, expect, test } from 'vitest'
import { drafts, writeAbout } from '#app/people/about/about.server.ts'
import { readSettings, settings } from '#app/platform/settings/settings.server.ts'
import { inOrder, pagesAsSent, pieceOf, wordsOf } from '#test/as-sent.ts'
import { testDatabase } from '#test/database.ts'
import { newAdmin } from '#test/money-now.ts'
import { linkTo } from '#test/plain-browser.ts'

// A server that people use claims nothing that nobody has checked.

const db = await testDatabase()
const page = pagesAsSent()
const before = { isForReal: settings.isForReal }
const publicly = readSettings({ APP_URL: 'https://harambee.example' }).settings
beforeAll(() => Object.assign(settings, { isForReal: publicly.isForReal }))
afterAll(() => Object.assign(settings, before))

const invented = /10M|50K|15\+|24\/7|10 more|Nigeria|day or night|within one working day|Card and phone details/
const inventedInSwahili = /10M|50K|15\+|saa 24|10 zaidi|usiku|Nigeria|siku moja ya kazi/

test('no page of a public server has an invented figure or claim, in either language [T1006]', async () => {
  const paths = [
    '/',
    '/auth',
    '/about/help',
    '/about/help/write',
    '/about/fees',
    '/about/withdrawals',
    '/about/terms',
    '/about/privacy',
  ]
  for (const path of paths) {
    const english = await page(path)
    expect([path, english.status, invented.exec(english.words)?.[0]]).toEqual([path, 200, undefined])
    const { words } = await page(path, 'language=sw')
    expect([path, inventedInSwahili.exec(words)?.[0]]).toEqual([path, undefined])
  }
})

test('the landing page without figures has all its other parts, and eight features [T1007]', async () => {
  const { html, words } = await page('/')
  const parts = ['<header', '<h1', 'id="features"', 'id="steps"', 'Start Your Campaign Now', '<footer']
  expect(inOrder(html, parts)).toEqual(parts)
  expect(html).not.toContain('What people have done together')
  const features = pieceOf(html, /<section id="features".*?<\/section>/s)
  const titles = [...features.matchAll(/<h3[^>]*>(.*?)<\/h3>/gs)].map(([, title]) => wordsOf(title!))
  expect([titles.length, titles[6]]).toEqual([8, 'Help at hand'])
  expect(words).toContain('Where we work Kenya Harambee. Unity is power.')
  expect((await page('/about/help/write')).words).toContain('We answer by email.')
})

test('drafts of the terms and of privacy say that they are drafts until the operator saves a text [T1008]', async () => {
  const notice = 'first draft that comes with the software'
  for (const path of ['/about/terms', '/about/privacy']) expect((await page(path)).words).toContain(notice)
  expect((await page('/about/fees')).words).not.toContain(notice)
  await writeAbout(db, { name: 'terms', language: 'en', body: drafts.terms.en, by: await newAdmin(), why: 'read' })
  const { html, words } = await page('/about/terms')
  expect(words).not.toContain(notice)
  expect(linkTo(html, 'Ask us')).toBe('/about/help')
})

test('first drafts name no number, licence or law that the product can’t vouch for [T1009]', () => {
  const unchecked =
    /licensed|we follow|seven years|30 days|working day|audited|certified|secure|kept apart|can't be traced/i
  for (const { en } of Object.values(drafts))
    expect(unchecked.exec(en.replaceAll(/after 30 days/g, ''))?.[0]).toBeUndefined()
})
