import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { sql } from 'kysely'
import { inGsm7, smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import type { Words } from '#app/kit/says.ts'
import { dayAt } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { type CheckVerdict, type Purpose, warnedDays } from './paper.ts'
import { isUnseen } from './papers.server.ts'

// Emails to owners about their papers, or texts where they have no address. No state depends on it.

/** The owner of a drive, and the drive. */
const ownerOf = (db: Db, driveId: string) =>
  db
    .selectFrom('fund_drives as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .where('d.id', '=', driveId)
    .where('u.deleted_at', 'is', null)
    .select(['d.title', 'd.slug', 'u.email', 'u.language'])
    .select(sql<string | null>`case when u.email is null then phone_of(u.id) end`.as('phone'))
    .executeTakeFirst()
type Owner = NonNullable<Awaited<ReturnType<typeof ownerOf>>>

type Told = { key: string; mail: MailTemplate; text: (drive: string) => Words }

async function tellOwner(db: Db, { title, email, phone, language: known }: Owner, { key, mail, text }: Told) {
  const language = knownLanguage(known)
  if (email) return mailTo(email, language, mail)
  if (!phone) return
  const words = wordsIn(language, catalogues[language])
  const said = smsWith(inGsm7(title) || smsBrand(), (drive) => words._(text(drive)))
  await db.transaction().execute((tx) => sendSms(tx, { key, phone, text: said, money: false }))
}

/** Tells the owner of a check, whichever it is. */
export async function mailCheck(db: Db, { checkId, driveId }: { checkId: number; driveId: string }): Promise<void> {
  const owner = await ownerOf(db, driveId)
  const check = await db
    .selectFrom('drive_checks')
    .where('id', '=', checkId)
    .select(['kind', 'verdict', 'words'])
    .executeTakeFirst()
  if (!owner || !check) return
  await tellOwner(db, owner, {
    key: `check ${checkId}`,
    mail: checkMail(owner, check),
    text: (drive) =>
      check.verdict === 'seen'
        ? msg`${drive}: we have seen your papers. Sign in, Papers.`
        : msg`${drive}: a check of your papers was taken back. Sign in, Papers.`,
  })
}

const reason = msg`You get this email because the fund drive is yours.`
const pageOf = ({ slug }: Owner) => `${publicAddress()}/fund-drive/${slug}/papers`

type Check = { kind: Purpose; verdict: CheckVerdict; words: string }

function checkMail(owner: Owner, { kind, verdict, words }: Check): MailTemplate {
  const isSeen = verdict === 'seen'
  return {
    subject: isSeen ? msg`A paper was seen: ${owner.title}` : msg`A check was taken back: ${owner.title}`,
    reason,
    body: (
      <>
        <MailHeading>{isSeen ? <Trans>A paper was seen</Trans> : <Trans>A check was taken back</Trans>}</MailHeading>
        <MailText>
          <Which kind={kind} isSeen={isSeen} />
        </MailText>
        {words && (
          <MailText>
            <Typed text={words} />
          </MailText>
        )}
        <MailButton href={pageOf(owner)}>
          <Trans>Open the papers</Trans>
        </MailButton>
      </>
    ),
  }
}

function Which({ kind, isSeen }: { kind: Purpose; isSeen: boolean }) {
  if (kind === 'identity')
    return isSeen ? (
      <Trans>
        An administrator of {'{brand}'} has seen your identity document. It counts for all your fund drives.
      </Trans>
    ) : (
      <Trans>An administrator of {'{brand}'} has taken back the check of your identity.</Trans>
    )
  if (kind === 'cause')
    return isSeen ? (
      <Trans>An administrator of {'{brand}'} has seen a paper of the cause. Visitors read these words:</Trans>
    ) : (
      <Trans>An administrator of {'{brand}'} has taken back the check of the cause.</Trans>
    )
  return isSeen ? (
    <Trans>An administrator of {'{brand}'} has seen whose name the account carries.</Trans>
  ) : (
    <Trans>An administrator of {'{brand}'} has taken back the check of the account.</Trans>
  )
}

/** Tells the owner that photos are deleted soon which nobody has looked at. */
export async function mailPapersGo(db: Db, { driveId }: { driveId: string }): Promise<void> {
  const owner = await ownerOf(db, driveId)
  const paper = await db
    .selectFrom('papers as p')
    .innerJoin('fund_drives as d', 'd.id', 'p.fund_drive_id')
    .where('p.fund_drive_id', '=', driveId)
    .where('p.warned_at', 'is not', null)
    .where(isUnseen)
    .select('p.purpose')
    .limit(1)
    .executeTakeFirst()
  if (!owner || !paper) return
  await tellOwner(db, owner, {
    key: `papers go ${driveId} ${dayAt(new Date())}`,
    mail: goMail(owner),
    text: (drive) => msg`${drive}: photos of papers are deleted in ${warnedDays} days, before we could look at them.`,
  })
}

const goMail = (owner: Owner): MailTemplate => ({
  subject: msg`Photos of papers are deleted in ${warnedDays} days: ${owner.title}`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Photos of papers are deleted soon</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          We delete photos of papers 30 days after they were added. We have not looked at some of yours yet. You can add
          them again.
        </Trans>
      </MailText>
      <MailButton href={pageOf(owner)}>
        <Trans>Open the papers</Trans>
      </MailButton>
    </>
  ),
})
