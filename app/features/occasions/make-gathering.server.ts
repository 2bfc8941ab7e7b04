import crypto from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { mayManage } from '../drives/rights.server.ts'
import { slugOf } from '../drives/slug.ts'
import { most, says, styleFor } from './occasion.ts'
import type { gatheringForm } from './occasion-forms.ts'

/** Makes a gathering, alone or for a drive. A form that is sent twice makes one, and a drive has one: both are led to it. */
export const makeGathering = (
  db: Db,
  personId: string,
  asked: z.output<typeof gatheringForm>,
  drive?: { id: string },
): Promise<{ id: string; slug: string }> =>
  db.transaction().execute(async (tx) => (await makeIn(tx, personId, asked, drive)).made)

/** The same within a transaction; says whether it was made now. */
export async function makeIn(
  tx: Tx,
  personId: string,
  { key, kind, ...asked }: z.output<typeof gatheringForm>,
  drive?: { id: string },
): Promise<{ made: { id: string; slug: string }; isNew: boolean }> {
  // The lock: of two forms at once each would find one gathering too few.
  const owner = await tx
    .selectFrom('users')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .select(sql<boolean>`email_verified or email is null`.as('confirmed'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner?.confirmed) throw new Refusal(says.unconfirmed, { status: 403 })
  if (drive && !(await mayManage(tx, personId, drive.id, 'run'))) throw new Refusal(says.missing, { status: 404 })
  const once = onceOf(key, asked.title, asked.hosts, drive?.id ?? null)
  const before = await madeBefore(tx, personId, { once, drive })
  if (before) return { made: before, isNew: false }
  await refuseTooMany(tx, personId)
  const made = await insertUnderFreeSlug(tx, slugOf(asked.title), {
    ...asked,
    user_id: personId,
    fund_drive_id: drive?.id ?? null,
    style: styleFor(kind),
    once,
  })
  await tell(tx, `person:${personId}`)
  return { made, isNew: true }
}

type Values = Omit<Insertable<DB['gatherings']>, 'slug'>

/** Many gatherings have the same title. What is drawn may be taken: then it is drawn again. */
async function insertUnderFreeSlug(tx: Tx, base: string, values: Values): Promise<{ id: string; slug: string }> {
  for (let tries = 0; tries < 10; tries++) {
    const made = await tx
      .insertInto('gatherings')
      .values({ ...values, slug: `${base}-${crypto.randomInt(36 ** 3, 36 ** 4).toString(36)}` })
      .onConflict((clash) => clash.column('slug').doNothing())
      .returning(['id', 'slug'])
      .executeTakeFirst()
    if (made) return made
  }
  throw new Error(`no free slug was found for ${base}`)
}

const madeBefore = (
  tx: Tx,
  personId: string,
  { once, drive }: { once: string | null; drive?: { id: string } | undefined },
) =>
  tx
    .selectFrom('gatherings')
    .where(({ or, and, eb }) =>
      or([
        and([eb('user_id', '=', personId), eb('once', '=', once ?? '')]),
        ...(drive ? [eb('fund_drive_id', '=', drive.id)] : []),
      ]),
    )
    .select(['id', 'slug'])
    .executeTakeFirst()

async function refuseTooMany(tx: Tx, personId: string): Promise<void> {
  const { open, today } = await countOf(tx, personId)
  if (open >= most.openGatherings) throw new Refusal(says.manyOpen)
  if (today >= most.gatheringsADay) throw new Refusal(says.manyToday)
}

/** Before one is opened again: it counts among those of the person who made it. The lock is the same as when one is made. */
export async function refuseOneMoreOpen(tx: Tx, gatheringId: string): Promise<void> {
  const { id } = await tx
    .selectFrom('users')
    .where('id', '=', (query) => query.selectFrom('gatherings').where('id', '=', gatheringId).select('user_id'))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const { open } = await countOf(tx, id)
  if (open >= most.openGatherings) throw new Refusal(says.manyOpen)
}

const countOf = (tx: Tx, personId: string) =>
  tx
    .selectFrom('gatherings')
    .where('user_id', '=', personId)
    .select(sql<number>`count(*) filter (where status = 'open')`.as('open'))
    .select(sql<number>`count(*) filter (where created_at > now() - interval '24 hours')`.as('today'))
    .executeTakeFirstOrThrow()
