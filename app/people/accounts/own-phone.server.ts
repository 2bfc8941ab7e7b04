import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/http/limits.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { againLimits, askPassword } from './account.server.ts'
import { mostPhones, phoneTexts } from './account.ts'
import { type Asker, askCode, codeLimits, noCodeAsked, waitsForCode, withCode } from './phone-codes.server.ts'
import { confirmPhone, phonesOf, tellOfPhone } from './phones.server.ts'

// A person confirms phones as theirs, and removes them.

/** Limits: the password can't be guessed here, and nobody's phone is filled with texts. */
export const ownPhoneLimits = (userId: string, phone: string, asker: Asker): Limit[] => [
  ...againLimits(userId),
  ...codeLimits(phone, asker),
]

type Asked = { phone: string; mark: string; language: Language; number?: string }

/** Texts a code to a phone that a person adds. Does not reveal whose phone it is now. */
export async function askOwnPhone(db: Db, userId: string, { password, ...asked }: Asked & { password: string }) {
  await askPassword(db, userId, password)
  const others = (await phonesOf(db, userId)).filter((phone) => phone !== asked.phone)
  if (others.length >= mostPhones) throw new Refusal(phoneTexts.tooMany, { status: 422, field: 'phone' })
  await askCode(db, { ...asked, purpose: 'confirm', userId })
}

/** Texts another code in place of one for which they gave their password. */
export async function askOwnAgain(db: Db, userId: string, asked: Asked, asker: Asker): Promise<void> {
  if (!(await waitsForCode(db, userId, asked.phone, asked.mark))) throw noCodeAsked()
  await takeTry(codeLimits(asked.phone, asker))
  await askCode(db, { ...asked, purpose: 'confirm', userId })
}

/** Takes a right code: the phone is theirs, and an email tells them. */
export const confirmOwnPhone = (db: Db, userId: string, shown: { phone: string; mark: string; code: string }) =>
  withCode(db, { ...shown, purpose: 'confirm', userId }, async (tx) => {
    await confirmPhone(tx, userId, shown.phone)
    await tellOfPhone(tx, userId, shown.phone, 'added')
  })

/** Removes a phone from their account, unless it is their only way to sign in. */
export const removePhone = (db: Db, userId: string, phone: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Locks the person first: if two phones are removed at once, the second waits here, and is then the only way to sign in.
    const { email_verified: hasEmail } = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .select('email_verified')
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!hasEmail && (await phonesOf(tx, userId)).length < 2) throw new Refusal(phoneTexts.lastKey)
    const gone = await tx
      .deleteFrom('user_phones')
      .where('user_id', '=', userId)
      .where('phone', '=', phone)
      .returning('phone')
      .executeTakeFirst()
    if (!gone) return
    await tellOfPhone(tx, userId, phone, 'removed')
    await tell(tx, `person:${userId}`)
  })
