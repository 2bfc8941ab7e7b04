import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { keepPhoto } from '#app/invitations/wrap-up/objections.server.tsx'
import { removePhoto, removePost } from '#app/invitations/wrap-up/posts.server.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/wrap-up.ts'
import { photoForm, postGone } from '#app/invitations/wrap-up/wrap-up-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { actions, formAction } from '#app/platform/form-action.server.ts'
import { photoLimits } from './wrap-up-here.server.ts'

export const action = actions({
  // Takes a photo down, for the host.
  'after/photos/take-down': formAction({
    form: photoForm,
    done: wrapUpTexts.photoRemoved,
    failed: wrapUpTexts.photoNotRemoved,
    limits: photoLimits,
    run: async ({ photo }, { context }) => void (await removePhoto(db, hostingIn(context), photo)),
  }),
  // Keeps a photo that guests asked about, for the host.
  'after/photos/keep': formAction({
    form: photoForm,
    done: wrapUpTexts.photoKept,
    failed: wrapUpTexts.photoNotKept,
    limits: photoLimits,
    run: async ({ photo }, { context }) => void (await keepPhoto(db, hostingIn(context), photo)),
  }),
  'after/remove': formAction({
    form: postGone,
    done: wrapUpTexts.postRemoved,
    failed: wrapUpTexts.postNotRemoved,
    limits: (_, { context }) => [
      { name: 'remove-post', key: context.get(personContext)!.id, times: 120, seconds: 3600 },
    ],
    run: async ({ post }, { context }) => void (await removePost(db, hostingIn(context), post)),
  }),
})
