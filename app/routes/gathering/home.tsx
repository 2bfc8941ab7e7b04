import { Trans, useLingui } from '@lingui/react/macro'
import { countedOccasions, newestAnswers, nextStepOf } from '#app/features/guests/home.server.ts'
import { News, NextLine, NextWay, OccasionCounts } from '#app/features/guests/home.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { cx } from '#app/ui/cx.ts'
import { FailedState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/home.ts'
import { gatheringContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, status, slug } = context.get(gatheringContext)
  const occasions = await countedOccasions(db, { id, status })
  const [next, news] = await Promise.all([nextStepOf(db, id, occasions), part(context, newestAnswers(db, id))])
  return { slug, occasions, next, news, served: Date.now() }
}

/** People by answer, what waits for the host, and what guests answered last. */
export default function Home({ loaderData: { slug, occasions, next, news, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4 *:min-w-0">
      <PageTitle page={t`Home`} />
      <h2 className="sr-only">
        <Trans>Home</Trans>
      </h2>
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
