import { Trans, useLingui } from '@lingui/react/macro'
import { data } from 'react-router'
import { handSent, nextByHand } from '#app/invitations/messages/by-hand.server.ts'
import { ByHandSheet } from '#app/invitations/messages/by-hand-sheet.tsx'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { handForm } from '#app/invitations/messages/message-forms.ts'
import { messageOf } from '#app/invitations/messages/progress.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Route } from './+types/message-by-hand.ts'

export const middleware: Route.MiddlewareFunction[] = [hostsOnly]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const message = await messageOf(db, id, params.id)
  if (!message) throw data(null, { status: 404 })
  const after = url.searchParams.get('after') ?? ''
  const next = await nextByHand(db, id, message.id, /^\d{1,15}$/.test(after) ? Number(after) : 0)
  return { base: `/gathering/${slug}/messages/${message.id}`, next }
}

export const action = formAction({
  form: handForm,
  done: messageTexts.handSent,
  failed: messageTexts.notHandSent,
  run: async ({ line }, { context, params }) => {
    const mine = hostingIn(context)
    await handSent(db, mine, params.id ?? '', line)
    return { go: `/gathering/${mine.slug}/messages/${params.id}/by-hand?after=${line}` }
  },
})

/** Guests without mail and text, one by one from the host's own phone. */
export default function ByHand({ loaderData: { base, next } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <div className="grid max-w-xl gap-4 *:min-w-0">
      <GatheringTitle page={t`From your phone`} />
      <h2 className="text-2xl">
        <Trans>From your phone</Trans>
      </h2>
      {next ? (
        <ByHandSheet key={next.line} base={base} next={next} />
      ) : (
        <EmptyState
          title={t`Nobody waits for your phone`}
          action={
            <LinkButton to={base}>
              <Trans>Back to the message</Trans>
            </LinkButton>
          }
        />
      )}
    </div>
  )
}
