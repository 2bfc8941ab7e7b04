import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, expect } from 'vitest'
import type { Round } from './random-mutants-round.ts'

// Says which mutant is active while a test file runs, and keeps which ones the file reached.

declare global {
  /** Only there in runs with random mutants. */
  var mutantIs: ((nr: number) => boolean) | undefined
}

const { files }: Round = JSON.parse(readFileSync(process.env.MUTANTS!, 'utf8'))
const active = files[path.relative(process.cwd(), expect.getState().testPath!)]
const reached = new Set<number>()
globalThis.mutantIs = (nr) => {
  reached.add(nr)
  return nr === active
}

let hasFailed = false
// The first failure tells all: the tests after it would wait for what never comes.
beforeEach((test) => {
  if (hasFailed) test.skip()
  test.onTestFailed(() => {
    hasFailed = true
  })
})

// biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what a hook asks for.
afterAll(({}, { file }) => {
  file.meta.reached = [...reached]
})

declare module 'vitest' {
  interface TaskMeta {
    reached?: number[]
  }
}
