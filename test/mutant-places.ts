import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, parseSync } from 'vite'

// Places in the sources where a mutant can be made by a machine, and the sources with all mutants of a run in them: each asks
// `mutantIs` at its place, so that one process can try many.

/** A mutant: this text of a file becomes another. */
export type Mutant = {
  file: string
  line: number
  start: number
  end: number
  kind: Kind
  is: string
  becomes: string
  /** Stands outside of all functions: it is worked out once, with its file, whichever mutant is tried then. */
  isStatic: boolean
}
export type Kind = 'comparison' | 'logic' | 'condition' | 'call' | 'number' | 'return' | 'where' | 'sql'
type Spot = Pick<Mutant, 'kind' | 'becomes'>

const comparisons: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' }
const logics: Record<string, string> = { '&&': '||', '||': '&&' }
const dropped = /^(where|whereRef|having|forUpdate|forNoKeyUpdate|forShare|skipLocked)$/
const inStatements: [RegExp, string][] = [
  [/ and (?:[^\n()`$]|\$\{[^{}`]*\})+?(?=\n| and | order by | for | group by | limit |\)|`)/, ''],
  [/ for (no key )?update( of \w+)?( skip locked)?/, ''],
  [/ is not null/, ' is null'],
  [/ is null/, ' is not null'],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ <> /, ' = '],
  [/not exists/, 'exists'],
  [/ or /, ' and '],
]

type Node = { type: string; start: number; end: number } & Record<string, unknown>
type Around = { parent: Node | undefined; isStatic: boolean; statement: number }
const isNode = (one: unknown): one is Node => typeof (one as Node | null)?.type === 'string'

/** All places of a file, in its order. */
export function placesIn(file: string, text = readFileSync(file, 'utf8')): Mutant[] {
  const found: Mutant[] = []
  const look = (node: Node, { parent, isStatic, statement }: Around): void => {
    const { type, start, end } = node
    if (/^TS(?!AsE|NonNull|Satisfies)|^Import/.test(type) || isMessage(node, text)) return
    const line = text.slice(0, start).split('\n').length
    // A bracket at the start of a statement would go on with the line before.
    for (const spot of spotsAt(node, parent, text))
      if (spot.kind === 'call' || spot.kind === 'return' || start !== statement)
        found.push({ file, line, start, end, is: text.slice(start, end), isStatic, ...spot })
    const around = {
      parent: node,
      isStatic: isStatic && !/Function/.test(type),
      statement: type === 'ExpressionStatement' ? start : statement,
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) look(child, around)
  }
  look(parseSync(file, text).program as unknown as Node, { parent: undefined, isStatic: true, statement: -1 })
  return found
}

function spotsAt(node: Node, parent: Node | undefined, text: string): Spot[] {
  const textOf = (part: unknown) => text.slice((part as Node).start, (part as Node).end)
  const is = textOf(node)
  const asked: Spot[] =
    /^(If|Conditional)/.test(parent?.type ?? '') && parent!.test === node
      ? [{ kind: 'condition', becomes: `!(${is})` }]
      : []
  const sign = node.operator as string
  if (node.type === 'BinaryExpression' && comparisons[sign])
    asked.push({ kind: 'comparison', becomes: `${textOf(node.left)} ${comparisons[sign]} ${textOf(node.right)}` })
  if (node.type === 'LogicalExpression' && logics[sign])
    asked.push({ kind: 'logic', becomes: `(${textOf(node.left)}) ${logics[sign]} (${textOf(node.right)})` })
  if (node.type === 'Literal' && typeof node.value === 'number' && parent?.key !== node)
    asked.push({ kind: 'number', becomes: node.value > 999 ? `${is} * 2` : `${is} + 1` })
  if (node.type === 'ExpressionStatement' && /^(await )?(?!log|console)[\w.]+\(/.test(is))
    asked.push({ kind: 'call', becomes: '' })
  if (node.type === 'BlockStatement' && /Function/.test(parent?.type ?? '') && !/return [^\n]/.test(is))
    if ((node.body as Node[]).length > 1) asked.push({ kind: 'return', becomes: '{ return }' })
  const { callee } = node as { callee?: Node & { object: Node; property: Node } }
  if (node.type === 'CallExpression' && callee?.type === 'MemberExpression' && dropped.test(textOf(callee.property)))
    asked.push({ kind: 'where', becomes: textOf(callee.object) })
  if (node.type === 'TaggedTemplateExpression' && textOf(node.tag) === 'sql')
    for (const [some, other] of inStatements)
      if (some.test(is) && !/between /.test(is)) asked.push({ kind: 'sql', becomes: is.replace(some, other) })
  return asked
}

/** What people read is no rule. */
const isMessage = ({ type, start }: Node, text: string) =>
  /^(Tagged|Call)/.test(type) && /^(msg`|t`|plural\()/.test(text.slice(start, start + 8))

/** A mutant with its number in a run. */
export type Numbered = Mutant & { nr: number }

/** Sources with these mutants, of which none lies in another. */
export function withMutants(all: Numbered[], text: string): string {
  const lastFirst = [...all].sort((one, other) => other.start - one.start)
  return lastFirst.reduce((made, one) => made.slice(0, one.start) + asking(one) + made.slice(one.end), text)
}

function asking({ nr, kind, is, becomes }: Numbered): string {
  const asked = `globalThis.mutantIs?.(${nr})`
  if (kind === 'call') return `{ if (!${asked}) { ${is} } }`
  if (kind === 'return') return `{ if (${asked}) return; ${is.slice(1)}`
  return `(${asked} ? (${becomes}) : (${is}))`
}

/** Comes before all other plugins. No file with a mutant is cached. */
export function mutantsPlugin(all: Numbered[]): Plugin {
  const byFile = Map.groupBy(all, ({ file }) => path.resolve(file))
  const within = (id: string) => byFile.get(id.split('?')[0]!)
  return {
    name: 'mutants',
    enforce: 'pre',
    configureVitest: ({ defineCacheKeyGenerator }) => defineCacheKeyGenerator(({ id }) => (within(id) ? false : null)),
    load(id) {
      const here = within(id)
      return here && withMutants(here, readFileSync(id.split('?')[0]!, 'utf8'))
    },
  }
}
