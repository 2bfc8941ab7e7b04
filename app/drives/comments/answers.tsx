import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { contentMax, type OwnComment } from './comment.ts'

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
