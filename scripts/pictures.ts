// Draws the pictures in public/ that have to be pixels, from the same sources as the pages: the icons from
// favicon.svg, the share picture from the crowd of the landing page. Run by hand after one of these has changed:
//   npm run pictures
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import sharp from 'sharp'
import { createServer } from 'vite'
import { wovenSvg } from '#app/ui/weave.ts'

const mark = readFileSync('public/favicon.svg')
const square = Buffer.from(String(mark).replace(' rx="8"', ''))
const face = readFileSync(
  'node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
).toString('base64')

const png = (svg: Buffer, size: number) =>
  sharp(svg, { density: 96 * (size / 32) })
    .resize(size, size)
    .png()

await png(square, 180).toFile('public/apple-touch-icon.png')
await png(mark, 192).toFile('public/icon-192.png')
await png(mark, 512).toFile('public/icon-512.png')
// A launcher may cut the corners off, so the mark keeps to the middle.
await png(square, 380)
  .extend({ top: 66, bottom: 66, left: 66, right: 66, background: '#14532f' })
  .toFile('public/icon-maskable.png')
writeFileSync('public/favicon.ico', ico(await png(mark, 32).toBuffer(), 32))
const hem = wovenSvg('leso', { width: 24, height: 48, kind: 'band' })
writeFileSync('public/hem.svg', hem.replace('<pattern', '<title>Woven hem</title><pattern'))
await share()

/** An .ico that holds one PNG. */
function ico(picture: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, picture])
}

/** What a chat shows of the landing page: 1200 × 630, the crowd and one sentence. */
async function share() {
  const vite = await createServer({
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
  })
  const { Crowd } = await vite.ssrLoadModule('/app/site/landing/figure.tsx')
  const crowd = renderToStaticMarkup(createElement(Crowd))
  await vite.close()
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } })
  await page.setContent(`<style>
    @font-face { font-family: B; font-weight: 700; src: url(data:font/woff2;base64,${face}) }
    body { margin: 0; height: 630px; background: #f6dda4; color: #241b14; font: 700 40px B; position: relative; overflow: hidden }
    header { display: flex; align-items: center; gap: 20px; padding: 52px 64px 0 }
    header svg { width: 64px }
    h1 { margin: 34px 64px 0; font-size: 104px; line-height: 0.98; letter-spacing: -0.035em; max-width: 1080px }
    body > svg { position: absolute; inset: auto 0 0; width: 1200px; height: 270px }
  </style><header>${mark}Harambee</header><h1>What one can’t lift,<br>we lift together.</h1>${crowd}`)
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile('public/share.jpg')
  await browser.close()
}
