/** The dyes of our own cloth: the few warm colours of a kikoi and a kiondo basket, alike in both themes. */
const dyes = {
  forest: '#1f4d38',
  leaf: '#4c7a4e',
  murram: '#9c4128',
  clay: '#c9754b',
  grain: '#e5b53f',
  cream: '#f3e6c8',
  indigo: '#2b4470',
  bark: '#3b2a20',
} as const
type Dye = keyof typeof dyes

/** Dyes that match: a ground, two woven into it, and a thread to set them apart. */
const cloths: [Dye, Dye, Dye, Dye][] = [
  ['forest', 'grain', 'cream', 'murram'],
  ['murram', 'cream', 'grain', 'bark'],
  ['cream', 'murram', 'forest', 'grain'],
  ['indigo', 'cream', 'grain', 'murram'],
  ['grain', 'bark', 'murram', 'cream'],
  ['bark', 'grain', 'clay', 'cream'],
  ['cream', 'forest', 'clay', 'bark'],
  ['leaf', 'cream', 'bark', 'grain'],
]

/** The width of a repeat. All motifs divide it. */
export const repeat = 24

type Row = { is: 'stripe'; dye: string; y: number; height: number } | { is: 'motif'; path: string; dye: string }
export type Cloth = { ground: string; height: number; rows: Row[] }

/** Returns the cloth of a slug: always the same one. A band is only its edge, some 48 units tall. */
export function weave(slug: string, kind: 'cloth' | 'band' = 'cloth'): Cloth {
  const roll = dice(slug)
  const [ground, first, second, thread] = cloths[roll(cloths.length)]!
  const rows: Row[] = []
  let y = 0
  const stripe = (dye: Dye, height: number) => {
    if (dye !== ground) rows.push({ is: 'stripe', dye: dyes[dye], y, height })
    y += height
  }
  const motif = (on: Dye, dye: Dye, height: number, path: string) => {
    stripe(on, height)
    rows.push({ is: 'motif', path, dye: dyes[dye] })
  }
  const edge = () => {
    stripe(thread, 2)
    stripe(ground, 2)
    stripe(second, 3 + roll(3))
    stripe(ground, 2)
    stripe(thread, 2)
  }
  const centre = [diamonds, eyes, zigzag, steps][roll(4)]!
  const small = [checks, teeth, zigzag][roll(3)]!
  edge()
  if (kind === 'cloth') {
    stripe(ground, 4 + roll(5))
    motif(first, ground, 8, small(y, 8))
    stripe(ground, 3)
    for (let n = 1 + roll(3); n > 0; n--) {
      stripe(second, 1 + roll(3))
      stripe(ground, 2)
    }
  }
  motif(ground, first, 24, centre(y + 2, 20))
  edge()
  return { ground: dyes[ground], height: y, rows }
}

/** Returns the cloth as a picture of its own, for use outside a page: posters, mails, preview pictures. */
export function wovenSvg(
  slug: string,
  { width, height, kind }: { width: number; height: number; kind?: 'cloth' | 'band' },
) {
  const { ground, height: tall, rows } = weave(slug, kind)
  const scale = kind === 'band' ? height / tall : Math.max(1, width / 240)
  const drawn = rows.map((row) =>
    row.is === 'stripe'
      ? `<path fill="${row.dye}" d="M0 ${row.y}h${repeat}v${row.height}H0z"/>`
      : `<path fill="${row.dye}" d="${row.path}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><pattern id="w" width="${repeat}" height="${tall}" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})"><path fill="${ground}" d="M0 0h${repeat}v${tall}H0z"/>${drawn.join('')}</pattern><rect width="100%" height="100%" fill="url(#w)"/></svg>`
}

/** Generates numbers below n from the text alone (FNV-1a, then xorshift). */
function dice(text: string) {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619)
  state = state >>> 0 || 1
  return (n: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % n
  }
}

const diamonds = (y: number, h: number) => {
  const [mid, end] = [y + h / 2, y + h]
  return `M12 ${y}l10 ${h / 2}L12 ${end} 2 ${mid}zM12 ${y + 5}l-5 ${h / 2 - 5} 5 ${h / 2 - 5} 5-${h / 2 - 5}zM0 ${mid - 3}l2 3-2 3zM24 ${mid - 3}l-2 3 2 3z`
}
const eyes = (y: number, h: number) => {
  const mid = y + h / 2
  return `M6 ${y + 2}l5 ${h / 2 - 2}-5 ${h / 2 - 2}-5-${h / 2 - 2}zM18 ${y + 2}l5 ${h / 2 - 2}-5 ${h / 2 - 2}-5-${h / 2 - 2}zM12 ${y}l2 3-2 3-2-3zM12 ${mid + h / 2 - 6}l2 3-2 3-2-3z`
}
const zigzag = (y: number, h: number) => {
  const t = Math.max(2, h / 4)
  return `M0 ${y + h - t}L12 ${y}l12 ${h - t}v${t}L12 ${y + t} 0 ${y + h}z`
}
const steps = (y: number, h: number) => {
  const s = h / 5
  return `M12 ${y}h4v${s}h4v${s}h4v${s}h-4v${s}h-4v${s}H8v-${s}H4v-${s}H0v-${s}h4v-${s}h4v-${s}zM10 ${y + 2 * s}v${s}h4v-${s}z`
}
const checks = (y: number, h: number) =>
  `M0 ${y}h6v${h / 2}H0zM12 ${y}h6v${h / 2}h-6zM6 ${y + h / 2}h6v${h / 2}H6zM18 ${y + h / 2}h6v${h / 2}h-6z`
const teeth = (y: number, h: number) =>
  `M0 ${y + h}l4-${h} 4 ${h}zM8 ${y + h}l4-${h} 4 ${h}zM16 ${y + h}l4-${h} 4 ${h}z`
