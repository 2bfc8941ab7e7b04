import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { useNow } from '#app/ui/age.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { MoreLink } from '#app/ui/more-link.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { CommentPage } from './comment.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem, WaitingItem } from './comment-item.tsx'
import type { CommentsSeen } from './comments-seen.server.ts'
import { extended, refreshed } from './known.ts'

type CommentsTabProps = {
  slug: string
  /** What `commentsSeen` found for this visitor. */
  seen: CommentsSeen
  /** Nobody can comment: the drive is not open. */
  closed?: boolean
  /** There are others than those that were seen, such as when they came while another tab was open. */
  behind?: boolean
}

/** The comments of a drive and the form for one's own. New ones of others appear as the page's loader runs again. */
export function CommentsTab({ slug, seen, closed, behind = false }: CommentsTabProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (behind) void revalidate()
  }, [behind, revalidate])
  const newest = `/fundraiser/${slug}?tab=comments`
  return (
    <div className="grid max-w-3xl gap-8">
      {!closed && (
        <CommentForm
          slug={slug}
          formKey={seen.key}
          // Further down the list one would look for it in vain.
          onPosted={() => seen.cursor && void navigate(newest, { preventScrollReset: true })}
        />
      )}
      {seen.cursor && (
        <Link to={newest} preventScrollReset className="text-link justify-self-start">
          <Trans>Back to the newest comments</Trans>
        </Link>
      )}
      <List key={seen.cursor} slug={slug} seen={seen} closed={closed} />
    </div>
  )
}

function List({ slug, seen, closed }: Pick<CommentsTabProps, 'slug' | 'seen' | 'closed'>) {
  const { t } = useLingui()
  const now = useNow(seen.now)
  const report = useDeed()
  const [before, setBefore] = useState(seen)
  const [known, setKnown] = useState<CommentPage>(seen)
  if (before !== seen) {
    setBefore(seen)
    setKnown(refreshed(known, seen))
  }
  if (known.comments.length + seen.waiting.length + seen.pinned.length === 0)
    return (
      <EmptyState
        level={3}
        title={<Trans>No comments yet</Trans>}
        text={!closed && <Trans>Be the first to leave a few words of encouragement.</Trans>}
      />
    )
  return (
    <div>
      <ol aria-label={t`Comments`} className="divide-y divide-line">
        {seen.waiting.map((comment) => (
          <WaitingItem key={comment.id} comment={comment} now={now} />
        ))}
        {[...seen.pinned, ...known.comments].map((comment) => (
          <CommentItem key={comment.id} {...{ comment, now, slug, closed, report }} cursor={seen.cursor} />
        ))}
      </ol>
      {known.next && <More slug={slug} next={known.next} onMore={(older) => setKnown(extended(known, older))} />}
    </div>
  )
}

type MoreProps = { slug: string; next: string; onMore: (older: CommentPage) => void }

/** Leads to older comments. */
function More({ slug, next, onMore }: MoreProps) {
  const load = async () => {
    const older = await partAfter(slug, next)
    onMore(older)
    const [first] = older.comments
    return first && `comment-${first.id}`
  }
  return (
    <MoreLink
      to={`/fundraiser/${slug}?tab=comments&comments=${next}`}
      load={load}
      failed={<Trans>They could not be loaded. Please try again.</Trans>}
    >
      <Trans>Show more comments</Trans>
    </MoreLink>
  )
}

async function partAfter(slug: string, next: string): Promise<CommentPage> {
  const answer = await fetch(`/fundraiser/${slug}/comments.json?before=${next}`)
  if (!answer.ok) throw new Error(`the comments were answered with ${answer.status}`)
  const part = (await answer.json()) as CommentPage
  return { ...part, comments: part.comments.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })) }
}
