import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Emails to people about their account.

const reason = msg`You are getting this email because this address was used at {brand}.`
const reasonOwn = msg`You are getting this email because it is about the safety of your account.`

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
          Please confirm that this is your email address. You are then signed in and can start your first fund drive.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Confirm my email address</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          The link works once, within 24 hours. Open it in the browser where you signed up; elsewhere it asks for the
          password you chose. If you did not sign up at {'{brand}'}, ignore this email: nobody can use the account then.
        </Trans>
      </MailNote>
    </>
  ),
})

export const alreadyHaveAnAccountMail = (name: string, signIn: string, forgot: string): MailTemplate => ({
  subject: msg`You already have an account`,
  preview: msg`Someone tried to sign up with your address.`,
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
          Someone, probably you, tried to sign up at {'{brand}'} with this email address. You can simply sign in.
        </Trans>
      </MailText>
      <MailButton href={signIn}>
        <Trans>Sign in</Trans>
      </MailButton>
      <MailText>
        <Trans>Forgot your password? Choose a new one:</Trans> <a href={forgot}>{forgot}</a>
      </MailText>
      <MailNote>
        <Trans>If it was not you, you need not do anything: your account has not changed.</Trans>
      </MailNote>
    </>
  ),
})

export const resetMail = (name: string, link: string): MailTemplate => ({
  subject: msg`Choose a new password`,
  preview: msg`The link works for one hour.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Choose a new password</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, someone, probably you, asked for a new password for your account.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Choose a new password</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          The link works once, within one hour. If it was not you, ignore this email: your password does not change.
        </Trans>
      </MailNote>
    </>
  ),
})

/** Advice for people who did not do it themselves. */
function IfNotYou({ forgot }: { forgot: string }) {
  return (
    <>
      <MailText>
        <Trans>If it was not you, choose a new password now. That signs everyone else out:</Trans>
      </MailText>
      <MailButton href={forgot}>
        <Trans>Choose a new password</Trans>
      </MailButton>
    </>
  )
}

export const changeOldMail = (name: string, to: string, link: string, forgot: string): MailTemplate => ({
  subject: msg`Change your email address?`,
  preview: msg`Someone who knows your password asked for it.`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Change your email address?</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, you asked to move your account to <Typed text={to} />. Confirm it here, and in
          the email to the new address, within 24 hours.
        </Trans>
      </MailText>
      <MailButton href={link}>
        <Trans>Confirm the change</Trans>
      </MailButton>
      <MailText>
        <Trans>If it was not you, someone knows your password. Choose a new one; that ends the change:</Trans>{' '}
        <a href={forgot}>{forgot}</a>
      </MailText>
    </>
  ),
})

export const changeNewMail = (name: string, from: string | null, link: string): MailTemplate => ({
  subject: msg`Confirm your new email address`,
  preview: msg`The link works once, within 24 hours.`,
  reason,
  body: (
    <>
      <MailHeading>
        <Trans>Confirm your new email address</Trans>
      </MailHeading>
      <MailText>
        {from ? (
          <Trans>
            <Typed text={name} /> (<Typed text={from} />) asked to move their {'{brand}'} account to this address.
          </Trans>
        ) : (
          <Trans>
            <Typed text={name} /> signed up at {'{brand}'} with a phone, and asked to add this address to the account.
          </Trans>
        )}
      </MailText>
      <MailButton href={link}>
        <Trans>Confirm the change</Trans>
      </MailButton>
      <MailNote>
        <Trans>If you do not know this account, ignore this email: nothing changes then.</Trans>
      </MailNote>
    </>
  ),
})

export const emailChangedMail = (name: string, to: string, support: string): MailTemplate => ({
  subject: msg`Your email address was changed`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your email address was changed</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, your account is now at <Typed text={to} />. Sign in with that address from now
          on.
        </Trans>
      </MailText>
      <MailText>
        <Trans>
          If it was not you, write to <Typed text={support} /> at once.
        </Trans>
      </MailText>
    </>
  ),
})

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

// Emails about an account that moves to another address without an answer from the old one.

type Moves = { to: string; when: string; byAdmin: boolean; stop: string }

export const emailMovesMail = (name: string, { to, when, byAdmin, stop }: Moves): MailTemplate => ({
  subject: msg`Your account moves to another email address`,
  preview: msg`If it was not you, stop it now.`,
  reason: reasonOwn,
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
  reason: reasonOwn,
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

// Emails to people about the phones of their account. An email never has the whole number.

export const phoneAddedMail = (name: string, tail: string, settings: string): MailTemplate => ({
  subject: msg`A phone was added to your account`,
  preview: msg`If it was not you, act now.`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>A phone was added to your account</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, from now on you can sign in with the phone that ends in <Typed text={tail} />: we
          text it a code.
        </Trans>
      </MailText>
      <MailText>
        <Trans>If it was not you, remove the phone in your settings and choose a new password.</Trans>
      </MailText>
      <Settings at={settings} />
    </>
  ),
})

export const phoneRemovedMail = (name: string, tail: string, settings: string): MailTemplate => ({
  subject: msg`A phone was removed from your account`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>A phone was removed from your account</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, the phone that ends in <Typed text={tail} /> no longer opens your account: it was
          removed in your settings, or another person has confirmed it as theirs.
        </Trans>
      </MailText>
      <MailText>
        <Trans>If you still have that phone, you can add it again.</Trans>
      </MailText>
      <Settings at={settings} />
    </>
  ),
})

export const addressWorksMail = (name: string): MailTemplate => ({
  subject: msg`Our emails reach you again`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Our emails reach you again</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, emails to this address came back, and you asked us to try again. There is nothing
          more to do.
        </Trans>
      </MailText>
    </>
  ),
})

const Settings = ({ at }: { at: string }) => (
  <MailButton href={at}>
    <Trans>Open my settings</Trans>
  </MailButton>
)
