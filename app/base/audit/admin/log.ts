import { acts, differences, facts, nouns, states } from '#app/admin/declared.ts'
import type { ActName, FactName, FactValue, FactWords, Noun } from '#app/base/audit/audit.ts'
import type { Words } from '#app/kit/says.ts'

// The audit log as its page shows it.

/** As they were written, by whatever version of the product. */
export type KeptFacts = Record<string, FactValue>

/** A line, with what is known of those it names. */
export type LogLine = {
  id: number
  at: Date
  /** Who did it, where that is a person; else the setting or the command did. */
  by: { id: string; name: string; email: string } | null
  through: 'person' | 'setting' | 'command'
  address: string
  act: ActName
  noun: Noun
  subject: string
  /** What it is about, in words, where they are known: the title of a drive, the name of a person. */
  about: string | null
  /** Where it can be looked at. */
  to: string | null
  before: KeptFacts
  after: KeptFacts
  /** The titles and names of those whose ids stand among the facts. */
  named: Record<string, string>
  why: string
}

/** What the address of the page asks for. `by` is a person's id, or nobody's. */
export type LogFilter = {
  search: string
  by: string | null
  act: ActName | null
  noun: Noun | null
  from: string | null
  to: string | null
  /** Views of pages, too; without it they are left out, as there are many of them. */
  looks: boolean
}
export const nobody = 'nobody'

/** The page of what a line is about, where it has one. A drive has its page by its slug, which only the database knows. */
export function pageOfLogLine(noun: Noun, subject: string, known: { after: KeptFacts; slug?: string }): string | null {
  const page = nouns[noun]?.page
  if (!page) return null
  if (typeof page === 'function') return page(subject, known)
  return page.endsWith('/') ? (subject ? page + encodeURIComponent(subject) : page.slice(0, -1)) : page
}

/** One thing that was changed, or how something was found: what it was, and what it is. */
export type LogFact = { name: string; before: FactValue | undefined; after: FactValue | undefined }

/** What was there before beside what is there now; what did not change is left out. */
export function factsOfLog({ before, after }: Pick<LogLine, 'before' | 'after'>): LogFact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((fact) => kept(fact.before) !== kept(fact.after))
}

/** A field that was left empty says as little as one that is not there. */
const kept = (value: FactValue | undefined) => (value === undefined || value === '' ? null : value)

export const nounNames = Object.fromEntries(Object.entries(nouns).map(([noun, { name }]) => [noun, name])) as Record<
  Noun,
  Words
>

/** What a fact is called. One of another version of the product is called by its own name. */
export const factNamed = (name: string): Words => known(name)?.name ?? { id: name, message: name }

/** Sums are money, in cents, where the line is about money. */
export const isSum = (noun: Noun, name: string): boolean => Boolean(nouns[noun]?.money && known(name)?.sum)

/** What a value means, where it is one of those that the product itself has named. */
export function wordsOfFact(name: string, value: FactValue): Words | undefined {
  if (typeof value !== 'string') return undefined
  const meant = named[name] ?? known(name)?.values ?? {}
  const spelt = name === 'page' ? value.replace(/\.csv$/, '') : value
  return Object.hasOwn(meant, spelt) ? meant[spelt] : undefined
}
const kinds = Object.fromEntries(Object.entries(differences).map(([kind, { name }]) => [kind, name]))
const named: Record<string, Record<string, Words>> = {
  status: states,
  state: states,
  act: acts,
  noun: nounNames,
  kind: kinds,
}

const known = (name: string): FactWords | undefined =>
  Object.hasOwn(facts, name) ? facts[name as FactName] : undefined
