import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { data, Link } from 'react-router'
import { GuestGave } from '#app/invitations/activity/gifts.tsx'
import { thingsFor, tiesOf } from '#app/invitations/activity/things.server.ts'
import { RareActions, SaveGuest, WhoseNumber } from '#app/invitations/guests/guest-actions.tsx'
import { invitationStateWords, replyAsWords } from '#app/invitations/guests/invitation.ts'
import { guestStory, type InvitedTo } from '#app/invitations/guests/story.server.ts'
import { rememberedOf } from '#app/invitations/kumbukumbu/guests.server.ts'
import { RememberGuest } from '#app/invitations/kumbukumbu/household.tsx'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { idIn } from '#app/kit/web-address.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Field, Input, Select } from '#app/ui/field.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/guest.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, slug, managed, seesGifts } = context.get(gatheringContext)
  const guestId = idIn(params.guest)
  const guest = guestId && (await guestStory(db, id, guestId, managed))
  if (!guest) throw data(null, { status: 404 })
  const mine = { gatheringId: id, personId: context.get(personContext)!.id }
  const [ties, things, remembered] = await Promise.all([
    seesGifts ? tiesOf(db, guestId) : null,
    seesGifts && managed ? thingsFor(db, id, guest.name) : [],
    managed ? rememberedOf(db, mine, guestId) : null,
  ])
  return {
    slug,
    guest,
    ties,
    things,
    remembered,
    link: guest.link && `${namedOrigin(context.get(askedContext))}/i/${guest.link}`,
  }
}

/** One guest: the story of each invitation, their gifts, their link, and their details. */
export default function Guest({ loaderData: { slug, guest, ties, things, remembered, link } }: Route.ComponentProps) {
  const all = `/gathering/${slug}/guests`
  const base = `${all}/${guest.id}`
  return (
    <section className="grid gap-4 *:min-w-0" aria-labelledby="guest-title">
      <GatheringTitle page={guest.name} />
      <h2 id="guest-title" className="wrap-anywhere text-2xl" dir="auto">
        {guest.name}
      </h2>
      <WhoseNumber base={base} guest={guest} />
      {guest.invited.map((invited) => (
        <GuestAnswers key={invited.no} base={base} invited={invited} />
      ))}
      {ties && <GuestGave base={base} ties={ties} things={things} />}
      {remembered && <RememberGuest base={base} id={remembered.id} />}
      {link && <GuestLink key={link} link={link} />}
      <Card title={<Trans>Who they are</Trans>} level={3}>
        <SaveGuest base={base} guest={guest} />
      </Card>
      <Changing>
        <RareActions base={base} invited={guest.invited} />
      </Changing>
      <Link to={all} className="inline-flex min-h-11 items-center text-link">
        <Trans>All guests</Trans>
      </Link>
    </section>
  )
}

