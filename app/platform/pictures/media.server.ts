import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { mediaAddress, type PictureFormat, pictureFormats, pictureWidths } from '#app/kit/picture.ts'
import { Refusal } from '#app/kit/says.ts'
import { faultOf, uploadTexts } from '#app/kit/uploads.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { type DecodingAsked, decoded, type MadePicture } from './decoding.server.ts'
import { diskStore, isFull, isKey, isPictureListed, type Store } from './store.server.ts'

// Uploaded pictures. An uploaded file is never kept itself: it is decoded by its content, within limits, and encoded
// again, so that no script, no location and no trick of the file survives.

let store: Store | undefined
/** Sets the store; tests call it with their own. */
export function useStore(other: Store): void {
  store = other
}
const theStore = (): Store => {
  store ??= settings.s3 ? s3Store(settings.s3) : diskStore(join(settings.DATA_DIR, 'media'))
  return store
}

/** The copies of a square: every width in every format. */
export type Squares = { widths: readonly number[]; formats: readonly PictureFormat[] }

/**
 * Keeps a picture cropped to a square, in these widths and formats, and returns the name the copies share:
 * `avatars/2f…`. Refuses, with a message, a file that is no picture; after any failure no file is left.
 */
export async function keepSquare(folder: string, file: File, squares: Squares): Promise<string> {
  const { copies } = await copiesOf(file, { square: true, ...squares })
  const name = newName(folder)
  await putAll(copies.map((copy) => ({ key: keyOfMedia(name, copy), bytes: copy.bytes })))
  return name
}

export type KeptFile = { key: string; bytes: number; sha256: string }
export type KeptPicture = { url: string; width: number; height: number; colour: string; files: KeptFile[] }

/**
 * Keeps a picture in its own shape, in every width and format that pages ask for (kit/picture.ts). Refuses, with a
 * message, a file that is no picture; after any failure no file is left.
 */
export async function keepPicture(folder: string, file: File): Promise<KeptPicture> {
  const { width, height, colour, copies } = await copiesOf(file, { widths: pictureWidths, formats: pictureFormats })
  const name = newName(folder)
  const files = copies.map((copy) => ({ key: keyOfMedia(name, copy), bytes: copy.bytes }))
  await putAll(files)
  const kept = files.map(({ key, bytes }) => ({ key, bytes: bytes.length, sha256: hashOf(bytes) }))
  return { url: mediaAddress(keyOfMedia(name, { width, format: 'jpg' })), width, height, colour, files: kept }
}

const newName = (folder: string) => `${folder}/${randomBytes(16).toString('hex')}`
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Removes the files of a picture. */
export async function forgetFiles(files: { key: string }[]): Promise<void> {
  await Promise.allSettled(files.map(({ key }) => remove(key)))
}

const hearers = new Set<(key: string) => void>()
/** Makes the topic that tells that a picture is not served any more, from the key of a copy, or the name that all copies share. */
export const fileTopic = (key: string): string => `file:${nameOf(key)}`

/** Calls back when a file is removed: caches must not serve it any more. */
export const whenGone = (hear: (key: string) => void): void => void hearers.add(hear)

async function remove(key: string) {
  await theStore().remove(key)
  for (const hear of hearers) hear(key)
}

export const keyOfMedia = (name: string, copy: { width: number; format: PictureFormat }): string =>
  `${name}-${copy.width}.${copy.format}`

/** Removes the copies of a square. */
export const forget = (name: string, { widths, formats }: Squares): Promise<void> =>
  forgetFiles(widths.flatMap((width) => formats.map((format) => ({ key: keyOfMedia(name, { width, format }) }))))

/**
 * Removes the files of a folder that nothing refers to. A file younger than a day may belong to a form action in progress,
 * so it is left. `used` is asked for a hundred names at a time.
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
      await remove(key)
      removed++
    }
  }
  return removed
}

/** Returns every key of a folder. */
export async function keysIn(folder: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of theStore().list(folder)) keys.push(key)
  return keys
}

/** Returns the keys of these files that are missing, or differ from what was kept. */
export async function wrongFiles(files: KeptFile[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { key, bytes, sha256 } of files) {
    const found = await theStore().get(key)
    const there = found && Buffer.from(await new Response(found.body).arrayBuffer())
    if (there?.length !== bytes || hashOf(there) !== sha256) wrong.push(key)
  }
  return wrong
}

const nameOf = (key: string): string => key.replace(/-\d+\.\w+$/, '')

const types: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/** Answers with a kept file. Its address never shows anything else, so browsers may keep it for ever; a shared cache asks again after a day. */
export async function mediaAnswer(key: string): Promise<Response> {
  const found = isKey(key) ? await theStore().get(key) : undefined
  if (!found) return new Response('Not Found', { status: 404, headers: guarded })
  return new Response(found.body, {
    headers: {
      ...guarded,
      'content-type': types[key.slice(key.lastIndexOf('.') + 1)]!,
      'content-length': String(found.size),
      'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
    },
  })
}

const guarded = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
}

