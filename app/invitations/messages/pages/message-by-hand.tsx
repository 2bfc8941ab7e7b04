import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Image, MessageCircle, MessageSquare } from 'lucide-react'
import type { MouseEvent } from 'react'
import { data, Link } from 'react-router'
import { handSent, type NextByHand, nextByHand } from '#app/invitations/messages/by-hand.server.ts'
import { handForm } from '#app/invitations/messages/compose.server.ts'
import { messageTexts } from '#app/invitations/messages/message.ts'
import { messageOf } from '#app/invitations/messages/messages.server.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
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

const way =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border border-edge bg-card px-4 font-semibold hover:bg-well'

/** Shares by the phone's own list of programs, if it accepts pictures; else saves the picture. */
async function share(event: MouseEvent, picture: string): Promise<void> {
  const probe = new File([], 'card.jpg', { type: 'image/jpeg' })
  if (!navigator.canShare?.({ files: [probe] })) return
  event.preventDefault()
  const body = await (await fetch(picture)).blob()
  // Closing the list without a choice is no error: nothing was shared.
  await navigator.share({ files: [new File([body], 'card.jpg', { type: 'image/jpeg' })] }).catch(() => undefined)
}

/** The sheet for one guest: the text to send, and the ways to send it. Then the next guest. */
function ByHandSheet({ base, next }: { base: string; next: NextByHand }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { line, name, phone, text, left, picture } = next
  const digits = phone?.replace(/\D/g, '')
  const copy = async () => {
    const done = await copyText(text)
    toast(done ? { title: t`Copied`, tone: 'good' } : { title: t`That could not be copied.`, tone: 'bad' })
  }
  return (
    <Card title={<span dir="auto">{name}</span>} text={<Trans>{left} left</Trans>}>
      <p className="wrap-anywhere mb-4 whitespace-pre-wrap rounded-control bg-well p-4" dir="auto">
        {text}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {digits && (
          <>
            <a
              className={way}
              href={`https://wa.me/${digits}?text=${encodeURIComponent(text)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <MessageCircle aria-hidden="true" className="size-5" />
              <Trans>Open WhatsApp</Trans>
            </a>
            <a className={way} href={`sms:+${digits}?body=${encodeURIComponent(text)}`}>
              <MessageSquare aria-hidden="true" className="size-5" />
              <Trans>Open SMS</Trans>
            </a>
          </>
        )}
        <button type="button" className={way} onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          <Trans>Copy</Trans>
        </button>
        {picture && (
          <a className={way} href={picture} download="card.jpg" onClick={(event) => void share(event, picture)}>
            <Image aria-hidden="true" className="size-5" />
            <Trans>Share picture</Trans>
          </a>
        )}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Form method="post" action={`${base}/by-hand`}>
          <input type="hidden" name="line" value={line} />
          <Button size="large" busy={busy} busyText={t`Saving...`}>
            <Trans>Sent, next</Trans>
          </Button>
        </Form>
        <Link to={`${base}/by-hand?after=${line}`} className="inline-flex min-h-11 items-center text-link">
          <Trans>Later</Trans>
        </Link>
      </div>
    </Card>
  )
}
