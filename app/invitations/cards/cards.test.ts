import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { inOneFace } from '#app/platform/pictures/lettering.server.ts'
import { keepPicture } from '#app/platform/pictures/media.server.ts'
import { contrast } from '#test/contrast.ts'
import { sampler } from '#test/night.ts'
import { type CardText, colours } from './card.ts'
import { drawBase, drawCardPreview, mostCardBytes, namedPicture, withName } from './pictures.server.ts'

const styles = Object.keys(colours) as CardText['style'][]
const long = (letters: number) =>
  'Wanjikũ wa Njoroge na familia yote ya Gĩthũngũri '.repeat(20).slice(0, letters).trim()

const card = (own: Partial<CardText> = {}): CardText => ({
  slug: 'heal-mama',
  style: 'celebration',
  kind: 'Ruracio',
  opening: 'Our families invite you',
  title: 'Wanjikũ & Kamau',
  hosts: 'The families of Njoroge and Mwangi',
  words: 'Eat, sing and remember with us.',
  facts: [
    { label: 'When', lines: ['Saturday, 12 December 2026', '10:00'] },
    { label: 'Where', lines: ['Karen Country Lodge', 'Opposite the petrol station'] },
  ],
  image: null,
  sign: 'none',
  ...own,
})
const longest = (style: CardText['style'], image: string | null): CardText =>
  card({
    style,
    image,
    kind: 'Fundraising night of the whole village',
    opening: long(80),
    title: long(100),
    hosts: long(120),
    words: long(600),
    facts: [
      { label: 'When', lines: ['Wednesday, 30 September 2026', '10:00, Dar es Salaam'] },
      { label: 'Where', lines: [long(160), long(160)] },
    ],
  })

/** Noise is what a photo can have most of. */
async function noisyPhoto(width: number, height: number): Promise<string> {
  const noise = {
    width,
    height,
    channels: 3 as const,
    background: '#888',
    noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
  }
  const bytes = await sharp({ create: noise }).jpeg().toBuffer()
  return (await keepPicture('drives', new File([new Uint8Array(bytes)], 'photo.jpg', { type: 'image/jpeg' }))).url
}

const some = sampler()
let photos: string[]
beforeAll(async () => {
  photos = [await noisyPhoto(1100, 800), await noisyPhoto(700, 1400)]
})

describe.each(styles)('a card in the style %s', (style) => {
  test('is a JPEG of its size, and lighter than it may be, with a wild photo and without one', async () => {
    for (const image of [null, ...some(photos, 1)]) {
      const drawn = await drawBase(card({ style, image }), false)
      const files = [
        await drawn.canvas.jpeg(mostCardBytes),
        await (await drawCardPreview(card({ style, image }))).jpeg(mostCardBytes),
      ]
      for (const [at, [width, height]] of [
        [1080, 1350],
        [1200, 630],
      ].entries()) {
        expect(await sharp(files[at]).metadata()).toMatchObject({ format: 'jpeg', width, height })
        expect(files[at]!.length).toBeLessThanOrEqual(250_000)
      }
    }
  })

  test('has room for the shortest and the longest that can be written, and nothing lies over anything', async () => {
    const texts = [null, photos[0]!].flatMap((image) => [
      card({ style, image, title: 'A' }),
      longest(style, image),
      card({ style, image, facts: [] }),
    ])
    const all = texts.flatMap((one) => [true, false].map((named) => ({ one, named })))
    const fullest = all.filter(({ one, named }) => one.words.length > 500 && named)
    for (const { one, named } of [...fullest, ...some(all, 3)]) {
      const { spare } = await drawBase(one, named)
      const what = [one.image !== null, named, one.title.length]
      expect([...what, spare >= 0]).toEqual([...what, true])
    }
  })

  test('bears names that are wrong, or of another script, and shows each that it can write', async () => {
    const base = await drawBase(card({ style }), true)
    const plain = withName(base, { name: '', below: '' })
    const shows = (name: string) => Buffer.compare(withName(base, { name, below: '' }).pixels, plain.pixels) !== 0
    expect(Buffer.compare(plain.pixels, base.canvas.pixels)).toBe(0)
    for (const name of [
      'Mama Njeri',
      'W'.repeat(100),
      long(100),
      '\u202eMama',
      'Ma\u0000ma',
      '😀 Wambui',
      'Ŋũgĩ wa Thĩong’o',
    ])
      expect([name, shows(name)]).toEqual([name, true])
    for (const name of ['\u202e', '\u0000', '😀', 'أم نجيري', ' ']) expect([name, shows(name)]).toEqual([name, false])
    // What turns the direction of writing is left out: the same picture as without it.
    const [turned, straight] = ['\u202eMama', 'Mama'].map((name) => withName(base, { name, below: '' }).pixels)
    expect(Buffer.compare(turned!, straight!)).toBe(0)
  })
})

test('all that is written reads well on its ground', () => {
  const { solemn, celebration, church, school, corporate } = colours
  const pairs = [
    [solemn.ground, solemn.ink],
    [solemn.ground, solemn.soft],
    [celebration.ground, celebration.ink],
    [celebration.ground, celebration.mark],
    [celebration.mark, celebration.onMark],
    [celebration.bar, celebration.ink],
    [church.inside, church.ink],
    [church.inside, church.gold],
    [church.ground, church.ink],
    [church.ground, church.gold],
    [school.ground, school.ink],
    [school.grain, school.ink],
    [corporate.ground, corporate.ink],
    [corporate.ground, corporate.mark],
    [corporate.ground, corporate.soft],
  ] as const
  for (const [one, other] of pairs) expect([one, other, contrast(one, other) >= 4.5]).toEqual([one, other, true])
})

test('a text is in one face: where that of the style lacks a letter, all of it is in EB Garamond', () => {
  expect(inOneFace('Wanjikũ', 'display')).toEqual({ text: 'Wanjikũ', face: 'display' })
  for (const name of ['Aṣa', 'Ɓala', 'Kɔkɔ'])
    expect([name, inOneFace(name, 'display'), inOneFace(name, 'archivo').text]).toEqual([
      name,
      { text: name, face: 'garamond' },
      name,
    ])
  expect(inOneFace('Ẹniọla', 'capitals').face).toBe('garamond')
})

test('the base is drawn once, however many guests ask for theirs', async () => {
  const draw = vi.fn(drawBase)
  const own = card({ title: 'Drawn once' })
  const files = await Promise.all(
    Array.from({ length: 12 }, (_, nr) => namedPicture(own, { name: `Guest ${nr}`, below: '2 seats' }, draw)),
  )
  expect(draw).toHaveBeenCalledTimes(1)
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(12)
  for (const file of files) expect(file.length).toBeLessThanOrEqual(250_000)
  await namedPicture({ ...own, title: 'Another version' }, { name: 'Guest', below: '' }, draw)
  expect(draw).toHaveBeenCalledTimes(2)
})
