import type { ReactNode } from 'react'
import { cx } from '#app/ui/cx.ts'
import { WovenPattern } from '#app/ui/woven.tsx'

const grounds = { good: 'bg-gain-soft text-gain', bad: 'bg-stop-soft text-stop', open: 'bg-brand-soft text-brand' }

type ResultCardProps = {
  tone: keyof typeof grounds
  icon: ReactNode
  heading: ReactNode
  text: ReactNode
  /** Weaves the edge of the card. */
  slug: string
  children?: ReactNode
}

/** The one thing that whoever comes back from paying wants to know. */
export function ResultCard({ tone, icon, heading, text, slug, children }: ResultCardProps) {
  return (
    <div className="mx-auto w-full max-w-xl overflow-hidden rounded-card border border-line bg-card">
      <WovenPattern slug={slug} kind="band" scale={0.6} className="block" />
      <div className="flex flex-col items-center px-5 pt-8 pb-7 text-center sm:px-10">
        <span className={cx('grid size-16 place-items-center rounded-badge', grounds[tone])}>{icon}</span>
        <h1 className="mt-5 text-3xl sm:text-4xl">{heading}</h1>
        <p className="mt-3 max-w-[44ch] text-lg text-muted">{text}</p>
        {children}
      </div>
    </div>
  )
}
