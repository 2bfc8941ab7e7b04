import { Trans } from '@lingui/react/macro'
import { Notice } from '#app/ui/notice.tsx'
import { DecideButtons, SaidBefore } from './decide-buttons.tsx'
import type { WholeStory } from './one.server.ts'

/** What can be done about a withdrawal now; where nothing can, why. It is sent again only once the last attempt is over. */
export function NextStep({ about: { request, lookerId } }: { about: WholeStory }) {
  const { status, attempt } = request
  if (status === 'processing')
    return (
      <Notice
        tone={attempt ? 'warn' : 'info'}
        title={attempt ? <Trans>It waits to be sent again</Trans> : <Trans>It waits for a decision</Trans>}
        action={<DecideButtons request={request} lookerId={lookerId} />}
      >
        {attempt ? (
          <Trans>The last attempt has ended. Send again starts a new one, under a new reference.</Trans>
        ) : (
          <Trans>The money is set aside. Nothing leaves before an administrator has completed it.</Trans>
        )}
        <SaidBefore request={request} lookerId={lookerId} />
      </Notice>
    )
  if (status === 'approved')
    return (
      <Notice title={<Trans>It can’t be sent again while an attempt is open</Trans>}>
        <Trans>The provider has not reported the result yet. We keep asking until it does.</Trans>
      </Notice>
    )
  if (status === 'completed')
    return (
      <Notice tone="gain" title={<Trans>It has been sent</Trans>}>
        <Trans>There is nothing to send again: the money is with the owner.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>It is closed</Trans>}>
      <Trans>The money is back in the fund drive’s balance. Its owner can ask for it again.</Trans>
    </Notice>
  )
}
