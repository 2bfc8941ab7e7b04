import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

// The commands of the README run from their sources as they are: what they import may need no build.

function run(command: string, words: string[], env: Record<string, string> = {}) {
  const { PATH, HOME } = process.env
  const options = { env: { PATH, HOME, DATA_DIR: '/nowhere/at-all', ...env }, encoding: 'utf8' as const }
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${command}.ts`, ...words], options)
  return { status, said: stdout + stderr }
}
const commands = {
  admin: ['a@b.example'],
  backup: ['/nowhere/copy'],
  'check-books': [],
  'forget-donor': ['a@b.example'],
  'forget-guest': ['a@b.example'],
}

test.each(Object.entries(commands))('%s says in a sentence that there is nothing yet', (command, words) => {
  const said = expect.stringMatching(/^There is (no database|nothing) in \/nowhere\/at-all yet[^\n]*\n$/)
  expect(run(command, words)).toEqual({ status: 1, said })
})

test.each(Object.entries(commands))(
  '%s takes no other database for one whose address is misspelt',
  (command, words) => {
    const said = expect.stringMatching(/^DATABASE_URL is wrong: [^\n]*\n$/)
    expect(run(command, words, { DATABASE_URL: 'postgre://name@host/harambee' })).toEqual({ status: 1, said })
  },
)
