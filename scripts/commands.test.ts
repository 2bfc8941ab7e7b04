import { expect, test } from 'vitest'
import { runCommand } from '#test/run-command.ts'

// The commands of the README run from their sources as they are: what they import may need no build.

const run = (command: string, words: string[], env: Record<string, string> = {}) =>
  runCommand(command, words, { DATA_DIR: '/nowhere/at-all', ...env })
const commands = {
  admin: ['a@b.example'],
  backup: ['/nowhere/copy'],
  'check-books': [],
  'forget-donor': ['a@b.example'],
  'forget-guest': ['a@b.example'],
  migrate: ['--check'],
  reseal: [],
}

test.each(Object.entries(commands))('%s says in a sentence that there is nothing yet', async (command, words) => {
  const said = expect.stringMatching(/^There is (no database|nothing) in \/nowhere\/at-all yet[^\n]*\n$/)
  expect(await run(command, words)).toEqual({ status: 1, said })
})

test.each(Object.entries(commands))(
  '%s takes no other database for one whose address is misspelt',
  async (command, words) => {
    const said = expect.stringMatching(/^DATABASE_URL is wrong: [^\n]*\n$/)
    expect(await run(command, words, { DATABASE_URL: 'postgre://name@host/harambee' })).toEqual({ status: 1, said })
  },
)
