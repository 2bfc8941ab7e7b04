import { Trans, useLingui } from '@lingui/react/macro'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { auditLogCounted, countedTo, logAskedIn, whoActed } from '#app/office/audit/log.server.ts'
import { foundIn, logQuery } from '#app/office/audit/log.ts'
import { LogFilter } from '#app/office/audit/log-filter.tsx'
import { LogTable } from '#app/office/audit/log-table.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/audit.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { list, ...filter } = logAskedIn(searchParams)
  const [{ rows, next, count }, people] = await Promise.all([auditLogCounted(db, { ...filter, list }), whoActed(db)])
  // Written after it was read: whoever opens the log first sees what others did.
  await recordLook(db, { by: actorIn(context), noun: 'audit log', found: foundIn(filter) })
  return { filter, lines: rows, next, people, count: { lines: Math.min(count, countedTo), more: count > countedTo } }
}

export default function AuditLog({ loaderData: { filter, lines, next, people, count } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OfficePage
      page={t`Audit Log`}
      text={<Trans>What administrators did and viewed. Nothing here can be changed or removed.</Trans>}
      actions={lines.length > 0 && <ExportCsv href={`/admin/audit.csv${logQuery(filter)}`} />}
    >
      <LogFilter filter={filter} people={people} />
      <LogTable lines={lines} count={count} empty={<Nothing />} />
      <CursorPages next={next} param="after" />
    </OfficePage>
  )
}

const Nothing = () => (
  <EmptyState
    title={<Trans>No such lines</Trans>}
    text={<Trans>No results.</Trans>}
    action={
      <LinkButton to="?" variant="secondary">
        <Trans>Show the whole log</Trans>
      </LinkButton>
    }
  />
)
