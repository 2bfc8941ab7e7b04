import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { channels, channelWords } from '#app/features/donations/donation.ts'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input, Select } from '#app/ui/input.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { OnlyOf } from '#app/ui/only-of.tsx'
import { type GiftFilter, giftStates, stateWords } from './gift.ts'

type GiftsFilterProps = {
  filter: GiftFilter
  /** The drive that the address names. */
  drive: { title: string } | undefined
}

/** Narrows all gifts to what became of them, to words, a channel, days and a drive. All of it stands in the address. */
export function GiftsFilter({ filter, drive }: GiftsFilterProps) {
  const { t, i18n } = useLingui()
  const { search, channel, from, to } = filter
  const narrowedBy = useWith()
  return (
    <div className="grid gap-4">
      <FilterLinks
        label={t`State`}
        current={filter.state ?? 'all'}
        choices={[
          { id: 'all', to: narrowedBy('state', null), label: <Trans context="donations">All</Trans> },
          ...giftStates.map((one) => ({ id: one, to: narrowedBy('state', one), label: i18n._(stateWords[one]) })),
        ]}
      />
      <ListFilter
        label={t`Donations`}
        keep={['sort', 'order', 'state', 'drive']}
        narrowed={Boolean(search || channel || from || to)}
      >
        <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-80">
          <Input
            type="search"
            defaultValue={search}
            maxLength={100}
            placeholder={t`Reference, name, email or amount`}
          />
        </Field>
        <Field label={<Trans>Channel</Trans>} name="channel">
          <Select defaultValue={channel ?? ''}>
            <option value="">{t`All channels`}</option>
            {channels.map((one) => (
              <option key={one} value={one}>
                {i18n._(channelWords[one])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>From day</Trans>} name="from">
          <Input type="date" defaultValue={from} />
        </Field>
        <Field label={<Trans>To day</Trans>} name="to">
          <Input type="date" defaultValue={to} />
        </Field>
      </ListFilter>
      {filter.drive && <OnlyOf title={drive?.title} all={narrowedBy('drive', null)} />}
    </div>
  )
}

/** The address with another value for a name; a list that is narrowed otherwise begins at its first page. */
function useWith() {
  const [search] = useSearchParams()
  return (name: string, value: string | null) => {
    const next = new URLSearchParams(search)
    next.delete('after')
    if (value === null) next.delete(name)
    else next.set(name, value)
    return `?${next}`
  }
}
