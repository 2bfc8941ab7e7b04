import type { ReactNode } from 'react'

type FoldedProps = { id?: string; open?: boolean | undefined; title: ReactNode; children: ReactNode }

/** Small print that few need, one touch away. */
export const Folded = ({ id, open, title, children }: FoldedProps) => (
  <details id={id} open={open || undefined}>
    <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">{title}</summary>
    <div className="pt-1 pb-4 text-ink">{children}</div>
  </details>
)
