import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { data, Link } from 'react-router'
import { GuestGave } from '#app/invitations/activity/gifts.tsx'
import { thingsFor, tiesOf } from '#app/invitations/activity/things.server.ts'
import { RareActions, SaveGuest, WhoseNumber } from '#app/invitations/guests/guest-actions.tsx'
import { GuestAnswers } from '#app/invitations/guests/guest-answers.tsx'
import { guestStory } from '#app/invitations/guests/story.server.ts'
import { rememberedOf } from '#app/invitations/kumbukumbu/guests.server.ts'
import { RememberGuest } from '#app/invitations/kumbukumbu/household.tsx'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { idIn } from '#app/kit/web-address.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import { Changing } from '#app/ui/read-only.tsx'
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
