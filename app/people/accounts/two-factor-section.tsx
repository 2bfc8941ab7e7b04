import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '#app/ui/badge.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { AgainForm } from './again-form.tsx'

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
