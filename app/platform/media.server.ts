import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { copyAddress, type PictureFormat, pictureFormats, widthsFor } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { faultOf, says } from '#app/kit/uploads.ts'
import { settings } from './settings.server.ts'
import { diskStore, isKey, type Store } from './store.server.ts'

// Pictures that people send. What is kept is never what was sent: it is decoded by its content, within bounds, and
// written anew, so that no script, no position and no trick of the file outlives the door.

const mostPixels = 40_000_000
const mostSeconds = 10
const atOnce = 2
const mostWaiting = 40

// Only the decoders of the formats that browsers send. SVG, PDF, TIFF and the rest are not even tried.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}`) })
sharp.cache(false)
sharp.concurrency(1)

let store: Store | undefined
/** Points the media to a store; tests call it with one of their own. */
export function useStore(other: Store): void {
  store = other
}
const theStore = (): Store => {
  store ??= diskStore(join(settings.DATA_DIR, 'media'))
  return store
}

export type Kept = { width: number; format: PictureFormat }

/** Where the browser finds a kept file. */
export const addressOf = (key: string): string => `/media/${key}`

/**
 * Keeps a picture cropped to a square, once for each size and format, and returns the name the copies share:
 * `avatars/2f…`. Refuses with words what is no picture; after any failure nothing of it is left.
 */
export async function keepSquare(folder: string, file: File, copies: Kept[]): Promise<string> {
  const made = await squaresOf(file, copies)
  const name = `${folder}/${randomBytes(16).toString('hex')}`
  try {
    for (const { copy, bytes } of made) await theStore().put(keyOf(name, copy), bytes)
  } catch (error) {
    await forget(name, copies)
    throw error
  }
  return name
}

export type KeptFile = { key: string; bytes: number; sha256: string }
export type KeptPicture = { url: string; width: number; height: number; colour: string; files: KeptFile[] }

/**
 * Keeps a picture in its own shape, in every width and format that pages ask for (kit/picture.ts). Refuses with words
 * what is no picture; after any failure nothing of it is left.
 */
export async function keepPicture(folder: string, file: File): Promise<KeptPicture> {
  const { width, height, colour, copies } = await copiesOf(file)
  const name = `${folder}/${randomBytes(16).toString('hex')}`
  const files = copies.map(({ width, format, bytes }) => ({
    key: copyAddress(name, width, format).slice('/media/'.length),
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }))
  try {
    for (const [at, { key }] of files.entries()) await theStore().put(key, copies[at]!.bytes)
  } catch (error) {
    await forgetFiles(files)
    throw error
  }
  return { url: copyAddress(name, width, 'jpg'), width, height, colour, files }
}

/** Removes the files of a picture. */
export async function forgetFiles(files: { key: string }[]): Promise<void> {
  await Promise.allSettled(files.map(({ key }) => theStore().remove(key)))
}

export const keyOf = (name: string, copy: Kept): string => `${name}-${copy.width}.${copy.format}`

/** Removes a picture's copies. */
export async function forget(name: string, copies: Kept[]): Promise<void> {
  await Promise.allSettled(copies.map((copy) => theStore().remove(keyOf(name, copy))))
}

/**
 * Removes the files of a folder that nothing refers to. A file younger than a day may belong to a deed that is still
 * under way, so it is left. `used` is asked for a hundred names at a time.
 */
export async function sweep(
  folder: string,
  used: (names: string[]) => Promise<Set<string>>,
  before = new Date(Date.now() - 24 * 3600_000),
): Promise<number> {
  const old: string[] = []
  for await (const { key, written } of theStore().list(folder)) if (written < before) old.push(key)
  let removed = 0
  for (let from = 0; from < old.length; from += 100) {
    const keys = old.slice(from, from + 100)
    const inUse = await used([...new Set(keys.map(nameOf))])
    for (const key of keys) {
      if (inUse.has(nameOf(key))) continue
      await theStore().remove(key)
      removed++
    }
  }
  return removed
}

