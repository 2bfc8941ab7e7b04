import { data } from 'react-router'
import { type About, decision } from '#app/admin/decision.server.ts'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { hiding, releasing } from './decisions.ts'
import { quarantinedComment } from './quarantine.server.ts'
import { type Quarantined, quarantineTexts } from './quarantine.ts'

/** Finds the comment that a dialog is about, and records the administrator's access. */
export async function commentToDecide(db: Db, id: number, by: Actor): Promise<Quarantined> {
  const comment = await quarantinedComment(db, id)
  if (!comment) throw data(null, { status: 404 })
  await recordAccess(db, { by, noun: 'comment', subject: comment.id })
  return comment
}

/** A comment to decide about, locked: of two who decide at once, the owner too, the second is refused. */
const comment: About<number, { id: number; drive: string }> = {
  noun: 'comment',
  at: ({ params }) => numberIn(params.comment),
  async find(tx, id) {
    const found = await tx
      .selectFrom('fund_drive_comments')
      .where('id', '=', id)
      .select(['id', 'fund_drive_id as drive', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(quarantineTexts.missing, { status: 404 })
    if (found.state !== 'quarantined') throw new Refusal(quarantineTexts.meanwhile)
    return found
  },
  async after(tx, { drive }) {
    await tell(tx, `drive:${drive}`)
    await tell(tx, 'office:desk')
  },
}

/** Shows a comment that waits to everybody. */
export const releaseComment = decision({
  of: comment,
  act: 'comment released',
  words: releasing,
  run: (tx, found) => setState(tx, found, 'shown'),
})

/** Shows it to nobody but the owner. */
export const hideComment = decision({
  of: comment,
  act: 'comment hidden',
  words: hiding,
  run: (tx, found) => setState(tx, found, 'hidden'),
})

async function setState(tx: Tx, { id, drive }: { id: number; drive: string }, state: 'shown' | 'hidden') {
  await tx
    .updateTable('fund_drive_comments')
    .set({ state, ...(state === 'shown' ? { reviewed_at: new Date() } : {}) })
    .where('id', '=', id)
    .execute()
  return { before: { state: 'quarantined' }, after: { state, drive } }
}
