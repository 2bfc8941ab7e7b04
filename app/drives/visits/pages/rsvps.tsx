import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Users } from 'lucide-react'
import { Form, Link } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { countVisits, headCount, placeOfVisits } from '#app/drives/visits/visit.server.ts'
import {
  groupOf,
  groupWords,
  noonOfVisit,
  type VisitGroup,
  type VisitPlace,
  visitGroups,
} from '#app/drives/visits/visit.ts'
import { visitsList } from '#app/drives/visits/visits-list.server.ts'
import { visitsView } from '#app/drives/visits/visits-list.tsx'
import { filterIn } from '#app/kit/list.ts'
import { dayIn } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState, Part } from '#app/ui/empty-state.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { ListFile, ListTable } from '#app/ui/list-view.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/rsvps.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const { day } = filterIn(visitsView.fields, url.searchParams)
  const now = new Date()
  const [list, guests, total, place] = await Promise.all([
    part(context, visitsList.page(db, id, url.searchParams)),
    part(context, headCount(db, id, day, now)),
    part(context, countVisits(db, id)),
    part(context, placeOfVisits(db, id)),
  ])
  const dayWords = day && dayIn(context.get(languageContext), noonOfVisit(day))
  return { slug, place, dayWords, list, guests, any: total === 'failed' || total > 0, now }
}

export default function Rsvps({ loaderData }: Route.ComponentProps) {
  const { slug, dayWords, place, list, guests, any, now } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="rsvps-title">
      <DriveTitle page={t`RSVPs`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="rsvps-title" className="text-2xl">
          <Trans>RSVPs</Trans>
        </h2>
        {any && <ListFile view={visitsView} />}
      </div>
      <Part of={place}>{(place) => <PlaceCard slug={slug} place={place} />}</Part>
      {any && <Part of={guests}>{(guests) => <HeadCount guests={guests} day={dayWords} />}</Part>}
      <Part of={list}>
        {({ rows, filter, next }) => (
          <>
            {any && <VisitsFilter group={groupOf(filter)} day={filter.day} />}
            <ListTable view={visitsView} {...{ rows, filter }} more={{ slug, now }} empty={any && <Nothing />} />
            <CursorPages next={next} param="after" />
          </>
        )}
      </Part>
    </section>
  )
}

const Nothing = () => (
  <EmptyState
    level={3}
    title={<Trans>No visits like this</Trans>}
    text={<Trans>Choose another group or day to see more.</Trans>}
    action={
      <LinkButton to="?status=all" variant="secondary">
        <Trans>Show all visits</Trans>
      </LinkButton>
    }
  />
)

/** Shows what a confirmed guest is told about the way, or asks for it while it is missing. */
function PlaceCard({ slug, place }: { slug: string; place: VisitPlace }) {
  const { address, directions, phone } = place
  const to = `/fund-drive/${slug}/rsvps/place`
  if (!address)
    return (
      <Notice tone="warn" title={<Trans>Where should guests come?</Trans>}>
        <p>
          <Trans>Add an address and a phone number. Only guests whose visit you confirm get them, by email.</Trans>
        </p>
        <Changing>
          <LinkButton to={to} size="small" className="mt-3">
            <Trans>Add visit address</Trans>
          </LinkButton>
        </Changing>
      </Notice>
    )
  return (
    <Card
      level={3}
      title={<Trans>Where guests come</Trans>}
      text={<Trans>Guests whose visit you confirm get this by email.</Trans>}
      action={
        <Changing>
          <LinkButton to={to} size="small" variant="secondary">
            <Trans>Change</Trans>
          </LinkButton>
        </Changing>
      }
    >
      <div className="wrap-anywhere grid gap-1" dir="auto">
        <p dir="auto" className="font-semibold">
          {address}
        </p>
        {directions && (
          <p dir="auto" className="whitespace-pre-wrap text-muted">
            {directions}
          </p>
        )}
        {phone && <p className="figures">{phone}</p>}
      </div>
    </Card>
  )
}

type VisitFilter = { group: VisitGroup; day: string | null }

/** The filter as the end of an address. */
function filterQuery({ group, day }: VisitFilter): string {
  const search = new URLSearchParams()
  if (group !== 'upcoming' || day) search.set('status', group)
  if (day) search.set('day', day)
  return `?${search}`
}

/** Narrows the visits to a group and a day. The address says both. */
function VisitsFilter({ group, day }: VisitFilter) {
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
function HeadCount({ guests, day }: HeadCountProps) {
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
