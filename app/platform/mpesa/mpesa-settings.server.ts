import { isIP } from 'node:net'
import { z } from 'zod'
import type { Words } from '#app/kit/says.ts'
import { isLiveKey } from '#app/platform/paystack/payment-settings.server.ts'
import { address, origin } from '#app/platform/settings/setting-kinds.server.ts'

// The settings of M-Pesa. Key, secret, shortcode and passkey are needed together or not at all.

const aKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,300}$/)
  .optional()
const anInitiator = z
  .string()
  .regex(/^[\x21-\x7e]{2,100}$/)
  .optional()
const aCredential = z
  .string()
  .regex(/^[\x21-\x7e]{8,2000}$/)
  .optional()
const aNumber = z
  .string()
  .regex(/^\d{5,7}$/)
  .optional()

/** True for an address, or a network such as 196.201.214.0/24. */
const isSource = (text: string) => {
  const [host = '', bits, ...more] = text.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(host) as 0 | 4 | 6]
  return most > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

export const mpesaTable = {
  DARAJA_KEY: {
    about: /*i18n*/ { id: 'The consumer key of your app at Safaricom. Without it no requests are sent to phones.' },
    expected: /*i18n*/ { id: 'the key as the portal of Daraja shows it' },
    value: aKey,
  },
  DARAJA_SECRET: {
    about: /*i18n*/ { id: 'The consumer secret of the same app.' },
    expected: /*i18n*/ { id: 'the secret that belongs to DARAJA_KEY' },
    value: aKey,
  },
  DARAJA_SHORTCODE: {
    about: /*i18n*/ { id: 'Your Paybill number; with a till, the number of its store.' },
    expected: /*i18n*/ { id: '5 to 7 digits' },
    value: aNumber,
  },
  DARAJA_KIND: {
    about: /*i18n*/ { id: 'Whether payers pay to a Paybill or to a till.' },
    expected: /*i18n*/ { id: 'paybill or till' },
    value: z.enum(['paybill', 'till']).default('paybill'),
  },
  DARAJA_TILL: {
    about: /*i18n*/ { id: 'The number of your till, where DARAJA_KIND is till.' },
    expected: /*i18n*/ { id: '5 to 7 digits' },
    value: aNumber,
  },
  DARAJA_PASSKEY: {
    about: /*i18n*/ { id: 'The passkey that Safaricom gave for requests on phones.' },
    expected: /*i18n*/ { id: 'the passkey that belongs to DARAJA_SHORTCODE' },
    value: aKey,
  },
  DARAJA_URL: {
    about: /*i18n*/ { id: 'Where Daraja answers programs: Safaricom itself, or its sandbox while you try it.' },
    expected: /*i18n*/ {
      id: 'https://api.safaricom.co.ke beside a live Paystack key, and a sandbox such as https://sandbox.safaricom.co.ke beside a test key',
    },
    value: address('https:', 'http:').default('https://api.safaricom.co.ke'),
  },
  DARAJA_HEAR_ORIGIN: {
    about: /*i18n*/ { id: 'Where Safaricom reaches us with its news, if that is not APP_URL.' },
    expected: /*i18n*/ { id: 'an address without a path, such as https://harambee.example; with live keys by https' },
    value: origin.optional(),
  },
  DARAJA_PULL_NUMBER: {
    about: /*i18n*/ {
      id: 'The phone that Safaricom knows for your Paybill: with it the list of payments is asked for. Without it only requests that we sent can be proved.',
    },
    expected: /*i18n*/ { id: 'a Kenyan phone number, such as 254712345678' },
    value: z
      .string()
      .regex(/^\+?254[17]\d{8}$/)
      .optional(),
  },
  DARAJA_INITIATOR: {
    about: /*i18n*/ {
      id: 'The API operator who may ask what became of a payment and how much money there is. Belongs to DARAJA_CREDENTIAL.',
    },
    expected: /*i18n*/ { id: 'the name of the API operator in the organisation portal' },
    value: anInitiator,
  },
  DARAJA_CREDENTIAL: {
    about: /*i18n*/ { id: 'The password of that API operator, encrypted by the portal of Daraja.' },
    expected: /*i18n*/ { id: 'the security credential that belongs to DARAJA_INITIATOR' },
    value: aCredential,
  },
  DARAJA_B2C_SHORTCODE: {
    about: /*i18n*/ {
      id: 'The number that withdrawals to M-Pesa are sent from. Without it they are sent by the card provider.',
    },
    expected: /*i18n*/ { id: '5 to 7 digits' },
    value: aNumber,
  },
  DARAJA_B2C_INITIATOR: {
    about: /*i18n*/ {
      id: 'The API operator who may send money, where that is another than DARAJA_INITIATOR. Belongs to DARAJA_B2C_CREDENTIAL.',
    },
    expected: /*i18n*/ { id: 'the name of the API operator in the organisation portal' },
    value: anInitiator,
  },
  DARAJA_B2C_CREDENTIAL: {
    about: /*i18n*/ { id: 'The password of that API operator, encrypted by the portal of Daraja.' },
    expected: /*i18n*/ { id: 'the security credential that belongs to DARAJA_B2C_INITIATOR' },
    value: aCredential,
  },
  DARAJA_BALANCE_ACCOUNTS: {
    about: /*i18n*/ { id: 'The accounts of your shortcode whose balances together are our money at M-Pesa.' },
    expected: /*i18n*/ { id: 'names as M-Pesa writes them, with commas between them' },
    value: z
      .string()
      .max(500)
      .default('Working Account,Utility Account,Merchant Account,Organization Settlement Account')
      .transform((text) =>
        text
          .split(',')
          .map((one) => one.trim())
          .filter(Boolean),
      )
      .refine((all) => all.length > 0),
  },
  DARAJA_SOURCES: {
    about: /*i18n*/ {
      id: 'The addresses that Safaricom posts from. What comes from any other is not heard. Without them everything is.',
    },
    expected: /*i18n*/ {
      id: 'addresses or networks with commas between them, such as 196.201.214.200,196.201.213.0/24',
    },
    value: z
      .string()
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .refine((all) => all.length > 0 && all.every(isSource))
      .optional(),
  },
} satisfies Record<string, { about: Words; expected: Words; value: z.ZodType }>

