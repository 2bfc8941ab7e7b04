import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { oneLine } from '#app/kit/lines.ts'
import type { Words } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type GalleryImage, type GalleryKind, type GalleryVideo, galleryKinds, lineMax, untitled } from './gallery.ts'
import { type Move, moved } from './order.ts'
import { ItemBar, OrderedList, Removing } from './ordered-list.tsx'
import { Uploader } from './uploader.tsx'
import { Elsewhere, VideoFrame } from './video-card.tsx'

const words = {
  image: {
    list: msg`Images`,
    none: {
      title: msg`No images yet`,
      text: msg`Pictures make people stop and read. Show who it’s for and how things are going.`,
    },
    asked: { title: msg`Delete this image?`, text: msg`Visitors won’t see it any more. You can undo this.` },
    removed: msg`Image removed.`,
    line: msg`Caption`,
    movedTo: (place: number, order: string[]) => msg`Image moved to place ${place} of ${order.length}.`,
    buttons: (place: number) => ({
      grip: msg`Drag image ${place}, or move it with the arrow keys`,
      earlier: msg`Move image ${place} earlier`,
      later: msg`Move image ${place} later`,
      remove: msg`Delete image ${place}`,
    }),
  },
  video: {
    list: msg`Videos`,
    none: {
      title: msg`No videos yet`,
      text: msg`Add the address of a video, and visitors can watch it on your fund drive’s page.`,
    },
    asked: {
      title: msg`Delete this video?`,
      text: msg`It’s removed here only, not from the site it comes from. You can undo this.`,
    },
    removed: msg`Video removed.`,
    line: msg`Title`,
    movedTo: (place: number, order: string[]) => msg`Video moved to place ${place} of ${order.length}.`,
    buttons: (place: number) => ({
      grip: msg`Drag video ${place}, or move it with the arrow keys`,
      earlier: msg`Move video ${place} earlier`,
      later: msg`Move video ${place} later`,
      remove: msg`Delete video ${place}`,
    }),
  },
}

const looks = {
  image: {
    list: 'grid gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3',
    item: 'grid grid-cols-1 content-start gap-x-3 gap-y-2 p-3 min-[20rem]:grid-cols-[6.5rem_minmax(0,1fr)] sm:grid-cols-1',
    below: 'contents',
  },
  video: { list: 'grid gap-4 md:grid-cols-2', item: 'overflow-hidden', below: 'grid gap-1 p-3' },
}

/** The pictures as their owner sees them: added, described, brought into order and removed. */
export function OwnImages({ base, images }: { base: string; images: GalleryImage[] }) {
  const room = galleryKinds.image.most - images.length
  const ids = images.map(({ id }) => id)
  return (
    <OwnItems
      kind="image"
      base={base}
      items={images}
      line={({ caption }) => caption}
      above={(move) => (
        <>
          {room <= 0 && (
            <Notice title={<Trans>The gallery is full</Trans>}>
              <Trans>A gallery holds 30 images. Remove one to add another.</Trans>
            </Notice>
          )}
          <Changing>
            <Uploader action={`${base}/add`} there={ids} room={room} onMove={move} />
          </Changing>
        </>
      )}
      shown={(image, place) => <OwnImage image={image} place={place} />}
    />
  )
}

/** The videos as their owner sees them: watched, given a title, brought into order and removed. */
export function OwnVideos({ base, videos }: { base: string; videos: GalleryVideo[] }) {
  const { i18n } = useLingui()
  return (
    <OwnItems
      kind="video"
      base={base}
      items={videos}
      line={({ title }) => title}
      placeholder={({ provider }) => i18n._(untitled[provider])}
      shown={(video) => <VideoFrame video={video} />}
      from={(video) => <Elsewhere video={video} />}
    />
  )
}

type OwnItemsProps<Item> = {
  kind: GalleryKind
  base: string
  items: Item[]
  line: (item: Item) => string
  placeholder?: (item: Item) => string
  above?: (move: (move: Move) => void) => ReactNode
  shown: (item: Item, place: number) => ReactNode
  from?: (item: Item) => ReactNode
}

function OwnItems<Item extends { id: string }>(props: OwnItemsProps<Item>) {
  const { kind, base, items, line, placeholder, above, shown, from } = props
  const { i18n } = useLingui()
  const say = (one: Words) => i18n._(one)
  const [asked, setAsked] = useState<string>()
  const ids = items.map(({ id }) => id)
  const { order, move } = useOrder(ids, `${base}/move`, kind)
  const its = words[kind]
  return (
    <div className="grid gap-5">
      {above?.(move)}
      {items.length > 0 ? (
        <OrderedList
          label={say(its.list)}
          items={items}
          order={order}
          move={move}
          movedTo={(place) => say(its.movedTo(place, order))}
          className={looks[kind].list}
          itemClassName={looks[kind].item}
        >
          {(item, at, onMove) => (
            <>
              {shown(item, at + 1)}
              <div className={looks[kind].below}>
                <LineForm
                  base={base}
                  kind={kind}
                  id={item.id}
                  label={say(its.line)}
                  value={line(item)}
                  placeholder={placeholder?.(item)}
                />
                {from?.(item)}
                <ItemBar
                  base={base}
                  kind={kind}
                  id={item.id}
                  order={order}
                  words={its.buttons(at + 1)}
                  onMove={onMove}
                  onRemove={setAsked}
                />
              </div>
            </>
          )}
        </OrderedList>
      ) : (
        <EmptyState level={3} title={say(its.none.title)} text={say(its.none.text)} />
      )}
      <Removing base={base} kind={kind} ids={ids} asked={asked} words={its} onClose={() => setAsked(undefined)} />
    </div>
  )
}

