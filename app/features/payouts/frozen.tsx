import { Trans } from '@lingui/react/macro'
import { Notice } from '#app/ui/notice.tsx'

/** Tells an owner that an administrator lets nothing out of their drive, and why. */
export function Frozen({ why, className }: { why: string; className?: string }) {
  return (
    <Notice
      tone="warn"
      title={<Trans>Withdrawals are frozen by an administrator</Trans>}
      {...(className ? { className } : {})}
    >
      <p className="wrap-anywhere whitespace-pre-wrap">
        <Trans>Reason: {why}</Trans>
      </p>
      <p>
        <Trans>Donations still come in. Nothing can be withdrawn for now.</Trans>
      </p>
    </Notice>
  )
}
