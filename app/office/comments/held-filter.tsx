import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { OnlyOf } from '#app/ui/only-of.tsx'
import type { HeldFilter as Filter } from './held.ts'

type HeldFilterProps = {
  filter: Filter
  /** The drive that the address names. */
  drive: { title: string } | undefined
}

/** Narrows the comments that wait to words and to one drive. All of it stands in the address. */
export function HeldFilter({ filter, drive }: HeldFilterProps) {
  const { t } = useLingui()
  const [query] = useSearchParams()
  const all = new URLSearchParams(query)
  all.delete('drive')
  all.delete('after')
  return (
    <div className="grid gap-4">
      <ListFilter label={t`Comments in quarantine`} keep={['sort', 'order', 'drive']} narrowed={Boolean(filter.search)}>
        <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-80">
          <Input
            type="search"
            defaultValue={filter.search}
            maxLength={100}
            placeholder={t`Words, name or fund drive`}
          />
        </Field>
      </ListFilter>
      {filter.drive && <OnlyOf title={drive?.title} all={`?${all}`} />}
    </div>
  )
}
