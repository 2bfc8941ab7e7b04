import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { lifecycle } from './platform/processes/lifecycle.server.ts'
import { askedContext, unavailableContext } from './platform/request.server.ts'
import { receive, speak } from './reception.server.ts'

/** How a person is received who asks for this while there is no database: let in, or turned away with a status. */
async function received(pattern: string, method = 'GET') {
  const context = new RouterContextProvider()
  context.set(askedContext, { id: 'test', nonce: '', address: '', origin: 'http://here', byScript: false })
  speak(context, 'en')
  const args = { request: new Request(`http://here/${pattern}`, { method }), context, pattern, params: {} }
  try {
    await receive(args as never, async () => new Response())
    return context.get(unavailableContext) ? 'told at the door' : 'in'
  } catch (thrown) {
    return (thrown as { init?: { status: number }; status?: number }).init?.status ?? (thrown as Response).status
  }
}

test('without a database /auth says so in its own words, its open forms are answered, everybody else is turned away', async () => {
  lifecycle.broken([])
  expect(await received('auth')).toBe('told at the door')
  expect(await received('auth/sign-in', 'POST')).toBe('in')
  expect(await received('auth/sign-up', 'POST')).toBe('in')
  for (const pattern of ['', 'dashboard', 'auth/sign-in', 'auth/forgot', 'session', 'admin'])
    expect(await received(pattern), pattern).toBe(503)
  expect(await received('auth/forgot', 'POST')).toBe(503)
})
