import { titled } from '#app/kit/brand.ts'
import type { Route } from './+types/page.ts'
import { type GuestLoaded, loadGuest } from './load.server.ts'
import '#app/invitations/guests/card.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CardFile, CardPreview, GuestCard } from '#app/invitations/guests/card.tsx'
import { guestPath } from '#app/invitations/guests/invitation.ts'
import { isSad } from '#app/invitations/occasions/occasion.ts'
import { AccountSheet, PostsSeen, ThanksSeen } from '#app/invitations/wrap-up/guest-view.tsx'
import type { Answer } from '#app/kit/says.ts'
import { LanguageSwitch } from '#app/site/language-switch.tsx'
import { GivePart, WordPart } from './give-part.tsx'
import {
  GuestFoot,
  GuestMissing,
  GuestPage,
  HostsWords,
  InvitedWith,
  NothingToCome,
  PageScript,
  Questions,
} from './guest-page.tsx'
import { OccasionPart } from './occasion-part.tsx'
import { isToShare, ShareOpen } from './open-link.tsx'
import { emailOf, isToCome, ReplyBand } from './reply-band.tsx'

export const handle = { static: true }
export const loader = loadGuest

/** Everything for one guest: the card, their occasions, and three answers to each. */
export default function Guest({ loaderData }: Route.ComponentProps) {
  return <GuestScreen loaded={loaderData} />
}

type GuestScreenProps = {
  loaded: GuestLoaded
  /** The answer of the form action whose form is on the page. */
  first?: Answer | undefined
}

/** A guest's page, complete without a script. From the top: card, occasions, giving, small print. */
export function GuestScreen({ loaded, first }: GuestScreenProps) {
  if (!loaded) return <GuestMissing />
  const { link, origin, seen, noted, words, thanks, posts, asked, zone, final, now, key, preview } = loaded
  const { supporter, gathering, occasions } = seen
  const { drive } = gathering
  const page = guestPath(link)
  const sad = occasions.some(({ kind }) => isSad(kind))
  return (
    <GuestPage
      top={<NothingToCome occasions={occasions} />}
      card={
        <GuestCard
          brief
          gathering={gathering}
          occasions={occasions}
          guest={{ name: supporter.name, seats: seatsOf(seen) }}
        />
      }
    >
      <title>{titled(gathering.title)}</title>
      <CardPreview {...preview} />
      <ReplyBand page={page} seen={seen} first={first} />
      {words !== null && occasions.some(isToCome) && <InvitedWith hosts={gathering.hosts} words={words} />}
      <HostsWords words={gathering.words} />
      <CardFile link={link} />
      {thanks !== null && <ThanksSeen page={page} hosts={gathering.hosts} words={thanks} />}
      {posts.length + asked.gone.length > 0 && <PostsSeen {...{ page, posts, zone, asked }} />}
      {occasions.map((occasion) => (
        <OccasionPart
          key={occasion.no}
          {...{ page, occasion, first, now }}
          host={gathering.hostName}
          listed={supporter.listed}
          canGive={Boolean(drive?.gives)}
          email={emailOf(seen, occasion.no)}
        />
      ))}
      {gathering.contact && <Questions name={gathering.hostName} phone={gathering.contact} />}
      {final && (
        <section aria-labelledby="account" className="grid gap-4">
          <h2 id="account" className="text-2xl">
            <Trans>Final account</Trans>
          </h2>
          <AccountSheet {...final} />
        </section>
      )}
      {drive?.gives && <GivePart page={page} drive={drive} />}
      {drive && <WordPart {...{ page, drive, first, sad }} name={supporter.name} formKey={key} />}
      <div className="grid gap-4">
        {gathering.newcomers !== 'none' && occasions.some(isToShare) && (
          <ShareOpen address={`${origin}/invitation/${gathering.slug}`} />
        )}
        <div className="-ml-3">
          <LanguageSwitch />
        </div>
      </div>
      <GuestFoot {...{ page, seen, first }} note={noted && <GuestNote page={page} host={gathering.hostName} />} />
      <img src={`${page}/seen.gif`} alt="" width={1} height={1} className="absolute" />
      <PageScript />
    </GuestPage>
  )
}

/** Returns the seats of a guest who is invited by name; null for a guest of the open link, who had none beforehand. */
const seatsOf = ({ supporter, occasions }: NonNullable<GuestLoaded>['seen']) =>
  supporter.byShare ? null : Math.max(...occasions.map(({ invitation }) => invitation.seats))

/** The notice on the guest's own page that the host keeps a note of them, without its words, and the button that removes it. */
function GuestNote({ page, host }: { page: string; host: string }) {
  const { t } = useLingui()
  return (
    <form id="note" method="post" action={`${page}/note`}>
      <p>{t`${host} keeps a note of you in a book of their own. Nobody else reads it.`}</p>
      <button type="submit" className="inline-flex min-h-11 items-center text-link">
        <Trans>Remove the note</Trans>
      </button>
    </form>
  )
}
