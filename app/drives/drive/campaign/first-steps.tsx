import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type FirstSteps, sharesWanted, stepsOfDrive } from '../first-steps.ts'

/** Lists a new drive's missing first steps with links. The owner can hide the list; it goes when all is done. */
export function FirstStepsCard({ slug, steps }: { slug: string; steps: FirstSteps }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  const { story, picture, shared, method } = stepsOfDrive(steps)
  const done = [story, picture, shared, method].filter(Boolean).length
  const base = `/fund-drive/${slug}`
  return (
    <Card
      title={<Trans>Your first week</Trans>}
      text={<Plural value={done} one="# of 4 steps done" other="# of 4 steps done" />}
      action={
        <Changing>
          <Form method="post" action={`${base}/home/steps`} preventScrollReset>
            <Button variant="ghost" size="small" busy={busy} busyText={t`Hiding...`}>{t`Hide this list`}</Button>
          </Form>
        </Changing>
      }
    >
      <ul className="grid gap-1 sm:grid-cols-2">
        <Step done={story} to={`${base}/description?edit`}>
          <Trans>Write your story</Trans>
        </Step>
        <Step done={picture} to={`${base}/info#picture`}>
          <Trans>Add a picture</Trans>
        </Step>
        <Step done={shared} to={`${base}/home#share`}>
          <Plural
            value={Math.min(steps.shares, sharesWanted)}
            one={`Share it with ${sharesWanted} people (# so far)`}
            other={`Share it with ${sharesWanted} people (# so far)`}
          />
        </Step>
        <Step done={method} to={`${base}/payouts`}>
          <Trans>Add a way to receive money with your first withdrawal</Trans>
        </Step>
      </ul>
    </Card>
  )
}

function Step({ done, to, children }: { done: boolean; to: string; children: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span
        aria-hidden="true"
        className={`grid size-6 shrink-0 place-items-center rounded-badge border ${done ? 'border-gain bg-gain-soft text-gain' : 'border-edge'}`}
      >
        {done && <Check className="size-4" />}
      </span>
      {done ? (
        <span className="text-muted">
          {children}{' '}
          <span className="sr-only">
            <Trans>(done)</Trans>
          </span>
        </span>
      ) : (
        <Link to={to} className="inline-flex min-h-11 items-center text-link">
          {children}
        </Link>
      )}
    </li>
  )
}
