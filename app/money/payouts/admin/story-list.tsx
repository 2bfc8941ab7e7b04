import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { reasonIn } from '#app/kit/provider-reasons.ts'
import { momentIn } from '#app/kit/time.ts'
import { declineChoices } from '#app/money/payouts/decline.ts'
import { stepWords } from '#app/money/payouts/story.ts'
import type { AdminStep } from './one.server.ts'

const words = { ...stepWords, first: msg`Approved by the first of two` }

/** Shows the history of a withdrawal: who did what, when, and what they or the provider said. */
export function StoryList({ steps }: { steps: AdminStep[] }) {
  const { i18n } = useLingui()
  return (
    <ol className="grid gap-3 border-line border-l-2 pl-4">
      {steps.map(({ kind, at, who, note, code, reason }, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
        <li key={nr}>
          <p className="font-semibold">{i18n._(words[kind])}</p>
          <p className="figures text-muted text-sm">
            {momentIn(i18n.locale as Language, at)}
            {who && <span dir="auto"> · {who}</span>}
          </p>
          {code && (
            <p className="figures wrap-anywhere text-muted text-sm">
              <Trans>Code: {code}</Trans>
            </p>
          )}
          {reason && <p>{i18n._(declineChoices[reason])}</p>}
          {note && (
            <p className="wrap-anywhere whitespace-pre-wrap" dir="auto">
              {who ? note : reasonIn(i18n, note)}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
