import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { commentCounts } from '#app/drives/comments/comment.server.ts'
import { commentsList } from '#app/drives/comments/comments-list.server.ts'
import { commentsView, OwnComments, UndoDelete } from '#app/drives/comments/comments-list.tsx'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { EmptyState, Part } from '#app/ui/empty-state.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import { ListFile } from '#app/ui/list-view.tsx'
import type { Route } from './+types/comments.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const reading = Promise.all([commentsList.page(db, id, url.searchParams), commentCounts(db, id)])
  const found = await part(context, reading)
  return { slug, found, deleted: url.searchParams.get('deleted'), served: Date.now() }
}

export default function Comments({ loaderData: { slug, found, deleted, served } }: Route.ComponentProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const counts: Record<string, number> = found === 'failed' ? {} : found[1]
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <section className="grid gap-5" aria-labelledby="comments-title">
      <DriveTitle page={t`Comments`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="comments-title" className="text-2xl">
          <Trans>Comments</Trans>
        </h2>
        {all > 0 && <ListFile view={commentsView} />}
      </div>
      <Part of={found}>
        {([{ rows, filter, next }]) => (
          <>
            {all > 0 && (
              <ListBar label={msg`Comments`} fields={commentsView.fields} filter={filter} counts={{ ...counts, all }} />
            )}
            {deleted && /^\d+$/.test(deleted) && <UndoDelete slug={slug} id={deleted} />}
            {rows.length > 0 ? (
              <OwnComments slug={slug} comments={rows} served={served} />
            ) : (
              <NoComments any={all > 0} narrowed={search.size > 0} />
            )}
            <CursorPages next={next} param="after" />
          </>
        )}
      </Part>
    </section>
  )
}

const NoComments = ({ any, narrowed }: { any: boolean; narrowed: boolean }) => (
  <EmptyState
    level={3}
    title={any ? <Trans>No such comments</Trans> : <Trans>No comments yet</Trans>}
    text={
      any ? <Trans>Nothing here.</Trans> : <Trans>What visitors write on your public page will show up here.</Trans>
    }
    action={
      narrowed && (
        <LinkButton to="?" variant="secondary">
          <Trans>Show all comments</Trans>
        </LinkButton>
      )
    }
  />
)
