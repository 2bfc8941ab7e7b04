import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, Link, useSearchParams } from 'react-router'
import { type ListField as Asks, type Fields, isBeside, narrowing, type Option, ofList } from '#app/kit/list.ts'
import { Badge } from './badge.tsx'
import { Button, buttonClass } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { cx } from './cx.ts'
import { Field, Input, Select } from './field.tsx'
import { FilterLinks } from './filter-links.tsx'

type ListBarProps = {
  label: MessageDescriptor
  fields: Fields
  filter: Record<string, unknown>
  drive?: { title: string } | null | undefined
  options?: Record<string, Option[]> | undefined
  counts?: Record<string, number> | undefined
  actions?: ReactNode
  className?: string | undefined
  /** Folds all but the search away on narrow screens, or always. */
  folds?: boolean | 'always' | undefined
}

/** The form that narrows a list, with the fields in the order of their declaration. Its whole state is in the address. */
export function ListBar({ label, fields, filter, drive, actions, className, folds, ...given }: ListBarProps) {
  const { i18n } = useLingui()
  const narrowedTo = useNarrowedTo(fields)
  const all = Object.entries(fields)
  const form = all.filter(([, field]) => !isBeside(field))
  const isNarrowed = narrowing(Object.fromEntries(form), filter).length > 0
  const keep = ['sort', 'order', ...all.filter(([, field]) => isBeside(field)).map(([name]) => name)]
  const searched = form.filter(([, { kind }]) => kind === 'search')
  const others = form.filter(([, { kind }]) => kind !== 'search')
  const fieldsOf = (some: typeof form) =>
    some.map(([name, field]) => (
      <FormField key={name} {...{ name, field, value: filter[name], more: given.options?.[name] ?? [] }} />
    ))
  const search = form.length > 0 && (
    <ListFilter label={i18n._(label)} keep={keep} narrowed={isNarrowed}>
      {fieldsOf(folds ? searched : form)}
      {folds && (
        <Folded always={folds === 'always'} active={narrowing(Object.fromEntries(others), filter).length}>
          {fieldsOf(others)}
        </Folded>
      )}
    </ListFilter>
  )
  const row = actions ? (
    <div className="flex flex-wrap items-end justify-between gap-3">
      {search || <span />}
      {actions}
    </div>
  ) : (
    search
  )
  const linksOf = (wanted: typeof all) =>
    wanted.map(
      ([name, field]) =>
        field.kind === 'links' && (
          <Links
            key={name}
            {...{ name, field, value: filter[name] as string | null, counts: given.counts, narrowedTo }}
          />
        ),
    )
  const before = all.findIndex(([, field]) => !isBeside(field))
  return (
    <div className={className ?? 'grid gap-4'}>
      {linksOf(all.slice(0, before))}
      {row}
      {linksOf(all.slice(before))}
      {typeof filter.drive === 'string' && fields.drive?.kind === 'drive' && (
        <OnlyOf title={drive?.title} all={narrowedTo('drive', null)} />
      )}
    </div>
  )
}

/**
 * Folded fields. If they are folded only on narrow screens, they are open from the beginning while one of them narrows the list; see
 * base.css. Else the button says how many do.
 */
const Folded = ({ always, active, children }: { always: boolean; active: number; children: ReactNode }) => (
  <details
    open={(!always && active > 0) || undefined}
    className={always ? 'open:basis-full' : 'basis-full fold-narrow'}
  >
    <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-link">
      <Trans>Filter</Trans>
      {always && active > 0 && <Badge tone="info">{active}</Badge>}
    </summary>
    <div className={cx('flex flex-wrap items-end gap-3 pt-2', !always && 'md:contents')}>{children}</div>
  </details>
)

type Of<Kind extends Asks['kind']> = Extract<Asks, { kind: Kind }>
type LinksProps = {
  name: string
  field: Of<'links'>
  value: string | null
  counts: Record<string, number> | undefined
  narrowedTo: (name: string, value: string | null) => string
}

