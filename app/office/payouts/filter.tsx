import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { statusWords } from '#app/features/payouts/payout.ts'
import { DayFields } from '#app/ui/day-fields.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { OnlyOf } from '#app/ui/only-of.tsx'
import { type ListFilter as Filter, filterQuery, states } from './office.ts'

type PayoutsFilterProps = {
  filter: Filter
  /** The drive that the address names. */
  drive: { title: string } | undefined
}

/** Narrows payouts to what is looked for: by words, by days, by state, by a drive. All of it stands in the address. */
export function PayoutsFilter({ filter, drive }: PayoutsFilterProps) {
  const { t, i18n } = useLingui()
  const { search, state, from, to } = filter
  const narrowedTo = useNarrowedTo(filter)
  return (
    <div className="grid gap-4">
      <ListFilter
        label={t`Payouts`}
        keep={['sort', 'order', 'state', 'drive']}
        narrowed={Boolean(search || from || to)}
      >
        <Search search={search} />
        <DayFields from={from} to={to} />
      </ListFilter>
      <FilterLinks
        label={t`Status`}
        current={state ?? 'all'}
        choices={[
          { id: 'all', to: narrowedTo({ state: null }), label: <Trans context="payouts">All</Trans> },
          ...states.map((one) => ({ id: one, to: narrowedTo({ state: one }), label: i18n._(statusWords[one]) })),
        ]}
      />
      {filter.drive && <OnlyOf title={drive?.title} all={narrowedTo({ drive: null })} />}
    </div>
  )
}

type RequestsFilterProps = { filter: Filter; counts: Record<'processing' | 'approved', number> }

/** The same for those that wait for a decision, and those that are on their way. */
export function RequestsFilter({ filter, counts }: RequestsFilterProps) {
  const { t } = useLingui()
  const narrowedTo = useNarrowedTo(filter)
  return (
    <div className="grid gap-4">
      <ListFilter label={t`Withdrawal Requests`} keep={['sort', 'order', 'state']} narrowed={Boolean(filter.search)}>
        <Search search={filter.search} />
      </ListFilter>
      <FilterLinks
        label={t`Status`}
        current={filter.state ?? ''}
        choices={[
          {
            ...{ id: 'processing', to: narrowedTo({ state: null }), count: counts.processing },
            label: <Trans>Waiting for a decision</Trans>,
          },
          {
            id: 'approved',
            to: narrowedTo({ state: 'approved' }),
            count: counts.approved,
            label: <Trans>On their way</Trans>,
          },
        ]}
      />
    </div>
  )
}

function Search({ search }: { search: string }) {
  const { t } = useLingui()
  return (
    <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-80">
      <Input
        type="search"
        defaultValue={search}
        maxLength={100}
        placeholder={t`Owner, fund drive, reference or code`}
      />
    </Field>
  )
}

/** The same list, narrowed otherwise in one thing; the sorting stays. */
function useNarrowedTo(filter: Filter) {
  const [query] = useSearchParams()
  return (otherwise: Partial<Filter>) => {
    const sorted = ['sort', 'order'].flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : []))
    const words = new URLSearchParams([...new URLSearchParams(filterQuery({ ...filter, ...otherwise })), ...sorted])
    return `?${words}`
  }
}
