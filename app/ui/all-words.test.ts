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

test('words that break off are asked for again when the line is back', async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { __reactRouterManifest: { url: '/assets/list-1.js' } }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')))
  fetchRest.mockRejectedValueOnce(new TypeError('failed')).mockResolvedValueOnce()
  const results = withAllWords(asked, async () => page, beyond)
  await pause()
  window.dispatchEvent(new Event('online'))
  expect(await results).toBe(page)
  expect(fetchRest).toHaveBeenCalledTimes(2)
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
