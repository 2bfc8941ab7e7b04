import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { WovenPattern } from '#app/ui/woven.tsx'
import './result.css'

const grounds = {
  good: 'bg-gain-soft text-gain',
  bad: 'bg-stop-soft text-stop',
  open: 'bg-brand-soft text-brand',
  // Nothing was taken and nothing is wrong.
  calm: 'bg-info-soft text-info',
  // Nothing was taken; the payer has to correct something first.
  warn: 'bg-warn-soft text-warn',
}

type ResultCardProps = {
  tone: keyof typeof grounds
  icon: ReactNode
  heading: ReactNode
  text: ReactNode
  /** Weaves the edge of the card. */
  slug: string
  /** Shows the whole cloth of the drive. */
  celebrates?: boolean
  children?: ReactNode
}

/** Shows the one thing that the person who comes back from paying wants to know. */
export function ResultCard({ tone, icon, heading, text, slug, celebrates, children }: ResultCardProps) {
  return (
    <div className="mx-auto w-full max-w-xl overflow-hidden rounded-card border border-line bg-card">
      {celebrates ? (
        <div className="cloth-unrolls h-28">
          <WovenPattern slug={slug} className="block" />
        </div>
      ) : (
        <WovenPattern slug={slug} kind="band" scale={0.6} className="block" />
      )}
      <div className={cx('flex flex-col items-center px-5 pb-7 text-center sm:px-10', !celebrates && 'pt-8')}>
        <span
          className={cx(
            'grid size-16 place-items-center rounded-badge',
            grounds[tone],
            celebrates && 'relative -mt-8 ring-4 ring-card',
          )}
        >
          {icon}
        </span>
        <h1 className="mt-4 text-3xl sm:text-4xl">{heading}</h1>
        <p className="mt-3 max-w-[44ch] text-lg text-muted">{text}</p>
        {children}
      </div>
    </div>
  )
}
