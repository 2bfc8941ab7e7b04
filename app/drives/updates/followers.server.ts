import { sql } from 'kysely'
import { activeDrive, shutRefusal } from '#app/drives/drive/active.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { household } from '#app/platform/http/network-address.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { log } from '#app/platform/log.server.ts'
import { isSignedByUs, linkSecret } from '#app/platform/settings/accepted-secrets.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { type Counted, updateTexts } from './update.ts'

// The followers of a drive: who agreed to be told how it goes, and who has ended that. Nobody reads who they are; only counts are shown.

type Agreed = {
  /** True if the tick was set. */
  follow: boolean
  email?: string | null | undefined
  phone?: string | null | undefined
  language: string
}
type By = { payment: string } | { pledge: number }

/**
 * Writes down that a person who gives or promises wants updates: by email, else by the phone that pays or promises. They count once the
 * gift is paid, or the promise confirmed. A fault here fails no gift and no promise.
 */
export async function followBy(db: Db | Tx, { follow, email, phone, language }: Agreed, by: By): Promise<void> {
  const contact = email ? sql`${email.trim().toLowerCase()}, null` : sql`null, ${phone}`
  if (!follow || (!email && !phone)) return
  const from =
    'payment' in by
      ? sql`'gift', id, null::bigint from payments where reference = ${by.payment} and kind = 'donation'`
      : sql`'pledge', null::bigint, id from pledges where id = ${by.pledge}`
  const inside = db.isTransaction
  if (inside) await sql`savepoint follow`.execute(db)
  try {
    await sql`
      insert into followers (fund_drive_id, email, phone, language, source, payment_id, pledge_id)
      select fund_drive_id, ${contact}, ${language}, ${from}
      on conflict (fund_drive_id, ${sql.raw(email ? 'email' : 'phone')}) do update set ${agreedAgain}`.execute(db)
    if (inside) await sql`release savepoint follow`.execute(db)
  } catch (error) {
    if (inside) await sql`rollback to savepoint follow`.execute(db)
    log.warn({ err: error }, 'a follower of a drive is not written down')
  }
}

/** Changes the row of a person who agrees once more: one who gets updates goes on getting them, one who ended them begins again. */
const agreedAgain = sql`
  source = excluded.source, language = excluded.language, agreed_at = now(), ended_at = null,
  payment_id = coalesce(excluded.payment_id, case when followers.ended_at is null then followers.payment_id end),
  pledge_id = coalesce(excluded.pledge_id, case when followers.ended_at is null then followers.pledge_id end),
  confirmed_at = case when followers.ended_at is null then followers.confirmed_at end
  where not exists (select from followers_reached r where r.id = followers.id)`

/** The limit of the form: the answer is the same for an address that is known and one that is not. */
export const followLimits = (address: string): Limit[] => [
  { name: 'follow', key: household(address), times: 5, seconds: 3600 },
]

/** Writes down an address from the form, and mails the button with which its reader confirms. */
export async function followByForm(db: Db, slug: string, email: string, language: Language): Promise<void> {
  const drive = await activeDrive(db, slug)
  if (!drive) throw await shutRefusal(db, slug, updateTexts.driveMissing)
  await inOneGo(db, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into followers (fund_drive_id, email, language, source) values (${drive.id}, ${email}, ${language}, 'form')
      on conflict (fund_drive_id, email) do update set ${agreedAgain} returning id`.execute(tx)
    const [one] = rows
    if (one) await enqueue(tx, 'mail-follow', { followerId: one.id }, { key: String(one.id) })
  })
}

// The links of followers: the number of the row, and a proof that only our emails carry.

type LinkKind = 'follow' | 'unfollow'

const proofOf = (kind: LinkKind, id: number, secret?: string): string => linkSecret(`${kind} ${id}`, secret)

export const tokenOfFollower = (kind: LinkKind, id: number): string => `${id.toString(36)}-${proofOf(kind, id)}`

/** Returns the page with the button that begins or ends the updates. */
export const linkOfFollower = (kind: LinkKind, id: number): string =>
  `${publicAddress()}/${kind}/${tokenOfFollower(kind, id)}`

/** Returns the address to which a mail program posts. */
export const hookOfFollower = (id: number): string =>
  `${publicAddress()}/hooks/unfollow/${tokenOfFollower('unfollow', id)}`

/** Reads the number of a follower from a link; undefined for one that we did not make. */
function followerIn(kind: LinkKind, token: string): number | undefined {
  const [, number, proof] = /^([1-9a-z][0-9a-z]{0,9})-([0-9a-z]{25})$/.exec(token) ?? []
  const id = number ? Number.parseInt(number, 36) : 0
  return id > 0 && Number.isSafeInteger(id) && isSignedByUs(proof!, (secret) => proofOf(kind, id, secret))
    ? id
    : undefined
}

/** Returns what the page of a link shows; undefined if there is no such follower any more. */
export async function followerOf(db: Db, kind: LinkKind, token: string) {
  const id = followerIn(kind, token)
  if (id === undefined) return undefined
  return db
    .selectFrom('followers as f')
    .innerJoin('fund_drives as d', 'd.id', 'f.fund_drive_id')
    .where('f.id', '=', id)
    .select(['d.slug', 'd.title'])
    .select(sql<boolean>`f.ended_at is null`.as('follows'))
    .select(sql<boolean>`f.confirmed_at is not null`.as('confirmed'))
    .executeTakeFirst()
}

/** Begins the updates for the reader of our email, or ends them. A link may be pressed twice. */
export async function setFollowing(db: Db, kind: LinkKind, token: string): Promise<void> {
  const id = followerIn(kind, token)
  const set = kind === 'follow' ? { confirmed_at: sql<Date>`now()`, ended_at: null } : { ended_at: sql<Date>`now()` }
  const changed =
    id !== undefined &&
    (await db.updateTable('followers').set(set).where('id', '=', id).returning('id').executeTakeFirst())
  if (!changed) throw new Refusal(updateTexts.linkCut, { status: 404 })
}

/** Counts those who get the updates of a drive. Phones that said STOP get none. */
export async function followersOf(db: Db, driveId: string): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select count(email)::int as emails, (count(phone) filter (where not exists (
      select from sms_stops s where s.phone = r.phone)))::int as phones
    from followers_reached r where fund_drive_id = ${driveId}`.execute(db)
  return rows[0]!
}

/** Deletes those who never confirmed, paid or promised, a week after they agreed. Run by cron. */
export async function sweepFollowers(db: Db): Promise<void> {
  await sql`delete from followers f where agreed_at < now() - interval '7 days' and ended_at is null
    and pledge_id is null and not exists (select from followers_reached r where r.id = f.id)`.execute(db)
}
