import { CardPreview } from '#app/features/guests/card-file.tsx'
import { GuestCard } from '#app/features/guests/guest-card.tsx'
import { GuestMissing } from '#app/features/guests/guest-missing.tsx'
import { NothingToCome } from '#app/features/guests/nothing-to-come.tsx'
import { PageScript } from '#app/features/guests/page-script.tsx'
import { isToShare, ShareOpen } from '#app/features/guests/share-open.tsx'
import { SharedPart } from '#app/features/guests/shared-part.tsx'
import { LanguageSwitch } from '#app/features/site/language-switch.tsx'
import type { Answer } from '#app/kit/says.ts'
import type { OpenLoaded } from './open-here.server.ts'

type OpenScreenProps = {
  loaded: OpenLoaded
  /** What the deed answered whose form is on the page. */
  first?: Answer | undefined
}

/** The invitation without a name: the card, the occasions that are shared, and an answer to each. */
export function OpenScreen({ loaded, first }: OpenScreenProps) {
  if (!loaded) return <GuestMissing />
  const { gathering, occasions, address, preview, now, key } = loaded
  const page = `/invitation/${gathering.slug}`
  return (
    <main id="main" tabIndex={-1} className="mx-auto grid max-w-[36rem] gap-10 pb-10">
      <title>{`${gathering.title} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Harambee" />
      <meta property="og:url" content={address} />
      <CardPreview {...preview} />
      <NothingToCome occasions={occasions} />
      <GuestCard gathering={gathering} occasions={occasions} />
      {occasions.map((occasion) => (
        <div key={occasion.no} className="px-4">
          <SharedPart
            {...{ page, occasion, first, now }}
            newcomers={gathering.newcomers}
            host={gathering.hostName}
            formKey={`${key}`}
          />
        </div>
      ))}
      <div className="grid gap-4 px-4">
        {gathering.newcomers !== 'none' && occasions.some(isToShare) && <ShareOpen address={address} />}
        <div className="-ml-3">
          <LanguageSwitch />
        </div>
      </div>
      <PageScript />
    </main>
  )
}
