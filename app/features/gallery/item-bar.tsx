import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import { IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { type Move, step } from './order.ts'

type ItemBarProps = {
  /** The address of the page; the deeds' addresses begin with it. */
  base: string
  field: 'image' | 'video'
  id: string
  order: string[]
  labels: { grip: string; earlier: string; later: string; remove: string }
  onMove: (move: Move) => void
  onRemove: (id: string) => void
}

/** What an item knows of the list that it is in. */
export type OwnItem = Pick<ItemBarProps, 'base' | 'order' | 'onMove' | 'onRemove'> & { at: number }

const ways = { ArrowLeft: 'earlier', ArrowUp: 'earlier', ArrowRight: 'later', ArrowDown: 'later' } as const

/** What can be done with an item of a gallery: taken to another place, and removed. All of it without a script, too. */
export function ItemBar({ base, field, id, order, labels, onMove, onRemove }: ItemBarProps) {
  const go = (way: 'earlier' | 'later') => {
    const move = step(order, id, way)
    if (move) onMove(move)
  }
  const byKey = (event: KeyboardEvent) => {
    const way = ways[event.key as keyof typeof ways]
    if (!way) return
    event.preventDefault()
    go(way)
  }
  const sent = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    go((submitter as HTMLButtonElement).dataset.way as 'earlier' | 'later')
  }
  const remove = (event: FormEvent) => {
    event.preventDefault()
    onRemove(id)
  }
  const mover = (way: 'earlier' | 'later') => {
    const move = step(order, id, way)
    const Arrow = way === 'earlier' ? ArrowLeft : ArrowRight
    // At the end of the row it stays a button: one that went away would take the focus along.
    return (
      <IconButton
        type="submit"
        name="before"
        value={(move ?? { before: id }).before ?? ''}
        data-way={way}
        label={labels[way]}
        aria-disabled={!move || undefined}
        className="aria-disabled:opacity-35"
      >
        {/* Where the list is one column, earlier is further up. */}
        <Arrow
          aria-hidden="true"
          className={cx('size-5', field === 'video' ? 'max-md:rotate-90' : 'max-sm:rotate-90')}
        />
      </IconButton>
    )
  }
  if (useReadOnly()) return null
  return (
    <div className="col-span-full flex items-center">
      {order.length > 1 && (
        <>
          <IconButton
            data-grip
            label={labels.grip}
            onKeyDown={byKey}
            className="needs-script cursor-grab touch-none text-muted active:cursor-grabbing"
          >
            <GripVertical aria-hidden="true" className="size-5" />
          </IconButton>
          <form method="post" action={`${base}/move`} onSubmit={sent} className="flex">
            <input type="hidden" name={field} value={id} />
            {mover('earlier')}
            {mover('later')}
          </form>
        </>
      )}
      <form method="get" action={base} onSubmit={remove} className="ml-auto">
        <IconButton type="submit" name="remove" value={id} label={labels.remove} className="text-stop">
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </form>
    </div>
  )
}
