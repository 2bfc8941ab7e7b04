import { z } from 'zod'
import type { Words } from '#app/kit/says.ts'
import { address, whole } from '#app/platform/settings/setting-kinds.server.ts'

// The settings of the payment provider.

const secretKey = z
  .string()
  .regex(/^sk_(live|test)_\w{8,}$/)
  .optional()
const aKey = /*i18n*/ { id: 'a key that begins with sk_live_ or sk_test_' }

export const paymentTable = {
  PAYSTACK_SECRET_KEY: {
    about: /*i18n*/ {
      id: 'The secret key of your Paystack account. Without it payments go through the built-in sandbox.',
    },
    expected: aKey,
    value: secretKey,
  },
  PAYSTACK_OLD_SECRET_KEY: {
    about: /*i18n*/ { id: 'The key before this one, for the days after a change: what it signed is still accepted.' },
    expected: aKey,
    value: secretKey,
  },
  PAYSTACK_URL: {
    about: /*i18n*/ { id: 'Where Paystack answers programs. Only tests have a reason to change it.' },
    expected: /*i18n*/ {
      id: 'an address, such as https://api.paystack.co; with a live key one that begins with https: and is no sandbox',
    },
    value: address('https:', 'http:').default('https://api.paystack.co'),
  },
  PAYOUTS: {
    about: /*i18n*/ { id: 'Who sends the money that owners withdraw: the payment provider, or a person by hand.' },
    expected: /*i18n*/ { id: 'provider or by-hand' },
    value: z.enum(['provider', 'by-hand']).default('provider'),
  },
  NEW_METHOD_HOLD_HOURS: {
    about: /*i18n*/ {
      id: 'How many hours a new withdrawal method has to wait before money is sent there: time for its owner to notice.',
    },
    expected: /*i18n*/ { id: 'a whole number from 0 to 720' },
    value: whole(0, 720).default(0),
  },
  SECOND_ADMIN_ABOVE: {
    about: /*i18n*/ {
      id: 'Withdrawals above this many shillings need two administrators. Without it, one is enough for all.',
    },
    expected: /*i18n*/ { id: 'a whole number of shillings, such as 100000' },
    value: whole(0, 999_999_999).optional(),
  },
  USD_KES_RATE: {
    about: /*i18n*/ { id: 'How many shillings a US dollar costs where packages of views are bought.' },
    expected: /*i18n*/ { id: 'a number from 1 to 100000, such as 130 or 129.5' },
    value: z.coerce.number().min(1).max(100_000).default(130),
  },
} satisfies Record<string, { about: Words; expected: Words; value: z.ZodType }>

type Chosen = { PAYSTACK_SECRET_KEY?: string | undefined; PAYSTACK_URL: string }

/** True for a live key, which moves real money. */
export const isLiveKey = (key: string | undefined): boolean => key?.startsWith('sk_live_') ?? false

/** True if a live key would be sent in clear text, or to a sandbox. */
export const isExposed = ({ PAYSTACK_SECRET_KEY, PAYSTACK_URL }: Chosen): boolean =>
  isLiveKey(PAYSTACK_SECRET_KEY) && (!PAYSTACK_URL.startsWith('https:') || /\/sandbox(\/|$)/.test(PAYSTACK_URL))
