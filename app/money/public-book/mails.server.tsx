import { msg } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { dayIn, noonOf } from '#app/kit/time.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { fingerprintText } from './book.ts'

/** Mails a closed day to the drive's owner or a treasurer: what they keep shows later that nothing was changed. */
export async function mailBook(
  db: Db,
  { driveId, day, userId }: { driveId: string; day: string; userId: string },
): Promise<void> {
  const { rows } = await sql<Closed>`
    select f.title, f.slug, d.day::text as day, d.hash, count(l.n)::int as lines, max(l.n)::int as last,
      sum(greatest(l.amount, 0))::bigint as "cameIn", sum(greatest(-l.amount, 0))::bigint as "wentOut"
    from book_days d join fund_drives f on f.id = d.fund_drive_id
      join book_lines l on l.fund_drive_id = d.fund_drive_id and l.day = d.day
    where d.fund_drive_id = ${driveId} and d.day = ${day}
    group by f.title, f.slug, d.day, d.hash`.execute(db)
  const [closed] = rows
  if (!closed) return
  const link = `${publicAddress()}/fundraiser/${closed.slug}/book`
  const reader = await db
    .selectFrom('book_recipients')
    .where('fund_drive_id', '=', driveId)
    .where('user_id', '=', userId)
    .select(['email', 'language'])
    .executeTakeFirst()
  if (!reader) return
  const language = knownLanguage(reader.language)
  await mailTo(reader.email!, language, bookMail(closed, { language, link }))
}
type Closed = {
  title: string
  slug: string
  day: string
  hash: string
  lines: number
  last: number
  cameIn: number
  wentOut: number
}

function bookMail(closed: Closed, { language, link }: { language: Language; link: string }): MailTemplate {
  const { title, lines, last, cameIn, wentOut } = closed
  const day = dayIn(language, noonOf(closed.day))
  return {
    subject: msg`The book of ${title}, ${day}`,
    preview: msg`Keep this email: its fingerprint shows later that nothing in the book was changed.`,
    reason: msg`You’re getting this because you manage a fund drive at {brand}. You can turn these emails off in your settings.`,
    body: (
      <>
        <MailHeading>
          <Trans>The book of {day}</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            The day is closed in the public book of <Typed text={title} />.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            {
              name: <Trans>Lines</Trans>,
              value: (
                <Plural
                  value={lines}
                  one={`# line, the last is No. ${last}`}
                  other={`# lines, the last is No. ${last}`}
                />
              ),
            },
            { name: <Trans>Received</Trans>, value: moneyText(cameIn) },
            { name: <Trans>Sent or refunded</Trans>, value: moneyText(wentOut) },
            { name: <Trans>Fingerprint</Trans>, value: fingerprintText(closed.hash) },
          ]}
        />
        <MailText>
          <Trans>
            Keep this email. While the book shows the same fingerprint for this day, no line up to it was changed or
            taken out.
          </Trans>
        </MailText>
        <MailButton href={link}>
          <Trans>Open the book</Trans>
        </MailButton>
      </>
    ),
  }
}
