import { createHmac } from 'node:crypto'

/** Derives the key that the built-in sandbox and we share from the product's secret, so nobody has to set it. */
export const sandboxKey = (secret: string): string =>
  `sk_test_${createHmac('sha256', secret).update('the key of the payment sandbox').digest('hex')}`
