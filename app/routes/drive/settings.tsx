import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/settings.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Settings() {
  return (
    <h2>
      <Trans>Settings</Trans>
    </h2>
  )
}
