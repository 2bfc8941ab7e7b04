import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/rsvps.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function RSVPs() {
  return (
    <h2>
      <Trans>RSVPs</Trans>
    </h2>
  )
}
