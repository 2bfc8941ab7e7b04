import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { titled } from '#app/kit/brand.ts'
import { phoneTexts } from '#app/people/accounts/account.ts'
import { askedPhoneCookie, phoneMarkOf } from '#app/people/accounts/cookies.server.ts'
import { ownPhoneForm } from '#app/people/accounts/forms.ts'
import { askOwnPhone, ownPhoneLimits } from '#app/people/accounts/own-phone.server.ts'
import { codesAreTexted } from '#app/people/accounts/phone-codes.server.ts'
import { phonesOf } from '#app/people/accounts/phones.server.ts'
import { PhoneSection } from '#app/people/accounts/proof-forms.tsx'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { OneThing } from '#app/site/own-pages.tsx'
import type { Route } from './+types/phone.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, hasPassword } = context.get(personContext)!
  if (!hasPassword) throw redirect('/settings/first-password?to=/settings/phone', 303)
  return { phones: await phonesOf(db, id), canText: codesAreTexted() }
}

export const action = formAction({
  form: ownPhoneForm,
  page: true,
  secret: ['password'],
  failed: { title: phoneTexts.notSent, tone: 'bad' },
  limits: ({ phone }, { request, context }) =>
    ownPhoneLimits(context.get(personContext)!.id, phone, { address: context.get(askedContext).address, request }),
  run: async ({ phone, password }, { request, context }) => {
    const [mark, language] = [phoneMarkOf(request), context.get(languageContext)]
    const number = context.get(askedContext).id
    await askOwnPhone(db, context.get(personContext)!.id, { phone, mark, language, password, number })
    return { go: '/settings/phone/code', says: phoneTexts.sentToOwn, cookies: [askedPhoneCookie({ mark, phone })] }
  },
})

export default function Phones({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing title={<Trans>Your phones</Trans>} back={{ to: '/settings', label: <Trans>Settings</Trans> }}>
      <title>{titled(t`Your phones`)}</title>
      <PhoneSection {...loaderData} first={actionData} />
    </OneThing>
  )
}
