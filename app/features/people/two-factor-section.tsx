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

/** The next step from how two-factor sign-in stands. */
export function TwoFactorSection({ state }: { state: TwoFactorState }) {
  return (
    <div className="grid gap-5">
      {state.is === 'on' ? <On codesLeft={state.codesLeft} /> : <Off begun={state.is === 'begun'} />}
    </div>
  )
}

function On({ codesLeft }: { codesLeft: number }) {
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
        <LinkButton to="/settings/two-factor/off" variant="secondary">
          <Trans>Turn off</Trans>
        </LinkButton>
      </div>
    </>
  )
}

function Off({ begun }: { begun: boolean }) {
  const { t } = useLingui()
  return (
    <>
      {begun && (
        <Notice
          title={<Trans>You have begun to turn it on</Trans>}
          action={
            <LinkButton to="/settings/two-factor/confirm" variant="secondary" size="small">
              <Trans>Go on</Trans>
            </LinkButton>
          }
        >
          <Trans>Type the first code of your app to finish, or begin anew with your password.</Trans>
        </Notice>
      )}
      <AgainForm
        action="/settings/two-factor/start"
        button={<Trans>Turn on</Trans>}
        busyText={t`Turning on...`}
        hint={<Trans>You need an authenticator app on your phone.</Trans>}
      />
    </>
  )
}
