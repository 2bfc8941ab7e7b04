import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/description.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Description() {
  return (
    <h2>
      <Trans>Description</Trans>
    </h2>
  )
}
