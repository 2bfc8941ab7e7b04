import { type ReactNode, useId } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { useOwnWords } from './use-own-words.ts'

type Choice = { value: string; label: ReactNode; hint?: ReactNode; icon?: ReactNode; disabled?: boolean }

type RadioCardsProps = {
  legend: ReactNode
  name: string
  choices: Choice[]
  defaultValue?: string
  value?: string
  onChoose?: (value: string) => void
  error?: ReactNode
  /** The form action's answer, with this choice's error. */
  answer?: Answer | undefined
  required?: boolean
  /** The grid's columns, such as 'grid-cols-2 sm:grid-cols-4'. */
  columns?: string
  /** Shows short cards without a ring, such as amounts: frame and weight mark the chosen one. */
  chips?: boolean
  /** Shows the legend to screen readers only. */
  quiet?: boolean
}

/** A choice of a few, each a card that can be touched. Arrow keys go through them, as the browser does it. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, name, choices, answer, columns = 'sm:grid-cols-2', quiet } = props
  const id = useId()
  const own = useOwnWords(answer)
  const error = own.words ?? props.error ?? (own.mended ? undefined : answer?.errors?.[name])
  return (
    <fieldset {...own.listeners} aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className={quiet ? 'sr-only' : 'mb-1.5 font-semibold text-[0.9375rem]'}>{legend}</legend>
      <div className={cx('grid gap-2', columns)}>
        {choices.map((choice) => (
          <RadioCard key={choice.value} choice={choice} {...props} />
        ))}
      </div>
      {error && (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

function RadioCard({
  choice,
  name,
  defaultValue,
  value,
  onChoose,
  required,
  chips,
}: RadioCardsProps & { choice: Choice }) {
  const id = useId()
  const controlled =
    value === undefined ? { defaultChecked: defaultValue === choice.value } : { checked: value === choice.value }
  return (
    <label
      className={cx(
        'relative flex min-h-11 items-center gap-3 rounded-control border border-edge bg-card py-2.5 transition-colors hover:bg-well',
        chips ? 'justify-center px-1.5 text-center' : 'px-3',
        'has-checked:border-brand has-checked:bg-brand-soft has-checked:ring-1 has-checked:ring-brand',
        'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        'has-disabled:border-line has-disabled:bg-well has-disabled:text-muted',
      )}
    >
      <input
        type="radio"
        name={name}
        value={choice.value}
        required={required}
        disabled={choice.disabled}
        aria-labelledby={`${id}-label`}
        aria-describedby={choice.hint ? `${id}-hint` : undefined}
        onChange={() => onChoose?.(choice.value)}
        {...controlled}
        className={cx(
          'appearance-none outline-none',
          chips
            ? 'absolute inset-x-0 bottom-0 h-2'
            : 'size-5 shrink-0 rounded-badge border border-edge bg-card checked:border-6 checked:border-brand',
        )}
      />
      <span className={chips ? 'figures min-w-0' : 'min-w-0 flex-1'}>
        <span id={`${id}-label`} className="block font-semibold leading-snug">
          {choice.label}
        </span>
        {choice.hint && (
          <span id={`${id}-hint`} className="block text-muted text-sm leading-snug">
            {choice.hint}
          </span>
        )}
      </span>
      {choice.icon}
    </label>
  )
}
