import {
  deleteGathering,
  setContact,
  setDrive,
  setGatheringStatus,
  setNewcomers,
} from '#app/invitations/occasions/gathering.server.ts'
import { cancelOccasion } from '#app/invitations/occasions/occasion.server.ts'
import { occasionTexts } from '#app/invitations/occasions/occasion.ts'
import {
  cancelOccasionForm,
  contactForm,
  driveForm,
  gatheringStatusForm,
  newcomersForm,
  sureForm,
} from '#app/invitations/occasions/occasion-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { hostingIn, occasionPlace } from './context.ts'

export const action = actions({
  'occasions/:no/cancel': formAction({
    form: cancelOccasionForm,
    done: occasionTexts.cancelled,
    failed: occasionTexts.notCancelled,
    run: async ({ why }, { context, params }) => {
      const mine = hostingIn(context)
      await cancelOccasion(db, mine, occasionPlace(params), why)
      return { go: `/gathering/${mine.slug}/occasions` }
    },
  }),
  'settings/contact': formAction({
    form: contactForm,
    done: occasionTexts.settingsSaved,
    failed: occasionTexts.notMade,
    run: async ({ contact }, { context }) => {
      const mine = hostingIn(context)
      await setContact(db, mine, contact)
      return { go: `/gathering/${mine.slug}/settings` }
    },
  }),
  'settings/delete': formAction({
    form: sureForm,
    done: occasionTexts.deleted,
    failed: occasionTexts.notDeleted,
    run: async (_, { context }) => {
      await deleteGathering(db, hostingIn(context))
      return { go: '/dashboard' }
    },
  }),
  'settings/drive': formAction({
    form: driveForm,
    done: occasionTexts.settingsSaved,
    failed: occasionTexts.notMade,
    run: async ({ drive }, { context }) => {
      const mine = hostingIn(context)
      await setDrive(db, mine, drive)
      return { go: `/gathering/${mine.slug}/settings` }
    },
  }),
  'settings/newcomers': formAction({
    form: newcomersForm,
    done: occasionTexts.settingsSaved,
    failed: occasionTexts.notMade,
    run: async ({ newcomers }, { context }) => {
      const mine = hostingIn(context)
      await setNewcomers(db, mine, newcomers)
      return { go: `/gathering/${mine.slug}/settings` }
    },
  }),
  'settings/status': formAction({
    form: gatheringStatusForm,
    done: occasionTexts.settingsSaved,
    failed: occasionTexts.notMade,
    run: async ({ status }, { context }) => {
      const mine = hostingIn(context)
      await setGatheringStatus(db, mine, status)
      return { go: `/gathering/${mine.slug}/settings` }
    },
  }),
})
