import fs from 'node:fs'
import path from 'node:path'
import type { RunnerTestCase } from 'vitest'

/** Where a failed test leaves what helps to understand it: `test-results/failures/<file>/<test>`. */
export function failureFolder({ file, name }: Pick<RunnerTestCase, 'name'> & { file: { name: string } }): string {
  const folder = path.join('test-results', 'failures', file.name, name.replaceAll(/[^\w]+/g, '-').slice(0, 80))
  fs.mkdirSync(folder, { recursive: true })
  return folder
}
