import { Refusal } from '#app/kit/says.ts'
import { uploadTexts } from '#app/kit/uploads.ts'
import { type Limit, takeTry } from '#app/platform/limits.server.ts'
import { drawnAnswer } from '#app/platform/pictures/drawn.server.ts'
import { LineFull, turns } from '#app/platform/turns.server.ts'
import { drawDrivePreview, previewVersion } from './preview-picture.server.ts'

// Pictures that were drawn, as long as they fit into memory. A person who asks for many at once waits, or is told to.

type Shown = Parameters<typeof drawDrivePreview>[0]

const mostBytes = 24_000_000

const kept = new Map<string, Buffer>()
let bytesKept = 0
/** The pictures that are being drawn, by drive. */
const drawing = new Map<string, { version: string; picture: Promise<Buffer> }>()

const keyOf = (drive: Shown) => `${drive.slug} ${previewVersion(drive)}`

/** The drive's picture as it is now, for the person who asks from this address; or when to ask again. */
export const previewAnswer = (drive: Shown, address: string, headers: Record<string, string>): Promise<Response> =>
  drawnAnswer(headers, async () => {
    if (!isDrawn(drive)) await takeTry(previewLimits(address))
    return previewOfDrive(drive)
  })

/** Whether the drive's picture as it is now is there already. */
export const isDrawn = (drive: Shown): boolean => kept.has(keyOf(drive))

/**
 * Limits the pictures drawn for one network: each is half a second of a processor, and there are more drives than
 * pictures that are kept. A kept picture is given to anybody who asks.
 */
const previewLimits = (address: string): Limit[] => [{ name: 'preview', key: address, times: 30, seconds: 60 }]

/** The drive's picture as it is now, drawn once however many ask for it. */
export async function previewOfDrive(drive: Shown): Promise<Buffer> {
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
    if (bytesKept <= mostBytes) return
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
