import { Trans, useLingui } from '@lingui/react/macro'
import { letterLimits, writeLetter } from '#app/drives/support/letter.server.ts'
import { letterTexts } from '#app/drives/support/letter.ts'
import { QuestionForm } from '#app/drives/support/letter-form.tsx'
import { questionForm } from '#app/drives/support/letter-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/ask.ts'

export const loader = () => ({ key: crypto.randomUUID() as string })

export const action = formAction({
  form: questionForm,
  page: true,
  done: letterTexts.asked,
  failed: letterTexts.failed,
  limits: (_, { context }) => letterLimits(context.get(askedContext).address),
  run: async (typed, { context }) => {
    await writeLetter(db, { ...typed, slug: null, reason: 'question', language: context.get(languageContext) })
    return { go: '/about/help' }
  },
})

/** A question to support. */
export default function Ask({ loaderData: { key }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Write to us`} · Harambee`}</title>
      <OneThing
        title={<Trans>Write to us</Trans>}
        text={<Trans>We usually answer within one working day.</Trans>}
        back={{ to: '/about/help', label: <Trans>Help</Trans> }}
      >
        <QuestionForm action="/about/help/write" formKey={key} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
