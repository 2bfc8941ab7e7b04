import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/payouts.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Payouts() {
  return (
    <h2>
      <Trans>Payouts</Trans>
    </h2>
  )
}
