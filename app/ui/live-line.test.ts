import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveLine, type LiveMessage } from './live-line.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

class Source {
  closed = false
  readonly url: string
  private readonly hears = new Map<string, (event: unknown) => void>()
  constructor(url: string) {
    this.url = url
  }
  addEventListener(name: string, hear: unknown) {
    this.hears.set(name, hear as (event: unknown) => void)
  }
  close() {
    this.closed = true
  }
  say(name: string, message?: LiveMessage) {
    this.hears.get(name)?.({ data: JSON.stringify(message) })
  }
  get age() {
    return Number(new URLSearchParams(this.url.split('?')[1]).get('age'))
  }
  get topics() {
    return new URLSearchParams(this.url.split('?')[1]).getAll('topic')
  }
}

function house({ cameBack = false } = {}) {
  const sources: Source[] = []
  const page = { hidden: false, changed: () => {}, left: () => {} }
  const line = new LiveLine({
    open: (url) => {
      const source = new Source(url)
      sources.push(source)
      return source as never
    },
    now: () => Date.now(),
    random: () => 1,
    hidden: () => page.hidden,
    watch: (changed, left) => Object.assign(page, { changed, left }),
    cameBack: () => cameBack,
  })
  const last = () => sources.at(-1)!
  const hide = (hidden: boolean) => {
    page.hidden = hidden
    page.changed()
  }
  return { line, sources, page, last, hide }
}
const wait = (ms: number) => vi.advanceTimersByTime(ms)

test('a page that the browser had kept asks for all that it may have missed', () => {
  const { line, last } = house({ cameBack: true })
  line.listen(['drive:1'], () => {})
  wait(50)
  // Further back than the server remembers: then how things stand is told at once.
  expect(last().age).toBeGreaterThan(60 * 60_000)
})

test('everything a page listens to goes over one stream', () => {
  const { line, sources, last } = house()
  const heard: LiveMessage[] = []
  line.listen(['person:1'], (message) => heard.push(message))
  line.listen(['drive:1', 'person:1'], (message) => heard.push(message))
  wait(50)
  expect(sources).toHaveLength(1)
  expect(last().topics).toEqual(['drive:1', 'person:1'])
  last().say('open')
  last().say('changed', { topic: 'drive:1', summary: 3 })
  last().say('changed', { topic: 'other:1' })
  expect(heard).toEqual([{ topic: 'drive:1', summary: 3 }])
})
test('the first page asks for what happened since it was asked for', () => {
  const { line, last } = house()
  wait(2000)
  line.listen(['drive:1'], () => {})
  wait(30)
  expect(last().age).toBe(2030)
})
test('with another topic the stream is made again, and nothing between is missed', () => {
  const { line, sources, last } = house()
  line.listen(['drive:1'], () => {})
  wait(30)
  last().say('open')
  wait(60_000)
  last().say('beat')
  const leave = line.listen(['drive:2'], () => {})
  wait(30)
  expect(sources[0]!.closed).toBe(true)
  expect(last().topics).toEqual(['drive:1', 'drive:2'])
  expect(last().age).toBeGreaterThanOrEqual(5000)
  leave()
  wait(30)
  expect(last().topics).toEqual(['drive:1'])
})
test('when nobody listens any more the stream is closed', () => {
  const { line, last } = house()
  const leave = line.listen(['drive:1'], () => {})
  wait(30)
  leave()
  wait(30)
  expect(last().closed).toBe(true)
})
test('a lost line is taken up again after waits that double, and a good one makes them short again', () => {
  const { line, sources, last } = house()
  line.listen(['drive:1'], () => {})
  wait(30)
  for (const [at, pause] of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    last().say('error')
    wait(pause - 1)
    expect(sources).toHaveLength(at + 1)
    wait(1)
    expect(sources).toHaveLength(at + 2)
  }
  last().say('open')
  wait(6000)
  const before = sources.length
  last().say('error')
  wait(500)
  expect(sources).toHaveLength(before + 1)
  expect(last().age).toBeLessThanOrEqual(6500)
})
test('a line that fell silent is given up, and what was missed since it was last heard is asked for', () => {
  const { line, sources, last } = house()
  line.listen(['drive:1'], () => {})
  wait(30)
  last().say('open')
  wait(20_000)
  last().say('beat')
  wait(44_000)
  expect(sources).toHaveLength(1)
  wait(2000)
  expect(sources[0]!.closed).toBe(true)
  expect(sources).toHaveLength(2)
  expect(last().age).toBeGreaterThanOrEqual(45_000)
})
test('a page hidden for long lets go of its line, and catches up when it is seen again', () => {
  const { line, sources, last, hide } = house()
  line.listen(['drive:1'], () => {})
  wait(30)
  last().say('open')
  hide(true)
  wait(10_000)
  hide(false)
  wait(1000)
  expect(sources).toHaveLength(1)
  expect(last().closed).toBe(false)
  hide(true)
  wait(20_000)
  expect(last().closed).toBe(true)
  wait(120_000)
  expect(sources).toHaveLength(1)
  hide(false)
  wait(300)
  expect(sources).toHaveLength(2)
  expect(last().age).toBeGreaterThanOrEqual(140_000)
})
test('a page that is left lets go at once, and one opened in the background waits until it is seen', () => {
  const { line, sources, page, last, hide } = house()
  hide(true)
  line.listen(['drive:1'], () => {})
  wait(1000)
  expect(sources).toHaveLength(0)
  hide(false)
  wait(300)
  expect(sources).toHaveLength(1)
  page.left()
  expect(last().closed).toBe(true)
})
