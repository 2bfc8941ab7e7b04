import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Ago } from '#app/ui/age.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import type { useDeed } from '#app/ui/use-deed.tsx'
import type { Comment } from './comment.ts'
import { CommentName } from './comment-name.tsx'
import { LikeButton, Likes } from './like-button.tsx'

type Told = Pick<Comment, 'id' | 'name' | 'content' | 'createdAt'>
type Place = { now: number; slug: string; cursor: string | null; closed?: boolean | undefined; report: Report }

/** One comment, as visitors read it. Its words are text, whatever they look like. */
export function CommentItem({ comment, now, slug, cursor, closed, report }: Place & { comment: Comment }) {
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

/** One's own comment that the owner looks at first: nobody else sees it. */
export function WaitingItem({ comment, now }: { comment: Told; now: number }) {
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

/** What the organiser did with it: pinned it, said thank you, answered. */
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

/** Of the list, not of the comment: a comment that was reported goes, and its visitor is thanked all the same. */
type Report = Pick<ReturnType<typeof useDeed>, 'Form' | 'busy'>

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
