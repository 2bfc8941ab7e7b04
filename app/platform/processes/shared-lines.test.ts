import { expect, test } from 'vitest'
import { sharedLines } from './parent.server.ts'

const bounds = { atOnce: 1, mostWaiting: 2, longestWait: 10_000 }
const pictures = { name: 'pictures', bounds }

/** A process that can die. */
function holder() {
  let starts = 1
  let isUp = true
  return {
    starts: () => starts,
    isUp: () => isUp,
    die: () => (isUp = false),
    start: () => {
      starts++
      isUp = true
    },
  }
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('processes take turns in one line; who finds it full is told', async () => {
  const lines = sharedLines()
  const [one, other] = [holder(), holder()]
  const came: string[] = []
  const enter = (who: typeof one, name: string) => lines.enter(who, pictures).then((may) => came.push(`${name} ${may}`))
  void enter(one, 'a')
  void enter(other, 'b')
  void enter(one, 'c')
  void enter(other, 'd')
  await settled()
  expect(came).toEqual(['a true', 'd false'])
  lines.leave(one, 'pictures')
  await settled()
  lines.leave(other, 'pictures')
  await settled()
  expect(came).toEqual(['a true', 'd false', 'b true', 'c true'])
  // Another line has nothing to do with it.
  expect(await lines.enter(other, { name: 'large forms', bounds })).toBe(true)
})

test('the place of one that died is free, and is not freed twice by its word', async () => {
  const lines = sharedLines()
  const [one, other, third] = [holder(), holder(), holder()]
  expect(await lines.enter(one, pictures)).toBe(true)
  const next = lines.enter(other, pictures)
  one.die()
  lines.leaveAll(one)
  expect(await next).toBe(true)
  lines.leave(one, 'pictures')
  let came = false
  void lines.enter(third, pictures).then(() => (came = true))
  await settled()
  expect(came).toBe(false)
})

test('one that died while it waited gets no place, also when it was started again', async () => {
  const lines = sharedLines()
  const [one, other, third] = [holder(), holder(), holder()]
  await lines.enter(one, pictures)
  const waiting = lines.enter(other, pictures)
  const last = lines.enter(third, pictures)
  other.die()
  lines.leaveAll(other)
  other.start()
  lines.leave(one, 'pictures')
  expect(await waiting).toBe(false)
  expect(await last).toBe(true)
})
