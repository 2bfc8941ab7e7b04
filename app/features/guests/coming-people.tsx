import { Plural, Trans } from '@lingui/react/macro'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** How many come, and the names of those who want them shown; as much of it as the host shows. */
export function ComingPeople({ occasion: { coming, names } }: { occasion: Pick<OccasionSeen, 'coming' | 'names'> }) {
  if (!coming && names.length === 0) return null
  return (
    <div className="text-muted">
      {Boolean(coming) && (
        <p>
          <Plural value={coming!} one="# person comes" other="# people come" />
        </p>
      )}
      {names.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-link">
            <Trans>Who comes</Trans>
          </summary>
          <ul dir="auto">
            {names.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
