import { expect, test } from 'vitest'
import { sandboxDaraja } from './pretended-daraja.server.ts'

test('the keys of the M-Pesa sandbox follow from the secret of the product, and none is like another', () => {
  const keys = sandboxDaraja('one secret')
  expect(sandboxDaraja('one secret')).toEqual(keys)
  const { key, secret, passkey, credential, shortcode } = keys
  expect(new Set([key, secret, passkey, credential]).size).toBe(4)
  expect(shortcode).toBe('174379')
  const other = sandboxDaraja('another secret')
  expect([other.key, other.secret, other.passkey, other.credential]).not.toContain(key)
  expect(other.secret).not.toBe(secret)
})
