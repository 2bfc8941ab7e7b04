import { Trans } from '@lingui/react/macro'
import { createContext, Fragment, type ReactNode, useContext, useId } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { cx } from './cx.ts'
import { useOwnWords } from './use-own-words.ts'

type Place = { id: string; name?: string; describedBy?: string; invalid: boolean; typed?: string; required?: boolean }
const FieldContext = createContext<Place | null>(null)

type FieldProps = {
  label: ReactNode
  name?: string
  hint?: ReactNode
  /** The field's error. By default it comes from the answer. */
  error?: ReactNode
  /** The form action's answer, with this field's error and the typed value. */
  answer?: Answer
  required?: boolean
  /** Writes '(optional)' beside the label. */
  optional?: boolean
  /** The content at the right of the label, such as 'Forgot password?'. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A label, its control, a hint and an error, connected for the eye and for screen readers. */
export function Field(props: FieldProps) {
  const { label, name, answer, required, optional, aside, className, children } = props
  const id = useId()
  const own = useOwnWords(answer)
  const hint = own.saysRule ? undefined : props.hint
  const error = own.words ?? props.error ?? (name && !own.mended ? answer?.errors?.[name] : undefined)
  const describedBy = cx(error ? `${id}-error` : '', hint ? `${id}-hint` : '') || undefined
  const typed = name ? answer?.typed?.[name] : undefined
  return (
    <FieldContext value={{ id, name, describedBy, invalid: Boolean(error), typed, required }}>
      <div {...own.listeners} className={cx('grid content-start gap-1.5', className)}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span>
            <label htmlFor={id} className="font-semibold text-[0.9375rem]">
              {label}
            </label>
            {optional && (
              <>
                <wbr />
                <span className="ml-1.5 text-muted text-sm">
                  <Trans>(optional)</Trans>
                </span>
              </>
            )}
          </span>
          {aside}
        </div>
        {children}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** The error at a field. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-sm text-stop">
      <svg viewBox="0 0 16 16" aria-hidden="true" className="mt-[3px] size-3.5 shrink-0 fill-current">
        <path d="M8 1a7 7 0 1 0 0 14A7 7 0 0 0 8 1Zm-.9 3.2h1.8l-.25 4.9h-1.3zM8 12.3a1 1 0 1 1 0-2 1 1 0 0 1 0 2Z" />
      </svg>
      <span>
        <Unbroken>{children}</Unbroken>
      </span>
    </p>
  )
}

type Own = {
  id?: string
  name?: string
  required?: boolean
  defaultValue?: unknown
  value?: unknown
  'aria-describedby'?: string
  'aria-invalid'?: unknown
}

/** Returns the props that a control gets from the field around it. Its own props win. */
export function usePlace<P extends Own>(own: P) {
  const place = useContext(FieldContext)
  const typed = own.value === undefined ? place?.typed : undefined
  return {
    ...own,
    id: own.id ?? place?.id,
    name: own.name ?? place?.name,
    required: own.required ?? place?.required,
    ...(typed === undefined ? {} : { defaultValue: typed }),
    'aria-describedby': own['aria-describedby'] ?? place?.describedBy,
    'aria-invalid': (own['aria-invalid'] as boolean | undefined) ?? (place?.invalid || undefined),
  }
}

/** One letter, a hyphen and a word: M-Pesa, T-Kash, e-mail. */
const short = /(?<![\p{L}\p{N}-])(\p{L}-\p{L}+)/u

/** Keeps such words on one line, where a browser would break them after their hyphen. Other content than plain text stays as it is. */
function Unbroken({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children
  // Every second piece is such a word.
  return children.split(short).map((piece, nr) =>
    nr % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no names
      <span key={nr} className="whitespace-nowrap">
        {piece}
      </span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <Fragment key={nr}>{piece}</Fragment>
    ),
  )
}
