import { expect, test } from 'vitest'
import { weave, wovenSvg } from './weave.ts'

const slugs = Array.from({ length: 200 }, (_, at) => `drive-${at}`)

test('the same slug always weaves the same cloth [T337]', () => {
  for (const slug of slugs) expect(weave(slug)).toEqual(weave(slug))
  // A cloth that people have come to know stays as it is.
  expect(weave('heal-mama-achieng').ground).toBe('#9c4128')
})

test('different slugs weave different cloths', () => {
  expect(new Set(slugs.map((slug) => JSON.stringify(weave(slug)))).size).toBeGreaterThan(150)
})

test('a cloth weighs a few hundred bytes, and no more than 3 kB', () => {
  for (const slug of slugs) expect(wovenSvg(slug, { width: 1200, height: 675 }).length).toBeLessThan(3000)
})

test('any text is a slug: an empty one, and one in another script', () => {
  for (const slug of ['', 'ኢትዮጵያ', '🧺']) expect(weave(slug).rows.length).toBeGreaterThan(3)
})

test('the rows lie one under the other and end where the cloth ends', () => {
  for (const slug of slugs) {
    const { rows, height } = weave(slug)
    const ends = rows.map((row) => (row.is === 'stripe' ? row.y + row.height : 0))
    expect(Math.max(...ends)).toBe(height)
  }
})
