import { placeOf, unknownPlace } from '#app/platform/place-of.server.ts'
import { askedContext, type RequestInfo } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import type { DeviceType } from './device.ts'
import { isPageToken } from './page-token.server.ts'
import { sourceOf } from './source.ts'
import type { Looking } from './view.ts'

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
  const from = request.headers.get('origin')
  const elsewhere = (from !== null && from !== origin) || request.headers.get('sec-fetch-site') === 'cross-site'
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

/** The mark of the link that was shared: in the address of our page, which this request comes from. */
function viaOf(request: Request): string | null {
  const page = request.headers.get('referer') ?? ''
  return URL.canParse(page) ? new URL(page).searchParams.get('via') : null
}
