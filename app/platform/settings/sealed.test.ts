import { expect, test } from 'vitest'
import { seal, unseal } from './secret.server.ts'

const secret = 'a secret of at least 32 characters!'

test('what was sealed opens with the same secret, for the same purpose, and for no other', () => {
  const sealed = seal(secret, 'mpesa token', 'open sesame ☕')
  expect(sealed).not.toContain('sesame')
  expect(unseal(secret, 'mpesa token', sealed)).toBe('open sesame ☕')
  expect(unseal(`${secret}x`, 'mpesa token', sealed)).toBeUndefined()
  expect(unseal(secret, 'something else', sealed)).toBeUndefined()
  expect(seal(secret, 'mpesa token', 'open sesame ☕')).not.toBe(sealed)
})

test('what was changed, cut or never sealed does not open', () => {
  const sealed = Buffer.from(seal(secret, 'x', 'a token'), 'base64url')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(unseal(secret, 'x', changed.toString('base64url'))).toBeUndefined()
    expect(unseal(secret, 'x', sealed.subarray(0, at).toString('base64url'))).toBeUndefined()
  }
  for (const text of ['', 'a token', '☕']) expect(unseal(secret, 'x', text)).toBeUndefined()
})
