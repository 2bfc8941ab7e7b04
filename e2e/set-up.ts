import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { failureFolder } from '#test/failure-folder.ts'
import { takeFaults } from './faults.ts'
import { keepPages, leaveAll } from './visitor.ts'

// A failed test leaves its pages as pictures and text and, when it ran alone, a trace: `npx playwright show-trace`.
afterEach(async ({ task }) => {
  const found = takeFaults()
  if (process.env.GATHER && found.length)
    fs.appendFileSync(process.env.GATHER, `${JSON.stringify([task.file.name, task.name, task.result?.state, found])}\n`)
  if (task.result?.state === 'fail') await keepPages((name) => path.join(failureFolder(task), name))
})

// The browser stays for the next test file of this process, and its visitors go.
afterAll(leaveAll)
