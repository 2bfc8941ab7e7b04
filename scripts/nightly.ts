import { spawnSync } from 'node:child_process'
import { fromApt, installed } from './browser.ts'

// What `npm run nightly` runs on what landed: all depth there is, in an order of its own each night; all mutations; the unit tests
// at hours when days, months and years change. Each part takes an hour or more; `npm run nightly -- mutations` runs that one.

const node = process.execPath
/** The clock goes on from there, of the database, too. */
const year = new Date().getFullYear()
const moments = [`${year}-12-30T23:30+03:00`, `${year}-12-31T01:30+03:00`, `${year}-12-31T23:45+03:00`]

const from = (moment: string) => `+${Math.max(0, Math.round((Date.parse(moment) - Date.now()) / 1000))}s`

const unitFolders = ['app/', 'db/', 'examples/', 'sandbox/', 'test/']
const seed = String(Date.now() % 1_000_000)

const results: [what: string, passed: boolean][] = []
function run(what: string, command: string[], env: Record<string, string> = {}): void {
  console.log(`\n${what}: ${command.join(' ')}`)
  const [program, ...words] = command
  const { status } = spawnSync(program!, words, { stdio: 'inherit', env: { ...process.env, ...env } })
  results.push([what, status === 0])
}

const parts: Record<string, () => void> = {
  tests: () => run(`all tests, with SEED=${seed}`, [node, 'scripts/test.ts'], { NIGHT: '1', SEED: seed }),
  mutations: () => run('all mutations', [node, 'scripts/test.ts', 'scripts/mutations.boot'], { MUTATIONS: 'all' }),
  hours() {
    const faketime = installed('faketime') ?? fromApt('faketime')
    if (!faketime) results.push(['odd hours: faketime is not installed (Debian: apt-get install faketime)', false])
    else
      for (const moment of moments)
        run(`unit tests at ${moment}`, [faketime, '-f', from(moment), node, 'scripts/test.ts', ...unitFolders], {
          FAKETIME_DONT_FAKE_MONOTONIC: '1',
        })
  },
}
const asked = process.argv.slice(2)
const unknown = asked.filter((one) => !(one in parts))
if (unknown.length > 0) {
  console.error(`The night has no part ${unknown}. It has: ${Object.keys(parts)}.`)
  process.exit(2)
}
for (const [part, runIt] of Object.entries(parts)) if (asked.length === 0 || asked.includes(part)) runIt()
console.log(`\n${results.map(([what, passed]) => `${passed ? 'ok  ' : 'FAIL'} ${what}`).join('\n')}`)
process.exit(results.every(([, passed]) => passed) ? 0 : 1)
