import { Trans, useLingui } from '@lingui/react/macro'
import { FileText } from 'lucide-react'
import { Outlet } from 'react-router'
import { fundsOf } from '#app/features/ledger/wallet.server.ts'
import { Balance } from '#app/features/payouts/balance.tsx'
import { shownMethods } from '#app/features/payouts/method.server.ts'
import { MethodsCard } from '#app/features/payouts/methods-card.tsx'
import { payoutsOf } from '#app/features/payouts/payouts.server.ts'
import { PayoutsTable } from '#app/features/payouts/payouts-table.tsx'
import { creditsOf } from '#app/features/views/credits.server.ts'
import { UsageCard } from '#app/features/views/usage-card.tsx'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState, FailedState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/payouts.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug, ownerId } = context.get(driveContext)
  const language = context.get(languageContext)
  const [funds, credits, payouts, methods] = await Promise.all([
    part(context, fundsOf(db, id)),
    part(context, creditsOf(db, id)),
    part(context, payoutsOf(db, id, { cursor: searchParams.get('after') })),
    part(context, shownMethods(db, ownerId, language)),
  ])
  const list = payouts === 'failed' ? payouts : { ...payouts, rows: payouts.payouts.map((one) => dated(language, one)) }
  return { slug, funds, credits: credits ?? null, list, methods, narrowed: searchParams.has('after') }
}

type Payout = Awaited<ReturnType<typeof payoutsOf>>['payouts'][number]

const dated = (language: Language, { at, steps, ...payout }: Payout) => ({
  ...payout,
  when: momentIn(language, at),
  steps: steps.map((step) => ({ ...step, when: momentIn(language, step.at) })),
})

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { slug, funds, credits, list, methods, narrowed } = loaderData
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
          {(narrowed || (list !== 'failed' && list.rows.length > 0)) && <ExportCsv href={`${base}.csv`} />}
        </div>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        {funds === 'failed' ? <FailedState /> : <Balance {...funds} />}
        {credits === 'failed' ? <FailedState /> : <UsageCard credits={credits} buy={`${base}/buy-views`} />}
      </div>
      <PayoutsTable base={base} payouts={list === 'failed' ? list : list.rows} empty={<Nothing />} />
      {list !== 'failed' && <CursorPages next={list.next} param="after" />}
      {methods === 'failed' ? <FailedState /> : <MethodsCard base={base} methods={methods} />}
      <Outlet />
    </section>
  )
}

const Nothing = () => (
  <EmptyState
    level={3}
    title={<Trans>No payouts yet</Trans>}
    text={<Trans>When you withdraw money, your requests show up here with their progress.</Trans>}
  />
)
