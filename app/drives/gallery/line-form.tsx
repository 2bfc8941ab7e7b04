import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { oneLine } from '#app/kit/lines.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { type Kind, kinds, lineMax } from './gallery.ts'

type LineFormProps = {
  base: string
  kind: Kind
  id: string
  label: string
  value: string
  placeholder?: string
}

/** An item's line of words, which is saved when it is left, with Enter, or by its button. */
export function LineForm({ base, kind, id, label, value, placeholder }: LineFormProps) {
  const name = kinds[kind].line
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed({
    onDone: (form) => {
      // The button goes away with the last change; the focus stays in the form.
      if (form?.contains(document.activeElement)) form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
    },
  })
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // It was saved here or in another window, and nobody writes in this one.
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  const changed = oneLine(text) !== value
  const onSubmit = (event: FormEvent) => {
    if (!changed || (busy && text === sent.current)) return event.preventDefault()
    sent.current = text
  }
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    if (changed && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.requestSubmit()
  }
  const saved = !busy && !changed && answer?.ok
  return (
    <Form method="post" action={`${base}/${name}`} onSubmit={onSubmit} onBlur={leave} className="min-w-0">
      <input type="hidden" name={kind} value={id} />
      <Field
        label={label}
        name={name}
        error={answer?.errors?.[name] ?? (answer && !answer.ok && changed ? answer.says?.title : undefined)}
        aside={
          <span role="status" className="text-gain text-sm">
            {saved && <Trans>Saved</Trans>}
          </span>
        }
      >
        <span className="grid gap-2 min-[20rem]:flex">
          <Input
            ref={input}
            value={text}
            maxLength={lineMax}
            placeholder={placeholder}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            variant="secondary"
            busy={busy}
            busyText={t`Saving...`}
            className={changed || busy ? undefined : 'without-script'}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      </Field>
    </Form>
  )
}
