import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Smartphone, Sun, Tablet } from 'lucide-react'
import { Outlet } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { devicesOf, mailWishesOf } from '#app/people/accounts/account.server.ts'
import type { MailWishes, WaitingChange } from '#app/people/accounts/account.ts'
import type { Device } from '#app/people/accounts/device.ts'
import { isDuty, onwardFrom, owesTwoFactor } from '#app/people/accounts/duty.server.ts'
import { waitingChange } from '#app/people/accounts/email-change.server.ts'
import { ownReach } from '#app/people/accounts/people.server.ts'
import { codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { phonesOf } from '#app/people/accounts/phones.server.ts'
import { EmailChangeForm, PasswordForm, PhoneSection } from '#app/people/accounts/proof-forms.tsx'
import { ownEmailRefused } from '#app/people/accounts/refused-email.server.ts'
import { RefusedEmail } from '#app/people/accounts/refused-email.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { twoFactorOf } from '#app/people/accounts/two-factor.server.ts'
import { TwoFactorBadge, TwoFactorSection } from '#app/people/accounts/two-factor.tsx'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { PageHead, Section } from '#app/site/own-pages.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { useTheme } from '#app/ui/theme.tsx'
import { isTheme } from '#app/ui/themes.ts'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/page.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const person = context.get(personContext)!
  const { id, email, sessionId, hasPassword } = person
  const language = context.get(languageContext)
  const [devices, twoFactor, mails, waiting, phones, refused] = await Promise.all([
    devicesOf(db, id, { language, here: sessionId }),
    twoFactorOf(db, id),
    mailWishesOf(db, id),
    waitingChange(db, id),
    phonesOf(db, id),
    ownEmailRefused(db, email),
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
    refused,
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
      <title>{titled(t`Settings`)}</title>
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

/** The choice of light or dark, in this browser only; it changes at once. */
function ThemeChoice() {
  const { theme, choose } = useTheme()
  return (
    <div className="needs-script">
      <RadioCards
        legend={<Trans>Theme</Trans>}
        name="theme"
        value={theme}
        onChoose={(value) => isTheme(value) && choose(value)}
        columns="sm:grid-cols-3"
        choices={[
          {
            value: 'light',
            label: <Trans>Light</Trans>,
            icon: <Sun aria-hidden="true" className="size-5 text-muted" />,
          },
          {
            value: 'dark',
            label: <Trans>Dark</Trans>,
            icon: <Moon aria-hidden="true" className="size-5 text-muted" />,
          },
          {
            value: 'system',
            label: <Trans>System</Trans>,
            icon: <Monitor aria-hidden="true" className="size-5 text-muted" />,
          },
        ]}
      />
    </div>
  )
}

/** The choice of language for pages and mails. The whole page changes with it, so it is a plain form post. */
function LanguageChoice({ language }: { language: Language }) {
  const { t } = useLingui()
  return (
    <form method="post" action="/language" className="grid gap-4">
      <RadioCards
        legend={<Trans>Language</Trans>}
        name="language"
        defaultValue={language}
        columns="sm:grid-cols-3"
        choices={(Object.keys(languages) as Language[]).map((each) => ({
          value: each,
          label: <span lang={each}>{languages[each]}</span>,
        }))}
      />
      <Button variant="secondary" className="justify-self-start">
        {t`Save language`}
      </Button>
    </form>
  )
}

type DeviceSeen = Device & { id: string; used: string; since: string; address: string | null; here: boolean }

const icons = { phone: Smartphone, tablet: Tablet, computer: Monitor }

/** The number of devices shown at once; the rest are folded. */
const most = 5

/** The devices a person is signed in on. Each but this one can be signed out here. */
function DeviceList({ devices }: { devices: DeviceSeen[] }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const all = devices.length
  // A sixth line takes no more room than the link that would hide it.
  const shown = all > most + 1 ? most : all
  return (
    <>
      <Devices devices={devices.slice(0, shown)} />
      {devices.length > shown && (
        <details className="border-line border-t">
          <summary className="inline-flex min-h-11 items-center py-2 text-link">
            <Trans>Show all {all} devices</Trans>
          </summary>
          <Devices devices={devices.slice(shown)} />
        </details>
      )}
      <Form method="post" action="/settings/sign-out-everywhere" className="mt-4 grid gap-2 sm:justify-items-start">
        <Button variant="secondary" busy={busy} busyText={t`Signing out...`}>
          <Trans>Sign out everywhere</Trans>
        </Button>
        <p className="text-muted text-sm">
          <Trans>Signs out every device, this one too.</Trans>
        </p>
      </Form>
    </>
  )
}

const Devices = ({ devices }: { devices: DeviceSeen[] }) => (
  <ul className="divide-y divide-line">
    {devices.map((device) => (
      <DeviceLine key={device.id} device={device} />
    ))}
  </ul>
)

function DeviceLine({ device }: { device: DeviceSeen }) {
  const Icon = icons[device.kind]
  const { used, since, address } = device
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-4 first:pt-0">
      <span className="grid size-11 shrink-0 place-items-center rounded-control bg-well">
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48">
        <p id={`device-${device.id}`} className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          <DeviceName device={device} />
          {device.here && (
            <Badge tone="gain" dot>
              <Trans>This device</Trans>
            </Badge>
          )}
        </p>
        <p className="text-muted text-sm">
          {device.here ? <Trans>In use now</Trans> : <Trans>Last used {used}</Trans>}
        </p>
        <p className="text-muted text-sm">
          {address ? (
            <Trans>
              Signed in {since}, from {address}
            </Trans>
          ) : (
            <Trans>Signed in {since}</Trans>
          )}
        </p>
      </div>
      {!device.here && <SignOut device={device} />}
    </li>
  )
}

function DeviceName({ device: { browser, system } }: { device: DeviceSeen }) {
  if (browser && system)
    return (
      <Trans>
        {browser} on {system}
      </Trans>
    )
  return browser || system || <Trans>Unknown device</Trans>
}

function SignOut({ device }: { device: DeviceSeen }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action="/settings/sign-out-session" className="max-sm:pl-15">
      <input type="hidden" name="device" value={device.id} />
      <Button
        variant="secondary"
        size="small"
        busy={busy}
        busyText={t`Signing out...`}
        aria-describedby={`device-${device.id}`}
      >
        <Trans>Sign out</Trans>
      </Button>
    </Form>
  )
}

type ProofsProps = {
  email: string | null
  reach: string
  hasPassword: boolean
  waiting: WaitingChange | null
  refused: Date | null
  phones: string[]
  canText: boolean
}

/** The person's ways to sign in: a password, and its address. People who sign in by a code may have neither. */
const Proofs = ({ email, reach, hasPassword, waiting, refused, phones, canText }: ProofsProps) => (
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
      <RefusedEmail email={email} since={refused} />
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
const PasswordFirst = () => (
  <p className="text-muted">
    <Trans>Set a password first.</Trans>
  </p>
)

/** The choice of mails; hidden without an email address. */
const Mails = ({ email, wishes }: { email: string | null; wishes: MailWishes }) =>
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
        label={<Trans>What is new in {'{brand}'}</Trans>}
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
