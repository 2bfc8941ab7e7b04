import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { useDraft } from '#app/ui/draft.ts'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { CreateFields } from './create-fields.tsx'
import { Kept } from './kept.tsx'

type CreateFormProps = {
  /** Whose draft it is: two people may share a browser. */
  personId: string
  formKey: string
  /** Today in Nairobi. */
  today: string
  first?: Answer
}

/** Opens a fund drive. What was typed survives whatever goes wrong, and leaving the form. */
export function CreateForm({ personId, formKey, today, first }: CreateFormProps) {
  const draft = useDraft(`new fund drive of ${personId}`)
  const navigate = useNavigate()
  const deed = useDeed({
    onDone: (_, { gave }) => {
      draft.forget()
      void navigate(`/fund-drive/${gave?.slug}/home`, { replace: true })
    },
  })
  const before = first ?? (draft.kept && { ok: false, typed: draft.kept })
  return (
    <div key={draft.round} className="grid gap-5">
      <Refused answer={deed.answer ?? first} />
      <Fields {...{ deed, before, today, formKey }} onTyped={draft.keep} />
      {draft.kept && !first && <Kept onThrowAway={draft.throwAway} />}
    </div>
  )
}

type FieldsProps = {
  deed: ReturnType<typeof useDeed>
  before: Answer | undefined
  today: string
  formKey: string
  onTyped: (form: HTMLFormElement, more?: Record<string, string>) => void
}

function Fields({ deed: { Form, busy, answer }, before, today, formKey, onTyped }: FieldsProps) {
  const { t } = useLingui()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [uploading, setUploading] = useState(false)
  // Another is given with every answer of the server; the form that was begun stays the same one.
  const [key] = useState(before?.typed?.key ?? formKey)
  const note = (more?: Record<string, string>) => form.current && onTyped(form.current, more)
  return (
    <Form
      ref={form}
      method="post"
      action="/dashboard/new"
      encType="multipart/form-data"
      onInput={() => note()}
      className="grid gap-5"
    >
      <input type="hidden" name="key" value={key} />
      <CreateFields
        answer={{ ok: false, errors: (answer ?? before)?.errors, typed: before?.typed }}
        today={today}
        onPicture={(image) => note({ image })}
        onUploading={setUploading}
      />
      <Button size="large" wide busy={busy || uploading} busyText={uploading ? t`Uploading...` : t`Creating...`}>
        <Trans>Create Fund Drive</Trans>
      </Button>
      <div className="grid gap-1.5">
        <Button
          variant="secondary"
          wide
          name="draft"
          value="on"
          aria-describedby={`${id}-draft`}
          disabled={busy || uploading}
        >
          <Trans>Save as draft</Trans>
        </Button>
        <p id={`${id}-draft`} className="text-center text-muted text-sm">
          <Trans>Visitors see a draft only after you publish it.</Trans>
        </p>
      </div>
    </Form>
  )
}
