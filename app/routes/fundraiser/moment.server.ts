import { createHash } from 'node:crypto'

const tenSeconds = 10_000
const tenMinutes = 600_000

/**
 * By which the page tells how long ago something was, the key of its forms, and since when its token is good. For nobody
 * they change every now and then only: a browser that comes again is told that it has the page. Nothing on the page is
 * younger than its moment. What a form says and the visitor who sends it are part of what its key stands for.
 */
export function momentOf(driveId: string, forAll = false) {
  const now = Date.now()
  if (!forAll) return { now, key: crypto.randomUUID() as string, token: now }
  const token = now - (now % tenMinutes)
  return { now: Math.ceil(now / tenSeconds) * tenSeconds, key: uuidOf(`${driveId} ${token}`), token }
}

/** The same for the same text, in the form of the others. */
const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
