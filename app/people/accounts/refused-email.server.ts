import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { takeTry } from '#app/platform/http/limits.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { liftSuppression, refusedSince } from '#app/platform/mail/suppressions.server.ts'
import { personAt } from './people.server.ts'
import { refusedEmailTexts } from './refused-email.ts'

/** Returns since when emails to a person's address come back; null if they do not. */
export const ownEmailRefused = async (db: Db, email: string | null): Promise<Date | null> =>
  email === null ? null : refusedSince(db, email)

/**
 * Lets emails go to the person's own address again, and sends one there: where it comes back, the address is on the
 * list again. Once a day.
 */
export async function tryOwnEmail(db: Db, { id, email }: { id: string; email: string | null }): Promise<void> {
  if (!email || !(await refusedSince(db, email))) return
  const says = () => refusedEmailTexts.tomorrow
  await takeTry([{ name: 'refused-email', key: id, times: 1, seconds: 86_400, says }])
  await db.transaction().execute(async (tx) => {
    await liftSuppression(tx, email)
    await enqueue(tx, 'mail-address-works', { userId: id }, { key: id })
    await tell(tx, `person:${id}`)
  })
}

type Lift = { email: string; by: Actor; why: string }

/** Lets emails go to an address again, as an administrator decides. The log names the account, if there is one, never the address. */
export const liftEmail = (db: Db, { email, by, why }: Lift): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const mailCode = await liftSuppression(tx, email)
    if (mailCode === undefined) throw new Refusal(refusedEmailTexts.notListed, { status: 422, field: 'email' })
    const person = await personAt(tx, email)
    await record(tx, { by, act: 'email lifted', noun: 'person', subject: person?.id ?? '', before: { mailCode }, why })
    if (person) await tell(tx, `person:${person.id}`)
  })
