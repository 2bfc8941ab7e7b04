import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { partOf } from '#app/kit/percents.ts'
import { cx } from './cx.ts'

type ProgressProps = {
  value: number | bigint
  max: number | bigint
  label: string
  size?: 'slim' | 'tall'
  tone?: 'brand' | 'warn' | 'stop'
  /** Writes the per cent beside the bar. */
  words?: boolean
  /** The filling of the bar, if it has more than one tone. */
  children?: ReactNode
}

const fills = { brand: 'bg-brand', warn: 'bg-warn', stop: 'bg-stop' }

/** A progress bar. It never lies: 103% is a full bar that says 103%. */
export function Progress({ value, max, label, size = 'slim', tone = 'brand', words = true, children }: ProgressProps) {
  const { t } = useLingui()
  const { percent, filled, begun } = partOf(value, max)
  const little = begun && percent === 0
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(percent, 100)}
        aria-valuetext={little ? t`under 1%` : t`${percent}%`}
        className={cx(
          'min-w-0 flex-1 overflow-hidden rounded-badge bg-well ring-1 ring-line ring-inset',
          size === 'tall' ? 'h-4' : 'h-2.5',
        )}
      >
        {children ?? (
          <div
            className={cx(
              'h-full rounded-badge transition-[width] duration-200 ease-settle print:border-4',
              fills[tone],
            )}
            style={{ width: `${filled}%` }}
          />
        )}
      </div>
      {words && (
        <span aria-hidden="true" className="figures shrink-0 font-semibold text-sm">
          {little ? <Trans>under 1%</Trans> : <Trans>{percent}%</Trans>}
        </span>
      )}
    </div>
  )
}
