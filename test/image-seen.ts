import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { atRunTime, commands } from '../scripts/image/gather.ts'
import { importsOf } from '../scripts/imports.ts'

// When the container image was seen whole last: a hash of what decides what it is made of and whether it starts. While that is
// the same, `npm test` does not build it again; `npm test -- scripts/image` and the night always do.

const kept = 'test/image-seen.json'
type Read = (file: string) => string
const fromDisk: Read = (file) => readFileSync(file, 'utf8')

/** What builds the image, starts in it, and looks at it. */
const whole = [
  ...['Dockerfile', '.dockerignore', 'package.json', 'package-lock.json', 'server.ts', 'vite.config.ts'],
  ...['app/entry.server.tsx', 'app/platform/postgres/migrate.server.ts', 'app/platform/postgres/place.server.ts'],
  ...['build', 'image.boot.test', 'image/build', 'image/buildah', 'image/gather', 'serve', ...commands].map(script),
]
function script(name: string) {
  return `scripts/${name}.ts`
}
const product = ['{app,db,examples,sandbox}/**/*', 'server.ts']
/** A line that names a package, or a place on the disk: the image may lack what is there. */
const reaches =
  /^(import|export) .*from '[^.#]|import\('[^.#]|import\.meta\.(dir|file|resolve|url)|process\.cwd\(|productFolder,/
const isCode = (file: string) => /\.(tsx?|mjs)$/.test(file)

/** The scripts that these import, and those that they do. */
function withScripts(files: string[], read: Read): string[] {
  const all = new Set(files)
  for (const file of all)
    if (isCode(file)) for (const one of importsOf(file, read(file))) if (one.startsWith('scripts/')) all.add(one)
  return [...all].sort()
}

/** Of the product: the lines that reach beyond it, each once, and the files that are no sources. */
function reachesOf(read: Read, files = globSync(product).sort()): string[] {
  const code = files.filter((file) => isCode(file) && !file.includes('.test.'))
  const lines = code.flatMap((file) => read(file).split('\n')).filter((line) => reaches.test(line))
  const others = files.filter((file) => /\.\w+$/.test(file) && !isCode(file) && !/\.(po|css|sql)$/.test(file))
  return [...new Set(lines.map(packageOf)), ...others].sort()
}

/** Of an import only the package counts. */
const packageOf = (line: string) => /(?:from |import\()'([^.#][^']*)'/.exec(line)?.[1] ?? line.trim()

export function hashOfImage(read = fromDisk): string {
  const texts = withScripts(whole, read).map((file) => [file, read(file)])
  return createHash('sha256')
    .update(JSON.stringify([texts, reachesOf(read), atRunTime]))
    .digest('hex')
    .slice(0, 12)
}

/** Whether this image was seen whole, and nobody asks for it by name or at night: see scripts/test.ts. */
export const wasSeen = () =>
  process.env.ONLY_CHANGED === '1' && (JSON.parse(fromDisk(kept)) as { whole: string }).whole === hashOfImage()

/** Writes down that this image was seen whole. */
export const keepSeen = () => writeFileSync(kept, `${JSON.stringify({ whole: hashOfImage() }, null, 2)}\n`)
