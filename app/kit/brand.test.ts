import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// An operator runs the product under a name of their own: nothing that people read may say ours.

/** The places that say Harambee, each with its reason; a folder ends with a slash. */
const allowed: Record<string, string> = {
  'app/kit/brand.ts': 'the default itself',
  'app/locales/': 'the example of a sender in the table of settings',
  'app/platform/settings/settings.server.ts': 'the example of a sender, for operators',
  'app/platform/kept/edge.server.ts': 'the name of a header between us and a shared cache',
  'app/platform/pictures/far-file.server.ts': 'the software names itself to other servers',
  'app/platform/postgres/postgres.server.ts': 'a line in the terminal of the operator',
  'server.ts': 'a line in the terminal of the operator',
  'scripts/bootstrap.mjs': 'a line in the terminal of the operator',
  'scripts/notices.ts': 'licences are about the software',
  'scripts/pictures.ts': 'draws the default pictures',
  'scripts/waiting-page.ts': 'the database, which has the name, is not open yet',
  'public/favicon.svg': 'the default mark',
  'examples/guests.ts': 'an example, and the Swahili noun',
  'sandbox/': 'the pretended providers are no part of the product',
}

test('only the places that are listed say Harambee [T1030]', () => {
  const all = ['app', 'db', 'examples', 'public', 'sandbox', 'scripts', 'server.ts']
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...all], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const said = files.filter((file) => !/\.test\.tsx?$|\.(png|jpg|ico|gz)$/.test(file) && saysIt(file))
  const isAllowed = (file: string) =>
    Object.keys(allowed).some((place) => file === place || (place.endsWith('/') && file.startsWith(place)))
  expect(said.filter((file) => !isAllowed(file))).toEqual([])
  expect(Object.keys(allowed).filter((place) => !said.some((file) => file.startsWith(place)))).toEqual([])
})

test('of the catalogues only the example of a sender says Harambee', () => {
  for (const language of ['en', 'sw']) {
    const lines = readFileSync(`app/locales/${language}.po`, 'utf8')
      .split('\n')
      .filter((line) => line.includes('Harambee'))
    expect(lines.filter((line) => !line.includes('no-reply@harambee.example'))).toEqual([])
  }
})

/** A file that is deleted but not yet committed is listed, too. */
function saysIt(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes('Harambee')
  } catch {
    return false
  }
}
