import { adminAction } from '#app/admin/decision.server.ts'
import { whyLineForm } from '#app/admin/decision-forms.ts'
import { emailField } from '#app/people/accounts/forms.ts'
import { liftEmail } from '#app/people/accounts/refused-email.server.ts'
import { refusedEmailTexts } from '#app/people/accounts/refused-email.ts'
import { db } from '#app/platform/db.server.ts'
import { actions } from '#app/platform/form-action.server.ts'

export const action = actions({
  'settings/email': adminAction({
    form: whyLineForm.extend({ email: emailField }),
    done: refusedEmailTexts.lifted,
    failed: refusedEmailTexts.notLifted,
    run: ({ email, why }, by) => liftEmail(db, { email, by, why }),
  }),
})