/** The guest's own link, to be sent from the host's phone. Administrators don't see it, because it lets its holder answer. */
function GuestLink({ link }: { link: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  return (
    <Card title={<Trans>Their own link</Trans>} level={3}>
      <div className="flex flex-wrap gap-3">
        <input
          readOnly
          value={link}
          aria-label={t`Their own link`}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="h-11 min-w-0 flex-1 basis-60 text-ellipsis rounded-control border border-edge bg-well px-3 text-[0.9375rem]"
        />
        <Button
          type="button"
          variant="secondary"
          onClick={async () => setCopied(await copyText(link))}
          icon={<Icon aria-hidden="true" className="size-4" />}
          className="needs-script"
        >
          {copied ? <Trans>Copied</Trans> : <Trans>Copy Link</Trans>}
        </Button>
      </div>
      <p className="mt-2 max-w-[60ch] text-muted text-sm">
        <Trans>The person who has it answers as this guest. Send it to them alone.</Trans>
      </p>
      <a href={`${link}/card.jpg`} download className="mt-2 inline-flex min-h-11 items-center text-link underline">
        <Trans>Download their card as a picture</Trans>
      </a>
    </Card>
  )
}

/** One guest and one occasion: the state, the host's own answer for them, their seats, and every step so far. */
function GuestAnswers({ base, invited }: { base: string; invited: InvitedTo }) {
  const { i18n } = useLingui()
  const { name, state, wish, gives, steps, status, otherDay } = invited
  const isInvited = state !== null && state !== 'withdrawn'
  return (
    <Card
      level={3}
      title={<span dir="auto">{name}</span>}
      action={state && <Badge tone={state === 'yes' ? 'gain' : 'neutral'}>{i18n._(invitationStateWords[state])}</Badge>}
    >
      <div className="grid gap-5 *:min-w-0">
        <Party invited={invited} />
        {otherDay && (
          <p className="text-warn">
            <Trans>They said Yes before the day was changed.</Trans>
          </p>
        )}
        {gives && (
          <p>
            <Trans>Can’t come, but will give.</Trans>
          </p>
        )}
        {wish && (
          <blockquote className="wrap-anywhere whitespace-pre-wrap border-line border-l-3 pl-3" dir="auto">
            {wish}
          </blockquote>
        )}
        {status !== 'cancelled' && (
          <Changing>
            {isInvited && <AnswerFor base={base} invited={invited} />}
            <SeatsOf base={base} invited={invited} />
          </Changing>
        )}
        {steps.length > 0 && <Steps steps={steps} />}
      </div>
    </Card>
  )
}

function Party({ invited: { state, seats, adults, children } }: { invited: InvitedTo }) {
  if (state === null || state === 'withdrawn')
    return (
      <p className="text-muted">
        <Trans>Not invited to this occasion.</Trans>
      </p>
    )
  return (
    <p className="figures flex flex-wrap gap-x-4 gap-y-1 text-muted">
      <span>
        <Plural value={seats ?? 0} one="Invited with # seat" other="Invited with # seats" />
      </span>
      {adults !== null && (
        <span>
          <Plural value={adults} one="# adult" other="# adults" />
          {(children ?? 0) > 0 && ' · '}
          {(children ?? 0) > 0 && <Plural value={children ?? 0} one="# child" other="# children" />}
        </span>
      )}
    </p>
  )
}

/** The form in which the host enters a guest's answer. */
function AnswerFor({ base, invited: { no, state, seats, adults, children } }: { base: string; invited: InvitedTo }) {
  const { t, i18n } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const first = state === 'yes' || state === 'maybe' || state === 'no' ? state : ''
  return (
    <Form method="post" action={`${base}/answer`} className="grid gap-3">
      <Refused answer={answer} />
      <input type="hidden" name="no" value={no} />
      <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr_1fr]">
        <Field label={<Trans>Answer for them</Trans>} name="reply" answer={answer} required>
          <Select defaultValue={first}>
            <option value="">{t`Choose…`}</option>
            {(['yes', 'maybe', 'no'] as const).map((reply) => (
              <option key={reply} value={reply}>
                {i18n._(replyAsWords[reply])}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>Adults</Trans>} name="adults" answer={answer}>
          <Input defaultValue={String(adults ?? seats ?? 1)} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={<Trans>Children</Trans>} name="children" answer={answer}>
          <Input defaultValue={String(children ?? 0)} inputMode="numeric" autoComplete="off" />
        </Field>
      </div>
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save answer</Trans>
      </Button>
    </Form>
  )
}

function SeatsOf({ base, invited: { no, seats, state } }: { base: string; invited: InvitedTo }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  const isInvited = state !== null && state !== 'withdrawn'
  return (
    <Form method="post" action={`${base}/seats`} className="grid gap-3">
      <Refused answer={answer} />
      <input type="hidden" name="no" value={no} />
      <Field
        label={<Trans>Seats</Trans>}
        name="seats"
        answer={answer}
        className="max-w-xs"
        hint={isInvited ? <Trans>0 takes the invitation back.</Trans> : undefined}
      >
        <Input defaultValue={String(isInvited ? seats : 1)} inputMode="numeric" autoComplete="off" />
      </Field>
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
        {isInvited ? <Trans>Save seats</Trans> : <Trans>Invite to this occasion</Trans>}
      </Button>
    </Form>
  )
}

/** The steps of the invitation, the newest first, each with its author. */
function Steps({ steps }: Pick<InvitedTo, 'steps'>) {
  const { i18n } = useLingui()
  const by = { guest: <Trans>the guest</Trans>, host: <Trans>you</Trans>, door: <Trans>the door</Trans> }
  return (
    <ol className="grid gap-1.5 text-sm">
      {steps.map(({ id, state, people, by: who, at }) => (
        <li key={id} className="flex flex-wrap gap-x-2">
          <span className="font-semibold">{i18n._(invitationStateWords[state])}</span>
          {people > 0 && (
            <span>
              <Plural value={people} one="# person" other="# people" />
            </span>
          )}
          <span className="text-muted">
            {momentIn(i18n.locale as Language, at)} · {who === 'clock' ? <Trans>automatically</Trans> : by[who]}
          </span>
        </li>
      ))}
    </ol>
  )
}
