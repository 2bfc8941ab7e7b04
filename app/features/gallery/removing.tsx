import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { AlertDialog } from '#app/ui/dialog.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

type RemovingProps = Pick<RemoveDialogProps, 'base' | 'field' | 'title' | 'text' | 'onClose'> & {
  ids: string[]
  /** Which one its owner wants to remove; without a script the address says so. */
  asked: string | undefined
  /** What is said afterwards. */
  removed: ReactNode
}

/** Asks before something is removed, and offers to bring it back. Both without a script, too. */
export function Removing({ base, field, ids, asked, title, text, removed, onClose }: RemovingProps) {
  const [search] = useSearchParams()
  const [gone, setGone] = useState(() => goneIn(search, field === 'image' ? 'caption' : 'title'))
  const byAddress = search.get('remove') ?? undefined
  return (
    <>
      <Undo base={base} gone={gone} title={removed} onClose={() => setGone(undefined)} />
      <RemoveDialog
        {...{ base, field, title, text, onClose }}
        id={ids.find((id) => id === (asked ?? byAddress))}
        closeTo={byAddress ? base : undefined}
        onRemoved={setGone}
      />
    </>
  )
}

/** What brings something back: the fields of the form that asks for it. */
type Gone = NonNullable<Answer['gave']>

/** Without a script the address says what was removed: where it lies, what stood with it, and before which it stood. */
function goneIn(search: URLSearchParams, words: 'caption' | 'title'): Gone | undefined {
  const url = search.get('url')
  return url ? { url, [words]: search.get(words) ?? '', before: search.get('before') ?? '' } : undefined
}

type RemoveDialogProps = {
  base: string
  field: 'image' | 'video'
  /** Which one is to go; undefined while nobody asks. */
  id: string | undefined
  title: ReactNode
  text: ReactNode
  /** Where the way out leads when the address asks, as it does without a script. */
  closeTo: string | undefined
  onClose: () => void
  onRemoved: (gone: Gone) => void
}

/** Asks before something is removed, though it can be brought back. */
function RemoveDialog({ base, field, id, title, text, closeTo, onClose, onRemoved }: RemoveDialogProps) {
  const { t } = useLingui()
  const { Form, busy } = useDeed({
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
          <input type="hidden" name={field} value={id ?? ''} />
          <Button variant="danger" busy={busy} busyText={t`Deleting...`}>
            <Trans>Delete</Trans>
          </Button>
        </Form>
      }
    />
  )
}

type UndoProps = { base: string; gone: Gone | undefined; title: ReactNode; onClose: () => void }

/** Stands at the lower edge of the list after something was removed, for as long as nobody closes it. */
function Undo({ base, gone, title, onClose }: UndoProps) {
  const { t } = useLingui()
  const { Form, busy } = useDeed({ onDone: onClose })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What had the focus is gone with what was removed.
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
