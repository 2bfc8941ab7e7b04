import { placeOf, unknownPlace } from '#app/platform/place-of.server.ts'
import { type Asked, askedContext } from '#app/platform/request.server.ts'
import { visitorKey } from '#app/platform/visitor.server.ts'
import type { DeviceType, Looking } from './view.ts'

type Asker = {
  request: Request
  context: { get(of: typeof askedContext): Asked }
}
type Told = { deviceType?: DeviceType | undefined; location?: string | undefined }

/**
 * Who looks, as their request tells. A page elsewhere may report a look, but not in somebody's name: then neither the
 * visitor's cookie nor their account counts. Where an address is, is found out before it is shortened.
 */
export function lookingOf(
  { request, context }: Asker,
  person: { id: string; isAdmin: boolean } | null,
  told: Told = {},
): Looking {
  const { address, origin } = context.get(askedContext)
  const from = request.headers.get('origin')
  const elsewhere = from !== null && from !== origin
  const userAgent = request.headers.get('user-agent') ?? ''
  const place = placeOf(address)
  return {
    visitor: visitorKey(elsewhere ? { headers: new Headers({ 'user-agent': userAgent }) } : request, address),
    address,
    userAgent,
    deviceType: told.deviceType,
    location: place === unknownPlace ? told.location : place,
    personId: elsewhere ? null : person?.id,
    isAdmin: !elsewhere && person?.isAdmin,
  }
}
