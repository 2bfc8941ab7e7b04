import { redirect } from 'react-router'
import { joiningCookie, markOfJoining } from '#app/people/accounts/cookies.server.ts'
import { signUpForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { signUp } from '#app/people/accounts/sign-up.server.ts'
import { authPath } from '#app/people/accounts/way-back.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/sign-up.ts'
import { AuthScreen } from './screen.tsx'

/** Shows the form if the address is opened by hand; a signed-in person is sent away. */
export const loader = ({ context }: Route.LoaderArgs) => (context.get(personContext) ? redirect('/', 303) : null)

export const action = formAction({
  form: signUpForm,
  page: true,
  failed: toasts.signUpFailed,
  run: (input, { request, context }) =>
    withDatabase(async () => {
      const mark = markOfJoining(request)
      const { address } = context.get(askedContext)
      await signUp(db, input, { language: context.get(languageContext), address, mark })
      const { email, fullName, username } = input
      const cookies = [joiningCookie({ mark, email, fullName, username })]
      return { go: authPath(input.to), says: toasts.signedUp, cookies }
    }),
})

export default function SignUp({ actionData }: Route.ComponentProps) {
  return <AuthScreen tab="sign-up" answer={actionData} to={actionData?.typed?.to} />
}
