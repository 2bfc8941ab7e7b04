import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// Computed from the style sheet itself: every pair of ground and ink that the kit puts together, in both themes.

const sheet = readFileSync(new URL('../app.css', import.meta.url), 'utf8')
const number = '([\\d.]+)'
const colour = `oklch\\(${number} ${number} ${number}\\)`
const found = [...sheet.matchAll(new RegExp(`--([a-z-]+): light-dark\\(${colour}, ${colour}\\)`, 'g'))]
type Colour = [lightness: number, chroma: number, hue: number]
const tokens = new Map(
  found.map(([, name, ...parts]) => {
    const numbers = parts.map(Number)
    return [name!, { light: numbers.slice(0, 3) as Colour, dark: numbers.slice(3) as Colour }]
  }),
)

/** OKLCH to linear sRGB (Ottosson), cut to what a screen can show. */
function linear([lightness, chroma, hue]: Colour): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part)))
}
function luminance(of: Colour): number {
  const [red = 0, green = 0, blue = 0] = linear(of)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
function contrast(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const onGrounds = (ink: string) => ['paper', 'card', 'well'].map((ground) => [ground, ink])
const texts = [
  ...['ink', 'muted', 'brand', 'accent', 'gain', 'warn', 'stop', 'info'].flatMap(onGrounds),
  ...['brand', 'accent', 'gain', 'warn', 'stop', 'info'].map((role) => [`${role}-soft`, role]),
  ...['brand', 'accent', 'gain', 'warn', 'stop', 'info'].map((role) => [`${role}-soft`, 'ink']),
  ...['brand', 'accent', 'grain', 'stop'].map((role) => [role, `${role}-ink`]),
  ['brand-soft', 'muted'],
  ['ink', 'paper'],
]
const shapes = [...onGrounds('edge'), ...onGrounds('focus'), ['well', 'brand'], ['brand', 'brand-ink']]

const short = (pairs: string[][], theme: 'light' | 'dark', least: number) =>
  pairs
    .map(([ground = '', ink = '']) => ({
      pair: `${ink} on ${ground}`,
      is: contrast(tokens.get(ground)![theme], tokens.get(ink)![theme]),
    }))
    .filter(({ is }) => is < least)
    .map(({ pair, is }) => `${pair}: ${is.toFixed(2)}`)

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  test('every text reads well on its ground (4.5 to 1)', () => {
    expect(short(texts, theme, 4.5)).toEqual([])
  })
  test('outlines of controls and the focus ring are seen (3 to 1)', () => {
    expect(short(shapes, theme, 3)).toEqual([])
  })
  test('no ground is pure black or pure white', () => {
    for (const ground of ['paper', 'card', 'well']) {
      const [lightness] = tokens.get(ground)![theme]
      expect(lightness).toBeGreaterThan(0.15)
      expect(lightness).toBeLessThan(0.995)
    }
  })
})

test('black on white is 21 to 1, so the figures above are right', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1)
})
