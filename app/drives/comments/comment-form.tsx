import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { commentDraft, commenterNameMax, contentMax } from './comment.ts'

type CommentFormProps = {
  slug: string
  /** Sent with the form, so that sending it twice posts once. */
  formKey: string
  /** The form action's answer in a browser without a script. */
  first?: Answer
  onPosted?: () => void
}

/** The number of characters left at which the countdown appears. */
const nearEnd = 100

/** Writes a comment: words, and a name if one likes. */
export function CommentForm({ slug, formKey, first, onPosted }: CommentFormProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const [key, setKey] = useState(formKey)
  const [left, setLeft] = useState(contentMax)
  const [posted, setPosted] = useState(useLocation().search.includes('commented'))
  const draft = useDraft(commentDraft(slug))
  const {
    Form,
    busy,
    answer = first,
  } = useFormAction({
    onDone: (sent, { gave }) => {
      draft.forget()
      sent?.reset()
      setLeft(contentMax)
      setPosted(true)
      if (gave?.key) setKey(String(gave.key))
      onPosted?.()
    },
  })
  // Counted as the server counts: a smile is one character.
  const count = (content: string) => setLeft(contentMax - [...content].length)
  const { kept } = draft
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was found
  useLayoutEffect(() => {
    if (!kept || !putBack(form.current, kept)) return
    count(kept.content ?? '')
    // The key tells whether the comment had arrived when the page was left.
    if (kept.key) setKey(kept.key)
  }, [kept])
  const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    draft.keep(currentTarget)
    count(String(new FormData(currentTarget).get('content') ?? ''))
  }
  return (
    <Form ref={form} method="post" action={`/fundraiser/${slug}/comment`} onInput={keep} className="grid gap-4">
      <input type="hidden" name="key" value={key} />
      <Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>
        <Input autoComplete="name" maxLength={commenterNameMax} placeholder={t`Anonymous Supporter`} />
      </Field>
      <Field
        label={<Trans>Comment</Trans>}
        name="content"
        answer={answer}
        required
        hint={left <= nearEnd ? <Left count={left} /> : undefined}
      >
        <TextArea rows={3} placeholder={t`Leave a few words of encouragement`} className="break-words" />
      </Field>
      <Button busy={busy} busyText={t`Posting...`} className="justify-self-start">
        <Trans>Post Comment</Trans>
      </Button>
      {posted && (
        <a href={`/fundraiser/${slug}/follow`} className="inline-flex min-h-11 items-center underline">
          <Trans>Tell me how it goes</Trans>
        </a>
      )}
    </Form>
  )
}

/** Puts what was typed and not sent back into an empty form; says whether it did. */
function putBack(form: HTMLFormElement | null, kept: Record<string, string>): boolean {
  const fields = ['name', 'content'].map((name) => form?.elements.namedItem(name) as HTMLInputElement | null)
  if (fields.some((field) => field?.value !== '')) return false
  for (const field of fields) field!.value = kept[field!.name] ?? ''
  return true
}

function Left({ count }: { count: number }) {
  if (count >= 0) return <Plural value={count} one="# character left" other="# characters left" />
  return (
    <span className="font-semibold text-stop">
      <Plural value={-count} one="# character too many" other="# characters too many" />
    </span>
  )
}
