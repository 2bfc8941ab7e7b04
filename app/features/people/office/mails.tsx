import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { IfMistaken } from '../../audit/decided-mail.tsx'
import type { Role } from './office.ts'

// What people are written about what administrators decided or did.

const reasonOwn = msg`You get this mail because it concerns the safety of your account.`

export const suspendedMail = (name: string, support: string): MailTemplate => ({
  subject: msg`Your account is suspended`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your account is suspended</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, an administrator of Harambee has suspended your account. You can’t sign in for
          now, and your fund drives take no new donations. Nothing that was given is lost.
        </Trans>
      </MailText>
      <IfMistaken support={support} />
    </>
  ),
})

export const restoredMail = (name: string, signIn: string): MailTemplate => ({
  subject: msg`Your account is open again`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your account is open again</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={name} />, you can sign in again, and your fund drives are as they were.
        </Trans>
      </MailText>
      <MailButton href={signIn}>
        <Trans>Sign in</Trans>
      </MailButton>
    </>
  ),
})

export const roleChangedMail = (name: string, role: Role, support: string): MailTemplate => ({
  subject: msg`Your role at Harambee has changed`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your role has changed</Trans>
      </MailHeading>
      <MailText>
        {role === 'admin' && (
          <Trans>
            Hello <Typed text={name} />, you are an administrator of Harambee now.
          </Trans>
        )}
        {role === 'moderator' && (
          <Trans>
            Hello <Typed text={name} />, you are a moderator of Harambee now.
          </Trans>
        )}
        {role === 'user' && (
          <Trans>
            Hello <Typed text={name} />, you have no special role at Harambee any more.
          </Trans>
        )}
      </MailText>
      <IfMistaken support={support} />
    </>
  ),
})

export const muchTakenMail = (name: string, who: string, log: string): MailTemplate => ({
  subject: msg`Unusually much was taken along from the back office`,
  preview: msg`Please look at what it was.`,
  reason: msg`You get this mail because you are an administrator of Harambee.`,
  body: (
    <>
      <MailHeading>
        <Trans>
          Is this right, <Typed text={name} />?
        </Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Within an hour, unusually many files or whole account numbers were taken from the back office, signed in as{' '}
          <Typed text={who} />.
        </Trans>
      </MailText>
      <MailButton href={log}>
        <Trans>See what it was</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          If nobody meant to do this, end that person’s sessions under System Users at once, and have the password
          changed.
        </Trans>
      </MailNote>
    </>
  ),
})

/** What somebody typed, kept apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => text
