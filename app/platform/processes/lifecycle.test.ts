import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { problemWith } from '#app/platform/settings/settings.server.ts'
import { isDatabaseGone, newLifecycle } from './lifecycle.server.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })

describe('the app', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('with wrong settings it is broken from the start, and no step of the start opens it', () => {
    const lifecycle = newLifecycle([problemWith('PORT', 'wrong')])
    lifecycle.ready()
    expect(lifecycle.state()).toBe('broken')
    expect(lifecycle.problems()[0]?.name).toBe('PORT')
  })

  test('a lost database closes it, a database that is back opens it again by itself', async () => {
    const lifecycle = newLifecycle()
    let there = true
    const ping = vi.fn(async () => {
      if (!there) throw refused
    })
    lifecycle.ready(ping)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ping).not.toHaveBeenCalled()
    there = false
    expect(lifecycle.heard(refused)).toBe(true)
    await vi.advanceTimersByTimeAsync(10)
    expect(lifecycle.state()).toBe('broken')
    expect(lifecycle.problems().map(({ name }) => name)).toEqual(['DATABASE_URL'])
    await vi.advanceTimersByTimeAsync(5000)
    there = true
    await vi.advanceTimersByTimeAsync(1500)
    expect(lifecycle.state()).toBe('ready')
    expect(lifecycle.problems()).toEqual([])
    const asked = ping.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(ping.mock.calls.length).toBe(asked)
  })

  test("another person's refused connection does not close it while the database answers", async () => {
    const lifecycle = newLifecycle()
    lifecycle.ready(async () => {})
    lifecycle.heard(refused)
    await vi.advanceTimersByTimeAsync(10)
    expect(lifecycle.state()).toBe('ready')
  })

  test('whether anything can be stored is asked every ten seconds, and each second while nothing can', async () => {
    const lifecycle = newLifecycle()
    expect(await lifecycle.canWrite()).toBe(true)
    let isFull = false
    const write = vi.fn(async () => {
      if (isFull) throw Object.assign(new Error('No space left on device'), { code: '53100' })
    })
    lifecycle.writesBy(write)
    lifecycle.ready(async () => {})
    expect(await Promise.all(Array.from({ length: 10 }, () => lifecycle.canWrite()))).not.toContain(false)
    isFull = true
    expect([await lifecycle.canWrite(), write.mock.calls.length]).toEqual([true, 1])
    await vi.advanceTimersByTimeAsync(10_000)
    expect([await lifecycle.canWrite(), write.mock.calls.length]).toEqual([false, 2])
    // It reads all the same: its pages are not closed.
    expect([lifecycle.state(), await lifecycle.check()]).toEqual(['ready', true])
    isFull = false
    expect(await lifecycle.canWrite()).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await lifecycle.canWrite()).toBe(true)
  })

  test('many who ask at once put one question to the database', async () => {
    const lifecycle = newLifecycle()
    const ping = vi.fn(async () => {})
    lifecycle.ready(ping)
    expect(await Promise.all(Array.from({ length: 10 }, () => lifecycle.check()))).not.toContain(false)
    expect(ping).toHaveBeenCalledTimes(1)
  })

  test('a database that hangs is as good as none', async () => {
    const lifecycle = newLifecycle()
    const lost = vi.fn()
    lifecycle.ready(() => new Promise(() => {}), lost)
    const there = lifecycle.check()
    await vi.advanceTimersByTimeAsync(5000)
    expect([await there, lifecycle.state()]).toEqual([false, 'broken'])
    // A person who waits for it is told, and again with each question that it leaves open.
    expect(lost).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(4000)
    expect(lost).toHaveBeenCalledTimes(2)
  })

  test('a product that drains stays so, and everybody who keeps connections open is told once', async () => {
    const lifecycle = newLifecycle()
    const hook = vi.fn()
    lifecycle.onDrain(hook)
    lifecycle.ready(async () => {})
    await Promise.all([lifecycle.drain(), lifecycle.drain()])
    lifecycle.ready()
    expect(lifecycle.state()).toBe('draining')
    expect(hook).toHaveBeenCalledTimes(1)
  })

  test('who asked before it drains, and is answered after, is not told to come', async () => {
    const lifecycle = newLifecycle()
    const { promise, resolve } = Promise.withResolvers<void>()
    lifecycle.ready(() => promise)
    const asked = lifecycle.check()
    await lifecycle.drain()
    resolve()
    expect(await asked).toBe(false)
  })
})

describe('a lost database', () => {
  const coded = (code: string, more = {}) => Object.assign(new Error('x'), { code, ...more })

  const connecting = { syscall: 'connect' }
  test.each([
    refused,
    ...['25006', '57P01', '57P03', '53100', '08006', 'ECONNRESET'].map((code) => coded(code)),
    ...['ENOENT', 'EMFILE'].map((code) => coded(code, connecting)),
    new Error('timeout exceeded when trying to connect'),
    new Error('Connection terminated unexpectedly'),
    new Error('Query read timeout'),
    new Error('the database is not connected yet'),
    new AggregateError([refused, refused]),
  ])('is recognised: %s', (error) => {
    expect(isDatabaseGone(error)).toBe(true)
  })

  test.each([
    coded('23505'),
    ...['ENOENT', 'EMFILE'].map((code) => coded(code, { syscall: 'open' })),
    Object.assign(new Error('aborted'), { code: 'ECONNRESET' }),
    new TypeError('fetch failed', { cause: refused }),
    'ECONNREFUSED',
    undefined,
  ])('is not: %s', (error) => {
    expect(isDatabaseGone(error)).toBe(false)
  })
})
