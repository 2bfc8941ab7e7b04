import './react-as-shipped.ts'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { secondsSpent } from '../scripts/phases.ts'
import { seed } from './chance.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'

const before = secondsSpent()
makePasswordsCheap()
fc.configureGlobal({ seed })

// Many files share one process: a pretended M-Pesa that was left there would carry the money of the next one.
afterAll(() => useMobileMoney(undefined))

// What is below it, such as the import of the app, counts for the file that needs it first.
// biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what a hook asks for.
afterAll(({}, { file }) => {
  file.meta.spent = secondsSpent() - before
})
