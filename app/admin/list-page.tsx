import type { ReactNode } from 'react'
import type { Fields } from '#app/kit/list.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { List, ListFile, type ListProps } from '#app/ui/list-view.tsx'

type ListPageProps<Row, All extends Fields, Totals, More> = Omit<ListProps<Row, All, Totals, More>, 'actions'> & {
  /** The page's name, as in the sidebar. */
  page: string
  text: ReactNode
  /** Content on top of the list, such as a decision's dialog. */
  children?: ReactNode
}

/** An admin page that is a list. */
export function ListPage<Row, All extends Fields, Totals, More>(props: ListPageProps<Row, All, Totals, More>) {
  const { page, text, children, ...list } = props
  return (
    <AdminPage page={page} text={text} actions={list.shown.rows.length > 0 && <ListFile view={list.view} />}>
      <List {...list} />
      {children}
    </AdminPage>
  )
}

/** A list inside a page that has a head of its own: the export link is beside the form. */
export function ListPart<Row, All extends Fields, Totals, More>(props: ListProps<Row, All, Totals, More>) {
  const { actions, ...list } = props
  return (
    <List
      {...list}
      actions={
        <div className="flex flex-wrap gap-3">
          {actions}
          <ListFile view={list.view} />
        </div>
      }
    />
  )
}
