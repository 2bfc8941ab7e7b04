import { Trans, useLingui } from '@lingui/react/macro'
import { Balance } from '#app/features/drives/campaign/balance.tsx'
import { PayoutsTable } from '#app/features/drives/campaign/payouts-table.tsx'
import { standingOf } from '#app/features/drives/campaign/standing.ts'
import { creditsOf } from '#app/features/views/credits.server.ts'
import { UsageCard } from '#app/features/views/usage-card.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/payouts.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

/** No payout exists before there are books; from then on they come from there. */
export async function loader({ context }: Route.LoaderArgs) {
  const drive = context.get(driveContext)
  const credits = await creditsOf(db, drive.id)
  return { standing: standingOf(drive), credits: credits ?? null, payouts: [] }
}

export default function Payouts({ loaderData: { standing, credits, payouts } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Payouts`} />
      <h2 className="mb-4 text-2xl">
        <Trans>Payouts</Trans>
      </h2>
      <div className="mb-5 grid items-start gap-5 lg:grid-cols-2">
        <Balance {...standing} />
        <UsageCard credits={credits} />
      </div>
      <PayoutsTable payouts={payouts} />
    </>
  )
}
