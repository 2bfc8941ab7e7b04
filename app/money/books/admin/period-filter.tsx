import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Words } from '#app/kit/says.ts'
import { DayFields } from '#app/ui/day-fields.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { type Period, periods } from './period.ts'
import {
  bys,
  byWords,
  queryOf,
  type RevenueAsked,
  type RevenueBy,
  revenueChannels,
  revenueChannelWords,
} from './revenue.ts'

const periodWords: Record<Period, Words> = {
  '7': msg`7 days`,
  '30': msg`30 days`,
  '90': msg`90 days`,
  '365': msg`12 months`,
  all: msg`All time`,
}

/** Narrows figures to a period, to drives and to a channel, and chooses what their rows are. The address holds all of it. */
export function PeriodFilter({ asked, page }: { asked: RevenueAsked; page: 'sales' | 'donations' }) {
  const { t, i18n } = useLingui()
  const { period, from, to, search, by, channel } = asked
  const mine = page === 'donations' ? bys : bys.filter((one) => one !== 'channel')
  return (
    <div className="grid gap-4">
      <ListFilter
        label={t`Figures`}
        keep={['period', 'by', 'channel', 'sort', 'order']}
        narrowed={Boolean(search || from || to)}
      >
        <Field label={<Trans>Fund drive</Trans>} name="search" className="w-full sm:w-72">
          <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or address`} />
        </Field>
        <DayFields from={from} to={to} />
      </ListFilter>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Choice label={t`Period`}>
          <FilterLinks
            label={t`Period`}
            current={from || to ? '' : period}
            choices={periods.map((one) => ({
              id: one,
              to: queryOf({ ...asked, period: one, from: null, to: null }),
              label: i18n._(periodWords[one]),
            }))}
          />
        </Choice>
        <Choice label={t`Show by`}>
          <FilterLinks
            label={t`Show by`}
            current={by}
            choices={mine.map((one: RevenueBy) => ({
              id: one,
              to: queryOf({ ...asked, by: one }),
              label: i18n._(byWords[one]),
            }))}
          />
        </Choice>
        {page === 'donations' && (
          <Choice label={t`Channel`}>
            <FilterLinks
              label={t`Channel`}
              current={channel ?? 'all'}
              choices={[
                { id: 'all', to: queryOf({ ...asked, channel: null }), label: <Trans context="channels">All</Trans> },
                ...revenueChannels.map((one) => ({
                  id: one,
                  to: queryOf({ ...asked, channel: one }),
                  label: i18n._(revenueChannelWords[one]),
                })),
              ]}
            />
          </Choice>
        )}
      </div>
    </div>
  )
}

const Choice = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-1.5">
    <span aria-hidden="true" className="font-semibold text-muted text-sm">
      {label}
    </span>
    {children}
  </div>
)
