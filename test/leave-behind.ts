import { afterAll, vi } from 'vitest'

/**
 * For a test file that leaves something behind in the product's modules, such as what an operator chose: the files after it
 * in the same process import them again. All others share them, as importing everything took most of the tests' time.
 */
export const leavesSomethingBehind = () => afterAll(() => void vi.resetModules())
