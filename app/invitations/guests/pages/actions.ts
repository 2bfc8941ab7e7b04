import {
  answerFor,
  decideFor,
  decideForAll,
  keepApart,
  mergeGuest,
  replaceLink,
  replacePass,
  saveGuest,
  setSeats,
} from '#app/invitations/guests/host.server.ts'
import {
  decideAllForm,
  decideForm,
  hostAnswerForm,
  mergeForm,
  passForm,
  saveGuestForm,
  seatsForm,
} from '#app/invitations/guests/host-forms.ts'
import { invitationTexts } from '#app/invitations/guests/invitation.ts'
import { rememberGuest } from '#app/invitations/kumbukumbu/guests.server.ts'
import { kumbukumbuTexts } from '#app/invitations/kumbukumbu/kumbukumbu.ts'
import { rememberForm } from '#app/invitations/kumbukumbu/kumbukumbu-forms.ts'
import { sureForm } from '#app/invitations/occasions/occasion-forms.ts'
import { guestPlace, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import { forgetGuest } from '#app/privacy/forget-guest.server.ts'

export const action = actions({
  // Answers for a guest, who may be put on the waitlist by it.
  'guests/:guest/answer': formAction({
    form: hostAnswerForm,
    done: invitationTexts.answered,
    failed: invitationTexts.notAnswered,
    run: async (asked, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      const { state } = await answerFor(db, hostingIn(context), id, asked)
      return { go, says: state === 'waiting' ? invitationTexts.putInLine : invitationTexts.answered }
    },
  }),
  'guests/:guest/forget': formAction({
    form: sureForm,
    done: invitationTexts.forgotten,
    failed: invitationTexts.notForgotten,
    run: async (_, { context, params }) => {
      const { id, all } = guestPlace(context, params)
      await forgetGuest(db, hostingIn(context), id)
      return { go: all }
    },
  }),
  // The host's decision on a claimed number: "It is her", or another guest.
  'guests/:guest/merge': formAction({
    form: mergeForm,
    failed: invitationTexts.notMerged,
    run: async (asked, { context, params }) => {
      const { id, go, all } = guestPlace(context, params)
      const mine = hostingIn(context)
      if (asked.decision === 'other') {
        await keepApart(db, mine, id)
        return { go, says: invitationTexts.notTheSame }
      }
      const { into } = await mergeGuest(db, mine, id, asked.with)
      return { go: `${all}/${into}`, says: invitationTexts.merged }
    },
  }),
  'guests/:guest/new-link': formAction({
    form: sureForm,
    done: invitationTexts.linkReplaced,
    failed: invitationTexts.notSaved,
    run: async (_, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await replaceLink(db, hostingIn(context), id)
      return { go }
    },
  }),
  // Gives a guest another pass: the old one opens no door any more.
  'guests/:guest/new-pass': formAction({
    form: passForm,
    done: invitationTexts.passReplaced,
    failed: invitationTexts.passNotReplaced,
    run: async ({ no }, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await replacePass(db, hostingIn(context), id, no)
      return { go }
    },
  }),
  'guests/:guest/remember': formAction({
    form: rememberForm,
    done: kumbukumbuTexts.remembered,
    failed: kumbukumbuTexts.notAdded,
    limits: (_, { context }) => [{ name: 'remember', key: context.get(personContext)!.id, times: 600, seconds: 3600 }],
    run: async ({ words }, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await rememberGuest(db, hostingIn(context), id, words)
      return { go }
    },
  }),
  'guests/:guest/save': formAction({
    form: saveGuestForm,
    done: invitationTexts.saved,
    failed: invitationTexts.notSaved,
    run: async (asked, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await saveGuest(db, hostingIn(context), id, asked)
      return context.get(askedContext).byScript ? { gave: { version: asked.version + 1 } } : { go }
    },
  }),
  'guests/:guest/seats': formAction({
    form: seatsForm,
    done: invitationTexts.seatsSaved,
    failed: invitationTexts.notSaved,
    run: async (asked, { context, params }) => {
      const { id, go } = guestPlace(context, params)
      await setSeats(db, hostingIn(context), id, asked)
      return { go }
    },
  }),
  // Decides at once about all who ask to come to an occasion.
  'waiting/all': formAction({
    form: decideAllForm,
    failed: invitationTexts.notOffered,
    run: async (decided, { context }) => {
      const mine = hostingIn(context)
      const many = await decideForAll(db, mine, decided)
      const title =
        decided.decision === 'approve' ? invitationTexts.allApproved(many) : invitationTexts.allTurnedDown(many)
      return { go: `/gathering/${mine.slug}/waiting`, says: { title } }
    },
  }),
  // Approves a guest who asks to come.
  'waiting/approve': formAction({
    form: decideForm,
    done: invitationTexts.approved,
    failed: invitationTexts.notOffered,
    run: async ({ invitation }, { context }) => {
      const mine = hostingIn(context)
      await decideFor(db, mine, { invitation, decision: 'approve' })
      return { go: `/gathering/${mine.slug}/waiting` }
    },
  }),
  // Offers a place out of turn.
  'waiting/offer': formAction({
    form: decideForm,
    done: invitationTexts.offered,
    failed: invitationTexts.notOffered,
    run: async ({ invitation }, { context }) => {
      const mine = hostingIn(context)
      await decideFor(db, mine, { invitation, decision: 'offer' })
      return { go: `/gathering/${mine.slug}/waiting` }
    },
  }),
  // Turns down a guest who asks, waits or has an offer.
  'waiting/turn-down': formAction({
    form: decideForm,
    done: invitationTexts.turnedDown,
    failed: invitationTexts.notTurnedDown,
    run: async ({ invitation }, { context }) => {
      const mine = hostingIn(context)
      await decideFor(db, mine, { invitation, decision: 'turn-down' })
      return { go: `/gathering/${mine.slug}/waiting` }
    },
  }),
})
