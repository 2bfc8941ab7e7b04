import { sql } from 'kysely'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { titleAlone } from '#app/invitations/occasions/invites.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { waitIn } from '#app/platform/http/limits.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { nextCalendar } from './calendar.server.ts'
import { isTurnedDown } from './guest.server.ts'
import { answerMails } from './link-limits.server.ts'
import { type AnswerTold, answeredMail, answersMail, type MailEndsAt } from './mails.tsx'

// The mail jobs of answers. Only the newest step of an invitation is mailed: a later change has its own job.

export async function mailAnswered(db: Db, { answerId }: { answerId: number }, now = new Date()): Promise<void> {
  const row = await stepOf(db, answerId)
  if (!row?.email || row.newest !== answerId) return
  // A guest who answered at the moment of the cancellation is mailed about the cancellation only.
  if (row.status === 'cancelled' && !['no', 'withdrawn'].includes(row.state)) return
  if ((await waitIn(db, answerMails(row.email))) > 0) return
  const language = knownLanguage(row.language)
  const link = `${publicAddress()}/i/${row.link}`
  const people = (row.adults ?? 0) + (row.children ?? 0)
  const { state, name, hosts, zone, place, startsAt, offerUntil } = row
  const told: AnswerTold = {
    state,
    name,
    hosts,
    zone,
    place,
    people,
    startsAt,
    offerUntil,
    language,
    link,
    no: row.turnedDown ? 'turnedDown' : state === 'no' && row.by === 'clock' ? 'expired' : null,
    occasion: titleAlone(wordsIn(language, catalogues[language]), row.kind, row.title),
    ...endsOf(row.link),
  }
  await mailTo(row.email, language, answeredMail(told), await nextCalendar(db, { invitationId: row.id, link }, now))
}

const stepOf = (db: Db, answerId: number) =>
  db
    .selectFrom('answers as a')
    .innerJoin('invitations as i', 'i.id', 'a.invitation_id')
    .innerJoin('supporters as s', 's.id', 'i.supporter_id')
    .innerJoin('occasions as o', 'o.id', 'i.occasion_id')
    .innerJoin('gatherings as g', 'g.id', 'o.gathering_id')
    .where('a.id', '=', answerId)
    .select(['a.by', isTurnedDown.as('turnedDown')])
    .where('g.status', '<>', 'stopped')
    .where(hostIsHere)
    .select(['i.id', 'i.state', 'i.adults', 'i.children', 'i.offer_until as offerUntil', 'o.status'])
    .select(['s.name', 's.email', 's.language', 's.link', 'g.hosts', 'o.kind', 'o.name as title', 'o.zone', 'o.place'])
    .select(['o.starts_at as startsAt'])
    .select(sql<number>`(select max(n.id) from answers n where n.invitation_id = i.id)`.as('newest'))
    .executeTakeFirst()

/** Mails the host about the answers of ten minutes that are over. */
export async function mailAnswers(
  db: Db,
  { gatheringId, until }: { gatheringId: string; until: number },
): Promise<void> {
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('users as u', 'u.id', 'g.user_id')
    .where('g.id', '=', gatheringId)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where('u.mail_activity', '=', true)
    .select(['u.email', 'u.language', 'g.slug', 'g.title'])
    .executeTakeFirst()
  if (!row?.email) return
  const told = await answersBetween(db, gatheringId, new Date(until - 600_000), new Date(until))
  if (told.yes + told.no + told.maybe + told.waiting === 0) return
  const link = `${publicAddress()}/gathering/${row.slug}/home`
  await mailTo(row.email, knownLanguage(row.language), answersMail({ ...told, title: row.title, link }))
}

async function answersBetween(db: Db, gatheringId: string, from: Date, to: Date) {
  const { rows } = await sql<{ yes: number; no: number; maybe: number; waiting: number }>`
    select coalesce(sum(x.adults + x.children) filter (where x.state = 'yes'), 0) as yes,
      count(*) filter (where x.state = 'no') as no,
      count(*) filter (where x.state = 'maybe') as maybe,
      count(*) filter (where x.state in ('waiting', 'asked')) as waiting
    from (select distinct on (a.invitation_id) a.state, a.adults, a.children from answers a
      join invitations i on i.id = a.invitation_id join occasions o on o.id = i.occasion_id
      where o.gathering_id = ${gatheringId} and a.by = 'guest' and a.at >= ${from} and a.at < ${to}
      order by a.invitation_id, a.id desc) x`.execute(db)
  return rows[0]!
}

/** Returns the addresses where the guest with this link stops mails. Mail programs post to the last one, without an Origin. */
export function endsOf(link: string): MailEndsAt {
  const page = `${publicAddress()}/i/${link}`
  const unsubscribe = `${publicAddress()}/api/quiet?link=${link}`
  return { quietUrl: `${page}#quiet`, forgetUrl: `${page}#forget`, reportUrl: `${page}#report`, unsubscribe }
}
