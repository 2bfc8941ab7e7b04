import { existsSync } from 'node:fs'
import path from 'node:path'

/** The product's own folder: the nearest one above this file that has a package.json. The built server is in it too. */
export const productFolder = nearest(import.meta.dirname)

function nearest(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('no package.json above the product’s files')
  return nearest(above)
}
