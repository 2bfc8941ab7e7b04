import { askedApproval } from '#app/base/approvals/approvals.server.ts'
import * as mails from '#app/people/accounts/decided-mails.tsx'
import { at, readerOf, sendAccountMail } from '#app/people/accounts/mails.server.ts'
import type { Db } from '#app/platform/db.server.ts'

// Emails to all administrators when the circle of administrators changes, or is about to.

/** Writes to all but the new administrator: a reader who did not expect it can end it at once. */
export async function mailAdminMade(db: Db, { userId }: { userId: string }): Promise<void> {
  const made = await readerOf(db, userId)
  const role = await db
    .selectFrom('user_roles as r')
    .leftJoin('profiles as p', 'p.user_id', 'r.given_by')
    .where('r.user_id', '=', userId)
    .where('r.role', '=', 'admin')
    .select('p.full_name')
    .executeTakeFirst()
  // The role was taken back meanwhile: nothing to write.
  if (!made || !role) return
  const page = at(`/admin/system-users/${userId}`)
  for (const reader of await administrators(db, userId))
    await sendAccountMail(reader, mails.adminMadeMail(reader.name, { name: made.name, by: role.full_name, page }))
}

/** Writes to all, also to the one who asked: another person may have used their screen. */
export async function mailSecondNeeded(db: Db, { proposalId }: { proposalId: number }): Promise<void> {
  const asked = await askedApproval(db, proposalId)
  if (!asked) return
  const { about, subject, by } = asked
  const isPerson = about === 'role' || about === 'restore'
  const name = isPerson ? ((await readerOf(db, subject))?.name ?? null) : null
  const page = at(pages[about](subject))
  const money = about === 'unplaced' || about === 'statement' ? about : null
  for (const reader of await administrators(db))
    await sendAccountMail(reader, mails.secondNeededMail(reader.name, { by, name, money, page }))
}

const person = (id: string) => `/admin/system-users/${id}`
/** The pages of the second decision. */
const pages = {
  role: person,
  restore: person,
  setting: () => '/admin/settings',
  unplaced: (id: string) => `/admin/books/unplaced/${id}`,
  statement: () => '/admin/mpesa',
}

/** Writes to all, also to the one in whose name it was done: another person may have done it. */
export async function mailMuchTaken(db: Db, { userId }: { userId: string }): Promise<void> {
  const who = await readerOf(db, userId)
  if (!who) return
  for (const reader of await administrators(db))
    await sendAccountMail(reader, mails.muchTakenMail(reader.name, who.name, at(`/admin/audit?by=${userId}`)))
}

/** Writes to all: an account that one administrator moves alone is reviewed by the others. */
export async function mailPersonMoved(db: Db, { userId, by }: { userId: string; by: string }): Promise<void> {
  const [moved, mover] = [await readerOf(db, userId), await readerOf(db, by)]
  if (!moved || !mover) return
  const page = at(`/admin/system-users/${userId}`)
  for (const reader of await administrators(db))
    await sendAccountMail(reader, mails.personMovedMail(reader.name, { name: moved.name, by: mover.name, page }))
}

async function administrators(db: Db, but?: string) {
  const rows = await db.selectFrom('user_roles').where('role', '=', 'admin').select('user_id').execute()
  const readers = await Promise.all(
    rows.filter(({ user_id }) => user_id !== but).map((one) => readerOf(db, one.user_id)),
  )
  return readers.filter((reader) => reader !== undefined).filter(({ suspended }) => !suspended)
}
