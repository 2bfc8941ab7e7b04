import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/donations.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Donations() {
  return (
    <h2>
      <Trans>Donations</Trans>
    </h2>
  )
}
