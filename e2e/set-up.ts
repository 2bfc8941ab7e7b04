import { afterAll } from 'vitest'
import { leaveAll } from './visitor.ts'

// The browser stays for the next test file of this process, and its visitors go.
afterAll(leaveAll)
