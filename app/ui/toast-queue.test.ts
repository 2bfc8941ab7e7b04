import { expect, test, vi } from 'vitest'
import { listenForToasts, showToastsWith, toast, toastsWanted } from './toast-queue.ts'

test('what was said before toasts could be shown is shown then, in order and once [T248]', () => {
  const woken = vi.fn()
  listenForToasts(woken)
  expect(toastsWanted()).toBe(false)
  toast({ title: 'one', tone: 'good' })
  toast({ title: 'two', tone: 'bad' })
  expect([toastsWanted(), woken.mock.calls.length]).toEqual([true, 2])
  const shown: string[] = []
  showToastsWith(({ title }) => shown.push(title))
  toast({ title: 'three', tone: 'good' })
  expect(shown).toEqual(['one', 'two', 'three'])
})

test('nothing is lost while the page is exchanged', () => {
  const shown: string[] = []
  showToastsWith(undefined)
  toast({ title: 'meanwhile', tone: 'good' })
  showToastsWith(({ title }) => shown.push(title))
  expect(shown).toEqual(['meanwhile'])
})
