import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { Button } from './button.tsx'

type ListFilterProps = {
  /** The subject of the search, for screen readers. */
  label: string
  /** Parameters of the address that this form does not have and that stay, such as the sorting. */
  keep?: string[]
  /** True when the address narrows the list: then there is a link back to all of it. */
  narrowed: boolean
  /** Fields, each with its value from the address. */
  children: ReactNode
}

/** A form that narrows a list. Its state is in the address, for bookmarks, sharing and Back; it needs no script. */
export function ListFilter({ label, keep = ['sort', 'order'], narrowed, children }: ListFilterProps) {
  const [search] = useSearchParams()
  const kept = keep.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return (
    <Form
      // A new address makes a new form: fields show its values.
      key={String(search)}
      method="get"
      preventScrollReset
      role="search"
      aria-label={label}
      className="flex flex-wrap items-end gap-3"
    >
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button variant="secondary" icon={<Search aria-hidden="true" className="size-4" />}>
        <Trans>Search</Trans>
      </Button>
      {narrowed && (
        <Link
          to={`?${new URLSearchParams(kept.map(([name, value]) => [name, value]))}`}
          preventScrollReset
          className="text-link inline-flex min-h-11 items-center px-2"
        >
          <Trans>Clear</Trans>
        </Link>
      )}
    </Form>
  )
}
