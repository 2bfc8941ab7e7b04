import { Trans, useLingui } from '@lingui/react/macro'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { pledgesPath } from '#app/group/pledges/pledge.ts'
import { type PledgeSums, pledgesList, sumsOf } from '#app/group/pledges/pledges-list.server.ts'
import { pledgesView, ReleaseQuestion } from '#app/group/pledges/pledges-list.tsx'
import { moneyText } from '#app/kit/money.ts'
import { dayAt } from '#app/kit/time.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Part } from '#app/ui/empty-state.tsx'
import { List, ListFile } from '#app/ui/list-view.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { StatTile } from '#app/ui/stat-tile.tsx'
import type { Route } from './+types/pledges.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const [list, sums] = await Promise.all([
    part(context, pledgesList.page(db, id, url.searchParams)),
    part(context, sumsOf(db, id)),
  ])
  return { slug, list, sums, today: dayAt(new Date()) }
}

export default function Pledges({ loaderData: { slug, list, sums, today } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <section className="grid gap-5" aria-labelledby="pledges-title">
      <DriveTitle page={t`Pledges`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="pledges-title" className="text-2xl">
          <Trans>Pledges</Trans>
        </h2>
        <div className="flex flex-wrap gap-3">
          <Changing>
            <LinkButton to={`${pledgesPath(slug)}/write`} variant="secondary">
              <Trans>Write down a pledge</Trans>
            </LinkButton>
          </Changing>
          {sums !== 'failed' && sums.count > 0 && <ListFile view={pledgesView} />}
        </div>
      </div>
      <Part of={sums}>{(sums) => sums.count > 0 && <PledgeSumsView {...sums} />}</Part>
      <p className="text-muted">
        <Trans>A pledge is a promise and no money: it is counted only when it is given.</Trans>
      </p>
      <Part of={list}>
        {(list) => (
          <>
            <List view={pledgesView} shown={list} more={{ slug, today }} />
            <Changing>
              <ReleaseQuestion slug={slug} pledges={list.rows} />
            </Changing>
          </>
        )}
      </Part>
    </section>
  )
}

/** The sums of a drive's pledges. A pledge is no money: it can't be withdrawn. */
const PledgeSumsView = ({ given, open, late }: PledgeSums) => (
  <div className="grid gap-3 sm:grid-cols-3">
    <StatTile label={<Trans>Still open</Trans>} value={moneyText(open)} />
    <StatTile label={<Trans>Overdue</Trans>} value={moneyText(late)} />
    <StatTile label={<Trans>Given of pledges</Trans>} value={moneyText(given)} />
  </div>
)
