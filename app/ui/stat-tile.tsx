import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

type StatTileProps = {
  label: ReactNode
  value: ReactNode
  hint?: ReactNode
  icon?: ReactNode
  /** Makes the whole tile a link to the details. */
  to?: string
  children?: ReactNode
}

/** Long figures are set smaller rather than broken in the middle. */
const sizeOf = (value: ReactNode) =>
  typeof value === 'string' && value.length > 16 ? 'text-lg' : 'text-[min(1.625rem,9.4vw)]'

/** A figure, and what it means. */
export function StatTile({ label, value, hint, icon, to, children }: StatTileProps) {
  return (
    <div
      className={cx(
        'relative min-w-0 rounded-card border border-line bg-card p-4 sm:p-5',
        to && 'transition-colors hover:border-edge',
      )}
    >
      <dl>
        <dt className="flex items-center justify-between gap-3 text-muted text-sm">
          {to ? (
            <Link
              to={to}
              className="rounded-control font-medium after:absolute after:inset-0 after:content-[''] hover:text-ink"
            >
              {label}
            </Link>
          ) : (
            <span className="font-medium">{label}</span>
          )}
          {icon && <span className="shrink-0 text-accent">{icon}</span>}
        </dt>
        <dd className={cx('figures mt-1.5 font-bold font-display leading-tight tracking-tight', sizeOf(value))}>
          {value}
        </dd>
        {hint && <dd className="mt-1 text-muted text-sm">{hint}</dd>}
      </dl>
      {children}
    </div>
  )
}
