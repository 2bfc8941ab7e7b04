import { createHash } from 'node:crypto'
import { cardSize, frameFor, frames, type LinkCard, type PreviewFrame } from '#app/drives/drive/campaign/share-card.tsx'
import { brand, ownBrand } from '#app/kit/brand.ts'
import { plainMoney } from '#app/kit/money.ts'
import { percentText } from '#app/kit/percents.ts'
import type { Focus } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { uploadTexts } from '#app/kit/uploads.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { Canvas, clothOf, type Pixels, rounded } from '#app/platform/pictures/canvas.server.ts'
import { drawnAnswer } from '#app/platform/pictures/drawn.server.ts'
import { lineOfText, linesOfText, widthOf, writable } from '#app/platform/pictures/lettering.server.ts'
import { photoAt } from '#app/platform/pictures/photo.server.ts'
import { LineFull, turns } from '#app/platform/processes/turns.server.ts'
import type { OwnDrive } from './drive.server.ts'
import { excerptOf } from './rich-text.server.ts'
import { linkOfDrive } from './share.ts'

// The picture that chats and networks show beside a link: photo, title, bar, raised of goal. No words that would need a
// language, so that it is the same for everybody.

type Shown = Facts & { slug: string }

const { width, height } = cardSize
const mostBytes = 300_000
const [paper, ink, muted, well] = ['#faf5ea', '#2a2019', '#6b5d4f', '#e9dfcb']
const primary = () => ownBrand().colour ?? '#1d5138'
const edge = 44
const bandTall = 24

/** The version in the picture's address. */
export const previewVersion = (drive: Shown): string =>
  createHash('sha256')
    .update(previewFacts(drive) + ownFacts())
    .digest('hex')
    .slice(0, 16)

/**
 * Draws the picture. As much of the photo as can be: people are in it. A photo from elsewhere is never fetched: then it
 * shows the drive's cloth.
 */
export async function drawDrivePreview(drive: Shown): Promise<Buffer> {
  const canvas = new Canvas(width, height, paper)
  const photo = await photoOf(drive)
  const frame = photo?.frame ?? 'wide'
  const size = frames[frame]
  canvas.lay(photo ?? clothOf(drive.slug, 'cloth', 4), { x: 0, y: 0, ...size })
  canvas.lay(clothOf(drive.slug, 'band', bandTall / 48), { x: 0, y: size.height, width, height: bandTall })
  const column = { x: size.width + edge, width: width - size.width - 2 * edge }
  writeName(canvas, column.x)
  writeTitle(canvas, drive, column)
  writeFacts(
    canvas,
    drive,
    frame === 'wide' ? { x: edge, width: width - 2 * edge, foot: height } : { ...column, foot: size.height },
  )
  return canvas.jpeg(mostBytes)
}

async function photoOf({ image, picture }: Shown): Promise<(Pixels & { frame: PreviewFrame }) | undefined> {
  const photo = await photoAt(image, frames.wide.width)
  if (!photo) return undefined
  const frame = frameFor(photo)
  return { ...(await photo.in(frames[frame], picture?.focus)), frame }
}

type Column = { x: number; width: number }

function writeName(canvas: Canvas, x: number) {
  canvas.fill(lineOfText(brand(), { x, y: 72, size: 30 }), primary())
}

/** The title as large as its column takes it whole; a very long one is cut. */
function writeTitle(canvas: Canvas, drive: Shown, { x, width }: Column) {
  const title = writable(drive.title)
  if (!title) return
  const fits = (size: number) => {
    const lines = linesOfText(title, { size, width, most: 9 })
    return lines.length <= mostLines(size) && !lines.at(-1)!.endsWith('…')
  }
  const size = [60, 50, 42].find(fits) ?? 36
  const lines = linesOfText(title, { size, width, most: mostLines(size) })
  for (const [at, line] of lines.entries())
    canvas.fill(lineOfText(line, { x, y: 100 + size + at * size * 1.16, size }), ink)
}

/** Returns how many lines fit between the name and the figures. */
const mostLines = (size: number) => Math.floor(345 / (size * 1.16))

type Foot = Column & { foot: number }

function writeFacts(canvas: Canvas, drive: Shown, at: Foot) {
  if (drive.collects) return writeProgress(canvas, drive, at)
  const lines = linesOfText(writable(drive.slogan), { size: 34, width: at.width, most: 2 }).filter(Boolean)
  for (const [nr, line] of lines.entries())
    canvas.fill(lineOfText(line, { x: at.x, y: at.foot - 36 - (lines.length - 1 - nr) * 42, size: 34 }), muted)
}

