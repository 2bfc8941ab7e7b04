import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { namelessOwn } from '#app/kit/nameless.ts'
import { momentIn } from '#app/kit/time.ts'
import { MailButton, MailFacts, MailHeading, MailLink, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { passOn } from './pass-on.ts'

// The mails about gifts to givers and owners.

export type GiftMail = {
  title: string
  amount: number
  /** Null for an anonymous gift, or one without a name. */
  name: string | null
  anonymous: boolean
  message: string
  number: string
  at: Date
  language: Language
}

const reasonGiver = msg`You’re getting this because a donation was made with this email at Harambee.`
const reasonOwner = msg`You’re getting this because you own a fund drive at Harambee. You can turn these emails off in your settings.`

export function receiptMail(gift: GiftMail, links: { receipt: string; drive: string }): MailTemplate {
  const { title } = gift
  const amount = moneyText(gift.amount)
  return {
    subject: msg`Your receipt: ${amount} for ${title}`,
    preview: msg`Your donation has arrived. Thank you!`,
    reason: reasonGiver,
    body: (
      <>
        <MailHeading>
          <Trans>Thank you for your donation</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            Your donation of {amount} to <Typed text={title} /> has arrived.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>Amount</Trans>, value: amount },
            { name: <Trans>Date</Trans>, value: momentIn(gift.language, gift.at) },
            { name: <Trans>Reference</Trans>, value: gift.number },
          ]}
        />
        <MailButton href={links.receipt}>
          <Trans>Open the receipt</Trans>
        </MailButton>
        <PassOn title={title} link={links.drive} />
        <MailLink href={links.drive}>
          <Trans>Open the fundraiser</Trans>
        </MailLink>
      </>
    ),
  }
}

function PassOn({ title, link }: { title: string; link: string }) {
  const { i18n } = useLingui()
  return (
    <MailLink href={passOn(i18n, { title, link })}>
      <Trans>Share on WhatsApp</Trans>
    </MailLink>
  )
}

export function giftMail(gift: GiftMail, link: string): MailTemplate {
  const { title, name, anonymous, message } = gift
  const amount = moneyText(gift.amount)
  return {
    subject: msg`${amount} for ${title}`,
    preview: msg`A donation has arrived.`,
    reason: reasonOwner,
    body: (
      <>
        <MailHeading>
          <Trans>A donation of {amount} has arrived</Trans>
        </MailHeading>
        <MailText>
          <Trans>
            It is for <Typed text={title} />.
          </Trans>
        </MailText>
        <MailFacts
          facts={[
            { name: <Trans>From</Trans>, value: name ?? <Nameless isAnonymous={anonymous} /> },
            { name: <Trans>Date</Trans>, value: momentIn(gift.language, gift.at) },
            ...(message ? [{ name: <Trans>Message</Trans>, value: message }] : []),
          ]}
        />
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}

/** Shows the words in place of a name, for those who manage the drive. */
function Nameless({ isAnonymous }: { isAnonymous: boolean }) {
  const { i18n } = useLingui()
  return i18n._(namelessOwn(isAnonymous))
}

export type DigestTold = {
  title: string
  count: number
  total: number
  newest: { name: string | null; anonymous: boolean; amount: number }[]
  language: Language
}

export function digestMail({ title, count, total, newest }: DigestTold, link: string): MailTemplate {
  const amount = moneyText(total)
  return {
    subject: msg`New donations for ${title}: ${amount}`,
    preview: msg`Your fund drive is moving.`,
    reason: reasonOwner,
    body: (
      <>
        <MailHeading>
          <Plural value={count} one="# new donation" other="# new donations" />
        </MailHeading>
        <MailText>
          <Trans>
            Together they bring {amount} to <Typed text={title} />. The newest:
          </Trans>
        </MailText>
        <MailFacts
          facts={newest.map((one) => ({
            name: one.name ?? <Nameless isAnonymous={one.anonymous} />,
            value: moneyText(one.amount),
          }))}
        />
        <MailButton href={link}>
          <Trans>See donations</Trans>
        </MailButton>
      </>
    ),
  }
}
