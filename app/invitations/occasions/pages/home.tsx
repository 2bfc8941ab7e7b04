import { Trans, useLingui } from '@lingui/react/macro'
import { isToShare, OpenLinkCard } from '#app/invitations/guests/guest-pages/open-link.tsx'
import { countedOccasions, newestAnswers, nextStepOfHost, openLinkHere } from '#app/invitations/guests/home.server.ts'
import { News, NextLine, NextWay, OccasionCounts } from '#app/invitations/guests/home.tsx'
import { HelperNotice } from '#app/invitations/helpers/member-notice.tsx'
import { roleOfHelper } from '#app/invitations/helpers/members.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { cx } from '#app/ui/cx.ts'
import { FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/home.ts'
import { gatheringContext } from './context.ts'
import { GatheringTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const gathering = context.get(gatheringContext)
  const { id, status, slug, ownerName, managed, runs } = gathering
  const occasions = await countedOccasions(db, { id, status })
  const [next, news, open, helps] = await Promise.all([
    nextStepOfHost(db, id, occasions),
    part(context, newestAnswers(db, id)),
    occasions.some(isToShare) ? openLinkHere(gathering, namedOrigin(context.get(askedContext))) : null,
    managed && !runs ? roleOfHelper(db, { gathering_id: id }, context.get(personContext)!.id) : null,
  ])
  return { slug, ownerName, helps, occasions, next, news, open, served: Date.now() }
}

/** People by answer, the host's next task, and the newest answers. */
export default function Home({ loaderData }: Route.ComponentProps) {
  const { slug, ownerName, helps, occasions, next, news, open, served } = loaderData
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <GatheringTitle page={t`Home`} />
      <h2 className="sr-only">
        <Trans>Home</Trans>
      </h2>
      {helps && (
        <HelperNotice noun="gathering" role={helps} owner={ownerName} leave={`/gathering/${slug}/helpers/leave`} />
      )}
      {open && <OpenLinkCard {...open} slug={slug} />}
      {next && (
        <NextLine next={next}>
          <NextWay slug={slug} step={next.step} />
        </NextLine>
      )}
      <div className={cx('grid items-start gap-4 *:min-w-0', occasions.length > 1 && 'xl:grid-cols-2')}>
        {occasions.map((occasion) => (
          <OccasionCounts key={occasion.id} occasion={occasion} />
        ))}
      </div>
      {news === 'failed' ? (
        <FailedState title={<Trans>The newest answers could not be loaded</Trans>} />
      ) : (
        <News answers={news} served={served} />
      )}
    </div>
  )
}
