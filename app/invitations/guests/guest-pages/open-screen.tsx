import { CardPreview } from '#app/invitations/guests/card-file.tsx'
import { GuestCard } from '#app/invitations/guests/guest-card.tsx'
import { GuestMissing } from '#app/invitations/guests/guest-missing.tsx'
import { GuestPage, HostsWords, Questions } from '#app/invitations/guests/guest-page.tsx'
import { NothingToCome } from '#app/invitations/guests/nothing-to-come.tsx'
import { OpenBand } from '#app/invitations/guests/open-band.tsx'
import { PageScript } from '#app/invitations/guests/page-script.tsx'
import { isToShare, ShareOpen } from '#app/invitations/guests/share-open.tsx'
import { SharedPart } from '#app/invitations/guests/shared-part.tsx'
import type { Answer } from '#app/kit/says.ts'
import { LanguageSwitch } from '#app/site/language-switch.tsx'
import type { OpenLoaded } from './open-here.server.ts'

type OpenScreenProps = {
  loaded: OpenLoaded
  /** What the deed answered whose form is on the page. */
  first?: Answer | undefined
}

/** The invitation without a name: the card, the occasions that are shared, and an answer to each. */
export function OpenScreen({ loaded, first }: OpenScreenProps) {
  if (!loaded) return <GuestMissing />
  const { gathering, occasions, address, preview, now, key, chosen } = loaded
  const page = `/invitation/${gathering.slug}`
  return (
    <GuestPage
      top={<NothingToCome occasions={occasions} />}
      card={<GuestCard brief gathering={gathering} occasions={occasions} />}
    >
      <title>{`${gathering.title} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Harambee" />
      <meta property="og:url" content={address} />
      <CardPreview {...preview} />
      {gathering.newcomers !== 'none' && <OpenBand page={page} occasions={occasions} />}
      <HostsWords words={gathering.words} />
      {occasions.map((occasion) => (
        <SharedPart
          key={occasion.no}
          {...{ page, occasion, first, now, chosen }}
          newcomers={gathering.newcomers}
          host={gathering.hostName}
          formKey={`${key}`}
        />
      ))}
      {gathering.contact && <Questions name={gathering.hostName} phone={gathering.contact} />}
      <div className="grid gap-4">
        {gathering.newcomers !== 'none' && occasions.some(isToShare) && <ShareOpen address={address} />}
        <div className="-ml-3">
          <LanguageSwitch />
        </div>
      </div>
      <PageScript />
    </GuestPage>
  )
}
