import { Trans } from '@lingui/react/macro'
import { RichText, type SafeHtml } from '#app/ui/rich-text.tsx'

/** What the organiser tells. */
export function Story({ html }: { html: SafeHtml | null }) {
  if (!html) {
    return (
      <p className="text-muted">
        <Trans>The organiser has not written a description yet.</Trans>
      </p>
    )
  }
  return <RichText html={html} />
}
