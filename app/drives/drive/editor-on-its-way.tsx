import { Trans } from '@lingui/react/macro'
import { cx } from '#app/ui/cx.ts'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'

/** Fills the editor's place while it loads, as tall as the editor. */
export const EditorOnItsWay = ({ className }: { className?: string }) => (
  <Loading
    label={<Trans>Loading the editor...</Trans>}
    className={cx('rounded-card border border-line bg-card', className)}
  >
    <div className="flex gap-2 overflow-hidden border-line border-b p-2">
      {Array.from({ length: 12 }, (_, nr) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <Skeleton key={nr} className="size-9 shrink-0" />
      ))}
    </div>
    <div className="grid min-h-64 content-start gap-3 p-4">
      <Skeleton className="h-7 w-1/2" />
      <Skeleton className="h-4" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </div>
  </Loading>
)
