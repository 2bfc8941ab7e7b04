import { hashPassword } from 'better-auth/crypto'
import type { z } from 'zod'
import type { Language } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db, Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import type { signUpForm } from './forms.ts'
import { hashOfMark } from './joining.server.ts'
import { addPerson, personAt, usernameIsTaken } from './people.server.ts'
import { peopleTexts } from './people.ts'
import { nameLimits, signUpLimits } from './sign-in.server.ts'
import { addSignUp, renewPerson } from './waiting-sign-ups.server.ts'
import { afterSignIn } from './way-back.ts'

type From = {
  language: Language
  address: string
  /** The random mark of the browser that signs up. */
  mark: string
}

/**
 * Stores a sign-up and queues the email with its link, or refuses a username that is taken. For an address with an account it does the same
 * work and gives the same answer; only the email differs.
 */
export async function signUp(
  db: Db,
  asked: z.output<typeof signUpForm>,
  { language, address, mark }: From,
): Promise<void> {
  const { fullName, username, email, to } = asked
  // Names have a limit of their own: most people try a few.
  await takeTry(nameLimits(address), peopleTexts.signUpFailed)
  if (await usernameIsTaken(db, username)) throw usernameTaken()
  await takeTry(signUpLimits(email, address), peopleTexts.signUpFailed)
  const passwordHash = await hashPassword(asked.password)
  const wanted = afterSignIn(to)
  await db.transaction().execute(async (tx) => {
    const person = { fullName, username, email, passwordHash, language }
    const userId = (await addPerson(tx, person)) ?? (await renewPerson(tx, person))
    if (!userId) return tellOwner(tx, email)
    const signUpId = await addSignUp(tx, userId, { ...person, wanted, browser: hashOfMark(mark) })
    await enqueue(tx, 'mail-verify', { userId, signUpId }, { key: signUpId })
  })
}

/** Tells the owner of an existing account that a person signed up with their address; nothing changes. */
async function tellOwner(tx: Tx, email: string) {
  const person = await personAt(tx, email)
  if (person) await enqueue(tx, 'mail-already-have-an-account', { userId: person.id }, { key: person.id })
}

const usernameTaken = () =>
  new Refusal({ title: peopleTexts.signUpFailed, text: peopleTexts.usernameTaken, tone: 'bad' }, { field: 'username' })
