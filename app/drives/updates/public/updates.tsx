import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { data, Link } from 'react-router'
import { driveWithUpdates, updatesOf } from '#app/drives/updates/updates.server.ts'
import { UpdatesList } from '#app/drives/updates/updates-list.tsx'
import { titled } from '#app/kit/brand.ts'
import { sentWholes } from '#app/money/payouts/payouts-list.server.ts'
import { db } from '#app/platform/db.server.ts'
import { OwnPages, PageHead } from '#app/site/own-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Pagination } from '#app/ui/table.tsx'
import type { Route } from './+types/updates.ts'

export async function loader({ params, url }: Route.LoaderArgs) {
  const drive = await driveWithUpdates(db, params.slug)
  if (!drive) throw data(null, { status: 404 })
  const asked = url.searchParams.get('page') ?? ''
  const found = await updatesOf(db, drive.id, { page: /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1 })
  const sent = await sentWholes(db, drive.id, { wholes: found.updates.flatMap(({ whole }) => whole ?? []) })
  return { slug: drive.slug, title: drive.title, ...found, sent }
}

/** The updates of a drive for its visitors, newest first. Reading them costs no view. */
export default function PublicUpdates({ loaderData }: Route.ComponentProps) {
  const { slug, title, updates, many, page, pages, sent } = loaderData
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Updates`)}</title>
      <meta name="robots" content="noindex" />
      <Link
        to={`/fundraiser/${slug}`}
        className="mb-3 inline-flex min-h-11 items-center gap-1.5 text-muted hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
        <Trans>Back to the fundraiser</Trans>
      </Link>
      <PageHead title={<Trans>Updates</Trans>} text={<bdi>{title}</bdi>} />
      <div className="grid gap-6 *:min-w-0">
        {many === 0 ? (
          <EmptyState level={2} title={<Trans>No updates yet</Trans>} />
        ) : (
          <>
            <p className="text-muted">
              <Plural value={many} one="# update" other="# updates" />
            </p>
            <UpdatesList updates={updates} sent={sent} />
          </>
        )}
        <Pagination page={page} pages={pages} />
      </div>
    </OwnPages>
  )
}
