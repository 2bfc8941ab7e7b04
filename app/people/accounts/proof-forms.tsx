import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Field, Input, PasswordInput } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { mostPhones, type WaitingChange } from './account.ts'
import { NewPassword } from './new-password.tsx'
import { emailMax, passwordMax } from './people.ts'
import { PhoneFields } from './phone-fields.tsx'

type Props = { email: string | null; waiting: WaitingChange | null; first?: Answer }

/** The account's address, and the form to change it. */
export function EmailChangeForm({ email, waiting, first }: Props) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction({ onDone: (form) => form?.reset() })
  return (
    <div className="grid gap-5">
      {waiting && <Waiting email={email} waiting={waiting} />}
      <Form method="post" action="/settings/email" className="grid max-w-md gap-5">
        {!answer?.errors && <Refused answer={answer} />}
        <Field
          name="email"
          label={email ? <Trans>New email address</Trans> : <Trans>Email address</Trans>}
          answer={answer}
          required
        >
          <Input type="email" autoComplete="email" inputMode="email" autoCapitalize="none" maxLength={emailMax} />
        </Field>
        <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
          <PasswordInput autoComplete="current-password" maxLength={passwordMax} />
        </Field>
        <Button busy={busy} busyText={t`Sending...`} className="justify-self-start">
          {email ? <Trans>Change email</Trans> : <Trans>Add email</Trans>}
        </Button>
      </Form>
    </div>
  )
}

function Waiting({ email, waiting }: { email: string | null; waiting: WaitingChange }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { to } = waiting
  return (
    <Notice
      title={
        email ? (
          <Trans>
            Moving to <span className="wrap-anywhere">{to}</span>
          </Trans>
        ) : (
          <Trans>
            Adding <span className="wrap-anywhere">{to}</span>
          </Trans>
        )
      }
      action={
        <Form method="post" action="/settings/email/cancel">
          <Button variant="secondary" size="small" busy={busy} busyText={t`Cancelling...`}>
            {email ? <Trans>Cancel the change</Trans> : <Trans>Cancel</Trans>}
          </Button>
        </Form>
      }
    >
      <Trans>Open the link in the email to each address:</Trans>
      <ul className="mt-1 list-disc pl-5">
        {email && !waiting.due && <Side email={email} isConfirmed={waiting.oldConfirmed} />}
        <Side email={to} isConfirmed={waiting.newConfirmed} />
      </ul>
      {waiting.due && <Due email={email} due={waiting.due} />}
      {waiting.phone && <ByPhone email={email} phone={waiting.phone} />}
      {email && !waiting.phone && !waiting.due && !waiting.oldConfirmed && <Lost email={email} />}
    </Notice>
  )
}

/** The date from which the old address need not answer any more. */
function Due({ email, due }: { email: string | null; due: Date }) {
  const { i18n } = useLingui()
  const when = momentIn(i18n.locale as Language, due)
  return (
    <p className="mt-2 wrap-anywhere">
      <Trans>
        The account moves on {when}, unless {email} stops it before.
      </Trans>
    </p>
  )
}

