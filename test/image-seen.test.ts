import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashOfImage } from './image-seen.ts'

const read = (file: string) => readFileSync(file, 'utf8')
/** The hash where this file has one more line. */
const withLine = (changed: string, line: string) =>
  hashOfImage((file) => (file === changed ? `${read(file)}\n${line}\n` : read(file)))

test.each([
  ['Dockerfile', 'RUN true'],
  ['.dockerignore', 'app'],
  ['package-lock.json', ''],
  ['scripts/serve.ts', ''],
  ['scripts/shorter-lists.ts', ''],
  ['scripts/image/gather.ts', ''],
  ['app/money/disputes/dispute.server.ts', `import Paper from 'pdfkit'`],
  ['server.ts', `readFileSync(path.join(productFolder, 'docs/status.md'))`],
])('a change of %s builds the image again: %s [T1151]', (file, line) => {
  expect(withLine(file, line)).not.toBe(hashOfImage())
})

test('a change of a page or of a rule does not [T1152]', () => {
  expect(withLine('app/site/not-found.tsx', 'export const one = 1')).toBe(hashOfImage())
  expect(withLine('app/money/disputes/dispute.server.ts', `import { sql } from 'kysely'`)).toBe(hashOfImage())
})