function writeProgress(canvas: Canvas, { goal, ...drive }: Shown, { x, width, foot }: Foot) {
  const line = foot - 62
  const raised = thereOf(drive)
  const [there, wanted, percent] = [plainMoney(raised), `/ ${plainMoney(goal)}`, percentText(raised, goal)]
  const right = x + width
  canvas.fill(lineOfText(percent, { x: right - widthOf(percent, 40), y: line, size: 40 }), ink)
  const after = x + widthOf(there, 46) + 14
  // The goal has a line of its own in a narrow column.
  const beside = after + widthOf(wanted, 32) + 30 < right - widthOf(percent, 40)
  canvas.fill(lineOfText(there, { x, y: beside ? line : line - 50, size: 46 }), primary())
  canvas.fill(lineOfText(wanted, beside ? { x: after, y: line, size: 32 } : { x, y: line, size: 32 }), muted)
  const bar = { x, y: foot - 46, width, height: 22 }
  canvas.fill(rounded(bar, 11), well)
  const share = goal > 0 ? Math.min(1, raised / goal) : 0
  if (share > 0) canvas.fill(rounded({ ...bar, width: Math.max(22, width * share) }, 11), primary())
}

/** The facts that a drive's preview picture shows; its address is a hash of them. */
type Facts = {
  title: string
  slogan: string
  image: string | null
  picture?: { focus?: Focus | null } | null
  collects: boolean
  goal: number
  raised: number
  recordedShown: number
}

/** Returns the amount that the page shows, too. */
const thereOf = ({ raised, recordedShown }: Pick<Facts, 'raised' | 'recordedShown'>) => raised + recordedShown

/** The edition of the drawing; count it up when the drawing changes. */
const edition = 3

/** Returns the facts of the operator's own brand; nothing while it is the default. */
const ownFacts = () => [ownBrand().name, ownBrand().colour].filter(Boolean).join('\n')

/** Returns the facts in the picture; as the total passes each tenth of the goal they change. */
function previewFacts({ title, slogan, image, picture, collects, goal, ...drive }: Facts): string {
  const tenth = collects && goal > 0 ? Math.floor((thereOf(drive) * 10) / goal) : null
  // Beyond ten times the goal nobody looks at tenths any more.
  return JSON.stringify([
    edition,
    title,
    collects ? null : slogan,
    image,
    picture?.focus ? [picture.focus.x, picture.focus.y] : null,
    collects ? goal : null,
    tenth && Math.min(tenth, 100),
  ])
}

// Pictures that were drawn, as long as they fit into memory. A person who asks for many at once waits, or is told to.

type PreviewDrive = Parameters<typeof drawDrivePreview>[0]

const mostStoredBytes = 24_000_000

const kept = new Map<string, Buffer>()
let bytesKept = 0
/** The pictures that are being drawn, by drive. */
const drawing = new Map<string, { version: string; picture: Promise<Buffer> }>()

const keyOf = (drive: PreviewDrive) => `${drive.slug} ${previewVersion(drive)}`

/** The drive's picture as it is now, for the person who asks from this address; or when to ask again. */
export const previewAnswer = (
  drive: PreviewDrive,
  address: string,
  headers: Record<string, string>,
): Promise<Response> =>
  drawnAnswer(headers, async () => {
    if (!isDrawn(drive)) await takeTry(previewLimits(address))
    return previewOfDrive(drive)
  })

/** Whether the drive's picture as it is now is there already. */
export const isDrawn = (drive: PreviewDrive): boolean => kept.has(keyOf(drive))

/**
 * Limits the pictures drawn for one network: each is half a second of a processor, and there are more drives than
 * pictures that are kept. A kept picture is given to anybody who asks.
 */
const previewLimits = (address: string): Limit[] => [{ name: 'preview', key: address, times: 30, seconds: 60 }]

/** The drive's picture as it is now, drawn once however many ask for it. */
export async function previewOfDrive(drive: PreviewDrive): Promise<Buffer> {
  const version = previewVersion(drive)
  const key = keyOf(drive)
  const known = kept.get(key)
  if (known) {
    // Moves the picture to the end: those asked for last are kept longest.
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const now = drawing.get(drive.slug)
  if (now?.version === version) return now.picture
  if (now) {
    await now.picture.catch(() => {})
    return previewOfDrive(drive)
  }
  const picture = inTurn(() => drawDrivePreview(drive)).finally(() => drawing.delete(drive.slug))
  drawing.set(drive.slug, { version, picture })
  keep(key, await picture)
  return picture
}

function keep(key: string, picture: Buffer) {
  kept.set(key, picture)
  bytesKept += picture.length
  for (const [oldest, bytes] of kept) {
    if (bytesKept <= mostStoredBytes) return
    kept.delete(oldest)
    bytesKept -= bytes.length
  }
}

const myTurn = turns({ atOnce: 2, mostWaiting: 20, longestWait: 60_000 })

const inTurn = (work: () => Promise<Buffer>): Promise<Buffer> =>
  myTurn(work).catch((error: unknown) => {
    if (error instanceof LineFull) throw new Refusal(uploadTexts.busy, { status: 503, retryAfter: 10 })
    throw error
  })

/** Returns the address at which the owner sees the link's picture. */
export const cardPictureOf = (drive: OwnDrive): string =>
  `/fund-drive/${drive.slug}/card.jpg?v=${previewVersion(drive)}`

/** The link that the drive's owner shares, and what people see beside it in a chat. */
export const linkCardOf = (drive: OwnDrive, origin: string): LinkCard => ({
  link: linkOfDrive(drive, origin),
  picture: cardPictureOf(drive),
  title: `${drive.title} · ${brand()}`,
  text: excerptOf(drive.description) || drive.slogan,
})
