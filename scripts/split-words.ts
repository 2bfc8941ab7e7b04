import type { Plugin } from 'vite'
import { saysVisitorsWords } from '../app/kit/visitors-pages.ts'

// Visitors come for one page, over weak networks, and need a fifth of the words of their language. So browsers get each
// catalogue in two files: `sw.po?visitors` has what the code says that visitors' pages can fetch, `sw.po?rest` what only
// other code of the browser says. Which words these are is read from the bundled code: no person keeps a list.

type Messages = Record<string, unknown>
type Part = 'visitors' | 'rest'
/** A file that is being bundled. */
type Chunk = {
  fileName: string
  facadeModuleId?: string | null
  isEntry: boolean
  imports: string[]
  dynamicImports: string[]
  modules: Record<string, { code: string | null }>
}

const partOf = /\/(\w+)\.po\?(visitors|rest)$/
/** Stands in the code until it is known what the other files say. */
const place = /__WORDS_(\w+?)_(visitors|rest)__/g
const routeOf = /\/app\/(.+)\.tsx?\?__react-router-build-client-route$/

export function splitWords(): Plugin {
  const catalogues = new Map<string, Messages>()
  let bundles = false
  return {
    name: 'split-words',
    enforce: 'pre',
    configResolved({ command }) {
      bundles = command === 'build'
    },
    load: {
      filter: { id: partOf },
      async handler(id) {
        const [, language, part] = partOf.exec(id) as unknown as [string, string, Part]
        const file = id.replace(/\?.*/, '')
        // While developing nothing is bundled: all words come at once.
        if (!bundles) return part === 'rest' ? 'export const messages = {}' : `export * from '${file}'`
        const { code } = await this.load({ id: file })
        catalogues.set(language, messagesIn(code!))
        return { code: `export const messages = __WORDS_${language}_${part}__`, moduleType: 'js' }
      },
    },
    renderChunk(code, _, __, { chunks }) {
      if (!code.includes('__WORDS_')) return null
      const all = Object.values(chunks) as Chunk[]
      return code.replace(place, (_, language: string, part: Part) => {
        const messages = catalogues.get(language)!
        const ids = idsOf(part, all, messages)
        return asCode(Object.fromEntries(Object.entries(messages).filter(([id]) => ids.has(id))))
      })
    },
  }
}

/** Names both files of a catalogue as the server looks for them: see app/platform/http/static.server.ts. */
export function nameOfChunk({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const part = partOf.exec(facadeModuleId ?? '')?.[2]
  return `assets/[name]${part ? `-${part}` : ''}-[hash].js`
}

/** As Lingui writes them, for browsers: JSON in a text, which they read faster than code. */
const messagesIn = (code: string) => JSON.parse(JSON.parse(/JSON\.parse\((".*")\)/s.exec(code)![1]!)) as Messages
const asCode = (messages: Messages) => `JSON.parse(${JSON.stringify(JSON.stringify(messages))})`

/** The ids of the messages in the code of visitors' pages, or of those that only other code has. */
function idsOf(part: Part, all: Chunk[], messages: Messages): Set<string> {
  const idsIn = (chunks: Iterable<Chunk>) =>
    new Set(
      [...chunks].flatMap(({ modules }) => Object.values(modules).flatMap(({ code }) => said(code ?? '', messages))),
    )
  const visitors = idsIn(reachedBy(all.filter(beginsTheirs), all))
  if (part === 'visitors') return visitors
  return new Set([...idsIn(all)].filter((id) => !visitors.has(id)))
}

/** What visitors' pages begin with: what every page has, and their routes. */
function beginsTheirs({ isEntry, facadeModuleId }: Chunk): boolean {
  const route = routeOf.exec(facadeModuleId ?? '')?.[1]
  return isEntry && (!route || saysVisitorsWords(route))
}

function reachedBy(begins: Chunk[], all: Chunk[]): Set<Chunk> {
  const named = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const reached = new Set(begins)
  // What is added meanwhile is looked at, too.
  for (const { imports, dynamicImports } of reached)
    for (const file of [...imports, ...dynamicImports]) if (named.has(file)) reached.add(named.get(file)!)
  return reached
}

/** The ids of the messages in code. */
export const said = (code: string, messages: Messages): string[] =>
  [...code.matchAll(/\bid:\s*(["'`])(.+?)\1/g)].map(([, , id]) => id!).filter((id) => Object.hasOwn(messages, id))
