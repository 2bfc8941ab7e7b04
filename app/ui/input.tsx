import { useLingui } from '@lingui/react/macro'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from './cx.ts'
import { usePlace } from './field.tsx'

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
