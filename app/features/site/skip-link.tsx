import { Trans } from '@lingui/react/macro'

/** The first stop of the Tab key: over the bar, straight to what the page is about. */
export const SkipLink = () => (
  <a href="#main" className="skip-link">
    <Trans>Skip to content</Trans>
  </a>
)
