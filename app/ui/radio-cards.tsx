import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'

type Choice = { value: string; label: ReactNode; hint?: ReactNode; icon?: ReactNode; disabled?: boolean }

type RadioCardsProps = {
  legend: ReactNode
  name: string
  choices: Choice[]
  defaultValue?: string
  value?: string
  onChoose?: (value: string) => void
  error?: ReactNode
  required?: boolean
  /** How the cards stand side by side, such as 'grid-cols-2 sm:grid-cols-4'. */
  columns?: string
  /** The legend is for screen readers only. */
  quiet?: boolean
}

/** One of a few, each a card that can be touched. Arrow keys go through them, as the platform has it. */
export function RadioCards(props: RadioCardsProps) {
  const { legend, choices, error, columns = 'sm:grid-cols-2', quiet } = props
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
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

function RadioCard({ choice, name, defaultValue, value, onChoose, required }: RadioCardsProps & { choice: Choice }) {
  const id = useId()
  const controlled =
    value === undefined ? { defaultChecked: defaultValue === choice.value } : { checked: value === choice.value }
  return (
    <label
      className={cx(
        'relative flex min-h-11 items-center gap-3 rounded-control border border-edge bg-card px-3 py-2.5 transition-colors hover:bg-well',
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
        className="size-5 shrink-0 appearance-none rounded-badge border border-edge bg-card outline-none checked:border-6 checked:border-brand"
      />
      <span className="min-w-0 flex-1">
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
