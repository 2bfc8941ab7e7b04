import fc from 'fast-check'
import { afterAll } from 'vitest'
import { useMobileMoney } from '#app/platform/providers/mobile-money.server.ts'
import { seed } from './chance.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'

makePasswordsCheap()
fc.configureGlobal({ seed })

// Many files share one process: a pretended M-Pesa that was left there would carry the money of the next one.
afterAll(() => useMobileMoney(undefined))
