import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IfMistaken } from '#app/base/audit/decided-mail.tsx'
import { MailButton, MailHeading, MailNote, type MailTemplate, MailText } from '#app/ui/mail.tsx'
import { Typed } from '#app/ui/typed.tsx'
import type { Role } from './account.ts'

// Emails to people about administrators' decisions and acts.

const reasonOwn = msg`You get this email because it concerns the safety of your account.`
const reasonAdmin = msg`You get this email because you are an administrator of {brand}.`

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
          Hello <Typed text={name} />, an administrator of {'{brand}'} has suspended your account. You can’t sign in for
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
          Hello <Typed text={name} />, you can sign in again, and visitors can find your fund drives again.
        </Trans>
      </MailText>
      <MailButton href={signIn}>
        <Trans>Sign in</Trans>
      </MailButton>
    </>
  ),
})

export const roleChangedMail = (name: string, role: Role, support: string): MailTemplate => ({
  subject: msg`Your role at {brand} has changed`,
  reason: reasonOwn,
  body: (
    <>
      <MailHeading>
        <Trans>Your role has changed</Trans>
      </MailHeading>
      <MailText>
        {role === 'admin' && (
          <Trans>
            Hello <Typed text={name} />, you are an administrator of {'{brand}'} now.
          </Trans>
        )}
        {role === 'moderator' && (
          <Trans>
            Hello <Typed text={name} />, you are a moderator of {'{brand}'} now.
          </Trans>
        )}
        {role === 'user' && (
          <Trans>
            Hello <Typed text={name} />, you have no special role at {'{brand}'} any more.
          </Trans>
        )}
      </MailText>
      <IfMistaken support={support} />
    </>
  ),
})

export const muchTakenMail = (name: string, who: string, log: string): MailTemplate => ({
  subject: msg`Unusually large export from the admin area`,
  preview: msg`Please check what was exported.`,
  reason: reasonAdmin,
  body: (
    <>
      <MailHeading>
        <Trans>
          Is this right, <Typed text={name} />?
        </Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Within an hour, unusually many files were exported or account numbers revealed in the admin area, signed in as{' '}
          <Typed text={who} />.
        </Trans>
      </MailText>
      <MailButton href={log}>
        <Trans>See what was exported</Trans>
      </MailButton>
      <MailNote>
        <Trans>
          If nobody meant to do this, end that person’s sessions under System Users at once and have the password
          changed.
        </Trans>
      </MailNote>
    </>
  ),
})

type PersonMoved = { name: string; by: string; page: string }

export const personMovedMail = (reader: string, { name, by, page }: PersonMoved): MailTemplate => ({
  subject: msg`An administrator moved an account`,
  preview: msg`Please check that it is right.`,
  reason: reasonAdmin,
  body: (
    <>
      <MailHeading>
        <Trans>An administrator moved an account</Trans>
      </MailHeading>
      <MailText>
        <Trans>
          Hello <Typed text={reader} />, <Typed text={by} /> gave the account of <Typed text={name} /> another email
          address or phone. The reason is in the audit log.
        </Trans>
      </MailText>
      <MailButton href={page}>
        <Trans>Open this person</Trans>
      </MailButton>
      <MailNote>
        <Trans>If you doubt it, suspend the person: nothing is withdrawn then.</Trans>
      </MailNote>
    </>
  ),
})

type AdminMade = { name: string; by: string | null; page: string }

export const adminMadeMail = (reader: string, { name, by, page }: AdminMade): MailTemplate => ({
  subject: msg`{brand} has a new administrator`,
  reason: reasonAdmin,
  body: (
    <>
      <MailHeading>
        <Trans>
          <Typed text={name} /> is an administrator now
        </Trans>
      </MailHeading>
      <MailText>
        {by ? (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> gave <Typed text={name} /> the right to see and decide
            everything in the admin area.
          </Trans>
        ) : (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={name} /> may now see and decide everything in the admin area. It
            was done with a setting or on the server.
          </Trans>
        )}
      </MailText>
      <MailButton href={page}>
        <Trans>Open this person</Trans>
      </MailButton>
      <MailNote>
        <Trans>If this is a surprise, suspend the person first and then ask.</Trans>
      </MailNote>
    </>
  ),
})

/** `name`: the person to become an administrator, or to be restored as one; null for a decision about the sum, or about money. */
type SecondNeeded = {
  by: string
  name: string | null
  money: 'unplaced' | 'statement' | 'institution' | null
  page: string
}

export const secondNeededMail = (reader: string, { by, name, money, page }: SecondNeeded): MailTemplate => ({
  subject: msg`A second administrator is needed`,
  reason: reasonAdmin,
  body: (
    <>
      <MailHeading>
        <Trans>A second administrator is needed</Trans>
      </MailHeading>
      <MailText>
        {name ? (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> wants <Typed text={name} /> to be an administrator.
          </Trans>
        ) : money === 'unplaced' ? (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> decided about a large sum of unplaced money.
          </Trans>
        ) : money === 'statement' ? (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> sent a statement of M-Pesa that would book a large sum.
          </Trans>
        ) : money === 'institution' ? (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> confirmed the number of an institution that withdrawals
            can go to.
          </Trans>
        ) : (
          <Trans>
            Hello <Typed text={reader} />, <Typed text={by} /> wants to change the sum above which two administrators
            decide.
          </Trans>
        )}
      </MailText>
      <MailText>
        <Trans>Nothing has changed yet. It happens when another administrator decides the same within 7 days.</Trans>
      </MailText>
      <MailButton href={page}>
        <Trans>Look at it</Trans>
      </MailButton>
    </>
  ),
})
