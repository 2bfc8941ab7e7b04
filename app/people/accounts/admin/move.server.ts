import { decision } from '#app/admin/decision.server.ts'
import { decisionForm } from '#app/admin/decision-forms.ts'
import { Refusal } from '#app/kit/says.ts'
import { withdrawalsFrom } from '#app/people/accounts/email-change.server.ts'
import { moveFor } from '#app/people/accounts/email-move.server.ts'
import { emailField } from '#app/people/accounts/forms.ts'
import { phonesInUse, tellOfGivenPhone } from '#app/people/accounts/move-sms.server.ts'
import { endSessions } from '#app/people/accounts/password.server.ts'
import { inWhole, numberFields } from '#app/people/accounts/phone-forms.ts'
import { replacePhones } from '#app/people/accounts/phones.server.ts'
import { roleOf } from '#app/people/accounts/roles.server.ts'
import type { Tx } from '#app/platform/db.server.ts'
import { enqueue } from '#app/platform/jobs/queue.server.ts'
import { person } from './decide.server.ts'
import { givingPhone, movingEmail } from './decisions.ts'
import { personDecisionTexts } from './person-admin.ts'

// A person who lost their mailbox or their phone asks support, and an administrator moves the account: see
// docs/decisions/0103-lost-mailboxes.md. Administrators' accounts can't be moved.

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
