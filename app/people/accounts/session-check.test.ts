import { expect, test } from 'vitest'
import { checkSession } from './session-keeper.tsx'

/** A browser whose server answers with these, one after the other, and the last one for ever; its clock moves by waiting. */
function browser(...answers: (number | { expiresIn: number | null } | 'no network')[]) {
  let time = 0
  const asked: string[] = []
  const pauses: number[] = []
  const ask = async (_: unknown, init?: RequestInit) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!
    asked.push(init?.method ?? 'GET')
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    if (typeof answer === 'number') return new Response('', { status: answer })
    return Response.json(answer, { status: answer.expiresIn === null && init?.method === 'POST' ? 401 : 200 })
  }
  const pause = async (ms: number) => {
    pauses.push(ms)
    time += ms
  }
  return { world: { ask: ask as typeof fetch, pause, now: () => time }, asked, pauses }
}

test('a session with more than 90 seconds left is left alone', async () => {
  const { world, asked } = browser({ expiresIn: 91 })
  expect(await checkSession(world)).toBe('on')
  expect(asked).toEqual(['GET'])
})

test('with 90 seconds or less left it is renewed [T276]', async () => {
  const { world, asked } = browser({ expiresIn: 90 }, { expiresIn: 604_800 })
  expect(await checkSession(world)).toBe('on')
  expect(asked).toEqual(['GET', 'POST'])
})

test('a session that has ended, and one whose renewal is refused, are over [T254]', async () => {
  expect(await checkSession(browser({ expiresIn: null }).world)).toBe('over')
  expect(await checkSession(browser({ expiresIn: 20 }, { expiresIn: null }).world)).toBe('over')
})

test.each([502, 503, 504, 'no network'] as const)('%s is asked again after 200 ms × 2^n [T252]', async (trouble) => {
  const { world, asked, pauses } = browser(trouble, trouble, trouble, { expiresIn: 500 })
  expect(await checkSession(world)).toBe('on')
  expect(asked).toHaveLength(4)
  expect(pauses).toEqual([200, 400, 800])
})

test('after 30 seconds of trouble it gives up until the next check; nobody is signed out by that [T277]', async () => {
  const { world, pauses } = browser(503)
  expect(await checkSession(world)).toBe('unknown')
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeLessThanOrEqual(30_000)
  expect(pauses.at(-1)).toBe(12_800)
})

test('any other answer is not asked again, and says nothing of the session', async () => {
  for (const status of [400, 404, 500]) {
    const { world, asked } = browser(status)
    expect(await checkSession(world)).toBe('unknown')
    expect(asked).toHaveLength(1)
  }
})
