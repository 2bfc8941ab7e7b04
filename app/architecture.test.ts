import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, test } from 'vitest'
import { addresses } from './addresses.ts'
import config from './routes.ts'

// The rules of docs/architecture.md as tests: who may import whom, what may lie where, how long a file may be.

/** The floors of the house, ground first. A file imports from its own floor or a lower one, never from a higher. */
const floors = [
  'app/kit',
  'db',
  'sandbox',
  'app/ui',
  'app/platform',
  'app/features',
  'app/invitations/door-program',
  'app/admin',
  'app/routes',
  'app/addresses.ts',
  'app/clock.server.ts',
  'app/jobs.server.ts',
  'app/root.tsx',
  'examples',
  'server.ts',
]
/** The few features that are on another. Every other feature is alone. A new arrow needs its reason in docs/decisions. */
const standsOn: Record<string, string[]> = {
  // What administrators do is written down where it is done, in the same transaction; see docs/decisions/0024.
  people: ['audit'],
  about: ['audit'],
  // What is around every page shows who is signed in.
  site: ['people'],
  donations: ['ledger', 'people'],
  // M-Pesa sends withdrawals as it answers questions about payments: by posts to secret addresses; see docs/decisions/0062.
  payouts: ['drives', 'ledger', 'audit', 'payments'],
  views: ['ledger', 'people'],
  drives: ['views', 'pictures'],
  // What hangs below a drive asks the drives which one it is; see docs/decisions/0012.
  comments: ['drives'],
  visits: ['drives', 'people'],
  support: ['drives'],
  gallery: ['drives', 'pictures'],
  // A drive's code is the account that payers type; see docs/decisions/0049.
  codes: ['drives', 'audit'],
  // What did not pass through us is written down for a drive; where it is much, a person looks. See docs/decisions/0057.
  recorded: ['drives', 'donations', 'ledger', 'people'],
  // Helpers that an owner or a host invites; see docs/decisions/0057 and 0099.
  committee: ['drives', 'occasions'],
  // A promise is made to a drive, and its people's looks at numbers are written down; see docs/decisions/0058.
  pledges: ['drives', 'audit'],
  // Money that matches no payment goes from a payment straight into the books; see docs/decisions/0020.
  payments: ['drives', 'donations', 'views', 'ledger', 'audit', 'codes'],
  // What a group pastes is entered where each thing belongs; see docs/decisions/0056.
  bridge: ['drives', 'recorded', 'pledges', 'payments'],
  // What a person invites to may be a drive's; whom they invite, and who answered what, is of its occasions. See docs/decisions/0070.
  occasions: ['drives', 'pictures', 'audit'],
  // Cards are drawn from words that are ready; who knows the words is the guests' feature. See docs/decisions/0076.
  guests: ['occasions', 'cards', 'drives'],
  // What came from whom is tied to guests; see docs/decisions/0080.
  line: ['guests', 'occasions'],
  // A guest's household goes into the own book of their host; see docs/decisions/0083.
  kumbukumbu: ['guests', 'occasions'],
  // Who is let in is a guest of an occasion; see docs/decisions/0077.
  door: ['guests', 'occasions'],
  // What follows an occasion: its account reads the books' own sums, and its posts have photos; see docs/decisions/0082 and 0084.
  after: ['occasions', 'ledger', 'pictures'],
  // What guests are written of what they are invited to; see docs/decisions/0074.
  messages: ['guests', 'occasions'],
  // Money goes back from a payment, by a refund or by a dispute that was lost; see docs/decisions/0033.
  refunds: ['payments', 'donations', 'views', 'ledger', 'people'],
  disputes: ['refunds', 'payments', 'donations', 'ledger'],
}
/** What a screen may use of the platform. */
const forScreens = /\/(db|deed|part|request|visitor)\.server\.ts$/

const all = globSync(['app/**/*.{ts,tsx}', 'db/**/*.ts', 'examples/**/*.ts', 'sandbox/**/*.ts', 'server.ts'])
const files = all.filter((file) => !/\.test\.|\.d\.ts$/.test(file))
const source = new Map(all.map((file) => [file, readFileSync(file, 'utf8')]))
const linesOf = (file: string) => source.get(file)!.trimEnd().split('\n').length

