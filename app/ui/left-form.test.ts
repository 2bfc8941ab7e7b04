import { afterEach, expect, test, vi } from 'vitest'
import { keepTyped } from './left-form.ts'

const toSignIn = () => new Response(null, { status: 302, headers: { location: '/auth?to=%2Fprofile' } })
const control = { type: 'text', name: 'fullName', value: 'Achieng', defaultValue: '' }
const form = (own = {}) =>
  ({ isConnected: true, action: 'http://h.test/profile/save', elements: [control], ...own }) as never

afterEach(() => vi.unstubAllGlobals())
async function asked(method: string, result: unknown, left: unknown = form(), isTheirs = true): Promise<string[]> {
  const sent: string[] = []
  vi.stubGlobal('FormData', class extends Array {})
  vi.stubGlobal('fetch', async (to: string, { headers }: { headers: Record<string, string> }) => {
    sent.push(`${to} ${Object.keys(headers).join()}`)
  })
  const results = { page: { type: 'error' as const, result } }
  const request = new Request('http://h.test/profile', { method })
  const given = await keepTyped({ request }, async () => results, {
    form: () => left as never,
    isTheirs: () => isTheirs,
  })
  expect(given).toBe(results)
  return sent
}

test('a page that is left for the sign-in page hands in the form in which something was typed, to be kept alone', async () => {
  expect(await asked('GET', toSignIn())).toEqual(['http://h.test/profile/save x-only-keep'])
})

test('a form that was sent and leads to the sign-in page, as after a sign-up, is not handed in once more', async () => {
  expect(await asked('POST', toSignIn())).toEqual([])
})

test('nothing is handed in by a stranger, from a form that is as it came, that is gone, or where the page stays', async () => {
  const same = form({ elements: [{ ...control, value: '' }] })
  expect(await asked('GET', toSignIn(), form(), false)).toEqual([])
  expect(await asked('GET', toSignIn(), same)).toEqual([])
  expect(await asked('GET', toSignIn(), form({ isConnected: false }))).toEqual([])
  expect(await asked('GET', new Response(null, { status: 302, headers: { location: '/dashboard' } }))).toEqual([])
  expect(await asked('GET', 'data')).toEqual([])
})
