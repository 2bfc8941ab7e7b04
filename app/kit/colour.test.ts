import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandTokens, contrast, hexOf, readColour } from './colour.ts'

const sheet = readFileSync('app/app.css', 'utf8')
/** A token of the style sheet. */
function token(name: string, theme: 'light' | 'dark'): string {
  const colour = 'oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)'
  const parts = new RegExp(`--${name}: light-dark\\(${colour}, ${colour}\\)`).exec(sheet)!.slice(1).map(Number)
  const [lightness, chroma, hue] = theme === 'light' ? parts.slice(0, 3) : parts.slice(3)
  return hexOf({ lightness: lightness!, chroma: chroma!, hue: hue! })
}

test('contrast is what WCAG says', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('a colour is refused where white text on it does not read well [T1031]', () => {
  expect(readColour('#14532F')).toBe('#14532f')
  expect(readColour('#767676')).toBe('#767676')
  for (const text of ['#777777', '#ffff00', '#fff', 'red', '', '#14532f;}', '#14532'])
    expect(readColour(text)).toBeUndefined()
})

test('of every colour that is taken all texts read well, in light and dark [T1032]', () => {
  const steps = ['00', '22', '44', '66', '88', 'aa', 'cc', 'ee', 'ff']
  const all = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)))
  const taken = all.filter((hex) => readColour(hex))
  expect(taken.length).toBeGreaterThan(200)
  const wrong = taken.flatMap((hex) => {
    const { brand, 'brand-ink': ink, 'brand-soft': soft } = brandTokens(hex)
    return (['light', 'dark'] as const).flatMap((theme) =>
      [
        ...[ink[theme], soft[theme], ...['paper', 'card', 'well'].map((name) => token(name, theme))].map(
          (ground) => [brand[theme], ground] as const,
        ),
        ...['ink', 'muted'].map((name) => [token(name, theme), soft[theme]] as const),
      ]
        .filter(([one, ground]) => contrast(one, ground) < 4.5)
        .map((pair) => `${hex} ${theme}: ${pair.join(' on ')}`),
    )
  })
  expect(wrong).toEqual([])
  expect(brandTokens('#123f7a').brand.light).toBe('#123f7a')
})
