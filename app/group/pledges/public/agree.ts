import { redirect } from 'react-router'
import { agree } from '#app/group/pledges/one.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { ownPath, pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { yesForm } from '#app/group/pledges/pledge-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/agree.ts'

export const action = deed({
  form: yesForm,
  done: pledgeTexts.agreed,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async ({ yes }, { params: { token = '' } }) => {
    await agree(db, token, yes)
    return { go: ownPath(token, yes) }
  },
})

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(pledgePath(token))
