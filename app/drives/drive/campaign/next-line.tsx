import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { isPressing, type NextStep } from './next-step.ts'

export type NextLineProps = { step: NextStep; slug: string; remaining: number }

type Line = Exclude<NextStep, 'draft'>

const ways: Record<Line, string> = {
  'out-of-views': 'payouts/buy-views',
  paused: 'settings',
  'few-views': 'payouts/buy-views',
  bare: 'description?edit',
  'no-description': 'description?edit',
  'no-picture': 'info#picture',
}

/** The next thing to do, in one line, with the way to it. */
export function NextLine({ step, slug, remaining }: NextLineProps) {
  if (step === 'draft') return <DraftLine slug={slug} />
  const { what, go } = wordsOf(step, remaining)
  const pressing = isPressing(step)
  return (
    <p
      className={`flex flex-wrap items-center gap-x-3 rounded-control border-l-4 px-4 py-1.5 text-[0.9375rem] ${pressing ? 'border-warn bg-warn-soft' : 'border-accent bg-card'}`}
    >
      <span className="py-1">{what}</span>
      <Way to={`/fund-drive/${slug}/${ways[step]}`}>{go}</Way>
      {step === 'bare' && (
        <Way to={`/fund-drive/${slug}/info#picture`}>
          <Trans>Add a picture</Trans>
        </Way>
      )}
    </p>
  )
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link
    to={to}
    preventScrollReset
    className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline decoration-1 underline-offset-3 hover:decoration-2"
  >
    {children}
    <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
  </Link>
)

/** Seen by nobody yet: how it will look, and the button that opens it. */
function DraftLine({ slug }: { slug: string }) {
  const { t } = useLingui()
  const { Form, busy } = useDeed()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border-warn border-l-4 bg-warn-soft px-4 py-2 text-[0.9375rem]">
      <p className="min-w-0 flex-1 basis-56 py-1">
        <Trans>This is a draft: visitors can’t see it yet.</Trans>
      </p>
      <a
        href={`/fundraiser/${slug}`}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-11 items-center text-link"
      >
        <Trans>Preview</Trans>
      </a>
      <Form method="post" action={`/fund-drive/${slug}/settings/status`} preventScrollReset>
        <input type="hidden" name="status" value="active" />
        <Button busy={busy} busyText={t`Publishing...`}>{t`Publish`}</Button>
      </Form>
    </div>
  )
}

function wordsOf(step: Line, remaining: number) {
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
    case 'bare':
      return {
        what: <Trans>Visitors find no story and no picture yet.</Trans>,
        go: <Trans>Write the story</Trans>,
      }
    case 'no-description':
      return {
        what: <Trans>Your story is missing.</Trans>,
        go: <Trans>Write it</Trans>,
      }
    case 'no-picture':
      return {
        what: <Trans>A picture of the people you raise for makes others stop and read.</Trans>,
        go: <Trans>Add a picture</Trans>,
      }
  }
}

const FewViews = ({ remaining }: { remaining: number }) => (
  <Plural value={remaining} one="Only # view left." other="Only # views left." />
)
