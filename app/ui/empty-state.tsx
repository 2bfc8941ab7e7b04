import { type ReactNode, useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { FailedCard } from './fetched.tsx'
import { toast } from './toast.tsx'
import { WovenPattern } from './woven.tsx'

type StateProps = { title: ReactNode; text?: ReactNode; action?: ReactNode; level?: 2 | 3 }

/** An empty list: says what will appear here, and offers the next step. */
export function EmptyState({ title, text, action, level = 2 }: StateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="overflow-hidden rounded-card border border-line border-dashed bg-card text-center">
      <WovenPattern
        slug={`empty ${typeof title === 'string' ? title : ''}`}
        kind="band"
        scale={0.5}
        className="block opacity-80"
      />
      <div className="grid justify-items-center gap-2 px-5 py-10">
        <Heading className="text-xl">{title}</Heading>
        {text && <p className="max-w-md text-muted">{text}</p>}
        {action && <div className="mt-3">{action}</div>}
      </div>
    </div>
  )
}

type FailedProps = {
  title?: ReactNode
  /** The title, if a toast says it as well. */
  said?: string | undefined
  text?: ReactNode
  onTryAgain?: () => void
}

/** A list that failed to load: says so, and offers to try again. */
export function FailedState({ said, title = said, text, onTryAgain }: FailedProps) {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (said) toast({ title: said, tone: 'bad' })
  }, [said])
  const again = onTryAgain ?? (() => void revalidate())
  return <FailedCard role="alert" busy={state === 'loading'} onTryAgain={again} {...{ title, text }} />
}

type PartProps<Value> = {
  /** The result of its own query: see part.server.ts. */
  of: Value | 'failed'
  /** Its own words for a failed query; a toast says them, too. */
  failed?: string
  children: (value: Value) => ReactNode
}

/** A part of a page. If its query failed, it says so in its place, and the rest of the page is there as always. */
export const Part = <Value,>({ of, failed, children }: PartProps<Value>) =>
  of === 'failed' ? <FailedState said={failed} /> : children(of as Value)