const nameOf = (key: string): string => key.replace(/-\d+\.\w+$/, '')

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** A kept file as an answer. Its address never shows anything else, so it may be kept for ever. */
export async function mediaAnswer(key: string): Promise<Response> {
  const found = isKey(key) ? await theStore().get(key) : undefined
  if (!found) return new Response('Not Found', { status: 404, headers: guarded })
  return new Response(found.body, {
    headers: {
      ...guarded,
      'content-type': types[key.slice(key.lastIndexOf('.') + 1)]!,
      'content-length': String(found.size),
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}

const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
}

async function squaresOf(file: File, copies: Kept[]) {
  const fault = faultOf(file)
  if (fault) throw new Refusal(fault, { status: 422, field: 'image' })
  const largest = Math.max(...copies.map((copy) => copy.width))
  return inTurn(async () => {
    const bytes = Buffer.from(await file.arrayBuffer())
    const square = await squareOf(bytes, largest).catch(() => {
      throw new Refusal(says.notImage, { status: 422, field: 'image' })
    })
    return Promise.all(copies.map(async (copy) => ({ copy, bytes: await written(square, copy) })))
  })
}

/** Every copy of a picture, made within the same bounds as a square. */
async function copiesOf(file: File) {
  const fault = faultOf(file)
  if (fault) throw new Refusal(fault, { status: 422, field: 'image' })
  return inTurn(async () => {
    const whole = await pixelsOf(Buffer.from(await file.arrayBuffer())).catch(() => {
      throw new Refusal(says.notImage, { status: 422, field: 'image' })
    })
    const { width, height } = whole.info
    const copies: { width: number; format: PictureFormat; bytes: Buffer }[] = []
    for (const one of widthsFor(width))
      for (const format of pictureFormats)
        copies.push({ width: one, format, bytes: await written(whole, { width: one, format }) })
    return { width, height, colour: await colourOf(whole), copies }
  })
}

const widest = widthsFor(Number.POSITIVE_INFINITY).at(-1)!

/** The picture's first frame, upright, no larger than the largest copy, without anything but its pixels. */
const pixelsOf = async (bytes: Buffer): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize(widest, widest * 4, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

async function colourOf({ data, info: { width, height, channels } }: Pixels): Promise<string> {
  const raw = { width, height, channels: channels as 1 | 2 | 3 | 4 }
  const small = await sharp(data, { raw })
    .flatten({ background: '#ffffff' })
    .resize(64, 64, { fit: 'fill' })
    .png()
    .toBuffer()
  const { dominant } = await sharp(small).toColourspace('srgb').stats()
  const hex = (part: number) => Math.round(part).toString(16).padStart(2, '0')
  return `#${hex(dominant.r)}${hex(dominant.g)}${hex(dominant.b)}`
}

type Pixels = { data: Buffer; info: { width: number; height: number; channels: number } }

/** The picture's first frame, upright, its middle cut out as a square, without anything but its pixels. */
const squareOf = async (bytes: Buffer, width: number): Promise<Pixels> =>
  sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
    .timeout({ seconds: mostSeconds })
    .autoOrient()
    .resize(width, width, { fit: 'cover' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })

function written({ data, info }: Pixels, { width, format }: Kept): Promise<Buffer> {
  const { width: w, height, channels } = info
  const picture: Sharp = sharp(data, { raw: { width: w, height, channels: channels as 1 | 2 | 3 | 4 } }).resize(width)
  if (format === 'webp') return picture.webp({ quality: 82 }).toBuffer()
  if (format === 'avif') return picture.avif({ quality: 55, effort: 2 }).toBuffer()
  return picture.flatten({ background: '#ffffff' }).jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}

let running = 0
const waiting: (() => void)[] = []

/** Lets two pictures be decoded at once and a few wait; a flood is told to come back rather than filling the memory. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Refusal(says.busy, { status: 503, retryAfter: 10 })
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    return await work()
  } finally {
    // The place is handed on; only when nobody waits does it become free.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
