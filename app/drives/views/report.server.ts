import { createHmac } from 'node:crypto'
import { Refusal } from '#app/kit/says.ts'
import { type Db, isHeld } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { placeOf, unknownPlace } from '#app/platform/http/network-address.server.ts'
import { gateCookie } from '#app/platform/kept/edge.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import { currentSecret, isSignedByUs } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'
import { asksForCookie, keptVisitorCookie, visitorKey } from '#app/platform/visitor.server.ts'
import type { DeviceType } from './report-view.ts'
import { isCrawler, trackView, viewLimits } from './view.server.ts'
import { type Looking, sourceOf, type Tracked } from './view.ts'

type Asker = {
  request: Request
  context: { get(of: typeof askedContext): RequestInfo }
}
type Told = {
  token?: string | null
  deviceType?: DeviceType | undefined
  location?: string | undefined
  /** The page that the browser came from. */
  from?: string | undefined
}

/**
 * Reads from a request who looks. A page elsewhere may report a look, but not in a person's name: then neither the
 * visitor's cookie nor their account counts. The place of an address is found before the address is shortened.
 */
export function lookingOf(
  { request, context }: Asker,
  driveId: string,
  person: { id: string; isAdmin: boolean } | null,
  told: Told = {},
): Looking {
  const { address, origin } = context.get(askedContext)
  const elsewhere = isElsewhere(request, origin)
  const userAgent = request.headers.get('user-agent') ?? ''
  const place = placeOf(address)
  return {
    visitor: visitorKey(elsewhere ? { headers: new Headers({ 'user-agent': userAgent }) } : request, address),
    address,
    userAgent,
    deviceType: told.deviceType,
    location: place === unknownPlace ? told.location : place,
    source: elsewhere ? undefined : sourceOf({ via: viaOf(request), from: told.from, own: origin }),
    personId: elsewhere ? null : person?.id,
    isAdmin: !elsewhere && person?.isAdmin,
    isUnproven: elsewhere || !isPageToken(told.token ?? null, driveId),
  }
}

function isElsewhere({ headers }: Request, own: string): boolean {
  const from = headers.get('origin')
  return (from !== null && from !== own) || headers.get('sec-fetch-site') === 'cross-site'
}

/** True behind a shared cache, whose pages bring no cookie. */
const isBehindCache = () => settings.EDGE_CACHE !== 'off'

/**
 * Returns the answer for a browser that is to show first whether it keeps cookies; undefined where the page brought the cookie. Only a
 * look that our own page reports is counted under a cookie.
 */
export const asksFirst = ({ request, context }: Asker, driveId: string, token: string | null): Response | undefined =>
  !isBehindCache() || isElsewhere(request, context.get(askedContext).origin) || !isPageToken(token, driveId)
    ? undefined
    : asksForCookie(request)

/** Adds the cookie under which the look was counted, behind a shared cache. `view`: what came of it. */
export function withVisitor(answer: Response, { request, context }: Asker, view: Tracked): Response {
  if (!isBehindCache()) return answer
  const cookie = isElsewhere(request, context.get(askedContext).origin) ? undefined : keptVisitorCookie(request)
  if (cookie) answer.headers.append('set-cookie', cookie)
  if (view === 'blocked') answer.headers.append('set-cookie', gateCookie)
  return answer
}

/** The mark of the link that was shared: in the address of our page, which this request comes from. */
function viaOf(request: Request): string | null {
  const page = request.headers.get('referer') ?? ''
  return URL.canParse(page) ? new URL(page).searchParams.get('via') : null
}

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
function isPageToken(token: string | null, driveId: string, now = Date.now()): boolean {
  const [, until = '', shown = ''] = token?.match(/^(\d{1,12})\.([\w-]{43})$/) ?? []
  if (!until || Number(until) * 1000 < now) return false
  return isSignedByUs(shown, (secret) => signed(driveId, Number(until), secret))
}

const signed = (driveId: string, until: number, secret = currentSecret()): string =>
  createHmac('sha256', secret).update(`page ${driveId} ${until}`).digest('base64url')

const tokenIn = ({ url }: Request) => new URL(url).searchParams.get('token')

const dot = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Counts the visit of a browser without a script, and gives it the picture it asked for, whatever came of it. */
export async function countSeen(
  db: Db,
  driveId: string | undefined,
  asker: Parameters<typeof lookingOf>[0],
  person: Parameters<typeof lookingOf>[2],
): Promise<Response> {
  // A page elsewhere that shows the picture has not shown the drive.
  const elsewhere = asker.request.headers.get('sec-fetch-site') === 'cross-site'
  if (driveId && !elsewhere && asker.request.method === 'GET') {
    const token = tokenIn(asker.request)
    const first = asksFirst(asker, driveId, token)
    if (first) return first
    try {
      await takeTry(viewLimits(asker.context.get(askedContext).address))
      const view = await trackView(db, driveId, lookingOf(asker, driveId, person, { token }))
      return withVisitor(oneDot(), asker, view)
    } catch (error) {
      if (!(error instanceof Refusal) && !isHeld(error)) throw error
    }
  }
  return oneDot()
}

/** The picture of one empty dot. */
export const oneDot = (): Response =>
  new Response(dot, { headers: { 'content-type': 'image/gif', 'cache-control': 'no-store' } })

/** True when a person's browser shows the dot on a page of ours. */
export const isOfPage = ({ method, headers }: Request): boolean =>
  method === 'GET' && headers.get('sec-fetch-site') !== 'cross-site' && !isCrawler(headers.get('user-agent') ?? '')
