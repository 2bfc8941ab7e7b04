import { type ComponentProps, type ReactNode, useId } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { cx } from './cx.ts'
import { FieldError } from './field.tsx'
import { useOwnWords } from './use-own-words.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** The form action's answer, with this box's error. */
  answer?: Answer | undefined
}

/** A checkbox. The whole line can be touched. */
export function Checkbox({ label, hint, answer, className, ...rest }: CheckboxProps) {
  const id = useId()
  const { error: given, ...own } = rest
  const said = useOwnWords(answer)
  const answered = own.name && !said.mended ? answer?.errors?.[own.name] : undefined
  const error = said.words ?? given ?? answered
  const describedBy = cx(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined
  return (
    <div {...said.listeners} className={cx('grid gap-1', className)}>
      <label className="flex min-h-11 items-center gap-3 has-disabled:text-muted">
        <span className="relative grid size-5 shrink-0">
          <input
            type="checkbox"
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            {...own}
            className="peer size-5 appearance-none rounded-[4px] border border-edge bg-card checked:border-brand checked:bg-brand aria-invalid:border-stop disabled:border-line disabled:bg-well disabled:checked:bg-edge"
          />
          <svg
            viewBox="0 0 20 20"
            aria-hidden="true"
            className="pointer-events-none invisible absolute inset-0 stroke-brand-ink peer-checked:visible"
          >
            <path
              d="m5 10.5 3.5 3.5L15 6.5"
              fill="none"
              strokeWidth="2.5"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
        <span>{label}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 ml-8 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
