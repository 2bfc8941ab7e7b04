import { createHmac } from 'node:crypto'
import { thePool } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import type { MobileReceipt } from '#app/platform/providers/mobile-money.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { type Daraja, openDaraja } from '#sandbox/daraja/daraja.ts'
import { payByHand } from '#sandbox/daraja/paybill.ts'
import { pin } from '#sandbox/daraja/phones.ts'
import { momentOf } from '#sandbox/daraja/world.ts'
import { startDelivering } from '#sandbox/delivering.ts'

let opened: Daraja | undefined
/** The address where this process reaches the product. */
let home: string | undefined
let wake = () => {}

/** Returns the M-Pesa of laptops and tests, on our own port. */
export const pretendedDaraja = (): Daraja =>
  (opened ??= openDaraja({
    pool: thePool,
    keys: () => sandboxDaraja(settings.AUTH_SECRET!),
    post,
    isSteered: () => settings.steersSandbox,
    onDue: () => wake(),
  }))

/** Runs the sandbox, and posts its notifications to this address of ours, until stopped. */
export function openPretendedDaraja(address: string): { stop(): Promise<void> } {
  home = address
  const delivering = startDelivering(pretendedDaraja(), (error) => log.warn({ err: error }, 'the sandbox stumbled'))
  wake = delivering.wake
  return delivering
}

/** Deletes old pretended prompts. */
export const sweepPretendedDaraja = (): Promise<void> => pretendedDaraja().sweep()

type ByHand = { phone: string; account: string; cents: number }

/** Records a payment from a phone's menu in the sandbox, for example content, as its list would name it. */
export async function pretendPaidByHand({ phone, account, cents }: ByHand): Promise<MobileReceipt> {
  const scene = await momentOf(pretendedDaraja().world)
  const { shortcode } = scene.world.keys()
  const paid = await payByHand(scene, phone, { way: 'paybill', number: shortcode, account, amount: cents, pin })
  if (!('receipt' in paid)) throw new Error(`the pretend phone did not pay: ${paid.why}`)
  const { receipt } = paid
  return { receipt, shortcode, cents, account, tail: phone.slice(-3), name: null, paidAt: scene.now }
}

/** Posts for our public address stay on this machine, which may not reach itself from outside. */
async function post(address: string, body: string, patience: number) {
  const { origin, hostname, pathname, search } = new URL(address)
  if (!home) return { status: 0, text: '' }
  // An address on this machine is ours even when the port has changed, or the data were copied.
  const isOurs = origin === new URL(publicAddress()).origin || /^(localhost|127\.0\.0\.1)$/.test(hostname)
  const answer = await fetch(isOurs ? `${home}${pathname}${search}` : address, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'Daraja/sandbox' },
    signal: AbortSignal.timeout(patience),
    redirect: 'manual',
  })
  return { status: answer.status, text: (await answer.text()).slice(0, 10_000) }
}

type DarajaKeys = {
  key: string
  secret: string
  /** The Paybill for prompts and for payers by hand. */
  shortcode: string
  passkey: string
  initiator: string
  /** The initiator's password, as the portal encrypts it. */
  credential: string
  /** The number that withdrawals are sent from. */
  b2cShortcode: string
}

/** Derives the keys that the built-in M-Pesa sandbox and we share from the product's secret, so nobody has to set them. */
export function sandboxDaraja(secret: string): DarajaKeys {
  const of = (what: string) => createHmac('sha256', secret).update(`${what} of the M-Pesa sandbox`).digest('hex')
  return {
    key: `sandbox${of('the key').slice(0, 33)}`,
    secret: of('the secret'),
    shortcode: '174379',
    passkey: of('the passkey'),
    initiator: 'harambee',
    credential: Buffer.from(of('the credential'), 'hex').toString('base64'),
    b2cShortcode: '600997',
  }
}
