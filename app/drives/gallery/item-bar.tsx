import { useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, GripVertical, Trash2 } from 'lucide-react'
import type { FormEvent, KeyboardEvent } from 'react'
import type { Words } from '#app/kit/says.ts'
import { IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { useReadOnly } from '#app/ui/read-only.tsx'
import type { GalleryKind } from './gallery.ts'
import { type Move, step } from './order.ts'

type ItemBarProps = {
  /** The address of the page; the form actions' addresses begin with it. */
  base: string
  kind: GalleryKind
  id: string
  order: string[]
  words: { grip: Words; earlier: Words; later: Words; remove: Words }
  onMove: (move: Move) => void
  onRemove: (id: string) => void
}

const ways = { ArrowLeft: 'earlier', ArrowUp: 'earlier', ArrowRight: 'later', ArrowDown: 'later' } as const

/** Shows the actions on an item of a gallery: move and remove. All of it works without a script, too. */
export function ItemBar({ base, kind, id, order, words, onMove, onRemove }: ItemBarProps) {
  const { i18n } = useLingui()
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
    // The button stays at the end of the row: one that went away would take the focus along.
    return (
      <IconButton
        type="submit"
        name="before"
        value={(move ?? { before: id }).before ?? ''}
        data-way={way}
        label={i18n._(words[way])}
        aria-disabled={!move || undefined}
        className="aria-disabled:opacity-35"
      >
        {/* Where the list is one column, earlier is further up. */}
        <Arrow
          aria-hidden="true"
          className={cx('size-5', kind === 'video' ? 'max-md:rotate-90' : 'max-sm:rotate-90')}
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
            label={i18n._(words.grip)}
            onKeyDown={byKey}
            className="needs-script cursor-grab touch-none text-muted active:cursor-grabbing"
          >
            <GripVertical aria-hidden="true" className="size-5" />
          </IconButton>
          <form method="post" action={`${base}/move`} onSubmit={sent} className="flex">
            <input type="hidden" name={kind} value={id} />
            {mover('earlier')}
            {mover('later')}
          </form>
        </>
      )}
      <form method="get" action={base} onSubmit={remove} className="ml-auto">
        <IconButton type="submit" name="remove" value={id} label={i18n._(words.remove)} className="text-stop">
          <Trash2 aria-hidden="true" className="size-5" />
        </IconButton>
      </form>
    </div>
  )
}
