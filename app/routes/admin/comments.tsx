import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { recordLook } from '#app/features/audit/audit.server.ts'
import { actorIn } from '#app/features/people/confirm.server.ts'
import { OfficePage } from '#app/features/site/office-page.tsx'
import { heldAsked, heldComments } from '#app/office/comments/held.server.ts'
import { heldQuery } from '#app/office/comments/held.ts'
import { HeldFilter } from '#app/office/comments/held-filter.tsx'
import { HeldTable } from '#app/office/comments/held-table.tsx'
import { driveNamed } from '#app/office/drives/drives.server.ts'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { afterEachDeed } from '#app/ui/same-page.ts'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/comments.ts'

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const asked = heldAsked(searchParams)
  const { filter } = asked
  const [held, drive] = await Promise.all([
    heldComments(db, asked),
    filter.drive ? driveNamed(db, filter.drive) : undefined,
    recordLook(db, { by: actorIn(context), noun: 'comment', found: filter }),
  ])
  return { ...held, filter, drive }
}

// Whoever comes second sees what the first one did.
export const shouldRevalidate = afterEachDeed

/** Comments that look like spam and that nobody has looked at. */
export default function Comments({ loaderData }: Route.ComponentProps) {
  const { comments, next, count, filter, drive } = loaderData
  const { t } = useLingui()
  useLive(['office:desk'])
  const narrowed = Object.values(filter).some(Boolean)
  return (
    <OfficePage
      page={t`Comments in quarantine`}
      text={<Trans>They look like spam. Nobody sees them until the owner, or you, approve them.</Trans>}
      actions={comments.length > 0 && <ExportCsv href={`/admin/comments.csv${heldQuery(filter)}`} />}
    >
      {(count > 0 || narrowed) && <HeldFilter filter={filter} drive={drive} />}
      <HeldTable comments={comments} count={count} empty={<Nothing narrowed={narrowed} />} />
      <CursorPages next={next} param="after" first={<Trans>Back to the first page</Trans>} />
      <Outlet />
    </OfficePage>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState
        title={<Trans>No comments waiting</Trans>}
        text={<Trans>Comments that look like spam appear here until someone decides about them.</Trans>}
      />
    )
  return (
    <EmptyState
      title={<Trans>No such comments</Trans>}
      text={<Trans>No results.</Trans>}
      action={
        <LinkButton to="?" variant="secondary">
          <Trans>Show all comments</Trans>
        </LinkButton>
      }
    />
  )
}
