import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

type Choice = { id: string; to: string; label: ReactNode; count?: number }

/** Links that narrow a list. Each choice is an address, so that it can be bookmarked, shared and gone back to. */
export function FilterLinks({ label, choices, current }: { label: string; choices: Choice[]; current: string }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ id, to, label: words, count }) => (
          <li key={id} className="max-w-full">
            <Link
              to={to}
              preventScrollReset
              aria-current={id === current ? 'true' : undefined}
              className={cx(
                'wrap-anywhere inline-flex min-h-11 items-center gap-2 rounded-badge border px-4 font-semibold text-[0.9375rem]',
                id === current ? 'border-transparent bg-brand text-brand-ink' : 'border-edge bg-card hover:bg-well',
              )}
            >
              {words}
              {count !== undefined && <span className="figures font-normal">{count.toLocaleString('en-KE')}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
