import { db } from '#app/platform/db.server.ts'
import type { Route } from './+types/list-csv.ts'
import { type AdminFile, takeFile } from './list.server.ts'

// Every admin list, and every other file: everything that a file named x-list.server.ts declares.
const declared = import.meta.glob<Record<string, unknown>>(['./*/*-list.server.ts', '../*/*/admin/*-list.server.ts'], {
  eager: true,
})

const isFile = (one: unknown): one is AdminFile =>
  typeof one === 'object' && one !== null && 'csv' in one && 'address' in one

/** The files that an administrator can export, by the address of the page that each belongs to. */
const adminFiles: ReadonlyMap<string, AdminFile> = new Map(
  Object.values(declared)
    .flatMap((module) => Object.values(module))
    .filter(isFile)
    .map((file) => [file.address, file]),
)

/** Exports any admin file. Finds the file by the route's pattern, so that no spelling of an address gets past it. */
export function loader({ context, url, pattern }: Route.LoaderArgs) {
  const file = adminFiles.get(`/${pattern.replace(/^\//, '').replace(/\.csv$/, '')}`)
  if (!file) throw new Error(`no list has the file ${pattern}`)
  return takeFile(db, file, { context, url })
}
