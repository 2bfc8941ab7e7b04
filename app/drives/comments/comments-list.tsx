import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Heart } from 'lucide-react'
import { type FileColumn, links } from '#app/kit/list.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Ago, useNow } from '#app/ui/age.tsx'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type CommentState, contentMax, type OwnComment } from './comment.ts'
import { CommentName } from './comment-name.tsx'
import { suspicionWords } from './suspicion.ts'

/** The state of a comment in a word. */
const stateWords: Record<CommentState, Words> = {
  shown: msg`Visible`,
  quarantined: msg`Needs review`,
  hidden: msg`Hidden`,
}
const tones: Record<CommentState, BadgeTone> = { shown: 'gain', quarantined: 'warn', hidden: 'neutral' }

/** The comments of a drive, for its owner. On the page they are no table. */
export const commentsView = {
  address: '/fund-drive/:slug/comments',
  fields: {
    state: links({
      label: msg`Which comments`,
      of: ['quarantined', 'shown', 'hidden'],
      words: stateWords,
      all: msg`All`,
    }),
  },
  columns: [
    { head: msg`Name`, plain: ({ name }) => name },
    { head: msg`Comment`, plain: ({ content }) => content },
    { head: msg`Likes`, plain: ({ likes }) => likes },
    { head: msg`Status`, plain: ({ state }, { words }) => words._(stateWords[state]) },
    { head: msg`Date`, plain: ({ createdAt }, { language }) => momentIn(language, createdAt) },
  ] satisfies FileColumn<OwnComment>[],
}

/** The comments of a drive as its owner sees them, each with what can be done. */
export function OwnComments({ slug, comments, served }: { slug: string; comments: OwnComment[]; served: number }) {
  const { t } = useLingui()
  const now = useNow(served)
  return (
    <ol aria-label={t`Comments`} className="divide-y divide-line rounded-card border border-line bg-card">
      {comments.map((comment) => (
        <OwnItem key={comment.id} slug={slug} comment={comment} now={now} />
      ))}
    </ol>
  )
}

function OwnItem({ slug, comment, now }: { slug: string; comment: OwnComment; now: number }) {
  const { i18n } = useLingui()
  const { name, content, createdAt, likes, state, suspicion } = comment
  return (
    <li className="grid gap-2 p-4 sm:px-5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CommentName name={name} />
        <Ago at={createdAt} now={now} />
        <Badge tone={tones[state]}>{i18n._(stateWords[state])}</Badge>
      </p>
      <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
        {content}
      </p>
      {state === 'quarantined' && suspicion && <p className="text-sm text-warn">{i18n._(suspicionWords[suspicion])}</p>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {likes > 0 && (
          <p className="flex items-center gap-1.5 text-muted text-sm">
            <Heart aria-hidden="true" className="size-4" />
            <Plural value={likes} one="# like" other="# likes" />
          </p>
        )}
        <StateButtons slug={slug} comment={comment} />
      </div>
      <CommentAnswers slug={slug} comment={comment} />
    </li>
  )
}

/** Shows the buttons that make a comment visible to everybody, or to nobody. */
function StateButtons({ slug, comment: { id, state } }: { slug: string; comment: OwnComment }) {
  const { Form, busy } = useFormAction()
  if (useReadOnly()) return null
  return (
    <Form method="post" action={`/fund-drive/${slug}/comments/state`} className="flex flex-wrap gap-2">
      <input type="hidden" name="comment" value={id} />
      {state !== 'shown' && (
        <Button
          size="small"
          variant={state === 'hidden' ? 'secondary' : 'primary'}
          name="state"
          value="shown"
          busy={busy}
        >
          {state === 'hidden' ? <Trans>Show</Trans> : <Trans>Approve</Trans>}
        </Button>
      )}
      {state !== 'hidden' && (
        <Button size="small" variant="secondary" name="state" value="hidden" busy={busy}>
          <Trans>Hide</Trans>
        </Button>
      )}
    </Form>
  )
}

/** Shows the owner's other actions: reply, say thank you and pin for a visible comment; delete for any. */
export function CommentAnswers({ slug, comment }: { slug: string; comment: OwnComment }) {
  if (useReadOnly()) return null
  const base = `/fund-drive/${slug}/comments`
  return (
    <div className="flex flex-wrap items-start gap-x-2 gap-y-2">
      {comment.state === 'shown' && (
        <>
          <Reply base={base} comment={comment} />
          <Marks base={base} comment={comment} />
        </>
      )}
      <Delete base={base} comment={comment} />
    </div>
  )
}

type AnswerProps = { base: string; comment: OwnComment }

function Reply({ base, comment: { id, reply } }: AnswerProps) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <details className="w-full">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-link text-sm">
        {reply ? <Trans>Change your reply</Trans> : <Trans>Reply</Trans>}
      </summary>
      <Form method="post" action={`${base}/reply`} className="grid gap-3 pb-2">
        <input type="hidden" name="comment" value={id} />
        <Field
          label={<Trans>Your reply</Trans>}
          name="reply"
          answer={answer}
          hint={<Trans>Everyone can read it below the comment. Leave it blank to remove it.</Trans>}
        >
          <TextArea rows={3} maxLength={contentMax} defaultValue={reply ?? ''} />
        </Field>
        <Button size="small" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save</Trans>
        </Button>
      </Form>
    </details>
  )
}

function Marks({ base, comment: { id, thanked, pinned } }: AnswerProps) {
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${base}/mark`} className="flex flex-wrap gap-2">
      <input type="hidden" name="comment" value={id} />
      <Button size="small" variant="secondary" name="mark" value={thanked ? 'not thanked' : 'thanked'} busy={busy}>
        {thanked ? <Trans>Take back thank you</Trans> : <Trans>Say thank you</Trans>}
      </Button>
      <Button size="small" variant="secondary" name="mark" value={pinned ? 'not pinned' : 'pinned'} busy={busy}>
        {pinned ? <Trans>Unpin</Trans> : <Trans>Pin to top</Trans>}
      </Button>
    </Form>
  )
}

/** Deletes without asking: the owner can undo it. */
function Delete({ base, comment: { id } }: AnswerProps) {
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${base}/delete`}>
      <input type="hidden" name="comment" value={id} />
      <Button size="small" variant="secondary" busy={busy} className="text-stop">
        <Trans>Delete</Trans>
      </Button>
    </Form>
  )
}

/** Offers to bring back what was just deleted. */
export function UndoDelete({ slug, id }: { slug: string; id: string }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form
      method="post"
      action={`/fund-drive/${slug}/comments/restore`}
      className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-card px-4 py-3"
    >
      <input type="hidden" name="comment" value={id} />
      <p className="font-semibold">
        <Trans>Comment deleted</Trans>
      </p>
      <Button size="small" variant="secondary" busy={busy} busyText={t`One moment...`}>
        <Trans>Undo</Trans>
      </Button>
    </Form>
  )
}