function OwnImage({ image, place }: { image: GalleryImage; place: number }) {
  const { t } = useLingui()
  return (
    <div className="relative cursor-grab select-none active:cursor-grabbing">
      <Picture
        picture={image}
        alt={image.caption || t`Image ${place}`}
        sizes="(min-width: 640px) 400px, 104px"
        fallback={<Broken />}
        className="aspect-square rounded-control bg-well sm:aspect-[4/3]"
      />
      <span
        aria-hidden="true"
        className="figures absolute top-2 left-2 rounded-badge bg-card px-2 font-semibold text-sm shadow-float"
      >
        {place}
      </span>
    </div>
  )
}

const Broken = () => (
  <span className="grid size-full place-items-center p-2 text-center text-muted text-sm">
    <Trans>This picture could not be loaded.</Trans>
  </span>
)

/**
 * Changes the order at once and sends the moves one after the other, so that they arrive as they were made. When one is
 * refused, the server's order is shown again.
 */
function useOrder(ids: string[], action: string, kind: GalleryKind): { order: string[]; move: (move: Move) => void } {
  const { busy, submit } = useFormAction()
  const [waiting, setWaiting] = useState<Move[]>([])
  const stage = useRef<'free' | 'sent' | 'under way'>('free')
  useEffect(() => {
    if (busy) {
      if (stage.current === 'sent') stage.current = 'under way'
      return
    }
    if (stage.current === 'under way') {
      stage.current = 'free'
      setWaiting(([, ...rest]) => rest)
    } else if (stage.current === 'free' && waiting[0]) {
      stage.current = 'sent'
      const { id, before } = waiting[0]
      void submit({ [kind]: id, before: before ?? '' }, { method: 'post', action })
    }
  }, [busy, waiting, submit, action, kind])
  const unsent = useRef<() => Move[]>(() => [])
  unsent.current = () => (stage.current === 'free' ? waiting : waiting.slice(1))
  useEffect(() => {
    // Sends the rest of the moves for a person who leaves the page at once.
    const send = () => {
      for (const { id, before } of unsent.current()) {
        const body = new URLSearchParams({ [kind]: id, before: before ?? '' })
        void fetch(action, { method: 'POST', body, keepalive: true }).catch(() => {})
      }
      unsent.current = () => []
    }
    window.addEventListener('pagehide', send)
    return () => {
      window.removeEventListener('pagehide', send)
      send()
    }
  }, [action, kind])
  const order = waiting.reduce(moved, ids)
  return { order, move: (move) => setWaiting((all) => [...withoutStep(all, move), move]) }
}

/** Drops an item's last step, which its next step replaces, unless that step is on its way. */
const withoutStep = (all: Move[], { id }: Move) => (all.length > 1 && all.at(-1)!.id === id ? all.slice(0, -1) : all)

type LineFormProps = {
  base: string
  kind: GalleryKind
  id: string
  label: string
  value: string
  placeholder?: string
}

/** An item's line of words, which is saved when it is left, with Enter, or by its button. */
function LineForm({ base, kind, id, label, value, placeholder }: LineFormProps) {
  const name = galleryKinds[kind].line
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction({
    onDone: (form) => {
      // The button goes away with the last change; the focus stays in the form.
      if (form?.contains(document.activeElement)) form.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
    },
  })
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // The line was saved here or in another window, and nobody is typing in this one.
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  const changed = oneLine(text) !== value
  const onSubmit = (event: FormEvent) => {
    if (!changed || (busy && text === sent.current)) return event.preventDefault()
    sent.current = text
  }
  const leave = (event: FocusEvent<HTMLFormElement>) => {
    if (changed && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.requestSubmit()
  }
  const saved = !busy && !changed && answer?.ok
  return (
    <Form method="post" action={`${base}/${name}`} onSubmit={onSubmit} onBlur={leave} className="min-w-0">
      <input type="hidden" name={kind} value={id} />
      <Field
        label={label}
        name={name}
        error={answer?.errors?.[name] ?? (answer && !answer.ok && changed ? answer.says?.title : undefined)}
        aside={
          <span role="status" className="text-gain text-sm">
            {saved && <Trans>Saved</Trans>}
          </span>
        }
      >
        <span className="grid gap-2 min-[20rem]:flex">
          <Input
            ref={input}
            value={text}
            maxLength={lineMax}
            placeholder={placeholder}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button
            variant="secondary"
            busy={busy}
            busyText={t`Saving...`}
            className={changed || busy ? undefined : 'without-script'}
          >
            <Trans>Save</Trans>
          </Button>
        </span>
      </Field>
    </Form>
  )
}
