import { type ComponentProps, type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { cx } from './cx.ts'
import { Field, usePlace } from './field.tsx'
import { grouped, regrouped } from './grouping.ts'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  answer?: Answer
  optional?: boolean
  /** The content at the right of the label. */
  aside?: ReactNode
  currency?: string
}

/** An amount of money, grouped while it is typed. Words around it, as in '500/=', stay; our reading of the amount is shown beside them. */
export function MoneyField({ label, hint, error, answer, optional, aside, ...input }: MoneyFieldProps) {
  const { name, required } = input
  return (
    <Field {...{ label, hint, error, answer, optional, aside, name, required }}>
      <MoneyInput {...input} />
    </Field>
  )
}

function MoneyInput({ currency = 'KES', className, onInput, ...own }: ComponentProps<'input'> & { currency?: string }) {
  const place = usePlace(own)
  const first = String(place.value ?? place.defaultValue ?? '')
  const [typed, setTyped] = useState(grouped(first) ?? first)
  const before = useRef(typed)
  const shown = place.value === undefined ? typed : String(place.value)
  const read = /[a-z/]/i.test(shown) ? grouped(shown) : undefined
  const start = place.defaultValue === undefined ? {} : { defaultValue: grouped(String(place.defaultValue)) ?? first }
  return (
    <span className={cx(shellClass, className)}>
      <span
        aria-hidden="true"
        className="grid w-13 shrink-0 place-items-center border-edge border-r font-semibold text-muted text-sm"
      >
        {currency}
      </span>
      <input
        inputMode="decimal"
        autoComplete="off"
        {...place}
        {...start}
        type="text"
        onInput={(event) => {
          group(event, before.current)
          before.current = event.currentTarget.value
          setTyped(before.current)
          onInput?.(event)
        }}
        className="figures w-full min-w-0 rounded-control bg-transparent px-3 font-semibold text-base outline-none disabled:text-muted"
      />
      {read && (
        <span aria-hidden="true" className="figures grid shrink-0 place-items-center pr-3 text-muted text-sm">
          {read}
        </span>
      )}
    </span>
  )
}

/** Groups the thousands of the text just typed. */
function group({ currentTarget: field, nativeEvent }: FormEvent<HTMLInputElement>, before: string) {
  const { inputType, isComposing } = nativeEvent as InputEvent
  // A keyboard that is still composing would lose its position.
  if (isComposing) return
  const { value: text, selectionStart } = field
  const now = regrouped(before, { text, caret: selectionStart ?? text.length }, inputType === 'insertFromPaste')
  if (!now) return
  field.value = now.text
  field.setSelectionRange(now.caret, now.caret)
}

/** The outline of a control around its parts. */
const shellClass = cx(
  'flex h-11 rounded-control border border-edge bg-card transition-[border-color] hover:border-ink',
  'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
  'has-aria-invalid:border-stop has-aria-invalid:ring-1 has-aria-invalid:ring-stop',
  'has-disabled:border-line has-disabled:bg-well',
)
