import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { Form, Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { Input } from '#app/ui/input.tsx'
import { groupWords, type VisitGroup, visitGroups } from './visit.ts'

type VisitFilter = { group: VisitGroup; day: string | null }

/** The filter as the end of an address. */
function filterQuery({ group, day }: VisitFilter): string {
  const search = new URLSearchParams()
  if (group !== 'upcoming' || day) search.set('status', group)
  if (day) search.set('day', day)
  return `?${search}`
}

/** Narrows the visits to a group and a day. The address says both. */
export function VisitsFilter({ group, day }: VisitFilter) {
  const { t, i18n } = useLingui()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <FilterLinks
        label={t`Which visits`}
        current={group}
        choices={visitGroups.map((id) => ({
          id,
          to: filterQuery({ group: id, day }),
          label: i18n._(groupWords[id]),
        }))}
      />
      <Form method="get" preventScrollReset className="flex flex-wrap items-end gap-2">
        {group !== 'upcoming' && <input type="hidden" name="status" value={group} />}
        <Field label={<Trans>Day</Trans>} name="day">
          <Input key={day} type="date" defaultValue={day ?? ''} />
        </Field>
        <Button variant="secondary">
          <Trans>Show day</Trans>
        </Button>
        {day && (
          <Link
            to={filterQuery({ group, day: null })}
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
  /** The day in words. */
  day: string | null
}

/** Shows how many guests are to be expected: for the day that is looked at, or for all to come. */
export function HeadCount({ guests, day }: HeadCountProps) {
  return (
    <p className="flex items-center gap-3 rounded-card border border-line bg-card px-4 py-3">
      <Users aria-hidden="true" className="size-5 shrink-0 text-brand" />
      <span className="figures wrap-anywhere min-w-0 font-semibold">
        {day ? (
          <Plural value={guests} one={`# confirmed guest on ${day}`} other={`# confirmed guests on ${day}`} />
        ) : (
          <Plural value={guests} one="# confirmed guest to come" other="# confirmed guests to come" />
        )}
      </span>
    </p>
  )
}
