import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { PenLine } from 'lucide-react'
import { waitingForPhone } from '#app/invitations/messages/by-hand.server.ts'
import { choicesOf } from '#app/invitations/messages/choices.server.ts'
import { Reminders, ToldSoon } from '#app/invitations/messages/choices.tsx'
import { MessagesList } from '#app/invitations/messages/messages-list.tsx'
import { arePaused, messagesOf } from '#app/invitations/messages/progress.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import type { Route } from './+types/messages.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { id, slug } = context.get(gatheringContext)
  const [messages, waiting, occasions, paused] = await Promise.all([
    messagesOf(db, id),
    waitingForPhone(db, id),
    choicesOf(db, id),
    arePaused(db, id),
  ])
  return { slug, messages, waiting, occasions, paused, served: Date.now() }
}

/** The messages sent to guests, those that wait for the host's phone, and those that go out automatically. */
export default function Messages({ loaderData }: Route.ComponentProps) {
  const { slug, messages, waiting, occasions, paused, served } = loaderData
  const { t } = useLingui()
  return (
    <section className="grid gap-5 *:min-w-0" aria-labelledby="messages-title">
      <GatheringTitle page={t`Messages`} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="messages-title" className="text-2xl">
          <Trans>Messages</Trans>
        </h2>
        <Changing>
          <LinkButton to={`/gathering/${slug}/messages/new`}>
            <PenLine aria-hidden="true" className="size-5" />
            <Trans>Write to guests</Trans>
          </LinkButton>
        </Changing>
      </div>
      {paused && (
        <Notice tone="warn" title={<Trans>Your messages wait</Trans>}>
          <Trans>Guests reported this invitation. We look at it first. Then your messages go out.</Trans>
        </Notice>
      )}
      {occasions
        .filter(({ changed }) => changed)
        .map((occasion) => (
          <ToldSoon key={occasion.no} slug={slug} occasion={occasion} />
        ))}
      {waiting.many > 0 && (
        <Notice
          title={
            <Plural value={waiting.many} one="# message waits for your phone" other="# messages wait for your phone" />
          }
          action={
            <Changing>
              <LinkButton variant="secondary" to={`/gathering/${slug}/messages/${waiting.message}/by-hand`}>
                <Trans>Send them one by one</Trans>
              </LinkButton>
            </Changing>
          }
        >
          <Trans>These guests have no email address, and no SMS can be sent to them.</Trans>
        </Notice>
      )}
      <MessagesList slug={slug} messages={messages} served={served} />
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        {occasions.map((occasion) => (
          <Reminders key={occasion.no} slug={slug} occasion={occasion} />
        ))}
      </div>
    </section>
  )
}
