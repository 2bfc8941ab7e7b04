// node scripts/notices.ts   writes THIRD_PARTY_NOTICES.md: the packages that the product runs with, from package-lock.json, and who
// wrote them, from the files of the installed packages.
import fs from 'node:fs'
import path from 'node:path'

export const noticesPage = 'THIRD_PARTY_NOTICES.md'

type Locked = {
  version?: string
  license?: string
  cpu?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}
export type Package = { name: string; version: string; licence: string; folder: string; isOfOneSystem: boolean }

/** The packages that the product needs when it runs, also those of other systems, by their licences and names. */
export function productionPackages(lock = fs.readFileSync('package-lock.json', 'utf8')): Package[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, Locked> }
  const found = new Set<string>()
  const walk = (from: string): void => {
    for (const name of neededBy(packages[from]!, from === '')) {
      const folder = folderOf(packages, name, from)
      if (folder && !found.has(folder)) walk(found.add(folder) && folder)
    }
  }
  walk('')
  const all = [...found].map((folder) => packageIn(folder, packages[folder]!))
  const keyOf = ({ licence, name, version }: Package) => [licence, name, version].join('\0')
  const unique = new Map(all.map((one) => [keyOf(one), one]))
  return [...unique].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one)
}

function neededBy(
  { dependencies, optionalDependencies, peerDependencies, ...more }: Locked,
  isRoot: boolean,
): string[] {
  const peers = isRoot ? [] : Object.keys(peerDependencies ?? {})
  const needed = peers.filter((name) => !more.peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {}), ...needed]
}

/** Where Node finds a package: in the folder of the one that needs it, else in those above. */
function folderOf(packages: Record<string, Locked>, name: string, from: string): string | undefined {
  const here = path.posix.join(from, 'node_modules', name)
  if (packages[here] || from === '') return packages[here] && here
  return folderOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

const packageIn = (folder: string, { version, license, cpu }: Locked): Package => ({
  name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
  version: version!,
  // One entry was added by scripts/lockfix.mjs, which knows no licences: the Node of a Mac, as that of Linux.
  licence: license ?? 'MIT',
  folder,
  isOfOneSystem: cpu !== undefined,
})

/** Licences whose text is printed once, and a package that has it. */
const printed = {
  '0BSD': 'tslib',
  'BSD-2-Clause': 'entities',
  'BSD-3-Clause': 'source-map-js',
  ISC: 'split2',
  MIT: 'react',
  'MIT-0': 'nodemailer',
  'OFL-1.1': '@fontsource/archivo',
  'Python-2.0': 'argparse',
  Unlicense: 'isbot',
}

const licenceFiles = (folder: string) =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => /^(licen[sc]e|copying)/i.test(file)) : []
const textOf = (folder: string) =>
  licenceFiles(folder)
    .map((file) => fs.readFileSync(path.join(folder, file), 'utf8').replace(/\r/g, ''))
    .join('\n')

const isCopyright = (line: string) => /^\W*(Portions )?(Copyright|COPYRIGHT) (\(c\)|\(C\)|©|\d|[A-Z])/.test(line)
const escaped = (text: string) => text.replace(/[<>_*`|]/g, (sign) => `\\${sign}`)

function lineOf({ name, version, folder, isOfOneSystem }: Package): string {
  const lines = isOfOneSystem ? [] : textOf(folder).split('\n').filter(isCopyright)
  const who = [...new Set(lines.map((line) => line.replace(/^\W+/, '').trim().replace(/\.$/, '')))]
  return `- ${name} ${version}${who.length ? `: ${escaped(who.join('; '))}` : ''}`
}

function printedText(licence: string, name: string): string {
  const text = textOf(path.join('node_modules', name))
  const lines = text.split('\n').filter((line) => !isCopyright(line))
  return [`### ${licence}`, '', '```', lines.join('\n').trim(), '```'].join('\n')
}

function page(): string {
  const byLicence = Map.groupBy(productionPackages(), ({ licence }) => licence)
  const lists = [...byLicence].map(([licence, all]) => `## ${licence}\n\n${all.map(lineOf).join('\n')}`)
  const texts = Object.entries(printed).map(([licence, name]) => printedText(licence, name))
  return `${[head, ...lists, '## Texts', ...texts].join('\n\n')}\n`
}

const head = `# Third-party notices

Harambee is under [Apache 2.0](LICENSE). It runs with the packages below, each under its own licence. \`node scripts/notices.ts\` writes this
page from package-lock.json and the installed packages; a test compares it with package-lock.json.

Packages for other systems than yours are in the lists and are not installed. Packages that only build and test the product are not in the lists.
The programs of Node and Postgres arrive in packages, too: Node is under MIT and brings the licences of its parts in its own folder; Postgres is under the
PostgreSQL Licence. The picture decoder libvips (LGPL-3.0-or-later) is a library of its own, which you may replace. Fonts are under the
SIL Open Font Licence, icons are of Lucide, under ISC. The texts of Apache-2.0 and of LGPL-3.0 are in [LICENSE](LICENSE) and at
<https://www.gnu.org/licenses/lgpl-3.0.txt>; those of the others are below.`

if (process.argv[1] === import.meta.filename) fs.writeFileSync(noticesPage, page())
