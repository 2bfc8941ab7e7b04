import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#app/ui/notice.tsx'

/** Tells an owner that an administrator lets nothing out of their drive, and why. */
export function Frozen({ why, className }: { why: string; className?: string }) {
  const { t } = useLingui()
  return (
    <Notice
      tone="warn"
      title={<Trans>Withdrawals are frozen by an administrator</Trans>}
      {...(className ? { className } : {})}
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>Donations still arrive. Nothing can be withdrawn for now.</Trans>
      </p>
    </Notice>
  )
}
