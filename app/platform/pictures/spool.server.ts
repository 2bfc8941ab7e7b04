import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Bytes that wait on disk. The file has no name any more: whatever happens, it disappears with its handle. */
export type Spool = {
  write(bytes: Buffer): Promise<void>
  /** Reads all of it, after these bytes. */
  read(start: Buffer): ReadableStream<Uint8Array>
  close(): Promise<void>
}

const piece = 1024 * 1024

/** Opens a file for uploads in progress, which together would take too much memory. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `harambee-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  let size = 0
  async function* pieces(start: Buffer) {
    yield start
    for (let at = 0; at < size; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(Math.min(piece, size - at)), {
        position: at,
      })
      if (bytesRead === 0) throw new Error('the file of a form was cut off')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }
  return {
    async write(bytes) {
      await file.write(bytes, 0, bytes.length, size)
      size += bytes.length
    },
    read: (start) => Readable.toWeb(Readable.from(pieces(start))) as ReadableStream<Uint8Array>,
    close: () => file.close(),
  }
}
