import { Trans, useLingui } from '@lingui/react/macro'
import { redirect } from 'react-router'
import { askedPhoneGone, askedPhoneIn } from '#app/features/people/asked-phone.server.ts'
import { says } from '#app/features/people/email-change.ts'
import { moveByPhone } from '#app/features/people/email-move.server.ts'
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
import type { Route } from './+types/email-code.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = askedPhoneIn(request)
  const waits = asked && (await waitsForCode(db, context.get(personContext)!.id, asked.phone, asked.mark))
  if (!asked || !waits) throw redirect('/settings/email', 303)
  return {
    phone: asked.phone,
    wait: await codeWait(asked.phone, { address: context.get(askedContext).address, request }),
  }
}

export const action = deed({
  form: phoneCodeForm,
  page: true,
  secret: ['code'],
  done: says.byPhone,
  failed: { title: says.notAsked, tone: 'bad' },
  limits: (_, { context }) => triedLimits(context.get(askedContext).address),
  run: async ({ code }, { request, context }) => {
    const asked = askedPhoneIn(request)
    if (!asked) throw noCodeAsked()
    await moveByPhone(db, context.get(personContext)!.id, { ...asked, code })
    await returnCode(asked.phone, { address: context.get(askedContext).address, request })
    return { go: '/settings', cookies: [askedPhoneGone()] }
  },
})

export default function EmailCode({ loaderData: { phone, wait }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OneThing
      title={<Trans>Look at your phone</Trans>}
      text={
        <Trans>
          We have texted a code to <span className="whitespace-nowrap">{phoneWhole(phone)}</span>.
        </Trans>
      }
      back={{ to: '/settings/email', label: <Trans>Email address</Trans> }}
    >
      <title>{`${t`Code from the text`} · Harambee`}</title>
      <PhoneCodeForm
        action="/settings/email/code"
        button={<Trans>Confirm the change</Trans>}
        busyText={t`Confirming...`}
        first={actionData}
      />
      <SendCodeAgain action="/settings/email/phone" wait={wait} />
    </OneThing>
  )
}
