import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Insertable } from 'kysely'
import { published } from '#app/drives/drive/active.server.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { mailByReader } from '#app/people/accounts/mails.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import { enqueue, type Jobs } from '#app/platform/jobs/queue.server.ts'
import { onceOf } from '#app/platform/jobs/sent-once.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import type { DB } from '#db/types.ts'
import { type SupportMessageReason, supportMessageReasonWords, supportMessageTexts } from './message.ts'

type Written = {
  /** The drive that is reported; null for a question. */
  slug: string | null
  reason: SupportMessageReason
  message: string
  email: string | null
  language: Language
  /** True if the writer of a report gave to the drive. Which giver it is, is not kept. */
  fromGiver?: boolean
  key?: string | undefined
}

/** Limits one network's support messages in an hour: a village reads one page, and few report it. */
export const supportMessageLimits = (address: string): Limit[] => [
  { name: 'support-message', key: address, times: 200, seconds: 3600 },
]

/**
 * Files a support message and queues the mail that tells of it. A form that is sent twice files one message. Returns its number, which
 * its writer is told. Nothing else follows from it: no report pauses or stops a drive.
 */
export const writeSupportMessage = (db: Db, { slug, key, fromGiver = false, ...fields }: Written): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const driveId = slug === null ? null : await reportable(tx, slug)
    const once = onceOf(key, driveId, fields.reason, fields.message, fields.email)
    const filed = await fileSupportMessage(tx, { ...fields, fund_drive_id: driveId, from_giver: fromGiver, once })
    return filed ?? filedBefore(tx, once)
  })

/** Files it as a step of an open transaction. Returns its number; undefined if this form was filed before. */
export async function fileSupportMessage(tx: Tx, row: Insertable<DB['support_messages']>): Promise<number | undefined> {
  const filed = await tx
    .insertInto('support_messages')
    .values(row)
    .onConflict((same) => same.column('once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!filed) return undefined
  await enqueue(tx, 'mail-letter', { letterId: filed.id }, { key: String(filed.id) })
  await tell(tx, 'office:desk')
  return filed.id
}

async function filedBefore(tx: Tx, once: string | null): Promise<number> {
  const before = tx.selectFrom('support_messages').where('once', '=', once).select('id')
  return (await before.executeTakeFirstOrThrow()).id
}

/** A page can be reported as long as it exists, also when it is paused or has ended: it took money. */
async function reportable(db: Db, slug: string): Promise<string> {
  const drive = await published(db, slug)
  if (!drive) throw new Refusal(supportMessageTexts.driveMissing, { status: 404 })
  return drive.id
}

/** The title of a drive that can be reported; null where there is none. */
export const reportedTitle = async (db: Db, slug: string): Promise<string | null> =>
  (await published(db, slug))?.title ?? null

type SupportMessageTold = {
  number: number
  fromGiver: boolean
  reason: Words
  message: string
  email: string | null
  /** The reported drive; null for a question. */
  title: string | null
  link: string
}

/** Email to support: a person reported a page, or asked a question. */
const supportMessageMail = ({
  number,
  fromGiver,
  reason,
  message,
  email,
  title,
  link,
}: SupportMessageTold): MailTemplate => ({
  subject: title === null ? msg`A question to support` : msg`A fundraiser was reported`,
  reason: msg`You get this email because you look after {brand}.`,
  body: (
    <>
      <MailHeading>
        {title === null ? <Trans>A question to support</Trans> : <Trans>A fundraiser was reported</Trans>}
      </MailHeading>
      <MailFacts
        facts={[
          { name: <Trans>Number</Trans>, value: String(number) },
          ...(title === null
            ? []
            : [
                { name: <Trans>Fund drive</Trans>, value: title },
                { name: <Trans>Reason</Trans>, value: <Said words={reason} /> },
                ...(fromGiver ? [{ name: <Trans>From</Trans>, value: <Trans>a giver</Trans> }] : []),
              ]),
          { name: <Trans>Email</Trans>, value: email ?? '–' },
        ]}
      />
      <MailText>
        <Typed text={message} />
      </MailText>
      <MailButton href={link}>
        <Trans>Open in the office</Trans>
      </MailButton>
    </>
  ),
})

function Said({ words }: { words: Words }) {
  const { i18n } = useLingui()
  return i18n._(words)
}

/** Tells support of a message: at the support address if it is a mailbox, else every administrator. */
export async function mailSupportMessage(db: Db, carries: Jobs['mail-letter']): Promise<void> {
  const row = await db
    .selectFrom('support_messages as m')
    .leftJoin('fund_drives as d', 'd.id', 'm.fund_drive_id')
    .where('m.id', '=', carries.letterId)
    .select(['m.id as number', 'm.from_giver as fromGiver', 'm.reason', 'm.message', 'm.email', 'd.title'])
    .executeTakeFirst()
  if (!row) return
  const told = { ...row, reason: supportMessageReasonWords[row.reason], link: `${publicAddress()}/admin/letters` }
  await mailByReader(db, { name: 'mail-letter', carries }, await readers(db), ({ email, language }) =>
    mailTo(email, knownLanguage(language), supportMessageMail(told)),
  )
}

async function readers(db: Db): Promise<{ id: string; email: string; language: string | null }[]> {
  const box = /^mailto:([^?]+)/.exec(chosen('SUPPORT_URL'))?.[1]
  if (box) return [{ id: 'support', email: decodeURIComponent(box), language: 'en' }]
  return db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('r.role', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where('u.email', 'is not', null)
    .select(['u.id', 'u.language'])
    .select((row) => row.ref('u.email').$notNull().as('email'))
    .execute()
}
