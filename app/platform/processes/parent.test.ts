import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { copyOfTemplate, dropDatabase } from '#test/database.ts'
import { until } from '#test/launch.ts'
import { openParent } from './parent.server.ts'

test('each of several hears that all serve only when they do', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-parent-'))
  const notes = path.join(folder, 'notes')
  const DATABASE_URL = await copyOfTemplate()
  const parent = openParent({
    DATABASE_URL,
    DATA_DIR: folder,
    port: 0,
    webs: 3,
    works: false,
    whenOpen: () => {},
    env: { ...process.env, NOTES: notes },
    program: path.resolve('test/serving-child.ts'),
  })
  const noted = () => (fs.existsSync(notes) ? fs.readFileSync(notes, 'utf8').trim().split('\n') : [])
  try {
    await until(() => noted().length === 6, 'all were told')
    expect(noted().map((line) => line.split(' ')[0])).toEqual([
      ...['serves', 'serves', 'serves'],
      ...['told', 'told', 'told'],
    ])
  } finally {
    await parent.stop()
    await dropDatabase(DATABASE_URL)
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
