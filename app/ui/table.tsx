// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses its roles in some browsers
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight, ChevronsUpDown } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { cx } from './cx.ts'
import { FailedState } from './empty-state.tsx'
import { Loading, Skeleton } from './skeleton.tsx'

export type Column<Row> = {
  key: string
  head: string
  cell: (row: Row) => ReactNode
  /** The alignment: money and counts are right-aligned, in tabular figures. */
  align?: 'left' | 'right'
  sortable?: boolean
  /** Makes this cell the card's first line on narrow screens, without its name. */
  lead?: boolean
  /** Leaves a cell out on narrow screens if true: a name with nothing beside it says nothing. */
  bare?: (row: Row) => boolean
  /** Puts this cell below its name on narrow screens, aligned left, at any length: sentences. */
  prose?: boolean
  /** Keeps the column visible at the right edge, even if the table is wider than its box: actions on the row. */
  pinned?: boolean
}

type TableProps<Row> = {
  /** The table's name for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  state?: 'ready' | 'loading' | 'failed'
  /** Shown instead of the table when there are no rows. */
  empty: ReactNode
  /** Keeps the head when there are no rows, so that one sees what will come. */
  keepHead?: boolean
  /** Reduces the room above and below each row on wide screens: for lists of hundreds. */
  dense?: boolean
  onTryAgain?: () => void
  page?: number
  pages?: number
  /** The number of rows of the skeleton. */
  expected?: number
  foot?: ReactNode
  /** The words below a row, across the whole table; none for most. */
  below?: (row: Row) => ReactNode
}

/** Rows and columns; cards on narrow screens. Sorting and paging live in the address (sort, order, page). */
export function Table<Row>(props: TableProps<Row>) {
  const { state = 'ready', rows, empty, expected = 5, columns, caption, page = 1, pages = 1, foot, keepHead } = props
  const { t } = useLingui()
  if (state === 'failed') return <FailedState onTryAgain={props.onTryAgain} />
  if (state === 'loading') return <Waiting label={t`Loading: ${caption}`} rows={expected} columns={columns.length} />
  if (rows.length === 0 && !keepHead) return empty
  return (
    <div className="@container grid gap-4">
      <div className="rounded-card border border-line bg-card @2xl:overflow-x-auto">
        <table role="table" className="block w-full text-left text-[0.9375rem] @2xl:table">
          <caption className="sr-only">{caption}</caption>
          <Head columns={columns} shown={rows.length === 0} />
          <tbody role="rowgroup" className="block divide-y divide-line @2xl:table-row-group">
            {rows.length === 0 && <NoLine columns={columns.length}>{empty}</NoLine>}
            {rows.map((row) => (
              <Fragment key={props.rowKey(row)}>
                <Line row={row} columns={columns} joined={Boolean(props.below?.(row))} dense={props.dense} />
                <Below columns={columns.length}>{props.below?.(row)}</Below>
              </Fragment>
            ))}
          </tbody>
        </table>
        {foot && <div className="border-line border-t px-4 py-3">{foot}</div>}
      </div>
      <Pagination page={page} pages={pages} />
    </div>
  )
}