function Links({ name, field: { label, all, start, options }, value, counts, narrowedTo }: LinksProps) {
  const { i18n } = useLingui()
  const count = (id: string) => (counts?.[id] === undefined ? {} : { count: counts[id] })
  return (
    <FilterLinks
      label={i18n._(label)}
      current={value ?? 'all'}
      choices={[
        ...(all ? [{ id: 'all', to: narrowedTo(name, null), label: i18n._(all), ...count('all') }] : []),
        ...options.map(({ id, words }) => ({
          id,
          to: narrowedTo(name, id === start ? null : id),
          label: textOf(i18n, words),
          ...count(id),
        })),
      ]}
    />
  )
}

const textOf = (i18n: { _: (words: MessageDescriptor) => string }, words: Option['words']) =>
  typeof words === 'string' ? words : i18n._(words)

type FormFieldProps = { name: string; field: Asks; value: unknown; more: Option[] }

function FormField({ name, field, value, more }: FormFieldProps) {
  const { i18n } = useLingui()
  if (isBeside(field) || field.kind === 'drive') return null
  const label = i18n._(field.label)
  if (field.kind === 'flag') return <Checkbox name={name} label={label} defaultChecked={value === true} />
  const { className = field.kind === 'search' ? 'w-full sm:w-72' : undefined } = field
  const typed = typeof value === 'string' ? value : ''
  return (
    <Field label={label} name={name} className={className}>
      {field.kind === 'search' ? (
        <Input type="search" defaultValue={typed} maxLength={100} placeholder={i18n._(field.placeholder)} />
      ) : field.kind === 'choice' ? (
        <Select defaultValue={typed}>
          <option value="">{i18n._(field.all)}</option>
          {[...more, ...field.options].map(({ id, words }) => (
            <option key={id} value={id}>
              {textOf(i18n, words)}
            </option>
          ))}
        </Select>
      ) : (
        <Input type="date" defaultValue={typed} />
      )}
    </Field>
  )
}

/** Returns the address with another value for a name, at the list's first page. */
function useNarrowedTo(fields: Fields) {
  const [search] = useSearchParams()
  return (name: string, value: string | null) => {
    const next = ofList(fields, search)
    if (value === null) next.delete(name)
    else next.set(name, value)
    return `?${next}`
  }
}

/** Says that a list shows one fund drive alone, and links back to all of them. Without a title the drive is gone. */
function OnlyOf({ title, all }: { title: string | undefined; all: string }) {
  const { t } = useLingui()
  return (
    <p className="flex flex-wrap items-center gap-2">
      <Trans>
        Only of{' '}
        <strong dir="auto" className="wrap-anywhere">
          {title ?? t`a fund drive that is gone`}
        </strong>
      </Trans>
      <Link to={all} preventScrollReset className="text-link inline-flex min-h-11 items-center gap-1">
        <X aria-hidden="true" className="size-4" />
        <Trans>All fund drives</Trans>
      </Link>
    </p>
  )
}

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

type DayFieldsProps = { from: string | null; to: string | null; className?: string }

/** The first and the last day that a list is narrowed to. */
export const DayFields = ({ from, to, className }: DayFieldsProps) => (
  <>
    <Field label={<Trans context="days">From</Trans>} name="from" className={className}>
      <Input type="date" defaultValue={from ?? ''} />
    </Field>
    <Field label={<Trans context="days">To</Trans>} name="to" className={className}>
      <Input type="date" defaultValue={to ?? ''} />
    </Field>
  </>
)

/** A link that downloads the table as a file for a spreadsheet. */
export function ExportCsv({ href }: { href: string }) {
  return (
    <a href={href} className={buttonClass({ variant: 'secondary' })}>
      <Download aria-hidden="true" className="size-5" />
      <Trans>Export CSV</Trans>
    </a>
  )
}
