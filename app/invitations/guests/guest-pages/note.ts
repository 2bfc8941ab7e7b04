import { redirect } from 'react-router'
import { guestPath } from '#app/invitations/guests/invitation.ts'
import { linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { removeNote } from '#app/invitations/kumbukumbu/note.server.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/note.ts'

/** A guest has the note removed that their host keeps of them. */
export const action = deed({
  done: kumbukumbuTexts.noteRemoved,
  failed: kumbukumbuTexts.noteNotRemoved,
  limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
  run: async (_, { params: { link = '' }, context }) => {
    await refuseUnknown(db, link, context.get(askedContext).address)
    await removeNote(db, link)
    return { go: guestPath(link) }
  },
})

export const loader = ({ params: { link } }: Route.LoaderArgs) => redirect(guestPath(link))
