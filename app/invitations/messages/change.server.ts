import { sql } from 'kysely'
import { mailAnswered } from '#app/invitations/guests/mails.server.ts'
import { changingGathering, type Hosting } from '#app/invitations/occasions/gathering.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { occasionMost } from '#app/invitations/occasions/occasion.ts'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { ownLinkText } from './by-phone.ts'
import { type MessageRecipient, occasionAt, textsLeft, writeMessage } from './lines.server.ts'

// News of a moved or cancelled occasion: sent once, the newest only, and only to guests who know something else.

type Outcome = { told: number }
type How = { now?: Date; atOnce?: boolean }

/** Sends the news now: the host does not want to wait for ten quiet minutes. */
export const tellNow = async (db: Db, mine: Hosting, no: number): Promise<Outcome> => {
  const occasionId = await changingGathering(db, mine, (tx, { id }) => occasionAt(tx, id, no))
  return tellChange(db, { occasionId }, { atOnce: true })
}

/** Writes one message to all who know an outdated time or place. The lock closes the race of two callers. */
export const tellChange = (db: Db, { occasionId }: { occasionId: string }, how: How = {}): Promise<Outcome> =>
  inOneGo(db, async (tx) => {
    const { now = new Date(), atOnce = false } = how
    const occasion = await lockOccasion(tx, occasionId)
    if (!occasion) return { told: 0 }
    if (occasion.status === 'cancelled') return tellCancelled(tx, occasion)
    if (endOfOccasion(occasion) <= now || occasion.version === occasion.toldVersion) return { told: 0 }
    const due = new Date((occasion.changedAt ?? now).getTime() + occasionMost.quietMinutes * 60_000)
    if (!atOnce && due > now) {
      await enqueue(tx, 'tell-change', { occasionId }, { key: occasionId, runAt: due })
      return { told: 0 }
    }
    return tellMoved(tx, occasion)
  })

const lockOccasion = (tx: Tx, id: string) =>
  tx
    .selectFrom('occasions as o')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('o.id', '=', id)
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['o.id', 'o.gathering_id as gatheringId', 'o.status', 'o.version', 'o.told_version as toldVersion'])
    .select(['o.starts_at as startsAt', 'o.ends_at as endsAt'])
    .select(sql<Date | null>`(select max(c.at) from occasion_changes c where c.occasion_id = o.id)`.as('changedAt'))
    .forNoKeyUpdate('o')
    .executeTakeFirst()

type Occasion = NonNullable<Awaited<ReturnType<typeof lockOccasion>>>

async function tellMoved(tx: Tx, { id, gatheringId, version, toldVersion }: Occasion): Promise<Outcome> {
  await endOlder(tx, id)
  await tx.updateTable('occasions').set({ told_version: version }).where('id', '=', id).execute()
  const recipients = await whoKnowsOther(tx, id, toldVersion)
  if (recipients.length === 0) return { told: 0 }
  const filter = { version, from: toldVersion }
  const about = { gatheringId, occasionId: id, kind: 'change' as const, filter, once: `change ${id} ${version}` }
  await writeMessage(tx, about, recipients)
  return { told: recipients.length }
}

/** Skips queued messages that tell an outdated time or place. */
const endOlder = (tx: Tx, occasionId: string) =>
  sql`
  update message_lines l set state = 'skipped', why = 'changed', at = now()
  from messages m join occasions o on o.id = m.occasion_id
  where m.id = l.message_id and o.id = ${occasionId} and l.state = 'queued' and m.kind in ('change', 'reminder', 'offer')
    and (o.status = 'cancelled' or (m.kind = 'change'
      and occasion_facts(o.id, (m.filter ->> 'version')::int) is distinct from occasion_facts(o.id, o.version)))`.execute(
    tx,
  )

/**
 * Finds guests who know an outdated version, or will be sent one by a line under way. A No is told of another day only, because that may
 * change their answer. A guest without a card so far learns the change from their card.
 */
async function whoKnowsOther(tx: Tx, occasionId: string, toldVersion: number): Promise<MessageRecipient[]> {
  const { rows } = await sql<MessageRecipient>`
    select s.id, s.email, s.phone, s.language
    from invitations i join supporters s on s.id = i.supporter_id join occasions o on o.id = i.occasion_id
      cross join lateral (select occasion_facts(o.id, o.version) as facts) n
      cross join lateral (select coalesce(greatest(i.answered_version, max(x.version)), ${toldVersion}::int) as version
        from (${onTheirWay}) x) k
    where i.occasion_id = ${occasionId} and s.merged_into is null and ${reached}
      and (${differs(sql`k.version`)} or exists (
        select from message_lines u where u.supporter_id = s.id and u.state = 'unsure'
          and (u.versions ->> o.id::text)::int > k.version and ${differs(sql`(u.versions ->> o.id::text)::int`)}))
    order by lower(s.name), s.id`.execute(tx)
  return rows
}

/** The versions that a guest was told, and those in lines that have not arrived yet. */
const onTheirWay = sql`select coalesce((l.versions ->> o.id::text)::int,
    case when m.kind = 'change' and m.occasion_id = o.id then (m.filter ->> 'version')::int end) as version
  from message_lines l join messages m on m.id = l.message_id
  where l.supporter_id = s.id and l.state in ('queued', 'sending', 'sent')`

