import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { askedIn, foundBy, peopleOf, peopleTotals } from '#app/office/people/people.server.ts'
import { PeopleFilter } from '#app/office/people/people-filter.tsx'
import { PeopleTable } from '#app/office/people/people-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/system-users.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = askedIn(searchParams)
  const [{ people, next }, totals] = await Promise.all([
    peopleOf(db, asked),
    peopleTotals(db, asked.filter),
    recordLook(db, { by: actorIn(context), noun: 'person', found: foundBy(asked) }),
  ])
  return { filter: asked.filter, people, next, totals }
}

export default function SystemUsers({ loaderData: { filter, people, next, totals } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  return (
    <OfficePage
      page={t`System Users`}
      text={<Trans>Everyone with an account. Viewing this page is logged.</Trans>}
      actions={people.length > 0 && <ExportCsv href={`/admin/system-users.csv?${search}`} />}
    >
      <PeopleFilter filter={filter} />
      <PeopleTable people={people} totals={totals} empty={<Nothing />} />
      <CursorPages next={next} param="after" />
    </OfficePage>
  )
}

/** There is always somebody: whoever reads this is. */
const Nothing = () => (
  <EmptyState
    title={<Trans>No such people</Trans>}
    text={<Trans>No results.</Trans>}
    action={
      <LinkButton to="?" variant="secondary">
        <Trans>Show everyone</Trans>
      </LinkButton>
    }
  />
)
