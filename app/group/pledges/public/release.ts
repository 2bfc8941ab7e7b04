import { redirect } from 'react-router'
import { giveUp } from '#app/group/pledges/one.server.ts'
import { ownLimits } from '#app/group/pledges/pledge.server.ts'
import { pledgePath, pledgeTexts } from '#app/group/pledges/pledge.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/release.ts'

export const action = deed({
  done: pledgeTexts.released,
  failed: pledgeTexts.notSaved,
  limits: (_, { params }) => ownLimits(params.token),
  run: async (_, { params: { token = '' } }) => {
    await giveUp(db, token)
    return { go: pledgePath(token) }
  },
})

export const loader = ({ params: { token } }: Route.LoaderArgs) => redirect(pledgePath(token))
