import { Trans, useLingui } from '@lingui/react/macro'
import { useRouteLoaderData } from 'react-router'
import type { StoppedGathering } from './gathering.server.ts'

/** Tells hosts that the office stopped their invitation: why, what that means, and whom they ask. */
export function StoppedInvitation({ title, why }: StoppedGathering) {
  const { t } = useLingui()
  const supportUrl = (useRouteLoaderData('root') as { supportUrl?: string } | undefined)?.supportUrl
  return (
    <div className="grid gap-4 *:min-w-0">
      <p className="wrap-anywhere font-semibold text-lg" dir="auto">
        {title}
      </p>
      <p>
        <Trans>
          An administrator of Harambee has stopped this invitation. You and your guests can’t open its pages, and no
          messages are sent. Nothing was deleted.
        </Trans>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap">{t`Reason: ${why}`}</p>
      <p>
        <Trans>
          If you think that this is a mistake, please write to support. When an administrator allows the invitation
          again, all its pages open again.
        </Trans>
      </p>
      {supportUrl && (
        <p>
          <a href={supportUrl} rel="noopener noreferrer" className="inline-flex min-h-11 items-center text-link">
            <Trans>Write to support</Trans>
          </a>
        </p>
      )}
    </div>
  )
}
