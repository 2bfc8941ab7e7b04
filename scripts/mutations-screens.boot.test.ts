/** @module-tag night */
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Failed, failuresTo } from '#test/failures-report.ts'
import { withMutation } from '#test/mutate.ts'
import { changesOf } from '#test/mutations.ts'
import { type MutationInBrowser, mutationsInBrowser } from '#test/mutations-in-browser.ts'
import { fileOfTest } from '#test/test-ids.ts'
import { findBrowser } from './browser.ts'
import { copyTree } from './copy-tree.ts'

// About ten mutations of the screen are applied together to a copy of the sources, which is built; the tests that guard
// against them have to fail, each for what its own mutation does.

let copy = ''
afterEach(() => fs.rmSync(copy, { recursive: true, force: true }))

/** A copy of the sources with these mutations. */
function copyWith(mutations: MutationInBrowser[]): string {
  const to = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-screens-'))
  copyTree('.', to, {
    leaves: (name) => /^(node_modules|build|data|test-results|\.git|\.react-router)(\/|$)/.test(name),
  })
  fs.symlinkSync(path.resolve('node_modules'), path.join(to, 'node_modules'))
  for (const one of mutations)
    for (const file of new Set(changesOf(one).map(({ file }) => file))) {
      const place = path.join(to, file)
      fs.writeFileSync(place, withMutation(one, file, fs.readFileSync(place, 'utf8')))
    }
  return to
}

function run(args: string[], env: NodeJS.ProcessEnv = {}) {
  const { VISITED: _, ...ours } = process.env
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env: { ...ours, ...env } })
}

/** Builds the copy, and runs in it the tests that these mutations name. */
function failedIn(mutations: MutationInBrowser[]): Failed[] {
  const built = run(['-e', "import('./scripts/build.ts').then(({ ensureBuild }) => ensureBuild())"])
  expect([built.status, built.stderr.slice(-3000)]).toEqual([0, expect.any(String)])
  const files = [...new Set(mutations.map(({ test }) => fileOfTest(test)))]
  const names = mutations.map(({ test, row = '' }) => `${row}.*\\[${test}\\]`)
  const report = path.join(copy, 'failures.json')
  const asked = ['run', '--project=e2e', '--retry=0', '-t', names.join('|'), '--reporter=./test/failures-report.ts']
  const { stderr } = run(['node_modules/vitest/vitest.mjs', ...asked, ...files], {
    CHROMIUM_PATH: findBrowser(),
    [failuresTo]: report,
  })
  if (!fs.existsSync(report)) throw new Error(`no test ran: ${stderr.slice(-3000)}`)
  return JSON.parse(fs.readFileSync(report, 'utf8'))
}

test.each([1, 2])('each mutation of batch %i is noticed, for what it does', { timeout: 3_600_000 }, (nr) => {
  const mutations = mutationsInBrowser.filter(({ batch }) => batch === nr)
  copy = copyWith(mutations)
  const failed = failedIn(mutations)
  const said = mutations.map(({ mistake, test, row = '' }) => {
    const own = failed.filter(({ fullName }) => fullName.includes(`[${test}]`) && fullName.includes(row))
    return [mistake, own.map(({ said }) => said).join('\n')]
  })
  expect(said).toEqual(mutations.map(({ mistake, says }) => [mistake, expect.stringMatching(says)]))
})
