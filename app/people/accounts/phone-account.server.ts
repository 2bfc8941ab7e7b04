import { randomInt } from 'node:crypto'
import type { Language } from '#app/kit/languages.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { usernameFrom } from './people.ts'
import { confirmPhone } from './phones.server.ts'

type NewByPhone = { fullName: string; phone: string; language: Language }

/**
 * Writes down a person who has just shown a code that was texted to their phone. They have neither an email address nor a
 * password, until they choose one; a username is made of their name, and can be changed.
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
  // Two that are the same meet at the index: see againOnClash.
  await tx
    .insertInto('profiles')
    .values({ user_id: id, full_name: fullName, username: usernameFrom(fullName, randomInt(1000, 1_000_000)) })
    .execute()
  await confirmPhone(tx, id, phone)
  return id
}
