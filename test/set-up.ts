import { afterAll } from 'vitest'
import { useMobileMoney } from '#app/platform/mobile-money.server.ts'
import { makePasswordsCheap } from './cheap-passwords.ts'

makePasswordsCheap()

// Many files share one process: a pretended M-Pesa that was left there would carry the money of the next one.
afterAll(() => useMobileMoney(undefined))
