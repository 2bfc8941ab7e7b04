import { keepPhotoAlong } from '#app/base/pictures/picture.server.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { addPhotos } from '#app/invitations/wrap-up/posts.server.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/wrap-up.ts'
import { photosForm } from '#app/invitations/wrap-up/wrap-up-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/wrap-up-photos.ts'
import { WrapUpScreen } from './wrap-up.tsx'
import { loadWrapUp, photoLimits } from './wrap-up-here.server.ts'

export const loader = loadWrapUp

/** Adds photos to an existing post. */
export const action = formAction({
  form: photosForm,
  page: true,
  done: wrapUpTexts.photosAdded,
  failed: wrapUpTexts.photosNotAdded,
  first: (fields, { context }) => keepPhotoAlong(db, context.get(personContext)!.id, fields),
  limits: photoLimits,
  run: async (typed, { context }) => {
    const mine = hostingIn(context)
    await addPhotos(db, mine, typed)
    return context.get(askedContext).byScript ? {} : { go: `/gathering/${mine.slug}/after` }
  },
})

/** The page after a refusal, with the sent photos and the errors. */
export default function PhotosAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <WrapUpScreen loaded={loaderData} photos={actionData} />
}
