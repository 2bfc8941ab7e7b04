import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { ownPath } from '#app/kit/web-address.ts'
import type { Db } from '#app/platform/db.server.ts'
import { openSealed, sealNow } from '#app/platform/settings/accepted-secrets.server.ts'
import { settings } from '#app/platform/settings/settings.server.ts'

// Forms that were sent after their person's session had ended. Such a form is not done: the typed text is kept until they have
// signed in again, and then shown in the same form; it is never sent by itself. It is for their account alone, expires after an
// hour, and is shown once.

/** In seconds. */
const longest = 3600
/** The most forms of one person, such as in several browsers at once. */
const most = 5
const secretName = /password|secret|token|^again$/i

export type KeptForm = { token: string; userId: string; action: string; page: string }

type Sent = { userId: string; action: string; page?: string | undefined; fields: FormData }

/** Keeps the typed text. Returns the cookie by which the same browser finds it; undefined if there is nothing to keep. */
export async function keepForm(db: Db, { userId, action, page, fields }: Sent): Promise<string | undefined> {
  const [to, from] = [ownPath(action), ownPath(page)]
  const typed = [...fields].filter(
    (field): field is [string, string] =>
      typeof field[1] === 'string' && isName(field[0]) && !secretName.test(field[0]),
  )
  if (!to || to.length > 2000 || typed.length === 0 || typed.length > mostFields) return undefined
  const token = randomBytes(24).toString('base64url')
  const kept = {
    token_hash: hashOf(token),
    user_id: userId,
    action: to,
    page: from && from.length <= 2000 ? from : to,
    fields: sealNow(purpose, new URLSearchParams(typed).toString()),
  }
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('kept_forms').values(kept).execute()
    await sql`delete from kept_forms where user_id = ${userId} and token_hash not in (
      select token_hash from kept_forms where user_id = ${userId} order by created_at desc, token_hash limit ${most})`.execute(
      tx,
    )
  })
  return cookieWith(token, longest)
}

/** Returns the form that waits for this browser; undefined if there is none, or it has expired. */
export async function keptFormOf(db: Db, headers: Headers): Promise<KeptForm | undefined> {
  const token = tokenIn(headers)
  if (!token) return undefined
  const row = await fresh(db, token).select(['user_id', 'action', 'page']).executeTakeFirst()
  return row && { token, userId: row.user_id, action: row.action, page: row.page }
}

/** True if the browser may have a form waiting. */
export const mayHaveKept = (headers: Headers): boolean => tokenIn(headers) !== undefined

/** Returns the typed fields, encoded as the form sends them. */
export async function typedIn(db: Db, { token }: KeptForm): Promise<string | undefined> {
  const row = await fresh(db, token).select('fields').executeTakeFirst()
  return row && openSealed(purpose, row.fields)
}

/** Deletes a form that was shown, or is another person's, and returns the cookie that removes it in the browser. */
export async function dropKept(db: Db, token: string | undefined): Promise<string> {
  if (token) await db.deleteFrom('kept_forms').where('token_hash', '=', hashOf(token)).execute()
  return keptGone()
}

const keptGone = () => cookieWith('', 0)

export const sweepKept = (db: Db) =>
  sql`delete from kept_forms where created_at < now() - make_interval(secs => ${longest})`.execute(db)

const purpose = 'kept form'
const fresh = (db: Db, token: string) =>
  db
    .selectFrom('kept_forms')
    .where('token_hash', '=', hashOf(token))
    .where('created_at', '>', sql<Date>`now() - make_interval(secs => ${longest})`)

const hashOf = (token: string) => createHash('sha256').update(token).digest()
const tokenIn = (headers: Headers) => headers.get('cookie')?.match(/(?:^|; ?)kept=([\w-]{32})(?:;|$)/)?.[1]
const cookieWith = (token: string, seconds: number) =>
  `kept=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${settings.secure ? '; Secure' : ''}`

// The fields of a form, made safe to read: text without characters that nobody types, names without tricks.

type Value = string | File

/** Names with a meaning in JavaScript itself are dropped. */
const nameForm = /^[a-z][\w.-]{0,63}(\[\])?$/i
const notNames = ['constructor', 'prototype']
const isName = (name: string) => nameForm.test(name) && !notNames.includes(name)

const fieldsIn = (fields: FormData): [name: string, value: Value][] =>
  [...fields.entries()]
    .filter(([name]) => isName(name))
    .map(([name, value]) => [name, typeof value === 'string' ? clean(value) : value])

/** Removes NUL, which the database refuses, and half characters, and normalizes line breaks as the page counts them. */
export const clean = (text: string) => text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()

/** The most fields of a form. Ours have far fewer; a program that sends more only wants to keep us counting. */
export const mostFields = 1000

/** Returns the fields by name, as a schema wants them: a list where the name ends in [], else the last value. */
export function asSent(fields: FormData): Record<string, Value | Value[]> {
  const sent: Record<string, Value | Value[]> = {}
  const lists: Record<string, Value[]> = {}
  for (const [name, value] of fieldsIn(fields)) {
    if (!name.endsWith('[]')) sent[name] = value
    else if (lists[name]) lists[name].push(value)
    else sent[name] = lists[name] = [value]
  }
  return sent
}

/** Returns the typed text, to be sent back: no files, and no passwords. */
export function typedOf(fields: FormData, secret: string[]): Record<string, string> {
  const kept = fieldsIn(fields).filter(
    ([name, value]) => typeof value === 'string' && !secret.includes(name) && !/password/i.test(name),
  )
  return Object.fromEntries(kept) as Record<string, string>
}
