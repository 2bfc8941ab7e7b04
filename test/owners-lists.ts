import { loader } from '#app/drives/drive/pages/list-csv.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/list.server.ts'

type OwnersList<Row> = {
  page: (
    db: Db,
    driveId: string,
    query: URLSearchParams,
    words?: undefined,
    size?: number,
  ) => Promise<{ rows: Row[]; next: string | null }>
}

/** The rows of an owner's list, as an address asks for them. */
export const rowsOf = async <Row>(list: OwnersList<Row>, db: Db, driveId: string, query = '', size?: number) =>
  (await list.page(db, driveId, new URLSearchParams(query), undefined, size)).rows

/** The rows of all pages of a list, one page after the other. */
export async function everyRow<Row>(page: Parameters<typeof allPages<Row>>[0]): Promise<Row[]> {
  const all: Row[] = []
  for await (const rows of allPages(page)) all.push(...rows)
  return all
}

/** The loader of the file that is beside this page of a drive. */
export const fileOf =
  (page: string) =>
  (asked: object): Response =>
    loader({ ...asked, pattern: `/fund-drive/:slug/${page}.csv` } as Parameters<typeof loader>[0])
