// node scripts/image/build.ts   builds the image of Dockerfile without any registry of images, and says how large it is: Debian
// by mmdebstrap, Node and npm from this machine. It needs root, Debian or Ubuntu, mmdebstrap and buildah.
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fromApt, installed } from '../browser.ts'
import { type Buildah, openBuildah, run } from './buildah.ts'

const root = path.resolve(import.meta.dirname, '../..')
export const image = 'localhost/harambee'
/** In bytes; what Dockerfile promises. */
export const largest = 350e6

/** Why no image can be built on this machine, or undefined. Debian's packages are installed where they may be. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'images are built on Linux only'
  if (process.getuid?.() !== 0) return 'building an image without a registry needs root'
  for (const tool of ['buildah', 'mmdebstrap'])
    if (!installed(tool) && !fromApt(tool)) return `${tool} is not installed (Debian: apt-get install ${tool})`
  return undefined
}

/** Debian as small as its own image: made once a month, and kept. */
export async function debian(): Promise<string> {
  const folder = path.join(process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache'), 'harambee-image')
  const tar = path.join(folder, `debian-${new Date().toISOString().slice(0, 7)}.tar`)
  if (fs.existsSync(tar)) return tar
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  const unfinished = `${tar.slice(0, -4)}.${process.pid}.tar`
  const without = ['doc', 'info', 'locale', 'man'].map((part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`)
  await run('mmdebstrap', [
    '--variant=minbase',
    '--include=ca-certificates,usr-is-merged',
    '--hook-dir=/usr/share/mmdebstrap/hooks/merged-usr',
    '--dpkgopt=force-unsafe-io',
    ...without,
    'bookworm',
    unfinished,
  ])
  fs.renameSync(unfinished, tar)
  return tar
}

/** What the two images are made of that a registry would have: Debian, and Debian with Node and npm. */
async function bases(buildah: Buildah): Promise<void> {
  const container = await buildah.do('from', 'scratch')
  await buildah.do('add', '--quiet', container, await debian(), '/')
  await buildah.do('commit', '--quiet', container, 'localhost/debian')
  const npm = path.dirname(path.dirname(fs.realpathSync(installed('npm')!)))
  const node = fs.realpathSync(process.execPath)
  await buildah.do('copy', '--quiet', container, node, '/usr/local/bin/node')
  await buildah.do('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
  // The library that Node needs and the smallest Debian lacks.
  const atomic = /libatomic\S* => (\S+)/.exec(await run('ldd', [node]))?.[1]
  if (atomic) await buildah.do('copy', '--quiet', container, fs.realpathSync(atomic), atomic)
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
  await buildah.do('run', '--isolation', 'chroot', container, '--', ...link)
  await buildah.do('commit', '--quiet', '--rm', container, 'localhost/node')
}

/** How npm reaches its packages from here; the image has none of it, as it is only mounted. */
async function npmOfHere(folder: string): Promise<string[]> {
  const ask = async (name: string) =>
    (await run('npm', ['config', 'get', name], { npm_config_loglevel: 'error' })).trim()
  const [registry, cache, cafile] = [await ask('registry'), await ask('cache'), await ask('cafile')]
  const hasFile = cafile && cafile !== 'null' && fs.existsSync(cafile)
  const file = path.join(folder, 'npmrc')
  const lines = [`registry=${registry}`, ...(hasFile ? ['cafile=/root/cafile.pem'] : [])]
  fs.writeFileSync(file, `${lines.join('\n')}\n`)
  fs.mkdirSync(cache, { recursive: true })
  const mounts = [`${file}:/root/.npmrc:ro`, `${cache}:/root/.npm`]
  if (hasFile) mounts.push(`${fs.realpathSync(cafile)}:/root/cafile.pem:ro`)
  return mounts.flatMap((mount) => ['--volume', mount])
}

/** Builds the image as Dockerfile says, on these bases instead of those of a registry. */
export async function buildImage(buildah: Buildah): Promise<void> {
  await bases(buildah)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-npm-'))
  try {
    const given = ['BASE=localhost/node', 'SYSTEM=localhost/debian'].flatMap((one) => ['--build-arg', one])
    const how = ['--isolation', 'chroot', '--layers=false', '--pull-never', ...given, ...(await npmOfHere(folder))]
    await buildah.do('bud', ...how, '--file', path.join(root, 'Dockerfile'), '--tag', image, root)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const why = whyNot()
  if (why) throw new Error(why)
  const buildah = await openBuildah()
  try {
    await buildImage(buildah)
    const container = await buildah.do('from', '--pull-never', image)
    const place = await buildah.do('mount', container)
    const bytes = Number((await run('du', ['-sxb', place])).split('\t')[0])
    console.log(`${image}: ${Math.round(bytes / 1e6)} MB of at most ${largest / 1e6}`)
  } finally {
    await buildah.end()
  }
}
