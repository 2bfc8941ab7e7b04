import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { reportedTitle, supportMessageLimits, writeSupportMessage } from '#app/drives/support/message.server.tsx'
import { supportMessageTexts } from '#app/drives/support/message.ts'
import { ReportForm } from '#app/drives/support/message-form.tsx'
import { reportDriveForm } from '#app/drives/support/message-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { Refusal } from '#app/kit/says.ts'
import { gaveTo } from '#app/money/donations/given-list.server.ts'
import { hasGiftWithCode } from '#app/money/public-book/book.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/report.ts'

export async function loader({ params: { slug }, context }: Route.LoaderArgs) {
  const title = await reportedTitle(db, slug)
  if (title === null) throw data(null, { status: 404 })
  const personId = context.get(personContext)?.id
  const gave = personId !== undefined && (await gaveTo(db, slug, personId))
  return { slug, title, gave, key: crypto.randomUUID() as string }
}

export const action = formAction({
  form: reportDriveForm,
  page: true,
  failed: supportMessageTexts.failed,
  limits: (_, { context }) => supportMessageLimits(context.get(askedContext).address),
  run: async ({ code, ...typed }, { params, context }) => {
    const slug = params.slug ?? ''
    const byCode = code !== '' && (await hasGiftWithCode(db, slug, code))
    if (code !== '' && !byCode) throw new Refusal(supportMessageTexts.codeUnknown, { status: 422, field: 'code' })
    const personId = context.get(personContext)?.id
    const fromGiver = byCode || (personId !== undefined && (await gaveTo(db, slug, personId)))
    const number = await writeSupportMessage(db, { ...typed, slug, fromGiver, language: context.get(languageContext) })
    return { go: `/fundraiser/${slug}`, says: supportMessageTexts.reported(String(number)) }
  },
})

/** Tells support that something is wrong with a page. The organiser is not told who did. */
export default function Report({ loaderData: { slug, title, gave, key }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`Report this page`)}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Report this page</Trans>}
        text={title}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        <ReportForm action={`/fundraiser/${slug}/report`} formKey={key} gave={gave} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
