import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { devicesOf, mailWishesOf } from '#app/people/accounts/account.server.ts'
import { LanguageChoice, ThemeChoice } from '#app/people/accounts/appearance.tsx'
import { DeviceList } from '#app/people/accounts/device-list.tsx'
import { isDuty, onwardFrom, owesTwoFactor } from '#app/people/accounts/duty.server.ts'
import { waitingChange } from '#app/people/accounts/email-change.server.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { phonesOf } from '#app/people/accounts/phones.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { twoFactorOf } from '#app/people/accounts/two-factor.server.ts'
import { TwoFactorBadge, TwoFactorSection } from '#app/people/accounts/two-factor.tsx'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { PageHead, Section } from '#app/site/own-pages.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/page.ts'
import { Mails, PasswordFirst, Proofs } from './proofs.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const { id, email, sessionId, hasPassword } = person
  const language = context.get(languageContext)
  const [devices, twoFactor, mails, waiting, phones] = await Promise.all([
    devicesOf(db, id, { language, here: sessionId }),
    twoFactorOf(db, id),
    mailWishesOf(db, id),
    waitingChange(db, id),
    phonesOf(db, id),
  ])
  const duty = { owed: owesTwoFactor(person), isSo: isDuty(person), onward: onwardFrom(person, searchParams.get('to')) }
  const reach = ownReach(person)
  return {
    id,
    email,
    reach,
    hasPassword,
    language,
    devices,
    twoFactor,
    duty,
    mails,
    waiting,
    phones,
    canText: codesAreTexted(),
  }
}

export default function Settings({
  loaderData: { id, language, devices, twoFactor, duty, mails, ...proves },
}: Route.ComponentProps) {
  const { t } = useLingui()
  // The list of devices follows when the person signs in or out elsewhere.
  useLive([`person:${id}`])
  return (
    <>
      <title>{`${t`Settings`} · Harambee`}</title>
      <PageHead title={<Trans>Settings</Trans>} />
      <div className="grid gap-5">
        <Proofs {...proves} />
        <Section id="sessions" title={<Trans>Active sessions</Trans>} text={<Trans>Where you are signed in.</Trans>}>
          <DeviceList devices={devices} />
        </Section>
        <Section
          id="two-factor"
          title={<Trans>Two-factor sign-in</Trans>}
          text={<Trans>Asks for a code from your phone as well, so that a stolen password is not enough.</Trans>}
          badge={<TwoFactorBadge on={twoFactor.is === 'on'} />}
        >
          {proves.hasPassword ? <TwoFactorSection state={twoFactor} duty={duty} /> : <PasswordFirst />}
        </Section>
        <Section id="appearance" title={<Trans>Appearance</Trans>}>
          <div className="grid gap-6">
            <ThemeChoice />
            <LanguageChoice language={language} />
          </div>
        </Section>
        <Mails email={proves.email} wishes={mails} />
        <YourData />
      </div>
      <Outlet />
    </>
  )
}

/** The person's data export, and the deletion of their account. */
const YourData = () => (
  <>
    <Section
      id="data"
      title={<Trans>Your data</Trans>}
      text={<Trans>Everything we keep about you, as a JSON file.</Trans>}
    >
      <a href="/settings/data" download className={buttonClass({ variant: 'secondary' })}>
        <Trans>Download my data</Trans>
      </a>
    </Section>
    <Section
      id="delete"
      title={<Trans>Delete account</Trans>}
      text={
        <Trans>
          Your name, address and picture are deleted immediately and permanently. Amounts stay in the books without your
          name.
        </Trans>
      }
    >
      <FormButton to="/settings/delete-account" variant="secondary" className="text-stop">
        <Trans>Delete account</Trans>
      </FormButton>
    </Section>
  </>
)