/** Guests whom a message can concern. A guest who wants no messages but comes is still told about changes of the day. */
const reached = sql`(s.forgotten_at is null and (i.state in ('yes', 'maybe')
  or (s.quiet_at is null and (i.state in ('waiting', 'offered', 'asked', 'no')
    or (i.state = 'invited' and (s.sent_at is not null or s.seen_on is not null))))))`

/** Tells whether this version's time or place differs from now; for a No, whether the day does. */
const differs = (version: ReturnType<typeof sql>) => sql`(select case when i.state = 'no'
    then (left(f ->> 'starts', 10), f ->> 'zone') is distinct from (left(n.facts ->> 'starts', 10), n.facts ->> 'zone')
    else f is distinct from n.facts end from occasion_facts(o.id, ${version}) f)`

/** Writes to all but No, each once. Skips other queued messages about this occasion. */
async function tellCancelled(tx: Tx, { id, gatheringId, version }: Occasion): Promise<Outcome> {
  await endOlder(tx, id)
  const { rows } = await sql<MessageRecipient>`
    select s.id, s.email, s.phone, s.language
    from invitations i join supporters s on s.id = i.supporter_id
    where i.occasion_id = ${id} and s.merged_into is null and i.state <> 'no' and ${reached}
    order by lower(s.name), s.id`.execute(tx)
  if (rows.length === 0) return { told: 0 }
  const about = { gatheringId, occasionId: id, kind: 'cancelled' as const, filter: { version } }
  const isNew = await writeMessage(tx, { ...about, once: `cancelled ${id}` }, rows)
  return { told: isNew ? rows.length : 0 }
}

/** Confirms a guest's answer: by email, and urgent news by phone if they have no email address. */
export async function tellAnswer(db: Db, about: { answerId: number }): Promise<void> {
  await tellOffer(db, about)
  await tellOwnLink(db, about)
  await mailAnswered(db, about)
}

/** Tells a guest without an email address of an offer by text, as it ends soon. Only the newest step of an invitation counts. */
const tellOffer = (db: Db, { answerId }: { answerId: number }): Promise<void> =>
  inOneGo(db, async (tx) => {
    const { rows } = await sql<{
      id: string
      phone: string | null
      language: string
      gatheringId: string
      occasionId: string
    }>`
      select s.id, s.phone, s.language, s.gathering_id as "gatheringId", i.occasion_id as "occasionId"
      from answers a join invitations i on i.id = a.invitation_id join supporters s on s.id = i.supporter_id
        join occasions o on o.id = i.occasion_id join gatherings g on g.id = o.gathering_id
      where a.id = ${answerId} and a.state = 'offered' and i.state = 'offered' and s.email is null
        and s.quiet_at is null and o.status = 'planned' and g.status = 'open'
        and ${hostIsHere}
        and a.id = (select max(n.id) from answers n where n.invitation_id = i.id)`.execute(tx)
    for (const { gatheringId, occasionId, ...guest } of rows)
      await writeMessage(tx, { gatheringId, occasionId, kind: 'offer', filter: {}, once: `offer ${answerId}` }, [
        { ...guest, email: null },
      ])
  })

/**
 * Texts a guest their own link, once, after they answered on the shared link without an email address. The text goes to the guest who has
 * the number on the list: the one who answered, or, if the number was there before, the person whom the host wrote down. So a person who
 * types someone else's number learns nothing, and its owner gets their own page.
 */
export const tellOwnLink = (db: Db, { answerId }: { answerId: number }): Promise<void> =>
  inOneGo(db, async (tx) => {
    const holder = await holderOf(tx, answerId)
    if (!holder || (await textsLeft(tx, holder.gatheringId)) <= 0) return
    const { id, phone, link, hosts, title, hostId: host } = holder
    const language = knownLanguage(holder.language)
    const url = `${publicAddress()}/i/${link}`
    const text = ownLinkText(wordsIn(language, catalogues[language]), { hosts, title, url })
    // Like a text about money it has one try, so that it never comes twice.
    if (await sendSms(tx, { key: `own link ${id}`, phone, text, money: true, host }))
      await tx.updateTable('supporters').set({ texted_at: sql<Date>`now()` }).where('id', '=', id).execute()
  })

/** Locks the guest with the number of an answer; none unless it is the first answer of a guest who came by the shared link. */
async function holderOf(tx: Tx, answerId: number) {
  const { rows } = await sql<{
    id: string
    phone: string
    link: string
    language: string
    gatheringId: string
    hosts: string
    title: string
    hostId: string
  }>`
    select h.id, h.phone, h.link, h.language, g.id as "gatheringId", g.hosts, g.title, g.user_id as "hostId"
    from answers a join invitations i on i.id = a.invitation_id join supporters s on s.id = i.supporter_id
      join gatherings g on g.id = s.gathering_id
      join supporters h on h.gathering_id = g.id and h.phone = coalesce(s.phone, s.claimed_phone)
    where a.id = ${answerId} and a.by = 'guest' and s.origin = 'shared' and s.email is null
      and not exists (select from answers b join invitations j on j.id = b.invitation_id
        where j.supporter_id = s.id and b.id < a.id)
      and h.texted_at is null and h.quiet_at is null and h.forgotten_at is null
      and exists (select from invitations j where j.supporter_id = h.id and j.state <> 'withdrawn')
      and g.status <> 'stopped' and ${hostIsHere} and not messages_paused(g.id)
    for no key update of h`.execute(tx)
  return rows[0]
}
