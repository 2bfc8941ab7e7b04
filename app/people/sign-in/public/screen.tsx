import { Trans, useLingui } from '@lingui/react/macro'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { NewPassword } from '#app/people/accounts/new-password.tsx'
import {
  emailMax,
  fullNameMax,
  type JoiningSeen,
  peopleTexts,
  usernameFrom,
  usernamePattern,
} from '#app/people/accounts/people.ts'
import { afterSignIn, authPath, startPath } from '#app/people/accounts/way-back.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Field, Input, PasswordInput } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { Frame } from './frame.tsx'

export type AuthTab = 'sign-in' | 'sign-up'
type Props = {
  tab: AuthTab
  to?: string
  /** True for a person who came from 'Start Fundraising'. */
  starts?: boolean
  /** A sign-up of this browser that waits for its link. */
  joining?: JoiningSeen | null
  /** True for a person who gave a wrong address and signs up once more. */
  again?: boolean
  /** True if codes are texted, so that people can also sign in by phone. */
  byPhone?: boolean
  answer?: Answer
}

/** The page to sign in or sign up. The tab is in the address, so that it works without a script; changing it clears the fields. */
export function AuthScreen({ tab, to: asked, starts, joining, again, byPhone, answer }: Props) {
  const { t } = useLingui()
  const path = afterSignIn(asked)
  const to = path === '/dashboard' ? undefined : path
  const keep = starts ? 'from=start' : to ? `to=${encodeURIComponent(to)}` : ''
  return (
    <Frame title={<Trans>Karibu</Trans>} text={<Trans>Join our community of changemakers</Trans>}>
      <title>{`${tab === 'sign-in' ? t`Sign In` : t`Sign Up`} · ${brand()}`}</title>
      <meta name="description" content={t`Join our community of changemakers`} />
      <Tabs
        label={t`Sign in or sign up`}
        wide
        current={tab}
        tabs={[
          { id: 'sign-in', to: `/auth${keep && `?${keep}`}`, label: <Trans>Sign In</Trans> },
          { id: 'sign-up', to: `/auth?tab=sign-up${keep && `&${keep}`}`, label: <Trans>Sign Up</Trans> },
        ]}
      >
        {tab === 'sign-in' ? (
          <>
            <SignInForm first={answer} to={to} joining={joining} />
            {byPhone && (
              <p className="mt-6">
                <Link to={authPath(to, '/auth/phone')} className="text-link">
                  <Trans>Sign in with your phone</Trans>
                </Link>
              </p>
            )}
          </>
        ) : (
          <>
            {byPhone && (
              <div className="mb-6 grid gap-2 border-line border-b pb-6">
                <LinkButton to={authPath(starts ? startPath : to, '/auth/sign-up/phone')} size="large" wide>
                  <Trans>Sign up with your phone</Trans>
                </LinkButton>
                <p className="text-muted">
                  <Trans>Your name and your number are enough. Or sign up with an email address:</Trans>
                </p>
              </div>
            )}
            <SignUpForm first={answer} to={starts ? startPath : to} before={again ? joining : null} />
          </>
        )}
      </Tabs>
    </Frame>
  )
}

type SignInFormProps = {
  /** The server's answer to the form without a script. */
  first?: Answer
  to?: string
  joining?: JoiningSeen | null
}

