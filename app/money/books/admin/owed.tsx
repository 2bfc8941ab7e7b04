import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/owed.ts'
import { owedList } from './owed-list.server.ts'
import { owedView } from './owed-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, owedList, asked)

/** Shows the amounts owed to drives' owners, the largest first. */
export default function OwedPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart view={owedView} shown={loaderData} />
    </div>
  )
}
