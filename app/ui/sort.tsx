import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'

type State = 'ascending' | 'descending' | 'none'

/** The sorting that the address asks for: ?sort=amount&order=desc. Another sorting begins at the first page. */
export function useSort() {
  const [search] = useSearchParams()
  const stateOf = (key: string): State =>
    search.get('sort') === key ? (search.get('order') === 'desc' ? 'descending' : 'ascending') : 'none'
  const to = (key: string) => {
    const next = new URLSearchParams(search)
    next.set('sort', key)
    next.set('order', stateOf(key) === 'ascending' ? 'desc' : 'asc')
    next.delete('page')
    next.delete('after')
    return `?${next}`
  }
  return { stateOf, to }
}

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown }

/** The head of a column that can be sorted by. */
export function SortLink({ to, state, head, hint }: { to: string; state: State; head: string; hint: string }) {
  const Icon = icons[state]
  return (
    <Link
      to={to}
      title={hint}
      preventScrollReset
      className={`inline-flex min-h-11 items-center gap-1 rounded-control hover:text-ink ${state === 'none' ? '' : 'text-ink'}`}
    >
      {head}
      <Icon aria-hidden="true" className="size-4 shrink-0" />
    </Link>
  )
}
