import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gather, lastRelease, ofOneVersion } from './last-release.ts'

// The tests of the last release run on the schema of this version, before a change lands.

let repository: string
let folder: string
beforeEach(() => {
  repository = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-repository-'))
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-release-'))
  git('init', '--quiet')
})
afterEach(() => {
  for (const one of [repository, folder]) fs.rmSync(one, { recursive: true, force: true })
})

const person = ['-c', 'user.name=Asha', '-c', 'user.email=asha@example.org']
function git(...words: string[]) {
  const { status, stderr } = spawnSync('git', [...person, ...words], { cwd: repository, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, stderr])
}
function commit(files: Record<string, string | undefined>, tag?: string) {
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(repository, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    if (text === undefined) fs.rmSync(file)
    else fs.writeFileSync(file, text)
  }
  git('add', '--all')
  git('commit', '--quiet', '--message=A change')
  if (tag) git('tag', tag)
}
const filesIn = (place: string) =>
  fs
    .globSync('**/*', { cwd: place, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => path.relative(place, path.join(one.parentPath, one.name)))
    .sort()

test('the newest release is taken with its own sources, and with the schema of this version alone [T1707]', () => {
  commit({ 'app/page.ts': 'first', 'db/schema.sql': 'first', 'db/migrations/0442-a.sql': 'a' })
  expect(lastRelease(repository)).toBeUndefined()
  git('tag', 'v0.9.0')
  commit({ 'app/page.ts': 'second', 'db/types.ts': 'second', 'db/rights.sql': 'second' }, 'v0.10.0')
  git('tag', 'a-mark')
  const now = { 'db/schema.sql': 'third', 'db/migrations/0442-a.sql': undefined, 'db/migrations/0443-b.sql': 'b' }
  commit({ ...now, 'app/page.ts': 'third', 'app/new.ts': 'third', 'db/types.ts': 'third' })
  expect(lastRelease(repository)).toBe('v0.10.0')
  gather(repository, 'v0.10.0', folder)
  expect(filesIn(folder).map((file) => [file, fs.readFileSync(path.join(folder, file), 'utf8')])).toEqual([
    ['app/page.ts', 'second'],
    ['db/migrations/0443-b.sql', 'b'],
    ['db/rights.sql', 'second'],
    ['db/schema.sql', 'third'],
    ['db/types.ts', 'second'],
  ])
})

test('the workflow runs it with all tags, and each test that is left out is there [T1708]', () => {
  const job = /^ {2}last-release:\n[\s\S]*?(?=^ {2}\w)/m.exec(fs.readFileSync('.github/workflows/ci.yml', 'utf8'))![0]
  expect(job).toContain('fetch-depth: 0')
  expect(job).toMatch(/run: node_modules\/\.bin\/node scripts\/last-release\.ts\n/)
  expect(ofOneVersion.filter((file) => !fs.existsSync(file))).toEqual([])
})
