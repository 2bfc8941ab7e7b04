import { byNumber, ownersList, pageOfRows } from '#app/platform/list.server.ts'
import { commentsBelow } from './comment.server.ts'
import { type CommentState, commentStates, commentsAtOnce } from './comment.ts'
import { commentsView } from './comments-list.tsx'

const order = byNumber('c.id')

/** The comments of one's own drive, newest first, each with why it waits; what waits for an answer is on top. */
export const commentsList = ownersList({
  view: commentsView,
  file: 'comments',
  sorts: order.sorts,
  size: commentsAtOnce,
  async read(db, { driveId, filter: { state }, list }, size) {
    const page = (of: readonly CommentState[], asked = list) =>
      pageOfRows(inStates(commentsBelow(db, driveId), of), { ...order, asked, size })
    if (state) return page([state])
    const [waiting, decided] = await Promise.all([
      list.after ? { rows: [] } : page(['quarantined']),
      page(['shown', 'hidden']),
    ])
    return { rows: [...waiting.rows, ...decided.rows], next: decided.next }
  },
  readFile: (db, { driveId, filter: { state }, list: asked }, size) =>
    pageOfRows(inStates(commentsBelow(db, driveId), state ? [state] : commentStates), { ...order, asked, size }),
})

const inStates = (comments: ReturnType<typeof commentsBelow>, of: readonly CommentState[]) =>
  comments.where('c.state', 'in', of).select(['c.state', 'c.suspicion']).$narrowType<{ state: CommentState }>()
