import { Trans, useLingui } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { lineStates, messageKindWords } from '#app/invitations/messages/message.ts'
import { linesOfMessage, messageOf } from '#app/invitations/messages/messages.server.ts'
import { LineParts, MessageLines, MessageProgress } from '#app/invitations/messages/messages-list.tsx'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/message-one.ts'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id, slug, managed } = context.get(gatheringContext)
  const message = await messageOf(db, id, params.id)
  if (!message) throw data(null, { status: 404 })
  const state = lineStates.find((one) => one === url.searchParams.get('state')) ?? null
  const asked = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d?$/.test(asked) ? Number(asked) : 1
  const lines = await linesOfMessage(db, message.id, { state, page, managed })
  return { base: `/gathering/${slug}/messages/${message.id}`, message, state, page, lines }
}

/** A message: its words, and its progress guest by guest. */
export default function OneMessage({ loaderData: { base, message, state, page, lines } }: Route.ComponentProps) {
  const { t, i18n } = useLingui()
  const { kind, words, counts, stopped } = message
  const query = state ? `state=${state}&` : ''
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="message-title">
      <GatheringTitle page={i18n._(messageKindWords[kind])} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="message-title" className="text-2xl">
          {i18n._(messageKindWords[kind])}
        </h2>
        <Changing>
          <div className="flex flex-wrap gap-3">
            {counts.hand > 0 && (
              <LinkButton to={`${base}/by-hand`}>
                <Trans>Send them one by one</Trans>
              </LinkButton>
            )}
            {counts.queued > 0 && !stopped && <StopForm base={base} />}
          </div>
        </Changing>
      </div>
      {words && (
        <p className="wrap-anywhere max-w-[65ch] whitespace-pre-wrap" dir="auto">
          {words}
        </p>
      )}
      <MessageProgress counts={counts} />
      <LineParts base={base} chosen={state} counts={counts} />
      <MessageLines rows={lines.rows} />
      <nav aria-label={t`Pages`} className="flex gap-5">
        {page > 1 && (
          <Link to={`${base}?${query}page=${page - 1}`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Back</Trans>
          </Link>
        )}
        {lines.more && (
          <Link to={`${base}?${query}page=${page + 1}`} className="inline-flex min-h-11 items-center text-link">
            <Trans>Next</Trans>
          </Link>
        )}
      </nav>
    </section>
  )
}

/** The form that ends sending. */
function StopForm({ base }: { base: string }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${base}/stop`}>
      <Button variant="danger" busy={busy} busyText={t`Saving...`}>
        <Trans>Stop the rest</Trans>
      </Button>
    </Form>
  )
}
