import { Trans } from '@lingui/react/macro'
import { Notice } from '#app/ui/notice.tsx'
import type { TextsNow } from './texts.server.ts'

/** Says when no texts go to phones, and what the gateway has to be told when they do. */
export function TextsNotice({ texts: { are, hook } }: { texts: TextsNow }) {
  if (are === 'pretended') return null
  if (are === 'off')
    return (
      <Notice tone="warn" title={<Trans>No texts are sent to phones</Trans>}>
        <Trans>The settings SMS_USERNAME and SMS_KEY are not set. Emails are sent all the same.</Trans>
      </Notice>
    )
  return (
    <Notice title={<Trans>Texts are sent to phones</Trans>}>
      <p>
        <Trans>
          Enter this address at Africa’s Talking for delivery reports, incoming messages and opt-outs. Keep it to
          yourself.
        </Trans>
      </p>
      <p className="mt-1 break-all font-mono text-sm">{hook}</p>
    </Notice>
  )
}
