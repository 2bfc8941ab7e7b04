import { describe, expect, test } from 'vitest'
import { Canvas, rounded, shapesOf } from './canvas.server.ts'
import { covers, lineOfText, linesOfText, placedOf, widthOf, writable } from './lettering.server.ts'

/** How much of a sheet is covered by ink. */
function inkOf(text: string): number {
  const sheet = new Canvas(200, 120, '#ffffff')
  sheet.fill(lineOfText(text, { x: 20, y: 90, size: 80 }), '#000000')
  return sheet.pixels.reduce((sum, part) => sum + 1 - part / 255, 0) / 3
}

describe('letters without any font on the machine', () => {
  test('every letter of English, Swahili and its neighbours is really drawn', () => {
    for (const letter of "ABCXYZabcgmwyz0123456789KES/%.,'’!?()&éèñöüçÉÑĩũĨŨŵłŁřźŋ")
      expect([letter, inkOf(letter) > 20]).toEqual([letter, true])
    expect(inkOf(' ')).toBe(0)
  })

  test('an accent adds ink to its letter, and a hole in a letter takes some away', () => {
    for (const [letter, plain] of ['ée', 'ñn', 'ũu', 'ĩi'].map((pair) => [...pair]))
      expect([letter, inkOf(letter!) !== inkOf(plain!)]).toEqual([letter, true])
    // An o as full as a disc would have no hole.
    const disc = new Canvas(200, 120, '#ffffff')
    disc.fill(rounded({ x: 20, y: 40, width: 50, height: 50 }, 25), '#000000')
    expect(inkOf('o')).toBeLessThan(disc.pixels.reduce((sum, part) => sum + 1 - part / 255, 0) / 3)
  })

  test('a letter with an accent that has no sign of its own keeps it, in the middle above', () => {
    for (const [both, bare] of [
      ['ẹ\u0301', 'ẹ'],
      ['Ọ\u0300', 'Ọ'],
    ]) {
      const [with_, without] = [both!, bare!].map((text) =>
        lineOfText(text, { x: 0, y: 0, size: 100, face: 'garamond' }).flat(),
      )
      expect(with_!.length).toBeGreaterThan(without!.length)
      const tops = [with_!, without!].map((points) => Math.min(...points.map(([, y]) => y)))
      expect(tops[0]!).toBeLessThan(tops[1]!)
      expect(widthOf(both!, { size: 100, face: 'garamond' })).toBe(widthOf(bare!, { size: 100, face: 'garamond' }))
    }
  })

  test('letters stand as close as their face says, and farther apart where that is asked', () => {
    for (const face of ['display', 'garamond', 'archivo'] as const) {
      const wide = (text: string) => widthOf(text, { size: 100, face })
      expect(wide('AV')).toBeLessThan(wide('A') + wide('V'))
    }
    expect(widthOf('ABC', { size: 100, track: 0.1 })).toBeCloseTo(widthOf('ABC', { size: 100 }) + 20)
  })

  test('T1131 f and i are joined where letters stand close, and are two signs where they stand apart', () => {
    const signs = (track: number) => placedOf('ffi', { size: 100, face: 'garamond', track }).map(({ letter }) => letter)
    expect(signs(0)).toEqual(['ffi'])
    expect(signs(0.1)).toEqual(['f', 'f', 'i'])
  })

  test('T1132 an accent stays over its letter inside a word, and splits no kerning around it', () => {
    const wide = (text: string) => widthOf(text, { size: 100, face: 'garamond' })
    const placed = placedOf('AV\u0301A', { size: 100, face: 'garamond' })
    expect(placed.map(({ letter, isMark }) => [letter, isMark])).toEqual([
      ['A', false],
      ['V', false],
      ['\u0301', true],
      ['A', false],
    ])
    expect(wide('AV\u0301A')).toBe(wide('AVA'))
    expect(wide('AVA')).toBeLessThan(wide('A') * 2 + wide('V'))
  })

  test('letters of Gĩkũyũ, Yoruba, Hausa, Ewe and Igbo are all in EB Garamond', () => {
    expect(covers('garamond', 'ĩũẹọṣŋɓĨŨẸỌṢŊƁɗƙƴɖɛƒɣɔʋịụṅ')).toBe(true)
    expect(covers('display', 'ɓ')).toBe(false)
  })

  test('what the face can’t write is left out, and nothing is written when that is most of it', () => {
    expect(writable('Heal Mama 🎉  now')).toBe('Heal Mama now')
    expect(writable('Việt')).toBe('Việt')
    expect([writable('ስለ ልጆች'), writable('🎉'), writable(''), writable('\u202e')]).toEqual(['', '', '', ''])
    expect(widthOf('Việt', 10)).toBeCloseTo(widthOf('Viet', 10))
  })

  test('lines keep to their width, and what does not fit ends in an ellipsis', () => {
    for (const text of ['word '.repeat(30).trim(), 'x'.repeat(100), 'W'.repeat(30), 'short']) {
      const lines = linesOfText(text, { size: 40, width: 500, most: 2 })
      expect(lines.length).toBeLessThanOrEqual(2)
      for (const line of lines) expect(widthOf(line, 40)).toBeLessThanOrEqual(500)
      expect(lines.at(-1)!.endsWith('…')).toBe(text !== 'short')
    }
  })
})

describe('a sheet', () => {
  const sum = (sheet: Canvas) => sheet.pixels.reduce((all, part) => all + part, 0) / 3 / 255

  test('is covered by as much as the shape is large, wherever it lies between the pixels', () => {
    for (const shift of [0, 0.25, 0.5, 0.9]) {
      const sheet = new Canvas(40, 40, '#000000')
      const [a, b] = [5 + shift, 15 + shift]
      sheet.fill(shapesOf(`M${a} ${a}H${b}V${b}H${a}z`), '#ffffff')
      sheet.fill(shapesOf(`M${a + 15} ${a}H${b + 15}L${a + 15} ${b}z`), '#ffffff')
      expect(sum(sheet)).toBeGreaterThan(149)
      expect(sum(sheet)).toBeLessThan(151)
    }
  })

  test('takes what lies partly or wholly outside of it', () => {
    const sheet = new Canvas(10, 10, '#000000')
    sheet.fill(shapesOf('M-5 -5h40v40h-40z'), '#ffffff')
    expect(sum(sheet)).toBe(100)
    sheet.fill(shapesOf('M20 20h5v5h-5z'), '#000000')
    sheet.fill([], '#000000')
    expect(sum(sheet)).toBe(100)
  })

  test('paths are read as drawings write them', () => {
    const shapes = shapesOf('M0 0h4v2H2V1l-2-.5zM1 1L3 3', 2)
    expect(JSON.stringify(shapes)).toBe('[[[0,0],[8,0],[8,4],[4,4],[4,2],[0,1]],[[2,2],[6,6]]]')
  })
})
