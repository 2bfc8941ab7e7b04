import { afterEach, expect, test, vi } from 'vitest'
import { reloadIfStuck, untilThere } from './until-there.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser that gets this status for the files of its page; none while the line is broken. */
function browser(status?: number) {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', { documentElement: { dataset: { list: '/assets/manifest-1.js' } } })
  vi.stubGlobal('fetch', () => (status ? Promise.resolve({ status }) : Promise.reject(new TypeError('failed'))))
  return window
}
const failing = (times: number) => {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= times) throw new TypeError('failed to fetch')
    return 'the part'
  })
  return load
}

test('a part is asked for again until it is there, ever more seldom', async () => {
  vi.useFakeTimers()
  browser()
  const load = failing(3)
  const got = untilThere(load, () => {})
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 3900)
  expect(load).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(200)
  expect(await got).toBe('the part')
})

test.each(['online', 'ask-again'])(
  'it is asked for at once when the network is back, or someone asks: %s',
  async (sign) => {
    vi.useFakeTimers()
    const window = browser()
    const load = failing(1)
    const got = untilThere(load, () => {})
    await vi.advanceTimersByTimeAsync(10)
    window.dispatchEvent(new Event(sign))
    expect(await got).toBe('the part')
  },
)

test.each([
  [404, 1],
  [200, 0],
  [502, 0],
  [undefined, 0],
])('when the files of the page are answered with %s, the page is loaded again %i times', async (status, times) => {
  vi.useFakeTimers()
  browser(status)
  const renew = vi.fn()
  const got = untilThere(failing(1), renew)
  await vi.advanceTimersByTimeAsync(1100)
  expect(await got).toBe('the part')
  expect(renew).toHaveBeenCalledTimes(times)
})

test.each([
  [undefined, 2, 'navigate', 0],
  [200, 1, 'navigate', 0],
  [200, 2, 'reload', 0],
  [200, 2, 'navigate', 1],
])(
  'a page is stuck when a part fails again although the server answers: %s, %i failures, %s',
  async (status, times, type, reloads) => {
    vi.useFakeTimers()
    browser(status)
    const reload = vi.fn()
    vi.stubGlobal('location', { reload })
    vi.stubGlobal('performance', { getEntriesByType: () => [{ type }] })
    const got = untilThere(failing(times), () => {})
    await vi.advanceTimersByTimeAsync(3100)
    expect(await got).toBe('the part')
    reloadIfStuck()
    expect(reload).toHaveBeenCalledTimes(reloads)
  },
)
