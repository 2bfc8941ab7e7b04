import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** Holds the place of what is on its way. Give it the height of what will stand there. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-control bg-well', className)} />
}

/** Around skeletons: says once, to those who can't see them, that something is loading. */
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
