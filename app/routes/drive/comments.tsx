import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { UndoDelete } from '#app/features/comments/answers.tsx'
import { commentCounts, ownComments } from '#app/features/comments/comment.server.ts'
import { states } from '#app/features/comments/comment.ts'
import { noCommentsWords, OwnComments, stateWords } from '#app/features/comments/own-comments.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import type { Route } from './+types/comments.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const state = states.find((one) => one === url.searchParams.get('state'))
  const before = url.searchParams.get('before')
  const [{ comments, next }, waiting, counts] = await Promise.all([
    ownComments(db, id, { state, decided: !state, before }),
    state || before ? [] : ownComments(db, id, { state: 'quarantined' }).then((part) => part.comments),
    commentCounts(db, id),
  ])
  const deleted = url.searchParams.get('deleted')
  // What waits for an answer is on top.
  return { slug, state: state ?? null, comments: [...waiting, ...comments], next, counts, deleted, served: Date.now() }
}

export default function Comments({ loaderData }: Route.ComponentProps) {
  const { slug, state, comments, next, counts, deleted, served } = loaderData
  const { t, i18n } = useLingui()
  const [search] = useSearchParams()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className="grid gap-5" aria-labelledby="comments-title">
      <PageTitle page={t`Comments`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments-title" className="text-2xl">
          <Trans>Comments</Trans>
        </h2>
        {all > 0 && <ExportCsv href={`/fund-drive/${slug}/comments.csv${state ? `?state=${state}` : ''}`} />}
      </div>
      {all > 0 && (
        <FilterLinks
          label={t`Which comments`}
          current={state ?? 'all'}
          choices={[
            { id: 'all', to: '?', label: <Trans>All</Trans>, count: all },
            ...(['quarantined', 'shown', 'hidden'] as const).map((one) => ({
              id: one,
              to: `?state=${one}`,
              count: counts[one],
              label: i18n._(stateWords[one]),
            })),
          ]}
        />
      )}
      {deleted && /^\d+$/.test(deleted) && <UndoDelete slug={slug} id={deleted} />}
      {comments.length > 0 ? (
        <OwnComments slug={slug} comments={comments} served={served} />
      ) : (
        <EmptyState
          level={3}
          {...noCommentsWords(all > 0)}
          action={
            search.size > 0 && (
              <LinkButton to="?" variant="secondary">
                <Trans>Show all comments</Trans>
              </LinkButton>
            )
          }
        />
      )}
      <CursorPages next={next} param="before" />
    </section>
  )
}
