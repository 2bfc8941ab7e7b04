import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { guestFilterIn } from '#app/invitations/guests/guest-filter.ts'
import {
  type Composed,
  compose,
  composeForm,
  lookAt,
  lookedAt,
  recipientsMeant,
  sendTest,
} from '#app/invitations/messages/compose.server.ts'
import {
  type MessageWay,
  messageKindWords,
  messageMost,
  messageTexts,
  messageWayWords,
  type Written,
  written,
} from '#app/invitations/messages/message.ts'
import { gatheringContext, hostingIn } from '#app/invitations/occasions/pages/context.ts'
import { hostsOnly } from '#app/invitations/occasions/pages/looking.server.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Answer, Says } from '#app/kit/says.ts'
import { db } from '#app/platform/db.server.ts'
import { formAction } from '#app/platform/form-action.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
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

type ComposeFormProps = {
  to: string
  formKey: string
  meant: { all: number; quiet: number; mail: number }
  kind: Written
  answer: Answer | undefined
}

/** The form for the host's words. The frame, the facts and the guest's own link are ours. */
function ComposeForm({ to, formKey, meant, kind, answer: before }: ComposeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer: heard = before } = useFormAction()
  const { look, answer } = useMemo(() => lookedIn(heard), [heard])
  const key = useFormKey(formKey, answer)
  // The message may have been written: then a filter such as 'not invited yet' matches nobody, yet sending again must work.
  const isNobody = meant.all === 0 && !answer?.unsent
  const hints: Record<Written, string> = {
    invitation: t`The card with day, time and place, and a button to answer.`,
    note: t`A word about the occasion, such as what to bring.`,
    thanks: t`For those who came or gave.`,
  }
  const { i18n } = useLingui()
  const choices = written.map((value) => ({ value, label: i18n._(messageKindWords[value]), hint: hints[value] }))
  return (
    <Form method="post" action={to} className="grid gap-5">
      <Refused answer={answer} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="many" value={meant.all} />
      <Meant {...meant} />
      <RadioCards
        legend={<Trans>What is it?</Trans>}
        name="kind"
        choices={choices}
        defaultValue={answer?.typed?.kind ?? kind}
        answer={answer}
        columns="sm:grid-cols-3"
      />
      <Field
        label={<Trans>Your words</Trans>}
        name="words"
        answer={answer}
        hint={<Trans>At most 600 characters, without links. Each guest gets their own link.</Trans>}
      >
        <TextArea maxLength={messageMost.words} rows={5} />
      </Field>
      <Checkbox
        name="byHand"
        defaultChecked={answer?.typed?.byHand === 'on'}
        label={<Trans>I send all of it from my own phone</Trans>}
        hint={
          <Trans>
            One by one, by WhatsApp or SMS. Without it guests with an email address get an email, and the others an SMS
            where that is possible.
          </Trans>
        }
      />
      {look && <Look look={look} />}
      {look ? (
        <Steps look={look} many={meant.all} busy={busy} />
      ) : (
        <Button size="large" wide busy={busy} busyText={t`Loading...`} disabled={isNobody} name="step" value="look">
          <Trans>See it before you send it</Trans>
        </Button>
      )}
    </Form>
  )
}

/**
 * Returns the preview, and the answer with the typed values: without a script the page with the preview is a new one. The form compares
 * answers by identity, so it is made once.
 */
function lookedIn(heard: Answer | undefined) {
  const look = lookIn(heard)
  return { look, answer: heard && look ? { ...heard, typed: look.typed } : heard }
}

/** The buttons: send now, and a test first. */
function Steps({ look, many, busy }: { look: Looked; many: number; busy: boolean }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Button size="large" wide busy={busy} busyText={t`Sending...`} name="step" value="send">
        <Trans>
          Send to <Plural value={many} one="# guest" other="# guests" />
        </Trans>
      </Button>
      <div className="flex flex-wrap gap-3">
        {look.test !== '' && (
          <Button variant="secondary" name="step" value="test">
            <Trans>Send a test to me</Trans>
          </Button>
        )}
        <Button variant="ghost" name="step" value="look">
          <Trans>Show it again after a change</Trans>
        </Button>
      </div>
    </div>
  )
}

