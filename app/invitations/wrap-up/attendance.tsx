import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { knownLanguage } from '#app/kit/languages.ts'
import { dayThere } from '#app/kit/zones.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { useCount } from '#app/ui/use-count.ts'
import type { Attended } from './attendance.server.ts'

/** The number of people who said yes and who came, by occasion. */
export function AttendancePart({ occasions }: { occasions: Attended[] }) {
  return (
    <Card title={<Trans>Who came</Trans>} level={3}>
      <ul className="-my-3 divide-y divide-line">
        {occasions.map((one) => (
          <Occasion key={one.no} occasion={one} />
        ))}
      </ul>
    </Card>
  )
}

function Occasion({
  occasion: { name, zone, startsAt, cancelled, over, said, came, unlisted },
}: {
  occasion: Attended
}) {
  const { i18n } = useLingui()
  const count = useCount()
  return (
    <li className="grid gap-2 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {name}
        </span>
        <span className="text-muted text-sm">{dayThere(knownLanguage(i18n.locale), startsAt, zone)}</span>
        {cancelled && (
          <Badge tone="stop">
            <Trans>Cancelled</Trans>
          </Badge>
        )}
        {!cancelled && !over && (
          <Badge>
            <Trans>Still to come</Trans>
          </Badge>
        )}
      </p>
      {!cancelled && (
        <dl className="flex flex-wrap gap-x-10 gap-y-2">
          <Figure label={<Trans>Said yes</Trans>}>{count(said)}</Figure>
          {came !== null && <Figure label={<Trans context="people">Came</Trans>}>{count(came)}</Figure>}
        </dl>
      )}
      {!cancelled && over && came === null && (
        <p className="text-muted text-sm">
          <Trans>Nobody was counted at a door.</Trans>
        </p>
      )}
      {unlisted > 0 && (
        <p className="text-muted text-sm">
          <Plural value={unlisted} one="# of them was on no list." other="# of them were on no list." />
        </p>
      )}
    </li>
  )
}

const Figure = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-sm">{label}</dt>
    <dd className="figures font-bold font-display text-2xl">{children}</dd>
  </div>
)
