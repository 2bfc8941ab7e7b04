import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { brand } from '#app/kit/brand.ts'
import type { Answer } from '#app/kit/says.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, buttonClass, LinkButton } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Field, Input, PasswordInput } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { codesIn } from './account.ts'
import { passwordMax } from './people.ts'

type AgainFormProps = {
  /** The form action that checks the password. */
  action: string
  first?: Answer
  hint?: ReactNode
  button: ReactNode
  busyText: string
  danger?: boolean
}
type WholeProps = AgainFormProps & {
  /** True if the answer belongs to the page: it is shown in the form's place. */
  inPlace?: boolean
}

/** Asks for the password once more, before something that only its owner may do. */
export function AgainForm({ inPlace, ...props }: WholeProps) {
  return inPlace ? <OnPage {...props} /> : <Aside {...props} />
}

function Aside({ first, ...props }: AgainFormProps) {
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={props.action} className={look}>
      <Inside {...props} busy={busy} answer={answer} />
    </Form>
  )
}

function OnPage({ first, ...props }: AgainFormProps) {
  const busy = useNavigation().formAction === props.action
  return (
    <Form method="post" action={props.action} className={look}>
      <Inside {...props} busy={busy} answer={first} />
    </Form>
  )
}

const look = 'grid max-w-md gap-5'

type InsideProps = Pick<AgainFormProps, 'hint' | 'button' | 'busyText' | 'danger'> & { busy: boolean; answer?: Answer }

function Inside({ hint, button, busyText, danger, busy, answer }: InsideProps) {
  return (
    <>
      <Refused answer={answer} />
      <Field name="password" label={<Trans>Password</Trans>} answer={answer} required hint={hint}>
        <PasswordInput maxLength={passwordMax} />
      </Field>
      <Button variant={danger ? 'danger' : 'primary'} busy={busy} busyText={busyText} className="justify-self-start">
        {button}
      </Button>
    </>
  )
}

export type TwoFactorState = { is: 'off' } | { is: 'begun' } | { is: 'on'; codesLeft: number }

export function TwoFactorBadge({ on }: { on: boolean }) {
  return on ? (
    <Badge tone="gain" dot>
      <Trans>On</Trans>
    </Badge>
  ) : (
    <Badge dot>
      <Trans>Off</Trans>
    </Badge>
  )
}

/** The next step from the current state of two-factor sign-in. */
export function TwoFactorSection({ state, duty }: { state: TwoFactorState; duty: Duty }) {
  return (
    <div className="grid gap-5">
      {duty.owed && (
        <Notice tone="warn" title={<Trans>Administrators sign in with two factors here</Trans>}>
          <Trans>Turn it on, and the back office opens again.</Trans>
        </Notice>
      )}
      {state.is === 'on' ? (
        <On codesLeft={state.codesLeft} duty={duty} />
      ) : (
        <Off begun={state.is === 'begun'} end={duty.onward ? `?to=${encodeURIComponent(duty.onward)}` : ''} />
      )}
    </div>
  )
}

/** For administrators: whether two-factor sign-in is required, whether it is still to be turned on, and where they were going. */
type Duty = { isSo: boolean; owed: boolean; onward: string | null }

function On({ codesLeft, duty }: { codesLeft: number; duty: Duty }) {
  return (
    <>
      {codesLeft <= 3 && (
        <Notice tone="warn" title={<Trans>Few backup codes are left</Trans>}>
          <Trans>Make new ones before they run out: without your phone they are the only way in.</Trans>
        </Notice>
      )}
      <p className="text-muted">
        <Plural
          value={codesLeft}
          _0="No backup code is left."
          one="# backup code is left. It works once."
          other="# backup codes are left. Each works once."
        />
      </p>
      <div className="grid gap-3 sm:flex">
        <LinkButton to="/settings/two-factor/backup-codes" variant="secondary">
          <Trans>New backup codes</Trans>
        </LinkButton>
        {!duty.isSo && (
          <LinkButton to="/settings/two-factor/off" variant="secondary">
            <Trans>Turn off</Trans>
          </LinkButton>
        )}
      </div>
      {duty.isSo && (
        <p className="text-muted">
          <Trans>Administrators sign in with two factors here, so it stays on.</Trans>
        </p>
      )}
    </>
  )
}

function Off({ begun, end }: { begun: boolean; end: string }) {
  const { t } = useLingui()
  return (
    <>
      {begun && (
        <Notice
          title={<Trans>You have started to turn it on</Trans>}
          action={
            <LinkButton to={`/settings/two-factor/confirm${end}`} variant="secondary" size="small">
              <Trans>Continue</Trans>
            </LinkButton>
          }
        >
          <Trans>Type the first code from your app within 15 minutes, or start again with your password.</Trans>
        </Notice>
      )}
      <AgainForm
        action={`/settings/two-factor/start${end}`}
        button={<Trans>Turn on</Trans>}
        busyText={t`Turning on...`}
        hint={<Trans>You need an authenticator app on your phone.</Trans>}
      />
    </>
  )
}

