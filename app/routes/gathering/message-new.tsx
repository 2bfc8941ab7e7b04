import { Trans, useLingui } from '@lingui/react/macro'
import { guestFilterIn } from '#app/features/guests/guest-filter.ts'
import { compose, meantBy } from '#app/features/messages/compose.server.ts'
import { ComposeForm } from '#app/features/messages/compose-form.tsx'
import { says, written } from '#app/features/messages/message.ts'
import { composeForm } from '#app/features/messages/message-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { deed } from '#app/platform/deed.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/message-new.ts'
import { gatheringContext, hostingIn } from './context.ts'
import { hostsOnly } from './looking.server.ts'
import { PageTitle } from './page-title.tsx'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const kind = written.find((one) => one === url.searchParams.get('kind')) ?? 'invitation'
  const meant = await meantBy(db, id, guestFilterIn(url.searchParams))
  return { to: `/gathering/${slug}/messages/new${url.search}`, meant, kind, formKey: crypto.randomUUID() as string }
}

export const action = deed({
  form: composeForm,
  page: true,
  failed: says.notQueued,
  run: async (composed, { context, request }) => {
    const filter = guestFilterIn(new URL(request.url).searchParams)
    const mine = hostingIn(context)
    const { id, many } = await compose(db, mine, filter, composed)
    return { go: `/gathering/${mine.slug}/messages/${id}`, says: says.queued(many) }
  },
})

export default function NewMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Write to guests`} />
      <Card title={<Trans>Write to guests</Trans>} className="max-w-2xl">
        <ComposeForm {...loaderData} answer={actionData} />
      </Card>
    </>
  )
}
