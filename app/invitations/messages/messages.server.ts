import { type SqlBool, sql } from 'kysely'
import { phoneShown } from '#app/kit/phone.ts'
import { idIn } from '#app/kit/web-address.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { LineState, MessageKind, MessageWay } from './message.ts'

// The progress of messages, for their hosts.

/** The number of a message's lines in each state. `hand`: those that wait for the host's own phone. */
export type Counts = Record<LineState, number> & { all: number; hand: number }
export type MessageSeen = {
  id: string
  kind: MessageKind
  words: string
  at: Date
  /** The author's name; null for automatic messages. */
  by: string | null
  stopped: boolean
  occasion: string | null
  counts: Counts
}

/** Tells whether messages are paused until an admin has looked at guests' reports. */
export async function arePaused(db: Db, gatheringId: string): Promise<boolean> {
  const { rows } = await sql<{ paused: boolean }>`select messages_paused(${gatheringId}::uuid) as paused`.execute(db)
  return rows[0]!.paused
}

const messages = (db: Db, gatheringId: string) =>
  db
    .selectFrom('messages as m')
    .leftJoin('occasions as o', 'o.id', 'm.occasion_id')
    .leftJoin('profiles as p', 'p.user_id', 'm.made_by')
    .where('m.gathering_id', '=', gatheringId)
    .select(['m.id', 'm.kind', 'm.words', 'm.created_at as at', 'p.full_name as by', 'o.name as occasion'])
    .select(sql<boolean>`m.stopped_at is not null`.as('stopped'))
    .select(
      sql<Counts>`(select jsonb_build_object('all', count(*), 'hand', count(*) filter (where l.way = 'hand' and l.state = 'queued'),
        'queued', count(*) filter (where l.state = 'queued'), 'sending', count(*) filter (where l.state = 'sending'),
        'sent', count(*) filter (where l.state = 'sent'), 'unsure', count(*) filter (where l.state = 'unsure'),
        'failed', count(*) filter (where l.state = 'failed'), 'skipped', count(*) filter (where l.state = 'skipped'))
        from message_lines l where l.message_id = m.id)`.as('counts'),
    )

/** Lists the newest messages of a gathering. */
export const messagesOf = (db: Db, gatheringId: string): Promise<MessageSeen[]> =>
  messages(db, gatheringId).orderBy('m.created_at', 'desc').orderBy('m.id').limit(50).execute()

/** Finds a message of this gathering; undefined if it is another's. */
export async function messageOf(db: Db, gatheringId: string, id: string): Promise<MessageSeen | undefined> {
  const known = idIn(id)
  return known ? messages(db, gatheringId).where('m.id', '=', known).executeTakeFirst() : undefined
}

export type LineSeen = {
  id: number
  name: string
  reach: string
  way: MessageWay
  state: LineState
  why: string | null
  at: Date
}

const size = 100
/** Lists the lines of a message, failed ones first. Numbers and addresses are masked for readers without full access. */
export async function linesOfMessage(
  db: Db,
  messageId: string,
  { state, page, managed }: { state: LineState | null; page: number; managed: boolean },
): Promise<{ rows: LineSeen[]; more: boolean }> {
  const rows = await db
    .selectFrom('message_lines as l')
    .innerJoin('supporters as s', 's.id', 'l.supporter_id')
    .where('l.message_id', '=', messageId)
    .$if(state !== null, (query) => query.where('l.state', '=', state!))
    .orderBy(sql<SqlBool>`l.state in ('failed', 'unsure')`, 'desc')
    .orderBy('l.id')
    .select(['l.id', 's.name', 's.email', 's.phone', 'l.way', 'l.state', 'l.why', 'l.at'])
    .offset((page - 1) * size)
    .limit(size + 1)
    .execute()
  const shown = rows.slice(0, size).map(({ email, phone, ...line }) => {
    const reach = line.way === 'mail' ? (email ?? '') : (phone ?? '')
    const masked = line.way === 'mail' ? reach.replace(/^(.).*@/, '$1…@') : reach && phoneShown(reach)
    return { ...line, reach: managed ? reach : masked }
  })
  return { rows: shown, more: rows.length > size }
}

/**
 * Returns the words of a guest's last invitation; null if there were none. A text to a phone has no room for them, so the guest's page
 * shows them.
 */
export const invitedWith = async (db: Db, supporterId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('message_lines as l')
      .innerJoin('messages as m', 'm.id', 'l.message_id')
      .where('l.supporter_id', '=', supporterId)
      .where('m.kind', '=', 'invitation')
      .where('m.words', '<>', '')
      .where('l.state', 'in', ['sending', 'sent', 'unsure'])
      .orderBy('l.id', 'desc')
      .select('m.words')
      .limit(1)
      .executeTakeFirst()
  )?.words ?? null
