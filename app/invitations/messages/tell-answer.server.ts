import { sql } from 'kysely'
import { mailAnswered } from '#app/invitations/guests/mails.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { type Db, inOneGo, type Tx } from '#app/platform/db.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms } from '#app/platform/sms/outbox.server.ts'
import { ownLinkText } from './by-phone.ts'
import { textsLeft, writeMessage } from './lines.server.ts'

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
