import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { askedPhoneGone, askedPhoneIn } from '#app/features/people/asked-phone.server.ts'
import { confirmOwnPhone } from '#app/features/people/own-phone.server.ts'
import { says } from '#app/features/people/phone.ts'
import { PhoneCodeForm, SendCodeAgain } from '#app/features/people/phone-code-form.tsx'
import { returnCode, triedLimits } from '#app/features/people/phone-code-limits.server.ts'
import { codeWait, noCodeAsked, waitsForCode } from '#app/features/people/phone-codes.server.ts'
import { phoneCodeForm } from '#app/features/people/phone-forms.ts'
import { personContext } from '#app/features/people/session.server.ts'
import { OneThing } from '#app/features/site/own-pages.tsx'
import { phoneWhole } from '#app/kit/phone.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { askedContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/phone-code.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = askedPhoneIn(request)
  const waits = asked && (await waitsForCode(db, context.get(personContext)!.id, asked.phone, asked.mark))
  if (!asked || !waits) throw redirect('/settings/phone', 303)
  return {
    phone: asked.phone,
    wait: await codeWait(asked.phone, { address: context.get(askedContext).address, request }),
  }
}

export const action = deed({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  done: says.confirmed,
  failed: { title: says.notConfirmed, tone: 'bad' },
  limits: (_, { context }) => triedLimits(context.get(askedContext).address),
  run: async ({ code }, { request, context }) => {
    const asked = askedPhoneIn(request)
    if (!asked) throw noCodeAsked()
    await confirmOwnPhone(db, context.get(personContext)!.id, { ...asked, code })
    await returnCode(asked.phone, { address: context.get(askedContext).address, request })
    return { go: '/settings', cookies: [askedPhoneGone()] }
  },
})

export default function PhoneCode({ loaderData: { phone, wait }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing
      title={<Trans>Look at your phone</Trans>}
      text={
        <Trans>
          We have texted a code to <span className="whitespace-nowrap">{phoneWhole(phone)}</span>.
        </Trans>
      }
      back={{ to: '/settings/phone', label: <Trans>Your phones</Trans> }}
    >
      <title>{`${t`Code from the text`} · Harambee`}</title>
      <PhoneCodeForm
        action="/settings/phone/code"
        button={<Trans>Confirm my phone</Trans>}
        busyText={t`Confirming...`}
        first={actionData}
      />
      <SendCodeAgain action="/settings/phone/again" wait={wait} />
    </OneThing>
  )
}
