import type { z } from 'zod'
import { approvalTexts } from '#app/base/approvals/approval.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { ActName, Actor, Facts, Noun } from '#app/base/audit/audit.ts'
import { fromFirstPage } from '#app/kit/list.ts'
import type { Says } from '#app/kit/says.ts'
import { deciderIn } from '#app/people/accounts/confirm.server.ts'
import { type Db, inOneGo, db as ours, type Tx } from '#app/platform/db.server.ts'
import { type Args, formAction, type Outcome } from '#app/platform/form-action.server.ts'
import type { Limit } from '#app/platform/http/limits.server.ts'
import type { DecisionWords } from './decision-dialog.tsx'
import { decisionForm } from './decision-forms.ts'

type AgainForm = z.ZodType<{ again: string }>
type Typed<Form extends AgainForm> = Omit<z.output<Form>, 'again'>

type AdminAction<Form extends AgainForm, Key> = {
  form: Form
  /** The subject's key, from the address. Runs before the password check: a missing subject is a 404 for everyone. */
  at?: (args: Args) => Key | Promise<Key>
  limits?: (input: z.output<Form>, args: Args) => Limit[]
  // biome-ignore lint/suspicious/noConfusingVoidType: a form action without texts of its own hands on what its function returns
  run: (input: Typed<Form>, by: Actor, key: Key, args: Args) => Promise<Outcome | void>
  done?: Says
  failed: Says
  page?: boolean
}

/** An admin form action: the administrator proves who they are, with the password or a code of the last ten minutes. */
export const adminAction = <Form extends AgainForm, Key = undefined>({ at, run, ...rest }: AdminAction<Form, Key>) =>
  formAction({
    ...rest,
    secret: ['again'],
    run: async ({ again, ...input }, args) => {
      const key = (await at?.(args)) as Key
      return (await run(input, await deciderIn(ours, args.context, again), key, args)) ?? {}
    },
  })

/** The subject of a decision: a noun of the audit log, and how to find one. */
export type About<Key, Found extends { id: string | number }> = {
  noun: Noun
  /** Its key, from the address. */
  at: (args: Args) => Key | Promise<Key>
  /** Finds and locks it. Refuses with 404 what is not there, and with 403 what the administrator may not decide about. */
  find: (tx: Tx, key: Key, by: Actor) => Promise<Found>
  /** Runs after each decision about the subject, for example to notify open pages. */
  after?: (tx: Tx, found: Found) => Promise<unknown>
}

/**
 * The facts for the audit log. `says`: the message to the administrator, where it depends on the result. `first`: another
 * administrator has to decide the same; nothing has changed yet.
 */
type Decided = { before?: Facts; after?: Facts; says?: Says } | 'first'

type Done = 'done' | 'first'

type Declared<Key, Found extends { id: string | number }, Form extends AgainForm> = {
  of: About<Key, Found>
  /** Null where the feature that does it writes the log line, in the same transaction. */
  act: ActName | null
  words: Pick<DecisionWords<never>, 'done' | 'failed' | 'page'>
  form?: Form
  run: (tx: Tx, found: Found, input: Typed<Form> & { by: Actor }) => Promise<Decided>
}

/**
 * A decision about another person's thing, in one transaction: finds and locks the thing, carries out the decision, and
 * logs who decided and why, or does none of it. `action` is its form action.
 */
export function decision<
  Key,
  Found extends { id: string | number },
  Form extends z.ZodType<{ again: string; why: string }> = typeof decisionForm,
>({ of, act, words: { page, ...words }, form = decisionForm as unknown as Form, run }: Declared<Key, Found, Form>) {
  const decideAndSay = (db: Db, key: Key, input: Typed<Form> & { by: Actor }): Promise<{ is: Done; says?: Says }> =>
    inOneGo(db, async (tx) => {
      const found = await of.find(tx, key, input.by)
      const decided = await run(tx, found, input)
      if (decided === 'first') {
        await of.after?.(tx, found)
        return { is: 'first', says: approvalTexts.first }
      }
      const { says, ...facts } = decided
      const { by, why } = input as unknown as { by: Actor; why: string }
      if (act) await record(tx, { by, act, noun: of.noun, subject: found.id, ...facts, why })
      await of.after?.(tx, found)
      return { is: 'done', ...(says ? { says } : {}) }
    })
  const decide = async (...asked: Parameters<typeof decideAndSay>): Promise<Done> => (await decideAndSay(...asked)).is
  const action = adminAction({
    form,
    at: of.at,
    page: true,
    ...words,
    run: async (input, by, key, { request, params }) => {
      const { says } = await decideAndSay(ours, key, { ...input, by })
      return { go: page(params, listIn(request)), ...(says ? { says } : {}) }
    },
  })
  return Object.assign(decide, { action })
}

/** Returns the filter of the list that the decision was made from. Drops the page number: the last page may be empty now. */
function listIn({ url }: Request): string {
  const query = fromFirstPage(new URL(url).search)
  return query.size > 0 ? `?${query}` : ''
}
