import type { FileFoot, Reader } from '#app/kit/list.ts'
import type { Db } from '#app/platform/db.server.ts'

type OwnersFile = {
  address: string
  csv: (
    db: Db,
    drive: { id: string; slug: string },
    query: URLSearchParams,
    reader: Reader,
    foot?: FileFoot,
  ) => Response
}

const declared = import.meta.glob<Record<string, unknown>>(
  '../../../{base,people,drives,money,group,invitations}/*/*-list.server.ts',
  { eager: true },
)

/** The files that an owner can take from a drive's pages, by the address of the page beside each: whatever a list declares. */
export const ownersFiles: ReadonlyMap<string, OwnersFile> = new Map(
  Object.values(declared)
    .flatMap((module) => Object.values(module))
    .filter(isFile)
    .map((file) => [file.address, file]),
)

function isFile(declaration: unknown): declaration is OwnersFile {
  return typeof declaration === 'object' && declaration !== null && 'csv' in declaration && 'address' in declaration
}
