import { expect, test } from 'vitest'
import { quickFiles } from './quick-files.ts'

const files = ['app/a/slow.test.ts', 'app/a/cheap.test.ts', 'app/b/slow.test.ts', 'app/b/cheap.test.ts']
const durations = {
  'app/a/slow.test.ts': 300,
  'app/a/cheap.test.ts': 1,
  'app/b/slow.test.ts': 200,
  'app/b/cheap.test.ts': 2,
}

test('what lies beside changes comes first, then the cheapest, until the time is used', () => {
  expect(quickFiles(durations, files, new Set(['app/a']))).toEqual([
    'app/a/cheap.test.ts',
    'app/a/slow.test.ts',
    'app/b/cheap.test.ts',
  ])
  expect(quickFiles(durations, files, new Set())).toEqual([
    'app/a/cheap.test.ts',
    'app/b/cheap.test.ts',
    'app/b/slow.test.ts',
  ])
})
