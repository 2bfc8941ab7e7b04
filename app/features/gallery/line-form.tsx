import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { oneLine } from '#app/kit/lines.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type LineFormProps = {
  action: string
  field: 'image' | 'video'
  id: string
  name: string
  label: ReactNode
  value: string
  max: number
  placeholder?: string
}

/** One line of text that is saved when it is left, with Enter, or by its button. */
export function LineForm({ action, field, id, name, label, value, max, placeholder }: LineFormProps) {
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
    <Form method="post" action={action} onSubmit={onSubmit} onBlur={leave} className="min-w-0">
      <input type="hidden" name={field} value={id} />
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
        <span className="flex gap-2">
          <Input
            ref={input}
            value={text}
            maxLength={max}
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
