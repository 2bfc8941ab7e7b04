import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { MoreLink } from '#app/ui/more-link.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { CommentsSeen } from './comment.server.ts'
import type { Comment, CommentPage } from './comment.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentName } from './comment-name.tsx'

type CommentsTabProps = {
  slug: string
  /** The result of `commentsSeen` for this visitor. */
  seen: CommentsSeen
  /** Nobody can comment: the drive is not open. */
  closed?: boolean
  /** True if `seen` is outdated, such as when comments came while another tab was open. */
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
          // Shows the newest comments: further down the list the new one is missing.
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
  const report = useFormAction()
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
      {known.next && (
        <More slug={slug} next={known.next} onMore={(older) => setKnown(withMoreComments(known, older))} />
      )}
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

type Told = Pick<Comment, 'id' | 'name' | 'content' | 'createdAt'>
type Place = { now: number; slug: string; cursor: string | null; closed?: boolean | undefined; report: Report }

/** One comment, as visitors read it. Its words are text, whatever they look like. */
function CommentItem({ comment, now, slug, cursor, closed, report }: Place & { comment: Comment }) {
  return (
    <Frame comment={comment} now={now}>
      <FromOwner comment={comment} />
      <div className="flex flex-wrap items-start gap-x-4">
        {closed ? <Likes likes={comment.likes} /> : <LikeButton slug={slug} comment={comment} cursor={cursor} />}
        <ReportButton slug={slug} id={comment.id} report={report} />
      </div>
    </Frame>
  )
}

/** Shows the visitor's own comment that waits for the owner: nobody else sees it. */
function WaitingItem({ comment, now }: { comment: Told; now: number }) {
  return (
    <Frame comment={comment} now={now}>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        <Badge tone="warn">
          <Trans>Needs review</Trans>
        </Badge>
        <Trans>Only you can see it until the organiser approves it.</Trans>
      </p>
    </Frame>
  )
}

/** Shows the organiser's reactions: pinned, said thank you, answered. */
function FromOwner({ comment: { pinned, thanked, reply } }: { comment: Comment }) {
  return (
    <>
      {(pinned || thanked) && (
        <p className="mt-1.5 flex flex-wrap gap-2">
          {pinned && (
            <Badge tone="info">
              <Trans>Pinned</Trans>
            </Badge>
          )}
          {thanked && (
            <Badge tone="gain">
              <Trans>The organiser says thank you</Trans>
            </Badge>
          )}
        </p>
      )}
      {reply && (
        <div className="mt-2 border-brand border-l-2 pl-3">
          <p className="font-semibold text-sm">
            <Trans>The organiser’s reply</Trans>
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
            {reply}
          </p>
        </div>
      )}
    </>
  )
}

function Frame({ comment: { id, name, content, createdAt }, now, children }: FrameProps) {
  return (
    <li id={`comment-${id}`} tabIndex={-1} className="flex gap-3 py-4 outline-none first:pt-0 target:bg-well/60">
      <span className="mt-0.5 shrink-0">
        <Avatar name={name} size="small" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <CommentName name={name} />
          <Ago at={createdAt} now={now} />
        </p>
        <p className="wrap-anywhere mt-0.5 whitespace-pre-wrap" dir="auto">
          {content}
        </p>
        {children}
      </div>
    </li>
  )
}

type FrameProps = { comment: Told; now: number; children: ReactNode }

/** The form belongs to the list, not to the comment: a reported comment goes, and its visitor is thanked all the same. */
type Report = Pick<ReturnType<typeof useFormAction>, 'Form' | 'busy'>

/** Tells the organiser and us that a comment is improper. Folded, so that no thumb sends it by a slip. */
function ReportButton({ slug, id, report: { Form, busy } }: { slug: string; id: number; report: Report }) {
  const { t } = useLingui()
  return (
    <details className="text-sm">
      <summary className="flex min-h-11 cursor-pointer list-none items-center rounded-control px-2 font-semibold text-muted hover:bg-well">
        <Trans>Report</Trans>
      </summary>
      <Form method="post" action={`/fundraiser/${slug}/comment/report`} className="pb-2">
        <input type="hidden" name="comment" value={id} />
        <Button size="small" variant="secondary" busy={busy} busyText={t`Sending...`}>
          <Trans>Report this comment</Trans>
        </Button>
      </Form>
    </details>
  )
}

type LikeButtonProps = { slug: string; comment: Pick<Comment, 'id' | 'likes' | 'liked'>; cursor: string | null }

/** Shows the number of likes where nobody can like any more. */
function Likes({ likes }: { likes: number }) {
  if (likes === 0) return null
  return (
    <p className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-muted text-sm">
      <Heart aria-hidden="true" className="size-[1.125rem]" />
      <span className="figures">
        <Plural value={likes} one="# like" other="# likes" />
      </span>
    </p>
  )
}

/** Likes a comment, once. Shown as counted at once, and taken back when the server does not say so. */
function LikeButton({ slug, comment: { id, likes, liked }, cursor }: LikeButtonProps) {
  const { Form, busy, answer } = useFormAction()
  const counted = liked || answer?.ok === true
  const pressed = counted || busy
  const told = answer?.ok ? Number(answer.gave?.likes ?? 0) : 0
  const shown = Math.max(likes, told, busy && !counted ? likes + 1 : 0)
  return (
    <Form method="post" action={`/fundraiser/${slug}/like`}>
      <input type="hidden" name="comment" value={id} />
      {cursor && <input type="hidden" name="comments" value={cursor} />}
      <button
        type="submit"
        aria-pressed={pressed}
        onClick={(event) => pressed && event.preventDefault()}
        className={cx(
          '-ml-2 inline-flex min-h-11 items-center gap-1.5 rounded-control px-2 font-semibold text-sm hover:bg-well',
          pressed ? 'text-accent' : 'text-muted',
        )}
      >
        <Heart aria-hidden="true" className={cx('size-[1.125rem]', pressed && 'fill-current')} />
        <Trans>Like</Trans> {shown > 0 && <span className="figures">{shown}</span>}
      </button>
    </Form>
  )
}

// The comments that an open page shows: what it began with, what came since, and the older ones it was asked for.

/**
 * Merges the newly loaded beginning of the list with the rest that the page knows. New comments are on top; hidden ones
 * go; nothing falls off at the end of a list that a person is reading.
 */
export function refreshed(known: CommentPage, fresh: CommentPage): CommentPage {
  const oldest = fresh.comments.at(-1)?.id
  if (fresh.next === null || oldest === undefined) return fresh
  const seen = new Set(known.comments.map(({ id }) => id))
  // So many came since that the two parts no longer meet: between them there would be a gap.
  if (!fresh.comments.some(({ id }) => seen.has(id))) return fresh
  const rest = known.comments.filter(({ id }) => id < oldest)
  return rest.length === 0 ? fresh : { comments: [...fresh.comments, ...rest], next: known.next }
}

/** The list with its next part. */
export function withMoreComments(known: CommentPage, older: CommentPage): CommentPage {
  const oldest = known.comments.at(-1)?.id ?? Number.POSITIVE_INFINITY
  return { comments: [...known.comments, ...older.comments.filter(({ id }) => id < oldest)], next: older.next }
}
