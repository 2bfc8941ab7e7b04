import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { mailWishesOf } from '#app/features/people/account.server.ts'
import { LanguageChoice, ThemeChoice } from '#app/features/people/appearance.tsx'
import { devicesOf } from '#app/features/people/device.server.ts'
import { DeviceList } from '#app/features/people/device-list.tsx'
import { isDuty, onwardFrom, owesTwoFactor } from '#app/features/people/duty.server.ts'
import { waitingChange } from '#app/features/people/email-change.server.ts'
import { EmailChangeForm } from '#app/features/people/email-change-form.tsx'
import { MailPreferences } from '#app/features/people/mail-preferences.tsx'
import { PasswordForm } from '#app/features/people/password-form.tsx'
import { personContext } from '#app/features/people/session.server.ts'
import { twoFactorOf } from '#app/features/people/two-factor.server.ts'
import { TwoFactorBadge, TwoFactorSection } from '#app/features/people/two-factor-section.tsx'
import { PageHead, Section } from '#app/features/site/own-pages.tsx'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/page.ts'
import { YourData } from './your-data.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const { id, email, sessionId } = person
  const language = context.get(languageContext)
  const [devices, twoFactor, mails, waiting] = await Promise.all([
    devicesOf(db, id, { language, here: sessionId }),
    twoFactorOf(db, id),
    mailWishesOf(db, id),
    waitingChange(db, id),
  ])
  const duty = { owed: owesTwoFactor(person), isSo: isDuty(person), onward: onwardFrom(person, searchParams.get('to')) }
  return { id, email, language, devices, twoFactor, duty, mails, waiting }
}

export default function Settings({
  loaderData: { id, email, language, devices, twoFactor, duty, mails, waiting },
}: Route.ComponentProps) {
  const { t } = useLingui()
  // A person signs in or out elsewhere: the list of devices follows.
  useLive([`person:${id}`])
  return (
    <>
      <title>{`${t`Settings`} · Harambee`}</title>
      <PageHead title={<Trans>Settings</Trans>} />
      <div className="grid gap-5">
        <Section
          id="password"
          title={<Trans>Password</Trans>}
          text={<Trans>Changing it signs out every other device.</Trans>}
        >
          <PasswordForm email={email} />
        </Section>
        <Section
          id="email"
          title={<Trans>Email address</Trans>}
          text={
            <Trans>
              You sign in with <span className="wrap-anywhere">{email}</span>.
            </Trans>
          }
        >
          <EmailChangeForm email={email} waiting={waiting} />
        </Section>
        <Section id="sessions" title={<Trans>Active sessions</Trans>} text={<Trans>Where you are signed in.</Trans>}>
          <DeviceList devices={devices} />
        </Section>
        <Section
          id="two-factor"
          title={<Trans>Two-factor sign-in</Trans>}
          text={<Trans>Asks for a code from your phone as well, so that a stolen password is not enough.</Trans>}
          badge={<TwoFactorBadge on={twoFactor.is === 'on'} />}
        >
          <TwoFactorSection state={twoFactor} duty={duty} />
        </Section>
        <Section id="appearance" title={<Trans>Appearance</Trans>}>
          <div className="grid gap-6">
            <ThemeChoice />
            <LanguageChoice language={language} />
          </div>
        </Section>
        <Section
          id="mails"
          title={<Trans>Email preferences</Trans>}
          text={<Trans>What we may email {email} about.</Trans>}
        >
          <MailPreferences {...mails} />
        </Section>
        <YourData />
      </div>
      <Outlet />
    </>
  )
}
