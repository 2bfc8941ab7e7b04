import { Trans, useLingui } from '@lingui/react/macro'
import { type MouseEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { CommentPage } from './comment.ts'
import { useNow } from './comment-age.tsx'
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
      <List key={seen.cursor} slug={slug} seen={seen} />
    </div>
  )
}

function List({ slug, seen }: { slug: string; seen: CommentsSeen }) {
  const { t } = useLingui()
  const now = useNow(seen.now)
  const [before, setBefore] = useState(seen)
  const [known, setKnown] = useState<CommentPage>(seen)
  if (before !== seen) {
    setBefore(seen)
    setKnown(refreshed(known, seen))
  }
  if (known.comments.length === 0 && seen.waiting.length === 0)
    return (
      <EmptyState
        level={3}
        title={<Trans>No comments yet</Trans>}
        text={<Trans>Be the first to leave a few words of encouragement.</Trans>}
      />
    )
  return (
    <div>
      <ol aria-label={t`Comments`} className="divide-y divide-line">
        {seen.waiting.map((comment) => (
          <WaitingItem key={comment.id} comment={comment} now={now} />
        ))}
        {known.comments.map((comment) => (
          <CommentItem key={comment.id} comment={comment} now={now} slug={slug} cursor={seen.cursor} />
        ))}
      </ol>
      {known.next && <More slug={slug} next={known.next} onMore={(older) => setKnown(extended(known, older))} />}
    </div>
  )
}

type MoreProps = { slug: string; next: string; onMore: (older: CommentPage) => void }

/** Leads to the next part of the list; with a script that part is put below this one. */
function More({ slug, next, onMore }: MoreProps) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const more = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (state === 'loading') return
    setState('loading')
    try {
      const older = await partAfter(slug, next)
      onMore(older)
      setState('idle')
      // Whoever goes on by keyboard goes on with the first of the new ones.
      requestAnimationFrame(() => document.getElementById(`comment-${older.comments[0]?.id}`)?.focus())
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="mt-4 grid justify-items-center gap-2">
      <Link
        to={`/fundraiser/${slug}?tab=comments&comments=${next}`}
        preventScrollReset
        onClick={more}
        aria-busy={state === 'loading' || undefined}
        className={buttonClass({ variant: 'secondary' })}
      >
        <Trans>Show more comments</Trans>
      </Link>
      <p role="status" className="text-sm text-stop">
        {state === 'failed' && <Trans>They could not be loaded. Please try again.</Trans>}
      </p>
    </div>
  )
}

async function partAfter(slug: string, next: string): Promise<CommentPage> {
  const answer = await fetch(`/fundraiser/${slug}/comments.json?before=${next}`)
  if (!answer.ok) throw new Error(`the comments were answered with ${answer.status}`)
  const part = (await answer.json()) as CommentPage
  return { ...part, comments: part.comments.map((one) => ({ ...one, createdAt: new Date(one.createdAt) })) }
}
