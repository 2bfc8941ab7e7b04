// The first step of every command. Runs on whatever Node is there (18 or newer) and needs nothing else: installs the
// locked packages when they are missing or the lock file changed, and sees to it that node_modules/.bin/node is the
// Node the product runs on, which comes with the packages. When all is in place it takes a few milliseconds.
//
//   node scripts/bootstrap.mjs         what the product is built with and runs with
//   node scripts/bootstrap.mjs all     and what tests and checks need (devDependencies)
//   node scripts/bootstrap.mjs start   as the first, said as the first step of a start
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stamp = path.join(modules, '.lock-hash')
const inner = path.join(modules, '.bin/node')
const oldest = 24

const wanted = createHash('sha256')
  .update(fs.readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex')
/** What the stamp says of an install without the packages of tests and checks. */
const toRun = `${wanted} to run`
const mode = process.argv[2] ?? ''
const isSteps = mode === 'start' && process.stdout.isTTY
const began = Date.now()
const isComplete = mode === 'all' ? read(stamp) === wanted : [wanted, toRun].includes(read(stamp))
if (!isComplete && !isInstalled()) install(mode === 'all')
if (!runs(inner)) linkOuterNode()
if (isSteps) saySeconds()

function install(all) {
  // What is there already stays where it is: a product may be running from it.
  const adds = all && read(stamp) === toRun
  const words = adds ? ['install', '--no-save'] : ['ci']
  if (isSteps) process.stdout.write(stepLine('installing, about a minute …'))
  else console.log(`installing the packages, about half a minute … (npm ${words.join(' ')} in ${root})`)
  fs.rmSync(stamp, { force: true })
  const options = [...words, all ? '--include=dev' : '--omit=dev', '--include=optional']
  options.push('--no-audit', '--no-fund', '--loglevel=error', ...(isSteps ? ['--no-progress'] : []))
  const npm = npmProgram()
  const stdio = ['inherit', isSteps ? 'ignore' : 'inherit', 'inherit']
  const done = spawnSync(npm.program, [...npm.first, ...options], { cwd: root, stdio, env: environment() })
  if (done.error?.code === 'ENOENT')
    fail('Harambee is started with npm, and no npm was found. It comes with Node.js: https://nodejs.org')
  if (done.error) fail(`npm could not be started: ${done.error.message}`)
  if (done.status !== 0) fail(`npm ${words[0]} failed, its own words stand above. Put that right and try again.`)
  stampIt(all ? wanted : toRun)
}

/** Writes the stamp beside and moves it, so that a half-written one never counts. */
function stampIt(text) {
  fs.writeFileSync(`${stamp}.${process.pid}`, text)
  fs.renameSync(`${stamp}.${process.pid}`, stamp)
}

/** True after an `npm ci` by hand: npm's own list of what it installed has each package of the lock file, and our Node. */
function isInstalled() {
  const list = read(path.join(modules, '.package-lock.json'))
  if (!list || !fs.existsSync(inner)) return false
  const [has, locked] = [JSON.parse(list).packages, JSON.parse(read(path.join(root, 'package-lock.json'))).packages]
  const isThere = ([name, { version, optional, devOptional }]) =>
    name === '' || optional || devOptional || has[name]?.version === version
  if (!Object.entries(locked).every(isThere)) return false
  stampIt(wanted)
  return true
}

/** As the steps after this one are written: see app/platform/processes/steps.server.ts. */
function stepLine(words) {
  return `  1  ${'packages'.padEnd(18)}${words}`
}

function saySeconds() {
  const seconds = Math.round((Date.now() - began) / 1000)
  process.stdout.write(`\r\x1b[2K${stepLine(seconds < 1 ? 'in place' : `installed in ${seconds} s`)}\n`)
}

/** The npm that called us, run by a Node from outside our own packages: npm ci removes the one inside. */
function npmProgram() {
  const called = process.env.npm_execpath
  if (called && /npm-cli\.[cm]?js$/.test(called)) return { program: outerNode(), first: [called] }
  return { program: 'npm', first: [] }
}

function outerNode() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder && !isOurs(folder))
  const found = folders.map((folder) => path.join(folder, 'node')).find((file) => fs.existsSync(file))
  return found ?? process.execPath
}

function isOurs(folder) {
  return path.resolve(folder).startsWith(modules + path.sep)
}

/**
 * What an outer `npm start` was called with is not meant for this install, but for how to reach the registry. And
 * NODE_ENV=production would leave out what the product is built with.
 */
function environment() {
  const env = { ...process.env }
  delete env.NODE_ENV
  for (const name of Object.keys(env)) {
    const own = /^npm_(config|package|lifecycle)_/i.test(name)
    if (own && !/registry|auth|proxy|cafile|_ca$|cert|strict.ssl|cache|userconfig|globalconfig/i.test(name))
      delete env[name]
  }
  env.PATH = (env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !isOurs(folder))
    .join(path.delimiter)
  return env
}

/** For systems without a packaged Node: the one that runs this, when it is new enough. */
function linkOuterNode() {
  const outer = outerNode()
  const version = spawnSync(outer, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout?.trim() ?? ''
  if (Number(version.split('.')[0]) < oldest)
    fail(
      `No packaged Node runs on ${process.platform}-${process.arch}, and Node ${version} is too old: ` +
        `install Node ${oldest} or newer (https://nodejs.org) and try again.`,
    )
  fs.mkdirSync(path.dirname(inner), { recursive: true })
  fs.rmSync(inner, { force: true })
  fs.symlinkSync(outer, inner)
}

/** Checked once per install: starting it each time would cost every command 40 ms. */
function runs(node) {
  const known = `${stamp}-node`
  const is = fs.existsSync(node) ? `${wanted} ${fs.realpathSync(node)}` : ''
  if (is && read(known) === is) return true
  if (!is || spawnSync(node, ['--version']).status !== 0) return false
  fs.rmSync(known, { force: true })
  fs.writeFileSync(known, is)
  return true
}

function read(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function fail(sentence) {
  console.error(isSteps ? `\n${sentence}` : sentence)
  process.exit(1)
}
