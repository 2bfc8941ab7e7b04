import { expect, test } from 'vitest'
import type { Comment, CommentPage } from './comment.ts'
import { refreshed, withMoreComments } from './comments-tab.tsx'

const comment = (id: number, likes = 0): Comment => ({
  id,
  name: 'A',
  content: 'x',
  likes,
  liked: false,
  reply: null,
  thanked: false,
  pinned: false,
  createdAt: new Date(0),
})
const page = (ids: number[], next: string | null): CommentPage => ({ comments: ids.map((id) => comment(id)), next })
const idsOf = ({ comments, next }: CommentPage) => [comments.map(({ id }) => id), next]

test('what came since is on top, and nothing falls off at the end', () => {
  expect(idsOf(refreshed(page([5, 4, 3], '3'), page([7, 6, 5], '5')))).toEqual([[7, 6, 5, 4, 3], '3'])
})

test('what was hidden since is gone, what was liked since is counted', () => {
  const fresh = { comments: [comment(6), comment(5, 9), comment(3)], next: '3' }
  const now = refreshed(page([6, 5, 4, 3, 2, 1], null), fresh)
  expect(idsOf(now)).toEqual([[6, 5, 3, 2, 1], null])
  expect(now.comments[1]?.likes).toBe(9)
})

test('a list that was looked at to its end is known whole', () => {
  expect(idsOf(refreshed(page([5, 4, 3], null), page([], null)))).toEqual([[], null])
  expect(idsOf(refreshed(page([5, 4, 3], '3'), page([6, 4], null)))).toEqual([[6, 4], null])
})

test('between two looks that no longer meet there is no gap: the list begins again', () => {
  expect(idsOf(refreshed(page([5, 4, 3], '3'), page([29, 28, 27], '27')))).toEqual([[29, 28, 27], '27'])
})

test('older ones are added once', () => {
  expect(idsOf(withMoreComments(page([5, 4, 3], '3'), page([3, 2, 1], null)))).toEqual([[5, 4, 3, 2, 1], null])
})
