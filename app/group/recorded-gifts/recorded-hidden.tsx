import { Trans, useLingui } from '@lingui/react/macro'
import { Notice } from '#app/ui/notice.tsx'

/** Tells those who record that we hide it from visitors, and why. */
export function RecordedHidden({ why }: { why: string }) {
  const { t } = useLingui()
  return (
    <Notice tone="warn" title={<Trans>An administrator has hidden the recorded gifts</Trans>}>
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>Visitors see what came through Harambee alone, and only an administrator can show the rest again.</Trans>
      </p>
    </Notice>
  )
}
