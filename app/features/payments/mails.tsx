import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { moneyText } from '#app/kit/money.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'

// What is written when money goes back.

export type BackTold = {
  title: string
  kind: 'refund' | 'chargeback'
  isGift: boolean
  /** What went back now, and what had been paid. */
  amount: number
  paid: number
  reference: string
}

/** To whoever had paid. */
export function paidBackMail(back: BackTold, link: string): MailTemplate {
  const { title, kind, isGift } = back
  const amount = moneyText(back.amount)
  return {
    subject: msg`${amount} goes back to you`,
    preview: msg`Your payment was given back.`,
    reason: msg`You get this mail because you paid something at Harambee.`,
    body: (
      <>
        <MailHeading>
          <Trans>{amount} goes back to you</Trans>
        </MailHeading>
        <MailText>
          {isGift ? (
            <Trans>
              Your donation to <Typed text={title} /> was given back.
            </Trans>
          ) : (
            <Trans>
              Your purchase of views for <Typed text={title} /> was paid back.
            </Trans>
          )}
        </MailText>
        <Facts back={back} />
        {kind === 'refund' && (
          <MailNote>
            <Trans>It can take some days until your bank or your phone shows it.</Trans>
          </MailNote>
        )}
        <MailButton href={link}>
          <Trans>Open the fundraiser</Trans>
        </MailButton>
      </>
    ),
  }
}

/** To the owner of the drive that a gift is gone from. */
export function giftGoneMail(back: BackTold, link: string): MailTemplate {
  const { title, kind } = back
  const amount = moneyText(back.amount)
  return {
    subject: msg`A donation of ${title} was given back`,
    preview: msg`The total of your fund drive is lower now.`,
    reason: msg`You get this mail because you own a fund drive at Harambee. You can turn such mails off in your settings.`,
    body: (
      <>
        <MailHeading>
          <Trans>{amount} was given back</Trans>
        </MailHeading>
        <MailText>
          {kind === 'refund' ? (
            <Trans>
              A donation to <Typed text={title} /> was refunded to whoever gave it.
            </Trans>
          ) : (
            <Trans>
              The bank of whoever gave to <Typed text={title} /> has taken a donation back.
            </Trans>
          )}
        </MailText>
        <Facts back={back} />
        <MailNote>
          <Trans>What you had withdrawn of it already is taken from coming donations.</Trans>
        </MailNote>
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}

function Facts({ back: { amount, paid, reference } }: { back: BackTold }) {
  return (
    <MailFacts
      facts={[
        { name: <Trans>Given back</Trans>, value: moneyText(amount) },
        { name: <Trans>Paid</Trans>, value: moneyText(paid) },
        { name: <Trans>Reference</Trans>, value: reference },
      ]}
    />
  )
}

/** What somebody typed, inside a sentence. As a plain value, a '<b>' in it would be taken for a part of the sentence. */
const Typed = ({ text }: { text: string }) => text
