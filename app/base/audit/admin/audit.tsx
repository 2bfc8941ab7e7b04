import { Trans, useLingui } from '@lingui/react/macro'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPage } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import type { Route } from './+types/audit.ts'
import { logList, whoActed } from './log-list.server.ts'
import { logView } from './log-list.tsx'

export async function loader(asked: Route.LoaderArgs) {
  const from = lagDb(asked.context)
  const [shown, people] = await Promise.all([shownTo(db, logList, asked, from), whoActed(from)])
  return { shown, people: people.map(({ id, name, email }) => ({ id, words: `${name} · ${email}` })) }
}

export default function AuditLog({ loaderData: { shown, people } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <ListPage
      view={logView}
      shown={shown}
      options={{ by: people }}
      page={t`Audit Log`}
      text={<Trans>What administrators did and viewed. Nothing here can be changed or removed.</Trans>}
    />
  )
}
