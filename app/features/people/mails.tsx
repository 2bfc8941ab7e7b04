import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'

// What people are written about their account.

const reason = msg`You get this mail because somebody used your address at Harambee.`
const reasonOwn = msg`You get this mail because it concerns the safety of your account.`

export const verifyMail = (name: string, link: string): MailTemplate => ({
  subject: msg`Confirm your email address`,
  preview: msg`One click, and your account is ready.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>
          Karibu, <Typed text={name} />!
        </Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Please confirm that this is your email address. Then you can sign in and start your first fund drive.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Confirm my email address</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          The link is good for 24 hours and can be used once. If you did not sign up at Harambee, leave it alone:
          without it nobody can use the account.
        </Trans>
      </MailNote>
    </>
  ),
})

export const alreadyHaveAnAccountMail = (name: string, signIn: string, forgot: string): MailTemplate => ({
  subject: msg`You already have an account`,
  preview: msg`Somebody tried to sign up with your address.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>
          You already have an account, <Typed text={name} />
        </Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Somebody, probably you, tried to sign up at Harambee with this email address. You can simply sign in.
        </Trans>
      </MailText>
      <MailButton href={signIn}>
        <Trans>Sign in</Trans>
      </MailButton>
      <MailText>
        <Trans>Forgot your password? Choose a new one:</Trans> <a href={forgot}>{forgot}</a>
      </MailText>
      <MailNote>
        <Trans>If it was not you, there is nothing to do: nothing has changed.</Trans>
      </MailNote>
    </>
  ),
})

export const resetMail = (name: string, link: string): MailTemplate => ({
  subject: msg`Choose a new password`,
  preview: msg`The link is good for one hour.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Choose a new password</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, somebody, probably you, asked for a new password for your account.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Choose a new password</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          The link is good for one hour and can be used once. If it was not you, leave it alone: your password stays as
          it is.
        </Trans>
      </MailNote>
    </>
  ),
})

/** What to do for those who have not done it themselves. */
function IfNotYou({ forgot }: { forgot: string }) {
  return (
    <>
      <MailText>
        <Trans>If it was not you, choose a new password at once. That signs everybody else out:</Trans>
      </MailText>
      <MailButton href={forgot}>
        <Trans>Choose a new password</Trans>
      </MailButton>
    </>
  )
}

export const passwordChangedMail = (name: string, forgot: string): MailTemplate => ({
  subject: msg`Your password was changed`,
  preview: msg`If it was not you, act now.`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your password was changed</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, the password of your account has just been changed.
        </Trans>
      </MailText>
      <IfNotYou forgot={forgot} />
    </>
  ),
})

export const twoFactorOnMail = (name: string, settings: string): MailTemplate => ({
  subject: msg`Two-factor sign-in is on`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Two-factor sign-in is on</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, from now on a code from your app is asked for when you sign in.
        </Trans>
      </MailText>
      <MailText>
        <Trans>Keep your backup codes in a safe place: they let you in when your phone is lost.</Trans>
      </MailText>
      <MailButton href={settings}>
        <Trans>Open my settings</Trans>
      </MailButton>
    </>
  ),
})

export const twoFactorOffMail = (name: string, forgot: string): MailTemplate => ({
  subject: msg`Two-factor sign-in is off`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Two-factor sign-in is off</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, from now on your password alone is enough to sign in.
        </Trans>
      </MailText>
      <IfNotYou forgot={forgot} />
    </>
  ),
})

/** What somebody typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => text
