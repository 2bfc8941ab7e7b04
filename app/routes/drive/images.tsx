import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/images.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Images() {
  return (
    <h2>
      <Trans>Images</Trans>
    </h2>
  )
}
