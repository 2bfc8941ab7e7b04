import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, ArrowRight, GripVertical, Trash2, X } from 'lucide-react'
import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent as Pressed,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'react-router'
import type { Answer, Words } from '#app/kit/says.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useReadOnly } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type GalleryKind, galleryKinds } from './gallery.ts'
import { heldOver, type Move, placeAfter, step } from './order.ts'

type OrderedListProps<Item> = {
  label: string
  items: Item[]
  /** The intended order, which may be ahead of the items as they came. */
  order: string[]
  move: (move: Move) => void
  /** The announcement to screen readers that an item has moved. */
  movedTo: (place: number) => string
  className: string
  itemClassName: string
  children: (item: Item, at: number, onMove: (move: Move) => void) => ReactNode
}

/** Shows items that their owner sorts: by dragging, or by each item's buttons and keys. Moves are announced to screen readers. */
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
        // The browser's own drag of a file or a link would end ours.
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

/** How far a pointer moves before a press is a drag. */
const slack = 6
/** How near to the edge of the screen a drag scrolls the page. */
const edge = 72

type Dragged = { id: string; order: string[] }

/**
 * Lets the items of a list be dragged to another place: with the mouse anywhere outside a control, with a finger at
 * their grip, so that the page still scrolls. Items have `data-item`, grips `data-grip`. While one is dragged the
 * places are shown by CSS alone; the list itself changes when it is let go.
 */
function useDrag(order: string[], onMove: (move: Move) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<Dragged>()
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const onPointerDown = (event: Pressed) => {
    const id = grabbed(event)
    if (!id) return
    end.current?.()
    end.current = follow(list, id, order, { from: event, onDragged: setDragged, onMove })
  }
  return { list, dragged: dragged?.id, order: dragged?.order ?? order, onPointerDown }
}

function grabbed({ target, pointerType, button }: Pressed): string | undefined {
  const element = target as Element
  const grip = element.closest('[data-grip]')
  if (button !== 0 || (!grip && (pointerType !== 'mouse' || element.closest('a, button, input, textarea, label'))))
    return undefined
  return element.closest<HTMLElement>('[data-item]')?.dataset.item
}

type Following = { from: Pressed; onDragged: (dragged: Dragged | undefined) => void; onMove: (move: Move) => void }

/** Follows the pointer until it lets go. Returns what ends it. */
function follow(
  list: RefObject<HTMLElement | null>,
  id: string,
  before: string[],
  { from, onDragged, onMove }: Following,
): () => void {
  const { clientX, clientY, pointerId } = from
  let order = before
  let dragging = false
  const ended = new AbortController()
  const end = () => {
    ended.abort()
    onDragged(undefined)
  }
  const go = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    if (!dragging && Math.hypot(event.clientX - clientX, event.clientY - clientY) < slack) return
    dragging = true
    scrollAlong(event.clientY)
    const over = itemAt(list.current, event)
    if (over) order = heldOver(order, id, over)
    onDragged({ id, order })
  }
  const letGo = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return
    end()
    if (dragging && order.join() !== before.join()) onMove({ id, before: order[order.indexOf(id) + 1] ?? null })
  }
  const { signal } = ended
  window.addEventListener('pointermove', go, { signal })
  window.addEventListener('pointerup', letGo, { signal })
  window.addEventListener('pointercancel', end, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal })
  return end
}

function itemAt(list: HTMLElement | null, { clientX: x, clientY: y }: PointerEvent): string | undefined {
  const items = Array.from(list?.querySelectorAll<HTMLElement>('[data-item]') ?? [])
  return items.find((item) => {
    const { left, right, top, bottom } = item.getBoundingClientRect()
    return x >= left && x <= right && y >= top && y <= bottom
  })?.dataset.item
}

function scrollAlong(y: number) {
  if (y < edge) window.scrollBy({ top: -16, behavior: 'instant' })
  else if (y > window.innerHeight - edge) window.scrollBy({ top: 16, behavior: 'instant' })
}

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

