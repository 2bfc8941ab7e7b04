import { globSync, readFileSync } from 'node:fs'

// Tests that a document or a mutation names have an id at the end of their title: `[T12]`. So a test can be renamed or
// moved without a change elsewhere. A new id is the highest one plus one.

export type NamedTest = { id: string; file: string; title: string }

const title = /('(?:[^'\\\n]|\\.)* \[T\d+\]'|"(?:[^"\\\n]|\\.)* \[T\d+\]"|`(?:[^`\\]|\\.)* \[T\d+\]`)\s*,/g
const files = () => globSync('{app,db,examples,scripts,sandbox,test,e2e}/**/*.test.{ts,tsx}').sort()

/** Every test with an id, in the order of their files. */
export const namedTests = (): NamedTest[] =>
  files().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(title)].map(([, quoted]) => {
      const [, words, id] = /^(.*) \[(T\d+)\]$/s.exec(quoted!.slice(1, -1))!
      return { id: id!, file, title: words! }
    }),
  )

let byId: Map<string, NamedTest> | undefined

/** The file of the test with this id. */
export function fileOfTest(id: string): string {
  byId ??= new Map(namedTests().map((one) => [one.id, one]))
  const found = byId.get(id)
  if (!found) throw new Error(`no test has the id ${id}`)
  return found.file
}
