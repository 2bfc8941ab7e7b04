import { shownTo } from '#app/office/list.server.ts'
import { ListPart } from '#app/office/list-page.tsx'
import { unplacedList } from '#app/office/payments/unplaced-list.server.ts'
import { unplacedView } from '#app/office/payments/unplaced-list.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced.ts'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, unplacedList, asked)

/** Money that the provider has for us and that fits no payment. */
export default function UnplacedPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart view={unplacedView} shown={loaderData} />
    </div>
  )
}
