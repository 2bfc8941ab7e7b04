import { sql } from 'kysely'
import { z } from 'zod'
import { type About, decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { askedApproval, askOrAgreeIfChosen } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal, said } from '#app/kit/says.ts'
import { endSessions } from '#app/people/accounts/account.server.ts'
import { roles } from '#app/people/accounts/account.ts'
import * as mails from '#app/people/accounts/decided-mails.tsx'
import { moveFor, withdrawalsFrom } from '#app/people/accounts/email-change.server.ts'
import { emailField, inWhole, numberFields } from '#app/people/accounts/forms.ts'
import { at, mailByReader, readerOf, sendAccountMail } from '#app/people/accounts/mails.server.ts'
import { phonesInUse, replacePhones, tellOfGivenPhone } from '#app/people/accounts/phones.server.ts'
import { giveRole, lockAdmins, roleOf } from '#app/people/accounts/roles.server.ts'
import { mailLimits } from '#app/people/accounts/sign-in.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { returnTries, takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue, type Jobs } from '#app/platform/jobs/queue.server.ts'
import { tell, tellRights } from '#app/platform/live/live.server.ts'
import {
  changingRole,
  endingSessions,
  givingPhone,
  movingEmail,
  personDecisionTexts,
  restoring,
  suspending,
} from './person-admin.ts'

// Administrators' decisions about a person.

/** The subject of these decisions: another person. The caller must still be an administrator. The person's open pages are notified. */
export const person: About<string, { id: string }> = {
  noun: 'person',
  // Lower case, as Postgres reads it: capitals name the same person, but would pass the check for oneself.
  at: ({ params }) => params.id!.toLowerCase(),
  async find(tx, id, by) {
    if (by.id === id) throw new Refusal(personDecisionTexts.own, { status: 403 })
    if (!(await lockAdmins(tx)).includes(by.id)) throw new Refusal(personDecisionTexts.noAdmin, { status: 403 })
    const found = await tx
      .selectFrom('users')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select('id')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!found) throw new Refusal(personDecisionTexts.missing, { status: 404 })
    return found
  },
  async after(tx, { id }) {
    await tell(tx, `person:${id}`)
    await tell(tx, 'office:desk')
  },
}

/**
 * Suspends a person: they are signed out everywhere and can't sign in, visitors don't find their drives, and nothing is withdrawn. Payments
 * begun before still come in.
 */
export const suspend = decision({
  of: person,
  act: 'person suspended',
  words: suspending,
  async run(tx, { id }, { why }) {
    const suspended = { suspended_at: sql<Date>`now()`, suspended_why: why, updated_at: new Date() }
    const changed = tx.updateTable('users').set(suspended).where('id', '=', id).where('suspended_at', 'is', null)
    if ((await changed.executeTakeFirst()).numUpdatedRows === 0n) throw new Refusal(personDecisionTexts.meanwhile)
    await endSessions(tx, id)
    await tellDrives(tx, id)
    await enqueue(tx, 'mail-suspended', { userId: id }, { key: id })
    return { after: { suspended: true } }
  },
})

/** Restores a person; their drives are found again as they were. Restoring an administrator needs a second administrator. */
export const restore = decision({
  of: person,
  act: 'person restored',
  words: restoring,
  async run(tx, { id }, { by, why }) {
    const suspended = await suspendedOf(tx, id)
    if (!suspended) throw new Refusal(personDecisionTexts.meanwhile)
    if (suspended.isAdmin) {
      const { isAgreed, first } = await askOrAgreeIfChosen(tx, { about: 'restore', subject: id, value: 'yes', by, why })
      if (!isAgreed) return 'first'
      await madeAgain(tx, id, { by: by.id, first })
    }
    const restored = { suspended_at: null, suspended_why: '', updated_at: new Date() }
    const changed = tx.updateTable('users').set(restored).where('id', '=', id).where('suspended_at', 'is not', null)
    if ((await changed.executeTakeFirst()).numUpdatedRows === 0n) throw new Refusal(personDecisionTexts.meanwhile)
    await tellDrives(tx, id)
    await enqueue(tx, 'mail-restored', { userId: id }, { key: id })
    return { after: { suspended: false } }
  },
})

