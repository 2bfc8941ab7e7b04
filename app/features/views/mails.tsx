import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { MailButton, MailFacts, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'

export type BoughtTold = {
  title: string
  package: string
  views: number
  /** What the drive has in all now. */
  remaining: number
  amount: number
  reference: string
  at: Date
  language: Language
}

/** To whoever bought views. */
export function boughtMail(bought: BoughtTold, link: string): MailTemplate {
  const { title } = bought
  return {
    subject: msg`Your views for ${title}`,
    preview: msg`The payment has arrived, and the views are there.`,
    reason: msg`You get this mail because you bought something at Harambee.`,
    body: (
      <>
        <MailHeading>
          <Trans>Your views are there</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            Your payment has arrived, and <Typed text={title} /> has its views.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Package</Trans>, value: bought.package },
            { name: <Trans>Views bought</Trans>, value: bought.views.toLocaleString('en-KE') },
            { name: <Trans>Views left in all</Trans>, value: bought.remaining.toLocaleString('en-KE') },
            { name: <Trans>Amount</Trans>, value: moneyText(bought.amount) },
            { name: <Trans>Date</Trans>, value: momentIn(bought.language, bought.at) },
            { name: <Trans>Reference</Trans>, value: bought.reference },
          ]}
        />
        <MailButton href={link}>
          <Trans>Open the fund drive</Trans>
        </MailButton>
      </>
    ),
  }
}

/** What somebody typed, inside a sentence. As a plain value, a '<b>' in it would be taken for a part of the sentence. */
const Typed = ({ text }: { text: string }) => text
