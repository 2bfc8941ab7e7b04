import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'

type OpenOrClosedProps = {
  /** What the list is called. */
  label: string
  state: 'open' | 'closed'
  search: string
  /** What can be searched for, shown while nothing is typed. */
  placeholder: string
  /** Where the list goes on. */
  next: string | null
  /** What else can be done, beside the search. */
  actions: ReactNode
  /** The table. */
  children: ReactNode
}

/** A list of what somebody has to see to: searched, and narrowed to what is open or to what is closed. */
export function OpenOrClosed({ label, state, search, placeholder, next, actions, children }: OpenOrClosedProps) {
  const { t } = useLingui()
  const narrowed = search ? `&search=${encodeURIComponent(search)}` : ''
  return (
    <div className="grid gap-4 *:min-w-0">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <ListFilter label={label} keep={['state', 'sort', 'order']} narrowed={Boolean(search)}>
          <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
            <Input type="search" defaultValue={search} maxLength={100} placeholder={placeholder} />
          </Field>
        </ListFilter>
        {actions}
      </div>
      <FilterLinks
        label={t`State`}
        current={state}
        choices={[
          { id: 'open', to: `?state=open${narrowed}`, label: <Trans>Open</Trans> },
          { id: 'closed', to: `?state=closed${narrowed}`, label: <Trans>Closed</Trans> },
        ]}
      />
      {children}
      <CursorPages next={next} param="after" />
    </div>
  )
}
