import { redirect } from 'react-router'
import { guestCookie } from '#app/invitations/activity/tie.server.ts'
import { answer } from '#app/invitations/guests/answers/answer.server.ts'
import { guestGiveForm, quietForm } from '#app/invitations/guests/answers/answer-forms.ts'
import { setQuiet } from '#app/invitations/guests/answers/wishes.server.ts'
import { guestPath, guestTop, invitationTexts, occasionOn } from '#app/invitations/guests/invitation.ts'
import { givesTo, linkLimits, refuseUnknown } from '#app/invitations/guests/link-limits.server.ts'
import { removeNote } from '#app/invitations/kumbukumbu/guests.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/actions.ts'

export const loader = ({ params: { link } }: Route.LoaderArgs) => redirect(guestPath(link))

export const action = actions({
  // Leads to giving. With an occasion, books the guest as one who can't come but will give.
  give: formAction({
    form: guestGiveForm,
    failed: invitationTexts.notAnswered,
    limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
    run: async ({ no }, { params: { link = '' }, context }) => {
      await refuseUnknown(db, link, context.get(askedContext).address)
      const drive = await givesTo(db, link)
      if (no !== undefined)
        await answer(db, link, { no, reply: 'no', adults: 0, children: 0, gives: drive !== undefined })
      // A page that was open for long still offers gifts to a drive that has ended.
      if (!drive) return { go: no ? occasionOn(link, no) : guestTop(link), says: invitationTexts.answered }
      return { go: `/fundraiser/${drive}/donate`, cookies: [guestCookie(link, drive)] }
    },
  }),
  // Removes the note that the host keeps about the guest, at the guest's wish.
  note: formAction({
    done: kumbukumbuTexts.noteRemoved,
    failed: kumbukumbuTexts.noteNotRemoved,
    limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
    run: async (_, { params: { link = '' }, context }) => {
      await refuseUnknown(db, link, context.get(askedContext).address)
      await removeNote(db, link)
      return { go: guestPath(link) }
    },
  }),
  quiet: formAction({
    form: quietForm,
    failed: invitationTexts.notAnswered,
    limits: (_, { params, context }) => linkLimits(params.link, context.get(askedContext).address),
    run: async ({ again }, { params: { link = '' }, context }) => {
      await refuseUnknown(db, link, context.get(askedContext).address)
      await setQuiet(db, link, !again)
      return { go: guestTop(link), says: again ? invitationTexts.notQuiet : invitationTexts.quiet }
    },
  }),
})
