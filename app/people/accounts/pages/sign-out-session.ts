import { accountTexts } from '#app/people/accounts/account.ts'
import { deviceForm } from '#app/people/accounts/account-forms.ts'
import { signOutDevice } from '#app/people/accounts/device.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'

export const action = deed({
  form: deviceForm,
  done: { title: accountTexts.deviceEnded },
  failed: { title: accountTexts.deviceNotEnded, tone: 'bad' },
  run: async ({ device }, { context }) => void (await signOutDevice(db, context.get(personContext)!.id, device)),
})
