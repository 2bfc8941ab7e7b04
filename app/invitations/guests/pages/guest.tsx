import { Trans } from '@lingui/react/macro'
import { data, Link } from 'react-router'
import { GuestGave } from '#app/invitations/activity/guest-gave.tsx'
import { thingsFor, tiesOf } from '#app/invitations/activity/things.server.ts'
import { GuestAnswers } from '#app/invitations/guests/guest-answers.tsx'
import { RareDeeds, SaveGuest, WhoseNumber } from '#app/invitations/guests/guest-deeds.tsx'
import { GuestLink } from '#app/invitations/guests/guest-link.tsx'
import { guestStory } from '#app/invitations/guests/story.server.ts'
import { rememberedOf } from '#app/invitations/kumbukumbu/remember.server.ts'
import { RememberGuest } from '#app/invitations/kumbukumbu/remember-guest.tsx'
import { gatheringContext } from '#app/invitations/occasions/pages/context.ts'
import { GatheringTitle } from '#app/invitations/occasions/pages/page-title.tsx'
import { idIn } from '#app/kit/ids.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { Card } from '#app/ui/card.tsx'
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

/** One guest: what became of each invitation, what came from them, their link, and who they are. */
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
        <RareDeeds base={base} invited={guest.invited} />
      </Changing>
      <Link to={all} className="inline-flex min-h-11 items-center text-link">
        <Trans>All guests</Trans>
      </Link>
    </section>
  )
}
