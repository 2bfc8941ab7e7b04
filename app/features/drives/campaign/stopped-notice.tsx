import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import { Notice } from '#app/ui/notice.tsx'

/** Tells an owner, on all pages of the drive, that an administrator has paused it, and why. */
export function StoppedNotice({ why }: { why: string }) {
  const { t } = useLingui()
  const supportUrl = (useRouteLoaderData('root') as { supportUrl?: string } | undefined)?.supportUrl
  return (
    <Notice
      tone="warn"
      title={<Trans>An administrator has paused this fund drive</Trans>}
      action={
        supportUrl && (
          <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
            <Trans>Write to support</Trans>
          </a>
        )
      }
    >
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>Visitors can’t find it, and only an administrator can open it again.</Trans>
      </p>
    </Notice>
  )
}
