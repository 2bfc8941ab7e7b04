import { Trans } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { cityOf, clockThere, dayThere, isKenyanTime, localAt } from '#app/kit/zones.ts'

/** Where many of those live who are invited from afar. */
const places = ['Africa/Nairobi', 'Europe/London', 'Asia/Dubai', 'Africa/Johannesburg', 'America/New_York']

/** When it begins by the clocks of other places, with the day where it is another one. */
export function TimesElsewhere({ startsAt, zone, language }: { startsAt: Date; zone: string; language: Language }) {
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
