import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/visits.ts'
import { bookedVisitsList } from './visits-list.server.ts'
import { bookedVisitsView } from './visits-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, bookedVisitsList, asked)

/** Lists the visits that guests booked, of all drives. */
export default function BookedVisits({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={bookedVisitsView}
      shown={loaderData}
      page={t`Visits`}
      text={
        <Trans>
          Owners confirm or cancel their visits themselves. Write to an owner who leaves guests without an answer.
        </Trans>
      }
    />
  )
}
