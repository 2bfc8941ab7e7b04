import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import { letterTexts } from '#app/drives/support/letter.ts'
import { Refusal } from '#app/kit/says.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { closing } from './decisions.ts'

/** An open support message. Of two administrators at once, the second waits for the lock, and is refused. */
const letter: About<number, { id: number }> = {
  noun: 'letter',
  at: ({ params }) => numberIn(params.letter),
  async find(tx, id) {
    const found = await tx
      .selectFrom('support_letters')
      .where('id', '=', id)
      .select(['id', 'state'])
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(letterTexts.missing, { status: 404 })
    if (found.state !== 'open') throw new Refusal(letterTexts.meanwhile)
    return found
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Closes a support message with a reason that the audit log keeps. */
export const closeLetter = decision({
  of: letter,
  act: 'letter closed',
  words: closing,
  async run(tx, { id }) {
    const closed = { state: 'closed', closed_at: sql<Date>`now()` } as const
    await tx.updateTable('support_letters').set(closed).where('id', '=', id).execute()
    return { before: { state: 'open' }, after: { state: 'closed' } }
  },
})
