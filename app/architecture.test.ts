import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { importsOf } from '../scripts/imports.ts'
import { usesOfTables } from '../scripts/tables.ts'
import { addresses } from './addresses.ts'
import config from './routes.ts'

// The rules of docs/develop/architecture.md as tests: who may import whom, what may lie where, how long a file may be.

/** The order of the code, ground first. A file imports from its own place or a lower one, never from a higher. */
const order = [
  'app/kit',
  'db',
  'sandbox',
  'app/ui',
  'app/platform',
  // The seven areas. What is done by people stands in folders of nouns; see docs/develop/architecture.md.
  'app/base',
  'app/people',
  'app/drives',
  'app/money',
  'app/group',
  'app/invitations',
  'app/privacy',
  // The frame of every page, and the part of administrators that has no noun.
  'app/site',
  'app/admin',
  'screens',
  'app/addresses.ts',
  'app/jobs.server.ts',
  'app/root.tsx',
  'examples',
  'server.ts',
]
/** SQL that reads tables of a later area: none may come, and those here are to go. */
const upwards = {
  'base/approvals': ['people/accounts'],
  'base/ledger': [
    'drives/drive',
    'group/recorded-gifts',
    'money/disputes',
    'money/donations',
    'money/payments',
    'money/payouts',
    'money/refunds',
    'people/accounts',
  ],
  'base/pictures': ['drives/drive', 'drives/updates', 'invitations/occasions', 'invitations/wrap-up', 'money/spending'],
  'drives/drive': ['money/payouts'],
  // A follower is known by the gift or the promise with which they agreed.
  'drives/updates': ['group/pledges', 'money/payments'],
  'drives/views': ['money/payments'],
  'money/donations': ['group/recorded-gifts'],
  // Treasurers agree to withdrawals.
  'money/payouts': ['invitations/helpers'],
  'money/spending': ['invitations/helpers'],
  'group/pasted-lists': ['invitations/helpers'],
  // Signing in by phone asks what a number has given and read, to know whose it is.
  'people/accounts': [
    'drives/drive',
    'group/pledges',
    'group/recorded-gifts',
    'invitations/guests',
    'invitations/helpers',
    'invitations/kumbukumbu',
    'invitations/occasions',
    'money/donations',
  ],
}
const areas = order.slice(order.indexOf('app/base'), order.indexOf('app/site'))
/** What a screen may use of the platform. */
const forScreens = /\/(db|form-action|part|replica|request|visitor)\.server\.ts$/

