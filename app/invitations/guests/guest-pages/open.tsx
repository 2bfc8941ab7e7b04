import { brand, titled } from '#app/kit/brand.ts'
import type { Route } from './+types/open.ts'
import { loadOpen, type OpenLoaded } from './load.server.ts'
import '#app/invitations/guests/card.css'
import { useLingui } from '@lingui/react/macro'
import { CardPreview, GuestCard } from '#app/invitations/guests/card.tsx'
import { replies } from '#app/invitations/guests/invitation.ts'
import type { OccasionSeen } from '#app/invitations/guests/occasion-seen.server.ts'
import type { Answer } from '#app/kit/says.ts'
import { LanguageSwitch } from '#app/site/language-switch.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { GuestMissing, GuestPage, HostsWords, NothingToCome, PageScript, Questions } from './guest-page.tsx'
import { shortReplies } from './guest-words.ts'
import { SharedPart } from './occasion-part.tsx'
import { isToShare, ShareOpen } from './open-link.tsx'

export const handle = { static: true }
export const loader = loadOpen

/** The invitation that can be shared with everybody. */
export default function Open({ loaderData }: Route.ComponentProps) {
  return <OpenScreen loaded={loaderData} />
}

type OpenScreenProps = {
  loaded: OpenLoaded
  /** The answer of the form action whose form is on the page. */
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
      <title>{titled(gathering.title)}</title>
      <meta name="robots" content="noindex" />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand()} />
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

type OpenBandProps = {
  /** The address of the gathering's page. */
  page: string
  occasions: OccasionSeen[]
}

/** The buttons right below the open card: each leads to the form with that reply chosen. */
function OpenBand({ page, occasions }: OpenBandProps) {
  const { t, i18n } = useLingui()
  const open = occasions.filter(({ standing }) => standing === 'open')
  if (open.length === 0) return null
  return (
    <nav aria-label={t`Your answer`} className="grid gap-4">
      {open.map(({ no, name }) => (
        <div key={no} className="grid gap-2">
          {occasions.length > 1 && (
            <p dir="auto" className="font-semibold text-lg">
              {name}
            </p>
          )}
          <ul className="grid auto-cols-fr grid-flow-col gap-2">
            {replies.map((reply) => (
              <li key={reply}>
                <a
                  href={`${page}?no=${no}&reply=${reply}#answer-${no}`}
                  className={`${buttonClass({ variant: reply === 'yes' ? 'primary' : 'secondary', wide: true })} min-h-13 no-underline`}
                >
                  {i18n._(shortReplies[reply])}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
