import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { knownLanguage } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { mailByReader, recipientsOf } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import type { Jobs } from '#app/platform/jobs/queue.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

/** Notifies those who manage the drive, and the person who recorded it, that the money came through us and is counted there. */
export async function mailRecordedVoided(db: Db, carries: Jobs['mail-recorded-voided']): Promise<void> {
  const row = await db
    .selectFrom('recorded_gifts as r')
    .innerJoin('fund_drives as d', 'd.id', 'r.fund_drive_id')
    .innerJoin('users as u', 'u.id', 'r.recorded_by')
    .where('r.id', '=', carries.recordedId)
    .where('r.voided_at', 'is not', null)
    .select(['r.fund_drive_id as driveId', 'r.amount', 'r.code', 'd.title', 'd.slug', 'u.id', 'u.email', 'u.language'])
    .select(sql<boolean>`u.deleted_at is null and may(d.id, u.id, 'record')`.as('mayRead'))
    .executeTakeFirst()
  if (!row) return
  const { amount, code, title } = row
  const link = `${publicAddress()}/fund-drive/${row.slug}/recorded`
  const owners = (await recipientsOf(db, [row.driveId], 'money')).get(row.driveId)!
  const { id, email } = row
  const isOwner = owners.some((owner) => owner.id === id)
  const recorder = email && row.mayRead && !isOwner ? [{ id, email, language: knownLanguage(row.language) }] : []
  const mail = cameThroughUsMail({ title, amount, code: code ?? '' }, link)
  await mailByReader(db, { name: 'mail-recorded-voided', carries }, [...owners, ...recorder], (reader) =>
    mailTo(reader.email, reader.language, mail),
  )
}

// Mails to people who record gifts.

type Told = { title: string; amount: number; code: string }

const cameThroughUsMail = ({ title, amount, code }: Told, link: string): MailTemplate => ({
  subject: msg`A recorded gift came through {brand}`,
  preview: msg`It is counted once, as a donation.`,
  reason: msg`You’re getting this email because you look after a fund drive on {brand}.`,
  body: (
    <>
      <MailHeading>
        <Trans>A recorded gift came through {'{brand}'}</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          M-Pesa told us that this money came to our Paybill. It is a donation of <Typed text={title} /> now, so we
          cancelled the recorded gift. Nothing is counted twice.
        </Trans>
      </MailText>
      <MailFacts
        facts={[
          { name: <Trans>Amount</Trans>, value: moneyText(amount) },
          { name: <Trans>Code</Trans>, value: code },
        ]}
      />
      <MailButton href={link}>
        <Trans>See the recorded gifts</Trans>
      </MailButton>
    </>
  ),
})
