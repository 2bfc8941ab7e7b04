import { isNear, shortAddress } from '#app/kit/addresses.ts'
import { household } from '#app/platform/household.server.ts'
import type { Limit } from '#app/platform/limits.server.ts'

/**
 * A browser that drops its cookie, or takes another name, is a new visitor: so the network is limited, as a whole and
 * for each comment. In IPv6: what a visitor owns (/64), and the network around it (/48).
 */
export const likeLimits = (address: string, comment: string | number): Limit[] => {
  const own = { name: 'like', key: address, times: 240, seconds: 60 }
  // A proxy on this machine or network hides the visitor: everybody may share its address.
  if (isNear(address)) return [own]
  const network = shortAddress(address)
  return [
    own,
    { name: 'like-network', key: network, times: 960, seconds: 60 },
    // Both parts are shortened here: a key of an address alone is shortened where it is counted.
    { name: 'like-comment', key: `${household(address)} ${comment}`, times: 60, seconds: 86_400 },
    { name: 'like-comment-network', key: `${network} ${comment}`, times: 300, seconds: 86_400 },
  ]
}
