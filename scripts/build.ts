import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { alone } from './alone.ts'
import { writeShorterLists } from './shorter-lists.ts'
import { fail } from './signals.ts'

const root = path.dirname(import.meta.dirname)
const build = path.join(root, 'build')
const stamp = path.join(build, '.sources')

const sources = [
  'app',
  'db',
  'examples',
  'sandbox',
  'public',
  'server.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
  'lingui.config.ts',
  'scripts/build.ts',
  'scripts/shorter-lists.ts',
  'scripts/split-words.ts',
  'scripts/static-routes.ts',
  'scripts/words-macro.ts',
]

/** How the building is told of; `npm start` has a way of its own. */
type Telling = (act: () => Promise<void>) => Promise<void>
const inALine: Telling = (act) => {
  console.log('building the product …')
  return act()
}

/** Sees to it that build/ holds the product as it is in the sources. Quick when nothing changed since the last time. */
export async function ensureBuild(tell: Telling = inALine): Promise<void> {
  const wanted = hashOfSources()
  if (isBuilt(wanted)) return
  fs.mkdirSync(build, { recursive: true })
  await alone(path.join(build, '.building'), async () => {
    if (!isBuilt(wanted)) await tell(() => buildAs(wanted))
  })
}

async function buildAs(wanted: string) {
  fs.rmSync(stamp, { force: true })
  forgetCompiled()
  await run('the build failed', [path.join(root, 'node_modules/.bin/react-router'), 'build'])
  writeShorterLists(path.join(build, 'client/assets'))
  await Promise.all([runAlone('static-page'), runAlone('door')])
  await runAlone('compress')
  fs.writeFileSync(stamp, wanted)
}

const isBuilt = (wanted: string) => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted

/** What V8 made of files that are no more. The folders stay: this process writes there, too, at its end. */
function forgetCompiled() {
  for (const file of fs.globSync(path.join(build, 'compiled/*/*'))) fs.rmSync(file, { force: true })
}

function hashOfSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const source of sources)
    for (const file of filesIn(path.join(root, source)))
      hash.update(`\0${path.relative(root, file)}\0`).update(fs.readFileSync(file))
  return hash.digest('hex')
}

function filesIn(place: string): string[] {
  if (!fs.existsSync(place)) return []
  if (!fs.statSync(place).isDirectory()) return /\.(test\.tsx?|sql)$/.test(place) ? [] : [place]
  return fs
    .readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(path.join(place, name)))
}

/** In a process of its own: what it takes of memory, the product would keep as long as it runs. */
const runAlone = (step: 'static-page' | 'door' | 'compress') =>
  run(`the build failed at '${step}'`, [import.meta.filename, step])

/** Lets Node run something to its end. Meanwhile this process can answer. */
async function run(failed: string, words: string[]) {
  const env = { ...process.env, NODE_ENV: 'production' }
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (said += text))
  const status = await new Promise((resolve) => child.once('error', resolve).once('close', resolve))
  if (status !== 0) throw new Error(`${failed}:\n${said || status}`)
}

/** The script of a static page, in one piece: what it shares with others would bring their files along. */
async function buildStaticPage() {
  const { build: bundle } = await import('vite')
  await bundle({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      outDir: path.join(build, 'client'),
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: { input: 'app/static-page.ts', output: { entryFileNames: 'assets/static-page-[hash].js' } },
    },
  })
}

/** The program of a door, with a folder of its own: see docs/develop/decisions/0023. It brings React along, as it opens without a network. */
async function buildDoor() {
  const { build: bundle } = await import('vite')
  const [{ splitWords }, { words }] = await Promise.all([import('./split-words.ts'), import('./words-macro.ts')])
  const output = { entryFileNames: 'assets/door/[name]-[hash].js', chunkFileNames: 'assets/door/[name]-[hash].js' }
  await bundle({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [words(), splitWords()],
    build: {
      outDir: path.join(build, 'client'),
      emptyOutDir: false,
      modulePreload: false,
      rolldownOptions: {
        input: ['app/invitations/door-program/program.tsx', 'app/invitations/door-program/service-worker.ts'],
        output,
      },
    },
    worker: { format: 'es', rolldownOptions: { output } },
  })
}

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** What never changes is compressed as well as can be, once. */
async function compressAll(folder: string) {
  const texts = filesIn(folder).filter((file) => /\.(js|css|svg|json|txt|ico|webmanifest|map)$/.test(file))
  await Promise.all(
    texts.map(async (file) => {
      const full = fs.readFileSync(file)
      const small = { br: await brotli(full), gz: await gzip(full, { level: 9 }) }
      for (const [ending, bytes] of Object.entries(small))
        if (bytes.length < full.length) fs.writeFileSync(`${file}.${ending}`, bytes)
    }),
  )
}

// npm run build   builds the product, unless build/ holds it already.
if (process.argv[1] === import.meta.filename) {
  if (process.argv[2] === undefined) await ensureBuild().catch(fail)
  if (process.argv[2] === 'static-page') await buildStaticPage()
  if (process.argv[2] === 'door') await buildDoor()
  if (process.argv[2] === 'compress') await compressAll(path.join(build, 'client'))
}
