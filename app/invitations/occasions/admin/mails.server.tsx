import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { IfMistaken } from '#app/base/audit/decided-mail.tsx'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

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
export async function tellHostsDecided(tx: Tx, { about, ...decided }: Omit<Decided, 'personId'> & { about: string }) {
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
          An administrator of Harambee has stopped “
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
          An administrator of Harambee has looked at “
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
          A guest asked for it, and an administrator of Harambee has taken down a photo that you posted to your guests
          of “
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
