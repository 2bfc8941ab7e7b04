import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { cx } from '#app/ui/cx.ts'
import { type Tone, Tones, toneClasses } from '#app/ui/tones.tsx'

type GroupBarProps = { raised: number; recorded: number; pledged: number; goal: number }

/** How far a drive is with what its group promised and took by hand: a tone for each, and a sentence that says the same. */
export function GroupBar({ raised, recorded, pledged, goal }: GroupBarProps) {
  const { t } = useLingui()
  const [through, beside, promised] = [raised, recorded, pledged].map((amount) => moneyText(amount))
  return (
    <>
      <Tones
        label={t`Raised of the goal`}
        parts={[
          ['solid', raised],
          ['hatched', recorded],
          ['pale', pledged],
        ]}
        there={raised + recorded}
        max={goal}
      />
      <p className="mt-2 flex flex-wrap gap-x-3 text-muted text-sm">
        <Part tone="solid">
          <Trans>{through} through Harambee</Trans>
        </Part>
        {recorded > 0 && (
          <Part tone="hatched">
            <Trans>{beside} recorded by the organisers</Trans>
          </Part>
        )}
        {pledged > 0 && (
          <Part tone="pale">
            <Trans>{promised} pledged</Trans>
          </Part>
        )}
      </p>
    </>
  )
}

const Part = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={cx('size-3 shrink-0 ring-1 ring-line', toneClasses[tone])} />
    <span>{children}</span>
  </span>
)
