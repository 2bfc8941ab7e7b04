import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/analytics.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Analytics() {
  return (
    <h2>
      <Trans>Analytics</Trans>
    </h2>
  )
}
