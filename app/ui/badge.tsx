import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type BadgeTone = 'gain' | 'info' | 'warn' | 'stop' | 'accent' | 'neutral'

const tones: Record<BadgeTone, string> = {
  gain: 'bg-gain-soft text-gain',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  stop: 'bg-stop-soft text-stop',
  accent: 'bg-accent-soft text-accent',
  neutral: 'bg-well text-ink',
}

/** Shows a state in a word. Green gain (active), blue info (completed), yellow warn (paused), grey neutral. */
export function Badge({
  tone = 'neutral',
  dot,
  icon,
  children,
}: {
  tone?: BadgeTone
  dot?: boolean
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={cx(
        'inline-flex max-w-full items-center gap-1.5 rounded-badge px-2.5 py-0.5 font-semibold text-[0.8125rem]',
        tones[tone],
      )}
    >
      {dot && <span aria-hidden="true" className="size-2 shrink-0 rounded-badge bg-current" />}
      {icon}
      <span className="sm:truncate">{children}</span>
    </span>
  )
}
