import { sql } from 'kysely'
import { Refusal, type Words } from '#app/kit/says.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { uuidOf } from '#app/platform/uuid-of.server.ts'
import { doubtOf } from './doubtful.server.ts'
import { isItRight } from './doubtful.ts'
import { maybeRecorded } from './recorded.ts'

// Two people of a drive often write down the same envelope, and a zero too many is quickly typed.

type Gift = { name: string | null; amount: number; code: string | null; givenOn: string }
/** `anyway` is what their person was asked about, when they said that it is another gift. */
type Asked = Gift & { driveId: string; anyway: string | undefined }

/**
 * Refuses one of this name and amount, given on that day or beside it, until its person says that it is another gift; and one whose
 * amount may be a slip, until they say that it is right. Whichever they are asked, they read the amount.
 */
export async function refuseUnlessSure(tx: Tx, { driveId, anyway, ...gift }: Asked): Promise<void> {
  const about = fingerprintOf(gift)
  // They said so of this gift, and of none that was typed over it since.
  if (anyway === about) return
  const like = await doubleOf(tx, driveId, gift)
  const ask = (says: Words, asked: 'double' | 'amount') =>
    new Refusal(says, { status: 422, field: 'anyway', typed: { about, asked, anyway: '' } })
  if (like) throw ask(maybeRecorded(like), 'double')
  const doubt = await doubtOf(tx, { driveId, amount: gift.amount })
  if (doubt) throw ask(isItRight(doubt, gift), 'amount')
}

const fingerprintOf = ({ name, amount, code, givenOn }: Gift) => uuidOf(JSON.stringify([name, amount, code, givenOn]))

/** Two codes are two payments, and without a name it may be anybody's. */
async function doubleOf(tx: Tx, driveId: string, { name, amount, code, givenOn }: Gift) {
  if (!name) return undefined
  const days = sql<number>`r.given_on - ${givenOn}::date`
  return tx
    .selectFrom('recorded_gifts as r')
    .innerJoin('profiles as p', 'p.user_id', 'r.recorded_by')
    .where('r.fund_drive_id', '=', driveId)
    .where('r.voided_at', 'is', null)
    .where('r.amount', '=', amount)
    .where(sql<string>`lower(r.name)`, '=', sql<string>`lower(${name})`)
    .where(sql<boolean>`abs(${days}) <= 1`)
    .$if(code !== null, (some) => some.where('r.code', 'is', null))
    .select(['r.name', 'r.amount', 'p.full_name as by', days.as('days')])
    .orderBy(sql`abs(${days})`)
    .limit(1)
    .executeTakeFirst()
}
