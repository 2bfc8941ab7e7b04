import crypto from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { mayManage } from '#app/drives/drive/manage.server.ts'
import { slugOf } from '#app/drives/drive/slug.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { waitIn } from '#app/platform/http/limits.server.ts'
import { ofForm, type Sending, sendingOf, usedForAnother } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import type { DB } from '#db/types.ts'
import { occasionMost, occasionTexts, styleFor } from './occasion.ts'
import type { gatheringForm } from './occasion-forms.ts'

/** Makes a gathering, alone or for a drive. A form that is sent twice makes one, and a drive has one: both lead to it. */
export const makeGathering = (
  db: Db,
  personId: string,
  asked: z.output<typeof gatheringForm>,
  drive?: { id: string },
): Promise<{ id: string; slug: string }> =>
  db.transaction().execute(async (tx) => (await makeIn(tx, personId, asked, drive)).made)

/** new: made now; again: made by the same form before; other: the drive has a gathering with other values. */
type Made = { made: { id: string; slug: string }; is: 'new' | 'again' | 'other' }

/** Makes a gathering within a transaction. `along`: the form's other values. */
export async function makeIn(
  tx: Tx,
  personId: string,
  { key, kind, ...asked }: z.output<typeof gatheringForm>,
  drive?: { id: string },
  along: unknown = null,
): Promise<Made> {
  // The lock: two forms at once would each count one gathering too few.
  const owner = await tx
    .selectFrom('users')
    .where('id', '=', personId)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .select(sql<boolean>`email_verified or email is null`.as('confirmed'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!owner?.confirmed) throw new Refusal(occasionTexts.unconfirmed, { status: 403 })
  if (drive && !(await mayManage(tx, personId, drive.id, 'run')))
    throw new Refusal(occasionTexts.missing, { status: 404 })
  const sending = sendingOf(key, JSON.stringify([asked, kind, drive?.id ?? null, along]))
  const before = await madeBefore(tx, personId, { sending, drive })
  if (before) return before
  await refuseTooMany(tx, personId)
  const made = await insertUnderFreeSlug(tx, slugOf(asked.title), {
    ...asked,
    user_id: personId,
    fund_drive_id: drive?.id ?? null,
    style: styleFor(kind),
    once: sending?.once ?? null,
  })
  await tell(tx, `person:${personId}`)
  return { made, is: 'new' }
}

type Values = Omit<Insertable<DB['gatherings']>, 'slug'>

/** Many gatherings have the same title. A random slug may be taken: then another one is drawn. */
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

type Before = { sending: Sending | null; drive?: { id: string } | undefined }

/** Returns the gathering that the form made, or that the drive has. Without a drive, refuses other contents: they need their own key. */
async function madeBefore(tx: Tx, personId: string, { sending, drive }: Before): Promise<Made | undefined> {
  const row = await tx
    .selectFrom('gatherings')
    .where(({ or, and, eb }) =>
      or([
        ...(sending ? [and([eb('user_id', '=', personId), ofForm('once', sending)])] : []),
        ...(drive ? [eb('fund_drive_id', '=', drive.id)] : []),
      ]),
    )
    .select(['id', 'slug', 'once'])
    .executeTakeFirst()
  if (!row) return undefined
  const isSame = sending !== null && row.once === sending.once
  if (!isSame && !drive) throw usedForAnother(occasionTexts.another)
  return { made: { id: row.id, slug: row.slug }, is: isSame ? 'again' : 'other' }
}

async function refuseTooMany(tx: Tx, personId: string): Promise<void> {
  if ((await countOpen(tx, personId)) >= occasionMost.openGatherings) throw new Refusal(occasionTexts.manyOpen)
  // Counted apart from the table: a gathering that was deleted counts too.
  const aDay = { name: 'gatherings', key: personId, times: occasionMost.gatheringsADay, seconds: 86_400 }
  if ((await waitIn(tx, [aDay])) > 0) throw new Refusal(occasionTexts.manyToday)
}

/** Refuses to reopen a gathering if its owner has too many open ones. The lock is the same as when one is made. */
export async function refuseOneMoreOpen(tx: Tx, gatheringId: string): Promise<void> {
  const { id } = await tx
    .selectFrom('users')
    .where('id', '=', (query) => query.selectFrom('gatherings').where('id', '=', gatheringId).select('user_id'))
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if ((await countOpen(tx, id)) >= occasionMost.openGatherings) throw new Refusal(occasionTexts.manyOpen)
}

const countOpen = async (tx: Tx, personId: string): Promise<number> =>
  (
    await tx
      .selectFrom('gatherings')
      .where('user_id', '=', personId)
      .where('status', '=', 'open')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .executeTakeFirstOrThrow()
  ).open
