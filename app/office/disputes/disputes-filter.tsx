import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { DisputeFilter } from './disputes.server.ts'

/** Narrows the disputes to how they stand, and to words. Both stand in the address. */
export function DisputesFilter({ filter: { search, state }, actions }: { filter: DisputeFilter; actions: ReactNode }) {
  const { t } = useLingui()
  const [address] = useSearchParams()
  const to = (value: string) => {
    const next = new URLSearchParams(address)
    next.delete('after')
    if (value) next.set('state', value)
    else next.delete('state')
    return `?${next}`
  }
  return (
    <div className="grid gap-4">
      <FilterLinks
        label={t`State`}
        current={state ?? 'all'}
        choices={[
          { id: 'all', to: to(''), label: <Trans context="disputes">All</Trans> },
          { id: 'open', to: to('open'), label: <Trans context="disputes">Open</Trans> },
          { id: 'won', to: to('won'), label: <Trans context="disputes">Won</Trans> },
          { id: 'lost', to: to('lost'), label: <Trans context="disputes">Lost</Trans> },
        ]}
      />
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Disputes`} keep={['sort', 'order', 'state']} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-80">
            <Input
              type="search"
              defaultValue={search}
              maxLength={100}
              placeholder={t`Reference, donor or fund drive`}
            />
          </Field>
        </ListFilter>
        {actions}
      </div>
    </div>
  )
}
