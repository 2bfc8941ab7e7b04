import { isIPv6 } from 'node:net'
import { shortAddress } from '#app/kit/addresses.ts'
import { chosen } from '#app/platform/choices.server.ts'
import { household } from '#app/platform/household.server.ts'
import { type Limit, returnTries } from '#app/platform/limits.server.ts'
import { knownDeviceIn } from './known-device.server.ts'
import { type CodePurpose, codePause } from './phone.ts'

// How often codes are texted. A stranger shuts nobody out of their phone: what they ask for counts against their own network.

const [hour, day] = [3600, 86_400]

/** Who asks: the network, and the browser's mark where the phone's owner was signed in before. */
export type Asker = { address: string; request: Request }

/** Another code for one phone, and codes that one network may have texted. Of a browser that its owner uses, only their own count. */
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

/** For one phone from one network, or in a browser that its owner uses. */
const pairOf = (phone: string, who: string) => `${phone} ${household(who)}`

export const pauseOf = (phone: string, { address, request }: Asker): Limit => ({
  name: 'phone-code-pause',
  key: pairOf(phone, knownDeviceIn(request, phone) ?? address),
  times: 1,
  seconds: codePause,
})

/** Of version 6 the whole /48, which one person can have. A code that is used gives its place back: a hall signs in together. */
const networkLimits = (address: string): Limit[] => {
  const key = isIPv6(address) ? shortAddress(address) || address : address
  return [
    { name: 'phone-code-network', key, times: 300, seconds: hour },
    { name: 'phone-code-network-day', key, times: 600, seconds: day },
  ]
}

/** A right code was shown: its pause is over, and its network has its place back. */
export const returnCode = (phone: string, asker: Asker): Promise<void> =>
  returnTries([pauseOf(phone, asker), ...(knownDeviceIn(asker.request, phone) ? [] : networkLimits(asker.address))])

/** Codes that a network address may try; a right one is given back. */
export const triedLimits = (address: string): Limit[] => [
  { name: 'phone-code-tried', key: address, times: 300, seconds: 600 },
]

/**
 * Codes that are texted in a day, each of which costs money. Those for numbers that have an account are apart: whoever signs up
 * with the numbers of strangers keeps nobody from signing in.
 */
export const budgetOf = (purpose: CodePurpose): Limit =>
  purpose === 'sign in'
    ? { name: 'phone-codes-in', key: 'all', times: chosen('CODES_A_DAY'), seconds: day }
    : { name: 'phone-codes-up', key: 'all', times: chosen('SIGN_UP_CODES_A_DAY'), seconds: day }