/** The form with email and password. An unconfirmed person can request the confirming email again from here. */
function SignInForm({ first, to, joining }: SignInFormProps) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const unverified = answer?.errors?.unverified
  return (
    <div className="grid gap-6">
      {unverified && (
        <Notice
          tone="warn"
          title={<Trans>Almost there</Trans>}
          action={<AskAgain formAction="/auth/resend" email={answer?.typed?.email ?? ''} />}
        >
          {unverified}
        </Notice>
      )}
      {!unverified && joining && <CheckEmail email={joining.email} to={to} />}
      {!unverified && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-in" className="grid gap-5">
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input
            type="email"
            defaultValue={joining?.email}
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            maxLength={254}
            data-missing={i18n._(peopleTexts.neither)}
          />
        </Field>
        <Field
          name="password"
          label={<Trans>Password</Trans>}
          answer={answer}
          required
          aside={
            <Link to="/auth/forgot" className="-my-2 py-2 text-link text-sm">
              <Trans>Forgot password?</Trans>
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" maxLength={128} />
        </Field>
        {/* After signing up the link in the email signs in; a password is for people who have used the link already. */}
        <Button variant={joining ? 'secondary' : 'primary'} size="large" wide busy={busy} busyText={t`Signing in...`}>
          {t`Sign In`}
        </Button>
      </Form>
    </div>
  )
}

/** The text after signing up, until the link is used: where the email went, and what to do if it does not arrive. */
function CheckEmail({ email, to }: { email: string; to?: string }) {
  const back = to ? `&to=${encodeURIComponent(to)}` : ''
  return (
    <Notice
      title={
        <Trans>
          Check your email at <span className="wrap-anywhere">{email}</span>
        </Trans>
      }
    >
      <Trans>Open the link we sent you, here in this browser. You are then signed in.</Trans>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AskAgain formAction="/auth/resend" email={email} />
        <Link to={`/auth?tab=sign-up&again=1${back}`} className="py-2 text-link">
          <Trans>Wrong address?</Trans>
        </Link>
      </div>
    </Notice>
  )
}

/** A button that sends an email once more to an address typed before. */
function AskAgain({ formAction, email }: { formAction: string; email: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={formAction} className="grid gap-2">
      <input type="hidden" name="email" value={email} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
        {t`Send again`}
      </Button>
      {answer && !answer.ok && <p className="text-sm text-stop">{answer.says?.title}</p>}
    </Form>
  )
}

type SignUpFormProps = {
  first?: Answer
  to?: string
  /** The values of an earlier sign-up whose address was wrong. */
  before?: JoiningSeen | null
}

/** Suggests a username from the name while it is typed, until the person types their own. */
function suggest({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
  const [name, username] = ['fullName', 'username'].map((one) => form.elements.namedItem(one))
  if (target !== name || !(name instanceof HTMLInputElement) || !(username instanceof HTMLInputElement)) return
  if (username.value !== (username.dataset.suggested ?? '')) return
  username.dataset.nr ??= String(1000 + Math.floor(Math.random() * 9000))
  username.value = name.value.trim() ? usernameFrom(name.value, Number(username.dataset.nr)) : ''
  username.dataset.suggested = username.value
  // Clears the error of an empty field.
  username.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The four fields that an account needs. */
function SignUpForm({ first, to, before }: SignUpFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <div className="grid gap-6">
      {!answer?.errors && <Refused answer={answer} />}
      <Form method="post" action="/auth/sign-up" className="grid gap-5" onInput={suggest}>
        {to && <input type="hidden" name="to" value={to} />}
        <Field name="fullName" label={<Trans>Full Name</Trans>} answer={answer} required>
          <Input autoComplete="name" autoCapitalize="words" maxLength={fullNameMax} defaultValue={before?.fullName} />
        </Field>
        <Field
          name="username"
          label={<Trans>Username</Trans>}
          answer={answer}
          required
          hint={!answer?.errors?.username && <Trans>Made from your name. You can change it now or later.</Trans>}
        >
          <Input
            defaultValue={before?.username}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            pattern={usernamePattern}
            title={t`3 to 30 characters: letters a–z, digits, _ . and -`}
            maxLength={30}
          />
        </Field>
        <Field name="email" label={<Trans>Email</Trans>} answer={answer} required>
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <NewPassword label={<Trans>Password</Trans>} answer={answer} />
        <Button size="large" wide busy={busy} busyText={t`Creating account...`}>
          {t`Create Account`}
        </Button>
      </Form>
    </div>
  )
}
