import fs from 'node:fs'
import { tables } from '#db/areas.ts'

// Which files read and write which tables, by the SQL and the queries in them. `node scripts/tables.ts` prints it;
// `node scripts/tables.ts payouts` for one noun or table.

/** A table, and the files of the product that name it. */
export type Use = { table: string; area: string; noun: string; writers: string[]; readers: string[] }

const isProduct = (file: string) => !/\.test\.tsx?$|\.d\.ts$|\/locales\//.test(file)
const holdsSql = (file: string) => /\.server\.tsx?$|^sandbox\/|^server\.ts$/.test(file)

export const productFiles = () => [...fs.globSync('{app,sandbox}/**/*.{ts,tsx}').filter(isProduct).sort(), 'server.ts']

/** Reads the sources once for all tables. */
export function usesOfTables(files = productFiles()): Use[] {
  const texts = files.filter(holdsSql).map((file) => ({ file, text: fs.readFileSync(file, 'utf8') }))
  const written = texts.map(({ file, text }) => ({ file, names: named(text, writes) }))
  const read = texts.map(({ file, text }) => ({ file, names: named(text, reads) }))
  return tables.map(({ name, area, noun }) => {
    const writers = written.filter(({ names }) => names.has(name)).map(({ file }) => file)
    const readers = read.filter(({ file, names }) => names.has(name) && !writers.includes(file)).map(({ file }) => file)
    return { table: name, area, noun, writers, readers }
  })
}

const writes = [
  /\b(?:insert into|delete from|merge into|truncate)\s+(?:only\s+)?(?:public\.)?([a-z_.]+)/gi,
  // `update` of a lock names no table.
  /(?<!for |no key |do )\bupdate\s+(?:only\s+)?(?:public\.)?([a-z_.]+)/gi,
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\('([a-z_.]+)/g,
]
const reads = [
  /(?<!delete )\b(?:from|join|using|table)\s+(?:only\s+|lateral\s+)?\(?(?:public\.)?([a-z_.]+)/gi,
  /,\s*([a-z_.]+) [a-z]+(?=[\s,])/g,
  /\b(?:selectFrom|\w*[jJ]oin|from)\('([a-z_.]+)/g,
]

const named = (text: string, patterns: RegExp[]) =>
  new Set(patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!)))

function print(only?: string): void {
  for (const { table, area, noun, writers, readers } of usesOfTables()) {
    if (only && ![table, noun, area].includes(only)) continue
    console.log(`\n${table} (${area}: ${noun})`)
    for (const file of writers) console.log(`  writes ${file}`)
    for (const file of readers) console.log(`  reads  ${file}`)
  }
}

if (process.argv[1] === import.meta.filename) print(process.argv[2])
