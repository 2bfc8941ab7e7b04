import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { copyOfTemplate, dropDatabase } from '#test/database.ts'
import { until } from '#test/launch.ts'
import { openParent } from './parent.server.ts'

afterEach(() => void vi.unstubAllEnvs())

test('the others are started once the first serves, each with its share of the connections', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-parent-'))
  const notes = path.join(folder, 'notes')
  vi.stubEnv('NOTES', notes)
  const DATABASE_URL = await copyOfTemplate()
  const parent = openParent({
    DATABASE_URL,
    DATA_DIR: folder,
    port: 0,
    webs: 3,
    works: true,
    whenOpen: () => fs.appendFileSync(notes, 'open\n'),
    program: path.resolve('test/child-process.ts'),
  })
  const noted = () => fs.readFileSync(notes, 'utf8').trim().split('\n')
  try {
    await parent.open
    await until(() => noted().length === 9, 'all were told')
    expect(noted().slice(0, 3)).toEqual(['web 1 starts', 'web 1 may use 10 connections', 'open'])
    expect(noted().slice(3).sort()).toEqual([
      ...['web 2 may use 10 connections', 'web 2 starts, others serve'],
      ...['web 3 may use 10 connections', 'web 3 starts, others serve'],
      ...['worker may use 10 connections', 'worker starts, others serve'],
    ])
  } finally {
    await parent.stop()
    await dropDatabase(DATABASE_URL)
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
