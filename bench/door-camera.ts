import { closeSync, openSync, writeSync } from 'node:fs'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { qrPicture } from '#app/base/pictures/qr.server.ts'

// What a door's camera sees: passes that are held before it, one after the other, and how long each takes to its colour.

const [wide, high] = [1280, 720]
/** How long each pass is held up, in tenths of a second. Less than one picture a second is no camera for Chromium. */
const held = 9

/** What a browser is started with, so that it plays a file of these passes as its camera. */
export async function passesAsCamera(passes: string[], file: string): Promise<string[]> {
  const out = openSync(file, 'w')
  try {
    writeSync(out, `YUV4MPEG2 W${wide} H${high} F10:${held} Ip A1:1 C420jpeg\n`)
    const grey = Buffer.alloc((wide * high) / 2, 128)
    for (const [nr, pass] of passes.entries()) {
      writeSync(out, 'FRAME\n')
      writeSync(out, await heldUp(pass, nr))
      writeSync(out, grey)
    }
  } finally {
    closeSync(out)
  }
  return [
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${file}`,
  ]
}

/** As a hand holds it: each turned otherwise, and not quite sharp. A corner is white or black in turns, so that a new one is noticed. */
async function heldUp(pass: string, nr: number): Promise<Buffer> {
  const turned = sharp(await qrPicture(pass))
    .resize(420, 420)
    .rotate((nr % 7) * 5 - 15, { background: '#9a9a9a' })
  const corner = { create: { width: 64, height: 64, channels: 3 as const, background: nr % 2 ? '#fff' : '#000' } }
  const ground = sharp({ create: { width: wide, height: high, channels: 3, background: '#9a9a9a' } }).composite([
    { input: await turned.toBuffer() },
    { input: corner, left: 0, top: 0 },
  ])
  const seen = await sharp(await ground.png().toBuffer())
    .blur(0.8)
    .grayscale()
    .raw()
    .toBuffer()
  return seen.subarray(0, wide * high)
}

/** When a pass was first in the camera's picture, when the door took the picture that it read, and when its colour was on the screen. */
export type Seen = { shown: number; taken: number; coloured: number }
type Watching = { seen: Seen[]; shown: number; taken: number; read: { text: string; taken: number } }

/**
 * Runs in the page before the door's program. The browser slows the page's own thread alone; the one that reads pictures is
 * made as slow here: what it says arrives that many times later.
 */
export function watchReader(slower: number): void {
  const watching: Watching = { seen: [], shown: 0, taken: 0, read: { text: '', taken: 0 } }
  Object.assign(window, { watching })
  const { drawImage } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.drawImage = function (this: CanvasRenderingContext2D, ...asked: unknown[]) {
    if (this.canvas.width > 1) watching.taken = performance.now()
    return (drawImage as (...all: unknown[]) => void).apply(this, asked)
  } as typeof drawImage
  const Own = window.Worker
  window.Worker = class extends Own {
    sent = 0
    override postMessage(message: unknown, move: unknown) {
      this.sent = performance.now()
      super.postMessage(message, move as Transferable[])
    }
    override set onmessage(hear: (event: MessageEvent) => void) {
      super.onmessage = (event) => {
        const { taken } = watching
        if (event.data && event.data !== watching.read.text) watching.read = { text: event.data, taken }
        setTimeout(() => hear(event), (performance.now() - this.sent) * (slower - 1))
      }
    }
  }
}

/** Scans until each of so many passes was held up once, and gives when those were seen that it let in. The door is open and slowed. */
export async function scannedBy(page: Page, many: number): Promise<Seen[]> {
  await page.getByRole('button', { name: 'Scan passes' }).click()
  await page.getByRole('checkbox', { name: /^Express/ }).check()
  await page.evaluate(watchColours)
  await page.waitForTimeout((many - 1) * held * 100)
  return page.evaluate(() => (window as unknown as { watching: Watching }).watching.seen)
}

/** Runs in the page: notes each new picture of the camera, and each new name once it has been painted. */
function watchColours(): void {
  const { watching } = window as unknown as { watching: Watching }
  const video = document.querySelector('video')!
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', {
    willReadFrequently: true,
  })!
  let bright: boolean | undefined
  const look = (now: number) => {
    pen.drawImage(video, 8, 8, 16, 16, 0, 0, 1, 1)
    const isBright = pen.getImageData(0, 0, 1, 1).data[0]! > 128
    if (isBright !== bright) watching.shown = now
    bright = isBright
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  let last = ''
  const painted = new MessageChannel()
  new MutationObserver(() => {
    const name = document.querySelector('section[aria-live] p[dir]')?.textContent ?? ''
    if (!name || name === last) return
    last = name
    const { shown, read } = watching
    painted.port1.onmessage = () => void watching.seen.push({ shown, taken: read.taken, coloured: performance.now() })
    requestAnimationFrame(() => painted.port2.postMessage(''))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}
