import { Trans } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { Button } from './button.tsx'

type ListFilterProps = {
  /** What is searched, for screen readers. */
  label: string
  /** Names in the address that this form does not have and that stay as they are, such as the sorting. */
  keep?: string[]
  /** True when the address narrows the list: then there is a way back to all of it. */
  narrowed: boolean
  /** Fields, each with what the address says as its value. */
  children: ReactNode
}

/** Narrows a list. All of it is in the address, so that it can be kept, shared and gone back to; it needs no script. */
export function ListFilter({ label, keep = ['sort', 'order'], narrowed, children }: ListFilterProps) {
  const [search] = useSearchParams()
  const kept = keep.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return (
    <Form
      // Another address is another form: fields show what it says.
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
