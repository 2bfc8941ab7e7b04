import { Trans, useLingui } from '@lingui/react/macro'
import { endOfOccasion } from '#app/invitations/occasions/times.ts'
import { knownLanguage } from '#app/kit/languages.ts'
import { clockThere, dayThere } from '#app/kit/zones.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'

const minute = 60_000
type LivestreamProps = {
  occasion: Pick<OccasionSeen, 'streamUrl' | 'startsAt' | 'endsAt' | 'zone' | 'standing'>
  now: Date
}

/** The link to the livestream, from half an hour before the beginning until two hours after the end. */
export function Livestream({ occasion, now }: LivestreamProps) {
  const { i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { streamUrl, startsAt, zone, standing } = occasion
  const opens = new Date(startsAt.getTime() - 30 * minute)
  const closes = new Date(endOfOccasion(occasion).getTime() + 120 * minute)
  if (!streamUrl || standing === 'cancelled' || now >= closes) return null
  const time = `${dayThere(language, opens, zone)}, ${clockThere(language, opens, zone)}`
  if (now < opens)
    return (
      <p>
        <Trans>The livestream can be opened here from {time}.</Trans>
      </p>
    )
  return (
    <a href={streamUrl} rel="noreferrer" className={buttonClass({ variant: 'secondary', size: 'large', wide: true })}>
      <Trans>Watch the livestream</Trans>
    </a>
  )
}
