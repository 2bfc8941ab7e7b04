import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Step } from './given.ts'

/** What became of a recorded gift, step by step, with who did it and why. */
export function Story({ story, language }: { story: Step[]; language: Language }) {
  return (
    <section className="mt-6">
      <h2 className="text-lg">
        <Trans>What became of it</Trans>
      </h2>
      <ol className="mt-2 grid gap-2">
        {story.map((step) => (
          <li key={step.id} className="wrap-anywhere">
            <StepSays step={step} />
            <span className="block text-sm opacity-80">{momentIn(language, step.at)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function StepSays({ step: { what, by, why, before } }: { step: Step }) {
  const { t } = useLingui()
  const whose = by ?? 'Harambee'
  const amount = before === null ? '' : moneyText(before)
  const said = { recorded: t`Recorded by ${whose}`, changed: t`Changed by ${whose}`, voided: t`Cancelled by ${whose}` }
  return (
    <>
      <span className="font-semibold">{said[what]}</span>
      {amount && <span> {t`Before: ${amount}.`}</span>}
      {by === null ? (
        <span> {t`This money came through Harambee after all.`}</span>
      ) : (
        why && <span> {t`Reason: ${why}`}</span>
      )}
    </>
  )
}
