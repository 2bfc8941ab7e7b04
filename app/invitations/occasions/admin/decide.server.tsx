import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { type About, decision } from '#app/admin/decision.server.ts'
import { IfMistaken } from '#app/base/audit/decided-mail.tsx'
import { isSlug } from '#app/drives/drive/slug.ts'
import { tellAllGuests } from '#app/invitations/guests/kept-guest.server.ts'
import { takeDown } from '#app/invitations/wrap-up/posts.server.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { idIn } from '#app/kit/web-address.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { allowing, gatheringDecisionTexts, keepingPhoto, stopping, takingPhotoDown } from './gathering-admin.ts'

type Found = { id: string; user_id: string; status: 'open' | 'closed' | 'stopped'; from: 'open' | 'closed' | null }

/** Another person's invitation. The lock closes the race with a host who closes it, and with another administrator. */
const gathering: About<string, Found> = {
  noun: 'gathering',
  at: ({ params }) => params.slug!,
  async find(tx, slug, by) {
    const found = isSlug(slug)
      ? await tx
          .selectFrom('gatherings')
          .where('slug', '=', slug)
          .select(['id', 'user_id', 'status', 'stopped_from as from'])
          .forNoKeyUpdate()
          .executeTakeFirst()
      : undefined
    if (!found) throw new Refusal(gatheringDecisionTexts.missing, { status: 404 })
    if (found.user_id === by.id) throw new Refusal(gatheringDecisionTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id, user_id: ownerId }) {
    for (const topic of [`gathering:${id}`, `person:${ownerId}`, 'office:desk']) await tell(tx, topic)
    await tellAllGuests(tx, id)
  },
}

