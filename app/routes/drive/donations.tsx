import { Trans, useLingui } from '@lingui/react/macro'
import { GiftsTable } from '#app/features/drives/campaign/gifts-table.tsx'
import type { Route } from './+types/donations.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

/** No gift exists before there are books; from then on they come from there. */
export function loader({ context }: Route.LoaderArgs) {
  const { raised } = context.get(driveContext)
  return { raised, gifts: [] }
}

export default function Donations({ loaderData: { raised, gifts } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Donations`} />
      <h2 className="mb-4 text-2xl">
        <Trans>Donations</Trans>
      </h2>
      <GiftsTable gifts={gifts} raised={raised} />
    </>
  )
}
