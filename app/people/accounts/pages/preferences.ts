import { saveMailWishes } from '#app/people/accounts/account.server.ts'
import { accountTexts } from '#app/people/accounts/account.ts'
import { mailForm } from '#app/people/accounts/account-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: mailForm,
  done: { title: accountTexts.settled },
  failed: { title: accountTexts.notSettled, tone: 'bad' },
  run: async (wishes, { context }) => void (await saveMailWishes(db, context.get(personContext)!.id, wishes)),
})
