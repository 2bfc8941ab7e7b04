import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { kshWriting } from '#app/admin/money-write.ts'
import { Card } from '#app/ui/card.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import type { Growth } from './growth.server.ts'
import { type PeriodStep, steps } from './period.ts'
import { ReportChart } from './report-chart.tsx'

/** Shows the platform's growth in four charts. */
export function GrowthCharts({ growth: { step, raised, fees, drives, people } }: { growth: Growth }) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const to = (by: PeriodStep) => {
    const there = new URLSearchParams(search)
    there.set('by', by)
    return `?${there}`
  }
  const names = { day: t`By day`, week: t`By week`, month: t`By month` }
  const charts = [
    { what: t`Raised`, marks: raised, write: kshWriting },
    { what: t`Fees`, marks: fees, write: kshWriting },
    { what: t`New fund drives`, marks: drives },
    { what: t`New people`, marks: people },
  ]
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="growth">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="growth" className="text-xl">
          <Trans>Over time</Trans>
        </h2>
        <FilterLinks
          label={t`Steps of time`}
          current={step}
          choices={steps.map((id) => ({ id, to: to(id), label: names[id] }))}
        />
      </div>
      <div className="grid gap-4 *:min-w-0 xl:grid-cols-2">
        {charts.map(({ what, ...chart }) => (
          <Card key={what} level={3} title={what}>
            <ReportChart step={step} what={what} {...chart} />
          </Card>
        ))}
      </div>
    </section>
  )
}
