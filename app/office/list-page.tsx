import type { ReactNode } from 'react'
import { OfficePage } from '#app/features/site/office-page.tsx'
import type { Fields } from '#app/kit/list.ts'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { List, type ListProps, useFileAddress } from '#app/ui/list-view.tsx'

type ListPageProps<Row, All extends Fields, Totals, More> = Omit<ListProps<Row, All, Totals, More>, 'actions'> & {
  /** The page's name, as the sidebar has it. */
  page: string
  text: ReactNode
  /** What stands over the list, such as the form of a decision. */
  children?: ReactNode
}

/** A page of the office that is a list. */
export function ListPage<Row, All extends Fields, Totals, More>(props: ListPageProps<Row, All, Totals, More>) {
  const { page, text, children, ...list } = props
  const file = useFileAddress(list.view.address)
  return (
    <OfficePage page={page} text={text} actions={list.shown.rows.length > 0 && <ExportCsv href={file} />}>
      <List {...list} />
      {children}
    </OfficePage>
  )
}

/** A list inside a page that has a head of its own: the file is beside the form. */
export function ListPart<Row, All extends Fields, Totals, More>(props: ListProps<Row, All, Totals, More>) {
  const { actions, ...list } = props
  const file = useFileAddress(list.view.address)
  return (
    <List
      {...list}
      actions={
        <div className="flex flex-wrap gap-3">
          {actions}
          <ExportCsv href={file} />
        </div>
      }
    />
  )
}