const all = globSync(['app/**/*.{ts,tsx}', 'db/**/*.ts', 'examples/**/*.ts', 'sandbox/**/*.ts', 'server.ts'])
const files = all.filter((file) => !/\.test\.|\.d\.ts$/.test(file))
const source = new Map(all.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => source.get(file)!.trimEnd().split('\n').length

/** What people and programs open lies in its noun's folder and composes what every area offers. Administrators' part has no order. */
const isScreen = (file: string) => /^app\/\w+\/.*\b(api|guest-pages|pages|public|sandbox)\//.test(file)
const isOfAdmin = (file: string) => /^app\/(admin|\w+\/[\w-]+\/admin)\//.test(file)
const placed = (file: string) => (isScreen(file) ? 'screens' : isOfAdmin(file) ? 'app/admin' : file)
const placeOf = (file: string) =>
  order.findIndex((place) => placed(file) === place || placed(file).startsWith(`${place}/`))
const arrows = (wrong: (file: string, target: string) => boolean) =>
  files.flatMap((file) =>
    importsOf(file, source.get(file)!)
      .filter((target) => wrong(file, target))
      .map((target) => `${file} -> ${target}`),
  )

describe('who may import whom', () => {
  test('imports run downwards', () => {
    expect(
      arrows((file, target) => placeOf(file) >= 0 && placeOf(target) >= 0 && placeOf(target) > placeOf(file)),
    ).toEqual([])
  })

  test('SQL runs downwards, but for what is named', () => {
    const names = areas.map((area) => area.slice('app/'.length))
    const found: Record<string, string[]> = {}
    for (const { area, noun, readers, writers } of usesOfTables(files))
      for (const file of [...readers, ...writers].filter((one) =>
        areas.some((place) => placed(one).startsWith(`${place}/`)),
      )) {
        const [from, its] = file.split('/').slice(1)
        if (names.indexOf(area) <= names.indexOf(from!)) continue
        const to = new Set(found[`${from}/${its}`]).add(`${area}/${noun}`)
        found[`${from}/${its}`] = [...to].sort()
      }
    expect(found).toEqual(upwards)
  })

  test('what is seen never meets the platform, and the pretend world knows nothing of the product', () => {
    const isProduct = (target: string) => areas.concat('app/platform').some((place) => target.startsWith(`${place}/`))
    expect(arrows((file, target) => file.startsWith('app/ui/') && isProduct(target))).toEqual([])
    expect(arrows((file, target) => file.startsWith('sandbox/') && target.startsWith('app/'))).toEqual([])
  })

  test('screens use of the platform only the database, the replica, the form action, the part, the request and the visitor; machines may use all', () => {
    const reaching = (file: string, target: string) =>
      isScreen(file) &&
      !/\/(api|sandbox)\//.test(file) &&
      target.startsWith('app/platform/') &&
      !forScreens.test(target)
    expect(arrows(reaching)).toEqual([])
  })

  test('nothing imports a route module but the table of contents, what answers before it, and its own folder', () => {
    const readers = ['app/routes.ts', 'app/early.server.ts']
    const table = source.get('app/routes.ts')!
    const isRoute = (file: string) => table.includes(`'${file.replace('app/', '')}'`)
    expect(
      arrows((file, target) => isRoute(target) && !readers.includes(file) && dirname(target) !== dirname(file)),
    ).toEqual([])
  })

  test('no circles', () => {
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const walk = (file: string, path: string[]) => {
      if (state.get(file) === 'done' || !source.has(file)) return
      if (state.get(file) === 'open') return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      state.set(file, 'open')
      for (const target of importsOf(file, source.get(file)!)) walk(target, [...path, file])
      state.set(file, 'done')
    }
    for (const file of files) walk(file, [])
    expect(circles).toEqual([])
  })

  test('every import of our own leads to a file', () => {
    const open = (target: string) => !existsSync(target)
    expect(arrows((_file, target) => open(target))).toEqual([])
  })
})

describe('what may lie where', () => {
  test('what touches the world or SQL says so in its name', () => {
    const world = /from '(kysely|pg|node:[a-z/]+|better-auth[^']*|graphile-worker|nodemailer|sharp|pino|prom-client)'/
    const typesOnly = (text: string) => text.replace(/^import type .*$/gm, '')
    const loud = (file: string) =>
      /\.server\.tsx?$|^app\/entry\.|^(db|examples|sandbox)\/|^server\.ts$/.test(file) || isScreen(file)
    expect(files.filter((file) => !loud(file) && world.test(typesOnly(source.get(file)!)))).toEqual([])
  })

  test('screens hold no SQL', () => {
    const screens = files.filter((file) => isScreen(file) && !file.includes('/api/'))
    expect(
      screens.filter((file) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(source.get(file)!)),
    ).toEqual([])
  })

  test('no file is made but from a list that is declared; one of the back office is given by the function that writes it down', () => {
    const makes = (file: string) => /kit\/csv\.ts'|text\/csv/.test(source.get(file)!)
    expect(
      files.filter((file) => placeOf(file) > placeOf('app/platform/') && file.startsWith('app/') && makes(file)),
    ).toEqual([])
    const office = files.filter(isOfAdmin)
    const gives = (file: string) => /\.csv\(db/.test(source.get(file)!) && file !== 'app/admin/list.server.ts'
    expect(office.filter(gives)).toEqual([])
  })

  test('only lists, files and reports read a replica: never what decides, and no page that is kept [T1629]', () => {
    const readers = files.filter((file) => /\b(lagDb|orPrimary)\b/.test(source.get(file)!))
    expect(readers.filter((file) => file !== 'app/platform/postgres/replica.server.ts').sort()).toEqual([
      'app/admin/list.server.ts',
      'app/base/audit/admin/audit.tsx',
      // A moment of the books is read again from its beginning when the replica fails.
      'app/base/ledger/moment.server.ts',
      'app/drives/discover/public/for-engines.ts',
      'app/drives/drive/pages/list-csv.ts',
      'app/drives/views/pages/analytics.tsx',
      'app/invitations/kumbukumbu/pages/book-csv.ts',
      'app/money/books/admin/revenue-donations.tsx',
      'app/money/books/admin/revenue-sales.tsx',
      // Its figures alone, which hold for five minutes.
      'app/site/public/landing.tsx',
    ])
  })

  test('only the settings read the environment', () => {
    const readers = files.filter(
      (file) => source.get(file)!.includes('process.env') && file !== 'app/platform/settings/settings.server.ts',
    )
    expect(
      readers.filter((file) => file !== 'server.ts' && file !== 'app/platform/postgres/postgres.server.ts'),
    ).toEqual([])
  })

  test('no barrels and no drawers: helpers are people who help a host', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
    expect(
      files.filter((file) =>
        /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|-)/.test(file.replace('invitations/helpers/', '')),
      ),
    ).toEqual([])
  })

  test('what a person typed is no value of <Trans>, which would read tags in it: it goes into t`…` or a component', () => {
    const typed = /(?<!=)\{[^{}]*\b(title|name|fullName|why|notes|method|by|slogan|message)\}/
    const said = (file: string) => source.get(file)!.matchAll(/<Trans\b[^>]*>(.*?)<\/Trans>/gs)
    const wrong = files.filter((file) => !file.includes('.test.') && [...said(file)].some(([all]) => typed.test(all)))
    expect(wrong).toEqual([])
  })

  test('a title is capitalised on its own page and in the campaign header alone, and as it was typed everywhere else', () => {
    const users = files.filter((file) => !file.includes('.test.') && /\bcapitalised\(/.test(source.get(file)!))
    expect(users.sort()).toEqual(['app/drives/drive/campaign/head.tsx', 'app/drives/public-page/hero.tsx'])
  })

  test('no object is spread where it is written, to fit more on a line: the formatter keeps its lines', () => {
    expect([...source].filter(([, text]) => /(?<!\{)\.\.\.\{/.test(text)).map(([file]) => file)).toEqual([])
  })

  /** Every address of the table of contents. */
  const known = (entries: RouteConfigEntry[], above = ''): string[] =>
    entries.flatMap(({ path, children = [] }) => {
      const whole = [above, path].filter(Boolean).join('/')
      return [...(path ? [whole] : []), ...known(children, whole)]
    })

  test('the platform knows no address of the product: what is particular about one is in app/addresses.ts', async () => {
    const begins = new Set(known((await config) as RouteConfigEntry[]).map((path) => path.split('/')[0]!))
    begins.delete('*')
    // Quoted, in a template or in a pattern: '/admin', `${origin}/admin`, /^\/admin/, /^\/(admin|…)/. Not the end of a pattern: /…\//i.test
    const words = [...begins].join('|')
    const says = new RegExp(`(['"\`}^]|(?<!:)/)(\\\\?/)\\(?(\\w+\\|)*(${words})(?![\\w-]|\\.test)`)
    const code = (file: string) => source.get(file)!.replace(/^\s*(\/?\*|\/\/).*$/gm, '')
    // What the provider is reached at is its own, and may be a sandbox's.
    const ofProvider = [
      'app/platform/paystack/payment-settings.server.ts',
      'app/platform/paystack/upload.server.ts',
      'app/platform/mpesa/mpesa-settings.server.ts',
    ]
    const platform = files.filter((file) => file.startsWith('app/platform/') && !ofProvider.includes(file))
    expect(platform.filter((file) => says.test(code(file)))).toEqual([])
  })

  test('what is declared of an address is declared of one that there is', async () => {
    const all = known((await config) as RouteConfigEntry[])
    const isThere = (pattern: string) =>
      pattern.endsWith('*') ? all.some((path) => `${path}/`.startsWith(pattern.slice(0, -1))) : all.includes(pattern)
    expect(Object.keys(addresses).filter((pattern) => !isThere(pattern))).toEqual([])
  })

  test('a refusal that code asks about has a code: its sentence is compared with nothing', () => {
    const compares = /\.says(\??\.\w+)* [!=]== |[!=]== (\w*[sS]ays|words)\b[.[]|instanceof Refusal\b.*\.message [!=]== /
    expect(files.filter((file) => compares.test(source.get(file)!))).toEqual([])
  })

  test('every screen is in the table of contents', () => {
    const table = source.get('app/routes.ts')!
    const modules = files.filter(
      (file) =>
        (isScreen(file) || isOfAdmin(file)) &&
        /export (default|const (loader|action)|(async )?function (loader|action))\b/.test(source.get(file)!),
    )
    expect(modules.filter((file) => !table.includes(file.replace('app/', '')))).toEqual([])
  })
})

describe('how long a thing may be', () => {
  test('files have at most 400 lines; the table of contents is one file, and so are the form actions of a noun', () => {
    const whole = ['db/types.ts', 'app/routes.ts']
    const long = files.filter((file) => !whole.includes(file) && linesOf(file) > 400)
    expect(long.map((file) => `${file} ${linesOf(file)}`)).toEqual([])
  })

  test('what tests, scripts and measurements stand on is held to the same; a test may tell more than one story', () => {
    const beside = globSync(['{test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}']).filter((file) => !file.includes('.test.'))
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
    expect(beside.filter((file) => lines(file) > 400).map((file) => `${file} ${lines(file)}`)).toEqual([])
  })
})
