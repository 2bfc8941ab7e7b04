import { sql } from 'kysely'
import { mailAnswered } from '#app/invitations/guests/mails.server.ts'
import { hostIsHere } from '#app/invitations/occasions/host-here.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { inOneGo } from '#app/platform/postgres/in-one-go.server.ts'
import { writeMessage } from './lines.server.ts'
import { tellOwnLink } from './own-link.server.ts'

/** Tells a guest of their answer: by email, and what they need soon by phone where they have no email address. */
export async function tellAnswer(db: Db, about: { answerId: number }): Promise<void> {
  await tellOffer(db, about)
  await tellOwnLink(db, about)
  await mailAnswered(db, about)
}

/** An offer ends soon, so a guest without an email address is told of it by phone. Of the newest step of an invitation only. */
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
