import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { moneyText } from '#app/kit/money.ts'
import { cx } from '#app/ui/cx.ts'
import { type Tone, Tones, toneClasses } from '#app/ui/tones.tsx'

type GroupBarProps = { raised: number; recorded: number; pledged: number; goal: number; slug?: string | undefined }

/** How far a drive is with what its group promised and took by hand: a tone for each, and a sentence that says the same. */
export function GroupBar({ raised, recorded, pledged, goal, slug }: GroupBarProps) {
  const { t } = useLingui()
  const [through, beside, promised] = [raised, recorded, pledged].map((amount) => moneyText(amount))
  const byHand = <Trans>{beside} recorded by the organisers</Trans>
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
      {/* Three lines of it leave room for all that a phone shows first. */}
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-[0.8125rem] text-muted leading-[1.125rem]">
        <Part tone="solid">
          <Trans>
            {through} through {'{brand}'}
          </Trans>
        </Part>
        {recorded > 0 && (
          <Part tone="hatched">
            {slug ? (
              <Link to={`/fundraiser/${slug}/recorded`} className={`text-link ${forFingers}`}>
                {byHand}
              </Link>
            ) : (
              byHand
            )}
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

/** A touch area as high as a finger needs, where nothing else is to be touched. */
const forFingers = 'relative after:absolute after:inset-x-0 after:-inset-y-[0.8125rem]'

const Part = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className="inline-flex items-center gap-1">
    <span aria-hidden="true" className={cx('size-2.5 shrink-0 ring-1 ring-line', toneClasses[tone])} />
    <span>{children}</span>
  </span>
)
