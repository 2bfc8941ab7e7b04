import fs from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { secondsSpent } from '../scripts/phases.ts'
import { failureFolder } from './failure-folder.ts'

// A failed test leaves the ends of all logs that products wrote while it ran.

const most = 64 * 1024
let began = Date.now()
const before = secondsSpent()

afterEach(({ task }) => {
  const folder = process.env.PRODUCT_LOGS
  const since = began
  began = Date.now()
  if (!folder || task.result?.state !== 'fail') return
  for (const name of fs.readdirSync(folder)) {
    const log = path.join(folder, name)
    if (fs.statSync(log).mtimeMs < since) continue
    const text = fs.readFileSync(log)
    fs.writeFileSync(path.join(failureFolder(task), name), text.subarray(-most))
  }
})

// biome-ignore lint/correctness/noEmptyPattern: vitest reads in it what a hook asks for.
afterAll(({}, { file }) => {
  file.meta.spent = secondsSpent() - before
})
