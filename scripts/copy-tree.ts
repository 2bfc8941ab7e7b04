import * as fs from 'node:fs'
import path from 'node:path'
import type { Ids } from '#app/platform/postgres/place.server.ts'

type How = {
  /** What is not copied, by its path inside the folder. */
  leaves?: (name: string) => boolean
  /** Whose the copy is. Left out: that of the original. */
  owner?: Ids
}

/** Copies a folder with its modes. What is gone before its turn, or there already, is left out. */
export function copyTree(from: string, to: string, { leaves = () => false, owner }: How = {}): void {
  const copy = (name: string) => {
    const [source, copied] = [path.join(from, name), path.join(to, name)]
    const found = fs.lstatSync(source, { throwIfNoEntry: false })
    if (!found || leaves(name)) return
    if (found.isDirectory()) {
      fs.mkdirSync(copied, { recursive: true, mode: found.mode })
      ownAs(source, copied, owner)
      for (const child of fs.readdirSync(source)) copy(path.join(name, child))
    } else if (found.isFile() && !fs.existsSync(copied)) copyFile(source, copied, owner)
  }
  copy('')
}

function copyFile(source: string, copied: string, owner: Ids | undefined): void {
  try {
    fs.copyFileSync(source, copied)
    ownAs(source, copied, owner)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

export function ownAs(source: string, copied: string, owner: Ids = fs.statSync(source)): void {
  const { uid, gid } = owner
  if (uid !== undefined && gid !== undefined) fs.chownSync(copied, uid, gid)
}
