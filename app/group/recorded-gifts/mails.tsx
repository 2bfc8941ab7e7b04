import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Mails to people who record gifts.

type Told = { title: string; amount: number; code: string }

export const cameThroughUsMail = ({ title, amount, code }: Told, link: string): MailTemplate => ({
  subject: msg`A recorded gift came through Harambee`,
  preview: msg`It is counted once, as a donation.`,
  reason: msg`You’re getting this email because you look after a fund drive on Harambee.`,
  body: (
    <>
      <MailHeading>
        <Trans>A recorded gift came through Harambee</Trans>
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