type TwoFactorConfirmProps = { secret: string; uri: string; qr: string; first?: Answer }

/** The secret for the app, as a picture and as text, and the first code as proof that the app has it. */
export function TwoFactorConfirm({ secret, uri, qr, first }: TwoFactorConfirmProps) {
  const { t } = useLingui()
  // The page to continue to is in the address.
  const action = `/settings/two-factor/confirm${useLocation().search}`
  const busy = useNavigation().formAction === action
  return (
    <ol className="grid list-none gap-8">
      <li className="grid gap-4">
        <h2 className="text-xl">
          <Trans>1. Add {'{brand}'} to your app</Trans>
        </h2>
        <p className="text-muted">
          <Trans>
            Scan this picture with an authenticator app, or{' '}
            <a href={uri} className="text-link">
              open it in an app on this device
            </a>
            .
          </Trans>
        </p>
        <img
          src={qr}
          alt={t`QR code for your authenticator app`}
          width="220"
          height="220"
          className="rounded-control border border-line"
        />
        <div>
          <p className="text-muted text-sm">
            <Trans>Or type this secret into the app:</Trans>
          </p>
          <p
            data-testid="two-factor-secret"
            className="figures mt-1 max-w-sm break-words font-mono text-lg leading-relaxed"
          >
            {secret.match(/.{1,4}/g)!.join(' ')}
          </p>
          <CopySecret secret={secret} />
        </div>
      </li>
      <li className="grid gap-4">
        <h2 className="text-xl">
          <Trans>2. Type the code it shows</Trans>
        </h2>
        <Form method="post" action={action} className="grid gap-5">
          <Refused answer={first} />
          <Field name="code" label={<Trans>Code from your app</Trans>} answer={first} required>
            <Input
              key={first?.errors?.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              pattern="[0-9 ]{6,7}"
              title={t`Six digits`}
              maxLength={7}
              className="figures h-14 max-w-60 text-center text-2xl tracking-[0.3em]"
            />
          </Field>
          <Button busy={busy} busyText={t`Checking...`} className="justify-self-start">
            <Trans>Confirm</Trans>
          </Button>
        </Form>
      </li>
    </ol>
  )
}

function CopySecret({ secret }: { secret: string }) {
  const { t } = useLingui()
  const copy = async () => {
    const copied = await copyText(secret)
    await toast(copied ? { title: t`Secret copied`, tone: 'good' } : { title: t`Copying failed`, tone: 'bad' })
  }
  return (
    <Button
      type="button"
      variant="secondary"
      size="small"
      icon={<Copy aria-hidden="true" className="size-4" />}
      onClick={copy}
      className="needs-script mt-3"
    >
      <Trans>Copy secret</Trans>
    </Button>
  )
}

/** Returns the codes in an answer. They stay until the page is left: when its loaders run again, the router drops the answer. */
export function useCodes(answer: unknown): string[] | undefined {
  const codes = codesIn(answer)
  const [kept, keep] = useState(codes)
  if (codes && codes !== kept) keep(codes)
  return codes ?? kept
}

/** The backup codes for a lost phone, shown only once. */
export function BackupCodes({
  codes,
  onward = '/settings',
}: {
  codes: string[] /** The next page's address. */
  onward?: string
}) {
  const { t } = useLingui()
  const text = codes.join('\n')
  const copy = async () => {
    const copied = await copyText(text)
    await toast(copied ? { title: t`Backup codes copied`, tone: 'good' } : { title: t`Copying failed`, tone: 'bad' })
  }
  return (
    <div className="grid gap-5">
      <Notice tone="warn" title={<Trans>These codes are shown only now</Trans>}>
        <Trans>Each opens your account once when you don’t have your phone. Save them in a safe place.</Trans>
      </Notice>
      <ul
        data-testid="backup-codes"
        className="figures grid grid-cols-1 gap-x-4 gap-y-2 rounded-control border border-line bg-well whitespace-nowrap px-4 py-4 font-mono text-base sm:text-lg min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid gap-3 sm:flex">
        <Button
          type="button"
          variant="secondary"
          icon={<Copy aria-hidden="true" className="size-4" />}
          onClick={copy}
          className="needs-script"
        >
          <Trans>Copy</Trans>
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${brand()}\n\n${text}\n`)}`}
          download="harambee-backup-codes.txt"
          className={buttonClass({ variant: 'secondary' })}
        >
          <Download aria-hidden="true" className="size-4" />
          <Trans>Download</Trans>
        </a>
        <LinkButton to={onward}>
          <Trans>I've saved them</Trans>
        </LinkButton>
      </div>
    </div>
  )
}
