import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'

/** The generated secret of a product that was given none: made once, kept in the data folder, readable by its owner alone. */
export function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'secret')
  fs.mkdirSync(dataDir, { recursive: true })
  if (!fs.existsSync(file)) {
    const mine = `${file}.${process.pid}`
    fs.writeFileSync(mine, randomBytes(32).toString('base64url'), { mode: 0o600 })
    // A link fails if the name is taken: two processes that start at once both use the same secret.
    try {
      fs.linkSync(mine, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      fs.rmSync(mine)
    }
  }
  return fs.readFileSync(file, 'utf8').trim()
}
