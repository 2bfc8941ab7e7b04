import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { Link, Outlet } from 'react-router'
import { recordedHidden } from '#app/drives/drive/manage.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { recordedList } from '#app/group/recorded-gifts/recorded-list.server.ts'
import { RecordedHidden, recordedView } from '#app/group/recorded-gifts/recorded-list.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { Part } from '#app/ui/empty-state.tsx'
import { FormButton } from '#app/ui/form-button.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/recorded.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const [list, hides] = await Promise.all([
    part(context, recordedList.page(db, id, url.searchParams)),
    part(context, recordedHidden(db, id)),
  ])
  return { slug, list, hides }
}

export default function Recorded({ loaderData: { slug, list, hides } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="recorded-title">
      <DriveTitle page={t`Recorded gifts`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="recorded-title" className="text-2xl">
          <Trans>Recorded gifts</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          {list !== 'failed' && list.rows.length > 0 && <ListFile view={recordedView} />}
          <Changing>
            <FormButton to={`/fund-drive/${slug}/recorded/add`} icon={<Plus aria-hidden="true" className="size-5" />}>
              <Trans>Record a gift</Trans>
            </FormButton>
          </Changing>
        </div>
      </div>
      <Part of={hides}>{({ us }) => us !== null && <RecordedHidden why={us} />}</Part>
      <p className="max-w-[65ch] text-muted">
        <Trans>
          Cash, cheques and money to your own number. It is shown beside what comes through {'{brand}'}, can’t be
          withdrawn here, and costs no fee.
        </Trans>{' '}
        <Link to={`/fundraiser/${slug}/recorded`} className="inline-block py-2 text-link">
          <Trans>See what visitors see</Trans>
        </Link>
      </p>
      <Part of={list}>{(list) => <List view={recordedView} shown={list} more={{ slug }} />}</Part>
      <Outlet />
    </section>
  )
}
