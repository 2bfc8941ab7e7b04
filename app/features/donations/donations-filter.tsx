import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { type Channel, channels, channelWords } from './donation.ts'

export type DonationFilter = { search: string; channel: Channel | null; day: string | null }

/** The filter as the end of an address. */
export function filterQuery(filter: DonationFilter): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  return `?${query}`
}

/** Narrows the gifts to what was written, a channel and a day. All of it is in the address. */
export function DonationsFilter({ filter }: { filter: DonationFilter }) {
  const { t, i18n } = useLingui()
  const { search, channel, day } = filter
  return (
    <div className="grid gap-4">
      <Form
        key={`${search} ${day}`}
        method="get"
        preventScrollReset
        role="search"
        aria-label={t`Donations`}
        className="flex flex-wrap items-end gap-3"
      >
        {channel && <input type="hidden" name="channel" value={channel} />}
        <Field label={<Trans>Search</Trans>} name="search" className="w-full sm:w-72">
          <Input type="search" defaultValue={search} maxLength={100} placeholder={t`Donor, email or message`} />
        </Field>
        <Field label={<Trans>Day</Trans>} name="day">
          <Input type="date" defaultValue={day ?? ''} />
        </Field>
        <Button variant="secondary" icon={<Search aria-hidden="true" className="size-4" />}>
          <Trans>Search</Trans>
        </Button>
        {(search || day) && (
          <Link
            to={filterQuery({ search: '', channel, day: null })}
            preventScrollReset
            className="text-link inline-flex min-h-11 items-center px-2"
          >
            <Trans>Clear</Trans>
          </Link>
        )}
      </Form>
      <FilterLinks
        label={t`Channel`}
        current={channel ?? 'all'}
        choices={[
          {
            id: 'all',
            to: filterQuery({ ...filter, channel: null }),
            label: <Trans context="channels">All</Trans>,
          },
          ...channels.map((one) => ({
            id: one,
            to: filterQuery({ ...filter, channel: one }),
            label: i18n._(channelWords[one]),
          })),
        ]}
      />
    </div>
  )
}
