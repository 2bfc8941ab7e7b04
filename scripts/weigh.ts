import fs from 'node:fs'
import path from 'node:path'
import { importsOf } from './imports.ts'
import { productFiles } from './tables.ts'

// How large the code is, in numbers that may fall and not rise: `weights.json` has those of today, and `npm run check` compares.
// `--write` notes what fell. A number that has to rise is changed there by hand, with the reason in the commit.

const kept = 'weights.json'

type Weights = Record<string, number>

const files = productFiles().filter((file) => file.startsWith('app/'))
const source = new Map(files.map((file) => [file, fs.readFileSync(file, 'utf8')]))
const linesOf = (file: string) => source.get(file)!.trimEnd().split('\n').length

const folderPlans = ['app/admin/']

/** What a newcomer sees first: the folders of app/, and those of the layer that is no area. */
function firstFolders(): string[] {
  const found = files.flatMap((file) => {
    const plan = folderPlans.find((folder) => file.startsWith(folder)) ?? 'app/'
    const [first, ...more] = file.slice(plan.length).split('/')
    return more.length > 0 ? [plan + first] : []
  })
  return [...new Set(found)]
}

const looseFiles = () => files.filter((file) => /^app\/([^/]+|(admin|platform)\/[^/]+)$/.test(file))

/** Files that only one other file imports. */
function filesForOne(): string[] {
  const importers = new Map<string, number>()
  for (const [file, text] of source) {
    for (const target of new Set(importsOf(file, text))) importers.set(target, (importers.get(target) ?? 0) + 1)
  }
  return files.filter((file) => importers.get(file) === 1)
}

/** Names that several files export: each is looked for in the wrong one first. */
function namesExportedTwice(): string[] {
  const files = new Map<string, number>()
  // What the router asks of every route module, and React of every lazy one.
  const asked = /^(loader|action|meta|headers|links|shouldRevalidate|handle|middleware|ErrorBoundary|clientLoader)$/
  for (const text of source.values()) {
    const declared = /^export (?:async )?(?:const|function\*?|class|type|interface|let) (\w+)/gm
    const names = [...text.matchAll(declared)].map(([, name]) => name!).filter((name) => !asked.test(name))
    for (const name of new Set(names)) files.set(name, (files.get(name) ?? 0) + 1)
  }
  return [...files].filter(([, many]) => many > 1).map(([name]) => name)
}

/** How a comment begins that leaves its subject out, and words that readers stumbled over. */
const unclear = /^(What|Of|Whom?|Whose|It|They|As|The same|Such)\b|\b(stands?|whoever|somebody|anew|for good)\b/i

/** Comments in the code, without their marks; lines that follow each other are one. */
export const commentsIn = (text: string): string[] =>
  [...text.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?<=^\s*)\/\/(.*(?:\n\s*\/\/.*)*)/gm)].map(([, block, lines]) =>
    (block ?? lines!).replace(/\n\s*(\*|\/\/) ?/g, ' ').trim(),
  )

const unclearComments = () => [...source.values()].flatMap(commentsIn).filter((comment) => unclear.test(comment))

const places = (pattern: RegExp) => [...source.values()].flatMap((text) => [...text.matchAll(pattern)]).length
const folders = (pattern: RegExp) =>
  new Set(files.filter((file) => pattern.test(file)).map((file) => path.dirname(file)))

export const weigh = (): Weights => ({
  'folders that a newcomer sees first': firstFolders().length,
  'files beside them': looseFiles().length,
  'files of the product': files.length,
  'lines of the product': files.reduce((sum, file) => sum + linesOf(file), 0),
  'files for one importer': filesForOne().length,
  'files under 20 lines': files.filter((file) => linesOf(file) < 20).length,
  'names exported by several files': namesExportedTwice().length,
  'comments that hide their subject': unclearComments().length,
  'places that insert an M-Pesa receipt': places(/insert into mpesa_receipts\b/g),
  'folders that hold a withdrawal': folders(/payout|withdraw/).size,
})

/** The numbers that rose, as sentences. */
export const risen = (before: Weights, now: Weights): string[] =>
  Object.entries(now).flatMap(([what, is]) => {
    const was = before[what]
    return was !== undefined && is > was ? [`${what}: ${is}, before ${was}`] : []
  })

function main(): void {
  const [before, now]: Weights[] = [JSON.parse(fs.readFileSync(kept, 'utf8')), weigh()]
  for (const [what, is] of Object.entries(now!)) {
    const was = before![what] ?? is
    console.log(`${String(is).padStart(7)}  ${what}${is === was ? '' : ` (before ${was})`}`)
  }
  const rose = risen(before!, now!)
  if (process.argv.includes('--write'))
    fs.writeFileSync(kept, `${JSON.stringify({ ...now, ...lower(before!, now!) }, null, 2)}\n`)
  if (rose.length === 0) return
  console.error(
    `\nThe code became heavier:\n${rose.join('\n')}\nMake it lighter, or change ${kept} and say why in the commit.`,
  )
  process.exitCode = 1
}

const lower = (before: Weights, now: Weights): Weights =>
  Object.fromEntries(Object.entries(now).map(([what, is]) => [what, Math.min(is, before[what] ?? is)]))

if (process.argv[1] === import.meta.filename) main()
