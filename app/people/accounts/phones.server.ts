import { msg } from '@lingui/core/macro'
import { sql } from 'kysely'
import { smsWith } from '#app/kit/gsm7.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { Refusal, type Words } from '#app/kit/says.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { publicAddress } from '#app/platform/settings/settings.server.ts'
import { forgetSmsTo, sendSms, smsBrand } from '#app/platform/sms/outbox.server.ts'
import { mostPhones, phoneTexts } from './account.ts'

// The phones that people have confirmed as theirs.

/** Returns a person's confirmed phones, last used first. */
export async function phonesOf(db: Db | Tx, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_phones')
    .where('user_id', '=', userId)
    .select('phone')
    .orderBy('used_at', 'desc')
    .orderBy('phone')
    .limit(mostPhones)
    .execute()
  return rows.map(({ phone }) => phone)
}

/**
 * Returns the person's phone that may answer for an email address they can't read any more. A phone added within the last week proves no
 * more than the password, which was enough to add it; and for administrators no phone proves anything.
 */
export async function longHeldPhone(db: Db | Tx, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_phones as f')
    .leftJoin('user_roles as r', 'r.user_id', 'f.user_id')
    .where('f.user_id', '=', userId)
    .where('f.confirmed_at', '<', sql<Date>`now() - interval '7 days'`)
    .where(sql<boolean>`r.role is distinct from 'admin'`)
    .select('f.phone')
    .orderBy('f.used_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.phone
}

/**
 * Makes the phone this person's: they have just given a code texted to it. Its previous holder loses it and is told by email; a number that
 * is an account's only way to sign in stays there.
 */
export async function confirmPhone(tx: Tx, userId: string, phone: string): Promise<void> {
  // Locks the person first: confirming many phones at once can't exceed their limit.
  await tx.selectFrom('users').where('id', '=', userId).select('id').forUpdate().executeTakeFirstOrThrow()
  if ((await phonesOf(tx, userId)).filter((one) => one !== phone).length >= mostPhones)
    throw new Refusal({ title: phoneTexts.notConfirmed, why: phoneTexts.tooMany }, { field: 'code' })
  // Several people confirm one number at once: each waits here for the one before, and then finds the number theirs.
  await tx
    .insertInto('user_phones')
    .values({ phone, user_id: userId })
    .onConflict((same) => same.doNothing())
    .execute()
  await takeOver(tx, userId, phone)
  await tell(tx, `person:${userId}`)
}

async function takeOver(tx: Tx, userId: string, phone: string): Promise<void> {
  const { user_id: holder } = await tx
    .selectFrom('user_phones')
    .where('phone', '=', phone)
    .select('user_id')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isMoved = holder !== userId
  if (isMoved && !(await hasEmail(tx, holder)))
    throw new Refusal({ title: phoneTexts.notConfirmed, why: phoneTexts.onlyKey }, { field: 'code' })
  await tx
    .updateTable('user_phones')
    .set({ user_id: userId, used_at: sql<Date>`now()`, ...(isMoved ? { confirmed_at: sql<Date>`now()` } : {}) })
    .where('phone', '=', phone)
    .execute()
  if (!isMoved) return
  await tellOfPhone(tx, holder, phone, 'removed')
  await tell(tx, `person:${holder}`)
}

const hasEmail = async (tx: Tx, userId: string): Promise<boolean> =>
  (
    await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select(sql<boolean>`email is not null and email_verified`.as('has'))
      .executeTakeFirstOrThrow()
  ).has

/** Queues the email that a phone was added or removed. */
export const tellOfPhone = (tx: Tx, userId: string, phone: string, is: 'added' | 'removed') =>
  enqueue(
    tx,
    'mail-phone-changed',
    { userId, tail: phone.slice(-3), is },
    { key: `${userId} ${is} ${phone.slice(-3)}` },
  )

/** Gives an account without an address a new number in place of the old ones, for an administrator. */
export async function replacePhones(tx: Tx, userId: string, phone: string): Promise<void> {
  await tx.deleteFrom('user_phones').where('user_id', '=', userId).where('phone', '!=', phone).execute()
  const added = await tx
    .insertInto('user_phones')
    .values({ phone, user_id: userId })
    .onConflict((same) => same.doNothing())
    .returning('phone')
    .executeTakeFirst()
  if (!added) throw new Refusal(phoneTexts.otherAccount, { status: 409, field: 'phone' })
}

/** Deletes the account's phones, with the codes texted to them. */
export async function forgetPhones(tx: Tx, userId: string): Promise<void> {
  const gone = await tx.deleteFrom('user_phones').where('user_id', '=', userId).returning('phone').execute()
  await tx.deleteFrom('phone_codes').where('user_id', '=', userId).execute()
  await sql`select forget_followers(${gone.map(({ phone }) => phone)}::text[])`.execute(tx)
  for (const { phone } of gone) {
    await tx.deleteFrom('phone_codes').where('phone', '=', phone).execute()
    await forgetSmsTo(tx, phone)
  }
}

// Texts to phones when an administrator moves an account. A number unused for 90 days may be another person's by now.

/** Tells every phone of the account that its address is about to change. */
export async function tellPhonesOfMove(tx: Tx, userId: string, changeId: string): Promise<void> {
  const words = (brand: string) =>
    msg`${brand}: support is moving your account to another email address in 2 days. Did you not ask for it? Sign in now and cancel it.`
  for (const phone of await phonesInUse(tx, userId)) await text(tx, userId, phone, `move ${changeId} ${phone}`, words)
}

/** Tells the old phones that they don't open the account any more, and the new one how to sign in. */
export async function tellOfGivenPhone(tx: Tx, userId: string, { phone, old }: { phone: string; old: string[] }) {
  const host = new URL(publicAddress()).host
  const key = (one: string) => `given ${userId} ${one} ${Date.now()}`
  const gone = (brand: string) =>
    msg`${brand}: support moved your account from this number to another. Did you not ask for it? Write to support at once.`
  for (const one of old) await text(tx, userId, one, key(one), gone)
  await text(
    tx,
    userId,
    phone,
    key(phone),
    (brand) => msg`${brand}: your account is with this number now. Sign in with a code: ${host}/auth/phone`,
  )
}

/** Returns the phones of the account that were used lately. */
export async function phonesInUse(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_phones')
    .where('user_id', '=', userId)
    .where('used_at', '>', sql<Date>`now() - interval '90 days'`)
    .select('phone')
    .execute()
  return rows.map(({ phone }) => phone)
}

async function text(tx: Tx, userId: string, phone: string, key: string, words: (brand: string) => Words) {
  const user = await tx.selectFrom('users').where('id', '=', userId).select('language').executeTakeFirstOrThrow()
  const language = knownLanguage(user.language)
  const i18n = wordsIn(language, catalogues[language])
  await sendSms(tx, { key, phone, text: smsWith(smsBrand(), (brand) => i18n._(words(brand))), money: false })
}
