import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, ChevronsLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'

const looks = 'inline-flex min-h-11 items-center gap-1 rounded-control px-2 font-semibold hover:bg-well'

/** The most steps back, one by one; the address must not grow without end. */
const furthest = 20
/** Reads where the parts before this one begin, without the first. */
const trailIn = (text: string | null) => (text ? text.split('~').filter(Boolean).slice(-furthest) : [])

type CursorPagesProps = {
  next: string | null
  /** The parameter's name in the address. */
  param: string
  /** The label of the link to the beginning, if the list does not begin with the newest. */
  first?: ReactNode
}

/** Links of a list that is too long to count: to its next part, the one before, and its beginning. Each is an address. */
export function CursorPages({ next, param, first = <Trans>Newest</Trans> }: CursorPagesProps) {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const here = search.get(param)
  const trail = here ? trailIn(search.get(`${param}-trail`)) : []
  const to = (cursor: string | null, behind: string[]) => {
    const there = new URLSearchParams(search)
    if (cursor) there.set(param, cursor)
    else there.delete(param)
    if (cursor && behind.length > 0) there.set(`${param}-trail`, behind.join('~'))
    else there.delete(`${param}-trail`)
    return `?${there}`
  }
  const begun = here !== null
  if (!next && !begun) return null
  return (
    <nav aria-label={t`Pages`} className="flex flex-wrap items-center justify-between gap-2">
      {begun ? (
        <Link to={to(null, [])} className={looks}>
          <ChevronsLeft aria-hidden="true" className="size-5" />
          {first}
        </Link>
      ) : (
        <span />
      )}
      <span className="flex gap-2">
        {begun && (
          <Link to={to(trail.at(-1) ?? null, trail.slice(0, -1))} rel="prev" className={looks}>
            <ChevronLeft aria-hidden="true" className="size-5" />
            <Trans>Previous</Trans>
          </Link>
        )}
        {next && (
          <Link to={to(next, here ? [...trail, here].slice(-furthest) : [])} rel="next" className={looks}>
            <Trans>Next</Trans>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Link>
        )}
      </span>
    </nav>
  )
}
