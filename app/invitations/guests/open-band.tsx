import { useLingui } from '@lingui/react/macro'
import { buttonClass } from '#app/ui/button.tsx'
import { shortReplies } from './guest-words.ts'
import { replies } from './invitation.ts'
import type { OccasionSeen } from './occasion-seen.server.ts'

type OpenBandProps = {
  /** The address of the gathering's page. */
  page: string
  occasions: OccasionSeen[]
}

/** Right below the card that everybody sees: each answer leads to the form, where it is chosen already. */
export function OpenBand({ page, occasions }: OpenBandProps) {
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
