import { Plural, Trans } from '@lingui/react/macro'
import type { OccasionSeen } from './occasion-seen.server.ts'

/** The number of people who come, and the names of those who agreed to be shown, as far as the host shows them. */
export function ComingPeople({ occasion }: { occasion: Pick<OccasionSeen, 'coming' | 'names' | 'standing'> }) {
  const { coming, names, standing } = occasion
  const isOver = standing === 'over'
  if (!coming && names.length === 0) return null
  return (
    <div className="text-muted">
      {Boolean(coming) && (
        <p>
          {isOver ? (
            <Plural value={coming!} one="# person said yes" other="# people said yes" />
          ) : (
            <Plural value={coming!} one="# person is coming" other="# people are coming" />
          )}
        </p>
      )}
      {names.length > 0 && (
        <details>
          <summary className="inline-flex min-h-11 items-center text-link">
            {isOver ? <Trans>Who said yes</Trans> : <Trans>Who comes</Trans>}
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
