import { hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { giftsSeen } from '#app/invitations/occasions/pages/looking.server.ts'
import { saveAccount } from '#app/invitations/wrap-up/account.server.ts'
import { wrapUpTexts } from '#app/invitations/wrap-up/wrap-up.ts'
import { accountForm } from '#app/invitations/wrap-up/wrap-up-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/wrap-up-account.ts'
import { WrapUpScreen } from './wrap-up.tsx'
import { loadWrapUp } from './wrap-up-here.server.ts'

export const middleware: Route.MiddlewareFunction[] = [giftsSeen]

export const loader = loadWrapUp

export const action = formAction({
  form: accountForm,
  page: true,
  done: wrapUpTexts.accountSaved,
  failed: wrapUpTexts.accountNotSaved,
  run: async (typed, { context }) => {
    const mine = hostingIn(context)
    const { version } = await saveAccount(db, mine, typed)
    return context.get(askedContext).byScript ? { gave: { version } } : { go: `/gathering/${mine.slug}/after` }
  },
})

/** The page after a refusal, with the typed values and the errors. */
export default function AccountAgain({ loaderData, actionData }: Route.ComponentProps) {
  return <WrapUpScreen loaded={loaderData} account={actionData} />
}
