import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/video.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Video() {
  return (
    <h2>
      <Trans>Video</Trans>
    </h2>
  )
}
