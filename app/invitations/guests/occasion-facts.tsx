import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { knownLanguage, type Language } from '#app/kit/languages.ts'
import { cityBeside, cityOf, clockThere, dayThere, isKenyanTime, localAt, momentAt } from '#app/kit/zones.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

type Facts = Pick<
  OccasionSeen,
  | 'startsAt'
  | 'endsAt'
  | 'zone'
  | 'place'
  | 'landmark'
  | 'mapUrl'
  | 'lat'
  | 'lng'
  | 'travel'
  | 'dress'
  | 'programme'
  | 'was'
>

/** The time and place of an occasion, the way there, and the dress code. Former details are struck through. */
export function OccasionFacts({ occasion }: { occasion: Facts }) {
  const { t, i18n } = useLingui()
  const language = knownLanguage(i18n.locale)
  const { startsAt, zone, place, landmark, travel, dress, programme } = occasion
  const was = wasOf(occasion)
  const map = mapOf(occasion)
  return (
    <dl className="grid gap-3">
      <Fact name={t`Day`}>
        {was && <Was now={dayThere(language, startsAt, zone)}>{dayThere(language, was.startsAt, was.zone)}</Was>}
        <span className="font-semibold">{dayThere(language, startsAt, zone)}</span>
      </Fact>
      <Fact name={t({ message: 'Time', context: 'occasion' })}>
        {was && <Was now={timesOf(language, occasion)}>{timesOf(language, was)}</Was>}
        <span className="figures font-semibold">{timesOf(language, occasion)}</span>
        <ViewersTime startsAt={startsAt} zone={zone} />
        <TimesElsewhere startsAt={startsAt} zone={zone} language={language} />
      </Fact>
      {(place || was?.place) && (
        <Fact name={t`Place`}>
          {was?.place && <Was now={place}>{was.place}</Was>}
          <span dir="auto" className="font-semibold">
            {place}
          </span>
          {was?.landmark && <Was now={landmark}>{was.landmark}</Was>}
          {landmark && <span dir="auto">{landmark}</span>}
          {map && (
            <a href={map} rel="noreferrer" className="inline-flex min-h-11 items-center text-link">
              <Trans>Open the map</Trans>
            </a>
          )}
        </Fact>
      )}
      <Typed name={t`How to get there`}>{travel}</Typed>
      <Typed name={t`Dress`}>{dress}</Typed>
      <Typed name={t`Programme`}>{programme}</Typed>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-muted text-sm leading-6">{name}</dt>
      <dd className="grid justify-items-start">{children}</dd>
    </div>
  )
}

/** A text as the host typed it, with its line breaks. */
const Typed = ({ name, children }: { name: string; children: string }) =>
  children === '' ? null : (
    <Fact name={name}>
      <span dir="auto" className="whitespace-pre-line">
        {children}
      </span>
    </Fact>
  )

/** The former detail, if it has changed. */
const Was = ({ now, children }: { now: string; children: string }) =>
  now === children ? null : (
    <s dir="auto" className="text-muted">
      {children}
    </s>
  )

/** Returns the former details, with their local times as moments. */
function wasOf({ was }: Pick<Facts, 'was'>) {
  if (!was) return null
  const { starts, ends, ...rest } = was
  return { ...rest, startsAt: momentAt(starts, was.zone), endsAt: ends ? momentAt(ends, was.zone) : null }
}

/** Returns '10:00 – 16:00', with the city if the clock differs from Kenya's. */
function timesOf(language: Language, { startsAt, endsAt, zone }: Pick<Facts, 'startsAt' | 'endsAt' | 'zone'>): string {
  const begins = clockThere(language, startsAt, zone)
  const city = cityBeside(zone)
  if (!endsAt) return `${begins}${city}`
  const sameDay = localAt(startsAt, zone).slice(0, 10) === localAt(endsAt, zone).slice(0, 10)
  const ends = clockThere(language, endsAt, zone)
  return `${begins} – ${sameDay ? ends : `${dayThere(language, endsAt, zone)}, ${ends}`}${city}`
}

/** Returns the host's own link to a map, else the way to the pin, else a search for the place's name. */
const mapOf = ({ mapUrl, lat, lng, place }: Pick<Facts, 'mapUrl' | 'lat' | 'lng' | 'place'>) => {
  if (mapUrl) return mapUrl
  const maps = 'https://www.google.com/maps'
  if (lat !== null && lng !== null) return `${maps}/dir/?api=1&destination=${lat},${lng}`
  return place ? `${maps}/search/?api=1&query=${encodeURIComponent(place)}` : null
}

/** The reader's local time: filled in by the page's small script if the reader's clock differs. */
function ViewersTime({ startsAt, zone }: Pick<Facts, 'startsAt' | 'zone'>) {
  const { t } = useLingui()
  const place = '%'
  return (
    <span
      hidden
      className="figures"
      data-at={startsAt.toISOString()}
      data-there={localAt(startsAt, zone)}
      data-words={t`${place} where you are`}
    />
  )
}

/** Time zones where many guests from afar live. */
const places = ['Africa/Nairobi', 'Europe/London', 'Asia/Dubai', 'Africa/Johannesburg', 'America/New_York']

/** The beginning by the clocks of other places, with the day if it differs. */
function TimesElsewhere({ startsAt, zone, language }: { startsAt: Date; zone: string; language: Language }) {
  const day = (there: string) => localAt(startsAt, there).slice(0, 10)
  const others = places.filter((there) => there !== zone && !(isKenyanTime(there) && isKenyanTime(zone)))
  return (
    <details>
      <summary className="inline-flex min-h-11 items-center text-link">
        <Trans>Times elsewhere</Trans>
      </summary>
      <ul className="figures grid gap-1 pb-2">
        <li>
          {cityOf(zone)}: {clockThere(language, startsAt, zone)}
        </li>
        {others.map((there) => (
          <li key={there}>
            {cityOf(there)}: {clockThere(language, startsAt, there)}
            {day(there) === day(zone) ? '' : `, ${dayThere(language, startsAt, there)}`}
          </li>
        ))}
      </ul>
    </details>
  )
}
