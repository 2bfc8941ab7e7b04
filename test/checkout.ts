import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'

const parts = [
  'app',
  'db',
  'examples',
  'sandbox',
  'scripts',
  'public',
  'build',
  'server.ts',
  'package.json',
  'package-lock.json',
]
const configs = ['tsconfig.json', 'vite.config.ts', 'react-router.config.ts', 'lingui.config.ts', '.gitignore']

/**
 * A checkout with everything installed and built, in a folder of its own. Its files are links to ours: one that is to
 * be changed there is replaced, see `replaceIn`.
 */
export function checkoutIn(folder: string): string {
  const copy = path.join(folder, 'harambee')
  const present = [...parts, ...configs, 'node_modules'].filter((part) => fs.existsSync(part))
  fs.mkdirSync(copy, { mode: 0o755 })
  const linked = spawnSync('cp', ['-al', ...present, copy])
  // Another disk, or files that only their owner may read: links won't do.
  if (linked.status !== 0 || (fs.statSync('package.json').mode & 0o004) === 0) {
    fs.rmSync(copy, { recursive: true, force: true })
    fs.mkdirSync(copy, { mode: 0o755 })
    const copied = spawnSync('cp', ['-a', ...present, copy], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(`no checkout could be made in ${folder}: ${copied.stderr}`)
    spawnSync('chmod', ['-R', 'a+rX', copy])
  }
  const stamp = path.join(copy, 'node_modules/.lock-hash')
  fs.rmSync(stamp, { force: true })
  fs.writeFileSync(stamp, createHash('sha256').update(fs.readFileSync('package-lock.json')).digest('hex'))
  return copy
}

/** Changes a file of a checkout without changing the one it is a link to. */
export function replaceIn(copy: string, file: string, change: (text: string) => string): void {
  const target = path.join(copy, file)
  const before = fs.existsSync(target) ? fs.readFileSync(target, 'utf8') : ''
  const text = change(before)
  if (text === before) throw new Error(`nothing was changed in ${file}`)
  fs.writeFileSync(`${target}.new`, text)
  fs.renameSync(`${target}.new`, target)
}

/** Its folders belong to the user from now on, as in a checkout of their own; the linked files stay as they are. */
export function giveFolders(folder: string, uid: number): void {
  const given = spawnSync('find', [folder, '-type', 'd', '-exec', 'chown', `${uid}:${uid}`, '{}', '+'])
  if (given.status !== 0) throw new Error(`${folder} could not be given away: ${given.stderr}`)
}
