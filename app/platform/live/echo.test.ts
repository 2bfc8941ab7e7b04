import { describe, expect, test } from 'vitest'
import { Echo } from './echo.server.ts'

/** A line of which the test says when something is heard on it. */
function onLine(say: (topic: string) => Promise<unknown> = async () => {}) {
  const said: string[] = []
  const echo = new Echo((topic) => {
    said.push(topic)
    return say(topic)
  })
  return { echo, said }
}
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('an echo', () => {
  test('once it is heard, all is known that was told before it was said', async () => {
    const { echo, said } = onLine()
    const began = performance.now()
    const asked = echo.ask()
    const later = performance.now()
    await pause(20)
    echo.said('drive:1')
    echo.said(said[0]!)
    await asked
    expect(echo.at).toBeGreaterThanOrEqual(began)
    expect(echo.at).toBeLessThanOrEqual(later)
  })

  test('is asked for once by all who wait', async () => {
    const { echo, said } = onLine()
    const all = Promise.all([echo.ask(), echo.ask(), echo.ask()])
    await pause(1)
    echo.said(said[0]!)
    await all
    expect(said).toHaveLength(1)
  })

  test('that does not come proves nothing, one that comes late neither, and for a while none is asked for', async () => {
    const { echo, said } = onLine()
    await echo.ask()
    echo.said(said[0]!)
    await echo.ask()
    expect([echo.at, said.length]).toEqual([Number.NEGATIVE_INFINITY, 1])
  })

  test('that could not be said proves nothing', async () => {
    const { echo } = onLine(async () => {
      throw new Error('planted')
    })
    await echo.ask()
    expect(echo.at).toBe(Number.NEGATIVE_INFINITY)
  })
})
