import { createHmac } from 'node:crypto'

type DarajaKeys = {
  key: string
  secret: string
  /** The Paybill, which prompts and payers by hand pay to. */
  shortcode: string
  passkey: string
  initiator: string
  /** The initiator's password, as the portal encrypts it. */
  credential: string
  /** What withdrawals are sent from. */
  b2cShortcode: string
}

/** What the built-in sandbox of M-Pesa and we share: it follows from the product's secret, so nobody has to set it. */
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
