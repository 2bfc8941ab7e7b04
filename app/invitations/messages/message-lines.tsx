import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { phoneWhole } from '#app/kit/phone.ts'
import { Badge, type BadgeTone } from '#app/ui/badge.tsx'
import { type LineState, lineStates, lineWords, messageWayWords, whyOfMessage } from './message.ts'
import type { Counts, LineSeen } from './progress.server.ts'

const tones: Record<LineState, BadgeTone> = {
  queued: 'neutral',
  sending: 'info',
  sent: 'gain',
  unsure: 'warn',
  failed: 'stop',
  skipped: 'neutral',
}

/** The guests of a message, first those whom it did not reach, and why. */
export function MessageLines({ rows }: { rows: LineSeen[] }) {
  const { i18n } = useLingui()
  if (rows.length === 0)
    return (
      <p className="text-muted">
        <Trans>No guests here.</Trans>
      </p>
    )
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-card">
      {rows.map(({ id, name, reach, way, state, why }) => {
        const reason = whyOfMessage(why)
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-3">
            <span className="min-w-0">
              <span className="wrap-anywhere block font-semibold" dir="auto">
                {name}
              </span>
              <span className="wrap-anywhere figures block text-muted text-sm">
                {[i18n._(messageWayWords[way]), reach?.startsWith('+') ? phoneWhole(reach) : reach]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              {reason && <span className="block text-sm">{i18n._(reason)}</span>}
            </span>
            <Badge tone={tones[state]}>{i18n._(lineWords[state])}</Badge>
          </li>
        )
      })}
    </ul>
  )
}

/** Links that filter the lines by state. */
export function LineParts({ base, chosen, counts }: { base: string; chosen: LineState | null; counts: Counts }) {
  const { t, i18n } = useLingui()
  const parts = lineStates.filter((state) => counts[state] > 0)
  const way = (is: boolean) =>
    `inline-flex min-h-11 items-center rounded-control px-3 ${is ? 'bg-brand-soft font-semibold' : 'text-link'}`
  return (
    <nav aria-label={t`Guests by state`} className="flex flex-wrap gap-1">
      <Link to={base} className={way(chosen === null)} aria-current={chosen === null || undefined}>
        <Trans>All</Trans> ({counts.all})
      </Link>
      {parts.map((state) => (
        <Link
          key={state}
          to={`${base}?state=${state}`}
          className={way(chosen === state)}
          aria-current={chosen === state || undefined}
        >
          {i18n._(lineWords[state])} ({counts[state]})
        </Link>
      ))}
    </nav>
  )
}
