import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentOf, percentText } from '#app/kit/percents.ts'
import { dayAt } from '#app/kit/time.ts'
import { capitalised, categories, countWords, daysLeft } from './drive.ts'
import { collectsForm, createDriveForm, descriptionForm, driveStatusForm, infoForm } from './drive-forms.ts'
import { isReserved, isSlug, slugOf } from './slug.ts'

const today = dayAt(new Date())
const good = { title: 'Heal Mama', slogan: 'Pamoja tunaweza', collects: 'on', goal: '1,000.50', category: 'Medical' }
const read = (typed: Record<string, unknown>) => createDriveForm.safeParse({ ...good, ...typed })
const faults = (typed: Record<string, unknown>) =>
  read(typed).error?.issues.map((issue) => [issue.path[0], issue.message]) ?? []

describe('the form of a new drive', () => {
  test('is read as it was meant [T78]', () => {
    expect(read({ title: '  Heal\tMama ', endDate: today, image: 'https://pictures.example/a.jpg' }).data).toEqual({
      title: 'Heal Mama',
      slogan: 'Pamoja tunaweza',
      draft: false,
      collects: true,
      goal: 100050,
      category: 'Medical',
      endDate: today,
      image: 'https://pictures.example/a.jpg',
    })
  })

  test('one of the ten categories is needed [T9]', () => {
    expect(Object.keys(categories)).toHaveLength(10)
    for (const category of Object.keys(categories)) expect(read({ category }).success).toBe(true)
    for (const category of ['', 'medical', 'constructor', undefined])
      expect(faults({ category })[0]?.[0]).toBe('category')
  })

  test('the other forms know which version they change [T150]', () => {
    expect(infoForm.safeParse({ ...good, version: '0' }).success).toBe(false)
    expect(infoForm.parse({ ...good, version: '3' })).toMatchObject({
      version: 3,
      goal: 100050,
      location: 'Nairobi, Kenya',
    })
    expect(descriptionForm.parse({ version: '1', description: ' <p>\0Karibu</p> ' }).description).toBe('<p>Karibu</p>')
    expect(descriptionForm.parse({ version: '1', description: ' ' }).description).toBeNull()
    expect([collectsForm.parse({}), collectsForm.parse({ collects: 'on' })]).toEqual([
      { collects: false },
      { collects: true },
    ])
    expect(
      ['active', 'paused', 'completed', 'gone', ''].map((status) => driveStatusForm.safeParse({ status }).success),
    ).toEqual([true, true, true, false, false])
  })
})

describe('what follows from a drive', () => {
  test('percent has one decimal and never more than is true [T71]', () => {
    expect([percentOf(99_999, 100_000), percentText(99_999, 100_000), percentText(25_050, 100_000)]).toEqual([
      99.9,
      '99.9%',
      '25.0%',
    ])
    expect([percentOf(0, 100), percentOf(100, 0), percentOf(123456, 1000000), percentOf(300, 200)]).toEqual([
      0, 0, 12.3, 150,
    ])
    fc.assert(
      fc.property(fc.nat(1e12), fc.integer({ min: 1, max: 1e12 }), (raised, goal) => {
        const percent = percentOf(raised, goal)
        expect(Number(percent.toFixed(1))).toBe(percent)
        const tenths = BigInt(Math.round(percent * 10))
        expect(
          tenths * BigInt(goal) <= BigInt(raised) * 1000n && (tenths + 1n) * BigInt(goal) > BigInt(raised) * 1000n,
        ).toBe(true)
      }),
    )
  })

  test('days left are counted by the calendar, the last day is 0 [T81]', () => {
    const left = (day: string | null) => daysLeft(day, '2026-11-20')
    expect([left(null), left('2026-11-30'), left('2026-11-20'), left('2026-11-19')]).toEqual([null, 10, 0, -1])
  })

  test('words of a slogan are counted however they are spaced', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[^\s]{1,5}$/u), { maxLength: 12 }), (words) => {
        expect(countWords(` ${words.join(' \u00a0\n ')} `)).toBe(words.length)
      }),
    )
  })
})

describe('a slug', () => {
  test('is readable [T224]', () => {
    const slugs = {
      'Heal Mama Achieng!': 'heal-mama-achieng',
      "Ng'ombe wa Njoroge": 'ngombe-wa-njoroge',
      'Café Ñandú & Straße': 'cafe-nandu-strasse',
      '  --  ': 'fund-drive',
      'ስለ ልጆች': 'fund-drive',
      '50% / 2026': '50-2026',
    }
    for (const [title, slug] of Object.entries(slugs)) expect(slugOf(title)).toBe(slug)
    expect(slugOf('word '.repeat(20))).toBe(`${'word-'.repeat(11)}word`)
    expect(slugOf('x'.repeat(100))).toHaveLength(60)
  })

  test('is an address whatever the title, and the slug of itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
        const slug = slugOf(title)
        expect(isSlug(slug)).toBe(true)
        expect(slugOf(slug)).toBe(slug)
      }),
    )
  })

  test('our own words are reserved', () => {
    for (const word of ['admin', 'settings', 'rsvps', 'new', 'fund-drive', 'payment-success'])
      expect([word, isReserved(word)]).toEqual([word, true])
    expect(isReserved('heal-mama')).toBe(false)
  })
})

test('a title begins each word with a capital and leaves the rest as it was typed [T53]', () => {
  expect(capitalised("heal mama achieng's eye")).toBe("Heal Mama Achieng's Eye")
  expect(capitalised('KCSE fees for ng’ombe élan')).toBe('KCSE Fees For Ng’ombe Élan')
})
