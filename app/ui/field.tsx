import { Trans, useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, createContext, Fragment, type ReactNode, useContext, useId, useState } from 'react'
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

/** The look of all text controls. 16 px text: a phone does not zoom in. */
const controlClass = cx(
  'w-full min-w-0 rounded-control border border-edge bg-card px-3 text-base text-ink transition-[border-color]',
  'hover:border-ink aria-invalid:border-stop aria-invalid:ring-1 aria-invalid:ring-stop',
  'disabled:border-line disabled:bg-well disabled:text-muted',
)

export function Input({ className, ...own }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      dir="auto"
      {...usePlace(own)}
      className={cx(controlClass, 'h-11 read-only:bg-well', className)}
    />
  )
}

export function TextArea({ className, rows = 4, ...own }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      rows={rows}
      {...usePlace(own)}
      className={cx(
        controlClass,
        'field-sizing-content read-only:bg-well max-h-96 min-h-24 resize-y py-2.5',
        className,
      )}
    />
  )
}

/** The browser's own select: each phone shows it the way its owner knows. */
export function Select({ className, children, ...own }: ComponentProps<'select'>) {
  const { defaultValue, ...rest } = usePlace(own)
  return (
    <span className="relative block">
      <select
        {...rest}
        defaultValue={defaultValue as string | undefined}
        className={cx(controlClass, 'h-11 appearance-none pr-10', className)}
      >
        {children}
      </select>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="pointer-events-none absolute top-3.5 right-3 size-4">
        <path d="m3.5 6 4.5 4.5L12.5 6" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
    </span>
  )
}

/** A password that can be shown. The server never sends it back. */
export function PasswordInput({ className, ...own }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useLingui()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <input
        autoComplete="current-password"
        {...usePlace(own)}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cx(controlClass, 'h-11 pr-12', className)}
      />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        className="needs-script absolute top-0 right-0 grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-5" />
        {/* Words inside, not a label: a search for the field by its label finds the field alone. */}
        <span className="sr-only">{shown ? t`Hide password` : t`Show password`}</span>
      </button>
    </span>
  )
}