type Values = { [Name in keyof typeof mpesaTable]: z.output<(typeof mpesaTable)[Name]['value']> }

const parts = ['DARAJA_KEY', 'DARAJA_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'] as const

const pairs = [
  ['DARAJA_INITIATOR', 'DARAJA_CREDENTIAL'],
  ['DARAJA_B2C_INITIATOR', 'DARAJA_B2C_CREDENTIAL'],
] as const

/** Returns the settings missing beside those that are set: with half of them no request could be sent. */
export function missingOfMpesa(values: Values): (keyof Values)[] {
  const paired = pairs.flatMap((pair) =>
    pair.some((name) => values[name]) ? pair.filter((name) => !values[name]) : [],
  )
  if (!parts.some((name) => values[name])) return paired
  const needed = values.DARAJA_KIND === 'till' ? [...parts, 'DARAJA_TILL' as const] : parts
  // The sender of money must also be able to ask about it.
  const sender = values.DARAJA_B2C_SHORTCODE && !values.DARAJA_INITIATOR ? pairs[0] : []
  return [...new Set([...needed.filter((name) => !values[name]), ...sender, ...paired])]
}

type Beside = { PAYSTACK_SECRET_KEY?: string | undefined; APP_URL?: string | undefined }

/** Returns wrong settings: both providers move real money or neither does, and its notifications come by https only. */
export function wrongOfMpesa(values: Values & Beside): (keyof Values)[] {
  const { DARAJA_KEY, DARAJA_URL, PAYSTACK_SECRET_KEY, APP_URL, DARAJA_HEAR_ORIGIN } = values
  if (!DARAJA_KEY || !PAYSTACK_SECRET_KEY) return []
  const isReal = isRealMpesa(DARAJA_URL)
  const isHeard = !isReal || (DARAJA_HEAR_ORIGIN ?? APP_URL)?.startsWith('https:')
  return [
    ...(isReal === isLiveKey(PAYSTACK_SECRET_KEY) ? [] : (['DARAJA_URL'] as const)),
    ...(isHeard ? [] : (['DARAJA_HEAR_ORIGIN'] as const)),
  ]
}

/** Returns M-Pesa's settings, once all that it needs are set. */
export function mpesaOf(values: Values) {
  const { DARAJA_KEY: key, DARAJA_SECRET: secret, DARAJA_SHORTCODE: shortcode, DARAJA_PASSKEY: passkey } = values
  if (!key || !secret || !shortcode || !passkey) return undefined
  const { DARAJA_KIND: kind, DARAJA_TILL: till, DARAJA_URL: baseUrl, DARAJA_PULL_NUMBER: pullNumber } = values
  const { DARAJA_INITIATOR: initiator, DARAJA_CREDENTIAL: credential } = values
  const from = sendingOf(values)
  return { key, secret, shortcode, passkey, kind, till, baseUrl, pullNumber, initiator, credential, from }
}

/** Returns the number that withdrawals are sent from, and the API operator who orders them. */
function sendingOf(values: Values) {
  const { DARAJA_B2C_SHORTCODE: shortcode } = values
  const initiator = values.DARAJA_B2C_INITIATOR ?? values.DARAJA_INITIATOR
  const credential = values.DARAJA_B2C_CREDENTIAL ?? values.DARAJA_CREDENTIAL
  return shortcode && initiator && credential ? { shortcode, initiator, credential } : undefined
}

/** True if calls there move real money: Safaricom, or a proxy to it, and no sandbox. */
export const isRealMpesa = (baseUrl: string): boolean => {
  const { protocol, hostname, pathname } = new URL(baseUrl)
  return protocol === 'https:' && !/(^|[.-])sandbox[.-]/.test(hostname) && !/\/sandbox(\/|$)/.test(pathname)
}
