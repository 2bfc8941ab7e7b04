import { BlockList, isIP } from 'node:net'
import { db } from '#app/platform/db.server.ts'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { publicAddress, type Settings, settings } from '#app/platform/settings/settings.server.ts'
import { tokenMaker } from './calls.server.ts'
import { type Daraja, daraja } from './daraja.server.ts'
import { sandboxDaraja } from './pretended-daraja.server.ts'
import { sharedTokens } from './token.server.ts'

type Own = Pick<Settings, 'pretends' | 'mpesa' | 'AUTH_SECRET' | 'DARAJA_HEAR_ORIGIN' | 'DARAJA_B2C_SHORTCODE'>
/** The built-in sandbox's address on our own server, and the address where we reach ourselves. */
type Here = { sandbox: string; here: string }

/** The phone number that the sandbox's list of receipts is registered with. */
const pretendNumber = '254708374149'

let heardAt: string | undefined

/** The origin that Safaricom posts its notifications to. */
export const hearOrigin = (): string => heardAt ?? publicAddress()

/** Sets up M-Pesa by the settings, or the built-in sandbox, both with the same code; or none, and then phones can't pay. */
export function chooseMobileMoney(settings: Own, { sandbox, here }: Here): void {
  const { pretends, mpesa, AUTH_SECRET, DARAJA_HEAR_ORIGIN, DARAJA_B2C_SHORTCODE } = settings
  heardAt = pretends ? here : DARAJA_HEAR_ORIGIN
  const pretended = () => {
    const keys = sandboxDaraja(AUTH_SECRET!)
    // The sandbox's account for sending is empty until it is filled, so it sends only if the setting asks for it.
    const from = DARAJA_B2C_SHORTCODE ? { ...keys, shortcode: keys.b2cShortcode } : undefined
    return { ...keys, kind: 'paybill' as const, baseUrl: sandbox, from }
  }
  const chosen = pretends ? { ...pretended(), pullNumber: pretendNumber } : mpesa
  useMobileMoney(chosen && opened({ ...chosen, hearOrigin: hearOrigin() }, AUTH_SECRET!))
}

type Chosen = Omit<Daraja, 'token'> & { key: string; secret: string }

function opened({ key, secret, ...own }: Chosen, productSecret: string) {
  const token = sharedTokens({
    db,
    of: `${key} at ${own.baseUrl}`,
    secret: productSecret,
    make: tokenMaker(own, { key, secret }),
  })
  return daraja({ ...own, token })
}

/**
 * True if posts from this address are accepted. This is one lock of several: no post moves money, and without configured
 * addresses all are accepted.
 */
export function isHeardFrom(
  address: string,
  sources = settings.pretends ? undefined : settings.DARAJA_SOURCES,
): boolean {
  if (!sources) return true
  const family = isIP(address)
  return family !== 0 && listOf(sources).check(address, family === 4 ? 'ipv4' : 'ipv6')
}

let made: { of: string[]; list: BlockList } | undefined

function listOf(sources: string[]): BlockList {
  if (made?.of === sources) return made.list
  const list = new BlockList()
  for (const source of sources) {
    const [host = '', bits] = source.split('/')
    const family = isIP(host) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(host, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  made = { of: sources, list }
  return list
}
