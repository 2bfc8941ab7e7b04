import { redirect } from 'react-router'
import { agree, giveUp, remindAgain, stopReminders } from '#app/group/pledges/giver.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { mailsPath, ownPledgePath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { mailsForm, stopForm, yesForm } from '#app/group/pledges/pledge-forms.ts'
import { startMail, stopMail } from '#app/group/pledges/tell.server.tsx'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/actions.ts'

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(pledgePath(token))

export const action = actions({
  'pledge/:token/agree': formAction({
    form: yesForm,
    done: pledgeTexts.agreed,
    failed: pledgeTexts.notSaved,
    limits: (_, { params }) => ownLimits(params.token),
    run: async ({ yes }, { params: { token = '' } }) => {
      await agree(db, token, yes)
      return { go: ownPledgePath(token, yes) }
    },
  }),
  'pledge/:token/mails': formAction({
    form: mailsForm,
    failed: pledgeTexts.notSaved,
    limits: (_, { params }) => ownLimits(params.token),
    run: async ({ mails: reader, again }, { params: { token = '' } }) => {
      await (again ? startMail : stopMail)(db, { token, reader })
      return { go: mailsPath(token, reader), says: again ? pledgeTexts.mailsAgain : pledgeTexts.mailsStopped }
    },
  }),
  'pledge/:token/release': formAction({
    done: pledgeTexts.released,
    failed: pledgeTexts.notSaved,
    limits: (_, { params }) => ownLimits(params.token),
    run: async (_, { params: { token = '' } }) => {
      await giveUp(db, token)
      return { go: pledgePath(token) }
    },
  }),
  // A person who came by our message still has its proof: they may say yes without reminders.
  'pledge/:token/stop': formAction({
    form: stopForm,
    failed: pledgeTexts.notSaved,
    limits: (_, { params }) => ownLimits(params.token),
    run: async ({ yes, again }, { params: { token = '' } }) => {
      await (again ? remindAgain(db, token) : stopReminders(db, token))
      return { go: ownPledgePath(token, yes), says: again ? pledgeTexts.reminded : pledgeTexts.stopped }
    },
  }),
})
