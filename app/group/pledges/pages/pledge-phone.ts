import { addressIn } from '#app/base/audit/audit.server.ts'
import { phoneFor } from '#app/group/pledges/manage.server.ts'
import { phoneIs, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { whichForm } from '#app/group/pledges/pledge-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

/** Without a script the number is said in the words at the top of the page. */
export const action = deed({
  form: whichForm,
  failed: pledgeTexts.notShown,
  run: async ({ pledge }, { context, params }) => {
    const { id } = context.get(personContext)!
    const by = { id, address: addressIn(context) }
    const gave = await phoneFor(db, { ownerId: id, slug: params.slug! }, pledge, by)
    return context.get(askedContext).byScript ? { gave } : { says: phoneIs(gave.phone) }
  },
})
