// The colours that derive from an operator's colour. It is kept as it is where its texts read well (WCAG AA), and made darker or lighter
// where they would not.

type Rgb = [red: number, green: number, blue: number]
/** The hue in degrees, as in the style sheet. */
type Oklch = { lightness: number; chroma: number; hue: number }

const hexForm = /^#[0-9a-f]{6}$/
const leastContrast = 4.5

/** Reads a colour such as '#14532F' on which white text reads well; undefined for any other text. */
export function readColour(text: string): string | undefined {
  const hex = text.toLowerCase()
  return hexForm.test(hex) && contrast(hex, '#ffffff') >= leastContrast ? hex : undefined
}

/** Returns the contrast of two colours, from 1 to 21, as WCAG defines it. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const luminance = (hex: string): number => {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The ground of app.css on which the colour is hardest to read: --well. */
const well = {
  light: { lightness: 0.936, chroma: 0.019, hue: 84 },
  dark: { lightness: 0.272, chroma: 0.021, hue: 161 },
}

/** Returns the values of the brand's tokens, light and dark, in place of those in app.css. */
export function brandTokens(hex: string) {
  const { lightness, chroma, hue } = oklchOf(hex)
  const shade = (light: number, most: number) => hexOf({ lightness: light, chroma: Math.min(chroma, most), hue })
  const soft = { light: shade(0.928, 0.026), dark: shade(0.305, 0.045) }
  const ink = { light: shade(0.984, 0.012), dark: shade(0.205, 0.04) }
  const readsWell = (theme: 'light' | 'dark', one: string) =>
    [hexOf(well[theme]), soft[theme], ink[theme]].every((other) => contrast(one, other) >= leastContrast)
  const seek = (theme: 'light' | 'dark', from: number, most: number, step: number) => {
    let at = from
    while (!readsWell(theme, shade(at, most)) && at > 0.05 && at < 0.97) at += step
    return shade(at, most)
  }
  return {
    brand: {
      light: readsWell('light', hex) ? hex : seek('light', lightness, 1, -0.005),
      dark: seek('dark', 0.735, 0.12, 0.005),
    },
    'brand-ink': ink,
    'brand-soft': soft,
  }
}

/** Writes the rule that replaces the tokens of app.css on each page. It weighs more than the style sheet's own, wherever that comes. */
export function brandStyle(hex: string): string {
  const tokens = Object.entries(brandTokens(hex)).map(
    ([name, { light, dark }]) => `--${name}:light-dark(${light},${dark})`,
  )
  return `html:root{${tokens.join(';')}}`
}

const linearOf = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as Rgb

/** sRGB to OKLCH (Ottosson). */
function oklchOf(hex: string): Oklch {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  }
}

/** OKLCH to sRGB, cut to what a screen can show. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${parts.map((part) => byteOf(Math.min(1, Math.max(0, part)))).join('')}`
}

const byteOf = (part: number): string =>
  Math.round((part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055) * 255)
    .toString(16)
    .padStart(2, '0')
