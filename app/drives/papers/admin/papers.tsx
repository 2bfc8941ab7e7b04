import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayIn } from '#app/kit/time.ts'
import { actorIn } from '#app/people/accounts/confirm.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/papers.ts'
import { type DriveWithPapers, drivesWithPapers } from './papers-list.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const drives = await drivesWithPapers(db)
  await recordAccess(db, { by: actorIn(context), noun: 'paper' })
  return { drives }
}

/** Lists the fund drives whose organisers show papers. */
export default function Papers({ loaderData: { drives } }: Route.ComponentProps) {
  const { t } = useLingui()
  useLive(['office:desk'])
  return (
    <AdminPage page={t`Papers`} text={<Trans>Photos that organisers show us. Each is deleted after 30 days.</Trans>}>
      {drives.length === 0 ? (
        <EmptyState title={<Trans>No papers are waiting</Trans>} />
      ) : (
        <Card>
          <ul className="divide-y divide-line">
            {drives.map((drive) => (
              <DriveLine key={drive.slug} drive={drive} />
            ))}
          </ul>
        </Card>
      )}
    </AdminPage>
  )
}

function DriveLine({ drive }: { drive: DriveWithPapers }) {
  const { i18n } = useLingui()
  const { slug, title, owner, photos, unseen, until } = drive
  const day = dayIn(i18n.locale as Language, until)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <Link
          to={`/admin/papers/${slug}`}
          className="wrap-anywhere inline-flex min-h-11 items-center text-link"
          dir="auto"
        >
          {title}
        </Link>
        <p className="text-muted text-sm">
          <bdi>{owner}</bdi>
          {', '}
          <Plural
            value={photos}
            one={`# photo, deleted on ${day}`}
            other={`# photos, the first is deleted on ${day}`}
          />
        </p>
      </div>
      {unseen > 0 ? (
        <Badge tone="warn">
          <Plural value={unseen} one="# not seen" other="# not seen" />
        </Badge>
      ) : (
        <Badge tone="gain">
          <Trans>All seen</Trans>
        </Badge>
      )}
    </li>
  )
}
