import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { databaseNow, db } from '#app/platform/db.server.ts'
import type { Route } from './+types/disputes-page.ts'
import { disputesList } from './disputes-list.server.ts'
import { disputesView } from './disputes-list.tsx'

export async function loader(asked: Route.LoaderArgs) {
  const [shown, now] = await Promise.all([shownTo(db, disputesList, asked), databaseNow(db)])
  return { shown, now }
}

/** Lists the disputes of payers' banks. */
export default function Disputes({ loaderData: { shown, now } }: Route.ComponentProps) {
  return (
    <div className="grid gap-4 *:min-w-0">
      <ListPart view={disputesView} shown={shown} more={{ now }} />
    </div>
  )
}
