import { byNumber, ownersList, pageOf } from '#app/platform/list.server.ts'
import { commentsBelow } from './comment.server.ts'
import { commentsAtOnce, type State, states } from './comment.ts'
import { commentsView } from './comments-list.tsx'

const order = byNumber('c.id')

/** The comments of one's own drive, newest first, each with why it waits; what waits for an answer is on top. */
export const commentsList = ownersList({
  view: commentsView,
  file: 'comments',
  sorts: order.sorts,
  size: commentsAtOnce,
  async read(db, { driveId, filter: { state }, list }, size) {
    const page = (of: readonly State[], asked = list) =>
      pageOf(inStates(commentsBelow(db, driveId), of), { ...order, asked, size })
    if (state) return page([state])
    const [waiting, decided] = await Promise.all([
      list.after ? { rows: [] } : page(['quarantined']),
      page(['shown', 'hidden']),
    ])
    return { rows: [...waiting.rows, ...decided.rows], next: decided.next }
  },
  readFile: (db, { driveId, filter: { state }, list: asked }, size) =>
    pageOf(inStates(commentsBelow(db, driveId), state ? [state] : states), { ...order, asked, size }),
})

const inStates = (comments: ReturnType<typeof commentsBelow>, of: readonly State[]) =>
  comments.where('c.state', 'in', of).select(['c.state', 'c.suspicion']).$narrowType<{ state: State }>()
