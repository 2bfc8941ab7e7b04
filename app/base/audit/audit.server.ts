import { sql } from 'kysely'
import type { RouterContextProvider } from 'react-router'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { shortAddress } from '#app/platform/http/network-address.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { ActName, Actor, Facts, Noun } from './audit.ts'

type Act = {
  /** Null for the command line and the settings. */
  by: Actor | null
  act: ActName
  noun: Noun
  /** The id of the subject. Never a name or an address. */
  subject: string | number
  before?: Facts
  after?: Facts
  why?: string | undefined
}

/** Records a person's act in the same transaction as the act: neither is kept without the other. */
export const record = (tx: Tx, act: Act): Promise<void> => recordAll(tx, [act])

/** Records many acts at once, in their order. */
export async function recordAll(tx: Tx, acts: Act[]): Promise<void> {
  for (const { by, act } of acts) if (by && (act === 'exported' || act === 'revealed')) await taken(tx, by, act)
  if (acts.length > 0) await tx.insertInto('audit_log').values(acts.map(rowOf)).execute()
}

const rowOf = ({ by, act, noun, subject, before, after, why = '' }: Act) => ({
  by: by?.id ?? null,
  address: by?.address ?? '',
  act,
  noun,
  subject: String(subject).slice(0, 200),
  before: before ? JSON.stringify(before) : null,
  after: after ? JSON.stringify(after) : null,
  why: why.slice(0, 1000),
})

type Access = { by: Actor; act?: 'seen' | 'exported'; noun: Noun; subject?: string | number; found?: Facts }

/**
 * Records that a person looked at data that names people, and how they found it. A page that reloads itself because something changed
 * is still the same access, so it is written once a minute. A file counts as taken each time.
 */
export async function recordAccess(
  db: Db,
  { by, act = 'seen', noun, subject = '', found = {} }: Access,
): Promise<void> {
  if (act === 'exported') await taken(db, by, act)
  const asked = JSON.stringify(discreet(found))
  await sql`
    insert into audit_log (by, address, act, noun, subject, after)
    select ${by.id}::uuid, ${by.address}, ${act}, ${noun}, ${String(subject).slice(0, 200)}, ${asked}::jsonb
    where ${act === 'exported'}::boolean or not exists (
      select from audit_log where by = ${by.id}::uuid and at > now() - interval '1 minute' and act = ${act}
        and noun = ${noun} and subject = ${String(subject).slice(0, 200)} and after = ${asked}::jsonb
    )`.execute(db)
}

/**
 * Removes typed addresses and numbers from how something was found: a line is never removed, and a person who asks to be forgotten
 * must not be found in it.
 */
export const discreet = (found: Facts): Facts =>
  Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, typeof value === 'string' ? blurred(value) : value]),
  )

const blurred = (typed: string): string =>
  typed
    .replace(/([^\s@])[^\s@]*(@[^\s@]+)/g, '$1…$2')
    .replace(/(?<![\w-])\+?\d[\d\s()-]{6,}\d{3}(?![\w-])/g, (number) => `…${number.slice(-3)}`)

/** Imports the module when needed: the command line writes lines, too, and has no words. */
const taken = async (tx: Db | Tx, by: Actor, act: 'exported' | 'revealed') =>
  (await import('./taken.server.ts')).countTaken(tx, by.id, act)

/** Returns the network address of a request, as the log stores it. */
export const addressIn = (context: Readonly<RouterContextProvider>): string =>
  shortAddress(context.get(askedContext).address)
