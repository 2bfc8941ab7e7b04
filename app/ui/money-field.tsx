import { type ComponentProps, type ReactNode, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { cx } from './cx.ts'
import { Field, usePlace } from './field.tsx'
import { grouped } from './grouping.ts'
import { controlClass } from './input.tsx'

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  answer?: Answer
  optional?: boolean
  currency?: string
}

/** An amount of money. It is sent as typed; beside it stands how we read it, with its thousands set apart. */
export function MoneyField({ label, hint, error, answer, optional, ...input }: MoneyFieldProps) {
  const { name, required } = input
  return (
    <Field {...{ label, hint, error, answer, optional, name, required }}>
      <MoneyInput {...input} />
    </Field>
  )
}

function MoneyInput({ currency = 'KES', className, onInput, ...own }: ComponentProps<'input'> & { currency?: string }) {
  const place = usePlace(own)
  const [typed, setTyped] = useState(String(place.value ?? place.defaultValue ?? ''))
  const read = grouped(typed)
  return (
    <span className="relative block">
      <span
        aria-hidden="true"
        className="absolute inset-y-0 left-0 grid w-13 place-items-center border-edge border-r font-semibold text-muted text-sm"
      >
        {currency}
      </span>
      <input
        inputMode="decimal"
        autoComplete="off"
        {...place}
        type="text"
        onInput={(event) => {
          setTyped(event.currentTarget.value)
          onInput?.(event)
        }}
        className={cx(controlClass, 'figures h-11 pl-16 font-semibold', className)}
      />
      {read && read !== typed && (
        <span
          aria-hidden="true"
          className="figures pointer-events-none absolute inset-y-0 right-3 grid max-w-1/2 place-items-center bg-card pl-2 text-muted text-sm"
        >
          {read}
        </span>
      )}
    </span>
  )
}