/** Marks all reports as seen. Returns how many were open. */
async function lookedAt(tx: Tx, gatheringId: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('guest_reports')
    .set({ looked_at: sql<Date>`now()` })
    .where('gathering_id', '=', gatheringId)
    .where('looked_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Stops an invitation: guests no longer find its pages, its hosts read why instead of theirs, and nothing is sent. */
export const stopGathering = decision({
  of: gathering,
  act: 'gathering stopped',
  words: stopping,
  async run(tx, { id, status }, { why }) {
    if (status === 'stopped') throw new Refusal(gatheringDecisionTexts.meanwhile)
    await tx
      .updateTable('gatherings')
      .set({ status: 'stopped', stopped_why: why, stopped_from: status })
      .where('id', '=', id)
      .execute()
    await lookedAt(tx, id)
    await tellHostsDecided(tx, { gatheringId: id, why, about: id })
    return { before: { status }, after: { status: 'stopped' } }
  },
})

/** Allows an invitation that was stopped, or that guests reported. Offers seats freed meanwhile to those who wait. */
export const allowGathering = decision({
  of: gathering,
  act: 'gathering allowed',
  words: allowing,
  async run(tx, { id, status: before, from }, { why }) {
    const looked = await lookedAt(tx, id)
    if (before !== 'stopped' && looked === 0) throw new Refusal(gatheringDecisionTexts.meanwhile)
    const status = before === 'stopped' ? (from ?? 'open') : before
    await tx
      .updateTable('gatherings')
      .set({ status, stopped_why: null, stopped_from: null })
      .where('id', '=', id)
      .execute()
    const all = await tx.selectFrom('occasions').where('gathering_id', '=', id).select('id').execute()
    for (const { id: occasionId } of all) await enqueue(tx, 'offer-seats', { occasionId }, { key: occasionId })
    await tellHostsDecided(tx, { gatheringId: id, why, about: id })
    return { before: { status: before }, after: { status } }
  },
})

type Key = { slug: string; photo: string | null }
type FoundPhoto = { id: string; photo: string }

/** A photo of another person's invitation that guests reported. The lock closes the race with a host who takes it down. */
const photo: About<Key, FoundPhoto> = {
  noun: 'gathering',
  at: ({ params }) => ({ slug: params.slug!, photo: idIn(params.photo ?? null) }),
  async find(tx, { slug, photo: id }, by) {
    const { rows } =
      isSlug(slug) && id
        ? await sql<{ id: string; owner: string; photo: string }>`
            select g.id, g.user_id as owner, o.id as photo from post_photos o join gathering_posts p on p.id = o.post_id
              join gatherings g on g.id = p.gathering_id
            where g.slug = ${slug} and o.id = ${id} for no key update of o`.execute(tx)
        : { rows: [] }
    const [found] = rows
    if (!found) throw new Refusal(gatheringDecisionTexts.photoMissing, { status: 404 })
    if (found.owner === by.id) throw new Refusal(gatheringDecisionTexts.own, { status: 403 })
    return found
  },
  async after(tx, { id }) {
    for (const topic of [`gathering:${id}`, 'office:desk']) await tell(tx, topic)
    await tellAllGuests(tx, id)
  },
}

/** Takes a photo down: it is gone for everyone, and the hosts read why. */
export const takePhotoDown = decision({
  of: photo,
  act: 'photo taken down',
  words: takingPhotoDown,
  async run(tx, { id, photo: one }, { why }) {
    await takeDown(tx, id, one)
    await tellHostsDecided(tx, { gatheringId: id, why, photo: true, about: `photo ${one}` })
    return {}
  },
})

/** Keeps a photo that guests reported. */
export const leavePhoto = decision({
  of: photo,
  act: 'photo left',
  words: keepingPhoto,
  async run(tx, { photo: one }) {
    const { numUpdatedRows } = await tx
      .updateTable('photo_objections')
      .set({ looked_at: sql<Date>`now()` })
      .where('photo_id', '=', one)
      .where('looked_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new Refusal(gatheringDecisionTexts.meanwhile)
    return {}
  },
})

type Decided = { gatheringId: string; personId?: string; why: string; photo?: true }

/**
 * Mails one of its hosts that we have stopped or allowed an invitation: whichever is true when the mail is written.
 * `photo`: that we took a photo down. Older jobs have no person: their mail goes to the owner.
 */
export async function mailInvitationDecided(db: Db, { gatheringId, personId, why, photo }: Decided): Promise<void> {
  const row = await db
    .selectFrom('gatherings as g')
    .innerJoin('gathering_hosts as h', 'h.gathering_id', 'g.id')
    .innerJoin('users as u', 'u.id', 'h.user_id')
    .where('g.id', '=', gatheringId)
    .where(sql<boolean>`u.id = coalesce(${personId ?? null}::uuid, g.user_id)`)
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .select(['u.email', 'u.language', 'g.slug', 'g.title', 'g.status'])
    .executeTakeFirst()
  if (!row?.email) return
  const { title } = row
  const mail = photo
    ? photoMail({ title, why, support: supportInWords() })
    : row.status === 'stopped'
      ? stoppedMail({ title, why, support: supportInWords() })
      : allowedMail({ title, why, link: `${publicAddress()}/gathering/${row.slug}/home` })
  await mailTo(row.email, knownLanguage(row.language), mail)
}

/** Enqueues one mail job per host, so that a retry mails nobody twice. `about`: the subject of the decision. */
async function tellHostsDecided(tx: Tx, { about, ...decided }: Omit<Decided, 'personId'> & { about: string }) {
  const hosts = await tx
    .selectFrom('gathering_hosts')
    .where('gathering_id', '=', decided.gatheringId)
    .where('email', 'is not', null)
    .select(sql<string>`user_id`.as('personId'))
    .execute()
  for (const { personId } of hosts)
    await enqueue(tx, 'mail-invitation-decided', { ...decided, personId }, { key: `${about} ${personId}` })
}

const reason = msg`You get this email because you look after this invitation.`

/** The mail has no link: the host's page of the invitation says the same. */
const stoppedMail = ({ title, why, support }: { title: string; why: string; support: string }): MailTemplate => ({
  subject: msg`Your invitation was stopped: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your invitation was stopped</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          An administrator of {'{brand}'} has stopped “
          <Typed text={title} />
          ”. You and your guests can’t find it for now, and no messages are sent. Nothing was deleted.
        </Trans>
      </MailText>
      <Why why={why} />
      <IfMistaken support={support} />
    </>
  ),
})

const allowedMail = ({ title, why, link }: { title: string; why: string; link: string }): MailTemplate => ({
  subject: msg`Your invitation is allowed: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your invitation is allowed</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          An administrator of {'{brand}'} has looked at “
          <Typed text={title} />
          ”. Guests find it, and messages that waited are sent.
        </Trans>
      </MailText>
      <Why why={why} />
      <MailButton href={link}>
        <Trans>Open the invitation</Trans>
      </MailButton>
    </>
  ),
})

const photoMail = ({ title, why, support }: { title: string; why: string; support: string }): MailTemplate => ({
  subject: msg`We took a photo down: ${title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>We took a photo down</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          A guest asked for it, and an administrator of {'{brand}'} has taken down a photo that you posted to your
          guests of “
          <Typed text={title} />
          ”. It is gone from all pages.
        </Trans>
      </MailText>
      <Why why={why} />
      <IfMistaken support={support} />
    </>
  ),
})

const Why = ({ why }: { why: string }) => (
  <MailText>
    <Trans>
      Reason: <Typed text={why} />
    </Trans>
  </MailText>
)