function Meant({ all, quiet, mail: byEmail }: ComposeFormProps['meant']) {
  return (
    <p>
      <Trans>
        To{' '}
        <strong>
          <Plural value={all} one="# guest" other="# guests" />
        </strong>
        , {byEmail} of them by email.
      </Trans>{' '}
      {quiet > 0 && <Plural value={quiet} one="# wants no messages." other="# want no messages." />}
    </p>
  )
}

type Seen = { name: string; way: MessageWay; subject: string; text: string }

/** A message as the first guest of each way reads it, and how many guests each way has. */
type Looked = {
  looked: string
  seen: Seen[]
  /** The way of a test to the host; empty if there is none. */
  test: 'mail' | 'sms' | ''
  /** The texts that the invitation has left. */
  left: number
  typed: Record<string, string>
} & Record<MessageWay, number>

/** Reads the preview in an answer of the form; null before there is one. */
function lookIn(answer: Answer | undefined): Looked | null {
  const gave = answer?.gave
  if (!gave?.looked) return null
  const { kind, words, byHand, key } = gave
  const typed = { kind: `${kind}`, words: `${words}`, byHand: `${byHand}`, ...(key ? { key: `${key}` } : {}) }
  return { ...(gave as unknown as Omit<Looked, 'typed' | 'seen'>), seen: JSON.parse(`${gave.seen}`), typed }
}

function Look({ look }: { look: Looked }) {
  const { t } = useLingui()
  const { seen, looked, left, mail: byEmail, sms, hand, typed } = look
  // An invitation by text says who invites, to what and when. The words find no room beside it.
  const isShort = typed.kind === 'invitation' && Boolean(typed.words)
  return (
    <section aria-label={t`Preview`} className="grid gap-3 *:min-w-0" role="status">
      <input type="hidden" name="looked" value={looked} />
      {seen.map((one) => (
        <Read key={one.way} {...one} isShort={isShort && one.way === 'sms'} />
      ))}
      <ul className="list-disc pl-5">
        {byEmail > 0 && (
          <Plural value={byEmail} one="# guest gets an email." other="# guests get an email." render={item} />
        )}
        {sms > 0 && <Plural value={sms} one="# guest gets an SMS." other="# guests get an SMS." render={item} />}
        {hand > 0 && (
          <Plural
            value={hand}
            one="# guest waits for you: you send it from your own phone."
            other="# guests wait for you: you send it from your own phone."
            render={item}
          />
        )}
        <li>
          <Trans>It costs you nothing.</Trans>{' '}
          {sms > 0 && (
            <Plural value={left} one="This invitation has # SMS left." other="This invitation has # SMS left." />
          )}
        </li>
      </ul>
    </section>
  )
}

/** The message as one guest reads it. */
function Read({ name, way, subject, text, isShort }: Seen & { isShort: boolean }) {
  const { i18n, t } = useLingui()
  return (
    <>
      <h3 className="text-lg" dir="auto">
        {t`As ${name} reads it`}
      </h3>
      <div className="rounded-control border border-line bg-well p-4">
        <p className="mb-2 text-muted text-sm">{i18n._(messageWayWords[way])}</p>
        {subject && <p className="wrap-anywhere mb-2 font-semibold">{subject}</p>}
        <p className="wrap-anywhere whitespace-pre-line" dir="auto">
          {text}
        </p>
      </div>
      {isShort && (
        <p>
          <Trans>The SMS has no room for your words. Your guests read them on their own page.</Trans>
        </p>
      )}
    </>
  )
}

const item = ({ translation }: { translation: React.ReactNode }) => <li>{translation}</li>
