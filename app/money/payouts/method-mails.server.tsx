import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { phoneInstead } from '#app/people/accounts/people.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { mailTo } from '#app/platform/mail/mail-to.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { smsBrand } from '#app/platform/sms/outbox.server.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { textOwner } from './mails.server.tsx'
import { institutionOf } from './method.server.ts'
import { masked } from './payout.ts'

/** Tells a person that a withdrawal method was added to their account. */
export async function mailMethodAdded(db: Db, { methodId }: { methodId: string }): Promise<void> {
  const row = await db
    .selectFrom('withdrawal_methods as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('m.id', '=', methodId)
    .where('u.deleted_at', 'is', null)
    .select((make) => institutionOf(make.ref('m.institution_id'), 'name').as('institution'))
    .select([
      'm.paybill_account',
      'm.bank_name',
      'm.account_number',
      'm.phone_number',
      'm.mobile_operator',
      'm.created_at',
    ])
    .select(['u.email', 'u.language'])
    .select(phoneInstead.as('phone'))
    .executeTakeFirst()
  if (!row) return
  const language = knownLanguage(row.language)
  const through = row.institution ?? row.bank_name ?? row.mobile_operator ?? ''
  const number = masked(row.paybill_account ?? row.account_number ?? row.phone_number ?? '')
  if (!row.email) {
    if (row.phone)
      await textOwner(db, { key: `method ${methodId}`, phone: row.phone, text: methodSms(language, number) })
    return
  }
  const mail = methodAddedMail(
    { through, number, at: row.created_at, language },
    { reset: `${publicAddress()}/auth/forgot`, support: supportInWords() },
  )
  await mailTo(row.email, language, mail)
}

type MethodTold = { through: string; number: string; at: Date; language: Language }

/** Builds the mail about a new method: an intruder would send the money to themselves, so the owner must know at once. */
function methodAddedMail(told: MethodTold, ways: { reset: string; support: string }): MailTemplate {
  const when = momentIn(told.language, told.at)
  const { support } = ways
  return {
    subject: msg`A new withdrawal method was added`,
    preview: msg`If this wasn't you, act now.`,
    reason: msg`You're getting this because a withdrawal method was added to your account.`,
    body: (
      <>
        <MailHeading>
          <Trans>A new withdrawal method was added</Trans>
        </MailHeading>
        <MailText>
          <Trans>Money that you withdraw can be sent there. It was confirmed with your password.</Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Method</Trans>, value: told.through },
            { name: <Trans>Number</Trans>, value: told.number },
            { name: <Trans>Added</Trans>, value: when },
          ]}
        />
        <MailText>
          <Trans>
            Wasn't you? Choose a new password now, which signs out everyone else, and write to us: {support}
          </Trans>
        </MailText>
        <MailButton href={ways.reset}>
          <Trans>Choose a new password</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Writes the text that money can be sent to another account now: its owner learns of it, no matter who added it. */
function methodSms(language: Language, to: string): string {
  const words = wordsIn(language, catalogues[language])
  const end = to.slice(-4)
  return smsWith(smsBrand(), (brand) =>
    words._(
      msg`Money from your ${brand} account can soon be sent to the number that ends in ${end}. Not you? Sign in and remove it.`,
    ),
  )
}
