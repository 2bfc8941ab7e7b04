import { Trans, useLingui } from '@lingui/react/macro'
import { supportMessageLimits, writeSupportMessage } from '#app/drives/support/message.server.tsx'
import { supportMessageTexts } from '#app/drives/support/message.ts'
import { QuestionForm } from '#app/drives/support/message-form.tsx'
import { questionForm } from '#app/drives/support/message-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { claimsSupport } from '#app/site/claims.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/ask.ts'

export const loader = () => ({ key: crypto.randomUUID() as string, support: claimsSupport() })

export const action = formAction({
  form: questionForm,
  page: true,
  done: supportMessageTexts.asked,
  failed: supportMessageTexts.failed,
  limits: (_, { context }) => supportMessageLimits(context.get(askedContext).address),
  run: async (typed, { context }) => {
    await writeSupportMessage(db, { ...typed, slug: null, reason: 'question', language: context.get(languageContext) })
    return { go: '/about/help' }
  },
})

/** A question to support. */
export default function Ask({ loaderData: { key, support }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Write to us`)}</title>
      <OneThing
        title={<Trans>Write to us</Trans>}
        text={support ? <Trans>We usually answer within one working day.</Trans> : <Trans>We answer by email.</Trans>}
        back={{ to: '/about/help', label: <Trans>Help</Trans> }}
      >
        <QuestionForm action="/about/help/write" formKey={key} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
