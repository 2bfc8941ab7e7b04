import { type ComponentProps, type MouseEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

type Variant = 'primary' | 'secondary' | 'ghost' | 'danger'
type Size = 'small' | 'medium' | 'large'
type Look = {
  variant?: Variant
  size?: Size
  /** Makes it as wide as its box. */
  wide?: boolean
  icon?: ReactNode
}

const variants: Record<Variant, string> = {
  primary: 'bg-brand text-brand-ink border-transparent hover:bg-[color-mix(in_oklab,var(--brand)_88%,var(--ink))]',
  secondary: 'bg-card text-ink border-edge hover:bg-well',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-well',
  danger: 'bg-stop text-stop-ink border-transparent hover:bg-[color-mix(in_oklab,var(--stop)_88%,var(--ink))]',
}
/** A small one looks 36 px tall and takes touches on 44 px. */
const sizes: Record<Size, string> = {
  small: 'min-h-9 px-3 py-1 text-sm before:absolute before:-inset-1 before:content-[""]',
  medium: 'min-h-11 px-4 py-2 text-[0.9375rem]',
  large: 'min-h-13 px-4 py-3 text-lg min-[20rem]:px-6',
}

/** Returns the classes of a button, for other elements: a summary, a label. */
export const buttonClass = ({ variant = 'primary', size = 'medium', wide }: Look) =>
  cx(
    'relative inline-flex items-center justify-center gap-2 rounded-control border font-semibold leading-tight text-center',
    'transition-[background-color,transform] active:translate-y-px',
    'disabled:opacity-55 disabled:active:translate-y-0 aria-disabled:active:translate-y-0',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )

type ButtonProps = ComponentProps<'button'> & Look & { busy?: boolean; busyText?: string }

/** A button that says `busyText` while busy, can't be pressed then, keeps the focus and does not change its width. */
export function Button({ variant, size, wide, icon, busy, busyText, className, children, ...rest }: ButtonProps) {
  // The busy text has its room from the start; the normal content may be anything, so its width is measured.
  const [width, setWidth] = useState<number>()
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) return event.preventDefault()
    if (busyText) setWidth(event.currentTarget.offsetWidth)
    rest.onClick?.(event)
  }
  return (
    <button
      type="submit"
      {...rest}
      onClick={press}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      style={busy && width ? { minWidth: width, ...rest.style } : rest.style}
      className={cx(buttonClass({ variant, size, wide }), busy && 'opacity-80', className)}
    >
      {icon && (busy ? <Spinner /> : icon)}
      <span
        className="holds-width"
        data-other={busy ? (typeof children === 'string' ? children : undefined) : busyText}
      >
        {busy && busyText ? busyText : children}
      </span>
    </button>
  )
}

type LinkButtonProps = ComponentProps<typeof Link> & Look

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({ variant, size, wide, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, wide }), 'no-underline', className)}>
      {icon}
      {children}
    </Link>
  )
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & { label: string; children: ReactNode }

/** A button with an icon only; its label is its name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(
        'relative inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink transition-colors hover:bg-well disabled:opacity-45',
        className,
      )}
    >
      {children}
    </button>
  )
}

/** Turns while something runs. Only beside words that say what. */
function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={cx('size-5 shrink-0 animate-spin', className)}>
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
      <path
        d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
