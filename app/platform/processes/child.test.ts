import cluster from 'node:cluster'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { until } from '#test/launch.ts'
import { type Child, keepChild } from './parent.server.ts'

const program = path.resolve('test/child-process.ts')
const kept: Child[] = []
afterEach(async () => {
  for (const child of kept.splice(0)) await child.stop()
})

function keep({ again = true } = {}) {
  const served: { pid: number; at: number; isLate: boolean }[] = []
  const gone: (number | null)[] = []
  const child = keepChild({
    name: 'web 1',
    post: () => ({ name: 'web 1', isFirst: true, isLate: served.length > 0 }),
    env: {},
    whenAsked: async () => {},
    whenServing: () => {
      const own = Object.values(cluster.workers!).at(-1)!.process
      served.push({ pid: own.pid!, at: Date.now(), isLate: JSON.parse(own.spawnargs.at(-1)!).isLate })
    },
    whenGone: (code) => {
      gone.push(code)
      return again
    },
    program,
  })
  kept.push(child)
  return { child, served, gone }
}
const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one that dies is started again, each time after twice the pause, and told that others serve already', async () => {
  const { child, served, gone } = keep()
  for (let lives = 1; lives <= 4; lives++) {
    await until(() => served.length === lives, `life ${lives}`)
    expect(child.serves()).toBe(true)
    if (lives < 4) process.kill(served.at(-1)!.pid, 'SIGKILL')
  }
  expect(gone).toEqual([null, null, null])
  expect(served.map(({ isLate }) => isLate)).toEqual([false, true, true, true])
  const pauses = served.slice(1).map(({ at }, nr) => at - served[nr]!.at)
  for (const [nr, least] of [100, 200, 400].entries()) expect(pauses[nr]).toBeGreaterThanOrEqual(least)
})

test('one that is to stop is gone then, and stays so', async () => {
  const { child, served } = keep()
  await until(() => served.length === 1, 'it is there')
  await child.stop()
  expect([child.serves(), isThere(served[0]!.pid)]).toEqual([false, false])
  await child.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(served.length).toBe(1)
})

test('one that died and waits for its next start is not started once it is to stop', async () => {
  const { child, served, gone } = keep()
  await until(() => served.length === 1, 'it is there')
  process.kill(served[0]!.pid, 'SIGKILL')
  await until(() => gone.length === 1, 'it is gone')
  await child.stop()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect([served.length, gone]).toEqual([1, [null]])
})

test('one for which the system has no room at this moment is tried again', async () => {
  const { execPath } = process
  process.execPath = '/nowhere/node'
  const { served, gone } = keep()
  process.execPath = execPath
  await until(() => served.length === 1, 'it is there after all')
  expect(gone).toEqual([null])
})

test('one that says itself what is in the way is not started again', async () => {
  const { child, served, gone } = keep({ again: false })
  await until(() => served.length === 1, 'it is there')
  child.tell({ noDatabase: true })
  await until(() => gone.length === 1, 'it is gone')
  await child.stop()
  expect([gone, served.length]).toEqual([[3], 1])
})
