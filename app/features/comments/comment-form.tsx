import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { contentMax, nameMax } from './comment.ts'

type CommentFormProps = {
  slug: string
  /** Sent with the form, so that sending it twice posts once. */
  formKey: string
  /** What the deed answered to a browser without a script. */
  first?: Answer
  onPosted?: () => void
}

/** What was typed and not sent yet, for whoever looks at another tab of the page meanwhile. Filled in browsers only. */
const drafts = new Map<string, { name: string; content: string }>()

/** So many characters before the end one is told how many are left. */
const nearEnd = 100

/** Writes a comment: words, and a name if one likes. */
export function CommentForm({ slug, formKey, first, onPosted }: CommentFormProps) {
  const { t } = useLingui()
  const [key, setKey] = useState(formKey)
  const [left, setLeft] = useState(contentMax)
  const draft = drafts.get(slug)
  const {
    Form,
    busy,
    answer = first,
  } = useDeed({
    onDone: (form, { gave }) => {
      drafts.delete(slug)
      form?.reset()
      setLeft(contentMax)
      if (gave?.key) setKey(String(gave.key))
      onPosted?.()
    },
  })
  const keep = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const typed = new FormData(currentTarget)
    const content = String(typed.get('content') ?? '')
    drafts.set(slug, { name: String(typed.get('name') ?? ''), content })
    // Counted as the server counts: a smile is one character.
    setLeft(contentMax - [...content].length)
  }
  return (
    <Form method="post" action={`/fundraiser/${slug}/comment`} onInput={keep} className="grid gap-4">
      <input type="hidden" name="key" value={key} />
      <Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>
        <Input
          defaultValue={draft?.name}
          autoComplete="name"
          maxLength={nameMax}
          placeholder={t`Anonymous Supporter`}
        />
      </Field>
      <Field
        label={<Trans>Comment</Trans>}
        name="content"
        answer={answer}
        required
        hint={left <= nearEnd ? <Left count={left} /> : undefined}
      >
        <TextArea
          defaultValue={draft?.content}
          rows={3}
          placeholder={t`Leave a few words of encouragement`}
          className="break-words"
        />
      </Field>
      <Button busy={busy} busyText={t`Posting...`} className="justify-self-start">
        <Trans>Post Comment</Trans>
      </Button>
    </Form>
  )
}

function Left({ count }: { count: number }) {
  if (count >= 0) return <Plural value={count} one="# character left" other="# characters left" />
  return (
    <span className="font-semibold text-stop">
      <Plural value={-count} one="# character too many" other="# characters too many" />
    </span>
  )
}
