import decodeQR from 'qr/decode.js'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { qrOf } from '#app/base/pictures/qr.server.ts'
import { qrPng } from './poster.server.ts'
import { fileNameOf, isDark, qrMargin, qrPath, qrPixels, qrWidth } from './qr.ts'

const short = 'https://harambee.example/fundraiser/heal-mama-achieng'
/** Long enough for a code of 45 modules, whose width is no whole part of 256. */
const long = `https://harambee.example/fundraiser/${'pull-together-'.repeat(5)}now`

for (const address of [short, long]) {
  test(`the pixels are the modules of the address's code, with two white ones around (${address.length} characters) [T93]`, () => {
    const qr = qrOf(address)
    const scale = qrWidth / (qr.size + qrMargin * 2)
    const middle = (module: number) => Math.floor((module + qrMargin + 0.5) * scale)
    for (let row = 0; row < qr.size; row++)
      for (let column = 0; column < qr.size; column++)
        expect(isDark(qr, middle(column), middle(row))).toBe(qr.modules[row * qr.size + column] === '1')
    const edge = Math.floor(qrMargin * scale)
    for (let at = 0; at < qrWidth; at++) {
      for (const near of [0, edge - 1, qrWidth - edge, qrWidth - 1])
        expect([isDark(qr, at, near), isDark(qr, near, at)]).toEqual([false, false])
    }
  })

  test(`the file is 256 px wide and has the same pixels, black and white (${address.length} characters) [T92]`, async () => {
    const { data, info } = await sharp(await qrPng(address))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([qrWidth, qrWidth])
    expect(Buffer.from(qrPixels(qrOf(address))).equals(data)).toBe(true)
    expect(new Set(data)).toEqual(new Set([0, 255]))
    // Read as a phone does.
    expect(decodeQR({ width: qrWidth, height: qrWidth, data })).toBe(address)
  })
}

test('the path on the poster covers the black modules and no others', () => {
  const qr = { size: 3, modules: '110' + '001' + '111' }
  expect(qrPath(qr)).toBe('M0 0h2v1h-2zM2 1h1v1h-1zM0 2h3v1h-3z')
})

test('the file is named after the title, without what a file system stumbles over [T91]', () => {
  expect(fileNameOf('Heal Mama Achieng')).toBe('Heal Mama Achieng')
  expect(fileNameOf('../../etc: "Ng’ombe" <now>?')).toBe('etc Ng’ombe now')
  expect(fileNameOf('???')).toBe('QR')
})
