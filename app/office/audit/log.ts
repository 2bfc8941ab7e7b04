import type { ActName, Facts, Noun } from '#app/features/audit/audit.ts'

// The audit log as its page shows it.

/** A line, with what is known of those it names. */
export type Line = {
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
  before: Facts
  after: Facts
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

/** The page of what a line is about. A drive has its page by its slug, which only the database knows. */
export function pageOf(noun: Noun, subject: string, { after, slug }: { after: Facts; slug?: string }): string | null {
  if (noun === 'drive' && subject) return slug ? `/admin/fund-drives/${slug}` : null
  if (noun === 'method') return after.payout ? `/admin/payouts/${after.payout}` : null
  const page = pages[noun]
  if (!page) return null
  return page.endsWith('/') ? (subject ? page + encodeURIComponent(subject) : page.slice(0, -1)) : page
}
const pages: Partial<Record<Noun, string>> = {
  donation: '/admin/donations/',
  payment: '/admin/donations/',
  payout: '/admin/payouts/',
  person: '/admin/system-users/',
  drive: '/admin/fund-drives/',
  dispute: '/admin/disputes/',
  break: '/admin/books/differences/',
  suspense: '/admin/books/unplaced/',
  book: '/admin/books',
  setting: '/admin/settings',
  package: '/admin/settings',
  job: '/admin/jobs',
  comment: '/admin/comments',
  'audit log': '/admin/audit',
}

/** One thing that was changed, or how something was found: what it was, and what it is. */
export type Fact = { name: string; before: Facts[string] | undefined; after: Facts[string] | undefined }

/** What was there before beside what is there now; what did not change is left out. */
export function factsOf({ before, after }: Pick<Line, 'before' | 'after'>): Fact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => ({ name, before: before[name], after: after[name] }))
    .filter((fact) => kept(fact.before) !== kept(fact.after))
}

/** A field that was left empty says as little as one that is not there. */
const kept = (value: Facts[string] | undefined) => (value === undefined || value === '' ? null : value)

/** Names of facts that are money, in cents, where the line is about money. */
const sums = new Set(['amount', 'net', 'fee', 'left', 'debt', 'sum', 'available', 'ours', 'theirs', 'away'])
const ofMoney = new Set<Noun>([
  'donation',
  'payment',
  'payout',
  'dispute',
  'suspense',
  'break',
  'book',
  'drive',
  'settlement',
])
export const isSum = (noun: Noun, name: string): boolean => ofMoney.has(noun) && sums.has(name)