/** Signs a person out everywhere. Links mailed to them stop working as well. */
export const endTheirSessions = decision({
  of: person,
  act: 'sessions ended',
  words: endingSessions,
  async run(tx, { id }) {
    const { sessions } = await tx
      .selectFrom('sessions')
      .where('user_id', '=', id)
      .select(({ fn }) => fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow()
    await endSessions(tx, id)
    return { before: { sessions }, after: { sessions: 0 } }
  },
})

const roleForm = decisionForm.extend({ role: z.enum(roles, said(personDecisionTexts.roleMissing)) })

/** Gives a person another role. The administrator who decides stays one, so at least one is always left. */
export const changeRole = decision({
  // `giveRole` records the change, because the command line makes administrators, too.
  of: person,
  act: null,
  words: changingRole,
  form: roleForm,
  async run(tx, { id }, { role, by, why }) {
    if ((await roleOf(tx, id)) === role) throw new Refusal(personDecisionTexts.meanwhile)
    if (role === 'admin' && !(await hasEmail(tx, id))) throw new Refusal(personDecisionTexts.noEmail)
    const wanted = { about: 'role', subject: id, value: role, by, why } as const
    const { isAgreed, first } =
      role === 'admin' ? await askOrAgreeIfChosen(tx, wanted) : { isAgreed: true, first: null }
    if (!isAgreed) return 'first'
    await giveRole(tx, id, role, { by, asked: first, grantedBy: 'admin', why })
    await tellRights(tx, id)
    await enqueue(tx, 'mail-role-changed', { userId: id, role }, { key: id })
    return {}
  },
})

const hasEmail = async (tx: Tx, userId: string): Promise<boolean> =>
  (await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirst())?.email != null

const suspendedOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('u.id', '=', userId)
    .where('u.suspended_at', 'is not', null)
    .select(sql<boolean>`coalesce(r.role = 'admin', false)`.as('isAdmin'))
    .executeTakeFirst()

/** Treats a restored administrator as a new one: all the others are told. */
async function madeAgain(tx: Tx, userId: string, { by, first }: { by: string; first: string | null }): Promise<void> {
  const given = { given_by: by, asked_by: first, created_at: sql<Date>`now()` }
  await tx.updateTable('user_roles').set(given).where('user_id', '=', userId).execute()
  await enqueue(tx, 'mail-admin-made', { userId }, { key: userId })
}

/** Sends the confirming mail once more, within the person's own limits. */
export async function sendConfirmation(db: Db, userId: string, by: Actor): Promise<void> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .select(['email', 'email_verified'])
    .executeTakeFirst()
  if (!person) throw new Refusal(personDecisionTexts.missing, { status: 404 })
  if (person.email_verified || person.email === null) throw new Refusal(personDecisionTexts.verifiedAlready)
  const limits = mailLimits(person.email, by.address)
  await takeTry(limits)
  try {
    await db.transaction().execute(async (tx) => {
      await record(tx, { by, act: 'confirmation sent', noun: 'person', subject: userId })
      await enqueue(tx, 'mail-verify', { userId }, { key: userId })
    })
  } catch (error) {
    await returnTries(limits)
    throw error
  }
}

/** Notifies open pages of the person's drives that these are shut, or open again. */
const tellDrives = (tx: Tx, userId: string) =>
  sql`select tell_topic('drive:' || id) from fund_drives where user_id = ${userId}`.execute(tx)

// A person who lost their mailbox or their phone asks support, and an administrator moves the account: see
// docs/develop/decisions/0004-phones-and-lost-mailboxes.md. Administrators' accounts can't be moved.

export const moveEmail = decision({
  of: person,
  act: 'email moved',
  words: movingEmail,
  form: decisionForm.extend({ email: emailField }),
  async run(tx, { id }, { email, by }) {
    await refuseAdmin(tx, id)
    const own = await emailOf(tx, id)
    if (own === null) throw new Refusal(personDecisionTexts.phoneOnly)
    if (own === email) throw new Refusal(personDecisionTexts.sameAddress, { status: 422, field: 'email' })
    await refuseTaken(tx, email)
    await moveFor(tx, id, email)
    await tellOthers(tx, id, by.id)
    return {}
  },
})

export const givePhone = decision({
  of: person,
  act: 'phone given',
  words: givingPhone,
  form: decisionForm.extend(numberFields).transform(inWhole),
  async run(tx, { id }, { phone, by }) {
    await refuseAdmin(tx, id)
    if ((await emailOf(tx, id)) !== null) throw new Refusal(personDecisionTexts.ownAddress)
    const old = (await phonesInUse(tx, id)).filter((one) => one !== phone)
    await replacePhones(tx, id, phone)
    await endSessions(tx, id)
    await tx.updateTable('users').set({ withdrawals_from: withdrawalsFrom() }).where('id', '=', id).execute()
    await tellOfGivenPhone(tx, id, { phone, old })
    await tellOthers(tx, id, by.id)
    return {}
  },
})

