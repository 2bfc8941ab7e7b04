import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { MailButton, MailFacts, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import { type DeclineReason, nextStepAfterDecline } from './decline.ts'
import type { StepKind } from './states.ts'

// The mails to owners about their withdrawals.

export type PayoutTold = {
  title: string
  amount: number
  fee: number
  net: number
  /** The bank or the wallet, with the end of the number. */
  to: string
  isBank: boolean
  at: Date
  note: string
  /** The reason for declining, if one was chosen. */
  reason: DeclineReason | null
  code: string
  language: Language
  /** The address where the owner can ask. */
  support: string
}

const reason = msg`You're getting this because of a withdrawal from your fund drive.`

const subjects: Record<Mailed, Words> = {
  requested: msg`We have your withdrawal request`,
  sent: msg`Your withdrawal is with our payment provider`,
  completed: msg`Your withdrawal has been sent`,
  put_back: msg`Your withdrawal is delayed`,
  rejected: msg`Your withdrawal request was declined`,
  cancelled: msg`You cancelled your withdrawal request`,
  returned: msg`Your withdrawal came back`,
}

/** The steps that are mailed. An approval is not: nothing has moved then, and the next step follows at once. */
export type Mailed = Exclude<StepKind, 'approved'>

export function payoutMail(kind: Mailed, told: PayoutTold, link: string): MailTemplate {
  const Said = texts[kind]
  return {
    subject: subjects[kind],
    reason,
    body: (
      <>
        <MailHeading>{headings[kind]}</MailHeading>
        <MailText>
          <Said {...told} />
        </MailText>
        {kind === 'rejected' && <WhatNext {...told} />}
        <Facts {...told} kind={kind} />
        <MailButton href={link}>
          <Trans>See your payouts</Trans>
        </MailButton>
        {(kind === 'requested' || kind === 'cancelled') && (
          <MailNote>
            <Trans>If this wasn't you, change your password at once and write to us.</Trans>
          </MailNote>
        )}
      </>
    ),
  }
}

const headings: Record<Mailed, ReactNode> = {
  requested: <Trans>Your request has arrived</Trans>,
  sent: <Trans>Your money is being delivered</Trans>,
  completed: <Trans>Your money has been sent</Trans>,
  put_back: <Trans>Your withdrawal is delayed</Trans>,
  rejected: <Trans>Your request was declined</Trans>,
  cancelled: <Trans>Your request is cancelled</Trans>,
  returned: <Trans>Your withdrawal came back</Trans>,
}

const texts: Record<Mailed, (told: PayoutTold) => ReactNode> = {
  requested: ({ amount, title }) => {
    const asked = moneyText(amount)
    return (
      <Trans>
        You asked to withdraw {asked} from <Typed text={title} />. We check each request before money is sent. It
        usually arrives within 1 working day, and we'll email you then.
      </Trans>
    )
  },
  sent: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        Our payment provider has taken {sum} and delivers it to <Typed text={to} />. We'll email you again once it has
        arrived.
      </Trans>
    )
  },
  completed: ({ net, to, isBank }) => {
    const sum = moneyText(net)
    return isBank ? (
      <Trans>
        {sum} has been sent to <Typed text={to} />. A bank may take a while to show it.
      </Trans>
    ) : (
      <Trans>
        {sum} has been sent to <Typed text={to} />.
      </Trans>
    )
  },
  put_back: ({ net, to }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be sent to <Typed text={to} /> yet. The money stays set aside for you, and we will try again.
      </Trans>
    )
  },
  rejected: ({ title }) => (
    <Trans>
      Nothing was sent. The money is back in the balance of <Typed text={title} />.
    </Trans>
  ),
  cancelled: ({ title }) => (
    <Trans>
      Nothing was sent. The money is back in the balance of <Typed text={title} />.
    </Trans>
  ),
  returned: ({ net, to, title }) => {
    const sum = moneyText(net)
    return (
      <Trans>
        {sum} could not be delivered to <Typed text={to} /> and came back. It is in the balance of{' '}
        <Typed text={title} /> again. Please check the number before you ask again.
      </Trans>
    )
  },
}

/** Tells a person whose request was declined what they can do, and where to ask. */
function WhatNext({ reason, note, support }: PayoutTold) {
  const { i18n } = useLingui()
  return (
    <>
      <MailText>{i18n._(nextStepAfterDecline({ reason, note }))}</MailText>
      <MailText>
        <Trans>This is where you can write to us: {support}</Trans>
      </MailText>
    </>
  )
}

function Facts({ kind, ...told }: PayoutTold & { kind: Mailed }) {
  // For a withdrawal that was not sent, only the sum asked for is true.
  const isNothing = kind === 'rejected' || kind === 'cancelled'
  const facts = [
    { name: <Trans>Fund drive</Trans>, value: told.title },
    { name: <Trans>Withdrawal</Trans>, value: moneyText(told.amount) },
    { name: <Trans>Fee</Trans>, value: moneyText(told.fee) },
    { name: <Trans>You receive</Trans>, value: moneyText(told.net) },
    { name: isNothing ? <Trans>Method</Trans> : <Trans>Sent to</Trans>, value: told.to },
    { name: <Trans>Date</Trans>, value: momentIn(told.language, told.at) },
    ...(told.code ? [{ name: <Trans>Code</Trans>, value: told.code }] : []),
    ...(told.note ? [{ name: <Trans>Note</Trans>, value: told.note }] : []),
  ]
  return <MailFacts facts={isNothing ? facts.filter((_, nr) => nr !== 2 && nr !== 3) : facts} />
}

type MethodTold = { through: string; number: string; at: Date; language: Language }

/** Builds the mail about a new method: an intruder would send the money to themselves, so the owner must know at once. */
export function methodAddedMail(told: MethodTold, ways: { reset: string; support: string }): MailTemplate {
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
