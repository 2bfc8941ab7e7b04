import { createHmac, timingSafeEqual } from 'node:crypto'
import { settings } from '#app/platform/settings.server.ts'

// A drive's page carries a token, and tells with it that it was seen. A page elsewhere has none, nor has a program that
// never asked for the page: what these tell costs the drive no credit.

/** The header that carries it. Browsers send it from our own pages only: elsewhere it would have to be allowed first. */
export const tokenHeader = 'page-token'

/** Half an hour, in seconds: as long as a stay. */
const lifetime = 1800

export function newPageToken(driveId: string, now = Date.now()): string {
  const until = Math.floor(now / 1000) + lifetime
  return `${until}.${signed(driveId, until)}`
}

/** True for a token of this drive's page that is not older than half an hour. */
export function isPageToken(token: string | null, driveId: string, now = Date.now()): boolean {
  const [, until = '', shown = ''] = token?.match(/^(\d{1,12})\.([\w-]{43})$/) ?? []
  if (!until || Number(until) * 1000 < now) return false
  return timingSafeEqual(Buffer.from(shown), Buffer.from(signed(driveId, Number(until))))
}

function signed(driveId: string, until: number): string {
  if (!settings.AUTH_SECRET) throw new Error('AUTH_SECRET is missing: pages can not be told apart without it')
  return createHmac('sha256', settings.AUTH_SECRET).update(`page ${driveId} ${until}`).digest('base64url')
}
