import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'

// Emails to people about the phones of their account. An email never has the whole number.

const reason = msg`You are getting this email because it is about the safety of your account.`

export const phoneAddedMail = (name: string, tail: string, settings: string): MailTemplate => ({
  subject: msg`A phone was added to your account`,
  preview: msg`If it was not you, act now.`,
  reason,
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
  reason,
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

const Settings = ({ at }: { at: string }) => (
  <MailButton href={at}>
    <Trans>Open my settings</Trans>
  </MailButton>
)
