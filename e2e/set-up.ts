import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { failureFolder } from '#test/failure-folder.ts'
import { keepPages, leaveAll } from './visitor.ts'

// A failed test leaves its pages as pictures and text and, when it ran alone, a trace: `npx playwright show-trace`.
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPages((name) => path.join(failureFolder(task), name))
})

// The browser stays for the next test file of this process, and its visitors go.
afterAll(leaveAll)
