import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { statusWords, type VisitStatus, visitStatuses } from './visit.ts'

type VisitFilter = { status: VisitStatus | null; day: string | null }

/** The filter as the end of an address. */
export function filterQuery({ status, day }: VisitFilter): string {
  const search = new URLSearchParams()
  if (status) search.set('status', status)
  if (day) search.set('day', day)
  return `?${search}`
}

/** Narrows the visits to a status and a day. Both stand in the address. */
export function VisitsFilter({ status, day }: VisitFilter) {
  const { t, i18n } = useLingui()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <FilterLinks
        label={t`Which visits`}
        current={status ?? 'all'}
        choices={[
          { id: 'all', to: filterQuery({ status: null, day }), label: <Trans context="visits">All</Trans> },
          ...visitStatuses.map((one) => ({
            ...{ id: one, to: filterQuery({ status: one, day }) },
            label: i18n._(statusWords[one]),
          })),
        ]}
      />
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-2">
        {status && <input type="hidden" name="status" value={status} />}
        <Field label={<Trans>Day</Trans>} name="day">
          <Input key={day} type="date" defaultValue={day ?? ''} />
        </Field>
        <Button variant="secondary">
          <Trans>Show day</Trans>
        </Button>
        {day && (
          <Link
            to={filterQuery({ status, day: null })}
            preventScrollReset
            className="text-link inline-flex min-h-11 items-center px-2"
          >
            <Trans>All days</Trans>
          </Link>
        )}
      </Form>
    </div>
  )
}

type HeadCountProps = {
  guests: number
  /** In words. */
  day: string | null
}

/** How many guests are to be expected: for the day that is looked at, or in all. */
export function HeadCount({ guests, day }: HeadCountProps) {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line bg-card px-4 py-3">
      <Users aria-hidden="true" className="size-5 shrink-0 text-brand" />
      <span className="figures font-semibold">
        {day ? (
          <Plural value={guests} one={`# confirmed guest on ${day}`} other={`# confirmed guests on ${day}`} />
        ) : (
          <Plural value={guests} one="# confirmed guest in all" other="# confirmed guests in all" />
        )}
      </span>
    </p>
  )
}
