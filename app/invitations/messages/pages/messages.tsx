import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { PenLine } from 'lucide-react'
import { waitingForPhone } from '#app/invitations/messages/by-hand.server.ts'
import { arePaused, messagesOf } from '#app/invitations/messages/messages.server.ts'
import { MessagesList } from '#app/invitations/messages/messages-list.tsx'
import { choicesOf, type OccasionChoices, type Rule } from '#app/invitations/messages/reminders.server.ts'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Words } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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

/** A change that guests are not told yet: it goes out after ten quiet minutes, or now. */
function ToldSoon({ slug, occasion: { no, name } }: { slug: string; occasion: OccasionChoices }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Notice
      tone="warn"
      title={<span dir="auto">{name}</span>}
      action={
        <Changing>
          <Form method="post" action={`/gathering/${slug}/occasions/${no}/tell`}>
            <Button variant="secondary" busy={busy} busyText={t`Sending...`}>
              <Trans>Tell now</Trans>
            </Button>
          </Form>
        </Changing>
      }
    >
      <Trans>Time or place has changed. Your guests are told ten minutes after your last change.</Trans>
    </Notice>
  )
}

/** The reminders of an occasion, to switch on or off. */
function Reminders({ slug, occasion: { no, name, reminders } }: { slug: string; occasion: OccasionChoices }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Card level={3} title={<Trans>Reminders</Trans>} text={<span dir="auto">{name}</span>}>
      <Form method="post" action={`/gathering/${slug}/occasions/${no}/reminders`} className="grid gap-3">
        {reminders.map((rule) => (
          <Checkbox
            key={`${rule.whom} ${rule.of} ${rule.hours}`}
            name={`${rule.whom} ${rule.of} ${rule.hours}`}
            defaultChecked={rule.on}
            label={<Said rule={rule} />}
          />
        ))}
        <p className="text-muted text-sm">
          <Trans>Never at night, never to guests who said No, and at most five for each guest.</Trans>
        </p>
        <Changing>
          <span>
            <Button variant="secondary" busy={busy} busyText={t`Saving...`}>
              <Trans>Save reminders</Trans>
            </Button>
          </span>
        </Changing>
      </Form>
    </Card>
  )
}

const befores: Record<string, Words> = {
  'coming start': msg`before it begins, to those who come`,
  'silent start': msg`before it begins, to those who have not answered`,
  'silent deadline': msg`before answers end, to those who have not answered`,
}
function Said({ rule: { whom, of, hours } }: { rule: Rule }) {
  const { i18n } = useLingui()
  return (
    <>
      {hours % 24 === 0 ? (
        <Plural value={hours / 24} one="# day" other="# days" />
      ) : (
        <Plural value={hours} one="# hour" other="# hours" />
      )}{' '}
      {i18n._(befores[`${whom} ${of}`]!)}
    </>
  )
}