async function refuseAdmin(tx: Tx, userId: string): Promise<void> {
  if ((await roleOf(tx, userId)) === 'admin') throw new Refusal(personDecisionTexts.ofAdmin, { status: 403 })
}

const emailOf = async (tx: Tx, userId: string): Promise<string | null> =>
  (await tx.selectFrom('users').where('id', '=', userId).select('email').executeTakeFirstOrThrow()).email

async function refuseTaken(tx: Tx, email: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .select('id')
    .executeTakeFirst()
  if (other) throw new Refusal(personDecisionTexts.addressTaken, { status: 422, field: 'email' })
}

/** Tells all administrators: an account may be moved to steal its money. */
const tellOthers = (tx: Tx, userId: string, by: string) =>
  enqueue(tx, 'mail-person-moved', { userId, by }, { key: userId })

// Emails to all administrators when the circle of administrators changes, or is about to.

/** Writes to all but the new administrator: a reader who did not expect it can end it at once. */
export async function mailAdminMade(db: Db, carries: Jobs['mail-admin-made']): Promise<void> {
  const { userId } = carries
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
  await mailByReader(db, { name: 'mail-admin-made', carries }, await administrators(db, userId), (reader) =>
    sendAccountMail(reader, mails.adminMadeMail(reader.name, { name: made.name, by: role.full_name, page })),
  )
}

/** Writes to all, also to the one who asked: another person may have used their screen. */
export async function mailSecondNeeded(db: Db, carries: Jobs['mail-second-needed']): Promise<void> {
  const asked = await askedApproval(db, carries.proposalId)
  if (!asked) return
  const { about, subject, by } = asked
  const isPerson = about === 'role' || about === 'restore'
  const name = isPerson ? ((await readerOf(db, subject))?.name ?? null) : null
  const page = at(pages[about](subject))
  const money = about === 'unplaced' || about === 'statement' || about === 'institution' ? about : null
  await mailByReader(db, { name: 'mail-second-needed', carries }, await administrators(db), (reader) =>
    sendAccountMail(reader, mails.secondNeededMail(reader.name, { by, name, money, page })),
  )
}

const pageOfPerson = (id: string) => `/admin/system-users/${id}`
/** The pages of the second decision. */
const pages = {
  role: pageOfPerson,
  restore: pageOfPerson,
  setting: () => '/admin/settings',
  unplaced: (id: string) => `/admin/books/unplaced/${id}`,
  statement: () => '/admin/mpesa',
  institution: () => '/admin/institutions',
}

/** Writes to all, also to the one in whose name it was done: another person may have done it. */
export async function mailMuchTaken(db: Db, carries: Jobs['mail-much-taken']): Promise<void> {
  const who = await readerOf(db, carries.userId)
  if (!who) return
  const page = at(`/admin/audit?by=${carries.userId}`)
  await mailByReader(db, { name: 'mail-much-taken', carries }, await administrators(db), (reader) =>
    sendAccountMail(reader, mails.muchTakenMail(reader.name, who.name, page)),
  )
}

/** Writes to all: an account that one administrator moves alone is reviewed by the others. */
export async function mailPersonMoved(db: Db, carries: Jobs['mail-person-moved']): Promise<void> {
  const { userId, by } = carries
  const [moved, mover] = [await readerOf(db, userId), await readerOf(db, by)]
  if (!moved || !mover) return
  const page = at(`/admin/system-users/${userId}`)
  await mailByReader(db, { name: 'mail-person-moved', carries }, await administrators(db), (reader) =>
    sendAccountMail(reader, mails.personMovedMail(reader.name, { name: moved.name, by: mover.name, page })),
  )
}

async function administrators(db: Db, but?: string) {
  const rows = await db.selectFrom('user_roles').where('role', '=', 'admin').select('user_id').execute()
  const readers = await Promise.all(
    rows.filter(({ user_id }) => user_id !== but).map((one) => readerOf(db, one.user_id)),
  )
  return readers.filter((reader) => reader !== undefined).filter(({ suspended }) => !suspended)
}
