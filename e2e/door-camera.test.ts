import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDoor, type DoorHost, join, named, passOf, passPicture, press, someHost, type } from './doors.ts'
import { browserFolder, endBrowsers, startBrowser } from './own-browser.ts'
import { shot } from './shots.ts'
import { house } from './visitor.ts'

// A pass is held before the camera of a phone. Chromium plays a picture as its camera.

let host: DoorHost
beforeAll(async () => {
  host = await someHost(['Mama Njeri', 'Baba Otieno', 'Wambui'].map((name, nr) => [name, `07123451${10 + nr}`]))
})
afterAll(endBrowsers)

const [wide, high] = [1280, 720]
/** What the camera sees: the pass as a hand holds it, a little turned, on a grey ground. In one colour: a picture, and half of it twice. */
async function camera(pass: Buffer, turned: number): Promise<string[]> {
  const held = await sharp(pass).resize(420, 420).rotate(turned, { background: '#9a9a9a' }).toBuffer()
  const ground = { width: wide, height: high, channels: 3 as const, background: '#9a9a9a' }
  const seen = await sharp({ create: ground })
    .composite([{ input: held }])
    .blur(0.8)
    .grayscale()
    .raw()
    .toBuffer()
  const frame = Buffer.concat([
    Buffer.from('FRAME\n'),
    seen.subarray(0, wide * high),
    Buffer.alloc((wide * high) / 2, 128),
  ])
  const file = path.join(browserFolder(), 'camera.y4m')
  const head = Buffer.from(`YUV4MPEG2 W${wide} H${high} F10:1 Ip A1:1 C420jpeg\n`)
  fs.writeFileSync(file, Buffer.concat([head, frame, frame]))
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}

/** Runs in the page: what the browser itself could do is taken from it. */
type Browser = { reader: 'none' | 'blind' | 'sees'; signatures: boolean }
function poorer({ reader, signatures }: Browser) {
  const here = window as unknown as { BarcodeDetector?: unknown; asked: number; text?: string }
  here.asked = 0
  /** Debian's Chromium has no reader of its own: this one stands in for it, and sees nothing or what it is told. */
  class Reader {
    static getSupportedFormats = async () => ['qr_code']
    async detect(source: unknown) {
      here.asked += 1
      if (reader === 'blind') return []
      return [{ rawValue: source instanceof HTMLVideoElement ? here.text : 'HARAMBEE' }]
    }
  }
  if (reader === 'none') delete here.BarcodeDetector
  else here.BarcodeDetector = Reader
  if (signatures) return
  const { importKey } = SubtleCrypto.prototype
  SubtleCrypto.prototype.importKey = function (this: SubtleCrypto, ...asked: unknown[]) {
    if (asked[2] === 'Ed25519') return Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
    return (importKey as (...all: unknown[]) => Promise<CryptoKey>).apply(this, asked)
  } as typeof importKey
}

async function scanning(nr: number, turned: number, browser: Browser) {
  const name = named('Camera gate')
  const link = await addDoor(host, name)
  const phone = await startBrowser(browserFolder(), house(), await camera(await passPicture(host.guests[nr]!), turned))
  await phone.context.addInitScript(poorer, browser)
  const files: string[] = []
  phone.page.on('response', (response) => void files.push(response.url()))
  await join(phone, link, name)
  return { ...phone, files }
}

test('without a reader and without signatures of its own, a browser reads the pass and turns green all the same; a forged one is red', async () => {
  const door = await scanning(0, 12, { reader: 'none', signatures: false })
  const { page } = door
  await press(door, 'Scan passes')
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await page.getByText('Mama Njeri').first().waitFor()
  expect(door.files.filter((file) => /decode-worker/.test(file))).toHaveLength(1)
  await press(door, 'Let all 4 in')
  await page.getByText('4 people let in').waitFor()
  await shot(page, 'door-camera')
  await press(door, 'Stop the camera')
  const pass = await passOf(host.guests[1]!)
  const at = pass.length - 100
  await type(door, `${pass.slice(0, at)}${pass[at] === 'A' ? 'B' : 'A'}${pass.slice(at + 1)}`)
  await page.getByRole('heading', { name: 'Not one of our passes' }).waitFor()
  await press(door, 'Next')
  await type(door, pass)
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
})

test('a browser that says it reads codes, and reads none, is not believed', { tags: ['night'] }, async () => {
  const door = await scanning(1, -20, { reader: 'blind', signatures: true })
  await press(door, 'Scan passes')
  await door.page.getByRole('heading', { name: 'Welcome' }).waitFor()
  // It was asked about the test code, and never again.
  expect(await door.page.evaluate(() => (window as unknown as { asked: number }).asked)).toBe(1)
})

test('a browser that reads codes is asked, and nothing else is fetched for it', { tags: ['night'] }, async () => {
  const door = await scanning(1, 0, { reader: 'sees', signatures: true })
  const pass = await passOf(host.guests[2]!)
  await door.page.evaluate((text) => Object.assign(window, { text }), pass)
  await press(door, 'Scan passes')
  await door.page.getByRole('heading', { name: 'Welcome' }).waitFor()
  await door.page.getByText('Wambui').first().waitFor()
  expect(await door.page.evaluate(() => (window as unknown as { asked: number }).asked)).toBeGreaterThan(1)
})
