import { redirect } from 'react-router'
import { startMail, stopMail } from '#app/group/pledges/mail-stops.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { mailsPath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { mailsForm } from '#app/group/pledges/pledge-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/mails.ts'

export const action = deed({
  form: mailsForm,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async ({ mails: reader, again }, { params: { token = '' } }) => {
    await (again ? startMail : stopMail)(db, { token, reader })
    return { go: mailsPath(token, reader), says: again ? pledgeTexts.mailsAgain : pledgeTexts.mailsStopped }
  },
})

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(pledgePath(token))
