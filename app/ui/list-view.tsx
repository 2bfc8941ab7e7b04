import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { generatePath, useParams, useSearchParams } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import {
  type Fields,
  type FileColumn,
  type FilterOf,
  narrowing,
  type Option,
  ofList,
  type Reader,
} from '#app/kit/list.ts'
import { LinkButton } from './button.tsx'
import { CursorPages } from './cursor-pages.tsx'
import { EmptyState } from './empty-state.tsx'
import { ExportCsv, ListBar } from './list-bar.tsx'
import { type Column, Table } from './table.tsx'
import { useCount } from './use-count.ts'

type Words = MessageDescriptor
type Empty = { title: Words; text?: Words }

/** The reader of a row on a page, and the page's data beside the rows. */
type Say<More = unknown> = Reader & { more: More; count: (value: number) => string }

/** A column of a list: on the page (`cell`), in the file (`plain`), or both. */
type ListColumn<Row, Filter = unknown, More = unknown> = FileColumn<Row> &
  Pick<Column<Row>, 'align' | 'lead' | 'sortable' | 'bare' | 'prose' | 'pinned'> & {
    /** The name of its sorting, if it can be sorted by. */
    key: string
    cell?: (row: Row, say: Say<More>) => ReactNode
    /** Shows the column only while the list is narrowed like this. */
    only?: (filter: Filter) => boolean
  }

/** The view of a list: everything but where its rows come from. */
export type ListView<Row, All extends Fields, Totals, More = unknown> = {
  /** The address of its page, as routes.ts writes it. The file's address is the same with `.csv`. */
  address: string
  caption: Words
  fields: All
  columns: ListColumn<Row, FilterOf<All>, More>[]
  rowKey: (row: Row) => string
  /** The words for a list without rows, and for a filter that finds nothing. */
  empty: {
    none: Empty | ((filter: FilterOf<All>) => Empty)
    narrowed?: { title: Words; text?: Words; all: Words | ((filter: FilterOf<All>) => Words) }
  }
  /** The totals of all rows that are found. */
  foot?: (totals: Totals, say: Say<More>) => ReactNode
  /** The words below a row. */
  below?: (row: Row, say: Say<More>) => ReactNode
  /** The label of the link to the beginning, if the list does not begin with the newest. */
  first?: Words
  /** Hides the bar when there are neither rows nor a filter: there is nothing to search in. */
  hidesBar?: true
  /** Keeps the head when there are no rows; the words for that have a heading of this level, if the list is in a section. */
  keepHead?: true
  level?: 3
  dense?: true
  barClass?: string
  /** Folds all but the search away: on narrow screens, or always. */
  folds?: true | 'always'
}

/** Defines a list with typed rows, totals and other data of the page; the types of the fields are inferred. */
export const listView =
  <Row, Totals = undefined, More = unknown>() =>
  <All extends Fields>(view: ListView<Row, All, Totals, More>) =>
    view

/** The loader's data for a page of a list. */
type Shown<Row, All extends Fields, Totals> = {
  rows: Row[]
  next: string | null
  totals: Totals
  filter: FilterOf<All>
  /** The drive of the filter; left out if it has none. */
  drive?: { title: string } | null | undefined
}

export type ListProps<Row, All extends Fields, Totals, More> = {
  view: ListView<Row, All, Totals, More>
  shown: Shown<Row, All, Totals>
  more?: More
  /** Choices from the database, by the name of their field. */
  options?: Record<string, Option[]>
  /** The count behind each link, by its id. */
  counts?: Record<string, number>
  /** Actions on the list, beside its form. */
  actions?: ReactNode
  /** Fields and columns that this reader must not see. */
  without?: string[] | undefined
}

/** A list: its form, its rows or why there are none, their totals, and the links to its other pages. */
export function List<Row, All extends Fields, Totals, More>(props: ListProps<Row, All, Totals, More>) {
  const { view, shown, options, counts, actions, without = [] } = props
  const { i18n } = useLingui()
  const { filter, rows, next, drive } = shown
  const [query] = useSearchParams()
  const isNarrowed = narrowing(view.fields, filter).length > 0
  const fields = Object.fromEntries(Object.entries(view.fields).filter(([name]) => !without.includes(name)))
  const hasBar = Object.keys(fields).length > 0 || actions
  return (
    <>
      {hasBar && (rows.length > 0 || isNarrowed || query.has('after') || !view.hidesBar) && (
        <ListBar
          {...{ fields, filter, drive, options, counts, actions }}
          label={view.caption}
          className={view.barClass}
          folds={view.folds}
        />
      )}
      <ListTable {...{ view, rows, filter, without }} totals={shown.totals} more={props.more} />
      <CursorPages next={next} param="after" {...(view.first ? { first: i18n._(view.first) } : {})} />
    </>
  )
}