/** Makes the copies of a picture, or refuses with a message: a file that is no picture, and while too many are being sent. */
async function copiesOf(file: File, wish: Omit<DecodingAsked, 'bytes'>): Promise<MadePicture> {
  const fault = faultOf(file)
  if (fault) throw new Refusal(fault, { status: 422, field: 'image' })
  const made = await decoded({ bytes: Buffer.from(await file.arrayBuffer()), ...wish })
  if (made === 'no-picture') throw new Refusal(uploadTexts.notImage, { status: 422, field: 'image' })
  if (made === 'busy') throw new Refusal(uploadTexts.busy, { status: 503, retryAfter: 10 })
  return made
}

/** Writes every file or leaves none. */
async function putAll(files: { key: string; bytes: Buffer }[]): Promise<void> {
  try {
    for (const { key, bytes } of files) await theStore().put(key, bytes)
  } catch (error) {
    await forgetFiles(files)
    if (!isFull(error)) throw error
    log.error({ err: error }, 'the disk of the pictures is full')
    throw new Refusal(uploadTexts.noRoom, { status: 503, field: 'image', retryAfter: 60 })
  }
}

type S3 = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The beginning of every key: 'harambee/'. */
  prefix?: string | undefined
  /** True when the bucket is the first part of the path, false when it is part of the host's name. */
  pathStyle?: boolean
}
type Times = {
  /** The time limit of one attempt, in milliseconds. */
  longest: number
  tries: number
  /** Milliseconds before the second attempt; doubled before each further one. */
  pause: number
}

/** A failure of object storage. Names the action and the status, never a key of ours or the storage's answer. */
export class StoreFault extends Error {}

/** Keeps files in a bucket of any S3-compatible object storage. */
export function s3Store(options: S3, times: Times = { longest: 15_000, tries: 4, pause: 200 }): Store {
  const { prefix = '' } = options
  const base = addressOf(options)
  // The library's own retries have no time limit and count 429 only; ours are below.
  const signer = new AwsClient({ ...options, service: 's3', retries: 0 })
  const ask = async (formAction: string, method: string, path: string, body?: Buffer<ArrayBuffer>) => {
    let why = ''
    for (let nr = 1; nr <= times.tries; nr++) {
      if (nr > 1) await new Promise((go) => setTimeout(go, times.pause * 2 ** (nr - 2)))
      // Each attempt needs its own signature, which contains the time.
      const asked = await signer.sign(base + path, { method, ...(body ? { body } : {}) })
      const answer = await fetch(asked, { signal: AbortSignal.timeout(times.longest), redirect: 'error' }).catch(
        (error: Error) => error.name,
      )
      if (answer instanceof Response && answer.status < 500 && answer.status !== 429) return answer
      if (answer instanceof Response) await answer.body?.cancel()
      why = answer instanceof Response ? String(answer.status) : answer
    }
    throw new StoreFault(`object storage did not ${formAction}: ${why}, tried ${times.tries} times`)
  }
  const expect = async (formAction: string, answer: Response) => {
    if (answer.ok) return answer
    await answer.body?.cancel()
    throw new StoreFault(`object storage refused to ${formAction}: ${answer.status}`)
  }
  const place = (key: string) => {
    if (!isKey(key)) throw new Error('not a key of the store')
    return `/${prefix}${key}`
  }
  return {
    async put(key, bytes) {
      await expect('keep a file', await ask('keep a file', 'PUT', place(key), bytes as Buffer<ArrayBuffer>))
    },
    async get(key) {
      if (!isKey(key)) return undefined
      const answer = await ask('give a file', 'GET', place(key))
      if (answer.status === 404) return void (await answer.body?.cancel())
      const { body, headers } = await expect('give a file', answer)
      return { size: Number(headers.get('content-length')), body: body as ReadableStream<Uint8Array> }
    },
    async remove(key) {
      const answer = await ask('forget a file', 'DELETE', place(key))
      if (answer.status !== 404) await expect('forget a file', answer)
    },
    async *list(folder) {
      let after: string | undefined
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: `${prefix}${folder}/` })
        if (after) query.set('continuation-token', after)
        const answer = await expect('list its files', await ask('list its files', 'GET', `/?${query}`))
        const page = await answer.text()
        yield* filesIn(page, prefix)
        after = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : undefined
      } while (after)
    },
  }
}

function addressOf({ endpoint, bucket, pathStyle = true }: S3): string {
  const url = new URL(endpoint)
  const path = url.pathname.replace(/\/$/, '')
  return pathStyle ? `${url.origin}${path}/${bucket}` : `${url.protocol}//${bucket}.${url.host}${path}`
}

/** Parses a page of a listing. Our keys are letters and digits, so they never contain entities. */
function* filesIn(page: string, prefix: string) {
  for (const [, file] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = textIn(file!, 'Key')?.slice(prefix.length) ?? ''
    const written = new Date(textIn(file!, 'LastModified') ?? '')
    // Skips files in the bucket that are not ours.
    if (isPictureListed(key) && !Number.isNaN(written.getTime())) yield { key, written }
  }
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replace(/&(\w+);/g, (all, one) => entities[one] ?? all)
