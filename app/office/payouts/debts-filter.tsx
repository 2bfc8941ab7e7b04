import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import type { DebtFilter } from './debts.server.ts'

/** Narrows the debts to words, and to those that nobody will pay any more. Both stand in the address. */
export function DebtsFilter({ filter: { search, state }, actions }: { filter: DebtFilter; actions: ReactNode }) {
  const { t } = useLingui()
  const words = search ? `&search=${encodeURIComponent(search)}` : ''
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={t`Debts`} keep={['sort', 'order', 'state']} narrowed={Boolean(search)}>
          <Field label={<Trans>Fund drive</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Title or address`} />
          </Field>
        </ListFilter>
        {actions}
      </div>
      <FilterLinks
        label={t`State`}
        current={state ?? 'all'}
        choices={[
          { id: 'all', to: `?${words.slice(1)}`, label: <Trans context="debts">All</Trans> },
          { id: 'hopeless', to: `?state=hopeless${words}`, label: <Trans>Nothing for 90 days</Trans> },
        ]}
      />
    </>
  )
}
