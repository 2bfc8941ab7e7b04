import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type NoticeTone = 'gain' | 'info' | 'warn' | 'stop'
type NoticeProps = { tone?: NoticeTone; title: ReactNode; action?: ReactNode; className?: string; children?: ReactNode }

const looks = {
  gain: { Icon: CircleCheck, ground: 'bg-gain-soft border-gain', ink: 'text-gain' },
  info: { Icon: Info, ground: 'bg-info-soft border-info', ink: 'text-info' },
  warn: { Icon: TriangleAlert, ground: 'bg-warn-soft border-warn', ink: 'text-warn' },
  stop: { Icon: CircleAlert, ground: 'bg-stop-soft border-stop', ink: 'text-stop' },
}

/** A message at the place that it concerns. */
export function Notice({ tone = 'info', title, action, className, children }: NoticeProps) {
  const { Icon, ground, ink } = looks[tone]
  return (
    <div
      role={tone === 'stop' ? 'alert' : 'status'}
      className={cx(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-control border-l-4 px-4 py-3',
        ground,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', ink)} />
        <div className="min-w-0">
          <p className="font-semibold">{title}</p>
          {children && <div className="mt-0.5 text-[0.9375rem]">{children}</div>}
        </div>
      </div>
      {action}
    </div>
  )
}