function importsOf(file: string): string[] {
  const found = [...source.get(file)!.matchAll(/(?:from |import\(|^import )'([#.][^']+)'/gm)].map(([, path]) => path!)
  return found
    .filter((path) => !path.includes('+types/'))
    .map((path) => (path.startsWith('#') ? path.slice(1) : join(dirname(file), path)))
    .map((path) => path.replace(/\?.*$/, ''))
}
const floorOf = (file: string) => floors.findIndex((floor) => file === floor || file.startsWith(`${floor}/`))
const featureOf = (file: string) => file.match(/^app\/features\/([^/]+)/)?.[1]
const arrows = (wrong: (file: string, target: string) => boolean) =>
  files.flatMap((file) =>
    importsOf(file)
      .filter((target) => wrong(file, target))
      .map((target) => `${file} -> ${target}`),
  )

describe('who may import whom', () => {
  test('imports run downwards', () => {
    const placed = (file: string) => floorOf(file) >= 0
    expect(arrows((file, target) => placed(file) && placed(target) && floorOf(target) > floorOf(file))).toEqual([])
  })

  test('what is seen never meets the platform, and the pretend world knows nothing of the product', () => {
    expect(arrows((file, target) => file.startsWith('app/ui/') && /^app\/(platform|features)\//.test(target))).toEqual(
      [],
    )
    expect(arrows((file, target) => file.startsWith('sandbox/') && target.startsWith('app/'))).toEqual([])
  })

  test('a feature stands only on the features it may', () => {
    const foreign = (file: string, target: string) => {
      const [from, to] = [featureOf(file), featureOf(target)]
      return Boolean(from && to && from !== to && !standsOn[from]?.includes(to))
    }
    expect(arrows(foreign)).toEqual([])
  })

  test('screens use of the platform only the database, the deed, the part, the request and the visitor; machines may use all', () => {
    const reaching = (file: string, target: string) =>
      file.startsWith('app/routes/') &&
      !/\/(machine|sandbox)\//.test(file) &&
      target.startsWith('app/platform/') &&
      !forScreens.test(target)
    expect(arrows(reaching)).toEqual([])
  })

  test('screens never import screens, but for their own folder', () => {
    const neighbour = (file: string, target: string) =>
      file.startsWith('app/routes/') &&
      file !== 'app/routes.ts' &&
      target.startsWith('app/routes/') &&
      dirname(target) !== dirname(file)
    expect(arrows(neighbour)).toEqual([])
  })

  test('no circles', () => {
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const walk = (file: string, path: string[]) => {
      if (state.get(file) === 'done' || !source.has(file)) return
      if (state.get(file) === 'open') return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
      state.set(file, 'open')
      for (const target of importsOf(file)) walk(target, [...path, file])
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
      /\.server\.tsx?$|^app\/routes\/|^app\/entry\.|^(db|examples|sandbox)\/|^server\.ts$/.test(file)
    expect(files.filter((file) => !loud(file) && world.test(typesOnly(source.get(file)!)))).toEqual([])
  })

  test('screens hold no SQL', () => {
    const screens = files.filter((file) => file.startsWith('app/routes/') && !file.includes('/machine/'))
    expect(
      screens.filter((file) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(source.get(file)!)),
    ).toEqual([])
  })

  test('no file is made but from a list that is declared; one of the office is given by the function that writes it down', () => {
    const makes = (file: string) => /kit\/csv\.ts'|text\/csv/.test(source.get(file)!)
    expect(files.filter((file) => /^app\/(features|office|routes)\//.test(file) && makes(file))).toEqual([])
    const office = files.filter((file) => /^app\/(office|routes\/admin)\//.test(file))
    const gives = (file: string) => /\.csv\(db/.test(source.get(file)!) && file !== 'app/admin/list.server.ts'
    expect(office.filter(gives)).toEqual([])
  })

  test('only the settings read the environment', () => {
    const readers = files.filter(
      (file) => source.get(file)!.includes('process.env') && file !== 'app/platform/settings.server.ts',
    )
    expect(
      readers.filter((file) => file !== 'server.ts' && file !== 'app/platform/postgres/postgres.server.ts'),
    ).toEqual([])
  })

  test('no barrels and no drawers', () => {
    expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([])
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc|manager)(\/|\.|-)/.test(file))).toEqual([])
  })

  test('what a person typed is no value of <Trans>, which would read tags in it: it goes into t`…` or a component', () => {
    const typed = /(?<!=)\{[^{}]*\b(title|name|fullName|why|notes|method|by|slogan|message)\}/
    const said = (file: string) => source.get(file)!.matchAll(/<Trans\b[^>]*>(.*?)<\/Trans>/gs)
    const wrong = files.filter((file) => !file.includes('.test.') && [...said(file)].some(([all]) => typed.test(all)))
    expect(wrong).toEqual([])
  })

  test('a title is capitalised on its own page and in the campaign header alone, and as it was typed everywhere else', () => {
    const users = files.filter((file) => !file.includes('.test.') && /\bcapitalised\(/.test(source.get(file)!))
    expect(users.sort()).toEqual(['app/drives/drive/campaign/header.tsx', 'app/drives/drive/public/hero.tsx'])
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
    const table = ['', 'office-', 'host-', 'guest-'].map((part) => source.get(`app/${part}routes.ts`)!).join('')
    const modules = files.filter(
      (file) =>
        file.startsWith('app/routes/') &&
        /export (default|const (loader|action)|(async )?function (loader|action))\b/.test(source.get(file)!),
    )
    expect(modules.filter((file) => !table.includes(file.replace('app/', '')))).toEqual([])
  })
})

describe('how long a thing may be', () => {
  test('files have at most 250 lines, screens 120', () => {
    expect(
      files.filter((file) => file !== 'db/types.ts' && linesOf(file) > 250).map((file) => `${file} ${linesOf(file)}`),
    ).toEqual([])
    const screens = files.filter((file) => file.startsWith('app/routes/'))
    expect(screens.filter((file) => linesOf(file) > 120).map((file) => `${file} ${linesOf(file)}`)).toEqual([])
  })

  test('what tests, scripts and measurements stand on is held to the same; a test may tell more than one story', () => {
    const beside = globSync(['{test,e2e,bench,scripts}/**/*.{ts,tsx,mjs}']).filter((file) => !file.includes('.test.'))
    const lines = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
    expect(beside.filter((file) => lines(file) > 250).map((file) => `${file} ${lines(file)}`)).toEqual([])
  })
})
