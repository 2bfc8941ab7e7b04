import { I18nProvider } from '@lingui/react'
import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { excerptOf } from '#app/drives/drive/rich-text.server.ts'
import { shareAddresses, shareText } from '#app/drives/drive/share.ts'
import { percentText } from '#app/kit/percents.ts'
import { wordsIn } from '#app/kit/words.ts'
import { jsonInScript } from './pages/shown.server.ts'
import { ProgressCard } from './progress-card.tsx'

test('JSON in a script can’t end it, and is read as it was written', () => {
  expect(jsonInScript({ title: '</script><script>alert(1)</script><!--' })).not.toMatch(/[<>&]/)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = jsonInScript({ text })
      expect(written).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(written)).toEqual({ text })
    }),
  )
})

test('the beginning of a story is plain text of whole words', () => {
  expect(excerptOf('<h2>Mama</h2><p>needs &lt;b&gt; &amp; <strong>us</strong></p>')).toBe('Mama needs <b> & us')
  expect(excerptOf('')).toBe('')
  // Words that stand out are part of their sentence: what follows them stays beside them.
  const begun =
    '<p>Everybody knows <strong>Mama Achieng</strong>. <em>She</em>, too.</p><p>For <u>years</u>!<br />Here.</p>'
  expect(excerptOf(begun)).toBe('Everybody knows Mama Achieng. She, too. For years! Here.')
  const long = excerptOf(`<p>${'word '.repeat(100)}</p>`)
  expect(long).toMatch(/ word…$/)
  expect(long.length).toBeLessThanOrEqual(160)
  expect(excerptOf('x'.repeat(300))).toHaveLength(160)
})

test('percent has one decimal, says more than all, and never says all before it is [T314]', () => {
  expect([percentText(0, 100), percentText(4525, 10000), percentText(103, 100), percentText(99_999, 100_000)]).toEqual([
    '0.0%',
    '45.2%',
    '103.0%',
    '99.9%',
  ])
})

const shared = {
  slug: 'a',
  title: "Heal <Mama> & {Achieng}'s",
  slogan: 'unity',
  link: 'https://h.example/fundraiser/a',
  paybill: null,
}

test('what is shared has the title, raised of goal and, last, the link [T64]', () => {
  const collecting = { ...shared, collects: true, goal: 100_000, raised: 45_050 }
  const marked = `${shared.link}?via=whatsapp`
  const text = shareText(wordsIn('en'), collecting, marked)
  expect(text).toBe(`${shared.title}: KES 450.50 of KES 1,000 raised so far. Let us pull together: ${marked}`)
  const nothing = shareText(wordsIn('en'), { ...collecting, raised: 0 }, marked)
  expect(nothing).toBe(`${shared.title}: the goal is KES 1,000. Let us pull together: ${marked}`)
  const plain = shareText(wordsIn('en'), { ...shared, collects: false, goal: 0, raised: 0 }, shared.link)
  expect(plain).toContain('unity')
  expect(plain.endsWith(shared.link)).toBe(true)
  const to = shareAddresses(wordsIn('en'), collecting)
  expect(new URL(to.whatsapp).searchParams.get('text')).toBe(text)
  expect(new URL(to.facebook).searchParams.get('u')).toBe(`${shared.link}?via=facebook`)
  expect(new URL(to.facebook).searchParams.get('quote')).toBe(shared.title)
  expect(new URL(to.x).searchParams.get('url')).toBe(`${shared.link}?via=x`)
  expect(new URL(to.x).searchParams.get('text')).toBe(shared.title)
})

const none = { recorded: 0, pledged: 0 }

test('the card says how long a drive goes on', () => {
  const card = (endDate: string | null, donors = 1) =>
    renderToStaticMarkup(
      createElement(
        I18nProvider,
        { i18n: wordsIn('en') },
        createElement(
          MemoryRouter,
          null,
          createElement(ProgressCard, { ...none, raised: 1, goal: 3, donors, endDate, today: '2026-11-20' }),
        ),
      ),
    )
  expect(card(null)).toContain('No end date')
  expect(card('2026-11-21')).toContain('1 day left')
  expect(card('2026-12-24')).toContain('34 days left')
  expect(card('2026-11-20')).toContain('Ends today')
  expect(card('2026-11-19')).toContain('Ended')
  expect([card(null), card(null, 2)].map((html) => /\d donors?/.exec(html)?.[0])).toEqual(['1 donor', '2 donors'])
})
