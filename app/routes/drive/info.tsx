import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/info.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Info() {
  return (
    <h2>
      <Trans>Info</Trans>
    </h2>
  )
}
