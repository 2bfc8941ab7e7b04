import { Plural, Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import type { NextStep } from './next-step.ts'

type NextLineProps = {
  step: NextStep
  slug: string
  remaining: number /** Says on a phone only what is pressing. */
  quiet?: boolean
}

const ways: Record<NextStep, string> = {
  'out-of-views': 'payouts/buy-views',
  paused: 'settings',
  'few-views': 'payouts/buy-views',
  'no-description': 'description',
  'no-picture': 'info',
}

/** The next thing to do, in one line, with the way to it. */
export function NextLine({ step, slug, remaining, quiet }: NextLineProps) {
  const { what, go } = wordsOf(step, remaining)
  const pressing = step === 'out-of-views' || step === 'paused'
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 rounded-control border-l-4 px-4 py-1.5 text-[0.9375rem] ${pressing ? 'border-warn bg-warn-soft' : `border-accent bg-card ${quiet ? 'max-md:hidden' : ''}`}`}
    >
      <span className="py-1">{what}</span>
      <Link
        to={`/fund-drive/${slug}/${ways[step]}`}
        preventScrollReset
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-1 underline-offset-3 hover:decoration-2"
      >
        {go}
        <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    </p>
  )
}

function wordsOf(step: NextStep, remaining: number) {
  switch (step) {
    case 'out-of-views':
      return {
        what: <Trans>All views are used up, so visitors can’t see this fund drive.</Trans>,
        go: <Trans>Buy more views</Trans>,
      }
    case 'paused':
      return {
        what: <Trans>This fund drive is paused: only you can see it.</Trans>,
        go: <Trans>Set it to active</Trans>,
      }
    case 'few-views':
      return {
        what: <FewViews remaining={remaining} />,
        go: <Trans>Buy more views</Trans>,
      }
    case 'no-description':
      return {
        what: <Trans>Nobody knows the story yet.</Trans>,
        go: <Trans>Tell it</Trans>,
      }
    case 'no-picture':
      return {
        what: <Trans>A picture of the people you raise for makes others stop and read.</Trans>,
        go: <Trans>Add a picture</Trans>,
      }
  }
}

const FewViews = ({ remaining }: { remaining: number }) => (
  <Plural value={remaining} one="Only # view is left." other="Only # views are left." />
)
