import { redirect } from 'react-router'
import { signInForm } from '#app/features/people/forms.ts'
import { joiningGone } from '#app/features/people/joining.server.ts'
import { toasts } from '#app/features/people/people.ts'
import { codesAreTexted } from '#app/features/people/phone-codes.server.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { signIn, withDatabase } from '#app/features/people/sign-in.server.ts'
import { afterSignIn, authPath } from '#app/features/people/way-back.ts'
import { deed } from '#app/platform/deed.server.ts'
import type { Route } from './+types/sign-in.ts'
import { AuthScreen } from './screen.tsx'

/** Opened by hand it is the form; the person who is signed in has no business here. */
export const loader = ({ context }: Route.LoaderArgs) =>
  context.get(personContext) ? redirect('/', 303) : { byPhone: codesAreTexted() }

export const action = deed({
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
