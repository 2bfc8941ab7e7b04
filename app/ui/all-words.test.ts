import { beforeEach, expect, test, vi } from 'vitest'
import { leavesSomethingBehind } from '#test/leave-behind.ts'

leavesSomethingBehind()

const page = { root: { type: 'data' as const, result: 'page' } }
const broken = { root: { type: 'error' as const, result: { brokenLine: true } } }
const asked = { request: new Request('https://harambee.test/dashboard') }
const theirs = () => true
const beyond = () => false

let withAllWords: typeof import('./all-words.ts')['withAllWords']
let come: () => void
const fetchRest = vi.fn<() => Promise<void>>()
beforeEach(async () => {
  vi.resetModules()
  const all = await import('./all-words.ts')
  withAllWords = all.withAllWords
  const { promise, resolve } = Promise.withResolvers<void>()
  come = resolve
  fetchRest.mockReset().mockReturnValue(promise)
  all.restOfWords(fetchRest)
})
const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a page that is not for visitors waits for its words, which are asked for together with it, and once', async () => {
  let shown = false
  const next = vi.fn(async () => page)
  const results = withAllWords(asked, next, beyond).finally(() => (shown = true))
  expect([fetchRest.mock.calls.length, next.mock.calls.length]).toEqual([1, 1])
  await pause()
  expect(shown).toBe(false)
  come()
  expect(await results).toBe(page)
  await withAllWords(asked, next, beyond)
  expect(fetchRest).toHaveBeenCalledTimes(1)
})

test('words that break off bring the next page as a new one, when the line is back', async () => {
  const assign = vi.fn()
  let isBroken = true
  let status = 503
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('document', { documentElement: { dataset: { list: '/assets/list-1.js' } } })
  vi.stubGlobal('fetch', async () => {
    if (isBroken) throw new TypeError('failed')
    return { status }
  })
  fetchRest.mockRejectedValueOnce(new TypeError('failed'))
  void withAllWords(asked, async () => page, beyond)
  await pause()
  expect(assign).not.toHaveBeenCalled()
  // A proxy answers in the server's place: its error would take the page away.
  isBroken = false
  window.dispatchEvent(new Event('online'))
  await pause()
  expect(assign).not.toHaveBeenCalled()
  status = 200
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('https://harambee.test/dashboard'))
  expect(fetchRest).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

test('visitors’ pages wait for nothing; neither does what is shown of a broken line', async () => {
  expect(await withAllWords(asked, async () => page, theirs)).toBe(page)
  expect(fetchRest).not.toHaveBeenCalled()
  expect(await withAllWords(asked, async () => broken, beyond)).toBe(broken)
})

test('a language that stands in the code has no rest', async () => {
  vi.resetModules()
  const english = await import('./all-words.ts')
  expect(await english.withAllWords(asked, async () => page, beyond)).toBe(page)
})
