import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import { type Db, db, type Tx } from '#app/platform/db.server.ts'
import { returnTries, takeTry } from '#app/platform/http/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { supportInWords } from '#app/platform/settings/choices.server.ts'
import { phoneTexts } from './account.ts'
import { type AuthCaller, auth, authHeaders, reasonOf, suspendedCode } from './auth.server.ts'
import { knownDeviceCookie } from './cookies.server.ts'
import { peopleTexts as people, usernameFrom } from './people.ts'
import { isSomebodys, returnCode, triedLimits, withCode, wrongCode } from './phone-codes.server.ts'
import { confirmPhone, tellOfPhone } from './phones.server.ts'
import { sessionTokenIn } from './session.server.ts'
import { type SignedIn, suspended, whilePasswordStays } from './sign-in.server.ts'
import { againOnClash } from './sign-up.server.ts'

/** Days after which a number may be another person's: operators reassign unused numbers. */
const daysUsed = 90

type Shown = { phone: string; mark: string; code: string }

/**
 * Signs in the owner of a phone: a session, or the challenge for their second factor. Administrators must use their password, and so must
 * people whose number may have changed hands.
 */
export const signInByPhone = (asking: AuthCaller, shown: Shown): Promise<SignedIn> =>
  letIn(asking, { ...shown, purpose: 'sign in' }, (tx) => whoseIt(tx, shown.phone))

/**
 * Makes an account for a person who has just given a code texted to their phone, and signs them in. If the number already has an account,
 * its person is signed in as by any code: nobody learns who has an account.
 */
export const signUpByPhone = (
  asking: AuthCaller,
  { fullName, language, ...shown }: Shown & { fullName: string; language: Language },
): Promise<SignedIn> =>
  againOnClash(() =>
    letIn(asking, { ...shown, purpose: 'sign up' }, async (tx) =>
      (await isSomebodys(tx, shown.phone)) && !(await isFreed(tx, shown.phone))
        ? whoseIt(tx, shown.phone)
        : addPersonByPhone(tx, { fullName, language, phone: shown.phone }),
    ),
  )

async function letIn(
  asking: AuthCaller,
  shown: Shown & { purpose: 'sign in' | 'sign up' },
  who: (tx: Tx) => Promise<string>,
): Promise<SignedIn> {
  const { address } = asking.context.get(askedContext)
  const limits = triedLimits(address)
  await takeTry(limits, people.signInFailed)
  const userId = await withCode(db, shown, who)
  await returnTries(limits)
  // A person who has proved to hold the phone need not wait for the next code.
  await returnCode(shown.phone, { address, request: asking.request })
  const answer = await whilePasswordStays(userId, () => opened(authHeaders(asking), userId))
  await unconfirm(db, answer.cookies)
  return { is: answer.is, cookies: [...answer.cookies, knownDeviceCookie(shown.phone, asking.request)] }
}

/**
 * Frees a number that may have changed hands, and may not open its old account, for the person who signs up with it. Its former holder
 * signs in by email, and is told. A number that is an account's only way to sign in stays with it.
 */
async function isFreed(tx: Tx, phone: string): Promise<boolean> {
  const row = await holder(tx, phone)
  if (!row?.isLongUnused || !row.hasEmail || row.suspended_at) return false
  await tx.deleteFrom('user_phones').where('phone', '=', phone).execute()
  await tellOfPhone(tx, row.id, phone, 'removed')
  await tell(tx, `person:${row.id}`)
  return true
}

const holder = (tx: Tx, phone: string) =>
  tx
    .selectFrom('user_phones as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .where('f.phone', '=', phone)
    .select(['u.id', 'u.suspended_at', 'r.role'])
    .select(sql<boolean>`u.email is not null and u.email_verified`.as('hasEmail'))
    .select(sql<boolean>`f.used_at < now() - make_interval(days => ${daysUsed})`.as('isLongUnused'))
    .select(holdsOthers.as('holdsOthers'))
    .forUpdate('f')
    .executeTakeFirst()

/** Returns the owner of a phone that may open their account, and marks the phone as used now. */
async function whoseIt(tx: Tx, phone: string): Promise<string> {
  const row = await holder(tx, phone)
  if (!row) throw wrongCode()
  if (row.suspended_at) throw suspended()
  if (row.role === 'admin') throw refused(phoneTexts.admin)
  if (row.isLongUnused && row.hasEmail) throw refused(phoneTexts.longUnused)
  if (row.isLongUnused && row.holdsOthers) throw refused(phoneTexts.longUnusedMoney(supportInWords()))
  await tx.updateTable('user_phones').set({ used_at: sql<Date>`now()` }).where('phone', '=', phone).execute()
  return row.id
}

/** Tells whether the account holds other people's things: money of a drive, drives they help with, guests, pledges, or kumbukumbu. */
const holdsOthers = sql<boolean>`(
  exists (select from donations g join fund_drives d on d.id = g.fund_drive_id where d.user_id = u.id)
  or exists (select from pledges p join fund_drives d on d.id = p.fund_drive_id where d.user_id = u.id)
  or exists (select from recorded_gifts r join fund_drives d on d.id = r.fund_drive_id where d.user_id = u.id)
  or exists (select from drive_helpers h where h.user_id = u.id)
  or exists (select from supporters s join gatherings g on g.id = s.gathering_id where g.user_id = u.id)
  or exists (select from remembered k where k.user_id = u.id))`

const refused = (why: Refusal['says']['title']) =>
  new Refusal({ title: people.signInFailed, why, tone: 'bad' }, { status: 403 })

async function opened(headers: Headers, userId: string): Promise<SignedIn> {
  try {
    const answer = await auth().api.signInByPhone({ body: { userId }, headers, returnHeaders: true })
    const is = 'twoFactorRedirect' in answer.response ? ('challenged' as const) : ('signed-in' as const)
    return { is, cookies: answer.headers.getSetCookie() }
  } catch (error) {
    throw reasonOf(error) === suspendedCode ? suspended() : error
  }
}

/** Marks the session as unconfirmed: a code on an unattended phone is no password, so forms that need one still ask for it. */
async function unconfirm(on: Db, cookies: string[]): Promise<void> {
  const tokens = cookies.map(sessionTokenIn).filter((token) => token !== undefined)
  if (tokens.length > 0)
    await on
      .updateTable('sessions')
      .set({ confirmed_at: new Date(0) })
      .where('token', 'in', tokens)
      .execute()
}

type NewByPhone = { fullName: string; phone: string; language: Language }

/**
 * Inserts a person who has just given a code texted to their phone. They have neither an email address nor a password until they choose
 * one; a username is made from their name, and can be changed.
 */
export async function addPersonByPhone(tx: Tx, { fullName, phone, language }: NewByPhone): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({ email: null, language })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('accounts')
    .values({ user_id: id, account_id: id, provider_id: 'credential', password: null })
    .execute()
  // A clash of usernames fails at the index: see againOnClash.
  await tx
    .insertInto('profiles')
    .values({ user_id: id, full_name: fullName, username: usernameFrom(fullName, randomInt(1000, 1_000_000)) })
    .execute()
  await confirmPhone(tx, id, phone)
  return id
}
