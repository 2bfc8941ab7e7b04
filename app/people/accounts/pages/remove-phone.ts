import { removePhone } from '#app/people/accounts/own-phone.server.ts'
import { phoneTexts } from '#app/people/accounts/phone.ts'
import { removePhoneForm } from '#app/people/accounts/phone-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: removePhoneForm,
  done: phoneTexts.removed,
  failed: { title: phoneTexts.notRemoved, tone: 'bad' },
  run: async ({ phone }, { context }) => void (await removePhone(db, context.get(personContext)!.id, phone)),
})
