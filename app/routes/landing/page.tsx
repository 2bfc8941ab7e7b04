import { Trans } from '@lingui/react/macro'

export default function Landing() {
  return (
    <h1>
      <Trans>Harambee</Trans>
    </h1>
  )
}