type RemovingProps = Pick<RemoveDialogProps, 'base' | 'kind' | 'onClose'> & {
  ids: string[]
  /** The item that its owner wants to remove; without a script the address says so. */
  asked: string | undefined
  /** The question before a removal, and the notice after it. */
  words: { asked: { title: Words; text: Words }; removed: Words }
}

/** Asks before an item is removed, and offers to bring it back. Both without a script, too. */
export function Removing({ base, kind, ids, asked, words, onClose }: RemovingProps) {
  const { i18n } = useLingui()
  const [search] = useSearchParams()
  const [gone, setGone] = useState(() => goneIn(search, galleryKinds[kind].line))
  const byAddress = search.get('remove') ?? undefined
  return (
    <>
      <Undo base={base} gone={gone} title={i18n._(words.removed)} onClose={() => setGone(undefined)} />
      <RemoveDialog
        base={base}
        kind={kind}
        title={i18n._(words.asked.title)}
        text={i18n._(words.asked.text)}
        id={ids.find((id) => id === (asked ?? byAddress))}
        closeTo={byAddress ? base : undefined}
        onClose={onClose}
        onRemoved={setGone}
      />
    </>
  )
}

/** The fields of the form that brings an item back. */
type Gone = NonNullable<Answer['gave']>

/** Reads from the address, where no script runs, what was removed: its URL, its line, and the item after it. */
function goneIn(search: URLSearchParams, line: 'caption' | 'title'): Gone | undefined {
  const url = search.get('url')
  return url ? { url, [line]: search.get(line) ?? '', before: search.get('before') ?? '' } : undefined
}

type RemoveDialogProps = {
  base: string
  kind: GalleryKind
  /** The item to remove; undefined while nobody asks. */
  id: string | undefined
  title: string
  text: string
  /** The address that closing leads to if the address asked, as it does without a script. */
  closeTo: string | undefined
  onClose: () => void
  onRemoved: (gone: Gone) => void
}

/** Asks before something is removed, though it can be brought back. */
function RemoveDialog({ base, kind, id, title, text, closeTo, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction({
    onDone: (_, answer) => {
      onClose()
      onRemoved(answer.gave ?? {})
    },
  })
  return (
    <AlertDialog
      open={id !== undefined}
      onClose={onClose}
      title={title}
      text={text}
      closeTo={closeTo}
      confirm={
        <Form method="post" action={`${base}/remove`} className="grid">
          <input type="hidden" name={kind} value={id ?? ''} />
          <Button variant="danger" busy={busy} busyText={t`Deleting...`}>
            <Trans>Delete</Trans>
          </Button>
        </Form>
      }
    />
  )
}

type UndoProps = { base: string; gone: Gone | undefined; title: string; onClose: () => void }

/** Shows the undo notice at the lower edge of the list after a removal, until it is closed. */
function Undo({ base, gone, title, onClose }: UndoProps) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction({ onDone: onClose })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element was removed with the item.
    if (gone && (!document.activeElement || document.activeElement === document.body))
      place.current?.focus({ preventScroll: true })
  }, [gone])
  if (!gone?.url) return null
  return (
    <div
      ref={place}
      tabIndex={-1}
      className="sticky bottom-3 z-10 ml-auto w-full max-w-md rounded-control bg-paper shadow-float"
    >
      <Notice
        tone="info"
        className="items-center!"
        title={title}
        action={
          <div className="flex items-center gap-1">
            <Form method="post" action={`${base}/restore`}>
              {Object.entries(gone).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <Button variant="secondary" busy={busy} busyText={t`One moment...`}>
                <Trans>Undo</Trans>
              </Button>
            </Form>
            <IconButton label={t`Close`} onClick={onClose} className="needs-script">
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          </div>
        }
      />
    </div>
  )
}
