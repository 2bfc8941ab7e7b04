import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/launch.ts'
import { type Child, keepChild } from './parent.server.ts'

const program = path.resolve('test/child-process.ts')
const kept: Child[] = []
afterEach(async () => {
  for (const child of kept.splice(0)) await child.stop()
})

function keep({ isNice = false, again = true } = {}) {
  const opened: { pid: number; at: number; isLate: boolean }[] = []
  const gone: (number | null)[] = []
  const child = keepChild({
    post: () => ({ name: 'web 1', webs: 2, isFirst: true, isLate: opened.length > 0 }),
    env: process.env,
    isNice,
    answers: () => ({
      opened: ({ pid, post }: { pid: number; post: { isLate: boolean } }) =>
        void opened.push({ pid, at: Date.now(), isLate: post.isLate }),
    }),
    whenGone: (_, code) => {
      gone.push(code)
      return again
    },
    program,
  })
  kept.push(child)
  return { child, opened, gone }
}
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one that dies is started again, each time after twice the pause, and told that others serve already', async () => {
  const { child, opened, gone } = keep()
  for (let lives = 1; lives <= 4; lives++) {
    await until(() => opened.length === lives, `life ${lives}`)
    expect([child.starts(), child.isUp()]).toEqual([lives, true])
    if (lives < 4) process.kill(opened.at(-1)!.pid, 'SIGKILL')
  }
  expect(gone).toEqual([null, null, null])
  expect(opened.map(({ isLate }) => isLate)).toEqual([false, true, true, true])
  const pauses = opened.slice(1).map(({ at }, nr) => at - opened[nr]!.at)
  for (const [nr, least] of [100, 200, 400].entries()) expect(pauses[nr]).toBeGreaterThanOrEqual(least)
})

test('one that is to stop is gone then, and stays so', async () => {
  const { child, opened } = keep()
  await until(() => opened.length === 1, 'it is there')
  await child.stop()
  expect([child.isUp(), isThere(opened[0]!.pid)]).toEqual([false, false])
  await child.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(child.starts()).toBe(1)
})

test('one that died and waits for its next start is not started once it is to stop', async () => {
  const { child, opened, gone } = keep()
  await until(() => opened.length === 1, 'it is there')
  process.kill(opened[0]!.pid, 'SIGKILL')
  await until(() => gone.length === 1, 'it is gone')
  await child.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([child.starts(), opened.length]).toEqual([1, 1])
})

test('one for which the system has no room at this moment is tried again', async () => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  const { child, opened, gone } = keep()
  process.execPath = execPath
  await until(() => opened.length === 1, 'it is there after all')
  expect([gone, child.starts(), child.isUp()]).toEqual([[null], 2, true])
})

test('one that says itself what is in the way is not started again', async () => {
  const { child, opened, gone } = keep({ again: false })
  await until(() => opened.length === 1, 'it is there')
  child.ask('die').catch(() => {})
  await until(() => gone.length === 1, 'it is gone')
  expect(gone).toEqual([3])
  await child.stop()
  expect(child.starts()).toBe(1)
})

test('the one that does the jobs works when nobody else wants the processor', async () => {
  const [usual, nice] = [keep(), keep({ isNice: true })]
  await until(() => usual.opened.length + nice.opened.length === 2, 'both are there')
  const own = os.getPriority()
  expect(os.getPriority(usual.opened[0]!.pid)).toBe(own)
  expect(os.getPriority(nice.opened[0]!.pid)).toBe(Math.min(19, own + 5))
})
