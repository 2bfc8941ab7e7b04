import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'

/**
 * The store of files, by key: 'avatars/2f…-96.webp'. A key is written once and never changes, so its content may be cached
 * for ever. The store is a folder of this machine, or object storage (s3Store in media.server.ts).
 */
export type Store = {
  /** Stores all the bytes or none. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Returns the file, or undefined when there is none. */
  get(key: string): Promise<{ size: number; body: ReadableStream<Uint8Array> } | undefined>
  /** Deletes the file; a missing one is no error. */
  remove(key: string): Promise<void>
  /** Lists every key of a folder, with the time it was written. */
  list(folder: string): AsyncIterable<{ key: string; written: Date }>
}

/** Keys are made by us and have one form only. No other name reaches the disk, so no key can climb out of its folder. */
const keyForm = /^[a-z]{1,20}\/[0-9a-f]{32}-[0-9]{1,4}\.(?:avif|webp|jpg|png)$/
export const isKey = (text: string): boolean => keyForm.test(text)
/** The leftover of a crash in the middle of a write. Listed, so that the sweep removes it; never read. */
const half = /\.[0-9a-f]{8}\.half$/

/** True for names that a listing may have: a key, or half of one. */
export const isPictureListed = (text: string): boolean => isKey(text.replace(half, ''))

/** Keeps files in a folder of this machine. */
export function diskStore(root: string): Store {
  const pathOf = (key: string) => {
    if (!isPictureListed(key)) throw new Error('not a key of the store')
    return join(resolve(root), key)
  }
  return {
    put: (key, bytes) => writeWhole(pathOf(key), bytes),
    async get(key) {
      if (!isKey(key)) return undefined
      const found = await stat(pathOf(key)).catch(nothing)
      if (!found?.isFile()) return undefined
      return { size: found.size, body: Readable.toWeb(createReadStream(pathOf(key))) as ReadableStream<Uint8Array> }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(folder) {
      for (const name of await readdir(join(resolve(root), folder)).catch(() => [])) {
        const found = await stat(join(resolve(root), folder, name)).catch(nothing)
        if (found?.isFile() && isPictureListed(`${folder}/${name}`))
          yield { key: `${folder}/${name}`, written: found.mtime }
      }
    },
  }
}

/** True when a disk has no room left, or our quota is used up. */
export const isFull = (error: unknown): boolean =>
  /^(ENOSPC|EDQUOT)$/.test(String((error as NodeJS.ErrnoException | null)?.code))

const nothing = () => undefined

/** Writes beside the place and then renames, so that no reader and no crash ever finds half a file. */
async function writeWhole(path: string, bytes: Buffer) {
  await mkdir(dirname(path), { recursive: true })
  const beside = `${path}.${randomBytes(4).toString('hex')}.half`
  try {
    const file = await open(beside, 'wx')
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
    await keepNames(dirname(path))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** A new name survives a power cut only once its folder is written too. */
async function keepNames(folder: string) {
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}
