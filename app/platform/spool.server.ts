import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Bytes that wait on disk. The file has no name any more: whatever happens, it is gone with its handle. */
export type Spool = {
  write(bytes: Buffer): Promise<void>
  read(): Promise<Buffer<ArrayBuffer>>
  close(): Promise<void>
}

/** A file for bytes that are on their way and would weigh too much in memory together. */
export async function openSpool(): Promise<Spool> {
  const path = join(tmpdir(), `harambee-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  let size = 0
  return {
    async write(bytes) {
      await file.write(bytes, 0, bytes.length, size)
      size += bytes.length
    },
    async read() {
      const bytes = Buffer.allocUnsafeSlow(size)
      await file.read(bytes, 0, size, 0)
      return bytes
    },
    close: () => file.close(),
  }
}
