import { redirect } from 'react-router'
import { forgetByLink } from '#app/features/guests/forget-guest.server.ts'
import { guestPath, says } from '#app/features/guests/invitation.ts'
import { linkLimits, refuseUnknown } from '#app/features/guests/link-limits.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/forget.ts'

/** A guest takes themself off the list. */
export const action = deed({
  done: says.removed,
  failed: says.notRemoved,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async (_, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    await forgetByLink(db, link)
    return { go: '/' }
  },
})

export const loader = ({ params: { link } }: Route.LoaderArgs) => redirect(guestPath(link))
