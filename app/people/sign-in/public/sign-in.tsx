import { redirect } from 'react-router'
import { joiningGone } from '#app/people/accounts/cookies.server.ts'
import { signInForm } from '#app/people/accounts/forms.ts'
import { toasts } from '#app/people/accounts/people.ts'
import { codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { signIn, withDatabase } from '#app/people/accounts/sign-in.server.ts'
import { afterSignIn, authPath } from '#app/people/accounts/way-back.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import type { Route } from './+types/sign-in.ts'
import { AuthScreen } from './screen.tsx'

/** Shows the form if the address is opened by hand; a signed-in person is sent away. */
export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(personContext) ? redirect('/', 303) : { byPhone: codesAreTexted() }

export const action = formAction({
  form: signInForm,
  page: true,
  failed: toasts.signInFailed,
  run: (input, asking) =>
    withDatabase(async () => {
      const { is, cookies } = await signIn(asking, input)
      if (is === 'challenged') return { go: authPath(input.to, '/auth/two-factor'), cookies }
      return { go: afterSignIn(input.to), says: toasts.signedIn, cookies: [...cookies, joiningGone()] }
    }),
})

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return <AuthScreen tab="sign-in" answer={actionData} to={actionData?.typed?.to} byPhone={loaderData.byPhone} />
}
