import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { letterLimits, reportedTitle, writeLetter } from '#app/drives/support/letter.server.ts'
import { letterTexts } from '#app/drives/support/letter.ts'
import { ReportForm } from '#app/drives/support/letter-form.tsx'
import { reportDriveForm } from '#app/drives/support/letter-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import { OneThing, OwnPages } from '#app/site/own-pages.tsx'
import type { Route } from './+types/report.ts'

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  const title = await reportedTitle(db, slug)
  if (title === null) throw data(null, { status: 404 })
  return { slug, title, key: crypto.randomUUID() as string }
}

export const action = formAction({
  form: reportDriveForm,
  page: true,
  done: letterTexts.reported,
  failed: letterTexts.failed,
  limits: (_, { context }) => letterLimits(context.get(askedContext).address),
  run: async (typed, { params, context }) => {
    const slug = params.slug ?? ''
    await writeLetter(db, { ...typed, slug, language: context.get(languageContext) })
    return { go: `/fundraiser/${slug}` }
  },
})

/** Tells support that something is wrong with a page. The organiser is not told who did. */
export default function Report({ loaderData: { slug, title, key }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{`${t`Report this page`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <OneThing
        title={<Trans>Report this page</Trans>}
        text={title}
        back={{ to: `/fundraiser/${slug}`, label: <Trans>Back to the fundraiser</Trans> }}
      >
        <ReportForm action={`/fundraiser/${slug}/report`} formKey={key} first={actionData} />
      </OneThing>
    </OwnPages>
  )
}
