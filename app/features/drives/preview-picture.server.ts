import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { moneyText } from '#app/kit/money.ts'
import { copyAddress, uploadedPicture } from '#app/kit/picture.ts'
import { Canvas } from '#app/platform/canvas.server.ts'
import { lineOfText, linesOf, widthOf, writable } from '#app/platform/lettering.server.ts'
import { mediaAnswer } from '#app/platform/media.server.ts'
import { rounded, shapesOf } from '#app/platform/shapes.server.ts'
import { repeat, weave } from '#app/ui/weave.ts'
import { capitalised } from './drive.ts'
import { previewFacts } from './preview-picture.ts'
import { percentText } from './public/percent.ts'

// The picture that chats and networks show beside a link: photo, title, bar, raised of goal. No words that would need a
// language, so that it is the same for everybody.

type Shown = Parameters<typeof previewFacts>[0] & { slug: string }

const [width, height, photoTall] = [1200, 630, 348]
const mostBytes = 300_000
const [paper, ink, muted, well, brand] = ['#faf5ea', '#2a2019', '#6b5d4f', '#e9dfcb', '#1d5138']

/** The version in the picture's address. */
export const previewVersion = (drive: Shown): string =>
  createHash('sha256').update(previewFacts(drive)).digest('hex').slice(0, 16)

/** Draws the picture. A photo from elsewhere is never fetched: then it shows the drive's cloth. */
export async function drawPreview(drive: Shown): Promise<Buffer> {
  const canvas = new Canvas(width, height, paper)
  const photo = await photoOf(drive.image)
  canvas.lay(photo ?? clothOf(drive.slug, 'cloth', 4), { x: 0, y: 0, width, height: photoTall })
  const band = clothOf(drive.slug, 'band', 1)
  canvas.lay(band, { x: 0, y: photoTall, width, height: band.height })
  writeName(canvas)
  writeFacts(canvas, drive, photoTall + band.height)
  return canvas.jpeg(mostBytes)
}

type Pixels = { width: number; height: number; pixels: Uint8Array }

async function photoOf(image: string | null): Promise<Pixels | undefined> {
  const found = image ? uploadedPicture(image) : undefined
  if (!found) return undefined
  const copy = found.widths.find((one) => one >= width) ?? found.widths.at(-1)!
  const answer = await mediaAnswer(copyAddress(found.name, copy, 'jpg').slice('/media/'.length))
  if (!answer.ok) return undefined
  const pixels = await sharp(Buffer.from(await answer.arrayBuffer()), { failOn: 'none' })
    .timeout({ seconds: 5 })
    .resize(width, photoTall, { fit: 'cover', position: 'attention' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width, height: photoTall, pixels }
}

/** One repeat of the drive's cloth. */
function clothOf(slug: string, kind: 'cloth' | 'band', scale: number): Canvas {
  const { ground, height: tall, rows } = weave(slug, kind)
  const tile = new Canvas(repeat * scale, tall * scale, ground)
  for (const row of rows) {
    const path = row.is === 'stripe' ? `M0 ${row.y}h${repeat}v${row.height}H0z` : row.path
    // Each part by itself: where two of them cross, a thread lies over the other.
    tile.fill(shapesOf(path, scale), row.dye)
  }
  return tile
}

const edge = 48

function writeName(canvas: Canvas) {
  const size = 30
  const wide = widthOf('Harambee', size)
  canvas.fill(rounded({ x: edge - 20, y: 28, width: wide + 40, height: 52 }, 26), paper)
  canvas.fill(lineOfText('Harambee', { x: edge, y: 64, size }), brand)
}

function writeFacts(canvas: Canvas, drive: Shown, top: number) {
  const room = width - 2 * edge
  const title = writable(capitalised(drive.title))
  const size = widthOf(title, 62) <= room ? 62 : 46
  const lines = title ? linesOf(title, { size, width: room, most: size === 62 ? 1 : 2 }) : []
  const first = top + (lines.length > 1 ? 52 : 78)
  for (const [at, line] of lines.entries()) canvas.fill(lineOfText(line, { x: edge, y: first + at * 48, size }), ink)
  if (drive.collects) return writeProgress(canvas, drive)
  const slogan = writable(drive.slogan)
  const [line] = linesOf(slogan, { size: 36, width: room, most: 1 })
  if (line) canvas.fill(lineOfText(line, { x: edge, y: height - 48, size: 36 }), muted)
}

function writeProgress(canvas: Canvas, { raised, goal }: Shown) {
  const foot = height - 74
  const [there, wanted, percent] = [moneyText(raised), `/ ${moneyText(goal)}`, percentText(raised, goal)]
  canvas.fill(lineOfText(there, { x: edge, y: foot, size: 46 }), brand)
  canvas.fill(lineOfText(wanted, { x: edge + widthOf(there, 46) + 14, y: foot, size: 32 }), muted)
  canvas.fill(lineOfText(percent, { x: width - edge - widthOf(percent, 40), y: foot, size: 40 }), ink)
  const bar = { x: edge, y: height - 52, width: width - 2 * edge, height: 24 }
  canvas.fill(rounded(bar, 12), well)
  const share = goal > 0 ? Math.min(1, raised / goal) : 0
  if (share > 0) canvas.fill(rounded({ ...bar, width: Math.max(24, bar.width * share) }, 12), brand)
}
