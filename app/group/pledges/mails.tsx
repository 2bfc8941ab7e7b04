import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Words } from '#app/kit/says.ts'
import { MailButton, MailFacts, MailHeading, MailLink, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import type { PledgeTold } from './pledge-sms.ts'

type MailTold = PledgeTold & {
  /** True if the giver wrote it down. */
  givers: boolean
  /** The address where its reader ends all mails about pledges: a page, and the target of a mail program's post. */
  mailsUrl: string
  unsubscribe: string
}

const reasons: Record<'own' | 'other', Words> = {
  own: msg`You’re getting this email because this address was used to pledge a gift on Harambee.`,
  other: msg`You’re getting this email because the organiser wrote down a pledge for you on Harambee.`,
}

const subjects: Record<PledgeTold['is'], Words> = {
  written: msg`Your pledge is written down`,
  raised: msg`Your pledge was raised`,
  due: msg`Your pledge is due soon`,
  late: msg`The day of your pledge is over`,
}

/** Writes to a pledge's giver: it was written down or raised, or its day is near or over. Each mail says how to stop them. */
export const pledgeMail = ({
  is,
  writer,
  amount,
  drive,
  day,
  url,
  givers,
  mailsUrl,
  unsubscribe,
}: MailTold): MailTemplate => ({
  subject: subjects[is],
  reason: givers ? reasons.own : reasons.other,
  unsubscribe,
  body: (
    <>
      <MailHeading>{headings[is]}</MailHeading>
      {!givers && (
        <MailText>
          <Trans>
            <Typed text={writer} /> wrote down that you pledge this. If that is not so, refuse it on its page.
          </Trans>
        </MailText>
      )}
      <MailFacts
        facts={[
          { name: <Trans>Fund drive</Trans>, value: drive },
          {
            name: is === 'written' || is === 'raised' ? <Trans>Amount</Trans> : <Trans>Still open</Trans>,
            value: amount,
          },
          ...(day ? [{ name: <Trans>Day</Trans>, value: day }] : []),
        ]}
      />
      {givers && is === 'written' && (
        <MailText>
          <Trans>Confirm on its page: then it counts for the fundraiser, and we remind you.</Trans>
        </MailText>
      )}
      {is === 'raised' && (
        <MailText>
          <Trans>Confirm on its page: what you agreed to before counts meanwhile.</Trans>
        </MailText>
      )}
      <MailText>
        <Trans>You can pay all of it or a part, change the amount, or cancel the pledge.</Trans>
      </MailText>
      <MailButton href={url}>
        <Trans>Open the pledge</Trans>
      </MailButton>
      <MailLink href={`${url}#reminders`}>
        <Trans>No more reminders</Trans>
      </MailLink>
      <MailLink href={mailsUrl}>
        <Trans>Never write to this address about pledges</Trans>
      </MailLink>
    </>
  ),
})

const headings: Record<PledgeTold['is'], ReactNode> = {
  written: <Trans>Your pledge is written down</Trans>,
  raised: <Trans>Your pledge was raised</Trans>,
  due: <Trans>Your pledge is due soon</Trans>,
  late: <Trans>The day of your pledge is over</Trans>,
}
