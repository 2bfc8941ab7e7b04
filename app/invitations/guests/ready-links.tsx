import { Trans, useLingui } from '@lingui/react/macro'
import { filterQuery } from '#app/kit/list.ts'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import type { GuestsAsked } from './guests-fields.ts'
import { type ReadyFilter, readyAddress, readyFilters, readyNames, readyOf } from './ready-filters.ts'

type Props = { counts: Record<ReadyFilter | 'all', number>; filter: GuestsAsked }

/** The ready filters, each with the number of guests it finds. Those that find nobody are left out, except the open one. */
export function ReadyLinks({ counts, filter }: Props) {
  const { t, i18n } = useLingui()
  const { occasion } = filter
  const current = readyOf(filter)
  const shown = readyNames.filter((name) => counts[name] > 0 || name === current)
  if (shown.length === 0) return null
  return (
    <FilterLinks
      label={t`Guests to think of`}
      current={current ?? ''}
      choices={[
        {
          id: 'all',
          to: filterQuery({ occasion }),
          label: <Trans context="guests">All</Trans>,
          count: counts.all,
        },
        ...shown.map((name) => ({
          id: name,
          to: readyAddress(name, occasion),
          label: i18n._(readyFilters[name].words),
          count: counts[name],
        })),
      ]}
    />
  )
}
