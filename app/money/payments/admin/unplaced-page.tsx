import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/unplaced-page.ts'
import { unplacedList } from './unplaced-list.server.ts'
import { unplacedView } from './unplaced-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, unplacedList, asked)

/** Lists money that the provider has for us and that fits no payment. */
export default function UnplacedPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart view={unplacedView} shown={loaderData} />
    </div>
  )
}
