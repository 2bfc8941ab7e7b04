import type { MessageDescriptor } from '@lingui/core'
import { branded } from './brand.ts'

/** Words of the product: an English sentence that carries its translations. Written msg`...` where they are defined. */
export type Words = MessageDescriptor

/** The content of a toast. */
export type Says = {
  title: Words
  text?: Words
  /** The reason why a form was refused. The form shows it as long as it is true; the toast does not. */
  why?: Words
  tone?: 'good' | 'bad'
}
/** The content of a toast in the reader's language. */
export type Said = { title: string; text?: string; why?: string; tone: 'good' | 'bad' }

/** The result of a sent form. */
export type Answer = {
  ok: boolean
  /** Set by the browser: no answer came, so nobody knows whether the form arrived. */
  unsent?: true
  says?: Said
  /** Field name to the words at that field. */
  errors?: Record<string, string>
  /** Typed values, sent back so that a page without JavaScript loses nothing. Never a password. */
  typed?: Record<string, string>
  /** Results for the script that asked, such as the address of a picture. */
  gave?: Record<string, string | number>
}

const spoken = new Map<string, Words>()

/** Passes words through a place that carries only text, such as a schema's message; `wordsOf` finds them again. */
export function said(words: Words): string {
  spoken.set(words.id, words)
  return words.id
}
export const wordsOf = (text: string): Words => spoken.get(text) ?? { id: text, message: text }

/** Codes of refusals that code asks about: their sentences change, and are translated. */
type RefusalCode = 'answer not taken' | 'changed meanwhile'

type Why = {
  code?: RefusalCode
  status?: number
  field?: string
  retryAfter?: number
  go?: string
  errors?: Record<string, Words>
  typed?: Record<string, string>
}

/** A refusal by a business rule. Its words are meant for the person who asked. */
export class Refusal extends Error {
  says: Says
  code: RefusalCode | undefined
  status: number
  /** The field in fault, if there is one. */
  field: string | undefined
  /** Seconds until a new try can succeed. */
  retryAfter: number | undefined
  /** The page of the next step, if it is another one. */
  go: string | undefined
  /** The words at several fields, if more than one is in fault. */
  errors: Record<string, Words> | undefined
  /** Values that replace what was sent, such as a new key. */
  typed: Record<string, string> | undefined
  constructor(says: Says | Words, options: Why = {}) {
    const full: Says = 'title' in says ? says : { title: says, tone: 'bad' }
    super(branded(full.title.message ?? full.title.id))
    this.name = 'Refusal'
    this.says = full
    this.code = options.code
    this.status = options.status ?? 409
    this.field = options.field
    this.retryAfter = options.retryAfter
    this.go = options.go
    this.errors = options.errors
    this.typed = options.typed
  }
  /** The words at the fields in fault; undefined when the form as a whole is refused. */
  get atFields(): Record<string, Words> | undefined {
    if (this.errors) return this.errors
    return this.field ? { [this.field]: this.says.why ?? this.says.text ?? this.says.title } : undefined
  }
}

/** Makes every check of a form, so that all fields in fault are named at once. A refusal of the whole form ends it. */
export async function refuseTogether(checks: (() => unknown)[]): Promise<void> {
  const found: Refusal[] = []
  for (const check of checks)
    try {
      await check()
    } catch (error) {
      if (!(error instanceof Refusal && error.atFields)) throw error
      found.push(error)
    }
  const [first] = found
  if (!first) return
  // The first check to name a field wins.
  const errors = Object.assign({}, ...found.map(({ atFields }) => atFields).reverse()) as Record<string, Words>
  throw found.length === 1 ? first : new Refusal(first.says, { status: first.status, errors })
}
