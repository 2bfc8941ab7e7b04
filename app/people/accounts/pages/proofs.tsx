import { Trans } from '@lingui/react/macro'
import type { MailWishes } from '#app/people/accounts/account.ts'
import type { WaitingChange } from '#app/people/accounts/email-change.ts'
import { EmailChangeForm } from '#app/people/accounts/email-change-form.tsx'
import { MailPreferences } from '#app/people/accounts/mail-preferences.tsx'
import { PasswordForm } from '#app/people/accounts/password-form.tsx'
import { PhoneSection } from '#app/people/accounts/phone-section.tsx'
import { Section } from '#app/site/own-pages.tsx'
import { LinkButton } from '#app/ui/button.tsx'

type ProofsProps = {
  email: string | null
  reach: string
  hasPassword: boolean
  waiting: WaitingChange | null
  phones: string[]
  canText: boolean
}

/** What a person signs in with: a password, and the address that goes with it. Who signs in by a code may have neither. */
export const Proofs = ({ email, reach, hasPassword, waiting, phones, canText }: ProofsProps) => (
  <>
    <Section
      id="password"
      title={<Trans>Password</Trans>}
      text={
        hasPassword ? (
          <Trans>Changing it signs out every other device.</Trans>
        ) : (
          <Trans>You sign in with a code that is sent to your phone. To withdraw money you need a password, too.</Trans>
        )
      }
    >
      {hasPassword ? (
        <PasswordForm reach={reach} />
      ) : (
        <LinkButton to="/settings/first-password" variant="secondary">
          <Trans>Set a password</Trans>
        </LinkButton>
      )}
    </Section>
    <Section
      id="email"
      title={<Trans>Email address</Trans>}
      text={
        email ? (
          <Trans>
            You sign in with <span className="wrap-anywhere">{email}</span>.
          </Trans>
        ) : (
          <Trans>You have not added one. With it and your password you can sign in without your phone.</Trans>
        )
      }
    >
      {hasPassword ? <EmailChangeForm email={email} waiting={waiting} /> : <PasswordFirst />}
    </Section>
    <Section id="phone" title={<Trans>Phone</Trans>} text={<Trans>We text a code to it when you sign in.</Trans>}>
      <PhoneSection phones={phones} canText={canText}>
        {hasPassword ? undefined : <PasswordFirst />}
      </PhoneSection>
    </Section>
  </>
)

/** In the place of a form that asks for the password. */
export const PasswordFirst = () => (
  <p className="text-muted">
    <Trans>Set a password first.</Trans>
  </p>
)

/** Who has no address is written nothing, and chooses nothing. */
export const Mails = ({ email, wishes }: { email: string | null; wishes: MailWishes }) =>
  email && (
    <Section id="mails" title={<Trans>Email preferences</Trans>} text={<Trans>What we may email {email} about.</Trans>}>
      <MailPreferences {...wishes} />
    </Section>
  )
