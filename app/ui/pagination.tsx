import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cx } from './cx.ts'

type PaginationProps = {
  page: number
  pages: number
  /** The parameter's name in the address. */
  param?: string
  label?: string
}

const box = 'figures grid min-h-11 min-w-11 place-items-center rounded-control px-2 font-semibold'

/** Links to the other pages of a list. Each is an address; the rest of the address stays as it is. */
export function Pagination({ page, pages, param = 'page', label }: PaginationProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  if (pages <= 1) return null
  const to = (number: number) => {
    const next = new URLSearchParams(search)
    if (number === 1) next.delete(param)
    else next.set(param, String(number))
    return `?${next}`
  }
  return (
    <nav aria-label={label ?? t`Pages`} className="flex flex-wrap items-center justify-between gap-1 sm:justify-center">
      <Way to={page > 1 ? to(page - 1) : undefined} rel="prev">
        <ChevronLeft aria-hidden="true" className="size-5" />
        <Trans>Previous</Trans>
      </Way>
      <span className="figures px-2 text-muted sm:hidden">
        <Trans>
          {page} of {pages}
        </Trans>
      </span>
      <ol className="hidden items-center gap-1 sm:flex">
        {pagesShown(page, pages).map((number, at) => (
          <li key={number ?? `gap-${at}`}>
            {number === null ? (
              <span className="px-1 text-muted">…</span>
            ) : (
              <Link
                to={to(number)}
                preventScrollReset
                aria-label={t`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={cx(box, number === page ? 'bg-brand text-brand-ink' : 'hover:bg-well')}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Way to={page < pages ? to(page + 1) : undefined} rel="next">
        <Trans>Next</Trans>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Way>
    </nav>
  )
}

function Way({ to, rel, children }: { to?: string; rel: string; children: ReactNode }) {
  const looks = 'inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold'
  if (!to) return <span className={cx(looks, 'font-normal text-muted')}>{children}</span>
  return (
    <Link to={to} rel={rel} preventScrollReset className={cx(looks, 'hover:bg-well')}>
      {children}
    </Link>
  )
}

/**
 * Returns the page numbers to offer: the first, the last, the current one with a neighbour on each side, and a gap (null) where two
 * or more are left out.
 */
export function pagesShown(page: number, pages: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages)
  const shown: (number | null)[] = []
  let last = 0
  for (const one of [...new Set(wanted)].sort((a, b) => a - b)) {
    if (one - last === 2) shown.push(one - 1)
    else if (one - last > 2) shown.push(null)
    shown.push(one)
    last = one
  }
  return shown
}
