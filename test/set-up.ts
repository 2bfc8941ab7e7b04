import { makePasswordsCheap } from './cheap-passwords.ts'

makePasswordsCheap()
