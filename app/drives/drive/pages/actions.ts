import { addressIn } from '#app/base/audit/audit.server.ts'
import { addPicture, keepFar, pictureLimits, pictureTexts } from '#app/base/pictures/picture.server.ts'
import { anyPictureForm } from '#app/base/pictures/picture-forms.ts'
import { setWord } from '#app/drives/codes/codes.server.ts'
import { wordForm } from '#app/drives/codes/word.ts'
import { setListed } from '#app/drives/discover/discover.server.ts'
import { listingTexts } from '#app/drives/discover/discover.ts'
import { hideSteps, noteShare } from '#app/drives/drive/create.server.ts'
import { driveStatusForm, focusForm, listedForm, shortNameForm, thanksForm } from '#app/drives/drive/drive-forms.ts'
import { campaignTexts } from '#app/drives/drive/drive-texts.ts'
import { setDriveStatus, setFocus, setShortName, setThanks } from '#app/drives/drive/manage.server.ts'
import { helperTexts } from '#app/invitations/helpers/member.ts'
import { leaveHelper, removeForm, removeHelper } from '#app/invitations/helpers/members.server.ts'
import { momentIn } from '#app/kit/time.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { driveContext } from './context.tsx'

export const action = actions({
  'home/leave': formAction({
    done: helperTexts.left,
    failed: helperTexts.notRemoved,
    run: async (_, { context }) => {
      await leaveHelper(db, context.get(personContext)!.id, { fund_drive_id: context.get(driveContext).id })
      return { go: '/dashboard' }
    },
  }),
  'settings/helpers/remove': formAction({
    form: removeForm,
    done: helperTexts.removed,
    failed: helperTexts.notRemoved,
    run: async ({ helper }, { context, params }) => {
      const mine = { ownerId: context.get(personContext)!.id, slug: params.slug! }
      const from = await removeHelper(db, mine, helper)
      if (!from) return {}
      const when = momentIn(context.get(languageContext), from)
      return { says: { ...helperTexts.removedLater, text: helperTexts.removedFrom(when) } }
    },
  }),
  // Keeps a picture, from the device or from an address elsewhere, and tells our address of it; the form that the picture belongs to is sent later, with the address in it.
  'dashboard/picture': formAction({
    form: anyPictureForm,
    failed: pictureTexts.failed,
    limits: ({ image }, { context }) => (image ? pictureLimits(context.get(personContext)!.id) : []),
    run: async ({ image, address }, { context }) => {
      const ownerId = context.get(personContext)!.id
      const url = image ? (await addPicture(db, ownerId, image)).url : await keepFar(db, ownerId, address!, 'address')
      return { gave: { url } }
    },
  }),
  'info/focus': formAction({
    form: focusForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    limits: (_, { context }) => [{ name: 'focus', key: context.get(personContext)!.id, times: 300, seconds: 3600 }],
    run: async (asked, { context, params }) =>
      void (await setFocus(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, asked)),
  }),
  'info/short-link': formAction({
    form: shortNameForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    limits: (_, { context }) => [{ name: 'short-link', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
    run: async ({ name }, { context, params }) =>
      void (await setShortName(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, name)),
  }),
  'settings/code': formAction({
    form: wordForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    limits: (_, { context }) => [{ name: 'word', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
    run: async ({ word }, { context, params }) => {
      const { id } = context.get(personContext)!
      await setWord(db, { ownerId: id, slug: params.slug! }, word, { id, address: addressIn(context) })
    },
  }),
  // The list of fundraisers for everybody.
  'settings/list': formAction({
    form: listedForm,
    failed: campaignTexts.notUpdated,
    limits: (_, { context }) => [{ name: 'list', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
    run: async ({ listed }, { context, params }) => {
      await setListed(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, listed)
      return { says: listed ? listingTexts.on : listingTexts.off }
    },
  }),
  'settings/status': formAction({
    form: driveStatusForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    run: async ({ status }, { context, params }) =>
      void (await setDriveStatus(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, status)),
  }),
  'settings/thanks': formAction({
    form: thanksForm,
    done: campaignTexts.updated,
    failed: campaignTexts.notUpdated,
    run: async ({ thanks }, { context, params }) =>
      void (await setThanks(db, { ownerId: context.get(personContext)!.id, slug: params.slug! }, thanks)),
  }),
  // The owner pressed a way to share: it counts towards the first steps.
  'home/shares': formAction({
    failed: campaignTexts.notUpdated,
    limits: (_, { context }) => [
      { name: 'share-note', key: context.get(personContext)!.id, times: 200, seconds: 3600 },
    ],
    run: async (_, { context, params }) =>
      void (await noteShare(db, { ownerId: context.get(personContext)!.id, slug: params.slug! })),
  }),
  'home/steps': formAction({
    failed: campaignTexts.notUpdated,
    run: async (_, { context, params }) => {
      await hideSteps(db, { ownerId: context.get(personContext)!.id, slug: params.slug! })
      return { go: `/fund-drive/${params.slug}/home` }
    },
  }),
})
