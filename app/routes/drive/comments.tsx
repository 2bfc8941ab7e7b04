import { Trans } from '@lingui/react/macro'
import type { Route } from './+types/comments.ts'
import { driveContext } from './context.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ slug: context.get(driveContext).slug })

export default function Comments() {
  return (
    <h2>
      <Trans>Comments</Trans>
    </h2>
  )
}
