import { redirect } from 'react-router'
import { remindAgain, stopReminders } from '#app/group/pledges/one.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { ownPath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { stopForm } from '#app/group/pledges/pledge-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/stop.ts'

/** Who came by our message still has what proves it: they may say yes without reminders. */
export const action = deed({
  form: stopForm,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async ({ yes, again }, { params: { token = '' } }) => {
    await (again ? remindAgain(db, token) : stopReminders(db, token))
    return { go: ownPath(token, yes), says: again ? pledgeTexts.reminded : pledgeTexts.stopped }
  },
})

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(pledgePath(token))
