import type { RouterContextProvider } from 'react-router'
import { recordAccess } from '#app/base/audit/audit.server.ts'
import type { Actor, FactName, Facts, FactValue, Noun } from '#app/base/audit/audit.ts'
import { type Fields, type FilterOf, narrowing, type Reader } from '#app/kit/list.ts'
import { actorIn, requireFresh } from '#app/people/accounts/confirm.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Listed, listOf } from '#app/platform/list.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { languageContext, wordsContext } from '#app/platform/request.server.ts'

// Admin lists and files. Only `takeFile` gives out a file, so every export has a line in the log.

/** The noun and the subject that the audit log keeps of an exported file. */
type Recorded = { noun: Noun; subject?: string }

/** An admin file: its address, its facts for the log, and its lines. */
export type AdminFile = Recorded & {
  /** The address of the page that it belongs to, such as /admin/payouts. */
  address: string
  /** The filter and search behind the file, as facts for the log. */
  found: (query: URLSearchParams, reader: Reader) => Facts
  csv: (db: Db, query: URLSearchParams, reader: Reader) => Response
}

type Declared<Row, All extends Fields, Name extends string, Totals> = Listed<Row, All, Name, Totals> &
  Recorded & {
    view: { address: string }
    /** The name of the file. */
    file: string
    /** False where the page names no people: then only the export is logged. */
    recordsAccess?: false
    /** True where names and addresses are searched: of the search words the log keeps only references and numbers. */
    findsPeople?: true
    /** The facts for the log, where these are fewer or more than the filter says. */
    found?: (filter: FilterOf<All>) => Facts
  }

/** An admin list: the page, and its file. */
export function adminList<Row, All extends Fields, Name extends string, Totals>(one: Declared<Row, All, Name, Totals>) {
  const { view, noun, subject = '', recordsAccess = true, findsPeople } = one
  const list = listOf(one)
  const factsOf = (filter: FilterOf<All>): Facts => {
    const { search, ...facts } = pick(filter as Facts, narrowing(view.fields, filter), parts(view.fields))
    if (!search) return facts
    return { search: findsPeople && !isReference.test(String(search)) ? 'by name or mail' : search, ...facts }
  }
  const foundBy = (query: URLSearchParams, filter: FilterOf<All>): Facts => ({
    ...(one.found ?? factsOf)(filter),
    ...plainFacts(query, ['sort', 'order']),
  })
  return {
    ...list,
    address: view.address,
    noun,
    subject,
    found: (query: URLSearchParams, { words }: Reader) => foundBy(query, list.asked(query, words).filter),
    csv: (db: Db, query: URLSearchParams, reader: Reader) =>
      list.csv(db, one.file, list.asked(query, reader.words), reader),
    /**
     * A page for administrators. The page is read before the access is logged: a reader of the log sees others' accesses. `from`: the
     * database that is read, if it is another one than that of the log.
     */
    async shown(db: Db, query: URLSearchParams, by: Actor, words?: Reader['words'], from = db) {
      const asked = { ...list.asked(query, words), lookerId: by.id }
      const { filter } = asked
      const [page, drive] = await Promise.all([list.page(from, asked), driveNamed(db, filter.drive)])
      if (recordsAccess) await recordAccess(db, { by, noun, subject, found: foundBy(query, filter) })
      return { ...page, filter, drive }
    },
  }
}

/** A reference of a payment, ours or the provider's. Excludes numbers that may be a phone's. */
const isReference = /^(don|sub)-[\w-]+$|^(?!(0|254)\d{9}$)\d+$/i

const parts = (fields: Fields) => Object.keys(fields).filter((name) => fields[name]!.kind === 'links')
const pick = (facts: Facts, ...names: string[][]): Facts =>
  Object.fromEntries(
    [...new Set(names.flat() as FactName[])].flatMap((name) => (facts[name] ? [[name, textIn(facts[name])]] : [])),
  )
const textIn = (value: FactValue | undefined) => (typeof value === 'string' ? value.slice(0, 100) : value)

/** Returns the address's values of these names, for the log. */
export const plainFacts = (query: URLSearchParams, names: string[]): Facts =>
  pick(Object.fromEntries(names.map((name) => [name, query.get(name)])) as Facts, names)

/** The title of the drive that a list is narrowed to. */
async function driveNamed(db: Db, id: unknown): Promise<{ title: string } | null> {
  if (typeof id !== 'string') return null
  return (await db.selectFrom('fund_drives').where('id', '=', id).select('title').executeTakeFirst()) ?? null
}

type Asked = { context: Readonly<RouterContextProvider>; url: URL }

/** Returns a list's page for the query of the address, for a loader. */
export const shownTo = <Page>(
  db: Db,
  list: { shown: (db: Db, query: URLSearchParams, by: Actor, words: Reader['words'], from?: Db) => Promise<Page> },
  { context, url }: Asked,
  from = db,
): Promise<Page> => list.shown(db, url.searchParams, actorIn(context), context.get(wordsContext), from)

/** Gives a file to an administrator who has just confirmed who they are, with a line in the audit log. */
export async function takeFile(db: Db, file: AdminFile, { context, url }: Asked): Promise<Response> {
  requireFresh(context, url)
  const reader = { words: context.get(wordsContext), language: context.get(languageContext) }
  const { noun, subject = '', found } = file
  const by = actorIn(context)
  await recordAccess(db, { by, act: 'exported', noun, subject, found: found(url.searchParams, reader) })
  return file.csv(lagDb(context), url.searchParams, reader)
}
