import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { chosen } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { supportMessageReasonWords } from './message.ts'

type SupportMessageTold = {
  reason: Words
  message: string
  email: string | null
  /** The reported drive; null for a question. */
  title: string | null
  link: string
}

/** Email to support: a person reported a page, or asked a question. */
const supportMessageMail = ({ reason, message, email, title, link }: SupportMessageTold): MailTemplate => ({
  subject: title === null ? msg`A question to support` : msg`A fundraiser was reported`,
  reason: msg`You get this email because you look after Harambee.`,
  body: (
    <>
      <MailHeading>
        {title === null ? <Trans>A question to support</Trans> : <Trans>A fundraiser was reported</Trans>}
      </MailHeading>
      <MailFacts
        facts={[
          ...(title === null
            ? []
            : [
                { name: <Trans>Fund drive</Trans>, value: title },
                { name: <Trans>Reason</Trans>, value: <Said words={reason} /> },
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
export async function mailSupportMessage(db: Db, { messageId }: { messageId: number }): Promise<void> {
  const row = await db
    .selectFrom('support_messages as m')
    .leftJoin('fund_drives as d', 'd.id', 'm.fund_drive_id')
    .where('m.id', '=', messageId)
    .select(['m.reason', 'm.message', 'm.email', 'd.title'])
    .executeTakeFirst()
  if (!row) return
  const told = { ...row, reason: supportMessageReasonWords[row.reason], link: `${publicAddress()}/admin/letters` }
  for (const { email, language } of await readers(db))
    await mailTo(email, knownLanguage(language), supportMessageMail(told))
}

async function readers(db: Db): Promise<{ email: string; language: string | null }[]> {
  const box = /^mailto:([^?]+)/.exec(chosen('SUPPORT_URL'))?.[1]
  if (box) return [{ email: decodeURIComponent(box), language: 'en' }]
  return db
    .selectFrom('users as u')
    .innerJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('r.role', '=', 'admin')
    .where('u.deleted_at', 'is', null)
    .where('u.suspended_at', 'is', null)
    .where('u.email', 'is not', null)
    .select(['u.language'])
    .select((row) => row.ref('u.email').$notNull().as('email'))
    .execute()
}
