import { keepPhotoAlong } from '#app/base/pictures/picture.server.ts'
import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { addPost } from '#app/invitations/wrap-up/posts.server.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/wrap-up.ts'
import { postForm } from '#app/invitations/wrap-up/wrap-up-forms.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/wrap-up-post.ts'
import { WrapUpScreen } from './wrap-up.tsx'
import { loadWrapUp } from './wrap-up-here.server.ts'

export const loader = loadWrapUp

export const action = formAction({
  form: postForm,
  page: true,
  done: wrapUpTexts.posted,
  failed: wrapUpTexts.notPosted,
  first: (fields, { context }) => keepPhotoAlong(db, context.get(personContext)!.id, fields),
  limits: (_, { context }) => [{ name: 'new-post', key: context.get(personContext)!.id, times: 60, seconds: 3600 }],
  run: async (typed, { context }) => {
    const mine = hostingIn(context)
    await addPost(db, mine, typed)
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/gathering/${mine.slug}/after` }
  },
})

/** The page after a refusal, with the typed values and the errors. */
export default function PostAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <WrapUpScreen loaded={loaderData} post={actionData} />
}
