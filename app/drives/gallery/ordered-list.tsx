import { type ReactNode, useState } from 'react'
import { cx } from '#app/ui/cx.ts'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { type Move, placeAfter } from './order.ts'
import { useDrag } from './use-drag.ts'

type OrderedListProps<Item> = {
  label: string
  items: Item[]
  /** The order as it is meant to be, which may be ahead of the items as they came. */
  order: string[]
  move: (move: Move) => void
  /** What is said to those who don't see it when one has got another place. */
  movedTo: (place: number) => string
  className: string
  itemClassName: string
  children: (item: Item, at: number, onMove: (move: Move) => void) => ReactNode
}

/** Things that their owner brings into order: by dragging, by the buttons and keys of each, and heard as well as seen. */
export function OrderedList<Item extends { id: string }>(props: OrderedListProps<Item>) {
  const { label, items, order, move, movedTo, className, itemClassName, children } = props
  const [told, setTold] = useState('')
  const onMove = (asked: Move) => {
    move(asked)
    setTold(movedTo(placeAfter(order, asked)))
  }
  const drag = useDrag(order, onMove)
  const readOnly = useReadOnly()
  const shown = order.flatMap((id) => items.find((item) => item.id === id) ?? [])
  return (
    <>
      <ol
        ref={drag.list}
        aria-label={label}
        onPointerDown={readOnly ? undefined : drag.onPointerDown}
        // What is dragged as a file or a link would end our own dragging.
        onDragStart={(event) => event.preventDefault()}
        className={className}
      >
        {shown.map((item, at) => (
          <li
            key={item.id}
            data-item={item.id}
            style={{ order: drag.dragged ? drag.order.indexOf(item.id) : undefined }}
            className={cx(
              'min-w-0 rounded-card border bg-card',
              itemClassName,
              drag.dragged === item.id ? 'border-brand opacity-70 shadow-float' : 'border-line',
            )}
          >
            {children(item, at, onMove)}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {told}
      </p>
    </>
  )
}
