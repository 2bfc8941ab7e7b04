import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { databasePlace } from './place.server.ts'

test('a data folder that can not be is named in a sentence', () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'harambee-place-'))
  const file = path.join(home, 'file')
  fs.writeFileSync(file, '')
  for (const taken of [file, path.join(file, 'below')])
    expect(() => databasePlace(taken)).toThrow(
      /^DATA_DIR is .*file.*, where no folder can be made or written to \(E\w+\)/,
    )
  fs.rmSync(home, { recursive: true })
})
