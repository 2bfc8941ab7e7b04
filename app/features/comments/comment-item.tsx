import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Ago } from '#app/ui/age.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import type { Comment } from './comment.ts'
import { CommentName } from './comment-name.tsx'
import { LikeButton } from './like-button.tsx'

type Told = Pick<Comment, 'id' | 'name' | 'content' | 'createdAt'>
type Place = { now: number; slug: string; cursor: string | null }

/** One comment, as visitors read it. Its words are text, whatever they look like. */
export function CommentItem({ comment, now, slug, cursor }: Place & { comment: Comment }) {
  return (
    <Frame comment={comment} now={now}>
      <LikeButton slug={slug} comment={comment} cursor={cursor} />
    </Frame>
  )
}

/** One's own comment that the owner looks at first: nobody else sees it. */
export function WaitingItem({ comment, now }: { comment: Told; now: number }) {
  return (
    <Frame comment={comment} now={now}>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
        <Badge tone="warn">
          <Trans>Waiting</Trans>
        </Badge>
        <Trans>Only you can see it until the organiser has looked at it.</Trans>
      </p>
    </Frame>
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
