import { Refusal } from '#app/kit/says.ts'
import { says } from '#app/kit/uploads.ts'
import { drawPreview, previewVersion } from './preview-picture.server.ts'

// Pictures that were drawn, as long as they fit into memory. Whoever asks for many at once waits, or is told to.

type Shown = Parameters<typeof drawPreview>[0]

const mostBytes = 24_000_000
const atOnce = 2
const mostWaiting = 20

const kept = new Map<string, Buffer>()
let bytesKept = 0
/** What is being drawn, by drive. */
const drawing = new Map<string, { version: string; picture: Promise<Buffer> }>()

/** The drive's picture as it is now, drawn once however many ask for it. */
export async function previewOf(drive: Shown): Promise<Buffer> {
  const version = previewVersion(drive)
  const key = `${drive.slug} ${version}`
  const known = kept.get(key)
  if (known) {
    // The ones that are asked for last are kept longest.
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const now = drawing.get(drive.slug)
  if (now?.version === version) return now.picture
  if (now) {
    await now.picture.catch(() => {})
    return previewOf(drive)
  }
  const picture = inTurn(() => drawPreview(drive)).finally(() => drawing.delete(drive.slug))
  drawing.set(drive.slug, { version, picture })
  keep(key, await picture)
  return picture
}

function keep(key: string, picture: Buffer) {
  kept.set(key, picture)
  bytesKept += picture.length
  for (const [oldest, bytes] of kept) {
    if (bytesKept <= mostBytes) return
    kept.delete(oldest)
    bytesKept -= bytes.length
  }
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new Refusal(says.busy, { status: 503, retryAfter: 10 })
    await new Promise<void>((go) => waiting.push(go))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