type ListTableProps<Row, All extends Fields, Totals, More> = {
  view: ListView<Row, All, Totals, More>
  rows: Row[]
  filter?: FilterOf<All>
  /** The totals; left out if a few rows are shown on another page. */
  totals?: Totals
  more?: More | undefined
  /** Columns to leave out here. */
  without?: string[]
  /** The words to use instead of the list's own. */
  empty?: ReactNode
}

/** The rows of a list. On another page than its own they are not sorted, and have no totals. */
export function ListTable<Row, All extends Fields, Totals, More>(props: ListTableProps<Row, All, Totals, More>) {
  const { view, rows, filter, totals, without = [], more } = props
  const { i18n } = useLingui()
  const count = useCount()
  const say: Say<More> = { words: i18n, language: i18n.locale as Language, more: more as More, count }
  const isShown = ({ key, only }: (typeof view.columns)[number]) =>
    !without.includes(key) && (!only || (filter !== undefined && only(filter)))
  const columns = view.columns.flatMap((column): Column<Row>[] => {
    const { key, cell, align, lead, sortable, bare, prose, pinned } = column
    if (!cell || !isShown(column)) return []
    return [
      {
        key,
        head: i18n._(column.head),
        cell: (row) => cell(row, say),
        ...(align && { align }),
        ...(lead && { lead }),
        ...(bare && { bare }),
        ...(prose && { prose }),
        ...(pinned && { pinned }),
        sortable: Boolean(sortable && filter),
      },
    ]
  })
  return (
    <Table
      caption={i18n._(view.caption)}
      columns={columns}
      rows={rows}
      rowKey={view.rowKey}
      keepHead={view.keepHead}
      dense={view.dense}
      empty={props.empty || (filter && <Nothing view={view} filter={filter} />)}
      foot={totals !== undefined && view.foot?.(totals, say)}
      below={(row) => view.below?.(row, say)}
    />
  )
}

type NothingProps<Row, All extends Fields, Totals, More> = {
  view: ListView<Row, All, Totals, More>
  filter: FilterOf<All>
}

/** Says that a search found nothing, and links back to all rows; a list that is empty without a filter says that nothing is there. */
function Nothing<Row, All extends Fields, Totals, More>({ view, filter }: NothingProps<Row, All, Totals, More>) {
  const { i18n, t } = useLingui()
  const { none, narrowed } = view.empty
  if (!narrowed || narrowing(view.fields, filter).length === 0) {
    const { title, text } = typeof none === 'function' ? none(filter) : none
    return <EmptyState level={view.level} title={<Said words={title} />} text={text && i18n._(text)} />
  }
  const parts = Object.entries(view.fields).flatMap(([name, field]) =>
    field.kind === 'links' && field.start ? [[name, String(filter[name])]] : [],
  )
  return (
    <EmptyState
      level={view.level}
      title={<Said words={narrowed.title} />}
      text={narrowed.text ? i18n._(narrowed.text) : t`No results.`}
      action={
        <LinkButton to={`?${new URLSearchParams(parts)}`} variant="secondary">
          {i18n._(typeof narrowed.all === 'function' ? narrowed.all(filter) : narrowed.all)}
        </LinkButton>
      }
    />
  )
}

function Said({ words }: { words: Words }) {
  const { i18n } = useLingui()
  return i18n._(words)
}

/** A link that downloads the list as a file: narrowed and sorted as the page is, with all its rows. */
export function ListFile({ view: { address, fields } }: { view: { address: string; fields: Fields } }) {
  const [search] = useSearchParams()
  const path = generatePath(address, useParams())
  const query = ofList(fields, search)
  return <ExportCsv href={`${path}.csv${query.size > 0 ? `?${query}` : ''}`} />
}
