import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A placeholder for loading content. Give it the height of that content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-control bg-well', className)} />
}

/** A box around skeletons: tells screen readers once that something is loading. */
export function Loading({
  label,
  className,
  children,
}: {
  label?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? <Trans>Loading...</Trans>}</span>
      {children}
    </div>
  )
}
