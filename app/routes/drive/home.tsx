import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/home.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Home() {
  return (
    <h2>
      <Trans>Home</Trans>
    </h2>
  )
}
