import { acts, discrepancies, facts, nouns, states } from '#app/admin/declared.ts'
import type { ActName, FactName, FactValue, FactWords, Noun } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// The audit log as its page shows it.

/** Stored facts, as any version of the product wrote them. */
export type KeptFacts = Record<string, FactValue>

/** A line, with the names of its subject and its facts. */
export type LogLine = {
  id: number
  at: Date
  /** The person who acted; null if a setting or a command did. */
  by: { id: string; name: string; email: string } | null
  through: 'person' | 'setting' | 'command'
  address: string
  act: ActName
  noun: Noun
  subject: string
  /** The subject in words, if it is known: the title of a drive, the name of a person. */
  about: string | null
  /** The page of the subject. */
  to: string | null
  before: KeptFacts
  after: KeptFacts
  /** The titles and names of the ids among the facts. */
  named: Record<string, string>
  why: string
}

/** The filter in the page's address. `by` is a person's id, or nobody's. */
export type LogFilter = {
  search: string
  by: string | null
  act: ActName | null
  noun: Noun | null
  from: string | null
  to: string | null
  /** Includes views of pages. By default they are left out, as there are many of them. */
  looks: boolean
}
export const nobody = 'nobody'

/** Returns the page of a line's subject, if it has one. A drive has its page by its slug, which only the database knows. */
export function pageOfLogLine(noun: Noun, subject: string, known: { after: KeptFacts; slug?: string }): string | null {
  const page = nouns[noun]?.page
  if (!page) return null
  if (typeof page === 'function') return page(subject, known)
  return page.endsWith('/') ? (subject ? page + encodeURIComponent(subject) : page.slice(0, -1)) : page
}

/** A value that was changed, before and after; or how something was found. */
export type LogFact = { name: string; before: FactValue | undefined; after: FactValue | undefined }

/** Pairs each value before with the value after; unchanged ones are left out. */
export function factsOfLog({ before, after }: Pick<LogLine, 'before' | 'after'>): LogFact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((fact) => kept(fact.before) !== kept(fact.after))
}

/** Treats an empty field like a missing one. */
const kept = (value: FactValue | undefined) => (value === undefined || value === '' ? null : value)

export const nounNames = Object.fromEntries(Object.entries(nouns).map(([noun, { name }]) => [noun, name])) as Record<
  Noun,
  Words
>

/** Returns the name of a fact. A fact of another version of the product has its own name. */
export const factNamed = (name: string): Words => known(name)?.name ?? { id: name, message: name }

/** Checks for sums of money, in cents: only where the line is about money. */
export const isSum = (noun: Noun, name: string): boolean => Boolean(nouns[noun]?.money && known(name)?.sum)

/** Returns the words for a value, if it is one of those that the product itself has named. */
export function wordsOfFact(name: string, value: FactValue): Words | undefined {
  if (typeof value !== 'string') return undefined
  const meant = named[name] ?? known(name)?.values ?? {}
  const spelt = name === 'page' ? value.replace(/\.csv$/, '') : value
  return Object.hasOwn(meant, spelt) ? meant[spelt] : undefined
}
const kinds = Object.fromEntries(Object.entries(discrepancies).map(([kind, { name }]) => [kind, name]))
const named: Record<string, Record<string, Words>> = {
  status: states,
  state: states,
  act: acts,
  noun: nounNames,
  kind: kinds,
}

const known = (name: string): FactWords | undefined =>
  Object.hasOwn(facts, name) ? facts[name as FactName] : undefined
