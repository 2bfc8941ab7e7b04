import { createHmac } from 'node:crypto'

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
