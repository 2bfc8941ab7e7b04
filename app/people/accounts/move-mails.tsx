import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Emails about an account that moves to another address without an answer from the old one.

const reason = msg`You are getting this email because it is about the safety of your account.`

type Moves = { to: string; when: string; byAdmin: boolean; stop: string }

export const emailMovesMail = (name: string, { to, when, byAdmin, stop }: Moves): MailTemplate => ({
  subject: msg`Your account moves to another email address`,
  preview: msg`If it was not you, stop it now.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your account moves to another email address</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, your account moves to <Typed text={to} /> on <Typed text={when} />.
        </Trans>
      </MailText>
      <MailText>
        {byAdmin ? (
          <Trans>A person told our support that they can't read this mailbox any more.</Trans>
        ) : (
          <Trans>It was asked for with your password and with a code that we texted to your phone.</Trans>
        )}
      </MailText>
      <MailText>
        <Trans>If it was not you, stop it before then. That signs out every device:</Trans>
      </MailText>
      <MailButton href={stop}>
        <Trans>Stop the change</Trans>
      </MailButton>
      <MailNote>
        <Trans>If it was you, you need not do anything.</Trans>
      </MailNote>
    </>
  ),
})

export const emailMovedMail = (name: string, signIn: string, forgot: string): MailTemplate => ({
  subject: msg`Your account is at this address now`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Your account is at this address now</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, sign in with this email address from now on. For two days no money can be
          withdrawn.
        </Trans>
      </MailText>
      <MailButton href={signIn}>
        <Trans>Sign in</Trans>
      </MailButton>
      <MailText>
        <Trans>Forgot your password? Choose a new one:</Trans> <a href={forgot}>{forgot}</a>
      </MailText>
    </>
  ),
})
