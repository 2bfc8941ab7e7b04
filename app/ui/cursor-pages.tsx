import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

const looks = 'inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold hover:bg-well'

type CursorPagesProps = {
  next: string | null
  /** The name in the address. */
  param: string
  /** What the way back is called where the list does not begin with the newest. */
  first?: ReactNode
}

/** Ways through a list that is too long to count: to its next part, and back to its beginning. Each is an address. */
export function CursorPages({ next, param, first = <Trans>Newest</Trans> }: CursorPagesProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const to = (cursor: string | null) => {
    const there = new URLSearchParams(search)
    if (cursor === null) there.delete(param)
    else there.set(param, cursor)
    return `?${there}`
  }
  const begun = search.has(param)
  if (!next && !begun) return null
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-between gap-2">
      {begun ? (
        <Link to={to(null)} className={looks}>
          <ChevronsLeft aria-hidden="true" className="size-5" />
          {first}
        </Link>
      ) : (
        <span />
      )}
      {next && (
        <Link to={to(next)} rel="next" className={looks}>
          <Trans>Next</Trans>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </nav>
  )
}
