import { Trans, useLingui } from '@lingui/react/macro'
import type { MailWishes, WaitingChange } from '#app/people/accounts/account.ts'
import { EmailChangeForm, PasswordForm, PhoneSection } from '#app/people/accounts/proof-forms.tsx'
import { Section } from '#app/site/own-pages.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'

type ProofsProps = {
  email: string | null
  reach: string
  hasPassword: boolean
  waiting: WaitingChange | null
  phones: string[]
  canText: boolean
}

/** The person's ways to sign in: a password, and its address. People who sign in by a code may have neither. */
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

/** A notice in place of a form that needs a password. */
export const PasswordFirst = () => (
  <p className="text-muted">
    <Trans>Set a password first.</Trans>
  </p>
)

/** The choice of mails; hidden without an email address. */
export const Mails = ({ email, wishes }: { email: string | null; wishes: MailWishes }) =>
  email && (
    <Section id="mails" title={<Trans>Email preferences</Trans>} text={<Trans>What we may email {email} about.</Trans>}>
      <MailPreferences {...wishes} />
    </Section>
  )

/** The mails that the person wants. Account security mails are always sent. */
function MailPreferences({ activity, news }: MailWishes) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action="/settings/preferences" className="grid max-w-xl gap-4">
      <Switch
        name="activity"
        defaultChecked={activity}
        label={<Trans>News about my fund drives</Trans>}
        hint={<Trans>Gifts, messages and visits, as they arrive.</Trans>}
      />
      <Switch
        name="news"
        defaultChecked={news}
        label={<Trans>What is new in Harambee</Trans>}
        hint={<Trans>An email now and then.</Trans>}
      />
      <p className="text-muted text-sm">
        <Trans>Emails about your password, sign-in and withdrawals are always sent: they keep your account safe.</Trans>
      </p>
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save</Trans>
      </Button>
    </Form>
  )
}
