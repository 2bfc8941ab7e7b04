import { isIPv6 } from 'node:net'
import { shortAddress } from '#app/kit/addresses.ts'
import { chosen } from '#app/platform/choices.server.ts'
import { household } from '#app/platform/household.server.ts'
import { type Limit, returnTries } from '#app/platform/limits.server.ts'
import { knownDeviceIn } from './known-device.server.ts'
import { type CodePurpose, codePause } from './phone.ts'

// How often codes are texted. A stranger can't lock anybody's phone out: requests count against the stranger's own network.

const [hour, day] = [3600, 86_400]

/** The requester: the network, and the browser, which may have a mark of the phone's owner. */
export type Asker = { address: string; request: Request }

/** Limits for another code to one phone, and for codes of one network. A browser of the phone's owner only counts its own requests. */
export function codeLimits(phone: string, { address, request }: Asker): Limit[] {
  const device = knownDeviceIn(request, phone)
  const own = [
    pauseOf(phone, { address, request }),
    { name: 'phone-code-hour', key: pairOf(phone, device ?? address), times: 5, seconds: hour },
    { name: 'phone-code-day', key: pairOf(phone, device ?? address), times: 10, seconds: day },
  ]
  if (device) return [...own, { name: 'phone-code-known', key: phone, times: 30, seconds: day }]
  return [...own, { name: 'phone-code-strangers', key: phone, times: 20, seconds: day }, ...networkLimits(address)]
}

/** The key of one phone from one network, or in a browser of its owner. */
const pairOf = (phone: string, who: string) => `${phone} ${household(who)}`

export const pauseOf = (phone: string, { address, request }: Asker): Limit => ({
  name: 'phone-code-pause',
  key: pairOf(phone, knownDeviceIn(request, phone) ?? address),
  times: 1,
  seconds: codePause,
})

/** For IPv6 the whole /48, which one person can have. A used code is given back: a whole hall may sign in together. */
const networkLimits = (address: string): Limit[] => {
  const key = isIPv6(address) ? shortAddress(address) || address : address
  return [
    { name: 'phone-code-network', key, times: 300, seconds: hour },
    { name: 'phone-code-network-day', key, times: 600, seconds: day },
  ]
}

/** Gives a right code back: its pause is over, and its network's count goes down. */
export const returnCode = (phone: string, asker: Asker): Promise<void> =>
  returnTries([pauseOf(phone, asker), ...(knownDeviceIn(asker.request, phone) ? [] : networkLimits(asker.address))])

/** Limits tried codes by network address; a right one is given back. */
export const triedLimits = (address: string): Limit[] => [
  { name: 'phone-code-tried', key: address, times: 300, seconds: 600 },
]

/**
 * Limits texted codes a day, each of which costs money. Codes for numbers with an account count apart: signing up with strangers' numbers
 * keeps nobody from signing in.
 */
export const budgetOf = (purpose: CodePurpose): Limit =>
  purpose === 'sign in'
    ? { name: 'phone-codes-in', key: 'all', times: chosen('CODES_A_DAY'), seconds: day }
    : { name: 'phone-codes-up', key: 'all', times: chosen('SIGN_UP_CODES_A_DAY'), seconds: day }
