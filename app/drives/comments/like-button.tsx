import { Plural, Trans } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { cx } from '#app/ui/cx.ts'
import { useDeed } from '#app/ui/use-deed.tsx'
import type { Comment } from './comment.ts'

type LikeButtonProps = { slug: string; comment: Pick<Comment, 'id' | 'likes' | 'liked'>; cursor: string | null }

/** How many like a comment, where nobody can any more. */
export function Likes({ likes }: { likes: number }) {
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
export function LikeButton({ slug, comment: { id, likes, liked }, cursor }: LikeButtonProps) {
  const { Form, busy, answer } = useDeed()
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
