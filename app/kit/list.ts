import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Cell } from './csv.ts'
import type { Language } from './languages.ts'
import { oneLine } from './lines.ts'
import type { Words } from './says.ts'
import { isDay } from './time.ts'
import { idIn } from './web-address.ts'

// The fields that narrow a list, declared as data: the server reads the address with them, the page draws the form.

/** The reader's words, and the language in which moments are written. */
export type Reader = { words: I18n; language: Language }

/** Reads the words below the last row of a file, if there are any. */
export type FileFoot = () => Promise<string | null>

/** A column as a file has it. A column without `plain` is on the page alone. */
export type FileColumn<Row> = {
  head: Words
  /** The file's own heading, if it differs: with a unit, mostly. */
  fileHead?: Words
  plain?: (row: Row, reader: Reader) => Cell
}

/** An option of a field. Words that come from the database are a plain text. */
export type Option = { id: string; words: Words | string }

type Look = { label: Words; className?: string }
type Kind =
  | (Look & { kind: 'search'; placeholder: Words })
  | (Look & { kind: 'choice'; all: Words; options: Option[] })
  | (Look & { kind: 'links'; all?: Words; start?: string; options: Option[] })
  | (Look & { kind: 'day' })
  | (Look & { kind: 'flag' })
  | { kind: 'drive' }

/** A name in the address, and what is read from it. Any text there gives a valid value. */
export type ListField<Value = unknown> = Kind & { read: (typed: string | null) => Value }
export type Fields = Record<string, ListField>
/** The values that narrow a list. A value that narrows nothing is '', null or false. */
export type FilterOf<All extends Fields> = { [Name in keyof All]: ReturnType<All[Name]['read']> }

export const search = (placeholder: Words, look: Partial<Look> = {}): ListField<string> => ({
  kind: 'search',
  label: msg`Search`,
  placeholder,
  ...look,
  read: (typed) => oneLine(typed ?? '').slice(0, 100),
})

type OneOf<Id extends string> = Look & { of: readonly Id[]; words: Record<NoInfer<Id>, Words> }
const optionsOf = <const Id extends string>({ of, words }: OneOf<Id>) => of.map((id) => ({ id, words: words[id] }))

/** A field with one of several values, chosen in the form. */
export const choice = <const Id extends string>(one: OneOf<Id> & { all: Words }): ListField<Id | null> => ({
  kind: 'choice',
  label: one.label,
  all: one.all,
  options: optionsOf(one),
  ...(one.className ? { className: one.className } : {}),
  read: (typed) => one.of.find((id) => id === typed) ?? null,
})

/** A field with one of several values, each a link beside the form; `all` leads back to all. */
export const links = <const Id extends string>(one: OneOf<Id> & { all: Words }): ListField<Id | null> => ({
  kind: 'links',
  label: one.label,
  all: one.all,
  options: optionsOf(one),
  read: (typed) => one.of.find((id) => id === typed) ?? null,
})

/** A field of links in a list that always shows one of them: without a word in the address, `start`. */
export const parts = <const Id extends string>(one: OneOf<Id> & { start: NoInfer<Id> }): ListField<Id> => ({
  kind: 'links',
  label: one.label,
  start: one.start,
  options: optionsOf(one),
  read: (typed) => one.of.find((id) => id === typed) ?? one.start,
})

export const day = (label: Words, className?: string): ListField<string | null> => ({
  kind: 'day',
  label,
  ...(className ? { className } : {}),
  read: (typed) => (typed && isDay(typed) ? typed : null),
})
/** The fields of the first and the last day. */
export const days = (className?: string) => ({
  from: day(msg({ message: 'From', context: 'days' }), className),
  to: day(msg({ message: 'To', context: 'days' }), className),
})

/** The id of the one drive to show. A link elsewhere sets it. */
export const oneDrive = (): ListField<string | null> => ({ kind: 'drive', read: idIn })

export const flagField = (label: Words): ListField<boolean> => ({
  kind: 'flag',
  label,
  read: (typed) => typed === 'on',
})

export const filterIn = <All extends Fields>(fields: All, query: URLSearchParams): FilterOf<All> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.read(query.get(name))]),
  ) as FilterOf<All>

/** Writes the filter as a query string; values that narrow nothing are left out. */
export function filterQuery(filter: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value === true ? 'on' : String(value))
  return `?${query}`
}

/** Keeps the list's part of a query: how it is narrowed and sorted. Drops the page and other parameters of the screen. */
export const ofList = (fields: Fields, query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name]) => name in fields || name === 'sort' || name === 'order'))

/** Keeps how a list is narrowed and sorted, and starts at its first page. */
export function fromFirstPage(query: string | URLSearchParams): URLSearchParams {
  const first = new URLSearchParams(query)
  for (const name of ['after', 'after-trail']) first.delete(name)
  return first
}

/** Checks for kinds that are outside the form; the form carries them along. */
export const isBeside = ({ kind }: ListField): boolean => kind === 'links' || kind === 'drive'

/** Names the fields that narrow the list. A part that is always shown narrows nothing. */
export const narrowing = (fields: Fields, filter: Record<string, unknown>): string[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    filter[name] && !(field.kind === 'links' && field.start) ? [name] : [],
  )
