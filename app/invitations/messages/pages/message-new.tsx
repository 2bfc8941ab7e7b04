import { Trans, useLingui } from '@lingui/react/macro'
import { guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import { compose, recipientsMeant } from '#app/invitations/messages/compose.server.ts'
import { ComposeForm } from '#app/invitations/messages/compose-form.tsx'
import { lookAt, lookedAt, sendTest } from '#app/invitations/messages/look.server.ts'
import { messageTexts, written } from '#app/invitations/messages/message.ts'
import { type Composed, composeForm } from '#app/invitations/messages/message-forms.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Says } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/message-new.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const kind = written.find((one) => one === url.searchParams.get('kind')) ?? 'invitation'
  const meant = await recipientsMeant(db, id, guestFilterIn(url.searchParams))
  return { to: `/gathering/${slug}/messages/new${url.search}`, meant, kind, formKey: crypto.randomUUID() as string }
}

export const action = formAction({
  form: composeForm,
  page: true,
  failed: messageTexts.notQueued,
  limits: ({ step }, { context }) =>
    step === 'test' ? [{ name: 'test-message', key: hostingIn(context).personId, times: 20, seconds: 3600 }] : [],
  run: async (composed, { context, request }) => {
    const filter = guestFilterIn(new URL(request.url).searchParams)
    const mine = hostingIn(context)
    const said = composed.step === 'test' ? await sendTest(db, mine, filter, composed) : undefined
    // A message that was not previewed in this form gets its preview first; one already sent returns its earlier result.
    const isSeen = composed.step === 'send' && composed.looked === lookedAt(composed)
    if (!isSeen) return looked(await lookAt(db, mine, filter, composed), composed, said)
    const { id, many } = await compose(db, mine, filter, composed)
    return { go: `/gathering/${mine.slug}/messages/${id}`, says: messageTexts.queued(many) }
  },
})

/** Returns the preview and the typed values: without a script they come back with a new page. */
const looked = (look: Awaited<ReturnType<typeof lookAt>>, composed: Composed, said: Says | undefined) => ({
  ...(said ? { says: said } : {}),
  gave: {
    ...look,
    looked: lookedAt(composed),
    kind: composed.kind,
    words: composed.words,
    byHand: composed.byHand ? 'on' : '',
    ...(composed.key ? { key: composed.key } : {}),
  },
})

export default function NewMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <GatheringTitle page={t`Write to guests`} />
      <Card title={<Trans>Write to guests</Trans>} className="max-w-2xl">
        <ComposeForm {...loaderData} answer={actionData} />
      </Card>
    </>
  )
}
