import { Trans, useLingui } from '@lingui/react/macro'
import { data, useNavigate } from 'react-router'
import { bookVisit, visitLimits } from '#app/drives/visits/visit.server.ts'
import { visitDays, visitTexts } from '#app/drives/visits/visit.ts'
import { VisitForm } from '#app/drives/visits/visit-form.tsx'
import { visitForm } from '#app/drives/visits/visit-forms.ts'
import { titled } from '#app/kit/brand.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { askedContext, languageContext } from '#app/platform/request.server.ts'
import type { Route } from './+types/book-visit.ts'
import { loadSheet } from './sheet.server.ts'
import { PublicSheet } from './sheet.tsx'

export async function loader(args: Route.LoaderArgs) {
  const { data: sheet, init } = await loadSheet(args)
  return data({ ...sheet, days: visitDays(new Date()) }, init ?? {})
}

export const action = formAction({
  form: visitForm,
  page: true,
  done: visitTexts.booked,
  failed: visitTexts.notBooked,
  limits: ({ email }, { context }) => visitLimits(email, context.get(askedContext).address),
  run: async (typed, { params, context }) => {
    await bookVisit(db, params.slug ?? '', typed, context.get(languageContext))
    return context.get(askedContext).byScript
      ? { gave: { key: crypto.randomUUID() } }
      : { go: `/fundraiser/${params.slug}` }
  },
})

export default function BookVisit({ loaderData: { slug, title, shut, key, days }, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <PublicSheet heading={<Trans>Book a Visit</Trans>} slug={slug} title={title} shut={shut} answer={actionData}>
      <title>{titled(t`Book a Visit`)}</title>
      <meta name="robots" content="noindex" />
      <VisitForm
        slug={slug}
        booking={{ days, key: actionData?.typed?.key ?? key }}
        first={actionData}
        onBooked={() => void navigate(`/fundraiser/${slug}`)}
      />
    </PublicSheet>
  )
}