/** The form for a person who can't read the old mailbox any more. */
function ByPhone({ email, phone }: { email: string | null; phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const shown = phoneWhole(phone)
  return (
    <Form method="post" action="/settings/email/phone" className="mt-4 grid justify-items-start gap-2">
      <p className="wrap-anywhere">
        <Trans>
          You can't read {email} any more? Confirm by a code that we text to{' '}
          <span className="whitespace-nowrap">{shown}</span>. The account then moves two days later.
        </Trans>
      </p>
      <Refused answer={answer} />
      <Button variant="secondary" size="small" busy={busy} busyText={t`Sending...`}>
        <Trans>Confirm by phone</Trans>
      </Button>
    </Form>
  )
}

/** The text for a person without a phone that may answer for the old mailbox: support decides. */
const Lost = ({ email }: { email: string }) => (
  <p className="mt-2 wrap-anywhere">
    <Trans>
      You can't read {email} any more?{' '}
      <Link to="/about/help/write" className="text-link">
        Write to us
      </Link>
    </Trans>
  </p>
)

const Side = ({ email, isConfirmed }: { email: string; isConfirmed: boolean }) => (
  <li className="wrap-anywhere">
    {email}: {isConfirmed ? <Trans>confirmed</Trans> : <Trans>not confirmed yet</Trans>}
  </li>
)

type PhoneSectionProps = {
  phones: string[]
  /** True if codes can be texted. */
  canText: boolean
  first?: Answer
  /** Shown in place of the form, if no code can be texted. */
  children?: ReactNode
}

/** The phones that open the account, and the form to add another one. */
export function PhoneSection({ phones, canText, first, children }: PhoneSectionProps) {
  return (
    <div className="grid gap-5">
      {phones.length > 0 && (
        <ul className="divide-y divide-line">
          {phones.map((phone) => (
            <OwnPhone key={phone} phone={phone} />
          ))}
        </ul>
      )}
      {!canText && phones.length === 0 && (
        <p className="text-muted">
          <Trans>We can't text codes at the moment, so no phone can be added.</Trans>
        </p>
      )}
      {canText && phones.length < mostPhones && (children ?? <AddPhone first={first} />)}
    </div>
  )
}

function OwnPhone({ phone }: { phone: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const whole = phoneWhole(phone)
  return (
    <li className="grid gap-2 py-3 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="figures">{whole}</span>
        <Form method="post" action="/settings/phone/remove">
          <input type="hidden" name="phone" value={phone} />
          <Button
            variant="secondary"
            size="small"
            busy={busy}
            busyText={t`Removing...`}
            aria-label={t`Remove ${whole}`}
          >
            <Trans>Remove</Trans>
          </Button>
        </Form>
      </div>
      <Refused answer={answer} />
    </li>
  )
}

function AddPhone({ first }: { first?: Answer }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/settings/phone" className="grid max-w-md gap-5">
      {!answer?.errors && <Refused answer={answer} />}
      <PhoneFields answer={answer} />
      <Field name="password" label={<Trans>Password</Trans>} answer={answer} required>
        <PasswordInput autoComplete="current-password" maxLength={passwordMax} />
      </Field>
      <Button busy={busy} busyText={t`Sending...`} className="justify-self-start">
        <Trans>Text me a code</Trans>
      </Button>
    </Form>
  )
}

type PasswordFormProps = { reach: string; first?: Answer }

/** Sets the first password of a person who signs in by a code, and leads on to where they were going. */
export function FirstPasswordForm({ reach, first, to }: PasswordFormProps & { to?: string | undefined }) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action="/settings/first-password" className="grid max-w-md gap-5">
      <Refused answer={answer} />
      {to && <input type="hidden" name="to" value={to} />}
      <input type="text" name="reach" autoComplete="username" value={reach} readOnly hidden />
      <NewPassword name="newPassword" label={<Trans>New password</Trans>} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Set the password</Trans>
      </Button>
    </Form>
  )
}

/** Changes the password. The hidden field tells a password manager whose it is. */
export function PasswordForm({ reach, first }: PasswordFormProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const { Form, busy, answer = first } = useFormAction({ onDone: () => form.current?.reset() })
  return (
    <Form ref={form} method="post" action="/settings/password" className="grid max-w-md gap-5">
      <Refused answer={answer} />
      <input type="text" name="reach" autoComplete="username" value={reach} readOnly hidden />
      <Field name="currentPassword" label={<Trans>Current password</Trans>} answer={answer} required>
        <PasswordInput maxLength={passwordMax} />
      </Field>
      <NewPassword name="newPassword" label={<Trans>New password</Trans>} answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Change password</Trans>
      </Button>
    </Form>
  )
}
