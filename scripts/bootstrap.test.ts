import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

// The first step of every command, with an npm that only writes down how it was called.

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bootstrap-'))
  fs.mkdirSync(path.join(folder, 'scripts'))
  fs.copyFileSync('scripts/bootstrap.mjs', path.join(folder, 'scripts/bootstrap.mjs'))
  fs.writeFileSync(path.join(folder, 'package-lock.json'), '{}')
  fs.writeFileSync(path.join(folder, 'npm-cli.js'), npm)
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const npm = `
const fs = require('node:fs')
fs.appendFileSync('called', JSON.stringify({ words: process.argv.slice(2), env: process.env }) + '\\n')
if (process.env.NPM_FAILS) process.exit(3)
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules/.bin', { recursive: true })
fs.symlinkSync(process.execPath, 'node_modules/.bin/node')`

const calls = () => {
  const file = path.join(folder, 'called')
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as { words: string[]; env: Record<string, string> })
}

function bootstrap(env: Record<string, string> = {}, mode: string[] = []) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', ...mode], {
    cwd: folder,
    env: { PATH: process.env.PATH, npm_execpath: path.join(folder, 'npm-cli.js'), ...env },
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('the packages are installed once, and again when the lock file changes', () => {
  expect(bootstrap().said).toMatch(/^installing the packages/)
  expect(bootstrap()).toEqual({ status: 0, said: '' })
  expect(calls()).toHaveLength(1)
  expect(calls()[0]!.words[0]).toBe('ci')
  fs.writeFileSync(path.join(folder, 'package-lock.json'), '{ "changed": true }')
  expect(bootstrap().said).toMatch(/^installing the packages/)
  expect(bootstrap().said).toBe('')
  expect(calls()).toHaveLength(2)
})

test('packages that a person installed with npm ci are not installed again, unless one is missing', () => {
  const locked = {
    '': {},
    'node_modules/one': { version: '1.0.0' },
    'node_modules/of-macs': { version: '1.0.0', optional: true },
  }
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }))
  fs.mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true })
  fs.symlinkSync(process.execPath, path.join(folder, 'node_modules/.bin/node'))
  const has = (version: string) =>
    fs.writeFileSync(
      path.join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/one': { version } } }),
    )
  has('1.0.0')
  expect(bootstrap()).toEqual({ status: 0, said: '' })
  expect(calls()).toEqual([])
  fs.rmSync(path.join(folder, 'node_modules/.lock-hash'))
  has('0.9.0')
  expect(bootstrap().said).toMatch(/^installing the packages/)
})

test('an install that fails is said, ends the command, and is tried again the next time', () => {
  expect(bootstrap({ NPM_FAILS: '1' })).toMatchObject({ status: 1, said: expect.stringContaining('npm ci failed') })
  expect(bootstrap().status).toBe(0)
  expect(calls()).toHaveLength(2)
})

test('the install hears how to reach the registry, and nothing else of what an outer npm was called with', () => {
  bootstrap({
    NODE_ENV: 'production',
    npm_config_registry: 'https://registry.example/',
    npm_config_https_proxy: 'http://proxy.example',
    npm_config_cafile: '/ca.pem',
    npm_config_omit: 'dev',
    npm_lifecycle_event: 'start',
  })
  const { env, words } = calls()[0]!
  expect(env).toMatchObject({
    npm_config_registry: 'https://registry.example/',
    npm_config_https_proxy: 'http://proxy.example',
    npm_config_cafile: '/ca.pem',
  })
  for (const name of ['NODE_ENV', 'npm_config_omit', 'npm_lifecycle_event']) expect(env).not.toHaveProperty(name)
  expect(words).toContain('--omit=dev')
})

test('what tests need is added when tests run, and a start afterwards is content with it', () => {
  expect(bootstrap({}, ['start']).said).toMatch(/^installing the packages/)
  expect(bootstrap({}, ['all']).said).toMatch(/npm install --no-save in/)
  for (const mode of [['all'], ['start'], []]) expect(bootstrap({}, mode)).toEqual({ status: 0, said: '' })
  expect(calls().map(({ words }) => [words[0], words.find((word) => word.endsWith('=dev'))])).toEqual([
    ['ci', '--omit=dev'],
    ['install', '--include=dev'],
  ])
})

test('where nothing is, tests install everything at once', () => {
  bootstrap({}, ['all'])
  expect(calls()[0]!.words).toEqual(expect.arrayContaining(['ci', '--include=dev']))
  expect(bootstrap()).toEqual({ status: 0, said: '' })
})

test('without npm there is a sentence that says what to do', () => {
  const found = bootstrap({ npm_execpath: '', PATH: '' })
  expect(found).toMatchObject({ status: 1, said: expect.stringContaining('no npm was found') })
})

test('a system without a packaged Node uses the one that is there', () => {
  bootstrap()
  fs.rmSync(path.join(folder, 'node_modules/.bin/node'))
  expect(bootstrap({ PATH: '' })).toEqual({ status: 0, said: '' })
  expect(fs.realpathSync(path.join(folder, 'node_modules/.bin/node'))).toBe(fs.realpathSync(process.execPath))
})

test('no package of one system asks for a version of Node: npm would leave it out without a word [T1535]', () => {
  type Entry = { optional?: boolean; os?: string[]; engines?: object }
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
  const ofOneSystem = Object.entries(packages).filter(([, { optional, os }]) => optional && os)
  expect(ofOneSystem.length).toBeGreaterThan(50)
  expect(
    ofOneSystem.filter(([, { engines }]) => engines).map(([name]) => name),
    'npm run lockfix',
  ).toEqual([])
})
