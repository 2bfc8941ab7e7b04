import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { UndoDelete } from '#app/features/comments/answers.tsx'
import { commentCounts } from '#app/features/comments/comment.server.ts'
import { commentsList } from '#app/features/comments/comments-list.server.ts'
import { commentsView, OwnComments } from '#app/features/comments/comments-list.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import { ListFile } from '#app/ui/list-view.tsx'
import type { Route } from './+types/comments.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const [list, counts] = await Promise.all([commentsList.page(db, id, url.searchParams), commentCounts(db, id)])
  return { slug, list, counts, deleted: url.searchParams.get('deleted'), served: Date.now() }
}

export default function Comments({ loaderData }: Route.ComponentProps) {
  const { slug, list, counts, deleted, served } = loaderData
  const { t } = useLingui()
  const [search] = useSearchParams()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className="grid gap-5" aria-labelledby="comments-title">
      <PageTitle page={t`Comments`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments-title" className="text-2xl">
          <Trans>Comments</Trans>
        </h2>
        {all > 0 && <ListFile view={commentsView} />}
      </div>
      {all > 0 && (
        <ListBar label={msg`Comments`} fields={commentsView.fields} filter={list.filter} counts={{ ...counts, all }} />
      )}
      {deleted && /^\d+$/.test(deleted) && <UndoDelete slug={slug} id={deleted} />}
      {list.rows.length > 0 ? (
        <OwnComments slug={slug} comments={list.rows} served={served} />
      ) : (
        <EmptyState
          level={3}
          title={all > 0 ? <Trans>No such comments</Trans> : <Trans>No comments yet</Trans>}
          text={
            all > 0 ? (
              <Trans>Nothing here.</Trans>
            ) : (
              <Trans>What visitors write on your public page will show up here.</Trans>
            )
          }
          action={
            search.size > 0 && (
              <LinkButton to="?" variant="secondary">
                <Trans>Show all comments</Trans>
              </LinkButton>
            )
          }
        />
      )}
      <CursorPages next={list.next} param="after" />
    </section>
  )
}