/** The head. On narrow screens a row's cells bring their names along; without rows, the head has to say them. */
function Head<Row>({ columns, shown }: { columns: Column<Row>[]; shown: boolean }) {
  const { t } = useLingui()
  const sort = useSort()
  const sorts = columns.some((column) => column.sortable)
  return (
    <thead
      role="rowgroup"
      className={cx('text-muted text-sm @2xl:table-header-group', sorts || shown ? 'block' : '@max-2xl:sr-only')}
    >
      <tr role="row" className="flex flex-wrap gap-x-1 border-line border-b px-1.5 @2xl:table-row">
        {columns.map(({ key, head, align, sortable, pinned: isPinned }) => (
          <th
            key={key}
            role="columnheader"
            scope="col"
            aria-sort={sortable ? sort.stateOf(key) : undefined}
            className={cx(
              'px-2.5 font-semibold @2xl:whitespace-nowrap @2xl:border-line @2xl:border-b @2xl:px-3 @2xl:first:pl-4 @2xl:last:pr-4',
              align === 'right' && 'text-right',
              isPinned && pinned,
              sortable && !shown ? '' : shown ? 'py-2' : 'py-3 @max-2xl:sr-only',
            )}
          >
            {sortable && !shown ? (
              <SortLink to={sort.to(key)} state={sort.stateOf(key)} hint={t`Sort by ${head}`} head={head} />
            ) : (
              head
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The content in place of the rows. */
function NoLine({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr role="row" className="block @2xl:table-row">
      <td role="cell" colSpan={columns} className="block *:rounded-none *:border-0 @2xl:table-cell">
        {children}
      </td>
    </tr>
  )
}

/** Content that belongs to the row above it, so no line is drawn between them. */
function Below({ columns, children }: { columns: number; children: ReactNode }) {
  if (!children) return null
  return (
    <tr role="row" className="block border-t-0! px-4 pb-3 @2xl:table-row">
      <td role="cell" colSpan={columns} className="wrap-anywhere block @2xl:table-cell @2xl:px-4 @2xl:pb-2">
        {children}
      </td>
    </tr>
  )
}

type LineProps<Row> = { row: Row; columns: Column<Row>[]; joined: boolean; dense: boolean | undefined }

function Line<Row>({ row, columns, joined, dense }: LineProps<Row>) {
  return (
    <tr
      role="row"
      className={cx(
        'group/line block px-4 py-3 transition-colors @2xl:table-row @2xl:hover:bg-well/50',
        joined && 'border-b-0! @max-2xl:pb-1',
      )}
    >
      {columns.map(({ key, head, cell, align, lead, bare, prose, pinned: isPinned }) => (
        <td
          key={key}
          role="cell"
          className={cx(
            'min-w-0 py-0.5 @2xl:px-3 @2xl:align-middle @2xl:first:pl-4 @2xl:last:pr-4',
            dense ? '@2xl:py-1' : '@2xl:py-3',
            align === 'right' && 'figures @2xl:whitespace-nowrap @2xl:text-right',
            isPinned && `${pinned} @2xl:group-hover/line:bg-[color-mix(in_oklab,var(--well)_50%,var(--card))]`,
            bare?.(row)
              ? '@max-2xl:hidden'
              : lead
                ? 'block font-semibold @2xl:table-cell @2xl:min-w-32'
                : prose
                  ? 'grid @2xl:table-cell'
                  : 'flex flex-wrap gap-x-6 @max-2xl:text-right @2xl:table-cell',
          )}
        >
          {!lead && (
            // The head has the name already: here the style sheet writes it, so that the HTML does not repeat it in each row.
            <span
              aria-hidden="true"
              data-head={head}
              className="text-left text-muted before:content-[attr(data-head)] @2xl:hidden"
            />
          )}
          <span className={cx('min-w-0', !lead && !prose && 'ml-auto')}>{cell(row)}</span>
        </td>
      ))}
    </tr>
  )
}

/** Cells scrolled below it must not show through. */
const pinned = '@2xl:sticky @2xl:right-0 @2xl:bg-card'

function Waiting({ label, rows, columns }: { label: string; rows: number; columns: number }) {
  return (
    <Loading label={label} className="@container rounded-card border border-line bg-card">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have nothing else
        <div key={row} className="grid gap-3 border-line border-b p-4 last:border-b-0 @2xl:flex @2xl:gap-8">
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Skeleton key={column} className={cx('h-5 flex-1', column === 0 ? 'w-3/5' : 'w-full')} />
          ))}
        </div>
      ))}
    </Loading>
  )
}

type State = 'ascending' | 'descending' | 'none'

/** Reads the sorting in the address: ?sort=amount&order=desc. Another sorting begins at the first page. */
function useSort() {
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

/** The head of a sortable column. */
function SortLink({ to, state, head, hint }: { to: string; state: State; head: string; hint: string }) {
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
