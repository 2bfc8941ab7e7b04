import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

// How long a function may be, as docs/develop/recipes.md promises.

const files = globSync(['{app,db,examples,sandbox}/**/*.{ts,tsx}', 'server.ts']).filter(
  (file) => !/\.test\.|\.d\.ts$/.test(file),
)

type Node = { type: string; start: number; end: number; [part: string]: unknown }
type Found = { name: string; lines: number; isSeen: boolean }

const isNode = (part: unknown): part is Node => typeof (part as Node | null)?.type === 'string'
const partsOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const isFunction = ({ type }: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type)
const linesOf = (text: string, { start, end }: Node) => text.slice(start, end).split('\n').length
const hasMarkup = (node: Node): boolean => node.type.startsWith('JSX') || partsOf(node).some(hasMarkup)

/** The functions inside that have a name of their own: those of a factory are counted by themselves. */
function namedInside(node: Node): Node[] {
  return partsOf(node).flatMap((part) => {
    const isNamed = part.type === 'FunctionDeclaration' || isFunctionOf(part.init) || isMethod(part)
    return isNamed ? [part] : namedInside(part)
  })
}
const isFunctionOf = (value: unknown) => isNode(value) && isFunction(value)
const isMethod = ({ type, method, value }: Node) => type === 'Property' && method === true && isFunctionOf(value)

/** Every function of a source that has a name, with its own lines. */
function functionsOf(file: string, text: string): Found[] {
  const all = (node: Node): Found[] => {
    const inside = namedInside(node)
    const lines = linesOf(text, node) - inside.reduce((sum, one) => sum + linesOf(text, one), 0)
    const name = String(((node.id ?? node.key) as { name?: string } | null)?.name ?? 'default')
    return [{ name, lines, isSeen: hasMarkup(node) }, ...inside.flatMap(all)]
  }
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} can't be read: ${errors[0]!.message}`)
  return namedInside(program as unknown as Node).flatMap(all)
}

/** The calls of `form action` and its like, with how many lines each takes. */
function formActionsOf(file: string, text: string): Found[] {
  const all = (node: Node): Found[] => {
    const name = (node.callee as { name?: string } | undefined)?.name ?? ''
    const found =
      node.type === 'CallExpression' && /^(formAction|adminAction|hostsAction|helpersAction|decision)$/.test(name)
    const inside = partsOf(node).flatMap(all)
    return found ? [{ name, lines: linesOf(text, node), isSeen: false }, ...inside] : inside
  }
  return all(parseSync(file, text).program as unknown as Node)
}

describe('how long a function may be', () => {
  const sources = files.map((file) => ({ file, text: readFileSync(file, 'utf8') }))

  test('at most 40 lines, with markup 80; what it names inside is counted by itself', () => {
    const long = sources.flatMap(({ file, text }) =>
      functionsOf(file, text)
        .filter(({ lines, isSeen }) => lines > (isSeen ? 80 : 40))
        .map(({ name, lines }) => `${file} ${name} ${lines}`),
    )
    expect(long).toEqual([])
  })

  test('a form action has at most 20', () => {
    const screens = sources.filter(({ file }) => /\/(admin|api|guest-pages|pages|public)\//.test(file))
    const formActions = screens.flatMap(({ file, text }) => formActionsOf(file, text).map((one) => ({ file, ...one })))
    expect(formActions.length).toBeGreaterThan(50)
    expect(formActions.filter(({ lines }) => lines > 20).map(({ file, lines }) => `${file} ${lines}`)).toEqual([])
  })

  test('a function that is too long is found', () => {
    const body = Array.from({ length: 45 }, (_, at) => `  call(${at})`).join('\n')
    expect(functionsOf('a.ts', `export function long() {\n${body}\n}\n`)).toEqual([
      { name: 'long', lines: 47, isSeen: false },
    ])
  })
})
