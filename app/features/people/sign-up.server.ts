import { hashPassword } from 'better-auth/crypto'
import type { z } from 'zod'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { enqueue } from '#app/platform/queue.server.ts'
import type { signUpForm } from './forms.ts'
import { addPerson, type NewPerson, personAt, replacePerson, usernameIsTaken } from './people.server.ts'
import { says } from './people.ts'
import { nameLimits, signUpLimits } from './sign-in.server.ts'

/**
 * Makes an account and queues the mail that confirms its address, or refuses a username that is taken. For an address
 * that has an account already it does the same work and says the same; only the mail differs. One that was never
 * confirmed is made anew, so that the link confirms what its reader has chosen and nobody's earlier password.
 */
export async function signUp(
  db: Db,
  asked: z.output<typeof signUpForm>,
  { language, address }: { language: Language; address: string },
): Promise<void> {
  const { fullName, username, email } = asked
  // Looking for a free name is no sign-up; most people try a few.
  await takeTry(nameLimits(address), says.signUpFailed)
  if (await usernameIsTaken(db, username)) throw usernameTaken()
  await takeTry(signUpLimits(email, address), says.signUpFailed)
  const passwordHash = await hashPassword(asked.password)
  try {
    await db.transaction().execute(async (tx) => {
      const userId = await addPerson(tx, { fullName, username, email, passwordHash, language })
      if (userId) await enqueue(tx, 'mail-verify', { userId }, { key: userId })
      else await signUpAgain(tx, { fullName, username, email, passwordHash, language })
    })
  } catch (error) {
    // Of ten who choose one name at once, nine end here, at the index.
    if (isUsernameClash(error)) throw usernameTaken()
    throw error
  }
}

async function signUpAgain(tx: Tx, asked: NewPerson) {
  if (await usernameIsTaken(tx, asked.username)) throw usernameTaken()
  const person = await personAt(tx, asked.email)
  if (!person) return
  const isNew = !person.email_verified && (await replacePerson(tx, person.id, asked))
  await enqueue(tx, isNew ? 'mail-verify' : 'mail-already-have-an-account', { userId: person.id }, { key: person.id })
}

const usernameTaken = () =>
  new Refusal({ title: says.signUpFailed, why: says.usernameTaken, tone: 'bad' }, { field: 'username' })

/** True for the database's no to a second holder of a username. */
export const isUsernameClash = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'profiles_username_once'
