import { type About, decision } from '#app/admin/decision.server.ts'
import { Refusal } from '#app/kit/says.ts'
import { agreeStatement } from '#app/money/mpesa/statement-held.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { numberIn } from '#app/platform/request.server.ts'
import { booking, railTexts } from './rail.ts'

// A second administrator agrees to book a statement that another one sent.

type Held = { id: number; held: number }

/** A statement that waits for the second administrator. */
const held: About<number, Held> = {
  noun: 'statement',
  at: ({ params }) => numberIn(params.statement),
  async find(tx, id) {
    const one = await tx
      .selectFrom('mpesa_statements')
      .where('id', '=', id)
      .select(['id', 'held', 'agreed_at as agreedAt'])
      .forUpdate()
      .executeTakeFirst()
    if (!one) throw new Refusal(railTexts.noStatement, { status: 404 })
    if (one.held === null || one.agreedAt) throw new Refusal(railTexts.notHeld)
    return { id, held: one.held }
  },
  after: (tx) => tell(tx, 'office:desk'),
}

export const bookStatement = decision({
  of: held,
  act: 'statement agreed',
  words: booking,
  run: async (tx, one, word) => ((await agreeStatement(tx, one.id, word)) ? { after: { amount: one.held } } : 'first'),
})
