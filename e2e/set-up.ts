import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, expect } from 'vitest'
import { failureFolder } from '#test/failure-folder.ts'
import { takeFaults, takeVisited } from './faults.ts'
import { keepPages, leaveAll } from './visitor.ts'

// A test also fails where the product had a fault that it did not expect. A failed test leaves its pages as pictures and
// text and, when it ran alone, a trace: `npx playwright show-trace`.
afterEach(async ({ task }) => {
  file = path.relative('.', task.file.filepath)
  const faults = takeFaults()
  if (task.result?.state === 'fail' || faults.length > 0) {
    const place = (name: string) => path.join(failureFolder(task), name)
    fs.writeFileSync(place('faults.json'), JSON.stringify(faults, null, 1))
    await keepPages(place)
  }
  expect(faults, 'faults of the product while this test ran').toEqual([])
})

// The browser stays for the next test file of this process, and its visitors go. The addresses that they visited are kept:
// see scripts/since.ts.
let file = ''
afterAll(async () => {
  await leaveAll()
  const line = `${JSON.stringify({ file, paths: takeVisited() })}\n`
  if (process.env.VISITED && file) fs.appendFileSync(process.env.VISITED, line)
})
