import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer, Words } from '#app/kit/says.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { type GalleryKind, galleryKinds } from './gallery.ts'

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
