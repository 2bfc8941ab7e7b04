import { Trans, useLingui } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { Outlet } from 'react-router'
import { Balance } from '#app/features/payouts/balance.tsx'
import { shownMethods } from '#app/features/payouts/method.server.ts'
import { MethodsCard } from '#app/features/payouts/methods-card.tsx'
import { payoutsOf } from '#app/features/payouts/payouts.server.ts'
import { PayoutsTable } from '#app/features/payouts/payouts-table.tsx'
import { fundsOf } from '#app/features/payouts/request.server.ts'
import { creditsOf } from '#app/features/views/credits.server.ts'
import { UsageCard } from '#app/features/views/usage-card.tsx'
import { momentIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/payouts.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug, ownerId } = context.get(driveContext)
  const language = context.get(languageContext)
  const [funds, credits, { payouts, next }, methods] = await Promise.all([
    fundsOf(db, id),
    creditsOf(db, id),
    payoutsOf(db, id, { cursor: searchParams.get('after') }),
    shownMethods(db, ownerId, language),
  ])
  const rows = payouts.map(({ at, steps, ...payout }) => ({
    ...payout,
    when: momentIn(language, at),
    steps: steps.map((step) => ({ ...step, when: momentIn(language, step.at) })),
  }))
  return { slug, funds, credits: credits ?? null, rows, next, methods, narrowed: searchParams.has('after') }
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { slug, funds, credits, rows, next, methods, narrowed } = loaderData
  const { t } = useLingui()
  const base = `/fund-drive/${slug}/payouts`
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="payouts-title">
      <PageTitle page={t`Payouts`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="payouts-title" className="text-2xl">
          <Trans>Payouts</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          <LinkButton
            to={`/fund-drive/${slug}/statement`}
            variant="secondary"
            icon={<FileText aria-hidden="true" className="size-5" />}
          >
            <Trans>Statement</Trans>
          </LinkButton>
          {(rows.length > 0 || narrowed) && <ExportCsv href={`${base}.csv`} />}
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Balance {...funds} />
        <UsageCard credits={credits} buy={`${base}/buy-views`} />
      </div>
      <PayoutsTable payouts={rows} empty={<Nothing />} />
      <CursorPages next={next} param="after" />
      <MethodsCard base={base} methods={methods} />
      <Outlet />
    </section>
  )
}

const Nothing = () => (
  <EmptyState
    level={3}
    title={<Trans>No payouts yet</Trans>}
    text={<Trans>When you withdraw money, each request will stand here with how far it has come.</Trans>}
  />
)
