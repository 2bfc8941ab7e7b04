import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'

/** Returns the id of a gathering's occasion by its number; refuses an unknown one. */
export async function occasionAt(tx: Tx, gatheringId: string, no: number): Promise<string> {
  const row =
    Number.isInteger(no) && no >= 1 && no <= 20
      ? await tx
          .selectFrom('occasions')
          .where('gathering_id', '=', gatheringId)
          .where('no', '=', no)
          .select('id')
          .executeTakeFirst()
      : undefined
  if (!row) throw new Refusal(occasionTexts.occasionMissing, { status: 404 })
  return row.id
}
