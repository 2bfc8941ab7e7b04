import type { AdminFile } from '#app/admin/list.server.ts'

// Every admin list, and every other file: everything that a file named x-list.server.ts declares.

const declared = import.meta.glob<Record<string, unknown>>(['./*/*-list.server.ts', '../*/*/admin/*-list.server.ts'], {
  eager: true,
})

const isFile = (one: unknown): one is AdminFile =>
  typeof one === 'object' && one !== null && 'csv' in one && 'address' in one

/** The files that an administrator can export, by the address of the page that each belongs to. */
export const adminFiles: ReadonlyMap<string, AdminFile> = new Map(
  Object.values(declared)
    .flatMap((module) => Object.values(module))
    .filter(isFile)
    .map((file) => [file.address, file]),
)
